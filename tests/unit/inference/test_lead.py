"""What leads say: from which suits, and by which cards of them."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import CARD_MODELS, SUIT_MODELS
from bluechip_bot.inference.facts import SuitFacts, acts
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, Call, Called, Card, Deal, Hand, Played, Seat
from support.settings import INFERENCE, without

DEAL = "N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9"
PLAIN = evolve(INFERENCE.play, floor=0.0)
OPEN = Agreements()


def lead(calls: str, card: str) -> Board:
    """North's board after an opening lead by East; only public facts of it matter."""
    deal = Deal.parse(DEAL)
    hands = list(deal.hands)
    board = Board.begin(1, Seat.NORTH)
    for text in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    board = board.apply(Played(Seat.EAST, Card.parse(card)))
    return evolve(board, hands=(hands[0], None, hands[2], None))


def odds(
    board: Board, one: str, other: str, agreed: Agreements = OPEN, settings: PlaySettings = PLAIN
) -> float:
    """How much likelier, as a logarithm, the last card is from one hand of East than another."""
    found = likelihoods(board, Seat.NORTH, InferenceSettings(play=settings), (OPEN, agreed))[-1]
    dealt = np.array([Hand.parse(one).mask, Hand.parse(other).mask], dtype=np.uint64)
    first, second = found.log(dealt)
    return float(first - second)


NT, SPADES = "1NT P P P", "1S P P P"


@pytest.mark.parametrize(
    ("calls", "card", "likely", "unlikely"),
    [
        # The top of touching honours.
        (NT, "HK", "654.KQJ42.54.T32", "654.KT842.54.T32"),
        (SPADES, "HQ", "654.QJT.654.T432", "654.Q92.654.T432"),
        # Fourth best from length, not from three cards.
        (NT, "H4", "K54.AJ542.K4.T32", "K54.J542.K42.T32"),
        (NT, "H2", "K54.K542.K74.T32", "K54.K98632.K7.T3"),
        # From a long suit rather than a short one.
        (NT, "H6", "KJ4.KT864.54.T32", "K642.K86.QT54.T3"),
        # A singleton, against trumps.
        (SPADES, "H4", "654.4.K6543.Q432", "654.K984.K653.Q4"),
        # The top of a worthless doubleton.
        (SPADES, "H9", "654.96.K6543.Q43", "654.K96.K654.Q43"),
        # An ace, with the king rather than without.
        (SPADES, "HA", "654.AK72.J43.Q32", "654.A872.J43.Q32"),
        # Partner's suit from shortness; the suit that declarer bid, from strength.
        ("1D P P 1H 1NT P P P", "H9", "K542.92.Q43.J432", "K542.QJ92.43.J32"),
    ],
)
def test_which_hand_is_likelier(calls: str, card: str, likely: str, unlikely: str) -> None:
    """A lead speaks for the hand that the rules say it is from."""
    assert odds(lead(calls, card), likely, unlikely) > 0.5


def test_the_agreement_decides_which_small_card() -> None:
    """Third from four speaks for four cards only by those who lead so."""
    board = lead(SPADES, "H5")
    four, six = "654.K752.643.Q32", "654.KT9754.3.Q32"
    third = odds(board, four, six, evolve(OPEN, small="third_fifth"))
    fourth = odds(board, four, six, evolve(OPEN, small="fourth"))
    assert third > fourth + 1


def test_rusinow_turns_the_touching_honours() -> None:
    """The queen is from king and queen by agreement, else rather without the king."""
    board = lead(SPADES, "HQ")
    both, one = "654.KQ62.643.Q32", "654.QJ62.643.Q32"
    top = odds(board, both, one)
    assert top < -1
    assert odds(board, both, one, evolve(OPEN, touching="rusinow")) > top + 1


@pytest.mark.parametrize(
    ("calls", "card", "likely", "unlikely", "agreed", "other"),
    [
        # From three small cards, and from more.
        (SPADES, "H8", "654.853.K643.Q32", "654.K83.7643.Q32", {"three_small": "top"}, "low"),
        (NT, "H8", "654.853.K643.Q32", "654.K83.7643.Q32", {"three_small_notrump": "top"}, "low"),
        (SPADES, "H8", "654.9853.K64.Q32", "654.K984.864.Q32", {"long_small": "second"}, "mixed"),
        # From ace and king.
        (SPADES, "HK", "654.AK72.J43.Q32", "654.KQ72.J43.A32", {"ace_king": "king"}, "ace"),
    ],
)
def test_agreed_leads(
    calls: str, card: str, likely: str, unlikely: str, agreed: dict[str, str], other: str
) -> None:
    """A lead speaks more for the holding from which it is agreed than where another one is."""
    board = lead(calls, card)
    ((key, _),) = agreed.items()
    by_agreement = odds(board, likely, unlikely, evolve(OPEN, **agreed))
    assert by_agreement > odds(board, likely, unlikely, evolve(OPEN, **{key: other})) + 0.5


def test_a_rule_that_is_off_tells_nothing() -> None:
    """Without any rule of the opening only the number of legal cards counts: here equal."""
    settings = PLAIN
    for model in ("opening_suit", "opening_card"):
        for rule in settings.models[model]:
            settings = without(settings, model, rule)
    board = lead(NT, "H4")
    hands = ("K54.AJ542.K4.T32", "K54.J542.K42.T32")
    assert odds(board, *hands, settings=settings) == pytest.approx(0.0, abs=1e-9)
    assert abs(odds(board, *hands)) > 0.5


def test_later_leads_look_at_dummy() -> None:
    """Dummy's honours count where the lead goes through them; trumps are looked at otherwise."""
    deal = Deal.parse(DEAL)
    board = Board.begin(1, Seat.NORTH, deal=deal)
    for text in SPADES.split():
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    for text in ("CA", "C7", "CT", "C4", "C2"):
        assert board.turn is not None
        board = board.apply(Played(board.turn, Card.parse(text)))
    act = list(acts(board))[-1]
    values = SUIT_MODELS["lead_suit"](
        np.array([deal[Seat.EAST].ranks(suit) for suit in range(4)]), SuitFacts(*act.facts.T)
    )
    assert values["dummy.through"].tolist() == [0, 1, 3, 1]
    assert not np.any(values["dummy.up_to"])
    assert values["trump.lead"].tolist() == [True, False, False, False]


def test_every_default_weight_has_its_feature() -> None:
    """No weight is for a feature that does not exist, in any model."""
    held = np.array([7], dtype=np.int64)
    facts = SuitFacts(*np.zeros((len(SuitFacts._fields), 1), dtype=np.int64))
    for model, rules in INFERENCE.play.models.items():
        named = {f"{name}.{key}" for name, rule in rules.items() for key in rule.weights}
        if model in SUIT_MODELS:
            assert named <= set(SUIT_MODELS[model](held, facts)), model
        else:
            assert named <= set(CARD_MODELS[model](held, facts, Agreements())), model

"""What leads, following suit and discards say of the hand; holdings as bit masks."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference import facts, features
from bluechip_bot.inference.choice import CARD_MODELS, SUIT_MODELS
from bluechip_bot.inference.evidence import card_fits, likelihoods
from bluechip_bot.inference.facts import SuitFacts, acts
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, Deal, Hand, Seat, Suit
from bluechip_bot.model.cards import SUIT_MASK
from support.boards import after
from support.settings import INFERENCE, without
from support.tables import rows

DEAL = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
PLAIN = evolve(INFERENCE.play, floor=0.0)
OPEN = Agreements()
NT, SPADES = "1NT P P P", "1S P P P"
DIAMONDS = "AKQJT98765432"


def seen(calls: str, cards: str, south: str) -> Board:
    """North's contract after some cards, dummy's hand alone known."""
    board = after(Board.begin(1, Seat.NORTH), calls)
    return after(evolve(board, hands=(None, None, Hand.parse(south), None)), cards=cards)


def lead(calls: str, card: str) -> Board:
    """After an opening lead by East."""
    board = after(Board.begin(1, Seat.NORTH), calls, card)
    return evolve(board, hands=(DEAL[0], None, DEAL[2], None))


def followed(dummy: str, cards: str) -> Board:
    """Dummy's spades are given; East leads, and a card of spades is the last."""
    return seen(NT, cards, f"{dummy}...{DIAMONDS[: 13 - len(dummy)]}")


def thrown(card: str, calls: str = NT) -> Board:
    """After West's card to the ace of clubs, which East leads through dummy's hand."""
    return seen(calls, f"CA C3 {card}", "AQ4.AJT8.K32.543")


def logs(
    board: Board, hands: list[str], settings: PlaySettings = PLAIN, agreed: Agreements = OPEN
) -> list[float]:
    """The logarithms of the probability of the last card, from each of some hands."""
    assert board.play is not None
    observer = Seat.EAST if len(board.play.cards) % 4 == 0 else Seat.NORTH
    found = likelihoods(board, observer, InferenceSettings(play=settings), (agreed, agreed))[-1]
    assert found.act.card == board.play.cards[-1]
    dealt: list[float] = found.log(
        np.array([Hand.parse(hand).mask for hand in hands], dtype=np.uint64)
    ).tolist()
    return dealt


def odds(
    board: Board, one: str, other: str, settings: PlaySettings = PLAIN, agreed: Agreements = OPEN
) -> float:
    """How much likelier, as a logarithm, the last card is from one hand than from another.

    A holding of spades stands for a hand that diamonds fill.
    """
    hands = [
        hand if "." in hand else f"{hand}..{DIAMONDS[: 13 - len(hand)]}." for hand in (one, other)
    ]
    first, second = logs(board, hands, settings, agreed)
    return first - second


@pytest.mark.parametrize(("calls", "card", "likely", "unlikely"), rows("inference", "leads"))
def test_leads(calls: str, card: str, likely: str, unlikely: str) -> None:
    """A lead speaks for the hand that the rules say it is from."""
    assert odds(lead(calls, card), likely, unlikely) > 0.5


@pytest.mark.parametrize(
    ("dummy", "cards", "likely", "unlikely"), rows("inference", "which_holding_is_likelier")
)
def test_following(dummy: str, cards: str, likely: str, unlikely: str) -> None:
    """A card speaks for the holding from which it is natural."""
    assert odds(followed(dummy, cards), likely, unlikely) > 0.5


@pytest.mark.parametrize(
    ("card", "likely", "unlikely"), rows("inference", "which_hand_is_likelier")
)
def test_discards(card: str, likely: str, unlikely: str) -> None:
    """A discard speaks for the hand that can spare it."""
    assert odds(thrown(card), likely, unlikely) > 0.2


def test_partners_winner_is_not_ruffed() -> None:
    """To ruff partner's ace is unlikely from a hand with something to throw away."""
    hand = ["J9862.972.T9876."]
    ((ruff,), (discard,)) = (logs(thrown(card, "1H P P P"), hand) for card in ("H2", "S2"))
    assert discard > ruff + 0.5


@pytest.mark.parametrize(
    ("calls", "card", "likely", "unlikely", "agreed", "other", "least"),
    rows("inference", "agreed_leads"),
)
def test_agreed_leads(
    calls: str, card: str, likely: str, unlikely: str, agreed: str, other: str, least: float
) -> None:
    """A lead speaks more for the holding from which it is agreed than where another one is."""
    key, value = agreed.split("=")
    by_agreement, by_other = (
        odds(lead(calls, card), likely, unlikely, agreed=evolve(OPEN, **{key: each}))
        for each in (value, other)
    )
    assert by_agreement > by_other + least
    assert agreed != "touching=rusinow" or by_other < -1


@pytest.mark.parametrize(
    ("board", "even", "odd", "least"),
    [
        # Partner leads the king, dummy's ace wins: West shows his count.
        (followed("A5", "SK SA S8"), "8642", "862", 0.5),
        (thrown("S9"), "K982.976.T98765.", "9842.976.T98765.", 0.1),
    ],
    ids=["following", "discarding"],
)
def test_signals_turn_with_the_agreement(board: Board, even: str, odd: str, least: float) -> None:
    """A high card shows an even number, or an honour, or the opposite: as agreed."""
    standard, turned, silent = (
        odds(board, even, odd, agreed=Agreements(attitude=sense, count=sense))
        for sense in ("standard", "upside_down", "none")
    )
    assert standard > silent + least
    assert silent > turned


def test_signals_are_trusted_as_told() -> None:
    """More trust, more said; a defender trusts his partner's signals apart from the others'."""
    board = followed("A5", "SK SA S8")
    little, much = (
        odds(board, "8642", "862", evolve(PLAIN, signal_trust=trust)) for trust in (0.25, 1.0)
    )
    assert much > little + 0.5
    dealt = np.array([Hand.parse(f"{one}..AKQJ.").mask for one in ("86", "862")], np.uint64)
    for trust in (0.0, 2.0):
        settings = evolve(PLAIN, partner_signal_trust=trust)
        found = [
            likelihoods(board, observer, InferenceSettings(play=settings))[-1].log(dealt)
            for observer in (Seat.NORTH, Seat.EAST)
        ]
        to_declarer, to_partner = (float(one[0] - one[1]) for one in found)
        assert (to_partner > to_declarer) == (trust > settings.signal_trust)


@pytest.mark.parametrize(("hand", "shown"), [("8642", "S8"), ("862", "S2"), ("86", "S8")])
def test_defenders_signal_with_equal_cards(hand: str, shown: str) -> None:
    """The card that fits best is high from an even number; without signals, the lowest."""
    board = followed("A5", "SK SA")
    west = Hand.parse(f"{hand}..{DIAMONDS[1 : 14 - len(hand)]}.")
    board = evolve(board, hands=(*board.hands[:3], west))
    cards = [card for card in west if card.suit == Suit.SPADES]
    for sent, wanted in ((4.0, shown), (0.0, f"S{hand[-1]}")):
        settings = InferenceSettings(play=evolve(INFERENCE.play, signals_sent=sent))
        fits = card_fits(board, cards, settings)
        assert str(cards[int(np.argmax(fits))]) == wanted


@pytest.mark.parametrize(
    ("models", "board", "one", "other", "least"),
    [
        ("opening", lead(NT, "H4"), "K54.AJ542.K4.T32", "K54.J542.K42.T32", 0.5),
        ("discard", thrown("H2"), "9876.9762.T9876.", "9876.Q972.T9876.", 0.1),
    ],
)
def test_rules_that_are_off_tell_nothing(
    models: str, board: Board, one: str, other: str, least: float
) -> None:
    """Without any rule only the number of legal cards counts: here it is equal."""
    settings = PLAIN
    for model in (f"{models}_suit", f"{models}_card"):
        for rule in settings.models[model]:
            settings = without(settings, model, rule)
    assert odds(board, one, other, settings) == pytest.approx(0.0, abs=1e-9)
    assert abs(odds(board, one, other)) > least


def test_habit_alone_chooses_between_equal_cards() -> None:
    """Without the rules on equals and on low cards, king and queen are as likely as each other."""
    win = PLAIN.models["follow"]["win"]
    weights = {key: 0.0 if key.endswith("cheapest") else one for key, one in win.weights.items()}
    settings = evolve(
        PLAIN, models={**PLAIN.models, "follow": {"win": evolve(win, weights=weights)}}
    )
    king, queen = (followed("T65", f"S3 S5 {card}") for card in ("SK", "SQ"))
    from_king = odds(king, "KQ2", "KJ2", settings)
    assert from_king == pytest.approx(odds(queen, "KQ2", "QJ2", settings), abs=1e-6)
    assert odds(king, "KQ2", "KJ2") != pytest.approx(odds(queen, "KQ2", "QJ2"), abs=1e-3)


def test_a_rule_can_be_off_alone() -> None:
    """Without the rule of guards, a queen in the suit counts for less in its choice."""
    hands = "9876.9762.T9876.", "9876.Q972.T9876."
    guards = without(PLAIN, "discard_suit", "guard")
    assert odds(thrown("H2"), *hands, guards) < odds(thrown("H2"), *hands)


def test_later_leads_look_at_dummy() -> None:
    """Dummy's honours count where the lead goes through them; trumps are looked at otherwise."""
    board = after(Board.begin(1, Seat.NORTH, deal=DEAL), SPADES, "CA C7 CT C4 C2")
    act = list(acts(board))[-1]
    values = SUIT_MODELS["lead_suit"](
        np.array([DEAL[Seat.EAST].ranks(suit) for suit in range(4)]), SuitFacts(*act.facts.T)
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


MASKS = st.integers(0, SUIT_MASK)


def array(mask: int) -> facts.Ints:
    """An array of one holding."""
    return np.array([mask], dtype=np.int64)


def ranks_of(mask: int) -> list[int]:
    """The ranks in a mask, low to high."""
    return [rank for rank in range(13) if mask >> rank & 1]


def as_mask(chosen: list[int]) -> int:
    """The mask of some ranks."""
    return sum(1 << rank for rank in chosen)


@given(MASKS)
def test_places(held: int) -> None:
    """Lowest, second lowest, highest and the nth from the top are those of the sorted ranks."""
    cards = ranks_of(held)
    assert features.lowest(array(held))[0] == as_mask(cards[:1])
    assert features.second_lowest(array(held))[0] == as_mask(cards[1:2])
    assert features.HIGHEST[held] == as_mask(cards[-1:])
    assert features.LENGTH[held] == len(cards)
    for place in range(1, 6):
        wanted = [cards[-place]] if len(cards) >= place else []
        assert features.nth_highest(array(held), place)[0] == as_mask(wanted)


@given(MASKS, MASKS)
def test_touching(held: int, gone: int) -> None:
    """A card is touched when only cards that are gone lie between it and the next held."""
    gone &= ~held
    cards, live = ranks_of(held), ranks_of(SUIT_MASK & ~gone)
    over = [card for card in cards if live.index(card) + 1 < len(live)]
    above = [card for card in over if live[live.index(card) + 1] in cards]
    below = [card for card in cards if live.index(card) and live[live.index(card) - 1] in cards]
    assert features.touched_above(array(held), array(gone))[0] == as_mask(above)
    assert features.touched_below(array(held), array(gone))[0] == as_mask(below)


@given(MASKS, MASKS)
def test_masters(held: int, others: int) -> None:
    """Masters are above every other card; all are when there is none."""
    others &= ~held
    top = max(ranks_of(others), default=-1)
    wanted = as_mask([card for card in ranks_of(held) if card > top])
    assert features.masters(array(held), array(others))[0] == wanted
    assert features.above(array(SUIT_MASK + 1))[0] == 0  # nothing beats a ruff
    assert features.above(array(0))[0] == SUIT_MASK


def test_a_flag_for_all_or_for_each() -> None:
    """A condition may be one flag for all holdings, or one for each."""
    held = np.array([1, 2, 3], dtype=np.int64)
    assert features.when(np.array([True]), held).tolist() == [1, 2, 3]
    assert features.when(np.array([False]), held) is features.NONE
    assert features.when(np.array([True, False, True]), held).tolist() == [1, 0, 3]

"""What discards and ruffs say."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import CardLikelihood
from bluechip_bot.inference.facts import PlayKind
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, Call, Called, Card, Hand, Played, Seat
from support.settings import INFERENCE, without
from support.tables import rows

PLAIN = evolve(INFERENCE.play, floor=0.0)
OPEN = Agreements()


def discard(
    card: str,
    calls: str = "1NT P P P",
    settings: PlaySettings = PLAIN,
    agreed: Agreements = OPEN,
) -> CardLikelihood:
    """West's card to the ace of clubs, which East leads through dummy's hand."""
    board = Board.begin(1, Seat.NORTH)
    for text in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    board = evolve(board, hands=(None, None, Hand.parse("AQ4.AJT8.K32.543"), None))
    for text in ("CA", "C3", card):
        assert board.turn is not None
        board = board.apply(Played(board.turn, Card.parse(text)))
    whole = InferenceSettings(play=settings)
    (found,) = (
        item
        for item in likelihoods(board, Seat.NORTH, whole, (agreed, agreed))
        if item.seat is Seat.WEST
    )
    assert found.act.kind is PlayKind.DISCARD
    return found


def odds(found: CardLikelihood, one: str, other: str) -> float:
    """How much likelier, as a logarithm, the card is from one hand than from another."""
    dealt = np.array([Hand.parse(one).mask, Hand.parse(other).mask], dtype=np.uint64)
    first, second = found.log(dealt)
    return float(first - second)


@pytest.mark.parametrize(
    ("card", "likely", "unlikely"), rows("inference", "which_hand_is_likelier")
)
def test_which_hand_is_likelier(card: str, likely: str, unlikely: str) -> None:
    """A discard speaks for the hand that can spare it."""
    assert odds(discard(card), likely, unlikely) > 0.2


def test_partners_winner_is_not_ruffed() -> None:
    """To ruff partner's ace is unlikely from a hand with something to throw away."""
    dealt = np.array([Hand.parse("J9862.972.T9876.").mask], dtype=np.uint64)
    ruff, thrown = (discard(card, "1H P P P").log(dealt)[0] for card in ("H2", "S2"))
    assert thrown > ruff + 0.5


def test_a_signal_by_discard() -> None:
    """A high card asks for the suit, by the agreement."""
    one, other = "K982.976.T98765.", "9842.976.T98765."
    turned_round = Agreements(attitude="upside_down", count="upside_down")
    silent = Agreements(attitude="none", count="none")
    high = odds(discard("S9"), one, other)
    turned = odds(discard("S9", agreed=turned_round), one, other)
    assert high != pytest.approx(turned)
    none = odds(discard("S9", agreed=silent), one, other)
    assert (high - none) * (turned - none) < 0


def test_switches() -> None:
    """Without the rule of guards, a queen in the suit counts for nothing in its choice."""
    hands = "9876.9762.T9876.", "9876.Q972.T9876."
    settings = PLAIN
    for model in ("discard_suit", "discard_card"):
        for rule in settings.models[model]:
            settings = without(settings, model, rule)
    assert odds(discard("H2", settings=settings), *hands) == pytest.approx(0.0, abs=1e-9)
    bare = odds(discard("H2", settings=without(PLAIN, "discard_suit", "guard")), *hands)
    assert bare < odds(discard("H2"), *hands)

"""What following suit says: the cards that a player would have played, had he held them."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.play import card_fits, likelihoods
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.model import Board, Call, Called, Card, Hand, Played, Seat, Suit
from support.settings import INFERENCE, without
from support.tables import rows

PLAIN = evolve(INFERENCE.play, floor=0.0)
OPEN = Agreements()


def spades(dummy: str, cards: str, calls: str = "1NT P P P") -> Board:
    """North's contract, the spades of dummy given; what was played so far, East leading."""
    south = Hand.parse(f"{dummy}...{'AKQJT98765432'[: 13 - len(dummy)]}")
    board = Board.begin(1, Seat.NORTH)
    for text in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    board = evolve(board, hands=(None, None, south, None))
    for text in cards.split():
        assert board.turn is not None
        board = board.apply(Played(board.turn, Card.parse(text)))
    return board


def odds(
    board: Board, one: str, other: str, settings: PlaySettings = PLAIN, agreed: Agreements = OPEN
) -> float:
    """How much likelier, as a logarithm, the last card is from one holding of spades."""
    assert board.play is not None
    declarer_last = len(board.play.cards) % 4 == 0
    observer = Seat.EAST if declarer_last else Seat.NORTH
    found = likelihoods(board, observer, InferenceSettings(play=settings), (agreed, agreed))
    assert found[-1].act.card == board.play.cards[-1]
    # The rest of the hand is of no interest: diamonds fill it.
    rest = "AKQJT98765432"
    dealt = [
        Hand.parse(f"{holding}..{rest[: 13 - len(holding)]}.").mask for holding in (one, other)
    ]
    first, second = found[-1].log(np.array(dealt, dtype=np.uint64))
    return float(first - second)


@pytest.mark.parametrize(
    ("dummy", "cards", "likely", "unlikely"), rows("inference", "which_holding_is_likelier")
)
def test_which_holding_is_likelier(dummy: str, cards: str, likely: str, unlikely: str) -> None:
    """A card speaks for the holding from which it is natural."""
    assert odds(spades(dummy, cards), likely, unlikely) > 0.5


def test_signals_turn_with_the_agreement() -> None:
    """High from an even number, or low: as agreed; nothing when no signals are."""
    # Partner leads the king of trumps' side suit, dummy's ace wins: West shows his count.
    board = spades("A5", "SK SA S8")
    even, odd = "8642", "862"
    standard = odds(board, even, odd)
    turned = odds(board, even, odd, agreed=Agreements(count="upside_down"))
    none = odds(board, even, odd, agreed=Agreements(count="none"))
    assert standard > none > turned
    assert standard > none + 0.5


def test_signals_are_trusted_as_told() -> None:
    """More trust, more said."""
    board = spades("A5", "SK SA S8")
    little, much = (
        odds(board, "8642", "862", evolve(PLAIN, signal_trust=trust)) for trust in (0.25, 1.0)
    )
    assert much > little + 0.5


def test_partner_is_trusted_apart() -> None:
    """A defender trusts his partner's signals, whatever he would those of declarer's opponents."""
    board = spades("A5", "SK SA S8")
    for trust in (0.0, 2.0):
        settings = evolve(PLAIN, partner_signal_trust=trust)
        dealt = np.array([Hand.parse(f"{one}..AKQJ.").mask for one in ("86", "862")], np.uint64)
        found = [
            likelihoods(board, observer, InferenceSettings(play=settings))[-1].log(dealt)
            for observer in (Seat.NORTH, Seat.EAST)
        ]
        to_declarer, to_partner = (float(one[0] - one[1]) for one in found)
        assert (to_partner > to_declarer) == (trust > settings.signal_trust)


@pytest.mark.parametrize(("hand", "shown"), [("8642", "S8"), ("862", "S2"), ("86", "S8")])
def test_defenders_signal_with_equal_cards(hand: str, shown: str) -> None:
    """The card that fits best is high from an even number; without signals, the lowest."""
    board = spades("A5", "SK SA")
    west = Hand.parse(f"{hand}..{'AKQJT98765432'[: 13 - len(hand)]}.")
    board = evolve(board, hands=(*board.hands[:3], west))
    cards = [card for card in west if card.suit == Suit.SPADES]
    for sent, wanted in ((4.0, shown), (0.0, f"S{hand[-1]}")):
        settings = InferenceSettings(play=evolve(INFERENCE.play, signals_sent=sent))
        fits = card_fits(board, cards, settings)
        assert str(cards[int(np.argmax(fits))]) == wanted


def test_equal_cards_are_told_apart_by_habit_only() -> None:
    """Without the rules on equals and on low cards, king and queen are as likely as each other."""
    settings = PLAIN
    for rule in settings.models["follow"]:
        if rule != "win":
            settings = without(settings, "follow", rule)
    settings = evolve(
        settings,
        models={
            **settings.models,
            "follow": {
                **settings.models["follow"],
                "win": evolve(
                    settings.models["follow"]["win"],
                    weights={
                        key: 0.0 if key.endswith("cheapest") else weight
                        for key, weight in settings.models["follow"]["win"].weights.items()
                    },
                ),
            },
        },
    )
    king, queen = (spades("T65", f"S3 S5 {card}") for card in ("SK", "SQ"))
    assert odds(king, "KQ2", "KJ2", settings) == pytest.approx(
        odds(queen, "KQ2", "QJ2", settings), abs=1e-6
    )

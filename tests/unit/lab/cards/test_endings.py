"""Endings with the exact chance of each card."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.lab.cards.bench import CardsPlan
from bluechip_bot.lab.cards.endings import EndingOutcome, endings, play_ending
from bluechip_bot.lab.cards.engines import EngineSpec, question
from bluechip_bot.model import Board, Card, DecisionRequest, Played, Seat
from support.alphamu.reference import Question, Reference, won


def layouts(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield all hands N E S W that the cards of a board allow, by plain enumeration."""
    assert board.play is not None
    lacks, held = [0, 0, 0, 0], [13, 13, 13, 13]
    now = board.until(0)
    for place, card in enumerate(board.play.cards):
        assert now.turn is not None
        lead = board.play.cards[place - place % 4]
        lacks[now.turn] |= 0 if card.suit is lead.suit else 0x1FFF << 13 * lead.suit
        held[now.turn] -= 1
        now = now.apply(Played(now.turn, card))
    known = [board.remaining(seat) for seat in Seat]
    seen = sum(hand.mask for hand in known if hand is not None)
    gone = sum(card.mask for card in board.play.cards)
    hidden = [card for card in map(Card, range(52)) if not (seen | gone) >> card & 1]
    one, other = (seat for seat in Seat if known[seat] is None)
    for cards in combinations(hidden, held[one]):
        hands = [0 if hand is None else hand.mask for hand in known]
        hands[one] = sum(card.mask for card in cards)
        hands[other] = sum(card.mask for card in hidden) - hands[one]
        if not any(hand & lack for hand, lack in zip(hands, lacks, strict=True)):
            yield tuple(hands)


@pytest.mark.parametrize(
    "number", [43, *(pytest.param(number, marks=pytest.mark.slow) for number in (46, 51))]
)
def test_the_odds_by_plain_search(number: int) -> None:
    """Search without a cut, of layouts that are enumerated here, comes to the same."""
    board, odds, _ = endings()[number - 1]
    play = board.play
    assert play is not None
    side = play.contract.declarer.side
    worlds = tuple(layouts(board))
    target = play.contract.target - play.won[side]
    trick = tuple(map(int, play.trick.cards))
    asked = Question(worlds, int(play.contract.strain), play.leader, trick, target, int(side))
    found = Reference(asked).card_fronts()
    chances = {card: won(front, [1] * len(worlds)) / len(worlds) for card, front in found.items()}
    assert chances == pytest.approx(odds.by_card, abs=1e-4)


def test_the_endings() -> None:
    """Declarer has a choice that matters, and nothing is sure."""
    assert len(endings()) == 67
    assert len({name for _, _, name in endings()}) > 50
    for board, odds, _ in endings():
        assert board.contract is not None
        assert board.decider is board.contract.declarer
        assert {*odds.by_card} == {*board.legal_cards}
        chances = [*odds.by_card.values()]
        assert max(chances) < 1
        assert max(chances) - min(chances) >= 0.05


@pytest.mark.parametrize("engine", ["alphamu", "htn", "random"])
def test_what_a_card_gives_up(engine: str) -> None:
    """It is what the best card has more; the same seed gives the same card."""
    plan = CardsPlan(EngineSpec(engine, worlds=30, depth=1), memory_mb=8)
    row = play_ending(plan, 1)
    assert play_ending(plan, 1) == row
    assert (row.name, row.fault) == ("board 2, 28 cards played", "")
    assert row.lost == (0.4286 - row.odds.by_card[row.card or Card(0)])
    assert EndingOutcome.from_row(row.to_row()) == row


def test_a_program_is_told_no_auction() -> None:
    """A position without one is a problem."""
    board, _, _ = endings()[0]
    asked = parse_problem(question(DecisionRequest(0, board, Seat.NORTH, 1.0, 1, made_up=True)))
    assert not asked.has_auction
    assert asked.board == board

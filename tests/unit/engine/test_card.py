"""The card engine: from a board to a card."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from attrs import evolve

from bluechip_bot.constraints import HandConstraint, Reliability, Statement
from bluechip_bot.engine import (
    CardChoice,
    CardEngine,
    DoubleDummy,
    Question,
    SearchLimits,
    SearchMethod,
    solve_each,
)
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Card, Deal, Hand, Phase, Played, Seat, Strain
from solver import SearchStopped
from support.boards import after, at_card
from support.settings import FLOOR, INFERENCE

MakeBoard = Callable[[int], Board]
DEAL = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")


METHODS: tuple[SearchMethod, SearchMethod] = ("pimc", "alphamu")


class _BlockedSolver:
    """A solver that works until it is stopped."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.began = threading.Event()

    def reach_world_cards(self, *_: object) -> npt.NDArray[np.int8]:
        """Nothing, ever; a stop is awaited."""
        self.began.set()
        self.stopped.wait()
        raise SearchStopped

    def solve_world_cards(self, *_: object) -> npt.NDArray[np.int8]:
        """Nothing, ever; a stop is awaited."""
        return self.reach_world_cards()

    def stop(self) -> None:
        """End the work."""
        self.stopped.set()

    def clear_stop(self) -> None:
        """Make ready for other work."""
        self.stopped.clear()


Blocked: Any = _BlockedSolver


def begun(contract: str, deal: Deal = DEAL, dealer: Seat = Seat.SOUTH) -> Board:
    """A board before the opening lead; dealer declares."""
    return after(Board.begin(1, dealer, deal=deal), " ".join((contract, "P", "P", "P")))


def declared(seat: Seat) -> Statement:
    """The hand of a seat, card by card."""
    return Statement(
        seat, HandConstraint(has=DEAL[seat]), f"declared: {seat}", Reliability.DECLARED
    )


def asked(board: Board, seed: int = 0) -> Question:
    """What the one to decide is asked."""
    seat = board.decider
    assert seat is not None
    return Question(board.seen_by(seat), seat, evidence(board, seat, INFERENCE, FLOOR), seed=seed)


def chosen(
    engine: CardEngine, board: Board, *, worlds: int | None = None, seed: int = 0
) -> CardChoice:
    """The engine's card with all the time it needs; as many layouts vote as are searched."""
    limits = SearchLimits(budget=1000.0, depth=2, worlds=worlds, votes=worlds)
    choice = engine.choose(asked(board, seed=seed), limits)
    assert choice is not None
    return choice


@pytest.fixture(scope="module", params=METHODS)
def engine(request: pytest.FixtureRequest) -> CardEngine:
    """One engine of each method, its tables kept from test to test."""
    return CardEngine(32, method=request.param)


def test_every_role(engine: CardEngine, finished_board: MakeBoard) -> None:
    """A legal card is found for declarer, dummy and both defenders, at all times of the play."""
    roles = set()
    for seed in range(12):
        finished = finished_board(seed)
        if finished.play is None:
            continue
        board = at_card(finished, 30 + seed)
        choice = chosen(engine, board, worlds=4, seed=seed)
        assert choice.card in board.legal_cards
        assert board.turn is not None
        assert board.contract is not None
        roles.add((board.turn - board.contract.declarer) % 4)
    assert roles == {0, 1, 2, 3}


def test_opening_lead(engine: CardEngine) -> None:
    """The opening lead is made from one hand, with three unseen."""
    board = begun("3NT", dealer=Seat.NORTH)
    choice = chosen(engine, board, worlds=2)
    assert choice.card in DEAL[Seat.EAST]
    assert choice.record.worlds == 2
    assert len(choice.record.cards) == 13


def test_habit_counts_at_the_opening_lead(engine: CardEngine) -> None:
    """A card that players like to lead is worth more; its value is as it was."""
    question = asked(begun("3NT", dealer=Seat.NORTH))
    limits = SearchLimits(budget=1000.0, worlds=2, votes=2)
    plain = engine.choose(question, limits)
    assert plain is not None
    cold = plain.record.cards[-1]
    assert cold.card != plain.card
    likes = evolve(question, tie_break=lambda cards: [float(c == cold.card) for c in cards])
    liked = engine.choose(evolve(likes, trust=50.0), limits)
    assert liked is not None
    warm = liked.record.cards[0]
    assert (liked.card, warm.card, warm.value) == (cold.card, cold.card, cold.value)
    assert warm.worth == pytest.approx((cold.worth or 0.0) + 50.0)


def test_same_question_same_card(engine: CardEngine, finished_board: MakeBoard) -> None:
    """With time enough a choice depends on its arguments, not on what was asked before."""
    boards = [
        at_card(finished_board(seed), 30) for seed in (1, 2, 3, 4) if finished_board(seed).play
    ]
    first = [chosen(engine, board, worlds=10, seed=7) for board in boards]
    other = CardEngine(16, method=METHODS[int(first[0].record.method == "alphamu")])
    fresh = [chosen(other, board, worlds=10, seed=7) for board in reversed(boards)]
    for one, again in zip(first, reversed(fresh), strict=True):
        assert one.card == again.card
        assert one.record.cards == again.record.cards


def test_one_legal_card_needs_no_search() -> None:
    """A singleton in the suit led is played without the solver."""
    board = begun("3NT")
    board = after(board, cards="ST S2 S4 S6 S8 S3 S5 S7 S9 SQ SK")
    assert board.decider is Seat.SOUTH
    choice = CardEngine(8, solver=Blocked()).choose(asked(board), SearchLimits())
    assert choice is not None
    assert choice.card == Card.parse("SJ")
    assert choice.record.method == "forced"
    assert choice.record.worlds == 0


def test_touching_cards_need_no_search(engine: CardEngine) -> None:
    """Cards between which nothing is left are one: the lowest is played."""
    board = begun("3NT", dealer=Seat.NORTH).apply(Played(Seat.EAST, Card.parse("S4")))
    board = board.apply(Played(Seat.SOUTH, Card.parse("S6")))
    # West holds T98 of spades: all three touch.
    choice = CardEngine(8, solver=Blocked()).choose(asked(board), SearchLimits())
    assert choice is not None
    assert choice.card == Card.parse("S8")
    # East holds K and 5 over Q32 in dummy: they do not.
    board = begun("3NT").apply(Played(Seat.WEST, Card.parse("ST")))
    board = board.apply(Played(Seat.NORTH, Card.parse("S2")))
    assert chosen(engine, board, worlds=1).record.method != "forced"


def test_target_of_either_side(engine: CardEngine) -> None:
    """Declarer wants his contract, a defender the tricks that defeat it, less those already won."""
    board = begun("2NT")
    assert chosen(engine, board, worlds=1).record.target == 6
    board = after(board, cards="ST SQ SK S6")
    assert board.turn is Seat.EAST
    assert chosen(engine, board, worlds=1).record.target == 5
    board = board.apply(Played(Seat.EAST, Card.parse("S4")))
    assert board.decider is Seat.SOUTH
    assert chosen(engine, board, worlds=1).record.target == 8


@pytest.mark.parametrize("contract", ["1NT", "4H"])
def test_all_hands_known(engine: CardEngine, contract: str) -> None:
    """When all hands are known, both sides take their double-dummy tricks of an ending."""
    board = begun(contract)
    for _ in range(32):
        assert board.turn is not None
        board = board.apply(Played(board.turn, min(board.legal_cards)))
    assert board.contract is not None
    assert board.play is not None
    held = [Hand(DEAL[seat].mask & ~board.played[seat]) for seat in Seat]
    best = max(DoubleDummy(8).cards(held, board.contract.strain, board.play.leader).values())
    is_declarer = board.play.turn.side is Seat.SOUTH.side
    tricks = board.play.won[Seat.SOUTH.side] + (best if is_declarer else 5 - best)
    while board.phase is Phase.PLAY:
        # Whoever is told all four hands plays double dummy, in one world.
        question = asked(board)
        hands = tuple(map(declared, Seat))
        told = evolve(question.evidence, statements=hands, likelihoods=())
        question = evolve(question, evidence=told)
        choice = engine.choose(question, SearchLimits(budget=1000.0))
        assert choice is not None
        assert board.turn is not None
        board = board.apply(Played(board.turn, choice.card))
    assert board.play is not None
    assert board.play.declarer_tricks == tricks


def test_record_of_a_choice(engine: CardEngine, finished_board: MakeBoard) -> None:
    """It values every legal card, best first."""
    board = at_card(next(b for b in map(finished_board, range(9)) if b.play), 24)
    choice = chosen(engine, board, worlds=5)
    values = [(one.value, one.tricks) for one in choice.record.cards]
    assert values == sorted(values, reverse=True)
    assert {one.card for one in choice.record.cards} == set(board.legal_cards)
    assert choice.record.cards[0].card == choice.card


def test_contradicted_evidence_is_reported(engine: CardEngine) -> None:
    """A statement that the facts refute is told in the record, and a card is found all the same."""
    board = begun("2NT").apply(Played(Seat.WEST, Card.parse("ST")))
    question = asked(board)
    sample = chosen(engine, board, worlds=1).record.sample
    assert sample is not None
    assert sample.relaxed == ()
    wild = Statement(Seat.EAST, HandConstraint.parse("36+ HCP"), "a lie", Reliability.OPPONENT_CALL)
    known = question.evidence
    question = evolve(question, evidence=evolve(known, statements=(*known.statements, wild)))
    choice = engine.choose(question, SearchLimits(budget=1000.0, worlds=1, votes=1, depth=2))
    assert choice is not None
    assert choice.record.sample is not None
    assert choice.record.sample.relaxed == ("a lie",)


def test_timer_stops_a_search_that_does_not_end() -> None:
    """A solver that never answers is stopped by the budget's timer; there is no card then."""
    board = begun("3NT")
    solver = Blocked()
    assert (
        CardEngine(8, solver=solver).choose(asked(board), SearchLimits(budget=0.0, most=0.0))
        is None
    )
    assert solver.stopped.is_set()


def test_stop_from_another_thread() -> None:
    """A stop ends a running search long before its budget."""
    board = begun("3NT")
    solver = Blocked()
    engine = CardEngine(8, solver=solver)

    def stop() -> None:
        solver.began.wait()
        engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    before = set(threading.enumerate())
    assert engine.choose(asked(board), SearchLimits(budget=1000.0)) is None
    thread.join()
    assert set(threading.enumerate()) <= before


def test_a_stop_holds_for_one_search(engine: CardEngine) -> None:
    """After a stop the next choice is made as usual."""
    engine.stop()
    board = begun("3NT")
    assert chosen(engine, board, worlds=1).record.worlds == 1


def test_double_dummy_tables() -> None:
    """Tables are int8[5, 4], and those of several deals are those of single calls."""
    suits = [Hand((1 << 13) - 1 << 13 * suit) for suit in range(4)]
    each = Deal((suits[0], suits[1], suits[2], suits[3]))
    table = DoubleDummy().table(each)
    assert table.shape == (5, 4)
    assert table.dtype == np.int8
    assert table[0].tolist() == [13, 0, 13, 0]
    assert table[4].tolist() == [0, 0, 0, 0]
    tables = list(solve_each(DoubleDummy.table, iter([DEAL, each]), threads=2))
    assert len(tables) == 2
    assert np.array_equal(tables[1], table)
    assert np.array_equal(tables[0], DoubleDummy().table(DEAL))


@pytest.mark.parametrize("strain", Strain)
def test_double_dummy_tricks(strain: Strain) -> None:
    """One entry of the table, for each declarer."""
    solver, table = DoubleDummy(8), DoubleDummy().table(DEAL)
    for seat in Seat:
        assert solver.tricks(DEAL, strain, seat) == table[strain, seat]


def test_the_vote_is_yielded_before_alpha_mu_answers(finished_board: MakeBoard) -> None:
    """Its choice looks no further than the trick; the last answer is that of `choose`."""
    question = asked(at_card(finished_board(3), 20))
    limits = SearchLimits(budget=1000.0, worlds=20, depth=2)
    answers: list[CardChoice | None] = []
    thinking = CardEngine(8, method="alphamu").think(question, limits)
    with suppress(StopIteration):
        while True:
            answers.append(next(thinking))
    (first,) = answers
    assert first is not None
    assert first.record.depth == 1
    last = CardEngine(8, method="alphamu").choose(question, limits)
    assert last is not None
    assert last.record.depth == 2


def test_no_budget_and_no_clock_leave_some_layouts(finished_board: MakeBoard) -> None:
    """A card is not chosen by one layout because the machine is busy; under a clock it may be."""
    question = asked(at_card(finished_board(3), 8))
    unhurried = CardEngine(8).choose(question, SearchLimits(budget=0.0))
    assert unhurried is not None
    assert unhurried.record.worlds == 8
    hurried = CardEngine(8, clock=count(0.0, 1.0).__next__).choose(
        question, SearchLimits(budget=0.0, most=1000.0)
    )
    assert hurried is not None
    assert hurried.record.worlds == 1

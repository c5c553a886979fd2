"""The sample that lives through the play."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import Question, WorldPool
from bluechip_bot.engine.pool import agrees
from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Card, Hand, Phase, Seat
from support.settings import FLOOR, INFERENCE

MakeBoard = Callable[[int], Board]

ENDING = """{"contract": "3NT", "declarer": "S",
  "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
  "cards_played": ["SK", "S5", "S4", "S2", "SQ", "S6", "S9", "S7", "SJ", "S8", "HT", "SA",
    "CJ", "C2", "C9", "C5", "C3", "D2", "CT", "CA", "HJ", "HA", "H6", "H2"]}"""
OPENING = ENDING.split(', "S2"', maxsplit=1)[0] + "]}"
MIDDLE = ENDING.split('"CJ"', maxsplit=1)[0].rstrip(", \n") + "]}"


class Says:
    """A likelihood of one seat's hand, given by a function of masks."""

    name = rule = "made up"

    def __init__(self, seat: Seat, log: Callable[[int], float]) -> None:
        self.seat = seat
        self._log = log

    def log(self, dealt: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
        """The function of each hand."""
        return np.array([self._log(mask) for mask in dealt.tolist()])


def asked(board: Board, *likelihoods: Says, seed: int = 1) -> Question:
    """What the one to decide is asked, who knows the hard facts and some likelihoods."""
    seat = board.decider
    assert seat is not None
    return Question(board, seat, Evidence(HardFacts.of(board, seat), (), likelihoods), seed=seed)


def playing(finished_board: MakeBoard, count: int) -> list[Board]:
    """Boards that came to a play, all hands known."""
    boards = map(finished_board, range(1000))
    return list(islice((board for board in boards if board.play is not None), count))


def test_the_truth_is_never_lost(finished_board: MakeBoard) -> None:
    """At every card of every player the actual layout agrees with the facts."""
    for board in playing(finished_board, 2):
        truth = np.array([[hand.mask for hand in board.hands if hand is not None]], np.uint64)
        for at in range(52):
            now = board.until(at)
            assert now.decider is not None
            assert agrees(truth, HardFacts.of(now, now.decider)).all()


def test_complete_late_in_the_play() -> None:
    """Few layouts are all taken, each once, weighed in exact proportion to its likelihood."""
    problem = parse_problem(ENDING)
    heart = Card.parse("H9").mask
    says = Says(Seat.WEST, lambda mask: np.log(3.0) if mask & heart else 0.0)
    pool = WorldPool().pool(asked(problem.board, says), 40)
    facts = HardFacts.of(problem.board, problem.observer)
    cards = list(Hand(facts.hidden))
    possible = {
        sum(card.mask for card in chosen)
        for chosen in combinations(cards, facts.vacant[Seat.WEST])
        if not any(facts.void[Seat.WEST] >> card.suit & 1 for card in chosen)
        and not any(facts.void[Seat.EAST] >> card.suit & 1 for card in cards if card not in chosen)
    }
    west = (pool.dealt[:, Seat.WEST] & ~np.uint64(facts.played[Seat.WEST])).tolist()
    assert pool.complete
    assert sorted(west) == sorted(possible)
    expected = np.array([3.0 if mask & heart else 1.0 for mask in west])
    assert np.allclose(pool.weights, expected / expected.mean())


def test_worlds_count_what_they_weigh() -> None:
    """The worlds chosen stand for the weights of the pool, and hold only the cards left."""
    problem = parse_problem(ENDING)
    whole = WorldPool().worlds(asked(problem.board), 10_000)
    assert whole.summary.complete
    assert whole.counts.min() == whole.counts.max()
    assert np.all(np.bitwise_count(whole.hands).sum(axis=1) == 52 - 24)
    few = WorldPool().worlds(asked(problem.board), 20)
    assert int(few.counts.sum()) == 20
    assert len(few.hands) <= 20


def test_kept_likelihoods_change_nothing(finished_board: MakeBoard) -> None:
    """What cards said of kept layouts is remembered, and remembered right."""
    (board,) = playing(finished_board, 1)
    assert board.play is not None
    seat = board.play.contract.leader
    pool = WorldPool(64)
    for at in range(14):
        now = board.until(at)
        if now.decider is not seat:
            continue
        question = Question(now, seat, evidence(now, seat, INFERENCE, FLOOR), seed=5)
        ours, fresh = pool.pool(question, 8), WorldPool(64).pool(question, 8)
        assert np.array_equal(ours.dealt, fresh.dealt)
        assert np.array_equal(ours.weights, fresh.weights)


def test_kept_worlds_change_nothing(finished_board: MakeBoard) -> None:
    """Who has kept the pool from card to card has the worlds of one who joins now."""
    (board,) = playing(finished_board, 1)
    assert board.play is not None
    seat = board.play.contract.declarer
    pool, kept = WorldPool(64), 0
    for at in range(1, 20):
        now = board.until(at)
        if now.decider is not seat:
            continue
        ours = pool.worlds(asked(now, seed=5), 8)
        fresh = WorldPool(64).worlds(asked(now, seed=5), 8)
        assert np.array_equal(ours.hands, fresh.hands)
        assert np.array_equal(ours.counts, fresh.counts)
        assert ours.summary == fresh.summary
        kept += ours.summary.kept
    assert kept > 0, "layouts survive from card to card"


def test_refilled_pool_is_uniform() -> None:
    """After filtering and filling up, every layout is as likely as any other."""
    board = parse_problem(MIDDLE).board
    seat = Seat.SOUTH
    queen = np.uint64(Card.parse("DQ").mask)
    inside = total = kept = 0
    for seed in range(40):
        pool = WorldPool(256)
        early = pool.pool(asked(board.until(3), seed=seed), 8)
        found = pool.pool(asked(board, seed=seed), 8)
        inside += int(np.count_nonzero(found.dealt[:, Seat.WEST] & queen))
        total += len(found.dealt)
        kept += int(agrees(early.dealt, HardFacts.of(board, seat)).sum())
    # East has shown out of spades, so that West's last two are known; 8 of 18 cards are his.
    share = 8 / 18
    error = np.sqrt(share * (1 - share) / total)
    assert 0 < kept < total / 2, "some layouts fell and were replaced"
    assert abs(inside / total - share) < 4 * error


def test_thin_weights_are_answered_by_more_layouts() -> None:
    """When likelihoods leave little of a pool, it grows for the decision."""
    problem = parse_problem(OPENING)
    ace = Card.parse("CA").mask | Card.parse("DQ").mask | Card.parse("HJ").mask
    says = Says(Seat.WEST, lambda mask: 0.0 if mask & ace == ace else -15.0)
    plain = WorldPool(128).worlds(asked(problem.board), 30)
    thin = WorldPool(128).worlds(asked(problem.board, says), 30)
    assert plain.summary.pool == 128
    assert 256 < thin.summary.pool <= 1024
    assert thin.summary.effective > 30


SCRIPT = """
from bluechip_bot.engine import Question, WorldPool
from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.config import load_config
from bluechip_bot.inference import InferenceSettings, evidence
problem = parse_problem({text!r})
inference = load_config(InferenceSettings)
known = evidence(problem.board, problem.observer, inference)
found = WorldPool().worlds(Question(problem.board, problem.observer, known, seed=11), 30)
print(found.hands.tolist(), found.counts.tolist())
"""


def test_every_process_has_the_same_worlds() -> None:
    """The same position and seed give the same worlds in another process, another seed others."""
    script = SCRIPT.format(text=OPENING)
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    problem = parse_problem(OPENING)
    known = evidence(problem.board, problem.observer, INFERENCE, FLOOR)
    here = [
        WorldPool().worlds(Question(problem.board, problem.observer, known, seed=seed), 30)
        for seed in (11, 12)
    ]
    assert run.stdout.strip() == f"{here[0].hands.tolist()} {here[0].counts.tolist()}"
    assert not np.array_equal(here[0].hands, here[1].hands)


def test_every_seat_at_any_time(finished_board: MakeBoard) -> None:
    """Whoever decides has worlds with all cards, which agree with what he sees."""
    for at, board in zip([0, 1, 13, 37, 51], playing(finished_board, 5), strict=True):
        now = board.until(at)
        seat = now.decider
        assert seat is not None
        assert now.phase is Phase.PLAY
        known = evidence(now, seat, INFERENCE, FLOOR)
        found = WorldPool(64).worlds(Question(now, seat, known, seed=1), 10)
        hand = now.remaining(seat)
        assert hand is not None
        assert len(found.hands) > 0
        assert set(found.hands[:, seat].tolist()) == {hand.mask}
        dealt = found.hands | np.array(now.played, dtype=np.uint64)
        assert agrees(dealt, HardFacts.of(now, seat)).all()
        assert np.all(np.bitwise_or.reduce(dealt, axis=1) == np.uint64(2**52 - 1))

"""The paired duel."""

from collections.abc import Iterable
from itertools import count

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.duel.contender import Contender, double_dummy
from bluechip_bot.lab.duel.duel import Duel, DuelOutcome, DuelPlan, DuelRole, card_experiment
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelPlanError
from bluechip_bot.lab.duel.source import lead_by_rule
from bluechip_bot.lab.workers import ProcessWorkers
from bluechip_bot.model import imps
from support.boards import after

PIMC = Contender.of("pimc", worlds=2)
FEWER = Contender.of("pimc", worlds=1)
DEEP = Contender.of("alphamu", worlds=2, depth=2)
SEES_ALL = Contender.of("dd")
PLAN = DuelPlan("declarer", "3NT", 5, PIMC, FEWER, PIMC, sieve=None)


def _plain(outcome: DuelOutcome) -> DuelOutcome:
    """Return the outcome without the times."""
    sides = [evolve(side, seconds=0.0, slowest=0.0) for side in (outcome.a, outcome.b)]
    return evolve(outcome, a=sides[0], b=sides[1])


def _played(plan: DuelPlan, numbers: Iterable[int], memory_mb: int = 8) -> list[DuelOutcome]:
    duel = Duel(plan, memory_mb=memory_mb)
    return [_plain(duel.play(number)) for number in numbers]


@pytest.mark.parametrize(
    ("role", "contender"),
    [("declarer", DEEP), ("defender", PIMC), ("defender", SEES_ALL)],
    ids=["alphamu", "pimc", "dd"],
)
def test_identical_engines_never_differ(role: DuelRole, contender: Contender) -> None:
    """A against itself is the same play, card by card."""
    plan = evolve(PLAN, role=role, a=contender, b=contender)
    for outcome in _played(plan, [2]):
        assert outcome.parted is None
        assert outcome.a == outcome.b


def test_repeated_deals_are_the_same() -> None:
    """The rows depend on the plan alone: not on deals played before, nor on memory."""
    plan = evolve(PLAN, a=DEEP, opponents=FEWER)
    first = _played(plan, range(1, 3))
    assert _played(plan, range(2, 0, -1), memory_mb=16) == first[::-1]
    assert len({outcome.a.play for outcome in first}) == 2


@pytest.mark.parametrize("role", ["declarer", "defender"])
def test_two_who_play_otherwise(role: DuelRole) -> None:
    """The side that is compared plays the first card that differs, and wins IMPs by its tricks."""

    def points(tricks: int) -> int:
        """The points of 3NT, nobody vulnerable."""
        made = tricks if role == "declarer" else 13 - tricks
        declarer = 400 + 30 * (made - 9) if made >= 9 else -50 * (9 - made)
        return declarer if role == "declarer" else -declarer

    plan = evolve(PLAN, role=role)
    found = _played(plan, range(1, 3))
    assert any(outcome.imps for outcome in found)
    for outcome in found:
        assert outcome.imps == imps(points(outcome.a.tricks) - points(outcome.b.tricks))
        if outcome.parted is not None:
            board = CONDITIONS[plan.contract].begin(1, outcome.deal)
            board = after(board, cards=" ".join(map(str, outcome.a.play[: outcome.parted - 1])))
            assert board.turn is not None
            assert board.turn.side == (0 if role == "declarer" else 1)
    assert any(outcome.parted for outcome in found)


def test_double_dummy_against_double_dummy() -> None:
    """The defence that sees all cards holds a declarer who does to the double-dummy tricks."""
    plan = evolve(PLAN, a=SEES_ALL, b=FEWER, opponents=SEES_ALL)
    solver = DoubleDummy(8)
    found = _played(plan, range(1, 4))
    assert min(len(outcome.a.play) for outcome in found) < 52  # play ends when it is decided
    for outcome in found:
        conditions = CONDITIONS[plan.contract]
        board = lead_by_rule(conditions.begin(1, outcome.deal), conditions.lead)
        assert board.play is not None
        best = max(double_dummy(board, solver).values())
        assert outcome.a.tricks == best
        assert outcome.a.won == (best >= 9)
        assert outcome.b.tricks <= best
        assert outcome.a.play[:1] == board.play.cards


@pytest.mark.slow
def test_processes_give_the_same_rows() -> None:
    """Rows come in order, and are those of one process; the iterator may be closed early."""
    duel = card_experiment(PLAN, "", 8)
    alone = [_plain(one) for one in duel.rows(range(1, 3), ProcessWorkers())]
    several = duel.rows(range(1, 50), ProcessWorkers(2))
    found = [_plain(next(several)) for _ in range(2)]
    several.close()
    assert found == alone


def test_inference_is_used_when_asked_for() -> None:
    """With the bot's inference from the cards other cards are played."""
    plan = evolve(PLAN, a=evolve(PIMC, worlds=6, reads=True), b=evolve(PIMC, worlds=6))
    assert any(one.parted for one in _played(plan, [1]))


def test_limits() -> None:
    """Who could search for ever needs a budget; with one, cards are found."""
    with pytest.raises(DuelPlanError, match="alphamu without a limit"):
        Contender.of("alphamu", worlds=20, depth=None)
    with pytest.raises(DuelPlanError, match="pimc without a limit"):
        Contender.of("pimc", worlds=None)
    assert Contender.of("pimc", worlds=20, depth=None) == Contender.of("pimc", worlds=20, depth=3)
    hasty = Contender.of("alphamu", worlds=None, depth=None, budget=0.002)
    (outcome,) = _played(evolve(PLAN, a=hasty), [1])
    assert outcome.a.cards > 0
    assert str(hasty) == "alphamu, any worlds, any depth, win, 0.002 s"


def test_time_is_that_of_the_clock() -> None:
    """The time of a contender is what passes while it chooses, where it has a choice."""
    ticks = map(float, count())
    plan = evolve(PLAN, a=SEES_ALL, b=SEES_ALL)
    duel = Duel(plan, memory_mb=8, clock=lambda: next(ticks))
    outcome = duel.play(1)
    assert outcome.a.seconds == outcome.a.cards
    assert outcome.a.slowest == 1.0
    assert outcome.b.seconds == outcome.b.cards

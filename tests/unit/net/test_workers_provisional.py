"""What the seat plays when a player has said something but not all, and how long it waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.model import PASS, Call, Card, Decision
from bluechip_bot.player.wire import Failed, Provisional, Reply, Stop, Think

if TYPE_CHECKING:
    from unit.net.conftest import FakeChild, Stage

BOOK = Decision(1, Call.parse("2C"), reason="the book", thoughts=("the book",))
BETTER = Decision(1, Call.parse("2D"), reason="by simulation")


def late(stage: Stage, _: FakeChild) -> str:
    """Let the time of a request under a clock pass."""
    stage.clock.advance(3.0)
    return "killed at the hard deadline"


def fails(_: Stage, child: FakeChild) -> str:
    """Have the player raise an exception."""
    child.says(Failed(1, "ValueError: no", "Traceback"))
    return "ValueError: no"


def closes(stage: Stage, _: FakeChild) -> str:
    """End the seat."""
    stage.workers.close()
    return "the workers are closed"


def answers_illegally(_: Stage, child: FakeChild) -> str:
    """Have the final answer be a card in the auction."""
    child.says(Reply(Decision(1, Card.parse("SA"))))
    return "illegal answer SA: Card(SA) in the phase auction"


@pytest.mark.parametrize("end", [late, fails, closes, answers_illegally])
def test_the_last_answer_counts(make_stage: type[Stage], end: object) -> None:
    """Whatever keeps the final answer away, the last provisional one is played, and says why."""
    assert callable(end)
    stage, first, _, got = make_stage.asked(most=2.0)
    first.says(Provisional(BOOK))
    first.says(Provisional(BETTER))
    assert got == []
    reason = end(stage, first)
    (decision,) = got
    assert (decision.action, decision.fallback) == (BETTER.action, False)
    assert decision.reason == BETTER.reason
    assert decision.thoughts == (f"cut short: {reason}",)
    counts = stage.workers.counts
    assert (counts.decisions, counts.cut_short, counts.fallbacks) == (1, 1, 0)


def test_an_answer_outlives_its_child(make_stage: type[Stage]) -> None:
    """The successor may find a better one; if it dies, too, the first child's counts."""
    stage, first, standby, got = make_stage.asked()
    first.says(Provisional(BOOK))
    first.dies()
    assert standby.sent == [Think(stage.request(1))]
    standby.dies("child died (signal 11)")
    (decision,) = got
    assert decision.action == BOOK.action
    assert decision.thoughts[-1] == "cut short: child died (signal 11)"


def test_the_final_answer_replaces_all_others(make_stage: type[Stage]) -> None:
    """It is passed on as it is, and the time that it took is counted."""
    stage, first, _, got = make_stage.asked()
    first.says(Provisional(BOOK))
    first.says(Reply(BETTER, seconds=1.5, processor=0.25))
    assert got == [BETTER]
    assert stage.workers.counts == DecisionCounts(decisions=1, seconds=1.5, processor=0.25)
    assert not stage.clock.getDelayedCalls()


def test_a_rule_that_is_played_counts_as_one(make_stage: type[Stage]) -> None:
    """A provisional card by rule is no search, but neither is it the seat's last resort."""
    stage = make_stage()
    first, _ = stage.ready()
    stage.decide(most=2.0)
    first.says(Provisional(Decision(1, PASS, fallback=True)))
    stage.clock.advance(3.0)
    counts = stage.workers.counts
    assert (counts.fallbacks, counts.last_resort, counts.cut_short) == (1, 0, 1)


@pytest.mark.parametrize(
    "wrong", [Decision(1, Card.parse("SA")), Decision(1, Call.parse("XX")), Decision(7, PASS)]
)
def test_an_illegal_provisional_answer_is_dropped(make_stage: type[Stage], wrong: Decision) -> None:
    """The log names it; an earlier legal one stands."""
    stage, first, _, got = make_stage.asked(most=2.0)
    first.says(Provisional(BOOK))
    first.says(Provisional(wrong))
    stage.clock.advance(3.0)
    assert [decision.action for decision in got] == [BOOK.action]
    assert any("illegal provisional answer" in line for line in stage.logged)


def test_provisional_answers_to_an_abandoned_request_are_dropped(make_stage: type[Stage]) -> None:
    """Nothing comes of them."""
    stage, first, _, got = make_stage.asked()
    stage.workers.abandon(1)
    first.says(Provisional(BOOK))
    first.says(Reply(BETTER))
    assert got == []
    assert stage.workers.counts.decisions == 0


def test_without_a_clock_nobody_hurries(make_stage: type[Stage]) -> None:
    """The budget runs from the first sign of work; the patience comes on top, twice."""
    stage = make_stage(patience=5.0, start_timeout=1.0)
    first, _ = stage.ready()
    got = stage.decide(budget=2.0)
    stage.clock.advance(6.5)
    first.says(Provisional(BOOK))
    stage.clock.advance(6.9)
    assert first.sent == [Think(stage.request(1))]
    stage.clock.advance(0.2)
    assert first.sent[1:] == [Stop(1)]
    stage.clock.advance(4.8)
    assert got == []
    assert not first.killed
    stage.clock.advance(0.2)
    assert first.killed
    assert [decision.action for decision in got] == [BOOK.action]


def test_a_child_that_has_never_answered_may_be_loading(make_stage: type[Stage]) -> None:
    """Without a clock its first request may take as long as a start; later ones may not."""
    stage = make_stage(patience=5.0, start_timeout=30.0)
    first, standby = stage.ready()
    got = stage.decide(1, budget=2.0)
    stage.clock.advance(36.0)
    assert got == []
    first.says(Reply(BOOK))
    assert got == [BOOK]
    stage.decide(2, budget=2.0)
    stage.clock.advance(12.1)
    assert first.killed
    assert not standby.killed


def test_a_clock_does_not_wait_for_a_first_answer(make_stage: type[Stage]) -> None:
    """The time of a pair is worth more than a child."""
    stage = make_stage(grace=0.5, start_timeout=30.0)
    first, _ = stage.ready()
    stage.decide(most=2.0)
    stage.clock.advance(2.6)
    assert first.killed

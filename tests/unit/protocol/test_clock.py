"""Sessions under a clock: four seats and a manager in memory, with a time of their own."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.model import PASS, Board, Call, Decision, DecisionRequest, Seat, Side, four
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.effects import (
    AskPlayer,
    BoardFinished,
    DecisionSpent,
    LogGrade,
    LogLine,
    SendLine,
    SendTo,
    SessionFinished,
)
from bluechip_bot.protocol.messages import Timing
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.protocol.seat.clock import ONLY_CARD, ClockOptions, SeatClock
from bluechip_bot.protocol.seat.session import SeatOptions, SeatSession
from bluechip_bot.protocol.writer import format_message
from support.boards import random_answer, random_boards
from support.happenings import happenings


class TimedTable(MemoryTable):
    """A table at which lines travel and players think for as long as they are said to.

    Args:
        travel: the seconds of a line on its way.
        overhead: what each decision takes beside the thought.
        spend: the part of its hard maximum that a decision takes, 0..1.
        rounding: makes whole seconds of the manager's times.
    """

    def __init__(
        self,
        boards: Sequence[Board],
        clock: ClockOptions,
        travel: float,
        overhead: float,
        spend: float = 1.0,
        rounding: Callable[[float], int] = round,
    ) -> None:
        plan = DIALECTS["bluechip-bot"], False, None, 0.0, 0.0, clock
        super().__init__(
            boards, random_answer, seats=[SeatOptions("AB"[seat % 2], seat, *plan) for seat in Seat]
        )
        self.travel, self.overhead, self.spend, self.rounding = travel, overhead, spend, rounding
        self.results: list[BoardFinished] = []
        self.spent: list[DecisionSpent] = []
        self.warnings: list[str] = []
        self.events: list[tuple[float, int, partial[None]]] = []
        self.order = itertools.count()
        self.connect()
        while self.events:
            self.now, _, event = heapq.heappop(self.events)
            event()

    def after(self, seconds: float, event: Callable[..., None], *arguments: object) -> None:
        """Let something happen later."""
        entry = self.now + seconds, next(self.order), partial(event, *arguments)
        heapq.heappush(self.events, entry)

    def _do_seat(self, peer: int, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case SendLine(line):
                    self.after(self.travel, self.to_table, peer, line)
                case AskPlayer(request):
                    assert request.limit == (request.most or 0.0)
                    self.after(
                        self.spend * request.limit + self.overhead, self.answer, peer, request
                    )
                case DecisionSpent():
                    self.spent.append(effect)
                case LogLine(LogGrade.WARNING | LogGrade.ERROR, text):
                    if "gets the fallback" not in text:  # to play without thought is no fault here
                        self.warnings.append(text)

    def answer(self, peer: int, request: DecisionRequest) -> None:
        self._do_seat(peer, self.seats[peer].decided(random_answer(request), self.now))

    def to_seat(self, peer: int, line: str) -> None:
        self._do_seat(peer, self.seats[peer].receive(line, self.now))

    def to_table(self, peer: int, line: str) -> None:
        for effect in self.table.receive(peer, line, self.now):
            match effect:
                case SendTo(to, text):
                    text = self.timing() if text.startswith("Timing") else text
                    self.after(self.travel, self.to_seat, to, text)
                case BoardFinished():
                    self.results.append(effect)
                case SessionFinished():
                    assert effect.complete

    def timing(self) -> str:
        """The line of a manager that rounds in its own way."""
        ns, ew = zip(*(one.seconds for one in self.results), strict=True)
        times = four(map(self.rounding, (ns[-1], sum(ns), ew[-1], sum(ew))))
        return format_message(Timing(times), DIALECTS["bluechip-bot"])

    @property
    def longest(self) -> float:
        """The most seconds that a pair has used on a board."""
        return max(max(one.seconds) for one in self.results)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("count", [5, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("limit", [2.0, 10.0, 60.0])
def test_no_board_is_over(limit: float, count: int) -> None:
    """No pair is over its time, though players take all that they may and a little more."""
    chance = random.Random(int(limit))
    clock = ClockOptions(limit, grace=min(0.5, limit / 20))
    longest = 0.0
    for _ in range(count // 5):
        table = TimedTable(random_boards(5, chance), clock, travel=0.002, overhead=0.008)
        assert len(table.results) == 5
        longest = max(longest, table.longest)
        assert not table.warnings
    assert longest <= limit
    # Time is not saved for nothing either.
    assert longest > 0.6 * limit


def test_slow_lines_are_reckoned_with() -> None:
    """Latency that only the manager sees is known from its answers: no board is over."""
    boards = random_boards(5, random.Random(5))
    table = TimedTable(boards, ClockOptions(60.0), travel=0.06, overhead=0.0)
    assert len(table.results) == 5
    assert table.longest <= 60.0
    for session in table.seats:
        assert 0.02 < session._clock.overhead < 0.2


RESERVED = 33 * 0.02
"""The seconds that are kept for the latency of a board's calls and cards, as it is set."""
ROUNDINGS = st.sampled_from([round, math.floor, math.ceil])


@settings(max_examples=3, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    limit=st.floats(2, 60),
    spend=st.floats(0, 1),
    travel=st.floats(0, 0.01),
    rounding=ROUNDINGS,
)
def test_no_pair_starves_itself(
    seed: int, limit: float, spend: float, travel: float, rounding: Callable[[float], int]
) -> None:
    """However managers round: who has most of his time left thinks, and nobody is over it."""
    clock = ClockOptions(limit, grace=min(0.5, limit / 20))
    boards = random_boards(2, random.Random(seed))
    table = TimedTable(boards, clock, travel=travel, overhead=0.005, spend=spend, rounding=rounding)
    assert len(table.results) == 2
    assert not table.warnings
    assert table.longest <= limit
    used = {(one.board.number, side): 0.0 for one in table.results for side in Side}
    for spent in table.spent:
        place = spent.board, spent.seat.side
        used[place] += spent.seconds
        rest = limit - used[place]
        assert (spent.left or 0.0) > 0
        assert rest < limit / 2 + RESERVED or spent.allotted.at_once in {"", ONLY_CARD}


def test_every_decision_is_accounted_for() -> None:
    """Each call and card is told with what it took, and forced cards took nothing."""
    boards = random_boards(2, random.Random(6))
    table = TimedTable(boards, ClockOptions(10.0), travel=0.0, overhead=0.01)
    assert len(table.spent) == sum(len(list(happenings(one.board))) for one in table.results)
    for spent in table.spent:
        most = spent.allotted.most or 0.0
        assert spent.seconds == pytest.approx(0.0 if spent.allotted.at_once else most + 0.01)
        assert (spent.left or 0.0) > 0
    for board, result in enumerate(table.results, 1):
        mine = [s.seconds for s in table.spent if s.board == board and s.seat.side is Side.NS]
        assert sum(mine) == pytest.approx(result.seconds[Side.NS], abs=1e-6)
    forced = [spent for spent in table.spent if spent.allotted.at_once == ONLY_CARD]
    assert len(forced) >= sum(4 for one in table.results if one.board.play)


HAND = "North's cards : S A K 7. H A 4 2. D T 7 6. C K Q 8 6."


def seated(clock: SeatClock, profile: str = "standard") -> SeatSession:
    """North, at a table."""
    session = SeatSession(SeatOptions("A", Seat.NORTH, DIALECTS[profile]), clock)
    session.connected()
    for line in ('North ("A") seated', 'Teams : N/S : "A" E/W : "B"'):
        session.receive(line, 0.0)
    return session


def begin(session: SeatSession, now: float) -> DecisionRequest:
    """The first question of board 7, dealt now."""
    header = "Board number 7. Dealer North. Neither vulnerable."
    for line in ("Start of board", header, HAND):
        session.receive(line, now)
    assert session.asked is not None
    return session.asked


@pytest.mark.parametrize(("profile", "used"), [("standard", 31.0), ("bluechip-bot", 0.0)])
def test_a_reconnected_seat_goes_on_with_its_clock(profile: str, used: float) -> None:
    """Own calls, partner's, and the thought broken off by the loss have been used, or forgotten."""
    clock = SeatClock(ClockOptions(60.0))
    session = seated(clock, profile)
    request = begin(session, 10.0)
    session.decided(Decision(request.id, PASS), 15.0)
    for line, now in (("East passes", 25.0), ("South passes", 45.0), ("West bids 1S", 50.0)):
        session.receive(line, now)
    session.lost(56.0)
    again = seated(clock, profile)
    begin(again, 100.0)
    assert clock.left(100.0) == pytest.approx(60.0 - used)


def test_start_of_board_in_mid_board_keeps_the_time() -> None:
    """The board begins again on what is left of its time; opponents' time is not ours."""
    clock = SeatClock(ClockOptions(60.0))
    session = seated(clock)
    session.decided(Decision(begin(session, 0.0).id, PASS), 5.0)
    for now, left in ((30.0, 55.0), (40.0, 45.0)):
        begin(session, now)
        assert clock.left(now) == pytest.approx(left)


def test_an_illegal_answer_stops_no_clock() -> None:
    """It changes nothing; the time until the legal one counts."""
    clock = SeatClock(ClockOptions(60.0))
    session = seated(clock)
    request = begin(session, 0.0)
    with pytest.raises(ValueError, match="illegal decision"):
        session.decided(Decision(request.id, Call.parse("X")), 4.0)
    effects = session.decided(Decision(request.id, PASS), 5.0)
    (spent,) = (effect for effect in effects if isinstance(effect, DecisionSpent))
    assert spent.seconds == pytest.approx(5.0)
    assert spent.left == pytest.approx(55.0)
    assert (spent.board, spent.seat, spent.action) == (7, Seat.NORTH, "P")
    assert '"seconds": 5.0' in spent.to_json()

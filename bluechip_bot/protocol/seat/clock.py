"""A seat's clock: what its pair has used of its time, and what a decision may take of the rest.

Times are seconds of any clock that never goes back; this one has none of its own. The rules of
this file:

* Time is counted as a manager counts it, from one call or card to the next, for the side that
  acts. Both players of a pair count the same, so that each sees what the other has used.
* What the manager says in `Timing` wins over our own count, unless it cannot be.
* A decision never gets so much that there is not enough left to play the rest by rule, or that a
  little search of each card is lost. The margin alone pays for a player who is ended by force.
"""

from __future__ import annotations

from math import inf
from typing import Final

from attrs import frozen

from bluechip_bot.model import Board, Phase, Seat, Side
from bluechip_bot.protocol.messages import Timing
from bluechip_bot.protocol.seat.need import need

_SHARE: Final = 0.25
"""What one decision may take, at most, of what can be used on the board."""
_STRETCH: Final = 2.0
"""A close decision may take its budget so often."""
_MATCH_SHARE: Final = 1 / 6
"""What one board may take, at most, of what is left for the match: how many follow is unknown."""
_MARGIN_SHARE: Final = 0.1
"""The margin is not more than this share of a board's limit."""
_LEAST_CARD: Final = 0.05
"""Less than this many seconds are of no use to the search of a card."""
_KEPT: Final = 0.06
"""Seconds that are kept back for each later card, so that there is such a search for it."""
_KEPT_SHARE: Final = 0.01
"""They are not more than this share of a board's limit."""
_LEAST_CALL: Final = 0.02
_MOST_CALL: Final = 1.0
"""A call cannot be stopped half-way, and to pass instead is dear: so many seconds are allowed."""
_CALL_SHARE: Final = 0.5
"""They are not more than this share of what can be used."""
ONLY_CARD: Final = "the only legal card"


@frozen
class ClockOptions:
    """How much time there is, in seconds.

    Attributes:
        board: for the pair on a board.
        match: for the pair in the session; 0 is without a limit.
        margin: kept back on each board, at most a tenth of it.
        latency: what each call and card is expected to cost beside the thinking.
        grace: from the end of a decision's time to the answer by rule.
    """

    board: float
    match: float = 0.0
    margin: float = 1.0
    latency: float = 0.02
    grace: float = 0.5


@frozen
class Allotment:
    """What a decision may take, in seconds.

    Attributes:
        budget: when it should be there.
        most: when it must be there, if it is worth more time; None where the budget is all.
        at_once: why there is no time or no need to think; empty when the player is to be asked.
        left: for the pair on this board; None without a clock.
    """

    budget: float
    most: float | None = None
    at_once: str = ""
    left: float | None = None


class SeatClock:
    """The time of a seat's pair, over all connections of a session.

    Attributes:
        over: the boards on which the pair used more than it had, by our count.
    """

    def __init__(self, options: ClockOptions | None = None) -> None:
        """Begin with nothing used; without options nothing is limited."""
        self.over = 0
        self._options = options
        self._side: Side | None = None
        self._number: int | None = None
        self._is_played = True
        self._limit = inf
        self._used = 0.0
        self._actions = 0
        self._since = 0.0
        self._began = 0.0
        self._match_used = 0.0
        self._timing = _TimingHistory()

    def __str__(self) -> str:
        return f"{self.used:.1f} s of {self._limit:g} s"

    # The board

    def begin_board(self, number: int, side: Side, now: float, *, forgets: bool = False) -> None:
        """The auction of a board begins, perhaps not for the first time.

        Args:
            number: the board's.
            side: ours.
            now: the time.
            forgets: whether the manager forgets what a board broken off has used.
        """
        again = not self._is_played and number == self._number
        if not self._is_played and not forgets and not again:
            self._match_used += self._used
        if not again or forgets:
            self._used = 0.0
            self._actions = 0
        if not again:
            self._began = now
        self._timing.is_disturbed = not self._is_played
        self._number, self._side, self._is_played = number, side, False
        self._since = now
        self._limit = self._new_limit()

    def acted(self, side: Side, now: float, *, own: bool = False) -> None:
        """A player of the side called or played a card; with `own` it was this seat's decision."""
        self._count(side, now)
        # Others' actions are seen when their lines come: the way of the lines is in the count.
        self._actions += own

    def broken_off(self, side: Side | None, now: float) -> None:
        """The board is broken off while the side (None: nobody) was to act."""
        if side is not None and not self._is_played:
            self._count(side, now)

    def end_board(self) -> bool:
        """The board is over: whether the pair has used more than it had, on it or in the match."""
        self._is_played = True
        self._match_used += self._used
        options = self._options
        is_over = options is not None and (
            self._used > options.board or self._match_used > (options.match or inf)
        )
        self.over += is_over
        return is_over

    def _count(self, side: Side, now: float) -> None:
        if side is self._side:
            self._used += max(0.0, now - self._since)
        self._since = now

    # What the manager says

    def answered(self, seconds: float) -> None:
        """The manager has answered our first line after so long: lines may be slow."""
        self._timing.expect(seconds)

    def corrected(self, timing: Timing, now: float) -> str:
        """What is made of the manager's `Timing` of the board just played, in words."""
        if self._side is None or not self._is_played:
            return "no board has been played"
        if timing.times is None:
            return "it cannot be read"
        ns, ew = timing.times[:2], timing.times[2:]
        ours, theirs = (ns, ew) if self._side is Side.NS else (ew, ns)
        return self._take(ours, theirs, now)

    def _take(self, ours: tuple[int, int], theirs: tuple[int, int], now: float) -> str:
        history = self._timing
        elapsed = now - self._began
        doubt = history.doubt(ours, theirs, self._used, elapsed)
        if doubt:
            return f"not believed: {doubt}"
        self._match_used = float(ours[1])
        history.learn(ours[0] - self._used, self._actions)
        return f"the pair has used {ours[0]} s, {self._used:.1f} s by our count"

    # What is left

    @property
    def overhead(self) -> float:
        """Seconds that the manager counts for each of our decisions beyond our own count."""
        return self._timing.overhead

    @property
    def used(self) -> float:
        """The seconds used on this board, as the manager is likely to count them."""
        return self._used + self.overhead * self._actions

    def left(self, now: float) -> float:
        """The seconds left for the pair on this board; it is to act. Negative when it is over."""
        return self._limit - self.used - max(0.0, now - self._since)

    def allot(self, board: Board, seat: Seat, now: float, cap: float) -> Allotment:
        """What the decision may take that the seat is to make now.

        Args:
            board: as the seat sees it.
            seat: who decides: declarer for dummy's cards.
            now: the time.
            cap: the most that a decision may take; without a clock, its budget.
        """
        options = self._options
        left = None if options is None else self.left(now)
        calling = board.phase is Phase.AUCTION
        if not calling and len(board.legal_cards) == 1:
            return Allotment(0.0, 0.0, ONLY_CARD, left)
        if options is None or left is None:
            return Allotment(cap)
        wanted = need(board, seat)
        each = options.latency + self.overhead
        usable = left - self._margin - each * (1 + wanted.actions)
        usable += min(0.0, self._margin - options.grace)
        kept = min(usable, min(_KEPT, _KEPT_SHARE * self._limit) * wanted.actions)
        least = _LEAST_CALL if calling else _LEAST_CARD
        room = _CALL_SHARE * usable if calling else min(_SHARE * usable, usable - kept)
        room = min(max(room, least), usable, cap or inf)
        if room < min(least, cap or inf):
            return Allotment(0.0, 0.0, f"{left:.2f} s left for the pair", left)
        share = (usable - kept) * wanted.now / (wanted.now + wanted.later)
        budget = min(max(share, least), room)
        most = min(max(_STRETCH * budget, _MOST_CALL if calling else 0.0), room)
        return Allotment(budget, most, "", left)

    @property
    def _margin(self) -> float:
        return min(self._options.margin if self._options else 0.0, _MARGIN_SHARE * self._limit)

    def _new_limit(self) -> float:
        if self._options is None:
            return inf
        limit = self._options.board
        if self._options.match:
            rest = self._options.match - self._match_used
            limit = min(limit, max(0.0, _MATCH_SHARE * rest))
        return limit


_ROUNDING: Final = 3
"""Seconds by which times may differ that are rounded, or counted from another line on."""
_TRUST: Final = 0.5
"""A manager that counts less than this share of what we have counted does not count."""
_FADING: Final = 0.8
"""What the differences of earlier boards weigh, from one board to the next."""
_MOST_OVERHEAD: Final = 2.0
"""Seconds for each action; whoever needs more needs another clock."""
_MOST_ROUND_TRIP: Final = 0.5


class _TimingHistory:
    """What the manager's counts were, and how they differed from ours.

    Attributes:
        is_disturbed: whether the board has been begun anew: its count tells nothing of latency.
        overhead: seconds for each action.
    """

    def __init__(self) -> None:
        self.is_disturbed = False
        self.overhead = 0.0
        self._has_learned = False
        self._total: int | None = None
        self._difference = 0.0
        self._actions = 0.0

    def doubt(
        self, ours: tuple[int, int], theirs: tuple[int, int], counted: float, elapsed: float
    ) -> str:
        """Why the times, each of a board and in total, cannot be; empty if they can."""
        board, total = ours
        before, self._total = self._total, total
        if board > total or theirs[0] > theirs[1]:
            return "a board longer than the session"
        if board + theirs[0] > elapsed + _ROUNDING:
            return f"{board + theirs[0]} s on a board of {elapsed:.0f} s"
        if board < _TRUST * counted - _ROUNDING:
            return f"{board} s where we have counted {counted:.1f} s"
        if before is None:
            return ""
        # What a board broken off had used may be in the total alone.
        most = elapsed if self.is_disturbed else board
        if not board - _ROUNDING <= total - before <= most + _ROUNDING:
            return f"a total of {total} s after {before} s"
        return ""

    def expect(self, seconds: float) -> None:
        """Until the manager tells its times, a line there and back takes so long.

        A longer wait is not the lines', but a person's who lets us in.
        """
        if not self._has_learned and seconds <= _MOST_ROUND_TRIP:
            self.overhead = max(0.0, seconds)

    def learn(self, difference: float, actions: int) -> None:
        """Their count of a board is so much more than ours."""
        if self.is_disturbed:
            return
        self._difference = _FADING * self._difference + difference
        self._actions = _FADING * self._actions + actions
        if self._actions:
            self._has_learned = True
            each = self._difference / self._actions
            self.overhead = min(max(0.0, each), _MOST_OVERHEAD)

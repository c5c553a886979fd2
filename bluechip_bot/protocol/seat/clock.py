"""A seat's clock: the time that its pair has used, and the share of the rest for a decision.

The share of a decision depends on its weight. Weights have no unit. They depend only on what both
players of the pair see, so that the two agree on them.

Times are in seconds and come from the caller, whose clock must not go back. The rules of this file:

* Time is counted as a manager counts it: from one call or card to the next, for the side that acts.
  Both players of a pair count the same, so that each knows what the other has used.
* The manager's `Timing` replaces our own count, unless it is impossible. It is rounded, so only
  differences larger than the rounding count as latency.
* Latency that we have not counted ourselves is an estimate: it takes at most half of what is left.
* Every decision leaves enough time to search each later card a little. The margin covers the time
  lost when the process of a player must be killed.
"""

from __future__ import annotations

from math import inf
from typing import Final

from attrs import define, frozen

from bluechip_bot.model import Auction, Board, BoardError, Phase, Play, Seat, Side
from bluechip_bot.protocol.messages import Timing

_TRICKS: Final = (4.5, 4.5, 3.0, 1.8, 1.0, 0.6, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.0)
"""The pair's first card to each trick. `lab haste` says what haste costs: at tricks 2 and 3 as much
in 0.1 s as at the lead in 2 s, from trick 5 next to nothing. Looking further ahead takes longer."""
_SECOND: Final = 0.5
"""Its second card to a trick, as a fraction of that."""
_LEAD: Final = 9.0
"""The opening lead."""
_PLAN: Final = 7.5
"""Declarer's first card, once dummy is down."""
_CALL: Final = 0.6
"""A call. Only a close one is thought over; a clear one gives most of its time back."""
_CONTESTED: Final = 1.2
"""A call after bids of both sides."""
_HIGH: Final = 2.0
"""A call after a bid of game in a major, or higher."""
_GAME: Final = 4
_CALLS_TO_COME: Final = 6
"""The later calls of the pair for which latency is kept back; few auctions have more."""
_CARDS: Final = 26


def _later(trick: int) -> float:
    """The total weight of the pair's cards to the tricks after this one."""
    return (1 + _SECOND) * sum(_TRICKS[trick:])


_PLAY: Final = max(_LEAD, _PLAN) + _SECOND * _TRICKS[0] + _later(1)


@frozen
class DecisionNeed:
    """The weight of a decision, `now`, and of those to come.

    Attributes:
        later: the weight of all later decisions of the pair on the board.
        actions: the number of later calls and cards of the pair, forced ones included.
    """

    now: float
    later: float
    actions: int


def need(board: Board, seat: Seat) -> DecisionNeed:
    """The weight of a seat's decision (declarer's for dummy); BoardError if the board is over."""
    if board.phase is Phase.AUCTION:
        return DecisionNeed(_call(board.auction), _PLAY + 2 * _CALL, _CARDS + _CALLS_TO_COME)
    if board.play is None or board.play.is_over:
        raise BoardError(f"board {board.number} is over")
    return _card(board.play, seat)


def _call(auction: Auction) -> float:
    bids = [index for index, call in enumerate(auction.calls) if call.level]
    if not bids:
        return _CALL
    if auction.calls[bids[-1]].level >= _GAME:
        return _HIGH
    sides = {auction.caller(index).side for index in bids}
    return _CONTESTED if len(sides) > 1 else _CALL


def _card(play: Play, seat: Seat) -> DecisionNeed:
    side, trick = seat.side, play.trick_number
    before = len(play.trick.cards)
    order = [(int(play.leader) + at) % 4 for at in range(4)]
    # Partners sit at places of the same parity, and so do the numbers of their seats.
    is_second = any(place % 2 == side for place in order[:before])
    weight = _TRICKS[trick - 1]
    now = weight * (_SECOND if is_second else 1.0)
    if trick == 1 and not is_second:
        now = _PLAN if play.contract.declarer.side is side else _LEAD
    later = _later(trick) + (0.0 if is_second else weight * _SECOND)
    actions = _CARDS - 2 * (trick - 1) - is_second - 1
    return DecisionNeed(now, later, actions)


_SHARE: Final = 0.25
"""The greatest share of the board's usable time for one decision."""
_STRETCH: Final = 2.0
"""A close decision may take this multiple of its budget."""
_MATCH_SHARE: Final = 1 / 6
"""The greatest share of the match's remaining time for one board: nobody says how many follow."""
_MARGIN_SHARE: Final = 0.1
"""The margin is at most this share of a board's limit."""
_LEAST_CARD: Final = 0.05
"""Seconds: a search for a card gets nothing done in less."""
_KEPT: Final = 0.06
"""Seconds kept back for each later card, enough for such a search."""
_KEPT_SHARE: Final = 0.01
"""They are at most this share of a board's limit."""
_LEAST_CALL: Final = 0.02
_MOST_CALL: Final = 1.0
"""Seconds allowed for a call: it cannot be stopped half-way, and a pass instead is costly."""
_LATENCY_SHARE: Final = 0.5
"""The greatest share of what is left for latency that was learned."""
_CALL_SHARE: Final = 0.5
"""They are at most this share of the usable time."""
ONLY_CARD: Final = "the only legal card"


@frozen
class ClockOptions:
    """The time that a pair has, in seconds.

    Attributes:
        board: the time of the pair for a board.
        match: the time of the pair for the session; 0 means no limit.
        margin: the time kept back on each board, at most a tenth of the board's time.
        latency: the expected cost of each call and card beyond the thinking.
        grace: how long after the end of a decision's time the last resort is used.
    """

    board: float
    match: float = 0.0
    margin: float = 1.0
    latency: float = 0.02
    grace: float = 0.5


@frozen
class Allotment:
    """The time for a decision, in seconds.

    Attributes:
        budget: the time that it should take.
        most: the time that it may take if the choice is close; None if the budget is the limit.
        at_once: why there is no time or no need to think; empty when the player is to be asked.
        left: the time left for the pair on this board; None without a clock.
    """

    budget: float
    most: float | None = None
    at_once: str = ""
    left: float | None = None


class SeatClock:
    """The time of a seat's pair in a session; `over` counts the boards on which it was exceeded."""

    def __init__(self, options: ClockOptions | None = None) -> None:
        """Create a clock with no time used; without options there are no limits."""
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
        """Start the auction of a board, perhaps not for the first time.

        `forgets` says that the manager does not count the time of a board that was broken off.
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
        options = self._options
        self._limit = options.board if options else inf
        if options and options.match:
            rest = max(0.0, options.match - self._match_used)
            self._limit = min(self._limit, _MATCH_SHARE * rest)

    def acted(self, side: Side, now: float, *, own: bool = False) -> None:
        """Count the time of a call or card of a side; `own` means that this seat decided it."""
        self._count(side, now)
        # The others' actions are seen when their lines arrive, so that latency is counted already.
        self._actions += own

    def broken_off(self, side: Side | None, now: float) -> None:
        """Count the time of a board broken off while a side (None: nobody) was to act."""
        if side is not None and not self._is_played:
            self._count(side, now)

    def end_board(self) -> bool:
        """End the board; return whether the pair has exceeded its time for the board or match."""
        self._is_played = True
        self._match_used += self._used
        options = self._options
        board, match = (options.board, options.match) if options else (inf, inf)
        is_over = self._used > board or self._match_used > (match or inf)
        self.over += is_over
        return is_over

    def _count(self, side: Side, now: float) -> None:
        if side is self._side:
            self._used += max(0.0, now - self._since)
        self._since = now

    # What the manager says

    def answered(self, seconds: float) -> None:
        """Use the time to the manager's first answer as an estimate of the latency."""
        self._timing.expect(seconds)

    def corrected(self, timing: Timing, now: float) -> str:
        """Use the manager's `Timing` of the board just played; return a text for the log."""
        if self._side is None or not self._is_played:
            return "no board has been played"
        if timing.times is None:
            return "it cannot be read"
        ns, ew = timing.times[:2], timing.times[2:]
        ours, theirs = (ns, ew) if self._side is Side.NS else (ew, ns)
        doubt = self._timing.doubt(ours, theirs, self._used, now - self._began)
        if doubt:
            return f"not believed: {doubt}"
        self._match_used = float(ours[1])
        self._timing.learn(ours[0] - self._used, self._actions)
        return f"the pair has used {ours[0]} s, {self._used:.1f} s by our count"

    # What is left

    @property
    def overhead(self) -> float:
        """The seconds for each of our decisions that the manager counts in excess of our count."""
        return self._timing.overhead

    @property
    def used(self) -> float:
        """The seconds used on this board, as the manager is likely to count them."""
        return self._used + self.overhead * self._actions

    def left(self, now: float) -> float:
        """The seconds left on this board for the pair, whose turn it must be.

        They are negative only if the pair has exceeded its time by our own count.
        """
        counted = self._limit - self._used - max(0.0, now - self._since)
        return counted - self._latency(self._actions, counted)

    def allot(self, board: Board, seat: Seat, now: float, cap: float) -> Allotment:
        """The time for a decision that begins now.

        It is at most `cap` seconds (0 means no limit); without a clock it is `cap`.
        """
        options = self._options
        left = None if options is None else self.left(now)
        calling = board.phase is Phase.AUCTION
        if not calling and len(board.legal_cards) == 1:
            return Allotment(0.0, 0.0, ONLY_CARD, left)
        if options is None or left is None:
            return Allotment(cap)
        wanted = need(board, seat)
        actions = 1 + wanted.actions
        margin = min(options.margin, _MARGIN_SHARE * self._limit)
        usable = left - max(margin, options.grace) - options.latency * actions
        usable -= self._latency(actions, usable)
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

    def _latency(self, actions: int, left: float) -> float:
        """The latency of `actions` calls and cards, in seconds, at most a share of `left`."""
        return min(self.overhead * actions, _LATENCY_SHARE * max(0.0, left))


_ROUNDING: Final = 3
"""Seconds by which two counts may differ through rounding or another starting line."""
_TRUST: Final = 0.5
"""A manager that counts less than this share of our own count is not believed."""
_FADING: Final = 0.8
"""The factor by which the weight of earlier boards shrinks with each board."""
_MOST_OVERHEAD: Final = 2.0
"""Seconds for each action; more cannot be latency."""
_MOST_ROUND_TRIP: Final = 0.5
_DOUBTED: Final = 8
"""The actions without latency that are added to those seen: one pause in a few is no latency."""


@define(eq=False)
class _TimingHistory:
    """The differences between the manager's counts of our time and our own.

    Attributes:
        is_disturbed: whether the board began again, so that its count does not show the latency.
        overhead: the estimated latency of a call or card, in seconds.
    """

    is_disturbed: bool = False
    overhead: float = 0.0
    _round_trip: float = 0.0
    _total: int | None = None
    _difference: float = 0.0
    _actions: float = 0.0
    _boards: float = 0.0

    def doubt(
        self, ours: tuple[int, int], theirs: tuple[int, int], counted: float, elapsed: float
    ) -> str:
        """Why the manager's times are impossible; empty if they are possible.

        `ours` and `theirs` are a side's seconds on the board and in total, `counted` is our own
        count of our seconds on the board, and `elapsed` the seconds since the board began.
        """
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
        # The time of a board broken off may be in the total alone.
        most = elapsed if self.is_disturbed else board
        if not board - _ROUNDING <= total - before <= most + _ROUNDING:
            return f"a total of {total} s after {before} s"
        return ""

    def expect(self, seconds: float) -> None:
        """Use the `seconds` of a round trip as the overhead, within what the manager's times allow.

        A longer wait than `_MOST_ROUND_TRIP` is not latency: somebody may have had to let us in.
        """
        if seconds <= _MOST_ROUND_TRIP:
            self._round_trip = max(0.0, seconds)
            self._estimate()

    def learn(self, difference: float, actions: int) -> None:
        """Learn from the difference between the manager's count of a board and ours."""
        if self.is_disturbed:
            return
        self._difference = _FADING * self._difference + difference
        self._actions = _FADING * self._actions + actions
        self._boards = _FADING * self._boards + 1
        self._estimate()

    def _estimate(self) -> None:
        """Set the overhead to the round trip, or the nearest value the manager's times allow."""
        self.overhead = self._round_trip
        if self._actions:
            # Whether a manager rounds up, down or to the nearest second is not known: one board
            # may be a second off, many half a second each.
            rounding = (self._boards + 1) / 2
            least = (self._difference - rounding) / (self._actions + _DOUBTED)
            most = (self._difference + rounding) / self._actions
            self.overhead = min(max(self.overhead, least, 0.0), max(most, 0.0), _MOST_OVERHEAD)

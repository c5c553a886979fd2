"""Bidding with thought: the book proposes, and simulation decides between reasonable calls.

The method is Ginsberg's (GIB, JAIR 14, 2001, section 4), with its known weaknesses guarded against:

* Only few calls are compared: the book's, those that it makes with hands like this one, and the
  usual alternatives (pass, game, double, slam). A call that is not the book's ends the auction or
  describes the hand, so that partner, who reads the book, is not deceived.
* All calls are compared on the same layouts, in IMPs against the book's call. The rest of each
  auction is bid by the book for all four players.
* A rival must be better by a margin and by more than noise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import erfc, exp, pi, sqrt

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.position import BiddingPosition, CallChoice
from bluechip_bot.engine import DoubleDummy, LayoutSample, SearchLimits, SearchStopped, draw_layouts
from bluechip_bot.engine.anytime import Thinking, finished
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.inference import InferenceSettings, evidence
from bluechip_bot.model import Auction, Board, BoardError, Call, CallRecord, ComparedCall, Hand
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.policy.policy import PolicyTurn
from bluechip_bot.simulation.candidates import CandidateCall, CandidateMotive, candidates
from bluechip_bot.simulation.continuation import continuations
from bluechip_bot.simulation.estimate import TrickNetworks
from bluechip_bot.simulation.price import AuctionEnding, ending
from bluechip_bot.simulation.settings import SimulationSettings
from bluechip_bot.simulation.worth import EndingWorth


@define(eq=False)
class RivalCall:
    """The gains of a call over the book's, in IMPs: estimated on all layouts, solved on a few.

    The gain has a normal prior around the usual gain, `settings.expected`. Its mean over layouts
    comes from the estimates, float64[n], corrected by the layouts that were solved (a control
    variate). The prior guards against the choice of the luckiest of several (the winner's curse). A
    rival is better only beyond a margin.
    """

    estimates: npt.NDArray[np.float64]
    margin: float
    settings: SimulationSettings
    gains: list[float] = field(factory=list, init=False)

    @property
    def mean(self) -> float:
        """The mean gain on the layouts solved so far; before the first, the mean estimate."""
        return float(np.mean(self.gains or self.estimates))

    @property
    def advantage(self) -> float:
        """The expected gain, less the margin, in IMPs."""
        return self._posterior()[0] - self.margin

    @property
    def risk(self) -> float:
        """The mean loss, in IMPs, if the call that seems better now turns out to be worse."""
        mean, deviation = self._posterior()
        distance = abs(mean - self.margin) / deviation
        density = exp(-distance * distance / 2) / sqrt(2 * pi)
        return deviation * (density - distance * erfc(distance / sqrt(2)) / 2)

    def _posterior(self) -> tuple[float, float]:
        """The mean and standard deviation of the gain, by the estimates and solved layouts."""
        options, number = self.settings, len(self.gains)
        errors = np.array(self.gains) - self.estimates[:number]
        error, precision = 0.0, 1 / options.error**2
        if number:
            noise = _variance(errors, options)
            precision += number / noise
            error = float(errors.mean()) * number / noise / precision
        sampling = _variance(self.estimates, options) / len(self.estimates)
        variance = 1 / precision + sampling
        weight = 1 / variance + 1 / options.spread**2
        found = float(self.estimates.mean()) + error
        mean = (found / variance + options.expected / options.spread**2) / weight
        return mean, sqrt(1 / weight)


def _variance(values: npt.NDArray[np.float64], options: SimulationSettings) -> float:
    """The variance of some values, drawn towards the expected variance if they are few."""
    squares = float(((values - values.mean()) ** 2).sum())
    prior = options.prior
    return (prior * options.noise**2 + squares) / (prior + len(values) - 1)


@frozen(eq=False)
class CallQuestion:
    """A question for a player's call, with the board and the systems as the player knows them."""

    board: Board
    partnership: Partnership
    words: CallWords = NO_WORDS
    scoring: Scoring = "imps"
    seed: int = 0

    @property
    def hand(self) -> Hand:
        """The hand of the player to call; raise `BoardError` if it is unknown."""
        seat = self.board.auction.turn
        if (hand := self.board.hands[seat]) is None:
            raise BoardError(f"board {self.board.number}: the hand of {seat} is unknown")
        return hand

    @property
    def bidder(self) -> Bidder:
        """The bidding engine of both systems."""
        return self.partnership.bidder(self.board.auction.turn.side)

    @property
    def position(self) -> BiddingPosition:
        """The auction as both sides understand it."""
        return self.bidder.position(self.board.auction, self.board.vulnerability, self.words)


@frozen(eq=False)
class CallDeliberation:
    """A call, and the record of how it was found; None if no simulation was made."""

    choice: CallChoice
    record: CallRecord | None = None


@define(eq=False)
class CallThinker:
    """Chooses calls by simulation, in one thread at a time; `stop` may be called from any."""

    _settings: SimulationSettings
    _inference: InferenceSettings
    _networks: TrickNetworks
    memory_mb: int = field(default=32, kw_only=True)
    _clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)
    _solver: DoubleDummy = field(init=False)

    @_solver.default
    def _make_solver(self) -> DoubleDummy:
        return DoubleDummy(self.memory_mb)

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        self._solver.stop()

    def choose(self, question: CallQuestion, limits: SearchLimits) -> CallDeliberation:
        """The call to make, as `think` returns it."""
        return finished(self.think(question, limits))

    def think(self, question: CallQuestion, limits: SearchLimits) -> Thinking[CallDeliberation]:
        """Yield the book's call first if there is time to simulate; return the call to make.

        Equal questions have equal answers if there is enough time and `limits.worlds` sets the
        number of layouts, at most that in the settings. Raise `BoardError` if the auction is over
        or the hand is unknown.
        """
        hand, position = question.hand, question.position
        choice = position.choose(hand)
        if limits.longest < self._settings.shortest or _is_given(position):
            return CallDeliberation(choice)
        yield CallDeliberation(choice)
        self._solver.clear_stop()
        with DecisionTimer(limits, self.stop, self._clock) as timer:
            partner = question.partnership.partner
            calls = candidates(position, hand, partner, self._settings, question.seed)
            if len(calls) == 1 or _is_late(timer):
                return CallDeliberation(choice)
            sample = self._sample(question, limits)
            worth = EndingWorth(
                sample.layouts,
                self._solver,
                self._networks,
                question.board.vulnerability,
                question.board.auction.turn.side,
                by_frequency=question.scoring == "matchpoints",
                real=self._settings.real if self._settings.tricks == "real" else None,
                most=self._settings.most,
            )
            simulation = _CallSimulation(question, calls, sample, self._settings, worth)
            if not simulation.bid_on(timer):
                return CallDeliberation(choice)
            simulation.solve(timer)
            record = simulation.record(timer.elapsed)
        chosen = simulation.choice
        if chosen.motive is not CandidateMotive.BOOK:
            choice = position.calling(chosen.call, "better by simulation")
        return CallDeliberation(choice, record)

    def _sample(self, question: CallQuestion, limits: SearchLimits) -> LayoutSample:
        """Draw layouts: as many as `limits` says or, without a number, fewer if time is short."""
        board, options = question.board, self._settings
        known = evidence(
            board, board.auction.turn, self._inference, question.partnership, question.words
        )
        if limits.worlds is None:
            number = max(options.solved, int(options.layouts * min(1.0, limits.longest)))
        else:
            number = min(options.layouts, limits.worlds)
        return draw_layouts(known, number, question.seed)


@frozen(eq=False)
class _CallLine:
    """The continuations after a call: the ending on each layout, and the auction on the first."""

    endings: list[AuctionEnding]
    example: Auction
    lost: int


@define(eq=False)
class _CallSimulation:
    """The book's call and its rivals while they are compared on the same layouts."""

    _question: CallQuestion
    _calls: Sequence[CandidateCall]
    _sample: LayoutSample
    _settings: SimulationSettings
    _worth: EndingWorth
    _lines: list[_CallLine] = field(factory=list, init=False)
    _rivals: list[RivalCall] = field(factory=list, init=False)
    _solved: int = field(default=0, init=False)

    def bid_on(self, timer: DecisionTimer) -> bool:
        """Bid all auctions to their ends; return whether the time was enough."""
        for one in self._calls:
            line = self._line(one.call, timer)
            if line is None:
                return False
            self._lines.append(line)
        for one, line in zip(self._calls[1:], self._lines[1:], strict=True):
            estimates = self._worth.estimates(line.endings, self._book)
            margin = getattr(self._settings.margins, one.motive.value)
            self._rivals.append(RivalCall(estimates, margin, self._settings))
        return True

    def _line(self, call: Call, timer: DecisionTimer) -> _CallLine | None:
        """Bid on after a call, on all layouts; None if the time was not enough."""
        question, layouts = self._question, self._sample.layouts
        side = question.board.auction.turn.side
        example = question.board.auction.with_call(call)
        turn = PolicyTurn(example, question.board.vulnerability)
        endings, lost = [AuctionEnding(None)] * len(layouts), 0
        for branch in continuations(question.bidder, side, turn, layouts, question.words):
            if _is_late(timer):
                return None
            found = ending(branch.auction, side, self._settings.doubles)
            for row in branch.rows.tolist():
                endings[row] = found
            if 0 in branch.rows:
                example = branch.auction
            if branch.lost:
                lost += len(branch.rows)
        return _CallLine(endings, example, lost)

    @property
    def _book(self) -> list[AuctionEnding]:
        """The endings after the book's call, one for each layout."""
        return self._lines[0].endings

    def solve(self, timer: DecisionTimer) -> None:
        """Solve layouts until the choice is clear, or time is up."""
        options = self._settings
        rivals = list(zip(self._rivals, self._lines[1:], strict=True))
        with suppress(SearchStopped):
            while self._solved < len(self._book):
                rivals = [
                    one
                    for one in rivals
                    if one[0].advantage >= 0 or one[0].risk >= options.drop  # not beaten
                ]
                clear = all(rival.risk < options.enough for rival, _ in rivals)
                if not rivals or (clear and self._solved >= options.solved):
                    return
                block = range(self._solved, len(self._book))[: options.block]
                for row in block:
                    book = self._book[row]
                    # A layout counts for all rivals or, if the search is stopped, for none.
                    gains = [self._worth.gain(row, line.endings[row], book) for _, line in rivals]
                    for (rival, _), gain in zip(rivals, gains, strict=True):
                        rival.gains.append(gain)
                    self._solved += 1
                if timer.clock() > timer.deadline:
                    return

    @property
    def choice(self) -> CandidateCall:
        """The best call found so far: the book's unless a rival is clearly better."""
        least = min(self._settings.solved, len(self._book))
        found = [
            (rival.advantage, one)
            for rival, one in zip(self._rivals, self._calls[1:], strict=True)
            if len(rival.gains) >= least and rival.advantage > 0
        ]
        return max(found, key=lambda item: item[0])[1] if found else self._calls[0]

    def record(self, seconds: float) -> CallRecord:
        """The record of the decision, with the seconds that it took."""
        rivals = [None, *self._rivals]
        return CallRecord(
            candidates=tuple(
                ComparedCall(
                    one.call,
                    one.motive.value,
                    imps=0.0 if rival is None else round(rival.mean, 2),
                    advantage=0.0 if rival is None else round(rival.advantage, 2),
                    solved=self._solved if rival is None else len(rival.gains),
                    auction=str(line.example),
                )
                for one, line, rival in zip(self._calls, self._lines, rivals, strict=True)
            ),
            layouts=len(self._book),
            solved=self._solved,
            contracts=self._worth.solved,
            effective=round(self._sample.effective, 1),
            relaxed=tuple(self._sample.relaxed),
            lost=sum(line.lost for line in self._lines),
            seconds=round(seconds, 4),
        )


def _is_late(timer: DecisionTimer) -> bool:
    """Whether the time has run out, even for a close decision."""
    end = timer.deadline if timer.latest is None else timer.latest
    return timer.clock() > end


def _is_given(position: BiddingPosition) -> bool:
    """Whether the book decides alone: before a bid in first or second seat, or asked by partner.

    A policy's answers are simulated: it may have met the question too seldom when it learnt.
    """
    state = position.state
    if not state.is_open:
        return len(state.meanings) < 2
    if position.is_learned:
        return False
    last = state.last(state.partner)
    return last is not None and bool(last.ask) and not state.opponents_called


def reasons(record: CallRecord) -> str:
    """One line on why a call was chosen; without times, so that equal searches give equal lines.

    Like this: `24 of 64 layouts: 2NT (1NT P 2NT P 3NT P P P); P +0.84 IMPs (1NT P P P)`. The book's
    call comes first; the others follow with what they gain over it.
    """
    book, *rivals = record.candidates
    rivals.sort(key=lambda one: -one.imps)
    told = [f"{one.call} {one.imps:+.2f} IMPs ({one.auction})" for one in rivals]
    head = f"{record.solved} of {record.layouts} layouts: {book.call} ({book.auction})"
    return "; ".join([head, *told])

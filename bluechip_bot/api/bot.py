"""The bot as an object: its calls and cards, each with its reason."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.bidding.explanation.known import KnownHand
from bluechip_bot.config import BiddingConfig, SearchConfig
from bluechip_bot.engine import QuestionError, SearchLimits
from bluechip_bot.model import (
    PLAN,
    Board,
    BoardError,
    Call,
    Called,
    Card,
    CardRecord,
    Decision,
    DecisionRequest,
    Phase,
    Seat,
)
from bluechip_bot.model.diagram import as_html, with_signs
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player import EngineError
from bluechip_bot.player.assembly import PlayerAssembly

EngineName: TypeAlias = Literal["alphamu", "recursive", "pimc", "htn"]
"""Alpha-mu search, perfect-information Monte Carlo, and a declarer who plans."""

NO_LIMIT: Final = 3600.0
"""A budget in seconds that a decision with other limits never uses up."""


@frozen
class ChosenCall:
    """A call and its reason.

    Attributes:
        meaning: what it shows, in a line as a player would say it.
        limits: the meaning, with the limits of every rule.
        reason: the rule that made it, or `better by simulation`.
        rule: the file, line and column of that rule; empty if no rule of a file made the call.
        others: the other calls that the rules allow the hand, the best first.
        gains: where the call is close, the mean gain of each call that simulation compared, in IMPs
            over the system's call; else empty. Another call is chosen only if it is better by a
            margin and by more than chance.
    """

    call: Call
    meaning: str
    limits: str
    alert: bool
    reason: str
    rule: str
    others: tuple[Call, ...]
    gains: Mapping[Call, float] = field(factory=dict, hash=False)

    def __str__(self) -> str:
        """The call, what it shows and why it was made; then the calls compared, if any were."""
        shown = f"{self.call}{'*' if self.alert else ''}: {self.meaning}"
        why = f"because: {self.reason}" + (f" ({self.rule})" if self.rule else "")
        gains = (f"{call!s:>5} {gain:+.2f} IMPs" for call, gain in self.gains.items())
        return with_signs("\n".join((shown, why, *gains)))

    def _repr_html_(self) -> str:
        return as_html(str(self))


@frozen
class CardWorth:
    """The worth of a card.

    Attributes:
        value: what this card wins, as a share (0 to 1) of all that can be won. Where declarer
            plans, it is the share of the layouts in which double-dummy play makes the contract.
            None if the card was not judged.
        exact: whether the value is exact; if not, it is an upper bound.
        tricks: the mean number of tricks that its side takes double dummy from here on; None where
            they were not counted.
    """

    card: Card
    value: float | None
    exact: bool
    tricks: float | None

    def __str__(self) -> str:
        bound = "" if self.exact else "at most "
        value = "     ?" if self.value is None else f"{bound}{100 * self.value:5.1f} %"
        tricks = "" if self.tricks is None else f", {self.tricks:.2f} tricks"
        return f"{self.card}: {value}{tricks}"


@frozen
class ChosenCard:
    """A card and its reason.

    Attributes:
        reason: how it was found, in a line.
        plan: the plan that it serves, in words; empty for a defender, or without a plan.
        cards: what each legal card is worth, the best first; empty if there was no choice.
    """

    card: Card
    reason: str
    plan: str
    cards: tuple[CardWorth, ...]

    def __str__(self) -> str:
        """The card, its reason and plan; then what each card is worth."""
        parts = [f"{self.card}: {self.reason}", *filter(None, [self.plan]), *map(str, self.cards)]
        return with_signs("\n".join(parts))

    def _repr_html_(self) -> str:
        return as_html(str(self))


class Bot:
    """A player who bids by a system and plays cards by search.

    It is a `Player`, too. One thread may use it at a time; `stop` may be called from any. Unless
    `seconds` is given, equal questions have equal answers, whatever the machine.

    Args:
        engine: how cards are chosen: `alphamu`, `recursive` (a vote of the layouts, corrected by
            rollouts), `pimc` (the vote alone), or `htn` (declarer plans, defenders vote).
        system: what its side bids: the name of a file in `conf/systems`, or a path that ends in
            `.toml`.
        opponents: by which system the opponents' calls are read; `unknown` reads them loosely.
        worlds: the most layouts of the hidden hands by which a call or card is judged; None is as
            many as there is time for.
        depth: how many cards of its own side are looked ahead, at most; None as for `worlds`.
        seconds: the most time for a call or card; None is no limit, and needs `worlds` and `depth`.
        think: whether simulation decides close calls; else the system alone bids.
        scoring: what is played for: `imps`, `points`, `matchpoints`, or `win`, the contract alone.
        clock: the time in seconds, from any origin.

    Raises:
        EngineError: if there is no such engine.
        ConfigError: if a system is not there or cannot be used.
        QuestionError: if a limit is out of range; a `ValueError`.
    """

    def __init__(  # noqa: PLR0913 - each has a default that serves
        self,
        engine: EngineName = "recursive",
        *,
        system: str = "sayc",
        opponents: str = "unknown",
        worlds: int | None = 20,
        depth: int | None = 2,
        seconds: float | None = None,
        think: bool = True,
        scoring: Scoring = "imps",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if engine not in get_args(EngineName):
            known = ", ".join(get_args(EngineName))
            raise EngineError(engine, f"no bot has the engine {engine!r} (there are: {known})")
        limits = SearchLimits(
            budget=NO_LIMIT if seconds is None else seconds, worlds=worlds, depth=depth
        )
        if seconds is None and None in (worlds, depth):
            raise QuestionError("without seconds, worlds and depth must be numbers")
        if depth == 0:
            raise QuestionError("depth must be a whole number from 1, not 0")
        self._budget: Final = limits.budget
        search = SearchConfig(worlds=worlds or 0, depth=depth or 0, scoring=scoring, think=think)
        parts = PlayerAssembly(
            engine, search, BiddingConfig(our=system, opponents=opponents), clock=clock
        )
        self._partnership: Final = parts.partnership()
        self._player: Final = parts.player(self._partnership, votes=worlds)

    def call(self, board: Board, *, seed: int = 0) -> ChosenCall:
        """The call of the player whose turn it is.

        Args:
            board: the board, in the auction; the other three hands are not looked at.
            seed: the seed for the choice of layouts.

        Raises:
            BoardError: if no call is to be made, or the hand is not known.
        """
        found = self._player.deliberate(self._request(board, Phase.AUCTION, seed))
        choice = found.choice
        meaning, limits = choice.says()
        place = "" if choice.place is None else str(choice.place)
        return ChosenCall(
            choice.call,
            meaning,
            limits,
            choice.alert,
            choice.reason.removeprefix(place).strip(),
            place,
            choice.runners_up,
            {one.call: one.imps for one in found.record.candidates} if found.record else {},
        )

    def meaning(self, board: Board, call: Call) -> str:
        """The meaning of a call of the player to act, in words; no hand is looked at.

        Raises:
            BoardError: if no call is to be made.
            IllegalCallError: if the call is not legal.
        """
        board.apply(Called(board.auction.turn, call))
        bidder = self._partnership.bidder(board.auction.turn.side)
        words = CallWords.of(board, board.auction.turn.side.other)
        return bidder.position(board.auction, board.vulnerability, words).statement(call)

    def shown(self, board: Board) -> dict[Seat, str]:
        """The meaning of all calls so far for each hand, in words, as read by the player to act.

        Args:
            board: the board, which is not over; no hand is looked at.

        Raises:
            BoardError: if the board is over.
        """
        seat = board.decider
        if seat is None:
            raise BoardError(f"board {board.number} is over")
        bidder, words = self._partnership.bidder(seat.side), CallWords.of(board, seat.side.other)
        state = bidder.position(board.auction, board.vulnerability, words).state
        readings = bidder.read(board.auction, board.vulnerability, words)
        known = map(KnownHand.of, state.shown, readings)
        return {at: str(hand) for at, hand in zip(Seat, known, strict=True)}

    def play(self, board: Board, *, seed: int = 0, made_up: bool = False) -> ChosenCard:
        """The card of the player whose turn it is; declarer plays dummy's.

        Args:
            board: the board, in the play; hands that the player does not see are not looked at.
            seed: the seed for the choice of layouts.
            made_up: whether the auction is made up, the real one being unknown; it shows nothing.

        Raises:
            BoardError: if no card is to be played, or a hand that the player sees is not known.
        """
        request = evolve(self._request(board, Phase.PLAY, seed), made_up=made_up)
        decision = self._player.decide(request)
        assert isinstance(decision.action, Card)
        thoughts = decision.thoughts or (decision.reason,)
        plans = [thought.removeprefix(PLAN) for thought in thoughts if thought.startswith(PLAN)]
        record = decision.record
        return ChosenCard(
            decision.action,
            thoughts[0],
            " ".join(plans),
            _worths(record) if isinstance(record, CardRecord) else (),
        )

    def decide(self, request: DecisionRequest) -> Decision:
        """The answer to a request, as a `Player`: the call or card alone, within its budget."""
        return self._player.decide(evolve(request, budget=min(request.budget, self._budget)))

    def stop(self) -> None:
        """Make a running `call` or `play` return soon. May be called from another thread."""
        self._player.stop()

    def _request(self, board: Board, phase: Phase, seed: int) -> DecisionRequest:
        """The request to the player who decides, with the board as that player sees it."""
        seat = board.decider
        if board.phase is not phase or seat is None:
            wanted = "call" if phase is Phase.AUCTION else "card"
            state = "over" if board.phase is Phase.OVER else f"in the {board.phase.value}"
            raise BoardError(f"board {board.number}: no {wanted} is wanted: it is {state}")
        seen = board.seen_by(seat)
        needed = [seat]
        if seen.play is not None and seen.play.cards:
            needed.append(seen.play.contract.dummy)
        for one in needed:
            if seen.hands[one] is None:
                raise BoardError(
                    f"board {board.number}: {seat} decides, and {Seat(one)}'s hand is not known"
                )
        return DecisionRequest(0, seen, seat, self._budget, seed)


def _worths(record: CardRecord) -> tuple[CardWorth, ...]:
    return tuple(
        CardWorth(card.card, card.reached if record.plan else card.value, card.exact, card.tricks)
        for card in record.cards
    )

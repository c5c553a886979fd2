"""Who plays the cards of a duel: a contender, and the card players made from one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias

from attrs import evolve, field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DEFAULT_ERROR, DoubleDummy, Limits, Question
from bluechip_bot.lab.duel.knowledge import DuelPlanError, Knowledge
from bluechip_bot.model import Board, Card, DecisionRequest, Hand, Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.planned import CardChooser, fallback

Clock: TypeAlias = Callable[[], float]
Skill: TypeAlias = Literal["alphamu", "recursive", "pimc", "htn", "dd"]
_READING: Final = ("reads", "inference")
_LIMITS: Final[Mapping[Skill, tuple[str, ...]]] = {
    "alphamu": ("worlds", "depth", "budget", "scoring", "classes", *_READING),
    "recursive": ("worlds", "budget", "scoring", *_READING),
    "pimc": ("worlds", "budget", *_READING),
    "htn": ("worlds", "depth", "budget", "scoring", *_READING),
    "dd": (),
}
"""The limits that have a meaning for each skill: PIMC, a planner, one who sees all cards, ..."""
SKILLS: Final = tuple(_LIMITS)
DEEP: Final = tuple(skill for skill in SKILLS if "depth" in _LIMITS[skill])
SCORED: Final = tuple(skill for skill in SKILLS if "scoring" in _LIMITS[skill])

AGES: Final = 1e6
"""Seconds; a budget that is never spent, so that the choice does not depend on the clock."""


@frozen
class Contender:
    """A way to choose cards.

    Attributes:
        worlds: layouts of the hidden hands, at most; None is as many as there is time for.
        depth: own cards that alpha-mu looks ahead, at most, or stratagems of a plan; None is as
            many as there is time for.
        budget: seconds of the processor for a card; None is without limit, so that the choice can
            be repeated, and all cards are judged by all layouts.
        classes: whether alpha-mu takes touching low cards of hidden hands for one.
        reads: whether the bot's inference from the cards played is used; without, they show who is
            out of which suit, and no more.
        inference: the file of the settings by which he reads and signals; empty is the default one.

    Raises:
        DuelPlanError: if there is neither a limit of time nor of worlds and depth.
    """

    skill: Skill
    worlds: int | None = 20
    depth: int | None = 3
    budget: float | None = None
    scoring: Scoring = "win"
    classes: bool = field(default=False, kw_only=True)
    reads: bool = field(default=False, kw_only=True)
    inference: str = field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.budget is not None or self.skill == "dd":
            return
        if self.worlds is None or (self.skill in DEEP and self.depth is None):
            raise DuelPlanError(f"{self.skill} without a limit of worlds or depth needs a budget")

    @property
    def limits(self) -> Limits:
        """The limits of a decision; as many layouts vote as are searched."""
        return Limits(
            budget=AGES if self.budget is None else self.budget,
            worlds=self.worlds,
            depth=self.depth,
            votes=self.worlds,
        )

    @classmethod
    def of(cls, skill: Skill, **limits: Any) -> Contender:
        """The contender with the limits that have a meaning for its skill; others are ignored."""
        wanted = {key: limits[key] for key in _LIMITS[skill] if key in limits}
        return cls(skill, **{"worlds": None, "depth": None, "budget": None, **wanted})

    def __str__(self) -> str:
        parts: list[str] = [self.skill]
        if self.skill != "dd":
            parts.append("any worlds" if self.worlds is None else f"{self.worlds} worlds")
        if self.skill in DEEP:
            parts.append("any depth" if self.depth is None else f"depth {self.depth}")
        if self.skill in SCORED:
            parts.append(self.scoring)
        parts += ["classes"] * self.classes
        parts += ["reads cards"] * self.reads
        parts += [f"inference {self.inference}"] * bool(self.inference)
        if self.budget is not None:
            parts.append(f"{self.budget:g} s")
        return ", ".join(parts)


@frozen
class CardPick:
    """A card chosen; whether there was a choice, or time for a search."""

    card: Card
    seconds: float
    free: bool = True
    missed: bool = False


class CardPlayer(Protocol):
    """A player of cards."""

    def pick(self, board: Board) -> CardPick:
        """The card to play now, on a board whose hands are all known."""


class EnginePlayer:
    """Plays all hands of a side by search, each player with the knowledge of its seat only.

    `seeds` gives by seat where the choice of layouts begins; each seat's tables have `memory_mb`
    MiB. Choices are timed by the clock, in seconds from any origin.
    """

    def __init__(
        self,
        contender: Contender,
        knowledge: Knowledge,
        seeds: Callable[[Seat], int],
        *,
        memory_mb: int,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._contender = contender
        self._knowledge = knowledge
        self._seeds = seeds
        error = 0.0 if contender.budget is None else DEFAULT_ERROR
        search = SearchConfig(memory_mb=memory_mb, error=error)
        # Time on the processor: other programs on the machine then cost neither side anything.
        self._parts = Assembly(
            contender.skill, search, classes=contender.classes, clock=time.process_time
        )
        self._clock = clock
        self._engines: dict[Seat, CardChooser] = {}

    def pick(self, board: Board) -> CardPick:
        """The card to play now, on a board whose hands are all known: its own alone are seen."""
        seat = board.decider
        assert seat is not None
        if seat not in self._engines:
            # One for each seat: its layouts would be lost if two seats took turns with it.
            self._engines[seat] = self._parts.card_engine()
        seen = board.seen_by(seat)
        question = Question(
            seen,
            seat,
            self._knowledge.of(seen, seat),
            scoring=self._contender.scoring,
            seed=self._seeds(seat),
        )
        if question.observer is not None:
            question = evolve(question, tie_break=partial(self._knowledge.fits, seen))
        started = self._clock()
        choice = self._engines[seat].choose(question, self._contender.limits)
        seconds = self._clock() - started
        if choice is None:
            card = fallback(DecisionRequest(0, seen, seat, 0.0, 0), self._parts.planning).action
            assert isinstance(card, Card)
            return CardPick(card, seconds, missed=True)
        return CardPick(choice.card, seconds, free=choice.record.method != "forced")


@frozen
class Clairvoyant:
    """Sees all cards, and plays one that gives nothing away double dummy.

    Of such cards it plays the lowest, then one from the longest suit, then spades before clubs: the
    choice depends on the cards alone, as for perfect-information Monte Carlo.
    """

    solver: DoubleDummy
    clock: Clock = time.perf_counter

    def pick(self, board: Board) -> CardPick:
        """The card to play now."""
        started = self.clock()
        tricks = double_dummy(board, self.solver)
        hand = Hand.of(tricks)
        card = min(tricks, key=lambda one: (-tricks[one], one.rank, -hand.length(one.suit), one))
        return CardPick(card, self.clock() - started, free=len(tricks) > 1)


def double_dummy(board: Board, solver: DoubleDummy) -> dict[Card, int]:
    """The tricks of the side to play from here, by card, if all four players play best."""
    play = board.play
    assert play is not None
    hands = [board.remaining(seat) or Hand() for seat in Seat]
    return solver.cards(hands, play.contract.strain, play.leader, play.trick.cards)

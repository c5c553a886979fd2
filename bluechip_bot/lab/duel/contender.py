"""Ways to choose cards in a duel, and the players that choose by them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias

from attrs import define, evolve, field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DEFAULT_ERROR, DoubleDummy, Question, SearchLimits
from bluechip_bot.lab.duel.knowledge import DuelKnowledge, DuelPlanError
from bluechip_bot.model import Board, Card, DecisionRequest, Hand, Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import PlayerAssembly
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
"""The limits that count for each skill; pimc is perfect-information Monte Carlo, htn plans, dd sees
all cards."""
SKILLS: Final = tuple(_LIMITS)

AGES: Final = 1e6
"""A budget in seconds that is never used up, so that no choice depends on the clock."""


@frozen
class Contender:
    """A way to choose cards; for worlds, depth and budget None is no limit.

    The depth is the number of own cards (of stratagems, in a plan) looked ahead; the budget is
    processor time for a card in seconds; without it the choice can be repeated. With `classes`
    alpha-mu treats touching low cards of hidden hands as one card. With `reads`, players draw more
    conclusions from the cards played than that a hand is out of a suit. `inference` is the file of
    the settings for reading and signals; empty for the default. Raise `DuelPlanError` if the search
    could go on for ever.
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
        if self.worlds is None or ("depth" in _LIMITS[self.skill] and self.depth is None):
            raise DuelPlanError(f"{self.skill} without a limit of worlds or depth needs a budget")

    @classmethod
    def of(cls, skill: Skill, **limits: Any) -> Contender:
        """Return the contender with those limits that its skill uses; others are ignored."""
        wanted = {key: limits[key] for key in _LIMITS[skill] if key in limits}
        return cls(skill, **{"worlds": None, "depth": None, "budget": None, **wanted})

    def __str__(self) -> str:
        parts: list[str] = [self.skill]
        if self.skill != "dd":
            parts.append("any worlds" if self.worlds is None else f"{self.worlds} worlds")
        if "depth" in _LIMITS[self.skill]:
            parts.append("any depth" if self.depth is None else f"depth {self.depth}")
        if "scoring" in _LIMITS[self.skill]:
            parts.append(self.scoring)
        parts += ["classes"] * self.classes
        parts += ["reads cards"] * self.reads
        parts += [f"inference {self.inference}"] * bool(self.inference)
        if self.budget is not None:
            parts.append(f"{self.budget:g} s")
        return ", ".join(parts)


@frozen
class CardPick:
    """A card and the time it took; `free` if there was a choice, `missed` if time ran out."""

    card: Card
    seconds: float
    free: bool = True
    missed: bool = False


class CardPlayer(Protocol):
    """The interface of a duel's players: each chooses the cards of a side, for both partners."""

    def pick(self, board: Board) -> CardPick:
        """Return the card to play now, on a board whose hands are all known."""


@define(eq=False)
class EnginePlayer:
    """Plays all hands of a side by search, each player with the knowledge of its seat only.

    `seeds` returns the seed of a seat's choice of layouts.
    """

    contender: Contender
    knowledge: DuelKnowledge
    seeds: Callable[[Seat], int]
    memory_mb: int = field(kw_only=True)
    clock: Clock = field(default=time.perf_counter, kw_only=True)
    _parts: PlayerAssembly = field(init=False)
    _engines: dict[Seat, CardChooser] = field(factory=dict, init=False)

    @_parts.default
    def _make_parts(self) -> PlayerAssembly:
        own = self.contender
        error = 0.0 if own.budget is None else DEFAULT_ERROR
        search = SearchConfig(memory_mb=self.memory_mb, error=error)
        # Time on the processor: other programs on the machine then cost neither side anything.
        return PlayerAssembly(own.skill, search, classes=own.classes, clock=time.process_time)

    def pick(self, board: Board) -> CardPick:
        """Return the card to play now; `board` has all hands, but only the seat's view is used."""
        seat = board.decider
        assert seat is not None
        if seat not in self._engines:
            # One for each seat: its layouts would be lost if two seats took turns with it.
            self._engines[seat] = self._parts.card_engine()
        seen = board.seen_by(seat)
        known, own = self.knowledge.of(seen, seat), self.contender
        question = Question(seen, seat, known, scoring=own.scoring, seed=self.seeds(seat))
        if question.observer is not None:
            question = evolve(question, tie_break=partial(self.knowledge.fits, seen))
        budget = AGES if own.budget is None else own.budget
        # The same number of layouts vote and are searched.
        limits = SearchLimits(budget=budget, worlds=own.worlds, depth=own.depth, votes=own.worlds)
        started = self.clock()
        choice = self._engines[seat].choose(question, limits)
        seconds = self.clock() - started
        if choice is None:
            card = fallback(DecisionRequest(0, seen, seat, 0.0, 0), self._parts.planning).action
            assert isinstance(card, Card)
            return CardPick(card, seconds, missed=True)
        return CardPick(choice.card, seconds, free=choice.record.method != "forced")


@frozen
class ClairvoyantPlayer:
    """Sees all cards, and plays one that gives nothing away double dummy.

    Of several it plays the lowest; of these one from the longest suit, and spades before clubs. The
    choice depends on the cards alone, as it does in perfect-information Monte Carlo.
    """

    solver: DoubleDummy
    clock: Clock = time.perf_counter

    def pick(self, board: Board) -> CardPick:
        """Return the card to play now, on a board whose hands are all known."""
        started = self.clock()
        tricks = double_dummy(board, self.solver)
        hand = Hand.of(tricks)
        card = min(tricks, key=lambda one: (-tricks[one], one.rank, -hand.length(one.suit), one))
        return CardPick(card, self.clock() - started, free=len(tricks) > 1)


def double_dummy(board: Board, solver: DoubleDummy) -> dict[Card, int]:
    """Return the double-dummy tricks of the side to play from here, by card."""
    play = board.card_play
    hands = [board.remaining(seat) or Hand() for seat in Seat]
    return solver.cards(hands, play.contract.strain, play.leader, play.trick.cards)

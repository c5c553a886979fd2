"""The engines that the benchmark measures: ours, player factories, and JSON-lines programs."""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from attrs import define, field, frozen

from bluechip_bot.config import ENGINES, BiddingConfig, SearchConfig
from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.engine import Question, SearchLimits
from bluechip_bot.formats.problem import problem_of
from bluechip_bot.lab.duel.contender import AGES, CardPick, Clock
from bluechip_bot.lab.program import LabProgram, ProgramError
from bluechip_bot.model import Board, Card, Decision, DecisionRequest, ModelError, Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player import Player, make_player
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.player.making import EngineError, check_engine
from bluechip_bot.player.planned import CardChooser
from bluechip_bot.player.process import factory

BOOK: Final = "two_over_one"
"""The system by which all four players of the boards bid."""
_RANDOM: Final = "random"


class NoCardError(Exception):
    """An engine failed to play a legal card on `board` (all hands known); the message says why."""

    def __init__(self, message: str, board: Board) -> None:
        super().__init__(" ".join(message.replace("#", "").split()))
        self.board = board


@frozen
class EngineSpec:
    """An engine and its limits.

    The text is a name of `ENGINES`, a factory as `module:factory`, or a program's command. A
    program has `patience` seconds for an answer. `worlds` and `depth`, the layouts and the own
    cards looked ahead, limit the bot's engines; 0 is no limit. The budget is seconds for a card.
    Raise `EngineError` if the engine cannot be used, or its search could go on for ever.
    """

    text: str
    worlds: int = 20
    depth: int = 3
    budget: float | None = None
    scoring: Scoring = "win"
    patience: float = 60.0

    def __attrs_post_init__(self) -> None:
        if self.is_ours and self.budget is None and not (self.worlds and self.depth):
            raise EngineError(self.text, f"{self.text} without --worlds or --depth needs a budget")
        if self.text not in ENGINES and not self.words:
            check_engine(self.text)

    @property
    def is_ours(self) -> bool:
        """Whether the engine is one of the bot's searches."""
        return self.text in ENGINES and self.text != _RANDOM

    @property
    def words(self) -> Sequence[str]:
        """The words of a program's command, if the program is found; empty for other engines."""
        try:
            words = shlex.split(self.text)
        except ValueError as error:
            raise EngineError(self.text, f"{self.text!r}: {error}") from None
        is_program = self.text not in ENGINES and words and shutil.which(words[0])
        return words if is_program else ()

    def __str__(self) -> str:
        limits = f" --worlds {self.worlds} --depth {self.depth} --scoring {self.scoring}"
        budget = "" if self.budget is None else f" --budget {self.budget:g}"
        return f"--engine {shlex.quote(self.text)}{limits if self.is_ours else ''}{budget}"


def player_of(spec: EngineSpec, memory_mb: int, *, is_problem: bool = False) -> Player:
    """Return a player with an engine that is not a program; its memory is shared with no other.

    With `is_problem` an engine of ours knows what the cards prove, and no more.
    """
    if spec.is_ours:
        parts = _parts(spec, memory_mb)
        if is_problem:
            return _ProblemPlayer(spec, parts.card_engine())
        return parts.player(parts.partnership(), spec.worlds or None)
    if spec.text == _RANDOM:
        return make_player(_RANDOM, {})
    return factory(spec.text)({})


@cache
def _parts(spec: EngineSpec, memory_mb: int) -> PlayerAssembly:
    search = SearchConfig(
        worlds=spec.worlds,
        depth=spec.depth,
        error=SearchConfig().error if spec.budget else 0.0,
        scoring=spec.scoring,
        memory_mb=memory_mb,
        think=False,
        plans="off",
    )
    # As in duels, a budget is time on the processor.
    bidding = BiddingConfig(our=BOOK, opponents=BOOK)
    return PlayerAssembly(spec.text, search, bidding, clock=time.process_time)


@frozen
class _ProblemPlayer:
    """Plays cards by an engine of ours that knows only the hard facts."""

    spec: EngineSpec
    engine: CardChooser

    def decide(self, request: DecisionRequest) -> Decision:
        """Return the engine's card."""
        board, seat, spec = request.board, request.seat, self.spec
        known = Evidence(HardFacts.of(board, seat), (), ())
        asked = Question(board, seat, known, scoring=spec.scoring, seed=request.seed)
        worlds, depth = spec.worlds or None, spec.depth or None
        limits = SearchLimits(budget=request.budget, worlds=worlds, depth=depth, votes=worlds)
        choice = self.engine.choose(asked, limits)
        if choice is None:
            return request.last_resort("no time")
        return Decision(request.id, choice.card)

    def stop(self) -> None:
        """Make a running `decide` return soon."""
        self.engine.stop()


@define
class ProgramPlayer:
    """A player that is a program: each question is a line of JSON, the answer a card.

    The first question starts it, and so does the first one after it has failed. `patience` is the
    time that it has for a card, in seconds.
    """

    words: tuple[str, ...]
    patience: float
    _program: LabProgram | None = field(default=None, init=False)

    def decide(self, request: DecisionRequest) -> Decision:
        """Return the program's card; raise `ProgramError` or `OSError` if it gives none."""
        if self._program is None:
            self._program = LabProgram(self.words)
        try:
            line = self._program.ask(question(request), self.patience)
            return Decision(request.id, _card(line))
        except ProgramError as error:
            last = self._program.last_lines()
            self.stop()
            raise ProgramError("; ".join([str(error), *last])) from None

    def stop(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


def question(request: DecisionRequest) -> str:
    """Return the question to a program as JSON, without an auction that carries no information."""
    board = request.board
    asked: dict[str, Any] = {
        **problem_of(board, f"board {board.number}"),
        "seat": request.seat.letter,
        "legal": list(map(str, board.legal_cards)),
        "seed": request.seed,
        "budget": None if request.budget == AGES else request.budget,
    }
    if request.made_up:
        del asked["auction"], asked["dealer"]
    return json.dumps(asked)


def _card(line: str) -> Card:
    try:
        match parse_json(line):
            case {"card": str(text)}:
                return Card.parse(text)
    except (DataFormatError, ModelError):
        pass
    raise ProgramError(f'its answer is no card ({{"card": "SA"}} expected): {line[:80]}')


@frozen
class AskedPlayer:
    """Plays all hands of a side by an engine, each player with the knowledge of its seat.

    A single legal card is played without asking the engine. `open_player` makes the player of a
    seat when it is first needed; `made_up` says that the calls of the boards carry no information.
    """

    spec: EngineSpec
    open_player: Callable[[], Player]
    seeds: Callable[[Seat], int]
    clock: Clock = time.perf_counter
    made_up: bool = False
    _players: dict[Seat, Player] = field(factory=dict, init=False)

    def pick(self, board: Board) -> CardPick:
        """Return the card to play now; raise `NoCardError` if the engine plays no legal one."""
        seat = board.decider
        assert seat is not None
        if len(legal := list(board.legal_cards)) == 1:
            return CardPick(legal[0], 0.0, free=False)
        number = len(board.play.cards) if board.play else 0
        seen = board.seen_by(seat)
        seconds = AGES if self.spec.budget is None else self.spec.budget
        seed = self.seeds(seat)
        request = DecisionRequest(number, seen, seat, seconds, seed, made_up=self.made_up)
        started = self.clock()
        try:
            if seat not in self._players:
                self._players[seat] = self.open_player()
            decision = self._players[seat].decide(request)
            request.check(decision)
        except Exception as error:  # whatever a foreign engine raises is a fault of its own
            text = str(error) or type(error).__name__
            place = f"board {board.number}, card {number + 1}, {seat} to play"
            raise NoCardError(f"{self.spec.text}: {text} ({place})", board) from None
        assert isinstance(decision.action, Card)
        return CardPick(decision.action, self.clock() - started)

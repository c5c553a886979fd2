"""The sides of a duel of bidders: a system of ours, or any program that answers JSON lines.

A side bids for both partners, at both tables of a duel; at each call it sees what that player sees.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shlex
import signal
import threading
from collections.abc import Callable, Hashable
from functools import cache
from multiprocessing.util import Finalize
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeAlias

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import BiddingConfig
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.engine import SearchLimits
from bluechip_bot.lab.bidding.table import bid_out, seed_of
from bluechip_bot.lab.program import LabProgram, ProgramError
from bluechip_bot.model import PASS, Board, Call, IllegalCallError, ModelError
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.simulation import CallDeliberation, CallQuestion

_NO_LIMIT: Final = 3600.0
"""A time, in seconds, that no thought takes."""


class SideError(Exception):
    """A side cannot make its call; the text has side, reason, board and a program's last lines."""


@frozen
class ThoughtSpec:
    """The limits on thought for a call: seconds (None: no limit), layouts (None: the default)."""

    seconds: float | None = None
    layouts: int | None = None

    def __str__(self) -> str:
        limits = (("seconds", self.seconds), ("layouts", self.layouts))
        given = (f"{name}={limit:g}" for name, limit in limits if limit is not None)
        return " ".join(["think", *given])


@frozen
class SystemSpec:
    """A side that bids by a system: a name in `conf/systems`, or a path that ends in `.toml`.

    With `thought` None the system alone makes the calls. `reads` is the system by which it reads
    the opponents' calls, or "unknown"; None means the opponents' own system if they bid by one,
    else "unknown".
    """

    system: str
    thought: ThoughtSpec | None = None
    reads: str | None = None

    @property
    def is_timed(self) -> bool:
        """Whether its calls are limited by time, so that results depend on the machine."""
        return self.thought is not None and self.thought.seconds is not None

    def __str__(self) -> str:
        reads = "" if self.reads is None else shlex.quote(f"reads={self.reads}")
        return " ".join(filter(None, (shlex.quote(self.system), str(self.thought or ""), reads)))


@frozen
class CommandSpec:
    """A side that is a program, given by the words of its command."""

    words: tuple[str, ...]
    is_timed = False

    def __str__(self) -> str:
        return shlex.join(self.words)


SideSpec: TypeAlias = SystemSpec | CommandSpec


class BiddingSide:
    """One side of a table: makes the calls of both partners."""

    def call(self, board: Board) -> Call:
        """Return the call of the player on turn, who sees only `board`, or raise `SideError`."""
        raise NotImplementedError

    def close(self) -> None:
        """Release the resources of the side."""


def open_side(
    name: str, spec: SideSpec, other: SideSpec, *, patience: float, seed: int = 0
) -> BiddingSide:
    """Open the side that a specification describes, against `other`; errors call it `name`.

    A program has `patience` seconds for a call; a side that thinks draws layouts by the seed.
    """
    if isinstance(spec, CommandSpec):
        return CommandSide(f"{name} ({spec})", spec.words, patience)
    theirs = other.system if isinstance(other, SystemSpec) else UNKNOWN_SYSTEM
    # Partners keep what they worked out of an auction: every side has engines of its own.
    known = evolve(partnership(spec.system, spec.reads or theirs))
    return BookSide(known) if spec.thought is None else ThinkingSide(known, spec.thought, seed)


def bid_between(sides: tuple[BiddingSide, BiddingSide], board: Board) -> Board:
    """Bid a board to the end of its auction; the sides are North-South and East-West."""
    return bid_out(
        board, lambda now: sides[now.auction.turn.side].call(now.seen_by(now.auction.turn))
    )


class _Plan(Hashable, Protocol):
    def open(self) -> Any: ...


def play_in_worker(plan: _Plan, item: Any) -> Any:
    """Play an item with a plan's player, which is opened once in each process."""
    return opened(plan).play(item)


@cache
def opened(plan: _Plan) -> Any:
    """Open the player of a plan, once in each process; it is closed when the process ends."""
    player = plan.open()
    _close_at_end(player.close)
    return player


@cache
def side_in_worker(name: str, spec: SideSpec, patience: float) -> BiddingSide:
    """Open a side, once in each process, against itself; it is closed when the process ends."""
    side = open_side(name, spec, spec, patience=patience)
    _close_at_end(side.close)
    return side


def _close_at_end(close: Callable[[], object]) -> None:
    """Arrange for `close` to be called when this process ends; in a worker, also by SIGTERM."""
    is_worker = multiprocessing.parent_process() is not None
    if is_worker and threading.current_thread() is threading.main_thread():
        # In a thread, as on a cluster's worker, whoever started the process ends it.
        terminated = SimpleQueue[None]()
        threading.Thread(target=_end, args=(close, terminated), daemon=True).start()
        signal.signal(signal.SIGTERM, lambda *_: terminated.put(None))
    Finalize(None, close, exitpriority=1)


def _end(close: Callable[[], object], terminated: SimpleQueue[None]) -> None:
    # Not in the signal handler, which may run while a program is started that no side holds yet.
    terminated.get()
    close()
    os._exit(1)


@cache
def partnership(ours: str, theirs: str) -> Partnership:
    """Return the partnership with these systems of ours and theirs; all else is the default."""
    return PlayerAssembly(bidding=BiddingConfig(our=ours, opponents=theirs)).partnership()


class SilentSide(BiddingSide):
    """A side that always passes."""

    def call(self, board: Board) -> Call:  # noqa: ARG002 - whatever the board
        """Pass."""
        return PASS


class BookSide(BiddingSide):
    """A side whose calls are those of its system, without thought."""

    def __init__(self, partnership: Partnership) -> None:
        self._partnership = partnership

    def call(self, board: Board) -> Call:
        """Return the call of the system."""
        seat = board.auction.turn
        hand = board.hands[seat]
        assert hand is not None
        bidder = self._partnership.bidder(seat.side)
        return bidder.choose(hand, board.auction, board.vulnerability).call


class ThinkingSide(BiddingSide):
    """A side that decides close calls by simulation, solved double dummy as the final score is.

    The layouts depend on the seed, the board and the number of calls before.
    """

    def __init__(self, partnership: Partnership, spec: ThoughtSpec, seed: int) -> None:
        self._partnership = partnership
        self._seed = seed
        budget = _NO_LIMIT if spec.seconds is None else spec.seconds
        self._limits = SearchLimits(budget=budget, worlds=spec.layouts)
        parts = PlayerAssembly()
        layouts = spec.layouts or parts.simulation.layouts
        settings = evolve(parts.simulation, tricks="double dummy", layouts=layouts)
        self._thinker = parts.thinker(settings)

    def call(self, board: Board) -> Call:
        """Return the call that the simulation finds best."""
        return self.deliberate(board).choice.call

    def deliberate(self, board: Board) -> CallDeliberation:
        """Choose a call; return it with the record of how it was chosen."""
        seed = seed_of(self._seed, board.number, len(board.auction.calls))
        question = CallQuestion(board, self._partnership, seed=seed)
        return self._thinker.choose(question, self._limits)


class CommandSide(BiddingSide):
    """A side that is a program, with the input and output of `bluechip-bot bid --batch`.

    For each call its input gets a line, a JSON object with `hand`, `dealer`, `vul` and `auction`,
    and it answers with one line, an object with `call`. The first call starts the program. Any
    thread may close the side; a call that another thread waits for then fails.
    """

    def __init__(self, name: str, words: tuple[str, ...], patience: float) -> None:
        self._name = name
        self._patience = patience
        self._program = LabProgram(words)

    def call(self, board: Board) -> Call:
        """Return the program's call; raise `SideError` if it makes no legal one in time."""
        auction = board.auction
        question = {
            "hand": str(board.hands[auction.turn]),
            "dealer": board.dealer.letter,
            "vul": str(board.vulnerability),
            "auction": list(map(str, auction.calls)),
        }
        try:
            call = _call(self._program.ask(json.dumps(question), self._patience))
            auction.with_call(call)
        except (ProgramError, IllegalCallError, OSError) as error:
            calls = f"after {auction}" if auction.calls else "before the first call"
            place = f"board {board.number}, dealer {board.dealer}, {calls}, {auction.turn} to call"
            lines = [f"{self._name}: {error}", place, *self._program.last_lines()]
            raise SideError("\n".join(lines)) from None
        return call

    def close(self) -> None:
        """End the program: close its input, and kill it if it does not end then."""
        self._program.close()


def _call(line: str) -> Call:
    try:
        match parse_json(line):
            case {"call": str(text)}:
                return Call.parse(text)
    except DataFormatError:
        raise ProgramError('its answer is not JSON ({"call": "1NT"} expected)') from None
    except ModelError as error:
        raise ProgramError(f"{error} (P, X, XX or 1C to 7NT expected)") from None
    raise ProgramError('its answer has no call ({"call": "1NT"} expected)')

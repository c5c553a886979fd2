"""The process in which a player thinks: `python -m bluechip_bot.player.process --engine pimc`.

A seat starts it (`net/workers.py`). The rules of this file:

* The main thread decides, and sends every provisional answer at once. A second thread reads the
  pipe, so that a stop arrives during a search, and the end of the pipe ends the process at once: no
  child outlives its seat.
* The pipes of the frames are private. What a player prints goes to standard error; its standard
  input is empty.
* The player is kept from request to request, with its tables.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from bluechip_bot.model import Decision, DecisionRequest
from bluechip_bot.player import AnytimePlayer, Player, make_player
from bluechip_bot.player.wire import (
    Failed,
    FrameDecoder,
    FrameError,
    PlayerMessage,
    Provisional,
    Reply,
    Started,
    Stop,
    Think,
    encode,
)

_CHUNK: Final = 1 << 16
_STOP_INTERVAL: Final = 0.02
"""Seconds between two calls of a player's `stop`: its `decide` may begin after the first."""
_LAST_RESORT: Final = 120.0
"""Seconds beyond the time for a request after which the process ends itself, with a traceback.

The seat kills it before. If the seat is gone and the player hangs in C code that holds the
interpreter lock, only this timer, which needs no lock, is left.
"""


def factory(engine: str) -> Callable[[Mapping[str, Any]], Player]:
    """Import the function `module:attribute`, which makes a player from settings.

    The module may lie in the current folder. That is searched last: in a checkout it holds the
    sources of `solver`, which must not hide the compiled package.

    Raises:
        ImportError: if there is no such module.
        AttributeError: if it has no such attribute.
        TypeError: if the attribute cannot be called.
    """
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)
    module, _, attribute = engine.partition(":")
    found: Callable[[Mapping[str, Any]], Player] = getattr(
        importlib.import_module(module), attribute
    )
    if not callable(found):
        raise TypeError(f"{attribute} is of class {type(found).__name__}, and cannot be called")
    return found


def load_player(engine: str, settings: Mapping[str, Any]) -> Player:
    """Make a player from settings, by an engine's name or a `module:attribute`: see `factory`."""
    return factory(engine)(settings) if ":" in engine else make_player(engine, settings)


class _RequestDesk:
    """The current request, shared by the thread that reads and the one that decides."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[DecisionRequest] = SimpleQueue()
        self._changed = threading.Condition()
        self._current: int | None = None

    def put(self, request: DecisionRequest) -> None:
        with self._changed:
            self._current = request.id
        self._requests.put(request)

    def get(self) -> DecisionRequest:
        return self._requests.get()

    def done(self) -> None:
        """Note that the current request is answered."""
        with self._changed:
            self._current = None
            self._changed.notify_all()

    def stop(self, number: int, stop: Callable[[], None]) -> None:
        """Call `stop` at intervals until the request with this number is answered."""
        with self._changed:
            while self._current == number:
                stop()
                self._changed.wait(_STOP_INTERVAL)


def private_pipes() -> tuple[int, int]:
    """Move the two pipes away from standard input and output; return their descriptors."""
    pipe_in, pipe_out = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(pipe_in, os.O_BINARY)
        msvcrt.setmode(pipe_out, os.O_BINARY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipe_in, pipe_out


def send(pipe: int, frame: bytes) -> None:
    """Write a frame; end the process if nobody reads the pipe."""
    view = memoryview(frame)
    try:
        while view:
            view = view[os.write(pipe, view) :]
    except OSError:
        os._exit(0)  # nobody is left to answer to


def _watch(pipe: int, desk: _RequestDesk, players: Sequence[Player]) -> None:
    """Obey the seat's messages until the pipe ends, and end the process then.

    `players` is empty while the player is being built.
    """
    decoder = FrameDecoder()
    try:
        while data := os.read(pipe, _CHUNK):
            for message in decoder.feed(data):
                _obey(message, desk, players)
    except (OSError, FrameError) as error:
        sys.stderr.write(f"the pipe from the seat: {error}\n")
        os._exit(1)
    os._exit(0)


def _obey(message: PlayerMessage, desk: _RequestDesk, players: Sequence[Player]) -> None:
    match message:
        case Think(request):
            desk.put(request)
        case Stop(number) if players:
            # A thread of its own: a stop that blocks must not keep the end of the pipe unseen.
            threading.Thread(target=desk.stop, args=(number, players[0].stop), daemon=True).start()
        case _:
            pass


def _answer(
    player: Player, request: DecisionRequest, offer: Callable[[Provisional], object]
) -> bytes:
    began, before = time.monotonic(), time.process_time()
    try:
        decision = _decided(player, request, offer)
        spent = time.monotonic() - began, time.process_time() - before
        return encode(Reply(decision, *spent))
    except (Exception, SystemExit) as error:
        text = f"{type(error).__name__}: {error}".replace("\n", " ")
        return encode(Failed(request.id, text[:2000], traceback.format_exc()[-20000:]))


def _decided(
    player: Player, request: DecisionRequest, offer: Callable[[Provisional], object]
) -> Decision:
    if not isinstance(player, AnytimePlayer):
        return player.decide(request)
    thinking = player.think(request)
    while True:
        try:
            offer(Provisional(next(thinking)))
        except StopIteration as end:
            decision: Decision = end.value
            return decision


def main(arguments: Sequence[str] | None = None) -> None:
    """Build a player, and answer requests until the pipe ends."""
    parser = argparse.ArgumentParser(prog="python -m bluechip_bot.player.process")
    parser.add_argument("--engine", required=True, help="a name, or module:factory")
    parser.add_argument("--settings", type=json.loads, default={}, help="a JSON object")
    options = parser.parse_args(arguments)
    pipe_in, pipe_out = private_pipes()
    faulthandler.enable()
    desk = _RequestDesk()
    players: list[Player] = []
    threading.Thread(target=_watch, args=(pipe_in, desk, players), daemon=True).start()
    try:
        player = load_player(options.engine, options.settings)
    except (Exception, SystemExit):
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # threads that the player began must not keep the process
    players.append(player)
    send(pipe_out, encode(Started(os.getpid())))
    while True:
        request = desk.get()
        faulthandler.dump_traceback_later(request.limit + _LAST_RESORT, exit=True)
        frame = _answer(player, request, lambda message: send(pipe_out, encode(message)))
        faulthandler.cancel_dump_traceback_later()
        desk.done()
        send(pipe_out, frame)


if __name__ == "__main__":
    main()

"""Players with one fault each, as engines of a child: `support.faulty:Hangs`.

The setting `requests` lists the numbers of the requests in which the fault occurs; without it, the
fault occurs in all. Other requests are answered by the fallback rule; their reason is JSON with
the process and the number of answers. A request with a fault writes a line to standard error,
`deciding 7`.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, Final

from attrs import evolve

from bluechip_bot.model import PASS, Card, Decision, DecisionRequest, Phase
from bluechip_bot.planning import PlanningSettings
from bluechip_bot.player.planned import fallback

FaultyAnswer = Callable[["FaultyPlayer", DecisionRequest], Decision]


class FaultyPlayer:
    """A player that answers by the fallback rule, apart from its fault.

    Attributes:
        settings: the engine's.
        stopped: set by `stop`.
    """

    def __init__(self, fault: FaultyAnswer, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.stopped = threading.Event()
        self._fault = fault
        self._answered = 0

    def decide(self, request: DecisionRequest) -> Decision:
        self.stopped.clear()
        requests = self.settings.get("requests")
        if requests is None or request.id in requests:
            sys.stderr.write(f"deciding {request.id}\n")
            return self._fault(self, request)
        return self.answer(request)

    def answer(self, request: DecisionRequest) -> Decision:
        self._answered += 1
        state = {
            "pid": os.getpid(),
            "answered": self._answered,
            "stopped": self.stopped.is_set(),
        }
        return evolve(
            fallback(request, PlanningSettings()), fallback=False, reason=json.dumps(state)
        )

    def stop(self) -> None:
        self.stopped.set()


class HesitatingPlayer(FaultyPlayer):
    """A player that says what the rule would do before it decides."""

    def think(self, request: DecisionRequest) -> Generator[Decision, None, Decision]:
        yield self.answer(request)
        return self.decide(request)


def _hang(_player: FaultyPlayer, _request: DecisionRequest) -> Decision:
    while True:
        pass


def _hang_in_c(_player: FaultyPlayer, _request: DecisionRequest) -> Decision:
    while True:
        time.sleep(3600)


def _hang_with_lock(player: FaultyPlayer, request: DecisionRequest) -> Decision:
    # Exponential backtracking: one call into C code that never lets another thread run.
    re.match(r"(a|aa)+$", "a" * 200 + "b")
    return player.answer(request)


def _crash(_player: FaultyPlayer, request: DecisionRequest) -> Decision:
    raise RuntimeError(f"no idea about request {request.id}")


def _die(_player: FaultyPlayer, _request: DecisionRequest) -> Decision:
    if sys.platform != "win32":
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(9)


def _answer_illegally(player: FaultyPlayer, request: DecisionRequest) -> Decision:
    action = PASS
    if request.board.phase is Phase.AUCTION:
        return evolve(player.answer(request), action=Card(0))
    legal = request.board.legal_cards
    illegal = [card for card in map(Card, range(52)) if card not in legal]
    return evolve(player.answer(request), action=illegal[0] if illegal else action)


def _dawdle(player: FaultyPlayer, request: DecisionRequest) -> Decision:
    player.stopped.wait(float(player.settings.get("seconds", 3600)))
    return player.answer(request)


def _print(player: FaultyPlayer, request: DecisionRequest) -> Decision:
    sys.stdout.write("\x00\x00\x00\x02{}\n")
    os.write(1, b"\x00\x00\x00\x02{}\n")
    return player.answer(request)


def _not_built(settings: Mapping[str, Any]) -> FaultyPlayer:
    raise RuntimeError(f"no player with {dict(settings)}")


Hangs: Final = partial(FaultyPlayer, _hang)
"""Loops in Python for ever, whatever `stop` says."""
Hesitates: Final = partial(HesitatingPlayer, _hang)
"""Answers provisionally, and loops for ever then."""
HangsInC: Final = partial(FaultyPlayer, _hang_in_c)
"""Waits in C code for ever, without the interpreter lock."""
HangsWithLock: Final = partial(FaultyPlayer, _hang_with_lock)
"""Computes in C code for ever, with the interpreter lock."""
Crashes: Final = partial(FaultyPlayer, _crash)
"""Raises an exception."""
Dies: Final = partial(FaultyPlayer, _die)
"""Kills its process."""
Illegal: Final = partial(FaultyPlayer, _answer_illegally)
"""Answers with a card that may not be played, or with a card in the auction."""
Slow: Final = partial(FaultyPlayer, _dawdle)
"""Takes `seconds`, an hour when left out, unless it is stopped."""
Prints: Final = partial(FaultyPlayer, _print)
"""Writes to standard output what looks like a frame, and then answers."""

Unbuilt: Final = _not_built
"""Raises an exception when it is to be built."""

"""The scripts by which a client is checked, read from `client.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from bluechip_bot.conformance.manager import CLIENT, ManagerEnd
from bluechip_bot.conformance.reading import READERS, break_at, calling, deal_with, scripts, setting
from bluechip_bot.conformance.script import NotApplicable, Step
from bluechip_bot.model import Board, Seat


def _step(data: Any) -> Step[ManagerEnd]:
    """A step from its data, see `client.toml`."""
    match data:
        case str():
            return _NAMED[data]
        case {"board": _}:
            return partial(_board, **data)
        case {"until": name, "hands": hands, "otherwise": reason}:
            return partial(_until, _WANTED[name], hands, reason)
        case {"quiet": rule, "why": why}:
            return lambda end: end.hush(CLIENT, rule, why)
        case {"line": text}:
            return lambda end: end.say_text(CLIENT, text)
        case {"set": values}:
            return setting(values, READERS)
    raise ValueError(f"no step of a script: {data}")


def _board(  # noqa: PLR0913 - what makes a board
    end: ManagerEnd,
    *,
    board: int,
    dealer: str | int,
    calls: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    stop: str = "",
    seed: int = 1,
    timing: bool = True,
    again: bool = False,
) -> Board:
    """Play a board; `dealer` may be the number of seats from the client to the dealer."""
    end.be_seated()

    def by_seat(texts: Mapping[str, str] | None) -> dict[Seat, str]:
        return {seat(name): text for name, text in (texts or {}).items()}

    def seat(name: str) -> Seat:
        return end.seat if name == "client" else Seat(getattr(end.seat, name))

    deals = end.seat.plus(dealer) if isinstance(dealer, int) else seat(dealer)
    begun = Board.begin(board, deals, None, deal_with(by_seat(hands), seed))
    end.calls = calling(by_seat(calls))
    return end.play(begun, break_at(stop), timing=timing, again=again)


_Wanted = Callable[[ManagerEnd, Board], bool]


def _until(wanted: _Wanted, hands: Sequence[str], reason: str, end: ManagerEnd) -> None:
    for at, hand in enumerate(hands):
        played = _board(end, board=at + 1, dealer=at + 2, hands={"client": hand}, seed=at)
        if wanted(end, played):
            return
    raise NotApplicable(reason)


_WANTED: Final[Mapping[str, _Wanted]] = {
    "passed-out": lambda _, board: board.contract is None,
    "declarer": lambda end, board: (board.contract and board.contract.declarer) is end.seat,
}
_NAMED: Final[Mapping[str, Step[ManagerEnd]]] = {
    "take-seat": ManagerEnd.take_seat,
    "be-seated": ManagerEnd.be_seated,
    "lose": ManagerEnd.lose,
    "teams": lambda end: end.tell(end.teams),
}

CLIENT_SCRIPTS: Final = scripts("client.toml", _step, ManagerEnd.end)
"""In order of what they ask."""

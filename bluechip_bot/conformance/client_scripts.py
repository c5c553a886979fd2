"""The scripts by which a client is checked, read from `client.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bluechip_bot.conformance.manager import CLIENT, ManagerEnd
from bluechip_bot.conformance.reading import (
    READERS,
    break_at,
    calling,
    deal_with,
    long_name,
    scripts,
    setting,
)
from bluechip_bot.conformance.script import NotApplicable, Step
from bluechip_bot.model import Board, Seat

_READERS: Final = {**READERS, "opponents": long_name}


def _step(data: Any) -> Step[ManagerEnd]:
    """A step from its data, see `client.toml`."""
    match data:
        case str():
            return _NAMED[data]
        case {"board": number}:
            given: dict[str, Any] = {key: value for key, value in data.items() if key != "board"}
            return _board(number, **given)
        case {"until": name, "hands": hands, "otherwise": reason}:
            return _until(_WANTED[name], hands, reason)
        case {"quiet": rule, "why": why}:
            return lambda end: end.hush(CLIENT, rule, why)
        case {"line": text}:
            return lambda end: end.say_text(CLIENT, text)
        case {"set": values}:
            return setting(values, _READERS)
    raise ValueError(f"no step of a script: {data}")


def _board(  # noqa: PLR0913 - what makes a board
    number: int,
    dealer: str | int,
    calls: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    *,
    stop: str = "",
    seed: int = 1,
    timing: bool = True,
    again: bool = False,
) -> Callable[[ManagerEnd], Board]:
    """A board is played; `dealer` may be the number of seats from the client to the dealer."""

    def step(end: ManagerEnd) -> Board:
        end.be_seated()

        def seat(name: str) -> Seat:
            return end.seat if name == "client" else Seat(getattr(end.seat, name))

        deal = deal_with({seat(name): hand for name, hand in (hands or {}).items()}, seed)
        deals = end.seat.plus(dealer) if isinstance(dealer, int) else seat(dealer)
        board = Board.begin(number, deals, None, deal)
        choose = calling({seat(name): text for name, text in (calls or {}).items()})
        return end.play(board, choose, break_at(stop), timing=timing, again=again)

    return step


_Wanted = Callable[[ManagerEnd, Board], bool]


def _until(wanted: _Wanted, hands: Sequence[str], reason: str) -> Step[ManagerEnd]:
    def step(end: ManagerEnd) -> None:
        for at, hand in enumerate(hands):
            board = _board(at + 1, at + 2, hands={"client": hand}, seed=at)(end)
            if wanted(end, board):
                return
        raise NotApplicable(reason)

    return step


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

CLIENT_SCRIPTS: Final = scripts("client.toml", _step, last=ManagerEnd.end)
"""In order of what they ask."""

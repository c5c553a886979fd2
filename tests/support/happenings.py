"""What happened at a table, one call or card after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from bluechip_bot.model import Board, Called, Played, Seat
from bluechip_bot.protocol.effects import BoardFinished, TableEvent


def kept(boards: list[Board]) -> Callable[[TableEvent], None]:
    """A listener at a table that appends finished boards to a list."""

    def listen(event: TableEvent) -> None:
        if isinstance(event, BoardFinished):
            boards.append(event.board)

    return listen


def before(board: Board) -> Board:
    """A board before its first call, with the hands that are known."""
    return evolve(Board.begin(board.number, board.dealer, board.vulnerability), hands=board.hands)


def happenings(board: Board) -> Iterator[tuple[Called | Played, Seat]]:
    """Yield the calls and cards of a board, each with the player who decided."""
    texts, contract = dict(board.explanations), board.contract
    for index, call in enumerate(board.auction.calls):
        seat = board.auction.caller(index)
        yield Called(seat, call, texts.get(index, ""), index in board.alerts), seat
    for trick in () if board.play is None else board.play.tricks:
        for seat, card in trick.by_seat().items():
            is_dummys = contract is not None and seat is contract.dummy
            yield Played(seat, card), contract.declarer if contract and is_dummys else seat

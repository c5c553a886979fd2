"""Instant replay: every board twice in a row at one table, the second time turned by 90 degrees.

The four programs stay in their places. In the second play East holds what North held, South what
East held, and so on; dealer and vulnerability are turned along, so that each team plays the cards
that the other one had. Turned back, the second play is that of the closed room.

The second play has a number of its own for the programs: the lowest free one above all boards of
the match that has the turned dealer and vulnerability in the standard cycle of sixteen, where each
combination comes once. The protocol sends all three, and the number is a label; but a program that
derives the others from it gets them right. And a program that keeps its log or results by number,
or takes a repeated number to mean that a board begins again, never sees a number twice.

This module also compares boards of one number: they may be the same, or turned around the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.model import (
    Board,
    Called,
    Deal,
    PlannedBoard,
    Played,
    Seat,
    Vulnerability,
    dealer_of_board,
)
from bluechip_bot.protocol.effects import (
    BoardBegun,
    BoardFinished,
    BoardForfeited,
    TableActed,
    TableEvent,
)

_CYCLE: Final = 16
_PLACES: Final = {
    (dealer_of_board(number), Vulnerability.of_board(number)): number
    for number in range(1, _CYCLE + 1)
}


def with_replays(
    boards: Sequence[PlannedBoard],
) -> tuple[tuple[PlannedBoard, ...], dict[int, int]]:
    """Return the boards, each followed by its turned copy, and the original number of each copy.

    The same boards give the same numbers.
    """
    told: list[PlannedBoard] = []
    replays = {}
    for board, number in zip(boards, _numbers(boards), strict=True):
        told += [board, turned(board, number)]
        replays[number] = board.number
    return tuple(told), replays


def _numbers(boards: Sequence[PlannedBoard]) -> Iterator[int]:
    top = max((board.number for board in boards), default=0)
    used = dict.fromkeys(_PLACES.values(), 0)
    for board in boards:
        place = _PLACES[board.dealer.lho, swapped(board.vulnerability)]
        first = top + 1 + (place - top - 1) % _CYCLE
        yield first + _CYCLE * used[place]
        used[place] += 1


def turned(board: PlannedBoard, number: int) -> PlannedBoard:
    """The board with everything one place further clockwise, under another number."""
    north, east, south, west = board.deal.hands
    return evolve(
        board,
        number=number,
        dealer=board.dealer.lho,
        vulnerability=swapped(board.vulnerability),
        deal=Deal((west, north, east, south)),
    )


def as_dealt(event: TableEvent, number: int) -> TableEvent:
    """An event of a second play, turned back to the seats of the first, which has this `number`."""
    match event:
        case BoardBegun():
            return BoardBegun(number)
        case TableActed():
            made = evolve(event.event, seat=event.event.seat.rho)
            return evolve(event, number=number, event=made, player=event.player.rho)
        case BoardFinished(board, (ns, ew)):
            return BoardFinished(unturned(board, number), (ew, ns))
        case BoardForfeited(_, seats):
            return BoardForfeited(number, tuple(seat.rho for seat in seats))


def unturned(board: Board, number: int) -> Board:
    """Undo `turned`: a board with everything one place back, under the number of the original."""
    north, east, south, west = board.hands
    back = Board.begin(number, board.dealer.rho, swapped(board.vulnerability))
    back = evolve(back, hands=(east, south, west, north))
    texts, alerts = dict(board.explanations), set(board.alerts)
    for index, call in enumerate(board.auction.calls):
        event = Called(back.auction.turn, call, texts.get(index, ""), index in alerts)
        back = back.apply(event)
    for card in board.play.cards if board.play is not None else ():
        back = back.apply(Played(back.card_play.turn, card))
    return back


def difference(a: Board, b: Board) -> str:
    """The difference between two boards of one number; empty if they are the same.

    Hands that are not known are not compared.
    """
    if a.vulnerability is not b.vulnerability:
        return f"{a.vulnerability} vulnerable at one table, {b.vulnerability} at another"
    if a.dealer is not b.dealer:
        return f"{a.dealer} deals at one table, {b.dealer} at another"
    for seat in Seat:
        if len({a.hands[seat], b.hands[seat]} - {None}) > 1:
            return f"the hands of {seat} differ"
    return ""


def turns_between(a: Board, b: Board) -> int:
    """The number of seats by which `b` is `a` turned clockwise; 0 if it is not `a` turned.

    Dealer and vulnerability are turned with the cards, which must all be known. Programs at one
    table play a board again in this way, each with the cards that its opponent had.
    """
    if None in a.hands:
        return 0
    return next((turns for turns in (1, 2, 3) if _is_turned(a, b, turns)), 0)


def _is_turned(a: Board, b: Board, turns: int) -> bool:
    side = a.vulnerability if turns == 2 else swapped(a.vulnerability)
    hands = all(b.hands[seat.plus(turns)] == a.hands[seat] for seat in Seat)
    return hands and b.dealer is a.dealer.plus(turns) and b.vulnerability is side


def swapped(vulnerability: Vulnerability) -> Vulnerability:
    """The vulnerability of boards that are turned by one seat: each side has the other's."""
    return Vulnerability(vulnerability >> 1 | (vulnerability & 1) << 1)

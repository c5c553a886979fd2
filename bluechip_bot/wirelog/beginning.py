"""Sessions from a board on: a single one, or what is left of a log whose beginning is gone.

What went before is made up: how the connections were made, and the teams. Records that are made up
have the number 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.model import Seat, Side
from bluechip_bot.protocol.dialect import STANDARD
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CardPlayed,
    Connecting,
    Message,
    Readiness,
    Ready,
    ReadyForCall,
    ReadyForCard,
    Seated,
    StartOfBoard,
    Teams,
)
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import format_message
from bluechip_bot.wirelog.record import LogError, Record, WireRecords, is_connecting

_PLAYED: Final = (CallMade, CardPlayed, ReadyForCall, ReadyForCard)
"""What is said in a board alone."""
_TEAMS: Final = {Side.NS: "North-South", Side.EW: "East-West"}


def single_board(log: WireRecords, number: int) -> WireRecords:
    """The records of a board, from each time that it begins to the beginning of another one.

    Raises:
        LogError: if the log does not hold it.
    """
    # Lines to a slow client come late, even in the next board: each connection is cut by itself.
    peers: dict[str, list[tuple[int, Record]]] = defaultdict(list)
    for place, record in enumerate(log.records):
        peers[record.peer].append((place, record))
    found = [each for records in peers.values() for each in _of_board(records, number)]
    if not found:
        raise LogError(f"board {number} is not in the log")
    found.sort(key=lambda each: each[0])
    return WireRecords(tuple(record for _, record in found), log.oddities)


def _of_board(records: Iterable[tuple[int, Record]], number: int) -> Iterator[tuple[int, Record]]:
    """Yield the records of a board of those of one connection, each with its place."""
    begun: list[tuple[int, Record]] = []
    is_wanted = has_header = False
    for place, record in records:
        message = _parsed(record.text)
        if isinstance(message, StartOfBoard) and has_header:
            begun, is_wanted, has_header = [], False, False
        if isinstance(message, BoardHeader) and not has_header:
            has_header, is_wanted = True, message.number == number
            if is_wanted:
                yield from begun
        if is_wanted:
            yield place, record
        else:
            begun.append((place, record))


def with_beginning(log: WireRecords) -> WireRecords:
    """The log, with a beginning for the connections that were made before it.

    What is recorded of them before a board begins is left out, and told.

    Raises:
        LogError: if no board begins in it, or it cannot be told who sits where.
    """
    known: set[str] = set()
    orphans: set[str] = set()
    for record in log.records:
        if is_connecting(record):
            known.add(record.peer)
        elif record.peer not in known and isinstance(_parsed(record.text), StartOfBoard):
            orphans.add(record.peer)
    if not orphans and known:
        return _without_rests(log, known)
    first = _first_start(log.records, orphans)
    start = log.records[first]
    kept = []
    late = set(orphans)
    for record in log.records[first:]:
        if record.peer in late and isinstance(_parsed(record.text), StartOfBoard):
            late.discard(record.peer)
        if record.peer not in late:
            kept.append(record)
    before = [record for record in log.records[:first] if record.peer in known - orphans]
    left = dict.fromkeys(record.peer for record in kept if record.peer in orphans)
    teams = _teams(log.records)
    seats = {peer: _seat(peer, kept, client_sends=not start.sent) for peer in left}
    each = [
        tuple(_beginning(evolve(start, number=0, peer=peer), seat, teams))
        for peer, seat in seats.items()
    ]
    # All are seated before the first is told of the teams, and all are told before one is ready.
    seated = [record for part in each for record in part[:3]]
    ready = [record for place in (3, 4) for part in each for record in part[place : place + 1]]
    text = f"the log begins in the middle; it is played from line {start.number} on"
    return WireRecords((*seated, *before, *ready, *kept), (*log.oddities, text))


def _without_rests(log: WireRecords, known: set[str]) -> WireRecords:
    """The log without connections whose beginning is missing and for which no board begins.

    A stranger, whom nobody has told anything of a board, is not one of them.
    """
    rests = {
        record.peer
        for record in log.records
        if record.peer not in known and isinstance(_parsed(record.text), _PLAYED)
    }
    if not rests:
        return log
    kept = tuple(record for record in log.records if record.peer not in rests)
    text = f"the log begins in the middle; it is played from line {kept[0].number} on"
    return WireRecords(kept, (*log.oddities, text))


def _first_start(records: Sequence[Record], peers: set[str]) -> int:
    """The place at which a board begins for the first time for some connections."""
    begun = None
    for place, record in enumerate(records):
        if not isinstance(_parsed(record.text), StartOfBoard):
            begun = None
            continue
        # Others may have been told of the same board before.
        begun = place if begun is None else begun
        if record.peer in peers:
            return begun
    raise LogError(
        "the log begins in the middle of a board, and no other board begins in it; "
        "give the part before it first"
    )


def _seat(peer: str, records: Iterable[Record], *, client_sends: bool) -> Seat:
    """The seat of a client, from what it says."""
    for record in records:
        message = _parsed(record.text)
        if (
            record.peer == peer
            and record.sent is client_sends
            and isinstance(message, Ready | ReadyForCall | ReadyForCard)
        ):
            return message.seat
    raise LogError(f"nothing says who sits at {peer}: the log begins in the middle")


def _teams(records: Sequence[Record]) -> dict[Side, str]:
    """The names of the teams, as far as the log tells them."""
    found = dict(_TEAMS)
    for record in records:
        message = _parsed(record.text)
        if isinstance(message, Connecting) and message.seat is not None:
            found[message.seat.side] = message.team
    for record in records:
        if isinstance(message := _parsed(record.text), Teams):
            found = {Side.NS: message.ns, Side.EW: message.ew}
    return found


def _beginning(like: Record, seat: Seat, teams: Mapping[Side, str]) -> Iterator[Record]:
    """Yield what a client and its manager say to each other before the first board."""
    team = teams[seat.side]
    said: tuple[tuple[bool, Message], ...] = (
        (True, Connecting(team, seat)),
        (False, Seated(seat, team)),
        (True, Ready(seat, Readiness.TEAMS)),
        (False, Teams(teams[Side.NS], teams[Side.EW])),
        (True, Ready(seat, Readiness.START)),
    )
    for by_client, message in said:
        # `like` was sent by the manager.
        sent = like.sent if not by_client else not like.sent
        yield evolve(like, sent=sent, text=format_message(message, STANDARD))


def _parsed(text: str) -> Message | None:
    try:
        return parse(text)
    except RemoteProtocolError:
        return None

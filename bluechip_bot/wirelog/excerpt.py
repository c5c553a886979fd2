"""A single board of a recorded session, with how the players came to the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from bluechip_bot.protocol.messages import BoardHeader, StartOfBoard, Teams
from bluechip_bot.wirelog.record import LogError, Record, Session, TableHead, WireRecords


def single_board(log: WireRecords, number: int) -> WireRecords:
    """The records of a board, and those by which the connections that play it began.

    Raises:
        LogError: if the log does not hold it.
    """
    sessions = tuple(filter(None, (_of_session(each, number) for each in log.sessions)))
    if not sessions:
        raise LogError(f"board {number} is not in the log")
    return evolve(log, sessions=sessions)


def _of_session(session: Session, number: int) -> Session | None:
    """The part of a session; None if it does not hold the board."""
    found = [
        each
        for connection in connections(session.records)
        for each in _of_connection(connection, session.records, number)
    ]
    played = sorted(place for stage, place in found if stage < 0)
    if not played:
        return None
    # All are seated before the first hears the teams, and all hear them before one is ready.
    early = [place for _, place in sorted(each for each in found if each[1] < played[0])]
    rest = sorted(place for _, place in found if place >= played[0])
    head = session.head
    if isinstance(head, TableHead):
        head = evolve(head, boards=tuple(b for b in head.boards if b.number == number))
    return Session(head, tuple(session.records[at] for at in (*early, *rest)), is_part=True)


def connections(records: Sequence[Record]) -> Iterator[list[int]]:
    """Yield the places of the records of each connection, in the order of their beginning.

    Lines of those who never said `Connecting` are left out.
    """
    found: list[list[int]] = []
    current: dict[str, list[int]] = {}
    for place, record in enumerate(records):
        if record.is_connecting:
            current[record.peer] = []
            found.append(current[record.peer])
        if record.peer in current:
            current[record.peer].append(place)
    yield from found


def _of_connection(
    places: Iterable[int], records: Sequence[Record], number: int
) -> Iterator[tuple[int, int]]:
    """Yield the places of a connection's beginning and of its records of a board, if it plays it.

    Before each place stands the stage of the beginning: 0 until the teams,
    1 at them, 2 after them; -1 in the board.
    """
    beginning: list[tuple[int, int]] = []
    board: list[tuple[int, int]] = []
    stage, is_wanted, has_header = 0, False, False
    for place in places:
        message = records[place].message
        if isinstance(message, StartOfBoard) and (stage >= 0 or has_header):
            if is_wanted:
                yield from board
            stage, is_wanted, has_header, board = -1, False, False, []
        if stage >= 0:
            stage = 1 if isinstance(message, Teams) else min(2, 2 * stage)
            beginning.append((stage, place))
            continue
        if isinstance(message, BoardHeader) and not has_header:
            has_header, is_wanted = True, message.number == number
            if is_wanted:
                yield from beginning
                beginning = []
        board.append((-1, place))
    if is_wanted:
        yield from board

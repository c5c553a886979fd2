"""A single board of a recorded session, with how the players came to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from bluechip_bot.protocol.messages import BoardHeader, Connecting, StartOfBoard, Teams
from bluechip_bot.wirelog.record import LogError, TableHead, WireRecord, WireRecords, WireSession


def single_board(log: WireRecords, number: int) -> WireRecords:
    """The records of a board, and those by which the connections that play it began.

    Raises:
        LogError: if the log does not hold it.
    """
    sessions = tuple(filter(None, (_of_session(each, number) for each in log.sessions)))
    if not sessions:
        raise LogError(f"board {number} is not in the log")
    return evolve(log, sessions=sessions)


def connections(records: Sequence[WireRecord]) -> Iterator[list[WireRecord]]:
    """Yield the records of each connection, in the order of their beginning.

    Lines of those who never said `Connecting` are left out.
    """
    found: list[list[WireRecord]] = []
    current: dict[str, list[WireRecord]] = {}
    for record in records:
        if isinstance(record.message, Connecting):
            current[record.peer] = []
            found.append(current[record.peer])
        if record.peer in current:
            current[record.peer].append(record)
    yield from found


def _of_session(session: WireSession, number: int) -> WireSession | None:
    """The part of a session; None if it does not hold the board."""
    beginnings: list[tuple[int, WireRecord]] = []
    board: list[WireRecord] = []
    for connection in connections(session.records):
        beginning, *boards = _parts(connection)
        wanted = [record for part in boards if _number(part) == number for record in part]
        if wanted:
            beginnings += _stages(beginning)
            board += wanted
    if not board:
        return None
    first = min(record.place for record in board)
    # All are seated before the first hears the teams, and all hear them before one is ready.
    early = sorted(
        (each for each in beginnings if each[1].place < first),
        key=lambda each: (each[0], each[1].place),
    )
    late = [record for _, record in beginnings if record.place >= first]
    rest = sorted([*late, *board], key=lambda record: record.place)
    head = session.head
    if isinstance(head, TableHead):
        head = evolve(head, boards=tuple(b for b in head.boards if b.number == number))
    return WireSession(head, (*(record for _, record in early), *rest), is_part=True)


def _parts(connection: Sequence[WireRecord]) -> list[list[WireRecord]]:
    """The beginning of a connection, and each board; one begun twice before its header is one."""
    parts: list[list[WireRecord]] = [[]]
    for record in connection:
        is_first = len(parts) == 1
        if isinstance(record.message, StartOfBoard) and (is_first or _number(parts[-1])):
            parts.append([])
        parts[-1].append(record)
    return parts


def _number(part: Sequence[WireRecord]) -> int:
    """The number of the board; 0 without its header."""
    messages = (record.message for record in part)
    return next((each.number for each in messages if isinstance(each, BoardHeader)), 0)


def _stages(beginning: Sequence[WireRecord]) -> Iterator[tuple[int, WireRecord]]:
    """Yield each record with 0 until the teams, 1 at them and 2 after them."""
    stage = 0
    for record in beginning:
        stage = 1 if isinstance(record.message, Teams) else min(2, 2 * stage)
        yield stage, record

"""Some boards of a room, played on another machine.

A parcel holds all that a room's process and its seats read; their reports and logs come back. Files
that settings name must lie at the same places on all machines.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.codec import from_json, to_json
from bluechip_bot.match.work import Listening, Over, RoomReport, RoomWork
from bluechip_bot.model import PlannedBoard, four
from bluechip_bot.net.match_runner import COMMAND

_LARGEST: Final = 8
"""The most boards of a parcel: their seats start once, and what a worker loses is played again."""
_SHARES: Final = 16
"""The parcels of a room, if there are boards enough."""


@frozen
class BoardParcel:
    """Boards of a room to be played elsewhere, with the files that its processes read, by name.

    A worker puts its own interpreter in the place of `python` in the commands of seats.
    """

    work: RoomWork
    python: str
    files: Mapping[str, bytes] = field(hash=False, repr=False)


@frozen
class ParcelResult:
    """The result of a parcel.

    Attributes:
        reports: the room's reports, without `Listening` and the last one.
        over: the last report.
        logs: the content of each log, by file name.
    """

    reports: tuple[RoomReport, ...]
    over: Over
    logs: Mapping[str, bytes] = field(hash=False, repr=False)


def parcels(work: RoomWork) -> Iterator[BoardParcel]:
    """Divide the boards of a room into parcels, and yield these."""
    home = work.folder.parent
    files = {path.name: path.read_bytes() for path in sorted(home.glob("team-?.toml"))}
    auctions = home / "auctions.pbn"
    if auctions.exists():
        files[auctions.name] = auctions.read_bytes()
    size = max(1, min(_LARGEST, len(work.boards) // _SHARES))
    for first in range(0, len(work.boards), size):
        part = _part(work, work.boards[first : first + size])
        yield BoardParcel(part, sys.executable, files)


def _part(work: RoomWork, boards: tuple[PlannedBoard, ...]) -> RoomWork:
    """Reduce the work to some boards; the files of its seats are named after the first board."""
    name = f"{work.name}-{boards[0].number}"
    old, new = str(work.folder / f"{work.name}-"), str(work.folder / f"{name}-")
    part = _with_commands(work, lambda word: word.replace(old, new))
    return evolve(part, boards=boards, name=name)


def _with_commands(work: RoomWork, change: Callable[[str], str]) -> RoomWork:
    """Apply `change` to each word of the commands that start seats, and return the changed work."""
    changed = (evolve(seat, command=tuple(map(change, seat.command))) for seat in work.seats)
    return evolve(work, seats=four(changed))


def play(parcel: BoardParcel) -> ParcelResult:
    """Play a parcel's boards on this machine."""
    with TemporaryDirectory(prefix="bluechip-bot-") as folder:
        work = _moved(parcel, Path(folder))
        reports, over = _said(work)
        logs = {path.name: path.read_bytes() for path in sorted(work.folder.iterdir())}
    return ParcelResult(tuple(reports), over, logs)


def _moved(parcel: BoardParcel, home: Path) -> RoomWork:
    work = parcel.work
    for name, content in parcel.files.items():
        (home / name).write_bytes(content)
    logs = home / work.folder.name
    logs.mkdir()
    there = work.folder.parent

    def moved(part: str) -> str:
        if part == parcel.python:
            return sys.executable
        for old in (f"{there}/", f"{there.absolute()}/"):
            if part.startswith(old):
                return f"{home}/{part.removeprefix(old)}"
        return part

    return evolve(_with_commands(work, moved), folder=logs)


def _said(work: RoomWork) -> tuple[list[RoomReport], Over]:
    """Run a room's process; return its reports, and separately the last one, `Over`."""
    reports: list[RoomReport] = []
    over = Over(complete=False, text=f"{work.name} ended without a word")
    with (
        (work.folder / f"{work.name}.log").open("wb") as log,
        subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        # The process ends with its input, which stays open until the last report.
        process.stdin.write(f"{to_json(work)}\n")
        process.stdin.flush()
        for line in process.stdout:
            report: RoomReport = from_json(line, RoomReport)
            if isinstance(report, Over):
                over = report
            elif not isinstance(report, Listening):
                reports.append(report)
    return reports, over

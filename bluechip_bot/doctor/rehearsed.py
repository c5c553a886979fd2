"""What the folder of a match tells of the time that its decisions took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Final

from attrs import evolve

from bluechip_bot.dataformats import parse_json
from bluechip_bot.doctor.facts import Rehearsal
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import ROOMS
from bluechip_bot.match.record.store import MatchStore, StoredBoard, Trouble
from bluechip_bot.protocol.seat.clock import ONLY_CARD

_LATE: Final = 0.1
"""Seconds by which an answer may be late before it is counted."""


def rehearsal_of(folder: MatchFolder, clock: float, planned: int, failure: str) -> Rehearsal:
    """What a match in a folder was like.

    Args:
        folder: the folder.
        clock: each pair's time for a board; 0 if there was none.
        planned: the boards of all rooms that were to be played.
        failure: why it was not played to the end; empty if it was.

    Raises:
        StoreError, OSError: if the records cannot be read.
    """
    with closing(MatchStore.open(folder.store)) as store:
        boards = [board for room in ROOMS for board in store.finished(room)]
        troubles = store.troubles
    decisions = list(_decisions(folder))
    found = from_records(clock, planned, boards, troubles, decisions, folder.counts.fallbacks)
    size = sum(path.stat().st_size for path in folder.path.rglob("*") if path.is_file())
    return evolve(found, size=size // max(1, len(boards)), failure=failure)


def from_records(  # noqa: PLR0913, PLR0917 - what the files of a match hold
    clock: float,
    planned: int,
    boards: Iterable[StoredBoard],
    troubles: Iterable[Trouble],
    decisions: Iterable[Mapping[str, Any]],
    fallbacks: int,
) -> Rehearsal:
    """The same from the records of a match.

    Args:
        clock: as above.
        planned: as above.
        boards: those that were finished.
        troubles: what went wrong.
        decisions: each as `Spent.to_json` has it.
        fallbacks: the number of them that a player made by rule. Others are not asked at all.
    """
    seconds = [pair for board in boards for pair in board.seconds]
    asked = [each for each in decisions if each["at_once"] != ONLY_CARD]
    thought = [each for each in asked if not each["at_once"]]
    excess = [each["seconds"] - _allotted(each) for each in thought]
    slowest = max(thought, key=lambda each: float(each["seconds"]), default=None)
    return Rehearsal(
        clock,
        planned,
        played=len(seconds) // 2,
        decisions=len(asked),
        rules=fallbacks + len(asked) - len(thought),
        late=sum(each > _LATE for each in excess),
        latest=max([0.0, *excess]),
        slowest=0.0 if slowest is None else slowest["seconds"],
        allotted=0.0 if slowest is None else _allotted(slowest),
        over=sum(0 < clock < each for each in seconds),
        longest=max(seconds, default=0.0),
        crashes=sum(trouble.what == "crash" for trouble in troubles),
    )


def _allotted(decision: Mapping[str, Any]) -> float:
    """The most that a decision might take."""
    return float(max(decision["budget"], decision["most"] or 0.0))


def _decisions(folder: MatchFolder) -> Iterator[Mapping[str, Any]]:
    """The decisions of all seats; a line that was not written to its end is left out."""
    for path in sorted(folder.logs.glob("*.times.jsonl")):
        for line in path.read_text("utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield parse_json(line)

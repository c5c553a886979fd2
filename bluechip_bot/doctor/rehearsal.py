"""A short match with the chosen clock: what its folder tells of the time that decisions took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Final

from attrs import evolve, frozen

from bluechip_bot.dataformats import parse_json
from bluechip_bot.doctor.finding import Finding, Verdict, judged
from bluechip_bot.doctor.speed import MORE_TIME
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import ROOMS
from bluechip_bot.match.record.store import MatchStore, StoredBoard, Trouble
from bluechip_bot.protocol.seat.clock import ONLY_CARD

_COUNTED: Final = 0.1
"""Seconds by which an answer may be late before it is counted."""
_RULES: Final = 0.001
"""The greatest share of decisions by rule that does not call for a warning."""
_LATE: Final = 0.05
"""The share of decisions that may be late: calls cannot be stopped half-way."""
_NEAR: Final = 0.95
"""A pair that uses this share of its time on a board has none to spare."""


@frozen
class Rehearsal:
    """A short match with the chosen clock.

    Attributes:
        clock: each pair's time for a board; 0 if there was no clock.
        planned: the boards of all rooms that were to be played.
        played: those that were played to the end.
        decisions: the calls and cards that our players were to decide.
        rules: of these, the ones made by a rule of last resort.
        late: those that took longer than they might by more than a tenth of a second.
        latest: the most by which one was late.
        slowest: the longest time of a decision.
        allotted: what that decision might take.
        over: boards on which a pair exceeded its time.
        longest: the longest time of a pair for a board.
        crashes: processes that had to be started again.
        size: what a board adds to records and logs.
        failure: why it was not played to the end; empty if it was.
    """

    clock: float
    planned: int
    played: int = 0
    decisions: int = 0
    rules: int = 0
    late: int = 0
    latest: float = 0.0
    slowest: float = 0.0
    allotted: float = 0.0
    over: int = 0
    longest: float = 0.0
    crashes: int = 0
    size: int = 0
    failure: str = ""

    def finding(self) -> Finding:
        """Whether a short match was played as it should be."""
        clock = f"clock {self.clock:g} s" if self.clock else "no clock"
        text = f"{self.played} of {self.planned} boards, {clock}: "
        if self.failure:
            advice = "put that right, and try again"
            return Finding("rehearsal", Verdict.FAULT, text + self.failure, advice)
        text += (
            f"{self.decisions} decisions, {self.rules} by rule; the slowest took "
            f"{self.slowest:.2f} s of {self.allotted:.2f} s; late {self.late}, by "
            f"{self.latest:.2f} s at most; the longest board {self.longest:.1f} s for a pair, "
            f"overruns {self.over}"
        )
        crashed = self.crashes > 0 and not self.over
        text += f"; crashes {self.crashes}" if crashed else ""
        unplayed = self.played < self.planned or not self.decisions
        read = "play a match and read the logs in its folder"
        near = self.clock > 0 and self.longest > _NEAR * self.clock
        others = "end what else runs here: answers came later than the clock allowed"
        return judged(
            "rehearsal",
            text,
            (self.over > 0, Verdict.FAULT, f"boards were not played in time: {MORE_TIME}"),
            (crashed or unplayed, Verdict.FAULT, read),
            (
                self.rules > _RULES * self.decisions,
                Verdict.WARNING,
                f"time was too short to search: {MORE_TIME}",
            ),
            (near, Verdict.WARNING, f"no time was left: {MORE_TIME}"),
            (self.late > _LATE * self.decisions, Verdict.WARNING, others),
        )


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
        late=sum(each > _COUNTED for each in excess),
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

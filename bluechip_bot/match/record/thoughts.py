"""The thoughts of our seats at each call and card of a board, read from their logs.

A seat appends a line for each decision to `logs/TABLE-SEAT.times.jsonl`. A board that was broken
off is in the log as often as it was begun; a seat that was killed may have left half a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from attrs import define

from bluechip_bot.dataformats import parse_json
from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import actions_of
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.model import Board, Seat

_Logged = tuple[str, tuple[str, ...]]
_LONGEST: Final = 2000
"""The characters of a thought that are kept: a foreign player may say anything."""


def remarks_of(thoughts: Mapping[tuple[int, Seat], Sequence[str]]) -> list[Remark]:
    """Turn thoughts, keyed by seat and index of the call or card, into remarks on a board."""
    return [
        Remark(place + 1, text) for (place, _), texts in sorted(thoughts.items()) for text in texts
    ]


@define(eq=False, slots=False)
class ThoughtReader:
    """The thoughts of one room's seats, read from logs that may still grow."""

    _folder: MatchFolder
    _room: str

    def __attrs_post_init__(self) -> None:
        self._read: dict[Path, int] = {}
        # By board and seat, and by log: the action and the thoughts at each place.
        self._attempts: dict[tuple[int, Seat], dict[Path, dict[int, _Logged]]] = {}

    def take(self, board: Board) -> tuple[Remark, ...]:
        """The thoughts about a finished board, in the order of its calls and cards.

        For each seat the last attempt at the board counts, as far as it fits the calls and cards;
        what is missing or cannot be read is left out. The reader then forgets the board.
        """
        found = self.so_far(board)
        for seat in Seat:
            self._attempts.pop((board.number, seat), None)
        return found

    def so_far(self, board: Board) -> tuple[Remark, ...]:
        """The thoughts so far about a board that may still be in play; nothing is forgotten."""
        self._poll()
        actions = tuple(map(str, actions_of(board)))
        found: dict[int, _Logged] = {}
        for seat in Seat:
            # There are several tables if a match was continued with another number of tables.
            tables = self._attempts.get((board.number, seat), {})
            fitting = [
                {
                    place: logged
                    for place, logged in tables[path].items()
                    if 0 <= place < len(actions) and actions[place] == logged[0]
                }
                for path in sorted(tables)
            ]
            best: dict[int, _Logged] = max(fitting, key=len, default={})
            found |= best
        return tuple(Remark(place + 1, text) for place in sorted(found) for text in found[place][1])

    def _poll(self) -> None:
        for seat in Seat:
            for path in self._folder.logs.glob(f"{self._room}*-{seat}.times.jsonl"):
                for line in self._new(path):
                    with suppress(ValueError, TypeError, KeyError, AttributeError):
                        told: Mapping[str, Any] = parse_json(line)
                        texts = tuple(t[:_LONGEST] for t in told["thoughts"] if t.strip())
                        place, logged = int(told["place"]), (told["action"], texts)
                        tables = self._attempts.setdefault((int(told["board"]), seat), {})
                        attempt = tables.setdefault(path, {})
                        if attempt and place <= max(attempt):
                            attempt.clear()  # the board has begun again
                        attempt[place] = logged

    def _new(self, path: Path) -> list[bytes]:
        """The lines written since the last call, except for an unfinished one."""
        try:
            with path.open("rb") as file:
                file.seek(self._read.get(path, 0))
                data = file.read()
        except OSError:
            return []
        whole = data[: data.rfind(b"\n") + 1]
        self._read[path] = self._read.get(path, 0) + len(whole)
        return whole.splitlines()

"""What `match` prints: a line for each board, and the result at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.result.result import HEADINGS, ROOM_HEADINGS, MatchResult, RoomResult


class Scoreboard:
    """Writes to standard output.

    Args:
        teams: the names of A and B.
    """

    def __init__(self, teams: tuple[str, str]) -> None:
        self._teams = teams
        self._console = Console()
        if not self._console.is_terminal:
            self._console = Console(width=120)

    def say(self, text: str) -> None:
        """A line."""
        self._console.print(text, highlight=False)

    def warn(self, text: str) -> None:
        """A line that stands out."""
        self._console.print(text, style="red")

    def show(self, result: MatchResult) -> None:
        """The table of the boards that both rooms have finished, and the totals."""
        names = self._teams
        self._table(HEADINGS, result.rows)
        vp_a, vp_b = result.victory_points
        self.say(
            f"{names[0]} {result.imps_a} - {result.imps_b} {names[1]} IMPs, "
            f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(result.boards)} boards"
        )

    def show_room(self, room: str, result: RoomResult) -> None:
        """The table of the boards of a match in one room, and the total."""
        self._table(ROOM_HEADINGS, result.rows)
        count = len(result.boards)
        self.say(
            f"{self._teams[0]} {result.points:+d} points over {count} boards; "
            f"no IMPs: they need a result of the other room, and only the {room} room is played"
        )

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        title = " against ".join(self._teams)
        table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for heading in headings:
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        self._console.print(table)

    def show_counts(self, folder: MatchFolder, crashes: int) -> None:
        """What the seats and the runner have counted."""
        if sampled := folder.total("sampled"):
            relaxed = folder.total("relaxed")
            text = f"cards by search: {sampled}; evidence contradicted and left out in {relaxed}"
            self.say(f"{text} ({relaxed / sampled:.1%})")
        if fallbacks := folder.total("fallbacks"):
            self.warn(f"decisions made by the fallback rule, see the logs: {fallbacks}")
        if crashes:
            self.warn(f"processes started again after a crash: {crashes}")

"""What `match` prints: a line for each board, and the result at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.result.comparison import HEADINGS, ROOM_HEADINGS, RoomScore, TeamScore


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

    def show(self, score: TeamScore) -> None:
        """The table of the boards that both rooms have finished, and the totals."""
        (a, b), (imps_a, imps_b) = self._teams, score.won
        vp_a, vp_b = score.victory_points if score.pairs else (10.0, 10.0)
        self._table(HEADINGS, score.rows)
        self.say(
            f"{a} {imps_a} - {imps_b} {b} IMPs, "
            f"{vp_a:.2f} - {vp_b:.2f} VPs over {len(score.pairs)} boards"
        )

    def show_room(self, room: str, score: RoomScore) -> None:
        """The table of the boards of a match in one room, and the total."""
        self._table(ROOM_HEADINGS, score.rows)
        count = len(score.results)
        self.say(
            f"{self._teams[0]} {score.points:+d} points over {count} boards; "
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

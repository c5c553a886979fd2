"""A match of two teams, played by processes of this machine and kept in a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from attrs import field, frozen

from bluechip_bot.config import MatchConfig, load_config, overlaid
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.source import boards_from_file
from bluechip_bot.match.session import MatchSession, begun, resumed
from bluechip_bot.model import Board
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.match_runner import play
from bluechip_bot.net.reactor import Reactor


class MatchError(RuntimeError):
    """A match that broke off; `run_match(resume=folder)` goes on from the records in its folder."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        super().__init__(f"{reason} (what was finished is in {folder})")


@frozen
class MatchResult:
    """The result of a match, over the boards that count; `str` gives it in a line.

    Attributes:
        teams: the names of team A, which sits North-South in the open room, and of team B.
        open: the boards of the open room, played to the end, in order.
        closed: the boards of the closed room.
        imps: the IMPs that each team won; None for a match in one room.
        victory_points: those that each team won; None for one room, or without a board.
        swings: the IMPs of each board as team A sees them, by number; empty for one room.
        left_out: the reasons why boards do not count, by board number.
        crashes: how often a process had to be started again.
        by_rule: the share of our decisions that were made by rule, without a search.
        folder: the records: `open.pbn`, `closed.pbn`, `match.sqlite`, and the logs.
    """

    teams: tuple[str, str]
    open: tuple[Board, ...]
    closed: tuple[Board, ...]
    imps: tuple[int, int] | None
    victory_points: tuple[float, float] | None
    swings: Mapping[int, int] = field(hash=False)
    left_out: Mapping[int, str] = field(hash=False)
    crashes: int
    by_rule: float
    folder: Path

    @classmethod
    def of(cls, match: MatchSession) -> MatchResult:
        """The result of a match that is over."""
        score = match.score if len(match.rooms) == 2 else None
        return cls(
            match.teams,
            match.boards("open"),
            match.boards("closed"),
            None if score is None else score.won,
            None if score is None or not score.pairs else score.victory_points,
            {pair.number: pair.swing for pair in score.pairs} if score is not None else {},
            match.left_out,
            match.crashes,
            match.folder.counts.fallback_share,
            match.folder.path,
        )

    def __str__(self) -> str:
        a, b = self.teams
        if self.imps is None:
            return f"{a} against {b}, one room, boards: {len(self.open or self.closed)}"
        return f"{a} {self.imps[0]} - {self.imps[1]} {b} IMPs, boards: {len(self.swings)}"


def run_match(
    config: str | Path | None = None,
    *,
    deals: str | Path | None = None,
    resume: str | Path | None = None,
    **settings: Any,
) -> MatchResult:
    """Play a match of two teams in two rooms, as `bluechip-bot match` does, and wait for its end.

    Each room and each seat is a process; no terminal is needed, and nothing is printed. Each
    finished board is stored immediately, so that a match can be resumed however it was ended.

    Args:
        config: a file like `conf/match.toml`.
        deals: a PBN or LIN file with the boards; by default they are dealt from the seed.
        resume: the folder of a match to go on with, which keeps its settings.
        settings: keys of `conf/match.toml` that differ from the file; a table is a mapping, as in
            `team_a={"engine": "pimc"}`.

    Raises:
        ConfigError: if a setting is unknown or wrong, or a system or a file of settings cannot be
            used; EngineError: if there is no such engine; WorkError, LocalProtocolError,
            SprtError: if a command line, a name or the sequential test cannot be used.
        PlanError, FormatError, FormatNameError: if the deals cannot be used.
        FolderError: if the folder holds a match already, or another process plays it.
        StoreError: if the folder to resume from holds no match, or a damaged one.
        MatchError: if the match broke off.
        OSError: if a file cannot be read or written.
        KeyboardInterrupt: if the user interrupts; all processes have ended, and the match can be
            resumed.
    """
    given = {key: str(each) if isinstance(each, Path) else each for key, each in settings.items()}
    # A thread of its own: an event loop may be running in this one, as in a notebook.
    with reactors.own() as reactor, ThreadPoolExecutor(1) as pool:
        if resume is None:
            job = pool.submit(_played, reactor, lambda: _begun(config, deals, given))
        else:
            job = pool.submit(_played, reactor, lambda: resumed(Path(resume), given, time.time))
        try:
            return job.result()
        except KeyboardInterrupt:
            reactor.callFromThread(reactor.stop)
            raise


def _begun(
    config: str | Path | None, deals: str | Path | None, given: Mapping[str, Any]
) -> AbstractContextManager[MatchSession]:
    settings = overlaid(load_config(MatchConfig, config), given, "run_match")
    if deals is None:
        boards = boards_from_seed(settings.seed, settings.boards)
    else:
        boards = boards_from_file(Path(deals))
        boards = boards[: settings.boards] if "boards" in given else boards
    return begun(settings, boards, time.time)


def _played(
    reactor: Reactor, opened: Callable[[], AbstractContextManager[MatchSession]]
) -> MatchResult:
    """Open a match and play it in this thread."""
    with opened() as match:
        match.prepare()
        play(reactor, match)
        if match.failures or match.left:
            raise MatchError(match.folder.path, "; ".join(match.failures or ("interrupted",)))
        return MatchResult.of(match)

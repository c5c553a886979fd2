"""The folder of a league: a folder for each match, the tables, and `state.json`.

`state.json` holds when the league began, its schedule, and who withdrew. All else is read from the
matches, so that a league goes on however it was ended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import datetime
from itertools import permutations
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field

from bluechip_bot.config import (
    ConfigError,
    LeagueConfig,
    MatchConfig,
    document,
    load_config,
    overlaid,
    read_toml,
)
from bluechip_bot.dataformats import parse_json
from bluechip_bot.formats.text import write_whole
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.design import check_match
from bluechip_bot.match.league.schedule import Fixture, knockout_stages, round_robin
from bluechip_bot.match.league.standing import LeagueTables, MatchScore
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.reading import record_from_store
from bluechip_bot.match.record.record import ROOMS
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.match.result.scale import CONTINUOUS, read_scale
from bluechip_bot.match.session import MatchSession, begun, resumed

_LEAGUE_SETS: Final = ("out", "rooms", "sprt", "team_a", "team_b", "web")
"""The keys of a match that the league sets, so that [match] may not have them."""
_SCHEDULE: Final = ("legs", "same_boards", "knockout", "knockout_boards")
_AFTER_THE_ROBIN: Final = 1_000_000
"""Boards of knockout matches have seeds beyond all others."""
_SEEDS: Final = 2**63


class LeagueError(ValueError):
    """A league that cannot be played with these settings in this folder."""


def read_league(path: Path, given: Mapping[str, Any]) -> LeagueConfig:
    """Read and check the settings in a file like `conf/league.toml`; those in `given` win."""
    league = overlaid(LeagueConfig(), read_toml(path), str(path))
    league = overlaid(league, given, "command line")
    if not league.out:
        league = evolve(league, out=str(Path("results", path.stem)))
    try:
        _check(league)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return league


def _check(league: LeagueConfig) -> None:
    names = [team.name for team in league.team]
    if len(names) < 2:
        raise ConfigError(f"team: two [[team]] tables or more expected, not {len(names)}")
    folders: dict[str, str] = {}
    for home, away in permutations(names, 2):
        folder, both = _folder(home, away), f"{home} - {away}"
        if _slug(home) == _slug(away):
            text = "are equal, or have the same letters and digits"
            raise ConfigError(f"team: the names {home!r} and {away!r} {text}")
        if len(folder.encode()) > 255:  # the most that file systems allow
            raise ConfigError(f"team: the names are too long for the folder of a match: {both}")
        if folders.setdefault(folder, both) != both:
            raise ConfigError(f"team: {both} and {folders[folder]} would have one folder, {folder}")
    for name in league.withdraw:
        known(league, name)
    if league.knockout and (
        league.knockout & (league.knockout - 1) or not 1 < league.knockout <= len(names)
    ):
        allowed = f"0, or a power of two up to the number of teams, {len(names)}"
        raise ConfigError(f"knockout: {league.knockout} where {allowed}, is expected")
    for key in _LEAGUE_SETS:
        if key in league.match:
            raise ConfigError(f"match.{key}: no setting for the matches of a league")
    match = match_settings(league, Fixture("", *names[:2]), Path())
    if league.at_once > 1 and any((*match.ports_open, *match.ports_closed)):
        raise ConfigError("at_once: 1 expected with ports of one's own, which a match needs alone")


def known(league: LeagueConfig, name: str) -> str:
    """The name of a team as the settings spell it; raises ConfigError if there is no such team."""
    names = {team.name.casefold(): team.name for team in league.team}
    if name.casefold() not in names:
        teams = ", ".join(names.values())
        raise ConfigError(f"withdraw: no team is called {name!r} (teams: {teams})")
    return names[name.casefold()]


def match_settings(league: LeagueConfig, fixture: Fixture, folder: Path) -> MatchConfig:
    """The settings of one match of a league; the match is kept in `folder`."""
    # A match that stalls breaks off with its reason, so that the others are played.
    usual = evolve(load_config(MatchConfig), on_stall="stop", stall_seconds=600.0)
    settings = overlaid(usual, league.match, "[match]")
    home, away = (next(t for t in league.team if t.name == name) for name in fixture.teams)
    is_knockout = not fixture.stage.startswith("round")
    return evolve(
        settings,
        boards=(is_knockout and league.knockout_boards) or settings.boards,
        seed=(settings.seed + _shift(league, fixture)) % _SEEDS,
        out=str(folder),
        team_a=home,
        team_b=away,
    )


def _shift(league: LeagueConfig, fixture: Fixture) -> int:
    stages = knockout_stages(league.knockout)
    names = [team.name for team in league.team]
    alone = names.index(fixture.home) if fixture.home in names else 0
    match = alone * len(names) + names.index(fixture.away)
    if fixture.stage in stages:
        stage = _AFTER_THE_ROBIN * (1 + stages.index(fixture.stage))
        return stage + (match if league.same_boards == "match" else 0)
    number = int(fixture.stage.removeprefix("round ") or 0)
    by_match = number * len(names) ** 2 + match
    return {"league": 0, "round": number, "match": by_match}[league.same_boards]


def _folder(home: str, away: str) -> str:
    return f"{_slug(home)}-{_slug(away)}"


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-") or "team"


@define(eq=False)
class League:
    """A league in its folder; `withdrawn`: teams that left, and whether the knockout had begun."""

    settings: LeagueConfig
    began: str
    withdrawn: dict[str, bool]
    _over: dict[Fixture, MatchScore] = field(factory=dict)
    """The results of matches that are over, which do not change."""

    @property
    def path(self) -> Path:
        """The folder of the league."""
        return Path(self.settings.out)

    @classmethod
    @contextmanager
    def opened(
        cls, settings: LeagueConfig, now: datetime, withdraw: Sequence[str] = ()
    ) -> Iterator[League]:
        """Open a new or continued league; within the context no other process plays it."""
        path = Path(settings.out)
        path.mkdir(parents=True, exist_ok=True)
        with MatchFolder(path).lock():
            league = cls._stored(settings, now)
            league.tables()  # A scale that does not cover the matches is an error now.
            for name in (*settings.withdraw, *withdraw):
                league.withdraw(known(settings, name))
            yield league

    @classmethod
    def _stored(cls, settings: LeagueConfig, now: datetime) -> League:
        file = Path(settings.out, "state.json")
        schedule = _schedule(settings)
        league = cls(settings, f"{now:%Y-%m-%d}", {})
        if file.exists():
            try:
                state = parse_json(file.read_text("utf-8"))
                league.began, gone = str(state["began"]), dict(state["withdrawn"])
                before = dict(state["schedule"])
            except (LookupError, TypeError, ValueError) as error:
                text = "remove it to go on with the matches, but without its withdrawals"
                raise LeagueError(f"{file}: not the state of a league ({error}); {text}") from None
            changed = [key for key, value in schedule.items() if before.get(key) != value]
            # Before the first match everything may still be put right.
            if changed and any(file.parent.glob("*/*/match.sqlite")):
                text = f"{file.parent} holds a league with other {', '.join(changed)}"
                raise LeagueError(f"{text}: choose another folder by --out FOLDER")
            league.withdrawn = {team: gone[team] for team in schedule["team"] if team in gone}
        league._write(schedule)
        return league

    def _write(self, schedule: Mapping[str, Any]) -> None:
        state = {"began": self.began, "schedule": schedule, "withdrawn": self.withdrawn}
        write_whole(self.path / "state.json", json.dumps(state, indent=1).encode())

    def withdraw(self, team: str) -> None:
        """Take a team out of the league for good."""
        if team not in self.withdrawn:
            stages = knockout_stages(self.settings.knockout)
            self.withdrawn[team] = any((self.path / stage).exists() for stage in stages)
            self._write(_schedule(self.settings))

    def folder(self, fixture: Fixture) -> MatchFolder:
        """The folder of a match."""
        stage = fixture.stage.replace(" ", "-")
        return MatchFolder(self.path / stage / _folder(*fixture.teams))

    def tables(self) -> LeagueTables:
        """The tables, from the present content of the folder."""
        settings = self.settings
        teams = tuple(team.name for team in settings.team)
        scale = read_scale(Path(settings.scale)) if settings.scale else CONTINUOUS
        scale.points(0, match_settings(settings, Fixture("", *teams[:2]), self.path).boards)
        tables = LeagueTables(
            teams,
            round_robin(teams, settings.legs),
            {},
            scale,
            dict(self.withdrawn),
            settings.knockout,
            settings.bye,
            settings.walkover,
            settings.carry_over,
        )
        for _ in ("round robin", *knockout_stages(settings.knockout)):
            found = {each: self._played(each) for each in (*tables.fixtures, *tables.drawn)}
            scores = {each: score for each, score in found.items() if score is not None}
            tables = evolve(tables, results=scores)
        return tables

    def _played(self, fixture: Fixture) -> MatchScore | None:
        folder = self.folder(fixture)
        if fixture in self._over or not folder.store.exists():
            return self._over.get(fixture)
        with closing(MatchStore.open(folder.store, writes=False)) as store:
            record = record_from_store(store)
            planned = {board.number for board in store.planned}
            is_over = all(planned <= store.numbers(room) for room in ROOMS)
            given_up = sum(len(store.forfeits(room)) for room in ROOMS)
            crashes = sum(trouble.what == "crash" for trouble in store.troubles)
        played = MatchScore(record.pairs, len(planned), is_over, given_up + crashes)
        if is_over:
            self._over[fixture] = played
        return played

    def left(self, tables: LeagueTables) -> tuple[Fixture, ...]:
        """The matches that can be played now, in order."""
        known = (*tables.fixtures, *tables.drawn)
        return tuple(each for each in known if not (tables.is_off(each) or tables.is_over(each)))

    def check(self, *, cluster: bool = False) -> None:
        """Check that every team can play, by the settings of one match for each."""
        names = [team.name for team in self.settings.team]
        for teams in zip(names[::2], (names[1:] + names[:1])[::2], strict=True):
            settings = match_settings(self.settings, Fixture("", *teams), self.path)
            check_match(settings, given=False, cluster=cluster)

    def opened_match(
        self, fixture: Fixture, now: Any, *, cluster: bool = False
    ) -> AbstractContextManager[MatchSession]:
        """Open a match, which is begun or resumed; see `match.session`."""
        folder = self.folder(fixture)
        settings = match_settings(self.settings, fixture, folder.path)
        if folder.store.exists():
            # Settings that do not change the boards, such as a command line, may be corrected.
            return resumed(folder.path, document(settings), now, cluster=cluster)
        boards = boards_from_seed(settings.seed, settings.boards)
        return begun(settings, boards, now, cluster=cluster)


def _schedule(league: LeagueConfig) -> dict[str, Any]:
    """The settings that must not change while a league is played."""
    names = [team.name for team in league.team]
    match = match_settings(league, Fixture("", *names[:2]), Path())
    known = {key: getattr(league, key) for key in _SCHEDULE}
    return {"team": names, **known, "match.boards": match.boards, "match.seed": match.seed}

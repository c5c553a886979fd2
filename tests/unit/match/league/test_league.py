"""The folder of a league: what is kept, what is read from the matches, what is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from attrs import evolve

from bluechip_bot.config import ConfigError, LeagueConfig, conf_dir, options
from bluechip_bot.match.league.league import League, LeagueError, match_settings, read_league
from bluechip_bot.match.league.schedule import Fixture
from bluechip_bot.match.record.folder import FolderError
from bluechip_bot.model import PASS, Called, PlannedBoard
from bluechip_bot.protocol.effects import BoardFinished

NOW = datetime(2026, 11, 26, tzinfo=UTC)
TEAMS = [{"name": name, "engine": "random"} for name in ("A team", "B", "C")]

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def _systems_are_taken_for_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    """To load the systems of a match takes a second, and no player is started here."""
    for module in ("league.league", "session"):
        monkeypatch.setattr(f"bluechip_bot.match.{module}.check_match", lambda *_, **__: None)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of settings, those of three teams with some changes."""

    def written(**changes: Any) -> Path:
        data = {"knockout": 2, "match": {"boards": 1}, "team": TEAMS, **changes}
        path = tmp_path / "three.toml"
        path.write_text(tomlkit.dumps({"out": str(tmp_path / "league"), **data}))
        return path

    return written


def pass_out(league: League, fixture: Fixture, rooms: tuple[str, ...] = ("open", "closed")) -> None:
    """Have rooms of a match pass all boards out."""
    with league.opened_match(fixture, lambda: 0.0) as match:
        match.prepare()
        for work in match.works(2):
            for planned in work.boards if work.room in rooms else ():
                finish(match, work, planned)
        match.close()


def finish(match: Any, work: Any, planned: PlannedBoard) -> None:
    """Store and take a board that is passed out."""
    board = planned.begin()
    for _ in range(4):
        assert board.turn is not None
        board = board.apply(Called(board.turn, PASS))
    match.store.begin_board(work.name, work.room, board.number, 0.0)
    match.store.finish_board(work.name, work.room, board, (1.0, 1.0), 0.0)
    match.heard(work, work.stored(BoardFinished(board, (1.0, 1.0))))


def test_the_example_has_every_key() -> None:
    """What it leaves out would not be explained anywhere."""
    data = tomllib.loads((conf_dir() / "league.toml").read_text("utf-8"))
    assert set(data) == set(options(LeagueConfig))
    assert set(data["carry_over"]) == {"by", "higher", "lower", "most"}
    settings = read_league(conf_dir() / "league.toml", {})
    example = evolve(settings, out="", team=(), match={})
    assert example == LeagueConfig()


def test_a_league_goes_on_from_its_folder(write: Write) -> None:
    """Nothing is kept of a match but its folder."""
    settings = read_league(write(), {})
    with League.opened(settings, NOW) as league:
        first, second, third = league.left(league.tables())
        pass_out(league, first)
        pass_out(league, second, ("open",))
    with League.opened(settings, datetime(2027, 1, 1, tzinfo=UTC)) as league:
        tables = league.tables()
        assert league.began == "2026-11-26"
        assert league.left(tables) == (second, third)
        assert [tables.results[each].is_over for each in (first, second)] == [True, False]
        assert third not in tables.results
        pass_out(league, second)
        pass_out(league, third)
        (final,) = league.left(league.tables())
        assert final == Fixture("final", "A team", "B")
        pass_out(league, final)
        assert league.folder(final).path == league.path / "final/a-team-b"
        assert league.left(league.tables()) == ()
        assert league.tables().champion == "A team"


def test_a_withdrawal_is_for_good(write: Write) -> None:
    """It is kept, with whether the knockout had begun, and its matches are off."""
    settings = read_league(write(), {})
    with League.opened(settings, NOW, ["b"]) as league:
        assert [each.teams for each in league.left(league.tables())] == [("A team", "C")]
    with League.opened(settings, NOW) as league:
        assert league.withdrawn == {"B": False}
        pass_out(league, league.left(league.tables())[0])
        (final,) = league.left(league.tables())
        pass_out(league, final, ("open",))
        league.withdraw("A team")
        assert league.withdrawn == {"B": False, "A team": True}
        assert league.tables().champion == "C"
        assert league.left(league.tables()) == ()


@pytest.mark.parametrize(
    ("same", "equal"),
    [
        ("match", (False, False, False)),
        ("round", (True, False, False)),
        ("league", (True, True, False)),
    ],
)
def test_same_boards(write: Write, same: str, equal: tuple[bool, ...]) -> None:
    """Of two matches of a round, of two rounds, and of a round and the final."""
    teams = [{"name": name} for name in "ABCD"]
    league = read_league(write(same_boards=same, team=teams, knockout_boards=5), {})
    base = Fixture("round 1", "A", "B")
    others = (
        Fixture("round 1", "C", "D"),
        Fixture("round 2", "A", "C"),
        Fixture("final", "A", "B"),
    )
    seed = match_settings(league, base, Path()).seed
    matches = [match_settings(league, one, Path()) for one in others]
    assert tuple(match.seed == seed for match in matches) == equal
    assert [match.boards for match in matches] == [1, 1, 5]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"team": TEAMS[:1]}, r"two \[\[team\]\] tables or more expected, not 1"),
        ({"team": [*TEAMS, {"name": "a team!"}]}, "'A team' and 'a team!' are equal, or have"),
        ({"team": [*TEAMS, {"name": "A"}, {"name": "team-B"}]}, "would have one folder, a-team-b"),
        ({"team": [*TEAMS, {"name": "D" * 250}]}, "too long for the folder of a match: A team - D"),
        ({"team": [*TEAMS, {"nam": "D"}]}, "unknown key .*; perhaps name"),
        ({"withdraw": ["Z"]}, r"no team is called 'Z' \(teams: A team, B, C\)"),
        ({"knockout": 3}, "knockout: 3 where 0, or a power of two up to the number of teams, 3"),
        ({"knockout": 4}, "knockout: 4 where"),
        ({"match": {"sprt": [0.0, 1.0]}}, "match.sprt: no setting for the matches of a league"),
        ({"match": {"board": 1}}, "board: unknown key"),
        ({"match": {"boards": 0}}, "boards: 0 where"),
        ({"at_once": 2, "match": {"ports_open": [2000]}}, "at_once: 1 expected with ports"),
    ],
)
def test_settings_that_cannot_be_used(write: Write, changes: Any, reason: str) -> None:
    """Each is refused with its key."""
    with pytest.raises(ConfigError, match=reason):
        read_league(write(**changes), {})


def test_folders_that_cannot_be_used(write: Write) -> None:
    """Another league's, one that is played, and one whose state is damaged."""
    settings = read_league(write(), {})
    with League.opened(read_league(write(match={"boards": 9}), {}), NOW, ["B"]):
        pass
    with League.opened(settings, NOW) as league:  # whose boards may change until it is played
        assert league.withdrawn == {"B": False}
        pass_out(league, league.left(league.tables())[0])
        with pytest.raises(FolderError), League.opened(settings, NOW):
            pass
        other = read_league(write(legs=2, match={"boards": 7}), {})
    with pytest.raises(LeagueError, match=r"a league with other legs, match\.boards"):
        League.opened(other, NOW).__enter__()
    with League.opened(evolve(settings, at_once=3), NOW):  # what is not the schedule may change
        pass
    for text in ("{", "[]", "{}", '{"schedule": 1, "began": 1, "withdrawn": 1}'):
        (league.path / "state.json").write_text(text)
        with pytest.raises(LeagueError, match="not the state of a league"):
            League.opened(settings, NOW).__enter__()

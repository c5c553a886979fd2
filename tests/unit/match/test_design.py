"""How the seats of a match are started: each team's settings are one file."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from bluechip_bot.config import ClientConfig, MatchConfig, TableConfig, TeamConfig, load_config
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.design import divide, seat_settings, write_seat_settings
from bluechip_bot.match.record.folder import MatchFolder


def test_seats_are_started_with_one_file(tmp_path: Path) -> None:
    """The command line says where to sit and with which file; the file says everything else."""
    folder = MatchFolder(tmp_path)
    settings = MatchConfig(
        team_a=TeamConfig("Ours", "pimc"), team_b=TeamConfig("B", system="floor"), clock=30.0
    )
    settings = evolve(settings, search=evolve(settings.search, worlds=7, seed=9))
    write_seat_settings(settings, folder)
    command = divide(settings, boards_from_seed(1, 1), folder, 2)[0].seats[0].command
    words = " ".join(command[command.index("play") :])
    assert words == (
        f"play --until-eof --config {tmp_path}/team-a.toml --host {{host}} --port {{port}} "
        f"--seat {{seat}} --summary {tmp_path}/logs/open-{{seat}}.json"
    )
    found = load_config(ClientConfig, folder.seats(0))
    assert found == seat_settings(settings, 0)
    assert (found.team, found.engine, found.profile) == ("Ours", "pimc", "bluechip-bot")
    assert (found.clock.on, found.clock.board) == (True, 30.0)
    assert found.search == settings.search
    assert (found.bidding.our, found.bidding.opponents) == ("learned", "floor")
    assert found.log == ClientConfig().log


def test_a_match_without_a_clock(tmp_path: Path) -> None:
    """Without a clock the seats have none; programs of others get no file."""
    settings = MatchConfig(
        team_b=TeamConfig("B", command="program {port}"),
        declared=False,
        table=TableConfig(forward_alerts="none"),
    )
    write_seat_settings(settings, MatchFolder(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["team-a.toml"]
    found = seat_settings(settings, 0)
    assert not found.clock.on
    assert (found.bidding.opponents, found.alerts) == ("unknown", "none")
    assert found.search.budget_call == found.search.budget_card == 0.25

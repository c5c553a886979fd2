"""Configuration: defaults, overlays and refusals."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import attrs
import click
import pytest
from attrs import frozen
from click.testing import CliRunner, Result

from bluechip_bot.cli.options import config_options, overrides
from bluechip_bot.config import (
    ClientConfig,
    ConfigError,
    FormerKeyWarning,
    LeagueConfig,
    LogConfig,
    MatchConfig,
    OptionField,
    ServerConfig,
    TableConfig,
    TeamConfig,
    comments,
    conf_dir,
    config_text,
    document,
    load_config,
    option,
    options,
    overlaid,
    read_toml,
    with_present_keys,
)
from bluechip_bot.config.loading import DEFAULT, OptionOrigin, explained
from bluechip_bot.model import Seat
from bluechip_bot.planning import PlanningSettings
from support.tables import rows

KINDS = (ClientConfig, ServerConfig, MatchConfig, PlanningSettings)


@pytest.mark.parametrize("kind", KINDS)
def test_default_files_are_what_the_definitions_say(kind: Any) -> None:
    """The file in conf/ holds every option with its default, and nothing else."""
    text = (conf_dir() / kind.FILE).read_text(encoding="utf-8")
    assert tomllib.loads(text) == document(kind())
    assert config_text(kind()) == text


def entries(kind: type, place: str = "") -> Iterator[tuple[str, OptionField]]:
    """Every option with its dotted key, those of tables included."""
    for key, entry in options(kind).items():
        if attrs.has(entry.type):
            yield from entries(entry.type, f"{place}{key}.")
        else:
            yield f"{place}{key}", entry


@pytest.mark.parametrize("kind", [*KINDS, LeagueConfig])
def test_comments_say_what_is_allowed(kind: Any) -> None:
    """Above each key of conf/ a comment ends its first sentence with the range or the choices."""
    said = comments(kind)
    for key, entry in entries(kind):
        first = said[key].partition(". ")[0].removesuffix(".")
        assert first, key
        assert not entry.limits or first.endswith(f" ({entry.limits})"), (key, entry.limits)
        assert entry.sentence(said[key]) + (entry.limits and f" ({entry.limits})") == first


def test_options_of_one_class_are_described_alike() -> None:
    """Where two files, or two tables of one, have options of a class, their comments are equal."""
    said = {kind: comments(kind) for kind in KINDS}
    for (kind, place), (other, elsewhere) in (
        ((ClientConfig, "search"), (MatchConfig, "search")),
        ((ServerConfig, "table"), (MatchConfig, "table")),
        ((MatchConfig, "team_a"), (MatchConfig, "team_b")),
    ):
        for key, _ in entries(options(kind)[place].type):
            assert said[kind][f"{place}.{key}"] == said[other][f"{elsewhere}.{key}"]


@frozen
class Garden:
    """A table with an option that the project does not have."""

    roses: int = option(3, unit="bushes", low=0, high=40, flag="--roses")


@frozen
class House:
    """A file with two such tables."""

    FILE: ClassVar = "house.toml"
    name: str = option("Home")
    garden: Garden = option(Garden())
    yard: Garden = option(Garden(0), suffix="-y", usage="Yard")


HOUSE = """# Defaults of a house.

# What it is called.
name = "Home"

# Around the house.
[garden]
# Roses to plant (bushes, 0 to 40). They want sun.
roses = 3

[yard]
# Roses in pots (bushes, 0 to 40).
roses = 0
"""


def test_an_option_is_defined_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One definition, with a comment in the file, is enough for files, flags and documents."""
    monkeypatch.setattr("bluechip_bot.config.loading.conf_dir", lambda: tmp_path)
    (tmp_path / "house.toml").write_text(HOUSE)
    text = config_text(House(garden=Garden(4)))
    assert text == HOUSE.replace("roses = 3", "roses = 4")
    (tmp_path / "house.toml").write_text(text)
    assert load_config(House).garden.roses == 4

    @click.command()
    @config_options(House)
    def command(**given: Any) -> None:
        """Print what a process would be given."""
        settings = load_config(House, None, overrides(House, given))
        click.echo(json.dumps(document(settings)))

    shown = run(command, "--help").output
    assert "--roses NUMBER    Roses to plant (bushes; default 3)." in shown
    assert "--roses-y NUMBER  Yard: roses in pots (bushes)." in shown
    as_it_is = {"name": "Home", "garden": {"roses": 4}, "yard": {"roses": 0}}
    assert json.loads(run(command).output) == as_it_is
    told = json.loads(run(command, "--roses", "7", "--roses-y", "1").output)
    assert told == {**as_it_is, "garden": {"roses": 7}, "yard": {"roses": 1}}
    assert overlaid(House(), told, "process") == House(garden=Garden(7), yard=Garden(1))
    with pytest.raises(ConfigError, match=r"process: garden\.roses: 41 where a number from 0"):
        overlaid(House(), {"garden": {"roses": 41}}, "process")


OLD = """team_a = "Us"
engine_a = "pimc"
gap_b = 0.5
alerts = "none"
min_gap = 0.1
illegal_limit = 5
team_b = { system = "floor" }
"""


def test_former_keys_are_read(tmp_path: Path) -> None:
    """A file of an earlier version means the same, and each key is reported with its new name."""
    path = tmp_path / "old.toml"
    path.write_text(OLD)
    with pytest.warns(FormerKeyWarning) as told:
        found = load_config(MatchConfig, path)
    assert found.team_a == TeamConfig("Us", "pimc")
    assert found.team_b == TeamConfig("B", system="floor", gap=0.5)
    assert found.table == TableConfig(forward_alerts="none", min_gap=0.1, illegal_limit=5)
    assert sorted(str(each.message) for each in told) == [
        f"{path}: alerts is called table.forward_alerts now",
        f"{path}: engine_a is called team_a.engine now",
        f"{path}: gap_b is called team_b.gap now",
        f"{path}: illegal_limit is called table.illegal_limit now",
        f"{path}: min_gap is called table.min_gap now",
        f"{path}: team_a is called team_a.name now",
    ]
    assert with_present_keys(MatchConfig, {"wait_b": True}) == {"team_b": {"wait": True}}


def test_former_keys_lead_to_options() -> None:
    """Each present name is one of an option."""
    known = {key for key, _ in entries(MatchConfig)}
    assert set(MatchConfig.FORMER.values()) <= known


def test_the_last_document_counts(tmp_path: Path) -> None:
    """A file changes defaults, and the command line changes the file."""
    path = tmp_path / "mine.toml"
    path.write_text('team = "Mine"\nport = 3000\n[search]\nworlds = 40\n[clock]\nboard = 30\n')
    given = {"port": 4000, "search": {"depth": 2}}
    value = load_config(ClientConfig, path, given)
    documents = [(str(path), read_toml(path)), ("command line", given)]
    found = {each.key: each for each in explained(value, documents)}
    told = {key: (each.value, each.origin) for key, each in found.items()}
    assert told["team"] == ("Mine", str(path))
    assert told["port"] == (4000, "command line")
    assert told["host"] == ("127.0.0.1", DEFAULT)
    assert told["search.worlds"] == (40, str(path))
    assert told["search.depth"] == (2, "command line")
    assert told["search.error"] == (0.01, DEFAULT)
    assert told["seats"] == ([], DEFAULT)
    assert found["clock.board"] == OptionOrigin(
        "clock.board",
        30.0,
        str(path),
        "The time of our pair for a board, as the manager counts it (seconds, 0.1 to 86400)",
    )


def test_a_changed_file_of_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A default that was changed in its file is told with the file."""
    (tmp_path / "client.toml").write_text("port = 2500\nteam = 'BlueChipBot'\n")
    monkeypatch.setattr("bluechip_bot.config.loading.conf_dir", lambda: tmp_path)
    found = {each.key: each.origin for each in explained(load_config(ClientConfig), [])}
    assert found["port"] == str(tmp_path / "client.toml")
    assert found["team"] == DEFAULT


def run(command: click.Command, *arguments: str) -> Result:
    """A command, run to its end."""
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def test_texts_of_all_kinds_are_read_back() -> None:
    """Quotes, backslashes and control characters survive the file, as do lists and seats."""
    config = ClientConfig(
        system='a \\ "b" \x7f \u2660 \n',
        seats=(Seat.NORTH, Seat.EAST),
        log=LogConfig(folder="C:\\logs"),
    )
    assert overlaid(ClientConfig(), tomllib.loads(config_text(config)), "text") == config
    assert overlaid(ClientConfig(), json.loads(json.dumps(document(config))), "JSON") == config


def test_a_flag_may_set_several_options() -> None:
    """`--budget` sets both budgets; the flag of a file hides that of a table in it."""
    given = dict.fromkeys(parameters(MatchConfig)) | {"budget": 2.0, "seed": 5, "thoughts": False}
    found = overrides(MatchConfig, given)
    search = {"budget_call": 2.0, "budget_card": 2.0}
    assert found == {"seed": 5, "thoughts": False, "search": search}


def test_a_negated_flag_and_a_repeated_one() -> None:
    """`--no-clock` sets the clock to false, `--seat` makes a list, `--port` counts the last."""
    given = dict.fromkeys(parameters(ClientConfig))
    given |= {"no_clock": True, "seat": ("N", "E"), "port": (1, 2)}
    found = overrides(ClientConfig, given)
    assert found == {"clock": {"on": False}, "seats": ["N", "E"], "port": 2}


def parameters(kind: type) -> list[str]:
    """The names under which a command gets the flags of a class."""
    command = click.command()(config_options(kind)(lambda **_: None))
    return [parameter.name or "" for parameter in command.params]


def test_users_file_overlays_the_defaults(tmp_path: Path) -> None:
    """Keys of the user's file win, others keep their default, in tables too."""
    path = tmp_path / "mine.toml"
    path.write_text('port = 2001\nseats = ["n", "South"]\n[search]\nworlds = 7\nbudget_card = 2\n')
    config = load_config(ClientConfig, path)
    assert config.port == 2001
    assert config.seats == (Seat.NORTH, Seat.SOUTH)
    assert (config.search.worlds, config.search.budget_card) == (7, 2.0)
    assert isinstance(config.search.budget_card, float)
    assert config.search.memory_mb == ClientConfig().search.memory_mb
    assert config.host == ClientConfig().host


def test_command_line_overlays_the_users_file(tmp_path: Path) -> None:
    """Options of the command line win over the file."""
    path = tmp_path / "mine.toml"
    path.write_text("port = 2001\nmin_gap = 0.2\n")
    config = load_config(ClientConfig, path, {"port": 2002, "search": {"seed": 9}})
    assert (config.port, config.min_gap, config.search.seed) == (2002, 0.2, 9)


@pytest.mark.parametrize(("file", "text", "parts"), rows("unit", "refused_settings"))
def test_refusals_name_file_key_and_what_is_allowed(
    tmp_path: Path, file: str, text: str, parts: list[str]
) -> None:
    """What is wrong is told with the file, the dotted key and what would be right."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    (kind,) = (each for each in KINDS if file == each.FILE)
    with pytest.raises(ConfigError) as caught:
        load_config(kind, path)
    for part in [str(path), *parts]:
        assert part in str(caught.value)


def test_error_of_the_command_line_names_it() -> None:
    """A wrong option is not blamed on a file."""
    with pytest.raises(ConfigError, match=r"^command line: port: 0"):
        load_config(ClientConfig, None, {"port": 0})


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(ConfigError, match=r"gone\.toml: cannot be read"):
        load_config(ServerConfig, tmp_path / "gone.toml")


def test_four_ports_and_free_ports() -> None:
    """Four different ports, or four free ones, are allowed."""
    assert load_config(ServerConfig, None, {"ports": [1, 2, 3, 4]}).ports == (1, 2, 3, 4)
    assert load_config(ServerConfig, None, {"ports": [0, 0, 0, 0]}).ports == (0, 0, 0, 0)


def test_installed_folder_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The defaults are those inside the package where it is installed, else those beside it."""
    package = tmp_path / "site" / "bluechip_bot"
    monkeypatch.setattr("bluechip_bot.config.loading.files", lambda _name: package)
    assert conf_dir() == tmp_path / "site" / "conf"
    (package / "conf").mkdir(parents=True)
    assert conf_dir() == package / "conf"

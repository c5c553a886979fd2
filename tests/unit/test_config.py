"""Configuration: defaults, overlays and refusals."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

from bluechip_bot.config import (
    ClientConfig,
    ConfigError,
    MatchConfig,
    ServerConfig,
    conf_dir,
    load_config,
)
from bluechip_bot.model import Seat

KINDS = (ClientConfig, ServerConfig, MatchConfig)


def keys(kind: Any, prefix: str = "") -> set[str]:
    """The dotted keys of a class."""
    found = set()
    for attribute in attrs.fields(kind):
        name = prefix + attribute.name
        default = attribute.default
        found |= keys(type(default), name + ".") if attrs.has(type(default)) else {name}
    return found


def keys_of_file(data: dict[str, Any], prefix: str = "") -> set[str]:
    """The dotted keys of a TOML document."""
    found = set()
    for key, value in data.items():
        is_table = isinstance(value, dict)
        found |= keys_of_file(value, f"{prefix}{key}.") if is_table else {prefix + key}
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_default_file_equals_the_class(kind: Any) -> None:
    """The file in conf/ holds every key, each with the default of the class."""
    text = (conf_dir() / kind.FILE).read_text(encoding="utf-8")
    assert keys_of_file(tomllib.loads(text)) == keys(kind)
    assert load_config(kind) == kind()


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_has_a_comment(kind: Any) -> None:
    """In the files of conf/ a comment stands above each key, or above its neighbour's."""
    lines = (conf_dir() / kind.FILE).read_text(encoding="utf-8").splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if "=" in line and not line.startswith("#"):
            assert above.startswith("#") or "=" in above, line


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


@pytest.mark.parametrize(
    ("kind", "text", "parts"),
    [
        (ClientConfig, "prot = 1", ["prot: unknown key", "known: host, port"]),
        (ClientConfig, "[search]\nwurlds = 1", ["search.wurlds: unknown key", "worlds"]),
        (ClientConfig, "[serch]\nworlds = 1", ["serch: unknown key"]),
        (ClientConfig, 'port = "2000"', ["port: '2000'", "an integer"]),
        (ClientConfig, "port = true", ["port: True", "an integer"]),
        (ClientConfig, "port = 2000.0", ["port: 2000.0", "an integer"]),
        (ClientConfig, "port = 0", ["port: 0", "from 1 to 65535"]),
        (ClientConfig, "host = 3", ["host: 3", "a text"]),
        (ClientConfig, 'team = ""', ["team: ''", "not empty"]),
        (ClientConfig, "team = 'a\"b'", ["team: ", "without quotes"]),
        (ClientConfig, "strict_teams = 1", ["strict_teams: 1", "true or false"]),
        (ClientConfig, 'alerts = "all"', ["alerts: 'all'", "'none', 'alert', 'infos'"]),
        (ClientConfig, 'seats = ["X"]', ["seats: 'X'", "N, E, S or W"]),
        (ClientConfig, 'seats = "N"', ["seats: 'N'", "a list"]),
        (ClientConfig, 'seats = ["N", "North"]', ["seats: ", "once at most"]),
        (ClientConfig, "min_gap = -1", ["min_gap: -1.0", "from 0 to 60"]),
        (ClientConfig, "min_gap = nan", ["min_gap: nan", "from 0 to 60"]),
        (ClientConfig, "[search]\nworlds = -1", ["search.worlds: -1", "from 0"]),
        (ClientConfig, "[search]\nbudget_card = 'x'", ["search.budget_card: 'x'", "a number"]),
        (ClientConfig, "search = 3", ["search: 3", "a table"]),
        (ClientConfig, "[clock]\nboard = 0", ["clock.board: 0.0, a clock of zero,", "--no-clock"]),
        (ClientConfig, "[clock]\nboard = -1", ["clock.board: -1.0 where", "from 0.1"]),
        (ClientConfig, "[clock]\nboard = nan", ["clock.board: nan where", "from 0.1"]),
        (ClientConfig, "[clock]\nmatch = -1", ["clock.match: -1.0", "from 0"]),
        (ClientConfig, "[connect]\nretry_factor = 0.5", ["connect.retry_factor", "from 1 to 10"]),
        (ServerConfig, "ports = [1, 2]", ["ports: [1, 2]", "one port, or four"]),
        (ServerConfig, "ports = [1, 1, 2, 3]", ["ports: ", "different"]),
        (ServerConfig, "ports = [70000]", ["ports: [70000]", "65535"]),
        (ServerConfig, 'ports = ["2000"]', ["ports: '2000'", "an integer"]),
        (ServerConfig, '[table]\nreadiness = "slack"', ["table.readiness", "'lenient', 'strict'"]),
        (ServerConfig, "line_limit = 10", ["line_limit: 10", "from 256"]),
        (MatchConfig, 'rooms = "none"', ["rooms: 'none'", "'both', 'open', 'closed'"]),
        (MatchConfig, "boards = 0", ["boards: 0", "from 1"]),
        (MatchConfig, "seed = -1", ["seed: -1", "from 0"]),
        (MatchConfig, "boards = ", ["not TOML"]),
    ],
)
def test_refusals_name_file_key_and_what_is_allowed(
    tmp_path: Path, kind: Any, text: str, parts: list[str]
) -> None:
    """What is wrong is told with the file, the dotted key and what would be right."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
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

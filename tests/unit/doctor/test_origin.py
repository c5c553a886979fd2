"""Where options come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.config import ClientConfig, load_config, read_toml
from bluechip_bot.config.loading import DEFAULT, OptionOrigin, explained


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

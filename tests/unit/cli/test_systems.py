"""Systems on the command line: what is unknown is refused with one message."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bluechip_bot.cli.match import command as match
from bluechip_bot.cli.play import command as play


@pytest.mark.parametrize(
    ("command", "options", "message"),
    [
        (match, ["--system-a", "saic"], "our: no system 'saic'"),
        (match, ["--system-b", "saic"], "opponents: no system 'saic'"),
        (play, ["--seat", "N", "--our", "saic"], "our: no system 'saic'"),
        (play, ["--seat", "N", "--opponents", "saic"], "opponents: no system 'saic'"),
        (play, ["--seat", "N", "--bidding", "gone.toml"], "gone.toml: cannot be read"),
    ],
)
def test_unknown_systems_are_refused(
    tmp_path: Path, command: object, options: list[str], message: str
) -> None:
    """An unknown system or file ends the command with status 2 and one message, no traceback."""
    out = ["--out", str(tmp_path / "out")] if command is match else []
    result = CliRunner().invoke(command, [*options, *out])  # type: ignore[arg-type]
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "out").exists()


def test_an_unknown_switch_is_refused(tmp_path: Path) -> None:
    """A switch that our system does not have is named."""
    path = tmp_path / "mine.toml"
    path.write_text("[our_switches]\nmultii = true\n")
    result = CliRunner().invoke(play, ["--seat", "N", "--bidding", str(path)])
    assert result.exit_code == 2
    assert "sayc has no switch 'multii'" in result.output

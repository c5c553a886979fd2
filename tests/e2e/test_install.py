"""The project as a user installs it, plain and editable, from any folder."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from support.commands import run

ROOT = Path(__file__).parent.parent.parent
MATCH = ("match", "--boards", "1", "--seed", "3", "--worlds", "4")
DEAL = "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("editable", [False, True], ids=["plain", "editable"])
def test_commands_work_anywhere(tmp_path: Path, *, editable: bool) -> None:
    """After `pip install .` and `pip install -e .`, commands work inside and outside a checkout."""
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(checkout)], check=True)
    environment = tmp_path / "venv"
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    what = ["-e", str(checkout)] if editable else [str(checkout)]
    subprocess.run([scripts / "pip", "install", "--quiet", *what], check=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    for folder in (outside, checkout):
        for command in (
            ["play", "--help"],
            ["serve", "--deals", "0"],
            ["dd", DEAL],
            [*MATCH, "--out", str(tmp_path / f"match-{folder.name}")],
        ):
            done = run(folder, *command, program=(str(scripts / "bluechip-bot"),))
            assert done.returncode == (2 if "0" in command else 0), done.stderr
            assert "Traceback" not in done.stderr
        assert (tmp_path / f"match-{folder.name}" / "open.pbn").exists()
    for flags, works in ((["-P"], True), ([], editable)):
        python = (str(scripts / "python"), *flags, "-m", "bluechip_bot")
        inside = run(checkout, "dd", DEAL, program=python)
        assert inside.returncode == (0 if works else 2), inside.stderr
        assert works or "`pip install -e .`" in inside.stderr

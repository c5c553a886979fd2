"""The soak in small: a match under fire that is taken up again until all boards are played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")]


@pytest.mark.timeout(900)
def test_a_soak_loses_nothing(tmp_path: Path) -> None:
    """Every board is played once, though processes of all kinds were killed."""
    program = Path(__file__).with_name("soak.py")
    options = ("--boards", "8", "--clock", "30", "--kill-every", "4", "--engine", "--engine random")
    done = subprocess.run(
        [sys.executable, program, tmp_path / "x", *options],
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "boards lost / twice      0 / 0\n" in done.stdout
    assert "illegal calls and cards  0\n" in done.stdout
    assert re.search(r"killed or cut +([3-9]|\d\d+) \(", done.stdout)

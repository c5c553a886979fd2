"""The solver built for any processor of its architecture."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.bench.signature import fixed_deals, solve

ROOT = Path(__file__).parents[2]
SIZE, COUNT = 9, 20
PROBE = f"""
import solver
from solver.bench.signature import fixed_deals, solve
from solver.core.cpu import missing_feature, target
nodes, _ = solve(fixed_deals({SIZE}, {COUNT}), {(SIZE + 1) // 2})
print(solver.__file__, repr(missing_feature()), nodes, target(), sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_portable_build_searches_the_same_nodes(tmp_path: Path) -> None:
    """`CFLAGS=-DSOLVER_BASELINE` changes the instructions, and not the search."""
    source, site = tmp_path / "source", tmp_path / "site"
    compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for name in ("bluechip_bot", "conf", "solver"):
        shutil.copytree(ROOT / name, source / name, ignore=compiled)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", site, source],
        env={**os.environ, "CFLAGS": "-DSOLVER_BASELINE"},
        check=True,
    )
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    where, missing, nodes, target = done.stdout.splitlines()
    assert Path(where).is_relative_to(site)
    assert missing == "''"
    assert target in {"x86-64", "aarch64", "this processor"}
    assert int(nodes) == solve(fixed_deals(SIZE, COUNT), (SIZE + 1) // 2)[0]

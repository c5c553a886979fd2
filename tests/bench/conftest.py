"""Benchmarks run only when they are named: `pytest tests/bench`."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Benchmarks are skipped unless this folder, or a file in it, is on the command line."""
    named = [Path(word.split("::")[0]).resolve() for word in config.invocation_params.args]
    if any(path == HERE or HERE in path.parents for path in named):
        return
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="a benchmark: pytest tests/bench"))

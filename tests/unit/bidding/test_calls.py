"""The shipped systems, hand by hand: each chapter of `data/calls` says what it wants and why."""

from pathlib import Path

import pytest

from support.call_tables import FOLDER, cases


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.txt")), ids=lambda path: path.stem)
def test_calls(path: Path) -> None:
    """The hands of a chapter make the calls of their rows."""
    wrong = [
        f"{case.place}: {made}, not {case.call}: {case.reason}"
        for case in cases(path)
        if (made := case.made()) != case.call
    ]
    assert not wrong, "\n".join(wrong)

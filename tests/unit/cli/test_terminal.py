"""How far a command is: lines on standard error where no bar can be drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bluechip_bot.cli.terminal import EVERY, ProgressLines, progress, tracked


def test_lines_are_sparse() -> None:
    """One in half a minute, with the time so far and the time left at this pace."""
    lines = ProgressLines(500, 100, now=1000)
    assert lines.line("deals", 101, 1000 + EVERY - 1) == ""
    assert lines.line("deals", 110, 1000 + EVERY) == (
        "110 of 500 done (deals) after 30 s, about 20 min left"
    )
    assert lines.line("deals", 120, 1000 + 2 * EVERY - 1) == ""
    lines.printed(1000 + 2 * EVERY)
    assert lines.line("deals", 120, 1000 + 3 * EVERY - 1) == ""
    assert lines.line("deals", 120, 1000 + 4 * EVERY) != ""


@pytest.mark.parametrize(
    ("total", "before", "done", "seconds", "text"),
    [
        (None, 0, 7, 99, "7 done (x) after 99 s"),
        (8, 3, 3, 60, "3 of 8 done (x) after 60 s"),
        (8, 0, 4, 7500, "4 of 8 done (x) after 2 h 5 min, about 2 h 5 min left"),
        (8, 0, 8, 120, "8 of 8 done (x) after 2 min, about 0 s left"),
    ],
)
def test_a_line(total: int | None, before: int, done: int, seconds: float, text: str) -> None:
    """What is not known is left out."""
    assert ProgressLines(total, before, now=0).line("x", done, seconds) == text


def test_a_bar_leaves_the_output_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output that goes to a file stays there while the terminal shows a progress bar."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    for number in tracked(range(3), "double dummy", 3):
        print(number)
    shown = capsys.readouterr()
    assert shown.out == "0\n1\n2\n"
    assert "double dummy" in shown.err


def test_progress_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps print on standard error, with the last title, when a line is due."""
    times: Iterator[float] = iter((0.0, 1.0, 31.0, 32.0))
    with progress("none differ", 3, clock=lambda: next(times)) as step:
        step()
        step("1 differs")
        step("2 differ")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "2 of 3 done (1 differs) after 31 s, about 16 s left\n"

"""The sides of a duel of bidders."""

import contextlib
import subprocess
import sys
import threading
from contextlib import closing
from typing import Any

import pytest

from bluechip_bot.lab import program
from bluechip_bot.lab.bidding.side import (
    BookSide,
    CommandSide,
    CommandSpec,
    SideError,
    SideSpec,
    SystemSpec,
    ThoughtSpec,
    open_side,
)
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.model import PASS, Board, Call, Called, Seat

ANSWER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"call": "P" if asked["auction"] else "1NT"}), flush=True)
"""
"""A program that opens 1NT and passes otherwise."""


def board(*calls: str) -> Board:
    """Return a board after some calls, as the player to call sees it."""
    found = Board.begin(3, deal=random_deal(1, 3))
    for call in calls:
        found = found.apply(Called(found.auction.turn, Call.parse(call)))
    return found.seen_by(found.auction.turn)


def python(code: str, patience: float = 60) -> CommandSide:
    """Return the side of a Python program."""
    return CommandSide("B", (sys.executable, "-c", code), patience)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less for programs that do not end."""
    monkeypatch.setattr(program, "_GRACE", 0.1)


def failure(code: str, patience: float = 60) -> str:
    """Return the error of one of the first calls of a program, over 1C."""
    seen = board("1C")
    with closing(python(code, patience)) as made, pytest.raises(SideError) as caught:
        list(map(made.call, [seen] * 5))
    return str(caught.value)


def test_a_program_is_asked_as_a_batch() -> None:
    """Hand, dealer, vulnerability and auction come in; the call goes out."""
    tell = ANSWER.replace("asked = ", "sys.stderr.write(line); asked = ")
    with closing(python(tell)) as made:
        assert made.call(board()) == Call.parse("1NT")
        assert made.call(board("1C", "X")) == PASS
        child = made._program
    hand = random_deal(1, 3)[Seat.NORTH]
    said = f'{{"hand": "{hand}", "dealer": "S", "vul": "EW", "auction": ["1C", "X"]}}'
    assert child.last_lines()[1:] == [f"last line on its standard error: {said}"]
    assert child._process is not None
    assert child._process.returncode == 0


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("code", "patience", "text"),
    [
        ("", 60, "it ended with status 0"),
        (
            "import os, signal, sys; sys.stdin.readline(); os.kill(os.getpid(), signal.SIGKILL)",
            *(60, "it ended by SIGKILL"),
        ),
        ("import time; time.sleep(600)", 0.2, "it did not answer within 0.2 s\nboard 3"),
        ("import sys; sys.stdin.read()", 0.2, "it did not answer within 0.2 s\nboard 3"),
        (
            "for _ in iter(input, 0): print('{\"call\": \"P\"}\\n' * 2, end='', flush=True)",
            *(60, "it wrote a line that it was not asked for"),
        ),
    ],
    ids=["ends", "is killed", "never ends", "ends with its input", "writes too much"],
)
def test_programs_that_fail(code: str, patience: float, text: str) -> None:
    """The error says why; a program that does not end is killed."""
    assert f"B: {text}" in failure(code, patience)


def test_closed_while_the_program_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side that is closed by another thread while its program starts leaves none behind."""
    made = python(ANSWER)
    closing_thread = threading.Thread(target=made.close)
    started = []

    class Popen(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            started.append(self)
            closing_thread.start()
            closing_thread.join(0.1)  # time in which a thread that did not wait would be through

    monkeypatch.setattr(subprocess, "Popen", Popen)
    with contextlib.suppress(SideError):  # the answer may still come first
        made.call(board())
    closing_thread.join()
    assert [one.returncode is None for one in started] == [False]
    with pytest.raises(SideError, match="it has been closed"):
        made.call(board())


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Loading ...", "B: its answer is not JSON"),
        ("", "B: its answer is not JSON"),
        ("[" * 100_000, "B: its answer is not JSON"),
        ("[1]", "B: its answer has no call"),
        ('{"error": "line 1, hand: no hand"}', "B: its answer has no call"),
        ('{"call": 3}', "B: its answer has no call"),
        ('{"call": "8C"}', "(P, X, XX or 1C to 7NT expected)"),
        ('{"call": "1C"}', "B: West may not call 1C (1C)"),
    ],
)
def test_a_program_that_answers_nonsense(answer: str, text: str) -> None:
    """The error shows what was answered, and what is expected."""
    told = failure(f"import sys; sys.stdin.readline(); print({answer!r}, flush=True); input()")
    assert text in told
    if answer:
        assert f"\nlast line on its standard output: {answer[:300]}" in told


def test_no_program() -> None:
    """What cannot be started is an error of the first call."""
    made = CommandSide("A (/no/such)", ("/no/such",), 1)
    with pytest.raises(SideError, match="No such file"):
        made.call(board())
    made.close()


def test_a_system() -> None:
    """A system makes the call of its rules, by the hand whose turn it is."""
    made = open_side("A", SystemSpec("floor"), SystemSpec("sayc"), patience=1)
    assert isinstance(made, BookSide)
    assert made.call(board("7NT")) == PASS


def test_readings() -> None:
    """Opponents are read by their own system, as said, or loosely as strangers."""
    floor, sayc, program = SystemSpec("floor"), SystemSpec("sayc"), CommandSpec(("x",))

    def reading(reads: str | None, other: SideSpec) -> tuple[str, str]:
        made = open_side("A", SystemSpec("floor", reads=reads), other, patience=1)
        assert isinstance(made, BookSide)
        assert made._partnership.ours.name == "floor"
        return made._partnership.theirs.name, made._partnership.opponents.name

    assert reading(None, floor) == ("floor", "declared")
    assert reading(None, sayc) == ("SAYC", "declared")
    assert reading(None, program) == ("Strangers", "unknown")
    assert reading("floor", program) == ("floor", "declared")
    assert reading("unknown", floor) == ("Strangers", "unknown")


def test_a_side_that_thinks() -> None:
    """It makes the same calls for a seed."""
    spec, asked = SystemSpec("floor", ThoughtSpec(60, 8)), board("1NT", "P")
    calls = {open_side("A", spec, spec, patience=1, seed=3).call(asked) for _ in range(2)}
    assert len(calls) == 1
    assert asked.auction.is_legal(*calls)


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (SystemSpec("sayc"), "sayc"),
        (SystemSpec("floor", ThoughtSpec(60, 8)), "floor think seconds=60 layouts=8"),
        (SystemSpec("my own.toml", ThoughtSpec(), "floor"), "'my own.toml' think reads=floor"),
        (CommandSpec(("a b", "c")), "'a b' c"),
    ],
)
def test_specs_are_words(spec: SideSpec, text: str) -> None:
    """A side is written as it is given."""
    assert str(spec) == text

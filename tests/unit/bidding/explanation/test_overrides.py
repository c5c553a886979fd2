"""Operator overrides: lines read with their place, matched to calls, read again while playing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bluechip_bot.bidding.bidder import NATURAL
from bluechip_bot.bidding.explanation import OverrideFile, SeatedTeams
from bluechip_bot.bidding.explanation.overrides import find_override, parse
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.wording import describe
from bluechip_bot.model import Call, Side
from support.bidding import position
from support.tables import rows

EXAMPLE = Path(__file__).parents[4] / "conf" / "overrides.example"
TEAMS = SeatedTeams(("Blue", "Old Boys"), Side.NS)


def found(text: str, calls: str) -> str | None:
    """Return what the overrides say of the last of some calls, in words."""
    overrides, wrong = parse(text, "o.txt")
    assert wrong == ()
    before, _, call = calls.rpartition(" ")
    state = position(NATURAL, before).state
    meaning = NaturalFloor(state).meaning(Call.parse(call))
    override = find_override(overrides, TEAMS, state, meaning)
    return None if override is None else describe(override.meaning)


@pytest.mark.parametrize(
    ("who", "is_meant"),
    [("NS", False), ("EW", True), ("us", False), ("them", True), ("all", True),
     ('"old boys"', True), ('"Blue"', False)],
)  # fmt: skip
def test_who(who: str, is_meant: bool) -> None:  # noqa: FBT001
    """A side, our side or theirs, or a team by name in any case."""
    assert (found(f"{who} (1NT) 2C = 5+ !S", "1NT 2C") is not None) is is_meant


@pytest.mark.parametrize(("line", "calls", "is_meant"), rows("bidding", "calls"))
def test_calls(line: str, calls: str, is_meant: bool) -> None:  # noqa: FBT001
    """Calls match as in the contexts of rules, the last being the one that is meant."""
    assert (found(line, calls) is not None) is is_meant


def test_last_line_holds() -> None:
    """Of two lines for one call the later one is in force; comments are ignored."""
    text = "# first\nall 2D = 6+ !H  # weak\n\nall 2D = 6+ !S; 5-10 HCP\n"
    assert found(text, "2D") == "6+ !S; 5-10 HCP"


@pytest.mark.parametrize(("text", "place", "reason"), rows("bidding", "errors_have_their_place"))
def test_errors_have_their_place(text: str, place: str, reason: str) -> None:
    """What is wrong is told with line and column."""
    overrides, wrong = parse(text, "o.txt")
    assert overrides == ()
    assert [str(error.place) for error in wrong] == [place]
    assert reason in str(wrong[0])


def test_every_wrong_line_is_told() -> None:
    """One mistake does not hide the next."""
    _, wrong = parse("x\nall 2D = 6+ !H\ny", "o.txt")
    assert [error.place.line for error in wrong] == [1, 3]


def test_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    """A change is seen at the next look; with errors the last good overrides stay in force."""
    path = tmp_path / "overrides.txt"
    file = OverrideFile(path)
    assert file.poll() == ((), ())
    path.write_text("all 2D = 6+ !H\n")
    first, errors = file.poll()
    assert (len(first), errors) == (1, ())
    assert file.poll() == (first, ())
    path.write_text("all 2D = 6+ !H\nall 2H = nonsense\n")
    held, errors = file.poll()
    assert held == first
    assert [str(error.place) for error in errors] == ["overrides.txt:2:10"]
    assert file.poll() == (first, ())
    path.write_bytes(b"\xff\xfe")
    held, errors = file.poll()
    assert (held, len(errors)) == (first, 1)
    path.unlink()
    assert file.poll() == ((), ())


def test_same_size_is_told_apart_by_time(tmp_path: Path) -> None:
    """A file of the same length with another time is read again."""
    path = tmp_path / "overrides.txt"
    path.write_text("all 2D = 6+ !H\n")
    os.utime(path, ns=(1, 1))
    file = OverrideFile(path)
    file.poll()
    path.write_text("all 2D = 6+ !S\n")
    os.utime(path, ns=(2, 2))
    assert describe(file.poll()[0][0].meaning) == "6+ !S"


def test_example_is_correct() -> None:
    """The example file has overrides, when its lines are uncommented too, without errors."""
    text = EXAMPLE.read_text(encoding="utf-8")
    uncommented = "\n".join(
        line.removeprefix("#: ") for line in text.splitlines() if line.startswith("#: ")
    )
    overrides, wrong = parse(uncommented, EXAMPLE.name)
    assert wrong == ()
    assert len(overrides) >= 4
    assert parse(text, EXAMPLE.name)[0] == ()

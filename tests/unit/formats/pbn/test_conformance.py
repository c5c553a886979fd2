"""Conformance sets, ours and the PBN verifier's, and files of programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn.check import problems
from bluechip_bot.formats.text import read_text
from support.collection import SAMPLE, found, label

# Games of the verifier's erroneous sets whose error is of taste, or of tags without meaning for us:
# unknown tags, tabs, long lines, dates and scores, two spaces in a deal, 1N for 1NT, wrong totals
# of tables, empty sections, notes that nothing refers to, Result without Contract.
TOLERATED: dict[str, set[int]] = {
    "errors_10": {1, 4, 5, 6, 7, 8, 16, 24, 25, 26, 27, 31, 38, 54, 55, 57, 61, *range(63, 72)},
    "errors_20": {1, 2, 3, 4, 5, 6, 14, 21, 22},
    "errors_21": {1, 2},
}


def games(path: Path) -> dict[int, str]:
    """The texts of the games of a set, by number."""
    text = path.read_bytes().decode("latin-1")
    starts = [match.start() for match in re.finditer(r"^% =+ game", text, re.M)]
    parts = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    numbers = [int(part.split("game", 1)[1].split()[0]) for part in parts]
    return dict(zip(numbers, parts, strict=True))


CORRECT = found("formats/pbn_conformance_correct_*.pbn")
ERRORS = found("formats/pbn_conformance_errors_*.pbn")


def expected(path: Path, table: dict[str, set[int]]) -> set[int]:
    """What a table says of a set: of the verifier's by its name, of ours nothing."""
    ours = path.is_relative_to(SAMPLE)
    return set() if ours else table[path.stem.removeprefix("pbn_conformance_")]


@pytest.mark.parametrize("path", CORRECT, ids=label)
def test_correct_games_round_trip(path: Path) -> None:
    """Every game of the correct sets is read, and is the same after writing and reading."""
    records = pbn.read(path)
    assert len(records) == len(games(path))
    assert pbn.loads(pbn.dumps(records)) == records


@pytest.mark.parametrize("path", CORRECT, ids=label)
def test_correct_sets_have_no_problems(path: Path) -> None:
    """The correct sets survive export form, and break no rule."""
    file = pbn.parse_file(read_text(path)[0])
    again = pbn.parse_file(file.export_text())
    assert again.records == [pbn.export_form(record) for record in file.records]
    assert problems(path.read_bytes().decode("latin-1")) == []


# Games of the verifier's erroneous sets without an error: an unknown tag, which is allowed, and the
# result of a game with too few tricks told to contradict it.
SOUND = {"errors_10": {1, 61}, "errors_20": set[int](), "errors_21": set[int]()}


def refused_at(text: str) -> list[int]:
    """The line of the first part of a text that no board can hold, if there is one."""
    try:
        for record in pbn.loads(text):
            for problem in pbn.board_record(record, 1).omitted:
                return [problem.line]
    except pbn.FormatError as error:
        return [error.line]
    return []


def problems_at(text: str) -> list[int]:
    """The lines that break a rule of the standard."""
    return [problem.line for problem in problems(text)]


@pytest.mark.parametrize(
    ("lines_of", "right"), [(refused_at, TOLERATED), (problems_at, SOUND)], ids=["refused", "wrong"]
)
@pytest.mark.parametrize("path", ERRORS, ids=label)
def test_erroneous_games_are_found(
    path: Path, lines_of: Callable[[str], list[int]], right: dict[str, set[int]]
) -> None:
    """A game whose error matters is refused, and every one is wrong, at a line that lies in it."""
    texts = games(path)
    found = {number: lines_of(text) for number, text in texts.items()}
    assert {number for number, lines in found.items() if not lines} == expected(path, right)
    for number, lines in found.items():
        assert all(1 < line <= texts[number].count("\n") + 1 for line in lines)


RECORDS = {
    "open.pbn": 8,
    "ben_camrose2024_BEN.pbn": 160,
    "wc2005_final_jack_wbridge5.pbn": 4,
    "bbo_forums_sunday_daylong.pbn": 10,
}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * (RECORDS[path.name] > 100), id=label(path))
        for path in found("formats/*.pbn")
        if path.name in RECORDS
    ],
)
def test_files_of_programs(path: Path) -> None:
    """Files of tables, bots and web sites are read, round-trip, and are legal throughout."""
    records = pbn.read(path)
    assert len(records) == RECORDS[path.name]
    assert pbn.loads(pbn.dumps(records)) == records
    for record in records:
        board = pbn.board_record(record).board
        assert board.play is None or board.play.is_over

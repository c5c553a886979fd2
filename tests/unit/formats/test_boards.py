"""The door to files of boards: what cannot be read keeps out only what lacks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.formats.boards import (
    FileFormat,
    FormatNameError,
    ProblemReport,
    read_boards,
    read_deals,
    read_results,
)
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.record import BoardRecord

FULL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
LIN = "md|1S6543H876D876C876,S2H5432D5432C5432,SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9|"
GOOD = f'[Board "9"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{FULL}"]\n\n'
Told = list[tuple[int, str, bool]]
Read = Callable[[Path, FileFormat | None, ProblemReport], list[BoardRecord]]


def read(
    path: Path, text: str, reader: Read = read_deals
) -> tuple[list[BoardRecord], list[tuple[int, str, bool]]]:
    """The boards of a text, and what was reported: line, reason and whether a board was lost."""
    told: Told = []

    def report(problem: ValueError, *, lost: bool) -> None:
        assert isinstance(problem, FormatError)
        assert problem.path == str(path)
        told.append((problem.line, problem.reason, lost))

    path.write_text(text, encoding="utf-8")
    return reader(path, None, report), told


def board(number: str, *lines: str, deal: str = FULL) -> str:
    """A board of a PBN file."""
    head = f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{deal}"]\n'
    return head + "\n".join((*lines, "", ""))


@pytest.mark.parametrize(
    ("text", "line", "reason", "numbers"),
    [
        (board("5", '[Auction "N"]', "1C Pass* 4H* Pass"), 6, "not a call", [5, 9]),
        (board("5", '[Auction "N"]', "1C AC"), 6, "not a call", [5, 9]),
        (board("5", '[Auction "N"]', "1C } AP"), 6, "unexpected character", [5, 9]),
        (board("5", '[Auction "N"]', "1C =x= AP"), 6, "a note's number", [5, 9]),
        (board("5", '[Play "E"]', "S1"), 6, "not a card", [5, 9]),
        (board("5", '[Contract "5 Hearts"]'), 5, "a contract like", [5, 9]),
        (board("5", '[Result "C-2"]'), 5, "tricks 0..13", [5, 9]),
        (board("5", '[Event "x"]', '[Event "x"]'), 6, "tag already on line 5", [5, 9]),
        (board("5", '[Event "x"]', '[Event "y"]'), 6, "tag already on line 5", [5, 9]),
        (board("5", '[Event "x'), 5, "a tag like", [5, 9]),
        (board("5", "[Event Random Deal #]"), 5, "a tag like", [5, 9]),
        (board("5", '[Event "the "open" cup"]'), 5, "a tag like", [5, 9]),
        (board("5", "Minimum : 33.6"), 5, "unexpected after", [5, 9]),
        (board("5") + "Minimum : 33.6\nAvg [x]\n\n", 6, "no tag before", [5, 9]),
        (board("5", "{ open"), 5, "comment without", [5, 9]),
        (board("1-1"), 1, "a board number", [1, 9]),
        (board("5") + board("x"), 6, "a board number", [5, 2, 9]),
        (board("9") + board("9-2"), 6, "a board number", [9, 2, 9]),
        (GOOD.strip() + "\n" + board("5"), 5, "tag already on line 1", [9, 5, 9]),
        (board("5", '[ScoreTable "Rank"]', "1 [x"), 6, "a table may not hold", [5, 9]),
    ],
)
def test_what_is_not_needed_is_reported_and_the_board_used(
    tmp_path: Path, text: str, line: int, reason: str, numbers: list[int]
) -> None:
    """Where deals are wanted, nothing else of a board keeps it out; each fault has its line."""
    records, told = read(tmp_path / "a.pbn", text + GOOD)
    assert [record.board.number for record in records] == numbers
    assert all(None not in record.board.hands for record in records)
    assert (line, False) in [(at, lost) for at, _, lost in told]
    assert all(not lost for _, _, lost in told)
    assert reason in told[0][1]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (board("5", deal="N:AKQJ.AKQ.AKQ.AKQ"), 4, "four hands expected"),
        (board("5", deal="N:AK... - - -").replace("AK...", "AKX..."), 4, "not a hand"),
        (board("5", f'[Deal "{FULL.replace("AKQJ", "AKQ2")}"]'), 5, "tag already on line 4"),
        (board("5").replace('"All"', '"us"'), 3, "not a vulnerability"),
        (board("5").replace('"N"', '"Q"'), 2, "not a seat"),
    ],
)
def test_a_board_without_what_is_needed_is_left_out(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    """A board whose deal, dealer or vulnerability is not understood is lost; the others are not."""
    records, told = read(tmp_path / "a.pbn", text + GOOD)
    assert [record.board.number for record in records] == [9]
    ((at, found, lost),) = told
    assert (at, lost) == (line, True)
    assert reason in found


def test_unknown_hands_are_no_problem_of_a_file(tmp_path: Path) -> None:
    """Dots in the place of hands, as some programs write, are hands that are not known."""
    text = board("5", deal="N:... AKQJ.AKQ.AKQ.AKQ ... ...")
    (record,), told = read(tmp_path / "a.pbn", text, read_boards)
    assert [hand is None for hand in record.board.hands] == [True, False, True, True]
    assert told == []


@pytest.mark.parametrize(
    ("text", "line", "reason", "lost"),
    [
        (f"qx|o7|{LIN}\nmb|4H*|pg||", 2, "not a call", False),
        (f"qx|o7|{LIN}\nmb|1H|pc|S1|", 2, "not a card", False),
        (f"qx|o7|{LIN}\nub|3|", 2, "up to 0", False),
        (f"qx|o7|{LIN}\noops|pg||", 2, "two letters", False),
        (f"qx|seven|{LIN}ah|Board 7|", 1, "a board like o7", False),
        (f"qx|o6|md|1SAA|\nqx|o7|{LIN}", 1, "twice", True),
        (f"qx|o6|{LIN}sv|?|\nqx|o7|{LIN}", 1, "one of o, n, e, b", True),
    ],
)
def test_lin_as_pbn(tmp_path: Path, text: str, line: int, reason: str, lost: bool) -> None:  # noqa: FBT001
    """A bad call of a LIN file keeps out no deal, a bad deal only its own."""
    records, told = read(tmp_path / "a.lin", f"{text}\nqx|o9|{LIN}")
    assert [record.board.number for record in records] == [7, 9]
    assert [(at, is_lost) for at, _, is_lost in told] == [(line, lost)]
    assert reason in told[0][1]


def test_each_reader_needs_what_it_returns(tmp_path: Path) -> None:
    """A bad call keeps a board from those who want all of it, not from those who score it."""
    text = board("5", '[Declarer "N"]', '[Contract "1C"]', '[Result "7"]', '[Auction "N"]', "1C Q")
    path = tmp_path / "a.pbn"
    for reader, numbers in ((read_deals, [5, 9]), (read_results, [5, 9]), (read_boards, [9])):
        records, told = read(path, text + GOOD, reader)
        assert [record.board.number for record in records] == numbers
        assert [(line, lost) for line, _, lost in told] == [(9, reader is read_boards)]
    with pytest.raises(FormatError, match=r"a\.pbn, line 9, column 4: not a call"):
        read_deals(path)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("A.PBN", "", FileFormat.PBN),
        ("a.lin", "", FileFormat.LIN),
        ("a.txt", GOOD, FileFormat.PBN),
        ("boards", "\ufeff% PBN 2.1\n", FileFormat.PBN),
        ("a.txt", "\ufeffpn|a,b,c,d|", FileFormat.LIN),
        ("a.txt", "pn", None),
        ("a.txt", "", None),
    ],
)
def test_format_by_suffix_or_else_by_the_text(
    tmp_path: Path, name: str, text: str, expected: FileFormat | None
) -> None:
    """The suffix tells the format, or else the text does; if nothing does, it says so."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    if expected is not None:
        assert FileFormat.of_path(path, text) is expected
        return
    with pytest.raises(FormatNameError, match=r"neither \.pbn nor \.lin, and its text"):
        read_deals(path)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    lines=st.lists(
        st.sampled_from(
            (
                *board("5", '[Auction "N"]', "1C =1= AP", '[Note "1:x"]').splitlines(),
                *('[Play "E"]', "ST S3 S2 SA", "*", "+", "{", "}", "% x", "", "", "stray [", "^I"),
                *('[Board "1-1"]', "[Event x]", '[Deal "N:... ... ... ..."]', '[Result "^5"]'),
                *("pn|a,b,c,d|", LIN, "mb|1C|", "mb|-|", "mc|0|", "ah|Board%205|", "qx|o5,x|", "|"),
            )
        ),
        max_size=14,
    ),
    suffix=st.sampled_from(("pbn", "lin")),
)
def test_any_lines_give_boards_and_problems(tmp_path: Path, lines: list[str], suffix: str) -> None:
    """Whatever the lines are, each reader returns boards and reports places within the file."""
    for reader in (read_deals, read_results, read_boards):
        records, told = read(tmp_path / f"a.{suffix}", "\n".join(lines), reader)
        assert all(record.board.number >= 0 for record in records)
        assert all(0 <= line <= len(lines) + 1 for line, _, _ in told)


def test_messages_are_short_whatever_the_text(tmp_path: Path) -> None:
    """Of a long text a message has the beginning and the end; the error holds all of it."""
    path = tmp_path / "a.pbn"
    path.write_text(board("5", '[Auction "N"]', "1" * 5000))
    with pytest.raises(FormatError) as caught:
        read_boards(path)
    assert len(str(caught.value)) < len(str(path)) + 600
    assert len(caught.value.text) == 5000

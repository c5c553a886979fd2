"""The thoughts of seats, read from their logs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import MatchRecord
from bluechip_bot.match.record.thoughts import ThoughtReader
from bluechip_bot.model import Board, Called, Seat
from support.happenings import happenings


@pytest.fixture(scope="module")
def board(random_match: Callable[[int, int], MatchRecord]) -> Board:
    """A board that was played to its last card."""
    boards = (one.board for one in random_match(8, 3).open)
    return next(board for board in boards if board.play is not None)


def lines(board: Board, text: str) -> Iterator[tuple[Seat, str]]:
    """What each seat logs, in the order of the calls and cards: who and the line."""
    for place, (event, seat) in enumerate(happenings(board)):
        action = str(event.call if isinstance(event, Called) else event.card)
        told = {"board": board.number, "action": action, "place": place}
        yield seat, json.dumps({**told, "thoughts": [f"{text} {place}"]}) + "\n"


def log(folder: MatchFolder, seat: Seat, line: str, table: str = "open") -> None:
    """A line appended to a seat's log."""
    folder.logs.mkdir(exist_ok=True)
    with (folder.logs / f"{table}-{seat}.times.jsonl").open("a", encoding="utf-8") as file:
        file.write(line)


def thoughts(board: Board, text: str) -> tuple[Remark, ...]:
    """The remarks of a board whose every call and card has its thought."""
    return tuple(Remark(place + 1, f"{text} {place}") for place, _ in enumerate(lines(board, "")))


def test_every_thought_is_at_its_call_or_card(board: Board, tmp_path: Path) -> None:
    """Dummy's cards have declarer's thoughts; those of another board are not taken."""
    folder = MatchFolder(tmp_path)
    for seat, line in lines(board, "so"):
        log(folder, seat, line)
        log(folder, seat, line.replace(f'"board": {board.number}', '"board": 99'))
    found = ThoughtReader(folder, "open").take(board)
    assert found == thoughts(board, "so")
    assert ThoughtReader(folder, "closed").take(board) == ()


def test_a_log_is_read_on_as_it_grows(board: Board, tmp_path: Path) -> None:
    """A line counts once it is whole; a board is forgotten once it is taken."""
    folder, every = MatchFolder(tmp_path), list(lines(board, "so"))
    reader = ThoughtReader(folder, "open")
    first, last = every[:20], every[20:]
    for seat, line in first:
        log(folder, seat, line)
    seat, line = last[0]
    log(folder, seat, line[:15])
    assert reader.take(board) == thoughts(board, "so")[:20]
    log(folder, seat, line[15:])
    assert reader.take(board) == thoughts(board, "so")[20:21]
    assert reader.take(board) == ()


def test_the_last_attempt_counts(board: Board, tmp_path: Path) -> None:
    """What a seat thought before its board was begun anew is gone, though the calls were equal."""
    folder, before = MatchFolder(tmp_path), list(lines(board, "before"))
    for seat, line in before[: len(before) // 2]:
        log(folder, seat, line)
    # The second attempt's log lacks a seat's last line.
    again = list(lines(board, "again"))
    for seat, line in again[:-1]:
        log(folder, seat, line)
    assert ThoughtReader(folder, "open").take(board) == thoughts(board, "again")[:-1]


def test_what_does_not_fit_is_left_out(board: Board, tmp_path: Path) -> None:
    """Another action, another place, half a line of a killed seat, and what is no line at all."""
    folder = MatchFolder(tmp_path)
    wrong = ["half a l", "[]\n", "7\n", '{"board": 1}\n', "\n", '{"thoughts": 3}\n']
    place, (seat, good) = 1, list(lines(board, "so"))[1]
    told = json.loads(good)
    wrong.append(json.dumps({**told, "place": -1}) + "\n")
    wrong.append(json.dumps({**told, "place": 0, "action": "7NTXX"}) + "\n")
    for line in wrong:
        log(folder, seat, line)
    log(folder, seat, good)
    log(folder, seat, json.dumps({**told, "place": 500}) + "\n")
    assert ThoughtReader(folder, "open").take(board) == (Remark(place + 1, "so 1"),)


def test_a_board_that_moved_to_another_table(board: Board, tmp_path: Path) -> None:
    """Of two tables of a room the one counts whose log fits the board better."""
    folder, every = MatchFolder(tmp_path), list(lines(board, "whole"))
    for seat, line in list(lines(board, "broken off"))[:9]:
        log(folder, seat, line, "open2")
    for seat, line in every:
        log(folder, seat, line, "open1")
    assert ThoughtReader(folder, "open").take(board) == thoughts(board, "whole")


def test_thoughts_in_a_file_are_read_back(board: Board) -> None:
    """Commentary at every call and card is lossless, and changes nothing else of the record."""
    remarks = thoughts(board, "M=3, 40 worlds: SQ 82 %, [H4] <= 75 %; not (balanced), =1=")
    (told,) = pbn.loads(pbn.dumps([pbn.record_from_board(board, {}, remarks=remarks)]))
    (bare,) = pbn.loads(pbn.dumps([pbn.record_from_board(board, {})]))
    assert pbn.board_record(told).remarks == remarks
    assert pbn.board_record(told).board == pbn.board_record(bare).board == board

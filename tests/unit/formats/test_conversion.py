"""PBN and LIN turned into one another, and what is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import pbn
from bluechip_bot.formats.conversion import (
    FileFormat,
    FormatNameError,
    convert,
    read_boards,
    read_deals,
    read_results,
)
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin.writer import file_of
from bluechip_bot.formats.pbn.board import board_record, pbn_record
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import Board, Called, Contract, Seat

DEAL = '[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]'


def in_order(record: BoardRecord) -> BoardRecord:
    """A record with its facts in order: PBN has an order of its own."""
    return evolve(record, facts=tuple(sorted(record.facts)))


def record_of(finished_board: Callable[[int], Board], seed: int, cards: int = 52) -> BoardRecord:
    """A board with all that both formats can hold."""
    board = finished_board(seed).until(cards)
    result = None
    if board.play is not None:
        result = board.play.declarer_tricks + (52 - len(board.play.cards)) // 4
    facts = (("Event", "Cup"), ("Scoring", "IMP"), ("Stage", "Final"), ("HomeTeam", "Us"))
    made = len(board.auction.calls)
    return evolve(
        BoardRecord.of_board(board, result),
        names=("A", "B", "C", "D"),
        room="Closed",
        remarks=(Remark(0, "begin"), Remark(1, "a call"), Remark(made, "last")),
        facts=facts,
    )


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cards=st.integers(0, 52))
def test_board_through_pbn(finished_board: Callable[[int], Board], seed: int, cards: int) -> None:
    """A board is the same after PBN, remarks, names and facts included."""
    record = record_of(finished_board, seed, cards)
    (read,) = pbn.loads(pbn.dumps([pbn_record(record)]))
    assert in_order(board_record(read)) == in_order(record)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10_000), cards=st.integers(0, 52))
def test_there_and_back(
    finished_board: Callable[[int], Board], tmp_path: Path, seed: int, cards: int
) -> None:
    """LIN into PBN and back gives the same boards, and nothing is lost."""
    records = [record_of(finished_board, seed, cards), record_of(finished_board, seed + 1)]
    first, middle, last = (tmp_path / name for name in ("a.lin", "b.pbn", "c.lin"))
    first.write_text(file_of(records).text())
    there = convert(first, FileFormat.LIN, FileFormat.PBN)
    middle.write_bytes(there.data)
    back = convert(middle, FileFormat.PBN, FileFormat.LIN)
    last.write_bytes(back.data)
    assert (there.lost, back.lost) == ((), ())
    assert list(map(in_order, read_boards(last))) == list(map(in_order, records))
    assert b"\n" not in there.data.replace(b"\r\n", b"")


def test_alerts_survive_both_ways(tmp_path: Path) -> None:
    """An alert, with or without words, and an explanation without alert are told apart."""
    path = tmp_path / "a.pbn"
    path.write_text(
        f'[Board "1"]\n{DEAL}\n[Dealer "N"]\n[Auction "N"]\n1C =1= X =2= 1H =3= P P P\n'
        '[Note "1:Alert. strong"]\n[Note "2:Alert."]\n[Note "3:natural"]\n'
    )
    (record,) = read_boards(path)
    assert record.board.alerts == (0, 1)
    assert record.board.explanations == ((0, "strong"), (2, "natural"))
    target = tmp_path / "a.lin"
    target.write_bytes(convert(path, FileFormat.PBN, FileFormat.LIN).data)
    assert "mb|1C!|an|strong|mb|d!|mb|1H|an|natural|" in target.read_text()
    assert read_boards(target)[0].board == record.board


def test_thoughts_of_the_player_are_commentary(finished_board: Callable[[int], Board]) -> None:
    """What a player thought stands behind his card, and is read at the same moment."""
    board = finished_board(3)
    made = len(board.auction.calls)
    remarks = (Remark(made + 2, "64 worlds; S7 0.61"), Remark(made + 52, "forced"))
    record = pbn.record_from_board(board, {}, remarks=remarks)
    assert board_record(record).remarks == remarks
    assert pbn.board_from_record(record) == board


def test_what_is_lost_is_told(tmp_path: Path) -> None:
    """Tags, tables, signs, directives, results and commands without a place are named."""
    path = tmp_path / "a.pbn"
    path.write_text(
        f'%Creator: x\n[Board "1"]\n[Site "here"]\n{DEAL}\n[Declarer "N"]\n[Contract "3NT"]\n'
        '[Result "13"]\n[ScoreTable "A"]\n1\n\n'
        f'[Board "2"]\n[Dealer "N"]\n{DEAL}\n[Auction "N"]\n1C ! AP\n'
    )
    lost = convert(path, FileFormat.PBN, FileFormat.LIN).lost
    assert lost == (
        "table ScoreTable (1)",
        "signs such as ! and $1 (1)",
        "directives (1)",
        "tag Site (1)",
        "results without an auction (1)",
    )
    other = tmp_path / "a.lin"
    other.write_text("zz|picture|pg||md|1|mb|p|")
    assert convert(other, FileFormat.LIN, FileFormat.PBN).lost == ("command zz (1)",)


def test_results_need_no_auction(tmp_path: Path) -> None:
    """For scoring the tags are enough; an auction is looked at where they are missing."""
    path = tmp_path / "a.pbn"
    path.write_text(
        '[Board "1"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "10"]\n[Auction "N"]\n7C ^I 1C\n\n'
        f'[Board "2"]\n{DEAL}\n[Auction "E"]\nAP\n'
    )
    first, second = read_results(path)
    assert (first.result_text, first.score()) == ("3NT N +1", 430)
    assert second.is_passed_out
    assert read_deals(path)[0].contract is not None


def test_errors_name_the_file(tmp_path: Path) -> None:
    """Whatever is wrong in a file, its name is told with the line."""
    bad = {
        "a.pbn": f'[Board "1"]\n{DEAL}\n[Auction "N"]\n1D 1C AP\n',
        "b.pbn": '[Board "1\n',
        "a.lin": "md|1|\nmb|1Z|",
        "b.lin": "oops",
    }
    for name, text in bad.items():
        path = tmp_path / name
        path.write_text(text)
        for read in (read_boards, read_results):
            with pytest.raises(FormatError, match=f"{name}, line [1-4], column") as caught:
                read(path)
            assert caught.value.path == str(path)


def test_format_is_told_by_the_suffix() -> None:
    """PBN and LIN by suffix, in any case; else an error that says so."""
    assert FileFormat.of_path("A.PBN") is FileFormat.PBN
    with pytest.raises(FormatNameError, match=r"neither \.pbn nor \.lin"):
        FileFormat.of_path("a.txt")


def test_record_speaks_of_results(finished_board: Callable[[int], Board]) -> None:
    """Results are text and points; where there is none, both say so."""
    board = finished_board(3)
    record = BoardRecord.of_board(board)
    assert record.score() == board.score()
    unknown = BoardRecord.of_board(board.until(4))
    assert unknown.result_text.endswith("?")
    with pytest.raises(ValueError, match="no result"):
        unknown.score()
    begun = BoardRecord.of_board(board.until(0), None)
    assert not begun.is_scored
    assert record.name(Seat.NORTH) == ""


def test_alert_in_the_auction_is_kept_by_match_records(
    finished_board: Callable[[int], Board],
) -> None:
    """A record of a match keeps alerts, so that the board read is the board played."""
    board = finished_board(3)
    first = board.begin(board.number, board.dealer, board.vulnerability)
    first = first.apply(Called(board.dealer, board.auction.calls[0], "asks", alert=True))
    (read,) = pbn.loads(pbn.dumps([pbn_record(BoardRecord.of_board(first))]))
    assert pbn.board_from_record(read) == first


def test_tags_in_another_case_do_not_come_twice(tmp_path: Path) -> None:
    """`EVENT` is the tag Event, also when the board is written again."""
    path = tmp_path / "a.pbn"
    path.write_text(f'[EVENT "Cup"]\n[BOARD "1"]\n{DEAL}\n')
    (record,) = read_boards(path)
    (again,) = pbn.loads(pbn.dumps([pbn_record(record)]))
    assert (again.get("Event"), again.number) == ("Cup", 1)


def test_result_texts() -> None:
    """Contract, declarer and tricks over or under; `=` when just made; Pass."""

    def text(contract: str, tricks: int) -> str:
        return BoardRecord(Board.begin(1), Contract.parse(contract), result=tricks).result_text

    assert text("7S-N", 13) == "7S N ="
    assert text("4SX-N", 13) == "4SX N +3"
    assert text("1DXX-N", 13) == "1DXX N +6"
    assert text("1NT-N", 0) == "1NT N -7"
    assert BoardRecord(Board.begin(1), is_passed_out=True).result_text == "Pass"


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_score_of_a_record_is_that_of_its_board(
    finished_board: Callable[[int], Board], seed: int
) -> None:
    """The score computed from a record's tags is the board's, and its Score tag says so."""
    board = finished_board(seed)
    told = pbn.board_record(pbn.record_from_board(board, {}))
    assert told.score() == told.told_score == board.score()


CONTRACT = '[Vulnerable "All"]\n[Declarer "{}"]\n[Contract "4SX"]\n[Result "9"]\n[Score "{}"]'


@pytest.mark.parametrize(
    ("declarer", "tag", "score"),
    [
        ("S", "NS -200", -200),
        ("S", "-200", -200),
        ("S", "EW 200", -200),
        ("S", "EW +200 NS -200", -200),
        ("E", "-200", 200),
        ("E", "NS 200", 200),
        ("S", "NS 200", 200),
        ("S", "much", None),
    ],
)
def test_score_tag_in_all_forms(declarer: str, tag: str, score: int | None) -> None:
    """A score with a side is that side's, without one declarer's; it need not be right."""
    (record,) = pbn.loads(CONTRACT.format(declarer, tag))
    told = pbn.board_record(record, 1)
    assert told.told_score == score
    assert told.score() == (-200 if declarer == "S" else 200)

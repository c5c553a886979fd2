"""PBN and LIN turned into one another, and what is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import pbn
from bluechip_bot.formats.boards import FileFormat, read_boards, read_deals, read_results
from bluechip_bot.formats.conversion import convert
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin.writer import file_of
from bluechip_bot.formats.pbn.board import board_record, pbn_record
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import Board, Contract, Seat
from support.collection import found, label

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
    for path in (middle, last):
        assert list(map(in_order, read_boards(path))) == list(map(in_order, records))
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
    assert pbn.board_record(record).board == board


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
    assert [record.board.number for record in read_deals(path)] == [1, 2]


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
    assert record.names[Seat.NORTH] == ""


def test_tags_in_another_case_do_not_come_twice(tmp_path: Path) -> None:
    """`EVENT` is the tag Event, also when the board is written again."""
    path = tmp_path / "a.pbn"
    path.write_text(f'[EVENT "Cup"]\n[BOARD "1"]\n{DEAL}\n')
    (record,) = read_boards(path)
    (again,) = pbn.loads(pbn.dumps([pbn_record(record)]))
    assert (again.get("Event"), again.number) == ("Cup", 1)


@pytest.mark.parametrize(
    ("contract", "tricks", "text"),
    [
        ("7S", 13, "7S N ="),
        ("4SX", 13, "4SX N +3"),
        ("1DXX", 13, "1DXX N +6"),
        ("1NT", 0, "1NT N -7"),
    ],
)
def test_result_texts(contract: str, tricks: int, text: str) -> None:
    """Contract, declarer and tricks over or under; `=` when just made; Pass."""
    played = Contract.parse(f"{contract}-N")
    assert BoardRecord(Board.begin(1), played, result=tricks).result_text == text
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


HANDS = "S:AKQJT98.AKQ.A2.A 7.J432.543.65432 65.T98.KQJT9.KQJ 432.765.876.T987"
HEAD = f'[Board "1"]\n[Dealer "S"]\n[Vulnerable "None"]\n[Deal "{HANDS}"]\n'
GRAND = '[Declarer "S"]\n[Contract "7NT"]\n'
TRICKS = """S7 S5 S2 SA
C2 CJ C7 CA
H2 H8 H5 HA
H3 H9 H6 HK
H4 HT H7 HQ
D3 D9 D6 DA
D4 DT D7 D2
C3 CQ C8 S8
C4 CK C9 S9
D5 DJ D8 ST
C5 DQ CT SJ
C6 DK S3 SQ
HJ S6 S4 SK
"""
PLAY = f'[Play "W"]\n{TRICKS}'
TWO = "".join(TRICKS.splitlines(keepends=True)[:2])


@pytest.mark.parametrize(
    ("text", "commands", "lost"),
    [
        (f'{GRAND}[Result "2"]\n[Auction "S"]\n7NT AP\n[Play "W"]\n{TWO}+\n', "pc|C7|pg||", ""),
        (f'{GRAND}[Result "12"]\n[Auction "S"]\n7NT AP\n[Play "W"]\n{TWO}*\n', "mc|12|", ""),
        (
            f'{GRAND}[Result "^12"]\n[Auction "S"]\n7NT AP\n{PLAY}',
            "pc|SK|pc|HJ|pg||",
            "results that",
        ),
        (f'{GRAND}[Result "?"]\n{PLAY}', "sv|o|pg||", "cards without an auction"),
        (f'{GRAND}[Auction "S"]\n*\n{PLAY}', "sv|o|pg||", "cards without an auction"),
        (f'{GRAND}[Auction "S"]\n2C Pass 2D *\n{PLAY}', "mb|2C|mb|p|mb|2D|pg||", "cards without"),
        (GRAND, "sv|o|pg||", "contracts without an auction (1)"),
        (f'{GRAND}[Result "13"]\n', "sv|o|pg||", "results without an auction (1)"),
        ('[Contract "Pass"]\n', "sv|o|pg||", "results without an auction (1)"),
        (f'{GRAND}[Auction "S"]\n2C ^S ^I 1H 7NT AP\n', "mb|2C|pg||", "an irregular call (1)"),
        (
            '[Declarer "^N"]\n[Contract "7NT"]\n[Auction "S"]\n7NT AP\n',
            "mb|p|mb|p|mb|p|pg||",
            "contracts that the auction does not come to (1)",
        ),
        (
            f'{GRAND}[Result "12"]\n[Auction "S"]\n7NT AP\n[Play "W"]\nS7 ^R H8 S2 SA\n*\n',
            "pc|S7|mc|12|",
            "an irregular card (1)",
        ),
        ('[Contract "4S"]\n[Result "9"]\n', "sv|o|pg||", "tag Contract (1), tag Result (1)"),
        ('[Score "NS 50"]\n', "sv|o|pg||", "scores that the tricks do not come to (1)"),
        ('[Room "Main"]\n', "pn|,,,|st||", "rooms other than Open and Closed (1)"),
        ('[Event "a, b"]\n', "vg|a  b,", "titles with signs"),
        ('[West "a|b"]\n', "pn|,a/b,,|", "names with signs"),
        ('[Auction "S"]\n1C {a|b} AP\n', "nt|a/b|", "comments with signs"),
        (
            '[Auction "S"]\n1C =1= AP\n[Note "1:a|b"]\n',
            "an|a/b|",
            "explanations with signs",
        ),
    ],
)
def test_what_lin_cannot_hold_of_lawful_boards(
    tmp_path: Path, text: str, commands: str, lost: str
) -> None:
    """Boards that the standard allows are converted as far as LIN can hold them, and it is told."""
    path = tmp_path / "a.pbn"
    path.write_text(HEAD + text)
    converted = convert(path, FileFormat.PBN, FileFormat.LIN)
    assert commands in converted.data.decode()
    assert lost in ", ".join(converted.lost)
    if not lost:
        assert converted.lost == ()
    target = tmp_path / "a.lin"
    target.write_bytes(converted.data)
    assert len(read_boards(target)) == 1


def test_hands_that_lin_cannot_hold(tmp_path: Path) -> None:
    """Unknown hands are left empty; those of an end position are lost, and it is told."""
    path = tmp_path / "a.pbn"
    path.write_text('[Board "1"]\n[Deal "N:... ... ... ..."]\n[Auction "N"]\n1C AP\n')
    converted = convert(path, FileFormat.PBN, FileFormat.LIN)
    assert (b"md|3,,,|" in converted.data, converted.lost) == (True, ())
    path.write_text('[Board "1"]\n[Deal "N:A... K... Q... J..."]\n[Contract "S"]\n')
    converted = convert(path, FileFormat.PBN, FileFormat.LIN)
    assert converted.lost == ("tag Contract (1)", "an end position of 1 cards (1)")


@pytest.mark.parametrize(
    ("text", "line", "lost"),
    [
        ('[Event Random]\n[Board "1"]\n', 1, True),
        ('[Board "1"]\n[Site "x"]\n[Site "x"]\n', 3, True),
        ('[Board "1"]\n\nMinimum : 33.6\n', 3, True),
        ('[Board "1"]\n[Site "x"]\n[Site "y"]\n', 3, False),
        ('[Board "1"]\n[Dealer "N"]\n{ open\n[Auction "N"]\n1C AP {x}\n', 3, True),
        ('[Board "1"]\n[Auction "N"]\n{ open\n1C AP\n[Site "x"]\n', 3, False),
        ('[Board "1"]\n\n[Event]\n', 3, False),
    ],
)
def test_warnings_do_not_stop_a_conversion(
    tmp_path: Path,
    text: str,
    line: int,
    lost: bool,  # noqa: FBT001
) -> None:
    """What has one meaning, or belongs to no board, is told; anything else refuses the file."""
    path = tmp_path / "a.pbn"
    path.write_text(text)
    for target in FileFormat:
        if lost:
            (told,) = convert(path, FileFormat.PBN, target).warnings
            assert told.startswith(f"{path}, line {line}, column 1: ")
        else:
            with pytest.raises(FormatError, match=f"line {line}, column 1"):
                convert(path, FileFormat.PBN, target)


def test_results_of_lawful_boards(tmp_path: Path) -> None:
    """Results come from the tags, or from 52 cards without an auction; an open play has none."""
    boards = {
        f'[Result "2"]\n[Play "W"]\n{TWO}+\n': None,
        f'[Result "2"]\n[Auction "S"]\n7NT AP\n[Play "W"]\n{TWO}S3 +\n': None,
        '[Result "2"]\n[Auction "S"]\n7NT +\n': None,
        f'[Result "?"]\n{PLAY}': 13,
        PLAY: 13,
        f'[Auction "S"]\n7NT AP\n{PLAY}': 13,
        f'[Result "^12"]\n{PLAY}': 12,
        f'[Result "NS 12"]\n[Auction "S"]\n*\n{PLAY}': 12,
        f'[Play "W"]\n{TWO}*\n': None,
    }
    path = tmp_path / "a.pbn"
    path.write_text("\n".join(HEAD + GRAND + text for text in boards))
    records = read_results(path)
    assert [record.result for record in records] == list(boards.values())
    assert [record.is_scored for record in records] == [
        each is not None for each in boards.values()
    ]


@pytest.mark.parametrize("path", found("formats/pbn_conformance_correct_*.pbn"), ids=label)
def test_correct_sets_are_scored_and_converted(path: Path) -> None:
    """All that the standard allows is read whole, and what LIN cannot hold is told."""
    assert len(read_results(path)) == len(read_boards(path)) > 0
    converted = convert(path, FileFormat.PBN, FileFormat.LIN)
    assert converted.lost
    assert converted.warnings == ()


def test_a_title_is_of_the_boards_that_have_it(tmp_path: Path) -> None:
    """A board without an event does not get that of the board before it."""
    path = tmp_path / "a.pbn"
    path.write_text('[Event "One"]\n[Board "1"]\n\n[Board "2"]\n\n[Event "Two"]\n[Board "3"]\n')
    converted = convert(path, FileFormat.PBN, FileFormat.LIN)
    target = tmp_path / "a.lin"
    target.write_bytes(converted.data)
    assert [record.fact("Event") for record in read_boards(target)] == ["One", "", "Two"]
    assert converted.lost == ()


def test_what_pbn_cannot_hold_of_commentary(tmp_path: Path) -> None:
    """Chat before the first board has no place, and a closing brace becomes another sign."""
    path = tmp_path / "a.lin"
    path.write_text("nt|hello|pg||qx|o1|md|1|mb|p|nt|a } b|")
    lost = convert(path, FileFormat.LIN, FileFormat.PBN).lost
    assert lost == ("commentary before the first board (1)", "braces in commentary (1)")
    assert convert(path, FileFormat.LIN, FileFormat.LIN).lost == lost[:1]

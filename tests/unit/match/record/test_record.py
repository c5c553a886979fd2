"""Records of matches, by hand and from files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.codec import to_json
from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.record.reading import record_from_files
from bluechip_bot.match.record.record import MatchRecord, MatchRecordError, SeatCounts
from bluechip_bot.match.result.comparison import BoardPair, ComparisonError
from bluechip_bot.model import Board, Seat, Vulnerability

MakeMatch = Callable[[int, int], MatchRecord]


def write(folder: Path, record: MatchRecord, tags: dict[str, str] | None = None) -> None:
    """The PBN files of a match, as two tables write them."""
    teams = {"HomeTeam": record.teams[0], "VisitTeam": record.teams[1]} if tags is None else tags
    for room, boards in (("open", record.open), ("closed", record.closed)):
        records = [
            pbn.record_from_board(one.board, {}, "Final", room.capitalize(), teams)
            for one in boards
        ]
        (folder / f"{room}.pbn").write_text(pbn.dumps(records), encoding="utf-8")


def test_files_give_the_match(random_match: MakeMatch, tmp_path: Path) -> None:
    """Teams, event, boards, auctions, play and scores are those that were written."""
    record = random_match(6, 1)
    write(tmp_path, evolve(record, teams=("Zero", "One")))
    found = record_from_files(tmp_path)
    assert (found.teams, found.event, found.planned) == (("Zero", "One"), "Final", None)
    assert [pair.swing for pair in found.pairs] == [pair.swing for pair in record.pairs]
    for mine, theirs in zip(record.closed, found.closed, strict=True):
        assert mine.board.auction == theirs.board.auction
        assert mine.board.play == theirs.board.play
        assert mine.score() == theirs.score() == mine.board.score()


def test_boards_of_one_room_are_unpaired(random_match: MakeMatch, tmp_path: Path) -> None:
    """What only one room has finished is told, and is no pair; one file alone is enough."""
    record = random_match(4, 3)
    part = evolve(record, closed=record.closed[1:3])
    assert [pair.number for pair in part.pairs] == [2, 3]
    assert [(room, one.number) for room, one in part.unpaired] == [("open", 1), ("open", 4)]
    write(tmp_path, record)
    (tmp_path / "closed.pbn").unlink()
    found = record_from_files(tmp_path)
    assert found.pairs == ()
    assert len(found.unpaired) == 4


FOREIGN = """[Board "7"]
[West "Ann"]
[North "Bob"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
[Declarer "N"]
[Contract "7NT"]
[Result "13"]

[Board "8"]
[Contract ""]

[Board "9"]
[Contract "Pass"]
[Declarer ""]
[Result ""]
"""


def test_foreign_files(tmp_path: Path) -> None:
    """Results without auction and play are read, boards not played left out, players are teams."""
    (tmp_path / "open.pbn").write_text(FOREIGN)
    (tmp_path / "closed.pbn").write_text(FOREIGN.replace("13", "12").replace("Ann", "Bob "))
    found = record_from_files(tmp_path)
    assert found.teams == ("Bob", "Ann")
    assert [pair.swing for pair in found.pairs] == [20, 0]  # 2220 and 100
    assert found.open[0].lead is None


def test_claimed_boards(random_match: MakeMatch, tmp_path: Path) -> None:
    """A play that ends early is read as far as it goes; the result is what was claimed."""
    board = next(one for one in random_match(6, 1).open if one.contract is not None).board
    assert board.play is not None
    claimed = BoardRecord.of_board(board.until(12), board.play.declarer_tricks)
    (tmp_path / "open.pbn").write_text(pbn.dumps([pbn_record(claimed)]))
    (found,) = record_from_files(tmp_path).open
    assert found.board.play is not None
    assert found.board.play.cards == board.play.cards[:12]
    assert found.score() == board.score()
    assert found.lead == board.play.cards[0]


def test_seats_counted(random_match: MakeMatch, tmp_path: Path) -> None:
    """What seats wrote is read; what cannot be read is left out. Nameless teams are A and B."""
    write(tmp_path, random_match(1, 1), {})
    logs = tmp_path / "logs"
    logs.mkdir()
    counts = DecisionCounts(decisions=9, fallbacks=1, sampled=4, relaxed=2)
    (logs / "open-East.json").write_text(to_json(counts))
    (logs / "closed-West.json").write_text("{")
    (logs / "closed-North.json").write_text("[]")
    found = record_from_files(tmp_path)
    assert found.seats == (SeatCounts("open", Seat.EAST, counts),)
    assert found.teams == ("A", "B")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no finished board in open.pbn or closed.pbn"),
        ('[Board "1"]\n[Board "1"', "open.pbn, line"),
        (FOREIGN + "\n" + FOREIGN, "open.pbn, line 19: a second board 7 (the first is on line 1)"),
        (FOREIGN.replace('[Result "13"]', ""), "open.pbn, line 1: board 7 has a contract and no"),
        (
            FOREIGN.replace('"7NT"', '"8NT"'),
            "open.pbn, line 8, column 1: a contract",
        ),
        (FOREIGN.replace("AKQJ.", "AKQJT."), "open.pbn, line 6, column 1:"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, part: str) -> None:
    """What is wrong is told with the file and the line."""
    (tmp_path / "open.pbn").write_text(text)
    with pytest.raises(MatchRecordError) as caught:
        record_from_files(tmp_path)
    assert part in str(caught.value)
    with pytest.raises(MatchRecordError, match="nowhere: no such folder"):
        record_from_files(tmp_path / "nowhere")


def test_boards_that_do_not_belong_together(random_match: MakeMatch) -> None:
    """Other cards, another vulnerability, a number twice in a room, and no result are refused."""
    one, other = random_match(1, 1), random_match(1, 2)
    with pytest.raises(ComparisonError, match="board 1: the hands of North differ"):
        _ = MatchRecord(("A", "B"), one.open, other.closed).pairs
    (board,) = one.open
    moved = evolve(board, board=evolve(board.board, vulnerability=Vulnerability.BOTH))
    with pytest.raises(ComparisonError, match="None vulnerable at one table, All at another"):
        BoardPair(board, moved)
    with pytest.raises(MatchRecordError, match="board 1 twice in the closed room"):
        MatchRecord(("A", "B"), (), (board, board))
    with pytest.raises(MatchRecordError, match="board 1: no result"):
        MatchRecord(("A", "B"), (BoardRecord.of_board(Board.begin(1)),), ())

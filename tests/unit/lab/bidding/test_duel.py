"""The duel of bidders: tables, scores, rows and figures."""

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.duel import (
    BiddingDuel,
    BiddingDuelPlan,
    BiddingDuelReport,
    BoardOutcome,
    bidding_experiment,
    costliest,
)
from bluechip_bot.lab.bidding.side import BiddingSide, CommandSpec, SystemSpec
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.lab.rows import RowError, columns
from bluechip_bot.lab.workers import ProcessWorkers
from bluechip_bot.model import PASS, Board, Call, Deal, Seat, Strain, imps

FLOOR, SAYC = SystemSpec("floor"), SystemSpec("sayc")
DEAL = Deal.parse("N:AKQ.AK2.AK32.432 JT9.JT98.JT9.JT9 8765.Q765.Q4.AKQ 432.43.8765.8765")


class Opener(BiddingSide):
    """A side that makes a bid if nobody has, and passes otherwise; it keeps what it saw."""

    def __init__(self, bid: str) -> None:
        self.bid = Call.parse(bid)
        self.seen: list[Board] = []

    def call(self, board: Board) -> Call:
        """Return the call."""
        self.seen.append(board)
        return PASS if board.contract or any(board.auction.calls) else self.bid


def outcome(
    first: str, second: str, tricks: tuple[int, int] = (0, 0), number: int = 1
) -> BoardOutcome:
    """Return the outcome of a board, North dealer."""
    a, b = (tuple(map(Call.parse, text.split())) for text in (first, second))
    return BoardOutcome(number, DEAL, a, b, *tricks, (0.001, 0.002), (0.25,))


def bare(rows: Sequence[BoardOutcome]) -> list[BoardOutcome]:
    """Return outcomes without times."""
    return [evolve(row, seconds_a=(), seconds_b=()) for row in rows]


def test_two_tables() -> None:
    """A is North-South first; contracts are scored double dummy, IMPs told from A's view."""
    a, b = Opener("1NT"), Opener("P")
    ticks = count(0.0, 0.5)
    found = BiddingDuel(a, b, 7, lambda: next(ticks)).play(1)
    deal = random_deal(7, 1)
    assert (found.number, found.deal) == (1, deal)
    assert [str(one) for one in found.auctions] == ["1NT P P P", "P 1NT P P P"]
    tricks = DoubleDummy(16).table(deal)[Strain.NOTRUMP]
    assert (found.tricks_first, found.tricks_second) == (tricks[Seat.NORTH], tricks[Seat.EAST])
    assert found.imps == imps(found.score_first - found.score_second)
    # Two calls of A at the first table, and two or three at the second, half a second each.
    assert found.seconds_a == (0.5,) * 4
    assert found.seconds_b == (0.5,) * 5
    for board in (*a.seen, *b.seen):
        assert [board.auction.turn] == [seat for seat in Seat if board.hands[seat]]


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_processes_give_the_same_rows(tmp_path: Path) -> None:
    """Rows do not depend on the number of processes, times aside; no program outlives them."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    code = f"""
import json, sys, time
held = open({str(path)!r}, "w")
for line in sys.stdin:
    print('{{"call": "P"}}', flush=True)
time.sleep(600)
"""
    plan = BiddingDuelPlan(CommandSpec((sys.executable, "-c", code)), FLOOR, 1)
    duel = bidding_experiment(plan, "")
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    found = []
    for jobs in (1, 2):
        with closing(duel.rows(range(1, 100), ProcessWorkers(jobs))) as played:
            found.append(bare([next(played) for _ in range(3)]))
        assert os.read(reader, 1) == b""  # when the last program that holds the pipe has ended
    alone, several = found
    assert any(row.imps for row in alone)
    assert alone == several
    assert bare(list(duel.rows([3], ProcessWorkers()))) == alone[2:]
    os.close(reader)


def test_scores() -> None:
    """Points are North-South's, IMPs A's."""
    found = outcome("1NT P 3NT P P P", "1NT P P P", (10, 10))
    assert (found.score_first, found.score_second, found.imps) == (430, 180, 6)
    found = outcome("P P P P", "P 1S P P P", (0, 7))
    assert (found.score_first, found.score_second, found.imps) == (0, -80, 2)
    assert outcome("1C X P P P", "1C X P P P", (6, 6), number=5).score_second == -200


@pytest.mark.parametrize(
    ("first", "second", "kinds"),
    [
        ("P P P P", "P P P P", ("passed out", "passed out")),
        ("1S P 4S P P P", "1S P P P", ("game", "part score")),
        ("P 1S P 4S P P P", "P 1S P P P", ("part score", "game")),
        ("P P P P", "P 6S P P P", ("slam", "passed out")),
        # North and South hold the points.
        ("1S P P P", "P 2S X P P P", ("part score", "doubled")),
        ("P 2S P P P", "3NT P P P", ("part score", "game")),
    ],
)
def test_kinds(first: str, second: str, kinds: tuple[str, str]) -> None:
    """A's contract is that of the table at which it holds the cards of the side that declares."""
    assert outcome(first, second).kinds == kinds


def test_rows() -> None:
    """A row holds what the outcome does; what cannot be is refused."""
    found = outcome("1NT P 3NT P P P", "P P P P", (10, 0))
    row = found.to_row()
    assert set(row) == {column.name for column in columns(BoardOutcome)}
    assert (row["contract_first"], row["score_first"], row["imps"]) == ("3NT by North", "430", "10")
    assert (row["contract_second"], row["score_second"]) == ("", "0")
    assert BoardOutcome.from_row(row) == found
    for column, text in (
        *(("auction_first", "1NT P"), ("auction_first", "1NT 1C"), ("deal", "N:")),
        *(("tricks_first", "14"), ("imps", "9"), ("seconds_a", "soon"), ("number", "")),
    ):
        with pytest.raises(RowError):
            BoardOutcome.from_row({**row, column: text})


@pytest.fixture
def rows() -> list[BoardOutcome]:
    """Return four boards."""
    return [
        outcome("1NT P 3NT P P P", "1NT P P P", (10, 10)),
        outcome("P P P P", "P P P P"),
        outcome("P P P P", "6S P P P", (0, 11)),
        outcome("1NT P P P", "1NT P 3NT P P P", (8, 8)),
    ]


def test_report(rows: list[BoardOutcome]) -> None:
    """The mean with its interval, what each side won, and by what the contracts are."""
    report = BiddingDuelReport(BiddingDuelPlan(SAYC, FLOOR, 5), rows)
    assert (report.boards, report.contracts, report.swings) == (4, 3, 3)
    assert report.won == (6 + 2 + 5, 0)
    text = str(report)
    for line in (
        "A: sayc\nB: floor\n",
        "boards              4 of seed 5\n",
        "IMPs a board for A  +3.25 (+0.",
        "IMPs of A, of B     13, 0\n",
        "contracts differ    3 boards (75.0%)\n",
        "with a swing        3 boards (75.0%)\n",
        "calls of A          8, median 1.5 ms, p99 2.0 ms\n",
        "calls of B          4, median 250.0 ms, p99 250.0 ms\n",
        "\nA           B           boards ",
        "\ngame        part score       1  +6.00 (+6.00 to +6.00)      +6",
    ):
        assert line in text


def test_costliest(rows: list[BoardOutcome]) -> None:
    """The boards that cost most come first, with deal, auctions and scores; flat ones never."""
    assert costliest(rows, 0) == []
    lines = costliest(rows, 2)
    assert lines[0] == "boards that cost B most"
    assert lines[2:7] == [
        "board 1, dealer North, None vulnerable: +6 IMPs for A",
        f"  {DEAL}",
        "  A North-South: 1NT P 3NT P P P = 3NT by North, 10 tricks, +430 for North-South",
        "  B North-South: 1NT P P P = 1NT by North, 10 tricks, +180 for North-South",
        "",
    ]
    assert [line for line in lines if line.startswith("board 1")][1].endswith("+5 IMPs for A")
    assert not any("P P P P = passed out" in line for line in lines)

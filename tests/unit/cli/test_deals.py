"""The options of `match` that choose boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.cli import logs
from bluechip_bot.cli import match as match_module
from bluechip_bot.cli import serve as serve_module
from bluechip_bot.cli.match import asked_boards
from bluechip_bot.config import MatchConfig
from bluechip_bot.formats import pbn
from bluechip_bot.formats.boards import ProblemReport, refuse
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Board, PlannedBoard, Seat, Vulnerability
from bluechip_bot.net import reactor as reactors
from support.commands import invoke
from support.tables import rows

KEYS = (
    *("deals", "numbers", "skip", "condition", "dealer", "vulnerable", "auctions", "contract"),
    *("pbn", "boards"),
)


def asked(
    seed: int = 1, report: ProblemReport = refuse, **options: object
) -> tuple[PlannedBoard, ...]:
    """The boards that these options of a match of four boards ask for."""
    settings = MatchConfig(boards=4, seed=seed)
    return asked_boards({**dict.fromkeys(KEYS), **options}, settings, report)


def test_numbers_skips_and_prescriptions() -> None:
    """Ranges and skips are of the seed's boards; a count is as told or the default."""
    boards = boards_from_seed(2, 12)
    assert asked(2, numbers="5-7") == boards[4:7]
    assert asked(2, skip="1") == boards[1:5]
    (board,) = asked(2, dealer="W", vulnerable="Both", boards=1)
    assert (board.dealer, board.vulnerability) == (Seat.WEST, Vulnerability.BOTH)
    assert board.deal == boards[0].deal


def test_file_from_either_option(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """A file's boards are chosen by number, whichever option gives it."""
    path = tmp_path / "a.pbn"
    records = [pbn.record_from_board(finished_board(seed), {}) for seed in (4, 5, 6)]
    path.write_text(pbn.dumps(records), encoding="latin-1")
    for option in ("deals", "pbn"):
        options: dict[str, Any] = {option: str(path)}
        found = asked(numbers="6-", **options)
        assert [board.number for board in found] == [6, 7]


def test_contract_and_auctions(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """A contract is for all boards; the auctions of a file for those that are chosen."""
    (first, _) = asked(contract="4sxn", boards=2)
    assert (str(first.begin().contract), first.made_up) == ("4SX by North", True)
    path = tmp_path / "a.pbn"
    boards = [board for seed in range(4, 9) if (board := finished_board(seed)).contract]
    path.write_text(pbn.dumps(pbn.record_from_board(board, {}) for board in boards), "latin-1")
    given = asked(auctions=True, deals=str(path))
    assert given == asked(auctions=True, pbn=str(path))
    assert [board.calls for board in given] == [board.auction.calls for board in boards]
    assert not any(board.made_up for board in given)


def test_table_deals_boards_of_lin_too(tmp_path: Path) -> None:
    """`serve` and `match` take boards from a LIN file as from a PBN file."""
    path = tmp_path / "a.lin"
    deal = "md|1S6543H876D876C876,S2H5432D5432C5432,SAKQJHAKQDAKQCAKQ,|"
    path.write_text(f"qx|o7|{deal}qx|o8|{deal}")
    assert [board.number for board in asked(pbn=str(path))] == [7, 8]
    path.write_text("md|1SAA|")
    result = invoke("serve", "--boards", path)
    assert result.exit_code == 2
    assert "a.lin, line 1, column 1" in result.output


def test_boards_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    """`match` reports them with their line, and has the others."""
    path = tmp_path / "a.pbn"
    deal = boards_from_seed(1, 1)[0].deal.text()
    good = '[Board "{}"]\n[Deal "' + deal + '"]\n[Auction "N"]\n4H*\n\n'
    path.write_text(good.format(1) + '[Board "2"]\n[Deal "N:..."]\n\n' + good.format("1-3"))
    told: list[tuple[str, bool]] = []

    def report(problem: ValueError, *, lost: bool) -> None:
        told.append((str(problem).removeprefix(f"{path}, ").partition(":")[0], lost))

    expected = [("line 4, column 1", False), ("line 7, column 1", True)]
    expected += [("line 9, column 1", False), ("line 12, column 1", False)]
    found = asked(1, report, deals=str(path))
    assert found is not None
    assert [board.number for board in found] == [1, 3]
    assert told == expected


class Played:
    """A table, or the output of a match, that is over at once."""

    def __init__(self, *_: object) -> None:
        """Take whatever a command gives it."""

    def run(self) -> None:
        """Play nothing."""

    begin = report = end = run


@pytest.mark.parametrize(
    ("text", "status", "told"), rows("cli", "the_exit_status_says_that_boards_were_left_out")
)
@pytest.mark.parametrize("name", ["serve", "match"])
def test_the_exit_status_says_that_boards_were_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, status: int, told: str
) -> None:
    """All else being well, `serve` and `match` end with 4 if the file had boards not read."""
    monkeypatch.setattr(reactors, "install", lambda: None)
    monkeypatch.setattr(logs, "begin", lambda **_: None)
    monkeypatch.setattr(serve_module, "_ServedTable", Played)
    monkeypatch.setattr(match_module, "MatchOutput", Played)
    monkeypatch.setattr(match_module, "play", lambda _, match, __: match.close())
    path = tmp_path / "a.pbn"
    path.write_text(f'[Board "1"]\n[Deal "{boards_from_seed(1, 1)[0].deal.text()}"]\n{text}')
    words = {
        "serve": ["--boards", str(path)],
        "match": ["--deals", str(path), "--out", str(tmp_path / "out")],
    }
    result = invoke(name, *words[name])
    assert result.exit_code == status, result.output
    assert told in result.stderr
    assert ("left out" in result.stderr) == bool(status)

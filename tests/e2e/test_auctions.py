"""Matches in which the auctions are given: every team is to make the same calls."""

from __future__ import annotations

import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn import board_record
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board
from support.commands import COMMAND, RANDOM, run

SEAT = (
    *(*COMMAND, "play", "--host", "{host}", "--port", "{port}", "--seat", "{seat}"),
    *("--team", "B", "--engine", "random", "--no-clock", "--budget", "5"),
)


def recorded(folder: Path, room: str) -> dict[int, Board]:
    """The boards of a room's record, by number."""
    boards = [board_record(one).board for one in pbn.read(folder / f"{room}.pbn")]
    return {board.number: board for board in boards}


def calls_of(board: Board) -> str:
    """The auction in words."""
    return " ".join(map(str, board.auction.calls))


@pytest.mark.timeout(280)
def test_a_contract_is_played_in_both_rooms(tmp_path: Path) -> None:
    """Each board has the auction to the contract and all its cards, also when it is resumed."""
    asked = ("--contract", "3NTS", "--boards", "2", "--seed", "1")
    done = run(tmp_path, "match", *asked, *RANDOM, "--out", "x")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "x"
    # North deals the first board, East the second.
    expected = {1: "P P 3NT P P P", 2: "P 3NT P P P"}
    for room in ("open", "closed"):
        boards = recorded(folder, room)
        assert {number: calls_of(board) for number, board in boards.items()} == expected
        assert all(board.play is not None and board.play.is_over for board in boards.values())
        assert not any(board.alerts or board.explanations for board in boards.values())
    assert "over 2 boards" in done.stdout
    assert "left out" not in done.stdout

    (folder / "auctions.pbn").unlink()
    with sqlite3.connect(folder / "match.sqlite") as store:
        store.execute("DELETE FROM result WHERE number = 2 AND room = 'closed'")
    store.close()
    before = recorded(folder, "closed")
    done = run(tmp_path, "match", "--resume", "x")
    assert done.returncode == 0, done.stderr
    assert recorded(folder, "closed") == before


@pytest.mark.timeout(280)
def test_auctions_of_a_file(tmp_path: Path) -> None:
    """The auctions of a PBN file are called, each board its own."""
    told = {3: "P 1D X P 1NT P P P", 5: "1S 2H 4S P P P"}
    boards = {board.number: board for board in boards_from_seed(9, 5)}
    text = "".join(
        f'[Board "{number}"]\n[Dealer "{boards[number].dealer.letter}"]\n'
        f'[Deal "{boards[number].deal.text()}"]\n'
        f'[Auction "{boards[number].dealer.letter}"]\n{calls}\n\n'
        for number, calls in told.items()
    )
    (tmp_path / "told.pbn").write_text(text.replace(" P", " Pass").replace("\nP ", "\nPass "))
    asked = ("--deals", "told.pbn", "--auctions", "--rooms", "open")
    done = run(tmp_path, "match", *asked, *RANDOM, "--out", "x")
    assert done.returncode == 0, done.stderr
    played = recorded(tmp_path / "x", "open")
    assert {number: calls_of(board) for number, board in played.items()} == told


@pytest.mark.slow
@pytest.mark.timeout(280)
@pytest.mark.parametrize("follows", [True, False])
def test_other_programs_get_the_file(tmp_path: Path, *, follows: bool) -> None:
    """A program that is told the file calls as is given; what another one bids does not count."""
    command = (*SEAT, "--auctions", "{auctions}") if follows else SEAT
    asked = ("--contract", "7NTN", "--boards", "1", *RANDOM)
    done = run(tmp_path, "match", *asked, "--command-b", shlex.join(command), "--out", "x")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "x"
    closed = recorded(folder, "closed")
    with closing(MatchStore.open(folder / "match.sqlite")) as store:
        troubles = [trouble for trouble in store.troubles if trouble.what == "auction"]
    if follows:
        assert calls_of(closed[1]) == "7NT P P P"
        assert not troubles
        assert "over 1 boards" in done.stdout
    else:
        # Team B sits North-South in the closed room, and does not bid so high by itself.
        text = f"North called {closed[1].auction.calls[0]} where 7NT is given"
        assert text in [trouble.text.rpartition(": ")[2] for trouble in troubles]
        summary = done.stdout.replace("\n", " ")
        assert "VPs" not in summary
        assert "left out: board 1, " in summary
        assert f"closed room: {text}" in summary

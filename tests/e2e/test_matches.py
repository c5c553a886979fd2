"""Matches as a user runs them: with given auctions, under a clock, with foreign programs."""

from __future__ import annotations

import json
import shlex
from contextlib import closing
from pathlib import Path

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn import board_record
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import Board, Seat
from support.commands import COMMAND, RANDOM, run
from support.happenings import happenings

CLIENT = (
    *(*COMMAND, "play", "--host", "{host}", "--port", "{port}", "--team", "{team}"),
    *("--engine", "random", "--no-clock", "--budget", "5"),
)
SEAT = (*CLIENT, "--seat", "{seat}")


def recorded(folder: Path, room: str) -> dict[int, Board]:
    """The boards of a room's record, by number."""
    boards = [board_record(one).board for one in pbn.read(folder / f"{room}.pbn")]
    return {board.number: board for board in boards}


def calls_of(board: Board) -> str:
    """The auction in words."""
    return " ".join(map(str, board.auction.calls))


@pytest.mark.slow
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


@pytest.mark.timeout(280)
def test_match_under_a_clock(tmp_path: Path) -> None:
    """All boards are played in time, and each seat leaves a line for each decision of its own."""
    done = run(
        tmp_path,
        *("match", "--boards", "2", "--seed", "7", "--out", "here", "--clock", "10"),
        *("--rooms", "open", "--concurrency", "1", *RANDOM, "--thoughts"),
    )
    assert done.returncode == 0, done.stderr
    records = pbn.read(tmp_path / "here" / "open.pbn")
    logs = tmp_path / "here" / "logs"
    spent = [
        json.loads(line)
        for seat in Seat
        for line in (logs / f"open-{seat}.times.jsonl").read_text().splitlines()
    ]
    assert {(one["board"], one["seat"]) for one in spent if one["action"]} >= {
        (record.number, seat) for record in records for seat in "NESW"
    }
    for one in spent:
        assert 0 <= one["budget"] <= one["most"] < 10
        assert one["left"] > 0
    # Random players think nothing, but the rule says why it answered for them.
    assert all(one["thoughts"] == [one["at_once"]] for one in spent if one["at_once"])
    boards = [board_record(record) for record in records]
    remarks = [remark.text for one in boards for remark in one.remarks]
    assert sorted(remarks) == sorted(text for one in spent for text in one["thoughts"])
    places = [(one["board"], one["place"]) for one in spent]
    made = sum(len(list(happenings(one.board))) for one in boards)
    assert len(set(places)) == len(places) == made
    assert any(one["at_once"] == "the only legal card" for one in spent)
    for seat in Seat:
        summary = json.loads((logs / f"open-{seat}.json").read_text())
        assert summary["over"] == 0


def lines_to(log: Path, first: str) -> list[list[str]]:
    """The lines that a manager sent, by connection; only those connections that got this first."""
    sent: dict[str, list[str]] = {}
    for entry in log.read_text().splitlines():
        _, end, peer, text = entry.split(maxsplit=3)
        if end == ">":
            sent.setdefault(peer, []).append(text)
    return [lines for lines in sent.values() if lines[0].startswith(first)]


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_a_team_is_written_to_in_its_profile(tmp_path: Path) -> None:
    """Programs that ask for any seat sit with their team in both rooms, and read capitals there."""
    foreign = shlex.join((*CLIENT, "--profile", "wbridge5", "--attempts", "10"))
    arguments = ("--boards", "1", "--seed", "3", "--out", "x", *RANDOM)
    profile = ("--command-b", foreign, "--profile-b", "wbridge5", "--gap-b", "0.01")
    done = run(tmp_path, "match", *arguments, *profile)
    assert done.returncode == 0, done.stderr
    for room, ours, theirs in (("open", "NS", "EW"), ("closed", "EW", "NS")):
        assert len(pbn.read(tmp_path / "x" / f"{room}.pbn")) == 1
        log = tmp_path / "x" / "logs" / f"{room}.wire.log"
        names = {"NS": ("North", "South"), "EW": ("East", "West")}
        for name in names[ours]:
            (lines,) = lines_to(log, f'{name} ("A") seated')
            assert f"{name}'s cards" in " ".join(lines)
        for name in names[theirs]:
            (lines,) = lines_to(log, f'{name.upper()} ("B") seated')
            assert f"{name.upper()}'s cards" in " ".join(lines)

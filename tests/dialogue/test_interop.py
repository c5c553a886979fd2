"""The matrix of interoperation: a test for each program that sits at our table, or we at its.

Whole boards, with every seat as declarer and as dummy, one passed out, one redoubled, with
explanations; the programs are emulated (`support.foreign_clients`, `support.foreign_managers`),
recorded, or run for real (OpenSpiel).
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Call, Called, Card, Deal, Phase, Played, Seat, Vulnerability
from bluechip_bot.protocol.dialect import DIALECTS, OPENSPIEL
from bluechip_bot.protocol.effects import LogGrade
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat.session import SeatOptions
from bluechip_bot.protocol.table.session import TableOptions
from bluechip_bot.wirelog.record import read_records
from support import foreign_clients, foreign_managers
from support.boards import dealt
from support.interop import Ours, OurTable, Sitting, Theirs, strangers

TRANSCRIPTS = Path(__file__).parent.parent / "data" / "transcripts"
RECORDED = ("10_bridge_env_north_dummy_REAL", "11_bridge_env_south_declarer_redoubled_REAL")
Line = tuple[str, str]

# Our manager, with clients of others


@pytest.mark.parametrize(
    ("client", "profile"),
    [
        # Exact patterns read every line of ours; an extra `ready to start` does no harm.
        (foreign_clients.Ben, "ben"),
        # `ANYPL` sits with its team; capitals, double blanks, `Dummy's` and bare alerts are read.
        (foreign_clients.WBridge5, "wbridge5"),
        (foreign_clients.WBridge5, "standard"),
    ],
)
def test_our_manager(
    boards: list[Board], client: type[foreign_clients.Client], profile: str
) -> None:
    """Clients that no line of ours disturbs play all boards without a warning."""
    assert strangers(client, boards, profile) == []


def test_our_manager_with_bridge_env(boards: list[Board]) -> None:
    """It never gets the `Timing` at which it would stop, while our own seats beside it do."""
    assert strangers(foreign_clients.BridgeEnv, boards, "bridge_env") == []
    with pytest.raises(AssertionError, match="Timing"):
        strangers(foreign_clients.BridgeEnv, boards, "standard")


def test_our_manager_with_bridge_env_recorded() -> None:
    """Two clients recorded at their own manager hear from ours, line by line, the same."""
    boards = _recorded_boards(RECORDED[1])
    players: dict[Seat, Ours | Theirs] = {
        seat: Ours(boards, SeatOptions("teamEW", seat)) for seat in (Seat.EAST, Seat.WEST)
    }
    for seat, name in zip((Seat.NORTH, Seat.SOUTH), RECORDED, strict=True):
        sent: deque[str] = deque()
        players[seat] = Theirs(sent, _spoken(_dialogue(name), sent))
    table = OurTable(boards, TableOptions(dialects=(DIALECTS["bridge_env"],) * 4))
    table.play(players)
    assert table.warnings == []


def _text(name: str) -> str:
    return (TRANSCRIPTS / f"{name}.txt").read_text("ascii")


def _dialogue(name: str) -> list[Line]:
    """The lines of a recorded session as (mark, text); the client's have the mark `>`."""
    (session,) = read_records([TRANSCRIPTS / f"{name}.txt"]).sessions
    return [(record.mark, record.text) for record in session.records]


def _recorded_boards(name: str) -> list[Board]:
    """The boards of a session whose client made or heard of every card."""
    heads = re.findall(r"# deal (\d+) dealer=(.) calls=(.*) pbn=(.*) result=", _text(name))
    bodies = "\n".join(line for _, line in _dialogue(name)).split("Board number")[1:]
    boards = []
    for (number, dealer, calls, deal), body in zip(heads, bodies, strict=True):
        (vulnerable,) = re.findall(r"(\S+) vulnerable", body)
        names = {"Neither": "None", "N/S": "NS", "E/W": "EW", "Both": "All"}
        who = Vulnerability.parse(names[vulnerable])
        board = Board.begin(int(number), Seat.parse(dealer), who, Deal.parse(deal))
        for call in calls.split(","):
            board = board.apply(Called(board.auction.turn, Call.parse(call)))
        for owner, card in re.findall(r"(\w+) plays (\w\w)", body):
            board = board.apply(Played(Seat.parse(owner), Card.parse(card)))
        boards.append(board)
    return boards


def _spoken(lines: Sequence[Line], sent: deque[str]) -> Generator[None, str, None]:
    """A recorded client: it says its lines, and must hear the others."""
    for mark, line in lines:
        if mark == ">":
            sent.append(line)
        else:
            heard = yield
            assert heard == line


def test_our_manager_with_bridge_player(boards: list[Board]) -> None:
    """Dummy is shown to who asks before the lead; `dummy's` for every card is only warned of."""
    warnings = strangers(foreign_clients.BridgePlayer, boards, "bridge-player")
    assert all("ready for dummy's card" in text for text in warnings)
    with pytest.raises(AssertionError, match="seated"):
        strangers(foreign_clients.BridgePlayer, boards, "standard")


# Our clients, at managers of others


@pytest.mark.parametrize("versions", [(18, 18), (19, 19), (19, 18)], ids=str)
def test_our_client_with_robobridge(boards: list[Board], versions: tuple[int, int]) -> None:
    """18 and 19, also at one table: 19 alone is told what opponents' calls show."""
    table = Sitting(foreign_managers.RoboBridge, boards)
    nineteen = evolve(DIALECTS["robobridge"], system="2over1 v3")
    dialects = [nineteen if versions[seat.side] == 19 else None for seat in Seat]
    table.play(dialects, NoteKind.INFOS)
    assert table.warnings == []
    for seat in Seat:
        knows_all = versions[seat.side] == 19
        assert _told(table, seat) == _explained(boards, seat, opponents=knows_all)


def _told(table: Sitting, seat: Seat) -> dict[int, set[int]]:
    """The calls, by board, that a seat of ours has an explanation of."""
    return {number: set(texts) for number, texts in table.seats[seat].told.items()}


def _explained(boards: Sequence[Board], hearer: Seat, *, opponents: bool) -> dict[int, set[int]]:
    """The bids of which a seat knows what they show: its own, and perhaps its opponents'."""
    return {
        board.number: {
            index
            for index, call in enumerate(board.auction.calls)
            if call.is_bid
            and (
                (caller := board.auction.caller(index)) is hearer
                or (opponents and caller.side is not hearer.side)
            )
        }
        for board in boards
    }


def test_our_client_with_bridge_moniteur(boards: list[Board]) -> None:
    """A bare team, blanks after hands, `doubles.`, `NS:`; a board begun again is played once."""
    table = Sitting(foreign_managers.BridgeMoniteur, boards)
    table.play([None] * 4, NoteKind.ALERT)
    assert isinstance(table.manager, foreign_managers.BridgeMoniteur)
    again = f"board {table.manager.broken_off} is broken off, and begins again"
    assert table.warnings == [again] * 4
    for seat in Seat:
        assert _told(table, seat) == _explained(boards, seat, opponents=True)


@pytest.mark.parametrize("profile", [None, "spec"])
def test_our_client_with_blue_chip(boards: list[Board], profile: str | None) -> None:
    """The protocol's own words: a period between the teams, times in brackets."""
    table = Sitting(foreign_managers.BlueChip, boards)
    table.play([None if profile is None else DIALECTS[profile]] * 4, None)
    assert table.warnings == []


@pytest.mark.timeout(120)
def test_our_client_with_blue_chip_on_four_ports(boards: list[Board]) -> None:
    """`play` takes its four seats at four ports, and plays every board to its end."""
    begun = list(map(dealt, boards[:2]))
    with ExitStack() as stack:
        listeners = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in Seat]
        command = [sys.executable, "-P", "-m", "bluechip_bot", "play", "--profile", "spec"]
        for seat, listener in zip(Seat, listeners, strict=True):
            listener.settimeout(60)
            command += ["--seat", str(seat), "--port", str(listener.getsockname()[1])]
        command += ["--engine", "random", "--team", "All Four", "--no-clock", "--budget", "5"]
        command += ["--our", "floor", "--opponents", "floor"]
        player = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        stack.callback(player.kill)
        wires = [stack.enter_context(listener.accept()[0]) for listener in listeners]
        for wire in wires:
            wire.settimeout(60)
        files = [stack.enter_context(wire.makefile("r", newline="\r\n")) for wire in wires]
        manager = foreign_managers.BlueChip(
            begun, lambda seat, line: wires[seat].sendall(f"{line}\r\n".encode("ascii"))
        )
        _serve(manager.run(), files)
        _, log = player.communicate(timeout=30)
    assert player.returncode == 0, log
    assert [board.number for board in manager.finished] == [board.number for board in begun]
    assert all(board.phase is Phase.OVER for board in manager.finished)
    for seat in Seat:
        assert len(re.findall(rf"{seat}: board \d+ is over", log)) == len(begun), log


def _serve(run: Generator[Seat, str, None], files: Sequence[IO[str]]) -> None:
    """Give a manager the lines that it wants until it has come to its end."""
    seat: Seat | None = next(run)
    while seat is not None:
        line = files[seat].readline()
        assert line.endswith("\r\n"), f"{seat} has gone"
        try:
            seat = run.send(line.removesuffix("\r\n"))
        except StopIteration:
            seat = None


class Wire:
    """One seat of ours as OpenSpiel's bot speaks to it."""

    def __init__(self, player: Any) -> None:
        self._player = player

    def read_line(self) -> str:
        """Our next line."""
        line: str = self._player.sent.popleft()
        return line

    def send_line(self, line: str) -> None:
        """A line to us."""
        self._player.hear(line)

    def terminate(self) -> None:
        """A deal was cut short, which is never so here."""
        raise AssertionError("hung up")


def test_our_client_with_openspiel_live(finished_board: Callable[[int], Board]) -> None:
    """OpenSpiel's own code, in memory: it takes every line, and scores as we do."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    bots_of = pytest.importorskip("open_spiel.python.bots.bluechip_bridge")
    game: Any = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    # Multiples of forty have the only dealer and vulnerability that it knows.
    found = [finished_board(seed) for seed in (0, 200, 240, 400, 560)]
    boards = [evolve(board, number=at) for at, board in enumerate(found, 1)]
    assert {board.contract and board.contract.declarer for board in boards} == {None, *Seat}
    players = [Ours(boards, SeatOptions("x", None, OPENSPIEL)) for _ in Seat]
    bots = [bots_of.BlueChipBridgeBot(game, s, partial(Wire, players[s])) for s in Seat]
    for board in boards:
        state = game.new_initial_state()
        for bot in bots:
            bot.restart()
        for at in range(52):
            card = list(board.hands[at % 4] or ())[at // 4]
            state.apply_action(4 * card.rank + "CDHS".index(card.suit.letter))
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        for bot in bots:
            bot.inform_state(state)
        assert state.returns()[0] == board.score()
    for seat, player in zip(Seat, players, strict=True):
        assert player.session.seat is seat
        assert player.session.boards == len(boards)
        assert not [log.text for log in player.logs if log.level is LogGrade.ERROR]

"""The matrix of interoperation: one test for each program that others sit down with.

Our manager with clients of others, our clients with managers of others: whole boards, with every
seat as declarer and as dummy, a board passed out, doubles, explanations.
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
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.model import Board, Deal, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.protocol.dialect import DIALECTS, OPENSPIEL, Dialect
from bluechip_bot.protocol.effects import (
    Ask,
    BoardFinished,
    Close,
    Ending,
    Level,
    Log,
    Send,
    SendTo,
    SessionFinished,
)
from bluechip_bot.protocol.messages import NoteKind
from bluechip_bot.protocol.seat import SeatOptions, SeatSession
from bluechip_bot.protocol.table import TableSession
from bluechip_bot.protocol.table_options import TableOptions
from bluechip_bot.testing import foreign_clients, foreign_managers

US, THEM = "BlueChipBot 1.0", "Foreign Team"


@pytest.fixture(scope="module")
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Finished boards: each seat is declarer, one is passed out, one is redoubled."""
    chosen: dict[object, Board] = {}
    for seed in range(400):
        board = finished_board(seed)
        contract = board.contract
        kinds: list[object] = ["out"] if contract is None else [contract.declarer]
        if contract is not None and contract.doubled == 2:
            kinds.append("redoubled")
        for kind in kinds:
            chosen.setdefault(kind, board)
    assert set(chosen) == {*Seat, "out", "redoubled"}
    numbered = enumerate(chosen.values(), 1)
    return [_again(evolve(board, number=number)) for number, board in numbered]


def _again(board: Board) -> Board:
    """The same board, without what was said of its calls."""
    return evolve(board, explanations=(), alerts=())


def dealt(board: Board) -> Board:
    """The board before its first call."""
    north, east, south, west = board.hands
    assert north
    assert east
    assert south
    assert west
    deal = Deal((north, east, south, west))
    return Board.begin(board.number, board.dealer, board.vulnerability, deal)


class Ours:
    """A seat of ours that calls and plays what stands in finished boards."""

    def __init__(self, boards: Sequence[Board], options: SeatOptions) -> None:
        self.session = SeatSession(options)
        self.sent: deque[str] = deque()
        self.logs: list[Log] = []
        self.close: Close | None = None
        self.told: dict[int, dict[int, str]] = {}
        self._boards = {board.number: board for board in boards}
        self._carry_out(self.session.connected())

    def hear(self, line: str) -> None:
        """Take a line."""
        self._carry_out(self.session.receive(line))
        board = self.session.board
        if board is not None:
            self.told[board.number] = dict(board.explanations)

    @property
    def done(self) -> bool:
        """Whether the session has come to a good end."""
        return self.close is not None and self.close.ending is Ending.FINISHED

    def _carry_out(self, effects: Sequence[object]) -> None:
        for effect in effects:
            match effect:
                case Send(line):
                    self.sent.append(line)
                case Ask(request):
                    self._carry_out(self.session.decided(self._answer(request)))
                case Log():
                    self.logs.append(effect)
                case Close():
                    self.close = effect

    def _answer(self, request: DecisionRequest) -> Decision:
        asked = request.board
        board = self._boards[asked.number]
        if asked.phase is Phase.AUCTION:
            call = board.auction.calls[len(asked.auction.calls)]
            return Decision(request.id, call, "shows, perhaps" if call.is_bid else "")
        assert board.play
        assert asked.play
        return Decision(request.id, board.play.cards[len(asked.play.cards)])


class Theirs:
    """A client of somebody's at our table."""

    def __init__(self, client: foreign_clients.Client) -> None:
        self.client = client
        self.sent = client.sent
        self._run = client.run()
        next(self._run)

    def hear(self, line: str) -> None:
        """Take a line."""
        try:
            self._run.send(line)
        except StopIteration:
            assert self.client.done

    @property
    def done(self) -> bool:
        """Whether it has read the end of the session."""
        return self.client.done


def at_our_table(
    kind: type[foreign_clients.Client], boards: Sequence[Board], profile: str
) -> list[Log]:
    """Play the boards twice, their clients North-South and East-West, ours as their opponents.

    Returns:
        What our manager logged, but for the quietest.
    """
    logs: list[Log] = []
    for side in (0, 1):
        logs += _one_table(kind, boards, profile, side)
    return [log for log in logs if log.level in (Level.WARNING, Level.ERROR)]


def _one_table(
    kind: type[foreign_clients.Client], boards: Sequence[Board], profile: str, side: int
) -> list[Log]:
    dialects = [DIALECTS[profile if seat % 2 == side else "standard"] for seat in Seat]
    teams = (THEM, US) if side == 0 else (US, THEM)
    options = TableOptions(forward_notes=True, dialects=tuple(dialects), teams=teams)
    table = TableSession([dealt(board) for board in boards], options)
    players: list[Ours | Theirs] = []
    for seat in Seat:
        if seat % 2 == side:
            players.append(Theirs(kind(seat, THEM, boards)))
        else:
            players.append(Ours(boards, SeatOptions(US, seat, notes=NoteKind.ALERT)))
    finished: list[Board] = []
    logs: list[Log] = []
    ended: list[SessionFinished] = []
    for peer in range(4):
        table.connected(peer)
    while any(player.sent for player in players):
        for peer, player in enumerate(players):
            if not player.sent:
                continue
            for effect in table.receive(peer, player.sent.popleft(), 0.0):
                match effect:
                    case SendTo(to, line):
                        players[to].hear(line)
                    case BoardFinished(board):
                        finished.append(_again(board))
                    case SessionFinished():
                        ended.append(effect)
                    case Log():
                        logs.append(effect)
    assert finished == list(boards), table.awaited
    assert [end.complete for end in ended] == [True]
    assert all(player.done for player in players)
    return logs


# Our manager


def test_our_manager_with_ben(boards: list[Board]) -> None:
    """ben reads every line of ours, its extra `ready to start` is borne, its Infos are passed on."""
    assert at_our_table(foreign_clients.Ben, boards, "ben") == []


@pytest.mark.parametrize("profile", ["wbridge5", "standard"])
def test_our_manager_with_wbridge5(boards: list[Board], profile: str) -> None:
    """`ANYPL`, capitals, double blanks, `Dummy's` and bare alerts are taken; it sits by its team."""
    assert at_our_table(foreign_clients.WBridge5, boards, profile) == []


def test_our_manager_with_bridge_env(boards: list[Board]) -> None:
    """bridge_env never gets the `Timing` at which it would stop; its opponents do."""
    assert at_our_table(foreign_clients.BridgeEnv, boards, "bridge_env") == []
    with pytest.raises(AssertionError, match="Timing"):
        at_our_table(foreign_clients.BridgeEnv, boards, "standard")


def test_our_manager_with_bridge_player(boards: list[Board]) -> None:
    """Dummy is shown to who asks before the lead; `dummy's` for every card costs a warning."""
    logs = at_our_table(foreign_clients.BridgePlayer, boards, "bridge-player")
    assert all("ready for dummy's card" in log.text for log in logs)
    with pytest.raises(AssertionError, match="seated"):
        at_our_table(foreign_clients.BridgePlayer, boards, "standard")


# Our clients


class Sitting:
    """Four of our seats at a manager of somebody's, in memory."""

    def __init__(self, kind: type[foreign_managers.Manager], boards: Sequence[Board]) -> None:
        self.manager = kind([dealt(board) for board in boards], self._tell)
        self.seats: dict[Seat, Ours] = {}
        self._boards = boards
        self._told: deque[tuple[Seat, str]] = deque()

    def _tell(self, seat: Seat, line: str) -> None:
        self._told.append((seat, line))

    def play(self, dialects: Sequence[Dialect | None], notes: NoteKind | None) -> None:
        """Play all boards; every seat ends well and the manager has them as they were planned."""
        for seat in Seat:
            team = US if seat % 2 == 0 else THEM
            options = SeatOptions(team, seat, dialects[seat], strict_teams=True, notes=notes)
            self.seats[seat] = Ours(self._boards, options)
        run: Generator[Seat, str, None] = self.manager.run()
        wanted: Seat | None = next(run)
        while wanted is not None or self._told:
            while self._told:
                seat, line = self._told.popleft()
                self.seats[seat].hear(line)
            if wanted is None:
                break
            assert self.seats[wanted].sent, f"{wanted} owes a line"
            try:
                wanted = run.send(self.seats[wanted].sent.popleft())
            except StopIteration:
                wanted = None
        assert self.manager.finished == list(self._boards)
        assert not any(seat.sent for seat in self.seats.values())
        assert all(seat.done for seat in self.seats.values())
        assert {seat.session.boards for seat in self.seats.values()} == {len(self._boards)}

    @property
    def warnings(self) -> list[str]:
        """What our seats logged as warnings and errors."""
        return [
            log.text
            for seat in self.seats.values()
            for log in seat.logs
            if log.level in (Level.WARNING, Level.ERROR)
        ]


def _explained(boards: Sequence[Board], hearer: Seat, *, opponents: bool) -> dict[int, set[int]]:
    """The calls of which a seat knows what they show: its own, and perhaps its opponents'."""
    found = {}
    for board in boards:
        callers = [board.auction.caller(i) for i in range(len(board.auction.calls))]
        found[board.number] = {
            index
            for index, caller in enumerate(callers)
            if board.auction.calls[index].is_bid
            and (caller is hearer or (opponents and caller.side is not hearer.side))
        }
    return found


@pytest.mark.parametrize("versions", [(18, 18), (19, 19), (19, 18)], ids=str)
def test_our_client_with_robobridge(boards: list[Board], versions: tuple[int, int]) -> None:
    """18 and 19, also at one table: 19 alone is told what opponents' calls show."""
    sitting = Sitting(foreign_managers.RoboBridge, boards)
    nineteen = evolve(DIALECTS["robobridge"], system="2over1 v3")
    dialects = [nineteen if versions[seat % 2] == 19 else None for seat in Seat]
    sitting.play(dialects, NoteKind.INFOS)
    assert sitting.warnings == []
    for seat, ours in sitting.seats.items():
        told = _explained(boards, seat, opponents=versions[seat % 2] == 19)
        assert {number: set(texts) for number, texts in ours.told.items()} == told


def test_our_client_with_bridge_moniteur(boards: list[Board]) -> None:
    """A bare team, blanks after hands, `doubles.`, `NS:`; a board begun anew is played once."""
    sitting = Sitting(foreign_managers.BridgeMoniteur, boards)
    sitting.play([None] * 4, NoteKind.ALERT)
    assert isinstance(sitting.manager, foreign_managers.BridgeMoniteur)
    again = f"board {sitting.manager.broken_off} is broken off, and begins anew"
    assert sitting.warnings == [again] * 4


@pytest.mark.parametrize("profile", [None, "spec"])
def test_our_client_with_blue_chip(boards: list[Board], profile: str | None) -> None:
    """The protocol's own words: a period between the teams, times in brackets."""
    sitting = Sitting(foreign_managers.BlueChip, boards)
    sitting.play([None if profile is None else DIALECTS[profile]] * 4, None)
    assert sitting.warnings == []


@pytest.mark.timeout(120)
def test_our_client_with_blue_chip_on_four_ports(boards: list[Board]) -> None:
    """`play` takes its four seats at four ports, and plays every board to its end."""
    begun = [dealt(board) for board in boards[:3]]
    with ExitStack() as stack:
        listeners = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in Seat]
        command = [sys.executable, "-P", "-m", "bluechip_bot", "play", "--profile", "spec"]
        for seat, listener in zip(Seat, listeners, strict=True):
            listener.settimeout(60)
            command += ["--seat", str(seat), "--port", str(listener.getsockname()[1])]
        command += ["--engine", "random", "--team", US, "--no-clock", "--budget", "5"]
        ours = stack.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        stack.callback(ours.kill)
        wires = []
        for listener in listeners:
            wire = stack.enter_context(listener.accept()[0])
            wire.settimeout(60)
            wires.append((wire, stack.enter_context(wire.makefile("r", newline="\r\n"))))

        def tell(seat: Seat, line: str) -> None:
            wires[seat][0].sendall((line + "\r\n").encode("ascii"))

        manager = foreign_managers.BlueChip(begun, tell)
        run = manager.run()
        seat = next(run)
        with pytest.raises(StopIteration):
            while True:
                line = wires[seat][1].readline()
                assert line.endswith("\r\n"), f"{seat} has gone"
                seat = run.send(line.removesuffix("\r\n"))
        _, log = ours.communicate(timeout=30)
    assert ours.returncode == 0, log
    assert [board.number for board in manager.finished] == [board.number for board in begun]
    assert all(board.phase is Phase.OVER for board in manager.finished)
    for seat in Seat:
        assert len(re.findall(rf"{seat}: board \d+ is over", log)) == len(begun), log


class Wire:
    """One seat of ours as OpenSpiel's bot speaks to it."""

    def __init__(self, ours: Ours) -> None:
        self._ours = ours

    def read_line(self) -> str:
        """Our next line."""
        return self._ours.sent.popleft()

    def send_line(self, line: str) -> None:
        """A line to us."""
        self._ours.hear(line)

    def terminate(self) -> None:
        """The end."""


def test_our_client_with_openspiel_live(finished_board: Callable[[int], Board]) -> None:
    """OpenSpiel's own code, in memory: it takes every line, and scores as we do."""
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    bots_of = pytest.importorskip("open_spiel.python.bots.bluechip_bridge")
    game: Any = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    # Every fortieth seed has the only dealer and vulnerability that it knows.
    found = [finished_board(seed) for seed in range(0, 1200, 40)]
    boards = [_again(evolve(board, number=at)) for at, board in enumerate(found, 1)]
    assert {board.contract and board.contract.declarer for board in boards} == {None, *Seat}
    ours = [Ours(boards, SeatOptions("x", None, OPENSPIEL)) for _ in Seat]
    bots = [bots_of.BlueChipBridgeBot(game, seat, partial(Wire, ours[seat])) for seat in Seat]
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
    for seat, player in zip(Seat, ours, strict=True):
        assert player.session.seat is seat
        assert player.session.boards == len(boards)
        assert not [log.text for log in player.logs if log.level is Level.ERROR]

"""A table in memory, at which four players play boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bluechip_bot.api.bot import NO_LIMIT, Bot
from bluechip_bot.config import ENGINES
from bluechip_bot.model import Board, BoardError, Decision, DecisionRequest, Phase, Seat
from bluechip_bot.player import EngineError, Player
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.protocol.pair import MemoryTable
from bluechip_bot.protocol.seat.session import SeatOptions

_TEAMS: Final = ("NS", "EW")


class TableError(ValueError):
    """A table was not given four players."""


class Table:
    """A table in memory: a manager and four players, who exchange the lines of the protocol.

    A player sees what it sees at any table: its own hand, the calls and cards, and dummy. Equal
    tables play a board alike if their players' answers depend on the requests alone.

    Args:
        players: the players of North, East, South and West: each an engine's name (`alphamu`,
            `pimc`, `htn` with the defaults of `Bot`, or `random`), a `Bot`, or any other `Player`.
        seed: what the players' seeds are made from.
        seconds: the time that a player is given for a call or a card.

    Raises:
        TableError: if there are not four players.
        EngineError: if a name is not an engine's.
    """

    def __init__(
        self, players: Sequence[Player | str], *, seed: int = 0, seconds: float = NO_LIMIT
    ) -> None:
        if isinstance(players, str) or len(players) != len(Seat):
            raise TableError(f"four players expected, North's first, not {players!r}")
        self._players: Final = [as_player(one) for one in players]
        self._seats: Final = [
            SeatOptions(
                _TEAMS[seat.side], seat, budget_call=seconds, budget_card=seconds, seed=seed
            )
            for seat in Seat
        ]

    def play(self, board: Board) -> Board:
        """Play a board to its end; return it with its auction, its cards and its score.

        Args:
            board: the board before the first call, all hands known.

        Raises:
            BoardError: if it is not such a board.
            ModelError: if a player makes an illegal call or plays an illegal card.
        """
        if board.phase is not Phase.AUCTION or board.auction.calls or None in board.hands:
            raise BoardError(
                f"board {board.number}: a board before the first call, all hands known, is expected"
            )
        table = MemoryTable([board], self._decide, seats=self._seats)
        table.connect()
        table.run()
        (finished,) = table.finished
        return finished

    def _decide(self, request: DecisionRequest) -> Decision:
        decision = self._players[request.seat].decide(request)
        request.check(decision)
        return decision


def as_player(one: Player | str) -> Player:
    """The player that is given, or a new one if the name of an engine is given.

    Raises:
        EngineError: if a name is not an engine's.
    """
    match one:
        case "random":
            return RandomPlayer()
        case "alphamu" | "recursive" | "pimc" | "htn":
            return Bot(one)
        case str():
            known = ", ".join(ENGINES)
            raise EngineError(one, f"no engine is called {one!r} (there are: {known}; or a Player)")
    return one

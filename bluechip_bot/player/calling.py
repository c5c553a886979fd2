"""Calls made by systems, with or without thought: for one hand, or to the end of an auction."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.config import BiddingConfig
from bluechip_bot.engine import SearchLimits
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import PASS, Board, Called, Phase, Seat, Side
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.simulation import CallDeliberation, CallQuestion


class SideCallers:
    """Makes the calls of both players of a side; the systems are loaded once.

    Args:
        system: the system of the side.
        opponents: the system by which the opponents' calls are read.
        budget: seconds for a close call; 0 if the system alone makes the calls.
        layouts: the number of layouts by which calls are compared; 0 for that of the settings.

    Raises:
        ConfigError: if a system does not exist or cannot be used.
    """

    def __init__(self, system: str, opponents: str, budget: float, layouts: int) -> None:
        parts = PlayerAssembly(bidding=BiddingConfig(our=system, opponents=opponents))
        self._partnership: Final = parts.partnership()
        self._limits: Final = SearchLimits(budget=budget, worlds=layouts or None)
        settings = evolve(parts.simulation, layouts=layouts) if layouts else parts.simulation
        self._thinker: Final = parts.thinker(settings)

    def choose(
        self, board: Board, words: CallWords = NO_WORDS, budget: float | None = None
    ) -> tuple[BiddingPosition, CallDeliberation]:
        """Choose a call for the player to call; return the position, and the call with its reasons.

        Args:
            words: the explanations of the calls so far.
            budget: seconds for this call, if it is close; None for the usual budget.
        """
        limits = self._limits if budget is None else evolve(self._limits, budget=budget)
        question = CallQuestion(board, self._partnership, words)
        found = self._thinker.choose(question, limits)
        return question.position, found


_callers: Final = cache(SideCallers)  # A process loads systems once.


@frozen
class BoardTask:
    """A board to bid; small enough to be sent to another process.

    Attributes:
        board: the board before its first call, with the hands of the sides that bid.
        systems: the systems of North-South and of East-West.
        sides: the sides that bid by their systems.
        given: the same board with the calls that the other side makes; None if it passes.
    """

    board: Board
    systems: tuple[str, str]
    sides: tuple[Side, ...]
    budget: float = 0.0
    layouts: int = 0
    given: Board | None = None

    def bid(self) -> BoardRecord:
        """Bid the board, and return it; all calls by systems are explained.

        Each player of the other side makes the given calls in turn, and passes after them. From the
        first given call that is not legal here, both players pass; a remark says so.
        """
        board, remarks = self.board, []
        waiting = _by_caller(self.given)
        while board.phase is Phase.AUCTION:
            seat = board.auction.turn
            event = Called(seat, PASS)
            if seat.side in self.sides:
                event = self._chosen(board)
            elif waiting[seat]:
                event = waiting[seat].popleft()
                if not board.auction.is_legal(event.call):
                    text = f"{seat}'s {event.call} of the file is not legal here: {seat.side} pass"
                    remarks.append(Remark(len(board.auction.calls) + 1, text))
                    event, waiting = Called(seat, PASS), _by_caller(None)
            board = board.apply(event)
        return evolve(BoardRecord.of_board(board), remarks=tuple(remarks))

    def callers(self, side: Side) -> SideCallers:
        """The `SideCallers` of a side; a process makes only one for the same settings."""
        return _callers(self.systems[side], self.systems[side.other], self.budget, self.layouts)

    def _chosen(self, board: Board) -> Called:
        side = (seat := board.auction.turn).side
        words = NO_WORDS if side.other in self.sides else CallWords.of(board, side.other)
        position, found = self.callers(side).choose(board.seen_by(seat), words)
        choice = found.choice
        return Called(seat, choice.call, position.statement(choice.call), choice.alert)


def _by_caller(given: Board | None) -> dict[Seat, deque[Called]]:
    """The calls given for each player, in order, with their explanations."""
    found: dict[Seat, deque[Called]] = {seat: deque() for seat in Seat}
    if given is not None:
        texts = dict(given.explanations)
        for index, call in enumerate(given.auction.calls):
            seat = given.auction.caller(index)
            alert = index in given.alerts
            found[seat].append(Called(seat, call, texts.get(index, ""), alert))
    return found

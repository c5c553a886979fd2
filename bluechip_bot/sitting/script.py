"""Calls and cards that are settled in advance: no player thinks about them.

They bring a restarted board back to an earlier position, or play it out after a claim.
"""

from __future__ import annotations

from attrs import define

from bluechip_bot.match.analysis.postmortem import CardScores
from bluechip_bot.match.record.document import actions_of
from bluechip_bot.model import (
    Board,
    BoardError,
    Call,
    Card,
    Decision,
    DecisionRequest,
    Hand,
    Played,
    Seat,
    Side,
)


@define
class SettledPlay:
    """The calls and cards of one board that are fixed in advance; all its players share them."""

    number: int = 0
    actions: tuple[Call | Card, ...] = ()

    def answer(self, request: DecisionRequest) -> Decision | None:
        """The settled decision; None on another board, or when no settled action is left."""
        rest = self._rest(request.board)
        return Decision(request.id, rest[0], reason="settled before") if rest else None

    def covers(self, board: Board) -> bool:
        """Whether the next call or card on a board is settled."""
        return bool(self._rest(board))

    def _rest(self, board: Board) -> tuple[Call | Card, ...]:
        made = actions_of(board)
        is_same = board.number == self.number and self.actions[: len(made)] == made
        return self.actions[len(made) :] if is_same else ()


def line_of_claim(
    board: Board, side: Side, tricks: int, scores: CardScores
) -> tuple[Card, ...] | None:
    """The play to the end that proves a claim; None if the claim does not stand.

    A claim stands if the side takes that many tricks from here, the current one included, whatever
    the other side plays. The line gives the side no more tricks than claimed, if possible.
    """
    if board.play is None or board.play.is_over:
        raise BoardError(f"board {board.number}: no card is to be played now")
    wanted = board.play.won[side] + tricks
    line: list[Card] = []
    while (play := board.play) is not None and not play.is_over:
        left = 13 - sum(play.won)
        hands = [board.remaining(seat) or Hand() for seat in Seat]
        found = scores(hands, play.contract.strain, play.leader, play.trick.cards)
        is_ours = play.turn.side is side
        total = {
            card: play.won[side] + (made if is_ours else left - made)
            for card, made in found.items()
        }
        enough = [card for card, made in total.items() if made >= wanted]
        if not enough or (not is_ours and len(enough) < len(total)):
            return None
        card = min(enough, key=lambda one: (total[one], one.rank, one.suit))
        line.append(card)
        board = board.apply(Played(play.turn, card))
    return tuple(line)

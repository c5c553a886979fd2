"""Requests to a player, and its decisions.

A request holds all that an answer may depend on: the board as the player sees it, the thinking
time and a seed. Written to a log (`bluechip_bot.codec`), it can be asked again offline.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from attrs import field, frozen

from bluechip_bot.model.board import Board, Phase
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Card, Seat
from bluechip_bot.model.decision_record import CallRecord, CardRecord
from bluechip_bot.model.errors import BoardError, ModelError
from bluechip_bot.model.events import Called, Played

PLAN: Final = "plan: "
"""The first word of a thought that holds declarer's plan."""


class DecisionError(ModelError):
    """A decision that does not answer its request."""


@frozen
class DecisionRequest:
    """A request for a call or a card.

    Attributes:
        id: the number of the request; its decision has the same number.
        board: the board as the player sees it; `board.phase` says whether a call or a card is
            wanted, `board.turn` from which hand.
        seat: the player who decides: declarer for dummy's cards.
        budget: thinking time, in seconds.
        seed: the player's seed, the same for all requests of a board.
        opponents: the name of the opponents' team; empty if it is unknown.
        most: seconds that a close decision may take; None means the budget.
        made_up: whether the calls were made up beforehand, so that they show nothing.
    """

    id: int
    board: Board
    seat: Seat
    budget: float
    seed: int
    opponents: str = ""
    most: float | None = None
    made_up: bool = False

    @property
    def limit(self) -> float:
        """The time until the answer is due, in seconds, 0 or more."""
        return max(0.0, self.budget, self.most or 0.0)

    def last_resort(self, reason: str, refused: Collection[Call | Card] = ()) -> Decision:
        """A legal answer that takes no thought: a pass, or the lowest card of the longest suit.

        Args:
            reason: why there was no thought.
            refused: calls and cards that must not be the answer, legal or not.

        Raises:
            BoardError: if the board is over, the hand to play from is unknown, or every answer is
                refused.
        """
        choice: Sequence[Call | Card] = [PASS]
        if self.board.phase is not Phase.AUCTION:
            legal = self.board.legal_cards
            lengths = legal.lengths
            cards = sorted(legal, key=lambda card: (-lengths[card.suit], card.rank, card.suit))
            choice = cards
        action = next((one for one in choice if one not in refused), None)
        if action is None:
            raise BoardError(f"{self.board.turn} has no other call or card")
        return Decision(self.id, action, fallback=True, reason=reason)

    def check(self, decision: Decision) -> None:
        """Raise unless the decision is a legal answer to this request.

        Raises:
            DecisionError: if it answers another request, or is a call where a card is wanted.
            IllegalCallError: if the call is not legal.
            IllegalPlayError: if the card is not.
        """
        if decision.id != self.id:
            raise DecisionError(f"decision {decision.id} does not answer request {self.id}")
        turn = self.board.turn
        if turn is None:
            raise DecisionError(f"board {self.board.number} waits for nobody")
        if self.board.phase is Phase.AUCTION and isinstance(decision.action, Call):
            self.board.apply(Called(turn, decision.action))
        elif self.board.phase is Phase.PLAY and isinstance(decision.action, Card):
            self.board.apply(Played(turn, decision.action))
        else:
            raise DecisionError(f"{decision.action!r} in the phase {self.board.phase.value}")


@frozen
class Decision:
    """The answer to a request.

    Attributes:
        id: the number of the request.
        action: the call or the card.
        explanation: the meaning of an alerted call, for the opponents; otherwise empty.
        fallback: whether a simple rule answered because the player could not, or had no time.
        reason: the rule that made a call, or why there was no thought; may be empty.
        record: how it was found; None, for example, for a call without simulation.
        errors: what failed before this answer was found, a line each.
        thoughts: what the player thought, in words, for readers of the board: an engine's
            evaluation, and declarer's plan, which begins with `PLAN`.
    """

    id: int
    action: Call | Card
    explanation: str = ""
    fallback: bool = False
    reason: str = ""
    record: CallRecord | CardRecord | None = field(default=None, hash=False)
    errors: tuple[str, ...] = ()
    thoughts: tuple[str, ...] = ()

"""What a player is asked and what he answers, as values that go through a pipe or a log.

A request holds all that an answer may depend on: the board as the player sees it, the thinking
time and a seed. Kept as a line of JSON, it can be asked again offline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from bluechip_bot.model.board import Board, Phase
from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Card, Hand, Seat
from bluechip_bot.model.errors import ModelError
from bluechip_bot.model.events import Called, Dealt, Played
from bluechip_bot.model.vulnerability import Vulnerability


class DecisionError(ModelError):
    """A text that is no request or decision, or a decision that does not answer its request."""


@frozen
class DecisionRequest:
    """A call or a card is wanted.

    Attributes:
        id: names the request; its decision carries the same number.
        board: the board as the player sees it; `board.phase` says whether a call or a card is
            wanted, `board.turn` from which hand.
        seat: the player who decides: declarer for dummy's cards.
        budget: thinking time, in seconds.
        most: seconds that a close decision may take; None is the budget.
        made_up: whether the calls were made up beforehand, so that they say nothing of the hands.
        seed: where the player's randomness begins; the same for all requests of a board.
        opponents: the name of the opponents' team; empty where it is not known.
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
        """Seconds after which the answer is due, 0 or more."""
        return max(0.0, self.budget, self.most or 0.0)

    def to_json(self) -> str:
        """One line of JSON, read back by `from_json`."""
        return json.dumps(
            {
                "id": self.id,
                "seat": self.seat.letter,
                "budget": self.budget,
                "seed": self.seed,
                "opponents": self.opponents,
                "most": self.most,
                "made_up": self.made_up,
                "board": board_to_dict(self.board),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> DecisionRequest:
        """The request written by `to_json`.

        Raises:
            DecisionError: if the text is no request.
        """
        try:
            data = json.loads(text)
            return cls(
                int(data["id"]),
                board_from_dict(data["board"]),
                Seat.parse(data["seat"]),
                float(data["budget"]),
                int(data["seed"]),
                str(data.get("opponents", "")),
                None if data.get("most") is None else float(data["most"]),
                bool(data.get("made_up", False)),
            )
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise DecisionError(f"not a request: {text[:200]!r} ({error})") from None

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
    """An answer.

    Attributes:
        id: the request's number.
        action: the call or the card.
        explanation: what an alerted call shows, for the opponents; empty of others and of cards.
        fallback: whether a rule answered because the search could not.
        record: what the player thought; values that JSON can hold.
        thoughts: the same in words, for people who read the board: an engine's evaluation, a plan.
    """

    id: int
    action: Call | Card
    explanation: str = ""
    fallback: bool = False
    record: Mapping[str, Any] = field(factory=dict, hash=False)
    thoughts: tuple[str, ...] = ()

    def to_json(self) -> str:
        """One line of JSON, read back by `from_json`."""
        kind = "call" if isinstance(self.action, Call) else "card"
        return json.dumps(
            {
                "id": self.id,
                kind: str(self.action),
                "explanation": self.explanation,
                "fallback": self.fallback,
                "record": dict(self.record),
                "thoughts": list(self.thoughts),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Decision:
        """The decision written by `to_json`.

        Raises:
            DecisionError: if the text is no decision.
        """
        try:
            data = json.loads(text)
            action: Call | Card
            action = Call.parse(data["call"]) if "call" in data else Card.parse(data["card"])
            return cls(
                int(data["id"]),
                action,
                str(data.get("explanation", "")),
                bool(data.get("fallback", False)),
                dict(data.get("record", {})),
                tuple(str(thought) for thought in data.get("thoughts", ())),
            )
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise DecisionError(f"not a decision: {text[:200]!r} ({error})") from None


def board_to_dict(board: Board) -> dict[str, Any]:
    """The board as values that JSON can hold, read back by `board_from_dict`."""
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vulnerable": str(board.vulnerability),
        "hands": {
            seat.letter: str(hand)
            for seat, hand in zip(Seat, board.hands, strict=True)
            if hand is not None
        },
        "calls": [str(call) for call in board.auction.calls],
        "explanations": {str(index): text for index, text in board.explanations},
        "alerts": list(board.alerts),
        "cards": [str(card) for card in board.play.cards] if board.play else [],
    }


def board_from_dict(data: Mapping[str, Any]) -> Board:
    """The board written by `board_to_dict`, its events replayed.

    Raises:
        ModelError: if the events do not make a legal board.
        KeyError: if an entry is missing.
    """
    board = Board.begin(
        int(data["number"]), Seat.parse(data["dealer"]), Vulnerability.parse(data["vulnerable"])
    )
    for letter, text in data["hands"].items():
        board = board.apply(Dealt(Seat.parse(letter), Hand.parse(text)))
    explanations = data.get("explanations", {})
    alerts = data.get("alerts", ())
    for index, text in enumerate(data["calls"]):
        explanation = explanations.get(str(index), "")
        board = board.apply(
            Called(board.auction.turn, Call.parse(text), explanation, index in alerts)
        )
    for text in data["cards"]:
        turn = board.turn
        if turn is None:
            raise DecisionError(f"card {text} when nobody is to play")
        board = board.apply(Played(turn, Card.parse(text)))
    return board

"""The call of a hand as JSON; the help of `bluechip-bot bid` describes the keys."""

from __future__ import annotations

from typing import Any

from bluechip_bot.codec import to_data
from bluechip_bot.model import Auction, Board, Hand, Seat, Vulnerability, four
from bluechip_bot.player.calling import SideCallers


def call_answer(  # noqa: PLR0913 - a question in full
    callers: SideCallers,
    hand: Hand,
    auction: Auction,
    vulnerability: Vulnerability,
    *,
    budget: float | None = None,
    others: bool = True,
) -> dict[str, Any]:
    """The call of the player whose turn it is, and its explanation.

    Without `others` the other calls, and how this one was found, are left out.
    """
    hands = four(hand if seat is auction.turn else None for seat in Seat)
    position, found = callers.choose(
        Board(1, auction.dealer, vulnerability, hands, auction), budget=budget
    )
    choice = found.choice
    answer = {
        "call": str(choice.call),
        "explanation": position.statement(choice.call),
        "alert": choice.alert,
    }
    if others:
        answer["exact"] = position.exact(choice.call)
        place = choice.place
        answer["runners_up"] = [
            {"call": str(call), "explanation": position.statement(call)}
            for call in choice.runners_up
        ]
        answer["reason"] = choice.reason
        answer["rule"] = place and {
            "file": place.file, "line": place.line, "column": place.column
        }  # fmt: skip
        answer["thought"] = to_data(found.record)
    return answer

"""The call to make with a hand as JSON; the help of `bluechip-bot bid` describes the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bluechip_bot.api.boards import part, position
from bluechip_bot.codec import to_data
from bluechip_bot.model import Board, Call, Card, Hand, ModelError, Phase, Seat
from bluechip_bot.player.calling import SideCallers


def called_board(
    dealer: str, vul: str, calls: Sequence[str], hands: str = "N:- - - -", cards: Sequence[str] = ()
) -> Board:
    """Return the board after some calls and cards, given as text.

    Raises:
        ModelError: if a part is wrong; the message begins with its name.
    """
    auction, play = " ".join(calls), " ".join(cards)
    parts = ("auction, call", Call.parse, calls), ("cards, card", Card.parse, cards)
    for kind, parse, items in parts:
        for place, text in enumerate(items, start=1):
            with part(f"{kind} {place}"):
                if len(text.split()) != 1:  # It would be none or several.
                    parse(text)
    try:
        return position(hands, auction=auction, cards=play, dealer=dealer, vulnerability=vul)
    except ModelError as error:
        raise ModelError(str(error).replace("vulnerability:", "vul:", 1)) from None


def board_to_call(hand: str, dealer: str, vul: str, calls: Sequence[str]) -> Board:
    """Return a board with only the hand of the player to call; errors are as in `called_board`."""
    with part("dealer", "N, E, S or W"):
        turn = Seat.parse(dealer).plus(len(calls))
    with part("hand"):
        held = Hand.parse(hand)
        if len(held) != 13:
            expected = "thirteen expected, as AKQ95.AT3.KJ2.97"
            raise ModelError(f"{hand!r} has {len(held)} cards ({expected})")
    board = called_board(dealer, vul, calls, f"{turn.letter}:{held} - - -")
    if board.phase is not Phase.AUCTION:
        raise ModelError("auction: the auction is over, nobody is to call")
    return board


def call_answer(
    callers: SideCallers, board: Board, *, budget: float | None = None, others: bool = True
) -> dict[str, Any]:
    """Choose the call of the player whose turn it is, and explain it.

    Without `others`, the other calls and the way in which the call was found are left out.
    """
    position, found = callers.choose(board, budget=budget)
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

"""The chooser: for every hand and every auction one legal call."""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.bidding import book
from bluechip_bot.bidding.evaluation import Features
from bluechip_bot.bidding.reading import understand
from bluechip_bot.bidding.rules import Rule
from bluechip_bot.bidding.state import State
from bluechip_bot.model.board import Board
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Hand, Seat
from bluechip_bot.model.errors import BoardError


@frozen
class Choice:
    """A call with its grounds.

    Attributes:
        call: the call, legal in the auction.
        explanation: what it shows, for the opponents; empty when it is natural.
        reason: the rule that made it.
        alert: whether it is alerted.
        runners_up: the other calls that rules would allow the hand, the best first.
    """

    call: Call
    explanation: str
    reason: str
    alert: bool = False
    runners_up: tuple[Call, ...] = ()


def choose(hand: Hand, board: Board, seat: Seat) -> Choice:
    """The call of a hand of thirteen cards in the board's auction.

    Raises:
        BoardError: if it is not this seat's turn to call.
    """
    if board.auction.is_over or board.auction.turn is not seat:
        raise BoardError(f"board {board.number}: it is not {seat}'s turn to call")
    return choose_in(understand(board.auction, board.vulnerability), Features.of(hand))


def choose_in(state: State, hand: Features) -> Choice:
    """The call of a hand in an understood auction."""
    rule = first_fitting(state, hand)
    explanation = f"{rule.name}: {rule.box}" if rule.artificial else ""
    return Choice(rule.call, explanation, rule.name)


def first_fitting(state: State, hand: Features, taken: frozenset[Call] = frozenset()) -> Rule:
    """The first rule of the auction that a hand meets.

    A call that a close rule defines is made by the floor only where nothing but a pass is left:
    it tells something else. So are the calls `taken` by a system, which come last.
    """
    defined = set(taken)
    for rule in book.close(state):
        if rule.call in taken:
            continue
        if rule.fits(hand):
            return rule
        defined.add(rule.call)
    second: Rule | None = None
    for rule in book.floor(state):
        if not rule.fits(hand):
            continue
        if rule.fallback and rule.call == PASS:
            return second or rule
        if rule.call not in defined:
            return rule
        second = second or rule
    raise AssertionError("the last rule fits every hand")

"""The observation of a seat as an array, as in OpenSpiel's game `bridge`.

An observation is float32[571] of zeros and ones. Seats are numbered from the observer, clockwise:
itself 0, its left-hand opponent 1, partner 2, the right-hand opponent 3. Cards are numbered as
actions are, and bids from 0 for 1C to 34 for 7NT.

Up to the opening lead (the rest is 0):

    0-3       1 0 0 0 in the auction, 0 1 0 0 for the lead
    4-5       its side is not vulnerable, is vulnerable
    6-7       the opponents are not vulnerable, are vulnerable
    8-11      the seats that passed before the first bid
    12-431    for each bid 12 numbers: which seat made it, doubled it, redoubled it
    432-483   its cards

After the opening lead:

    0-3       0 0 1 0 for declarer's side, 0 0 0 1 for a defender; 0 when the board is over
    4-10      the level of the contract
    11-15     its strain: clubs, diamonds, hearts, spades, notrump
    16-18     it is undoubled, doubled, redoubled
    19-22     declarer
    23-24     declarer's side is not vulnerable, is vulnerable
    25-76     the cards that the observer still holds
    77-128    the cards that dummy still holds
    129-336   the cards of this trick, 52 numbers for each seat
    337-544   the cards of the last trick, 52 numbers for each seat
    545-557   the tricks of declarer's side
    558-570   the tricks of the defenders
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.adapters.actions import action_of
from bluechip_bot.model import DOUBLE, PASS, Board, BoardError, Card, Seat

SIZE: Final = 571
Observation = npt.NDArray[np.float32]
"""float32[571], laid out as described at the head of this file."""

_ACTIONS: Final = tuple(action_of(Card(index)) for index in range(52))


def observation(board: Board, seat: Seat) -> Observation:
    """float32[571]: the part of a board that a seat sees.

    Hands that the seat does not see are ignored. As in OpenSpiel, after the opening lead only the
    contract remains of the auction.

    Raises:
        BoardError: if the seat's hand, or dummy's after the opening lead, is not known.
    """
    values = np.zeros(SIZE, np.float32)
    ones = _play(board, seat) if board.play and board.play.cards else _auction(board, seat)
    values[ones] = 1.0
    return values


def _auction(board: Board, seat: Seat) -> list[int]:
    """The indices of the ones in an observation made before the opening lead."""
    ones = [
        0 if board.play is None else 1,
        4 + board.vulnerability.includes(seat),
        6 + board.vulnerability.includes(seat.lho),
    ]
    bid = None
    for index, call in enumerate(board.auction.calls):
        caller = (board.auction.caller(index) - seat) % 4
        if call.is_bid:
            bid = 12 + 12 * (call - 3)
            ones.append(bid + caller)
        elif bid is None:
            ones.append(8 + caller)
        elif call != PASS:
            ones.append(bid + (4 if call == DOUBLE else 8) + caller)
    return ones + [432 + card for card in _cards(board, seat)]


def _play(board: Board, seat: Seat) -> list[int]:
    """The indices of the ones in an observation made after the opening lead."""
    play = board.card_play
    contract = play.contract
    declaring = seat.side is contract.declarer.side
    ones = [
        4 + contract.level - 1,
        11 + contract.strain.bidding_rank,
        16 + contract.doubled,
        19 + (contract.declarer - seat) % 4,
        23 + board.vulnerability.includes(contract.declarer),
    ]
    if not play.is_over:
        ones.append(2 if declaring else 3)
    ones += [25 + card for card in _cards(board, seat)]
    ones += [77 + card for card in _cards(board, contract.dummy)]
    complete = len(play.cards) // 4
    for number, trick in enumerate(play.tricks[-2:], start=max(0, len(play.tricks) - 2)):
        # Of the tricks begun, the one that is not complete is this trick; before it is the last.
        start = {complete: 129, complete - 1: 337}.get(number)
        if start is not None:
            ones += [
                start + 52 * ((player - seat) % 4) + action_of(card)
                for player, card in trick.by_seat().items()
            ]
    ones += [545 + play.declarer_tricks, 558 + complete - play.declarer_tricks]
    return ones


def _cards(board: Board, seat: Seat) -> list[int]:
    """The numbers, as actions, of the cards that a seat still holds."""
    hand = board.remaining(seat)
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {seat} is not known")
    return [_ACTIONS[card] for card in hand]

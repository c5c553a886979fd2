"""The roles of players in an auction, the captain of each side and its open question."""

from __future__ import annotations

from enum import Enum

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.model.cards import Seat, Side


class AuctionRole(Enum):
    """The role of a player, which follows from the first bid of the auction."""

    OPENER = "opener"
    RESPONDER = "responder"
    OVERCALLER = "overcaller"
    ADVANCER = "advancer"


def seat_of(state: AuctionState, role: AuctionRole) -> Seat | None:
    """The seat of a role, or None if nobody has it yet.

    The overcaller is the first defender to bid or double; before that, the defender to call.
    """
    if not state.first_to_act:
        return None
    opener, *others = state.first_to_act
    if role is AuctionRole.OPENER:
        return opener
    if role is AuctionRole.RESPONDER:
        return opener.partner
    others += [state.me] if state.me.side is not opener.side else []
    overcaller = others[0] if others else None
    if role is AuctionRole.OVERCALLER or overcaller is None:
        return overcaller
    return overcaller.partner


def role_of(state: AuctionState, seat: Seat) -> AuctionRole | None:
    """The role of a player, or None if the player has none yet."""
    return next((role for role in AuctionRole if seat_of(state, role) is seat), None)


def captain(state: AuctionState, side: Side) -> Seat | None:
    """The player who sets a side's contract, or None.

    This is the player who asks a question, or else the partner of the side's only limited player.
    """
    seats = [seat for seat in Seat if seat.side is side]
    asker = next((seat for seat in seats if open_question(state, seat)), None)
    if asker is not None:
        return asker
    limited = [seat for seat in seats if any(told.limited for told in state.calls(seat))]
    return limited[0].partner if len(limited) == 1 else None


def open_question(state: AuctionState, seat: Seat) -> str:
    """The name of the unanswered question that a player's last call asks, or an empty string."""
    last = state.last(seat)
    answered = (seat.partner - state.me) % 4 >= (seat - state.me) % 4  # partner called later
    return "" if last is None or answered else last.ask

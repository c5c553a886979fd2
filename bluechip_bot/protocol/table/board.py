"""How the manager judges a client's line about a board, and which seats owe the next line."""

from __future__ import annotations

from collections.abc import Sequence

from bluechip_bot.model import Board, ModelError, Phase, Played, Seat
from bluechip_bot.protocol.messages import CardPlayed, ReadyForCall, ReadyForCard
from bluechip_bot.protocol.table.seat import OwedLine, TableSeat
from bluechip_bot.protocol.writer import format_message


def played(board: Board, sender: Seat, message: CardPlayed) -> tuple[Played, str]:
    """The card that a message plays, and a warning if the message names the wrong hand.

    Raises:
        ModelError: if the sender may not play now; whether the card is legal is not checked.
    """
    if board.phase is not Phase.PLAY or board.turn is None:
        raise ModelError("no card is to be played now")
    if board.decider is not sender:
        raise ModelError(f"{board.decider} is to play {_from_hand(board)}")
    owner = board.dummy if message.seat is None else message.seat
    warning = ""
    if owner is not board.turn:
        # Declarer may name the wrong one of two hands if the card leaves no doubt.
        contract = board.contract
        ours = contract is not None and owner in (contract.declarer, contract.dummy)
        if not ours or message.card not in board.legal_cards:
            raise ModelError(f"{owner} may not play {message.card}: {board.turn} is to play")
        warning = f"{sender} plays {message.card} as {owner}'s, taken as {board.turn}'s"
    return Played(board.turn, message.card), warning


def expected(board: Board, place: TableSeat, message: ReadyForCall | ReadyForCard) -> str:
    """The request that a client should have sent, as a line; empty if its request is in order."""
    right: ReadyForCall | ReadyForCard
    if isinstance(message, ReadyForCall):
        index = place.calls_seen + place.calls_wanted
        index += board.auction.caller(index) is place.seat
        right = ReadyForCall(place.seat, board.auction.caller(index))
        return "" if message == right else format_message(right)
    play = board.play
    if play is None or place.cards_seen + place.cards_wanted < len(play.cards):
        return ""
    right = ReadyForCard(place.seat, play.turn, play.trick_number)
    is_dummy = message.player is None and play.turn is board.dummy
    if message.trick == right.trick and (is_dummy or message.player is play.turn):
        return ""
    return format_message(right)


def owed(board: Board, places: Sequence[TableSeat]) -> OwedLine:
    """The line that must come next, with the seats that owe it."""
    behind = [place for place in places if not place.is_up_to_date(board)]
    if behind and (board.decider is None or places[board.decider] in behind):
        return OwedLine.by(behind, f"to ask for the last call or card of board {board.number}")
    what = "call" if board.phase is Phase.AUCTION else f"play {_from_hand(board)}"
    seats = () if board.decider is None else (board.decider,)
    return OwedLine(seats, f"to {what} on board {board.number}")


def _from_hand(board: Board) -> str:
    return "from dummy" if board.turn is board.dummy else "a card"

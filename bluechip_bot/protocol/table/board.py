"""One board as the manager keeps it: what is legal, and what each seat is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from bluechip_bot.model import Board, Called, Card, ModelError, Phase, Played, Seat
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CardPlayed,
    HandShown,
    ManagerMessage,
    ReadyForCall,
    ReadyForCard,
)
from bluechip_bot.protocol.table.seat import OwedLine, TableSeat
from bluechip_bot.protocol.writer import format_message


@frozen
class TableBoard:
    """A board with all four hands.

    Attributes:
        owners: the hand that each card played came from.
    """

    board: Board
    owners: tuple[Seat, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no call or card is to come."""
        return self.board.phase is Phase.OVER

    @property
    def header(self) -> BoardHeader:
        """Number, dealer and vulnerability."""
        return BoardHeader(self.board.number, self.board.dealer, self.board.vulnerability)

    def hands(self, places: Sequence[TableSeat]) -> Iterator[tuple[TableSeat, ManagerMessage]]:
        """Yield each seat and its own cards."""
        for place in places:
            hand = self.board.hands[place.seat]
            if hand is not None:
                yield place, HandShown(place.seat, hand)

    @property
    def last_call(self) -> Called:
        """The last call, with its explanation."""
        auction = self.board.auction
        index = len(auction.calls) - 1
        text = dict(self.board.explanations).get(index, "")
        return Called(auction.caller(index), auction.calls[index], text, index in self.board.alerts)

    @property
    def last_card(self) -> Played:
        """The last card."""
        if self.board.play is None:
            raise ModelError("no card is played")
        return Played(self.owners[-1], self.board.play.cards[-1])

    def called(self, sender: Seat, message: CallMade) -> TableBoard:
        """The board after a call; raises ModelError if the sender may not make it."""
        note = message.note
        explanation, alert = (note.text, note.is_alert) if note else ("", False)
        event = Called(sender, message.call, explanation, alert)
        return evolve(self, board=self.board.apply(event))

    def played(self, sender: Seat, message: CardPlayed) -> tuple[TableBoard, str]:
        """The board after a card, and a warning if it was named as another hand's.

        Raises:
            ModelError: if the sender may not play it.
        """
        board = self.board
        owner = board.dummy if message.seat is None else message.seat
        turn = self._turn(sender)
        warning = ""
        if owner is not turn:
            self._check_own_or_dummy(owner, message.card)
            warning = f"{sender} plays {message.card} as {owner}'s, taken as {turn}'s"
        after = board.apply(Played(turn, message.card))
        return TableBoard(after, (*self.owners, turn)), warning

    def expected(self, place: TableSeat, message: ReadyForCall | ReadyForCard) -> str:
        """The line that should have come; empty if the request names what comes next."""
        board = self.board
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

    def deliveries(
        self, places: Sequence[TableSeat], *, notes: bool
    ) -> Iterator[tuple[TableSeat, ManagerMessage]]:
        """Yield what each seat may be sent now, and count it as sent.

        Args:
            notes: whether explanations are sent to the opponents along with the calls.
        """
        for place in places:
            for message in place.deliver(self.board, self.owners, notes=notes):
                yield place, message

    def all_told(self, places: Sequence[TableSeat]) -> bool:
        """Whether all four seats have been sent every call and card."""
        return all(place.is_up_to_date(self.board) for place in places)

    def owed(self, places: Sequence[TableSeat]) -> OwedLine:
        """The seats that owe the next line."""
        board = self.board
        behind = [place for place in places if not place.is_up_to_date(board)]
        if behind and (board.decider is None or places[board.decider] in behind):
            return OwedLine.by(behind, f"to ask for the last call or card of board {board.number}")
        what = "call" if board.phase is Phase.AUCTION else f"play {self._from_hand}"
        seats = () if board.decider is None else (board.decider,)
        return OwedLine(seats, f"to {what} on board {board.number}")

    def _turn(self, sender: Seat) -> Seat:
        """The hand that the next card comes from, if the sender is to choose it."""
        board = self.board
        if board.phase is not Phase.PLAY or board.turn is None:
            raise ModelError("no card is to be played now")
        if board.decider is not sender:
            raise ModelError(f"{board.decider} is to play {self._from_hand}")
        return board.turn

    def _check_own_or_dummy(self, owner: Seat | None, card: Card) -> None:
        """Let declarer name the wrong one of two hands if the card leaves no doubt."""
        board = self.board
        contract = board.contract
        ours = contract is not None and owner in (contract.declarer, contract.dummy)
        if not ours or card not in board.legal_cards:
            raise ModelError(f"{owner} may not play {card}: {board.turn} is to play")

    @property
    def _from_hand(self) -> str:
        return "from dummy" if self.board.turn is self.board.dummy else "a card"

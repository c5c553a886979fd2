"""The manager's end of a check: we manage the table and play the other three seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.conformance.ends import End
from bluechip_bot.conformance.hands import ChooseCall, random_card
from bluechip_bot.conformance.script import (
    Absence,
    Action,
    Fault,
    HangUp,
    Hear,
    Heard,
    Join,
    NotApplicable,
    Talk,
    Unreachable,
)
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Deal,
    Hand,
    ModelError,
    Phase,
    Played,
    Seat,
    Side,
)
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CallNote,
    CardPlayed,
    Connecting,
    EndOfSession,
    HandShown,
    Message,
    Readiness,
    Ready,
    ReadyForCall,
    ReadyForCard,
    ReceivedDummy,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
from bluechip_bot.protocol.writer import check_team, format_message

CLIENT = 0
"""The number of the client's connection."""
_VERSIONS = (18, 19)
_IN_PLAY: Final = (CallMade, CardPlayed, ReadyForCall, ReadyForCard, ReceivedDummy)
"""What a client says in the middle of a board."""
Break = Callable[[Board], bool]
"""Whether a board is broken off before the next call or card, the client's or ours."""


def _to_the_end(_board: Board) -> bool:
    return False


class ManagerEnd(End):
    """A manager and three players, against one client.

    Attributes:
        seat: the client's.
        opponents: the other team's name.
        notes: what is said of our calls.
        hold: whether `to lead` is held back a moment, in which the client must not lead.
        joined: whether the client has its seat, and knows the teams.
        stays: whether the session goes on with another script.
    """

    def __init__(
        self,
        seat: Seat,
        dialect: Dialect,
        about: Sequence[str],
        *,
        insist: bool = False,
        seed: int = 1,
    ) -> None:
        """Begin before the client comes.

        Args:
            seat: the seat that it gets if it asks for any.
            dialect: how it is written to.
            about: as for `End`.
            insist: whether it has been told to ask for `seat`.
            seed: of our cards.
        """
        super().__init__(dialect, about)
        self.seat = seat
        self.opponents = "Opponents"
        self.notes: CallNote | None = None
        self.hold = False
        self.joined = False
        self.stays = False
        self._before = 0
        self._highest = 0
        self._insist = insist
        self._team = ""
        self._chance = random.Random(seed)  # noqa: S311 - no secret

    def next_script(self, about: Sequence[str], *, stays: bool) -> None:
        """Go on with another script: boards have new numbers, all else is as at the beginning.

        Args:
            about: as for `End`.
            stays: whether the session then goes on with yet another one.
        """
        self.begin(about)
        self.notes = None
        self.hold = False
        self.stays = stays
        self._before = self._highest

    # The session

    def seated(self) -> Talk:
        """The client comes, and is told the teams."""
        yield from self.take_seat()
        yield from self.tell_teams()

    def seated_again(self) -> Talk:
        """The client comes again after its connection was lost.

        Raises:
            NotApplicable: if it does not come.
        """
        self.joined = False
        absence = yield Join(CLIENT)
        if absence is not None:
            raise NotApplicable("the client does not connect again, which it need not")
        yield from self._connecting()
        yield from self.tell_teams()

    def take_seat(self) -> Talk:
        """The client asks for its seat, and gets it, unless it has it already."""
        if self.joined:
            return
        absence = yield Join(CLIENT)
        if absence is not None:
            why = "its process has ended" if absence is Absence.GONE else "not in time"
            raise Unreachable(f"no client has come: {why}")
        yield from self._connecting()

    def _connecting(self) -> Talk:
        text, message = yield from self.read("2.1", "'Connecting ...'")
        if not isinstance(message, Connecting):
            raise Fault("2.1", text, "expected 'Connecting ...'")
        self._check_connecting(text, message)
        yield from self.tell(Seated(self.seat, self._team))
        yield from self.ask("2.2", Ready(self.seat, Readiness.TEAMS))

    def tell_teams(self) -> Talk:
        """The client is told the teams, unless it knows them already."""
        if self.joined:
            return
        yield from self.tell(self.teams)
        yield from self.ask("2.3", Ready(self.seat, Readiness.START))
        self.joined = True

    @property
    def teams(self) -> Teams:
        """The teams; the client's is called as it calls itself."""
        if self.seat.side is Side.NS:
            return Teams(self._team, self.opponents)
        return Teams(self.opponents, self._team)

    def end(self) -> Talk:
        """The session ends, and the client closes the connection; not if the session goes on."""
        if self.stays:
            return
        self.joined = False
        yield from self.tell(EndOfSession())
        heard = yield Hear(CLIENT)
        if isinstance(heard, str):
            raise Fault("2.8", heard, "nothing is to be said after 'End of session'")
        if heard is Absence.SILENT:
            raise Fault("2.8", "", "the client has not closed the connection")
        yield HangUp(CLIENT)

    def _check_connecting(self, text: str, message: Connecting) -> None:
        if message.version not in _VERSIONS:
            raise Fault("2.1", text, "expected version 18 (or 19)")
        try:
            check_team(message.team)
        except LocalProtocolError as error:
            raise Fault("2.4", text, str(error)) from None
        if self._insist and message.seat not in (None, self.seat):
            raise Fault("2.1", text, f"the client was told to sit {self.seat}")
        self.seat = self.seat if message.seat is None else message.seat
        self._team = message.team

    # Lines

    def tell(self, message: Message) -> Talk:
        """Send a message to the client."""
        yield from self.say(CLIENT, message)

    def read(self, rule: str, expected: str) -> Generator[Action, Heard, tuple[str, Message]]:
        """The client's next message; see `End.message`."""
        while True:
            text, message = yield from self.message(CLIENT, rule, expected)
            if not isinstance(message, ReceivedDummy):
                self._check_stage(rule, text, message, expected)
                return text, message
            self.remark("5.4", text, "old clients say so; it needs no answer, and is not known")

    def ask(self, rule: str, right: Message) -> Talk:
        """Wait for one message of the client.

        Raises:
            Fault: if another one comes, or none.
        """
        expected = f"'{format_message(right)}'"
        text, message = yield from self.read(rule, expected)
        if message != right:
            raise Fault(rule, text, f"expected {expected}")

    def _check_stage(self, rule: str, text: str, message: Message, expected: str) -> None:
        """Name the rule of a readiness line that comes where another line is expected."""
        if not isinstance(message, Ready) or message.seat is not self.seat:
            return
        if message.stage is Readiness.DUMMY and rule != "5.4":
            raise Fault("5.6" if rule == "5.6" else "5.4", text, f"expected {expected}")
        if message.stage is Readiness.START and rule == "3.1":
            raise Fault("3.7", text, f"expected {expected}")

    def quiet(self, rule: str, why: str) -> Talk:
        """Wait a moment in which the client must say nothing."""
        yield from self.hush(CLIENT, rule, why)

    # A board

    def play(
        self,
        board: Board,
        choose: ChooseCall,
        stop: Break = _to_the_end,
        *,
        timing: bool = True,
        again: bool = False,
    ) -> Generator[Action, Heard, Board]:
        """Play a board, up to where it is broken off.

        Args:
            board: the board before the first call, with four hands.
            choose: our calls.
            stop: where the board is broken off.
            timing: whether `Timing` follows, if the client can read it.
            again: whether another board has just been broken off.

        Returns:
            The board as it stands.
        """
        seat = self.seat
        board = evolve(board, number=board.number + self._before)
        self._highest = max(self._highest, board.number)
        yield from self.tell(StartOfBoard())
        if again:
            yield from self._begun_anew()
        else:
            yield from self.ask("3.1", Ready(seat, Readiness.DEAL))
        yield from self.tell(BoardHeader(board.number, board.dealer, board.vulnerability))
        yield from self.ask("3.2", Ready(seat, Readiness.CARDS))
        yield from self.tell(HandShown(seat, _hand(board, seat)))
        while board.phase is Phase.AUCTION:
            if board.turn is seat:
                if stop(board):
                    return board
                board = yield from self._client_calls(board)
                continue
            yield from self.ask("4.1", ReadyForCall(seat, board.auction.turn))
            if stop(board):
                return board
            board = yield from self._call(board, choose(board))
        while board.phase is Phase.PLAY:
            after = yield from self._card(board, stop)
            if after is None:
                return board
            board = after
        if timing and self.dialect.timing:
            yield from self.tell(Timing((7, 21, 9, 33)))
        return board

    def _begun_anew(self) -> Talk:
        """The client begins anew; lines of the old board may still have been under way."""
        right = Ready(self.seat, Readiness.DEAL)
        stale = Ready(self.seat, Readiness.DUMMY)
        expected = f"'{format_message(right)}'"
        message: Message = stale
        while message != right:
            text, message = yield from self.message(CLIENT, "3.5", expected)
            if message not in (right, stale) and not isinstance(message, _IN_PLAY):
                raise Fault("3.5", text, f"expected {expected}")

    def _client_calls(self, board: Board) -> Generator[Action, Heard, Board]:
        expected = f"a call of {self.seat}"
        text, message = yield from self.read("4.2", expected)
        if not isinstance(message, CallMade) or message.seat is not self.seat:
            raise Fault("4.2", text, f"expected {expected}")
        try:
            return board.apply(Called(self.seat, message.call))
        except ModelError as error:
            raise Fault("4.2", text, str(error)) from None

    def _call(self, board: Board, call: Call) -> Generator[Action, Heard, Board]:
        caller = board.auction.turn
        notes = self.notes if caller.side is not self.seat.side else None
        yield from self.tell(CallMade(caller, call, notes))
        return board.apply(Called(caller, call))

    def _card(self, board: Board, stop: Break) -> Generator[Action, Heard, Board | None]:
        play, owner, dummy = board.play, board.turn, board.dummy
        assert play is not None
        assert owner is not None
        assert dummy is not None
        if board.decider is self.seat:
            if not play.trick.cards:
                yield from self._prompt(owner, dummy)
            if stop(board):
                return None
            after = yield from self._client_plays(board, owner)
        else:
            rule = _asking_rule(board, self.seat)
            yield from self._asked_for_card(rule, owner, play.trick_number, dummy)
            if stop(board):
                return None
            after = yield from self._play(board, random_card(board, self._chance))
        if not play.cards and self.seat is not dummy:
            yield from self.ask("5.4", Ready(self.seat, Readiness.DUMMY))
            yield from self.tell(HandShown(None, _hand(board, dummy)))
        return after

    def _prompt(self, owner: Seat, dummy: Seat) -> Talk:
        if self.hold:
            yield from self.quiet("5.1", "nobody leads before 'to lead'")
        yield from self.tell(ToLead(None if owner is dummy else owner))

    def _client_plays(self, board: Board, owner: Seat) -> Generator[Action, Heard, Board]:
        is_dummys = owner is board.dummy
        rule = "5.5" if is_dummys else "5.2"
        expected = f"a card of {owner}"
        text, message = yield from self.read(rule, expected)
        if not isinstance(message, CardPlayed):
            raise Fault(rule, text, f"expected {expected}")
        if message.seat is None and is_dummys:
            self.remark("5.5", text, f"expected the seat, '{owner} plays ...'")
        elif message.seat is not owner:
            raise Fault(rule, text, f"expected {expected}")
        try:
            return board.apply(Played(owner, message.card))
        except ModelError as error:
            raise Fault(rule, text, str(error)) from None

    def _asked_for_card(self, rule: str, owner: Seat, trick: int, dummy: Seat) -> Talk:
        right = ReadyForCard(self.seat, None if owner is dummy is self.seat else owner, trick)
        allowed = [ReadyForCard(self.seat, owner, trick)]
        if owner is dummy:
            allowed.append(ReadyForCard(self.seat, None, trick))
        expected = f"'{format_message(right)}'"
        text, message = yield from self.read(rule, expected)
        if message not in allowed:
            raise Fault(rule, text, f"expected {expected}")

    def _play(self, board: Board, card: Card) -> Generator[Action, Heard, Board]:
        owner = board.turn
        assert owner is not None
        yield from self.tell(CardPlayed(owner, card))
        return board.apply(Played(owner, card))


def begun(number: int, dealer: Seat, deal: Deal) -> Board:
    """A board before its first call."""
    return Board.begin(number, dealer, None, deal)


def _hand(board: Board, seat: Seat) -> Hand:
    hand = board.hands[seat]
    assert hand is not None
    return hand


def _asking_rule(board: Board, seat: Seat) -> str:
    return "5.6" if board.dummy is seat else "5.3"

"""The manager's end of a check: we manage the table and play the other three seats.

The scripts by which a client is checked are in `client.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import define, evolve

from bluechip_bot.conformance.end import CheckedEnd, announced, meaning, quoted
from bluechip_bot.conformance.script import (
    READERS,
    Break,
    BrokenRule,
    MissingLine,
    NotApplicable,
    ScriptStage,
    Step,
    UnreachableError,
    break_at,
    calling,
    deal_with,
    require,
    scripts,
    setting,
)
from bluechip_bot.model import Board, Called, ModelError, Phase, Played, Seat, Side
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.duty import OwnDuty, duty
from bluechip_bot.protocol.errors import LocalProtocolError, RemoteProtocolError
from bluechip_bot.protocol.writer import check_team

CLIENT: Final = 0
"""The number of the client's connection."""
_VERSIONS: Final = (18, 19)
_IN_PLAY: Final = (
    messages.CallMade,
    messages.CardPlayed,
    messages.ReadyForCall,
    messages.ReadyForCard,
    messages.ReceivedDummy,
)
"""The lines of a client in the middle of a board."""


@define(eq=False, slots=False)
class ManagerEnd(CheckedEnd):
    """A manager and three players, who check one client.

    Attributes:
        seat: the client's seat; before the client has come, the seat for one that asks for any.
        insist: whether the client was started with the order to ask for `seat`.
        hold: whether `to lead` is held back a moment, in which the client must not lead.
        joined: whether the client has its seat and the teams.
        stays: whether another script follows in the same session.
    """

    seat: Seat
    insist: bool = False
    opponents: str = "Opponents"
    joined: bool = False
    stays: bool = False
    _has_seat: bool = False
    _was_lost: bool = False
    _highest: int = 0
    _team: str = ""

    def begin(self, about: Sequence[str], stage: ScriptStage) -> None:
        """Start a script; boards get new numbers, and a client that is seated keeps its seat."""
        super().begin(about, stage)
        self.hold = False
        self._has_seat &= self.joined
        self._was_lost = False
        self._before = self._highest

    # The session

    def take_seat(self) -> None:
        """Wait until the client asks for its seat, and seat it, unless it has a seat.

        Raises:
            UnreachableError: if the client does not come.
            NotApplicable: if the client does not come again after its connection was lost.
        """
        if self._has_seat:
            return
        absence = self.stage.join(CLIENT)
        if absence is not None:
            if self._was_lost:
                raise NotApplicable("the client does not connect again, which it need not")
            why = "its process has ended" if absence is MissingLine.GONE else "not in time"
            raise UnreachableError(f"no client has come: {why}")
        text, message = self.read("2.1", "'Connecting ...'")
        if not isinstance(message, messages.Connecting):
            raise BrokenRule("2.1", text, "expected 'Connecting ...'")
        require(message.version in _VERSIONS, "2.1", text, "expected version 18 (or 19)")
        try:
            check_team(message.team)
        except LocalProtocolError as error:
            raise BrokenRule("2.4", text, str(error)) from None
        right = not self.insist or message.seat in (None, self.seat)
        require(right, "2.1", text, f"the client was told to sit {self.seat}")
        self.seat = self.seat if message.seat is None else message.seat
        self._team = message.team
        self.tell(messages.Seated(self.seat, self._team))
        self.ask("2.2", messages.Ready(self.seat, messages.Readiness.TEAMS))
        self._has_seat = True

    def be_seated(self) -> None:
        """Give the client its seat and send it the teams, unless it has them."""
        self.take_seat()
        if not self.joined:
            self.tell(self.teams)
            self.ask("2.3", messages.Ready(self.seat, messages.Readiness.START))
            self.joined = True

    def lose(self) -> None:
        """Cut the client's connection."""
        self.stage.hang_up(CLIENT)
        self.joined = self._has_seat = False
        self._was_lost = True

    @property
    def teams(self) -> messages.Teams:
        """The `Teams` line; it calls the client's team as the client does."""
        if self.seat.side is Side.NS:
            return messages.Teams(self._team, self.opponents)
        return messages.Teams(self.opponents, self._team)

    def end(self) -> None:
        """End the session and check that the client disconnects; do nothing if it `stays`."""
        if self.stays:
            return
        self.joined = self._has_seat = False
        self.tell(messages.EndOfSession())
        _, heard = self.hear(CLIENT)
        silent = not isinstance(heard, str)
        require(silent, "2.8", str(heard), "no line may follow 'End of session'")
        closed = heard is MissingLine.GONE
        require(closed, "2.8", "", "the client has not closed the connection")
        self.stage.hang_up(CLIENT)

    # Lines

    def tell(self, message: messages.Message) -> None:
        """Send a message to the client."""
        self.say(CLIENT, message)

    def read(self, rule: str, expected: str) -> tuple[str, messages.Message]:
        """Return the client's next line and its message; `rule` is broken if there is none."""
        while True:
            _, text = self.hear(CLIENT)
            if isinstance(text, MissingLine):
                missing = f"{text.value}{self.after}: expected {expected}"
                raise BrokenRule(self.theme or rule, "", missing)
            try:
                message = meaning(text)
            except RemoteProtocolError as error:
                raise BrokenRule(rule, text, f"expected {expected} ({error.reason})") from None
            if rule == "3.5":
                return text, message
            if isinstance(message, messages.ReceivedDummy):
                self.remark("5.4", text, "old clients say so; it needs no answer, and is not known")
                continue
            # Name the rule of a readiness line that comes where another line is expected.
            if message == messages.Ready(self.seat, messages.Readiness.DUMMY) and rule != "5.4":
                raise BrokenRule("5.6" if rule == "5.6" else "5.4", text, f"expected {expected}")
            if message == messages.Ready(self.seat, messages.Readiness.START) and rule == "3.1":
                raise BrokenRule("3.7", text, f"expected {expected}")
            return text, message

    def ask(self, rule: str, right: messages.Message, *others: messages.Message) -> None:
        """Wait for the message `right`, or one of `others`, which mean the same as `right`."""
        text, message = self.read(rule, quoted(right))
        require(message in (right, *others), rule, text, f"expected {quoted(right)}")

    # A board

    def play(
        self,
        board: Board,
        stop: Break,
        *,
        timing: bool = True,
        again: bool = False,
    ) -> Board:
        """Play a board to its end, or to where it is broken off; return it.

        Args:
            stop: where the board is broken off.
            timing: whether `Timing` follows, if the client can read it.
            again: whether another board has just been broken off.
        """
        seat = self.seat
        board = evolve(board, number=board.number + self._before)
        self._highest = max(self._highest, board.number)
        self.be_seated()
        self.tell(messages.StartOfBoard())
        if again:
            self._begun_again()
        else:
            self.ask("3.1", messages.Ready(seat, messages.Readiness.DEAL))
        self.tell(messages.BoardHeader(board.number, board.dealer, board.vulnerability))
        self.ask("3.2", messages.Ready(seat, messages.Readiness.CARDS))
        self.tell(messages.HandShown(seat, board.deal[seat]))
        prompted = False
        while (task := duty(board, seat, prompted=prompted)) is not None:
            if task is OwnDuty.AWAIT_PROMPT:
                self._prompt(board)
                prompted = True
                continue
            if isinstance(task, messages.ReadyForCall):
                self.ask("4.1", task)
            elif isinstance(task, messages.ReadyForCard):
                self._asked_for_card(board, task)
            if stop(board):
                return board
            if task is OwnDuty.DECIDE:
                prompted = False
                board = self._decided(board)
            else:
                board = self._act(board)
            if board.play is not None and len(board.play.cards) == 1 and seat is not board.dummy:
                self.ask("5.4", messages.Ready(seat, messages.Readiness.DUMMY))
                dummy = board.play.contract.dummy
                self.tell(messages.HandShown(None, board.deal[dummy]))
        if timing and self.dialect.timing:
            self.tell(messages.Timing((7, 21, 9, 33)))
        return board

    def _begun_again(self) -> None:
        """Wait until the client starts the board again; its lines about the old one are ignored."""
        right = messages.Ready(self.seat, messages.Readiness.DEAL)
        stale = messages.Ready(self.seat, messages.Readiness.DUMMY)
        message: messages.Message = stale
        while message != right:
            text, message = self.read("3.5", quoted(right))
            known = message in (right, stale) or isinstance(message, _IN_PLAY)
            require(known, "3.5", text, f"expected {quoted(right)}")

    def _prompt(self, board: Board) -> None:
        if self.hold:
            self.hush(CLIENT, "5.1", "nobody leads before 'to lead'")
        self.tell(messages.ToLead(None if board.turn is board.dummy else board.turn))

    def _decided(self, board: Board) -> Board:
        owner = board.turn
        assert owner is not None
        is_auction, is_dummys = board.phase is Phase.AUCTION, owner is board.dummy
        rule = "4.2" if is_auction else "5.5" if is_dummys else "5.2"
        expected = f"a {'call' if is_auction else 'card'} of {owner}"
        text, message = self.read(rule, expected)
        if not isinstance(message, messages.CallMade if is_auction else messages.CardPlayed):
            raise BrokenRule(rule, text, f"expected {expected}")
        assert isinstance(message, messages.CallMade | messages.CardPlayed)
        if message.seat is None and is_dummys:
            self.remark("5.5", text, f"expected the seat, '{owner} plays ...'")
        else:
            require(message.seat is owner, rule, text, f"expected {expected}")
        try:
            if isinstance(message, messages.CallMade):
                return board.apply(Called(owner, message.call))
            return board.apply(Played(owner, message.card))
        except ModelError as error:
            raise BrokenRule(rule, text, str(error)) from None

    def _asked_for_card(self, board: Board, by_seat: messages.ReadyForCard) -> None:
        by_word = evolve(by_seat, player=None)
        is_dummy, is_dummys = self.seat is board.dummy, by_seat.player is board.dummy
        right = by_word if is_dummy and is_dummys else by_seat
        self.ask("5.6" if is_dummy else "5.3", right, *((by_seat, by_word) if is_dummys else ()))

    def _act(self, board: Board) -> Board:
        event = self.choice(board)
        self.tell(announced(event, self.note if event.seat.side is not self.seat.side else None))
        return board.apply(event)


def _step(data: Any) -> Step[ManagerEnd]:
    match data:
        case str():
            return _NAMED[data]
        case {"board": _}:
            return partial(_board, **data)
        case {"until": name, "hands": hands, "otherwise": reason}:
            return partial(_until, _WANTED[name], hands, reason)
        case {"quiet": rule, "why": why}:
            return lambda end: end.hush(CLIENT, rule, why)
        case {"line": text}:
            return lambda end: end.say_text(CLIENT, text)
        case {"set": values}:
            return setting(values, READERS)
    raise ValueError(f"no step of a script: {data}")


def _board(  # noqa: PLR0913 - what makes a board
    end: ManagerEnd,
    *,
    board: int,
    dealer: str | int,
    calls: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    stop: str = "",
    seed: int = 1,
    timing: bool = True,
    again: bool = False,
) -> Board:
    """Play a board; a number for `dealer` counts seats clockwise from the client."""
    end.be_seated()

    def by_seat(texts: Mapping[str, str] | None) -> dict[Seat, str]:
        return {seat(name): text for name, text in (texts or {}).items()}

    def seat(name: str) -> Seat:
        return end.seat if name == "client" else Seat(getattr(end.seat, name))

    deals = end.seat.plus(dealer) if isinstance(dealer, int) else seat(dealer)
    begun = Board.begin(board, deals, None, deal_with(by_seat(hands), seed))
    end.calls = calling(by_seat(calls))
    return end.play(begun, break_at(stop), timing=timing, again=again)


_Wanted = Callable[[ManagerEnd, Board], bool]


def _until(wanted: _Wanted, hands: Sequence[str], reason: str, end: ManagerEnd) -> None:
    for at, hand in enumerate(hands):
        played = _board(end, board=at + 1, dealer=at + 2, hands={"client": hand}, seed=at)
        if wanted(end, played):
            return
    raise NotApplicable(reason)


_WANTED: Final[Mapping[str, _Wanted]] = {
    "passed-out": lambda _, board: board.contract is None,
    "declarer": lambda end, board: (board.contract and board.contract.declarer) is end.seat,
}
_NAMED: Final[Mapping[str, Step[ManagerEnd]]] = {
    "take-seat": ManagerEnd.take_seat,
    "be-seated": ManagerEnd.be_seated,
    "lose": ManagerEnd.lose,
    "teams": lambda end: end.tell(end.teams),
}

CLIENT_SCRIPTS: Final = scripts("client.toml", _step, ManagerEnd.end)
"""In order of what they ask."""

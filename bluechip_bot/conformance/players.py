"""The four players' end of a check, against one table manager.

Each player is a script of its own, which knows no more than a player does; `PlayersEnd.session`
runs all four, whichever of them the manager answers first. The scripts are in `server.toml`.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from attrs import define, field

from bluechip_bot.conformance.end import CheckedEnd, announced, meaning, quoted
from bluechip_bot.conformance.script import (
    READERS,
    Break,
    BrokenRule,
    ChooseCall,
    MissingLine,
    NotApplicable,
    Readers,
    Step,
    UnreachableError,
    calling,
    require,
    scripts,
    setting,
)
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Dealt,
    DummyShown,
    Hand,
    ModelError,
    Phase,
    Played,
    Seat,
)
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.duty import OwnDuty, duty, worded
from bluechip_bot.protocol.errors import HandLineError, RemoteProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Complaint, Illegal, Seated
from bluechip_bot.protocol.reader import parse

_TRIES: Final = 10
"""How often a seat is asked for that the manager still takes to be taken."""
_ANSWERS: Final = ("2.2", "4.5")
"""The rules by which a manager refuses something."""
_SHOWN: Final = ("3.3", "5.4")
"""The rules by which a hand is shown."""
_OTHERS: Final = ("4.1", "5.3")
"""The rules by which a player waits for other players."""

M = TypeVar("M")
T = TypeVar("T")
Talk = Generator[None, str | MissingLine | None, T]
"""The actions of a player: it yields to wait for a line, and gets it or the connection's end."""
Disturbance = Callable[["PlayersEnd", "CheckedPlayer"], Talk[None]]
"""The action of a player before its call or card."""


def _goes_on(talk: Talk[None], heard: str | MissingLine | None) -> bool:
    """Resume a player with what it has heard; return whether it waits for more."""
    try:
        talk.send(heard)
    except StopIteration:
        return False
    return True


class _BoardRestarted(Exception):  # noqa: N818 - a signal
    """The board begins again."""


class ConnectionLostError(Exception):
    """The player has lost its connection."""


@define(eq=False)
class CheckedPlayer:
    """One of our four players at a manager's table.

    Attributes:
        tolerant: whether it has sent a wrong line, so that the manager may complain.
        awaits: the rule and the line that it waits for.
        started: whether it has heard the `Start of board` of the next board.
        done: whether it has come to where the script ends.
    """

    seat: Seat
    peer: int
    board: Board = field(factory=partial(Board.begin, 1))
    own_last: messages.Message | None = None
    tolerant: bool = False
    awaits: tuple[str, str] = ("", "")
    boards: int = 0
    started: bool = False
    seated: bool = False
    done: bool = False


@define(eq=False)
class _DealtBoard:
    """A board as our four players have heard it: its header, their hands, calls and cards."""

    header: messages.BoardHeader | None = None
    hands: dict[Seat, Hand] = field(factory=dict)
    events: list[Called | Played] = field(factory=list)


@define(eq=False, slots=False)
class PlayersEnd(CheckedEnd):
    """Four players, who check one manager.

    Attributes:
        fresh: whether nobody has sat at this table before.
        apart: whether a player comes only when the manager has no more to say to the others; always
            so where the manager gives the seats.
        disturb: the action of a player before its call or card.
        disturbed: the seats or tricks at which `disturb` has acted.
        boards: the number of boards to play; players leave once dealt the cards of the next one.
        unasked: whether players wait a moment before they ask for a call: it must not come unasked.
        stop: where the players leave a board, and with it the session.
        optional: why a manager may fall silent or refuse a seat; empty if it may not.
    """

    fresh: bool = True
    teams: tuple[str, str] = ("Check NS", "Check EW")
    order: Sequence[Seat] = tuple(Seat)
    apart: bool = False
    disturb: Disturbance | None = None
    disturbed: set[object] = field(factory=set)
    boards: int = 1
    unasked: bool = False
    stop: Break = lambda _: False
    ended: bool = False
    optional: str = ""
    _here: dict[Seat, CheckedPlayer] = field(init=False, factory=dict)
    # The seats that have not yet heard the board that begins again after a loss.
    _restarting: set[Seat] = field(init=False, factory=set)
    _dealt: dict[int, _DealtBoard] = field(init=False, factory=lambda: defaultdict(_DealtBoard))

    # Four at a time

    def session(self) -> None:
        """Play a session as all four players, from `Connecting` to the end of the last board."""
        players = [self.player(seat) for seat in self.order]
        waiting = deque(players)
        active: dict[int, Talk[None]] = {}
        while not all(player.done for player in players):
            peer, heard = -1, None
            if active and (self.apart or self.dialect.any_place or not waiting):
                peer, heard = self.hear(*active, briefly=bool(waiting))
            if peer < 0 or heard is MissingLine.SILENT:
                if not waiting:
                    raise self._silence([player for player in players if player.peer in active])
                player, heard = waiting.popleft(), None
                peer = player.peer
                active[peer] = self._player(player)
            if not _goes_on(active[peer], heard):
                del active[peer]
        for seat in Seat:
            self.stage.hang_up(int(seat))

    def seat_alone(self, player: CheckedPlayer) -> None:
        """Have a player take its seat before any other one comes."""
        talk = self._take_seat(player)
        heard: str | MissingLine | None = None
        while _goes_on(talk, heard):
            _, heard = self.hear(player.peer)

    def player(self, seat: Seat) -> CheckedPlayer:
        """Our player at a seat."""
        return self._here.setdefault(seat, CheckedPlayer(seat, int(seat)))

    def _silence(self, players: Sequence[CheckedPlayer]) -> Exception:
        """The exception for a manager that sends nothing to any of these players."""
        if self._restarting:
            return NotApplicable("the manager does not begin the board again")
        if self.optional:
            return NotApplicable(self.optional)
        # It is another player, not the manager, whose call or card some still wait for.
        owed = [
            player
            for player in players
            if player.awaits[0] not in _OTHERS
            or player.board.made < len(self._dealt_of(player).events)
        ]
        player = (owed or list(players))[0]
        rule, expected = player.awaits
        text = f"nothing came for {player.seat}: expected {expected}"
        return BrokenRule(self.theme or rule, "", text)

    # One player

    def _player(self, player: CheckedPlayer) -> Talk[None]:
        yield from self._sit_down(player)
        over = False
        while not over:
            try:
                over = yield from self._board(player)
            except _BoardRestarted:
                player.started = True
            except ConnectionLostError:
                # It connects again; the board begins again for all.
                self._restarting = set(Seat)
                self.fresh = player.seated = False
                yield from self._sit_down(player)

    def _sit_down(self, player: CheckedPlayer) -> Talk[None]:
        if not player.seated:
            yield from self._take_seat(player)
        right = quoted(messages.Teams(*self.teams))
        text, message = yield from self._expect(player, "2.3", messages.Teams, right, starts=True)
        if (message.ns, message.ew) != self.teams:
            self.remark("2.4", text, f"expected {right}")
        self.say(player.peer, messages.Ready(player.seat, messages.Readiness.START))

    def _take_seat(self, player: CheckedPlayer) -> Talk[None]:
        team = self.teams[player.seat.side]
        place = None if self.dialect.any_place else player.seat
        expected = quoted(messages.Seated(player.seat, team))
        for _ in range(_TRIES):
            if self.stage.join(player.peer) is not None:
                if self._restarting:
                    raise NotApplicable("the manager lets nobody come again")
                raise UnreachableError("nobody listens")
            self.say(player.peer, messages.Connecting(team, place, self.dialect.version))
            text, message = yield from self.read(player, "2.2", expected, starts=True)
            if not isinstance(message, messages.Complaint) or self.fresh:
                break
            # The manager may not yet have noticed that the last script has left.
            if message.trouble is messages.RefusalReason.TEAM:
                raise NotApplicable(f"the table is taken by others: {text}")
            self.stage.hang_up(player.peer)
            self.hear(player.peer, briefly=True)
        if isinstance(message, messages.Complaint) and self.optional:
            raise NotApplicable(self.optional)
        if not isinstance(message, messages.Seated) or place not in (None, message.seat):
            raise BrokenRule("2.2", text, f"expected {expected}")
        player.seat = message.seat
        player.seated = True
        if message.team != team:
            self.remark("2.4", text, f"expected {expected}")
        self.say(player.peer, messages.Ready(player.seat, messages.Readiness.TEAMS))

    def _board(self, player: CheckedPlayer) -> Talk[bool]:
        """Play one board as a player; return whether the session is over."""
        if not player.started and (yield from self._ended(player)):
            return True
        player.started = False
        player.boards += 1
        yield from self._deal(player)
        player.done |= player.boards > self.boards
        prompted = False
        while True:
            player.done |= self.stop(player.board)
            due = duty(player.board, player.seat, prompted=prompted)
            match due:
                case None:
                    return False
                case OwnDuty.DECIDE:
                    prompted = False
                    yield from self._act(player)
                case OwnDuty.AWAIT_PROMPT:
                    yield from self._prompted(player)
                    prompted = True
                case messages.Ready():
                    yield from self._see_dummy(player)
                case messages.ReadyForCall():
                    yield from self._hear_call(player, due)
                case messages.ReadyForCard():
                    yield from self._hear_card(player, due)

    def _ended(self, player: CheckedPlayer) -> Talk[bool]:
        """Wait for `Start of board`, perhaps after `Timing`; True if the session ends instead."""
        first = not player.boards
        rule = "3.1" if first else "3.6"
        while True:
            text, message = yield from self.read(player, rule, "'Start of board'", starts=True)
            match message:
                case messages.Timing() if not first:
                    if message.times is None:
                        self.remark("3.6", text, "the times cannot be read")
                case messages.StartOfBoard():
                    return False
                case messages.EndOfSession():
                    self.ended = player.done = True
                    return True
                case messages.ToLead():
                    raise BrokenRule("4.3", text, "the board is over; expected 'Start of board'")
                case _:
                    raise BrokenRule(rule, text, "expected 'Start of board'")

    def _deal(self, player: CheckedPlayer) -> Talk[None]:
        seat = player.seat
        self._restarting.discard(seat)
        dealt = self._dealt_of(player)
        self.say(player.peer, messages.Ready(seat, messages.Readiness.DEAL))
        expected = "'Board number ...'"
        text, header = yield from self._expect(player, "3.2", messages.BoardHeader, expected)
        dealt.header = dealt.header or header
        heard = f"another player heard {quoted(dealt.header)}"
        require(header == dealt.header, "3.2", text, heard)
        self.say(player.peer, messages.Ready(seat, messages.Readiness.CARDS))
        expected = f"'{seat}'s cards : ...'"
        text, shown = yield from self._expect(player, "3.3", messages.HandShown, expected)
        require(shown.owner is seat, "3.3", text, f"expected {expected}")
        for other, hand in dealt.hands.items():
            twice = other is not seat and bool(hand & shown.hand)
            require(not twice, "3.3", text, f"{other} has been given some of these cards")
        dealt.hands[seat] = shown.hand
        board = Board.begin(header.number, header.dealer, header.vulnerability)
        player.board = board.apply(Dealt(seat, shown.hand))

    def _act(self, player: CheckedPlayer) -> Talk[None]:
        if self.disturb is not None:
            yield from self.disturb(self, player)
        event = self.choice(player.board)
        is_bid = isinstance(event, Called) and event.call.is_bid
        player.own_last = announced(event, self.note if is_bid else None)
        player.board = player.board.apply(event)
        self._dealt_of(player).events.append(event)
        self.say(player.peer, player.own_last)

    def _prompted(self, player: CheckedPlayer) -> Talk[None]:
        board = player.board
        right = messages.ToLead(None if board.turn is board.dummy else player.seat)
        expected = quoted(right)
        text, message = yield from self._expect(player, "5.1", messages.ToLead, expected)
        known = message.seat in (right.seat, player.seat, board.dummy)
        require(known, "5.1", text, f"expected {expected}")
        if message != right:
            self.remark("5.1", text, f"expected {expected}")

    def _see_dummy(self, player: CheckedPlayer) -> Talk[None]:
        dummy = player.board.card_play.contract.dummy
        self.say(player.peer, messages.Ready(player.seat, messages.Readiness.DUMMY))
        expected = "'Dummy's cards : ...'"
        text, shown = yield from self._expect(player, "5.4", messages.HandShown, expected)
        require(shown.owner in (None, dummy), "5.4", text, f"expected {expected}")
        given = self._dealt_of(player).hands.get(dummy, shown.hand)
        require(shown.hand == given, "5.4", text, f"{dummy} was given '{given}'")
        try:
            player.board = player.board.apply(DummyShown(shown.hand))
        except ModelError as error:
            raise BrokenRule("5.4", text, str(error)) from None

    def _hear_call(self, player: CheckedPlayer, due: messages.ReadyForCall) -> Talk[None]:
        caller = due.caller
        if self.unasked:
            self.hush(player.peer, "4.1", "a call comes to those who have asked for it")
        self.say(player.peer, due)
        expected = f"a call of {caller}"
        text, message = yield from self._expect(player, "4.1", messages.CallMade, expected)
        require(message.seat is caller, "4.1", text, f"expected {expected}")
        event = self._event(player, text, "4.1")
        call = event.call if isinstance(event, Called) else message.call
        right = quoted(messages.CallMade(event.seat, call))
        require(message.call == call, "4.1", text, f"expected {right}")
        note = message.note
        expected = f"'{self.note.kind.value}. {self.note.text}'" if self.note else "no text"
        wanted = f"expected {expected} after the call, or nothing"
        require(note in (None, self.note), "4.4", text, wanted)
        hidden = note is None or caller.side is not player.seat.side
        require(hidden, "4.4", text, "the caller's partner may not hear what it means")
        player.board = player.board.apply(event)

    def _hear_card(self, player: CheckedPlayer, due: messages.ReadyForCard) -> Talk[None]:
        dummy, owner = player.board.dummy, due.player
        self.say(player.peer, worded(due, player.board, self.dialect))
        expected = f"a card of {owner}"
        text, message = yield from self._expect(player, "5.3", messages.CardPlayed, expected)
        event = self._event(player, text, "5.3")
        card = event.card if isinstance(event, Played) else message.card
        expected = f"expected {quoted(messages.CardPlayed(owner, card))}"
        named = message.seat is owner or (message.seat is None and owner is dummy)
        require(named and message.card == card, "5.3", text, expected)
        if message.seat is not owner:
            self.remark("5.5", text, expected)
        player.board = player.board.apply(event)

    def _event(self, player: CheckedPlayer, text: str, rule: str) -> Called | Played:
        """The call or card that a player should hear next; if there is none, `rule` is broken."""
        events = self._dealt_of(player).events
        require(player.board.made < len(events), rule, text, "nobody has called or played this")
        return events[player.board.made]

    def _dealt_of(self, player: CheckedPlayer) -> _DealtBoard:
        return self._dealt[player.boards]

    # Lines

    def _expect(
        self,
        player: CheckedPlayer,
        rule: str,
        kind: type[M],
        expected: str,
        *,
        starts: bool = False,
    ) -> Talk[tuple[str, M]]:
        text, message = yield from self.read(player, rule, expected, starts=starts)
        if not isinstance(message, kind):
            raise BrokenRule(rule, text, f"expected {expected}")
        return text, message

    def read(
        self, player: CheckedPlayer, rule: str, expected: str, *, starts: bool = False
    ) -> Talk[tuple[str, messages.Message]]:
        """Wait for a player's next line; return it, and the message that it holds.

        Args:
            starts: whether `Start of board` is returned like any message, and restarts nothing.

        Raises:
            BrokenRule: if no message comes, or it has no meaning.
            NotApplicable: if the manager does not go on without a player that is lost.
        """
        player.awaits = rule, expected
        while True:
            heard = yield
            theme = self.theme or rule
            if not isinstance(heard, str):
                if self._restarting:
                    raise NotApplicable("the manager ends the session when a player is lost")
                if self.optional:
                    raise NotApplicable(self.optional)
                gone = f"the connection of {player.seat} was closed{self.after}"
                raise BrokenRule(theme, "", gone)
            minds = not (player.tolerant or self._restarting)
            try:
                message = meaning(heard)
            except HandLineError as error:
                raise BrokenRule("3.4", heard, error.reason) from None
            except RemoteProtocolError as error:
                require(not minds, theme, heard, f"expected {expected} ({error.reason})")
                continue
            if isinstance(message, messages.Complaint | messages.Illegal) and not minds:
                continue
            # Name the rule of a line that comes where another one is expected.
            is_own = player.own_last is not None and message == player.own_last
            match message:
                case messages.CallMade() | messages.CardPlayed() if is_own:
                    own = "4.2" if isinstance(message, messages.CallMade) else "5.5"
                    text = f"{player.seat} has said so itself; expected {expected}"
                    raise BrokenRule(own, heard, text)
                case messages.StartOfBoard() if self._restarting and not starts:
                    raise _BoardRestarted
                case messages.Complaint() | messages.Illegal() if rule not in _ANSWERS:
                    raise BrokenRule(theme, heard, f"expected {expected}")
                case messages.HandShown() if rule not in _SHOWN:
                    raise BrokenRule("3.3", heard, f"expected {expected}")
            return heard, message


def _needs_seats(end: PlayersEnd) -> None:
    if end.dialect.any_place:
        raise NotApplicable("this manager gives the seats itself")


def _needs_new_table(end: PlayersEnd) -> None:
    if not end.fresh:
        raise NotApplicable("this needs a manager that is started for it, see --command")


def _dummy_plays_high(end: PlayersEnd) -> None:
    led: list[int] = []

    def choose(board: Board, _chance: random.Random) -> Card:
        if board.turn is board.dummy:
            if not board.card_play.trick.cards:
                led.append(board.card_play.trick_number)
            return max(board.legal_cards, key=lambda card: card.rank)
        return min(board.legal_cards, key=lambda card: card.rank)

    end.choose_card = choose
    end.session()
    if not led:
        raise NotApplicable("dummy has won no trick")


def _refusals(refused: Sequence[tuple[str, str]], end: PlayersEnd) -> None:
    """Send each line of `refused` (line, reason) on a new connection; it must not be accepted."""
    end.seat_alone(end.player(Seat.NORTH))
    for at, (line, why) in enumerate(refused, 4):
        accepted = end.stage.join(at) is None
        require(accepted, "2.5", "", "no further connection is accepted")
        end.say_text(at, line)
        _, heard = end.hear(at)
        answers = heard is not MissingLine.SILENT
        require(answers, "2.5", "", f"nothing came after {line!r}: {why}")
        if isinstance(heard, str):
            wanted = f"expected a refusal of {line!r}: {why}"
            require(not _is_seated(heard), "2.5", heard, wanted)
        end.stage.hang_up(at)


def _is_seated(line: str) -> bool:
    try:
        return isinstance(parse(line), Seated)
    except RemoteProtocolError:
        return False


def _nonsense(lines: Sequence[str], end: PlayersEnd, player: CheckedPlayer) -> Talk[None]:
    """Send a line of nonsense before a player's first call and its card to the first trick."""
    now = _trick(player.board), player.seat
    if now not in end.disturbed and now[0] < 2:
        end.disturbed.add(now)
        player.tolerant = True
        end.theme = "1.3"
        end.say_text(player.peer, lines[len(end.disturbed) % len(lines)])
    yield from ()


def _trick(board: Board) -> int:
    return 0 if board.play is None else board.play.trick_number


def _low_bid(player: CheckedPlayer) -> tuple[CallMade, str] | None:
    if player.board.auction.last_bid is None:
        return None
    return CallMade(player.seat, Call.parse("1C")), "a bid of 1C"


def _strange_card(player: CheckedPlayer) -> tuple[CardPlayed, str] | None:
    board = player.board
    if board.phase is not Phase.PLAY or board.turn is not player.seat:
        return None
    held = board.hands[player.seat] or Hand(0)
    card = next(card for card in map(Card, range(52)) if card not in held)
    return CardPlayed(player.seat, card), f"{card}, not held"


def _illegal(
    attempt: Callable[[CheckedPlayer], tuple[CallMade | CardPlayed, str] | None],
    right: str,
    end: PlayersEnd,
    player: CheckedPlayer,
) -> Talk[None]:
    """Once, send an illegal call or card; the manager must refuse it with the line `right`."""
    tried = None if end.disturbed else attempt(player)
    if tried is None:
        return
    end.disturbed.add(player.seat)
    wrong, what = tried
    end.theme = "4.5"
    end.say(player.peer, wrong)
    text, message = yield from end.read(player, "4.5", f"a refusal of {what}")
    refused = isinstance(message, Illegal | Complaint)
    require(refused, "4.5", text, f"expected a refusal of {what}")
    if not isinstance(message, Illegal):
        end.remark("4.5", text, f"expected '{right}'")


def _losing(end: PlayersEnd, player: CheckedPlayer) -> Talk[None]:
    """Cut the connection of a player in the auction, and of one in the second trick."""
    trick = _trick(player.board)
    called = len(player.board.auction.calls) > 1
    if trick in (0, 2) and called and trick not in end.disturbed:
        end.disturbed.add(trick)
        end.stage.hang_up(player.peer)
        raise ConnectionLostError
    yield from ()


def _explaining(end: PlayersEnd, _player: CheckedPlayer) -> Talk[None]:
    end.theme = "4.4"
    yield from ()


def _leave_early(end: PlayersEnd) -> None:
    """Seat West and cut its connection before the first board; the manager need not go on."""
    if not end.dialect.any_place:
        west = CheckedPlayer(Seat.WEST, int(Seat.WEST))
        end.seat_alone(west)
        end.stage.hang_up(west.peer)
        end.fresh = False
        end.optional = "the manager does not go on when a player has left"


def _has_ended(end: PlayersEnd) -> None:
    if not end.ended:
        raise NotApplicable(f"the session has more than {end.boards} boards")


def _calls(data: Mapping[str, str]) -> ChooseCall:
    """A function that makes the calls given for `dealer`, `lho`, `partner` and `rho`."""

    def choose(board: Board) -> Call:
        dealer = board.auction.dealer
        places = {"dealer": dealer, "lho": dealer.lho, "partner": dealer.partner, "rho": dealer.rho}
        return calling({places[name]: text for name, text in data.items()})(board)

    return choose


_DISTURBANCES: Final[Mapping[str, Disturbance]] = {
    "illegal-call": partial(_illegal, _low_bid, "Illegal bid"),
    "illegal-card": partial(_illegal, _strange_card, "Illegal card"),
    "explanations": _explaining,
    "losing": _losing,
}
_READERS: Final[Readers] = {
    **READERS,
    "calls": _calls,
    "disturb": lambda data: (
        _DISTURBANCES[data] if isinstance(data, str) else partial(_nonsense, data)
    ),
    "order": lambda letters: tuple(map(Seat.parse, letters)),
    "teams": lambda letters: tuple(map(READERS["opponents"], letters)),
}
_NAMED: Final[Mapping[str, Step[PlayersEnd]]] = {
    "session": PlayersEnd.session,
    "needs-seats": _needs_seats,
    "needs-new-table": _needs_new_table,
    "dummy-plays-high": _dummy_plays_high,
    "leave-early": _leave_early,
    "has-ended": _has_ended,
}


def _step(data: Any) -> Step[PlayersEnd]:
    match data:
        case str():
            return _NAMED[data]
        case {"refused": lines}:
            return partial(_refusals, lines)
    return setting(data["set"], _READERS)


SERVER_SCRIPTS: Final = scripts("server.toml", _step)
"""In order of what they ask; the last one ends the session."""

"""A recorded session of a table manager, played again by our table.

The log of a table does not hold what is not a line: that a connection was lost, and what the
operator or a time limit did. This is found out by trying what explains the lines that were sent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.model import Board, Deal, Hand, Seat, Vulnerability
from bluechip_bot.protocol.dialect import DIALECTS, Dialect, SeatedStyle
from bluechip_bot.protocol.effects import (
    BoardFinished,
    BoardForfeited,
    SendTo,
    SessionFinished,
    TableEffect,
)
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    EndOfSession,
    HandShown,
    Message,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
)
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.table.session import TableOptions, TableSession
from bluechip_bot.wirelog.difference import Difference, Kind, Outcome, fewest, joined, real, same
from bluechip_bot.wirelog.record import Record, WireRecords, is_connecting

_PACK: Final = (1 << 52) - 1
_ENOUGH: Final = 20
"""Differences after which nothing more is guessed."""
_FEW: Final = 3
"""The same where the dialect is not known yet."""
_TRIED: Final = 400
"""Records by which the manner of writing to a seat is found out."""


def replay_table(log: WireRecords) -> Outcome:
    """How our table answers the clients' lines of a log, which may hold several sessions.

    Args:
        log: what a manager recorded.
    """
    found: list[Outcome] = []
    for records in _sessions(tuple(_named(log.records))):
        story, few = _Story(records), _Story(records[:_TRIED])
        dialects = _closest(few, story.options)
        several = (_TableReplay(story, options).run() for options in _options(story, dialects))
        found.append(fewest(several))
    return joined("our table", found)


def _sessions(records: Sequence[Record]) -> Iterator[Sequence[Record]]:
    """Yield the records of each session of a table.

    A match that goes on writes to the log that is there. A new session begins with a connection
    when none of the earlier ones is heard of again.
    """
    last = {each.peer: place for place, each in enumerate(records)}
    begun, heard = 0, -1
    for place, record in enumerate(records):
        if place > heard > -1:
            yield records[begun:place]
            begun = place
        heard = max(heard, last[record.peer])
    yield records[begun:]


def _options(story: _Story, dialects: tuple[Dialect, ...]) -> Iterator[TableOptions]:
    """Yield the options that the manager may have had."""
    for teams in ((), story.teams):
        for strict in (False, True):
            yield evolve(story.options, dialects=dialects, teams=teams, strict=strict)


def _closest(few: _Story, options: TableOptions) -> tuple[Dialect, ...]:
    """By seat, the dialect in which our table says most nearly what was sent to it."""
    peers = [few.peers_of(seat) for seat in Seat]
    best: list[tuple[int, Dialect]] = []
    for dialect in _manners():
        found = _TableReplay(few, evolve(options, dialects=(dialect,) * 4), _FEW).run()
        wrong = [each.record.peer for each in found.differences]
        counts = [(sum(map(held.__contains__, wrong)), dialect) for held in peers]
        new = zip(best or counts, counts, strict=True)
        best = [min(pair, key=lambda each: each[0]) for pair in new]
        if not any(count for count, _ in best):
            break
    return tuple(dialect for _, dialect in best)


def _manners() -> Iterable[Dialect]:
    """The dialects in which our manager writes."""
    return (Dialect("manager"), Dialect("manager", seated=SeatedStyle.BARE), *DIALECTS.values())


class _Story:
    """What the records tell of the boards, the options and the connections.

    Attributes:
        records: all of them.
        boards: those that were dealt, in order; cards that were not sent are dealt at will.
        options: the options that lines show.
        teams: the names in the `Teams` line; empty without one.
        is_part: whether its beginning is made up.
        last: the place of the last record of each connection.
        spoke: the place of the last line from each connection.
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = tuple(records)
        sent = [(each, _parsed(each.text)) for each in self.records if each.sent]
        self.boards = _boards(message for _, message in sent)
        said = [message for _, message in sent]
        self.options = TableOptions(
            timing=any(isinstance(message, Timing) for message in said),
            forward_notes=any(isinstance(each, CallMade) and each.note for each in said),
        )
        names = next((each for each in said if isinstance(each, Teams)), None)
        self.teams = () if names is None else (names.ns, names.ew)
        self.is_part = any(not each.number for each in records)
        self.last = {each.peer: place for place, each in enumerate(self.records)}
        self.spoke = dict.fromkeys(self.last, -1)
        for place, each in enumerate(self.records):
            if not each.sent:
                self.spoke[each.peer] = place
        self._seats = {
            record.peer: message.seat for record, message in sent if isinstance(message, Seated)
        }
        self.sent: dict[str, list[int]] = defaultdict(list)
        for place, each in enumerate(self.records):
            if each.sent and each.seen:
                self.sent[each.peer].append(place)

    def seat_of(self, peer: str) -> Seat | None:
        """The seat that a connection was given; None if it was given none."""
        return self._seats.get(peer)

    def peers_of(self, seat: Seat) -> set[str]:
        """The connections that held a seat."""
        return {peer for peer, held in self._seats.items() if held is seat}

    def after(self, peer: str, place: int, count: int) -> list[str]:
        """The next lines sent to a connection after a place."""
        places = self.sent[peer]
        first = bisect_right(places, place)
        return [self.records[each].text for each in places[first : first + count]]


def _named(records: Sequence[Record]) -> Iterator[Record]:
    """Yield the records with a name for each connection: an address may come back with another."""
    seated: dict[str, int] = {}
    count: dict[str, int] = defaultdict(int)
    for record in records:
        if not record.sent and is_connecting(record) and seated.get(record.peer):
            count[record.peer] += 1
            seated[record.peer] = 0
        if record.sent and isinstance(_parsed(record.text), Seated):
            seated[record.peer] = 1
        number = count[record.peer]
        yield evolve(record, peer=f"{record.peer}#{number + 1}") if number else record


def _boards(sent: Iterable[Message | None]) -> tuple[Board, ...]:
    """The boards of a log, in order, from the lines that were sent."""
    headers: dict[int, BoardHeader] = {}
    is_open = False
    hands: dict[int, dict[Seat, Hand]] = defaultdict(dict)
    number = 0
    for message in sent:
        if isinstance(message, BoardHeader):
            number = message.number
            headers.setdefault(number, message)
            is_open = False
        elif isinstance(message, StartOfBoard):
            is_open = True
        elif isinstance(message, HandShown) and message.owner is not None and number:
            # Dummy's cards come later, when there are thirteen of them: they are the same.
            hands[number].setdefault(message.owner, message.hand)
    if is_open:
        # It was broken off before anything was told of it, and any board will do.
        headers.setdefault(0, BoardHeader(0, Seat.NORTH, Vulnerability.NONE))
    return tuple(_board(header, hands[number]) for number, header in headers.items())


def _board(header: BoardHeader, hands: Mapping[Seat, Hand]) -> Board:
    rest = Hand(_PACK)
    for hand in hands.values():
        rest = Hand(rest.mask & ~hand.mask)
    left = list(rest)
    dealt = []
    for seat in Seat:
        if seat not in hands:
            cards, left = left[:13], left[13:]
        dealt.append(hands[seat] if seat in hands else Hand.of(cards))
    north, east, south, west = dealt
    deal = Deal((north, east, south, west))
    return Board.begin(header.number, header.dealer, header.vulnerability, deal)


@frozen
class _Guess:
    """Something that no line shows."""

    text: str
    do: Callable[[TableSession, float], list[TableEffect]]


@define
class _TableReplay:
    """A session that is told what clients sent, and compared with what was sent to them."""

    story: _Story
    options: TableOptions
    enough: int = _ENOUGH
    _peers: dict[str, int] = field(factory=dict)
    _queues: dict[str, deque[tuple[str, int]]] = field(factory=lambda: defaultdict(deque))
    _gone: set[str] = field(factory=set)
    _differences: list[Difference] = field(factory=list)
    _notes: list[str] = field(factory=list)
    _boards: int = 0
    _lines: int = 0

    def run(self) -> Outcome:
        """Play all records."""
        session = TableSession(self.story.boards, self.options)
        for place, record in enumerate(self.story.records):
            if record.peer not in self._peers:
                self._connect(session, record)
            if not record.seen:
                continue
            if record.sent:
                self._compare(session, record, place)
            else:
                self._take(session, record, place)
        self._end()
        return Outcome(
            "our table",
            len(self._peers),
            self._lines,
            self._boards,
            0,
            real(self._differences),
            tuple(self._notes),
        )

    def _connect(self, session: TableSession, record: Record) -> None:
        peer = self._peers[record.peer] = len(self._peers) + 1
        message = _parsed(record.text)
        asks = getattr(message, "seat", None)
        session.connected(peer, None if asks is not None else self.story.seat_of(record.peer))

    def _take(self, session: TableSession, record: Record, place: int) -> None:
        """Take a client's line; first what no line shows, if that alone explains the answer."""
        peer = self._peers[record.peer]
        guesses = list(self._lost_ones(place))
        if guesses and len(self._differences) < self.enough:
            plain = deepcopy(session).receive(peer, record.text, record.seconds)
            if not self._fits(plain, place):
                for guess in guesses:
                    trial = deepcopy(session)
                    effects = guess.do(trial, record.seconds)
                    effects += trial.receive(peer, record.text, record.seconds)
                    if self._fits(effects, place):
                        self._note(record, guess)
                        self._carry_out(guess.do(session, record.seconds), place)
                        break
        self._carry_out(session.receive(peer, record.text, record.seconds), place)

    def _lost_ones(self, place: int) -> Iterator[_Guess]:
        """Yield the loss of each connection that has no later line in the log."""
        for name, peer in self._peers.items():
            if self.story.last[name] < place and name not in self._gone:
                yield _Guess(f"{name} is lost", partial(_lose, peer))

    def _fits(self, effects: Sequence[TableEffect], place: int) -> bool:
        """Whether what is to be sent is what the records hold next."""
        new: dict[str, list[str]] = defaultdict(list)
        for effect in effects:
            if isinstance(effect, SendTo):
                new[self._name(effect.peer)].append(effect.line)
        for name, lines in new.items():
            waiting = [line for line, _ in self._queues[name]]
            recorded = self.story.after(name, place, len(waiting) + len(lines))
            both = [*waiting, *lines]
            if len(recorded) < len(both) and name not in self._ending(place):
                return False
            if not all(map(self._same, recorded, both)):
                return False
        return True

    def _ending(self, place: int) -> set[str]:
        """The connections that may have lines to come after the end of the log."""
        return set() if place < len(self.story.records) - 1 else set(self._peers)

    def _name(self, peer: int) -> str:
        return next(name for name, number in self._peers.items() if number == peer)

    def _compare(self, session: TableSession, record: Record, place: int) -> None:
        """Compare a recorded line of ours with what the session sends."""
        self._lines += 1
        queue = self._queues[record.peer]
        if isinstance(_parsed(record.text), EndOfSession) and not any(
            self._same(record.text, line) for line, _ in queue
        ):
            self._stop(session, record, place)
        elif not queue and len(self._differences) < self.enough:
            self._intervene(session, record, place)
        for index, (line, _) in enumerate(queue):
            if self._same(record.text, line):
                for _ in range(index):
                    self._extra(queue)
                queue.popleft()
                return
        if queue:
            line, _ = queue.popleft()
            self._differences.append(Difference(record, Kind.LINE, line))
        else:
            self._differences.append(Difference(record, Kind.MISSING))

    def _intervene(self, session: TableSession, record: Record, place: int) -> None:
        """Do what an operator or a time limit may have done, if it sends the recorded line."""
        guesses = (
            _Guess("the seats that owe a line are prompted", TableSession.nudge),
            _Guess("the board is given up", TableSession.forfeit),
            *self._lost_ones(place),
        )
        for guess in guesses:
            effects = guess.do(deepcopy(session), record.seconds)
            told = [each.line for each in effects if isinstance(each, SendTo)]
            if self._fits(effects, place - 1) and any(
                self._same(record.text, line) for line in told
            ):
                self._note(record, guess)
                self._carry_out(guess.do(session, record.seconds), place - 1)
                return

    def _stop(self, session: TableSession, record: Record, place: int) -> None:
        """Stop the session before its end; what was to be sent then is not."""
        if effects := session.stop("stopped"):
            for queue in self._queues.values():
                queue.clear()
            self._notes.append(f"line {record.number}: before it the session is stopped")
            self._carry_out(effects, place - 1)

    def _note(self, record: Record, guess: _Guess) -> None:
        self._notes.append(f"line {record.number}: before it {guess.text}")
        self._gone |= {name for name in self._peers if guess.text == f"{name} is lost"}

    def _carry_out(self, effects: Sequence[TableEffect], place: int) -> None:
        for effect in effects:
            match effect:
                case SendTo(peer, line):
                    name = self._name(peer)
                    if name not in self._gone:
                        self._queues[name].append((line, place))
                case BoardFinished() | BoardForfeited():
                    self._boards += isinstance(effect, BoardFinished)
                case SessionFinished(True, text):
                    number = self.story.records[place].number
                    self._notes.append(f"line {number}: the session ends: {text}")

    def _same(self, recorded: str, now: str) -> bool:
        return same(recorded, now, any_times=self.story.is_part)

    def _extra(self, queue: deque[tuple[str, int]]) -> None:
        line, place = queue.popleft()
        self._differences.append(Difference(self.story.records[place], Kind.EXTRA, line))

    def _end(self) -> None:
        """What is left over: nothing is known of it where the log ends."""
        for name, queue in self._queues.items():
            while queue:
                line, place = queue[0]
                if self._is_last(name, place):
                    number = self.story.records[place].number
                    text = f"no more is recorded of {name}; we would go on: {line}"
                    self._notes.append(f"line {number}: {text}")
                    queue.popleft()
                else:
                    self._extra(queue)

    def _is_last(self, name: str, place: int) -> bool:
        """Whether a client says nothing after a place."""
        return self.story.spoke[name] <= place


def _lose(peer: int, session: TableSession, now: float) -> list[TableEffect]:
    return session.lost(peer, now)


def _parsed(text: str) -> Message | None:
    try:
        return parse(text)
    except RemoteProtocolError:
        return None

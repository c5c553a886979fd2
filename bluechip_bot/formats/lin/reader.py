"""Reading boards from the commands of a LIN file.

| command | what |
|---|---|
| `pn` | players S W N E; eight names: the open room's, then the closed room's, for all boards |
| `qx` | a board begins: `o7` is board 7 of the open room, `c7` of the closed room; `o7,BOARD 7` |
| `md` | dealer (1 to 4: S W N E) and the hands S W N E, the last often left out |
| `ah`, `sv` | `Board 7`; the side that is vulnerable: `n`, `e`, `b` or `o` |
| `mb`, `an` | a call, with `!` when it was alerted; its explanation |
| `pc`, `mc` | a card; the tricks that declarer claims |
| `ub`, `up` | how many calls or cards are taken back |
| `nt` | commentary |
| `vg`, `rs` | a match on vugraph: title, segment, scoring, boards, teams; all results |

Other commands (pages, sizes, pictures) do not concern boards. A board begins with `qx`, or where
`pn`, `md`, `ah` or `sv` come a second time after its hands. Lines that were cut out of a link to
BridgeBase's viewer keep its escapes: `Board%207` is `Board 7`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Final
from urllib.parse import unquote

from attrs import define, evolve, field

from bluechip_bot.formats.error import FormatError, errors_at
from bluechip_bot.formats.lin.codec import LinCommand, LinFile
from bluechip_bot.formats.record import NOBODY, ROOMS, BoardRecord, Remark
from bluechip_bot.model import (
    PASS,
    Board,
    Call,
    Called,
    Card,
    Dealt,
    Hand,
    ModelError,
    Phase,
    Played,
    Seat,
    Vulnerability,
    dealer_of_board,
    four,
)
from bluechip_bot.model.cards import FULL_DECK, RANK_LETTERS, SUIT_LETTERS

Names = tuple[str, str, str, str]

# LIN lists the seats from South on.
SEATS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
SIDES: Final = {
    "o": Vulnerability.NONE, "0": Vulnerability.NONE, "-": Vulnerability.NONE,
    "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.BOTH,
}  # fmt: skip
CARRIED: Final = (
    "Event", "Stage", "Scoring", "HomeTeam", "HomeCarryOver", "VisitTeam", "VisitCarryOver",
)  # fmt: skip
"""The facts that LIN has a place for, in the order of `vg`."""
SCORINGS: Final = {"i": "IMP", "p": "MP", "b": "BAM"}
_OF_BOARD: Final = frozenset(("ah", "sv", "mb", "an", "pc", "mc", "ub", "up", "nt"))
UNDERSTOOD: Final = _OF_BOARD | {"vg", "pn", "qx", "md"}
"""The commands that concern boards, in lower case."""
# What follows a number must not make it part of something else, such as 1-1.
_WHOLE: Final = r"(\d{1,9})(?![\w.-]*\d)"
_LABEL: Final = re.compile(rf"\s*([oc]?)\s*{_WHOLE}\s*(?:,.*)?", re.I | re.S)
_ROOM: Final = re.compile(r"\s*([oc])\s*\d", re.I)
_HEAD: Final = re.compile(rf"board\W*{_WHOLE}", re.I)
_BOARD: Final = re.compile(r"board\W*\d", re.I)
_NUMBER: Final = re.compile(_WHOLE)
_ESCAPE: Final = re.compile(r"%[0-9A-F]{2}", re.I)
_HAND: Final = re.compile(r"(?:[SHDC](?:[2-9TJQKA]|10)*)*", re.I)
_COUNT: Final = re.compile(r"\s*(\d{1,2})\s*")


def boards_of(file: LinFile) -> list[BoardRecord]:
    """The boards of a file, replayed by the rules; raises FormatError for the first problem."""
    for problem in file.problems:
        raise problem
    return [board.whole() for board in boards_in(file)]


def boards_in(file: LinFile) -> list[LinBoard]:
    """Divide the commands of a file into boards, without interpreting them."""
    reader = _FileReader()
    for command in _unescaped(file.commands):
        reader.add(command)
    reader.finish()
    return reader.boards


def _unescaped(commands: Sequence[LinCommand]) -> Iterator[LinCommand]:
    """Yield the commands; on lines that come from links, escapes are resolved."""
    links = {
        command.line
        for command in commands
        if command.name == "ah" and _ESCAPE.search(command.value)
    }
    for command in commands:
        escaped = command.line in links
        yield evolve(command, value=unquote(command.value)) if escaped else command


@define
class _FileReader:
    boards: list[LinBoard] = field(factory=list)
    facts: tuple[tuple[str, str], ...] = ()
    rooms: dict[str, Names] = field(factory=dict)
    names: Names = NOBODY
    wrong_names: FormatError | None = None
    label: LinCommand | None = None
    is_named: bool = False
    now: LinBoard | None = None

    def add(self, command: LinCommand) -> None:
        key = command.name
        if key == "vg":
            self.finish()
            self.facts = _match_facts(command)
            return
        if key == "qx" or (self.now is not None and self._is_of_next(command, self.now)):
            self.finish()
        match key:
            case "pn":
                self._players(command)
            case "qx":
                self.label = command
            case "md":
                self._board().deal = command
            case "nt" if self.now is None and self.label is None:
                pass  # Chat before the first board belongs to no board.
            case _ if key in _OF_BOARD:
                self._board().add(command)

    def _is_of_next(self, command: LinCommand, now: LinBoard) -> bool:
        """Whether a command begins a new board: `now` has hands, and had a command of this name."""
        if now.deal is None:
            return False
        has_begun = bool(now.calls or now.cards)
        match command.name:
            case "md":
                return True
            case "pn":
                return self.is_named or has_begun
            case "ah":
                return now.head is not None and (has_begun or now.head.value != command.value)
            case "sv":
                return now.side is not None and has_begun
            case _:
                return False

    def _players(self, command: LinCommand) -> None:
        names = [name.strip() for name in command.value.split(",")]
        names += [""] * (-len(names) % 4)
        # S W N E becomes N E S W.
        both = [
            four((*names[at + 2 : at + 4], *names[at : at + 2])) for at in range(0, len(names), 4)
        ]
        self.is_named = True
        self.wrong_names = None
        if len(both) > 2:
            self.wrong_names = command.error("four or eight names expected")
        self.rooms = dict(zip(ROOMS, both, strict=True)) if len(both) == 2 else {}
        self.names = both[0]

    def _board(self) -> LinBoard:
        if self.now is None:
            self.now = LinBoard(self.label, len(self.boards) + 1)
        return self.now

    def finish(self) -> None:
        now, self.now, self.label = self.now, None, None
        if self.wrong_names is not None:
            now = now or LinBoard(None, len(self.boards) + 1)
            now.faults.append(self.wrong_names)
        elif now is None or not (now.deal or now.calls or now.cards or now.head):
            return  # no board, or only chat
        self.is_named = False
        self.wrong_names = None
        now.names = self.rooms.get(now.number[1], self.names)
        now.facts = self.facts
        self.boards.append(now)


@define
class _ExplainedCall:
    command: LinCommand
    text: str = ""


@define
class LinBoard:
    """The commands of one board, interpreted as far as the caller asks.

    Attributes:
        label: its command `qx`, if it has one.
        default: its number if no command gives one.
        faults: an error for each command that could not be applied when it was read.
    """

    label: LinCommand | None
    default: int
    names: Names = NOBODY
    facts: tuple[tuple[str, str], ...] = ()
    deal: LinCommand | None = None
    head: LinCommand | None = None
    side: LinCommand | None = None
    claim: LinCommand | None = None
    calls: list[_ExplainedCall] = field(factory=list)
    cards: list[LinCommand] = field(factory=list)
    remarks: list[Remark] = field(factory=list)
    faults: list[FormatError] = field(factory=list)

    @property
    def line(self) -> int:
        """The line on which the board begins; 0 if unknown."""
        first = self.label or self.deal or self.head
        return first.line if first else 0

    @property
    def problems(self) -> list[FormatError]:
        """An error for each command that is not understood; the rules of bridge are not checked."""
        found = list(self.faults)
        if self.label is not None and _LABEL.fullmatch(self.label.value) is None:
            found.append(self.label.error("a board like o7 or c7 expected"))
        if (
            self.head is not None
            and _BOARD.search(self.head.value)
            and not _HEAD.search(self.head.value)
        ):
            found.append(self.head.error("a head like 'Board 7' expected"))
        values: list[tuple[LinCommand, Callable[[str], object]]] = [
            *((call.command, _call) for call in self.calls),
            *((command, Card.parse) for command in self.cards),
        ]
        for command, parse in values:
            try:
                parse(command.value)
            except ModelError as error:
                found.append(command.error(str(error)))
        return found

    def add(self, command: LinCommand) -> None:
        """Add a command that concerns boards."""
        match command.name:
            case "ah":
                self.head = command
            case "sv":
                self.side = command
            case "mb":
                self.calls.append(_ExplainedCall(command))
            case "an" if self.calls:
                self.calls[-1].text = command.value.strip()
            case "pc":
                self.cards.append(command)
            case "mc":
                self.claim = command
            case "ub":
                self._take_back(self.calls, command)
            case "up":
                self._take_back(self.cards, command)
                self.claim = None
            case _:
                after = len(self.calls) + len(self.cards)
                self.remarks.append(Remark(after, command.value.strip()))

    def _take_back(
        self, made: list[_ExplainedCall] | list[LinCommand], command: LinCommand
    ) -> None:
        match = _COUNT.fullmatch(command.value or "1")
        if match is None or int(match[1]) > len(made):
            self.faults.append(command.error(f"a number up to {len(made)} expected"))
            return
        del made[len(made) - int(match[1]) :]

    def whole(self) -> BoardRecord:
        """The whole board, with auction and play replayed by the rules.

        Raises:
            FormatError: if a command is not understood or breaks the rules; names line and column.
        """
        for fault in self.faults:
            raise fault
        board = self._played(self._called(self._dealt()))
        remarks = tuple(remark for remark in self.remarks if remark.text)
        return evolve(self._record(board, self._result(board)), remarks=remarks)

    def dealt(self) -> BoardRecord:
        """The board before its first call; auction and play are not looked at.

        Raises:
            FormatError: if hands or vulnerability are not understood; names line and column.
        """
        return self._record(self._dealt())

    # The result follows from auction, play and claim.
    scored = whole

    def _record(self, board: Board, result: int | None = None) -> BoardRecord:
        found = BoardRecord.of_board(board, result)
        room = self.number[1]
        return evolve(found, room=room, names=self.names, facts=self.facts, line=self.line)

    @property
    def number(self) -> tuple[int, str]:
        """The number of the board, and the room; the room is empty if unknown."""
        label = "" if self.label is None else self.label.value
        head = "" if self.head is None else self.head.value
        match = _ROOM.match(label)
        room = "" if match is None else ROOMS["oc".index(match[1].casefold())]
        if (match := _HEAD.search(head)) or (
            not _BOARD.search(head) and (match := _NUMBER.search(head))
        ):
            return int(match[1]) or self.default, room
        match = _LABEL.fullmatch(label)
        return (0 if match is None else int(match[2])) or self.default, room

    def _dealt(self) -> Board:
        number, _ = self.number
        dealer, vulnerability = dealer_of_board(number), Vulnerability.of_board(number)
        hands: list[Hand | None] = [None] * 4
        if self.side is not None and self.side.value.strip():
            letter = self.side.value.strip().casefold()
            if letter not in SIDES:
                raise self.side.error("one of o, n, e, b expected")
            vulnerability = SIDES[letter]
        if self.deal is not None:
            named, hands = _hands(self.deal)
            dealer = dealer if named is None else named
        board = Board.begin(number, dealer, vulnerability)
        for seat, hand in zip(Seat, hands, strict=True):
            if hand is not None and self.deal is not None:
                with errors_at(self.deal.error):
                    board = board.apply(Dealt(seat, hand))
        return board

    def _called(self, board: Board) -> Board:
        for each in self.calls:
            with errors_at(each.command.error):
                call = _call(each.command.value)
                alert = each.command.value.strip().endswith("!")
                board = board.apply(Called(board.auction.turn, call, each.text, alert))
        return board

    def _played(self, board: Board) -> Board:
        for command in self.cards:
            turn = board.turn
            if board.phase is not Phase.PLAY or turn is None:
                raise command.error("a card before the end of the auction or after the last trick")
            with errors_at(command.error):
                board = board.apply(Played(turn, Card.parse(command.value)))
        return board

    def _result(self, board: Board) -> int | None:
        if self.claim is None or not self.claim.value.strip():
            return None
        match = _COUNT.fullmatch(self.claim.value)
        if match is None or int(match[1]) > 13:
            raise self.claim.error("a number of tricks from 0 to 13 expected")
        play = board.play
        if board.auction.is_passed_out and not int(match[1]):
            return None
        if play is None:
            raise self.claim.error("a claim without a contract")
        won, lost = play.declarer_tricks, play.won[play.contract.declarer.side.other]
        if not won <= int(match[1]) <= 13 - lost:
            raise self.claim.error(f"declarer has won {won} tricks and lost {lost}")
        return int(match[1])


def _call(value: str) -> Call:
    """Parse a call, which ends in `!` if it was alerted; a dash is a pass."""
    text = value.strip().rstrip("!").rstrip()
    return PASS if text == "-" else Call.parse(text)


def _match_facts(command: LinCommand) -> tuple[tuple[str, str], ...]:
    """The title, segment, scoring and teams of a match, by the names of their PBN tags."""
    parts = [part.strip() for part in command.value.split(",")]
    parts += [""] * (9 - len(parts))
    event, stage, scoring, _, _, *teams = parts[:9]
    values = (event, stage, SCORINGS.get(scoring.casefold(), ""), *teams)
    facts = zip(CARRIED, values, strict=True)
    return tuple((name, value) for name, value in facts if value not in ("", "0"))


def _hands(command: LinCommand) -> tuple[Seat | None, list[Hand | None]]:
    """Parse the dealer, None if not given, and the hands N E S W, None where not known."""
    text = command.value.strip()
    dealer = None
    if text[:1].isdecimal():
        if text[0] not in "01234":
            raise command.error("a dealer from 1 to 4 (S W N E) expected")
        dealer = None if text[0] == "0" else SEATS[int(text[0]) - 1]
        text = text[1:]
    parts = [part.strip() for part in text.split(",")]
    parts += [""] * (4 - len(parts))
    if len(parts) > 4 and any(parts[4:]):
        raise command.error("four hands expected")
    hands: list[Hand | None] = [None] * 4
    for seat, part in zip(SEATS, parts, strict=False):
        if _HAND.fullmatch(part) is None:
            raise command.error(f"a hand like SAK2HQT9D87C65432 expected, not {part!r}")
        with errors_at(command.error):
            hands[seat] = _hand(part)
    if hands.count(None) == 1:
        rest = reduce(Hand.__sub__, filter(None, hands), Hand(FULL_DECK))
        hands[hands.index(None)] = rest if len(rest) == 13 else None
    return dealer, hands


def _hand(text: str) -> Hand | None:
    cards = []
    suit = 0
    for letter in text.upper().replace("10", "T"):
        if letter in SUIT_LETTERS:
            suit = SUIT_LETTERS.index(letter)
        else:
            cards.append(Card.of(suit, RANK_LETTERS.index(letter)))
    return Hand.of(cards) if cards else None

"""Reading boards from the commands of a LIN file.

| command | what |
|---|---|
| `pn` | players S W N E; eight names: the open room's, then the closed room's, for all boards |
| `qx` | a board begins: `o7` is board 7 of the open room, `c7` of the closed room |
| `md` | dealer (1 to 4: S W N E) and the hands S W N E, the last often left out |
| `ah`, `sv` | `Board 7`; the side that is vulnerable: `n`, `e`, `b` or `o` |
| `mb`, `an` | a call, with `!` when it was alerted; its explanation |
| `pc`, `mc` | a card; the tricks that declarer claims |
| `ub`, `up` | how many calls or cards are taken back |
| `nt` | commentary |
| `vg`, `rs` | a match on vugraph: title, segment, scoring, boards, teams; all results |

Other commands (pages, sizes, pictures) do not concern boards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import define, evolve, field

from bluechip_bot.formats.lin.codec import Command, LinFile
from bluechip_bot.formats.record import NOBODY, ROOMS, BoardRecord, Remark
from bluechip_bot.model import (
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
)
from bluechip_bot.model.cards import FULL_DECK, RANK_LETTERS, SUIT_LETTERS

Names = tuple[str, str, str, str]

# LIN lists the seats from South on.
SEATS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
SIDES: Final = {
    "o": Vulnerability.NONE, "0": Vulnerability.NONE, "-": Vulnerability.NONE,
    "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.BOTH,
}  # fmt: skip
SCORINGS: Final = {"i": "IMP", "p": "MP", "b": "BAM"}
_OF_BOARD: Final = frozenset(("ah", "sv", "mb", "an", "pc", "mc", "ub", "up", "nt"))
UNDERSTOOD: Final = _OF_BOARD | {"vg", "pn", "qx", "md"}
"""The commands that concern boards, in lower case."""
_LABEL: Final = re.compile(r"\s*([oc])\s*(\d{1,6})\s*", re.I)
_NUMBER: Final = re.compile(r"\D*(\d{1,6})\s*")
_HAND: Final = re.compile(r"(?:[SHDC](?:[2-9TJQKA]|10)*)*", re.I)
_COUNT: Final = re.compile(r"\s*(\d{1,2})\s*")


def boards_of(file: LinFile) -> list[BoardRecord]:
    """The boards of a file, their auctions and play replayed by the rules.

    Raises:
        LinError: a command is not understood or breaks the rules; with line and column.
    """
    reader = _FileReader()
    for command in file.commands:
        reader.add(command)
    reader.finish()
    return reader.records


@define
class _FileReader:
    """Commands, cut into boards."""

    records: list[BoardRecord] = field(factory=list)
    facts: tuple[tuple[str, str], ...] = ()
    rooms: dict[str, Names] = field(factory=dict)
    names: Names = NOBODY
    label: Command | None = None
    now: _BoardReader | None = None

    def add(self, command: Command) -> None:
        match command.key:
            case "vg":
                self.finish()
                self.facts = _match_facts(command)
            case "pn":
                self._players(command)
            case "qx":
                self.finish()
                self.label = command
            case "md":
                if self.now is not None and self.now.deal is not None:
                    self.finish()
                self._board().deal = command
            case "nt" if self.now is None and self.label is None:
                pass  # Chat before the first board belongs to no board.
            case key if key in _OF_BOARD:
                self._board().add(command)

    def _players(self, command: Command) -> None:
        if self.now is not None and self.now.deal is not None:
            self.finish()
        names = [name.strip() for name in command.value.split(",")]
        names += [""] * (-len(names) % 4)
        both = [_clockwise(names[at : at + 4]) for at in range(0, len(names), 4)]
        if len(both) > 2:
            raise command.error("four or eight names expected")
        self.rooms = dict(zip(ROOMS, both, strict=True)) if len(both) == 2 else {}
        self.names = both[0]

    def _board(self) -> _BoardReader:
        if self.now is None:
            self.now = _BoardReader(self.label)
        return self.now

    def finish(self) -> None:
        """End the board that is being read."""
        now, self.now, self.label = self.now, None, None
        if now is None or not now.tells:
            return
        record = now.record(len(self.records) + 1)
        names = self.rooms.get(record.room, self.names)
        self.records.append(evolve(record, names=names, facts=self.facts))


@define
class _Told:
    """A call and its explanation."""

    command: Command
    text: str = ""


@define
class _BoardReader:
    """The commands of one board."""

    label: Command | None = None
    deal: Command | None = None
    head: Command | None = None
    side: Command | None = None
    claim: Command | None = None
    calls: list[_Told] = field(factory=list)
    cards: list[Command] = field(factory=list)
    remarks: list[Remark] = field(factory=list)

    @property
    def tells(self) -> bool:
        """Whether anything other than chat was read."""
        return bool(self.deal or self.calls or self.cards or self.head)

    def add(self, command: Command) -> None:
        match command.key:
            case "ah":
                self.head = command
            case "sv":
                self.side = command
            case "mb":
                self.calls.append(_Told(command))
            case "an" if self.calls:
                self.calls[-1].text = command.value.strip()
            case "pc":
                self.cards.append(command)
            case "mc":
                self.claim = command
            case "ub":
                _take_back(self.calls, command)
            case "up":
                _take_back(self.cards, command)
                self.claim = None
            case _:
                after = len(self.calls) + len(self.cards)
                self.remarks.append(Remark(after, command.value.strip()))

    def record(self, default: int) -> BoardRecord:
        number, room = self._number(default)
        board = self._played(self._called(self._dealt(number)))
        result = self._result(board)
        remarks = tuple(remark for remark in self.remarks if remark.text)
        found = BoardRecord.of_board(board, result)
        first = self.label or self.deal or self.head
        return evolve(found, room=room, remarks=remarks, line=first.line if first else 0)

    def _number(self, default: int) -> tuple[int, str]:
        room, number = "", 0
        if self.label is not None and (match := _LABEL.fullmatch(self.label.value)):
            room, number = ROOMS["oc".index(match[1].casefold())], int(match[2])
        if self.head is not None and (match := _NUMBER.match(self.head.value)):
            number = int(match[1])
        return number or default, room

    def _dealt(self, number: int) -> Board:
        dealer, vulnerability = dealer_of_board(number), Vulnerability.of_board(number)
        hands: list[Hand | None] = [None] * 4
        if self.side is not None and self.side.value.strip():
            letter = self.side.value.strip().casefold()
            if letter not in SIDES:
                raise self.side.error("one of o, n, e, b expected")
            vulnerability = SIDES[letter]
        if self.deal is not None:
            told, hands = _hands(self.deal)
            dealer = dealer if told is None else told
        board = Board.begin(number, dealer, vulnerability)
        for seat, hand in zip(Seat, hands, strict=True):
            if hand is not None and self.deal is not None:
                try:
                    board = board.apply(Dealt(seat, hand))
                except ModelError as error:
                    raise self.deal.error(str(error)) from None
        return board

    def _called(self, board: Board) -> Board:
        for told in self.calls:
            text = told.command.value.strip()
            try:
                call = Call.parse(text.rstrip("!"))
                alert = text.endswith("!")
                board = board.apply(Called(board.auction.turn, call, told.text, alert))
            except ModelError as error:
                raise told.command.error(str(error)) from None
        return board

    def _played(self, board: Board) -> Board:
        for command in self.cards:
            turn = board.turn
            if board.phase is not Phase.PLAY or turn is None:
                raise command.error("a card before the end of the auction or after the last trick")
            try:
                board = board.apply(Played(turn, Card.parse(command.value)))
            except ModelError as error:
                raise command.error(str(error)) from None
        return board

    def _result(self, board: Board) -> int | None:
        if self.claim is None or not self.claim.value.strip():
            return None
        match = _COUNT.fullmatch(self.claim.value)
        if match is None or int(match[1]) > 13:
            raise self.claim.error("a number of tricks from 0 to 13 expected")
        play = board.play
        if play is None:
            raise self.claim.error("a claim without a contract")
        won, lost = play.declarer_tricks, play.won[play.contract.declarer.side.other]
        if not won <= int(match[1]) <= 13 - lost:
            raise self.claim.error(f"declarer has won {won} tricks and lost {lost}")
        return int(match[1])


def _take_back(made: list[_Told] | list[Command], command: Command) -> None:
    match = _COUNT.fullmatch(command.value or "1")
    if match is None or int(match[1]) > len(made):
        raise command.error(f"a number up to {len(made)} expected")
    del made[len(made) - int(match[1]) :]


def _clockwise(names: Sequence[str]) -> Names:
    """The names S W N E in the order N E S W."""
    south, west, north, east = names
    return north, east, south, west


def _match_facts(command: Command) -> tuple[tuple[str, str], ...]:
    """The title, segment, scoring and teams of a match, by the names of their PBN tags."""
    parts = [part.strip() for part in command.value.split(",")]
    parts += [""] * (9 - len(parts))
    told = (
        ("Event", parts[0]),
        ("Stage", parts[1]),
        ("Scoring", SCORINGS.get(parts[2].casefold(), "")),
        ("HomeTeam", parts[5]),
        ("HomeCarryOver", parts[6]),
        ("VisitTeam", parts[7]),
        ("VisitCarryOver", parts[8]),
    )
    return tuple((name, value) for name, value in told if value not in ("", "0"))


def _hands(command: Command) -> tuple[Seat | None, list[Hand | None]]:
    """The dealer, None if unknown, and the hands N E S W."""
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
        try:
            hands[seat] = _hand(part)
        except ModelError as error:
            raise command.error(str(error)) from None
    if hands.count(None) == 1:
        seen = 0
        for hand in hands:
            seen |= 0 if hand is None else hand.mask
        rest = Hand(FULL_DECK & ~seen)
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

"""The content of a PBN file: a record for each board, tags in the order of the file.

Source of the format: Tis Veugen, "Standard Portable Bridge Notation", versions 1.0, 2.0 and 2.1.

A record keeps every tag as text, known or not; what the known tags mean is computed from the text
when it is asked for, so that a record cannot disagree with itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from attrs import field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.model import (
    PASS,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    ModelError,
    Seat,
    Side,
    Strain,
    Trick,
    Vulnerability,
    four,
)
from bluechip_bot.model.cards import FULL_DECK, Hands, parse_hands

T = TypeVar("T")

UNKNOWN: Final = ("", "?")
_CONTRACT: Final = re.compile(r"([1-7])?\s*(NT|[NSHDC])\s*(XX|X)?", re.I)
_RESULT: Final = re.compile(r"\d{1,2}")
_SIDED: Final = re.compile(r"(?:(NS|EW)\s+(\d{1,2}))(?:\s+(NS|EW)\s+(\d{1,2}))?", re.I)


@frozen
class Note:
    """The text that a call or card refers to by a number (1 to 32), from `[Note "1:text"]`."""

    number: int
    text: str
    comments: tuple[str, ...] = ()


@frozen
class PbnCell:
    """One cell of an auction or of a table of tricks.

    Attributes:
        symbol: a call (`Pass`, `X`, `1NT`), a card (`SK`), `-` (not played), `+` (to be
            continued here) or `^S` (a call that was skipped).
        suffix: `!`, `?!` and the like; empty when there is none.
        glyph: a numbered annotation, `$13`; empty when there is none.
        note: the number of its note, or 0.
        irregular: `^I`, `^L` or `^R`: insufficient call, lead out of turn, revoke; else empty.
    """

    symbol: str
    suffix: str = ""
    glyph: str = ""
    note: int = 0
    irregular: str = ""
    comments: tuple[str, ...] = ()
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)

    def error(self, reason: str) -> FormatError:
        """An error at this cell."""
        return FormatError(self.line, self.symbol, reason, self.column)

    @property
    def call(self) -> Call | None:
        """The call, or None for `+` and `^S`."""
        return None if self.symbol in ("+", "^S") else Call.parse(self.symbol)

    @property
    def card(self) -> Card | None:
        """The card, or None for `-` and `+`."""
        return None if self.symbol in ("-", "+") else Card.parse(self.symbol)


@frozen
class Section:
    """The cells below an Auction or Play tag.

    Attributes:
        entries: calls from the dealer on, or cards four to a trick in the columns' fixed order.
        ended: whether `*` closes it (in the play: a claim, or all that is known).
    """

    entries: tuple[PbnCell, ...] = ()
    notes: tuple[Note, ...] = ()
    ended: bool = False

    def note(self, number: int) -> str:
        """The text of a note; empty when there is none of that number."""
        return next((note.text for note in self.notes if note.number == number), "")


@frozen
class Tag:
    """A tag pair with what stands below it.

    Attributes:
        name: as written in the file; compared without regard to case in `PbnRecord.tag`.
        section: the cells of an Auction or Play tag; empty for other tags.
        rows: the lines of a table tag (its name ends in `Table`), as written.
        other: the error of a second tag of this name with another value; not compared.
    """

    name: str
    value: str
    section: Section = Section()
    rows: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    other: FormatError | None = field(default=None, eq=False)
    line: int = field(default=0, eq=False)
    column: int = field(default=0, eq=False)

    def error(self, reason: str) -> FormatError:
        """An error at this tag."""
        return FormatError(self.line, f'[{self.name} "{self.value}"]', reason, self.column)


@frozen
class PbnRecord:
    """One board of a PBN file. All properties raise FormatError where a tag's text is wrong.

    What could not be read is not in the record but among its faults, so that the rest is of use.

    Attributes:
        tags: in the order of the file.
        directives: lines that begin with `%`, wherever they stood in the record or before it,
            without the `%`; the version and the form of the file are not among them.
        faults: what could not be read, in the order of the file; not compared.
        warnings: what was read although it is not written as it should be; not compared.
    """

    tags: tuple[Tag, ...]
    comments: tuple[str, ...] = ()
    directives: tuple[str, ...] = ()
    faults: tuple[FormatError, ...] = field(default=(), eq=False)
    warnings: tuple[FormatError, ...] = field(default=(), eq=False)

    @property
    def line(self) -> int:
        """The line of the first tag, or else of the first fault, or 0."""
        lines = [tag.line for tag in self.tags[:1]] or [fault.line for fault in self.faults[:1]]
        return lines[0] if lines else 0

    def tag(self, name: str) -> Tag | None:
        """The tag of a name, in upper or lower case; None if there is no such tag."""
        folded = name.casefold()
        return next((tag for tag in self.tags if tag.name.casefold() == folded), None)

    def get(self, name: str, default: str = "") -> str:
        """The value of a tag, or the default when there is no such tag."""
        tag = self.tag(name)
        return default if tag is None else tag.value

    def _known(self, name: str) -> Tag | None:
        tag = self.tag(name)
        if tag is not None and tag.other is not None:
            raise tag.other
        return None if tag is None or tag.value.strip() in UNKNOWN else tag

    @property
    def number(self) -> int | None:
        """The board's number, or None."""
        tag = self._known("Board")
        if tag is None:
            return None
        if not re.fullmatch(r"\s*[0-9]{1,9}\s*", tag.value):
            raise tag.error("a board number expected")
        return int(tag.value)

    @property
    def dealer(self) -> Seat | None:
        """Who calls first, by the Dealer tag or else the Auction tag; None when neither says."""
        dealer = self._seat("Dealer")
        return self._seat("Auction") if dealer is None else dealer

    @property
    def declarer(self) -> Seat | None:
        """Declarer, or None if unknown; `^`, which marks an irregular declarer, is ignored."""
        return self._seat("Declarer")

    def _seat(self, name: str) -> Seat | None:
        return self._parsed(name, lambda text: Seat.parse(text.strip().removeprefix("^")))

    def _parsed(self, name: str, parse: Callable[[str], T]) -> T | None:
        tag = self._known(name)
        try:
            return None if tag is None else parse(tag.value)
        except ValueError as error:
            assert tag is not None
            raise tag.error(str(error)) from None

    @property
    def vulnerability(self) -> Vulnerability | None:
        """Who is vulnerable, or None if unknown."""
        return self._parsed("Vulnerable", Vulnerability.parse)

    @property
    def hands(self) -> Hands:
        """The hands of N E S W, None where hidden; all the same size, as in an end position."""
        return self._parsed("Deal", _dealt) or (None, None, None, None)

    @property
    def deal(self) -> Deal | None:
        """All four hands, the fourth inferred from the other three; None when more is hidden."""
        hands = list(self.hands)
        if hands.count(None) == 1:
            seen = Hand(sum(hand.mask for hand in hands if hand is not None))
            hands[hands.index(None)] = Hand(FULL_DECK) - seen
        north, east, south, west = hands
        if north is None or east is None or south is None or west is None:
            return None
        try:
            return Deal((north, east, south, west))
        except ModelError:
            return None

    @property
    def is_passed_out(self) -> bool:
        """Whether the Contract tag says that the board was passed out."""
        return self.get("Contract").strip().casefold() in ("pass", "passed out")

    @property
    def contract(self) -> Contract | None:
        """The contract by the tags Contract and Declarer; None if passed out or unknown."""
        parts, declarer = self._contract_parts, self.declarer
        if parts is None or parts[0] == 0 or declarer is None:
            return None
        level, strain, doubled = parts
        return Contract(level, strain, declarer, doubled)

    @property
    def strain(self) -> Strain | None:
        """The strain played in, by the Contract tag or else the auction; None when unknown."""
        if self._contract_parts is not None:
            return self._contract_parts[1]
        return next((call.strain for call in reversed(self.calls) if call.is_bid), None)

    @property
    def _contract_parts(self) -> tuple[int, Strain, int] | None:
        tag = self._known("Contract")
        if tag is None or self.is_passed_out:
            return None
        match = _CONTRACT.fullmatch(tag.value.strip())
        if match is None:
            raise tag.error("a contract like 4SX expected")
        level, strain, doubled = match.groups()
        return (int(level or 0), Strain.parse(strain), len(doubled or ""))

    @property
    def is_unfinished(self) -> bool:
        """Whether auction or play is to be continued (`+`): there is no result yet."""
        # A section that `*` closes is not continued.
        sections = [each for each in (self.auction, self.play) if not each.ended]
        return any(entry.symbol == "+" for section in sections for entry in section.entries)

    @property
    def result(self) -> int | None:
        """The tricks of declarer's side, or None if unknown, or if the board is unfinished.

        Without a tag they are counted from a play of all 52 cards.
        """
        if self.is_unfinished:
            return None
        declarer = self.declarer
        if self.tagged_tricks is not None or declarer is None or self.strain is None:
            return self.tagged_tricks
        winners = self.trick_winners if self.tag("Play") else ()
        return sum(each.side is declarer.side for each in winners) if len(winners) == 13 else None

    @property
    def trick_winners(self) -> tuple[Seat, ...]:
        """The winner of each complete trick."""
        strain = self.strain
        if strain is None:
            return ()
        plays = self.plays
        rows = [plays[at : at + 4] for at in range(0, len(plays) // 4 * 4, 4)]
        tricks = (Trick(row[0][0], tuple(card for _, card, _ in row)) for row in rows)
        return tuple(trick.winner(strain) for trick in tricks)

    @property
    def is_irregular(self) -> bool:
        """Whether declarer, a call or a card is marked as irregular (`^`)."""
        entries = (*self.auction.entries, *self.play.entries)
        marked = any(entry.irregular or entry.symbol == "^S" for entry in entries)
        return marked or self.get("Declarer").strip().startswith("^")

    @property
    def tagged_tricks(self) -> int | None:
        """The tricks of declarer's side by the tag Result, or None.

        While the play is to be continued they are those won so far (PBN 2.1, 3.4.15).
        """
        tag = self._known("Result")
        if tag is None:
            return None
        text = tag.value.strip().removeprefix("^")
        if _RESULT.fullmatch(text) and int(text) <= 13:
            return int(text)
        match = _SIDED.fullmatch(text)
        if match is None:
            raise tag.error("tricks 0..13, or 'NS tricks EW tricks', expected")
        side, tricks, other_side, others = match.groups()
        if int(tricks) > 13 or (other_side and int(tricks) + int(others) != 13):
            raise tag.error("thirteen tricks in all expected")
        if self.declarer is None:
            return None
        ours = side.upper() == ("NS" if self.declarer.side is Side.NS else "EW")
        return int(tricks) if ours else 13 - int(tricks)

    @property
    def auction(self) -> Section:
        """The auction's cells; empty without an auction."""
        tag = self.tag("Auction")
        return Section() if tag is None else tag.section

    @property
    def play(self) -> Section:
        """The table of tricks; empty without a play."""
        tag = self.tag("Play")
        return Section() if tag is None else tag.section

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls, dealer first; `+` and skipped calls left out."""
        return tuple(call for entry in self.auction.entries if (call := entry.call) is not None)

    @property
    def explanations(self) -> tuple[tuple[int, str], ...]:
        """The explanations in the notes, as (index of the call, text)."""
        texts = [self.auction.note(entry.note) for entry in self.auction.entries]
        return tuple((index, text) for index, text in enumerate(texts) if text)

    @property
    def plays(self) -> tuple[tuple[Seat, Card, PbnCell], ...]:
        """Who played what, with its cell, in the order played, up to the first unknown card.

        A lead out of turn (`^L`) begins its trick.
        """
        tag = self.tag("Play")
        if tag is None or not tag.section.entries:
            return ()
        first = self._seat("Play")
        strain = self.strain
        if first is None or strain is None:
            raise tag.error("play without its leader or contract")
        played: list[tuple[Seat, Card, PbnCell]] = []
        leader = first
        entries = tag.section.entries
        for start in range(0, len(entries), 4):
            row = entries[start : start + 4]
            leader = next(
                (first.plus(at) for at, entry in enumerate(row) if entry.irregular == "^L"), leader
            )
            cards: list[Card] = []
            for step in range(4):
                column = (leader.plus(step) - first) % 4
                card = row[column].card if column < len(row) else None
                if card is None:
                    return tuple(played)
                cards.append(card)
                played.append((leader.plus(step), card, row[column]))
            leader = Trick(leader, tuple(cards)).winner(strain)
        return tuple(played)


def _dealt(text: str) -> Hands:
    """The hands of a Deal tag, of one size and disjoint.

    A hand without a card is unknown: programs write `...` where they have no hand.
    """
    told = parse_hands(text)
    if any(hand is not None for hand in told) and not any(told):
        return (None, None, None, None)
    hands = four(hand or None for hand in told)
    seen = Hand()
    for hand in filter(None, hands):
        if twice := hand & seen:
            raise ValueError(f"{' '.join(map(str, twice))} dealt twice")
        seen |= hand
    sizes = {len(hand) for hand in hands if hand is not None}
    if len(sizes) != 1 or not max(sizes) <= 13:
        raise ValueError(f"hands of one size, at most 13, expected, not {sorted(sizes) or 'none'}")
    return hands


def call_symbol(call: Call) -> str:
    """The call as PBN writes it: `Pass` in full, others as in `str(call)`."""
    return "Pass" if call == PASS else str(call)

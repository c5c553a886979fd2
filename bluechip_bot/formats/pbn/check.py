"""The check of a PBN file against the standard: all problems, each with line and column.

Reading (`pbn.loads`) accepts whatever has a single meaning; this check accepts the standard alone.
Unknown tags are no errors: the standard allows them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.pbn.lexer import TokenKind, is_table, split_lines
from bluechip_bot.formats.pbn.reader import LineBlock, RecordReader, blocks, problems_of
from bluechip_bot.formats.pbn.record import UNKNOWN, PbnCell, PbnRecord, Section, Tag
from bluechip_bot.formats.pbn.writer import LONGEST
from bluechip_bot.formats.text import read_text
from bluechip_bot.model import (
    PASS,
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    Seat,
    Strain,
    Trick,
    Vulnerability,
)

_COLUMN: Final = re.compile(r"[+-]?\w+(?:\\\d+[LR]?)?")
"""How a column of a table is named: its order, its name, its width and side."""
_ELEMENT: Final = re.compile(r'"[^"]*"|\S+')
"""An element of a table."""
_FORBIDDEN: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]|[^\x00-\xff]")
_BELOW: Final = re.compile(r"NS[^/]*/([\d\s]+)EW[^/]*/([\d\s]+)", re.I)

_NUMBER: Final = r"[+-]?\d+(?:\.\d*)?"
_DATA: Final = tomllib.loads(files(__package__).joinpath("shapes.toml").read_text("utf-8"))
_SHAPES: Final = {
    name: (re.compile(rf"(?:{shape['pattern']}|\??)", re.I), str(shape["expected"]))
    for shape in _DATA["shape"]
    for name in shape["tags"]
}
"""The patterns of the values of tags, and the same in words, by name in lower case."""

_WORDS: Final = {
    "auction": re.compile(r"-|\+|\*|AP|Pass|XX?|[1-7](?:[CDHS]|NT)", re.I),
    "play": re.compile(r"-|\+|\*|[SHDC][2-9TJQKA]", re.I),
}
"""How a cell of the auction, or of the play, is written."""


def problems_of_file(path: str | os.PathLike[str]) -> list[FormatError]:
    """The problems of a file, which name the file; raises OSError if it cannot be read."""
    text, encoding = read_text(path)
    found = problems(text)
    if encoding.startswith("utf-") and encoding != "utf-8":
        found.insert(0, FormatError(1, encoding.upper(), "ISO 8859-1 expected"))
    return [problem.of_file(path) for problem in found]


def problems(text: str) -> list[FormatError]:
    """The problems of a PBN text, in the order of its lines.

    A record that cannot be read without problems is not checked any further.
    """
    found = list(_of_lines(text))
    reader = RecordReader()
    for block in blocks(text):
        for record in reader.read(block):
            wrong = [*problems_of(record), *record.warnings]
            found += wrong or _of_record(record)
        found += _of_words(block)
    found += reader.stray
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _of_lines(text: str) -> Iterator[FormatError]:
    for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
        bare = line.rstrip("\r\n")
        if len(bare) > LONGEST:
            reason = f"{len(bare)} characters in a line, more than {LONGEST}"
            yield FormatError(number, bare, reason, LONGEST + 1)
        if (wrong := _FORBIDDEN.search(bare)) is not None:
            reason = "a character outside of ISO 8859-1"
            yield FormatError(number, bare, reason, wrong.start() + 1)


def _of_words(block: LineBlock) -> Iterator[FormatError]:
    """Yield a problem for each call or card that is understood, but not written as it should be."""
    pattern: re.Pattern[str] | None = None
    for token in block.tokens:
        if token.kind is TokenKind.TAG:
            pattern = _WORDS.get(token.text.casefold())
            if re.search(r"[\t\v]", token.value):
                yield token.error("a tab in a tag's value", token.value)
        elif token.kind is TokenKind.WORD and pattern is not None:
            is_sign = token.text[0] in "=$!?^"
            if not is_sign and pattern.fullmatch(token.text) is None:
                yield token.error("a call like 1NT or a card like SK expected")


def _of_record(record: PbnRecord) -> Iterator[FormatError]:
    for tag in record.tags:
        yield from _of_value(tag)
        if tag.rows:
            yield from _of_table(tag)
        yield from _of_notes(tag, tag.section)
    yield from _of_missing(record)
    yield from _of_rubber(record)
    yield from _auction_problems(record)
    yield from _play_problems(record)


def _of_value(tag: Tag) -> Iterator[FormatError]:
    shape = _SHAPES.get(tag.name.casefold())
    if shape is not None and shape[0].fullmatch(tag.value.strip()) is None:
        yield tag.error(shape[1])
    if is_table(tag.name):
        for column in tag.value.split(";"):
            if _COLUMN.fullmatch(column.strip()) is None:
                yield tag.error(f"a column like -Rank\\3R expected, not {column!r}")


def _of_notes(tag: Tag, section: Section) -> Iterator[FormatError]:
    used = {entry.note: entry for entry in section.entries if entry.note}
    told = {note.number for note in section.notes}
    for number, entry in used.items():
        if number not in told:
            yield entry.error(f"no note {number}")
    for number in sorted(told - set(used)):
        yield tag.error(f"nothing refers to note {number}")
    if told and max(told) > 32:
        yield tag.error("notes are numbered 1 to 32")
    if section.ended and any(entry.symbol == "+" for entry in section.entries):
        yield tag.error("'+' (to be continued) and '*' (ended)")


def _of_missing(record: PbnRecord) -> Iterator[FormatError]:
    """Yield a problem for each tag that says nothing because another tag is missing."""
    auction, play, result = (record.tag(name) for name in ("Auction", "Play", "Result"))
    if auction is not None and record.get("Dealer") in UNKNOWN:
        yield auction.error("an auction without the tag Dealer")
    if play is not None:
        contract = record.get("Contract").strip()
        needed = ["Deal", "Contract"]
        # An end position has trumps, but no contract.
        needed += ["Declarer"] if contract[:1].isdecimal() else []
        for name in needed:
            if record.get(name) in UNKNOWN:
                yield play.error(f"play without the tag {name}")
    value = "" if result is None else result.value.strip().removeprefix("^")
    undeclared = record.get("Declarer") in UNKNOWN or record.is_passed_out
    if result is not None and value.isdecimal() and undeclared:
        yield result.error("a result without a declarer")


def _of_rubber(record: PbnRecord) -> Iterator[FormatError]:
    """Yield a problem if the vulnerability does not agree with the games of the rubber."""
    tag, told = record.tag("ScoreRubberHistory"), record.vulnerability
    match = None if tag is None else _BELOW.fullmatch(tag.value.strip())
    if tag is None or match is None or told is None:
        return
    ns, ew = (any(float(points) >= 100 for points in match[side].split()) for side in (1, 2))
    if told is not Vulnerability(ns + 2 * ew):
        yield tag.error(f"these games make {Vulnerability(ns + 2 * ew)} vulnerable")


def _of_table(tag: Tag) -> Iterator[FormatError]:
    columns = tag.value.split(";")
    elements = [element for row in tag.rows for element in _ELEMENT.findall(row)]
    if len(elements) % len(columns):
        yield tag.error(f"{len(elements)} elements do not fill rows of {len(columns)}")
        return
    for at, name in enumerate(map(str.strip, columns)):
        values = elements[at :: len(columns)]
        numbers = [float(value) for value in values if re.fullmatch(_NUMBER, value)]
        falling = any(a > b for a, b in pairwise(numbers))
        rising = any(a < b for a, b in pairwise(numbers))
        if (name.startswith("-") and falling) or (name.startswith("+") and rising):
            order = "rise" if name.startswith("-") else "fall"
            yield tag.error(f"the values of {name.lstrip('+-')} do not {order}")


# Auction and play by the rules. `^I` marks a bid that was not sufficient and stood, `^S` a player
# who was passed over, `^L` a lead out of turn, `^R` a revoke, `^` before a declarer or a result one
# that is not as the rules have it. A mark where nothing is irregular is as wrong as an irregularity
# without its mark.


@frozen
class _MarkedAuction(Auction):
    """An auction with a pass in place of each skipped turn; these passes do not help to end it."""

    skipped: frozenset[int] = frozenset()

    @property
    def is_over(self) -> bool:
        made = (call for at, call in enumerate(self.calls) if at not in self.skipped)
        return Auction(self.dealer, tuple(made)).is_over


def _call_fault(auction: Auction, call: Call, mark: str) -> str:
    """The fault of a call, whose `mark` is `^I` or empty; empty if there is no fault."""
    if auction.is_over:
        return "the auction is over"
    if mark and not call.is_bid:
        return "^I before a call that is not a bid"
    if auction.is_legal(call):
        return "^I, but the bid is sufficient" if mark else ""
    return "" if mark else f"{auction.turn} may not call {call}"


def _auction_problems(record: PbnRecord) -> Iterator[FormatError]:
    entries, dealer = record.auction.entries, record.dealer
    if dealer is None:
        return
    auction = _MarkedAuction(dealer)
    for at, entry in enumerate(entries):
        if entry.symbol == "+":
            return
        call = entry.call
        if call is None:
            auction = evolve(auction, skipped=auction.skipped | {at})
        elif fault := _call_fault(auction, call, entry.irregular):
            yield entry.error(fault)
            return
        auction = evolve(auction, calls=(*auction.calls, call or PASS))
    irregular = any(entry.irregular for entry in entries) or bool(auction.skipped)
    if auction.is_over:
        yield from _contract_problems(record, auction.contract, irregular=irregular)


def _contract_problems(
    record: PbnRecord, reached: Contract | None, *, irregular: bool
) -> Iterator[FormatError]:
    contract, declarer = record.tag("Contract"), record.tag("Declarer")
    if contract is not None and contract.value.strip() not in ("", "?"):
        bid = "Pass" if reached is None else reached.bid
        told = "Pass" if record.is_passed_out else contract.value.strip()
        if told.upper().replace(" ", "") != bid.upper():
            yield contract.error(f"the auction came to {bid}")
    if declarer is None or declarer.value.strip() in ("", "?") or reached is None:
        return
    told_out_of_turn = declarer.value.startswith("^")
    is_regular = record.declarer is reached.declarer
    if not irregular and told_out_of_turn == is_regular:
        yield declarer.error(f"the auction made {reached.declarer} declarer")


@define
class _PlayCheck:
    hands: list[Hand | None]
    gone: Hand = field(factory=Hand)

    def fault(self, seat: Seat, card: Card, entry: PbnCell, led: Card | None) -> str:
        if card in self.gone:
            return "played before"
        hand = self.hands[seat]
        others = (other for at, other in enumerate(self.hands) if at != seat and other)
        if (hand is not None and card not in hand) or any(card in other for other in others):
            return f"{seat} does not hold it"
        could_follow = led is not None and hand is not None and bool(hand.in_suit(led.suit))
        revoked = led is not None and card.suit is not led.suit and could_follow
        if revoked and entry.irregular != "^R":
            return "a revoke without ^R"
        if entry.irregular == "^R" and not revoked and (hand is not None or led is None):
            return "^R, but it is no revoke"
        return ""

    def play(self, seat: Seat, card: Card) -> None:
        self.gone = self.gone.with_card(card)
        hand = self.hands[seat]
        self.hands[seat] = None if hand is None else hand.without(card)


def _play_problems(record: PbnRecord) -> Iterator[FormatError]:
    """Yield the problems of the play, up to the first error or the first missing card."""
    tag, strain = record.tag("Play"), record.strain
    if tag is None or strain is None or not tag.section.entries:
        return
    try:
        first = Seat.parse(tag.value)
    except ValueError as error:
        yield tag.error(str(error))
        return
    declarer = record.get("Declarer")
    if record.declarer is not None and "^" not in declarer and first is not record.declarer.lho:
        yield tag.error(f"{record.declarer.lho} leads to a contract of {record.declarer}")
        return
    found = list(_trick_problems(tag, first, strain, _PlayCheck(list(record.hands))))
    yield from found or _result_problems(record)


def _result_problems(record: PbnRecord) -> Iterator[FormatError]:
    tag, told, declarer = record.tag("Result"), record.tagged_tricks, record.declarer
    if tag is None or told is None or declarer is None or "^" in tag.value:
        return
    winners = record.trick_winners
    won = sum(winner.side is declarer.side for winner in winners)
    if not won <= told <= 13 - len(winners) + won:
        yield tag.error(f"declarer has won {won} tricks and lost {len(winners) - won}")


def _trick_problems(
    tag: Tag, first: Seat, strain: Strain, left: _PlayCheck
) -> Iterator[FormatError]:
    leader = first
    for start in range(0, len(tag.section.entries), 4):
        cells = tag.section.entries[start : start + 4]
        row = {first.plus(at): entry for at, entry in enumerate(cells)}
        out_of_turn = [(seat, entry) for seat, entry in row.items() if entry.irregular == "^L"]
        if len(out_of_turn) > 1 or any(seat is leader for seat, _ in out_of_turn):
            yield out_of_turn[-1][1].error(f"^L, but it is {leader}'s turn to lead")
            return
        leader = out_of_turn[0][0] if out_of_turn else leader
        cards: list[Card] = []
        for step in range(4):
            seat = leader.plus(step)
            card = row[seat].card if seat in row else None
            if card is None:
                yield from _after_the_last(row, leader, step)
                return
            if fault := left.fault(seat, card, row[seat], cards[0] if cards else None):
                yield row[seat].error(fault)
                return
            left.play(seat, card)
            cards.append(card)
        leader = Trick(leader, tuple(cards)).winner(strain)


def _after_the_last(row: Mapping[Seat, PbnCell], leader: Seat, step: int) -> Iterator[FormatError]:
    """Yield a problem for each card of a trick after its cell `step`, from 0, if that is `+`."""
    seat = leader.plus(step)
    if seat in row and row[seat].symbol == "+":
        later = (row[other] for at in range(step + 1, 4) if (other := leader.plus(at)) in row)
        yield from (entry.error("a card after '+'") for entry in later if entry.card is not None)

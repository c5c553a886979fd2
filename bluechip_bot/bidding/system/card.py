"""The convention card of a system: two pages, filled in from what its rules say of common calls.

`card.toml` names the positions that a card shows. In each, the calls come from the system's rules
while the opponents bid naturally; their explanations are shortened and grouped. What is alike for
both majors or minors is written once, with `M` and `m` for the suit.

A suit is written `!S`, or `!M` for a variable; whoever prints the text puts a symbol in its place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from importlib.resources import files
from itertools import chain, product
from operator import attrgetter
from textwrap import wrap
from typing import Any, Final

from attrs import evolve, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation.title import suit_name
from bluechip_bot.bidding.floor import NaturalFloor
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.bidding.system.agreements import described
from bluechip_bot.bidding.system.listing import DEFENCE, option_text
from bluechip_bot.bidding.system.system import System
from bluechip_bot.model.calls import DOUBLE, PASS, Auction, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Seat, Suit, Vulnerability

LINES: Final = 66
"""The lines of a page."""
WIDTH: Final = 100
"""The columns of a page, by which its lines are counted."""
LABEL: Final = 19
"""The columns of the labels of rows."""

_DATA: Final = tomllib.loads(
    (files("bluechip_bot.bidding.system") / "card.toml").read_text(encoding="utf-8")
)
_SHORTER: Final = [(re.compile(item["pattern"]), item["text"]) for item in _DATA["word"]]
_SUIT_WORD: Final = re.compile("|".join(map(suit_name, Suit)))
_SUIT: Final = re.compile(r"!([SHDC])")
_STRAIN: Final = re.compile(r"(?<=[1-7])(?=[SHDCMm]\b)")
_VARIABLE: Final = re.compile(r"(?<=[1-7])([Mm])\b")
_SUITS: Final = {"M": "HS", "m": "CD"}
"""The suits that a variable stands for."""
_OTHER: Final = {"M": "oM", "m": "om"}
_OWN: Final = "!own"
_FIRST_GAME, _GAME = Call.parse("3NT"), Call.parse("4S")
"""The lowest game, and the highest bid that is shown where no calls are picked."""
_HEAD: Final = 4
"""The lines above the first section of a page."""


@frozen
class CardItem:
    """Calls with the same explanation, as `2!H` or, if alerted, `2!H*`, and this explanation."""

    calls: tuple[str, ...]
    text: str


@frozen
class CardRow:
    """The calls of one position, or a line of agreements.

    If a page is full, rows of higher rank are left out first.
    """

    label: str
    items: tuple[CardItem, ...]
    rank: int = 1

    @property
    def text(self) -> str:
        """All items as one line of text."""
        return "; ".join(" ".join((*item.calls, item.text)) for item in self.items)


@frozen
class CardSection:
    """The rows under one title."""

    title: str
    rows: tuple[CardRow, ...]


@frozen
class ConventionCard:
    """The convention card of a system: pages of at most `LINES` lines of `WIDTH` columns."""

    name: str
    pages: tuple[tuple[CardSection, ...], ...]


def convention_card(system: System) -> ConventionCard:
    """Make the convention card of a system, without the rows for which it has no rules."""
    probe = _CardProbe(system)
    pages = [
        [CardSection(each["title"], tuple(_rows(probe, each["rows"]))) for each in page["section"]]
        for page in _DATA["page"]
    ]
    pages[0].insert(0, CardSection("General approach", tuple(_approach(system))))
    pages[-1].append(CardSection(DEFENCE, tuple(_defence(system))))
    return ConventionCard(system.name, tuple(map(_fitted, pages)))


class _CardProbe:
    """Looks up the positions in which we play a system and the opponents bid naturally."""

    def __init__(self, system: System) -> None:
        self._bidder = Bidder((Rulebook(system.sections, system.options), NATURAL))

    def after(self, auction: str) -> BiddingPosition:
        """The position after some calls, those of the opponents in brackets."""
        calls = tuple(Call.parse(step.strip("()")) for step in auction.split())
        dealer = Seat.EAST if auction.startswith("(") else Seat.NORTH
        return self._bidder.position(Auction(dealer, calls), Vulnerability.NONE)

    def own(self, auction: str) -> Iterator[tuple[BiddingPosition, Call]]:
        """Yield our calls of an auction other than passes, each with the position before it."""
        steps = auction.split()
        for index, step in enumerate(steps):
            if not step.startswith("(") and step != "P":
                yield self.after(" ".join(steps[:index])), Call.parse(step)


def _rows(probe: _CardProbe, rows: Iterable[Mapping[str, Any]]) -> Iterator[CardRow]:
    for row in rows:
        found = _through(probe, row) if "through" in row else _position(probe, row)
        if found.items:
            yield found


def _through(probe: _CardProbe, row: Mapping[str, Any]) -> CardRow:
    """A row such as `through 3!S`: the highest listed bid over which our double has its `mark`."""
    found = ""
    for auction in row["through"]:
        position = probe.after(auction)
        if DOUBLE in position.defined and row["mark"] in position.meaning(DOUBLE).marks:
            found = _signed(auction.split()[-1].strip("()"))
    items = (CardItem((), f"through {found}"),) if found else ()
    return CardRow(row["label"], items)


def _position(probe: _CardProbe, row: Mapping[str, Any]) -> CardRow:
    """The row of a position; calls that mean the same in every suit are merged."""
    pattern, rank = row["after"], row.get("rank", 1)
    used = dict.fromkeys(_VARIABLE.findall(pattern))
    found: list[tuple[str, Mapping[str, str]]] = []
    for suits in product(*(_SUITS[name] for name in used)):
        names = dict(zip(used, suits, strict=True))
        auction = reduce(lambda text, each: text.replace(*each), names.items(), pattern)
        if _is_played(probe, auction, asked=row.get("asked", False)):
            found.append((auction, names))
    if len(found) == 1:  # of one suit only, which is named
        pattern, found = found[0][0], [(found[0][0], {})]
    said = [
        list(_said(probe.after(auction), row.get("calls", "").split(), names))
        for auction, names in found
    ]
    label = row.get("label", _signed(pattern.replace(" (P)", "")))
    return CardRow(label, tuple(_grouped(_together(said))), rank)


def _signed(auction: str) -> str:
    return _STRAIN.sub("!", auction)


def _is_played(probe: _CardProbe, auction: str, *, asked: bool) -> bool:
    """Whether the system makes every call of ours in an auction, passes apart.

    With `asked`, the last of them must also be artificial or ask partner something.
    """
    own = list(probe.own(auction))
    if not all(call in _made(position) for position, call in own):
        return False
    if not asked:
        return True
    position, call = own[-1]
    meaning = position.meaning(call)
    return meaning.artificial or bool(meaning.ask)


def _made(position: BiddingPosition) -> frozenset[Call]:
    """Return the calls that rules make; before any bid, also those that the natural floor makes."""
    if position.state.is_open:
        return position.defined
    rules = NaturalFloor(position.state).close
    return position.defined | {rule.call for rule in rules if rule.is_possible}


@frozen
class _CardCall:
    """The explanation of one call, before equal explanations are merged.

    `suits`, as `!H`, are those that variables such as `!oM` replace in `name` and `text`; `_OWN` in
    `text` replaces the suit that the call names.
    """

    call: Call
    name: str
    alert: bool
    text: str
    suits: str


def _said(
    position: BiddingPosition, picked: Sequence[str], names: Mapping[str, str]
) -> Iterator[_CardCall]:
    letters = {letter: letter for letter in SUIT_LETTERS}
    for name, letter in names.items():
        other = _SUITS[name].replace(letter, "")
        letters |= {letter: name, other: _OTHER[name]}
    suits = "".join(f"!{letter}" for letter in names.values())
    for call in sorted(_made(position)):
        if str(call) in picked if picked else _is_shown(position.meaning(call)):
            name, text = _signed(str(call)), _short(position.statement(call))
            if own := name.partition("!")[2]:
                text = text.replace(f"!{own}", _OWN)
            name, text = (
                _SUIT.sub(lambda match: f"!{letters[match[1]]}", each) for each in (name, text)
            )
            yield _CardCall(call, name, position.is_alerted(call), text, suits)


def _is_shown(meaning: Meaning) -> bool:
    """Whether a row that lists no calls has this one; game bids to play only if they are raises."""
    if meaning.final and meaning.call >= _FIRST_GAME:
        return "raise" in meaning.marks
    return PASS < meaning.call <= _GAME


def _short(text: str) -> str:
    for pattern, shorter in _SHORTER:
        text = pattern.sub(shorter, text)
    return _SUIT_WORD.sub(lambda match: f"!{match[0][0].upper()}", text)


def _together(said: Sequence[Sequence[_CardCall]]) -> list[_CardCall]:
    """Merge the calls of several suits; calls that differ between suits keep the names of suits."""
    found: dict[tuple[str, bool, str], list[_CardCall]] = {}
    for one in sorted(chain(*said), key=attrgetter("call")):
        found.setdefault((one.name, one.alert, one.text), []).append(one)
    alone = [one for alike in found.values() if len(alike) < len(said) for one in alike]
    kept: dict[tuple[str, str], _CardCall] = {}
    for alike in found.values():
        for one in alike:
            name = one.name
            if len(alike) < len(said):
                name = _signed(str(one.call))
                if any(each.call == one.call and each.text != one.text for each in alone):
                    name = f"{name} ({one.suits})"
            kept.setdefault((name, one.text), evolve(one, name=name))
    return list(kept.values())


def _grouped(said: Iterable[_CardCall]) -> Iterator[CardItem]:
    found: dict[tuple[bool, str], list[str]] = {}
    for one in said:
        found.setdefault((one.alert, one.text), []).append(one.name)
    for (alert, text), calls in found.items():
        own = f"!{calls[0].partition('!')[2]}".partition(" ")[0]
        words = text
        if len(calls) > 1:
            words = re.sub(rf" (?:in|for) {_OWN}", "", text).replace(_OWN, "cards")
        words = words.replace(_OWN, own).replace("short in ", "short ")
        yield CardItem(tuple(f"{call}*" if alert else call for call in calls), words)


def _approach(system: System) -> Iterator[CardRow]:
    words = _DATA["switches"]
    named = {words.get(name, name.replace("_", " ")): each for name, each in system.options.items()}
    named.pop("", None)
    for label, on in (("played", True), ("not played", False)):
        if names := ", ".join(name for name, value in named.items() if value is on):
            yield CardRow(label, (CardItem((), names),))
    others = [(name, value) for name, value in named.items() if not isinstance(value, bool)]
    if others:
        texts = [(name, option_text(value)) for name, value in others]
        items = (CardItem((f"{name}:",), _DATA["values"].get(text, text)) for name, text in texts)
        yield CardRow("agreed", tuple(items))


def _defence(system: System) -> Iterator[CardRow]:
    for title, rows in described(system.agreements).items():
        items = (CardItem((f"{key}:",), words) for key, words in rows.items())
        yield CardRow(title.removeprefix("leads against "), tuple(items))


def _fitted(sections: Sequence[CardSection]) -> tuple[CardSection, ...]:
    """The sections without empty ones, and without the rows for which a page has no room."""
    kept = [section for section in sections if section.rows]
    while _HEAD + sum(map(_lines, kept)) > LINES:
        rows = [row for section in kept for row in section.rows]
        last = max(enumerate(rows), key=lambda found: (found[1].rank, found[0]))[1]
        kept = [
            evolve(each, rows=tuple(row for row in each.rows if row is not last)) for each in kept
        ]
        kept = [section for section in kept if section.rows]
    return tuple(kept)


def _lines(section: CardSection) -> int:
    return 1 + sum(len(wrap(row.text.replace("!", ""), WIDTH - LABEL)) for row in section.rows)

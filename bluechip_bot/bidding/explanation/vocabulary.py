"""Phrases that explanations of calls are made of, and what each says of the hand.

Three tables are tried at each place of a text, and the longest match counts: the names of
conventions, words for shape, stoppers and forcing, and numbers with what they count.

* The name of a convention says less than a number. It loosens the natural reading of the call, and
  narrows it only where everybody who plays the convention would agree.
* `5 hearts` means five or more, as people use it; `5 !H`, as programs write it, means exactly five.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final, Self

from attrs import frozen

from bluechip_bot.bidding.auction.meaning import Forcing
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition
from bluechip_bot.constraints import Range
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

ANYTHING: Final = AllParts(())
"""The condition that every hand meets."""

SUIT: Final = r"(?:(?:!?[shdc]|spades?|hearts?|diamonds?|clubs?)(?![a-z]))"
"""The pattern of a suit in words."""


@frozen
class CallSetting:
    """The call that is explained, with what its explanation may refer to.

    Attributes:
        partner: the suit that partner showed last, naturally or by a transfer, or None.
        theirs: the suits that the caller's opponents have bid.
    """

    call: Call = PASS
    partner: Suit | None = None
    theirs: tuple[Suit, ...] = ()

    @classmethod
    def of(cls, state: AuctionState, call: Call) -> Self:
        """The setting of a call of the player to call."""
        partners = [item.shows_suit for item in state.acts(state.partner)]
        last = next((suit for suit in partners if suit is not None), None)
        return cls(call, last, state.their_suits)

    @property
    def suit(self) -> Suit | None:
        """The suit that the call names; None for notrump and for calls other than bids."""
        return self.call.strain.suit if self.call.is_bid else None


@frozen
class PhraseMeaning:
    """The meaning of a phrase.

    Attributes:
        condition: the hands that it describes.
        name: the convention that it names, or an empty string.
        natural: whether it says that the call is natural; None if it does not say.
        forcing: how far the call forces, as it says.
        hint: the strength that it implies where no number states it, as `weak` does.
        suit: the suit that the call shows in place of the one that it names, or None.
    """

    condition: Condition = ANYTHING
    name: str = ""
    natural: bool | None = None
    forcing: Forcing = Forcing.NONE
    hint: Condition = ANYTHING
    suit: Suit | None = None


def length(suit: int, least: int, most: int = 13) -> AtomTest:
    """The condition of a number of cards in a suit."""
    return AtomTest(SUIT_LETTERS[suit], (), (least, most))


def strength(word: str, span: Range) -> AtomTest:
    """The condition of a number of `hcp` or `pts`."""
    return AtomTest(word, (), span)


def either(*parts: Condition) -> Condition:
    """The condition that at least one of the parts is met."""
    return parts[0] if len(parts) == 1 else AnyPart(parts)


def both(*parts: Condition) -> Condition:
    """The condition that all parts are met, flattened and without repetitions."""
    found: list[Condition] = []
    for part in parts:
        found += part.parts if isinstance(part, AllParts) else (part,)
    found = list(dict.fromkeys(found))
    return found[0] if len(found) == 1 else AllParts(tuple(found))


def suit_of(text: str) -> Suit:
    """The suit that a word names: `!H`, `h`, `hearts`."""
    return Suit(SUIT_LETTERS.index(text.lstrip("!")[0].upper()))


def suits_of(text: str) -> tuple[Suit, ...]:
    """The suits that a word may mean: one suit, both majors or both minors."""
    if text in ("M", "m"):
        return (Suit.SPADES, Suit.HEARTS) if text == "M" else (Suit.DIAMONDS, Suit.CLUBS)
    folded = text.casefold()
    if folded.startswith(("maj", "min")):
        return suits_of("M" if folded.startswith("maj") else "m")
    return (suit_of(folded),)


_S, _H, _D, _C = Suit


_Shows = Callable[..., Condition]
"""A function that returns what a convention shows, given the call, the suit and the numbers."""


@frozen
class Convention:
    """A convention and the names that it goes by.

    Attributes:
        name: our name for it, which is also its mark in rules.
        pattern: its names; the first group, if any, is a suit.
        shows: what it implies: a key of `_SHOWS`, and numbers.
        natural: as in `PhraseMeaning`.
    """

    name: str
    pattern: re.Pattern[str]
    shows: str
    natural: bool | None = False

    def piece(self, match: re.Match[str], setting: CallSetting) -> PhraseMeaning:
        """The meaning of a match of `pattern`."""
        text = match[1] if match.re.groups else None
        suit = None if text is None else suit_of(text)
        if self.name == "transfer" and suit is None and 2 <= setting.call.level <= 4:
            suit = {_D: _H, _H: _S, None: None}.get(setting.suit)
        shown = suit if self.name == "transfer" else None
        how, *numbers = self.shows.split() or ["nothing"]
        condition = _SHOWS[how](setting, suit, *map(int, numbers))
        return PhraseMeaning(condition, self.name, self.natural, suit=shown)


def _suit_pairs(*pairs: tuple[Suit, Suit], least: int = 5) -> Condition:
    return either(*(both(length(a, least), length(b, least)) for a, b in pairs))


def _michaels(setting: CallSetting, _suit: Suit | None) -> Condition:
    match setting.suit:
        case Suit.SPADES | Suit.HEARTS as theirs:
            other = _H if theirs is _S else _S
            return both(length(other, 5), either(length(_D, 5), length(_C, 5)))
        case None:
            return ANYTHING
        case _:
            return _suit_pairs((_S, _H), least=4)


def _unusual(setting: CallSetting, _suit: Suit | None) -> Condition:
    pairs = [(_D, _C), (_H, _C), (_H, _D)]
    left = [pair for pair in pairs if not set(pair) & set(setting.theirs)]
    return _suit_pairs(*left) if left else ANYTHING


def _trumps(setting: CallSetting, suit: Suit | None, least: int, most: int = 13) -> Condition:
    trump = setting.partner if suit is None else suit
    return ANYTHING if trump is None else length(trump, least, most)


def _splinter(setting: CallSetting, _suit: Suit | None) -> Condition:
    support = _trumps(setting, None, 4)
    return support if setting.suit is None else both(length(setting.suit, 0, 1), support)


_SHOWS: Final[Mapping[str, _Shows]] = {
    "nothing": lambda _setting, _suit: ANYTHING,
    "suit": lambda _setting, suit, least: ANYTHING if suit is None else length(suit, least),
    "majors": lambda _setting, _suit, least: _suit_pairs((_S, _H), least=least),
    "minors": lambda _setting, _suit, least: _suit_pairs((_D, _C), least=least),
    "trumps": _trumps,
    "michaels": _michaels,
    "unusual": _unusual,
    "splinter": _splinter,
}
_NATURAL: Final = {"": False, "unsaid": None, "yes": True}


_OPEN: Final = 99
_END: Final = r"(?![\d/=])"
_NUMBER: Final = (
    rf"(?:(?:between +)?(?P<a>\d{{1,2}})(?:\.\d)? *(?:-|–|to|or|and|\\|~) *"
    rf"(?P<b>\d{{1,2}})(?:\.\d)?{_END}"
    rf"|(?:at least|minimum|min\.?|>=) *(?P<least>\d{{1,2}}){_END}"
    rf"|(?:at most|maximum|max\.?|up to|<=) *(?P<most>\d{{1,2}}){_END}"
    rf"|(?:less than|fewer than|under|<) *(?P<under>\d{{1,2}}){_END}"
    rf"|(?P<exact>exactly +)?(?P<n>\d{{1,2}}){_END}"
    r"(?P<sign> ?\+|-(?!\d|card| card)"
    r"| *(?:or|and) +(?:more|better)| *(?:or|and) +(?:less|fewer))?)"
)
_MORE: Final = ("+", "more", "better")
_POINTS: Final = (
    r"(?P<hcp>h\.?c\.?p|high[ -]card points"
    r"|(?:total |(?P<supporting>support )|fit-?|dummy )?(?:points|pts|pt|p(?![a-z/]))"
    r"|tp(?![a-z]))"
)
_GROUP: Final = rf"(?:{SUIT}|he(?![a-z])|sp(?![a-z])|majors?|minors?|[mM](?![a-z]))"
_CARDS: Final = (
    rf"(?:[ -]*c(?:ards?)?(?=[ mM-]))?[ -]*(?:in |of )?(?:the |a |any )?(?P<suit>{_GROUP})"
)
_COUNTED: Final = (
    r"(?P<kind>aces?|kings?|controls?|losers?)(?![a-z])(?! *ask)"
    r"|(?P<support>(?:[ -]*cards? *)?(?:support|fit|raise|trumps?)(?![a-z-]))"
)
_IN: Final = rf"(?: +in +(?P<where>{SUIT})| +with +(?P<trumps>{SUIT}) +as +trumps)?"

QUANTITY: Final = re.compile(
    rf"(?P<odd>8421 hcp)|{_NUMBER}(?: *(?P<grade>8421 )?{_POINTS}{_IN}|{_CARDS}|[ -]*{_COUNTED})?",
    re.I | re.A,
)
"""A number, with what it counts if that is stated."""
TWO_SUITS: Final = re.compile(
    rf"(?P<a>[4-7]) *[-/+]? *(?P<b>[4-7])\+?[ -]*(?:in )?(?:the )?(?:both )?(?P<pair>majors|minors)"
    rf"|(?P<c>[4-7]) *[-/] *(?P<d>[4-7])\+? *(?P<one>{SUIT}) *(?:\+|and|&|/|-)? *"
    rf"(?:an? )?(?P<two>{_GROUP})",
    re.I | re.A,
)
"""Two suits with their lengths: `5-5 minors`, `5-4 spades and a minor`."""


def quantity(match: re.Match[str], setting: CallSetting) -> PhraseMeaning | None:
    """The meaning of a match of QUANTITY; None if it is not understood."""
    if match["odd"]:
        return None
    span = _span(match)
    if span[0] > span[1]:
        return None
    if match["hcp"]:
        return _points(match, span, setting)
    if match["suit"]:
        return _told_cards(match, span)
    if match["kind"]:
        word = match["kind"].casefold().rstrip("s") + "s"
        most = 4 if word in ("aces", "kings") else 12
        return PhraseMeaning(AtomTest(word, (), span) if span[0] <= most else ANYTHING)
    if match["support"]:
        partner = setting.partner
        return None if partner is None or span[0] > 6 else PhraseMeaning(_length(partner, span))
    return _bare(span, setting, exact=match["n"] is not None and not match["sign"])


def two_suits(match: re.Match[str]) -> PhraseMeaning:
    """The meaning of a match of TWO_SUITS."""
    if match["pair"]:
        suits = suits_of(match["pair"])
        more, less = sorted((int(match["a"]), int(match["b"])), reverse=True)
        longer = either(*(length(suit, more) for suit in suits))
        return PhraseMeaning(both(*(length(suit, less) for suit in suits), longer), natural=False)
    first, second = suit_of(match["one"]), suits_of(match["two"])
    other = either(*(length(suit, int(match["d"])) for suit in second if suit is not first))
    return PhraseMeaning(both(length(first, int(match["c"])), other))


def _span(match: re.Match[str]) -> Range:
    if match["a"] is not None:
        return int(match["a"]), int(match["b"])
    if match["least"] is not None:
        return int(match["least"]), _OPEN
    if match["most"] is not None:
        return 0, int(match["most"])
    if match["under"] is not None:
        return 0, int(match["under"]) - 1
    number, sign = int(match["n"]), (match["sign"] or "").strip()
    if not sign:
        return number, number
    return (number, _OPEN) if sign.casefold().endswith(_MORE) else (0, number)


def _points(match: re.Match[str], span: Range, setting: CallSetting) -> PhraseMeaning | None:
    if match["grade"] or span[0] > 37:
        return None
    word = match["hcp"].casefold()
    is_hcp = word.startswith("h")
    trumps = setting.partner if match["supporting"] else None
    if match["trumps"]:
        trumps = suit_of(match["trumps"])
    if match["where"]:
        suit = suit_of(match["where"])
        return PhraseMeaning(AtomTest("points_in", (suit.letter,), span)) if span[0] <= 10 else None
    if is_hcp:
        return PhraseMeaning(strength("hcp", (span[0], min(span[1], 37))))
    if trumps is not None:
        return PhraseMeaning(AtomTest("sup", (trumps.letter,), span))
    return PhraseMeaning(strength("pts", span))


def _length(suit: Suit, span: Range) -> Condition:
    return length(suit, span[0], min(13, span[1]))


def _told_cards(match: re.Match[str], span: Range) -> PhraseMeaning | None:
    """A number of cards in a suit, or in either suit for `major` and `minor`."""
    said = match["sign"] or match["exact"] or match["suit"].startswith("!")
    loose = match["n"] and not said
    if loose and span[0] < 3:
        return None  # more likely a bid: `2H`
    if loose and span[0] > 3:
        span = span[0], 13
    if span[0] > 13:
        return None
    return PhraseMeaning(either(*(_length(suit, span) for suit in suits_of(match["suit"]))))


def _bare(span: Range, setting: CallSetting, *, exact: bool) -> PhraseMeaning | None:
    """A bare number: points if it cannot be a length, otherwise cards of the suit that is bid."""
    low, high = span
    if exact or low > 37:
        return None
    if high == _OPEN:
        if low >= 8:
            return PhraseMeaning(strength("hcp", (low, 37)))
        return None if setting.suit is None else PhraseMeaning(length(setting.suit, low))
    if high >= 9 or (high >= 5 and high - low >= 2):
        return PhraseMeaning(strength("hcp", (low, min(high, 37))))
    return None


_Made = Callable[..., PhraseMeaning]
"""A function that returns what a phrase shows, given its match, the call and its numbers."""


def _graded(
    match: re.Match[str], _setting: CallSetting, word: str, least: int, *span: int
) -> PhraseMeaning:
    """A graded suit, with the length that the grade requires."""
    suit = suit_of(match[1])
    limits = (span[0], span[1]) if span else None
    return PhraseMeaning(both(length(suit, least), AtomTest(word, (suit.letter,), limits)))


def _cards(match: re.Match[str], setting: CallSetting, low: int, high: int) -> PhraseMeaning:
    suit = suit_of(match[1])
    artificial = False if suit == setting.suit and high < 3 else None
    return PhraseMeaning(length(suit, low, high), natural=artificial)


def _tops(suit: str, least: int) -> Condition:
    return AtomTest("tops", (suit_of(suit).letter,), (least, 3))


def _holding(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    """`!SKQ` holds these cards; conditions can only state how many honours there are."""
    ranks = set(match[2].upper())
    honours = AtomTest("honours", (suit_of(match[1]).letter,), (len(ranks), 5))
    return PhraseMeaning(both(honours, _tops(match[1], len(ranks & set("AKQ")))))


def _keycards(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    trumps = (suit_of(match[3]).letter,)
    counts = [int(count) for count in (match[1], match[2]) if count is not None]
    return PhraseMeaning(
        either(*(AtomTest("keycards", trumps, (count, count)) for count in counts))
    )


def _forcing_to(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    level, strain = int(match[1]), match[2].casefold()
    if level >= 4 or (level == 3 and strain == "n"):
        return PhraseMeaning(forcing=Forcing.GAME)
    return PhraseMeaning(forcing=Forcing.TWO_NOTRUMP)


_MADE: Final[Mapping[str, _Made]] = {
    "nothing": lambda _match, _setting: PhraseMeaning(),
    "shape": lambda _match, _setting, word: PhraseMeaning(AtomTest(word)),
    "hint": lambda _match, _setting, low, high: PhraseMeaning(hint=strength("hcp", (low, high))),
    "forces": lambda _match, _setting, how: PhraseMeaning(forcing=Forcing[how]),
    "forcing to": _forcing_to,
    "top": lambda match, _setting: PhraseMeaning(_tops(match[1], 1)),
    "graded": _graded,
    "stopper": lambda match, _, low, high: PhraseMeaning(
        AtomTest("stoppers", (suit_of(match[1]).letter,), (low, high))
    ),
    "cards": _cards,
    "support": lambda _, setting: PhraseMeaning(_trumps(setting, None, 3)),
    "holding": _holding,
    "keycards": _keycards,
}


def _pattern(text: str) -> re.Pattern[str]:
    of_suit = rf"(?:,? *(?:in|to|for|of|with)? +\d? *({SUIT}))?"
    stop = rf"stop(?:per)?s?(?: +in)? +({SUIT})"
    for name, words in (("<of suit>", of_suit), ("<stop>", stop), ("<suit>", SUIT)):
        text = text.replace(name, words)
    return re.compile(text, re.I | re.A)


_ENTRIES: Final = tomllib.loads(
    (files("bluechip_bot.bidding.explanation") / "vocabulary.toml").read_text(encoding="utf-8")
)
CONVENTIONS: Final = tuple(
    Convention(
        item["name"], _pattern(item["pattern"]), item.get("shows", ""),
        _NATURAL[item.get("natural", "")],
    )
    for item in _ENTRIES["convention"]
)  # fmt: skip
"""All conventions. Of two matches of equal length the earlier entry counts."""
WORDS: Final[tuple[tuple[re.Pattern[str], _Made, tuple[str | int, ...]], ...]] = tuple(
    (_pattern(item["pattern"]), _MADE[item["says"][0]], tuple(item["says"][1:]))
    for item in _ENTRIES["word"]
)
"""Patterns with what they say. Of two matches of equal length the earlier entry counts."""

_FILLERS: Final = """
    a an and any at be bid bids can card cards could call calls double have having holds i in is it
    my of on one only opener opening overcall rebid rebids s shows showing suit suits than that the
    this to with would hand usually no suitable free new level jump his two three nt notrump
"""
FILLERS: Final = frozenset(_FILLERS.split())
"""Words that may stand between phrases and mean nothing by themselves."""

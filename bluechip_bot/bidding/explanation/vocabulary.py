"""The phrases of explanations of calls, and the meaning of each.

At each place of a text the longest match counts: the name of a convention, a word for shape,
stoppers or forcing, or a number with the thing that it counts.

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
from bluechip_bot.bidding.language.syntax import AllParts, AnyPart, AtomTest, Condition, joined
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

    `partner` is the suit that partner showed last, naturally or by a transfer; `theirs` are the
    suits that the caller's opponents have bid.
    """

    call: Call = PASS
    partner: Suit | None = None
    theirs: tuple[Suit, ...] = ()

    @classmethod
    def of(cls, state: AuctionState, call: Call) -> Self:
        """The setting of a call by the player to call."""
        partners = [item.shows_suit for item in state.acts(state.partner)]
        last = next((suit for suit in partners if suit is not None), None)
        return cls(call, last, state.their_suits)

    @property
    def suit(self) -> Suit | None:
        """The suit that the call names; None for notrump and for calls other than bids."""
        return self.call.strain.suit if self.call.is_bid else None


@frozen
class PhraseMeaning:
    """The meaning of a phrase: a condition on the hand, and facts about the call.

    Attributes:
        name: the convention that it names, or an empty string.
        natural: whether the phrase calls the call natural; None if it does not say.
        hint: the strength that it implies if no number states one, as `weak` does.
        suit: the suit that the call shows in place of the one that it names, or None.
    """

    condition: Condition = ANYTHING
    name: str = ""
    natural: bool | None = None
    forcing: Forcing = Forcing.NONE
    hint: Condition = ANYTHING
    suit: Suit | None = None


def length(suit: int, least: int, most: int = 13) -> AtomTest:
    """The condition that a suit has from `least` to `most` cards."""
    return AtomTest(SUIT_LETTERS[suit], (), (least, min(13, most)))


def either(*parts: Condition) -> Condition:
    """The condition that at least one of the parts is met."""
    return joined(parts, AnyPart)


def both(*parts: Condition) -> Condition:
    """The condition that all parts are met, flattened and without repetitions."""
    found: list[Condition] = []
    for part in parts:
        found += part.parts if isinstance(part, AllParts) else (part,)
    return joined(list(dict.fromkeys(found)), AllParts)


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


@frozen
class Convention:
    """A convention and the names that it goes by.

    `name` is its mark in rules. The first group of the pattern, if any, matches a suit. `shows` is
    a key of `_SHOWS` and the numbers for its function, as in `majors 4`.
    """

    name: str
    pattern: re.Pattern[str]
    shows: str
    natural: bool | None = False

    def piece(self, match: re.Match[str], setting: CallSetting) -> PhraseMeaning:
        """The meaning of a phrase that `pattern` has matched."""
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


_SHOWS: Final[Mapping[str, Callable[..., Condition]]] = {
    "nothing": lambda _setting, _suit: ANYTHING,
    "suit": lambda _setting, suit, least: ANYTHING if suit is None else length(suit, least),
    "majors": lambda _setting, _suit, least: _suit_pairs((_S, _H), least=least),
    "minors": lambda _setting, _suit, least: _suit_pairs((_D, _C), least=least),
    "trumps": _trumps,
    "michaels": _michaels,
    "unusual": _unusual,
    "splinter": _splinter,
}
"""The meanings of conventions, given the call, the suit in the name and the numbers."""
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

_QUANTITY: Final = re.compile(
    rf"(?P<odd>8421 hcp)|{_NUMBER}(?: *(?P<grade>8421 )?{_POINTS}{_IN}|{_CARDS}|[ -]*{_COUNTED})?",
    re.I | re.A,
)
"""A number, with what it counts if that is stated."""
_TWO_SUITS: Final = re.compile(
    rf"(?P<a>[4-7]) *[-/+]? *(?P<b>[4-7])\+?[ -]*(?:in )?(?:the )?(?:both )?(?P<pair>majors|minors)"
    rf"|(?P<c>[4-7]) *[-/] *(?P<d>[4-7])\+? *(?P<one>{SUIT}) *(?:\+|and|&|/|-)? *"
    rf"(?:an? )?(?P<two>{_GROUP})",
    re.I | re.A,
)
"""Two suits with their lengths: `5-5 minors`, `5-4 spades and a minor`."""


def _quantity(match: re.Match[str], setting: CallSetting) -> PhraseMeaning | None:
    """The meaning of a number with the thing that it counts; None if it is not understood."""
    if match["odd"]:
        return None
    low, high = _span(match)
    if low > high:
        return None
    if match["hcp"]:
        return _points(match, (low, high), setting)
    if match["suit"]:
        return _cards_of(match, low, high)
    if match["kind"]:
        word = match["kind"].casefold().rstrip("s") + "s"
        most = 4 if word in ("aces", "kings") else 12
        return PhraseMeaning(AtomTest(word, (), (low, high)) if low <= most else ANYTHING)
    if match["support"]:
        partner = setting.partner
        return None if partner is None or low > 6 else PhraseMeaning(length(partner, low, high))
    # A bare number is points if it cannot be a length, otherwise cards of the suit that is bid.
    if low > 37 or (match["n"] is not None and not match["sign"]):
        return None
    if high == _OPEN and low < 8:
        return None if setting.suit is None else PhraseMeaning(length(setting.suit, low))
    is_points = high >= 9 or (high >= 5 and high - low >= 2)
    return PhraseMeaning(_hcp(low, high)) if is_points else None


def _two_suits(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
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
    if match["grade"] or span[0] > 37 or (match["where"] and span[0] > 10):
        return None
    if match["where"]:
        return PhraseMeaning(_of_suit("points_in", match["where"], *span))
    if match["hcp"].casefold().startswith("h"):
        return PhraseMeaning(_hcp(*span))
    trumps = suit_of(match["trumps"]) if match["trumps"] else None
    if match["supporting"] and trumps is None:
        trumps = setting.partner
    if trumps is None:
        return PhraseMeaning(AtomTest("pts", (), span))
    return PhraseMeaning(AtomTest("sup", (trumps.letter,), span))


def _cards_of(match: re.Match[str], low: int, high: int) -> PhraseMeaning | None:
    firm = match["sign"] or match["exact"] or match["suit"].startswith("!")
    loose = match["n"] and not firm
    if low > 13 or (loose and low < 3):  # `2H` is more likely a bid
        return None
    high = 13 if loose and low > 3 else high
    return PhraseMeaning(either(*(length(suit, low, high) for suit in suits_of(match["suit"]))))


def _of_suit(word: str, suit: str, *span: int) -> AtomTest:
    """The test `word`, such as `honours`, of a suit written `!H`, with the limits `span` if any."""
    limits = (span[0], span[1]) if span else None
    return AtomTest(word, (suit_of(suit).letter,), limits)


def _graded(
    match: re.Match[str], _setting: CallSetting, word: str, least: int, *span: int
) -> PhraseMeaning:
    """The meaning of a suit's grade, such as biddable, with the length that it requires."""
    graded = _of_suit(word, match[1], *span)
    return PhraseMeaning(both(length(suit_of(match[1]), least), graded))


def _cards(match: re.Match[str], setting: CallSetting, low: int, high: int) -> PhraseMeaning:
    suit = suit_of(match[1])
    artificial = False if suit == setting.suit and high < 3 else None
    return PhraseMeaning(length(suit, low, high), natural=artificial)


def _holding(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    """The meaning of honours such as `!SKQ`: a condition can only state how many there are."""
    ranks = set(match[2].upper())
    honours = _of_suit("honours", match[1], len(ranks), 5)
    return PhraseMeaning(both(honours, _of_suit("tops", match[1], len(ranks & set("AKQ")), 3)))


def _keycards(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    counts = [int(count) for count in (match[1], match[2]) if count is not None]
    return PhraseMeaning(either(*(_of_suit("keycards", match[3], each, each) for each in counts)))


def _forcing_to(match: re.Match[str], _setting: CallSetting) -> PhraseMeaning:
    level, strain = int(match[1]), match[2].casefold()
    game = level >= 4 or (level == 3 and strain == "n")
    return PhraseMeaning(forcing=Forcing.GAME if game else Forcing.TWO_NOTRUMP)


_SAYS: Final[Mapping[str, Callable[..., PhraseMeaning]]] = {
    "nothing": lambda _match, _setting: PhraseMeaning(),
    "shape": lambda _match, _setting, word: PhraseMeaning(AtomTest(word)),
    "hint": lambda _match, _setting, low, high: PhraseMeaning(hint=_hcp(low, high)),
    "forces": lambda _match, _setting, how: PhraseMeaning(forcing=Forcing[how]),
    "forcing to": _forcing_to,
    "top": lambda match, _setting: PhraseMeaning(_of_suit("tops", match[1], 1, 3)),
    "graded": _graded,
    "stopper": lambda match, _, *span: PhraseMeaning(_of_suit("stoppers", match[1], *span)),
    "cards": _cards,
    "support": lambda _, setting: PhraseMeaning(_trumps(setting, None, 3)),
    "holding": _holding,
    "keycards": _keycards,
}
"""The functions that return what a word means, given its match, the call and its numbers."""


def _hcp(low: int, high: int = 37) -> AtomTest:
    return AtomTest("hcp", (), (low, min(high, 37)))


def _pattern(text: str) -> re.Pattern[str]:
    of_suit = rf"(?:,? *(?:in|to|for|of|with)? +\d? *({SUIT}))?"
    stop = rf"stop(?:per)?s?(?: +in)? +({SUIT})"
    for name, words in (("<of suit>", of_suit), ("<stop>", stop), ("<suit>", SUIT)):
        text = text.replace(name, words)
    return re.compile(text, re.I | re.A)


def _word(says: str, *entry: str | int) -> _PhraseReader:
    return lambda match, setting: _SAYS[says](match, setting, *entry)


_PhraseReader = Callable[[re.Match[str], CallSetting], PhraseMeaning | None]
_ENTRIES: Final = tomllib.loads(
    (files("bluechip_bot.bidding.explanation") / "vocabulary.toml").read_text(encoding="utf-8")
)
_NATURAL: Final = {"unsaid": None, "yes": True}
CONVENTIONS: Final = tuple(
    Convention(
        item["name"], _pattern(item["pattern"]), item.get("shows", ""),
        _NATURAL.get(item.get("natural"), False),
    )
    for item in _ENTRIES["convention"]
)  # fmt: skip
PHRASES: Final[tuple[tuple[re.Pattern[str], _PhraseReader], ...]] = (
    *((item.pattern, item.piece) for item in CONVENTIONS),
    *((_pattern(item["pattern"]), _word(*item["says"])) for item in _ENTRIES["word"]),
    (_TWO_SUITS, _two_suits),
    (_QUANTITY, _quantity),
)
"""Patterns, each with a function that returns what its match means, or None if nothing is known.

Of two matches of equal length the earlier entry counts.
"""

_FILLERS: Final = """
    a an and any at be bid bids can card cards could call calls double have having holds i in is it
    my of on one only opener opening overcall rebid rebids s shows showing suit suits than that the
    this to with would hand usually no suitable free new level jump his two three nt notrump
"""
FILLERS: Final = frozenset(_FILLERS.split())
"""Words that may stand between phrases and mean nothing by themselves."""

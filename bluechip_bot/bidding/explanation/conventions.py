"""Names of conventions, and what a hand is known by when its call is called so.

A name says less than a number: it loosens the natural reading of the call, and narrows it only
where everybody who plays the convention would agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.explanation.piece import ANYTHING, Piece, Setting, both, either, length
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.model.cards import SUIT_LETTERS, Suit

SUIT: Final = r"(?:(?:!?[shdc]|spades?|hearts?|diamonds?|clubs?)(?![a-z]))"
"""A suit in words, as a part of a pattern."""
_S, _H, _D, _C = Suit


@frozen
class Convention:
    """A convention by its names.

    Attributes:
        name: what it is called here; the mark by which rules know it, where they do.
        pattern: its names; a suit in its first group.
        shows: what it tells of the hand.
        natural: as in `Piece`.
    """

    name: str
    pattern: re.Pattern[str]
    shows: Callable[[Setting, Suit | None], Condition]
    natural: bool | None = False

    def piece(self, match: re.Match[str], setting: Setting) -> Piece:
        """What its name says, as matched by `pattern`."""
        text = match[1] if match.re.groups else None
        suit = None if text is None else suit_of(text)
        if self.name == "transfer" and suit is None:
            suit = _transferred(setting)
        shown = suit if self.name == "transfer" else None
        return Piece(self.shows(setting, suit), self.name, self.natural, suit=shown)


def suit_of(text: str) -> Suit:
    """The suit that words name, `!H`, `h`, `hearts`."""
    return Suit(SUIT_LETTERS.index(text.lstrip("!")[0].upper()))


def _nothing(_setting: Setting, _suit: Suit | None) -> Condition:
    return ANYTHING


def _five(_setting: Setting, suit: Suit | None) -> Condition:
    return ANYTHING if suit is None else length(suit, 5)


def _transferred(setting: Setting) -> Suit | None:
    """The major that a red bid at the two or four level transfers to."""
    if setting.call.level not in (2, 3, 4):
        return None
    return {_D: _H, _H: _S, None: None}.get(setting.suit)


def _two_suits(*pairs: tuple[Suit, Suit], least: int = 5) -> Condition:
    return either(*(both(length(a, least), length(b, least)) for a, b in pairs))


def _michaels(setting: Setting, _suit: Suit | None) -> Condition:
    match setting.suit:
        case Suit.SPADES:
            return both(length(_H, 5), either(length(_D, 5), length(_C, 5)))
        case Suit.HEARTS:
            return both(length(_S, 5), either(length(_D, 5), length(_C, 5)))
        case None:
            return ANYTHING
        case _:
            return _two_suits((_S, _H), least=4)


def _unusual(setting: Setting, _suit: Suit | None) -> Condition:
    pairs = [(_D, _C), (_H, _C), (_H, _D)]
    left = [pair for pair in pairs if not set(pair) & set(setting.theirs)]
    return _two_suits(*left) if left else ANYTHING


def _majors(least: int) -> Callable[[Setting, Suit | None], Condition]:
    return lambda _setting, _suit: _two_suits((_S, _H), least=least)


def _support(least: int, most: int = 13) -> Callable[[Setting, Suit | None], Condition]:
    def shows(setting: Setting, suit: Suit | None) -> Condition:
        trump = setting.partner if suit is None else suit
        return ANYTHING if trump is None else length(trump, least, most)

    return shows


def _splinter(setting: Setting, _suit: Suit | None) -> Condition:
    support = _support(4)(setting, None)
    return support if setting.suit is None else both(length(setting.suit, 0, 1), support)


def _known(
    name: str,
    pattern: str,
    shows: Callable[[Setting, Suit | None], Condition] = _nothing,
    *,
    natural: bool | None = False,
) -> Convention:
    return Convention(name, re.compile(pattern, re.I | re.A), shows, natural)


_IN: Final = rf"(?:,? *(?:in|to|for|of|with)? +\d? *({SUIT}))?"

CONVENTIONS: Final[tuple[Convention, ...]] = (
    _known("stayman", r"(?:garbage |puppet |pup |muppet |minor(?: suit)? )?stay(?:man)?\b"),
    _known("completion", r"(?:(?:transfer|retransfer)(?:-| +)?(?:completed?|accept\w*)"
           rf"|(?:completes|accepts) (?:the )?transfer|super-?accept){_IN}"),
    _known("transfer", r"(?:jacoby(?= *$)|texas"
           r"|(?:jacoby +|texas +|minor +|re-?)?transfers?|trf?)\b"
           rf"{_IN}", _five),
    _known("michaels", r"michaels(?: *cue-?bid)?", _michaels),
    _known("unusual", r"unusual(?: *(?:\dnt|no-?trump)(?: overcall)?)?", _unusual),
    _known("landy", r"(?:multi-?)?landy(?:,? both majors)?", _majors(4)),
    _known("majors", r"(?:cappelletti *- *majors|both majors|(?<!no )majors)", _majors(4)),
    _known("minors", r"(?:cappelletti *- *minors|both minors|(?<!no )minors)",
           lambda _setting, _suit: _two_suits((_D, _C), least=4)),
    _known("cappelletti", rf"cappelletti(?: *- *({SUIT}) and a minor)?",
           lambda _setting, suit: ANYTHING if suit is None else length(suit, 4)),
    _known("jacoby_2nt", r"jacoby(?: *2 ?nt?)", _support(4)),
    _known("jordan", r"(?:jordan|truscott)(?:[ -]+truscott)?(?: *2 ?nt?)?", _support(3)),
    _known("splinter", r"splinter(?: in)?", _splinter),
    _known("bergen", r"bergen", _support(4)),
    _known("drury", r"(?:reverse )?drury", _support(3)),
    _known("limit_raise", rf"(?:limit|mixed|good|strong|forcing|cue) *(?:major |minor )?raise"
           rf"(?: or (?:better|weaker))?{_IN}", _support(3), natural=None),
    _known("raise", r"(?:simple|free|competitive|preemptive|invitational jump|jump)? *"
           r"(?:major |minor )?raise\b", _support(3), natural=None),
    _known("support_double", rf"support (?:double|redouble)(?: +redouble)?(?: *- *\d *({SUIT}))?",
           _support(3, 3), natural=None),
    _known("negative", r"negative(?: +double)?|negx", natural=None),
    _known("responsive", r"responsive(?: +double)?", natural=None),
    _known("takeout", r"(?:takeout|take-out|t/o|t\.o\.?)(?: +double)?|reopening double",
           natural=None),
    _known("penalty", r"penalt(?:y|ies)(?: +double)?|business", natural=None),
    _known("exclusion", r"exclusion"),
    _known("blackwood", r"(?:roman )?key *-?cards?(?: black ?wood)?|rkcb?|\bkc\b|black ?wood"
           r"|kickback|crosswood|(?:king|queen|ace)s? ask|(?:\w+ )?queen ask"
           r"|asking for (?:the )?(?:\w+ )?(?:queen|kings?|aces?)"),
    _known("aces_reply", r"[ak] ?= ?\d(?:/5)?(?: or \d/5)?(?:, *q\(\w\) ?= ?\d)?"
           r"|(?:one|two|three|zero|no|\d) or (?:three|four|five|\d) key ?cards"),
    _known("gerber", r"gerber"),
    _known("control", r"(?:strength )?cue(?: *-?bids?)?(?:,? *(?:surplus|an? [\w!]+ stopper))?"
           r"|control(?:-?bid)?(?! *s\b)"),
    _known("fourth_suit", r"fourth suit(?: (?:game )?forc\w+)?|4th suit(?: forc\w+)?|4sf|fsf"),
    _known("new_minor", r"new minor(?: forc\w+)?|nmf|checkback(?: stayman)?|two.way checkback|xyz"),
    _known("ogust", r"ogust"),
    _known("lebensohl", r"leb\w*sh?oh?l\w*|lebenshol|good.bad"),
    _known("smolen", r"smolen"),
    _known("niemeijer", r"niemeijer"),
    _known("two_suiter", r"ghestem|raptor(?: *1nt)?|dont\b|brozel|suction|leaping michaels"
           r"|two.?suite[rd](?: (?:take-?out|invitational|overcall))?|two suit take-?out"),
    _known("gazzilli", r"gazzilli"),
    _known("game_try", r"(?:two way |long suit |short suit )?game tr(?:y|ies)(?: suit)?"),
    _known("multi", r"multi\b(?! *-? *landy)"),
    _known("polish", r"polish(?: club)?|precision|prec\b|two-way club"),
    _known("inverted", r"inverted minors?(?: suit raise)?", natural=None),
    _known("jump_shift", r"(?:soloway |strong |weak )?jump shifts?", natural=None),
    _known("sos", r"sos|rescue"),
    _known("relay", r"relays?|puppet(?: to \d *\w+)?|waiting|artificial|art\b|conventional"
           r"|force[ds] bid|\bpass or correct|p/c|forced"
           r"|ask(?:s|ing)?\b(?: \d?c?[mM]\b| (?:for )?(?:a )?\w+)?"),
    _known("natural", r"natural|nat\b", natural=True),
)  # fmt: skip
"""The conventions; of two that begin at one place the first is meant."""

"""Dialects: the differences in what programs that speak the protocol write and expect.

A dialect says how *we* write lines for a peer, as its client or as its manager. What we read is
never limited by it: the reader accepts every dialect at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from attrs import frozen

from bluechip_bot.protocol.errors import LocalProtocolError


class LetterCase(Enum):
    """The case in which a word is written."""

    TITLE = "title"
    UPPER = "upper"
    LOWER = "lower"

    def apply(self, word: str) -> str:
        """Return the word in this case."""
        return {"title": word.capitalize, "upper": word.upper, "lower": word.lower}[self.value]()


class SeatedStyle(Enum):
    """How the manager quotes the team in `seated`."""

    QUOTED = '("{}")'
    PLAIN_QUOTES = '"{}"'
    BARE = "{}"


class DummyWord(Enum):
    """How dummy is named in a readiness line."""

    SEAT = "seat"
    LOWER = "dummy"
    TITLE = "Dummy"


@frozen
class Dialect:
    """How to write for one kind of peer.

    Attributes:
        seats: the case of seat names.
        verbs: the case of `passes`, `doubles` and `redoubles`.
        cards: the case of cards in `plays`.
        any_place: whether to connect as `ANYPL` and take the seat that the manager gives.
        system: text after the version number (19 only).
        own_dummy: how the dummy seat names itself when it asks for its own cards.
        others_dummy: how the other three name dummy.
        seated: how the manager quotes the team in `seated`.
        teams: the form of the manager's `Teams` line.
        suits: the order of suits in a hand line.
        colon: the text between `cards` and the hand.
        stops: whether a period ends each suit and the board line.
        clock: the form of a time in `Timing`.
        timing: whether the peer's client can read `Timing`.
        forgets: whether the manager does not count the time of a board that was broken off.
    """

    name: str
    seats: LetterCase = LetterCase.TITLE
    verbs: LetterCase = LetterCase.LOWER
    cards: LetterCase = LetterCase.UPPER
    any_place: bool = False
    version: int = 18
    system: str = ""
    own_dummy: DummyWord = DummyWord.LOWER
    others_dummy: DummyWord = DummyWord.SEAT
    seated: SeatedStyle = SeatedStyle.QUOTED
    teams: str = 'Teams : N/S : "{ns}" E/W : "{ew}"'
    start: str = "Start of board"
    suits: str = "SHDC"
    colon: str = " : "
    stops: bool = True
    clock: str = "{}"
    timing: bool = True
    forgets: bool = False


STANDARD: Final = Dialect("standard")
OPENSPIEL: Final = Dialect(
    "openspiel",
    seats=LetterCase.UPPER,
    verbs=LetterCase.UPPER,
    cards=LetterCase.LOWER,
    any_place=True,
    own_dummy=DummyWord.TITLE,
    teams='Teams: N/S "{ns}" E/W "{ew}"',
    start="start of board",
    suits="CDHS",
    colon=": ",
    clock="[{}]",
)
DIALECTS: Final[Mapping[str, Dialect]] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            STANDARD,
            OPENSPIEL,
            # This project's own manager.
            Dialect("bluechip-bot", forgets=True),
            # As the 2005 text is quoted: a period after the first team.
            Dialect("spec", teams='Teams : N/S : "{ns}". E/W : "{ew}"'),
            Dialect("robobridge", version=19),
            Dialect(
                "wbridge5",
                seats=LetterCase.UPPER,
                verbs=LetterCase.UPPER,
                cards=LetterCase.LOWER,
                any_place=True,
                own_dummy=DummyWord.TITLE,
            ),
            Dialect("ben", others_dummy=DummyWord.LOWER),
            Dialect(
                "bridge_env",
                others_dummy=DummyWord.LOWER,
                seated=SeatedStyle.BARE,
                timing=False,
            ),
            Dialect("bridge-player", seats=LetterCase.LOWER, seated=SeatedStyle.PLAIN_QUOTES),
            Dialect(
                "zbridge",
                version=20,
                seated=SeatedStyle.PLAIN_QUOTES,
                teams='Teams: N/S: "{ns}". E/W: "{ew}"',
                stops=False,
                timing=False,
            ),
        )
    }
)


def dialect_named(name: str) -> Dialect:
    """Return the dialect `name`; raise a LocalProtocolError that lists all names if unknown."""
    if name not in DIALECTS:
        known = ", ".join(DIALECTS)
        raise LocalProtocolError(f"{name!r} is no profile; choose from: {known}")
    return DIALECTS[name]

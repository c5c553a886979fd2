"""The reader: turns a line into a message, in any known dialect.

The rules of this file:

* Case does not matter, a run of blanks counts as one, and a final period is optional.
* `parse` returns a message or raises `RemoteProtocolError`, whatever the line holds.
* A timing line is never an error: nothing depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from bluechip_bot.model import Call, Card, Hand, ModelError, Seat, Suit, Vulnerability, four
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.errors import BoardLineError, HandLineError, RemoteProtocolError

T = TypeVar("T")

_SEAT = "(north|east|south|west)"
_OWNER = "(north|east|south|west|dummy)"
_RANK = "10|[2-9tjqka]"
_CALL = "(?:pass|double|redouble|bids [1-7])"
_NOTE: Final = re.compile(r"\.? ?(alert|infos)\b[.:]?(.*)", re.I | re.A)
_NUMBER: Final = re.compile(r"[# ]*(\d{1,9})\b.*", re.A)
_DEALER: Final = re.compile(r"\bdealer\b[ :]*([^ .,]*)", re.I | re.A)
_VULNERABLE: Final = re.compile(
    r"([^ .,]+) vul|\bdealer\b[ :]*[^ .,]*[., ]*(?:vul[a-z]*[ :]+)?([^ .,]*)", re.I | re.A
)
_TIME: Final = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}):(\d\d)", re.A)


class SeatNameError(RemoteProtocolError):
    """A `Connecting` line asks for a seat that does not exist; `seat` is the word it contains."""

    def __init__(self, line: str, seat: str) -> None:
        self.seat = seat
        super().__init__(line, f"no such seat as {seat!r}")


def parse(line: str) -> messages.Message:
    """Return the message of a line, from either end.

    Raises:
        BoardLineError: if a board's number, dealer or vulnerability cannot be read.
        HandLineError: if a hand line does not show thirteen distinct cards.
        SeatNameError: if a `Connecting` line names no seat.
        RemoteProtocolError: if the line is not a line of the protocol.
    """
    text = " ".join(line.split())
    for pattern, build in _PATTERNS:
        if match := pattern.fullmatch(text):
            return build(match)
    raise RemoteProtocolError(line, "not a line of the protocol")


def _owner(text: str) -> Seat | None:
    return None if text.casefold() == "dummy" else Seat.parse(text)


def _connecting(match: re.Match[str]) -> messages.Message:
    team, place, version, system = match.groups()
    seat = None
    if place.casefold() != "anypl":
        if place.casefold() not in ("north", "east", "south", "west"):
            raise SeatNameError(match.string, place)
        seat = Seat.parse(place)
    return messages.Connecting(team.strip(), seat, int(version), (system or "").strip())


def _ready_for_card(match: re.Match[str]) -> messages.Message:
    trick = int(match[3])
    if not 1 <= trick <= 13:
        raise RemoteProtocolError(match.string, f"there is no trick {trick}")
    return messages.ReadyForCard(Seat.parse(match[1]), _owner(match[2]), trick)


def _note(rest: str) -> messages.CallNote | None:
    if match := _NOTE.fullmatch(rest):
        return messages.CallNote(messages.NoteKind(match[1].capitalize()), match[2].strip())
    glued = rest.strip(" .")
    return messages.CallNote(messages.NoteKind.GLUED, glued) if glued else None


def _call_made(match: re.Match[str]) -> messages.Message:
    return messages.CallMade(Seat.parse(match[1]), Call.parse(match[2] + match[3]), _note(match[4]))


def _seated(match: re.Match[str]) -> messages.Message:
    team = match[2]
    for opening, closing in (('("', '")'), ('"', '"'), ("(", ")")):
        if len(team) > len(opening + closing) and team[: len(opening)] == opening:
            if team.endswith(closing):
                team = team[len(opening) : -len(closing)]
            break
    return messages.Seated(Seat.parse(match[1]), team.strip())


def _teams(match: re.Match[str]) -> messages.Message:
    before, first, second = match.groups()
    if "e/w" in before.casefold():
        first, second = second, first
    return messages.Teams(first.strip(), second.strip())


def _board_header(match: re.Match[str]) -> messages.Message:
    number = _NUMBER.fullmatch(match[1])
    if number is None:
        raise BoardLineError(match.string, "no board number of at most 9 digits")
    return messages.BoardHeader(
        int(number[1]),
        _named(Seat.parse, _DEALER, match, "dealer"),
        _named(Vulnerability.parse, _VULNERABLE, match, "vulnerability"),
    )


def _named(
    parse: Callable[[str], T], pattern: re.Pattern[str], line: re.Match[str], what: str
) -> T:
    """Find a word in a board line, and parse it; `what` names it in the error."""
    found = pattern.search(line[1])
    word = next(filter(None, found.groups()), "") if found else ""
    try:
        return parse(word)
    except ModelError:
        reason = f"no such {what} as {word!r}" if word else f"no {what}"
        raise BoardLineError(line.string, reason) from None


def _hand_shown(match: re.Match[str]) -> messages.Message:
    """Read the hand in a hand line; a suit letter applies until the next one."""
    owner, text = _owner(match[1]), match[2]
    mask = 0
    suit: Suit | None = None
    for character in text.replace("10", "T"):
        # ASCII only: `upper` turns some other letters into ASCII ones.
        letter = character.upper() if character.isascii() else character
        if letter in " .,-":
            continue
        if letter in "SHDC":
            suit = Suit("SHDC".index(letter))
            continue
        rank = "23456789TJQKA".find(letter)
        if rank < 0 or suit is None:
            raise HandLineError(match.string, f"{letter!r} in a hand", owner)
        card = Card.of(suit, rank)
        if mask & card.mask:
            raise HandLineError(match.string, f"card {card} twice in a hand", owner)
        mask |= card.mask
    if mask.bit_count() != 13:
        raise HandLineError(match.string, f"a hand of {mask.bit_count()} cards, not 13", owner)
    return messages.HandShown(owner, Hand(mask))


def _timing(match: re.Match[str]) -> messages.Message:
    times = [
        3600 * int(hours or 0) + 60 * int(minutes) + int(seconds)
        for hours, minutes, seconds in _TIME.findall(match[1])
    ]
    return messages.Timing(four(times) if len(times) == 4 else None)


def _explain(match: re.Match[str]) -> messages.Message:
    words = match[2].strip(" .").casefold().removeprefix("bids ")
    try:
        call = Call.parse(words)
    except ValueError:
        call = None
    return messages.Explain(Seat.parse(match[1]), call)


def _complaint(match: re.Match[str]) -> messages.Message:
    folded = match.string.casefold().removeprefix("error").lstrip(": ")
    if "team" in folded:
        trouble = messages.RefusalReason.TEAM
    elif folded.startswith(("expected", "unexpected")):
        trouble = messages.RefusalReason.UNEXPECTED
    elif "version" in folded:
        trouble = messages.RefusalReason.VERSION
    elif "already" in folded or "taken" in folded:
        trouble = messages.RefusalReason.SEAT_TAKEN
    elif folded.startswith("disconnect"):
        trouble = messages.RefusalReason.DISCONNECT
    elif folded.startswith("illegal hand") or "seat" in folded:
        trouble = messages.RefusalReason.SEAT_UNKNOWN
    else:
        trouble = messages.RefusalReason.OTHER
    return messages.Complaint(trouble, match.string)


def _pattern(regex: str) -> re.Pattern[str]:
    return re.compile(regex, re.I | re.A)


_PATTERNS: Final[
    tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], messages.Message]], ...]
] = (
    (
        _pattern(rf"{_SEAT} ready (for teams|to start|for deal|for cards|for dummy)\.?"),
        lambda match: messages.Ready(Seat.parse(match[1]), messages.Readiness(match[2].casefold())),
    ),
    (
        _pattern(rf"{_SEAT} ready for {_SEAT}'s bid\.?"),
        lambda match: messages.ReadyForCall(Seat.parse(match[1]), Seat.parse(match[2])),
    ),
    (_pattern(rf"{_SEAT} ready for {_OWNER}'s card to trick (\d\d?)\.?"), _ready_for_card),
    # Before the calls, as a team may be called after one. In quotes it may be called anything;
    # without them a call whose note ends like this line is a call.
    (_pattern(rf'{_SEAT} (\("[^"]*"\)|"[^"]*") seated\.?'), _seated),
    (_pattern(rf"{_SEAT} (?!{_CALL}.*\b(?:alert|infos)\b)(.+) seated\.?"), _seated),
    (_pattern(rf"{_SEAT} (pass(?:es)?|doubles?|redoubles?)(?![a-z])()(.*)"), _call_made),
    (_pattern(rf"{_SEAT} bids ([1-7]) ?(nt?|[cdhs])(.*)"), _call_made),
    (
        _pattern(rf"{_OWNER} plays ((?:{_RANK})[shdc]|[shdc](?:{_RANK}))(?:[. ].*)?"),
        lambda match: messages.CardPlayed(_owner(match[1]), Card.parse(match[2])),
    ),
    (_pattern(rf"{_OWNER} to lead\.?"), lambda match: messages.ToLead(_owner(match[1]))),
    (_pattern(r"start of board\.?"), lambda _: messages.StartOfBoard()),
    (_pattern(r"board number\b(.*)"), _board_header),
    (_pattern(rf"{_OWNER}'s cards ?:(.*)"), _hand_shown),
    (_pattern(r"timing\b(.*)"), _timing),
    (_pattern(r"end of session\.?"), lambda _: messages.EndOfSession()),
    (_pattern(r"ns ?:(.*)"), lambda match: messages.EndOfSession(match[1].strip())),
    (_pattern(r'teams\b([^"]*)"([^"]*)"[^"]*"([^"]*)".*'), _teams),
    (
        _pattern(r'connecting "(.*?)" as ([^ ]+) using protocol version (\d{1,3})\.?(?: (.*))?'),
        _connecting,
    ),
    (
        _pattern(rf"{_SEAT} received dummy\.?"),
        lambda match: messages.ReceivedDummy(Seat.parse(match[1])),
    ),
    (
        _pattern(r"illegal (bid|call|card|play)\.?"),
        lambda match: messages.Illegal(card=match[1].casefold() in ("card", "play")),
    ),
    (_pattern(rf"explain {_SEAT}'s(.*)"), _explain),
    (
        _pattern(
            r"(?:error|unexpected|expected|disconnect|illegal hand|team name|seat\b"
            r"|player (?:north|east|south|west)"
            r"|(?:north|east|south|west) should be team).*"
        ),
        _complaint,
    ),
)

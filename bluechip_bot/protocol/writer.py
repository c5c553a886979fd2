"""The writer: from a message to the exact text of its line, in a dialect.

What the protocol cannot carry (characters outside #32..#126, quotes in a team name) raises
`LocalProtocolError` before anything is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bluechip_bot.model import DOUBLE, PASS, REDOUBLE, Call, Card, Hand, Seat, Suit, Vulnerability
from bluechip_bot.protocol.dialect import STANDARD, Dialect, DummyWord
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CardPlayed,
    Complaint,
    Connecting,
    EndOfSession,
    Explain,
    HandShown,
    Illegal,
    Message,
    NoteKind,
    Ready,
    ReadyForCall,
    ReadyForCard,
    ReceivedDummy,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)

_TEAM: Final = 200
"""The greatest length of a team's name: some lines hold two, and clients may cut long lines."""
_VULNERABLE: Final = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}
_VERBS: Final = {PASS: "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}


def format_message(message: Message, dialect: Dialect = STANDARD) -> str:
    """The line of a message, without its line end.

    Raises:
        LocalProtocolError: if the message holds what the protocol cannot carry.
    """
    line = _WRITERS[type(message)](message, dialect)
    check_text(line)
    return line


def check_text(text: str) -> None:
    """Raise unless the text is one line of printable ASCII.

    Raises:
        LocalProtocolError: naming the character that cannot be sent.
    """
    for character in text:
        if not " " <= character <= "~":
            raise LocalProtocolError(f"character {character!r} cannot be sent: {text!r}")


def check_team(team: str) -> None:
    """Raise unless the name can be sent, and read back, in every dialect.

    Raises:
        LocalProtocolError: saying what is wrong with the name.
    """
    check_text(team)
    if not team or team != " ".join(team.split()):
        raise LocalProtocolError(f"a team needs a name without blanks around it: {team!r}")
    if len(team) > _TEAM:
        raise LocalProtocolError(f"a team name of {len(team)} characters, more than {_TEAM}")
    if '"' in team or (team[0] == "(" and team[-1] == ")"):
        raise LocalProtocolError(f"a team name may not hold quotes or be in parentheses: {team!r}")


def clean_note(text: str) -> str:
    """An explanation as it can be sent: one line of ASCII, without the words that mark notes."""
    ascii_text = text.encode("ascii", "replace").decode("ascii")
    for word in ("Alert.", "Infos."):
        ascii_text = ascii_text.replace(word, word[:-1])
    printable = "".join(c if " " <= c <= "~" else " " for c in ascii_text)
    return " ".join(printable.split())


def _seat(seat: Seat, dialect: Dialect) -> str:
    return dialect.seats.apply(str(seat))


def _seat_or_dummy(seat: Seat | None, dialect: Dialect) -> str:
    return "Dummy" if seat is None else _seat(seat, dialect)


def _call(call: Call, dialect: Dialect) -> str:
    if call.is_bid:
        return f"bids {call}"
    return dialect.verbs.apply(_VERBS[call])


def _connecting(message: Connecting, dialect: Dialect) -> str:
    check_team(message.team)
    seat = "ANYPL" if message.seat is None else _seat(message.seat, dialect)
    system = f" {message.system}" if message.system else ""
    return f'Connecting "{message.team}" as {seat} using protocol version {message.version}{system}'


def _ready(message: Ready, dialect: Dialect) -> str:
    return f"{_seat(message.seat, dialect)} ready {message.stage.value}"


def _ready_for_call(message: ReadyForCall, dialect: Dialect) -> str:
    return f"{_seat(message.seat, dialect)} ready for {_seat(message.caller, dialect)}'s bid"


def _ready_for_card(message: ReadyForCard, dialect: Dialect) -> str:
    if message.player is not None:
        player = _seat(message.player, dialect)
    elif dialect.own_dummy is DummyWord.TITLE:
        player = "Dummy"
    else:
        player = "dummy"
    return f"{_seat(message.seat, dialect)} ready for {player}'s card to trick {message.trick}"


def _received_dummy(message: ReceivedDummy, dialect: Dialect) -> str:
    return f"{_seat(message.seat, dialect)} received dummy"


def _call_made(message: CallMade, dialect: Dialect) -> str:
    line = f"{_seat(message.seat, dialect)} {_call(message.call, dialect)}"
    if message.note is None:
        return line
    if message.note.kind is NoteKind.GLUED:
        if not message.call.is_bid and message.note.text[:1].isalpha():
            raise LocalProtocolError(f"a text glued to {line!r} would not be understood")
        return line + message.note.text
    return f"{line} {message.note.kind.value}. {message.note.text}".rstrip()


def _card(card: Card, dialect: Dialect) -> str:
    return dialect.cards.apply(card.rank_letter + card.suit.letter)


def _card_played(message: CardPlayed, dialect: Dialect) -> str:
    signal = f". {message.signal}" if message.signal else ""
    return f"{_seat_or_dummy(message.seat, dialect)} plays {_card(message.card, dialect)}{signal}"


def _seated(message: Seated, dialect: Dialect) -> str:
    check_team(message.team)
    return f"{_seat(message.seat, dialect)} {dialect.seated.value.format(message.team)} seated"


def _teams(message: Teams, dialect: Dialect) -> str:
    check_team(message.ns)
    check_team(message.ew)
    scoring = f". Playing {message.scoring}" if message.scoring else ""
    return dialect.teams.format(ns=message.ns, ew=message.ew) + scoring


def _start(_message: StartOfBoard, dialect: Dialect) -> str:
    return dialect.start


def _board_header(message: BoardHeader, dialect: Dialect) -> str:
    room = f" {message.room} room." if message.room else ""
    stop = "." if dialect.stops or room else ""
    return (
        f"Board number {message.number}. Dealer {_seat(message.dealer, dialect)}. "
        f"{_VULNERABLE[message.vulnerability]} vulnerable{stop}{room}"
    )


def _hand(hand: Hand, dialect: Dialect) -> str:
    stop = "." if dialect.stops else ""
    suits = []
    for letter in dialect.suits:
        suit = next(suit for suit in Suit if suit.letter == letter)
        ranks = " ".join(hand.suit_text(suit)) or "-"
        suits.append(f"{letter} {ranks}{stop}")
    return " ".join(suits)


def _hand_shown(message: HandShown, dialect: Dialect) -> str:
    owner = _seat_or_dummy(message.owner, dialect)
    return f"{owner}'s cards{dialect.colon}{_hand(message.hand, dialect)}"


def _to_lead(message: ToLead, dialect: Dialect) -> str:
    return f"{_seat_or_dummy(message.seat, dialect)} to lead"


def _timing(message: Timing, dialect: Dialect) -> str:
    ns_board, ns_total, ew_board, ew_total = message.times or (0, 0, 0, 0)

    def board(seconds: int) -> str:
        return dialect.clock.format(f"{seconds // 60:02}:{seconds % 60:02}")

    def total(seconds: int) -> str:
        text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return dialect.clock.format(text)

    return (
        f"Timing - N/S : this board  {board(ns_board)},  total  {total(ns_total)}.  "
        f"E/W : this board  {board(ew_board)},  total  {total(ew_total)}."
    )


def _end(message: EndOfSession, _dialect: Dialect) -> str:
    return f"NS:{message.text}" if message.text else "End of session"


def _illegal(message: Illegal, _dialect: Dialect) -> str:
    return "Illegal card" if message.card else "Illegal bid"


def _explain(message: Explain, dialect: Dialect) -> str:
    call = "" if message.call is None else _call(message.call, dialect)
    return f"Explain {_seat(message.seat, dialect)}'s {call}".rstrip()


def _complaint(message: Complaint, _dialect: Dialect) -> str:
    return message.text


_WRITERS: Final[dict[type[Any], Callable[[Any, Dialect], str]]] = {
    Connecting: _connecting,
    Ready: _ready,
    ReadyForCall: _ready_for_call,
    ReadyForCard: _ready_for_card,
    ReceivedDummy: _received_dummy,
    CallMade: _call_made,
    CardPlayed: _card_played,
    Seated: _seated,
    Teams: _teams,
    StartOfBoard: _start,
    BoardHeader: _board_header,
    HandShown: _hand_shown,
    ToLead: _to_lead,
    Timing: _timing,
    EndOfSession: _end,
    Illegal: _illegal,
    Explain: _explain,
    Complaint: _complaint,
}

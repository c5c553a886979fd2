"""The writer: turns a message into the exact text of its line, in a dialect.

Text that the protocol cannot carry (characters outside #32..#126, quotes in a team name) raises
`LocalProtocolError` before anything is sent.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.model import DOUBLE, PASS, REDOUBLE, Call, Hand, Seat, Vulnerability
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.dialect import STANDARD, Dialect, DummyWord
from bluechip_bot.protocol.errors import LocalProtocolError

_TEAM: Final = 200
"""The greatest length of a team's name: some lines hold two, and clients may cut long lines."""
_VULNERABLE: Final = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}
_VERBS: Final = {PASS: "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}


def format_message(message: messages.Message, dialect: Dialect = STANDARD) -> str:
    """Return the line of a message; raise LocalProtocolError if its text cannot be sent."""
    line = _line(message, dialect)
    check_text(line)
    return line


def check_text(text: str) -> None:
    """Raise LocalProtocolError unless the text is one line of printable ASCII."""
    for character in text:
        if not " " <= character <= "~":
            raise LocalProtocolError(f"character {character!r} cannot be sent: {text!r}")


def check_team(team: str) -> None:
    """Raise LocalProtocolError, with the reason, unless every dialect can carry the team name."""
    check_text(team)
    if not team or team != " ".join(team.split()):
        raise LocalProtocolError(f"a team needs a name without blanks around it: {team!r}")
    if len(team) > _TEAM:
        raise LocalProtocolError(f"a team name of {len(team)} characters, more than {_TEAM}")
    if '"' in team or (team[0] == "(" and team[-1] == ")"):
        raise LocalProtocolError(f"a team name may not hold quotes or be in parentheses: {team!r}")


def clean_note(text: str) -> str:
    """Make an explanation fit to send: one line of ASCII, without the words that mark notes."""
    ascii_text = text.encode("ascii", "replace").decode("ascii")
    for word in ("Alert.", "Infos."):
        ascii_text = ascii_text.replace(word, word[:-1])
    printable = "".join(c if " " <= c <= "~" else " " for c in ascii_text)
    return " ".join(printable.split())


def _line(message: messages.Message, dialect: Dialect) -> str:  # noqa: C901, PLR0912 - a case each
    def seat(value: Seat | None) -> str:
        return "Dummy" if value is None else dialect.seats.apply(str(value))

    match message:
        case messages.Connecting(team, place, version, system):
            check_team(team)
            name = "ANYPL" if place is None else seat(place)
            line = f'Connecting "{team}" as {name} using protocol version {version} {system}'
            return line.rstrip()
        case messages.Ready(sender, stage):
            return f"{seat(sender)} ready {stage.value}"
        case messages.ReadyForCall(sender, caller):
            return f"{seat(sender)} ready for {seat(caller)}'s bid"
        case messages.ReadyForCard(sender, player, trick):
            is_lower = player is None and dialect.own_dummy is not DummyWord.TITLE
            name = "dummy" if is_lower else seat(player)
            return f"{seat(sender)} ready for {name}'s card to trick {trick}"
        case messages.ReceivedDummy(sender):
            return f"{seat(sender)} received dummy"
        case messages.CallMade(caller, call, note):
            return _with_note(f"{seat(caller)} {_call(call, dialect)}", call, note)
        case messages.CardPlayed(owner, card):
            return f"{seat(owner)} plays {dialect.cards.apply(card.rank_letter + card.suit.letter)}"
        case messages.Seated(place, team):
            check_team(team)
            return f"{seat(place)} {dialect.seated.value.format(team)} seated"
        case messages.Teams(ns, ew):
            check_team(ns)
            check_team(ew)
            return dialect.teams.format(ns=ns, ew=ew)
        case messages.StartOfBoard():
            return dialect.start
        case messages.BoardHeader(number, dealer, vulnerability):
            vulnerable = f"{_VULNERABLE[vulnerability]} vulnerable{'.' if dialect.stops else ''}"
            return f"Board number {number}. Dealer {seat(dealer)}. {vulnerable}"
        case messages.HandShown(owner, hand):
            return f"{seat(owner)}'s cards{dialect.colon}{_hand(hand, dialect)}"
        case messages.ToLead(leader):
            return f"{seat(leader)} to lead"
        case messages.Timing():
            return _timing(message, dialect)
        case messages.EndOfSession(text):
            return f"NS:{text}" if text else "End of session"
        case messages.Illegal(is_card):
            return "Illegal card" if is_card else "Illegal bid"
        case messages.Explain(caller, asked):
            named = "" if asked is None else _call(asked, dialect)
            return f"Explain {seat(caller)}'s {named}".rstrip()
        case messages.Complaint(_, text):
            return text


def _call(call: Call, dialect: Dialect) -> str:
    return f"bids {call}" if call.is_bid else dialect.verbs.apply(_VERBS[call])


def _with_note(line: str, call: Call, note: messages.CallNote | None) -> str:
    if note is None:
        return line
    if note.kind is messages.NoteKind.GLUED:
        if not call.is_bid and note.text[:1].isalpha():
            raise LocalProtocolError(f"a text glued to {line!r} would not be understood")
        return line + note.text
    return f"{line} {note.kind.value}. {note.text}".rstrip()


def _hand(hand: Hand, dialect: Dialect) -> str:
    stop = "." if dialect.stops else ""
    suits = ((letter, hand.suit_text("SHDC".index(letter))) for letter in dialect.suits)
    return " ".join(f"{letter} {' '.join(ranks) or '-'}{stop}" for letter, ranks in suits)


def _timing(message: messages.Timing, dialect: Dialect) -> str:
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

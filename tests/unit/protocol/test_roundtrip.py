"""What the writer writes, the reader reads: every message in every dialect."""

from __future__ import annotations

from typing import Any, get_args

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.model import Call, Card, Hand, Seat, Vulnerability
from bluechip_bot.protocol import messages
from bluechip_bot.protocol.dialect import DIALECTS, Dialect, SeatedStyle
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import Complaint, Message, NoteKind, RefusalReason
from bluechip_bot.protocol.reader import parse
from bluechip_bot.protocol.writer import check_team, check_text, clean_note, format_message

PRINTABLE = [chr(code) for code in range(32, 127)]
TEXTS = st.text(PRINTABLE, max_size=30).map(lambda text: " ".join(text.split()))
DIALECT = st.sampled_from(list(DIALECTS.values()))
SEATS = st.sampled_from(Seat)
OWNERS = st.none() | SEATS
CALLS = st.integers(0, 37).map(Call)
CARDS = st.integers(0, 51).map(Card)
HANDS = st.permutations(range(52)).map(lambda pack: Hand.of(pack[:13]))
SECONDS = st.integers(0, 35_000_000)
PARTS = ["E/W", "N/S :", ". Playing MP", "seated", "as South using protocol version 18", "(", ".)"]


def is_team(text: str) -> bool:
    """Whether the writer takes the name."""
    try:
        check_team(text)
    except LocalProtocolError:
        return False
    return True


def is_glued(text: str) -> bool:
    """Whether the reader can give the text back as one without its mark."""
    marked = text.casefold().lstrip(". ").startswith(("alert", "infos"))
    return bool(text) and text == text.strip(" .") and not marked and not text.endswith("seated")


TEAMS = (TEXTS | st.lists(st.sampled_from(PARTS) | TEXTS, max_size=4).map(" ".join)).filter(is_team)
MARKED = st.builds(messages.CallNote, st.sampled_from([NoteKind.ALERT, NoteKind.INFOS]), TEXTS)
# A text that touches a verb must not go on with a letter: it would be another word.
GLUED = st.builds(messages.CallNote, st.just(NoteKind.GLUED), TEXTS.filter(is_glued))
NOTES = st.none() | MARKED | GLUED.filter(lambda note: not note.text[0].isalpha())
BIDS = st.integers(3, 37).map(Call)
COMPLAINTS = [
    Complaint(RefusalReason.SEAT_TAKEN, "Seat was already taken"),
    Complaint(RefusalReason.SEAT_UNKNOWN, "Illegal hand 'anypl' specified"),
    Complaint(RefusalReason.TEAM, "Team name must be 'X'"),
    Complaint(RefusalReason.TEAM, "South should be team X"),
    Complaint(RefusalReason.VERSION, "ERROR: Protocol version is not 18 but 17."),
    Complaint(RefusalReason.UNEXPECTED, "Unexpected 'hello' from North"),
    Complaint(RefusalReason.DISCONNECT, "Disconnect"),
    Complaint(RefusalReason.OTHER, "Error detected"),
]
FIELDS: dict[type[Any], tuple[st.SearchStrategy[Any], ...]] = {
    messages.Connecting: (TEAMS, OWNERS, st.integers(0, 999), TEXTS),
    messages.Ready: (SEATS, st.sampled_from(messages.Readiness)),
    messages.ReadyForCall: (SEATS, SEATS),
    messages.ReadyForCard: (SEATS, OWNERS, st.integers(1, 13)),
    messages.ReceivedDummy: (SEATS,),
    messages.CardPlayed: (OWNERS, CARDS),
    messages.Seated: (SEATS, TEAMS),
    messages.Teams: (TEAMS, TEAMS),
    messages.StartOfBoard: (),
    messages.BoardHeader: (st.integers(1, 999_999), SEATS, st.sampled_from(Vulnerability)),
    messages.HandShown: (OWNERS, HANDS),
    messages.ToLead: (OWNERS,),
    # `None` times are what cannot be read; they are not written.
    messages.Timing: (st.tuples(SECONDS, SECONDS, SECONDS, SECONDS),),
    messages.EndOfSession: (TEXTS,),
    messages.Illegal: (st.booleans(),),
    messages.Explain: (SEATS, st.none() | CALLS),
}
MESSAGES = {kind: st.builds(kind, *fields) for kind, fields in FIELDS.items()} | {
    messages.CallMade: st.builds(messages.CallMade, SEATS, CALLS, NOTES)
    | st.builds(messages.CallMade, SEATS, BIDS, GLUED),
    Complaint: st.sampled_from(COMPLAINTS),
}


def test_every_message_class_is_covered() -> None:
    """No kind of message is left out here."""
    assert set(MESSAGES) == set(get_args(Message))


# The properties are defined inside the tests: a parametrized test that is itself a property would
# be wrapped once more by pytest-twisted for each parameter.
@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_what_is_written_is_read(kind: type) -> None:
    """A message's line gives the same message back, whatever the dialect."""

    @settings(max_examples=20)
    @given(MESSAGES[kind], DIALECT)
    def check(message: Message, dialect: Dialect) -> None:
        assert parse(format_message(message, dialect)) == message

    check()


def folded(message: Message) -> object:
    """The message with all its texts in lower case."""
    fields = attrs.asdict(message, recurse=True).items()
    return type(message), {
        name: value.casefold() if isinstance(value, str) else value for name, value in fields
    }


def is_plain(message: Message) -> bool:
    """Whether the line holds no free text but team names: there blanks and periods count."""
    if isinstance(message, Complaint):
        return False
    note = getattr(message, "note", None)
    texts = [getattr(message, name, "") for name in ("system", "text")]
    return note is None and not any(texts)


@pytest.mark.parametrize(
    "kind", [k for k in MESSAGES if k is not Complaint], ids=lambda kind: kind.__name__
)
def test_case_blanks_and_period_do_not_matter(kind: type) -> None:
    """Any case, any run of blanks, a final period or none: the same message is read."""

    @given(
        MESSAGES[kind].filter(is_plain),
        DIALECT,
        st.sampled_from([str, str.upper, str.lower, str.swapcase]),
        st.sampled_from(["", " ", "  "]),
        st.sampled_from([" ", "  ", "   ", " \t "]),
        st.sampled_from(["", " ", ".", ". ", ".  \r"]),
    )
    @settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
    def check(
        message: Message, dialect: Dialect, case: Any, before: str, blank: str, after: str
    ) -> None:
        line = format_message(message, dialect).removesuffix(".")
        assert folded(parse(before + case(line).replace(" ", blank) + after)) == folded(message)

    check()


TEAM_NAMES = [
    *("ALERT", "Alert. Club", "Infos", "N/S", "E/W : B", "ready for cards", "ready for teams"),
    *("seated", "A seated", "as South using protocol version 18", "x (y)", "(a) b", "South"),
    *("End of session", "Double Dummy", "Pass Out", "Redouble Club", "passes", "Bridge 24.7"),
    *("to lead", "passes Alert. x", "bids 1NT Infos. y", "doubles alert"),
]
"""Like a word or a line of the protocol; the last three can be read only in quotes."""


@pytest.mark.parametrize("style", SeatedStyle)
def test_teams_are_called_by_any_line_of_the_protocol(style: SeatedStyle) -> None:
    """In each line that holds a team, however the manager quotes it."""
    dialect = Dialect("x", seated=style)
    for team in TEAM_NAMES[: -3 if style is SeatedStyle.BARE else None]:
        check_team(team)
        for message in (
            messages.Seated(Seat.NORTH, team),
            messages.Connecting(team, Seat.SOUTH, 19, 'plays "natural" as South'),
            messages.Teams(team, "B"),
            messages.Teams("A", team),
        ):
            assert parse(format_message(message, dialect)) == message


@pytest.mark.parametrize(
    "team", ['A"B', '"', '""', "(A)", "", " ", " A", "A ", "A  B", "A\tB", "A\n", "É"]
)
def test_names_that_cannot_be_told_from_their_line_are_refused(team: str) -> None:
    """Quotes, parentheses around it, odd blanks or none but ASCII: no line is written with it."""
    with pytest.raises(LocalProtocolError):
        check_team(team)
    for message in (
        messages.Connecting(team, None),
        messages.Seated(Seat.WEST, team),
        messages.Teams("A", team),
    ):
        with pytest.raises(LocalProtocolError):
            format_message(message)


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_clean_notes_can_be_sent(text: str) -> None:
    """Whatever a player writes, a cleaned note is one line of ASCII that is read back as it is."""
    note = clean_note(text)
    check_text(note)
    message = messages.CallMade(Seat.NORTH, Call(7), messages.CallNote(NoteKind.ALERT, note))
    assert parse(format_message(message)) == message


@given(st.text(max_size=20))
def test_what_is_not_ascii_is_never_written(text: str) -> None:
    """A line with other characters than #32..#126 is refused, and no other is."""
    message = Complaint(RefusalReason.OTHER, text)
    if all(" " <= character <= "~" for character in text):
        assert format_message(message) == text
    else:
        with pytest.raises(LocalProtocolError):
            format_message(message)

"""What the writer writes, the reader reads: every message in every dialect."""

from __future__ import annotations

from typing import Any, get_args

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.model import Call, Card, Hand, Seat, Vulnerability
from bluechip_bot.protocol.dialect import DIALECTS, Dialect, SeatedStyle
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.messages import (
    BoardHeader,
    CallMade,
    CallNote,
    CardPlayed,
    Complaint,
    Connecting,
    EndOfSession,
    Explain,
    HandShown,
    Illegal,
    Message,
    NoteKind,
    Readiness,
    Ready,
    ReadyForCall,
    ReadyForCard,
    ReceivedDummy,
    RefusalReason,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
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
MARKED = st.builds(CallNote, st.sampled_from([NoteKind.ALERT, NoteKind.INFOS]), TEXTS)
# A text that touches a verb must not go on with a letter: it would be another word.
GLUED = st.builds(CallNote, st.just(NoteKind.GLUED), TEXTS.filter(is_glued))
GLUED_TO_VERB = GLUED.filter(lambda note: not note.text[0].isalpha())
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
MESSAGES: dict[type[Any], st.SearchStrategy[Any]] = {
    Connecting: st.builds(Connecting, TEAMS, OWNERS, st.integers(0, 999), TEXTS),
    Ready: st.builds(Ready, SEATS, st.sampled_from(Readiness)),
    ReadyForCall: st.builds(ReadyForCall, SEATS, SEATS),
    ReadyForCard: st.builds(ReadyForCard, SEATS, OWNERS, st.integers(1, 13)),
    ReceivedDummy: st.builds(ReceivedDummy, SEATS),
    CallMade: st.builds(CallMade, SEATS, CALLS, st.none() | MARKED | GLUED_TO_VERB)
    | st.builds(CallMade, SEATS, BIDS, GLUED),
    CardPlayed: st.builds(CardPlayed, OWNERS, CARDS),
    Seated: st.builds(Seated, SEATS, TEAMS),
    Teams: st.builds(Teams, TEAMS, TEAMS),
    StartOfBoard: st.just(StartOfBoard()),
    BoardHeader: st.builds(
        BoardHeader, st.integers(1, 999_999), SEATS, st.integers(0, 3).map(Vulnerability)
    ),
    HandShown: st.builds(HandShown, OWNERS, HANDS),
    ToLead: st.builds(ToLead, OWNERS),
    # `None` times are what cannot be read; they are not written.
    Timing: st.builds(Timing, st.tuples(SECONDS, SECONDS, SECONDS, SECONDS)),
    EndOfSession: st.builds(EndOfSession, TEXTS),
    Illegal: st.builds(Illegal, st.booleans()),
    Explain: st.builds(Explain, SEATS, st.none() | CALLS),
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

    @settings(max_examples=40)
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
    @settings(max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])
    def check(
        message: Message, dialect: Dialect, case: Any, before: str, blank: str, after: str
    ) -> None:
        line = format_message(message, dialect).removesuffix(".")
        assert folded(parse(before + case(line).replace(" ", blank) + after)) == folded(message)

    check()


@pytest.mark.parametrize("style", SeatedStyle)
@pytest.mark.parametrize(
    "team", ["Double Dummy", "Pass Out", "Redouble Club", "passes", "Bridge 24.7", "to lead"]
)
def test_teams_with_words_of_the_protocol_are_seated(team: str, style: SeatedStyle) -> None:
    """A team may be called by a word of bridge, also where the manager does not quote it."""
    check_team(team)
    line = format_message(Seated(Seat.NORTH, team), Dialect("x", seated=style))
    assert parse(line) == Seated(Seat.NORTH, team)


@pytest.mark.parametrize("style", SeatedStyle)
@pytest.mark.parametrize(
    "team",
    [
        "ALERT",
        "Alert. Club",
        "Infos",
        "N/S",
        "E/W : B",
        "ready for cards",
        "ready for teams",
        "seated",
        "A seated",
        "as South using protocol version 18",
        "x (y)",
        "(a) b",
        "South",
        "End of session",
    ],
)
def test_teams_are_called_by_any_line_of_the_protocol(team: str, style: SeatedStyle) -> None:
    """A team's name may read like a line of the protocol, in each line that holds it."""
    check_team(team)
    dialect = Dialect("x", seated=style)
    messages = (
        Seated(Seat.EAST, team),
        Connecting(team, Seat.SOUTH, 19, 'plays "natural" as South'),
        Teams(team, "B"),
        Teams("A", team),
    )
    for message in messages:
        assert parse(format_message(message, dialect)) == message


@pytest.mark.parametrize("style", [SeatedStyle.QUOTED, SeatedStyle.PLAIN_QUOTES])
@pytest.mark.parametrize("team", ["passes Alert. x", "bids 1NT Infos. y", "doubles alert"])
def test_teams_in_quotes_may_be_called_by_alerted_calls(team: str, style: SeatedStyle) -> None:
    """Where the manager quotes the team, not even a call with its note is taken for one."""
    line = format_message(Seated(Seat.NORTH, team), Dialect("x", seated=style))
    assert parse(line) == Seated(Seat.NORTH, team)


@pytest.mark.parametrize(
    "team", ['A"B', '"', '""', "(A)", "", " ", " A", "A ", "A  B", "A\tB", "A\n", "É"]
)
def test_names_that_cannot_be_told_from_their_line_are_refused(team: str) -> None:
    """Quotes, parentheses around it, odd blanks or none but ASCII: no line is written with it."""
    with pytest.raises(LocalProtocolError):
        check_team(team)
    for message in (Connecting(team, None), Seated(Seat.WEST, team), Teams("A", team)):
        with pytest.raises(LocalProtocolError):
            format_message(message)


@given(st.text(max_size=40))
def test_clean_notes_can_be_sent(text: str) -> None:
    """Whatever a player writes, a cleaned note is one line of ASCII that is read back as it is."""
    note = clean_note(text)
    check_text(note)
    message = CallMade(Seat.NORTH, Call(7), CallNote(NoteKind.ALERT, note))
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

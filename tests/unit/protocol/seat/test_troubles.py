"""The client's end when things go wrong: refusals, restarts, nonsense, lost connections."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bluechip_bot.model import PASS, Card, Decision, Seat
from bluechip_bot.protocol.effects import CloseConnection, LogGrade, SendLine, SessionEnding
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.seat.session import SeatPhase

HANDS = {
    "North": "S A K 7. H A 4 2. D T 7 6. C K Q 8 6.",
    "South": "S Q T 9 5 2. H K Q T 7 5. D -. C 9 3 2.",
    "West": "S J 8. H 8. D A K Q 4 3 2. C A T 7 4.",
}
BOARD = "Board number 1. Dealer North. Neither vulnerable."
START = ["Start of board", BOARD, f"South's cards : {HANDS['South']}"]


STEPS: dict[str, tuple[str, ...]] = {
    "connecting": (),
    "seated": ('South ("A") seated',),
    "waiting": ('Teams : N/S : "A" E/W : "B"',),
    "dealing": (START[0],),
    "shown": (START[1],),
    "auction": (START[2],),
    "own call": ("North passes", "East passes"),
    "before the lead": ("= 4S", "West passes", "North passes", "East passes"),
    "before dummy": ("West plays AD",),
    "own card": (f"Dummy's cards : {HANDS['North']}",),
    "trick": ("= ..6.",),
    "astray": ("East plays AD",),
}
"""By phase, what leads there from the phase before: lines, and after `=` South's own decision."""
PHASES = list(STEPS)
IN_BOARD = PHASES[PHASES.index("auction") :]


def begins_again(end: Any) -> bool:
    """Whether a board can be begun."""
    ready = ["South ready for deal", "South ready for cards", "South ready for North's bid"]
    return bool(end.feed(*START) == ready)


def in_phase(client: Any, phase: str) -> Any:
    """South, as far as the phase says; he declares 4S and holds his answers."""
    end = client.make(Seat.SOUTH)
    for step in itertools.chain(*(STEPS[name] for name in PHASES[: PHASES.index(phase) + 1])):
        end.decide(step[2:]) if step.startswith("= ") else end.feed(step)
    return end


@pytest.mark.parametrize("phase", PHASES[1:])
def test_start_of_board_begins_again_in_any_phase(client: Any, phase: str) -> None:
    """`Start of board` is answered by `ready for deal`; a pending question is no longer wanted."""
    end = in_phase(client, phase)
    pending = end.session.asked
    assert (pending is not None) == phase.startswith("own")
    assert end.feed("Start of board") == ["South ready for deal"]
    assert end.session.asked is None
    assert end.abandoned == ([pending.id] if pending else [])
    if pending:
        assert end.carry_out(end.session.decided(Decision(pending.id, PASS))) == []
        assert end.logs[-1].text == f"decision {pending.id} is no longer wanted"
    assert end.feed(*START[1:]) == ["South ready for cards", "South ready for North's bid"]
    assert end.feed("North passes") == ["South ready for East's bid"]
    assert end.feed("East passes") == []
    assert end.requests[-1] is end.session.asked
    assert end.decide("4S") == ["South bids 4S", "South ready for West's bid"]


@pytest.mark.parametrize("phase", PHASES[2:])
def test_teams_again_are_answered_by_nothing(client: Any, phase: str) -> None:
    """Repeated `Teams` changes nothing, in any phase."""
    end = in_phase(client, phase)
    before = (end.session.phase, end.session.board, end.session.asked)
    assert end.feed('Teams : N/S : "A" E/W : "C"') == []
    assert (end.session.phase, end.session.board, end.session.asked) == before


def test_teams_and_seated_may_be_left_out_in_a_restart(client: Any) -> None:
    """A board that starts before the teams were told is played; late teams are not answered."""
    end = in_phase(client, "seated")
    assert end.feed("Start of board") == ["South ready for deal"]
    assert end.feed('Teams : N/S : "A" E/W : "C"', 'South ("A") seated') == []
    assert end.feed(*START[1:]) == ["South ready for cards", "South ready for North's bid"]


@pytest.mark.parametrize("phase", PHASES)
def test_lost_connection(client: Any, phase: str) -> None:
    """The end of the connection before a board has been played to its end is a failure."""
    end = in_phase(client, phase)
    pending = end.session.asked
    end.carry_out(end.session.lost())
    assert end.close.ending is SessionEnding.FAILED
    assert end.abandoned[-1:] == ([pending.id] if pending else end.abandoned[-1:])
    assert end.session.asked is None


@pytest.mark.parametrize("phase", PHASES[1:])
@pytest.mark.parametrize("line", ["End of session", "NS:1"])
def test_end_of_session_in_any_phase(client: Any, phase: str, line: str) -> None:
    """The manager may end the session at any time: it is a clean end, with a warning in a board."""
    end = in_phase(client, phase)
    pending = end.session.asked
    end.feed(line)
    assert end.close.ending is SessionEnding.FINISHED
    warned = [text for text in end.grave() if "was not played to its end" in text]
    assert bool(warned) == (phase in IN_BOARD)
    assert pending is None or end.abandoned == [pending.id]
    assert end.feed("Start of board", START[2]) == []


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "Start of board",
        'Teams : N/S : "A" E/W : "B"',
        "Illegal hand 'South' specified",
        "North's cards : S A.",
        f"South's cards : {HANDS['South']}",
        'North ("A") seated',
    ],
)
def test_anything_but_our_seat_is_a_refusal(client: Any, line: str) -> None:
    """Before `seated`, or where another seat is given, the session ends with the line."""
    end = in_phase(client, "connecting")
    assert end.feed(line) == []
    assert end.close.ending is SessionEnding.REFUSED
    assert line in end.close.text


@pytest.mark.parametrize("seat", Seat)
def test_any_place_is_where_the_manager_says(client: Any, seat: Seat) -> None:
    """A client asks for its seat by name, or for any, and takes that of the `seated` line."""
    for place, name in ((None, "ANYPL"), (seat, seat)):
        (first,) = client.make(place).session.connected()
        assert first == SendLine(f'Connecting "A" as {name} using protocol version 18')
    end = client.make(None)
    sent = end.feed(f'{seat} ("A") seated', 'Teams : N/S : "A" E/W : "A"')
    assert sent == [f"{seat} ready for teams", f"{seat} ready to start"]
    assert end.session.seat is seat


@pytest.mark.parametrize("strict", [False, True])
def test_another_name_for_our_team(client: Any, *, strict: bool) -> None:
    """Another name for our side's team ends a strict session; else it is a warning."""
    west = client.make(Seat.WEST, strict_teams=strict)
    west.feed('West ("A") seated')
    assert west.feed('Teams : N/S : "B" E/W : "A"') == ["West ready to start"]
    for ours, differs in (("A", False), ("a", False), ("B", True)):
        end = client.make(Seat.SOUTH, strict_teams=strict)
        end.feed('South ("A") seated')
        sent = end.feed(f'Teams : N/S : "{ours}" E/W : "A"')
        if strict and differs:
            assert end.close.ending is SessionEnding.REFUSED
            assert "'B', not 'A'" in end.close.text
            assert sent == []
        else:
            assert sent == ["South ready to start"]
            assert bool(end.grave()) == differs


def test_unusable_hands(client: Any) -> None:
    """Our own hand or dummy's without thirteen cards ends the session; a stranger's is ignored."""
    cards = "S Q T 9 5 2. H K Q T 7 5. D -. C 9 3."
    for phase, owner in (("shown", "South"), ("before dummy", "Dummy")):
        end = in_phase(client, phase)
        end.feed(f"East's cards : {cards}")
        assert not end.close
        end.feed(f"{owner}'s cards : {cards}")
        assert end.close.ending is SessionEnding.FAILED
        assert "12 cards" in end.close.text


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        ("auction", "East passes"),
        ("auction", "North doubles"),
        ("auction", "South passes"),
        ("auction", "North plays AS"),
        ("own call", "South passes"),
        ("before the lead", "East plays 5D"),
        ("before the lead", "West plays QS"),
        ("before the lead", "West passes"),
        ("own card", "North plays 6D"),
        ("before dummy", f"Dummy's cards : {HANDS['South']}"),
        ("trick", "East plays AD"),
        ("trick", "East plays QS"),
        ("trick", "West plays 2D"),
    ],
)
def test_what_cannot_be_followed_is_waited_out(client: Any, phase: str, line: str) -> None:
    """After an impossible call or card the client is silent until `Start of board`."""
    end = in_phase(client, phase)
    pending = end.session.asked
    assert end.feed(line) == []
    assert end.close is None
    assert end.logs[-1].level is LogGrade.ERROR
    assert line in end.logs[-1].text
    assert end.abandoned == ([pending.id] if pending else [])
    requests = len(end.requests)
    assert end.feed("South to lead", "North passes", "East plays 5D", "hello", "Illegal bid") == []
    assert len(end.requests) == requests
    assert begins_again(end)


def test_our_last_call_is_no_echo_when_it_is_our_turn(client: Any) -> None:
    """The manager may repeat our pass, but not make our next one."""
    end = client.dealt(Seat.SOUTH, Seat.SOUTH)
    assert end.decide("P") == ["South passes", "South ready for West's bid"]
    end.feed("South passes", "West bids 1D", "North passes", "East passes", "South passes")
    assert end.session.is_astray


@pytest.mark.parametrize("line", [f"South's cards : {HANDS['South']}", BOARD])
def test_a_finished_board_stays_finished(client: Any, line: str) -> None:
    """A hand or a board number after the board is over starts nothing."""
    end = in_phase(client, "own call")
    end.decide("P")
    end.feed("West passes")
    assert end.session.boards == 1
    assert end.session.phase is SeatPhase.WAITING
    assert end.feed(line) == []
    assert end.session.phase is SeatPhase.WAITING
    assert end.feed("North passes") == []
    end.carry_out(end.session.lost())
    assert end.close.ending is SessionEnding.FINISHED


@pytest.mark.parametrize(
    ("line", "told", "alerts"),
    [
        ("East bids 1S Alert. 5+ spades", ((1, "5+ spades"),), (1,)),
        ("East bids 1S Alert.", (), (1,)),
        ("East bids 1S.Infos.S=5-13", ((1, "S=5-13"),), ()),
        ("East bids 1S", (), ()),
    ],
)
def test_words_and_alerts_of_others_are_kept(
    client: Any, line: str, told: tuple[tuple[int, str], ...], alerts: tuple[int, ...]
) -> None:
    """The player sees what was said of a call, and whether it was alerted."""
    end = in_phase(client, "auction")
    end.feed("North passes", line)
    assert (end.session.board.explanations, end.session.board.alerts) == (told, alerts)


@pytest.mark.parametrize("phase", PHASES[1:])
def test_explain_is_answered_in_one_line(client: Any, phase: str) -> None:
    """What was said of a call is repeated, else it is called natural; at any time."""
    end = in_phase(client, phase)
    assert end.feed("Explain North's  bids 1S", "Explain North's passes") == ["natural"] * 2
    if phase == "auction":
        end.feed("North passes", "East bids 1S Alert. 5+ spades")
        assert end.feed("Explain East's  bids 1S", "Explain East's") == ["5+ spades"] * 2
        assert end.feed("Explain East's bids 1C") == ["natural"]
        assert end.session.asked is not None


def test_illegal_decisions_change_nothing(client: Any) -> None:
    """An answer against the rules is an error of ours, and another answer may follow."""
    end = in_phase(client, "own call")
    request = end.session.asked
    for action in (Card(0), PASS.__class__(1)):
        with pytest.raises(LocalProtocolError):
            end.session.decided(Decision(request.id, action))
        assert end.session.asked is request
    assert end.session.decided(Decision(request.id + 1, PASS))[0].level is LogGrade.DEBUG
    assert end.decide("P") == ["South passes", "South ready for West's bid"]
    end = in_phase(client, "own card")
    request = end.session.asked
    for action in (Card.parse("SA"), Card.parse("D5"), PASS):
        with pytest.raises(LocalProtocolError):
            end.session.decided(Decision(request.id, action))
    assert end.decide("..7.")[0] == "North plays 7D"


@pytest.mark.parametrize("phase", IN_BOARD)
@pytest.mark.parametrize("line", ["Illegal bid", "Illegal card", "ERROR: what?", "Disconnect"])
def test_complaints_are_logged_as_errors(client: Any, phase: str, line: str) -> None:
    """What the manager complains about is told to the operator and answered by nothing."""
    end = in_phase(client, phase)
    refused = line.startswith("Illegal") and phase == "trick"
    assert end.feed(line) == (["North plays 7D"] if refused else [])
    graves = [log for log in end.logs if log.level is LogGrade.ERROR]
    assert line in graves[-1].text
    assert not isinstance(end.close, CloseConnection)


def test_another_call_or_card_is_tried(client: Any) -> None:
    """A pass where a call is refused; one card after the other until the manager goes on."""
    end = in_phase(client, "own call")
    assert end.decide("4S") == ["South bids 4S", "South ready for West's bid"]
    assert end.feed("Illegal bid") == ["South passes"]
    # Nobody's call is asked for twice, and play goes on.
    assert end.feed("West passes") == []
    assert (end.session.phase, end.session.boards) == (SeatPhase.WAITING, 1)
    end = in_phase(client, "trick")
    assert end.feed("Illegal card", "Illegal card") == ["North plays 7D", "North plays TD"]
    # The request for East's card stands.
    assert end.feed("East plays 5D") == []
    end.decide(".5..")
    assert end.feed("Illegal card") == ["South plays 2S"]


def test_another_lead_is_tried(client: Any) -> None:
    """Without another prompt: the lead is still ours."""
    end = in_phase(client, "auction")
    end.feed("North passes", "East bids 4H")
    end.decide("P")
    end.feed("West passes", "North passes", "South to lead")
    assert end.decide("Q...")[0] == "South plays QS"
    assert end.feed("Illegal card") == ["South plays 2S"]
    sent = end.feed("Dummy's cards : " + HANDS["West"])
    assert sent == ["South ready for West's card to trick 1"]
    assert end.feed("Illegal card") == []


def test_what_the_manager_goes_on_from_stands(client: Any) -> None:
    """A refusal after the next player's call or card is nobody's."""
    end = in_phase(client, "trick")
    end.feed("East plays 5D")
    before = end.session.board
    assert end.feed("Illegal card") == []
    assert end.session.board is before
    assert end.decide("...2") == ["South plays 2C", "South ready for West's card to trick 2"]


@pytest.mark.parametrize("over", [False, True])
def test_without_another_choice_the_board_is_waited_out(client: Any, *, over: bool) -> None:
    """A pass that is refused is astray, also one that has ended the board for us."""
    end = client.dealt(Seat.SOUTH, Seat.WEST if over else Seat.NORTH)
    end.feed(*(["West passes"] if over else []), "North passes", "East passes")
    end.decide("P")
    assert end.session.boards == over
    assert end.feed("Illegal bid", "Illegal bid") == []
    assert end.session.is_astray
    if over:
        # A connection lost now is a failure: the manager has not agreed to the end of the board.
        end.carry_out(end.session.lost())
        assert end.close.ending is SessionEnding.FAILED
    else:
        assert begins_again(end)
        assert not end.session.is_astray


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Board number x. Dealer North. Neither vulnerable.", "no board number"),
        ("Board number 1. Dealer Nobody. Neither vulnerable.", "no such dealer as 'Nobody'"),
        ("Board number 1. Dealer North. Some vulnerable.", "no such vulnerability as 'Some'"),
        ("Board number 1.", "no dealer"),
        ("Board number 1. Dealer North.", "no vulnerability"),
    ],
)
def test_a_board_that_cannot_be_read_ends_the_session(client: Any, line: str, reason: str) -> None:
    """With the line; it would never be played. Where no board is due it is ignored."""
    for phase in ("seated", "waiting", "shown", "auction"):
        end = in_phase(client, phase)
        assert end.feed(line) == []
        assert end.close is None
        assert line in end.grave()[-1]
    end = in_phase(client, "dealing")
    assert end.feed(line) == []
    assert end.close.ending is SessionEnding.FAILED
    assert reason in end.close.text
    assert line in end.close.text


def test_same_place_has_the_same_seed(client: Any) -> None:
    """A board begun again asks the same question again, under another number."""
    end = in_phase(client, "own call")
    end.feed(*START, "North passes", "East passes")
    first, second = end.requests
    assert first.id != second.id
    assert (first.board, first.seed, first.seat) == (second.board, second.seed, second.seat)
    other = client.dealt(Seat.SOUTH, seed=7)
    other.feed("North passes", "East passes")
    assert other.requests[0].seed != first.seed

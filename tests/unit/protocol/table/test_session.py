"""The manager's end: barriers, requests in any order, whom it waits for, and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bluechip_bot.model import Seat
from bluechip_bot.protocol.dialect import DIALECTS, SeatedStyle, dialect_named
from bluechip_bot.protocol.errors import LocalProtocolError
from bluechip_bot.protocol.table.session import TableOptions, TablePhase

N, E, S, W = range(4)
NAMES = [str(seat) for seat in Seat]
NORTH = "Dummy's cards : S A K 7. H A 4 2. D T 7 6. C K Q 8 6."


@pytest.mark.parametrize("last", range(4))
def test_barriers_wait_for_the_last_of_four(manager: Any, last: int) -> None:
    """Teams, start, header and cards go to all at once, when the last seat is ready."""
    table = manager.gathered(2)
    table.hear()
    others = [peer for peer in range(4) if peer != last]
    header = "Board number 1. Dealer North. Neither vulnerable."
    for stage, line in (
        ("for teams", 'Teams : N/S : "A" E/W : "B"'),
        ("to start", "Start of board"),
        ("for deal", header),
        ("for cards", None),
    ):
        for peer in others:
            assert table.say(peer, f"{NAMES[peer]} ready {stage}") == []
            assert NAMES[last] in str(table.session.owed)
            assert stage in str(table.session.owed)
        assert table.hear() == {}
        table.say(last, f"{NAMES[last]} ready {stage}")
        got = table.hear()
        if line:
            assert got == table.each((N, E, S, W), line)
    for peer in range(4):
        (hand,) = got[peer]
        assert hand.startswith(f"{NAMES[peer]}'s cards : S ")
    assert got[N] == [NORTH.replace("Dummy", "North")]
    assert str(table.session.owed) == "North to call on board 1"
    assert not table.grave()


def test_seated_is_written_as_the_options_say(manager: Any) -> None:
    """The team's name is quoted in the way that the clients understand."""
    lines = 'North ("A b") seated', 'North "A b" seated', "North A b seated"
    for style, line in zip(SeatedStyle, lines, strict=True):
        assert manager.make(seated=style).sit(9, "NORTH", "A b") == [line]


def test_calls_go_to_those_who_ask(manager: Any) -> None:
    """A call is told to each other seat once it has asked, never before and never to the caller."""
    table = manager.ready()
    assert table.say(E, "East ready for North's bid") == []
    table.say(N, "North bids 1C Alert. strong")
    assert table.hear() == {E: ["North bids 1C"]}
    assert table.say(S, "South ready for North's bid") == ["North bids 1C"]
    assert table.say(S, "South ready for East's bid") == []
    table.say(E, "East doubles.")
    assert table.hear() == {S: ["North bids 1C", "East doubles"]}
    assert table.say(W, "West ready for North's bid") == ["North bids 1C"]
    assert table.say(W, "West ready for East's bid") == ["East doubles"]
    assert not table.grave()


def test_pipelined_requests_are_answered_as_calls_come(manager: Any) -> None:
    """A client may ask for three calls at once, and gets each as it is made."""
    table = manager.ready()
    for caller in NAMES[:3]:
        assert table.say(W, f"West ready for {caller}'s bid") == []
    for peer, line in ((N, "North passes"), (E, "East passes"), (S, "South bids 1S")):
        table.say(peer, line)
        assert table.hear() == {W: [line]}
    assert not table.grave()


def test_stages_may_be_announced_early(manager: Any) -> None:
    """A client that announces all it can at once is not made to say it again."""
    table = manager.make(1)
    for peer, name in enumerate(NAMES):
        table.sit(peer, name)
        for stage in ("for teams", "to start", "for deal", "for cards"):
            table.say(peer, f"{name} ready {stage}")
    assert str(table.session.owed) == "North to call on board 1"


def test_notes_go_to_opponents_alone(manager: Any) -> None:
    """With notes on, an alert or words reach opponents, as clean text, and not the partner."""
    for text, told in (
        ("Alert. strong", "Alert. strong"),
        ("Alert. 5+\u2660 \x01 Alert. x", "Alert. 5+? Alert x"),
        ("Alert.", "Alert."),
        ("Infos. HCP=11-19", "Infos. HCP=11-19"),
        ("Infos.", ""),
    ):
        table = manager.ready(forward_notes=True)
        table.call(f"bids 1C {text}")
        line = f"North bids 1C {told}".rstrip()
        assert table.hear() == {E: [line], S: ["North bids 1C"], W: [line]}


def test_opening_lead_in_the_common_order(manager: Any) -> None:
    """Prompt, lead, dummy's hand, dummy's card: each to whom it belongs."""
    table = manager.ready()
    table.call("passes", "passes", "bids 4S", "passes", "passes")
    table.hear()
    table.say(E, "East passes")
    assert table.hear() == {}
    assert table.say(W, "West ready for East's bid") == ["East passes", "West to lead"]
    assert table.all_say("ready for East's bid", (N, S)) == [["East passes"]] * 2
    assert table.all_say("ready for West's card to trick 1", (N, E, S)) == [[], [], []]
    table.hear()
    assert str(table.session.owed) == "West to play a card on board 1"
    table.say(W, "West plays AD")
    assert table.hear() == table.each((N, E, S), "West plays AD")
    assert str(table.session.owed) == "South to play from dummy on board 1"
    # Each request is answered, and dummy's own is not.
    assert table.all_say("ready for dummy", (W, E, N, S, E)) == [
        [NORTH],
        [NORTH],
        [],
        *[[NORTH]] * 2,
    ]
    assert table.say(W, "West ready for North's card to trick 1") == []
    assert table.say(N, "North ready for dummy's card to trick 1") == []
    assert table.say(E, "East ready for dummy's card to trick 1") == []
    table.hear()
    table.say(S, "South plays 6D")
    assert table.hear() == table.each((N, E, W), "North plays 6D")
    assert "taken as North's" in table.grave()[-1]
    # East's card is next, not dummy's.
    table.say(W, "West ready for dummy's card to trick 1")
    assert "taken as 'West ready for East's card" in table.grave()[-1]


def to_dummy(table: Any) -> None:
    """West has led the ace of diamonds, and all but North have seen dummy."""
    table.four_spades()
    table.all_say("ready for West's card to trick 1", (N, E, S))
    table.say(W, "West plays AD")
    table.all_say("ready for dummy", (W, E, S))
    table.hear()


def test_bridge_player_asks_for_dummy_before_the_lead(manager: Any) -> None:
    """Dummy may be asked for before the lead; it is shown when the lead has been made."""
    table = manager.ready()
    table.four_spades()
    for peer in (E, S):
        assert table.say(peer, f"{NAMES[peer].lower()} ready for dummy") == []
    table.say(W, "west plays AD")
    assert table.hear() == {E: [NORTH], S: [NORTH]}
    assert table.say(W, "west ready for dummy") == [NORTH]
    for peer in (E, S):
        name = NAMES[peer].lower()
        assert table.say(peer, f"{name} received dummy") == []
        assert table.say(peer, f"{name} ready for West's card to trick 1") == ["West plays AD"]
    assert table.say(N, "north ready for dummy's card to trick 1") == ["West plays AD"]
    assert table.say(N, "north ready for dummy's card to trick 1") == []
    table.say(S, "North plays 6D")
    assert table.hear()[N] == ["West plays AD", "North plays 6D"]


def trick_one(table: Any) -> None:
    """The first trick is played to declarer's ruff; nobody has asked for more than he must."""
    to_dummy(table)
    table.all_say("ready for North's card to trick 1", (N, E, W))
    table.say(S, "North plays 6D")
    table.all_say("ready for East's card to trick 1", (N, S, W))
    table.say(E, "East plays 5D")
    table.hear()
    table.say(S, "South plays 2S")


def test_winner_is_prompted_once(manager: Any) -> None:
    """The winner of a trick is told to lead, though others have not asked yet, and only once."""
    table = manager.ready()
    trick_one(table)
    assert table.hear() == {S: ["South to lead"]}
    got = table.all_say("ready for South's card to trick 1", (N, E, W))
    assert got == [["South plays 2S"]] * 3
    assert table.say(N, "North ready for South's card to trick 2") == []
    table.hear()
    table.say(S, "South plays QS")
    assert table.hear() == {N: ["South plays QS"]}
    assert not table.grave()


def test_dummy_to_lead(manager: Any) -> None:
    """When dummy has won, declarer is prompted for dummy."""
    table = manager.ready()
    trick_one(table)
    table.all_say("ready for South's card to trick 1", (N, E, W))
    for player, sender, line in (
        ("South", S, "South plays QS"),
        ("West", W, "West plays 8S"),
        ("North", S, "North plays KS"),
        ("East", E, "East plays 3S"),
    ):
        others = [peer for peer in range(4) if peer != sender]
        table.all_say(f"ready for {player}'s card to trick 2", others)
        table.hear()
        table.say(sender, line)
    assert table.hear() == table.each((N, W), "East plays 3S") | {
        S: ["East plays 3S", "Dummy to lead"]
    }
    assert str(table.session.owed) == "South to play from dummy on board 1"


@pytest.mark.parametrize(
    "line", ["East ready for South's bid", "East ready for West's card to trick 2"]
)
def test_wrong_names_in_requests(manager: Any, line: str) -> None:
    """A request for another call or card is a warning, and counts; a strict manager refuses it."""
    for strict in (False, True):
        table = manager.ready(strict=strict)
        action = (N, "North passes")
        if "card" in line:
            table.four_spades()
            action = (W, "West plays AD")
        answer = table.say(E, line)
        assert len(table.grave()) == 1
        table.hear()
        table.say(*action)
        if strict:
            assert "expected 'East ready for" in answer[0]
            assert table.hear() == {}
        else:
            assert answer == []
            assert table.hear() == {E: [action[1]]}


def test_extra_lines_between_boards_are_swallowed(manager: Any, rig: Callable[..., Any]) -> None:
    """Ben's further `ready to start`, at any time, changes nothing."""
    plain, extra = rig(2, 11), rig(2, 11)
    plain.run()
    while not extra.is_idle:
        extra.deliver()
        for peer in range(4):
            if len(extra.lines) % 7 == 0 and extra.ended is None and extra.seats[peer].boards:
                extra.send_to_table(peer, f"{NAMES[peer]} ready to start")
    assert extra.finished == plain.finished
    assert len(extra.finished) == 2
    assert not extra.grave()


@pytest.mark.parametrize("timing", [False, True])
def test_timing_is_sent_when_wanted(rig: Callable[..., Any], *, timing: bool) -> None:
    """After each board everybody is told the times, or nobody."""
    table = rig(2, 1, table=TableOptions(timing=timing))
    table.run()
    told = [line for _, end, line in table.lines if end == "seat" and line.startswith("Timing")]
    assert (len(told), len(table.finished)) == (8 if timing else 0, 2)


def test_time_is_charged_to_the_side_that_acts(manager: Any) -> None:
    """Seconds count from one action to the next, for the side of the player who acts."""
    table = manager.ready()
    for now, call in ((3, "passes"), (10, "passes"), (11, "passes")):
        table.now = float(now)
        table.call(call)
    table.now = 12.0
    table.say(W, "North passes")
    table.say(N, "North bids 1C")  # out of turn: not an action
    table.now = 20.0
    table.hear()
    table.call("passes")
    line = "this board  00:04,  total  0:00:04.  E/W : this board  00:16,  total  0:00:16."
    assert table.hear()[N][-2:] == [f"Timing - N/S : {line}", "End of session"]
    assert table.finished[0].seconds == (4.0, 16.0)


def test_declarer_s_side_pays_for_dummy(manager: Any) -> None:
    """The time for dummy's card is declarer's."""
    table = manager.ready()
    to_dummy(table)
    table.now = 60.0
    table.say(S, "North plays 6D")
    table.now = 65.0
    table.say(E, "East plays 5D")
    assert table.session._clock.end_board() == (60.0, 5.0)


def test_end_comes_after_the_last_board(manager: Any) -> None:
    """A passed-out board ends with its fourth pass told to all; then the session is over."""
    table = manager.ready()
    table.call("passes", "passes", "passes")
    table.hear()
    table.say(W, "West passes")
    assert str(table.session.owed) == (
        "North, East, South to ask for the last call or card of board 1"
    )
    table.all_say("ready for West's bid", (N, E))
    assert not table.finished
    assert str(table.session.owed) == "South to ask for the last call or card of board 1"
    table.say(S, "South ready for West's bid")
    assert [done.board.number for done in table.finished] == [1]
    assert table.ended.complete
    assert {lines[-1] for lines in table.hear().values()} == {"End of session"}
    assert table.session.phase is TablePhase.ENDED
    assert str(table.session.owed) == "nobody"
    assert table.say(S, "South ready for deal") == []


def test_a_session_without_boards_ends_at_once(manager: Any) -> None:
    """With nothing to play, the start is the end."""
    table = manager.gathered(0)
    table.prepare("for teams", "to start")
    assert table.ended.complete


def test_each_seat_is_written_to_in_its_dialect(manager: Any) -> None:
    """Seated, teams, hands and calls as each one's dialect has them; `Timing` not to all."""
    names = ("standard", "wbridge5", "bridge_env", "bridge-player")
    table = manager.gathered(dialects=tuple(DIALECTS[name] for name in names))
    seated = ['North ("A") seated', 'EAST ("B") seated', "South A seated", 'west "B" seated']
    assert [table.got[peer] for peer in range(4)] == [[line] for line in seated]
    table.prepare("for teams", "to start", "for deal", "for cards")
    cards = [lines[-1].split(" :")[0] for lines in table.hear().values()]
    assert cards == ["North's cards", "EAST's cards", "South's cards", "west's cards"]
    table.call("passes")
    assert table.hear() == {1: ["NORTH PASSES"], 2: ["North passes"], 3: ["north passes"]}
    table.call("passes", "passes", "passes")
    timing = {peer: any("Timing" in line for line in lines) for peer, lines in table.got.items()}
    assert timing == {0: True, 1: True, 2: False, 3: True}


def test_profiles_that_are_not_there_are_named() -> None:
    """The message lists what there is."""
    with pytest.raises(LocalProtocolError, match="'gib' is no profile; choose from: standard, "):
        dialect_named("gib")
    assert dialect_named("ben").name == "ben"

"""Who may sit where."""

from __future__ import annotations

from typing import Any

import pytest

from bluechip_bot.model import Seat

V18 = "using protocol version 18"
N, E, S, W = Seat


@pytest.mark.parametrize(("version", "is_welcome"), [(17, 0), (18, 1), (19, 1), (20, 0), (180, 0)])
def test_versions(manager: Any, version: int, is_welcome: int) -> None:
    """18 and 19 are served; others are told what is expected, and may try again."""
    table = manager.make()
    table.enter(1)
    line = f'Connecting "A" as North using protocol version {version}'
    seated = 'North ("A") seated'
    refused = f"ERROR: protocol version is not 18 but {version}"
    assert table.say(1, line) == [seated if is_welcome else refused]
    if not is_welcome:
        assert table.say(1, f'Connecting "A" as North {V18}') == [seated]
    assert table.dropped == []


def test_refusals_leave_the_connection_open(manager: Any) -> None:
    """Unknown seat, taken seat, wrong team and nonsense are answered, and another try is heard."""
    table = manager.make()
    assert table.sit(1, "North", "A") == ['North ("A") seated']
    assert table.sit(2, "Nord", "A") == ["Illegal hand 'Nord' specified"]
    assert table.say(2, f'Connecting "A" as NORTH {V18}') == ["Seat was already taken"]
    assert table.say(2, f'Connecting "B" as South {V18}') == ["Team name must be 'A'"]
    expected = "Expected 'Connecting .... as ... using protocol version ..'"
    assert table.say(2, "hello") == [expected]
    assert table.say(2, "South ready for teams") == [expected]
    assert table.say(2, "Start of board") == [expected]
    (refused,) = table.say(2, f'Connecting "(A)" as South {V18}')
    assert refused.startswith("Team name not accepted")
    (refused,) = table.say(2, f'Connecting "\u00c4" as East {V18}')
    assert refused.startswith("Team name not accepted")
    assert table.say(2, f'Connecting "a" as south {V18}') == ['South ("A") seated']
    assert table.session.teams == ("A", "")
    assert table.dropped == []


def test_patience_ends(manager: Any) -> None:
    """A connection that is refused for ever is cut; others are not."""
    table = manager.make()
    table.enter(1)
    table.enter(2)
    for _ in range(19):
        table.say(1, "hello")
    table.say(2, "hello")
    assert table.dropped == []
    table.say(1, "hello")
    assert table.dropped == [1]


def test_any_place_is_the_first_that_fits(manager: Any) -> None:
    """`ANYPL` seats a team's players opposite each other, in whatever order they come."""
    table = manager.make()
    places = [table.sit(peer, "ANYPL", team)[0][:5] for peer, team in enumerate("ABBA")]
    assert places == ["North", "East ", "West ", "South"]
    assert table.sit(9, "ANYPL", "A") == ["Seat was already taken"]
    table = manager.make()
    for peer, team in enumerate("AB"):
        table.sit(peer, "ANYPL", team)
    assert table.sit(2, "ANYPL", "C") == ["Team name must be 'A'"]
    table = manager.make()
    places = [table.sit(peer, "ANYPL", "A")[0].split()[0] for peer in range(4)]
    assert sorted(places) == ["East", "North", "South", "West"]
    assert str(table.session.owed).startswith("North, East, South, West to be ready")


def test_ports_give_places(manager: Any) -> None:
    """`ANYPL` on a seat's own port gets that seat; a seat asked for by name goes first."""
    table = manager.make()
    assert table.sit(1, "ANYPL", "B", W) == ['West ("B") seated']
    assert table.sit(2, "ANYPL", "B", W) == ["Seat was already taken"]
    assert table.sit(3, "South", "A", E) == ['South ("A") seated']
    assert table.sit(4, "ANYPL", "B", E) == ['East ("B") seated']
    assert str(table.session.owed) == "North to connect"


def test_second_connecting_of_a_seated_client(manager: Any) -> None:
    """A client that sits is told so when it asks for a place again, and keeps its seat."""
    table = manager.ready()
    for place in ("North", "East", "ANYPL"):
        (answer,) = table.say(0, f'Connecting "A" as {place} {V18}')
        assert "you are North" in answer
        assert not answer.startswith("North (")
    table.call("passes")
    assert table.hear()[2][-1] == "North passes"


def test_seat_left_before_the_teams_is_free_again(manager: Any) -> None:
    """Who goes before the teams are announced leaves no claim on the seat or the side."""
    table = manager.make()
    table.sit(1, "North", "typo")
    table.lose(1)
    assert table.sit(2, "South", "A") == ['South ("A") seated']
    assert table.sit(3, "North", "A") == ['North ("A") seated']


def test_lost_seat_is_kept_for_its_team(manager: Any) -> None:
    """Once the teams are known, a lost seat goes to its own team alone, by name or by `ANYPL`."""
    table = manager.ready()
    table.lose(1)
    assert str(table.session.owed) == "East to connect"
    assert table.sit(5, "East", "A") == ["Team name must be 'B'"]
    assert table.say(5, f'Connecting "A" as ANYPL {V18}') == ["Team name must be 'B'"]
    assert table.say(5, f'Connecting "b" as ANYPL {V18}') == ['East ("B") seated']
    assert table.session.teams == ("A", "B")


def test_any_place_is_his_teams_where_teams_are_expected(manager: Any) -> None:
    """A client without a seat sits down with his team, however early; unknown teams are told."""
    table = manager.make(teams=("A", "The B"))
    assert table.sit(1, "ANYPL", "the b") == ['East ("the b") seated']
    assert table.sit(2, "ANYPL", "A") == ['North ("A") seated']
    assert table.sit(3, "ANYPL", "C") == ["Team name must be 'A' or 'The B'"]
    assert table.say(3, f'Connecting "The B" as ANYPL {V18}') == ['West ("the b") seated']
    assert table.sit(4, "ANYPL", "The B") == ["Seat was already taken"]
    assert table.say(4, f'Connecting "A" as ANYPL {V18}') == ['South ("A") seated']


def test_who_names_his_seat_may_be_called_otherwise(manager: Any) -> None:
    """A seat, or a port of its own, tells his place: any name but the others' will do."""
    table = manager.make(teams=("A", "B"))
    assert table.sit(1, "East", "WBridge5") == ['East ("WBridge5") seated']
    assert table.sit(2, "ANYPL", "WBridge5", W) == ['West ("WBridge5") seated']
    assert table.sit(3, "South", "b") == ["Team name must be 'A'"]
    assert table.sit(4, "ANYPL", "b", N) == ["Team name must be 'A'"]

"""Results compared: IMPs, matchpoints, Butler."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.result.comparison import (
    HEADINGS,
    ROOM_HEADINGS,
    BoardPair,
    ComparisonError,
    FieldBoard,
    RoomScore,
    TeamScore,
    by_board,
    fields,
    pair_of,
    standings,
    team_score,
)
from bluechip_bot.model import Board, Contract, Deal, Seat, Side, Vulnerability, four

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


def result(number: int, contract: str, tricks: int | None, room: str = "") -> BoardRecord:
    """A board's result, nobody vulnerable."""
    board = Board.begin(number, Seat.NORTH, Vulnerability.NONE)
    if not contract:
        return BoardRecord(board, is_passed_out=True, room=room)
    return BoardRecord(board, Contract.parse(contract), result=tricks, room=room)


def test_teams() -> None:
    """Swings, totals with carry-over and the running margin are from team A's view."""
    first = [result(2, "3NT-E", 8), result(1, "4S-N", 10), result(3, "1C-N", None)]
    second = [result(1, "4S-N", 9), result(2, "", 0), result(4, "", 0)]
    score = team_score(by_board([first, second]), carry_over=-2.5)
    assert [(pair.number, pair.difference, pair.swing) for pair in score.pairs] == [
        (1, 470, 10),
        (2, 50, 2),
    ]
    assert (score.won, score.totals, score.running) == ((12, 0), (12, 2.5), (7.5, 9.5))
    assert score.unmatched == (4,)
    assert score.victory_points[0] > 15


def test_rooms_decide_who_sat_where() -> None:
    """The open room comes first whatever the order; two results of a room are an error."""
    both = [result(1, "4S-N", 9, "Closed"), result(1, "4S-N", 10, "Open")]
    assert team_score(by_board([both])).won == (10, 0)
    twice = [result(1, "4S-N", 9, "Open")] * 2
    with pytest.raises(ComparisonError, match="two results of the Open room"):
        team_score(by_board([twice]))
    with pytest.raises(ComparisonError, match="3 results"):
        team_score(by_board([[result(1, "", 0)] * 3]))


def test_different_boards_are_not_compared() -> None:
    """Results of one number must be of one board; turned around the table it is another one."""
    with pytest.raises(ComparisonError, match="board 1 at one table, board 2 at another"):
        BoardPair(result(1, "", 0), result(2, "", 0))
    one = result(1, "", 0)
    for change, part in (
        ({"vulnerability": Vulnerability.NS}, "None vulnerable at one table, NS"),
        ({"dealer": Seat.EAST}, "North deals"),
        ({"dealer": Seat.EAST, "vulnerability": Vulnerability.NS}, "at one table, NS at another"),
    ):
        other = evolve(one, board=evolve(one.board, **change))
        with pytest.raises(ComparisonError, match=part):
            by_board([[one], [other]])
    dealt = evolve(one, board=Board.begin(1, Seat.NORTH, Vulnerability.NONE, DEAL))
    assert by_board([[one], [dealt]]) == [[one, dealt]]
    north, east, south, west = DEAL.hands
    turned = Deal((east, south, west, north))
    moved = evolve(one, board=Board.begin(1, Seat.NORTH, Vulnerability.NONE, turned))
    with pytest.raises(ComparisonError, match="the hands of North differ"):
        by_board([[dealt], [moved]])


def test_totals_and_rows() -> None:
    """IMPs of each team, victory points, and a row for each board; a pass-out counts nothing."""
    grand, passed = result(1, "7S-N", 13), result(1, "", 0)
    score = TeamScore(
        (
            BoardPair(grand, passed),
            BoardPair(result(2, "", 0), result(2, "7NT-N", 13)),
            BoardPair(result(3, "", 0), result(3, "", 0)),
        )
    )
    assert [pair.swing for pair in score.pairs] == [17, -17, 0]  # 1510 and 1520
    assert score.won == (17, 17)
    assert score.victory_points == (10, 10)
    first, second, third = score.rows
    assert first == ("1", "N", "None", "7S N =", "1510", "Pass", "0", "17", "", "+17")
    assert second[-3:] == ("", "17", "0")
    assert third[-3:] == ("", "", "0")
    assert all(len(row) == len(HEADINGS) for row in score.rows)
    assert [score.standing(number, ("us", "them")) for number in (1, 2, 3, 4)] == [
        "  us +17; us 17 - 17 them IMPs",
        "  them +17; us 17 - 17 them IMPs",
        "  no swing; us 17 - 17 them IMPs",
        "",
    ]


def test_a_single_room_counts_points() -> None:
    """Points are from the view of team A, wherever it sits, with a running total."""
    results = (result(1, "7S-N", 13), result(3, "", 0))
    assert RoomScore(results, Side.NS).points == 1510
    other = RoomScore(results, Side.EW)
    assert other.points == -1510
    assert other.rows == (
        ("1", "N", "None", "7S N =", "-1510", "-1510"),
        ("3", "N", "None", "Pass", "0", "-1510"),
    )
    assert all(len(row) == len(ROOM_HEADINGS) for row in other.rows)
    assert (RoomScore((), Side.NS).points, RoomScore((), Side.NS).rows) == (0, ())


def test_matchpoints_and_butler() -> None:
    """A win counts one, a tie a half; the datum leaves out the extremes of five results."""
    field = FieldBoard(tuple(result(1, "4S-N", tricks) for tricks in (10, 10, 11, 9, 13)))
    # 420, 420, 450, -50, 510: the datum is 430.
    assert field.matchpoints == (0.375, 0.375, 0.75, 0.0, 1.0)
    assert field.datum == 430
    assert field.butler == (0, 0, 1, -10, 2)
    east = FieldBoard(tuple(result(1, "4S-E", tricks) for tricks in (10, 10, 11, 9, 13)))
    assert east.datum == -430


@settings(max_examples=20)
@given(st.lists(st.integers(0, 13), min_size=2, max_size=12))
def test_matchpoints_add_up(tricks: list[int]) -> None:
    """All shares of North-South make half the tables: what one wins another loses."""
    field = FieldBoard(tuple(result(1, "3NT-S", each) for each in tricks))
    assert sum(field.matchpoints) == pytest.approx(len(tricks) / 2)
    assert all(0 <= share <= 1 for share in field.matchpoints)


def test_standings() -> None:
    """Pairs are added up by name over both directions; nameless ones are left out."""
    named = [
        evolve(result(1, "4S-N", tricks), names=(f"n{at}", "e", f"s{at}", "e"))
        for at, tricks in enumerate((10, 9, 8))
    ]
    table = standings(fields(by_board([named])))
    assert [each.pair for each in table] == ["n0 - s0", "e", "n1 - s1", "n2 - s2"]
    assert (table[0].percentage, table[0].boards) == (100, 1)
    assert (table[1].percentage, table[1].boards) == (50, 3)
    assert standings(fields(by_board([[result(1, "", 0)] * 3]))) == ()
    assert pair_of(named[0], Side.EW) == "e"


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_board_that_was_turned_around_the_table(turns: int) -> None:
    """The same cards in other seats are the same board: contract and names are turned with them."""
    hands = DEAL.hands
    side = Vulnerability.EW if turns % 2 == 0 else Vulnerability.NS
    first = Board.begin(3, Seat.SOUTH, Vulnerability.EW, DEAL)
    dealt = Deal.parse("N:" + " ".join(str(hands[(at - turns) % 4]) for at in range(4)))
    again = Board.begin(3, Seat.SOUTH.plus(turns), side, dealt)
    names = ("n", "e", "s", "w")
    one = BoardRecord(first, Contract.parse("3S-W"), result=8)
    two = evolve(
        BoardRecord(
            again, evolve(Contract.parse("2S-W"), declarer=Seat.WEST.plus(turns)), result=8
        ),
        names=four(names[(at - turns) % 4] for at in range(4)),
        told_score=-110 if turns % 2 == 0 else 110,
    )
    ((_, result),) = by_board([[one], [two]])
    assert result.board == first
    assert str(result.contract) == "2S by West"
    assert result.names == names
    assert result.score() == result.told_score == -110
    assert team_score(by_board([[one, two]])).won == (5, 0)


@pytest.mark.parametrize(
    ("facts", "boards"),
    [
        ((("Event", "One"), ("Event", "Two")), 2),
        ((("Date", "2026.01.01"), ("Date", "2026.01.02")), 2),
        ((("Event", "One"), ("Event", "One")), 0),
        ((("Event", "One"), ("Date", "2026.01.02")), 0),
    ],
)
def test_boards_of_one_number_in_two_events(
    facts: tuple[tuple[str, str], tuple[str, str]], boards: int
) -> None:
    """Other cards under another event are another board; within one event they are an error."""
    one, two = facts
    moved = Deal((DEAL.hands[1], DEAL.hands[0], *DEAL.hands[2:]))
    first, second = (
        BoardRecord(Board.begin(1, deal=deal), is_passed_out=True, facts=(fact,))
        for deal, fact in ((DEAL, one), (moved, two))
    )
    if boards:
        assert by_board([[first, second], [first]]) == [[first, first], [second]]
    else:
        with pytest.raises(ComparisonError, match="the hands of North differ"):
            by_board([[first, second]])
    assert len(by_board([[first], [evolve(first, facts=(two,))]])) == 1

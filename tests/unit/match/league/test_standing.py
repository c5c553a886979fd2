"""Standings, carry-over, withdrawals and butlers, from boards that are made up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from bluechip_bot.config import CarryOverConfig
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.league.schedule import Fixture, round_robin
from bluechip_bot.match.league.standing import LeagueTables, MatchScore, carry_over
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.match.result.scale import CONTINUOUS
from bluechip_bot.model import Board, Contract, Deal

RULE = CarryOverConfig()
TEAMS = ("A", "B", "C", "D")
DEAL = Deal.of_pack(range(52))


def test_carry_over() -> None:
    """A part of the margin of the matches before, in tenths of IMPs."""
    for margin, rule, expected in (
        (0, RULE, 0.0),
        (9, RULE, 4.5),  # half, for the team that was placed higher
        (-10, RULE, -3.3),  # a third, in tenths, for the other one
        (40, RULE, 16.0),  # the most
        (-50, RULE, -16.0),
        (-10, evolve(RULE, lower=0.0), 0.0),  # the higher place is needed
        (10, evolve(RULE, higher=0.0), 0.0),
        (1, evolve(RULE, higher=3.0), 0.3),
    ):
        assert carry_over(margin, rule) == expected


def board(number: int, tricks: int) -> BoardRecord:
    """Three notrump by North, on a deal that is the same each time."""
    dealt = Board.begin(number, deal=DEAL)
    return BoardRecord(dealt, Contract.parse("3NTN"), result=tricks)


def played(*tricks: tuple[int, int], left: int = 0) -> MatchScore:
    """A match with declarer's tricks on each board in the open and the closed room."""
    pairs = [BoardPair(board(1, ns), board(1, ew)) for ns, ew in tricks]  # nobody is vulnerable
    return MatchScore(tuple(pairs), len(pairs) + left, not left)


WIN = played((9, 8))  # 400 and 50: +10 IMPs
BIG = played((13, 3))  # 520 and 300: +13
LEVEL = played((9, 9))


def tables(scores: Mapping[str, MatchScore], **more: Any) -> LeagueTables:
    """The tables of four teams; matches by their two letters, home first or last."""
    rounds = round_robin(TEAMS)
    found = {}
    for each in rounds:
        for fixture in each.fixtures:
            for key, score in scores.items():
                if set(key) == set(fixture.teams):
                    turned = tuple(BoardPair(pair.closed, pair.open) for pair in score.pairs)
                    pairs = score.pairs if key[0] == fixture.home else turned
                    found[fixture] = evolve(score, pairs=pairs)
    return LeagueTables(TEAMS, rounds, found, CONTINUOUS, **more)


def standing(found: LeagueTables) -> list[tuple[int, str, int, int]]:
    """Place, team, matches and margin."""
    return [(line.place, line.team, line.matches, line.margin) for line in found.standing]


ALL = {"AB": WIN, "AC": LEVEL, "AD": BIG, "BC": WIN, "DB": WIN, "CD": LEVEL}


def test_standing() -> None:
    """Victory points of all matches, by the scale; the margin as the team sees it."""
    found = tables(ALL)
    # B has as many points as C, and won their match.
    assert standing(found) == [(1, "A", 3, 23), (2, "D", 3, -3), (3, "B", 3, -10), (4, "C", 3, -10)]
    win, loss = CONTINUOUS.points(10, 1)
    big, _ = CONTINUOUS.points(13, 1)
    assert found.standing[0].victory_points == round(win + 10 + big, 2)
    assert found.standing[2].victory_points == round(win + 2 * loss, 2)
    assert found.is_robin_over
    assert found.champion == "A"  # without a knockout


def test_level_teams_are_ordered_by_their_own_match() -> None:
    """Then by the margin of all matches, then as they are listed."""
    # B and C have won one match and lost one by the same margin; C won theirs.
    found = tables({"CB": WIN, "BA": WIN, "DC": WIN, "AD": LEVEL})
    assert [line.team for line in found.standing] == ["D", "C", "B", "A"]
    assert [line.team for line in tables({}).standing] == list(TEAMS)


def test_their_own_match_goes_before_the_margin() -> None:
    """All victories by so many IMPs give 20 points; B won by fewer, and won of A."""
    huge, less = played((13, 0), (13, 0)), played((13, 3), (13, 3))
    found = tables({"AC": huge, "BD": less, "BA": WIN, "AD": WIN, "CB": WIN, "CD": LEVEL})
    assert standing(found)[:2] == [(1, "B", 3, 26), (2, "A", 3, 28)]
    first, second = found.standing[:2]
    assert first.victory_points == second.victory_points


def test_a_match_in_progress_gives_no_points() -> None:
    """Its margin is shown in the crosstable, and the round robin is not over."""
    found = tables({**ALL, "AB": played((9, 8), left=1)}, knockout=4)
    assert [(margin, points) for _, margin, points in found.meetings("A", "B")] == [(10, None)]
    assert [(margin, points) for _, margin, points in found.meetings("B", "A")] == [(-10, None)]
    assert found.standing[0].matches == 2
    assert not found.is_robin_over
    assert found.to_play == 1 + 3
    assert found.ties == ()
    assert not found.champion


def test_early_withdrawal_annuls() -> None:
    """A team that had played less than half of its matches is as if it had not entered."""
    found = tables({**ALL, "DB": played(left=1), "CD": played(left=1)}, withdrawn={"D": False})
    assert found.annulled == {"D"}
    assert standing(found) == [(1, "A", 2, 10), (2, "B", 2, 0), (3, "C", 2, -10), (0, "D", 0, 0)]
    assert list(found.meetings("A", "D")) == []
    assert found.is_robin_over
    assert not any("D" in each.pair for each in found.butler)


def test_late_withdrawal_leaves_results() -> None:
    """The opponents that are left get a walkover, and the team that withdrew has no place."""
    found = tables({**ALL, "CD": played((9, 3), left=1)}, withdrawn={"D": False}, walkover=11.0)
    assert not found.annulled
    assert standing(found) == [(1, "A", 3, 23), (2, "C", 2, -10), (3, "B", 3, -10), (0, "D", 2, -3)]
    assert [points for _, _, points in found.meetings("C", "D")] == [11.0]
    assert [points for _, _, points in found.meetings("D", "C")] == [0.0]
    assert found.ranked == ("A", "C", "B")


def test_half_of_the_matches_are_enough() -> None:
    """Results stand from half on."""
    rounds = round_robin("ABCDE")
    own = [each for one in rounds for each in one.fixtures if "E" in each.teams]
    for count, annulled in ((1, {"E"}), (2, set())):
        found = LeagueTables(
            tuple("ABCDE"),
            rounds,
            dict.fromkeys(own[:count], LEVEL),
            CONTINUOUS,
            withdrawn={"E": False},
        )
        assert found.annulled == annulled


def test_bye() -> None:
    """The points of a round without an opponent."""
    rounds = round_robin("ABC")
    found = LeagueTables(("A", "B", "C"), rounds, {}, CONTINUOUS, bye=12.0)
    assert [line.victory_points for line in found.standing] == [12.0] * 3


def test_knockout() -> None:
    """The semi-finals are drawn by the standing, the final by these; what was won is brought."""
    found = tables(ALL, knockout=4)
    ((one, other),) = found.ties
    assert (one.fixture, one.carry_over) == (Fixture("semi-final", "A", "C"), 0.0)
    assert (other.fixture, other.carry_over) == (Fixture("semi-final", "D", "B"), 5.0)
    # B wins 6 IMPs; D had won their match by 10. A and C are level again.
    six = played((9, 8), (8, 9), (9, 11), (9, 11), (9, 11))
    assert six.margin == -6
    results = {one.fixture: LEVEL, other.fixture: six}
    later = evolve(found, results={**found.results, **results})
    semis, final = later.ties
    assert [(tie.totals, tie.winner, tie.note) for tie in semis] == [
        ((0.0, 0.0), "A", "level, the higher place decides"),
        ((15.0, 16.0), "B", ""),
    ]
    (last,) = final
    assert (last.fixture, last.carry_over) == (Fixture("final", "A", "B"), 5.0)
    assert (found.to_play, later.to_play, later.champion) == (3, 1, "")
    over = evolve(later, results={**later.results, last.fixture: LEVEL})
    assert over.champion == "A"


def test_carry_over_of_victory_points() -> None:
    """The carry-overs of 2018 are the smaller of two leads, in the match and in the table."""
    level, by = [(9, 9)] * 28, CarryOverConfig("vps")
    nine, forty = played(*level, (9, 8), (9, 10), (9, 9), (9, 9)), played(*level, *[(9, 8)] * 4)
    scores = {"AD": nine, "BC": forty, "AB": WIN, "AC": WIN, "BD": WIN, "CD": WIN}
    ((one, other),) = tables(scores, knockout=4, rule=by).ties
    assert [(one.fixture.away, one.carry_over), other.carry_over] == [("D", 3.7), 12.9]
    found = tables(ALL, knockout=4, rule=by)
    assert found.ties[0][1].carry_over == 6.8  # D leads B by 6.84, and won more of them
    lost = {"BA": WIN, "AC": BIG, "AD": BIG, "BC": LEVEL, "DB": WIN, "CD": WIN}
    assert tables(lost, knockout=2, rule=by).ties[0][0].carry_over == 0.0  # B won, A leads


def test_withdrawal_from_the_knockout() -> None:
    """What was played before stands; the opponent goes on."""
    found = tables(ALL, knockout=4, withdrawn={"A": True})
    assert [line.team for line in found.standing] == ["A", "D", "B", "C"]
    assert [(tie.winner, tie.note) for tie in found.ties[0]] == [("C", "walkover"), ("", "")]


def test_withdrawals_before_the_knockout_make_it_smaller() -> None:
    """With three teams left there is a final alone."""
    found = tables(ALL, knockout=4, withdrawn={"C": False})
    assert found.to_play == 1
    ((final,),) = found.ties
    assert final.fixture == Fixture("final", "A", "D")


def test_butler_compares_all_tables_of_a_board() -> None:
    """Each team has two pairs, whose IMPs against the datum are added over all matches."""
    found = tables(ALL).butler
    assert {each.pair for each in found} == {
        f"{team}, {room} room" for team in TEAMS for room in ("open", "closed")
    }
    assert {each.boards for each in found} == {3}
    assert sum(each.butler for each in found) == 0
    means = [each.butler / each.boards for each in found]
    assert means == sorted(means, reverse=True)

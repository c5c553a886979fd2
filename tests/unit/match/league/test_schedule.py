"""Schedules of leagues."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from bluechip_bot.match.league.schedule import knockout_round, knockout_stages, round_robin


@pytest.mark.parametrize("legs", [1, 2, 3])
@pytest.mark.parametrize("count", range(2, 12))
def test_everyone_meets_everyone_once_in_a_leg(count: int, legs: int) -> None:
    """Each pair meets, nobody twice in a round, byes and home matches are evenly spread."""
    teams = [f"team {number}" for number in range(count)]
    rounds = round_robin(teams, legs)
    length = count - 1 + count % 2
    assert len(rounds) == legs * length
    for leg in range(legs):
        met = Counter(
            tuple(sorted(fixture.teams))
            for each in rounds[leg * length : (leg + 1) * length]
            for fixture in each.fixtures
        )
        assert met == Counter(map(tuple, map(sorted, combinations(teams, 2))))
    for each in rounds:
        at_work = [team for fixture in each.fixtures for team in fixture.teams]
        assert sorted([*at_work, *filter(None, [each.bye])]) == sorted(teams)
    byes = Counter(each.bye for each in rounds if each.bye)
    assert set(byes.values()) == ({legs} if count % 2 else set())
    homes = Counter(fixture.home for each in rounds for fixture in each.fixtures)
    matches = legs * (count - 1)
    assert all(abs(2 * homes[team] - matches) <= 1 for team in teams), homes


def test_sides_change_from_leg_to_leg() -> None:
    """Who was at home is away the next time."""
    first, second = round_robin("ABCD", 2)[:3], round_robin("ABCD", 2)[3:]
    turned = [(fixture.away, fixture.home) for each in first for fixture in each.fixtures]
    assert turned == [fixture.teams for each in second for fixture in each.fixtures]


def test_knockout() -> None:
    """The first meets the last; the better one is at home."""
    assert knockout_stages(0) == ()
    assert knockout_stages(16) == ("last 16", "quarter-final", "semi-final", "final")
    drawn = knockout_round("ABCD")
    assert (drawn.name, [fixture.teams for fixture in drawn.fixtures]) == (
        "semi-final",
        [("A", "D"), ("B", "C")],
    )

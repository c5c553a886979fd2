"""Who meets whom: a round robin, and the knockout matches of the best. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

_STAGES: Final = {2: "final", 4: "semi-final", 8: "quarter-final"}


@frozen
class Fixture:
    """A match of a stage (`round 3`, `semi-final`, `final`), in which two teams meet once."""

    stage: str
    home: str
    away: str

    @property
    def teams(self) -> tuple[str, str]:
        """The home team and the away team."""
        return self.home, self.away

    def __str__(self) -> str:
        return f"{self.home} - {self.away}"


@frozen
class LeagueRound:
    """The matches of a stage; `bye` is the team that has no match, if there is one."""

    name: str
    fixtures: tuple[Fixture, ...]
    bye: str = ""


def round_robin(teams: Sequence[str], legs: int = 1) -> tuple[LeagueRound, ...]:
    """Rounds in which everyone meets everyone once in each leg.

    The teams move around a circle in which one team keeps its place. Home and away change from
    round to round, and for each pair from leg to leg.
    """
    ring = [*teams, ""] if len(teams) % 2 else [*teams]
    last, turning, half = ring[-1], ring[:-1], len(ring) // 2
    rounds: list[LeagueRound] = []
    for leg in range(legs):
        for turn in range(len(turning)):
            order = [*turning[turn:], *turning[:turn]]
            pairs = [(order[0], last), *((order[at], order[-at]) for at in range(1, half))]
            name = f"round {len(rounds) + 1}"
            fixtures, bye = [], ""
            for at, (one, other) in enumerate(pairs):
                # In the circle places say which side a team has, but the one that keeps its place
                # alternates by round.
                is_turned = (at % 2 == 1 if at else turn % 2 == 1) != (leg % 2 == 1)
                home, away = (other, one) if is_turned else (one, other)
                if "" in {home, away}:
                    bye = home or away
                else:
                    fixtures.append(Fixture(name, home, away))
            rounds.append(LeagueRound(name, tuple(fixtures), bye))
    return tuple(rounds)


def knockout_stages(count: int) -> tuple[str, ...]:
    """The names of the knockout stages for a number of teams, a power of two."""
    if count < 2:
        return ()
    return (_STAGES.get(count, f"last {count}"), *knockout_stages(count // 2))


def knockout_round(ranked: Sequence[str]) -> LeagueRound:
    """Pair the first team with the last, the second with the last but one, and so on."""
    name = knockout_stages(len(ranked))[0]
    half = len(ranked) // 2
    pairs = zip(ranked[:half], reversed(ranked[half:]), strict=True)
    return LeagueRound(name, tuple(Fixture(name, home, away) for home, away in pairs))

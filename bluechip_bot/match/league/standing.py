"""The tables of a league: standing, crosstable, carry-over, knockout, butler. Pure.

The matches of teams that have withdrawn count like this:

* A team that had played less than half of its matches: nothing, as if it had not entered. That is
  the usual rule of round robins, in chess, too (FIDE).
* A team that had played more: the matches that it finished. Its other opponents get a walkover.
* A team that withdraws once the knockout has begun: every match; it loses the one that it leaves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, evolve, field, frozen

from bluechip_bot.config import CarryOverConfig
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.league.schedule import Fixture, LeagueRound, knockout_round
from bluechip_bot.match.record.record import ROOMS, team_of
from bluechip_bot.match.result.comparison import (
    BoardPair,
    FieldBoard,
    PairStanding,
    fields,
    standings,
    won,
)
from bluechip_bot.match.result.scale import Scale
from bluechip_bot.model import Seat, four


@frozen
class MatchScore:
    """The score of a match so far; `pairs` are the boards of both rooms that count, in order."""

    pairs: tuple[BoardPair, ...]
    planned: int
    is_over: bool
    troubles: int = 0

    @property
    def imps(self) -> tuple[int, int]:
        """The IMPs that home and away won on the boards."""
        return won(pair.swing for pair in self.pairs)

    @property
    def margin(self) -> int:
        """The IMPs of home less those of away."""
        return sum(pair.swing for pair in self.pairs)


@frozen
class StandingLine:
    """A team in the standing; `place` is from 1 on, or 0 for a team that has withdrawn."""

    place: int
    team: str
    matches: int
    victory_points: float
    margin: int
    note: str = ""


@frozen
class KnockoutTie:
    """A knockout match.

    Attributes:
        carry_over: IMPs that home brings along, rounded to tenths; negative when away does.
        winner: empty while the match is not over.
    """

    fixture: Fixture
    carry_over: float
    played: MatchScore | None
    winner: str
    note: str = ""

    @property
    def totals(self) -> tuple[float, float]:
        """The IMPs of home and away, carry-over included."""
        home, away = self.played.imps if self.played is not None else (0, 0)
        carry = self.carry_over
        return round(home + max(carry, 0.0), 1), round(away + max(-carry, 0.0), 1)


def carry_over(margin: int, rule: CarryOverConfig) -> float:
    """The IMPs, rounded to tenths, that the higher placed team carries into a knockout match.

    `margin` is that team's margin in earlier matches; if it is negative, the opponent carries them,
    and they are negative, too.
    """
    divisor = rule.higher if margin > 0 else rule.lower
    size = round(min(abs(margin) / divisor, rule.most), 1) if divisor else 0.0
    return size if margin > 0 else 0.0 - size


@define(frozen=True, slots=False)
class LeagueTables:
    """All tables of a league, from the matches so far.

    Attributes:
        results: the scores of matches so far; a match that was not begun is left out.
        withdrawn: the teams that withdrew, with whether the knockout had begun by then.
        knockout: how many teams play it, a power of two; 0 for none.
    """

    teams: tuple[str, ...]
    rounds: tuple[LeagueRound, ...]
    results: Mapping[Fixture, MatchScore]
    scale: Scale
    withdrawn: Mapping[str, bool] = field(factory=dict)
    knockout: int = 0
    bye: float = 0.0
    walkover: float = 12.0
    rule: CarryOverConfig = field(factory=CarryOverConfig)

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The matches of the round robin."""
        return tuple(fixture for each in self.rounds for fixture in each.fixtures)

    @property
    def _gone(self) -> frozenset[str]:
        """The teams that withdrew before the knockout."""
        return frozenset(team for team, was_knockout in self.withdrawn.items() if not was_knockout)

    @cached_property
    def annulled(self) -> frozenset[str]:
        """The teams whose results no longer count."""
        own = {team: [each for each in self.fixtures if team in each.teams] for team in self._gone}
        return frozenset(
            team for team, every in own.items() if 2 * sum(map(self.is_over, every)) < len(every)
        )

    def is_over(self, fixture: Fixture) -> bool:
        """Whether a match was played to its end."""
        return fixture in self.results and self.results[fixture].is_over

    def is_off(self, fixture: Fixture) -> bool:
        """Whether a match is not played, or not to its end, because a team has withdrawn."""
        return not self.is_over(fixture) and any(team in self.withdrawn for team in fixture.teams)

    def victory_points(self, fixture: Fixture) -> tuple[float, float] | None:
        """The points of home and away; None if the match is not over or no longer counts."""
        if self.annulled & set(fixture.teams):
            return None
        if self.is_off(fixture):
            home, away = (
                0.0 if team in self.withdrawn else self.walkover for team in fixture.teams
            )
            return home, away
        if not self.is_over(fixture):
            return None
        played = self.results[fixture]
        return self.scale.points(played.margin, len(played.pairs) or played.planned)

    @property
    def is_robin_over(self) -> bool:
        """Whether no match of the round robin is left."""
        return all(self.is_over(fixture) or self.is_off(fixture) for fixture in self.fixtures)

    # Standing

    @cached_property
    def standing(self) -> tuple[StandingLine, ...]:
        """The teams, best first; those that withdrew before the knockout come last.

        Level teams are ordered by the victory points that they won against each other, then by the
        margin of all matches, then as in the list of teams.
        """
        lines = [self._line(team) for team in self.teams]
        points: defaultdict[float, list[str]] = defaultdict(list)
        for line in lines:
            points[line.victory_points].append(line.team)

        def key(line: StandingLine) -> tuple[bool, float, float, int]:
            level = points[line.victory_points]
            among = self._points_of(line.team, level)
            return line.team in self._gone, -line.victory_points, -among, -line.margin

        ordered = enumerate(sorted(lines, key=key), 1)
        return tuple(
            evolve(line, place=0 if line.team in self._gone else place) for place, line in ordered
        )

    @cached_property
    def ranked(self) -> tuple[str, ...]:
        """The teams that have a place, best first."""
        return tuple(line.team for line in self.standing if line.place)

    def _line(self, team: str) -> StandingLine:
        if team in self.annulled:
            return StandingLine(0, team, 0, 0.0, 0, "withdrawn, its results do not count")
        own = [each for each in self.fixtures if team in each.teams and self.is_over(each)]
        counted = [each for each in own if not self.annulled & set(each.teams)]
        margins = (self.results[each].margin * (1 if each.home == team else -1) for each in counted)
        byes = sum(each.bye == team for each in self.rounds) * self.bye
        points = round(self._points_of(team, self.teams) + byes, 2)
        note = "withdrawn" if team in self.withdrawn else ""
        return StandingLine(0, team, len(counted), points, sum(margins), note)

    def _points_of(self, team: str, others: Sequence[str]) -> float:
        """The victory points of a team against some others."""
        total = 0.0
        for fixture in self.fixtures:
            if team in fixture.teams and set(fixture.teams) <= {team, *others}:
                points = self.victory_points(fixture)
                total += points[fixture.away == team] if points is not None else 0.0
        return round(total, 2)

    def meetings(self, team: str, other: str) -> Iterator[tuple[Fixture, int, float | None]]:
        """Yield the matches of two teams that count, with margin and points as `team` sees them.

        The points are None for a match in progress.
        """
        for fixture in self.fixtures:
            if {team, other} != set(fixture.teams) or self.annulled & {team, other}:
                continue
            points, played = self.victory_points(fixture), self.results.get(fixture)
            at = int(fixture.away == team)
            if points is not None or (played is not None and played.pairs):
                margin = 0 if played is None else played.margin * (-1 if at else 1)
                yield fixture, margin, None if points is None else points[at]

    # Knockout

    @property
    def _best(self) -> tuple[str, ...]:
        """The teams that play the knockout."""
        size = self.knockout
        while size > len(self.ranked):  # others have withdrawn
            size //= 2
        return self.ranked[:size]

    @property
    def to_play(self) -> int:
        """The number of matches that are left, those of the knockout to come included."""
        robin = sum(not (self.is_over(each) or self.is_off(each)) for each in self.fixtures)
        decided = sum(bool(tie.winner) for tie in self.drawn.values())
        return robin + max(len(self._best) - 1, 0) - decided

    @cached_property
    def ties(self) -> tuple[tuple[KnockoutTie, ...], ...]:
        """The knockout matches whose teams are known by now, by stage."""
        ranked, stages = self._best, []
        if not self.is_robin_over:
            return ()
        while len(ranked) > 1:
            ties = tuple(map(self._tie, knockout_round(ranked).fixtures))
            stages.append(ties)
            winners = {tie.winner for tie in ties}
            if "" in winners:
                break
            ranked = tuple(team for team in ranked if team in winners)
        return tuple(stages)

    @property
    def drawn(self) -> dict[Fixture, KnockoutTie]:
        """The knockout matches whose teams are known by now."""
        return {tie.fixture: tie for stage in self.ties for tie in stage}

    @property
    def champion(self) -> str:
        """The winner of the final, or of the round robin if there is none; empty until then."""
        if not self.knockout or len(self.ranked) < 2:
            return self.ranked[0] if self.is_robin_over and self.ranked else ""
        last = self.ties[-1] if self.ties else ()
        return last[0].winner if len(last) == 1 else ""

    def _carried(self, higher: str, lower: str) -> float:
        """The IMPs that the higher placed one of two teams carries over, as in `carry_over`."""
        if self.rule.by == "imps":
            margin = sum(margin for _, margin, _ in self.meetings(higher, lower))
            return carry_over(margin, self.rule)
        won = self._points_of(higher, [lower]) - self._points_of(lower, [higher])
        lead = self._line(higher).victory_points - self._line(lower).victory_points
        return round(max(0.0, min(won, lead)), 1)

    def _tie(self, fixture: Fixture) -> KnockoutTie:
        home, away = fixture.teams
        tie = KnockoutTie(fixture, self._carried(home, away), self.results.get(fixture), "")
        if self.is_off(fixture):
            # The better placed one goes on if both have withdrawn: there has to be a champion.
            winner = away if home in self.withdrawn and away not in self.withdrawn else home
            return evolve(tie, winner=winner, note="walkover")
        if not self.is_over(fixture):
            return tie
        ours, theirs = tie.totals
        note = "level, the higher place decides" if ours == theirs else ""
        return evolve(tie, winner=home if ours >= theirs else away, note=note)

    # Butler

    @cached_property
    def butler(self) -> tuple[PairStanding, ...]:
        """The pairs by their mean of IMPs against the datums over all boards, best first.

        Each team has a pair in the open room and one in the closed room.
        """
        found = standings(self._fields())
        return tuple(sorted(found, key=lambda each: (-each.butler / each.boards, each.pair)))

    def _fields(self) -> Iterable[FieldBoard]:
        boards: defaultdict[object, list[BoardRecord]] = defaultdict(list)
        for fixture, played in self.results.items():
            if self.annulled & set(fixture.teams):
                continue
            for pair in played.pairs:
                for room in ROOMS:
                    one = pair.room(room)
                    sitting = (fixture.teams[team_of(room, seat.side)] for seat in Seat)
                    names = four(f"{team}, {room} room" for team in sitting)
                    boards[one.number, one.board.hands].append(evolve(one, names=names))
        return fields(boards.values())

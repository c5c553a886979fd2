"""All figures of a match, as one value that a page shows and a program reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from attrs import asdict, frozen

from bluechip_bot.bidding.explanation import CallWords
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.roles import RoleLine, Studies, role_lines, role_of
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.record.record import ROOMS, Crash, MatchRecord, SeatCounts, team_of
from bluechip_bot.match.result.comparison import BoardPair, won
from bluechip_bot.match.result.scale import CONTINUOUS
from bluechip_bot.model import Call, Called, Contract, Seat, Side, Strain
from bluechip_bot.player.calling import SideCallers
from bluechip_bot.statistics.estimates import Interval, MeanSwing
from bluechip_bot.statistics.sprt import Sprt, SprtState

_LEVELS = ("pass-out", "part-score", "game", "slam")
OurCalls = Mapping[tuple[str, int], tuple[Call | None, ...]]
"""By room and number of the board, our call at each place; None where the hand is unknown."""
NO_CALLS: Final[OurCalls] = {}


@frozen
class LevelLine:
    """Boards whose higher contract was of one level: `slam`, `game`, `part-score` or `pass-out`.

    If `both`, they are those with both contracts of the level, else those with only one. `swings`
    counts those with IMPs; `imps` are what A and B won.
    """

    level: str
    both: bool
    boards: int
    swings: int
    imps: tuple[int, int]


@frozen
class CardLoss:
    """The tricks that a player's cards lost, and how often our system makes the same calls.

    Dummy's cards count as declarer's.

    Attributes:
        player: the player's name; empty where the line is for a seat.
        room: the room of the seat; empty for a player.
        seat: who chose the cards; None for a player.
        team: 0 for A, 1 for B; None for a player who was in both teams.
        boards: studied boards with a contract on which the player was not dummy.
        defence: the tricks that cards cost in defence, without the opening lead.
        ours: how many of the `calls` are those of our system.
    """

    player: str
    room: str
    seat: Seat | None
    team: int | None
    boards: int
    cards: int
    tricks: int
    lead: int
    declarer: int
    defence: int
    calls: int
    ours: int


@frozen
class DecisionPace:
    """The number, mean and maximum of decision times, in seconds."""

    count: int
    mean: float
    slowest: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> DecisionPace:
        """The pace of decisions, from the seconds of each."""
        count = len(seconds)
        return cls(count, sum(seconds) / max(count, 1), max(seconds, default=0.0))

    @classmethod
    def together(cls, paces: Iterable[DecisionPace]) -> DecisionPace:
        """Combine the paces of several groups of decisions into one."""
        paces = list(paces)
        count = sum(pace.count for pace in paces)
        total = sum(pace.mean * pace.count for pace in paces)
        slowest = max((pace.slowest for pace in paces), default=0.0)
        return cls(count, total / count if count else 0.0, slowest)


@frozen
class MatchFigures:
    """The figures of a match.

    Attributes:
        boards: how many have a result in both rooms.
        victory_points: of A and B on the continuous 20-VP scale; None without a board.
        sprt: hypotheses and state of the sequential test; None without one.
        roles: where the IMPs come from; empty where no board was studied.
        losses: tricks that cards cost, by room and seat; empty where no board was studied.
        players: tricks that cards cost, by player; empty where names are unknown or those of teams.
        tricks: the paces of A and B for calls (0) and in tricks 1 to 13; empty without times.
        board_seconds: the paces of A's and B's pairs over whole boards; None without times.
        seats: the counts of each seat, or of its decisions alone; empty if none are known.
    """

    teams: tuple[str, str]
    boards: int
    planned: int | None
    imps: tuple[int, int]
    victory_points: tuple[float, float] | None
    mean: MeanSwing | None
    sprt: tuple[Sprt, SprtState] | None
    roles: tuple[RoleLine, ...]
    levels: tuple[LevelLine, ...]
    losses: tuple[CardLoss, ...]
    players: tuple[CardLoss, ...]
    tricks: tuple[tuple[DecisionPace, DecisionPace], ...]
    board_seconds: tuple[DecisionPace, DecisionPace] | None
    seats: tuple[SeatCounts, ...]
    crashes: tuple[Crash, ...]

    @classmethod
    def of(
        cls,
        record: MatchRecord,
        studies: Studies,
        sprt: Sprt | None = None,
        seed: int = 0,
        ours: OurCalls = NO_CALLS,
    ) -> MatchFigures:
        """Compute the figures of a match."""
        swings = [pair.swing for pair in record.pairs]
        margin, count = sum(swings), len(swings)
        return cls(
            record.teams,
            count,
            record.planned,
            won(swings),
            CONTINUOUS.points(margin, count) if count else None,
            MeanSwing.of(swings, seed) if count else None,
            None if sprt is None else (sprt, sprt.state(swings)),
            role_lines(record.pairs, studies) if studies and record.pairs else (),
            level_lines(record.pairs),
            _seat_losses(record, studies, ours),
            _player_losses(record, studies, ours),
            trick_paces(record),
            _board_paces(record),
            record.seats or _decided(record),
            record.crashes,
        )

    def as_dict(self) -> dict[str, Any]:
        """The figures as values that JSON can hold."""
        told = asdict(self, value_serializer=_plain)
        if self.sprt is not None:
            test, state = told["sprt"]
            told["sprt"] = {**test, **state}
        return told


def _plain(_instance: object, _field: object, value: Any) -> Any:
    if isinstance(value, Seat):
        return str(value)
    if isinstance(value, Interval):
        return value._asdict()
    return value.value if isinstance(value, Enum) else value


def our_calls(record: MatchRecord, callers: SideCallers) -> Iterator[tuple[Call | None, ...]]:
    """Yield for each board of a record what our system calls at each turn; None if unknown."""
    for _, finished in record.boards:
        yield () if finished.replay is not None else tuple(_of_board(finished, callers))


def _of_board(finished: BoardRecord, callers: SideCallers) -> Iterator[Call | None]:
    for index in range(len(finished.board.auction.calls)):
        before = finished.board.before_call(index)
        seat = before.auction.turn
        if before.hands[seat] is None:
            yield None
            continue
        words = CallWords.of(before, seat.side.other)
        _, found = callers.choose(before.seen_by(seat), words)
        yield found.choice.call


def level_of(contract: Contract | None) -> str:
    """The level of a contract: `slam`, `game`, `part-score` or `pass-out`; doubles do not count."""
    if contract is None:
        return "pass-out"
    if contract.level >= 6:
        return "slam"
    least = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4}.get(contract.strain, 5)
    return "game" if contract.level >= least else "part-score"


def level_lines(pairs: Iterable[BoardPair]) -> tuple[LevelLine, ...]:
    """A line for each level of the higher contract, slams first; none for levels without boards."""
    swings: dict[tuple[str, bool], list[int]] = {}
    for pair in pairs:
        levels = {level_of(pair.open.contract), level_of(pair.closed.contract)}
        higher = max(levels, key=_LEVELS.index)
        swings.setdefault((higher, len(levels) == 1), []).append(pair.swing)
    return tuple(
        LevelLine(level, both, len(found), sum(map(bool, found)), won(found))
        for level in reversed(_LEVELS)
        for both in (True, False)
        if (found := swings.get((level, both)))
    )


def _seat_losses(record: MatchRecord, studies: Studies, ours: OurCalls) -> tuple[CardLoss, ...]:
    """The losses of each seat in each room; rooms with neither cards nor calls are left out."""
    found = _losses(record, studies, ours, lambda room, _, seat: (room, seat))
    return tuple(
        CardLoss("", room, seat, team_of(room, seat.side), *_counted(found[room, seat]))
        for room in record.rooms
        if any(found[room, seat] for seat in Seat)
        for seat in Seat
    )


def _player_losses(record: MatchRecord, studies: Studies, ours: OurCalls) -> tuple[CardLoss, ...]:
    """The losses of each player, by name; empty if a name is missing or names are of teams."""
    teams: defaultdict[str, set[int]] = defaultdict(set)
    for room, finished in record.boards:
        for seat in Seat:
            teams[finished.names[seat]].add(team_of(room, seat.side))
    if "" in teams or len(teams) < 3:
        return ()
    found = _losses(record, studies, ours, lambda _, finished, seat: finished.names[seat])
    return tuple(
        CardLoss(
            *(name, "", None, min(teams[name]) if len(teams[name]) == 1 and record.pairs else None),
            *_counted(found[name]),
        )
        for name in sorted(found, key=str.casefold)
    )


def _losses(
    record: MatchRecord,
    studies: Studies,
    ours: OurCalls,
    who: Callable[[str, BoardRecord, Seat], object],
) -> defaultdict[Any, Counter[str]]:
    """The counts of `CardLoss`, by the key that `who` returns for a decision."""
    found: defaultdict[Any, Counter[str]] = defaultdict(Counter)
    for room, finished in record.boards:
        study = studies.get((room, finished.number))
        costs = () if study is None else study.costs
        for seat in {_chooser(finished, seat) for seat in Seat} if costs else ():
            found[who(room, finished, seat)]["boards"] += 1
        for index, cost in enumerate(costs):
            count = found[who(room, finished, _chooser(finished, cost.seat))]
            count["cards"] += bool(cost.cost)
            count["tricks"] += cost.cost
            count[role_of(finished, index, cost).name.lower()] += cost.cost
        auction = finished.board.auction
        for index, our in enumerate(ours.get((room, finished.number), ())):
            if our is not None:
                count = found[who(room, finished, auction.caller(index))]
                count["calls"] += 1
                count["ours"] += our == auction.calls[index]
    return found


def _counted(count: Counter[str]) -> Iterator[int]:
    names = ("boards", "cards", "tricks", "lead", "declarer", "defence", "calls", "ours")
    return (count[name] for name in names)


def _chooser(finished: BoardRecord, seat: Seat) -> Seat:
    contract = finished.contract
    return contract.declarer if contract is not None and seat is contract.dummy else seat


def trick_paces(record: MatchRecord) -> tuple[tuple[DecisionPace, DecisionPace], ...]:
    """The paces of A and B for calls, then for each of the thirteen tricks; empty without times."""
    seconds: list[tuple[list[float], list[float]]] = [([], []) for _ in range(14)]
    for (room, _), stored in record.times.items():
        cards = 0
        for action in stored.actions:
            cards += not isinstance(action.event, Called)
            seconds[-(-cards // 4)][team_of(room, action.player.side)].append(action.seconds)
    if not any(a or b for a, b in seconds):
        return ()
    return tuple((DecisionPace.of(a), DecisionPace.of(b)) for a, b in seconds)


def _decided(record: MatchRecord) -> tuple[SeatCounts, ...]:
    """The number of decisions of each seat, counted from their times."""
    found = Counter(
        (room, action.player)
        for (room, _), stored in record.times.items()
        for action in stored.actions
    )
    return tuple(
        SeatCounts(room, seat, DecisionCounts(decisions=found[room, seat]))
        for room in ROOMS
        for seat in Seat
        if (room, seat) in found
    )


def _board_paces(record: MatchRecord) -> tuple[DecisionPace, DecisionPace] | None:
    seconds: tuple[list[float], list[float]] = ([], [])
    for (room, _), stored in record.times.items():
        for side, taken in zip(Side, stored.seconds, strict=True):
            seconds[team_of(room, side)].append(taken)
    if not any(seconds):
        return None
    return DecisionPace.of(seconds[0]), DecisionPace.of(seconds[1])

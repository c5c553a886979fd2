"""Where the IMPs of a match were won: in the bidding, the opening leads, declarer's play, defence.

Every board is measured against its double-dummy value. The bidding's part of a swing is the
difference between the two contracts with best play by all. From there the play goes card by card: a
card that costs its side a trick changes the points of its room, and with them the IMPs, and the
change belongs to the role of the hand it came from (dummy's cards are declarer's). As IMPs are not
linear in points, the change in the second room depends on the first; the mean over both orders is
taken (Shapley, 1953). The parts of a board add up to its swing exactly. `loss_rows`
yields a row for each card that cost a trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from attrs import evolve, field, frozen

from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.postmortem import CardCost, CardScores, card_values, costs_of
from bluechip_bot.match.record.record import ROOMS, MatchRecord, RoomName, team_of
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import Card, Side, imps


class SwingCause(Enum):
    """Where a part of a swing comes from, such as the opening lead."""

    BIDDING = "bidding"
    LEAD = "opening lead"
    DECLARER = "declarer play"
    DEFENCE = "defence"
    CLAIM = "claims"


@frozen
class PlayStudy:
    """The double-dummy study of a board that was played in one room.

    Attributes:
        value: the tricks of declarer with best play by all; None when passed out.
        costs: what each card cost; empty when passed out or where no card is known.
        values: the worth of each legal card before each card, see `card_values`; may be empty.
    """

    value: int | None
    costs: tuple[CardCost, ...] = ()
    values: tuple[Mapping[Card, int], ...] = field(default=(), eq=False, repr=False)

    @classmethod
    def of(cls, finished: BoardRecord, scores: CardScores) -> PlayStudy | None:
        """The study of a board, or None where a hand is unknown."""
        board, contract = finished.board, finished.contract
        if contract is None:
            return cls(None)
        hands = [hand for hand in board.hands if hand is not None]
        if len(hands) < 4 or any(len(hand) != 13 for hand in hands):
            return None
        found = scores(hands, contract.strain, contract.leader, ())
        values = () if board.play is None else card_values(board, scores)
        return cls(13 - max(found.values()), costs_of(board, values), values)


Studies = Mapping[tuple[str, int], PlayStudy]
"""Studies by room and number of the board; those that cannot be made are not there."""


def role_of(finished: BoardRecord, index: int, cost: CardCost) -> SwingCause:
    """The role of the hand that played a card; `index` counts the cards of the play from 0."""
    contract = finished.contract
    if contract is not None and cost.seat.side is contract.declarer.side:
        return SwingCause.DECLARER
    return SwingCause.DEFENCE if index else SwingCause.LEAD


@frozen
class SwingPart:
    """The part of a swing that a team caused in a role.

    Attributes:
        team: 0 for A, 1 for B, None for the bidding, to which both belong.
        imps: the part in IMPs, from A's view.
    """

    role: SwingCause
    team: int | None
    tricks: int
    imps: float


@frozen
class _ScoreMove:
    """A card or claim that changes the points of North-South in a room; `score` is after it."""

    role: SwingCause
    side: Side
    tricks: int
    score: int


def parts_of(pair: BoardPair, studies: Studies) -> tuple[SwingPart, ...] | None:
    """The parts of a board's swing; None where a study is missing."""
    values: dict[RoomName, int] = {}
    moves: dict[RoomName, tuple[_ScoreMove, ...]] = {}
    for room in ROOMS:
        study, finished = studies.get((room, pair.number)), pair.room(room)
        if study is None:
            return None
        values[room] = _points(finished, study.value)
        moves[room] = tuple(_moves(finished, study))
    bidding = float(imps(values["open"] - values["closed"]))
    parts = [SwingPart(SwingCause.BIDDING, None, 0, bidding)]
    for first in ROOMS:
        parts += _walk(values, moves, first)
    return tuple(parts)


def _points(finished: BoardRecord, tricks: int | None) -> int:
    """The points of North-South if declarer's side had taken this number of tricks."""
    return evolve(finished, result=tricks).score()


def _moves(finished: BoardRecord, study: PlayStudy) -> Iterator[_ScoreMove]:
    contract, makes = finished.contract, study.value
    if contract is None or makes is None or finished.result is None:
        return
    ours = contract.declarer.side
    for index, cost in enumerate(study.costs):
        makes = cost.makes
        if cost.cost:
            role = role_of(finished, index, cost)
            yield _ScoreMove(role, cost.seat.side, cost.cost, _points(finished, makes))
    if makes != finished.result:
        # It is not recorded who conceded or claimed too much: the side that lost by it is named.
        loser = ours if finished.result < makes else ours.other
        yield _ScoreMove(SwingCause.CLAIM, loser, 0, finished.score())


def _walk(
    values: Mapping[RoomName, int], moves: Mapping[RoomName, Sequence[_ScoreMove]], first: RoomName
) -> Iterator[SwingPart]:
    """Yield half of each move's IMPs, with those of room `first` made first; both orders add up."""
    now = dict(values)
    for room in (first, *(other for other in ROOMS if other != first)):
        for move in moves[room]:
            before = imps(now["open"] - now["closed"])
            now[room] = move.score
            change = (imps(now["open"] - now["closed"]) - before) / 2
            # The tricks are counted in one of the two walks only.
            tricks = move.tricks if first == "open" else 0
            yield SwingPart(move.role, team_of(room, move.side), tricks, change)


@frozen
class RoleLine:
    """The figures of a role over all boards of a match.

    Attributes:
        moved: the IMPs that the cards of A and of B moved, from A's view; None for the bidding.
        tricks: the tricks that the cards of A and of B cost; None for the bidding.
        boards: how many boards A and B had the role on, over both rooms.
    """

    role: SwingCause
    net: float
    moved: tuple[float, float] | None
    tricks: tuple[int, int] | None
    boards: tuple[int, int]


def role_lines(pairs: Iterable[BoardPair], studies: Studies) -> tuple[RoleLine, ...]:
    """A line for each role over the studied boards; claims have one only if they moved IMPs."""
    found = [(pair, parts) for pair in pairs if (parts := parts_of(pair, studies)) is not None]
    studied = [pair for pair, _ in found]
    lines = []
    for role in SwingCause:
        mine = [part for _, parts in found for part in parts if part.role is role]
        if role is SwingCause.CLAIM and not any(part.imps for part in mine):
            continue
        net = sum(part.imps for part in mine)
        if role is SwingCause.BIDDING:
            lines.append(RoleLine(role, net, None, None, (len(found), len(found))))
            continue
        ours, theirs = ([part for part in mine if part.team == team] for team in (0, 1))
        moved = sum(part.imps for part in ours), sum(part.imps for part in theirs)
        tricks = sum(part.tricks for part in ours), sum(part.tricks for part in theirs)
        lines.append(RoleLine(role, net, moved, tricks, _boards(studied, role)))
    return tuple(lines)


def _boards(pairs: Iterable[BoardPair], role: SwingCause) -> tuple[int, int]:
    """How many boards A and B had a role on; for claims, all boards with a contract."""
    counts = [0, 0]
    for pair in pairs:
        for room in ROOMS:
            contract = pair.room(room).contract
            if contract is None:
                continue
            declarer = contract.declarer.side
            sides = {SwingCause.DECLARER: (declarer,), SwingCause.CLAIM: tuple(Side)}
            for side in sides.get(role, (declarer.other,)):
                counts[team_of(room, side)] += 1
    return counts[0], counts[1]


LOSS_COLUMNS: Final = (
    "room", "board", "card", "trick", "seat", "player", "played", "role", "cost", "makes",
)  # fmt: skip
"""The columns: `card` counts the cards of the play from 1, `cost` is in tricks, and `makes` is
what declarer takes in all with best play after the card."""


def loss_rows(record: MatchRecord, studies: Studies) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each card that cost its side a trick or more."""
    for room, finished in record.boards:
        study = studies.get((room, finished.number))
        for index, cost in enumerate(() if study is None else study.costs):
            if not cost.cost:
                continue
            values = (
                *(room, finished.number, index + 1, index // 4 + 1, cost.seat.letter),
                *(finished.names[cost.seat], str(cost.card)),
                *(role_of(finished, index, cost).value, cost.cost, cost.makes),
            )
            yield dict(zip(LOSS_COLUMNS, values, strict=True))

"""The boards as the page shows them: a line for each, and the biggest swings card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from attrs import frozen

from bluechip_bot.match.analysis.postmortem import CardCost
from bluechip_bot.match.analysis.roles import Studies, Study, SwingCause, parts_of
from bluechip_bot.match.record.plan import besides, plan_of
from bluechip_bot.match.record.record import (
    ROOMS,
    FinishedBoard,
    MatchRecord,
    Pair,
    RoomName,
    team_of,
)
from bluechip_bot.model import PASS, Auction, Call, Card, Hand, Seat, Side

COLUMNS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""The columns of an auction and of a play."""
_BIGGEST: Final = 8


@frozen
class BoardLine:
    """A board in the table of all boards.

    Attributes:
        rooms: where it was finished, with its results.
        values: the tricks of declarer with best play by all, for each room; empty where not known.
        swing: the IMPs of team A; None without a result in both rooms.
        running: their total so far; None likewise.
    """

    rooms: tuple[tuple[RoomName, FinishedBoard], ...]
    values: tuple[str, ...]
    swing: int | None = None
    running: int | None = None


@frozen
class ShownCall:
    """A call with what was said and thought of it.

    Attributes:
        call: the call.
        alert: whether it was alerted or explained.
        title: explanation and thoughts, a line each; may be empty.
    """

    call: Call
    alert: bool
    title: str


@frozen
class ShownCard:
    """A card of the play.

    Attributes:
        card: the card.
        won: whether it won its trick.
        cost: the tricks that it cost its side.
        title: its cost and what was thought, a line each; may be empty.
    """

    card: Card
    won: bool
    cost: int
    title: str


@frozen
class ShownTrick:
    """A trick.

    Attributes:
        leader: who led to it.
        cards: in the order of `COLUMNS`; None where none was played.
        makes: what declarer takes in all from there with best play; empty where not known.
    """

    leader: Seat
    cards: tuple[ShownCard | None, ...]
    makes: str


@frozen
class Thought:
    """What was thought at a call or card.

    Attributes:
        action: who made the call or card, and which; None for a thought before the first call or
            after the last card.
        text: the thoughts.
    """

    action: tuple[Seat, Call | Card] | None
    text: str

    @property
    def is_call(self) -> bool:
        """Whether it was a call."""
        return self.action is not None and isinstance(self.action[1], Call)


@frozen
class ShownRoom:
    """A board in one room, with auction, play and thoughts.

    Attributes:
        name: which room.
        board: the board.
        ns: the team that sat North-South, 0 for A.
        value: the tricks of declarer with best play by all; None where not known.
        calls: the auction, in rows from West to South; None where nobody called.
        tricks: the play.
        costs: whether the costs of its cards are known.
        plan: declarer's, as he told it when dummy had gone down; may be empty.
        thoughts: all others, in the order of calls and cards.
    """

    name: RoomName
    board: FinishedBoard
    ns: int
    value: int | None
    calls: tuple[ShownCall | None, ...]
    tricks: tuple[ShownTrick, ...]
    costs: bool
    plan: str
    thoughts: tuple[Thought, ...]


@frozen
class ShownSwing:
    """A board with a big swing.

    Attributes:
        pair: the board.
        winner: 0 if team A won the swing, 1 if B did.
        parts: where it comes from; None where that is not known.
        hands: of North, East, South and West, as far as known.
        rooms: what happened in both rooms.
    """

    pair: Pair
    winner: int
    parts: str | None
    hands: tuple[Hand | None, ...]
    rooms: tuple[ShownRoom, ...]


def board_lines(record: MatchRecord, studies: Studies) -> Iterator[BoardLine]:
    """Yield all boards, those first that both rooms have finished."""

    def values(*rooms: tuple[RoomName, FinishedBoard]) -> tuple[str, ...]:
        found = (studies.get((room, board.number)) for room, board in rooms)
        return tuple("" if one is None or one.value is None else str(one.value) for one in found)

    running = accumulate(pair.swing for pair in record.pairs)
    for pair, total in zip(record.pairs, running, strict=True):
        both = tuple((room, pair.room(room)) for room in ROOMS)
        yield BoardLine(both, values(*both), pair.swing, total)
    for one in record.unpaired:
        yield BoardLine((one,), values(one))


def told_calls(auction: Auction) -> Sequence[Call]:
    """The calls without the passes that end the auction."""
    calls = list(auction.calls)
    while calls and calls[-1] == PASS:
        calls.pop()
    return calls


def biggest_swings(record: MatchRecord, studies: Studies) -> list[ShownSwing]:
    """The boards with the biggest swings: cards, auctions, play, and what cards cost."""
    pairs = sorted((pair for pair in record.pairs if pair.swing), key=lambda pair: -abs(pair.swing))
    return [_shown_swing(pair, record.teams, studies) for pair in pairs[:_BIGGEST]]


def _shown_swing(pair: Pair, teams: tuple[str, str], studies: Studies) -> ShownSwing:
    hands = zip(pair.open.board.hands, pair.closed.board.hands, strict=True)
    return ShownSwing(
        pair,
        0 if pair.swing > 0 else 1,
        _parts(pair, teams, studies),
        tuple(mine if mine is not None else theirs for mine, theirs in hands),
        tuple(_room(room, pair.room(room), studies.get((room, pair.number))) for room in ROOMS),
    )


def _parts(pair: Pair, teams: tuple[str, str], studies: Studies) -> str | None:
    """Where the swing comes from; None where that is not known."""
    parts = parts_of(pair, studies)
    if parts is None:
        return None
    said = []
    for role in SwingCause:
        for team in (None, 0, 1):
            total = sum(part.imps for part in parts if (part.role, part.team) == (role, team))
            if total:
                who = "" if team is None else f" of {teams[team]}"
                said.append(f"{role.value}{who} {signed(total, 1)}")
    return ", ".join(said) or "nothing that one card decided"


def _room(room: RoomName, finished: FinishedBoard, study: Study | None) -> ShownRoom:
    costs = () if study is None else study.costs
    plan = plan_of(finished.board, finished.remarks)
    thoughts: dict[int, tuple[str, ...]] = {}
    for remark in besides(plan, finished.remarks):
        thoughts[remark.after] = (*thoughts.get(remark.after, ()), remark.text)
    actions = dict(enumerate(_actions(finished), 1))
    return ShownRoom(
        room,
        finished,
        team_of(room, Side.NS),
        None if study is None else study.value,
        tuple(_calls(finished, thoughts)),
        tuple(_tricks(finished, costs, thoughts)),
        bool(costs),
        "" if plan is None else plan.text,
        tuple(
            Thought(actions.get(place), "; ".join(texts))
            for place, texts in sorted(thoughts.items())
        ),
    )


def _actions(finished: FinishedBoard) -> Iterator[tuple[Seat, Call | Card]]:
    """Yield the calls and cards with who made them."""
    board = finished.board
    for index, call in enumerate(board.auction.calls):
        yield board.dealer.plus(index), call
    for trick in () if board.play is None else board.play.tricks:
        for step, card in enumerate(trick.cards):
            yield trick.leader.plus(step), card


def _calls(
    finished: FinishedBoard, thoughts: dict[int, tuple[str, ...]]
) -> Iterator[ShownCall | None]:
    board = finished.board
    explanations = dict(board.explanations)
    if board.auction.calls:
        yield from [None] * COLUMNS.index(board.dealer)
    for index, call in enumerate(board.auction.calls):
        told = explanations.get(index, "")
        alert = index in board.alerts or bool(told)
        yield ShownCall(call, alert, _title(told, *thoughts.get(index + 1, ())))
    if board.auction.calls:
        yield from [None] * (-(COLUMNS.index(board.dealer) + len(board.auction.calls)) % 4)


def _tricks(
    finished: FinishedBoard, costs: Sequence[CardCost], thoughts: dict[int, tuple[str, ...]]
) -> Iterator[ShownTrick]:
    play, made = finished.board.play, len(finished.board.auction.calls)
    for index, trick in enumerate(() if play is None else play.tricks):
        cards = trick.by_seat()
        if play is None or not cards:
            return
        winner = trick.winner(play.contract.strain) if trick.is_complete else None
        lost = {cost.seat: cost.cost for cost in costs[4 * index : 4 * index + 4]}
        shown: list[ShownCard | None] = []
        for seat in COLUMNS:
            card, cost = cards.get(seat), lost.get(seat, 0)
            place = made + 4 * index + (seat - trick.leader) % 4 + 1
            title = _title(f"cost {cost}" if cost else "", *thoughts.get(place, ()))
            shown.append(None if card is None else ShownCard(card, seat is winner, cost, title))
        makes = str(costs[4 * index + len(cards) - 1].makes) if costs else ""
        yield ShownTrick(trick.leader, tuple(shown), makes)


def _title(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; empty for zero without digits."""
    if not digits and not round(number):
        return ""
    shown = f"{number:+.{digits}f}"
    return (f"{0:.{digits}f}" if not float(shown) else shown).replace("-", "−")

"""Where swings come from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.postmortem import CardCost
from bluechip_bot.match.analysis.roles import (
    PlayStudy,
    RoleLine,
    Studies,
    SwingCause,
    SwingPart,
    parts_of,
    role_lines,
)
from bluechip_bot.match.record.record import ROOMS, MatchRecord, team_of
from bluechip_bot.match.result.comparison import BoardPair
from bluechip_bot.model import Board, Call, Called, Deal, Phase, Played

MakeMatch = Callable[[int, int], MatchRecord]
SOLVER = DoubleDummy(16)
Parts = Callable[..., tuple[tuple[SwingPart, ...], dict[SwingCause, RoleLine]]]
# North holds all spades, East all hearts and so on: tricks do not depend on the cards played.
ONE_SUIT = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")


@pytest.fixture(scope="module")
def parts(studied: Callable[[MatchRecord], Studies]) -> Parts:
    """A function from pairs to the parts of the first one's swing and the lines of all roles."""

    def found(*pairs: BoardPair) -> tuple[tuple[SwingPart, ...], dict[SwingCause, RoleLine]]:
        opened, closed = (tuple(pair.room(room) for pair in pairs) for room in ROOMS)
        studies = studied(MatchRecord(("A", "B"), opened, closed))
        first = parts_of(pairs[0], studies)
        assert first is not None
        return first, {line.role: line for line in role_lines(pairs, studies)}

    return found


def one_suit(bid: str) -> Board:
    """A board of the one-suit deal after a bid, passes and the lowest legal card each time."""
    board = Board.begin(1, deal=ONE_SUIT)
    for call in (bid, "P", "P", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    while board.phase is Phase.PLAY:
        assert board.turn is not None
        board = board.apply(Played(board.turn, list(board.legal_cards)[-1]))
    return board


def test_parts_add_up_to_the_swing(record: MatchRecord, studies: Studies) -> None:
    """Bidding and cards come to the swing, tricks to the costs; nobody gains by his own cards."""
    for pair in record.pairs:
        found = parts_of(pair, studies)
        assert found is not None
        assert sum(part.imps for part in found) == pair.swing
        for part in found:
            assert part.team is None or part.imps * (-1) ** part.team <= 0
    lines = role_lines(record.pairs, studies)
    assert sum(line.net for line in lines) == sum(pair.swing for pair in record.pairs)
    costs = sum(cost.cost for study in studies.values() for cost in study.costs)
    assert sum(sum(line.tricks) for line in lines if line.tricks is not None) == costs > 0


def test_exchanging_the_teams_turns_all_signs(record: MatchRecord, studies: Studies) -> None:
    """With the rooms exchanged, what was A's is B's, and of the other sign."""
    pairs = [BoardPair(pair.closed, pair.open) for pair in record.pairs]
    rooms = {"open": "closed", "closed": "open"}
    turned = {(rooms[room], number): study for (room, number), study in studies.items()}
    lines, others = role_lines(record.pairs, studies), role_lines(pairs, turned)
    for line, other in zip(lines, others, strict=True):
        assert (line.role, line.net) == (other.role, -other.net)
        assert line.boards == other.boards[::-1]
        if line.moved is not None and other.moved is not None and line.tricks is not None:
            assert line.moved == (-other.moved[1], -other.moved[0])
            assert other.tricks == line.tricks[::-1]


@pytest.mark.parametrize(
    ("first", "second", "swing"),
    [
        ("7S", "4S", 14),  # 1510 against 510
        ("P", "7S", -17),  # a passed-out board counts nothing
    ],
)
def test_contracts_alone(parts: Parts, first: str, second: str, swing: int) -> None:
    """Of two contracts that are played perfectly, all of the swing is bidding."""
    found, _ = parts(
        *[BoardPair(*(BoardRecord.of_board(one_suit(bid)) for bid in (first, second)))]
    )
    assert {part.role: part.imps for part in found if part.imps} == {SwingCause.BIDDING: swing}


def test_opening_lead_declarer_and_defence() -> None:
    """The first card is the lead, cards of declarer and dummy declarer's, all others defence."""
    finished = BoardRecord.of_board(one_suit("1S"))
    assert finished.board.play is not None
    cards = [one for trick in finished.board.play.tricks for one in trick.by_seat().items()]

    def study(tricks: int) -> PlayStudy:
        """A made-up study: each card of so many tricks costs one."""
        costs = (
            CardCost(seat, card, int(place < 4 * tricks), 13)
            for place, (seat, card) in enumerate(cards)
        )
        return PlayStudy(13, tuple(costs))

    studies: Studies = {("open", 1): study(1), ("closed", 1): study(0)}
    tricks = {
        line.role: line.tricks for line in role_lines([BoardPair(finished, finished)], studies)
    }
    # North of team A declares: East leads, South is dummy, West defends for team B.
    assert tricks[SwingCause.LEAD] == (0, 1)
    assert tricks[SwingCause.DECLARER] == (2, 0)
    assert tricks[SwingCause.DEFENCE] == (0, 1)


def test_claims_are_kept_apart(random_match: MakeMatch, parts: Parts) -> None:
    """Tricks that were conceded without playing them belong to no card."""
    pair = next(
        pair
        for pair in random_match(20, 3).pairs
        if pair.open.contract is not None and pair.closed.contract is None
    )
    board = pair.open.board.until(4)
    value = PlayStudy.of(BoardRecord(board, pair.open.contract, result=0), SOLVER.cards)
    assert value is not None
    makes = value.costs[-1].makes
    assert makes > 0
    conceded = BoardPair(BoardRecord(board, pair.open.contract, result=0), pair.closed)
    _, lines = parts(conceded)
    assert pair.open.contract is not None
    declarer = team_of("open", pair.open.contract.declarer.side)
    moved = lines[SwingCause.CLAIM].moved
    assert moved is not None
    assert moved[declarer] * (-1) ** declarer < 0
    assert moved[1 - declarer] == 0
    assert sum(line.net for line in lines.values()) == conceded.swing
    exact = BoardPair(BoardRecord(board, pair.open.contract, result=makes), pair.closed)
    assert SwingCause.CLAIM not in parts(exact)[1]


def test_unknown_hands_are_not_studied() -> None:
    """Without all hands there is no study, and a pair without studies has no parts."""
    board = evolve(one_suit("1S"), hands=(None, *ONE_SUIT.hands[1:]))
    finished = BoardRecord.of_board(board)
    assert PlayStudy.of(finished, SOLVER.cards) is None
    assert parts_of(BoardPair(finished, finished), {}) is None
    assert [line.net for line in role_lines([BoardPair(finished, finished)], {})] == [0, 0, 0, 0]


def test_contract_without_its_play_is_studied() -> None:
    """A board of which only contract and result are known has a value and no cards."""
    contract = one_suit("1S").contract
    study = PlayStudy.of(
        BoardRecord(Board.begin(1, deal=ONE_SUIT), contract, result=13), SOLVER.cards
    )
    assert study == PlayStudy(13)

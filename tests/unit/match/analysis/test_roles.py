"""Where swings come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.analysis.roles import Studies, Study, SwingCause, parts_of, role_lines
from bluechip_bot.match.record.record import ROOMS, FinishedBoard, MatchRecord, Pair, team_of
from bluechip_bot.model import Board, Call, Called, Card, Deal, Hand, Phase, Played, Seat, Strain

MakeMatch = Callable[[int, int], MatchRecord]
# North holds all spades, East all hearts and so on: tricks do not depend on the cards played.
ONE_SUIT = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
PASSED = ("P", "P", "P", "P")


@pytest.fixture(scope="module")
def solver() -> DoubleDummy:
    """One solver for all tests here."""
    return DoubleDummy(16)


def studies_of(pairs: Sequence[Pair], solver: DoubleDummy) -> Studies:
    """The studies of both rooms."""
    return {
        (room, pair.number): study
        for pair in pairs
        for room in ROOMS
        if (study := Study.of(pair.room(room), solver.cards)) is not None
    }


def one_suit(*calls: str) -> Board:
    """A board of the one-suit deal after some calls and the lowest legal card each time."""
    board = Board.begin(1, deal=ONE_SUIT)
    for call in calls:
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    while board.phase is Phase.PLAY:
        assert board.turn is not None
        board = board.apply(Played(board.turn, list(board.legal_cards)[-1]))
    return board


@pytest.mark.parametrize("seed", range(3))
def test_parts_add_up_to_the_swing(random_match: MakeMatch, solver: DoubleDummy, seed: int) -> None:
    """Bidding and what the cards moved come to the swing; nobody gains by his own cards."""
    pairs = random_match(3, seed).pairs
    studies = studies_of(pairs, solver)
    for pair in pairs:
        parts = parts_of(pair, studies)
        assert parts is not None
        assert sum(part.imps for part in parts) == pair.swing
        for part in parts:
            assert part.team is None or part.imps * (-1) ** part.team <= 0
    lines = role_lines(pairs, studies)
    assert sum(line.net for line in lines) == sum(pair.swing for pair in pairs)


@pytest.mark.parametrize("seed", [5, 6])
def test_exchanging_the_teams_turns_all_signs(
    random_match: MakeMatch, solver: DoubleDummy, seed: int
) -> None:
    """With the rooms exchanged, what was A's is B's, and of the other sign."""
    pairs = random_match(3, seed).pairs
    mirrored = [Pair(pair.closed, pair.open) for pair in pairs]
    lines = role_lines(pairs, studies_of(pairs, solver))
    others = role_lines(mirrored, studies_of(mirrored, solver))
    for line, other in zip(lines, others, strict=True):
        assert (line.role, line.net) == (other.role, -other.net)
        assert line.boards == other.boards[::-1]
        if line.moved is not None and other.moved is not None and line.tricks is not None:
            assert line.moved == (-other.moved[1], -other.moved[0])
            assert other.tricks == line.tricks[::-1]


def test_tricks_by_role_are_all_that_cards_cost(
    random_match: MakeMatch, solver: DoubleDummy
) -> None:
    """The tricks of the roles come to the costs of all cards."""
    pairs = random_match(5, 9).pairs
    studies = studies_of(pairs, solver)
    costs = sum(cost.cost for study in studies.values() for cost in study.costs)
    assert costs > 0
    lines = role_lines(pairs, studies)
    assert sum(sum(line.tricks) for line in lines if line.tricks is not None) == costs


def test_contracts_alone(solver: DoubleDummy) -> None:
    """A grand slam against a game, both played perfectly: all of the swing is bidding."""
    grand = FinishedBoard.of(one_suit("7S", "P", "P", "P"))
    game = FinishedBoard.of(one_suit("4S", "P", "P", "P"))
    pair = Pair(grand, game)
    parts = parts_of(pair, studies_of([pair], solver))
    assert parts is not None
    assert [(part.role, part.imps) for part in parts if part.imps] == [
        (SwingCause.BIDDING, pair.swing)
    ]
    assert pair.swing == 14  # 1510 against 510


def test_pass_out_against_a_contract(solver: DoubleDummy) -> None:
    """A passed-out board counts nothing, and the contract of the other room is bidding."""
    pair = Pair(FinishedBoard.of(one_suit(*PASSED)), FinishedBoard.of(one_suit("7S", *PASSED[1:])))
    parts = parts_of(pair, studies_of([pair], solver))
    assert parts is not None
    assert {part.role: part.imps for part in parts} == {SwingCause.BIDDING: -17.0}


def test_opening_lead_declarer_and_defence(solver: DoubleDummy) -> None:
    """The first card is the lead, cards of declarer and dummy declarer's, all others defence."""
    seats = []
    board = one_suit("1S", *PASSED[1:])

    def scores(
        hands: Sequence[Hand], strain: Strain, leader: Seat, trick: Sequence[Card]
    ) -> Mapping[Card, int]:
        """A made-up value: the lowest card of each hand costs a trick, two times in the play."""
        found = dict.fromkeys(solver.cards(hands, strain, leader, trick), 5)
        held = len(hands[leader.plus(len(trick))])
        seats.append((leader, len(trick)))
        if held == 13 and len(found) > 1:
            found[min(found)] = 4
        return found

    study = Study.of(FinishedBoard.of(board), scores)
    assert study is not None
    first = [cost.cost for cost in study.costs[:4]]
    assert first == [1, 1, 1, 1]
    best = Study(13, tuple(evolve(cost, cost=0, makes=13) for cost in study.costs))
    grades = tuple(
        evolve(cost, cost=int(index < 4), makes=13) for index, cost in enumerate(study.costs)
    )
    pair = Pair(FinishedBoard.of(board), FinishedBoard.of(board))
    studies: Studies = {("open", 1): Study(13, grades), ("closed", 1): best}
    tricks = {line.role: line.tricks for line in role_lines([pair], studies)}
    # North of team A declares: East leads, South is dummy, West defends for team B.
    assert tricks[SwingCause.LEAD] == (0, 1)
    assert tricks[SwingCause.DECLARER] == (2, 0)
    assert tricks[SwingCause.DEFENCE] == (0, 1)


def test_claims_are_kept_apart(random_match: MakeMatch, solver: DoubleDummy) -> None:
    """Tricks that were conceded without playing them belong to no card."""
    pair = next(
        pair
        for pair in random_match(20, 3).pairs
        if pair.open.contract is not None and pair.closed.contract is None
    )
    board = pair.open.board.until(4)
    value = Study.of(FinishedBoard(board, pair.open.contract, 0), solver.cards)
    assert value is not None
    makes = value.costs[-1].makes
    assert makes > 0
    conceded = Pair(FinishedBoard(board, pair.open.contract, 0), pair.closed)
    lines = {line.role: line for line in role_lines([conceded], studies_of([conceded], solver))}
    assert pair.open.contract is not None
    declarer = team_of("open", pair.open.contract.declarer.side)
    moved = lines[SwingCause.CLAIM].moved
    assert moved is not None
    assert moved[declarer] * (-1) ** declarer < 0
    assert moved[1 - declarer] == 0
    assert sum(line.net for line in lines.values()) == conceded.swing
    exact = Pair(FinishedBoard(board, pair.open.contract, makes), pair.closed)
    assert SwingCause.CLAIM not in {
        line.role for line in role_lines([exact], studies_of([exact], solver))
    }


def test_unknown_hands_are_not_studied(solver: DoubleDummy) -> None:
    """Without all hands there is no study, and a pair without studies has no parts."""
    board = evolve(one_suit("1S", *PASSED[1:]), hands=(None, *ONE_SUIT.hands[1:]))
    finished = FinishedBoard.of(board)
    assert Study.of(finished, solver.cards) is None
    assert parts_of(Pair(finished, finished), {}) is None
    assert [line.net for line in role_lines([Pair(finished, finished)], {})] == [0, 0, 0, 0]


def test_contract_without_its_play_is_studied(solver: DoubleDummy) -> None:
    """A board of which only contract and result are known has a value and no cards."""
    contract = one_suit("1S", *PASSED[1:]).contract
    study = Study.of(FinishedBoard(Board.begin(1, deal=ONE_SUIT), contract, 13), solver.cards)
    assert study == Study(13)

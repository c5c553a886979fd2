"""The deals of a duel."""

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy, Question, WorldPool
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelKnowledge, DuelPlanError
from bluechip_bot.lab.duel.lead import LeadLikelihood
from bluechip_bot.lab.duel.source import DealSieve, DealSource, chance, lead_by_rule
from bluechip_bot.model import Card, Deal, Hand, Phase, Played, Seat


@pytest.fixture(scope="module")
def deals(solver: DoubleDummy) -> dict[str, list[Deal]]:
    """Return some deals of each contract, without a sieve."""
    return {
        name: [
            DealSource(conditions, 7, None).deal(number, solver).board.deal
            for number in range(1, 16)
        ]
        for name, conditions in CONDITIONS.items()
    }


def test_notrump_opening(deals: dict[str, list[Deal]]) -> None:
    """South has 15-17 and is balanced without a major of five; North 10-15 without one of four."""
    for deal in deals["3NT"]:
        south, north = deal[Seat.SOUTH], deal[Seat.NORTH]
        assert 15 <= south.hcp <= 17
        assert sorted(south.lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
        assert max(south.lengths[:2]) <= 4
        assert 10 <= north.hcp <= 15
        assert max(north.lengths[:2]) <= 3
        assert max(north.lengths) <= 5


def test_auction_leads_to_the_contract(deals: dict[str, list[Deal]]) -> None:
    """The board of each contract waits for West's lead."""
    for name, conditions in CONDITIONS.items():
        board = conditions.begin(3, deals[name][0])
        assert board.phase is Phase.PLAY
        assert board.contract is not None
        assert board.contract.bid == name
        assert board.turn is Seat.WEST


def test_deals_depend_on_seed_and_number_alone(
    solver: DoubleDummy, deals: dict[str, list[Deal]]
) -> None:
    """Deal n is the same when no other is dealt, and another one with another number or seed."""
    source = DealSource(CONDITIONS["3NT"], 7, None)
    assert source.deal(5, solver).board.deal == deals["3NT"][4]
    assert len({str(deal) for deal in deals["3NT"]}) == 15
    other = DealSource(CONDITIONS["3NT"], 8, None).deal(5, solver).board
    assert other.deal != deals["3NT"][4]


def test_the_sieve(solver: DoubleDummy) -> None:
    """A deal passes if its chance is within the limits; those tried before did not."""
    sieve = DealSieve(worlds=12, few=4)
    source = DealSource(CONDITIONS["7NT"], 3, sieve)
    found = source.deal(2, solver)
    assert found.chance is not None
    assert 0.3 <= found.chance <= 0.7
    assert source.deal(2, solver) == found
    free = evolve(source, sieve=evolve(sieve, least=0.0, most=1.0, few=1))
    assert free.deal(2, solver).tried <= found.tried


def test_no_deal_is_found(solver: DoubleDummy) -> None:
    """A sieve that nothing passes is an error, not an endless search."""
    source = DealSource(CONDITIONS["7NT"], 3, DealSieve(2.0, 3.0, worlds=2, few=1), limit=2048)
    with pytest.raises(DuelPlanError, match="deal 1 of seed 3"):
        source.deal(1, solver)


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("N:AKQ.AK2.AK32.432 JT9.JT9.JT98.T98 876.Q765.Q4.AKQJ 5432.843.765.765", 1.0),
        ("N:JT9.AK2.AK32.432 AKQ.JT9.JT98.T98 876.Q765.Q4.AKQJ 5432.843.765.765", 0.0),
    ],
)
def test_chance_of_a_clear_contract(solver: DoubleDummy, deal: str, expected: float) -> None:
    """Thirteen top tricks make a grand slam in all layouts; without an ace it makes in none."""
    dealt = Deal.parse(deal)
    board = CONDITIONS["7NT"].begin(1, dealt).apply(Played(Seat.WEST, Card.parse("S2")))
    known = DuelKnowledge(CONDITIONS["7NT"]).of(board, Seat.SOUTH)
    assert chance(board, known, solver, 8, 1) == expected


@pytest.mark.parametrize("name", list(CONDITIONS))
def test_chance_by_counting_tricks(
    solver: DoubleDummy, deals: dict[str, list[Deal]], name: str
) -> None:
    """The share is that of the card that most often has tricks enough."""
    conditions = CONDITIONS[name]
    for number, deal in enumerate(deals[name][:4], start=1):
        board = lead_by_rule(conditions.begin(number, deal), conditions.lead)
        contract = board.contract
        assert board.play is not None
        assert contract is not None
        known = DuelKnowledge(conditions, conditions.lead).of(board, Seat.SOUTH)
        sample = WorldPool().worlds(Question(board, Seat.SOUTH, known, seed=number), 6)
        reached = dict.fromkeys(board.legal_cards, 0)
        for masks, count in zip(sample.hands.tolist(), sample.counts.tolist(), strict=True):
            tricks = solver.cards(
                list(map(Hand, masks)), contract.strain, Seat.WEST, board.play.cards
            )
            for card, taken in tricks.items():
                reached[card] += count if taken >= contract.target else 0
        expected = max(reached.values()) / sample.counts.sum()
        assert chance(board, known, solver, 6, number) == expected


def test_knowledge(deals: dict[str, list[Deal]]) -> None:
    """Everybody knows the conditions, and but for the leader the rule of the lead."""
    conditions = CONDITIONS["3NT"]
    board = lead_by_rule(conditions.begin(1, deals["3NT"][0]), conditions.lead)
    assert board.play is not None
    (lead,) = board.play.cards
    for seat in (Seat.EAST, Seat.SOUTH):
        (said,) = DuelKnowledge(conditions, conditions.lead).of(board, seat).likelihoods
        assert isinstance(said, LeadLikelihood)
        assert said.card == lead
    assert DuelKnowledge(conditions, conditions.lead).of(board, Seat.WEST).likelihoods == ()
    assert DuelKnowledge(conditions).of(board, Seat.SOUTH).likelihoods == ()
    known = DuelKnowledge(conditions, conditions.lead, play_inference=True).of(board, Seat.SOUTH)
    assert [one.name for one in known.likelihoods] == [f"West led {lead}"]
    assert {one.seat for one in known.statements} == {Seat.NORTH, Seat.SOUTH}
    assert known.facts.held[Seat.EAST] == 0

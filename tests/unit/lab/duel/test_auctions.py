"""The deals of a duel after real auctions."""

from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import read_records, record_line
from bluechip_bot.lab.bidding.side import BookSide
from bluechip_bot.lab.bidding.table import bid_out
from bluechip_bot.lab.duel import source
from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.duel.duel import Duel, DuelPlan, DuelRole
from bluechip_bot.lab.duel.knowledge import DuelKnowledge, DuelPlanError
from bluechip_bot.lab.duel.lead import LeadLikelihood
from bluechip_bot.lab.duel.source import (
    AuctionOrigin,
    AuctionSource,
    DealSieve,
    WantedContract,
    lead_by_rule,
)
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Board, Contract, Phase, Seat
from support.boards import dealt
from support.tables import rows

PIMC = Contender.of("pimc", worlds=2)
BID = AuctionOrigin("sayc")
ANY = WantedContract()


@pytest.fixture(scope="module")
def boards(solver: DoubleDummy) -> list[Board]:
    """Return some boards that were bid, without a sieve."""
    bid = AuctionSource(BID, ANY, 7, None)
    return [bid.deal(number, solver).board for number in range(1, 5)]


@pytest.fixture
def records(tmp_path: Path, boards: list[Board]) -> AuctionOrigin:
    """Return a file of these boards as recorded ones."""
    path = tmp_path / "some.jsonl"
    path.write_text("".join(f"{record_line(board, 'some')}\n" for board in boards))
    return AuctionOrigin(str(path))


@pytest.mark.parametrize(("text", "contract", "fits"), rows("lab", "wanted_contracts"))
def test_wanted_contracts(text: str, contract: str, *, fits: bool) -> None:
    """A bid means any declarer, doubled or not."""
    wanted = WantedContract(text)
    assert wanted.fits(Contract.parse(contract)) == fits
    assert not wanted.fits(None)


@pytest.mark.parametrize("text", ["8S", "P", "4sx", "4s", "", "suit-7", "4S-game"])
def test_no_contract(text: str) -> None:
    """The message names the text."""
    with pytest.raises(DuelPlanError, match=repr(text)):
        WantedContract(text)


def test_deals_are_bid_by_the_system(solver: DoubleDummy, boards: list[Board]) -> None:
    """Each call is the system's; deal n is the same whatever else is dealt."""
    for number, board in enumerate(boards, start=1):
        assert (board.number, board.phase) == (number, Phase.PLAY)
        assert bid_out(dealt(board), BookSide(BID.partnership).call) == board
    again = AuctionSource(BID, ANY, 7, None)
    assert again.deal(3, solver).board == boards[2]
    assert evolve(again, seed=8).deal(3, solver).board != boards[2]


def test_only_wanted_contracts(solver: DoubleDummy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals of other contracts are not played, and those that the sieve stops are not."""
    sieve = DealSieve(0.2, 0.8, worlds=6, few=2)
    floor = AuctionOrigin("floor")
    found = AuctionSource(floor, WantedContract("suit"), 7, sieve).deal(1, solver)
    assert found.chance is not None
    assert 0.2 <= found.chance <= 0.8
    assert found.board.contract is not None
    assert found.board.contract.strain < 4
    monkeypatch.setattr(source, "random_hands", lambda bits, _: random_hands(bits, 8))
    with pytest.raises(DuelPlanError, match="deal 1 of seed 7: none of the deals"):
        AuctionSource(floor, WantedContract("7NT"), 7, None, limit=1).deal(1, solver)


def test_records(solver: DoubleDummy, boards: list[Board], records: AuctionOrigin) -> None:
    """The halves of a file hold all of its boards, in order."""
    found: dict[bool, list[Board]] = {}
    for held_out in (False, True):
        half = AuctionSource(evolve(records, held_out=held_out), ANY, 1, None)
        numbers = range(1, half.count + 1)
        found[held_out] = [half.deal(number, solver).board for number in numbers]
        assert [board.number for board in found[held_out]] == list(numbers)
        with pytest.raises(DuelPlanError, match="no deal"):
            half.deal(half.count + 1, solver)
        kept = [one for one in read_records(records.origin) if one.held_out == held_out]
        assert [board.auction for board in found[held_out]] == [one.board.auction for one in kept]
    assert sum(map(len, found.values())) == len(boards)


def test_knowledge(boards: list[Board]) -> None:
    """Players read the calls, and the lead by its rule if a rule led, else as the bot does."""
    board = lead_by_rule(boards[0], "fourth")
    assert board.contract is not None
    leader, declarer = board.contract.leader, board.contract.declarer
    for seat in (leader, leader.partner, declarer):
        known = DuelKnowledge(BID.partnership, "fourth").of(board, seat)
        said = {one.seat for one in known.statements}
        assert said
        assert said <= set(Seat) - {seat}
        leads = [one for one in known.likelihoods if isinstance(one, LeadLikelihood)]
        assert len(leads) == (seat is not leader)
    free = DuelKnowledge(BID.partnership, play_inference=True).of(board, declarer)
    assert [one.name for one in free.likelihoods][-1].endswith("in trick 1")


@pytest.mark.parametrize("role", ["declarer", "defender"])
def test_duels_after_auctions(role: DuelRole, boards: list[Board]) -> None:
    """The side that is compared is declarer's, or the other, whoever declares."""
    plan = DuelPlan(
        role,
        *("any", 7, Contender.of("dd"), Contender.of("pimc", worlds=1), PIMC),
        sieve=None,
        auctions=BID,
        leader="rule",
    )
    for number, board in enumerate(boards[:1], start=1):
        assert board.contract is not None
        outcome = Duel(plan, memory_mb=8).play(number)
        assert outcome.auction.endswith(str(board.auction))
        assert outcome.a.play[0] == outcome.b.play[0]
        aim = board.contract.target
        assert outcome.a.won == (outcome.a.tricks >= (aim if role == "declarer" else 14 - aim))

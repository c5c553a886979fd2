"""Opening leads on recorded boards: rows, costs and figures."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.inference.records import AuctionRecord, read_records
from bluechip_bot.lab.leads.series import (
    TEXTBOOK_RULES,
    CardValues,
    LeadOutcome,
    LeadPlan,
    LeadReport,
    boards_with_lead,
    lead_experiment,
    lead_kind,
    lead_outcome,
)
from bluechip_bot.lab.rows import RowError
from bluechip_bot.lab.workers import ProcessWorkers
from bluechip_bot.model import Board, Card, Deal, Hand, Played, Seat, four
from support.boards import after, auction_of
from support.collection import SAMPLE
from support.tables import rows

RECORDS = SAMPLE / "auctions" / "bluechip_bot.jsonl.gz"
DEAL = Deal.parse("N:AKQ2.K73.AJ4.Q86 T98.QJ2.KT9.KJT9 J543.A65.Q32.A32 76.T984.8765.754")
TINY = LeadPlan(budget=None, worlds=3, memory_mb=8)


def outcome(calls: str, *leads: str, tricks: str) -> LeadOutcome:
    """Return an outcome from East's hand; cards that are not named take three tricks."""
    here = after(Board.begin(1, deal=DEAL), calls)
    named = dict(part.split("=") for part in tricks.split())
    counts = CardValues({card: int(named.get(str(card), 3)) for card in DEAL[1]})
    ours, record, rule = map(Card.parse, leads)
    hands, made = " ".join(map(str, DEAL.hands)), here.auction.calls
    return LeadOutcome(1, "N", here.vulnerability, hands, made, ours, record, rule, counts, 40, 1.5)


def test_what_a_lead_gives_away() -> None:
    """Tricks, IMPs by the score of the defenders, and whether the contract is let through."""
    one = outcome("1S P 4S P P P", "CJ", "HQ", "ST", tricks="CJ=4 HQ=3 ST=2")
    costs = [one.cost(leader) for leader in ("ours", "record", "rule")]
    assert [cost.tricks for cost in costs] == [0, 1, 2]
    assert [cost.imps for cost in costs] == [0, 10, 11]  # 50 against -420, -450
    assert [cost.lets_through for cost in costs] == [False, True, True]
    assert all(cost.beatable for cost in costs)
    assert [one.kind(leader) for leader in ("ours", "record", "rule")] == [
        *("sequence", "sequence", "trump")
    ]
    for there in (one, evolve(one, ours=None)):
        assert LeadOutcome.from_row(there.to_row()) == there
    row = one.to_row()
    for wrong in ("CJ=4.5", "CJ=inf"):
        with pytest.raises(RowError, match="whole tricks expected"):
            LeadOutcome.from_row({**row, "tricks": row["tricks"].replace("CJ=4", wrong)})
    sure = outcome("1S P 2S P P P", "CJ", "HQ", "ST", tricks="CJ=4 HQ=3 ST=2")
    assert not sure.cost("record").beatable
    assert not sure.cost("record").lets_through
    assert sure.cost("record").imps == 1


@pytest.mark.parametrize(
    ("column", "text"),
    [("auction", "P P P P"), ("record", "SA"), ("tricks", "CJ=4"), ("tricks", "CJ"), ("deal", "")],
)
def test_a_wrong_row(column: str, text: str) -> None:
    """Without a contract, with cards that the leader does not hold or without all of his."""
    row = outcome("1S P 4S P P P", "CJ", "HQ", "ST", tricks="CJ=4").to_row()
    with pytest.raises(RowError):
        LeadOutcome.from_row({**row, column: text})


def test_the_report_pairs_boards() -> None:
    """Shares of the beatable contracts; differences board by board; contracts and kinds apart."""
    found = LeadReport(
        [
            outcome("1S P 4S P P P", "CJ", "HQ", "ST", tricks="CJ=4 HQ=3 ST=2"),
            outcome("1NT P 3NT P P P", "HQ", "HQ", "HQ", tricks="CJ=4"),
        ]
    )
    assert found.mean("ours", "tricks").value == 0.5
    assert found.mean("record", "tricks").value == 1.0
    assert found.let_through("record").value == 1.0
    less = found.more("ours", "record", "tricks")
    assert less.value == -0.5
    assert less.high == pytest.approx(0.48, abs=0.01)
    lines = [line.split() for line in str(found).splitlines()]
    for wanted in (["suit", "game", "1", "0.000"], ["notrump", "game", "1", "1.000"]):
        assert wanted in [line[:4] for line in lines]
    assert ["sequence", "2:", "0.500"] in [line[:3] for line in lines]


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    """Return the boards of our own sample that are not held out."""
    return list(boards_with_lead(read_records(RECORDS), held_out=False))


def test_halves(boards: list[Board]) -> None:
    """Each board with a lead is in one half."""
    other = list(boards_with_lead(read_records(RECORDS), held_out=True))
    assert boards
    assert other
    numbers = [one.number for one in (*boards, *other)]
    led = [one.board.number for one in read_records(RECORDS) if one.board.play]
    assert sorted(numbers) == led
    # Neither a passed-out board nor one whose play is not known counts.
    silent = [boards[0].until(0), Board.begin(1, deal=DEAL)]
    records = [AuctionRecord("x", one, (), held_out=False) for one in silent]
    assert list(boards_with_lead(records, held_out=False)) == []


def test_the_leader_sees_his_hand_only(boards: list[Board]) -> None:
    """Our lead and the rule's do not change when the other hands do; the tricks are those dealt."""
    one = lead_outcome(TINY, (1, boards[0]))
    assert boards[0].play is not None
    assert one.leads["record"] == boards[0].play.cards[0]
    assert one.worlds == 3
    assert set(one.tricks.by_card) == set(one.hand)
    leader = one.contract.leader
    places = {leader.lho: leader.partner, leader.partner: leader.lho}
    hands = four(boards[0].hands[places.get(seat, seat)] for seat in Seat)
    swapped = evolve(boards[0].until(0), hands=hands)
    swapped = swapped.apply(Played(leader, one.leads["record"]))
    other = lead_outcome(TINY, (1, swapped))
    assert other.leads == one.leads


def test_engines_and_rules(boards: list[Board]) -> None:
    """Without an engine there is no lead of ours; each rule leads a card of the hand."""
    for rule in TEXTBOOK_RULES:
        leads = lead_experiment(LeadPlan("none", rule=rule), boards, "")
        (one,) = leads.rows([2], ProcessWorkers())
        assert one.number == 2
        assert "ours" not in one.leads
        assert one.leads["rule"] in one.hand


@pytest.mark.parametrize(("hand", "card", "kind"), rows("inference", "kinds_by_holding"))
def test_kinds_by_holding(hand: str, card: str, kind: str) -> None:
    """The table of `lead_kind`, against four spades."""
    assert lead_kind(Hand.parse(hand), Card.parse(card), auction_of("4S P P P")) == kind


@pytest.mark.parametrize(("calls", "card", "kind"), rows("inference", "kinds_by_auction"))
def test_a_suit_that_partner_bid(calls: str, card: str, kind: str) -> None:
    """Partner's suit is one that he bid before anybody else, and no trump suit."""
    hand = Hand.parse("752.Q43.T76.6532")
    assert lead_kind(hand, Card.parse(card), auction_of(calls)) == kind

"""The leads on a recorded board with their double-dummy tricks: ours, the record's, a rule's.

We lead as at a table, with one difference: all four players of a record are strangers, so partner's
calls are believed no more firmly than the opponents'.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference import card_fits
from bluechip_bot.inference.lead_kind import lead_kind
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.lab.duel.contender import AGES
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    CardRecord,
    Contract,
    Deal,
    Decision,
    DecisionRequest,
    Hand,
    Seat,
    Vulnerability,
    imps,
    side_score,
)
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.search import SearchPlayer

Leader: TypeAlias = Literal["ours", "record", "rule"]
"""Whose lead it is: our engine's, that of the record, a rule's."""


@frozen
class LeadCost:
    """The loss of a lead against the best one, double dummy.

    A contract is beatable if a lead beats it; a lead that does not lets it through.
    """

    tricks: int
    imps: int
    beatable: bool
    lets_through: bool


def lead_cost(contract: Contract, vul: Vulnerability, tricks: int, best: int) -> LeadCost:
    """The cost of a lead, by the defenders' double-dummy tricks after it and after the best."""
    side, wanted = contract.leader.side, 14 - contract.target
    mine, most = (side_score(contract, 13 - taken, vul, side) for taken in (tricks, best))
    return LeadCost(best - tricks, imps(most - mine), best >= wanted, best >= wanted > tricks)


@frozen
class CardValue:
    """A number for a card, such as tricks or a chance, as `SA=5`."""

    card: Card
    value: float

    def __str__(self) -> str:
        return f"{self.card}={self.value:.4g}"

    @classmethod
    def parse(cls, text: str) -> CardValue:
        """The card and the number of a text."""
        card, _, value = text.partition("=")
        return cls(Card.parse(card), float(value))


def card_tricks(tricks: Mapping[Card, int]) -> tuple[CardValue, ...]:
    """The tricks after each card, as rows hold them."""
    return tuple(CardValue(card, count) for card, count in tricks.items())


@frozen
class LeadOutcome(Row):
    """One board; the time is None in a file that does not say it."""

    KIND: ClassVar[str] = "opening leads"
    number: Annotated[int, ColumnMeaning("the place among the boards of the measurement, from 1")]
    dealer: Annotated[str, ColumnMeaning("N, E, S or W")]
    vul: Annotated[Vulnerability, ColumnMeaning("who is vulnerable")]
    deal: Annotated[str, ColumnMeaning("the hands of North, East, South and West")]
    auction: Annotated[tuple[Call, ...], ColumnMeaning("the calls")]
    contract: Annotated[Contract, ColumnMeaning("what is played")] = field(init=False)
    ours: Annotated[Card | None, ColumnMeaning("our lead; empty where no engine leads")]
    record: Annotated[Card, ColumnMeaning("the lead of the record")]
    rule: Annotated[Card, ColumnMeaning("the lead by a rule")]
    tricks: Annotated[
        tuple[CardValue, ...], ColumnMeaning("the defenders' double-dummy tricks after each lead")
    ]
    worlds: Annotated[int, ColumnMeaning("the layouts by which ours was found; 0 where it was not")]
    seconds: Annotated[float | None, ColumnMeaning("the time that ours took", ".3f", seconds=True)]

    def __attrs_post_init__(self) -> None:
        if self.board.contract is None:
            raise ValueError("no contract")
        object.__setattr__(self, "contract", self.board.contract)
        if not {*self.leads.values()} <= {*self._counts} == {*self.hand}:
            raise ValueError("cards that the leader does not hold")

    @cached_property
    def board(self) -> Board:
        """All hands, and the auction."""
        deal = Deal.parse(f"N:{self.deal}")
        board = Board.begin(self.number, Seat.parse(self.dealer), self.vul, deal)
        for call in self.auction:
            board = board.apply(Called(board.auction.turn, call))
        return board

    @cached_property
    def leads(self) -> dict[Leader, Card]:
        """The card of each leader; ours is missing where no engine leads."""
        leads: dict[Leader, Card] = {"record": self.record, "rule": self.rule}
        return leads if self.ours is None else {"ours": self.ours, **leads}

    @property
    def hand(self) -> Hand:
        """The leader's."""
        return self.board.hands[self.contract.leader] or Hand(0)

    def kind(self, leader: Leader) -> str:
        """The kind of the lead."""
        return lead_kind(self.hand, self.leads[leader], self.board.auction)

    def cost(self, leader: Leader) -> LeadCost:
        """The loss of a lead."""
        tricks = self._counts[self.leads[leader]]
        return lead_cost(self.contract, self.vul, tricks, max(self._counts.values()))

    @cached_property
    def _counts(self) -> dict[Card, int]:
        return {one.card: int(one.value) for one in self.tricks}

    @property
    def dealt(self) -> str:
        """The four hands."""
        return self.deal

    @property
    def measures(self) -> dict[str, float]:
        """The loss of each lead, and whether it lets the contract through."""
        found: dict[str, float] = {}
        for leader in self.leads:
            cost = self.cost(leader)
            found[f"tricks given away, {leader}"] = cost.tricks
            found[f"contracts let through, {leader}"] = cost.lets_through
            found[f"IMPs given away, {leader}"] = cost.imps
        return found


LeadEngine: TypeAlias = Literal["pimc", "alphamu", "none"]
LEAD_ENGINES: Final[tuple[LeadEngine, ...]] = get_args(LeadEngine)
TextbookRule: TypeAlias = Literal["habit"] | LeadRule
TEXTBOOK_RULES: Final[tuple[TextbookRule, ...]] = ("habit", "fourth", "passive")


@frozen
class LeadPlan:
    """Who leads, and how.

    Attributes:
        engine: how our card is found; "none": not at all.
        budget: seconds for it; None is without limit, so that the choice can be repeated.
        worlds: layouts of the hidden hands, at most; None is as many as there is time for.
        system: the system by which all calls are read, by name or as a file.
        rule: the rule of the textbook: "habit", the card that the fitted model of leads holds the
            likeliest, or one of `lab.duel.lead`.
    """

    engine: LeadEngine = "pimc"
    budget: float | None = 1.0
    worlds: int | None = None
    system: str = "strangers"
    rule: TextbookRule = "habit"
    seed: int = 1
    memory_mb: int = 256


@cache
def strangers(system: str) -> Partnership:
    """The partnership of a player to whom all four players of a record are strangers."""
    known = partnership(system, UNKNOWN_SYSTEM)
    return evolve(known, theirs=known.ours, partner=known.opponents)


def boards_with_lead(records: Iterable[AuctionRecord], *, held_out: bool) -> Iterable[Board]:
    """Yield the boards of one half of records on which somebody led and all hands are known."""
    for record in records:
        board = record.board
        if record.held_out is held_out and board.play and board.play.cards and all(board.hands):
            yield board


def lead_outcome(plan: LeadPlan, item: tuple[int, Board]) -> LeadOutcome:
    """The outcome of a board, as of `boards_with_lead`, with its number."""
    number, board = item
    contract, hands = board.contract, [hand or Hand(0) for hand in board.hands]
    assert contract is not None
    assert board.play is not None
    tricks = _solver().cards(hands, contract.strain, contract.leader)
    ours: Card | None = None
    worlds, seconds = 0, 0.0
    if plan.engine != "none":
        started = time.perf_counter()
        decision = our_lead(plan, board)
        seconds = time.perf_counter() - started
        assert isinstance(decision.action, Card)
        ours, record = decision.action, decision.record
        worlds = record.worlds if isinstance(record, CardRecord) else 0
    return LeadOutcome(
        number,
        board.dealer.letter,
        board.vulnerability,
        " ".join(map(str, hands)),
        board.auction.calls,
        ours,
        board.play.cards[0],
        _lead_by_rule(plan, board),
        card_tricks(tricks),
        worlds,
        seconds,
    )


def _lead_by_rule(plan: LeadPlan, board: Board) -> Card:
    assert board.contract is not None
    leader = board.contract.leader
    hand = board.hands[leader] or Hand(0)
    if plan.rule != "habit":
        return opening_lead(hand, board.contract.strain, plan.rule)
    agreements = strangers(plan.system).ours.agreements
    seen = board.until(0).seen_by(leader)
    fits = card_fits(seen, [*hand], _parts(plan).inference, agreements)
    best: Card = max(zip(fits, hand, strict=True), key=lambda one: (one[0], -one[1]))[1]
    return best


def our_lead(plan: LeadPlan, board: Board) -> Decision:
    """Our engine's decision."""
    assert board.contract is not None
    leader = board.contract.leader
    budget = AGES if plan.budget is None else plan.budget
    seen = board.until(0).seen_by(leader)
    return _player(plan).decide(DecisionRequest(0, seen, leader, budget, plan.seed))


@cache
def _solver() -> DoubleDummy:
    return DoubleDummy()


@cache
def _player(plan: LeadPlan) -> SearchPlayer:
    """Return our leader, which keeps its tables from board to board, as at a table."""
    return _parts(plan).player(strangers(plan.system))


@cache
def _parts(plan: LeadPlan) -> Assembly:
    """Return what our leader is made of, except the systems."""
    search = SearchConfig(
        memory_mb=plan.memory_mb, worlds=plan.worlds or 0, think=False, plans="off"
    )
    return Assembly(plan.engine, search)

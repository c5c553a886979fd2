"""The leads of one recorded board with their double-dummy tricks."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from bluechip_bot.inference.lead_kind import lead_kind
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Vulnerability,
    imps,
    side_score,
)

Leader: TypeAlias = Literal["ours", "record", "rule"]
"""Whose lead it is: our engine's, that of the record, a rule's."""


@frozen
class LeadCost:
    """The loss of a lead against the best one, double dummy.

    Attributes:
        beatable: whether a lead beats the contract.
        lets_through: whether one does, and this one does not.
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
class LeadTricks:
    """The defenders' tricks after a lead, as `SA=5`."""

    card: Card
    count: int

    def __str__(self) -> str:
        return f"{self.card}={self.count}"

    @classmethod
    def parse(cls, text: str) -> LeadTricks:
        """The tricks of a text."""
        card, _, count = text.partition("=")
        return cls(Card.parse(card), int(count))


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
        tuple[LeadTricks, ...], ColumnMeaning("the defenders' double-dummy tricks after each lead")
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
        return {one.card: one.count for one in self.tricks}

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

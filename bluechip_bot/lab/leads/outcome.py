"""The leads of one recorded board with their double-dummy tricks, as a value and a row of text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Literal, Self, TypeAlias

from attrs import field, frozen

from bluechip_bot.inference.lead_kind import LeadKind, lead_kind
from bluechip_bot.lab.journal import Column, RowError
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
    """What a lead gives away, double dummy, beside the best one.

    Attributes:
        tricks: the tricks.
        imps: the IMPs.
        beatable: whether a lead beats the contract.
        lets_through: whether one does, and this one does not.
    """

    tricks: int
    imps: int
    beatable: bool
    lets_through: bool


@frozen(slots=False)
class LeadOutcome:
    """One board.

    Attributes:
        number: its place among the boards of the measurement, from 1.
        board: all hands, and the auction.
        tricks: the defenders' double-dummy tricks after each lead.
        leads: the card of each leader; ours is missing where no engine leads.
        worlds: the layouts by which ours was found; 0 where it was not.
        seconds: the time that ours took; None if the file that it was read from does not say.
    """

    KIND: ClassVar[str] = "opening leads"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "the place among the boards of the measurement, from 1"),
        Column("dealer", "text", "N, E, S or W"),
        Column("vul", "text", "who is vulnerable"),
        Column("deal", "text", "the hands of North, East, South and West"),
        Column("auction", "text", "the calls"),
        Column("contract", "text", "what is played"),
        Column("ours", "text", "our lead; empty where no engine leads"),
        Column("record", "text", "the lead of the record"),
        Column("rule", "text", "the lead by a rule"),
        Column("tricks", "text", "the defenders' double-dummy tricks after each lead"),
        Column("worlds", "integer", "the layouts by which ours was found; 0 where it was not"),
        Column("seconds", "seconds", "the time that ours took"),
    )

    number: int
    board: Board
    tricks: Mapping[Card, int] = field(hash=False)
    leads: Mapping[Leader, Card] = field(hash=False)
    worlds: int = 0
    seconds: float | None = 0.0

    @property
    def contract(self) -> Contract:
        """What is played."""
        assert self.board.contract is not None
        return self.board.contract

    @property
    def hand(self) -> Hand:
        """The leader's."""
        return self.board.hands[self.contract.leader] or Hand(0)

    def kind(self, leader: Leader) -> LeadKind:
        """What kind of lead is made."""
        return lead_kind(self.hand, self.leads[leader], self.board.auction)

    def cost(self, leader: Leader) -> LeadCost:
        """What a lead gives away."""
        tricks, wanted = self.tricks[self.leads[leader]], 14 - self.contract.target
        return LeadCost(
            self._best - tricks,
            imps(self._score(self._best) - self._score(tricks)),
            self._best >= wanted,
            self._best >= wanted > tricks,
        )

    @cached_property
    def _best(self) -> int:
        return max(self.tricks.values())

    def _score(self, tricks: int) -> int:
        """The points of the defenders if they take so many tricks."""
        side = self.contract.leader.side
        return side_score(self.contract, 13 - tricks, self.board.vulnerability, side)

    @property
    def dealt(self) -> str:
        """The four hands."""
        return " ".join(map(str, self.board.hands))

    @property
    def measures(self) -> dict[str, float]:
        """What each lead gives away, and whether it lets the contract through."""
        found: dict[str, float] = {}
        for leader in self.leads:
            cost = self.cost(leader)
            found[f"tricks given away, {leader}"] = cost.tricks
            found[f"contracts let through, {leader}"] = cost.lets_through
            found[f"IMPs given away, {leader}"] = cost.imps
        return found

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        board = self.board
        return {
            "number": str(self.number),
            "dealer": board.dealer.letter,
            "vul": str(board.vulnerability),
            "deal": self.dealt,
            "auction": " ".join(map(str, board.auction.calls)),
            "contract": str(self.contract),
            "ours": str(self.leads.get("ours", "")),
            "record": str(self.leads["record"]),
            "rule": str(self.leads["rule"]),
            "tricks": " ".join(f"{card}={count}" for card, count in self.tricks.items()),
            "worlds": str(self.worlds),
            "seconds": "" if self.seconds is None else f"{self.seconds:.3f}",
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The outcome of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            leaders: tuple[Leader, ...] = ("ours", "record", "rule")
            found = cls(
                int(row["number"]),
                _board(row),
                dict(_counted(part) for part in row["tricks"].split()),
                {leader: Card.parse(row[leader]) for leader in leaders if row[leader]},
                int(row["worlds"]),
                float(row["seconds"]) if row["seconds"] else None,
            )
            if not {*found.leads.values()} <= {*found.tricks} == {*found.hand}:
                raise ValueError("cards that the leader does not hold")  # noqa: TRY301
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None
        return found


def _board(row: Mapping[str, str]) -> Board:
    board = Board.begin(
        int(row["number"]),
        Seat.parse(row["dealer"]),
        Vulnerability.parse(row["vul"]),
        Deal.parse(f"N:{row['deal']}"),
    )
    for call in row["auction"].split():
        board = board.apply(Called(board.auction.turn, Call.parse(call)))
    if board.contract is None:
        raise ValueError("no contract")
    return board


def _counted(text: str) -> tuple[Card, int]:
    card, _, count = text.partition("=")
    return Card.parse(card), int(count)

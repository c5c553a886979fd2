"""The results of an engine on one board of the benchmark."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import field, frozen

from bluechip_bot.lab.duel.outcome import SideOutcome
from bluechip_bot.lab.leads.outcome import LeadCost, LeadTricks, lead_cost
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Card, Contract, Deal, Vulnerability


@frozen
class CardsOutcome(Row):
    """A board played by declarer, defended and led against.

    After a fault the other side takes all the tricks that are left; no lead costs as much as the
    worst one.
    """

    KIND: ClassVar[str] = "benchmark of card play"
    number: Annotated[int, ColumnMeaning("of the board, from 1")]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    auction: Annotated[str, ColumnMeaning("the dealer, who is vulnerable, and the calls")]
    contract: Annotated[Contract, ColumnMeaning("what is played")]
    vul: Annotated[Vulnerability, ColumnMeaning("who is vulnerable")]
    best: Annotated[int, ColumnMeaning("declarer's double-dummy tricks after the lead by the rule")]
    declarer: Annotated[SideOutcome, ColumnMeaning("the engine as declarer")]
    defence: Annotated[SideOutcome, ColumnMeaning("the engine as both defenders")]
    lead: Annotated[Card | None, ColumnMeaning("its opening lead; empty after a fault")]
    leads: Annotated[
        tuple[LeadTricks, ...], ColumnMeaning("the defenders' double-dummy tricks after each lead")
    ]
    fault: Annotated[str, ColumnMeaning("why the engine did not play on; empty without a fault")]
    cost: Annotated[int, ColumnMeaning("tricks that its lead gives away, double dummy")] = field(
        init=False
    )

    def __attrs_post_init__(self) -> None:
        if self.lead is not None and self.lead not in {one.card for one in self.leads}:
            raise ValueError("a lead that the leader does not hold")
        object.__setattr__(self, "cost", self.lead_cost.tricks)

    @property
    def lead_cost(self) -> LeadCost:
        """The tricks that its lead gives away."""
        counts = {one.card: one.count for one in self.leads}
        taken = min(counts.values()) if self.lead is None else counts[self.lead]
        return lead_cost(self.contract, self.vul, taken, max(counts.values()))

    @property
    def dealt(self) -> str:
        """The deal and the auction."""
        return f"{self.deal} {self.auction}"

    @property
    def measures(self) -> dict[str, float]:
        """The figures of the benchmark."""
        return {
            "contracts made": self.declarer.won,
            "declarer, tricks less double dummy": self.declarer.tricks - self.best,
            "contracts beaten": self.defence.won,
            "defence, tricks less double dummy": self.defence.tricks - (13 - self.best),
            "lead, tricks given away": self.cost,
            "lead, contracts let through": self.lead_cost.lets_through,
        }

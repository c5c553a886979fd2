"""The figures of opening leads: what they give away, by contract and by kind of lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias

from attrs import frozen

from bluechip_bot.inference.lead_kind import LEAD_KINDS
from bluechip_bot.lab.bidding.table import GAME, PART_SCORE, SLAM, contract_level
from bluechip_bot.lab.estimates import Estimate, mean, wilson
from bluechip_bot.lab.experiment import Experiment
from bluechip_bot.lab.leads.series import LeadCost, Leader, LeadOutcome, LeadPlan, lead_outcome
from bluechip_bot.model import Board, Contract, Strain

_LEADERS: Final[tuple[Leader, ...]] = ("ours", "record", "rule")
_NAMES: Final = {"ours": "ours", "record": "the record's", "rule": "the rule's"}
_LEVELS: Final = (PART_SCORE, GAME, SLAM)
_WIDTH: Final = 28

_Figure: TypeAlias = Callable[[LeadCost], float]
_TRICKS: Final[_Figure] = attrgetter("tricks")
_IMPS: Final[_Figure] = attrgetter("imps")


def lead_experiment(plan: LeadPlan, boards: Sequence[Board], title: str) -> Experiment[LeadOutcome]:
    """The leads on some boards, as of `boards_with_lead`, as an experiment."""
    return Experiment(
        LeadOutcome,
        title,
        partial(lead_outcome, plan),
        LeadReport,
        _so_far,
        item=lambda number: (number, boards[number - 1]),
        is_timed=plan.budget is not None,
    )


def _so_far(rows: Sequence[LeadOutcome]) -> str:
    ours, theirs = (
        sum(row.cost(who).tricks for row in rows if who in row.leads) for who in ("ours", "record")
    )
    return f"tricks: ours {ours}, the record's {theirs}"


@frozen
class LeadReport:
    """The figures of the leads on some boards, at least one."""

    rows: Sequence[LeadOutcome]

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """Whose leads there are."""
        return tuple(one for one in _LEADERS if all(one in row.leads for row in self.rows))

    def mean(self, leader: Leader, figure: _Figure) -> Estimate:
        """The mean of a figure of one leader."""
        return mean([figure(row.cost(leader)) for row in self.rows])

    def let_through(self, leader: Leader) -> Estimate:
        """The share let through of the contracts that a lead beats."""
        costs = [row.cost(leader) for row in self.rows if row.cost(leader).beatable]
        return wilson(sum(cost.lets_through for cost in costs), len(costs))

    def more(self, leader: Leader, other: Leader, figure: _Figure) -> Estimate:
        """The mean of a figure of one leader less that of the other, on the same boards."""
        pairs = [(row.cost(leader), row.cost(other)) for row in self.rows]
        return mean([figure(one) - figure(two) for one, two in pairs])

    def __str__(self) -> str:
        return "\n".join(
            [*self._leads(), "", *self._differences(), "", *self._contracts(), "", *self._kinds()]
        )

    def _leads(self) -> Iterator[str]:
        heads = ("tricks given away", "let through if beatable", "IMPs given away")
        yield _line("lead", heads)
        for leader in self.leaders:
            tricks, imps = (self.mean(leader, one) for one in (_TRICKS, _IMPS))
            yield _line(
                _NAMES[leader], (f"{tricks:.3f}", f"{self.let_through(leader):.1%}", f"{imps:.3f}")
            )
        found = [row.cost("record").beatable for row in self.rows]
        yield f"{len(found)} boards, {sum(found)} contracts that a lead beats, double dummy"
        if "ours" in self.leaders:
            worlds = sorted(row.worlds for row in self.rows)
            seconds = [row.seconds for row in self.rows if row.seconds is not None]
            pace = f", {sum(seconds) / len(seconds):.2f} s a lead" if seconds else ""
            yield f"ours: {worlds[len(worlds) // 2]} layouts (median){pace}"

    def _differences(self) -> Iterator[str]:
        """Paired, so that what a board makes of every lead counts for nothing."""
        first, *others = self.leaders
        yield _line("less on the same boards", ("tricks", "contracts let through", "IMPs"))
        for other in others:
            figures = (_TRICKS, lambda cost: cost.lets_through, _IMPS)
            cells = [f"{self.more(first, other, one):+.3f}" for one in figures]
            yield _line(f"{_NAMES[first]} - {_NAMES[other]}", cells)

    def _contracts(self) -> Iterator[str]:
        yield _line("contract", ["boards", *(_NAMES[leader] for leader in self.leaders)])
        for strain in ("notrump", "suit"):
            for level in ("", *_LEVELS):
                rows = [row for row in self.rows if _is_of(row.contract, strain, level)]
                if rows:
                    part = LeadReport(rows)
                    cells = [f"{part.mean(leader, _TRICKS):.3f}" for leader in self.leaders]
                    yield _line(f"{strain} {level}", [str(len(rows)), *cells])

    def _kinds(self) -> Iterator[str]:
        """How often each kind is led, and what it gives away then."""
        yield _line("kind of lead", [_NAMES[leader] for leader in self.leaders])
        for kind in LEAD_KINDS:
            cells = []
            for leader in self.leaders:
                own = [row.cost(leader).tricks for row in self.rows if row.kind(leader) == kind]
                cells.append(f"{len(own):>4}: {mean(own):.3f}" if own else "   0")
            yield _line(kind, cells)


def _is_of(contract: Contract, strain: str, level: str) -> bool:
    is_notrump = contract.strain is Strain.NOTRUMP
    return is_notrump == (strain == "notrump") and level in ("", contract_level(contract))


def _line(name: str, cells: Sequence[str]) -> str:
    return (f"{name:<{_WIDTH}}" + "".join(f"{cell:<{_WIDTH}}" for cell in cells)).rstrip()

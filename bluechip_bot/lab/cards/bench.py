"""Boards of the benchmark; an engine plays each as declarer, as both defenders, and as leader.

The boards are in a file that stays as it is, however the rules of bidding change. They are random
deals, bid by a system, with contracts that are neither safe nor hopeless: of every twenty boards
six are part scores, ten games and four slams.

The other side is always the same: perfect-information Monte Carlo with a fixed number of layouts,
without a clock. A rule makes the opening lead, except where leads are measured. The bot's engines
are made for each board, so that no row depends on boards played before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from importlib.resources import as_file, files
from typing import Annotated, ClassVar, Final

from attrs import evolve, field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.bidding.side import play_in_worker
from bluechip_bot.lab.bidding.table import GAME, PART_SCORE, SLAM, contract_level, seed_of
from bluechip_bot.lab.cards.engines import (
    BOOK,
    AskedPlayer,
    EngineSpec,
    NoCardError,
    ProgramPlayer,
    player_of,
)
from bluechip_bot.lab.duel.contender import Clock, Contender, double_dummy
from bluechip_bot.lab.duel.duel import Duel, DuelPlan, DuelRole, SideOutcome, auction_text
from bluechip_bot.lab.duel.source import LEAD, SEATS, AuctionOrigin, lead_by_rule
from bluechip_bot.lab.estimates import ExperimentEstimate, mean, wilson
from bluechip_bot.lab.leads.series import CardValues, LeadCost, lead_cost
from bluechip_bot.lab.paper.table import PaperFigure
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.model import Board, Card, Contract, Deal, Vulnerability


@frozen
class CardsOutcome(Row):
    """The outcome of a board that an engine declared, defended and led against.

    After a fault the other side takes all tricks left; a missing lead costs as much as the worst.
    """

    KIND: ClassVar[str] = "benchmark of card play"
    DEALT = ("deal", "auction")
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
        CardValues, ColumnMeaning("the defenders' double-dummy tricks after each lead")
    ]
    fault: Annotated[str, ColumnMeaning("why the engine did not play on; empty without a fault")]
    cost: Annotated[int, ColumnMeaning("tricks that its lead gives away, double dummy")] = field(
        init=False
    )

    def __attrs_post_init__(self) -> None:
        if self.lead is not None and self.lead not in self.leads.by_card:
            raise ValueError("a lead that the leader does not hold")
        object.__setattr__(self, "cost", self.lead_cost.tricks)

    @property
    def lead_cost(self) -> LeadCost:
        """The cost of the engine's lead."""
        counts = self.leads.tricks
        taken = min(counts.values()) if self.lead is None else counts[self.lead]
        return lead_cost(self.contract, self.vul, taken, max(counts.values()))

    @property
    def measures(self) -> dict[str, float]:
        """The figures of the benchmark on this board, by name."""
        return {
            "contracts made": self.declarer.won,
            "declarer, tricks less double dummy": self.declarer.tricks - self.best,
            "contracts beaten": self.defence.won,
            "defence, tricks less double dummy": self.defence.tricks - (13 - self.best),
            "lead, tricks given away": self.cost,
            "lead, contracts let through": self.lead_cost.lets_through,
        }


COUNT: Final = 300
"""The number of boards."""


@cache
def boards() -> tuple[Board, ...]:
    """Return all boards after their auctions, numbered from 1 in order."""
    with as_file(files(__package__) / "boards.jsonl") as path:
        return tuple(record.board for record in read_records(path))


OTHERS: Final = Contender("pimc", worlds=20, depth=None)
"""The other side, the same for every engine."""


@frozen
class CardsPlan:
    """All that a run depends on: engine, seed of all players, and memory of tables in MiB."""

    engine: EngineSpec
    seed: int = 1
    memory_mb: int = 64

    def open(self) -> CardsBench:
        """Return an open benchmark, which must be closed at the end."""
        return CardsBench(self)


@frozen(eq=False)
class CardsBench:
    """Plays boards of the benchmark; an engine's program keeps running from board to board."""

    plan: CardsPlan
    clock: Clock = time.perf_counter
    _program: ProgramPlayer = field(init=False)
    _solver: DoubleDummy = field(factory=DoubleDummy, init=False)

    @_program.default
    def _make_program(self) -> ProgramPlayer:
        return ProgramPlayer(tuple(self.plan.engine.words), self.plan.engine.patience)

    def play(self, number: int) -> CardsOutcome:
        """Play a board in all roles and return its outcome; numbers begin at 1."""
        board = evolve(boards()[number - 1], number=number)
        contract = board.card_play.contract
        faults: list[str] = []
        declarer = self._side(board, "declarer", faults)
        defence = self._side(board, "defender", faults)
        lead = self._lead(board, faults)
        led = double_dummy(lead_by_rule(board, LEAD), self._solver)
        return CardsOutcome(
            number,
            board.deal,
            auction_text(board),
            contract,
            board.vulnerability,
            max(led.values()),
            declarer,
            defence,
            lead,
            CardValues(double_dummy(board, self._solver)),
            "; ".join(faults),
        )

    def close(self) -> None:
        """End the engine's program, if it is one."""
        self._program.stop()

    def player(self, number: int, *, is_problem: bool = False) -> AskedPlayer:
        """Return a player of the engine; for a problem, one who learns nothing from the auction."""
        plan, seeds = self.plan, partial(seed_of, self.plan.seed, number, SEATS)
        opened = partial(player_of, plan.engine, plan.memory_mb, is_problem=is_problem)
        if plan.engine.words:
            return AskedPlayer(plan.engine, lambda: self._program, seeds, self.clock, is_problem)
        return AskedPlayer(plan.engine, opened, seeds, self.clock, is_problem)

    def _side(self, board: Board, role: DuelRole, faults: list[str]) -> SideOutcome:
        """Play a board with the engine in a role; a fault is added to `faults`."""
        plan = DuelPlan(
            role,
            "any",
            self.plan.seed,
            *(OTHERS, OTHERS, OTHERS),
            auctions=AuctionOrigin(BOOK),
            leader="rule",
        )
        duel = Duel(plan, memory_mb=self.plan.memory_mb, clock=self.clock)
        try:
            return duel.against(board, self.player(board.number))
        except NoCardError as fault:
            play = fault.board.card_play
            faults.append(str(fault))
            side = (play.contract.declarer if role == "declarer" else play.contract.leader).side
            return SideOutcome(False, play.won[side], 0, 0.0, 0.0, 0, play.cards)

    def _lead(self, board: Board, faults: list[str]) -> Card | None:
        try:
            return self.player(board.number).pick(board).card
        except NoCardError as fault:
            faults.append(str(fault))
            return None


_SHOWN = 5  # faults that the report shows


def cards_experiment(plan: CardsPlan, title: str) -> LabExperiment[CardsOutcome]:
    """Return the benchmark as an experiment."""
    return LabExperiment(
        CardsOutcome,
        title,
        partial(play_in_worker, plan),
        partial(CardsReport, plan),
        _so_far,
        value=lambda row: row.declarer.won,
        value_name="contracts made, share of boards",
        here=lambda: closing(plan.open()),
        is_timed=plan.engine.budget is not None,
    )


def _so_far(rows: Sequence[CardsOutcome]) -> str:
    made, beaten = (sum(one.won for one in sides) for sides in _sides(rows))
    return f"{made} made, {beaten} beaten"


def _sides(rows: Sequence[CardsOutcome]) -> tuple[list[SideOutcome], list[SideOutcome]]:
    """Return the engine's outcomes as declarer, and as both defenders."""
    return [row.declarer for row in rows], [row.defence for row in rows]


@frozen
class CardsReport:
    """The figures of one engine over at least one board."""

    plan: CardsPlan
    rows: Sequence[CardsOutcome]

    def figures(self) -> Iterator[PaperFigure]:
        """Yield the six figures, with their intervals."""
        rows, count = self.rows, len(self.rows)
        made, beaten = (sum(one.won for one in sides) for sides in _sides(rows))
        for role, won, what in (("declarer", made, "made"), ("defence", beaten, "beaten")):
            yield PaperFigure.of(
                f"{role}: contracts {what}", wilson(won, count).times(100), "%", count
            )
            more = self._mean(f"{role}, tricks less double dummy")
            yield PaperFigure.of(f"{role}: tricks less double dummy", more, "", count)
        costs = [row.lead_cost for row in rows]
        beatable = [cost for cost in costs if cost.beatable]
        through = wilson(sum(cost.lets_through for cost in beatable), len(beatable))
        yield PaperFigure.of(
            "lead: tricks given away", self._mean("lead, tricks given away"), "", count
        )
        yield PaperFigure.of(
            "lead: let through if beatable", through.times(100), "%", len(beatable)
        )

    def _mean(self, name: str) -> ExperimentEstimate:
        return mean([row.measures[name] for row in self.rows])

    def __str__(self) -> str:
        levels = [contract_level(row.contract) for row in self.rows]
        told = ", ".join(f"{levels.count(one)} {one}s" for one in (PART_SCORE, GAME, SLAM))
        lines = [
            f"engine: {self.plan.engine.text}; the other side: {OTHERS}",
            f"{len(self.rows)} boards: {told}",
            *(f"{one.name:<38}{one.estimate:.2f} {one.unit}".rstrip() for one in self.figures()),
        ]
        if pace := self._pace():
            lines.append(f"{'pace':<38}{pace}")
        faults = [row.fault for row in self.rows if row.fault]
        if faults:
            lines.append(f"{len(faults)} boards ended by a fault:")
            lines += [f"  {fault}" for fault in faults[:_SHOWN]]
        return "\n".join(lines)

    def _pace(self) -> str:
        sides = [side for found in _sides(self.rows) for side in found if side.cards]
        times = [side.seconds for side in sides if side.seconds is not None]
        cards = sum(side.cards for side in sides)
        return f"{sum(times) / cards:.3f} s a card" if len(times) == len(sides) and cards else ""

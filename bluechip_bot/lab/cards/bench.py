"""Boards of the benchmark, each played by an engine as declarer, as defenders and as leader.

The other side is always the same: perfect-information Monte Carlo with a fixed number of layouts,
without a clock. The opening lead is made by a rule, but where leads are measured. Engines of ours
are made anew for each board, so that no row depends on boards played before.
"""

from __future__ import annotations

import time
from functools import cache, partial
from typing import Final

from attrs import evolve, field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.side import close_at_end
from bluechip_bot.lab.bidding.table import deal_on
from bluechip_bot.lab.cards.boards import BOOK, boards
from bluechip_bot.lab.cards.engines import (
    AskedPlayer,
    EngineSpec,
    NoCardError,
    ProgramPlayer,
    player_of,
)
from bluechip_bot.lab.cards.outcome import CardsOutcome
from bluechip_bot.lab.duel.auctions import LEAD, AuctionOrigin
from bluechip_bot.lab.duel.contender import Clock, Contender, double_dummy
from bluechip_bot.lab.duel.duel import Duel, DuelPlan, DuelRole, seat_seeds
from bluechip_bot.lab.duel.outcome import SideOutcome, auction_text
from bluechip_bot.lab.duel.source import lead_by_rule
from bluechip_bot.lab.leads.outcome import LeadTricks
from bluechip_bot.model import Board, Card

OTHERS: Final = Contender("pimc", worlds=20, depth=None)
"""The other side, the same for every engine."""


@frozen
class CardsPlan:
    """Everything that the rows depend on.

    Attributes:
        engine: who is measured.
        seed: of all players, 0 or more.
        memory_mb: memory of each engine's tables, in MiB.
    """

    engine: EngineSpec
    seed: int = 1
    memory_mb: int = 64

    def open(self, clock: Clock = time.perf_counter) -> CardsBench:
        """The benchmark, ready to play."""
        words = self.engine.words
        program = ProgramPlayer(words, self.engine.patience) if words else None
        return CardsBench(self, program, clock)


@frozen(eq=False)
class CardsBench:
    """Plays boards of the benchmark.

    Attributes:
        plan: what is measured.
        program: the engine, if it is a program.
        clock: the time in seconds, from any origin.
    """

    plan: CardsPlan
    program: ProgramPlayer | None
    clock: Clock = time.perf_counter
    _solver: DoubleDummy = field(factory=DoubleDummy, init=False)

    def play(self, number: int) -> CardsOutcome:
        """The outcome of a board by its number, from 1."""
        board = evolve(boards()[number - 1], number=number)
        contract = board.contract
        assert contract is not None
        faults: list[str] = []
        sides = {role: self._side(board, role, faults) for role in ("declarer", "defender")}
        lead = self._lead(board, faults)
        led = double_dummy(lead_by_rule(board, LEAD), self._solver)
        leads = double_dummy(board, self._solver)
        return CardsOutcome(
            number,
            deal_on(board),
            auction_text(board),
            contract,
            board.vulnerability,
            max(led.values()),
            sides["declarer"],
            sides["defender"],
            lead,
            tuple(LeadTricks(card, count) for card, count in leads.items()),
            "; ".join(faults),
        )

    def close(self) -> None:
        """End the program, if the engine is one."""
        if self.program is not None:
            self.program.stop()

    def player(self, number: int, *, is_problem: bool = False) -> AskedPlayer:
        """The player of the engine; in an ending, one who learns nothing from the auction."""
        plan, program = self.plan, self.program
        opened = partial(player_of, plan.engine, plan.memory_mb, is_problem=is_problem)
        return AskedPlayer(
            plan.engine,
            opened if program is None else lambda: program,
            seat_seeds(plan.seed, number),
            self.clock,
            made_up=is_problem,
        )

    def _side(self, board: Board, role: DuelRole, faults: list[str]) -> SideOutcome:
        """The outcome of a board for the engine in a role; a fault is added to the list."""
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
            play, contract = fault.board.play, board.contract
            assert play is not None
            assert contract is not None
            faults.append(str(fault))
            side = contract.declarer.side if role == "declarer" else contract.leader.side
            tricks = play.won[side]
            return SideOutcome(False, tricks, 0, 0.0, 0.0, 0, play.cards)

    def _lead(self, board: Board, faults: list[str]) -> Card | None:
        try:
            return self.player(board.number).pick(board).card
        except NoCardError as fault:
            faults.append(str(fault))
            return None


def play_board(plan: CardsPlan, number: int) -> CardsOutcome:
    """The outcome of a board by its number, from 1, in a process of a worker."""
    return worker_bench(plan).play(number)


@cache
def worker_bench(plan: CardsPlan) -> CardsBench:
    """The benchmark of this process, closed when the process ends or is ended."""
    bench = plan.open()
    close_at_end(bench.close)
    return bench

"""The deals of a duel, from a seed: deal n is the same whatever else is dealt, and by whom.

Hands are dealt at random until North's and South's are within the conditions. A sieve drops the
deals in which the contract is safe or hopeless. The deals depend only on the raw stream of a bit
generator, which NumPy never changes (NEP 19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen

from bluechip_bot.constraints import Evidence
from bluechip_bot.engine import DoubleDummy, Question
from bluechip_bot.lab.bidding.table import deal_on
from bluechip_bot.lab.duel.conditions import Conditions
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Board, Deal, Played
from bluechip_bot.player.assembly import Assembly

_BATCH: Final = 2048
_DEALS, _WORLDS = 0, 1
"""Uses of a seed."""


class DealSourceError(ValueError):
    """No deal within the conditions was found, however many were dealt."""


@frozen
class Sieve:
    """Lets those deals pass in which declarer cannot be sure of the contract.

    A deal passes if, after the lead by the rule, dummy's best card makes the contract double dummy
    in a share of declarer's layouts that is within the limits. A deal that makes in none or in all
    of the first few layouts is dropped without solving more.

    Attributes:
        least: the least share.
        worlds: the layouts.
        few: how many come first.
    """

    least: float = 0.3
    most: float = 0.7
    worlds: int = 40
    few: int = 10

    def passes(self, share: float) -> bool:
        """Whether a share is within the limits."""
        return self.least <= share <= self.most


@frozen
class SourcedDeal:
    """A deal and how it was found.

    Attributes:
        board: the board after the auction, all hands known.
        chance: the share of the sieve, 0..1; None without a sieve.
        tried: how many deals within the conditions were dealt for it, itself included.
    """

    board: Board
    chance: float | None
    tried: int

    @property
    def deal(self) -> Deal:
        """The cards."""
        return deal_on(self.board)


@frozen
class DealSource:
    """The deals of a seed.

    Attributes:
        conditions: what the deals have in common.
        seed: 0 or more.
        sieve: which deals pass; None for all.
        limit: the most random deals that are tried for one.
    """

    conditions: Conditions
    seed: int
    sieve: Sieve | None
    limit: int = 1 << 24

    def deal(self, number: int, solver: DoubleDummy) -> SourcedDeal:
        """A deal by its number, from 1.

        Raises:
            DealSourceError: if none was found.
        """
        knowledge = Knowledge(self.conditions, self.conditions.lead)
        boards = self._candidates(number)
        return first_through(self.sieve, boards, knowledge, solver, (self.seed, number))

    def _candidates(self, number: int) -> Iterator[Board]:
        bits = np.random.PCG64(np.random.SeedSequence([self.seed, number, _DEALS]))
        for _ in range(0, self.limit, _BATCH):
            dealt = random_hands(bits, _BATCH)
            north = self.conditions.north.weights(dealt[:, 0]) > 0
            south = self.conditions.south.weights(dealt[:, 2]) > 0
            for masks in dealt[north & south].tolist():
                yield self.conditions.begin(number, Deal.of(masks))


def first_through(
    sieve: Sieve | None,
    boards: Iterable[Board],
    knowledge: Knowledge,
    solver: DoubleDummy,
    place: tuple[int, int],
) -> SourcedDeal:
    """The first of some boards that passes a sieve.

    Args:
        sieve: None passes all.
        boards: after the auction, all hands known.
        knowledge: what declarer knows; its rule makes the lead.
        solver: solves declarer's layouts.
        place: the seed and the number of the deal.

    Raises:
        DealSourceError: if none passes.
    """
    assert knowledge.lead is not None
    for tried, board in enumerate(boards, start=1):
        if sieve is None:
            return SourcedDeal(board, None, tried)
        led = lead_by_rule(board, knowledge.lead)
        assert led.contract is not None
        known = knowledge.of(led, led.contract.declarer)
        words = np.random.SeedSequence([*place, _WORLDS, tried])
        seed = int(np.random.PCG64(words).random_raw())
        first = chance(led, known, solver, sieve.few, seed)
        if first in (0.0, 1.0) and not sieve.passes(first):
            continue
        share = chance(led, known, solver, sieve.worlds, seed)
        if sieve.passes(share):
            return SourcedDeal(board, share, tried)
    raise DealSourceError(f"deal {place[1]} of seed {place[0]}: none of the deals tried will do")


def lead_by_rule(board: Board, rule: LeadRule) -> Board:
    """A board that waits for the opening lead, after the lead of a rule."""
    contract = board.contract
    assert contract is not None
    hand = board.hands[contract.leader]
    assert hand is not None
    return board.apply(Played(contract.leader, opening_lead(hand, contract.strain, rule)))


@cache
def _parts() -> Assembly:
    return Assembly()


def chance(board: Board, known: Evidence, solver: DoubleDummy, worlds: int, seed: int) -> float:
    """The share, 0..1, of layouts in which the best card makes declarer's contract, double dummy.

    The best card is that of perfect-information Monte Carlo: one card for all layouts.

    Args:
        board: the board, declarer to play.
        known: what declarer knows.
        solver: solves the layouts.
        worlds: how many.
        seed: where their choice begins.
    """
    play, seat = board.play, board.decider
    assert play is not None
    assert seat is not None
    sample = _parts().world_pool().worlds(Question(board, seat, known, seed=seed), worlds)
    return solver.best_share(
        sample.hands,
        sample.counts,
        strain=play.contract.strain,
        leader=play.leader,
        trick=play.trick.cards,
        target=play.contract.target - play.declarer_tricks,
    )

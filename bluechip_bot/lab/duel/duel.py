"""The duel: the same deals and the same opponents for two ways to play the cards.

The rules of this file:

* Every choice depends on the deal, the seat and the cards played alone, opponents' included, so
  that A and B meet the same opponents as long as they play alike; until then the play is one.
* A deal is decided when a side has the tricks it needs, and, against opponents who see all cards
  and never err, when these can take what they need. Nothing is played after that unless asked for;
  the tricks are counted as double dummy from there, for A and B alike.
* Engines are made anew for each deal, so that no result depends on deals played before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import numpy as np
from attrs import field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.duel.conditions import CONDITIONS, Conditions
from bluechip_bot.lab.duel.contender import (
    CardPlayer,
    Clairvoyant,
    Clock,
    Contender,
    EnginePlayer,
    Pick,
    double_dummy,
)
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.lead import opening_lead
from bluechip_bot.lab.duel.outcome import Outcome, SideOutcome
from bluechip_bot.lab.duel.source import DealSource, Sieve
from bluechip_bot.model import Board, Deal, Phase, Played, Seat, Side

DuelRole: TypeAlias = Literal["declarer", "defender"]

_SEATS: Final = 2
"""A use of a seed, besides those of the source: the players."""
_MEMORY_MB: Final = SearchConfig().memory_mb


@frozen
class DuelPlan:
    """Everything that the rows of a duel depend on.

    Attributes:
        role: what A and B do.
        contract: one of `CONDITIONS`.
        seed: of deals and players, 0 or more.
        a: one contender.
        b: the other.
        opponents: who plays the other side.
        sieve: which deals are played; None for all.
        play_inference: whether the players use the bot's inference from the cards.
        play_out: whether play goes on when the contract is decided.
    """

    role: DuelRole
    contract: str
    seed: int
    a: Contender
    b: Contender
    opponents: Contender
    sieve: Sieve | None = field(factory=Sieve)
    play_inference: bool = False
    play_out: bool = False

    @property
    def conditions(self) -> Conditions:
        """What the deals have in common."""
        return CONDITIONS[self.contract]

    @property
    def source(self) -> DealSource:
        """The deals."""
        return DealSource(self.conditions, self.seed, self.sieve)


class Duel:
    """Plays deals of a plan.

    Args:
        plan: what is played.
        memory_mb: memory of each engine's tables, in MiB.
        clock: the time in seconds, from any origin.
    """

    def __init__(
        self, plan: DuelPlan, *, memory_mb: int = _MEMORY_MB, clock: Clock = time.perf_counter
    ) -> None:
        self._plan = plan
        self._memory_mb = memory_mb
        self._clock = clock
        self._solver = DoubleDummy(_MEMORY_MB)
        declarer = plan.conditions.contract.declarer.side
        self._side = declarer if plan.role == "declarer" else declarer.other

    def play(self, number: int) -> Outcome:
        """The outcome of a deal by its number, from 1."""
        sourced = self._plan.source.deal(number, self._solver)
        a, b = self.play_deal(sourced.deal, number)
        return Outcome(number, sourced.deal, sourced.chance, sourced.tried, a, b)

    def play_deal(self, deal: Deal, number: int) -> tuple[SideOutcome, SideOutcome]:
        """What A and B made of a deal, as number n of the plan."""
        plan = self._plan
        players = [self._player(one, number) for one in (plan.a, plan.b)]
        opponents = self._player(plan.opponents, number)
        tallies = [_Tally(), _Tally()]
        board = self._begin(deal, number)
        while not self._is_decided(board):
            turn = board.turn
            assert turn is not None
            if turn.side is not self._side:
                board = board.apply(Played(turn, opponents.pick(board).card))
                continue
            picks = [player.pick(board) for player in players]
            for tally, pick in zip(tallies, picks, strict=True):
                tally.add(pick)
            if picks[0].card != picks[1].card:
                ends = [
                    self._finish(board.apply(Played(turn, pick.card)), player, opponents, one)
                    for player, pick, one in zip(players, picks, tallies, strict=True)
                ]
                return ends[0], ends[1]
            board = board.apply(Played(turn, picks[0].card))
        return self._outcome(board, tallies[0]), self._outcome(board, tallies[1])

    def _finish(
        self, board: Board, player: CardPlayer, opponents: CardPlayer, tally: _Tally
    ) -> SideOutcome:
        while not self._is_decided(board):
            assert board.turn is not None
            if board.turn.side is self._side:
                pick = player.pick(board)
                tally.add(pick)
            else:
                pick = opponents.pick(board)
            board = board.apply(Played(board.turn, pick.card))
        return self._outcome(board, tally)

    def _begin(self, deal: Deal, number: int) -> Board:
        """The board before the first card that a player chooses."""
        conditions = self._plan.conditions
        board = conditions.begin(number, deal)
        if not self._led_by_rule:
            return board
        leader = conditions.contract.leader
        lead = opening_lead(deal[leader], conditions.contract.strain, conditions.lead)
        return board.apply(Played(leader, lead))

    @property
    def _led_by_rule(self) -> bool:
        """Defenders who are compared lead for themselves."""
        return self._plan.role == "declarer"

    def _player(self, contender: Contender, number: int) -> CardPlayer:
        if contender.skill == "dd":
            return Clairvoyant(self._solver, self._clock)
        plan = self._plan
        knowledge = Knowledge(
            plan.conditions, led_by_rule=self._led_by_rule, play_inference=plan.play_inference
        )
        return EnginePlayer(
            contender,
            knowledge.of,
            _seeds(plan.seed, number),
            memory_mb=self._memory_mb,
            clock=self._clock,
        )

    def _is_decided(self, board: Board) -> bool:
        """Whether no more cards are to be played."""
        if board.phase is Phase.OVER:
            return True
        if self._plan.play_out:
            return False
        assert board.play is not None
        assert board.turn is not None
        won, aims = board.play.won, _aims(board)
        if any(won[side] >= aims[side] for side in Side):
            return True
        others = self._side.other
        if self._plan.opponents.skill != "dd" or board.turn.side is not others:
            return False
        best = max(double_dummy(board, self._solver).values())
        return won[others] + best >= aims[others]

    def _outcome(self, board: Board, tally: _Tally) -> SideOutcome:
        play = board.play
        assert play is not None
        tricks = play.won[self._side]
        if board.turn is not None:
            best = max(double_dummy(board, self._solver).values())
            left = 13 - sum(play.won)
            tricks += best if board.turn.side is self._side else left - best
        return SideOutcome(
            won=tricks >= _aims(board)[self._side],
            tricks=tricks,
            cards=tally.cards,
            seconds=round(tally.seconds, 4),
            slowest=round(tally.slowest, 4),
            missed=tally.missed,
            play=play.cards,
        )


class _Tally:
    """Adds up what a contender's cards took."""

    def __init__(self) -> None:
        self.cards = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.missed = 0

    def add(self, pick: Pick) -> None:
        """Count a card, if there was a choice."""
        if pick.free:
            self.cards += 1
            self.seconds += pick.seconds
            self.slowest = max(self.slowest, pick.seconds)
            self.missed += pick.missed


def _aims(board: Board) -> tuple[int, int]:
    """The tricks that North-South and East-West need to make or to beat the contract."""
    contract = board.contract
    assert contract is not None
    make, beat = contract.target, 14 - contract.target
    return (make, beat) if contract.declarer.side is Side.NS else (beat, make)


def _seeds(seed: int, number: int) -> Callable[[Seat], int]:
    """The seed of each seat; what is drawn from it depends on the cards played, too."""

    def of(seat: Seat) -> int:
        words = np.random.SeedSequence([seed, number, _SEATS, int(seat)])
        return int(np.random.PCG64(words).random_raw())

    return of

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
from attrs import define, field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.duel import auctions as bid
from bluechip_bot.lab.duel.auctions import AuctionOrigin, AuctionSource, WantedContract
from bluechip_bot.lab.duel.conditions import CONDITIONS, Conditions
from bluechip_bot.lab.duel.contender import (
    CardPick,
    CardPlayer,
    Clairvoyant,
    Clock,
    Contender,
    EnginePlayer,
    double_dummy,
)
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.lead import LeadRule
from bluechip_bot.lab.duel.outcome import DuelOutcome, SideOutcome, auction_text
from bluechip_bot.lab.duel.source import DealSource, Sieve, lead_by_rule
from bluechip_bot.model import Board, Played, Seat, Side, imps
from bluechip_bot.model.scoring import side_score

DuelRole: TypeAlias = Literal["declarer", "defender"]
Leader: TypeAlias = Literal["rule", "engine"]
"""Who makes the opening lead."""

_SEATS: Final = 2
"""A use of a seed, besides those of the source: the players."""
_MEMORY_MB: Final = SearchConfig().memory_mb


@frozen
class DuelPlan:
    """Everything that the rows of a duel depend on.

    Attributes:
        role: what A and B do.
        contract: one of `CONDITIONS`; with auctions, a `WantedContract`.
        seed: of deals and players, 0 or more.
        a: one contender.
        b: the other.
        opponents: who plays the other side.
        sieve: which deals are played; None for all.
        play_out: whether play goes on when the contract is decided.
        auctions: where the auctions of the deals come from; None for the fixed conditions.
        leader: whether a rule leads, which everybody knows, or West's player; None is a rule for
            declarers who are compared, and not for defenders.
    """

    role: DuelRole
    contract: str
    seed: int
    a: Contender
    b: Contender
    opponents: Contender
    sieve: Sieve | None = field(factory=Sieve)
    play_out: bool = False
    auctions: AuctionOrigin | None = None
    leader: Leader | None = None

    @property
    def conditions(self) -> Conditions:
        """The conditions of the deals; only for a duel without auctions."""
        return CONDITIONS[self.contract]

    @property
    def is_timed(self) -> bool:
        """Whether time limits a choice, so that results depend on the machine."""
        return any(one.budget is not None for one in (self.a, self.b, self.opponents))

    @property
    def source(self) -> DealSource | AuctionSource:
        """The deals."""
        if self.auctions is None:
            return DealSource(self.conditions, self.seed, self.sieve)
        wanted = WantedContract(self.contract)
        return AuctionSource(self.auctions, wanted, self.seed, self.sieve)

    @property
    def lead(self) -> LeadRule | None:
        """The rule by which the opening lead is made; None if its player makes it."""
        if (self.leader or ("rule" if self.role == "declarer" else "engine")) == "engine":
            return None
        return bid.LEAD if self.auctions is not None else self.conditions.lead

    def knowledge(self, contender: Contender) -> Knowledge:
        """The knowledge of a contender's players."""
        calls = self.conditions if self.auctions is None else self.auctions.partnership
        return Knowledge(calls, self.lead, contender.reads, contender.inference)


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

    def play(self, number: int) -> DuelOutcome:
        """The outcome of a deal by its number, from 1."""
        sourced = self._plan.source.deal(number, self._solver)
        a, b = self._played(sourced.board)
        told = auction_text(sourced.board)
        points = [self._score(sourced.board, one.tricks) for one in (a, b)]
        won = imps(points[0] - points[1])
        return DuelOutcome(number, sourced.deal, told, sourced.chance, sourced.tried, won, a, b)

    def against(self, board: Board, player: CardPlayer) -> SideOutcome:
        """The result of a board on which a player takes the side of A and B."""
        if self._plan.lead is not None:
            board = lead_by_rule(board, self._plan.lead)
        opponents = self._player(self._plan.opponents, board.number)
        return self._finish(board, player, opponents, _PickTally())

    def _played(self, board: Board) -> tuple[SideOutcome, SideOutcome]:
        """The results of A and B on a board after its auction; its number is that of the deal."""
        plan, number, side = self._plan, board.number, self._side(board)
        players = [self._player(one, number) for one in (plan.a, plan.b)]
        opponents = self._player(plan.opponents, number)
        tallies = [_PickTally(), _PickTally()]
        if plan.lead is not None:
            board = lead_by_rule(board, plan.lead)
        while (turn := self._turn(board)) is not None:
            if turn.side is not side:
                board = board.apply(Played(turn, opponents.pick(board).card))
                continue
            picks = [player.pick(board) for player in players]
            for tally, pick in zip(tallies, picks, strict=True):
                tally.add(pick)
            after = [board.apply(Played(turn, pick.card)) for pick in picks]
            if after[0] != after[1]:
                parts = zip(after, players, tallies, strict=True)
                first, second = (self._finish(now, one, opponents, own) for now, one, own in parts)
                return first, second
            board = after[0]
        return self._outcome(board, tallies[0]), self._outcome(board, tallies[1])

    def _finish(
        self, board: Board, player: CardPlayer, opponents: CardPlayer, tally: _PickTally
    ) -> SideOutcome:
        while (turn := self._turn(board)) is not None:
            is_mine = turn.side is self._side(board)
            pick = (player if is_mine else opponents).pick(board)
            if is_mine:
                tally.add(pick)
            board = board.apply(Played(turn, pick.card))
        return self._outcome(board, tally)

    def _score(self, board: Board, tricks: int) -> int:
        """The points of A's or B's side for tricks of its own."""
        contract, side = board.contract, self._side(board)
        assert contract is not None
        made = tricks if contract.declarer.side is side else 13 - tricks
        return side_score(contract, made, board.vulnerability, side)

    def _side(self, board: Board) -> Side:
        assert board.contract is not None
        declarer = board.contract.declarer.side
        return declarer if self._plan.role == "declarer" else declarer.other

    def _player(self, contender: Contender, number: int) -> CardPlayer:
        if contender.skill == "dd":
            return Clairvoyant(self._solver, self._clock)
        return EnginePlayer(
            contender,
            self._plan.knowledge(contender),
            seat_seeds(self._plan.seed, number),
            memory_mb=self._memory_mb,
            clock=self._clock,
        )

    def _turn(self, board: Board) -> Seat | None:
        """Who plays next; None if no more cards are to be played."""
        if board.turn is None or self._plan.play_out:
            return board.turn
        assert board.play is not None
        won, aims = board.play.won, _aims(board)
        others = self._side(board).other
        if any(won[side] >= aims[side] for side in Side):
            return None
        if self._plan.opponents.skill == "dd" and board.turn.side is others:
            best = max(double_dummy(board, self._solver).values())
            if won[others] + best >= aims[others]:
                return None
        return board.turn

    def _outcome(self, board: Board, tally: _PickTally) -> SideOutcome:
        play = board.play
        assert play is not None
        side = self._side(board)
        tricks = play.won[side]
        if board.turn is not None:
            best = max(double_dummy(board, self._solver).values())
            left = 13 - sum(play.won)
            tricks += best if board.turn.side is side else left - best
        return SideOutcome(
            won=tricks >= _aims(board)[side],
            tricks=tricks,
            cards=tally.cards,
            seconds=round(tally.seconds, 4),
            slowest=round(tally.slowest, 4),
            missed=tally.missed,
            play=play.cards,
        )


def play_deal(plan: DuelPlan, memory_mb: int, clock: Clock, number: int) -> DuelOutcome:
    """The outcome of a deal of a plan by its number, from 1; see `Duel`."""
    return Duel(plan, memory_mb=memory_mb, clock=clock).play(number)


@define
class _PickTally:
    """Adds up what a contender's cards took."""

    cards: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    missed: int = 0

    def add(self, pick: CardPick) -> None:
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


def seat_seeds(seed: int, number: int) -> Callable[[Seat], int]:
    """The seed of each seat; what is drawn from it depends on the cards played, too."""

    def of(seat: Seat) -> int:
        words = np.random.SeedSequence([seed, number, _SEATS, int(seat)])
        return int(np.random.PCG64(words).random_raw())

    return of

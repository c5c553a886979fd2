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
from functools import partial
from typing import Final, Literal, TypeAlias

from attrs import define, field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.table import deal_on
from bluechip_bot.lab.duel.contender import (
    CardPick,
    CardPlayer,
    Clairvoyant,
    Clock,
    Contender,
    EnginePlayer,
    double_dummy,
)
from bluechip_bot.lab.duel.knowledge import CONDITIONS, Conditions, Knowledge
from bluechip_bot.lab.duel.lead import LeadRule
from bluechip_bot.lab.duel.outcome import DuelOutcome, SideOutcome, auction_text
from bluechip_bot.lab.duel.source import (
    LEAD,
    SEATS,
    AuctionOrigin,
    AuctionSource,
    DealSource,
    Sieve,
    WantedContract,
    lead_by_rule,
    seed_of,
)
from bluechip_bot.model import Board, Played, Seat, Side, imps
from bluechip_bot.model.scoring import side_score

DuelRole: TypeAlias = Literal["declarer", "defender"]
Leader: TypeAlias = Literal["rule", "engine"]
"""Who makes the opening lead."""

_MEMORY_MB: Final = SearchConfig().memory_mb


@frozen
class DuelPlan:
    """All that the rows of a duel depend on.

    Attributes:
        role: what A and B do.
        contract: one of `CONDITIONS`; with auctions, a `WantedContract`.
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
        return LEAD if self.auctions is not None else self.conditions.lead

    def knowledge(self, contender: Contender) -> Knowledge:
        """The knowledge of a contender's players."""
        calls = self.conditions if self.auctions is None else self.auctions.partnership
        return Knowledge(calls, self.lead, contender.reads, contender.inference)


@frozen
class Duel:
    """Plays deals of a plan; `memory_mb` is the memory of each engine's tables, in MiB."""

    plan: DuelPlan
    memory_mb: int = _MEMORY_MB
    clock: Clock = time.perf_counter
    _solver: DoubleDummy = field(factory=partial(DoubleDummy, _MEMORY_MB), init=False)

    def play(self, number: int) -> DuelOutcome:
        """The outcome of a deal by its number, from 1."""
        sourced = self.plan.source.deal(number, self._solver)
        board = sourced.board
        a, b = self._played(board)
        points = [self._score(board, one.tricks) for one in (a, b)]
        return DuelOutcome(
            number,
            deal_on(board),
            auction_text(board),
            sourced.chance,
            sourced.tried,
            imps(points[0] - points[1]),
            a,
            b,
        )

    def against(self, board: Board, player: CardPlayer) -> SideOutcome:
        """The result of a board on which a player takes the side of A and B."""
        if self.plan.lead is not None:
            board = lead_by_rule(board, self.plan.lead)
        opponents = self._player(self.plan.opponents, board.number)
        return self._finish(board, player, opponents, _PickTally())

    def _played(self, board: Board) -> tuple[SideOutcome, SideOutcome]:
        """The results of A and B on a board after its auction; its number is that of the deal."""
        plan, number, side = self.plan, board.number, self._side(board)
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
        return declarer if self.plan.role == "declarer" else declarer.other

    def _player(self, contender: Contender, number: int) -> CardPlayer:
        if contender.skill == "dd":
            return Clairvoyant(self._solver, self.clock)
        return EnginePlayer(
            contender,
            self.plan.knowledge(contender),
            seat_seeds(self.plan.seed, number),
            memory_mb=self.memory_mb,
            clock=self.clock,
        )

    def _turn(self, board: Board) -> Seat | None:
        """Who plays next; None if no more cards are to be played."""
        if board.turn is None or self.plan.play_out:
            return board.turn
        assert board.play is not None
        won, aims = board.play.won, _aims(board)
        others = self._side(board).other
        if any(won[side] >= aims[side] for side in Side):
            return None
        if self.plan.opponents.skill == "dd" and board.turn.side is others:
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
    """The number and the times of a contender's cards, where it had a choice."""

    cards: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    missed: int = 0

    def add(self, pick: CardPick) -> None:
        """Count a card."""
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
    """Return what gives the seed of each seat on a deal."""
    return partial(seed_of, seed, number, SEATS)

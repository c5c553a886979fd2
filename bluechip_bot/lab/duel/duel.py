"""The duel: two ways to play cards, A and B, on the same deals against the same opponents.

The rules of this file:

* Every choice depends only on the deal, the seat and the cards played, opponents' included, so that
  A and B meet the same opponents as long as they play alike; until then they share one play.
* A deal is decided when a side has the tricks it needs or, against opponents who see all cards and
  never err, when those can take what they need. Nothing is played after that; the tricks are
  counted as double dummy from there, for A and B alike.
* Engines are made for each deal, so that no result depends on deals played before.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from attrs import field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.table import seed_of
from bluechip_bot.lab.duel.contender import (
    CardPick,
    CardPlayer,
    ClairvoyantPlayer,
    Clock,
    Contender,
    EnginePlayer,
    double_dummy,
)
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelKnowledge
from bluechip_bot.lab.duel.lead import LeadRule
from bluechip_bot.lab.duel.source import (
    LEAD,
    SEATS,
    AuctionOrigin,
    AuctionSource,
    DealSieve,
    DealSource,
    WantedContract,
    lead_by_rule,
)
from bluechip_bot.lab.estimates import ExperimentEstimate, mean, sign_test, wilson
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.match.analysis.figures import DecisionPace
from bluechip_bot.model import Board, Card, Deal, Played, Seat, Side, imps
from bluechip_bot.model.scoring import side_score

DuelRole: TypeAlias = Literal["declarer", "defender"]
Leader: TypeAlias = Literal["rule", "engine"]
"""Who makes the opening lead."""

_MEMORY_MB: Final = SearchConfig().memory_mb


@frozen
class DuelPlan:
    """All that the rows of a duel depend on.

    The contract is a key of `CONDITIONS` or, with auctions, text of a `WantedContract`. The leader
    is "rule" for a lead by a rule that everybody knows, "engine" for one by West's player; None
    means "rule" where declarers are compared, and "engine" where defenders are.
    """

    role: DuelRole
    contract: str
    seed: int
    a: Contender
    b: Contender
    opponents: Contender
    sieve: DealSieve | None = field(factory=DealSieve)
    auctions: AuctionOrigin | None = None
    leader: Leader | None = None

    @property
    def source(self) -> DealSource | AuctionSource:
        """The source of the deals."""
        if self.auctions is None:
            return DealSource(CONDITIONS[self.contract], self.seed, self.sieve)
        wanted = WantedContract(self.contract)
        return AuctionSource(self.auctions, wanted, self.seed, self.sieve)

    @property
    def lead(self) -> LeadRule | None:
        """The rule by which the opening lead is made; None if its player makes it."""
        if (self.leader or ("rule" if self.role == "declarer" else "engine")) == "engine":
            return None
        return LEAD if self.auctions is not None else CONDITIONS[self.contract].lead

    def knowledge(self, contender: Contender) -> DuelKnowledge:
        """Return what the players of a contender know."""
        calls = CONDITIONS[self.contract] if self.auctions is None else self.auctions.partnership
        return DuelKnowledge(calls, self.lead, contender.reads, contender.inference)


@frozen
class SideOutcome:
    """The result of one contender on a deal; times are None if the file does not have them."""

    won: Annotated[
        bool, ColumnMeaning("1 if it reached its aim: made the contract, or beat it; else 0")
    ]
    tricks: Annotated[
        int, ColumnMeaning("of its side; double dummy from where the aim was decided")
    ]
    cards: Annotated[int, ColumnMeaning("how many it chose where there was a choice")]
    seconds: Annotated[float | None, ColumnMeaning("the time that these took", ".4f", seconds=True)]
    slowest: Annotated[float | None, ColumnMeaning("the longest of them", ".4f", seconds=True)]
    missed: Annotated[int, ColumnMeaning("cards that a rule played because there was no time")]
    play: Annotated[tuple[Card, ...], ColumnMeaning("all cards of the deal, as far as played")]


@frozen
class DuelOutcome(Row):
    """The outcome of a deal that A and B have played."""

    KIND: ClassVar[str] = "duel of card players"
    DEALT = ("deal",)
    number: Annotated[int, ColumnMeaning("of the deal, from 1")]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    auction: Annotated[str, ColumnMeaning("the dealer, who is vulnerable, and the calls")]
    chance: Annotated[
        float | None, ColumnMeaning("0 to 1, what the layouts' vote gave the contract", ".4f")
    ]
    tried: Annotated[int, ColumnMeaning("deals that were dealt for it")]
    imps: Annotated[int, ColumnMeaning("that A wins by the tricks of both; negative if B does")]
    parted: Annotated[
        int | None, ColumnMeaning("the place, from 1, of the first card that differs")
    ] = field(init=False)
    a: Annotated[SideOutcome, ColumnMeaning("A")]
    b: Annotated[SideOutcome, ColumnMeaning("B")]

    def __attrs_post_init__(self) -> None:
        pairs = enumerate(zip(self.a.play, self.b.play, strict=False), start=1)
        parted = next((place for place, (one, other) in pairs if one != other), None)
        object.__setattr__(self, "parted", parted)

    @property
    def swing(self) -> int:
        """1 if only A reached its aim, -1 if only B did, else 0."""
        return self.a.won - self.b.won

    @property
    def measures(self) -> dict[str, float]:
        """The aims reached, tricks and IMPs of A and B, and their time for a card, by name."""
        found: dict[str, float] = {}
        for letter, side in (("A", self.a), ("B", self.b)):
            found |= {f"aim of {letter}": side.won, f"tricks of {letter}": side.tricks}
            if side.seconds is not None and side.cards:
                found[f"seconds a card of {letter}"] = side.seconds / side.cards
        return {**found, "IMPs of A over B": self.imps}


def auction_text(board: Board) -> str:
    """Return a board's dealer, vulnerability and calls as text: `S None 1NT P 3NT P P P`."""
    return f"{board.dealer.letter} {board.vulnerability} {board.auction}"


@frozen
class Duel:
    """Plays deals of a plan; `memory_mb` is the memory of each engine's tables, in MiB."""

    plan: DuelPlan
    memory_mb: int = _MEMORY_MB
    clock: Clock = time.perf_counter
    _solver: DoubleDummy = field(factory=partial(DoubleDummy, _MEMORY_MB), init=False)

    def play(self, number: int) -> DuelOutcome:
        """Play a deal, numbered from 1, by A and by B, and return the outcome."""
        sourced = self.plan.source.deal(number, self._solver)
        board = sourced.board
        contenders = (self.plan.a, self.plan.b)
        a, b = self._played(board, [self._player(one, number) for one in contenders])
        points = [self._score(board, one.tricks) for one in (a, b)]
        return DuelOutcome(
            number,
            board.deal,
            auction_text(board),
            sourced.chance,
            sourced.tried,
            imps(points[0] - points[1]),
            a,
            b,
        )

    def against(self, board: Board, player: CardPlayer) -> SideOutcome:
        """Play a board with a player in the place of A and B, and return the outcome."""
        (found,) = self._played(board, [player])
        return found

    def _played(self, board: Board, players: Sequence[CardPlayer]) -> list[SideOutcome]:
        """Play a board, numbered as its deal, to the end with each player; return the outcomes."""
        if self.plan.lead is not None:
            board = lead_by_rule(board, self.plan.lead)
        opponents = self._player(self.plan.opponents, board.number)
        return self._finish(board, [(one, []) for one in players], opponents)

    def _finish(
        self,
        board: Board,
        players: Sequence[tuple[CardPlayer, list[CardPick]]],
        opponents: CardPlayer,
    ) -> list[SideOutcome]:
        """Play a board out by one player, or by two that have played alike; return the results."""
        while (turn := self._turn(board)) is not None:
            if turn.side is not self._side(board):
                board = board.apply(Played(turn, opponents.pick(board).card))
                continue
            after = []
            for player, picks in players:
                picks.append(player.pick(board))
                after.append(board.apply(Played(turn, picks[-1].card)))
            if after[0] != after[-1]:
                parts = zip(after, players, strict=True)
                return [one for now, own in parts for one in self._finish(now, [own], opponents)]
            board = after[0]
        return [self._outcome(board, picks) for _, picks in players]

    def _score(self, board: Board, tricks: int) -> int:
        """Return the points of A's or B's side for the tricks that it won."""
        contract, side = board.card_play.contract, self._side(board)
        made = tricks if contract.declarer.side is side else 13 - tricks
        return side_score(contract, made, board.vulnerability, side)

    def _side(self, board: Board) -> Side:
        declarer = board.card_play.contract.declarer.side
        return declarer if self.plan.role == "declarer" else declarer.other

    def _player(self, contender: Contender, number: int) -> CardPlayer:
        if contender.skill == "dd":
            return ClairvoyantPlayer(self._solver, self.clock)
        return EnginePlayer(
            contender,
            self.plan.knowledge(contender),
            partial(seed_of, self.plan.seed, number, SEATS),
            memory_mb=self.memory_mb,
            clock=self.clock,
        )

    def _turn(self, board: Board) -> Seat | None:
        """Return the seat to play next; None if no more cards are to be played."""
        if board.turn is None:
            return None
        won, aims = board.card_play.won, _aims(board)
        others = self._side(board).other
        if any(won[side] >= aims[side] for side in Side):
            return None
        if self.plan.opponents.skill == "dd" and board.turn.side is others:
            best = max(double_dummy(board, self._solver).values())
            if won[others] + best >= aims[others]:
                return None
        return board.turn

    def _outcome(self, board: Board, picks: Sequence[CardPick]) -> SideOutcome:
        play, side = board.card_play, self._side(board)
        tricks = play.won[side]
        if board.turn is not None:
            best = max(double_dummy(board, self._solver).values())
            left = 13 - sum(play.won)
            tricks += best if board.turn.side is side else left - best
        times = [pick.seconds for pick in picks if pick.free]
        return SideOutcome(
            won=tricks >= _aims(board)[side],
            tricks=tricks,
            cards=len(times),
            seconds=round(sum(times), 4),
            slowest=round(max(times, default=0.0), 4),
            missed=sum(pick.missed for pick in picks),
            play=play.cards,
        )


def play_deal(plan: DuelPlan, memory_mb: int, clock: Clock, number: int) -> DuelOutcome:
    """Play a deal of a plan, numbered from 1, and return its outcome; see `Duel`."""
    return Duel(plan, memory_mb=memory_mb, clock=clock).play(number)


def _aims(board: Board) -> tuple[int, int]:
    """Return the tricks that North-South and East-West need to make or beat the contract."""
    contract = board.card_play.contract
    make, beat = contract.target, 14 - contract.target
    return (make, beat) if contract.declarer.side is Side.NS else (beat, make)


def card_experiment(
    plan: DuelPlan, title: str, memory_mb: int, clock: Clock = time.perf_counter
) -> LabExperiment[DuelOutcome]:
    """Return a duel as an experiment; a clock times the choices."""
    return LabExperiment(
        DuelOutcome,
        title,
        partial(play_deal, plan, memory_mb, clock),
        partial(DuelReport.of, plan),
        _so_far,
        value=lambda row: row.swing,
        value_name="net gain of A, share of deals",
        is_timed=any(one.budget is not None for one in (plan.a, plan.b, plan.opponents)),
    )


def _so_far(rows: Sequence[DuelOutcome]) -> str:
    differ, won = sum(row.swing != 0 for row in rows), sum(row.swing > 0 for row in rows)
    return f"{differ} differ, A won {won}"


@frozen
class DuelReport:
    """The figures of a duel; pairs are of A and of B.

    `tried` deals were dealt to find those played. In `parted` of these, A and B played different
    cards; in `wins` only A reached its aim, in `losses` only B. `more` is the mean of A's tricks
    less B's. `missed` cards were played by a rule, because there was no time.
    """

    plan: DuelPlan
    deals: int
    tried: int
    parted: int
    wins: int
    losses: int
    aims: tuple[ExperimentEstimate, ...]
    gain: ExperimentEstimate
    tricks: tuple[float, ...]
    more: ExperimentEstimate
    imps: ExperimentEstimate
    paces: tuple[DecisionPace, ...]
    missed: tuple[int, ...]

    @classmethod
    def of(cls, plan: DuelPlan, rows: Sequence[DuelOutcome]) -> DuelReport:
        """Summarize the outcomes of a duel; `rows` must not be empty."""
        sides = [row.a for row in rows], [row.b for row in rows]
        swings, count = [row.swing for row in rows], len(rows)
        return cls(
            plan,
            count,
            sum(row.tried for row in rows),
            sum(row.parted is not None for row in rows),
            swings.count(1),
            swings.count(-1),
            tuple(wilson(sum(one.won for one in side), count) for side in sides),
            mean(swings),
            tuple(sum(one.tricks for one in side) / count for side in sides),
            mean([row.a.tricks - row.b.tricks for row in rows]),
            mean([row.imps for row in rows]),
            tuple(map(_pace, sides)),
            tuple(sum(one.missed for one in side) for side in sides),
        )

    @property
    def differing(self) -> int:
        """The number of deals in which only one of A and B reached its aim."""
        return self.wins + self.losses

    def __str__(self) -> str:
        plan, differing = self.plan, self.differing
        aim = "made" if plan.role == "declarer" else "beaten"
        each = self.tried / self.deals
        share = _percent(wilson(self.wins, differing)) if differing else "-"
        figures = {
            "deals": f"{self.deals} of seed {plan.seed} ({each:.1f} dealt for each)",
            f"{aim} by A": _percent(self.aims[0]),
            f"{aim} by B": _percent(self.aims[1]),
            "other cards played": f"{self.parted} deals",
            "differing deals": f"{differing} ({differing / self.deals:.2%})",
            "won by A, by B": f"{self.wins}, {self.losses}",
            "share won by A": share,
            "sign test": f"p = {sign_test(self.wins, self.losses):.4f}",
            "net gain of A": f"{_percent(self.gain, sign='+')} of deals",
            "tricks of A, of B": f"{self.tricks[0]:.3f}, {self.tricks[1]:.3f}; {self.more:+.3f}",
            "IMPs of A": f"{self.imps:+.3f} a deal",
        }
        for who, pace in zip("AB", self.paces, strict=True):
            text = f"{pace.mean:.3f} s a card, slowest {pace.slowest:.3f} s, of {pace.count} cards"
            figures[f"pace of {who}"] = text
        if any(self.missed):
            figures["cards without time"] = f"{self.missed[0]} of A, {self.missed[1]} of B"
        lines = (
            f"{plan.role} in {_played(plan)}, the other side: {plan.opponents}",
            f"A: {plan.a}",
            f"B: {plan.b}",
            *(f"{name:<20}{figure}" for name, figure in figures.items()),
            "Play ends when the contract is decided; tricks are double dummy from there.",
        )
        return "\n".join(lines)


def _played(plan: DuelPlan) -> str:
    if plan.auctions is None:
        return plan.contract
    half = ", held-out half" if plan.auctions.held_out else ""
    return f"{plan.contract} after auctions of {plan.auctions.origin}{half}"


def _pace(sides: Sequence[SideOutcome]) -> DecisionPace:
    """Return how long one contender's choices took, over the deals whose times are known."""
    return DecisionPace.together(
        DecisionPace(side.cards, side.seconds / side.cards, side.slowest)
        for side in sides
        if side.cards and side.seconds is not None and side.slowest is not None
    )


def _percent(estimate: ExperimentEstimate, *, sign: str = "") -> str:
    found = estimate.times(100)
    return f"{found.value:{sign}.2f} % ({found.low:{sign}.2f} to {found.high:{sign}.2f})"

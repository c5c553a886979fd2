"""What each method of the planner is worth: plans with it switched off, by the layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.engine import CardEngine, DoubleDummy, Limits, Question
from bluechip_bot.inference import evidence
from bluechip_bot.lab.duel.conditions import CONDITIONS
from bluechip_bot.lab.duel.contender import Contender, EnginePlayer
from bluechip_bot.lab.duel.knowledge import Knowledge
from bluechip_bot.lab.duel.source import DealSource, Sieve, lead_by_rule
from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.lab.paper.figure import Figure
from bluechip_bot.lab.paper.table import Part, Size
from bluechip_bot.model import Board, Card, Phase, Played, Seat
from bluechip_bot.planning import STAGES, Beliefs, DeclarerView, HtnDeclarer, PlannedCard
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from bluechip_bot.player.planned import believed
from bluechip_bot.statistics.estimates import mean

_CONTRACTS: Final = ("3NT", "4S")
_BELIEVED: Final = 200
"""Layouts that a plan believes in."""
_VOTES: Final = 60
"""Layouts that judge two cards."""
_AGES: Final = 1e6
"""Seconds; a budget that is never spent."""
_STAGES: Final = 3
"""Stages of a plan."""
_NODES: Final = 4000
"""Nodes of a plan: no clock ends it, so that it is always the same."""
_ENDING: Final = 40
"""Cards after which hardly anything is left to plan."""


@frozen
class Worth:
    """What a method did on a deal.

    Attributes:
        used: decisions in whose plan it has a part.
        changed: those in which another card is planned without it.
        gain: by how much its card makes the contract in more layouts, a share, the sum of these.
    """

    used: int = 0
    changed: int = 0
    gain: float = 0.0

    def after(self, gain: float | None) -> Worth:
        """With one decision more; None where the card stays the same."""
        if gain is None:
            return evolve(self, used=self.used + 1)
        return Worth(self.used + 1, self.changed + 1, round(self.gain + gain, 6))

    def __str__(self) -> str:
        return f"{self.used} {self.changed} {self.gain:g}"


@frozen
class MethodsOfDeal:
    """What methods did on a deal.

    Attributes:
        number: of the deal, from 1.
        contract: what is played.
        decisions: declarer's plans.
        methods: what each method did, by name.
    """

    KIND: ClassVar[str] = "methods of plans"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "of the deal, from 1"),
        Column("contract", "text", "what is played"),
        Column("decisions", "integer", "declarer's plans"),
        Column(
            "methods", "text",
            "name=used changed gain, joined by semicolons: plans it has a part in, plans of another"
            " card without it, and the share of layouts that its cards gain",
        ),
    )  # fmt: skip

    number: int
    contract: str
    decisions: int
    methods: Mapping[str, Worth] = field(hash=False)

    @property
    def dealt(self) -> str:
        """The contract and the number: the deal follows from them and the seed."""
        return f"{self.contract} {self.number}"

    @property
    def measures(self) -> dict[str, float]:
        """The number of plans."""
        return {"decisions": self.decisions}

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        told = ";".join(f"{name}={worth}" for name, worth in sorted(self.methods.items()))
        return {
            "number": str(self.number),
            "contract": self.contract,
            "decisions": str(self.decisions),
            "methods": told,
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The deal of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            methods = {}
            for told in filter(None, row["methods"].split(";")):
                name, _, figures = told.partition("=")
                used, changed, gain = figures.split(" ")
                methods[name] = Worth(int(used), int(changed), float(gain))
            return cls(int(row["number"]), row["contract"], int(row["decisions"]), methods)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


def methods(size: Size) -> Part[MethodsOfDeal]:
    """Declarer's decisions of deals, half of them at 3NT and half at 4S."""
    return Part(
        "methods",
        f"plans without each of their methods, {' and '.join(_CONTRACTS)} in turn,"
        f" seed {size.seed}",
        MethodsOfDeal,
        size.deals,
        lambda workers, numbers: workers.in_order(partial(_played, size), numbers),
        _figures,
    )


def _played(size: Size, number: int) -> MethodsOfDeal:
    """A deal played by PIMC on both sides, with what the planner would do at each decision."""
    contract = _CONTRACTS[number % len(_CONTRACTS)]
    conditions = CONDITIONS[contract]
    solver = DoubleDummy(size.memory_mb)
    board = DealSource(conditions, size.seed, Sieve()).deal(number, solver).board
    board = lead_by_rule(board, conditions.lead)
    assert board.contract is not None
    seat = board.contract.declarer
    player = EnginePlayer(
        Contender("pimc", worlds=20),
        Knowledge(conditions, led_by_rule=True),
        lambda one: 4 * number + int(one),
        memory_mb=size.memory_mb,
    )
    engine = CardEngine(size.memory_mb, error=0.0)
    found: dict[str, Worth] = {}
    decisions = 0
    while board.phase is not Phase.OVER and board.play is not None:
        turn = board.turn
        assert turn is not None
        if turn.side is seat.side and _is_open(board):
            question = _question(board, seat, number)
            if len(question.groups) > 1:
                decisions += 1
                for name, gain in _gains(engine, question):
                    found[name] = found.get(name, Worth()).after(gain)
        board = board.apply(Played(turn, player.pick(board).card))
    return MethodsOfDeal(number, contract, decisions, found)


def _is_open(board: Board) -> bool:
    """Whether the contract is neither made nor beaten, with enough cards left to plan."""
    assert board.play is not None
    assert board.contract is not None
    won = board.play.won[board.contract.declarer.side]
    lost = sum(board.play.won) - won
    target = board.contract.target
    return won < target and lost <= 13 - target and len(board.play.cards) < _ENDING


def _question(board: Board, seat: Seat, number: int) -> Question:
    seen = board.seen_by(seat)
    return Question(seen, seat, evidence(seen, seat), scoring="win", seed=number)


def _gains(engine: CardEngine, question: Question) -> Iterator[tuple[str, float | None]]:
    """Yield each method of a plan, and what it gains; None if the same card is planned without."""
    position = DeclarerView.of(question.board)
    beliefs = believed(position, engine.worlds(question, _BELIEVED))
    whole = _plan(position, beliefs, "")
    same = next(set(group) for group in question.groups if whole.card in group)
    shares: Mapping[str, float] = {}
    for name in sorted(_parts(whole.plan.root)):
        card = _plan(position, beliefs, name).card
        if card in same:
            yield name, None
            continue
        if not shares:
            shares = _shares(engine, question)
        yield name, shares[str(whole.card)] - shares[str(card)]


def _plan(position: DeclarerView, beliefs: Beliefs, without: str) -> PlannedCard:
    every = catalogue()
    left = every.only({entry.name for entry in every} - {without})
    declarer = HtnDeclarer(lambda: 0.0, methods=left, stages=STAGES[:_STAGES], nodes=_NODES)
    return declarer.choose(position, beliefs, budget=1.0, goal="make")


def _parts(root: PlanNode) -> set[str]:
    """The methods of a plan: those of its card, and of all it means to play afterwards.

    A method that is not among them cannot change the card: without it this plan is worth the same,
    and no other plan is worth more.
    """
    names: set[str] = set()
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        edges = node.edges[:1] if node.kind is NodeKind.CHOICE else node.edges
        names.update(step.method for edge in edges for step in edge.path)
        waiting.extend(edge.node for edge in edges)
    return names & {entry.name for entry in catalogue()}


def _shares(engine: CardEngine, question: Question) -> Mapping[str, float]:
    """By card, the share of the layouts in which double-dummy play makes the contract."""
    choice = engine.choose(question, Limits(budget=_AGES, worlds=_VOTES))
    assert choice is not None
    reached = {one.card: one.reached or 0.0 for one in choice.record.cards}
    shares: dict[str, float] = {}
    for group in question.groups:
        told = next(reached[card] for card in map(Card, group) if card in reached)
        shares |= {str(Card(card)): told for card in group}
    return shares


def _figures(rows: Sequence[MethodsOfDeal]) -> Iterator[Figure]:
    """Yield what each method gains a deal, the most valuable first, and what it is used for."""
    names = {entry.name for entry in catalogue()}
    decisions = sum(row.decisions for row in rows)

    def gains(name: str) -> list[float]:
        return [row.methods.get(name, Worth()).gain for row in rows]

    for name in sorted(names, key=lambda one: (-sum(gains(one)), one)):
        used = sum(row.methods[name].used for row in rows if name in row.methods)
        changed = sum(row.methods[name].changed for row in rows if name in row.methods)
        told = f"{name} (in {used} of {decisions} plans, decides {changed})"
        yield Figure.of(told, mean(gains(name)), "% of contracts", len(rows), scale=100.0)

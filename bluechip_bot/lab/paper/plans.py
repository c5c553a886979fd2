"""The size of the trees of Tignum 2's planner, and what each of its methods is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar, Final, TypeAlias

from attrs import field, frozen

from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy, Question, SearchLimits
from bluechip_bot.inference import evidence
from bluechip_bot.lab.duel.contender import AGES, Contender, EnginePlayer
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelKnowledge
from bluechip_bot.lab.duel.source import DealSieve, DealSource, lead_by_rule
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.paper.table import PaperFigure, TablePart, TableSize
from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Board, Card, Played, Seat
from bluechip_bot.planning import Beliefs, DeclarerView, HtnDeclarer, Plan
from bluechip_bot.planning.methods import catalogue
from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.player.planned import CardChooser, believed

CONTRACTS: Final = ("3NT", "4S")
"""The contracts of deals 2, 4, ... and of 1, 3, ..."""


def deal_after_lead(size: TableSize, number: int, sieve: DealSieve | None) -> tuple[str, Board]:
    """Return a deal's contract, 3NT for even numbers and 4S for odd, and the board after a lead."""
    contract = CONTRACTS[number % len(CONTRACTS)]
    conditions = CONDITIONS[contract]
    solver = DoubleDummy(size.memory_mb)
    board = DealSource(conditions, size.seed, sieve).deal(number, solver).board
    return contract, lead_by_rule(board, conditions.lead)


def declarers_question(board: Board, seat: Seat, number: int) -> Question:
    """Return the question that `seat` faces as declarer; the number of the deal is its seed."""
    seen = board.seen_by(seat)
    return Question(seen, seat, evidence(seen, seat, PlayerAssembly().inference), seed=number)


@frozen
class TreeSize(Row):
    """The size of the tree of declarer's first plan on a deal."""

    KIND: ClassVar[str] = "trees of plans"
    number: Annotated[int, ColumnMeaning("of the deal, from 1")]
    contract: Annotated[str, ColumnMeaning("what is played")]
    leaves: Annotated[int, ColumnMeaning("of the last tree that was searched")]
    nodes: Annotated[int, ColumnMeaning("of all trees")]


def trees(size: TableSize) -> TablePart[TreeSize]:
    """Return the experiment on the trees of first plans after the lead."""
    return TablePart(
        "trees",
        f"trees of first plans, {' and '.join(CONTRACTS)} in turn, seed {size.seed}",
        TreeSize,
        size.deals,
        partial(_tree, size),
        _tree_figures,
    )


def _tree(size: TableSize, number: int) -> TreeSize:
    contract, board = deal_after_lead(size, number, None)
    assert board.decider is not None
    question = declarers_question(board, board.decider, number)
    view = DeclarerView.of(question.board)
    parts = PlayerAssembly()
    numbers = parts.planning
    sample = parts.world_pool().worlds(question, numbers.vote.worlds)
    planned = HtnDeclarer(lambda: 0.0, numbers).choose(view, believed(view, sample), budget=AGES)
    return TreeSize(number, contract, planned.root.leaves, planned.nodes)


def _tree_figures(rows: Sequence[TreeSize]) -> Iterator[PaperFigure]:
    leaves, count = [row.leaves for row in rows], len(rows)
    yield PaperFigure.of("leaves, average", mean(leaves), "leaves", count, printed="about 26,000")
    yield PaperFigure.of("leaves, worst", max(leaves), "leaves", count, printed="about 305,000")
    yield PaperFigure.of("nodes of all stages", mean([row.nodes for row in rows]), "nodes", count)


_BELIEVED: Final = 200  # layouts that a plan believes in
_VOTES: Final = 60  # layouts that judge two cards
_STAGES: Final = 3  # stages of a plan
_NODES: Final = 4000  # nodes of a plan: no clock ends it, so that it is always the same
_ENDING: Final = 40  # cards after which hardly anything is left to plan


MethodEffect: TypeAlias = tuple[int, int, float]
"""The effect of a method on one deal: plans in which it has a part, plans of another card without
it, and by how much larger the share of layouts is in which its card makes the contract, summed."""


@frozen
class MethodEffects:
    """The effects of methods, by name; as text `name=used changed gain`, joined by semicolons."""

    worths: Mapping[str, MethodEffect] = field(hash=False)

    def __str__(self) -> str:
        found = sorted(self.worths.items())
        return ";".join(f"{name}={used} {new} {gain:g}" for name, (used, new, gain) in found)

    @classmethod
    def parse(cls, text: str) -> MethodEffects:
        """Read the text that `str` makes."""
        found = {}
        for effect in filter(None, text.split(";")):
            name, _, figures = effect.partition("=")
            used, changed, gain = figures.split(" ")
            found[name] = (int(used), int(changed), float(gain))
        return cls(found)


@frozen
class MethodsOfDeal(Row):
    """The effects of the methods on one deal."""

    KIND: ClassVar[str] = "methods of plans"
    number: Annotated[int, ColumnMeaning("of the deal, from 1")]
    contract: Annotated[str, ColumnMeaning("what is played")]
    decisions: Annotated[int, ColumnMeaning("declarer's plans")]
    methods: Annotated[
        MethodEffects,
        ColumnMeaning(
            "name=used changed gain, joined by semicolons: plans it has a part in, plans of another"
            " card without it, and the share of layouts that its cards gain"
        ),
    ]


def methods(size: TableSize) -> TablePart[MethodsOfDeal]:
    """Return the experiment on what each method of the planner is worth, at 3NT and at 4S."""
    return TablePart(
        "methods",
        f"plans without each of their methods, {' and '.join(CONTRACTS)} in turn, seed {size.seed}",
        MethodsOfDeal,
        size.deals,
        partial(_played, size),
        _figures,
    )


def _played(size: TableSize, number: int) -> MethodsOfDeal:
    """Play a deal by PIMC on both sides; at each decision, measure the planner's methods."""
    contract, board = deal_after_lead(size, number, DealSieve())
    seat = board.card_play.contract.declarer
    player = EnginePlayer(
        Contender("pimc", worlds=20),
        DuelKnowledge(CONDITIONS[contract], CONDITIONS[contract].lead),
        lambda one: 4 * number + int(one),
        memory_mb=size.memory_mb,
    )
    search = SearchConfig(memory_mb=size.memory_mb, error=0.0)
    engine = PlayerAssembly("pimc", search).card_engine()
    found: dict[str, MethodEffect] = {}
    decisions = 0
    while (turn := board.turn) is not None:
        if turn.side is seat.side and _is_open(board):
            question = declarers_question(board, seat, number)
            if len(question.groups) > 1:
                decisions += 1
                _count(found, _gains(engine, question))
        board = board.apply(Played(turn, player.pick(board).card))
    return MethodsOfDeal(number, contract, decisions, MethodEffects(found))


def _count(found: dict[str, MethodEffect], gains: Iterable[tuple[str, float | None]]) -> None:
    """Add a decision to the counts: a method's uses, how often it changed the card, its gain."""
    for name, gain in gains:
        used, changed, total = found.get(name, (0, 0, 0.0))
        found[name] = used + 1, changed + (gain is not None), round(total + (gain or 0.0), 6)


def _is_open(board: Board) -> bool:
    """Whether the contract is not yet made or beaten, and enough cards are left to plan."""
    play = board.card_play
    won, target = play.declarer_tricks, play.contract.target
    lost = sum(play.won) - won
    return won < target and lost <= 13 - target and len(play.cards) < _ENDING


def _gains(engine: CardChooser, question: Question) -> Iterator[tuple[str, float | None]]:
    """Yield a plan's methods with their gains; None if the card is the same without the method."""
    position = DeclarerView.of(question.board)
    beliefs = believed(position, engine.worlds(question, _BELIEVED))
    whole = _plan(position, beliefs, "")
    same = next(set(group) for group in question.groups if whole.card in group)
    shares: Mapping[str, float] = {}
    for name in sorted(_parts(whole.root)):
        card = _plan(position, beliefs, name).card
        if card in same:
            yield name, None
            continue
        if not shares:
            shares = _shares(engine, question)
        yield name, shares[str(whole.card)] - shares[str(card)]


def _plan(position: DeclarerView, beliefs: Beliefs, without: str) -> Plan:
    left = catalogue().without(without)
    numbers = PlayerAssembly().planning
    stages = numbers.tree.limits[:_STAGES]
    declarer = HtnDeclarer(lambda: 0.0, numbers, methods=left, stages=stages, nodes=_NODES)
    return declarer.choose(position, beliefs, budget=1.0, goal="make")


def _parts(root: PlanNode) -> set[str]:
    """Return the methods of a plan: those of its card, and of all that it means to play later.

    Any other method cannot change the card: without it this plan is worth the same, and no other
    plan is worth more.
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
    return names


def _shares(engine: CardChooser, question: Question) -> Mapping[str, float]:
    """Return, by card, the share of the layouts in which it makes the contract double dummy."""
    choice = engine.choose(question, SearchLimits(budget=AGES, worlds=_VOTES))
    assert choice is not None
    reached = {one.card: one.reached or 0.0 for one in choice.record.cards}
    shares: dict[str, float] = {}
    for group in question.groups:
        told = next(reached[card] for card in map(Card, group) if card in reached)
        shares |= {str(Card(card)): told for card in group}
    return shares


def _figures(rows: Sequence[MethodsOfDeal]) -> Iterator[PaperFigure]:
    """Yield each method's mean gain on a deal, greatest first, with how often it is used."""
    decisions = sum(row.decisions for row in rows)
    worths, nothing = [row.methods.worths for row in rows], (0, 0, 0.0)
    found = {
        name: [[*each] for each in zip(*(one.get(name, nothing) for one in worths), strict=True)]
        for name in {name for one in worths for name in one}
    }
    for name in sorted(found, key=lambda one: (-sum(found[one][2]), one)):
        used, changed, gains = found[name]
        title = f"{name} (in {sum(used)} of {decisions} plans, decides {sum(changed)})"
        yield PaperFigure.of(title, mean(gains).times(100), "% of contracts", len(rows))

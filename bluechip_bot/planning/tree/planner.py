"""The planner: from tasks, methods and beliefs to a tree of play.

Tasks are decomposed in the order in which they are done, so that the whole state is known whenever
a method is used. At a turn of declarer's side all ways of all methods become branches, and the best
one counts; at a defender's turn the classes of plays become branches, and their mean counts; a
defender on lead begins with the suit that looks worst for us. A line ends when declarer runs the
sure tricks, and has the value of that number of tricks (Smith, Nau and Throop, "Computer Bridge: A
Big Win for AI Planning", 1998; Ghallab, Nau and Traverso, "Automated Planning", chapter 23).

The bounds of the tree are our own: the number of stratagems in a row at which alternatives are
tried (after that the most promising way is taken), the least probability of a branch, and the
number of ways that are tried. Deeper down, these are the ways that did best in the previous tree.

As improbable branches are left out, small differences between values mean little: a pressing or
certain play is preferred to one that looks slightly better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bluechip_bot.planning.methods.outlook import spared
from bluechip_bot.planning.methods.task import (
    FOLLOW,
    PLAY_ON,
    RUN,
    Task,
    TaskCatalogue,
    TaskWay,
    play,
)
from bluechip_bot.planning.settings import TreeLimits
from bluechip_bot.planning.state.defence import Branch, branches, other_leads, other_plays
from bluechip_bot.planning.state.state import Game, State, legal, play_ours
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.tree.node import NodeKind, PlanEdge, PlanNode, PlanStep
from bluechip_bot.planning.view import DEFENDERS

_PATIENCE: Final = 64
"""The clock is read once in this many nodes."""
_PLAIN: Final = -1
"""The depth at which a defender, too, makes only the usual lead."""
_LATER: Final = 0.01
"""The weight of a way's gain, where the way that led to it has weight 1."""


class OutOfTime(Exception):  # noqa: N818 - not an error: the planner has what it has
    """The time for a plan, or its number of nodes, is used up."""


class _CardOption(NamedTuple):
    """A card that a task asks for, or the run of the sure tricks (card -1).

    `agenda` has the tasks to do after it, `path` the methods that led to it, and `way` is the first
    of the ways taken.
    """

    card: int
    agenda: tuple[Task, ...]
    path: tuple[PlanStep, ...]
    way: TaskWay


class Planner:
    """Plans one position; `values` are what 0 to 13 tricks are worth.

    It stops once `expired` returns true or `most` nodes were searched; `nodes` counts them.
    `before` is the planner that has grown a smaller tree of the same state. `known` has the nodes
    by state, agenda, and the number of stratagems at which alternatives may still be tried.
    """

    def __init__(  # noqa: PLR0913 - each part can be exchanged
        self,
        game: Game,
        values: Sequence[float],
        catalogue: TaskCatalogue,
        limits: TreeLimits,
        *,
        expired: Callable[[], bool] = lambda: False,
        most: float = float("inf"),
        before: Planner | None = None,
    ) -> None:
        self._game = game
        self._trees = game.numbers.tree
        self._values = values
        self._catalogue = catalogue
        self.limits = limits
        self._expired = expired
        self._most = most
        # The planner before is not kept: only its nodes and its depth are of use here.
        self._before = {} if before is None else before.known
        self._further = 0 if before is None else limits.stratagems - before.limits.stratagems
        self._stake = max(values) - min(values)
        self._least = limits.share * game.beliefs.weight(game.beliefs.all)
        self.known: dict[tuple[State, tuple[Task, ...], int], PlanNode] = {}
        self._leads: dict[State, list[Branch]] = {}
        self.nodes = 0
        self._now: State | None = None

    def plan(self, state: State) -> PlanNode:
        """Return the tree of a state.

        Raises:
            OutOfTime: if the time is used up before the tree is finished.
        """
        self._now = state
        return self._node(state, (), self.limits.stratagems)

    def _node(self, state: State, agenda: tuple[Task, ...], depth: int) -> PlanNode:
        if not state.left:
            return self._leaf(state.won)
        if not state.round.played and state.round.leader in DEFENDERS:
            agenda = ()
        key = (state, agenda, depth)
        node = self.known.get(key)
        if node is None:
            self.nodes += 1
            if self.nodes % _PATIENCE == 0 and (self.nodes >= self._most or self._expired()):
                raise OutOfTime
            if state.round.turn in DEFENDERS:
                node = self._chance(state, agenda, depth)
            else:
                node = self._choice(state, agenda, depth)
            self.known[key] = node
        return node

    def _leaf(self, tricks: int, cards: tuple[int, ...] = ()) -> PlanNode:
        return PlanNode.leaf(self._values[tricks], tricks, cards)

    def _chance(self, state: State, agenda: tuple[Task, ...], depth: int) -> PlanNode:
        found = branches(self._game, state)
        if depth > 0 and self.limits.careful and state.left > 1:
            if not state.round.played:
                found = self._worst_lead(state, found)
            elif others := other_plays(self._game, state):
                found = min(found, others, key=lambda way: self._at_first_sight(way, agenda))
        kept = self._likely(found)
        weight = sum(branch.weight for branch in kept)
        edges = []
        for branch in kept:
            node = self._node(branch.state, agenda, depth)
            cards = branch.ranks << 13 * branch.suit if branch.ranks else 0
            edges.append(PlanEdge(cards, node, branch.weight / weight, branch.act))
        return PlanNode.chance(state.round.turn, edges, complete=len(kept) == len(found))

    def _likely(self, found: list[Branch]) -> list[Branch]:
        """Return the branches that are probable enough to be searched; the likeliest always is."""
        least = min(self._least, max(branch.weight for branch in found))
        return [branch for branch in found if branch.weight >= least]

    def _worst_lead(self, state: State, usual: list[Branch]) -> list[Branch]:
        """Return a defender's usual lead, or another that looks worse for us, as branches."""
        known = self._leads.get(state)
        if known is not None:
            return known
        worst, least = usual, self._at_first_sight(usual)
        for other in islice(other_leads(self._game, state), self._trees.leads - 1):
            if least <= self._values[state.won]:
                break
            value = self._at_first_sight(other)
            if value < least:
                worst, least = other, value
        self._leads[state] = worst
        return worst

    def _at_first_sight(self, found: list[Branch], agenda: tuple[Task, ...] = ()) -> float:
        total = value = 0.0
        for branch in self._likely(found):
            total += branch.weight
            value += branch.weight * float(self._node(branch.state, agenda, _PLAIN).value)
        return value / total

    def _choice(self, state: State, agenda: tuple[Task, ...], depth: int) -> PlanNode:
        table = PlanTable(self._game, state)
        found = self._options(table, agenda, open_=depth > 0)
        options = self._limited(found, depth, leads=not state.round.played)
        below = depth - (depth > _PLAIN and len(found) > 1)
        options = self._foremost(state, options, depth, below)
        complete = len(options) == len(found)
        edges: list[PlanEdge] = []
        for option in options:
            if option.card < 0:
                run = table.sure
                node = self._leaf(state.won + run.tricks, run.cards)
                cards = 1 << (run.cards[0] if run.cards else spared(table, state.round.turn)[0][1])
            else:
                after = play_ours(self._game, state, option.card)
                node = self._node(after, option.agenda, below)
                cards = 1 << option.card
            edges.append(PlanEdge(cards, node, path=option.path))
        pressing = [
            edge
            for option, edge in zip(options, edges, strict=True)
            if not table.is_notrump and option.way.gain >= table.numbers.trumps.pressing
        ]
        edges = self._prudent(edges)
        # For the card to be played now, differences within the error of the tree do not count.
        now = state is self._now
        close = self._close(edges, pressing) if now else 0.0
        sound = self._sound(table, edges) if now else None
        return PlanNode.choice(state.round.turn, edges, complete=complete, close=close, sound=sound)

    def _close(self, edges: list[PlanEdge], pressing: list[PlanEdge]) -> float:
        """Return the difference in value up to which a card counts as equal to the best one.

        If the contract is made in all branches of the tree, it is what the branches left out can
        cost; otherwise next to nothing. A pressing card, such as a round of trumps, may lag further
        behind: a bad break shows as soon as trumps are led, but the ruffs that come when they are
        not led are spread over later branches, each perhaps too improbable for the tree.
        """
        stake, most = self._stake, max(edge.value for edge in edges)
        safe = most - self._values[self._game.target]
        close = min(self.limits.share * stake, safe) if safe >= 0 else self._trees.close * stake
        below = (most - edge.value for edge in pressing)
        unseen = self._trees.unseen * stake
        return max(close, next((less for less in below if less <= unseen), 0.0))

    def _sound(self, table: PlanTable, edges: list[PlanEdge]) -> Callable[[PlanEdge], bool] | None:
        """Return a test that decides between cards of equal value, or None.

        If the best card makes the contract, the test is whether a card makes it whatever the
        defenders lead. If all tricks left are needed, the test is whether a card keeps this trick.
        """
        target, state = self._game.target, table.state
        if max(edge.value for edge in edges) >= self._values[target]:
            return lambda edge: edge.node.certain >= target
        round_ = state.round
        if state.won + state.left == target and round_.played > 1:
            safe = round_.best not in DEFENDERS and round_.top > table.top_out(round_.best_suit)
            return lambda edge: safe or table.beats(edge.card)
        return None

    def _prudent(self, edges: list[PlanEdge]) -> list[PlanEdge]:
        """Drop edges whose advantage over the sure tricks may be due to branches left out.

        In a tree without the least probable branches an overtrick can look free when it is not. If
        the sure tricks do not make the contract, all edges are returned.
        """
        sure = [edge.node.value for edge in edges if edge.node.kind is NodeKind.LEAF]
        if not sure or max(sure) < self._values[self._game.target]:
            return edges
        least, most = max(sure), max(sure) + self.limits.share * self._stake
        return [edge for edge in edges if edge.node.complete or not least < edge.node.value <= most]

    def _options(
        self, table: PlanTable, agenda: tuple[Task, ...], *, open_: bool
    ) -> list[_CardOption]:
        """Return the options, most promising first: each card, with the tasks to do after it."""
        default = PLAY_ON if not table.state.round.played else FOLLOW
        if default is PLAY_ON and table.sure.tricks == table.state.left:
            # No other option can be better.
            options = list(self._expanded(table, (default,), (), None, open_=open_))
            runs = [option for option in options if option.card < 0]
            return runs[:1] or [_CardOption(-1, (), (), TaskWay((RUN,)))]
        options = list(self._expanded(table, agenda, (), None, open_=open_)) if agenda else []
        options = options or list(self._expanded(table, (default,), (), None, open_=open_))
        options.sort(key=lambda option: -option.way.gain)
        distinct: dict[tuple[int, tuple[Task, ...]], _CardOption] = {}
        for option in options:
            distinct.setdefault((option.card, option.agenda), option)
        if distinct:
            return list(distinct.values())
        if default is PLAY_ON:
            return [_CardOption(-1, (), (), TaskWay((RUN,)))]
        card = _plain(table)
        return [_CardOption(card, (), (), TaskWay((play(card),)))]

    def _expanded(
        self,
        table: PlanTable,
        agenda: tuple[Task, ...],
        path: tuple[PlanStep, ...],
        way: TaskWay | None,
        *,
        open_: bool,
    ) -> Iterator[_CardOption]:
        """Yield the first card of each way to do the tasks of the agenda.

        If the agenda turns out to be empty, the ways are those of "play on" or "follow".
        """
        if not agenda:
            default = PLAY_ON if not table.state.round.played else FOLLOW
            for option in self._expanded(table, (default,), path, None, open_=open_):
                # The gain of the way that led here counts first, its own only among equals.
                gain = (way.gain if way else 0.0) + option.way.gain * _LATER
                yield option._replace(way=option.way._replace(gain=gain))
            return
        task, rest = agenda[0], agenda[1:]
        if task.name in self._catalogue:
            for found in self._catalogue.ways(task, table, is_open=open_):
                step = PlanStep(found.method, found.suit, found.card, found.player)
                tasks = (*found.tasks, *rest)
                yield from self._expanded(table, tasks, (*path, step), way or found, open_=open_)
        elif task == RUN:
            yield _CardOption(-1, (), path, way or TaskWay((RUN,)))
        elif task.name == "play" and task.arguments[0] in legal(table.state):
            yield _CardOption(task.arguments[0], rest, path, way or TaskWay((task,)))

    def _limited(self, options: list[_CardOption], depth: int, *, leads: bool) -> list[_CardOption]:
        """Return the options to search; the run of the sure tricks always is one of them."""
        limits = self.limits
        kept = [option for option in options if option.card < 0]
        rest = [option for option in options if option.card >= 0]
        if depth <= 0:
            return kept + rest[:1]
        # One way may begin with several cards, as when the other hand has to be reached first.
        ways: dict[int, list[TaskWay]] = {}
        for option in rest:
            seen = ways.setdefault(option.way.suit, [])
            seen.append(option.way)
            within = (
                len(set(seen)) <= limits.suit_ways
                and seen.count(option.way) <= self._trees.beginnings
            )
            few = not leads or within
            if few and len(kept) < limits.ways:
                kept.append(option)
        return kept

    def _foremost(
        self, state: State, options: list[_CardOption], depth: int, below: int
    ) -> list[_CardOption]:
        """Return the run of the sure tricks, and the options that did best in the previous tree.

        There are at most as many other options as the breadth allows.
        """
        if depth <= 0 or not self._before:
            return options
        breadth = self.limits.breadth
        most = breadth[min(self.limits.stratagems - depth, len(breadth) - 1)]
        runs = sum(option.card < 0 for option in options)
        if len(options) - runs <= most:
            return options
        worth = [self._worth_before(state, option, below) for option in options]
        order = sorted(range(len(options)), key=lambda place: -worth[place])
        kept = set(order[: most + runs])
        return [option for place, option in enumerate(options) if place in kept]

    def _worth_before(self, state: State, option: _CardOption, below: int) -> float:
        if option.card < 0:
            return float("inf")
        after = play_ours(self._game, state, option.card)
        leads = not after.round.played and after.round.leader in DEFENDERS
        depth = max(below - self._further, min(below, 0))
        node = self._before.get((after, () if leads else option.agenda, depth))
        return float("-inf") if node is None else float(node.value)


def _plain(table: PlanTable) -> int:
    """Return a card without any method: the cheapest that wins, or the card best spared."""
    cards = legal(table.state)
    if table.state.round.best in DEFENDERS and (winners := [c for c in cards if table.beats(c)]):
        return min(winners)
    suit = table.state.round.suit
    return cards[-1] if table.ranks(table.turn, suit) else spared(table, table.turn)[0][1]

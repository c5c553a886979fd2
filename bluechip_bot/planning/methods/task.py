"""Tasks and the methods that decompose them.

A task is a name with arguments. A method is a function that knows one way to do a task in a state:
it yields totally ordered subtasks. They are done from left to right, each at the next turn of
declarer's side; the defenders' plays in between are not part of a method (see `defence`). All ways
of all methods that apply are tried (Smith, Nau and Throop, "Total-Order Multi-Agent
Task-Network Planning for Contract Bridge", 1996).

To add a method, put it in a file of this package (add a new file to `__init__`) and its phrases,
under its name, in `words/phrases.toml`::

    @DISCARD.method("play on", "cash a winner")
    def cash_winner(table: PlanTable) -> Iterator[TaskWay]:
        # The docstring says in one line what is done and why.
        for suit in table.suits:
            if table.masters(table.turn, suit):
                card = table.highest(table.turn, suit)
                yield TaskWay((play(card),), 0.1, suit, card, table.turn)

A method sees the `PlanTable` alone, never a layout. What depends on a defender's card is a task of
its own, for our next turn: "finesse" plays low, and "finesse two" then makes it an easy, a standard
or a busted finesse.

The first task is "play on" on lead and "follow" otherwise, and so is the next task whenever nothing
else is left to do. When a defender is on lead, all tasks left to do are cancelled. Two tasks are
primitive: no method decomposes "play" (a card) and "run" (take the sure tricks and give up the
rest). A method does not apply when its card is no longer legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, cast

from bluechip_bot.planning.state.table import PlanTable

_REMEMBERED: Final = 30_000
"""The most answers of methods that are kept; they take some ten megabytes."""


class Task(NamedTuple):
    """Something to be done; the arguments are players, suits or cards, depending on the name."""

    name: str
    arguments: tuple[int, ...] = ()


PLAY_ON: Final = Task("play on")
"""The task on lead."""
FOLLOW: Final = Task("follow")
"""The task of a hand that follows."""
RUN: Final = Task("run")
"""The primitive task to run the sure tricks and give up the rest."""


def play(card: int) -> Task:
    """Return the primitive task to play a card."""
    return Task("play", (card,))


class TaskWay(NamedTuple):
    """One way to do a task: its subtasks, and the suit, card and hand concerned, -1 for none.

    The gain is the expected tricks beyond the sure ones; ways with greater gains are searched
    first. `method` is a bridge player's name for the way, by default that of the method.
    """

    tasks: tuple[Task, ...]
    gain: float = 0.0
    suit: int = -1
    card: int = -1
    player: int = -1
    method: str = ""


Method = Callable[..., Iterable[TaskWay]]


class _MethodEntry(NamedTuple):
    """A method in the catalogue; for the fields see `TaskCatalogue.method`."""

    task: str
    name: str
    method: Method
    urgent: bool


class TaskCatalogue:
    """A catalogue of methods, by the tasks that they decompose, without ways called `lacking`."""

    def __init__(self, entries: Iterable[_MethodEntry] = (), lacking: str = "") -> None:
        self._entries: dict[str, list[_MethodEntry]] = {}
        self._lacking = lacking
        for entry in entries:
            self._entries.setdefault(entry.task, []).append(entry)

    def method(self, task: str, name: str, *, urgent: bool = False) -> Callable[[Method], Method]:
        """Return a decorator that adds a function as a method for a task.

        The function takes the table and the arguments of the task, and yields ways; none if it does
        not apply. The name is the players' term. Where no alternatives are searched, urgent methods
        are used first; if one of their ways gains as much as the setting `pressing`, the other
        methods are not used.
        """

        def add(function: Method) -> Method:
            entry = _MethodEntry(task, name, function, urgent)
            self._entries.setdefault(task, []).append(entry)
            return function

        return add

    def __iter__(self) -> Iterator[_MethodEntry]:
        for entries in self._entries.values():
            yield from entries

    def without(self, name: str) -> TaskCatalogue:
        """Return the same methods without the ways that have this name."""
        return TaskCatalogue(self, name)

    def __contains__(self, task: str) -> bool:
        return task in self._entries

    def ways(self, task: Task, table: PlanTable, *, is_open: bool = True) -> tuple[TaskWay, ...]:
        """Return all ways to do a task.

        If no alternatives are searched (`is_open` is false), and an urgent way gains as much as the
        setting `pressing`, only the urgent ways are returned. The trees of one game share up to
        `_REMEMBERED` answers, as these depend only on the task and the state.
        """
        known = table.game.ways
        key = (self, task, table.state, is_open)
        ways = cast("tuple[TaskWay, ...] | None", known.get(key))
        if ways is None:
            ways = self._asked(task, table, is_open=is_open)
            if len(known) < _REMEMBERED:
                known[key] = ways
        return ways

    def _asked(self, task: Task, table: PlanTable, *, is_open: bool) -> tuple[TaskWay, ...]:
        entries = self._entries.get(task.name, ())
        if is_open:
            return self._answers(entries, task, table)
        ways = self._answers([entry for entry in entries if entry.urgent], task, table)
        if any(way.gain >= table.numbers.trumps.pressing for way in ways):
            return ways
        others = self._answers([entry for entry in entries if not entry.urgent], task, table)
        return ways + others

    def _answers(
        self, entries: Iterable[_MethodEntry], task: Task, table: PlanTable
    ) -> tuple[TaskWay, ...]:
        """Return the ways of some methods to do a task."""
        return tuple(
            way if way.method else TaskWay._make((*way[:-1], entry.name))
            for entry in entries
            for way in entry.method(table, *task.arguments)
            if (way.method or entry.name) != self._lacking
        )

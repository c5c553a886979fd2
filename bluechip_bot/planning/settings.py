"""The settings of the planner, from `conf/planning.toml`."""

from __future__ import annotations

from itertools import zip_longest
from typing import ClassVar

from attrs import Factory, evolve, frozen

from bluechip_bot.config import option


@frozen
class TreeLimits:
    """The limits of one search tree.

    Attributes:
        stratagems: for how many stratagems in a row alternatives are tried.
        share: the smallest share of all layouts that a branch must have to be searched.
        suit_ways: the most ways that are tried on lead in one suit.
        ways: the most ways that are tried on lead.
        careful: whether a defender on lead finds the worst suit for us.
        breadth: the most options that are tried at the first stratagem, the second, and so on,
            besides the run of the sure tricks; the last number holds for all later ones. If there
            are more options, those that did best in the previous tree are tried.
    """

    stratagems: int = 13
    share: float = 0.002
    suit_ways: int = 3
    ways: int = 8
    careful: bool = True
    breadth: tuple[int, ...] = (13,)


@frozen
class TreeSettings:
    """The limits of a plan's search trees, made one after the other while there is time."""

    stratagems: tuple[int, ...] = option((1, 1, 2, 3, 5, 13, 13))
    shares: tuple[float, ...] = option((0.2, 0.05, 0.02, 0.02, 0.02, 0.02, 0.002))
    breadths: tuple[tuple[int, ...], ...] = option(
        ((13,), (13,), (13,), (6, 3, 2), (5, 3, 2, 2, 1), (5, 3, 2, 1), (13,))
    )
    suit_ways: int = option(3, low=1)
    ways: int = option(8, low=1)
    first_suit_ways: int = option(1, low=1)
    first_ways: int = option(3, low=1)
    beginnings: int = option(2, low=1)
    leads: int = option(4, low=1)
    nodes: int = option(200_000, low=1)
    close: float = option(4e-5)
    unseen: float = option(0.06)

    @property
    def limits(self) -> tuple[TreeLimits, ...]:
        """The limits of each tree, in order."""
        first, *later = (
            TreeLimits(stratagems, share, self.suit_ways, self.ways, breadth=breadth)
            for stratagems, share, breadth in zip_longest(
                self.stratagems, self.shares, self.breadths
            )
        )
        first = evolve(first, suit_ways=self.first_suit_ways, ways=self.first_ways, careful=False)
        return first, *later


@frozen
class PlanVote:
    """The weight of a plan against the layouts that vote on its cards."""

    worlds: int = option(1000, low=1)
    hint: int = option(200, low=1)
    time: float = option(0.4, low=0, high=1)
    trust: float = option(0.1)
    step: float = option(0.25, low=0.001)
    unthought: float = option(0.2)
    first: float = option(0.05)


@frozen
class DiscardSettings:
    """The gains of discards, and the cost of parting with a card, in tricks."""

    ours: float = option(1.0)
    theirs: float = option(0.4)
    opposite: float = option(0.9)
    lost: float = option(0.45)
    next: float = option(0.1)
    later: float = option(0.4)
    winner: float = option(1.0)
    guard: float = option(0.5)
    link: float = option(0.4)
    length: float = option(0.02)


@frozen
class SuitSettings:
    """The gains of plays in one suit, in tricks, and the numbers that adjust them."""

    least: float = option(0.1)
    crossing: float = option(0.05)
    stays: float = option(0.01)
    forces: float = option(0.9)
    put_up: float = option(0.5)
    sure: float = option(0.4)
    doomed: float = option(0.05)
    worth: float = option(0.05)
    rare: float = option(0.02)
    no_entry: float = option(0.3)
    far: float = option(0.8)
    given: float = option(0.1)
    forced: float = option(0.2)
    runs: float = option(0.51)


@frozen
class ResponseSettings:
    """The gains of plays to a trick that another hand has led to."""

    win: float = option(0.8)
    win_later: float = option(0.6)
    win_twice: float = option(0.3)
    hold_up: float = option(0.9)
    hold_up_anyhow: float = option(0.3)
    fallen: float = option(0.15)
    opposite_only: float = option(0.9)
    opposite: float = option(0.75)
    either: float = option(0.5)
    insert: float = option(0.55)
    insert_anyhow: float = option(0.35)
    finesse: float = option(0.9)
    beaten: float = option(0.1)
    low: float = option(0.5)
    low_on_ours: float = option(1.0)
    overtake: float = option(1.05)
    overtake_anyhow: float = option(0.2)


@frozen
class TrumpSettings:
    """The gains of drawing trumps and of ruffs."""

    draw: float = option(3.0)
    pressing: float = option(2.0)
    exhausted: float = option(0.3)
    finesse: float = option(0.5)
    finesse_later: float = option(0.1)
    crossing: float = option(0.2)
    stop: float = option(0.5)
    ruff: float = option(0.75)
    high: float = option(0.65)
    overruffed: float = option(0.2)
    short: float = option(1.0)
    long: float = option(0.4)
    wanted: float = option(0.5)
    cross: float = option(0.1)


@frozen
class EntrySettings:
    """The cost of crossing to the other hand, in tricks."""

    ways: int = option(2, low=1)
    stopper: float = option(0.3)
    own: float = option(0.4)
    trumps: float = option(0.1)
    spare: float = option(0.05)


@frozen
class PlanningSettings:
    """All settings of the planner, which `conf/planning.toml` describes."""

    FILE: ClassVar[str] = "planning.toml"

    tree: TreeSettings = option(Factory(TreeSettings))
    vote: PlanVote = option(Factory(PlanVote))
    discards: DiscardSettings = option(Factory(DiscardSettings))
    suits: SuitSettings = option(Factory(SuitSettings))
    responses: ResponseSettings = option(Factory(ResponseSettings))
    trumps: TrumpSettings = option(Factory(TrumpSettings))
    entries: EntrySettings = option(Factory(EntrySettings))

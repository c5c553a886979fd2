"""The options of a bidder who thinks."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import Factory, frozen

from bluechip_bot.config import option
from bluechip_bot.simulation.price import DoubleRates, RealTricks


@frozen
class Margins:
    """How much better than the book's call another one must be, in IMPs, by why it is considered.

    Attributes:
        nearby: a call that the book makes with hands like this one.
        end: a pass, a game or another call that ends the auction.
        double: a double.
        slam: a slam.
    """

    nearby: float = option(0.3, low=0)
    end: float = option(0.7, low=0)
    double: float = option(1.0, low=0)
    slam: float = option(1.5, low=0)


@frozen
class SimulationSettings:
    """How calls are chosen by simulation.

    Attributes:
        layouts: on how many layouts the auction is continued, at most.
        solved: on how many of these the contracts are solved before the book's call is given up.
        block: layouts solved between two looks at what has been found.
        shortest: the time for a call below which there is no thought.
        calls: the most calls that are compared.
        nearby: the hands like this one whose calls are considered.
        highest_doubled: the highest level at which a double is considered that is not the book's.
        game_points: the points of both hands with which a game is considered.
        share: the least share of hands like this one that make a call to be considered.
        probable: the least probability of a policy's call to be considered.
        fit: how well a hand must agree with what another call describes.
        expected: the mean gain of rivals of the book's call, before anything is known of one.
        spread: the standard deviation of these gains from rival to rival.
        noise: the standard deviation of a gain from layout to layout.
        error: the standard deviation of the mean error of estimated gains.
        prior: the layouts that the expected deviation counts for.
        most: the most that one layout counts.
        drop: the expected loss below which a rival is dropped.
        enough: the expected loss below which the choice is made.
        margins: how much better than the book's call another one must be.
        tricks: what a contract is priced by, the tricks that declarers really take or those that
            are there double dummy, as bidding duels are scored.
        doubles: how often opponents double who do not think as the book does.
        real: the distances of real tricks from double dummy.
    """

    FILE: ClassVar[str] = "simulation.toml"

    layouts: int = option(64, low=1, high=100_000)
    solved: int = option(16, low=1, high=100_000)
    block: int = option(8, low=1, high=1000)
    shortest: float = option(0.05, unit="seconds", low=0)
    calls: int = option(5, low=2, high=38)
    nearby: int = option(64, low=1)
    highest_doubled: int = option(5, low=2, high=7)
    game_points: int = option(22, low=0, high=40)
    share: float = option(0.15, low=0, high=1)
    probable: float = option(0.003, low=0, high=1)
    fit: float = option(0.25, low=0, high=1)
    expected: float = option(-0.5, unit="IMPs")
    spread: float = option(1.5, unit="IMPs", low=0.01)
    noise: float = option(4.5, unit="IMPs", low=0.01)
    error: float = option(0.7, unit="IMPs", low=0.01)
    prior: int = option(8, low=1)
    most: int = option(15, unit="IMPs", low=1)
    drop: float = option(0.03, unit="IMPs", low=0)
    enough: float = option(0.05, unit="IMPs", low=0)
    margins: Margins = option(Factory(Margins))
    tricks: Literal["real", "double dummy"] = option("real")
    doubles: DoubleRates = option(Factory(DoubleRates))
    real: RealTricks = option(Factory(RealTricks))

"""The options of a bidder who thinks."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import Factory, frozen

from bluechip_bot.config import option, section
from bluechip_bot.simulation.price import Doubles, RealTricks


@frozen
class Margins:
    """How much better than the book's call another one must be, in IMPs, by why it is considered.

    Attributes:
        nearby: a call that the book makes with hands like this one.
        end: a pass, a game or another call that ends the auction.
        double: a double.
        slam: a slam.
    """

    nearby: float = option(0.3, "A call that the book makes with hands like this one", low=0)
    end: float = option(0.7, "A pass, a game, or another call that ends the auction", low=0)
    double: float = option(1.0, "A double", low=0)
    slam: float = option(1.5, "A slam", low=0)


@frozen
class SimulationSettings:
    """How calls are chosen by simulation.

    Attributes:
        layouts: on how many layouts the auction is continued, at most.
        solved: on how many of these the contracts are solved before the book's call is given up.
        block: layouts solved between two looks at what has been found.
        share: the least share of hands like this one that make a call to be considered.
        fit: how well a hand must agree with what another call describes.
        expected: the mean gain of rivals of the book's call, before anything is known of one.
        spread: the standard deviation of these gains from rival to rival.
        noise: the standard deviation of a gain from layout to layout.
        error: the standard deviation of the mean error of estimated gains.
        drop: the expected loss below which a rival is dropped.
        enough: the expected loss below which the choice is made.
        margins: how much better than the book's call another one must be.
        tricks: what a contract is priced by, the tricks that declarers really take or those that
            are there double dummy, as bidding duels are scored.
        doubles: how often opponents double who do not think as the book does.
        real: the distances of real tricks from double dummy.
    """

    FILE: ClassVar[str] = "simulation.toml"
    HEAD: ClassVar[str] = (
        "How calls are chosen by simulation where more than one is reasonable. Your own file need\n"
        "hold only the keys that you change."
    )

    layouts: int = option(
        64, "The most layouts on which the auction is continued", low=1, high=100_000
    )
    solved: int = option(
        16, "The layouts that are solved before the book's call is given up", low=1, high=100_000
    )
    block: int = option(
        8, "The layouts solved between two looks at what has been found", low=1, high=1000
    )
    share: float = option(
        0.15,
        "The least share of hands like this one that make a call to be considered",
        low=0,
        high=1,
    )
    fit: float = option(
        0.25,
        "How well a hand must agree with what another call describes, 1 being within its limits",
        low=0,
        high=1,
    )
    expected: float = option(-0.5, "The mean gain of rivals of the book's call", unit="IMPs")
    spread: float = option(
        1.5, "The standard deviation of these gains from rival to rival", unit="IMPs", low=0.01
    )
    noise: float = option(
        4.5, "The standard deviation of a gain from layout to layout", unit="IMPs", low=0.01
    )
    error: float = option(
        0.7, "The standard deviation of the mean error of estimated gains", unit="IMPs", low=0.01
    )
    drop: float = option(
        0.03, "The expected loss below which a rival is dropped", unit="IMPs", low=0
    )
    enough: float = option(
        0.05, "The expected loss below which the choice is made", unit="IMPs", low=0
    )
    margins: Margins = section(
        Factory(Margins), "How much better than the book's call another one must be, in IMPs"
    )
    tricks: Literal["real", "double dummy"] = option(
        "real", "The tricks by which contracts are priced"
    )
    doubles: Doubles = section(
        Factory(Doubles),
        "How often contracts of ours are doubled, in contested auctions, that the book would let "
        "us play undoubled, by double-dummy tricks",
    )
    real: RealTricks = section(
        Factory(RealTricks),
        "How many tricks more than double dummy declarers take: the chances of -3 to +3, by what "
        "the contract makes double dummy",
        more="Both fits are of recorded boards, by `bluechip-bot lab prices DATA...`, which prints "
        "this file.",
    )

"""The options of bidding by simulation."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import Factory, frozen

from bluechip_bot.config import option
from bluechip_bot.simulation.price import DoubleRates, RealTricks


@frozen
class CallMargins:
    """The margins, in IMPs, by which a call must beat the book's, by the reason to consider it."""

    nearby: float = option(0.3, low=0)
    end: float = option(0.7, low=0)
    double: float = option(1.0, low=0)
    slam: float = option(1.5, low=0)


@frozen
class SimulationSettings:
    """The settings of bidding by simulation; `conf/simulation.toml` describes each number."""

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
    margins: CallMargins = option(Factory(CallMargins))
    tricks: Literal["real", "double dummy"] = option("real")
    doubles: DoubleRates = option(Factory(DoubleRates))
    real: RealTricks = option(Factory(RealTricks))

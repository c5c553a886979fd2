"""The numbers that decide how cards are searched; `conf/engine.toml` explains each."""

from __future__ import annotations

from typing import ClassVar

from attrs import Factory, frozen

from bluechip_bot.config import RefusedError, expected, option


def _rising(key: str, value: tuple[int, ...]) -> None:
    if not value or list(value) != sorted(set(value)) or value[0] < 1:
        raise RefusedError(key, expected(list(value), "a list of rising numbers of layouts"))


@frozen
class LayoutSettings:
    """How many layouts of the hidden hands are drawn and weighed to judge cards."""

    size: int = option(512, low=1)
    complete: int = option(1024, low=0, high=100000)
    spare: int = option(4, low=1)
    plenty: int = option(4096, low=1)
    ample: float = option(1.2, low=1)
    largest: int = option(8, low=1)


@frozen
class VoteSettings:
    """How cards are judged double dummy."""

    least: int = option(40, low=1)
    unclocked: int = option(8, low=1)
    rate: int = option(1280, low=1)
    weighed: int = option(5000, low=1)
    share: float = option(0.3, low=0, high=1)
    asking: float = option(0.6, low=0, high=1)
    thinning: float = option(0.2, low=0, high=0.5)
    alike: int = option(128, low=1)
    uncounted: float = option(0.1, low=0)
    margin: float = option(0.1, low=0, high=1)


@frozen
class LeadSettings:
    """The vote on the opening lead: three hands are hidden, and solving takes longest."""

    rate: int = option(480, low=1)
    most: int = option(2048, low=1)
    asking: float = option(1.0, low=0, high=1)
    trick: float = option(0.5, low=0)


@frozen
class LookAheadSettings:
    """How alpha-mu is used after the vote."""

    sizes: tuple[int, ...] = option((16, 64, 256, 640), converter=tuple, check=_rising)
    few: int = option(40, low=1)
    least: int = option(40, low=1)
    share: float = option(0.3, low=0, high=1)
    decided_share: float = option(0.7, low=0, high=1)
    deep: int = option(3, low=1)
    clear: float = option(4.0, low=0)
    clear_size: int = option(64, low=1)
    close: float = option(1.0, low=0)
    seen: float = option(0.5, low=0, high=1)


@frozen
class RolloutSettings:
    """How the vote is corrected by playing deals out."""

    layouts: int = option(6, low=1, high=64)
    voting: int = option(11, low=0, high=13)
    ending: int = option(3, low=0, high=13)
    bonus: int = option(3, low=0, high=100)
    cards: int = option(4, low=2, high=13)
    margin: float = option(0.2, low=0)
    doubt: float = option(15.0, low=0)
    memory: float = option(0.25, low=0, high=1)


@frozen
class EngineSettings:
    """How cards are chosen by search."""

    FILE: ClassVar[str] = "engine.toml"

    layouts: LayoutSettings = option(Factory(LayoutSettings))
    vote: VoteSettings = option(Factory(VoteSettings))
    lead: LeadSettings = option(Factory(LeadSettings))
    alphamu: LookAheadSettings = option(Factory(LookAheadSettings))
    rollouts: RolloutSettings = option(Factory(RolloutSettings))

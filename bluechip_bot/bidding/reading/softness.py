"""Profiles: how firmly calls are believed, depending on who makes them.

The weight of a hand for a call is the grade of its step on the ladder of the call, times the factor
`other` of the kind of call if the rules would make another call with the hand. Where a policy reads
the call, this weight counts for a share, `book`. The rest is the probability that the policy makes
the call with the hand, mixed with an `error`. The weights of all calls of a player are multiplied.
No weight is zero, so that some hands remain after a psyche.

The numbers of the profiles are fitted and stand in `conf/bidding.toml` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import Factory, evolve, frozen

from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.config import (
    ConfigError,
    RefusedError,
    conf_dir,
    expected,
    option,
    options,
    overlaid,
    read_toml,
)
from bluechip_bot.constraints import Reliability

Margin = tuple[int, ...]
"""The points and the cards by which limits are moved outwards."""


def _refused_grades(kind: CallKind, value: tuple[float, ...]) -> str:
    if len(value) != kind.grades:
        return f"a list of {kind.grades} weights"
    if not all(0 < weight < float("inf") for weight in value):
        return "a list of positive weights"
    return "" if value == tuple(sorted(value, reverse=True)) else "a list of falling weights"


def _refused_factor(_kind: CallKind, value: float) -> str:
    return "" if 0 < value <= 1 else "a weight above 0 and at most 1"


def _refused_margin(_kind: CallKind, value: Margin) -> str:
    fits = len(value) == 2 and all(type(item) is int and 0 <= item <= 37 for item in value)
    return "" if fits else "points and cards from 0 to 37"


def _by_kind(default: Callable[[CallKind], Any], refused: Callable[[CallKind, Any], str]) -> Any:
    """A mapping option with one value for each kind of call, keyed by the kind's name.

    `default` returns the value for a kind. `refused` returns what a value should have been, or an
    empty string if it is valid.
    """

    def check(key: str, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if wanted := refused(CallKind(name), value):
                shown = list(value) if isinstance(value, tuple) else value
                raise RefusedError(f"{key}.{name}", expected(shown, wanted))

    defaults = Factory(lambda: {kind.value: default(kind) for kind in CallKind})
    return option(defaults, check=check)


@frozen
class ReadingSoftness:
    """A profile: how firmly the calls of a player are believed.

    `conf/bidding.toml` describes the numbers. There is a grade for each of `ladder.STEPS` (of
    `ladder.SILENCE` for passes without limits), and one for any other hand.

    Attributes:
        single: whether each rule that makes a call has a box of its own, instead of one hull.
        reliability: how firm the calls are compared with other evidence.
        told: the profile of calls that their caller explains; None for this one.
        overridden: the profile of calls whose meaning the operator gives; None for this one.

    Raises:
        RefusedError: if a weight, a factor or a margin is not allowed.
    """

    name: str
    error: float = option(0.0, low=0, high=1)
    rebid_error: float = option(0.0, low=0, high=1)
    book: float = option(0.0, low=0, high=1)
    single: bool = option(False)
    reliability: Reliability = Reliability.STRANGER_CALL
    grades: Mapping[str, tuple[float, ...]] = _by_kind(
        lambda kind: (1.0,) * kind.grades, _refused_grades
    )
    other: Mapping[str, float] = _by_kind(lambda _: 1.0, _refused_factor)
    margins: Mapping[str, Margin] = _by_kind(lambda _: (0, 0), _refused_margin)
    told: ReadingSoftness | None = None
    overridden: ReadingSoftness | None = None


@frozen
class SoftnessProfiles:
    """A profile for each kind of caller. The defaults are neutral until a file is read.

    Attributes:
        partner: our own system, bid by partner: fitted to our own bidding.
        declared: fitted to auctions of WBridge5, Jack and GIB.
        unknown: fitted also to auctions of BEN, BBA and others, and of people, with equal weight.
        explained: fitted to the explanations of GIB.
    """

    partner: ReadingSoftness = option(
        ReadingSoftness("partner", reliability=Reliability.PARTNER_CALL)
    )
    declared: ReadingSoftness = option(
        ReadingSoftness("declared", reliability=Reliability.OPPONENT_CALL)
    )
    unknown: ReadingSoftness = option(
        ReadingSoftness("unknown", reliability=Reliability.STRANGER_CALL)
    )
    explained: ReadingSoftness = option(
        ReadingSoftness("explained", reliability=Reliability.OPPONENT_CALL)
    )

    @property
    def linked(self) -> SoftnessProfiles:
        """The same profiles, in which `told` and `overridden` are set.

        They are `explained`, for calls that their caller explains, and `partner`, for calls whose
        meaning the operator gives. The profile `explained` itself gets only `overridden`.
        """
        partner = evolve(self.partner, told=None, overridden=None)
        explained = evolve(self.explained, told=None, overridden=partner)
        link = partial(evolve, told=explained, overridden=partner)
        return SoftnessProfiles(
            link(self.partner), link(self.declared), link(self.unknown), explained
        )


def default_profiles() -> SoftnessProfiles:
    """The fitted profiles of the default file, linked; the file is read at each call.

    Raises:
        ConfigError: if the file is invalid or lacks a profile.
    """
    path = conf_dir() / "bidding.toml"
    tables = read_toml(path).get("softness", {})
    found = overlaid(SoftnessProfiles(), tables, str(path), "softness")
    for name in options(SoftnessProfiles):
        if name not in tables:
            raise ConfigError(f"{path}: softness.{name}: missing")
    return found.linked

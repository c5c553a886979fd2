"""Profiles: how firmly calls are believed, by who makes them.

The weight of a hand for a call is the grade of its step on the ladder of the call, times the factor
`other` of the kind of call if the rules would make another call with the hand. The weights of all
calls of a player are multiplied. No weight is zero, so that some hands remain after a psyche.

The numbers of the profiles are fitted and stand in `conf/bidding.toml` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise
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


def _check_grades(key: str, value: tuple[float, ...]) -> None:
    wanted = CallKind(key).grades
    if len(value) != wanted:
        raise RefusedError(key, expected(list(value), f"a list of {wanted} weights"))
    if any(not 0 < weight < float("inf") for weight in value):
        raise RefusedError(key, expected(list(value), "a list of positive weights"))
    if any(outer > inner for inner, outer in pairwise(value)):
        raise RefusedError(key, expected(list(value), "a list of falling weights"))


def _check_factor(key: str, value: float) -> None:
    if not 0 < value <= 1:
        raise RefusedError(key, expected(value, "a weight above 0 and at most 1"))


def _check_margin(key: str, value: tuple[int, ...]) -> None:
    if len(value) != 2 or not all(type(item) is int and 0 <= item <= 37 for item in value):
        raise RefusedError(key, expected(list(value), "points and cards from 0 to 37"))


def _as_tuple(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _as_pair(values: Iterable[int]) -> tuple[int, int]:
    found: tuple[int, int] = tuple(values)  # type: ignore[assignment] # its length is checked
    return found


def _grades(kind: CallKind) -> Any:
    return option((1.0,) * kind.grades, converter=_as_tuple, check=_check_grades)


def _factor() -> Any:
    return option(1.0, converter=float, check=_check_factor)


def _margin() -> Any:
    return option((0, 0), converter=_as_pair, check=_check_margin)


@frozen
class CallGrades:
    """The weights of hands by their distance from the limits of a call, from the inside out.

    Each kind has seven or eight numbers, none greater than the one before: one for each of
    `ladder.STEPS` (of `ladder.SILENCE` for passes without limits), and one for any other hand.

    Attributes:
        opening: openings of one of a suit.
        opening_notrump: openings in notrump.
        opening_high: openings of two of a suit or more.
        overcall: first bids over the opponents' opening that a rule makes, partner having passed.
        bid: other bids that a rule makes, and redoubles, of a player who had only passed.
        rebid: the same of a player who had bid or doubled.
        natural: bids that no rule makes, read by nature.
        double: doubles.
        opening_pass: passes before anybody bid.
        limited_pass: later passes that a rule makes.
        first_silence: the first pass without limits of a player who has not called since the
            opening.
        later_silence: other passes without limits.

    Raises:
        RefusedError: if the number of weights is wrong, or they are not positive and falling.
    """

    opening: tuple[float, ...] = _grades(CallKind.OPENING)
    opening_notrump: tuple[float, ...] = _grades(CallKind.OPENING_NOTRUMP)
    opening_high: tuple[float, ...] = _grades(CallKind.OPENING_HIGH)
    overcall: tuple[float, ...] = _grades(CallKind.OVERCALL)
    bid: tuple[float, ...] = _grades(CallKind.BID)
    rebid: tuple[float, ...] = _grades(CallKind.REBID)
    natural: tuple[float, ...] = _grades(CallKind.NATURAL)
    double: tuple[float, ...] = _grades(CallKind.DOUBLE)
    opening_pass: tuple[float, ...] = _grades(CallKind.OPENING_PASS)
    limited_pass: tuple[float, ...] = _grades(CallKind.LIMITED_PASS)
    first_silence: tuple[float, ...] = _grades(CallKind.FIRST_SILENCE)
    later_silence: tuple[float, ...] = _grades(CallKind.LATER_SILENCE)

    def of(self, kind: CallKind) -> tuple[float, ...]:
        """The grades of a kind of call."""
        found: tuple[float, ...] = getattr(self, kind.value)
        return found


@frozen
class CallFactors:
    """One factor for each kind of call, as in `CallGrades`.

    Raises:
        RefusedError: if a factor is not above 0 and at most 1.
    """

    opening: float = _factor()
    opening_notrump: float = _factor()
    opening_high: float = _factor()
    overcall: float = _factor()
    bid: float = _factor()
    rebid: float = _factor()
    natural: float = _factor()
    double: float = _factor()
    opening_pass: float = _factor()
    limited_pass: float = _factor()
    first_silence: float = _factor()
    later_silence: float = _factor()

    def of(self, kind: CallKind) -> float:
        """The factor of a kind of call."""
        found: float = getattr(self, kind.value)
        return found


@frozen
class CallMargins:
    """Points and cards for each kind of call, as in `CallGrades`.

    Raises:
        RefusedError: if a margin is not two numbers from 0 to 37.
    """

    opening: tuple[int, int] = _margin()
    opening_notrump: tuple[int, int] = _margin()
    opening_high: tuple[int, int] = _margin()
    overcall: tuple[int, int] = _margin()
    bid: tuple[int, int] = _margin()
    rebid: tuple[int, int] = _margin()
    natural: tuple[int, int] = _margin()
    double: tuple[int, int] = _margin()
    opening_pass: tuple[int, int] = _margin()
    limited_pass: tuple[int, int] = _margin()
    first_silence: tuple[int, int] = _margin()
    later_silence: tuple[int, int] = _margin()

    def of(self, kind: CallKind) -> tuple[int, int]:
        """The margin of a kind of call."""
        found: tuple[int, int] = getattr(self, kind.value)
        return found


@frozen
class Softness:
    """A profile: how firmly the calls of a player are believed.

    Attributes:
        name: the name of the profile.
        single: whether each rule that makes a call has a box of its own, instead of one hull.
        reliability: how firm the calls are compared with other evidence.
        grades: the weights by the steps of a call.
        other: the factors of hands with which the rules make another call.
        margins: how far the outer box lies outside the limits of a call, in points and cards.
        told: the profile of calls that their caller explains; None for this one.
        overridden: the profile of calls whose meaning the operator gives; None for this one.
    """

    name: str
    single: bool = option(False)
    reliability: Reliability = Reliability.STRANGER_CALL
    grades: CallGrades = option(Factory(CallGrades))
    other: CallFactors = option(Factory(CallFactors))
    margins: CallMargins = option(Factory(CallMargins))
    told: Softness | None = None
    overridden: Softness | None = None


@frozen
class Profiles:
    """A profile for each kind of caller. The defaults are neutral until a file is read.

    Attributes:
        partner: our own system, bid by partner: fitted to our own bidding.
        declared: fitted to auctions of WBridge5, Jack and GIB.
        unknown: fitted also to auctions of BEN, BBA and others, and of people, with equal weight.
        explained: fitted to the explanations of GIB.
    """

    partner: Softness = option(Softness("partner", reliability=Reliability.PARTNER_CALL))
    declared: Softness = option(Softness("declared", reliability=Reliability.OPPONENT_CALL))
    unknown: Softness = option(Softness("unknown", reliability=Reliability.STRANGER_CALL))
    explained: Softness = option(Softness("explained", reliability=Reliability.OPPONENT_CALL))

    @property
    def linked(self) -> Profiles:
        """These profiles, each with those of the calls that are explained."""
        partner = evolve(self.partner, told=None, overridden=None)
        explained = evolve(self.explained, told=None, overridden=partner)
        link = partial(evolve, told=explained, overridden=partner)
        return Profiles(link(self.partner), link(self.declared), link(self.unknown), explained)


def default_profiles() -> Profiles:
    """The fitted profiles of the default file, linked; the file is read at each call.

    Raises:
        ConfigError: if the file is invalid or lacks a profile.
    """
    path = conf_dir() / "bidding.toml"
    tables = read_toml(path).get("softness", {})
    found = overlaid(Profiles(), tables, str(path), "softness")
    for name in options(Profiles):
        if name not in tables:
            raise ConfigError(f"{path}: softness.{name}: missing")
    return found.linked

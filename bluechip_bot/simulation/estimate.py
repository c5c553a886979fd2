"""Tricks at a glance: declarer's tricks, estimated from all four hands without a search.

Two small networks, one for suits and one for notrump, were fitted to deals that our solver solved
(`conf/tricks.toml` says which, and gives the error). A suit is described by its lengths and its
holders of the ace to the eight; the side suits share their weights and are added up, so that their
order does not matter. Declarer's tricks are taken to be normal around the estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.config import ConfigError, conf_dir, read_toml
from bluechip_bot.constraints import batch
from bluechip_bot.model import Seat, Strain

_MEAN_LENGTH, _LENGTH_UNIT = 3.25, 1.5
_TOP: Final = range(12, 6, -1)  # the ranks whose holders count, ace to eight

Floats = npt.NDArray[np.float64]


@frozen(eq=False)
class TrickNetwork:
    """The weights of a network that estimates declarer's tricks, in suit contracts or in notrump.

    In notrump `trump` is None and the weights of side suits are float64[28, k]; with the four trump
    lengths they are float64[32, k]. `error` is the standard deviation in tricks.
    """

    trump: tuple[Floats, Floats] | None
    side: tuple[Floats, Floats]
    hidden: tuple[Floats, Floats]
    out: tuple[Floats, float]
    error: float

    def tricks(self, suits: Floats) -> Floats:
        """Estimate declarer's tricks, float64[n], from suits, float64[n, 4, 28], trumps first."""
        if self.trump is None:
            summed = _layer(suits, self.side).sum(axis=1)
        else:
            trumps = _layer(suits[:, 0], self.trump)
            sides = _layer(with_trump_lengths(suits), self.side).sum(axis=1)
            summed = np.concatenate([trumps, sides], axis=1)
        return np.asarray(_layer(summed, self.hidden) @ self.out[0] + self.out[1])


def _layer(values: Floats, weights: tuple[Floats, Floats]) -> Floats:
    return np.maximum(values @ weights[0] + weights[1], 0.0)


def with_trump_lengths(suits: Floats) -> Floats:
    """The side suits of float64[n, 4, 28], each with the lengths of trumps: float64[n, 3, 32]."""
    lengths = np.repeat(suits[:, :1, ::7], 3, axis=1)
    return np.concatenate([suits[:, 1:], lengths], axis=2)


def trumps_first(suits: Floats, strain: Strain) -> Floats:
    """Reorder suits, float64[n, 4, 28], from spades to clubs so that trumps come first."""
    if strain.suit is None:
        return suits
    return suits[:, [int(strain), *(other for other in range(4) if other != strain)]]


def suit_features(layouts: batch.HandMasks, declarer: Seat) -> Floats:
    """The input of the networks, float64[n, 4, 28]: for each suit, seven numbers for each hand.

    The hands of each layout, uint64[n, 4] as N E S W, are taken clockwise from declarer. The
    numbers are the length, scaled, and for the ace to the eight each whether the hand holds it.
    """
    hands = np.roll(layouts, -int(declarer), axis=1)
    suits = batch.lanes(hands)
    columns = [(np.bitwise_count(suits) - _MEAN_LENGTH) / _LENGTH_UNIT]
    columns += [(suits >> np.uint64(rank) & np.uint64(1)).astype(np.float64) for rank in _TOP]
    return np.stack(columns, axis=2).transpose(0, 3, 1, 2).reshape(len(layouts), 4, 28)


@frozen(eq=False)
class TrickNetworks:
    """The networks for suits and for notrump."""

    suit: TrickNetwork
    notrump: TrickNetwork

    def chances(self, layouts: batch.HandMasks, strain: Strain, declarer: Seat) -> Floats:
        """The chances of 0 to 13 tricks for declarer: float64[n, 14] from layouts uint64[n, 4]."""
        network = self.notrump if strain.suit is None else self.suit
        tricks = network.tricks(trumps_first(suit_features(layouts, declarer), strain))
        steps = np.arange(-0.5, 13.0)  # the boundaries between numbers of tricks
        # Beyond six deviations nothing is left, and the exponential below would overflow.
        scaled = np.clip((steps[1:] - tricks[:, np.newaxis]) / network.error, -6.0, 6.0)
        # The standard normal distribution within 0.0002 (Bowling et al. 2009, the logistic form).
        below = 1 / (1 + np.exp(-scaled * (1.5976 + 0.07056 * scaled * scaled)))
        return np.diff(below, axis=1, prepend=0.0, append=1.0)


def load_networks() -> TrickNetworks:
    """Load the networks of `conf/tricks.toml`; raise `ConfigError` if the file cannot be used."""
    path = conf_dir() / "tricks.toml"
    try:
        return networks_of(read_toml(path))
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(
            f"{path}: {error!r}; `bluechip-bot lab fit tricks` makes this file"
        ) from None


def networks_of(tables: Mapping[str, Any]) -> TrickNetworks:
    """Make networks from a file's tables; raise KeyError, TypeError or ValueError for faults."""
    notrump, suit = (_network(tables[name], name == "suit") for name in ("notrump", "suit"))
    return TrickNetworks(suit, notrump)


def _network(table: Mapping[str, Any], has_trumps: bool) -> TrickNetwork:  # noqa: FBT001
    def layer(name: str) -> tuple[Floats, Floats]:
        found = np.array(table[name], dtype=np.float64), np.array(table[f"{name}_bias"])
        if found[0].shape[1:] != found[1].shape:
            raise ValueError(f"{name}: {found[0].shape} with {found[1].shape}")
        return found

    return TrickNetwork(
        layer("trump") if has_trumps else None,
        layer("side"),
        layer("hidden"),
        (np.array(table["out"], dtype=np.float64), float(table["out_bias"])),
        float(table["error"]),
    )

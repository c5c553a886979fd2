"""Fit the networks that estimate declarer's tricks without a search (`simulation.estimate`).

Random deals are solved in all strains for all declarers. A sixth of them is held out to measure the
errors in the file. The networks are fitted by Adam (Kingma & Ba 2015) with a falling rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.engine import DoubleDummy, solve_each
from bluechip_bot.lab.bidding.table import random_deal
from bluechip_bot.model import Seat, Strain
from bluechip_bot.simulation.estimate import (
    TrickNetwork,
    suit_features,
    trumps_first,
    with_trump_lengths,
)

_WIDTHS: Final = (24, 32)
"""The numbers of units for a suit and for all suits together."""
_EPOCHS: Final = 60
_BATCH: Final = 256
_RATE: Final = 0.003
_MEAN, _SQUARE = 0.9, 0.999
"""Adam's decay rates of the mean and of the mean square."""
_HELD_OUT: Final = 6
"""One deal in this many is held out."""
_FIT_LENGTH: Final = 7
"""The fewest trumps with which a side may want to play; its tricks with fewer weigh little."""
_UNWANTED: Final = 0.1
_MEMORY_MB: Final = 64

Floats = npt.NDArray[np.float64]
Parameters = dict[str, Floats]


def solved_deals(
    seed: int, numbers: Sequence[int]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int8]]:
    """Solve random deals; return them, uint64[n, 4], and their tables, int8[n, 5, 4]."""
    deals = [random_deal(seed, number) for number in numbers]
    layouts = np.array([[hand.mask for hand in deal.hands] for deal in deals], dtype=np.uint64)
    return layouts, np.array(list(solve_each(DoubleDummy.table, deals, memory_mb=_MEMORY_MB)))


@frozen(eq=False)
class TrickSamples:
    """Deals with a strain and a declarer, to which the estimate of tricks is fitted.

    `suits` is float64[n, 4, 28], the features of `suit_features`, trumps first; `tricks` are
    declarer's double-dummy tricks, float64[n], and `weights` those of the samples, float64[n].
    """

    suits: Floats
    tricks: Floats
    weights: Floats

    @classmethod
    def of(
        cls,
        layouts: npt.NDArray[np.uint64],
        tables: npt.NDArray[np.int8],
        strains: Iterable[Strain],
    ) -> TrickSamples:
        """Return samples of some strains and all declarers; arrays are as in `solved_deals`."""
        suits, tricks, weights = [], [], []
        for strain in strains:
            for declarer in Seat:
                found = trumps_first(suit_features(layouts, declarer), strain)
                hands = layouts[:, [declarer, declarer.partner]]
                suits.append(found)
                tricks.append(tables[:, strain, declarer].astype(np.float64))
                weights.append(_weights(hands, strain))
        return cls(np.concatenate(suits), np.concatenate(tricks), np.concatenate(weights))

    def part(self, rows: npt.NDArray[np.intp]) -> TrickSamples:
        """Return the samples of some rows."""
        return TrickSamples(self.suits[rows], self.tricks[rows], self.weights[rows])


def _weights(hands: npt.NDArray[np.uint64], strain: Strain) -> Floats:
    if strain.suit is None:
        return np.ones(len(hands))
    trumps = np.bitwise_count(hands >> np.uint64(13 * strain) & np.uint64(0x1FFF)).sum(axis=1)
    return np.where(trumps >= _FIT_LENGTH, 1.0, _UNWANTED)


def fitted_text(
    layouts: npt.NDArray[np.uint64], tables: npt.NDArray[np.int8], title: str, seed: int = 1
) -> str:
    """Return the text of `conf/tricks.toml`, fitted to deals and tables as in `solved_deals`.

    `title` says where the deals come from; it stands in the comment at the top of the file.
    """
    held_out = np.arange(len(layouts)) % _HELD_OUT == 0
    head = (
        f"# Tricks at a glance (see simulation/estimate.py), fitted to {title}.\n"
        f"# One deal in {_HELD_OUT} was held out; `error` is the standard deviation on these."
    )
    parts = [head]
    for name, strains in (("suit", list(Strain)[:4]), ("notrump", [Strain.NOTRUMP])):
        rng = np.random.Generator(np.random.PCG64(seed))
        fitting = _NetworkFit(TrickSamples.of(layouts[~held_out], tables[~held_out], strains), rng)
        for epoch in range(_EPOCHS):
            fitting.go_through(_RATE * (1 + cos(pi * epoch / _EPOCHS)) / 2)
        network = fitting.network
        test = TrickSamples.of(layouts[held_out], tables[held_out], strains)
        wanted = test.weights == 1
        errors = network.tricks(test.suits[wanted]) - test.tricks[wanted]
        parts.append("\n".join(_lines(name, network, float(np.sqrt(np.mean(errors**2))))))
    return "\n\n".join(parts) + "\n"


class _NetworkFit:
    """A network being trained; `rng` draws its first weights and the order of the samples.

    In a network for suit contracts, trumps (first in each sample) have a layer of their own.
    """

    def __init__(self, samples: TrickSamples, rng: np.random.Generator) -> None:
        self._samples = samples
        self._rng = rng
        units, hidden = _WIDTHS
        inputs = samples.suits.shape[2]
        sizes = {"side": (inputs, units), "hidden": (units, hidden), "out": (hidden, 1)}
        if (samples.weights != 1).any():
            sizes = {"side": (inputs + 4, units), "trump": (inputs, units)}
            sizes |= {"hidden": (2 * units, hidden), "out": (hidden, 1)}
        self._values: Parameters = {}
        for name, size in sizes.items():
            self._values[name] = rng.normal(0, size[0] ** -0.5, size)
            self._values[f"{name}_bias"] = np.zeros(size[1])
        self._values["out_bias"][:] = samples.tricks.mean()
        self._means = {name: np.zeros_like(value) for name, value in self._values.items()}
        self._squares = {name: np.zeros_like(value) for name, value in self._values.items()}
        self._steps = 0

    def go_through(self, rate: float) -> None:
        """Use every sample once, in a new order, and make one step after each batch."""
        order = self._rng.permutation(len(self._samples.tricks))
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            self._step(self._gradient(self._samples.part(order[start : start + _BATCH])), rate)

    @property
    def network(self) -> TrickNetwork:
        """The network as trained so far; its `error` is not measured."""
        layers = {
            name: (self._values[name], self._values[f"{name}_bias"])
            for name in ("trump", "side", "hidden", "out")
            if name in self._values
        }
        weights, bias = layers["out"]
        out = weights[:, 0], float(bias[0])
        return TrickNetwork(layers.get("trump"), layers["side"], layers["hidden"], out, error=0.0)

    def _gradient(self, batch: TrickSamples) -> Parameters:
        """Return the gradient of half the weighted squared error, by back-propagation."""
        values, has_trumps = self._values, "trump" in self._values
        sides = with_trump_lengths(batch.suits) if has_trumps else batch.suits
        side_units = np.maximum(sides @ values["side"] + values["side_bias"], 0)
        summed = side_units.sum(axis=1)
        if has_trumps:
            trump_units = np.maximum(batch.suits[:, 0] @ values["trump"] + values["trump_bias"], 0)
            summed = np.concatenate([trump_units, summed], axis=1)
        units = np.maximum(summed @ values["hidden"] + values["hidden_bias"], 0)
        found = (units @ values["out"] + values["out_bias"])[:, 0]
        error = ((found - batch.tricks) * batch.weights / len(batch.tricks))[:, np.newaxis]
        gradient = {"out": units.T @ error, "out_bias": error.sum(axis=0)}
        back = error @ values["out"].T * (units > 0)
        gradient |= {"hidden": summed.T @ back, "hidden_bias": back.sum(axis=0)}
        back = back @ values["hidden"].T
        if has_trumps:
            trump_back, back = np.hsplit(back, 2)
            trump_back = trump_back * (trump_units > 0)
            gradient["trump"] = batch.suits[:, 0].T @ trump_back
            gradient["trump_bias"] = trump_back.sum(axis=0)
        side_back = back[:, np.newaxis] * (side_units > 0)
        gradient["side"] = np.einsum("nsi,nsk->ik", sides, side_back)
        gradient["side_bias"] = side_back.sum(axis=(0, 1))
        return gradient

    def _step(self, gradient: Parameters, rate: float) -> None:
        """Make one step of Adam."""
        self._steps += 1
        for name, slope in gradient.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - _MEAN) * (slope - mean)
            square += (1 - _SQUARE) * (slope**2 - square)
            scaled = mean / (1 - _MEAN**self._steps)
            spread = np.sqrt(square / (1 - _SQUARE**self._steps))
            self._values[name] -= rate * scaled / (spread + 1e-8)


def _lines(name: str, network: TrickNetwork, error: float) -> Iterator[str]:
    yield f"[{name}]"
    yield f"error = {error:.3f}"
    layers = {"trump": network.trump, "side": network.side, "hidden": network.hidden}
    for key, layer in layers.items():
        if layer is not None:
            rows = "".join(f"    {row},\n" for row in layer[0].round(4).tolist())
            yield f"{key} = [\n{rows}]"
            yield f"{key}_bias = {layer[1].round(4).tolist()}"
    yield f"out = {network.out[0].round(4).tolist()}"
    yield f"out_bias = {network.out[1]:.4f}"

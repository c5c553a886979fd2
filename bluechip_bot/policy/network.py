"""The network of a policy: from what a player sees to the probability of each call.

A sparse layer adds a row of weights for every bit of the observation that is on; residual layers
and 38 logits follow. Calls that are not legal have no probability.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.policy.tables import Tables, first_layer, forbid

CALLS: Final = 38

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]
Layer = tuple[Floats, Floats]
"""Weights float32[m, k] and biases float32[k]."""


@frozen(eq=False)
class PolicyNetwork:
    """The weights of a policy: a row for each bit of an observation, square layers, logits."""

    first: Layer
    hidden: tuple[Layer, ...]
    out: Layer

    def logits(self, seen: npt.NDArray[np.uint64], legal: npt.NDArray[np.uint64]) -> Floats:
        """The logits of all calls, minus infinity for those that are not legal: float32[n, 38].

        Observations are uint64[n, words], the legal calls bits of uint64[n].
        """
        values = first_layer(seen, *self.first)
        np.maximum(values, 0.0, out=values)
        for weights, bias in self.hidden:
            change = values @ weights
            change += bias
            values += np.maximum(change, 0.0, out=change)
        found: Floats = values @ self.out[0] + self.out[1]
        forbid(found, legal)
        return found

    def softened(self, temperature: float) -> PolicyNetwork:
        """The network with logits divided by a temperature: above 1, it is less sure of itself."""
        weights, bias = self.out
        return PolicyNetwork(self.first, self.hidden, (weights / temperature, bias / temperature))

    def best(self, tables: Tables, rows: Rows) -> npt.NDArray[np.int8]:
        """The most probable call at each of some tables: int8[k]."""
        logits = self.logits(tables.observe(rows), tables.legal(rows))
        return np.asarray(logits.argmax(axis=1), dtype=np.int8)

    def bid(self, tables: Tables) -> None:
        """Bid all tables to the end, by the most probable calls."""
        while len(rows := tables.rows()):
            tables.step(rows, self.best(tables, rows))


def softmax(logits: Floats) -> Floats:
    """Probabilities from logits, float32[n, 38]."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))

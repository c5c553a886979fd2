"""Networks of random weights, which call at random and always the same."""

from __future__ import annotations

import numpy as np

from bluechip_bot.policy.network import CALLS, Layer, PolicyNetwork
from bluechip_bot.policy.tables import OBSERVATION_BITS


def random_network(seed: int = 1, width: int = 16) -> PolicyNetwork:
    """A network with random weights."""
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int) -> Layer:
        weights = rng.normal(scale=rows**-0.5, size=(rows, columns)).astype(np.float32)
        return weights, rng.normal(size=columns).astype(np.float32)

    return PolicyNetwork(
        layer(OBSERVATION_BITS, width), (layer(width, width),), layer(width, CALLS)
    )

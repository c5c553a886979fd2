"""The network of a policy, from what a player sees to the probability of each call, and its file.

A sparse layer adds a row of weights for every bit of the observation that is on; residual layers
and 38 logits follow. Illegal calls have no probability. The file holds half-precision arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.policy.tables import OBSERVATION_BITS, Tables, first_layer, forbid

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

        Observations are uint64[n, words]; the bits of `legal`, uint64[n], are the legal calls.
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
        """The network with its logits divided by a temperature; above 1 makes it less sure."""
        weights, bias = self.out
        return PolicyNetwork(self.first, self.hidden, (weights / temperature, bias / temperature))

    def best(self, tables: Tables, rows: Rows) -> npt.NDArray[np.int8]:
        """The most probable call at each of the k tables in `rows`: int8[k]."""
        logits = self.logits(tables.observe(rows), tables.legal(rows))
        return np.asarray(logits.argmax(axis=1), dtype=np.int8)

    def bid(self, tables: Tables) -> None:
        """Bid all tables to the end, by the most probable calls."""
        while len(rows := tables.rows()):
            tables.step(rows, self.best(tables, rows))


def softmax(logits: Floats) -> Floats:
    """Turn logits into probabilities: float32[n, 38]."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


_VERSION: Final = 1
"""The version of the bits of observations; weights of another version are of no use."""


class WeightsError(ValueError):
    """A file that does not hold the weights of a policy; the message names the file."""


def save_network(network: PolicyNetwork, path: Path) -> None:
    """Write the weights of a network; the file is replaced as a whole or not at all."""
    layers = (network.first, *network.hidden, network.out)
    arrays: dict[str, Any] = {
        f"{name}{index}": array.astype(np.float16)
        for index, layer in enumerate(layers)
        for name, array in zip(("weights", "bias"), layer, strict=True)
    }
    version = np.array(_VERSION)
    write_whole(path, lambda stream: np.savez_compressed(stream, version=version, **arrays))


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a temporary file and rename it, so that a kill leaves the old file or the new one."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as stream:
        write(stream)
    part.replace(path)


def load_network(path: Path) -> PolicyNetwork:
    """Load a network that `save_network` wrote; raise `WeightsError` if the file is damaged."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
            arrays = dict(found)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}") from None
    except Exception as error:  # zipfile, numpy and zlib each have errors of their own
        raise WeightsError(f"{path}: no file of weights ({error})") from None
    version = arrays.pop("version", None)
    if version is None or version.shape != () or version != _VERSION:
        raise WeightsError(
            f"{path}: weights of version {version}, and {_VERSION} is wanted; "
            "`bluechip-bot lab train` makes such a file"
        )
    layers = [_layer(path, arrays, index) for index in range(len(arrays) // 2)]
    widths = [layer[0].shape for layer in layers]
    width = widths[0][1] if widths else 0
    inner = [(width, width)] * (len(layers) - 2)
    if len(layers) < 2 or widths != [(OBSERVATION_BITS, width), *inner, (width, CALLS)]:
        shown = ", ".join(f"{rows} x {columns}" for rows, columns in widths)
        raise WeightsError(
            f"{path}: layers of {shown or 'nothing'}; {OBSERVATION_BITS} x n, any of n x n and "
            f"n x {CALLS} expected"
        )
    return PolicyNetwork(layers[0], tuple(layers[1:-1]), layers[-1])


def _layer(path: Path, arrays: dict[str, npt.NDArray[Any]], index: int) -> Layer:
    weights, bias = (arrays.get(f"{name}{index}") for name in ("weights", "bias"))
    if weights is None or bias is None or weights.ndim != 2 or bias.shape != weights.shape[1:]:
        raise WeightsError(f"{path}: layer {index} is missing or has another shape")
    if weights.dtype.kind != "f" or bias.dtype.kind != "f":
        raise WeightsError(f"{path}: layer {index} does not hold numbers with a fraction")
    if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
        raise WeightsError(f"{path}: layer {index} has values that are not numbers")
    return weights.astype(np.float32), bias.astype(np.float32)

"""The network of a policy in JAX, for training; `policy.network` is the same network in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from bluechip_bot.policy.network import CALLS, PolicyNetwork
from bluechip_bot.policy.tables import OBSERVATION_BITS

_FORBIDDEN: Final = -1e9

Parameters = dict[str, Any]
Words = npt.NDArray[np.uint64]


class StateBatch(NamedTuple):
    """States to learn from: observations uint32[n, 2 * words], legal calls as bits uint32[n, 2]."""

    seen: npt.NDArray[np.uint32]
    legal: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, seen: Words, legal: Words) -> StateBatch:
        """Return 64-bit words as a batch of 32-bit words: JAX has no others by default."""
        return cls(seen.view(np.uint32), legal.view(np.uint32).reshape(-1, 2))


def random_parameters(width: int, layers: int, seed: int) -> Parameters:
    """Return random initial parameters of a network with this shape."""
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int, scale: float) -> tuple[Any, Any]:
        weights = rng.normal(scale=scale, size=(rows, columns)).astype(np.float32)
        return jnp.asarray(weights), jnp.zeros(columns, jnp.float32)

    return {
        "first": layer(OBSERVATION_BITS, width, 0.15),
        "hidden": [layer(width, width, (1.0 / width) ** 0.5) for _ in range(layers)],
        "out": layer(width, CALLS, 0.5 * (1.0 / width) ** 0.5),
    }


def parameters_of(network: PolicyNetwork) -> Parameters:
    """Return the parameters of a network as JAX arrays."""
    layers = {"first": network.first, "hidden": [*network.hidden], "out": network.out}
    return jax.tree.map(jnp.asarray, layers)  # type: ignore[no-any-return]


def network_of(parameters: Parameters) -> PolicyNetwork:
    """Return the network with these parameters; its arrays are copies."""
    layers = jax.tree.map(lambda array: np.array(array, np.float32), parameters)
    return PolicyNetwork(layers["first"], tuple(layers["hidden"]), layers["out"])


def _bits(words: Any, count: int) -> Any:
    shifts = jnp.arange(32, dtype=jnp.uint32)
    found = (words[:, :, None] >> shifts) & 1
    return found.reshape(len(words), -1)[:, :count]


def log_probabilities(parameters: Parameters, batch: StateBatch) -> Any:
    """Return float32[n, 38]: the logarithm of each call's probability."""
    seen = _bits(batch.seen, OBSERVATION_BITS).astype(jnp.float32)
    values = jax.nn.relu(seen @ parameters["first"][0] + parameters["first"][1])
    for weights, bias in parameters["hidden"]:
        values += jax.nn.relu(values @ weights + bias)
    logits = values @ parameters["out"][0] + parameters["out"][1]
    legal = _bits(batch.legal, CALLS).astype(bool)
    return jax.nn.log_softmax(jnp.where(legal, logits, _FORBIDDEN))


@partial(jax.jit, static_argnums=(0, 1), donate_argnums=(2, 3))
def learn(
    loss: Callable[..., Any],
    rule: optax.GradientTransformation,
    parameters: Parameters,
    memory: Any,
    *lesson: Any,
) -> tuple[Parameters, Any, Any]:
    """Make a step; return new parameters, the optimiser's new memory, and the loss before it."""
    value, slopes = jax.value_and_grad(loss)(parameters, *lesson)
    changes, memory = rule.update(slopes, memory, parameters)
    return optax.apply_updates(parameters, changes), memory, value


def imitation_loss(parameters: Parameters, batch: StateBatch, calls: Any) -> Any:
    """Return the mean cross entropy of the calls that were made."""
    logs = log_probabilities(parameters, batch)
    return -jnp.take_along_axis(logs, calls[:, None].astype(jnp.int32), axis=1).mean()


class TrainingLesson(NamedTuple):
    """A batch of states as in `SelfPlayLessons`, with advantages divided by their scale.

    `ties`, float32[n], is how firmly each state is tied to the reference.
    """

    batch: StateBatch
    old: Any
    reference: Any
    advantages: Any
    ties: Any


def improvement_loss(parameters: Parameters, lesson: TrainingLesson, inertia: Any) -> Any:
    """Return the all-action policy gradient's loss, held near the reference and `old` policies."""
    logs = log_probabilities(parameters, lesson.batch)
    chances = jnp.exp(logs)
    gain = (chances * lesson.advantages).sum(axis=1)
    # Calls that are not legal have logarithms of about -1e9, and no probability: 0 times it is 0.
    drift = (chances * (logs - jnp.log(lesson.reference + 1e-8))).sum(axis=1)
    step = (lesson.old * (jnp.log(lesson.old + 1e-8) - logs)).sum(axis=1)
    return (lesson.ties * drift + inertia * step - gain).mean()

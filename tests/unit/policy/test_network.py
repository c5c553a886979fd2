"""The network of a policy, and the file of its weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bluechip_bot.lab.train.examples import random_hands
from bluechip_bot.policy.network import WeightsError, load_network, save_network, softmax
from bluechip_bot.policy.tables import Tables, first_layer
from support.policies import random_network


def _tables(count: int) -> Tables:
    rng = np.random.default_rng(3)
    return Tables(random_hands(count, rng), rng.integers(4, size=count).astype(np.uint8))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_call_changes_no_weight(count: int) -> None:
    """A batch of any size leaves the weights as they are, and equals its rows one by one."""
    network, tables = random_network(), _tables(count)
    before = [array.copy() for layer in (network.first, *network.hidden) for array in layer]
    rows = np.arange(count)
    logits = network.logits(tables.observe(rows), tables.legal(rows))
    assert logits.shape == (count, 38)
    for row in range(count):
        one = np.array([row])
        alone = network.logits(tables.observe(one), tables.legal(one))
        np.testing.assert_allclose(alone[0], logits[row], rtol=1e-4)
    after = [array for layer in (network.first, *network.hidden) for array in layer]
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_a_softened_network_is_less_sure_of_the_same_calls() -> None:
    """Logits are divided; the most probable call stays, with a smaller probability."""
    network, tables = random_network(), _tables(20)
    rows = np.arange(20)
    seen, legal = tables.observe(rows), tables.legal(rows)
    sure, soft = network.logits(seen, legal), network.softened(2).logits(seen, legal)
    np.testing.assert_allclose(soft, sure / 2, rtol=1e-4)
    assert (softmax(soft).max(axis=1) < softmax(sure).max(axis=1)).all()


def test_the_first_layer_adds_the_rows_of_bits() -> None:
    """It equals the product with a matrix of zeros and ones."""
    tables, network = _tables(4), random_network()
    seen = tables.observe(np.arange(4))
    bits = np.unpackbits(seen.view(np.uint8), axis=1, bitorder="little")
    weights, bias = network.first
    wanted = bits[:, : len(weights)] @ weights + bias
    np.testing.assert_allclose(first_layer(seen, weights, bias), wanted, rtol=1e-4, atol=1e-5)


def test_calls_are_legal_and_auctions_end() -> None:
    """What is not legal has no probability; all tables are bid out."""
    network, tables = random_network(2), _tables(20)
    rows = tables.rows()
    legal = tables.legal(rows)
    chances = softmax(network.logits(tables.observe(rows), legal))
    np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=1e-5)
    assert not chances[(legal[:, np.newaxis] >> np.arange(38, dtype=np.uint64) & 1) == 0].any()
    network.bid(tables)
    assert not len(tables.rows())


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    """In half precision, which the second writing does not change."""
    file = tmp_path / "a.npz"
    save_network(random_network(), file)
    once = load_network(file)
    save_network(once, file)
    again = load_network(file)
    assert np.array_equal(once.first[0], again.first[0])
    assert len(again.hidden) == 1
    np.testing.assert_allclose(again.first[0], random_network().first[0], rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 99}, "weights of version 99, and 1 is wanted"),
        ({"weights0": np.zeros((7, 16), np.float16)}, "layers of 7 x 16, 16 x 16, 16 x 38"),
        ({"bias1": np.zeros(3, np.float16)}, "layer 1 is missing or has another shape"),
        ({"weights1": np.zeros((16, 16), np.int8)}, "layer 1 does not hold numbers"),
        ({"bias2": np.full(38, np.nan, np.float16)}, "layer 2 has values that are not numbers"),
    ],
)
def test_other_weights_are_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    """The message names the file and what is wrong."""
    file = tmp_path / "a.npz"
    save_network(random_network(), file)
    with np.load(file) as arrays:
        found: dict[str, Any] = {**arrays, **changes}
    np.savez(file, **found)
    with pytest.raises(WeightsError, match=message) as caught:
        load_network(file)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("kept", [0, 1, 100, -30])
def test_a_cut_file_is_refused(tmp_path: Path, kept: int) -> None:
    """Wherever it was cut."""
    file = tmp_path / "a.npz"
    save_network(random_network(), file)
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(WeightsError, match=r"a\.npz: no file of weights"):
        load_network(file)
    with pytest.raises(WeightsError, match=r"b\.npz: No such file"):
        load_network(tmp_path / "b.npz")

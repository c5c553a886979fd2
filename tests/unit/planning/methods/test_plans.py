"""Endings in which a good player knows what to do: `tests/data/play/plans.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from support.planning import STAGES, Ending

PLANS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[3] / "data" / "play" / "plans.toml").read_text("utf-8")
)["plan"]


def ending(data: dict[str, Any]) -> Ending:
    """The ending of a row."""
    keys: dict[str, Any] = {
        key: data[key] for key in ("trick", "opening", "contract") if key in data
    }
    lengths = {
        (int(where[0]), where[1]): tuple(limits)
        for where, limits in data.get("lengths", {}).items()
    }
    known = tuple(data.get("known", ("", "")))
    declarer, dummy, out = data["hands"]
    return Ending(declarer, dummy, out, data["needed"], known=known, lengths=lengths, **keys)


def methods(node: PlanNode) -> Iterator[str]:
    """The methods of the best line, in all branches."""
    edges = node.edges[:1] if node.kind is NodeKind.CHOICE else node.edges
    for edge in edges:
        yield from (step.method for step in edge.path)
        yield from methods(edge.node)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            data, id=" ".join(data["hands"]), marks=pytest.mark.slow if "slow" in data else ()
        )
        for data in PLANS
    ],
)
def test_plan(data: dict[str, Any]) -> None:
    """The card, the method and the chance that a good player finds."""
    chosen = ending(data).choose(data.get("stages", len(STAGES) - 1))
    cards = data.get("cards", "SHDC")
    assert any(str(chosen.card).startswith(card) for card in cards), data["why"]
    assert data.get("first", "") in chosen.root.edges[0].method, data["why"]
    assert "line" not in data or data["line"] in set(methods(chosen.root)), data["why"]
    assert chosen.value >= data.get("value", float("-inf")), data["why"]
    values = {str(other.card): other.value for other in reversed(chosen.root.edges)}
    for card, loss in data.get("worse", {}).items():
        assert chosen.value - values[card] >= loss, data["why"]


@pytest.mark.parametrize(
    ("declarer", "dummy"), [("AK..KJ62.", "Q4..AT94."), ("AK..AT94.", "Q4..KJ62.")]
)
def test_no_card_is_given_away_by_not_covering(declarer: str, dummy: str) -> None:
    """An honour led through a queen that nothing is promoted for is no more than a guess."""
    choice = Ending(declarer, dummy, "JT98765..Q8753.", needed=6, opening="H").choose()
    honours = [e.value for e in choice.root.edges if e.method.startswith("run an honour")]
    assert all(value < 0.75 for value in honours)

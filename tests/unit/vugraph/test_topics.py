"""Topics: whoever reads what has changed, whenever, knows what one knows who begins now."""

from __future__ import annotations

import json
import random
from typing import Any

from bluechip_bot.vugraph.topics import PageTopics


def followed(known: dict[str, Any], changes: str) -> dict[str, Any]:
    """What a viewer knows after some changes."""
    known = {**known, **json.loads(changes)}
    return {name: value for name, value in known.items() if value is not None}


def test_changes_lead_to_the_newest_state() -> None:
    """Three viewers that read at different times, against a newcomer and a plain record."""
    chance = random.Random(3)
    topics, truth = PageTopics(), dict[str, Any]()
    viewers: list[tuple[int, dict[str, Any]]] = [(0, {}), (0, {}), (0, {})]
    for _ in range(400):
        name, value = chance.choice("abcdef"), chance.choice([None, 1, "two", [3], {"x": 4}])
        topics.set(name, value)
        truth[name] = value
        expected = {key: each for key, each in truth.items() if each is not None}
        assert followed({}, topics.since(0)) == expected
        for index, (version, known) in enumerate(viewers):
            if chance.random() < 0.2 * index:
                viewers[index] = topics.version, followed(known, topics.since(version))
                assert viewers[index][1] == expected


def test_the_same_value_is_no_change() -> None:
    """Nothing is told twice; what was not there cannot be taken away."""
    changes: list[int] = []
    topics = PageTopics()
    topics.on_change = lambda: changes.append(1)
    for value in (None, [1, 2], [1, 2], None, None):
        topics.set("a", value)
    assert (topics.version, len(changes)) == (2, 2)
    assert topics.since(0) == "{}"
    assert topics.since(1) == '{"a":null}'
    assert topics.since(2) == "{}"

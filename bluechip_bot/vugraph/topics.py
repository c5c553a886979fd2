"""Named values with versions, from which any viewer is brought up to date.

A viewer who has seen version n needs only the values that changed after it: nothing is kept for a
viewer, even one that was away for long.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


class PageTopics:
    """JSON values by name; the version is the number of changes so far."""

    def __init__(self) -> None:
        self.version = 0
        self.on_change: Callable[[], object] = lambda: None
        self._texts: dict[str, str] = {}
        self._changed: dict[str, int] = {}

    def set(self, name: str, value: Any) -> None:
        """Set the value of a name, or remove the name with None; an equal value is no change."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if text == self._texts.get(name, "null"):
            return
        self.version += 1
        self._texts[name] = text
        # Names stay in the order of their last change.
        self._changed.pop(name, None)
        self._changed[name] = self.version
        self.on_change()

    def since(self, version: int) -> str:
        """A JSON object of all values that changed after a version, the oldest change first.

        Values that were removed are null, or left out if the version is 0.
        """
        names = [name for name, changed in self._changed.items() if changed > version]
        told = ((json.dumps(name), self._texts[name]) for name in names)
        return "{" + ",".join(f"{n}:{text}" for n, text in told if version or text != "null") + "}"

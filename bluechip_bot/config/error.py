"""What is said of a configuration that cannot be used."""

from __future__ import annotations


class ConfigError(ValueError):
    """A configuration that cannot be used."""


class RefusedError(ValueError):
    """A value out of range; `key` is the attribute's name."""

    def __init__(self, key: str, value: object, allowed: str, called: str = "") -> None:
        self.key = key
        super().__init__(f"{value!r}{called} where {allowed} is expected")

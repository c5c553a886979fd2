"""Errors of configurations."""

from __future__ import annotations


class ConfigError(ValueError):
    """A configuration that cannot be used; the text names its source, the dotted key and why."""


class RefusedError(ValueError):
    """A value that an option does not allow.

    Attributes:
        key: the option's key, dotted where it is in a table.
        reason: what was found, and what is allowed.
    """

    def __init__(self, key: str, reason: str) -> None:
        """Keep both."""
        self.key = key
        self.reason = reason
        super().__init__(f"{key}: {reason}")


def expected(value: object, allowed: str) -> str:
    """The reason why a value is refused."""
    return f"{value!r} where {allowed} is expected"

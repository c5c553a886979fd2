"""Errors of configurations."""

from __future__ import annotations

from bluechip_bot.quoting import quoted


class ConfigError(ValueError):
    """A configuration that cannot be used; the text names its source, the key and the reason."""


class FormerKeyWarning(FutureWarning):
    """A document has a key by which an option is not called any more."""


class RefusedError(ValueError):
    """A value that an option does not allow.

    Attributes:
        key: the key of the option, dotted if it is in a table.
        reason: what was found, and what is allowed.
    """

    def __init__(self, key: str, reason: str) -> None:
        """Keep the key and the reason."""
        self.key = key
        self.reason = reason
        super().__init__(f"{key}: {reason}")


def expected(value: object, allowed: str) -> str:
    """The reason why a value is refused."""
    return f"{quoted(value)} where {allowed} is expected"

"""Agreements on leads and signals, as `conf/systems/README.md` describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen


class AgreementError(ValueError):
    """An unknown lead or signal, with its key in the file."""

    def __init__(self, key: str, reason: str) -> None:
        """Keep the key and say what is wrong with its value."""
        self.key = key
        super().__init__(reason)


_OPEN: Final = {"mixed": "not agreed"}
_LENGTH: Final = {
    "fourth": "fourth best", "third_fifth": "third best of an even number, lowest of an odd one",
    **_OPEN,
}  # fmt: skip
_SMALL: Final = {"low": "the lowest", "top": "the highest", **_OPEN}
TABLES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "leads": {
        "small": _LENGTH,
        "small_notrump": _LENGTH,
        "three_small": _SMALL,
        "three_small_notrump": _SMALL,
        "long_small": {"second": "the second highest", **_OPEN},
        "touching": {"top": "the top", "rusinow": "the second"},
        "ace_king": {"ace": "the ace", "king": "the king", **_OPEN},
    },
    "signals": {
        "attitude": {"standard": "high is liked", "upside_down": "low is liked", "none": "none"},
        "count": {
            "standard": "high-low is even", "upside_down": "low-high is even", "none": "none"
        },
    },
}  # fmt: skip
"""The tables of a system file with their keys, and the values of each key with their words."""


@frozen
class Agreements:
    """A pair's leads and signals, as values of `TABLES`; the defaults are for strangers."""

    small: str = "mixed"
    small_notrump: str = "fourth"
    three_small: str = "mixed"
    three_small_notrump: str = "mixed"
    long_small: str = "mixed"
    touching: str = "top"
    ace_king: str = "mixed"
    attitude: str = "standard"
    count: str = "standard"

    def changed(self, tables: Mapping[str, object]) -> Agreements:
        """The agreements as changed by the tables `leads` and `signals`, which may be absent.

        Raises:
            AgreementError: if a key or value is unknown.
        """
        found: dict[str, str] = {}
        for name, known in TABLES.items():
            table = tables.get(name, {})
            if not isinstance(table, Mapping):
                raise AgreementError(name, f"a table [{name}] expected")
            for key, value in table.items():
                if key not in known:
                    raise AgreementError(key, f"unknown key {key!r} (known: {', '.join(known)})")
                if value not in known[key]:
                    values = ", ".join(known[key])
                    raise AgreementError(key, f"{key} = {value!r}: one of {values} expected")
            found |= table
        return evolve(self, **found)


_SHOWN: Final = {
    "leads against suit contracts": {
        "touching": "touching", "AK": "ace_king", "length": "small", "xxx": "three_small",
        "xxxx": "long_small",
    },
    "leads against notrump": {
        "touching": "touching", "length": "small_notrump", "xxx": "three_small_notrump",
        "xxxx": "long_small",
    },
    "signals": {"attitude": "attitude", "count": "count"},
}  # fmt: skip


def described(agreements: Agreements) -> Mapping[str, Mapping[str, str]]:
    """Leads and signals in words: for each title, the text for each holding or signal."""
    words = {**TABLES["leads"], **TABLES["signals"]}
    return {
        title: {shown: words[key][getattr(agreements, key)] for shown, key in rows.items()}
        for title, rows in _SHOWN.items()
    }

"""Agreements on leads and signals, as a system file declares them.

```
[leads]
small = "fourth"            # from length, against suit contracts: fourth, third_fifth, mixed
small_notrump = "fourth"
three_small = "low"         # from three small cards against suit contracts: low, top, mixed
three_small_notrump = "top"
long_small = "second"       # from four or more small cards: second, mixed
touching = "top"            # of touching honours: top, rusinow (the second)
ace_king = "ace"            # from ace and king against suit contracts: ace, king, mixed
[signals]
attitude = "standard"       # high is liked; or upside_down, none
count = "standard"          # high-low is even; or upside_down, none
```
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen


class AgreementError(ValueError):
    """An unknown lead or signal.

    Attributes:
        key: the key in the file.
    """

    def __init__(self, key: str, reason: str) -> None:
        """Keep the key and say what is wrong with its value."""
        self.key = key
        super().__init__(reason)


_SIGNALS: Final = ("standard", "upside_down", "none")
TABLES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "leads": {
        "small": ("fourth", "third_fifth", "mixed"),
        "small_notrump": ("fourth", "third_fifth", "mixed"),
        "three_small": ("low", "top", "mixed"),
        "three_small_notrump": ("low", "top", "mixed"),
        "long_small": ("second", "mixed"),
        "touching": ("top", "rusinow"),
        "ace_king": ("ace", "king", "mixed"),
    },
    "signals": {"attitude": _SIGNALS, "count": _SIGNALS},
}
"""The tables of a system file with their keys, and the values of each key."""


@frozen
class Agreements:
    """How a pair leads and signals; "mixed" stands for unknown. The defaults are for strangers.

    Attributes:
        small: which small card is led from length against suit contracts: "fourth" best,
            "third_fifth" (third best from an even number, lowest from an odd one).
        small_notrump: the same against notrump.
        three_small: which of three small cards is led against suit contracts: "low" or "top".
        three_small_notrump: the same against notrump.
        long_small: which of four or more small cards is led: the "second" highest.
        touching: of touching honours the "top" is led, or the second ("rusinow").
        ace_king: from ace and king, against suit contracts: "ace" or "king".
        attitude: "standard" (a high card likes the suit), "upside_down" or "none".
        count: "standard" (high-low is even), "upside_down" or "none".
    """

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
                    raise AgreementError(
                        key, f"{key} = {value!r}: one of {', '.join(known[key])} expected"
                    )
                found[key] = value
        return evolve(self, **found)


_LENGTH: Final = {
    "fourth": "fourth best", "third_fifth": "third best of an even number, lowest of an odd one",
    "mixed": "not agreed",
}  # fmt: skip
_ATTITUDE: Final = {"standard": "high is liked", "upside_down": "low is liked", "none": "none"}
_COUNT: Final = {
    "standard": "high-low is even", "upside_down": "low-high is even", "none": "none",
}  # fmt: skip
_SMALL: Final = {"low": "the lowest", "top": "the highest", "mixed": "not agreed"}


def described(agreements: Agreements) -> Mapping[str, Mapping[str, str]]:
    """Leads and signals in words: for each title, the text for each holding or signal."""
    long = {"second": "the second highest", "mixed": "not agreed"}[agreements.long_small]
    touching = {"top": "the top", "rusinow": "the second"}[agreements.touching]
    ace = {"mixed": "not agreed"}.get(agreements.ace_king, f"the {agreements.ace_king}")
    return {
        "leads against suit contracts": {
            "touching": touching,
            "AK": ace,
            "length": _LENGTH[agreements.small],
            "xxx": _SMALL[agreements.three_small],
            "xxxx": long,
        },
        "leads against notrump": {
            "touching": touching,
            "length": _LENGTH[agreements.small_notrump],
            "xxx": _SMALL[agreements.three_small_notrump],
            "xxxx": long,
        },
        "signals": {
            "attitude": _ATTITUDE[agreements.attitude],
            "count": _COUNT[agreements.count],
        },
    }

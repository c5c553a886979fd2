"""What a check found."""

from __future__ import annotations

from enum import IntEnum

from attrs import frozen


class Verdict(IntEnum):
    """How good what was found is; later ones are worse."""

    GOOD = 0
    WARNING = 1
    FAULT = 2

    def __str__(self) -> str:
        return self.name.lower()


@frozen
class Finding:
    """What a check found.

    Attributes:
        check: the name of the check.
        verdict: good; a warning, with which a match can be played, though not as well as it might
            be; or a fault, with which none should be begun.
        text: what was found, in words.
        advice: what to do; empty if it is good.
    """

    check: str
    verdict: Verdict
    text: str
    advice: str = ""


Concern = tuple[bool, Verdict, str]
"""Whether something is wrong, how badly, and what to do."""


def judged(check: str, text: str, *concerns: Concern) -> Finding:
    """The finding of the first concern that there is; good without one."""
    for is_wrong, verdict, advice in concerns:
        if is_wrong:
            return Finding(check, verdict, text, advice)
    return Finding(check, Verdict.GOOD, text)


def size(count: float) -> str:
    """A number of bytes in words."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"

"""The result of a check of the machine."""

from __future__ import annotations

from enum import IntEnum

from attrs import frozen


class FindingVerdict(IntEnum):
    """The verdict of a check; a greater value is worse."""

    GOOD = 0
    WARNING = 1
    FAULT = 2

    def __str__(self) -> str:
        return self.name.lower()


@frozen
class DoctorFinding:
    """The result of a check.

    After a warning a match can be played, though not as well as possible; after a fault none should
    be started. The advice is empty if all is well.
    """

    check: str
    verdict: FindingVerdict
    text: str
    advice: str = ""


Concern = tuple[bool, FindingVerdict, str]
"""Whether something is wrong, how badly, and what to do."""


def judged(check: str, text: str, *concerns: Concern) -> DoctorFinding:
    """Return the finding of the first concern that applies; if none does, the verdict is good."""
    for is_wrong, verdict, advice in concerns:
        if is_wrong:
            return DoctorFinding(check, verdict, text, advice)
    return DoctorFinding(check, FindingVerdict.GOOD, text)


def size(count: float) -> str:
    """A number of bytes as text, in GiB."""
    return f"{count / (1 << 30):.1f} GiB"

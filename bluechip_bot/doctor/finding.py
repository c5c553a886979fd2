"""What a check found."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import frozen


class Verdict(Enum):
    """How good what was found is; later ones are worse."""

    GOOD = "good"
    WARNING = "warning"
    FAULT = "fault"


@frozen
class Finding:
    """What a check found.

    Attributes:
        check: the name of the check.
        verdict: whether it is good.
        text: what was found, in words.
        advice: what to do; empty if it is good.
    """

    check: str
    verdict: Verdict
    text: str
    advice: str = ""


def good(check: str, text: str) -> Finding:
    """A finding that needs nothing to be done."""
    return Finding(check, Verdict.GOOD, text)


def warning(check: str, text: str, advice: str) -> Finding:
    """A finding with which a match can be played, though not as well as it might be."""
    return Finding(check, Verdict.WARNING, text, advice)


def fault(check: str, text: str, advice: str) -> Finding:
    """A finding with which no match should be begun."""
    return Finding(check, Verdict.FAULT, text, advice)


def worst(findings: Iterable[Finding]) -> Verdict:
    """The worst verdict; good if there are no findings."""
    order = list(Verdict)
    return max((finding.verdict for finding in findings), key=order.index, default=Verdict.GOOD)

"""Calls that a collection of cases expects of a system, by family."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.model import Auction, Call, Hand, ModelError, Seat, Vulnerability

_TEXTS: Final = ("id", "family", "kind", "hand", "vul", "expected")


class CaseError(ValueError):
    """A collection that cannot be read; the message names file and case."""


@frozen
class Case:
    """One expectation.

    Attributes:
        name: its name in the collection.
        family: what it is about.
        explicit: whether the authors wrote it, or it follows from a later call of the hand.
        doubtful: whether the authors voice doubt.
        hand: thirteen cards of the player to call.
        auction: the calls before.
        vulnerability: who is vulnerable.
        expected: the call.
    """

    name: str
    family: str
    explicit: bool
    doubtful: bool
    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    expected: Call


@frozen
class CaseOutcome:
    """A case and what was called, with the reason."""

    case: Case
    called: Call
    reason: str

    @property
    def passes(self) -> bool:
        """Whether the call is the one expected."""
        return self.called == self.case.expected

    @property
    def is_firm(self) -> bool:
        """Whether the case is explicit and without doubt."""
        return self.case.explicit and not self.case.doubtful

    def __str__(self) -> str:
        case = self.case
        calls = " ".join(map(str, case.auction.calls))
        doubt = "(doubt) " * case.doubtful
        return (
            f"{case.name:32} {case.hand!s:18} {calls:28} {case.vulnerability!s:4} "
            f"expected {case.expected!s:3} called {self.called!s:3} {doubt}[{self.reason}]"
        )


def read_cases(path: Path) -> list[Case]:
    """The valid cases of a JSON file: an object whose `cases` is a list.

    Each has `id`, `family`, `kind` (explicit or derived), `hand`, `auction`, `vul`, `dealer` (North
    where it is null), `expected`, and perhaps `upstream_doubt` and `invalid`.

    Raises:
        CaseError: if the file cannot be read or a case is wrong.
    """
    try:
        data = parse_json(path.read_bytes())
    except OSError as error:
        raise CaseError(f"{path}: cannot be read ({error.strerror})") from None
    except DataFormatError as error:
        raise CaseError(f"{path}: not JSON: {error}") from None
    cases = data.get("cases") if isinstance(data, Mapping) else None
    if not isinstance(cases, list):
        raise CaseError(f"{path}: an object with a list 'cases' expected")
    found = []
    for number, item in enumerate(cases, start=1):
        try:
            if not item.get("invalid"):
                found.append(_case(item))
        except (AttributeError, KeyError, ModelError, TypeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise CaseError(f"{path}: case {number}: {reason}") from None
    return found


def outcomes(cases: Sequence[Case], bidder: Bidder) -> list[CaseOutcome]:
    """What is called in each case."""
    found = []
    for case in cases:
        choice = bidder.choose(case.hand, case.auction, case.vulnerability)
        found.append(CaseOutcome(case, choice.call, choice.reason))
    return found


def rate(found: Sequence[CaseOutcome]) -> float:
    """The share that passes; 0 of none."""
    return sum(outcome.passes for outcome in found) / max(1, len(found))


def firm(found: Sequence[CaseOutcome]) -> list[CaseOutcome]:
    """The explicit cases without doubt."""
    return [outcome for outcome in found if outcome.is_firm]


def report(found: Sequence[CaseOutcome]) -> str:
    """The pass rates by family: explicit without doubt, explicit, all."""
    families: dict[str, list[CaseOutcome]] = defaultdict(list)
    for outcome in found:
        families[outcome.case.family].append(outcome)
    families["TOTAL"] = list(found)
    lines = [f"{'family':48} {'firm':>12} {'explicit':>12} {'all':>12}"]
    for name, members in families.items():
        explicit = [outcome for outcome in members if outcome.case.explicit]
        cells = [
            f"{sum(o.passes for o in part):4}/{len(part):3} {100 * rate(part):3.0f}"
            for part in (firm(members), explicit, members)
        ]
        lines.append(f"{name:48} " + " ".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def failures(found: Sequence[CaseOutcome], family: str) -> list[CaseOutcome]:
    """The cases that fail, of the families whose name contains a text."""
    return [
        outcome
        for outcome in found
        if not outcome.passes and family.casefold() in outcome.case.family.casefold()
    ]


def _case(item: Mapping[str, Any]) -> Case:
    for name in _TEXTS:
        if not isinstance(item[name], str):
            raise TypeError(f"{name}: {item[name]!r} (a text expected)")
    hand = Hand.parse(item["hand"])
    if len(hand) != 13:
        raise ModelError(f"{item['hand']!r} has {len(hand)} cards")
    auction = Auction(Seat.parse(item.get("dealer") or "N"))
    for text in item["auction"]:
        auction = auction.with_call(Call.parse(text))
    if auction.is_over:
        raise ModelError(f"the auction is over: {' '.join(map(str, auction.calls))}")
    return Case(
        item["id"],
        item["family"],
        item["kind"] == "explicit",
        bool(item.get("upstream_doubt")),
        hand,
        auction,
        Vulnerability.parse(item["vul"]),
        Call.parse(item["expected"]),
    )

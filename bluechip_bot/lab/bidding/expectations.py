"""Calls that a collection of cases expects of a system, by family."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import cattrs
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.position import CallChoice
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.lab.bidding.table import auction_of
from bluechip_bot.model import Auction, Call, Hand, ModelError, Seat, Vulnerability


class CaseError(ValueError):
    """A collection that cannot be read; the message names file and case."""


@frozen
class BidCase:
    """One expectation, as its collection has it.

    Attributes:
        id: its name.
        family: what it is about.
        kind: `explicit` if the authors wrote it; else it follows from a later call of the hand.
        hand: thirteen cards of the player to call.
        auction: the calls before.
        vul: who is vulnerable.
        expected: the call.
        dealer: who called first; North if it is None.
        upstream_doubt: whether the authors voice doubt.
    """

    id: str
    family: str
    kind: str
    hand: Hand
    auction: tuple[Call, ...]
    vul: Vulnerability
    expected: Call
    dealer: Seat | None = None
    upstream_doubt: bool | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("id", "family", "kind"):
            if not isinstance(value := getattr(self, name), str):
                raise TypeError(f"{name}: {value!r} (a text expected)")
        if len(self.hand) != 13:
            raise ModelError(f"{str(self.hand)!r} has {len(self.hand)} cards")
        if self.calls.is_over:
            raise ModelError(f"the auction is over: {self.calls}")

    @property
    def calls(self) -> Auction:
        """The auction."""
        return auction_of(self.dealer or Seat.NORTH, self.auction)

    @property
    def is_explicit(self) -> bool:
        """Whether the authors wrote it."""
        return self.kind == "explicit"


@frozen
class CaseOutcome:
    """A case and what was called."""

    case: BidCase
    choice: CallChoice

    @property
    def passes(self) -> bool:
        """Whether the call is the one expected."""
        return self.choice.call == self.case.expected

    def __str__(self) -> str:
        case, choice = self.case, self.choice
        doubt = "(doubt) " * bool(case.upstream_doubt)
        return (
            f"{case.id:32} {case.hand!s:18} {case.calls!s:28} {case.vul!s:4} "
            f"expected {case.expected!s:3} called {choice.call!s:3} {doubt}[{choice.reason}]"
        )


def read_cases(path: Path) -> list[BidCase]:
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
                found.append(_CONVERTER.structure(item, BidCase))
        except (AttributeError, KeyError, ModelError, TypeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise CaseError(f"{path}: case {number}: {reason}") from None
    return found


def outcomes(cases: Sequence[BidCase], bidder: Bidder) -> list[CaseOutcome]:
    """The call made in each case."""
    return [CaseOutcome(one, bidder.choose(one.hand, one.calls, one.vul)) for one in cases]


def rate(found: Sequence[CaseOutcome]) -> float:
    """The share that passes; 0 of none."""
    return sum(outcome.passes for outcome in found) / max(1, len(found))


def firm(found: Sequence[CaseOutcome]) -> list[CaseOutcome]:
    """The explicit cases without doubt."""
    return [one for one in found if one.case.is_explicit and not one.case.upstream_doubt]


def report(found: Sequence[CaseOutcome]) -> str:
    """The pass rates by family: explicit without doubt, explicit, all."""
    families: dict[str, list[CaseOutcome]] = defaultdict(list)
    for outcome in found:
        families[outcome.case.family].append(outcome)
    lines = [f"{'family':48} {'firm':>12} {'explicit':>12} {'all':>12}"]
    for name, members in (*families.items(), ("TOTAL", found)):
        parts = firm(members), [one for one in members if one.case.is_explicit], members
        cells = (f"{sum(o.passes for o in p):4}/{len(p):3} {100 * rate(p):3.0f}" for p in parts)
        lines.append(f"{name:48} " + " ".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def failures(found: Sequence[CaseOutcome], family: str) -> list[CaseOutcome]:
    """The cases that fail, of the families whose name contains a text."""
    text = family.casefold()
    return [one for one in found if not one.passes and text in one.case.family.casefold()]


_CONVERTER: Final = cattrs.Converter(detailed_validation=False)
_CONVERTER.register_structure_hook(str, lambda text, _: text)
for _kind in (Call, Hand, Seat, Vulnerability):
    _CONVERTER.register_structure_hook(_kind, lambda text, kind: kind.parse(text))

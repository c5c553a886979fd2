"""Tests of a system by a collection of cases, each with the call that is expected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.position import CallChoice
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.lab.bidding.table import auction_of
from bluechip_bot.lab.estimates import aligned
from bluechip_bot.model import Auction, Call, Hand, ModelError, Seat, Vulnerability


class CaseError(ValueError):
    """A collection of cases cannot be read; the message names the file and the case."""


@frozen
class BidCase:
    """A hand after an auction, the expected call, and the choice made (None before it is made).

    Authors wrote the explicit cases; the others were derived from a later call of the same hand.
    """

    id: str
    family: str
    is_explicit: bool
    is_doubted: bool
    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    expected: Call
    choice: CallChoice | None = None

    @property
    def passes(self) -> bool:
        """Whether the call that was made is the expected one."""
        return self.choice is not None and self.choice.call == self.expected

    def __str__(self) -> str:
        doubt = "(doubt) " if self.is_doubted else ""
        called = f"called {self.choice.call!s:3} " if self.choice else ""
        reason = f"[{self.choice.reason}]" if self.choice else ""
        return (
            f"{self.id:32} {self.hand!s:18} {self.auction!s:28} {self.vulnerability!s:4} "
            f"expected {self.expected!s:3} {called}{doubt}{reason}"
        )


def read_cases(path: Path) -> list[BidCase]:
    """Read the valid cases of a JSON file: an object with a list `cases`.

    Each has `id`, `family`, `kind` (explicit or derived), `hand`, `auction`, `vul`, `dealer` (null
    means North), `expected`, and optionally the flags `upstream_doubt` and `invalid`.
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


def _case(item: Mapping[str, Any]) -> BidCase:
    for name in ("id", "family", "kind"):
        if not isinstance(item[name], str):
            raise TypeError(f"{name}: {item[name]!r} (a text expected)")
    dealer = item.get("dealer")
    auction = auction_of(
        Seat.NORTH if dealer is None else Seat.parse(dealer), map(Call.parse, item["auction"])
    )
    if auction.is_over:
        raise ModelError(f"the auction is over: {auction}")
    hand = Hand.parse(item["hand"])
    if len(hand) != 13:
        raise ModelError(f"{item['hand']!r} has {len(hand)} cards")
    return BidCase(
        item["id"],
        item["family"],
        item["kind"] == "explicit",
        bool(item.get("upstream_doubt")),
        hand,
        auction,
        Vulnerability.parse(item["vul"]),
        Call.parse(item["expected"]),
    )


def outcomes(cases: Sequence[BidCase], bidder: Bidder) -> list[BidCase]:
    """Return the cases with the calls that a bidder makes."""
    return [
        evolve(one, choice=bidder.choose(one.hand, one.auction, one.vulnerability)) for one in cases
    ]


def rate(found: Sequence[BidCase]) -> float:
    """Return the share of cases that pass; 0 if there are no cases."""
    return sum(one.passes for one in found) / max(1, len(found))


def firm(found: Sequence[BidCase]) -> list[BidCase]:
    """Return the explicit cases that are not marked as doubtful."""
    return [one for one in found if one.is_explicit and not one.is_doubted]


def report(found: Sequence[BidCase]) -> str:
    """Return a table of pass rates by family: of `firm` cases, of explicit ones, and of all."""
    families: defaultdict[str, list[BidCase]] = defaultdict(list)
    for one in found:
        families[one.family].append(one)
    rows = [("family", "firm", "explicit", "all")]
    for name, members in (*families.items(), ("TOTAL", found)):
        parts = firm(members), [one for one in members if one.is_explicit], members
        first, second, third = (
            f"{sum(one.passes for one in part)}/{len(part)} {100 * rate(part):3.0f}"
            for part in parts
        )
        rows.append((name, first, second, third))
    return "\n".join(aligned("<>>>", rows))


def failures(found: Sequence[BidCase], family: str) -> list[BidCase]:
    """Return the failed cases of the families whose name contains `family`, ignoring case."""
    text = family.casefold()
    return [one for one in found if not one.passes and text in one.family.casefold()]

"""The calls that a public SAYC test suite expects, by family.

As a script it prints the pass rates, with `--failures FAMILY` the cases that fail, with `--gaps`
the contexts in which rules leave hands to the floor.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.system import load
from bluechip_bot.bidding.system_check import gaps
from bluechip_bot.config import conf_dir
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.vulnerability import Vulnerability

CASES = Path(__file__).parents[3] / "shared" / "data" / "bidding" / "sayc_dev.json"
FLOOR = 0.64
"""What the explicit cases without doubt reach at least; to be raised as rules are written."""


@frozen
class Outcome:
    """One expectation and what was called, with the reason."""

    case: dict
    called: str
    reason: str

    @property
    def passes(self) -> bool:
        """Whether the call is the one expected."""
        return self.called == self.case["expected"]


def outcomes(path: Path = CASES) -> list[Outcome]:
    """Return what our SAYC calls in every valid case; the dealer is North."""
    book = load(conf_dir() / "systems" / "sayc.toml").book
    bidder = Bidder((book, book))
    found = []
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        if case["invalid"]:
            continue
        auction = Auction(Seat.NORTH, tuple(map(Call.parse, case["auction"])))
        vulnerability = Vulnerability.parse(case["vul"])
        choice = bidder.choose(Hand.parse(case["hand"]), auction, vulnerability)
        found.append(Outcome(case, str(choice.call), choice.reason))
    return found


def rate(found: list[Outcome]) -> float:
    """Return the share that passes."""
    return sum(outcome.passes for outcome in found) / max(1, len(found))


def firm(found: list[Outcome]) -> list[Outcome]:
    """Return the explicit cases without doubt."""
    return [o for o in found if o.case["kind"] == "explicit" and not o.case["upstream_doubt"]]


@pytest.mark.skipif(not CASES.exists(), reason="shared data are absent")
def test_expectations():
    """Not fewer expectations are met than were before."""
    assert rate(firm(outcomes())) >= FLOOR


def table(found: list[Outcome]) -> str:
    """Return the pass rates by family: explicit without doubt, explicit, all."""
    families = defaultdict(list)
    for outcome in found:
        families[outcome.case["family"]].append(outcome)
    families["TOTAL"] = found
    lines = [f"{'family':48} {'firm':>12} {'explicit':>12} {'all':>12}"]
    for name, members in families.items():
        explicit = [o for o in members if o.case["kind"] == "explicit"]
        cells = [
            f"{sum(o.passes for o in part):4}/{len(part):3} {100 * rate(part):3.0f}"
            for part in (firm(members), explicit, members)
        ]
        lines.append(f"{name:48} " + " ".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def failures(found: list[Outcome], family: str) -> str:
    """Return the cases of a family that fail, each in a line."""
    return "\n".join(
        f"{o.case['id']:32} {o.case['hand']:18} {' '.join(o.case['auction']):28}"
        f" {o.case['vul']:4} expected {o.case['expected']:3} called {o.called:3}"
        f" {'(doubt) ' * o.case['upstream_doubt']}[{o.reason}]"
        for o in found
        if not o.passes and family.casefold() in o.case["family"].casefold()
    )


def main() -> None:
    """Print what the command line asks for."""
    if "--gaps" in sys.argv[1:]:
        print(*gaps(load(conf_dir() / "systems" / "sayc.toml").book), sep="\n")
        return
    results = outcomes()
    if "--failures" in sys.argv[1:]:
        print(failures(results, sys.argv[-1]))
    else:
        print(table(results))


if __name__ == "__main__":
    main()

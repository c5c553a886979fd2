"""The tables `data/calls/SYSTEM/CHAPTER.txt`: hands and the calls that a shipped system makes.

A row is `AUCTION | HAND | CALL` or `AUCTION | HAND | VULNERABILITY | CALL`. North dealt, both sides
play the system, `-` is the auction before the first call. A line `## WORDS` gives the reason of the
rows below it, `# WORDS` is a comment, and `switch KEY = VALUE` changes the system from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.system.system import System, load
from bluechip_bot.bidding.system.system import switch as parse_switch
from bluechip_bot.config import conf_dir
from bluechip_bot.model import Auction, Call, Hand, Seat, Vulnerability

FOLDER: Final = Path(__file__).parents[1] / "data" / "calls"


@cache
def system(name: str = "sayc", *switches: str) -> System:
    """A system with some switches, `KEY = VALUE`; it is read once."""
    path = conf_dir() / "systems" / f"{name}.toml"
    return load(path, dict(map(parse_switch, switches)), check=False)


def book(name: str = "sayc", *switches: str) -> Rulebook:
    """The rules of a system with some switches."""
    return system(name, *switches).book


@cache
def bidder(name: str = "sayc", *switches: str) -> Bidder:
    """A bidder with a system at both sides."""
    return Bidder((book(name, *switches),) * 2)


@frozen
class CallCase:
    """A row of a table."""

    place: str
    reason: str
    system: tuple[str, ...]
    auction: str
    hand: str
    vulnerability: str
    call: str

    def made(self) -> str:
        """The call that the system makes."""
        calls = tuple(map(Call.parse, self.auction.replace("-", "").split()))
        vulnerable = Vulnerability.parse(self.vulnerability)
        auction = Auction(Seat.NORTH, calls)
        return str(bidder(*self.system).choose(Hand.parse(self.hand), auction, vulnerable).call)


def cases(path: Path) -> Iterator[CallCase]:
    """Yield the rows of a table."""
    system: tuple[str, ...] = (path.parent.name,)
    reason, was_reason = "", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        is_reason = line.startswith("## ")
        if is_reason:
            reason = f"{reason} {line[3:]}" if was_reason else line[3:]
        elif line.startswith("switch "):
            system = (path.parent.name, line.removeprefix("switch "))
        elif line and not line.startswith("#"):
            auction, hand, *vulnerability, call = map(str.strip, line.split("|"))
            place = f"{path.parent.name}/{path.stem}:{number}"
            vulnerable = vulnerability[0] if vulnerability else "None"
            yield CallCase(place, reason, system, auction, hand, vulnerable, call)
        was_reason = is_reason

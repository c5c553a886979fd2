"""Auctions, rules and hands in text, for tests of the bidding."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import NO_CALL, Rulebook, label
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Call, Hand, Seat, Vulnerability
from support.settings import FLOOR

SOFTNESS = (FLOOR.partner, FLOOR.opponents)


def auction(text: str, dealer: Seat = Seat.NORTH) -> Auction:
    """The auction of calls in text."""
    return Auction(dealer, tuple(map(Call.parse, text.split())))


def position(
    rules: str | Rulebook, calls: str, vulnerability: Vulnerability = Vulnerability.NONE
) -> BiddingPosition:
    """The position after an auction that North began, both sides having the same rules."""
    book = Rulebook(parse(rules, "a.bid")) if isinstance(rules, str) else rules
    return Bidder((book, book), SOFTNESS).position(auction(calls), vulnerability)


def records(path: Path, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the first recorded auctions of a file, each with its deal."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, islice(lines, limit))


def condition(text: str) -> Condition:
    """The condition of a rule."""
    (section,) = parse(f"@after\n1C! need {text}", "a.bid")
    return section.rules[0].need


def features(*hands: str) -> HandFeatures:
    """The features of hands in text."""
    return HandFeatures(batch.masks(map(Hand.parse, hands)))


def labels(rules: str | Rulebook, calls: str, *hands: str) -> list[str]:
    """The calls that rules make with hands; empty where no rule fits."""
    found = label(position(rules, calls).rules, features(*hands))
    return ["" if call == NO_CALL else str(Call(call)) for call in found.tolist()]

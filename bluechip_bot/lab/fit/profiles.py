"""Fit the profiles of softness (how firmly calls are believed), and the margins of outer boxes.

An outer box has the limits of points and suit lengths of all hands that make a call by our rules; a
margin widens it. Each kind of call gets the margin with the smallest mean size of boxes, among
those that miss no more than a given share of the true hands of every group of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt
from attrs import evolve, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallWords
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.bidding.reading.softness import Margin, ReadingSoftness, SoftnessProfiles
from bluechip_bot.constraints import Box, batch
from bluechip_bot.constraints.union import box_limits
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.table import bid_out
from bluechip_bot.lab.fit.softness import Example, examples, fitted
from bluechip_bot.model import Board, Hand

T = TypeVar("T")

NEAR: Final = ("wbridge5", "jack", "bbo_gib_explained")
"""The sources of pairs that play something near SAYC; the profile "declared" is fitted to them."""
PEOPLE: Final = ("experts2012", "european_1999_2000", "okbridge", "realbridge2021")
"""The sources of people; the others are robots. Outer boxes must hold the hands of both."""
EXPLAINED: Final = "bbo_gib_explained"
"""The source whose calls are explained; the profile "explained" is fitted to it."""
MISSES: Final = {"declared": 0.015, "unknown": 0.007, "explained": 0.02}
"""The largest share of calls of a kind whose hand is outside the outer box, by profile."""
LEAST_OF_STRANGERS: Final = 0.004
"""The smallest grade for other players: some who are not in the records stray more."""
LEAST_FACTOR: Final = 0.1
"""The smallest factor in these profiles: it costs nothing against robots and helps with people."""
LEAST_EXPLAINED: Final = 0.02
"""The smallest weight of explained calls: others explain less well than `EXPLAINED`."""
_PASSES: Final = (
    CallKind.OPENING_PASS,
    CallKind.LIMITED_PASS,
    CallKind.FIRST_SILENCE,
    CallKind.LATER_SILENCE,
)
_POOLED: Final[Mapping[CallKind, CallKind]] = {
    kind: CallKind.BID for kind in CallKind if kind not in (*_PASSES, CallKind.BID)
}
"""Kinds pooled in explained calls: once explained they are alike, and each has too few calls."""
_CANDIDATES: Final = tuple((points, cards) for points in range(1, 10) for cards in range(7))
"""The margins that are tried, in points and cards."""
_FEW: Final = 30
"""A kind with fewer calls gets the margin of bids that no rule makes."""
_SIZED: Final = 200
"""The approximate number of boxes from which their mean size is estimated."""
_MOST_IMPORTANT: Final = 4.0
_OWN_MARGIN: Final = (1, 0)
_SAMPLES: Final = 50


def fitted_profiles(
    records: Iterable[AuctionRecord],
    book: Rulebook,
    start: SoftnessProfiles,
    own: Sequence[AuctionRecord] = (),
) -> SoftnessProfiles:
    """Return profiles fitted to the boards that are not held out; `book` reads all calls.

    Names and forms of boxes are those of `start`. Profile "partner" is fitted to `own`, auctions of
    our own players, who think; if empty, to the records' deals, bid by the system alone.
    """
    boards = _fitting(records)
    bidder = Bidder((book, book))
    near = [record for record in boards if record.source in NEAR] or boards
    own = _fitting(own) or list(rebid(boards, bidder))
    partner = fitted(_examples(own, bidder, start.partner), start.partner)
    unknown = _with_margins(_fitted(boards, bidder, start.unknown), strays(boards, bidder, _group))
    declared = _with_margins(_fitted(near, bidder, start.declared), strays(near, bidder))
    # Our own bidder makes no call without a rule, so such calls of partner's are a stranger's.
    margins = {kind.value: _OWN_MARGIN for kind in CallKind}
    natural = CallKind.NATURAL
    partner = evolve(
        partner,
        grades={**partner.grades, natural.value: unknown.grades[natural]},
        other={**partner.other, natural.value: unknown.other[natural]},
        margins={**margins, natural.value: unknown.margins[natural]},
    )
    explained = _explained(boards, bidder, start.explained, declared)
    return SoftnessProfiles(partner, declared, unknown, explained)


def _fitting(records: Iterable[AuctionRecord]) -> list[AuctionRecord]:
    """Return the records that numbers may be fitted to: not held out, with calls and all hands."""
    return [
        record
        for record in records
        if not record.held_out and record.board.auction.calls and None not in record.board.hands
    ]


def rebid(records: Iterable[AuctionRecord], bidder: Bidder) -> Iterator[AuctionRecord]:
    """Yield the same deals, bid by our own system in all seats, without play."""
    for record in records:
        board = record.board
        bid = bid_out(
            Board.begin(board.number, board.dealer, board.vulnerability, board.deal),
            lambda now: (
                bidder.choose(now.deal[now.auction.turn], now.auction, now.vulnerability).call
            ),
        )
        yield evolve(record, source="own system", board=bid)


def _group(record: AuctionRecord) -> str:
    return "people" if record.source in PEOPLE else "robots"


def _examples(
    boards: Iterable[AuctionRecord], bidder: Bidder, profile: ReadingSoftness
) -> list[Example]:
    return examples(boards, bidder, single=profile.single, samples=_SAMPLES)


def _fitted(
    boards: Sequence[AuctionRecord], bidder: Bidder, profile: ReadingSoftness
) -> ReadingSoftness:
    """Return a profile fitted with equal weight for people and robots, and for sources in each."""
    data: list[Example] = []
    parts: list[tuple[str, int]] = []
    for source in dict.fromkeys(record.source for record in boards):
        part = [one for one in boards if one.source == source]
        sample = _examples(part, bidder, profile)
        data += sample
        parts.append((_group(part[0]), len(sample)))
    found = fitted(data, profile, even_importance(parts), LEAST_OF_STRANGERS)
    factors = {kind: max(factor, LEAST_FACTOR) for kind, factor in found.other.items()}
    return evolve(found, other=factors)


def even_importance(parts: Sequence[tuple[str, int]]) -> npt.NDArray[np.float64]:
    """Return the weight of each example, so that groups count equally, and so do a group's sources.

    The weights add up to the number of examples. A source with very few examples counts for less.
    `parts` has the group of each source and the number of its examples.
    """
    if not parts:
        return np.ones(0)
    groups, sizes = np.array([group for group, _ in parts]), np.array([size for _, size in parts])
    single = np.minimum(sizes.mean() / np.maximum(1, sizes), _MOST_IMPORTANT)
    names, places = np.unique(groups, return_inverse=True)
    totals = np.bincount(places, weights=sizes * single)
    each = single * sizes.sum() / len(names) / np.maximum(1e-9, totals[places])
    return np.repeat(each, sizes)


def _explained(
    boards: Sequence[AuctionRecord],
    bidder: Bidder,
    start: ReadingSoftness,
    declared: ReadingSoftness,
) -> ReadingSoftness:
    """Fit the profile of explained calls; for passes, rarely explained, `declared` is copied."""
    boards = [record for record in boards if record.source == EXPLAINED]
    data = [
        [evolve(call, kind=_POOLED.get(call.kind, call.kind)) for call in item]
        for item in examples(boards, bidder, single=start.single, told=True, samples=_SAMPLES)
        if item and not {call.kind for call in item} <= {*_PASSES}
    ]
    if not data:
        return start
    found = fitted(data, start, least=LEAST_EXPLAINED)
    needs = strays(boards, bidder, told=True, pooled=_POOLED)
    margins = fitted_margins(needs, MISSES[start.name])
    return evolve(
        found,
        grades=_spread(found.grades, declared.grades),
        other=_spread(found.other, declared.other),
        margins=_spread(margins, declared.margins),
    )


def _spread(owner: Mapping[str, T], passes: Mapping[str, T]) -> dict[str, T]:
    """Return `owner` with a value for every kind of call.

    A kind that is fitted together with another one gets its value; passes get that of `passes`.
    """
    pooled = {kind.value: owner[one] for kind, one in _POOLED.items()}
    return {**owner, **pooled, **{kind.value: passes[kind] for kind in _PASSES}}


def _with_margins(profile: ReadingSoftness, found: Strays) -> ReadingSoftness:
    return evolve(profile, margins=fitted_margins(found, MISSES[profile.name]))


@frozen
class StrayCall:
    """A call's outer box, and the margin, in points and cards, that makes it hold the true hand."""

    box: Box
    needed: tuple[int, int]
    group: str = ""


Strays = Mapping[CallKind, Sequence[StrayCall]]


def strays(
    records: Iterable[AuctionRecord],
    bidder: Bidder,
    group: Callable[[AuctionRecord], str] = lambda _record: "",
    *,
    told: bool = False,
    pooled: Mapping[CallKind, CallKind] | None = None,
) -> Strays:
    """Return the calls of all players of some boards by kind, each with its group of players.

    If `told`, only explained calls count, read with their explanations; if not, all calls count and
    explanations are ignored. Kinds that are keys of `pooled` count as its values.
    """
    found: dict[CallKind, list[StrayCall]] = {}
    for record in records:
        words = CallWords.of_all(record.board) if told else NO_WORDS
        readings = bidder.read(record.board.auction, record.board.vulnerability, words)
        for hand, reading in zip(record.board.hands, readings, strict=True):
            for call in reading.calls:
                if hand is not None and (call.told == "caller" or not told):
                    kind = (pooled or {}).get(call.kind, call.kind)
                    stray = StrayCall(call.outer, _needed(call.outer, hand), group(record))
                    found.setdefault(kind, []).append(stray)
    return found


def misses(calls: Sequence[StrayCall], margin: tuple[int, int]) -> float:
    """Return the share of calls whose widened box misses the true hand, in the worst group."""
    needed = np.array([call.needed for call in calls])
    outside = np.asarray((needed > np.array(margin)).any(axis=1))
    names = np.array([call.group for call in calls])
    return max(float(outside[names == name].mean()) for name in np.unique(names))


def fitted_margins(found: Strays, most: float) -> dict[str, Margin]:
    """Return for each kind of call the margin with the smallest boxes that misses few enough hands.

    `most` is the largest share of true hands that may lie outside the widened boxes.
    """
    chosen = {}
    for kind, calls in found.items():
        if len(calls) >= _FEW:
            allowed = [margin for margin in _CANDIDATES if misses(calls, margin) <= most]
            size = partial(_size, calls)
            chosen[kind.value] = min(allowed, key=size, default=_CANDIDATES[-1])
    rare = chosen.get(CallKind.NATURAL.value, _CANDIDATES[-1])
    return {kind.value: chosen.get(kind.value, rare) for kind in CallKind}


def _size(calls: Sequence[StrayCall], margin: tuple[int, int]) -> float:
    """Return the mean share of all hands that are inside the boxes widened by a margin."""
    boxes = [call.box.widen(*margin) for call in calls[:: max(1, len(calls) // _SIZED)]]
    return float(batch.shares(box_limits(boxes)).mean())


def _needed(box: Box, hand: Hand) -> tuple[int, int]:
    """Return the points and the cards by which a hand is outside a box; 0 if it is inside."""

    def outside(value: int, span: tuple[int, int]) -> int:
        return max(0, span[0] - value, value - span[1])

    return outside(hand.hcp, box.hcp), max(map(outside, hand.lengths, box.lengths))

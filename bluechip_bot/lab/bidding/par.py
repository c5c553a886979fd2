"""Random deals that one side bids alone, and what its contracts lose to the best ones.

On each random deal the side with more points bids, and the other passes. Its best contract is the
one with the highest mean score, double dummy, over the deal and some other layouts of the
opponents' cards: what two good bidders could aim at, not what one layout happens to allow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import count, product
from typing import Annotated, ClassVar, Final, Self

import attrs
import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.lab.bidding.contracts import by_kind
from bluechip_bot.lab.bidding.holes import call_name
from bluechip_bot.lab.bidding.side import (
    BiddingSide,
    SideSpec,
    SilentSide,
    bid_between,
    open_side,
    play_in_worker,
)
from bluechip_bot.lab.bidding.table import (
    auction_of,
    contract_kind,
    hands_of_side,
    random_deal,
    stronger,
)
from bluechip_bot.lab.estimates import aligned, mean
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Contract,
    Deal,
    Hand,
    Seat,
    Side,
    Strain,
    dealer_of_board,
    duplicate_score,
    four,
    imps,
)

_MEMORY_MB: Final = 64
_FIT: Final = 7
"""The fewest cards of a suit in two hands with which it may be the best strain."""
_REDEALT: Final = 1 << 32
"""The step between the numbers of the deals tried for a board; no run has as many boards."""
_LAYOUTS: Final = 2
"""The use of a seed for layouts."""
_STRAINS: Final = "SHDCN"

_Scores = npt.NDArray[np.int64]


@frozen
class SideTricks:
    """The double-dummy tricks of two hands, over some layouts of the opponents' cards.

    The table is int8[5, 2, layouts], by strain (S H D C NT), declarer (North or East first) and
    layout; entries are -1 in strains that were not solved.
    """

    table: npt.NDArray[np.int8] = field(eq=attrs.cmp_using(np.array_equal))

    def __str__(self) -> str:
        solved = zip(_STRAINS, self.table.tolist(), strict=True)
        return " ".join(
            letter + "/".join("".join(f"{tricks:x}" for tricks in row) for row in rows)
            for letter, rows in solved
            if rows[0][0] >= 0
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text that `str` makes."""
        rows = {
            _STRAINS.index(word[0]): [
                [int(one, 16) for one in part] for part in word[1:].split("/")
            ]
            for word in text.split()
        }
        table = np.full((5, *np.shape(next(iter(rows.values()), [[], []]))), -1, np.int8)
        for strain, found in rows.items():
            table[strain] = found
        if table.shape[:2] != (5, 2) or not table.size or table.max() > 13:
            raise ValueError("up to 13 tricks of two declarers on each layout expected")
        return cls(table)


@frozen
class ParOutcome(Row):
    """The outcome of a deal that the side with more points has bid alone."""

    KIND: ClassVar[str] = "contracts against par"
    number: Annotated[
        int, ColumnMeaning("of the board, from 1; dealer and vulnerability follow from it")
    ]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    tricks: Annotated[
        SideTricks,
        ColumnMeaning(
            "hexadecimal, double dummy: of a strain those of one declarer, North or East, on each"
            " layout of the opponents' cards, then those of the other; the first layout is the deal"
        ),
    ]
    auction: Annotated[tuple[Call, ...], ColumnMeaning("all calls")]
    contract: Annotated[Contract | None, ColumnMeaning("empty when passed out")] = field(init=False)
    best: Annotated[
        Contract | None,
        ColumnMeaning("that with the best mean score over the layouts; empty for none"),
    ] = field(init=False)
    lost: Annotated[
        float,
        ColumnMeaning("IMPs by which the best contract is better, the mean of the layouts", ".3f"),
    ] = field(init=False)

    def __attrs_post_init__(self) -> None:
        auction, side = self.calls, self.side
        if not auction.is_over:
            raise ValueError(f"the auction is not over: {auction}")
        contract = auction.contract
        vulnerability = Board.begin(self.number).vulnerability
        points = _points()[int(vulnerability.includes(Seat(side)))]
        best, scores = _best(self.tricks, points, side)
        reached = np.zeros_like(scores)
        if contract is not None:
            tricks = self.tricks.table[contract.strain, contract.declarer // 2]
            if contract.declarer.side is not side or tricks[0] < 0:
                raise ValueError(f"no tricks of {contract}")
            reached = points[contract.strain, contract.level - 1, tricks]
        object.__setattr__(self, "contract", contract)
        object.__setattr__(self, "best", best)
        differences = (scores - reached).tolist()
        object.__setattr__(self, "lost", sum(map(imps, differences)) / len(differences))

    @property
    def side(self) -> Side:
        """The side that bids."""
        return stronger(self.deal)

    @property
    def calls(self) -> Auction:
        """The auction of both sides."""
        return auction_of(dealer_of_board(self.number), self.auction)

    @property
    def dealt(self) -> str:
        """The deal and the number of layouts."""
        return f"{self.deal}, {self.tricks.table.shape[2]} layouts"

    @property
    def measures(self) -> dict[str, float]:
        """The IMPs lost to the best contract."""
        return {"IMPs lost": self.lost}


def _best(tricks: SideTricks, points: _Scores, side: Side) -> tuple[Contract | None, _Scores]:
    """Return the contract with the best mean score, None if all lose, and its scores by layout."""
    found: tuple[Contract | None, _Scores] = None, np.zeros(tricks.table.shape[2], np.int64)
    for strain, partner in product(Strain, range(2)):
        taken = tricks.table[strain, partner]
        if taken[0] >= 0:
            scores = points[strain][:, taken]
            level = int(scores.sum(axis=1).argmax())
            if scores[level].sum() > found[1].sum():
                found = Contract(level + 1, strain, Seat(side + 2 * partner)), scores[level]
    return found


@cache
def _points() -> _Scores:
    """Return int[2, 5, 7, 14]: scores by vulnerability, strain, level less 1, and tricks."""
    cases = product((False, True), Strain, range(1, 8), range(14))
    scores = [
        duplicate_score(Contract(level, strain, Seat.NORTH), tricks, vulnerable=vulnerable)
        for vulnerable, strain, level, tricks in cases
    ]
    return np.array(scores).reshape(2, 5, 7, 14)


ParItem = tuple[int, SideTricks | None]
"""The number of a deal, and its tricks if they are known."""


@frozen
class ParPlan:
    """A plan of a run: bidder, seed, its side's fewest points, layouts (the deal is the first)."""

    bidder: SideSpec
    seed: int
    points: int = 20
    layouts: int = 8
    patience: float = 60.0

    @property
    def dealt(self) -> str:
        """The options on which deals and layouts depend, as on the command line."""
        return f"--seed {self.seed} --points {self.points} --layouts {self.layouts}"

    def open(self) -> ParPlayer:
        """Open the bidder, and return the player that bids with it."""
        spec = self.bidder
        bidder = open_side("the bidder", spec, spec, patience=self.patience, seed=self.seed)
        return ParPlayer(self, bidder)


@frozen(eq=False)
class ParPlayer:
    """Bids deals for one side and solves them."""

    plan: ParPlan
    bidder: BiddingSide
    _solver: DoubleDummy = field(factory=lambda: DoubleDummy(_MEMORY_MB), init=False)

    def play(self, item: ParItem) -> ParOutcome:
        """Bid the deal of an item, solve the tricks that the item lacks, and return the outcome."""
        number, tricks = item
        deal = self._deal(number)
        side, silent = stronger(deal), SilentSide()
        sides = (self.bidder, silent) if side is Side.NS else (silent, self.bidder)
        board = bid_between(sides, Board.begin(number, deal=deal))
        layouts = self._layouts(number, deal)
        if tricks is None:
            first, second = deal.hands[side::2]
            both = first | second
            suits = (one for one in Strain if one is not Strain.NOTRUMP)
            fits = [suit for suit in suits if len(both.in_suit(suit)) >= _FIT]
            tricks = self._solved(layouts, side, [*fits, Strain.NOTRUMP])
        contract = board.contract
        if contract is not None and tricks.table[contract.strain, 0, 0] < 0:
            more = self._solved(layouts, side, [contract.strain])
            tricks = SideTricks(np.where(tricks.table < 0, more.table, tricks.table))
        return ParOutcome(number, deal, tricks, board.auction.calls)

    def close(self) -> None:
        """Close the bidder."""
        self.bidder.close()

    def _deal(self, number: int) -> Deal:
        """Return the first deal drawn for a number in which the stronger side has enough points."""
        deals = (random_deal(self.plan.seed, number + _REDEALT * tried) for tried in count())
        return next(
            deal
            for deal in deals
            if sum(hand.hcp for hand in deal.hands[stronger(deal) :: 2]) >= self.plan.points
        )

    def _layouts(self, number: int, deal: Deal) -> list[Deal]:
        """Return the deal, and others in which the silent side has random hands."""
        silent = stronger(deal).other
        rng = np.random.Generator(np.random.PCG64([self.plan.seed, number, _LAYOUTS]))
        first, second = deal.hands[silent::2]
        cards = np.array([1 << int(card) for card in first | second], np.uint64)
        layouts = [deal]
        while len(layouts) < self.plan.layouts:
            mask = int(np.bitwise_or.reduce(rng.permutation(cards)[:13]))
            hands = list(deal.hands)
            hands[silent::2] = Hand(mask), (first | second) - Hand(mask)
            layouts.append(Deal(four(hands)))
        return layouts

    def _solved(self, layouts: Sequence[Deal], side: Side, strains: Sequence[Strain]) -> SideTricks:
        tables = [self._solver.table(deal, strains, (side, side + 2)) for deal in layouts]
        return SideTricks(np.stack(tables, axis=-1)[:, side::2])


@frozen
class ContextList:
    """The contexts to report: `count` of `least` deals or more, or `only` one; `show` examples."""

    least: int = 20
    count: int = 40
    show: int = 2
    only: str = ""


def par_experiment(
    plan: ParPlan, title: str, listed: ContextList, known: Sequence[ParOutcome] = ()
) -> LabExperiment[ParOutcome]:
    """Return the plan as an experiment, with a report of the contexts of `listed`.

    `known` are another bidder's outcomes of the first deals: their tricks are not solved again, and
    the report compares the two bidders.
    """
    return LabExperiment(
        ParOutcome,
        title,
        partial(play_in_worker, plan),
        lambda rows: report(plan, rows, listed, known),
        lambda rows: f"{_lost(rows) / max(1, len(rows)):.2f} IMPs lost a deal",
        value=lambda row: row.lost,
        value_name="IMPs lost a deal",
        item=lambda number: (number, known[number - 1].tricks if number <= len(known) else None),
        here=lambda: closing(plan.open()),
        is_timed=plan.bidder.is_timed,
    )


def report(
    plan: ParPlan,
    rows: Sequence[ParOutcome],
    listed: ContextList,
    others: Sequence[ParOutcome] = (),
) -> str:
    """Return the figures of at least one deal, and the contexts that lose most.

    `others` are the first deals as another bidder bid them; the report ends with a comparison.
    """
    kinds = [((contract_kind(row.contract), contract_kind(row.best)), -row.lost) for row in rows]
    lines = [
        f"bidder              {plan.bidder}",
        f"deals               {len(rows)} of seed {plan.seed}, {plan.layouts} layouts each",
        f"IMPs lost a deal    {mean([row.lost for row in rows]):.3f}",
        "",
        *by_kind(kinds, ("reached", "best")),
        "",
    ]
    groups = contexts(rows, listed.least)
    costliest = sorted(groups, key=lambda one: (-_lost(groups[one]), one))[: listed.count]
    if listed.only:
        costliest = [one for one in groups if one == listed.only]
    table: list[_Line] = [(("IMPs", "share", "deals", "a deal", "context", "commonest loss"), ())]
    for context in costliest:
        group = groups[context]
        lost = _lost(group)
        misses = Counter(_miss(row) for row in group if row.lost > 0)
        miss, times = (misses.most_common(1) or [("none", 0)])[0]
        share, a_deal = f"{lost / max(1e-9, _lost(rows)):.1%}", f"{lost / len(group):.2f}"
        shown = sorted(group, key=lambda row: (_miss(row) != miss, -row.lost))[: listed.show]
        cells = (f"{lost:.1f}", share, f"{len(group)}", a_deal, context, f"{miss} ({times})")
        examples = [line for row in shown if row.lost > 0 for line in _example(row)]
        table.append((cells, examples))
    lines += _with_examples(">>>><<", table)
    if pairs := list(zip(rows, others, strict=False)):
        lines += _against(pairs, listed)
    return "\n".join(lines)


_Line = tuple[Sequence[str], Sequence[str]]
"""The cells of a line of a table, and the examples below it."""


def _with_examples(sides: str, table: Sequence[_Line]) -> Iterator[str]:
    texts = aligned(sides, [cells for cells, _ in table])
    for text, (_, examples) in zip(texts, table, strict=True):
        yield from (text, *(f"{'':10}{example}" for example in examples))


_Pair = tuple[ParOutcome, ParOutcome]
"""A deal as two bidders bid it, ours first."""


def _against(pairs: Sequence[_Pair], listed: ContextList) -> list[str]:
    """Return a table of another bidder's gains in IMPs, by the first calls that differ."""
    groups: defaultdict[tuple[str, str, str], list[_Pair]] = defaultdict(list)
    for row, other in pairs:
        if row.auction != other.auction:
            groups[_departure(row, other)].append((row, other))
    table: list[_Line] = [(("IMPs", "deals", "a deal", "context", "its call for ours"), ())]
    best = sorted(groups, key=lambda key: (-sum(map(_won, groups[key])), key))
    for key in best[: listed.count]:
        context, ours, theirs = key
        if listed.only in ("", context):
            won, size = sum(map(_won, groups[key])), len(groups[key])
            shown = sorted(groups[key], key=_won, reverse=True)[: listed.show]
            won_text, each = f"{won:+.1f}", f"{won / size:+.2f}"
            examples = [
                line for own, other in shown for line in (*_example(own), f"it: {other.calls}")
            ]
            table.append(((won_text, f"{size}", each, context, f"{theirs} for {ours}"), examples))
    head = f"IMPs a deal that the bidder of --tricks wins: {mean(list(map(_won, pairs))):+.3f}"
    return ["", head, "", *_with_examples(">>><<", table)]


def _won(pair: _Pair) -> float:
    row, other = pair
    return row.lost - other.lost


def _departure(row: ParOutcome, other: ParOutcome) -> tuple[str, str, str]:
    """Return the calls of a side before its two auctions differ, and the two calls that differ."""
    calls = list(zip(_calls(row), _calls(other), strict=False))
    # Two suits may have the same name in their auctions, so the calls themselves are compared.
    pairs = zip(_side_calls(row), _side_calls(other), strict=False)
    same = next(at for at, (ours, theirs) in enumerate(pairs) if ours != theirs)
    return " ".join(ours for ours, _ in calls[:same]) or "first call", *calls[same]


def contexts(rows: Sequence[ParOutcome], least: int) -> dict[str, list[ParOutcome]]:
    """Group deals by context: the longest beginning of an auction that `least` deals share.

    Calls are those of the side that bids, without the names of suits, see `holes.context_of`; `...`
    stands for an auction that goes on.
    """
    groups: defaultdict[str, list[ParOutcome]] = defaultdict(list)
    called = [(_calls(row), row) for row in rows]
    shared = Counter(calls[:size] for calls, _ in called for size in range(len(calls) + 1))
    for calls, row in called:
        size = len(calls)
        while size and shared[calls[:size]] < least:
            size -= 1
        groups[" ".join((*calls[:size], *["..."] * (size < len(calls))))].append(row)
    return dict(groups)


def _calls(row: ParOutcome) -> tuple[str, ...]:
    """Return the side's calls, initial passes included, with suits as `M`, `m`, `oM` and `om`."""
    names = {Strain.NOTRUMP: "NT"}
    return tuple(call_name(call, names) for call in _side_calls(row))


def _side_calls(row: ParOutcome) -> list[Call]:
    auction = row.calls
    return [
        call for index, call in enumerate(auction.calls) if auction.caller(index).side is row.side
    ]


def _lost(group: Sequence[ParOutcome]) -> float:
    return sum(row.lost for row in group)


def _miss(row: ParOutcome) -> str:
    """Return in a few words how the contract differs from the best one."""
    reached, best = row.contract, row.best
    kinds = contract_kind(reached), contract_kind(best)
    if reached is None or best is None or kinds[0] != kinds[1]:
        return f"{kinds[0]} for {kinds[1]}"
    if reached.strain is not best.strain:
        return f"{kinds[0]} in another strain"
    if reached.level != best.level:
        return f"{kinds[0]} too {'high' if reached.level > best.level else 'low'}"
    return "the other declarer"


def _example(row: ParOutcome) -> Iterator[str]:
    board = Board.begin(row.number)
    reached, best = (str(one or "passed out") for one in (row.contract, row.best))
    yield f"{row.lost:.1f} IMPs, board {row.number}: {reached}, best {best}"
    hands = hands_of_side(row.deal.hands, row.side)
    yield f"{hands}, {board.vulnerability} vulnerable: {row.calls}"

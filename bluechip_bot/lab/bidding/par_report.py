"""The loss of a bidder's contracts against the best ones, opponents silent, by context."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial

from attrs import frozen

from bluechip_bot.lab.bidding.contracts import by_kind
from bluechip_bot.lab.bidding.holes import call_name
from bluechip_bot.lab.bidding.par import ParItem, ParPlan, ParPlayer, play_deal
from bluechip_bot.lab.bidding.par_outcome import ParOutcome
from bluechip_bot.lab.bidding.table import contract_kind
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.experiment import Experiment
from bluechip_bot.model import Board, Call, Strain

_Pair = tuple[ParOutcome, ParOutcome]
"""A deal as two bidders bid it, ours first."""


@frozen
class ContextList:
    """Which contexts a report lists.

    Attributes:
        least: the fewest deals of a context.
        count: the most contexts.
        show: the most examples of each.
        only: the context that alone is listed; empty for the costliest ones.
    """

    least: int = 20
    count: int = 40
    show: int = 2
    only: str = ""


def par_experiment(
    plan: ParPlan, title: str, listed: ContextList, known: Sequence[ParOutcome] = ()
) -> Experiment[ParOutcome]:
    """The measurement as an experiment.

    Args:
        plan: what is bid.
        title: the command.
        listed: the contexts of the report.
        known: outcomes of the first deals by another bidder, whose tricks are used again, and with
            which the report compares.
    """

    def item(number: int) -> ParItem:
        return number, known[number - 1].tricks if number <= len(known) else None

    def here() -> AbstractContextManager[ParPlayer]:
        return closing(plan.open())

    return Experiment(
        ParOutcome,
        title,
        partial(play_deal, plan),
        lambda rows: report(plan, rows, listed, known),
        lambda rows: f"{sum(row.lost for row in rows) / max(1, len(rows)):.2f} IMPs lost a deal",
        value=lambda row: row.lost,
        value_name="IMPs lost a deal",
        item=item,
        here=here,
        is_timed=plan.is_timed,
    )


def report(
    plan: ParPlan,
    rows: Sequence[ParOutcome],
    listed: ContextList,
    others: Sequence[ParOutcome] = (),
) -> str:
    """The figures of some deals, at least one, and the contexts that lose most.

    Args:
        plan: what was bid.
        rows: the deals.
        listed: the contexts of the report.
        others: the first deals as another bidder bid them; the report ends with a comparison.
    """
    kinds = [((contract_kind(row.contract), contract_kind(row.best)), -row.lost) for row in rows]
    groups = contexts(rows, listed.least)
    costliest = sorted(groups, key=lambda one: (-_lost(groups[one]), one))[: listed.count]
    if listed.only:
        costliest = [one for one in groups if one == listed.only]
    lines = [
        f"bidder              {plan.bidder}",
        f"deals               {len(rows)} of seed {plan.seed}, {plan.layouts} layouts each",
        f"IMPs lost a deal    {mean([row.lost for row in rows]):.3f}",
        "",
        *by_kind(kinds, ("reached", "best")),
        "",
        f"{'IMPs':>8}{'share':>8}{'deals':>7}{'a deal':>8}  {'context':<36}commonest loss",
    ]
    whole = max(1e-9, _lost(rows))
    for context in costliest:
        group = groups[context]
        lost = _lost(group)
        misses = Counter(_miss(row) for row in group if row.lost > 0)
        miss, times = (misses.most_common(1) or [("none", 0)])[0]
        lines.append(
            f"{lost:>8.1f}{lost / whole:>8.1%}{len(group):>7}{lost / len(group):>8.2f}  "
            f"{context:<36}{miss} ({times})"
        )
        shown = sorted(group, key=lambda row: (_miss(row) != miss, -row.lost))[: listed.show]
        lines += [f"{'':10}{line}" for row in shown if row.lost > 0 for line in _example(row)]
    return "\n".join([*lines, *_against(rows, others, listed)])


def _against(
    rows: Sequence[ParOutcome], others: Sequence[ParOutcome], listed: ContextList
) -> Iterator[str]:
    """Yield what another bidder does better: the first calls that differ, by context."""
    pairs = list(zip(rows, others, strict=False))
    if not pairs:
        return
    groups: defaultdict[tuple[str, str, str], list[_Pair]] = defaultdict(list)
    for row, other in pairs:
        if row.auction != other.auction:
            groups[_departure(row, other)].append((row, other))
    yield ""
    yield f"IMPs a deal that the bidder of --tricks wins: {mean(list(map(_won, pairs))):+.3f}"
    yield ""
    yield f"{'IMPs':>8}{'deals':>7}{'a deal':>8}  {'context':<36}its call for ours"
    best = sorted(groups, key=lambda key: (-sum(map(_won, groups[key])), key))
    for context, ours, theirs in best[: listed.count]:
        group = groups[context, ours, theirs]
        if listed.only not in ("", context):
            continue
        won = sum(map(_won, group))
        yield (
            f"{won:>+8.1f}{len(group):>7}{won / len(group):>+8.2f}  "
            f"{context:<36}{theirs} for {ours}"
        )
        for row, other in sorted(group, key=_won, reverse=True)[: listed.show]:
            yield from (f"{'':10}{line}" for line in (*_example(row), f"it: {other.calls}"))


def _won(pair: _Pair) -> float:
    row, other = pair
    return row.lost - other.lost


def _departure(row: ParOutcome, other: ParOutcome) -> tuple[str, str, str]:
    """The calls of a side before its auctions differ, and the two that differ."""
    calls = list(zip(_calls(row), _calls(other), strict=False))
    # Two suits may have the same name in their auctions, so the calls themselves are compared.
    pairs = zip(_side_calls(row), _side_calls(other), strict=False)
    same = next(at for at, (ours, theirs) in enumerate(pairs) if ours != theirs)
    return " ".join(ours for ours, _ in calls[:same]) or "first call", *calls[same]


def contexts(rows: Sequence[ParOutcome], least: int) -> dict[str, list[ParOutcome]]:
    """The deals by context: the longest beginning of an auction that so many deals share.

    Calls are those of the side that bids, without the names of suits, see `holes.context_of`;
    `...` stands for an auction that goes on.
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
    """The side's calls, suits without names; passes before its first bid are its own, too."""
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
    """How the contract differs from the best one, in a few words."""
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
    hands = zip("NESW", row.deal.hands, strict=True)
    ours = "  ".join(f"{letter} {hand}" for letter, hand in [*hands][row.side :: 2])
    yield f"{ours}, {board.vulnerability} vulnerable: {row.calls}"

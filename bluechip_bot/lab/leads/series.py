"""The opening leads of recorded boards one after another, by whatever workers, in order.

We lead as at a table, with one difference: all four players of a record are strangers, so partner's
calls are believed no more firmly than the opponents'.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from functools import cache, partial
from typing import Final, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import Systems, load_bidding
from bluechip_bot.config import SearchConfig, conf_dir
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference import card_fits
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.lab.leads.outcome import Leader, LeadOutcome
from bluechip_bot.lab.workers import Workers
from bluechip_bot.model import Board, Card, CardRecord, Decision, DecisionRequest, Hand
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.search import SearchPlayer

LeadEngine: TypeAlias = Literal["pimc", "alphamu", "none"]
LEAD_ENGINES: Final[tuple[LeadEngine, ...]] = get_args(LeadEngine)
TextbookRule: TypeAlias = Literal["habit"] | LeadRule
TEXTBOOK_RULES: Final[tuple[TextbookRule, ...]] = ("habit", "fourth", "passive")

_AGES: Final = 1e6
"""Seconds; a budget that is never spent."""


class LeadPlanError(ValueError):
    """Limits that allow a search without end."""


@frozen
class LeadPlan:
    """Who leads, and how.

    Attributes:
        engine: how our card is found; "none": not at all.
        budget: seconds for it; None is without limit, so that the choice can be repeated.
        worlds: layouts of the hidden hands, at most; None is as many as there is time for.
        system: the system by which all calls are read, by name or as a file.
        rule: the rule of the textbook: "habit", the card that the fitted model of leads holds the
            likeliest, or one of `lab.duel.lead`.
        seed: where the choice of layouts begins.
        memory_mb: memory of the engine's tables, in MiB.

    Raises:
        LeadPlanError: if an engine has neither a budget nor a number of layouts.
    """

    engine: LeadEngine = "pimc"
    budget: float | None = 1.0
    worlds: int | None = None
    system: str = "sayc"
    rule: TextbookRule = "habit"
    seed: int = 1
    memory_mb: int = 256

    def __attrs_post_init__(self) -> None:
        if self.engine != "none" and self.budget is None and self.worlds is None:
            raise LeadPlanError("a lead without a number of layouts needs a budget")

    def partnership(self) -> Partnership:
        """What the leader knows of the systems.

        Raises:
            ConfigError: if the system is unknown or cannot be used.
        """
        return strangers(self.system)


def strangers(system: str) -> Partnership:
    """What a player knows of the systems when all four players of a record are strangers.

    Args:
        system: by which all calls are read, by name or as a file.

    Raises:
        ConfigError: if the system is unknown or cannot be used.
    """
    settings = evolve(load_bidding(), our=system, strangers=system, teams={})
    known = Systems(settings, conf_dir() / "systems", check=False).partnership()
    return evolve(known, partner=known.opponents)


def boards_with_lead(records: Iterable[AuctionRecord], *, held_out: bool) -> Iterable[Board]:
    """Yield the boards of one half of records on which somebody led and all hands are known."""
    for record in records:
        board = record.board
        if record.held_out is held_out and board.play and board.play.cards and all(board.hands):
            yield board


def lead_outcomes(
    plan: LeadPlan, boards: Sequence[Board], numbers: Iterable[int], *, workers: Workers
) -> Generator[LeadOutcome, None, None]:
    """Yield the outcomes of boards in the order of their numbers. Close the iterator to end early.

    Args:
        plan: who leads.
        boards: as of `boards_with_lead`.
        numbers: which of them, from 1.
        workers: who works.
    """
    items = ((number, boards[number - 1]) for number in numbers)
    yield from workers.in_order(partial(lead_outcome, plan), items)


def lead_outcome(plan: LeadPlan, item: tuple[int, Board]) -> LeadOutcome:
    """The outcome of a board with its number."""
    number, board = item
    contract, hands = board.contract, [hand or Hand(0) for hand in board.hands]
    assert contract is not None
    assert board.play is not None
    tricks = _solver().cards(hands, contract.strain, contract.leader)
    leads: dict[Leader, Card] = {"record": board.play.cards[0], "rule": _by_rule(plan, board)}
    if plan.engine == "none":
        return LeadOutcome(number, board, tricks, leads)
    started = time.perf_counter()
    decision = _ours(plan, board)
    seconds = time.perf_counter() - started
    assert isinstance(decision.action, Card)
    leads["ours"] = decision.action
    worlds = decision.record.worlds if isinstance(decision.record, CardRecord) else 0
    return LeadOutcome(number, board, tricks, leads, worlds, seconds)


def _by_rule(plan: LeadPlan, board: Board) -> Card:
    """The rule's lead."""
    assert board.contract is not None
    leader = board.contract.leader
    hand = board.hands[leader] or Hand(0)
    if plan.rule != "habit":
        return opening_lead(hand, board.contract.strain, plan.rule)
    cards = [*hand]
    agreements = _partnership(plan).ours.agreements
    seen = board.until(0).seen_by(leader)
    fits = card_fits(seen, cards, _parts(plan).inference, agreements)
    best: Card = max(zip(fits, cards, strict=True), key=lambda one: (one[0], -one[1]))[1]
    return best


def _ours(plan: LeadPlan, board: Board) -> Decision:
    """Our engine's decision."""
    assert board.contract is not None
    leader = board.contract.leader
    budget = _AGES if plan.budget is None else plan.budget
    seen = board.until(0).seen_by(leader)
    return _player(plan).decide(DecisionRequest(0, seen, leader, budget, plan.seed))


@cache
def _solver() -> DoubleDummy:
    return DoubleDummy()


@cache
def _partnership(plan: LeadPlan) -> Partnership:
    return plan.partnership()


@cache
def _player(plan: LeadPlan) -> SearchPlayer:
    """Whoever leads for us; it keeps its tables from board to board, as at a table."""
    return _parts(plan).player(_partnership(plan))


@cache
def _parts(plan: LeadPlan) -> Assembly:
    """What the leader plays with, the systems apart."""
    search = SearchConfig(
        memory_mb=plan.memory_mb, worlds=plan.worlds or 0, think=False, plans="off"
    )
    return Assembly(plan.engine, search)

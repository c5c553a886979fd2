"""Who leads on a recorded board, and what the leads come to.

We lead as at a table, with one difference: all four players of a record are strangers, so partner's
calls are believed no more firmly than the opponents'.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference import card_fits
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.lab.leads.outcome import LeadOutcome, LeadTricks
from bluechip_bot.model import Board, Card, CardRecord, Decision, DecisionRequest, Hand
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.search import SearchPlayer

LeadEngine: TypeAlias = Literal["pimc", "alphamu", "none"]
LEAD_ENGINES: Final[tuple[LeadEngine, ...]] = get_args(LeadEngine)
TextbookRule: TypeAlias = Literal["habit"] | LeadRule
TEXTBOOK_RULES: Final[tuple[TextbookRule, ...]] = ("habit", "fourth", "passive")

_AGES: Final = 1e6
"""Seconds; a budget that is never spent."""


@frozen
class LeadPlan:
    """Who leads, and how.

    Attributes:
        engine: how our card is found; "none": not at all.
        budget: seconds for it; None is without limit, so that the choice can be repeated.
        worlds: layouts of the hidden hands, at most; None is as many as there is time for.
        system: the system by which all calls are read, by name or as a file; by default that by
            which those of strangers are.
        rule: the rule of the textbook: "habit", the card that the fitted model of leads holds the
            likeliest, or one of `lab.duel.lead`.
        seed: where the choice of layouts begins.
        memory_mb: memory of the engine's tables, in MiB.
    """

    engine: LeadEngine = "pimc"
    budget: float | None = 1.0
    worlds: int | None = None
    system: str = "strangers"
    rule: TextbookRule = "habit"
    seed: int = 1
    memory_mb: int = 256


@cache
def strangers(system: str) -> Partnership:
    """The partnership of a player to whom all four players of a record are strangers.

    Args:
        system: by which all calls are read, by name or as a file.

    Raises:
        ConfigError: if the system is unknown or cannot be used.
    """
    known = partnership(system, UNKNOWN_SYSTEM)
    return evolve(known, theirs=known.ours, partner=known.opponents)


def boards_with_lead(records: Iterable[AuctionRecord], *, held_out: bool) -> Iterable[Board]:
    """Yield the boards of one half of records on which somebody led and all hands are known."""
    for record in records:
        board = record.board
        if record.held_out is held_out and board.play and board.play.cards and all(board.hands):
            yield board


def lead_outcome(plan: LeadPlan, item: tuple[int, Board]) -> LeadOutcome:
    """The outcome of a board, as of `boards_with_lead`, with its number."""
    number, board = item
    contract, hands = board.contract, [hand or Hand(0) for hand in board.hands]
    assert contract is not None
    assert board.play is not None
    tricks = _solver().cards(hands, contract.strain, contract.leader)
    ours: Card | None = None
    worlds, seconds = 0, 0.0
    if plan.engine != "none":
        started = time.perf_counter()
        decision = our_lead(plan, board)
        seconds = time.perf_counter() - started
        assert isinstance(decision.action, Card)
        ours, record = decision.action, decision.record
        worlds = record.worlds if isinstance(record, CardRecord) else 0
    return LeadOutcome(
        number,
        board.dealer.letter,
        board.vulnerability,
        " ".join(map(str, hands)),
        board.auction.calls,
        ours,
        board.play.cards[0],
        _lead_by_rule(plan, board),
        tuple(LeadTricks(card, count) for card, count in tricks.items()),
        worlds,
        seconds,
    )


def _lead_by_rule(plan: LeadPlan, board: Board) -> Card:
    assert board.contract is not None
    leader = board.contract.leader
    hand = board.hands[leader] or Hand(0)
    if plan.rule != "habit":
        return opening_lead(hand, board.contract.strain, plan.rule)
    agreements = strangers(plan.system).ours.agreements
    seen = board.until(0).seen_by(leader)
    fits = card_fits(seen, [*hand], _parts(plan).inference, agreements)
    best: Card = max(zip(fits, hand, strict=True), key=lambda one: (one[0], -one[1]))[1]
    return best


def our_lead(plan: LeadPlan, board: Board) -> Decision:
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
def _player(plan: LeadPlan) -> SearchPlayer:
    """Whoever leads for us; it keeps its tables from board to board, as at a table."""
    return _parts(plan).player(strangers(plan.system))


@cache
def _parts(plan: LeadPlan) -> Assembly:
    """The parts of the leader's player, except the systems."""
    search = SearchConfig(
        memory_mb=plan.memory_mb, worlds=plan.worlds or 0, think=False, plans="off"
    )
    return Assembly(plan.engine, search)

"""The leads on a recorded board with their double-dummy tricks: ours, the record's, a rule's.

We lead as at a table, with one difference: all four players of a record are strangers, so partner's
calls are believed no more firmly than the opponents'.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import product
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.config import SearchConfig
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.inference import card_fits
from bluechip_bot.inference.facts import first_bids
from bluechip_bot.inference.features import ACE, JACK, KING, QUEEN
from bluechip_bot.inference.records import AuctionRecord
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.lab.duel.contender import AGES
from bluechip_bot.lab.duel.lead import LeadRule, opening_lead
from bluechip_bot.lab.duel.source import LEVELS, WantedContract
from bluechip_bot.lab.estimates import ExperimentEstimate, aligned, mean, wilson
from bluechip_bot.lab.rows import ColumnMeaning, LabExperiment, Row
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Card,
    CardRecord,
    Contract,
    Deal,
    Decision,
    DecisionRequest,
    Hand,
    PlannedBoard,
    Seat,
    Vulnerability,
    imps,
    side_score,
)
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.player.search import SearchPlayer

LEAD_KINDS: Final = (
    *("trump", "partner's suit", "singleton", "doubleton", "ace-king", "ace", "sequence"),
    *("honour", "from ace", "from king", "from queen", "nothing"),
)
_TEN: Final = 8
_solver: Final = cache(DoubleDummy)


def lead_kind(hand: Hand, card: Card, auction: Auction) -> str:
    """Return the kind of an opening lead, by its gains and risks: the first that fits.

    | kind | the card |
    |---|---|
    | trump | is a trump |
    | partner's suit | is of a suit that partner bid first |
    | ace-king | is the ace or the king of a suit with both |
    | singleton, doubleton | is the only card of its suit, one of two |
    | ace | is the ace |
    | sequence | is the ten or higher, and the next lower one is held too |
    | honour | is another king, queen or jack |
    | from ace, king, queen | is of a suit with the ace, else the king, the queen or the jack |
    | nothing | is of a suit of three or more without an honour |
    """
    contract = auction.contract
    assert contract is not None
    if card.suit is contract.strain.suit:
        return "trump"
    if first_bids(auction)[card.suit] == contract.leader.partner:
        return "partner's suit"
    return _by_holding(hand.ranks(card.suit), card.rank)


def _by_holding(ranks: int, led: int) -> str:
    if ranks & (ACE | KING) == ACE | KING and 1 << led & (ACE | KING):
        return "ace-king"
    if ranks.bit_count() <= 2:
        return "singleton" if ranks.bit_count() == 1 else "doubleton"
    if 1 << led == ACE:
        return "ace"
    if led >= _TEN:
        if ranks >> led - 1 & 1:
            return "sequence"
        if led > _TEN:
            return "honour"
    if ranks & ACE:
        return "from ace"
    if ranks & KING:
        return "from king"
    return "from queen" if ranks & (QUEEN | JACK) else "nothing"


Leader: TypeAlias = Literal["ours", "record", "rule"]
"""Whose lead it is: our engine's, the record's or a rule's."""


@frozen
class LeadCost:
    """The loss of a lead compared with the best one, double dummy.

    A contract is beatable if some lead beats it; a lead after which it is made lets it through.
    """

    tricks: int
    imps: int
    beatable: bool
    lets_through: bool


def lead_cost(contract: Contract, vul: Vulnerability, tricks: int, best: int) -> LeadCost:
    """Return the cost of a lead: the defenders take `tricks` after it, `best` after the best."""
    side, wanted = contract.leader.side, 14 - contract.target
    mine, most = (side_score(contract, 13 - taken, vul, side) for taken in (tricks, best))
    return LeadCost(best - tricks, imps(most - mine), best >= wanted, best >= wanted > tricks)


@frozen
class CardValues:
    """A number for each of some cards, such as tricks or a chance; as text `SA=5 SK=4`."""

    by_card: Mapping[Card, float] = field(hash=False)

    def __str__(self) -> str:
        return " ".join(f"{card}={value:.4g}" for card, value in self.by_card.items())

    @classmethod
    def parse(cls, text: str) -> CardValues:
        """Read the text that `str` makes."""
        pairs = (word.partition("=") for word in text.split())
        return cls({Card.parse(card): float(value) for card, _, value in pairs})

    @cached_property
    def tricks(self) -> dict[Card, int]:
        """The tricks after each card; raises `ValueError` if any are not whole."""
        if broken := [item for item in self.by_card.items() if item[1] % 1]:
            raise ValueError(f"{CardValues(dict(broken[:1]))}: whole tricks expected")
        return {card: int(value) for card, value in self.by_card.items()}


@frozen
class LeadOutcome(Row):
    """The leads on one board; the time is None if the file does not have it."""

    KIND: ClassVar[str] = "opening leads"
    DEALT = ("deal",)
    number: Annotated[int, ColumnMeaning("the place among the boards of the measurement, from 1")]
    dealer: Annotated[str, ColumnMeaning("N, E, S or W")]
    vul: Annotated[Vulnerability, ColumnMeaning("who is vulnerable")]
    deal: Annotated[str, ColumnMeaning("the hands of North, East, South and West")]
    auction: Annotated[tuple[Call, ...], ColumnMeaning("the calls")]
    contract: Annotated[Contract, ColumnMeaning("what is played")] = field(init=False)
    ours: Annotated[Card | None, ColumnMeaning("our lead; empty where no engine leads")]
    record: Annotated[Card, ColumnMeaning("the lead of the record")]
    rule: Annotated[Card, ColumnMeaning("the lead by a rule")]
    tricks: Annotated[
        CardValues, ColumnMeaning("the defenders' double-dummy tricks after each lead")
    ]
    worlds: Annotated[int, ColumnMeaning("the layouts by which ours was found; 0 where it was not")]
    seconds: Annotated[float | None, ColumnMeaning("the time that ours took", ".3f", seconds=True)]

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "contract", self.board.card_play.contract)
        if not {*self.leads.values()} <= {*self.tricks.tricks} == {*self.hand}:
            raise ValueError("cards that the leader does not hold")

    @cached_property
    def board(self) -> Board:
        """The board after the auction, with all hands."""
        deal, dealer = Deal.parse(f"N:{self.deal}"), Seat.parse(self.dealer)
        return PlannedBoard(self.number, dealer, self.vul, deal, self.auction).begin()

    @cached_property
    def leads(self) -> dict[Leader, Card]:
        """The card of each leader; ours is missing if no engine leads."""
        leads: dict[Leader, Card] = {"record": self.record, "rule": self.rule}
        return leads if self.ours is None else {"ours": self.ours, **leads}

    @property
    def hand(self) -> Hand:
        """The leader's hand."""
        return self.board.deal[self.contract.leader]

    def kind(self, leader: Leader) -> str:
        """Return the kind of a leader's lead, see `lead_kind`."""
        return lead_kind(self.hand, self.leads[leader], self.board.auction)

    def cost(self, leader: Leader) -> LeadCost:
        """Return the loss of a leader's lead."""
        counts = self.tricks.tricks
        return lead_cost(self.contract, self.vul, counts[self.leads[leader]], max(counts.values()))

    @property
    def measures(self) -> dict[str, float]:
        """The loss of each lead, and whether it lets the contract through, by name."""
        found: dict[str, float] = {}
        for leader in self.leads:
            cost = self.cost(leader)
            found[f"tricks given away, {leader}"] = cost.tricks
            found[f"contracts let through, {leader}"] = cost.lets_through
            found[f"IMPs given away, {leader}"] = cost.imps
        return found


LeadEngine: TypeAlias = Literal["pimc", "alphamu", "none"]
LEAD_ENGINES: Final[tuple[LeadEngine, ...]] = get_args(LeadEngine)
TextbookRule: TypeAlias = Literal["habit"] | LeadRule
TEXTBOOK_RULES: Final[tuple[TextbookRule, ...]] = ("habit", "fourth", "passive")


@frozen
class LeadPlan:
    """How leads are made: an engine or "none", its limits (None is no limit), and a rule.

    The rule is "habit", the card that the fitted model of leads finds the likeliest, or one of
    `lab.duel.lead`. All calls are read by `system`.
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
    """Return the partnership of a player to whom all four players of a record are strangers."""
    known = partnership(system, UNKNOWN_SYSTEM)
    return evolve(known, theirs=known.ours, partner=known.opponents)


def boards_with_lead(records: Iterable[AuctionRecord], *, held_out: bool) -> Iterable[Board]:
    """Yield boards with a lead and all hands, from the held-out records or from the others."""
    for record in records:
        board = record.board
        if record.held_out is held_out and board.play and board.play.cards and all(board.hands):
            yield board


def lead_outcome(plan: LeadPlan, item: tuple[int, Board]) -> LeadOutcome:
    """Return our lead, the record's and the rule's on a numbered board of `boards_with_lead`."""
    number, board = item
    contract, hands = board.card_play.contract, board.deal.hands
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
        board.card_play.cards[0],
        _lead_by_rule(plan, board),
        CardValues(tricks),
        worlds,
        seconds,
    )


def _lead_by_rule(plan: LeadPlan, board: Board) -> Card:
    contract = board.card_play.contract
    leader, hand = contract.leader, board.deal[contract.leader]
    if plan.rule != "habit":
        return opening_lead(hand, contract.strain, plan.rule)
    agreements = strangers(plan.system).ours.agreements
    seen = board.until(0).seen_by(leader)
    fits = card_fits(seen, [*hand], _parts(plan).inference, agreements)
    best: Card = max(zip(fits, hand, strict=True), key=lambda one: (one[0], -one[1]))[1]
    return best


def our_lead(plan: LeadPlan, board: Board) -> Decision:
    """Return our engine's decision on the lead."""
    leader = board.card_play.contract.leader
    budget = AGES if plan.budget is None else plan.budget
    seen = board.until(0).seen_by(leader)
    return _player(plan).decide(DecisionRequest(0, seen, leader, budget, plan.seed))


@cache
def _player(plan: LeadPlan) -> SearchPlayer:
    """Return our leader, which keeps its tables from board to board, as at a table."""
    return _parts(plan).player(strangers(plan.system))


@cache
def _parts(plan: LeadPlan) -> PlayerAssembly:
    """Return the assembly of the player that leads for us; its systems are given later."""
    search = SearchConfig(
        memory_mb=plan.memory_mb, worlds=plan.worlds or 0, think=False, plans="off"
    )
    return PlayerAssembly(plan.engine, search)


_LEADERS: Final[tuple[Leader, ...]] = ("ours", "record", "rule")
_NAMES: Final = {"ours": "ours", "record": "the record's", "rule": "the rule's"}


def lead_experiment(
    plan: LeadPlan, boards: Sequence[Board], title: str
) -> LabExperiment[LeadOutcome]:
    """Return the leads on boards of `boards_with_lead` as an experiment."""
    return LabExperiment(
        LeadOutcome,
        title,
        partial(lead_outcome, plan),
        LeadReport,
        _so_far,
        item=lambda number: (number, boards[number - 1]),
        is_timed=plan.budget is not None,
    )


def _so_far(rows: Sequence[LeadOutcome]) -> str:
    ours, theirs = (
        sum(row.cost(who).tricks for row in rows if who in row.leads) for who in ("ours", "record")
    )
    return f"tricks: ours {ours}, the record's {theirs}"


@frozen
class LeadReport:
    """The figures of the leads on at least one board."""

    rows: Sequence[LeadOutcome]

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """The leaders that led on every board."""
        return tuple(one for one in _LEADERS if all(one in row.leads for row in self.rows))

    def mean(self, leader: Leader, figure: str) -> ExperimentEstimate:
        """Return a leader's mean of a figure, which is a field of `LeadCost`."""
        return mean([getattr(row.cost(leader), figure) for row in self.rows])

    def let_through(self, leader: Leader) -> ExperimentEstimate:
        """Return the share of beatable contracts that a leader lets through."""
        costs = [row.cost(leader) for row in self.rows if row.cost(leader).beatable]
        return wilson(sum(cost.lets_through for cost in costs), len(costs))

    def more(self, leader: Leader, other: Leader, figure: str) -> ExperimentEstimate:
        """Return the mean by which one leader's figure exceeds the other's on the same boards."""
        pairs = [(row.cost(leader), row.cost(other)) for row in self.rows]
        return mean([getattr(one, figure) - getattr(two, figure) for one, two in pairs])

    def __str__(self) -> str:
        found = [row.cost("record").beatable for row in self.rows]
        counts = [f"{len(found)} boards, {sum(found)} contracts that a lead beats, double dummy"]
        if "ours" in self.leaders:
            worlds = sorted(row.worlds for row in self.rows)
            seconds = [row.seconds for row in self.rows if row.seconds is not None]
            pace = f", {sum(seconds) / len(seconds):.2f} s a lead" if seconds else ""
            counts.append(f"ours: {worlds[len(worlds) // 2]} layouts (median){pace}")
        tables = (self._differences(), self._contracts(), self._kinds())
        lines = [*aligned("<<<<", self._leads()), *counts]
        return "\n".join(
            [*lines, *(line for rows in tables for line in ("", *aligned("<<<<<", rows)))]
        )

    def _leads(self) -> Iterator[Sequence[str]]:
        yield "lead", "tricks given away", "let through if beatable", "IMPs given away"
        for leader in self.leaders:
            tricks, imps = (self.mean(leader, one) for one in ("tricks", "imps"))
            yield _NAMES[leader], f"{tricks:.3f}", f"{self.let_through(leader):.1%}", f"{imps:.3f}"

    def _differences(self) -> Iterator[Sequence[str]]:
        """Yield the rows of a table: by how much our leads differ from others, paired by board."""
        first, *others = self.leaders
        yield "less on the same boards", "tricks", "contracts let through", "IMPs"
        for other in others:
            figures = ("tricks", "lets_through", "imps")
            cells = (f"{self.more(first, other, one):+.3f}" for one in figures)
            yield f"{_NAMES[first]} - {_NAMES[other]}", *cells

    def _contracts(self) -> Iterator[Sequence[str]]:
        yield "contract", "boards", *(_NAMES[leader] for leader in self.leaders)
        for strain, (suffix, level) in product(("notrump", "suit"), LEVELS.items()):
            wanted = WantedContract(f"{strain}{suffix}")
            if rows := [row for row in self.rows if wanted.fits(row.contract)]:
                part = LeadReport(rows)
                cells = (f"{part.mean(leader, 'tricks'):.3f}" for leader in self.leaders)
                yield f"{strain} {level}", str(len(rows)), *cells

    def _kinds(self) -> Iterator[Sequence[str]]:
        """Yield the rows of a table: the number of leads of each kind, and their mean cost."""
        yield "kind of lead", *(_NAMES[leader] for leader in self.leaders)
        for kind in LEAD_KINDS:
            cells = []
            for leader in self.leaders:
                own = [row.cost(leader).tricks for row in self.rows if row.kind(leader) == kind]
                cells.append(f"{len(own):>4}: {mean(own):.3f}" if own else "   0")
            yield kind, *cells

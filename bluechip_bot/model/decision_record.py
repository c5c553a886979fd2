"""Records of how a call or a card was found: the figures that a player adds to a decision."""

from __future__ import annotations

from attrs import frozen

from bluechip_bot.model.calls import Call
from bluechip_bot.model.cards import Card


@frozen
class ComparedCall:
    """A call that simulation compared with the book's.

    Attributes:
        motive: why it was considered; `book` for the book's call.
        imps: the mean gain over the book's call.
        advantage: the expected gain, less the call's margin.
        solved: the number of layouts on which both calls were solved.
        auction: an example of how the auction continues.
    """

    call: Call
    motive: str
    imps: float
    advantage: float
    solved: int
    auction: str


@frozen
class CallRecord:
    """A record of how simulation decided between calls.

    Attributes:
        candidates: the calls, the book's first.
        layouts: the number of layouts on which all auctions were bid.
        solved: how many of these layouts were solved.
        contracts: the number of contracts solved on these.
        effective: the effective number of layouts.
        relaxed: the sources of evidence that contradict more reliable evidence.
        lost: the number of auctions that the systems could not finish.
    """

    candidates: tuple[ComparedCall, ...]
    layouts: int
    solved: int
    contracts: int
    effective: float
    relaxed: tuple[str, ...]
    lost: int
    seconds: float = 0.0


@frozen
class SampleSummary:
    """The origin of the layouts by which a card was judged.

    Attributes:
        layouts: the number of layouts that the hard facts allow.
        pool: the number of layouts that were weighed.
        kept: how many of those weighed were drawn for earlier decisions.
        effective: the effective number of those weighed.
        complete: whether all layouts were weighed.
        relaxed: the sources of evidence that contradict more reliable evidence.
    """

    layouts: int
    pool: int
    kept: int
    effective: float
    complete: bool
    relaxed: tuple[str, ...]


@frozen
class ComparedCard:
    """The worth of a card.

    Attributes:
        value: the share, 0 to 1, of all that can be won; if only the target counts, the share by
            weight of the worlds in which it is reached. For a plan, in units of its goal; None if
            none of its methods led to the card.
        exact: whether the value is exact; if not, it is an upper bound.
        reached: the share of the weight in which double-dummy play reaches the target; None where
            the worlds did not vote.
        tricks: the mean of double-dummy tricks from here; None where they were not counted.
        asked: the number of worlds behind `reached`, smaller for a card that dropped out as worse.
        worth: the value adjusted by the vote, by which cards are compared; None without a vote.
        methods: the methods of a plan that led to the card.
    """

    card: Card
    value: float | None
    exact: bool = True
    reached: float | None = None
    tricks: float | None = None
    asked: int = 0
    worth: float | None = None
    methods: str = ""


@frozen
class PlanSummary:
    """A summary of declarer's plan.

    Attributes:
        goal: `make` (the contract), `tricks`, `imps` or `points`.
        value: the expected result, in units of the goal.
        complete: whether the tree was searched as a whole.
        nodes: the number of nodes in all trees that were searched.
        leaves: the number of leaves of the last tree.
        stages: the number of trees that were finished.
        checked: the number of worlds that voted on its cards; None if none did.
    """

    goal: str
    text: str
    value: float
    complete: bool
    nodes: int
    leaves: int
    stages: int
    checked: int | None = None


@frozen
class CardRecord:
    """A record of how a card was found.

    Attributes:
        method: `alphamu`, `pimc`, `recursive`, `htn`, or `forced` when all legal cards are equal.
        worlds: the number of worlds that were searched, or that voted.
        cards: the legal cards, best first; for a plan, the cards that its methods led to and the
            one chosen; empty for `forced`.
        target: the tricks that the side wants from here.
        slid: whether only tricks decide: all cards reach the target in every world, or none does.
        depth: own cards looked ahead; 1 for a vote of the worlds, 0 for `forced` and a plan.
        levels: the numbers of tricks worth reaching, rising; empty if alpha-mu had no time.
        variation: the play that alpha-mu expects.
        sample: the origin of the worlds; None for `forced`.
        plan: for `htn`, declarer's plan.
        rollouts: the worlds in which cards were played out to correct the vote.
        blind: how often a player of these rollouts found no layout that agrees with the auction.
    """

    method: str
    worlds: int
    cards: tuple[ComparedCard, ...] = ()
    target: int = 0
    slid: bool = False
    depth: int = 0
    levels: tuple[int, ...] = ()
    variation: tuple[Card, ...] = ()
    sample: SampleSummary | None = None
    plan: PlanSummary | None = None
    seconds: float = 0.0
    rollouts: int = 0
    blind: int = 0

"""The numbers of the planner, all of which stand in `conf/planning.toml`."""

from __future__ import annotations

from itertools import zip_longest
from typing import ClassVar

from attrs import Factory, frozen

from bluechip_bot.config import option, section


@frozen
class TreeLimits:
    """The bounds of a tree.

    Attributes:
        stratagems: at how many stratagems in a row the choice is open.
        share: the least share of all layouts that a branch must have to be searched.
        suit_ways: the most ways that are tried on lead in one suit.
        ways: the most ways that are tried on lead.
        careful: whether a defender on lead finds the worst suit for us.
        breadth: the most options that are tried at the first stratagem, the second, and so on,
            beside the run of the sure tricks; the last number holds for all later ones. If there
            are more options, those that did best in the tree before are tried.
    """

    stratagems: int = 13
    share: float = 0.002
    suit_ways: int = 3
    ways: int = 8
    careful: bool = True
    breadth: tuple[int, ...] = (13,)


@frozen
class Trees:
    """The trees of a plan, one after the other while there is time."""

    stratagems: tuple[int, ...] = option(
        (1, 1, 2, 3, 5, 13, 13), "Of each tree: at how many stratagems in a row the choice is open"
    )
    shares: tuple[float, ...] = option(
        (0.2, 0.05, 0.02, 0.02, 0.02, 0.02, 0.002),
        "Of each tree: the least share of all layouts that a branch must have to be searched",
    )
    breadths: tuple[tuple[int, ...], ...] = option(
        ((13,), (13,), (13,), (6, 3, 2), (5, 3, 2, 2, 1), (5, 3, 2, 1), (13,)),
        "Of each tree: the options tried at the first stratagem, the second, and so on",
    )
    suit_ways: int = option(3, "The most ways that are tried on lead in one suit", low=1)
    ways: int = option(8, "The most ways that are tried on lead", low=1)
    first_suit_ways: int = option(1, "The same in the first tree", low=1)
    first_ways: int = option(3, "The same in the first tree", low=1)
    beginnings: int = option(2, "The most cards that may begin one way", low=1)
    leads: int = option(4, "The most suits that are considered for a defender's lead", low=1)
    nodes: int = option(200_000, "The most nodes of a tree", low=1)
    close: float = option(4e-5, "Values are equal that differ by less than this share of the stake")
    unseen: float = option(
        0.06, "The most that a pressing card may seem to lose, as a share of the stake"
    )

    @property
    def limits(self) -> tuple[TreeLimits, ...]:
        """The bounds of each tree."""
        first, *later = zip_longest(self.stratagems, self.shares, self.breadths)
        return (
            TreeLimits(
                *first[:2], self.first_suit_ways, self.first_ways, careful=False, breadth=first[2]
            ),
            *(
                TreeLimits(stratagems, share, self.suit_ways, self.ways, breadth=breadth)
                for stratagems, share, breadth in later
            ),
        )


@frozen
class Vote:
    """How a plan counts beside the layouts that vote on its cards."""

    worlds: int = option(1000, "Layouts that a plan believes in", low=1)
    hint: int = option(200, "The same for the short plan beside a search", low=1)
    time: float = option(0.4, "The share of the time that a plan may take", low=0, high=1)
    trust: float = option(
        0.1,
        "What a plan's promise counts for beside the share of the layouts in which a card makes",
        more="Of 328 decisions 3NT did best at 0.05, 4S at 0.2; both lost from 0.35 on.",
    )
    step: float = option(0.25, "Promises are told apart in steps of this size", low=0.001)
    unthought: float = option(
        0.2, "By how much a card that no method thought of promises less than the least"
    )
    first: float = option(0.05, "What the plan's own card promises beyond the best")


@frozen
class Discards:
    """The gains of discards, and the price of each card in notrump."""

    ours: float = option(1.0, "On a trick that is ours so far")
    theirs: float = option(0.4, "On a trick of theirs that cannot be ruffed")
    opposite: float = option(0.9, "Of a loser, if the hand opposite can still win the trick")
    lost: float = option(0.45, "Of a loser, if a ruff would win the trick")
    next: float = option(0.1, "Loss for each next choice; in notrump, for each trick of price")
    later: float = option(0.4, "Losers thrown on winners when trumps can be drawn first")
    winner: float = option(1.0, "Price of a card that wins a round of its own")
    guard: float = option(0.5, "Price of the guard of an honour that stops a suit or may yet do so")
    link: float = option(0.4, "Price of the last link to winners opposite")
    length: float = option(0.02, "Discount for each card of the suit")


@frozen
class Suits:
    """The gains of plays in one suit."""

    least: float = option(0.1, "The least gain of a finesse that is considered")
    crossing: float = option(0.05, "Cost of crossing to the other hand first")
    stays: float = option(0.01, "The chance that the hand that runs an honour stays on lead")
    forces: float = option(0.9, "One of two equal honours in third hand")
    put_up: float = option(0.5, "An honour in third hand in a suit contract")
    sure: float = option(0.4, "More, if second hand is sure to hold the card that beats it")
    doomed: float = option(0.05, "Factor if they can beat the contract first")
    worth: float = option(0.05, "The least tricks that a long suit must promise")
    rare: float = option(0.02, "The least probability of a drop that is played for")
    no_entry: float = option(0.3, "Factor if the long cards have no entry outside their suit")
    far: float = option(0.8, "Factor if the lead is lost twice, or there is no entry outside")
    given: float = option(0.1, "Cost of each trick given up to set up long cards")
    forced: float = option(0.2, "Cost of each trick but the first given up to force out honours")
    guess: float = option(0.1, "Each defender has a card to be guessed at least this probably")
    learn: float = option(0.01, "More than that finesse, for each card of a suit cashed before it")
    runs: float = option(0.51, "To let a card run that second hand has not covered")


@frozen
class Responses:
    """The gains of what is played to a trick that another hand has led to."""

    win: float = option(0.8, "To win when nothing speaks against it")
    win_later: float = option(0.6, "To win when a finesse or the hand opposite may do as well")
    win_twice: float = option(0.3, "To win when the hand opposite has only winners to play")
    hold_up: float = option(0.9, "A hold-up when a defender may run out of the suit")
    hold_up_anyhow: float = option(0.3, "A hold-up without a visible purpose")
    fallen: float = option(0.15, "A defender less likely than this to have a card counts as void")
    opposite_only: float = option(0.9, "Low, when the hand opposite has only winners to play")
    opposite: float = option(0.75, "Low, when the entry is worth more here than opposite")
    either: float = option(0.5, "Low, when the entry is worth no more here than opposite")
    insert: float = option(0.55, "An honour that wins now or never")
    insert_anyhow: float = option(0.35, "Any other card put in")
    finesse: float = option(0.9, "A finesse that cannot lose to the next hand")
    run: float = option(0.85, "Low in second hand, for a tenace opposite")
    beaten: float = option(0.1, "Loss for each further card out that beats a card")
    low: float = option(0.5, "Low to a trick that is open")
    low_on_ours: float = option(1.0, "Low to a trick that is ours")
    overtake: float = option(1.05, "To overtake a winner that blocks a suit")
    overtake_anyhow: float = option(0.2, "To overtake a winner for an entry")


@frozen
class Trumps:
    """The gains of drawing trumps and of ruffs."""

    draw: float = option(3.0, "To draw trumps")
    pressing: float = option(2.0, "From here on an urgent way is the only one at first sight")
    exhausted: float = option(0.3, "To draw trumps when that takes all of ours")
    finesse: float = option(0.5, "A trump finesse, for how much likelier it is than the drop")
    finesse_later: float = option(0.1, "The same where ruffs are wanted first")
    crossing: float = option(0.2, "Cost of crossing first, as a share of that")
    stop: float = option(0.5, "To stop drawing; beyond drawing, when trumps are kept for ruffs")
    side: float = option(0.8, "A side winner while their master trump is left out")
    give_up: float = option(0.1, "To force out their master trump")
    ruff: float = option(0.75, "A ruff that cannot be overruffed")
    high: float = option(0.65, "A ruff with a master trump where a low one may be overruffed")
    overruffed: float = option(0.2, "Loss if it is sure to be overruffed")
    short: float = option(1.0, "A loser ruffed in the short hand")
    long: float = option(0.4, "A loser ruffed in the long hand, whose trumps win anyway")
    wanted: float = option(0.5, "More than drawing if the contract wants a ruff, or else less")
    cross: float = option(0.1, "Cost of crossing to the hand that leads to a ruff")
    both: float = option(0.7, "A cross-ruff; beyond drawing trumps, if it makes the contract")
    endplay: float = option(0.85, "A throw-in; one more for each further long card of the suit")


@frozen
class Entries:
    """What it costs to cross to the other hand, in tricks."""

    ways: int = option(2, "The most ways to cross that are considered", low=1)
    stopper: float = option(0.3, "With our only winner of a suit that they may run")
    own: float = option(0.4, "With the only entry to the long cards of the same suit")
    trumps: float = option(0.1, "Worth of crossing in trumps, which draws them at the same time")
    spare: float = option(0.05, "Worth of each winner that the hand has in the suit")


@frozen
class PlanningSettings:
    """The numbers of the planner.

    Attributes:
        tree: how far plans go.
        vote: how they count beside the layouts.
        discards, suits, responses, trumps, entries: what methods promise.
    """

    FILE: ClassVar[str] = "planning.toml"
    HEAD: ClassVar[str] = (
        "How declarer's play is planned. The gains of methods are tricks expected at first sight:\n"
        "ways with greater gains are searched first, and where the choice is not open, alone.\n"
        "`bluechip-bot lab declarer --a htn` and `bluechip-bot lab paper methods` measure a change."
    )

    tree: Trees = section(Factory(Trees), "Trees, searched one after the other while there is time")
    vote: Vote = section(Factory(Vote), "The plan beside the layouts that vote on its cards")
    discards: Discards = section(Factory(Discards), "Discards")
    suits: Suits = section(Factory(Suits), "Finesses, honours and long suits")
    responses: Responses = section(Factory(Responses), "Cards to a trick that another hand has led")
    trumps: Trumps = section(Factory(Trumps), "Trumps and ruffs")
    entries: Entries = section(Factory(Entries), "Crossing to the other hand")

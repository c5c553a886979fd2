"""All tables and claims, in the order of the sources.

Printed figures are those of the papers; what they leave open, and what we cannot have, is said with
each table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.paper.costs import Way, costs, ideas, way
from bluechip_bot.lab.paper.duels import Claim, duel, searcher
from bluechip_bot.lab.paper.methods import methods
from bluechip_bot.lab.paper.table import PaperTable, Part, Size
from bluechip_bot.lab.paper.tignum import trees

_FIRST: Final = "Cazenave and Ventos, *The αμ Search Algorithm for the Game of Bridge* (2019)"
_SECOND: Final = "Cazenave, Legras and Ventos, *Optimizing αμ* (2020)"
_HAGLUND: Final = "Haglund, *Search Algorithms for a Bridge Double Dummy Solver* (2010)"
_TIGNUM: Final = "Ghallab, Nau and Traverso, *Automated Planning* (2004), chapter 23"
_HERE: Final = "our experiment"

_PIMC: Final = searcher("pimc", 20)
_SEES_ALL: Final = Contender.of("dd")


def _wins_3nt(size: Size) -> Sequence[Part[Any]]:
    printed = {(20, 1): "60.2", (20, 2): "63.0", (20, 3): "62.0"}
    printed |= {(40, 1): "62.4", (40, 2): "62.4", (40, 3): "63.2"}
    moves = {(20, 2): "169", (20, 3): "276", (40, 2): "213", (40, 3): "388"}
    parts = []
    for (worlds, depth), changed in moves.items():
        pimc = f"PIMC, {worlds} worlds"
        first = [Claim(pimc, "score of B", f"{printed[worlds, 1]} %")] if depth == 2 else []
        name = f"M = {depth}, {worlds} worlds"
        claims = [
            *first,
            Claim(name, "score of A", f"{printed[worlds, depth]} %"),
            Claim(f"{name}: deals with another card", "other cards", f"{changed} of 13,000 moves"),
            Claim(f"{name}: net gain", "gain"),
        ]
        sides = searcher("alphamu", worlds, depth), searcher("pimc", worlds)
        parts.append(duel(size, "3NT", sides, _PIMC, claims))
    return parts


def _wins_7nt(size: Size) -> Sequence[Part[Any]]:
    parts = []
    for against, name, won, differ in (
        (_PIMC, "PIMC defends", "0.551 ± 0.018", "757 of 10,000"),
        (_SEES_ALL, "double dummy defends", "0.647 ± 0.022", "467 of 10,000"),
    ):
        claims = (
            Claim(f"{name}: won by αμ", "won by A", won),
            Claim(f"{name}: deals that differ", "differ", differ),
            Claim(f"{name}: net gain", "gain"),
        )
        sides = searcher("alphamu", 40, 3), searcher("pimc", 40)
        parts.append(duel(size, "7NT", sides, against, claims))
    return parts


def _worlds(size: Size) -> Sequence[Part[Any]]:
    parts = []
    for depth, worlds in product((1, 2, 3, 4), (20, 40, 80, 160, 320)):
        claims = (
            Claim(f"M = {depth}, {worlds} worlds", "gain", series=f"M = {depth}", x=worlds),
            Claim(f"M = {depth}, {worlds} worlds: time", "pace of A"),
        )
        first = searcher("alphamu", worlds, depth) if depth > 1 else searcher("pimc", worlds)
        parts.append(duel(size, "7NT", (first, _PIMC), _SEES_ALL, claims))
    return parts


def _cuts(size: Size) -> Sequence[Part[Any]]:
    later = dict.fromkeys(
        ("useful_worlds", "world_cuts", "empty_entry", "cut_on_win", "alpha_cut", "deep_alpha_cut"),
        False,
    )

    def row(moves: int, printed: str, *, table: bool, root: bool, early: bool) -> Way:
        switches = {"table": table, "root cut": root, "early cut": early}
        on = [name for name, is_on in switches.items() if is_on]
        return way(
            f"M = {moves}, {' and '.join(on) or 'none'}",
            moves,
            float(printed),
            transposition_table=table,
            root_cut=root,
            early_cut=early,
            **later,
        )

    return [
        costs(
            size,
            "cuts",
            52,
            20,
            [
                way("M = 1", 1, 0.096, **later),
                row(2, "1.306", table=False, root=False, early=False),
                row(2, "0.389", table=True, root=True, early=False),
                row(2, "0.436", table=True, root=False, early=True),
                row(2, "0.363", table=True, root=True, early=True),
                row(3, "18.678", table=False, root=False, early=False),
                row(3, "4.089", table=True, root=True, early=False),
                row(3, "1.907", table=True, root=False, early=True),
                row(3, "1.228", table=True, root=True, early=True),
            ],
        )
    ]


_OPTIMISATIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "useful worlds": ("useful_worlds",),
        "empty entry": ("empty_entry",),
        "alpha cut": ("alpha_cut", "deep_alpha_cut"),
        "world cuts": ("world_cuts",),
        "cut on win": ("cut_on_win",),
    }
)


def _optimisations(cards: int, worlds: int, printed: str, size: Size) -> Sequence[Part[Any]]:
    """All, none, each alone, all but each; `printed` are the times in the order of the paper."""
    none, *times = printed.split()
    alone, every, without = times[:5], times[5], times[6:]

    def row(name: str, printed: str, on: Sequence[str]) -> Way:
        switches = {
            switch: idea in on for idea, names in _OPTIMISATIONS.items() for switch in names
        }
        return way(name, 3, float(printed), **switches)

    names = list(_OPTIMISATIONS)
    ways = [
        row("all", every, names),
        row("none", none, ()),
        *(row(f"{name} alone", time, [name]) for name, time in zip(names, alone, strict=True)),
        *(
            row(f"without {name}", time, [other for other in names if other != name])
            for name, time in zip(names, without, strict=True)
        ),
    ]
    return [costs(size, f"optimisations-{cards}-{worlds}", cards, worlds, ways)]


def _strength(size: Size) -> Sequence[Part[Any]]:
    parts = []
    for contract in ("3NT", "4S"):
        claims = (
            Claim(f"{contract}: made by the planner", "score of A"),
            Claim(f"{contract}: made by PIMC", "score of B"),
            Claim(f"{contract}: net gain of the planner", "gain"),
        )
        sides = searcher("htn", 20, 2), _PIMC
        parts.append(duel(size, contract, sides, _PIMC, claims))
    return parts


def _depths(contract: str, size: Size) -> Sequence[Part[Any]]:
    parts = []
    for classes, depth in product((False, True), (2, 3, 4, 6, 8)):
        name = f"M = {depth}{', low-card classes' if classes else ''}"
        series = "low-card classes" if classes else "every card"
        claims = (
            Claim(name, "gain", series=series, x=depth),
            Claim(f"{name}: deals that differ", "differ"),
            Claim(f"{name}: time", "pace of A"),
        )
        sides = searcher("alphamu", 20, depth, classes=classes), _PIMC
        parts.append(duel(size, contract, sides, _PIMC, claims))
    return parts


_HARDWARE: Final = (
    "Machine and double-dummy search are not the paper's: compare the ratios, not the times."
)

TABLES: Final = (
    PaperTable(
        "wins-3nt",
        f"{_FIRST}, table 1",
        "3NT made by αμ and by PIMC, PIMC defends with 20 worlds",
        "The ranges of the bidding and the lead are ours, as the paper does not give its own; a"
        " deal is kept if 30 to 70 % of 40 layouts make it after the lead. Other cards are counted"
        " by deal, not by move. The rows of 36 cards are not run: our boards have 52.",
        6,
        500,
        _wins_3nt,
    ),
    PaperTable(
        "cuts",
        f"{_FIRST}, table 2",
        "What the transposition table, the root cut and the early cut save",
        f"{_HARDWARE} Declarer plays by M = 1 in all rows, so that all search the same positions.",
        1,
        20,
        _cuts,
    ),
    *(
        PaperTable(
            f"optimisations-{cards}-{worlds}",
            f"{_SECOND}, table {number}",
            f"What each optimisation saves: {cards} cards, {worlds} worlds, M = 3",
            f"{_HARDWARE} Table, root cut and early cut are on, as in the paper. There"
            " are fewer games than its 100, and all rows search the same positions.",
            1,
            20,
            partial(_optimisations, cards, worlds, printed),
        )
        for number, cards, worlds, printed in (
            (1, 52, 20, "3.020 2.916 3.321 3.342 3.648 2.837 1.032 3.230 1.438 1.469 1.365 3.566"),
            (2, 32, 20, "2.016 1.465 1.739 1.704 1.972 1.259 0.605 0.989 0.648 0.647 0.629 1.207"),
            (3, 32, 40, "4.381 2.891 3.939 3.852 4.338 2.989 1.297 2.420 1.382 1.410 1.329 2.443"),
        )
    ),
    PaperTable(
        "wins-7nt",
        f"{_SECOND}, table 4",
        "7NT: deals that αμ makes and PIMC does not, of those that only one of them makes",
        "The paper does not tell worlds and M: here 40 and 3. Its deals are not filtered, ours are"
        " (30 to 70 % in the layouts' vote), so more of them differ. WBridge5 cannot be run here:"
        " its four rows are missing.",
        6,
        1500,
        _wins_7nt,
    ),
    PaperTable(
        "worlds",
        f"{_SECOND}, figures 6 and 7",
        "7NT by worlds and M: net gain over PIMC with 20 worlds, and time, double dummy defends",
        "The paper plays against WBridge5 and prints no numbers: PIMC with M = 2 and more stays"
        " above PIMC with any number of worlds, and M = 3 and 4 are no better than 2.",
        1,
        400,
        _worlds,
        "worlds",
    ),
    PaperTable(
        "ideas",
        f"{_HAGLUND}, chapters 3 to 7",
        "Positions of the double-dummy search without each of its ideas",
        "The paper tells what an idea saves only for the cutoffs by table entries of chapter 6. Ten"
        " tricks, as some ideas cannot be missed with 13; weights and later tricks are ours.",
        2,
        20,
        lambda size: [ideas(size, {"early_cutoffs": "roughly 1.1"})],
    ),
    PaperTable(
        "trees",
        f"{_TIGNUM}, table 23.1",
        "The size of a planner's trees",
        "The printed trees are those of all deals and contracts; ours are of first plans at 3NT and"
        " 4S, with a different catalogue of methods. The worked example of the chapter (270.73) is"
        " a test: tests/unit/planning/tree/test_worked_example.py.",
        2,
        100,
        lambda size: [trees(size)],
    ),
    PaperTable(
        "methods",
        _HERE,
        "What each method of the planner is worth: a plan without it",
        "Positions are those that PIMC comes to on both sides; plans have three stages and at most"
        " 4,000 nodes. A method gains where another card is planned without it: the share of 60"
        " layouts in which double-dummy play makes the contract, summed up over the decisions of a"
        " deal. Double dummy does not value what declarer learns (discovery), nor what a defender"
        " cannot know.",
        2,
        200,
        lambda size: [methods(size)],
    ),
    PaperTable(
        "planner",
        f"{_TIGNUM}, section 23.5",
        "The strength of planning: contracts made by the planner and by PIMC",
        "The source tells of the world championship of 1997, which its program won; that cannot be"
        " run. Instead the planner plays against a search that came after it; two stratagems in a"
        " row are left open, as more take minutes a card without a limit of time. The source's"
        " planner had no double-dummy solver; here 20 layouts also vote on the planner's cards.",
        1,
        300,
        _strength,
    ),
    *(
        PaperTable(
            f"depths-{contract.lower()}",
            _HERE,
            f"{contract}: the net gain of M over PIMC, on the same deals",
            "Beyond the papers: deeper, with low-card classes, in a suit contract. 20 worlds for"
            " all; PIMC defends.",
            2,
            long,
            partial(_depths, contract),
            "M",
        )
        for contract, long in (("3NT", 500), ("4S", 500), ("7NT", 1000))
    ),
)

"""All tables and claims of the papers, as `tables.toml` describes them, with their experiments."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from itertools import product
from typing import Any, Final

import cattrs

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.paper.costs import costs, ideas
from bluechip_bot.lab.paper.duels import Claim, duel, searcher
from bluechip_bot.lab.paper.methods import methods
from bluechip_bot.lab.paper.table import PaperTable, Part, Size
from bluechip_bot.lab.paper.tignum import trees

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


_PARTS: Final[Mapping[str, Callable[[Size], Sequence[Part[Any]]]]] = {
    "wins-3nt": _wins_3nt,
    "wins-7nt": _wins_7nt,
    "worlds": _worlds,
    "ideas": lambda size: [ideas(size)],
    "trees": lambda size: [trees(size)],
    "methods": lambda size: [methods(size)],
    "planner": _strength,
    "depths-3nt": partial(_depths, "3NT"),
    "depths-4s": partial(_depths, "4S"),
    "depths-7nt": partial(_depths, "7NT"),
}


def parts(table: PaperTable, size: Size) -> Sequence[Part[Any]]:
    """The experiments of a table in a size."""
    return [costs(table, size)] if table.ways else _PARTS[table.key](size)


TABLES: Final = cattrs.structure(
    tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))["tables"],
    tuple[PaperTable, ...],
)

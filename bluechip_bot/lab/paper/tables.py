"""All tables and claims of the papers, as `tables.toml` describes them, with their experiments."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import cattrs

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.paper.costs import costs, ideas
from bluechip_bot.lab.paper.duels import duel
from bluechip_bot.lab.paper.methods import methods
from bluechip_bot.lab.paper.table import PaperTable, TablePart, TableSize
from bluechip_bot.lab.paper.tignum import trees

_OTHERS: Final[Mapping[str, Callable[[TableSize], TablePart[Any]]]] = {
    "ideas": ideas,
    "trees": trees,
    "methods": methods,
}


def parts(table: PaperTable, size: TableSize) -> Sequence[TablePart[Any]]:
    """The experiments of a table in a size."""
    if table.key in _OTHERS:
        return [_OTHERS[table.key](size)]
    return [costs(table, size)] if table.ways else [duel(table, one, size) for one in table.duels]


_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)
_CONVERTER.register_structure_hook(Contender, lambda values, _: Contender.of(**values))

TABLES: Final = _CONVERTER.structure(
    tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))["tables"],
    tuple[PaperTable, ...],
)

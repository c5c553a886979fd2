"""The boards that a match plays, from options of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from bluechip_bot.cli.options import together
from bluechip_bot.config import MatchConfig
from bluechip_bot.formats.boards import ProblemReport, refuse
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.match.boards.source import (
    BoardNumbers,
    BoardPrescription,
    BoardSource,
    DealCondition,
)
from bluechip_bot.model import Contract, PlannedBoard, Seat, Vulnerability

_Value = TypeVar("_Value")
deal_options: Final = together(
    click.option("--deals", metavar="FILE", help="The deals of a PBN or LIN file."),
    click.option("--range", "numbers", metavar="5-12", help="The boards to play, by number."),
    click.option("--skip", metavar="3,7", help="The boards to leave out."),
    click.option("--condition", metavar="SPEC", help="Deals like 'N: 15-17 HCP & S: 8+ HCP'."),
    click.option("--dealer", metavar="SEAT", help="The dealer of all boards."),
    click.option(
        "--vulnerable", metavar="SIDE", help="The vulnerability of all boards: None, NS, EW or All."
    ),
    click.option(
        "--auctions", is_flag=True, default=None, help="Take the auctions from the file, too."
    ),
    click.option("--contract", metavar="3NTS", help="The contract and declarer of all boards."),
)
"""The options that choose boards."""


def asked_boards(
    asked: Mapping[str, Any], settings: MatchConfig, report: ProblemReport = refuse
) -> tuple[PlannedBoard, ...]:
    """The boards that the options of a match ask for.

    Args:
        asked: the values of the options of `deal_options` by name, of `pbn`, which also names a
            file, and of `boards`, the number.
        settings: of the match: the seed of boards that are dealt, and how many these are if neither
            a number nor a range is given.
        report: what is called with each problem of a file; by default the first one is raised.
    """
    if asked["pbn"] is not None and asked["deals"] is not None:
        raise PlanError("--pbn and --deals both give a file: give one")
    path, count = asked["deals"] or asked["pbn"], asked["boards"]
    if count is None and path is None and asked["numbers"] is None:
        count = settings.boards
    source = BoardSource(
        _read(Path, path),
        given=bool(asked["auctions"]),
        seed=settings.seed,
        count=count,
        numbers=_read(BoardNumbers.parse, asked["numbers"]),
        skip=_read(BoardNumbers.parse, asked["skip"]),
        condition=_read(DealCondition.parse, asked["condition"]),
        prescribed=BoardPrescription(
            _read(Seat.parse, asked["dealer"]),
            _read(Vulnerability.parse, asked["vulnerable"]),
            _read(Contract.parse, asked["contract"]),
        ),
    )
    return source.boards(report)


def _read(parse: Callable[[str], _Value], text: str | None) -> _Value | None:
    return None if text is None else parse(text)

"""The boards that a match plays, from options of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from bluechip_bot.formats.boards import FormatNameError, Report, refuse
from bluechip_bot.formats.error import FormatError
from bluechip_bot.match.boards.plan import PlanError, PlannedBoard
from bluechip_bot.match.boards.source import BoardSource, DealCondition, Numbers, Prescription
from bluechip_bot.model import Contract, ModelError, Seat, Vulnerability

DEAL_ERRORS: Final[tuple[type[Exception], ...]] = (
    FormatError, FormatNameError, PlanError, ModelError, OSError,
)  # fmt: skip
"""The errors that reading or dealing the boards may raise."""
KEYS: Final = (
    "deals", "numbers", "skip", "condition", "dealer", "vulnerable", "auctions", "contract",
)  # fmt: skip
"""The names of the options as parameters of a command."""
_Value = TypeVar("_Value")
_Command = TypeVar("_Command", bound=Callable[..., object])
_OPTIONS: Final = (
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


def deal_options(command: _Command) -> _Command:
    """Add the options that choose boards to a command, with the parameter names in `KEYS`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def asked_boards(
    asked: Mapping[str, Any], pbn: str | None, default: int, seed: int, report: Report = refuse
) -> tuple[PlannedBoard, ...] | None:
    """The boards that the options ask for; None if no option is given.

    Args:
        asked: the values of the options by name: those of `KEYS`, and `boards`, the number.
        pbn: the file of another option.
        default: the number of boards dealt if neither a number nor a range is given.
        seed: the seed of boards that are dealt.
        report: what is called with each problem of a file; by default the first one is raised.

    Raises:
        FormatError, FormatNameError, PlanError, ModelError, OSError: if there are no such boards.
    """
    given = {key: asked[key] for key in KEYS if asked[key] is not None}
    if not given:
        return None
    if pbn is not None and "deals" in given:
        raise PlanError("--pbn and --deals both give a file: give one")
    if "auctions" in given and "contract" in given:
        raise PlanError("--auctions and --contract both give the calls: give one")
    if "auctions" in given and "deals" not in given and pbn is None:
        raise PlanError("--auctions of which file? give --deals FILE")
    path, count = given.get("deals", pbn), asked["boards"]
    if count is None and path is None and "numbers" not in given:
        count = default
    source = BoardSource(
        _read(Path, path),
        given="auctions" in given,
        seed=seed,
        count=count,
        numbers=_read(Numbers.parse, given.get("numbers")),
        skip=_read(Numbers.parse, given.get("skip")),
        condition=_read(DealCondition.parse, given.get("condition")),
        prescribed=Prescription(
            _read(Seat.parse, given.get("dealer")),
            _read(Vulnerability.parse, given.get("vulnerable")),
            _read(Contract.parse, given.get("contract")),
        ),
    )
    return source.boards(report)


def _read(parse: Callable[[str], _Value], text: str | None) -> _Value | None:
    return None if text is None else parse(text)

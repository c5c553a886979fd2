"""`bluechip-bot dd`: double-dummy tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from bluechip_bot.cli.failure import told
from bluechip_bot.engine import double_dummy_table
from bluechip_bot.formats import PbnError
from bluechip_bot.match.plan import PlanError, boards_from_pbn
from bluechip_bot.model import Deal, ModelError, Seat, Strain
from bluechip_bot.model.par import par
from bluechip_bot.model.vulnerability import Vulnerability


@click.command("dd")
@click.argument("pbn")
def command(pbn: str) -> None:
    """Print double-dummy tables and par scores.

    PBN is a deal (`N:AK7.A42.T76.KQ86 ...`, four hands of S.H.D.C clockwise) or a PBN file.
    """
    with told(ModelError, PbnError, PlanError, OSError):
        for title, deal, dealer, vulnerabilities in _deals(pbn):
            click.echo(title)
            click.echo(_table(deal, dealer, vulnerabilities))


def _deals(pbn: str) -> Iterator[tuple[str, Deal, Seat, tuple[Vulnerability, ...]]]:
    """The deals with their dealers, and the vulnerabilities for which par is wanted."""
    if ":" in pbn[:3] and not Path(pbn).exists():
        yield pbn, Deal.parse(pbn), Seat.NORTH, tuple(Vulnerability)
        return
    for board in boards_from_pbn(Path(pbn)):
        title = f"Board {board.number}: {board.deal}"
        yield title, board.deal, board.dealer, (board.vulnerability,)


def _table(deal: Deal, dealer: Seat, vulnerabilities: tuple[Vulnerability, ...]) -> str:
    """The 20 numbers, a row for each declarer, and the par scores."""
    tricks = double_dummy_table(deal)
    strains = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
    lines = ["     " + "".join(f"{strain!s:>4}" for strain in strains)]
    lines += [
        f"{seat!s:<5}" + "".join(f"{tricks[strain, seat]:>4}" for strain in strains)
        for seat in Seat
    ]
    for vulnerability in vulnerabilities:
        best = par(tricks.tolist(), vulnerability, dealer)
        contracts = ", ".join(map(str, best.contracts)) or "passed out"
        lines.append(f"par, {vulnerability!s:>4} vulnerable: N/S {best.score:+d} ({contracts})")
    return "\n".join([*lines, ""])

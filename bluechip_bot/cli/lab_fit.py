"""`bluechip-bot lab fit`: fit the numbers in conf to recorded boards and solved deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import click
import numpy as np
from attrs import evolve

from bluechip_bot.cli.lab_run import count_option, done_in_chunks
from bluechip_bot.cli.options import JOBS, search_option
from bluechip_bot.config import config_text
from bluechip_bot.inference.records import AuctionRecord, read_records
from bluechip_bot.lab.fit import prices, tricks
from bluechip_bot.lab.fit.play import gather, refitted
from bluechip_bot.lab.fit.profiles import fitted_profiles
from bluechip_bot.player.assembly import PlayerAssembly

_DATA: Final = click.argument(
    "data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz...", nargs=-1, required=True
)
_BOARDS: Final = count_option("boards", 2000, "Boards of each file.")


@click.group("fit")
def command() -> None:
    """Fit the numbers in conf to recorded boards and solved deals."""


def _read(data: Sequence[str], boards: int) -> list[AuctionRecord]:
    """The first boards of each file that are not held out."""
    return [
        record
        for name in data
        for record in islice((one for one in read_records(name) if not one.held_out), boards)
    ]


@command.command("tricks")
@count_option("deals", 3300, low=12)
@search_option("seed", 777, help="The seed of the deals.")
@JOBS
def _tricks(deals: int, seed: int, jobs: int) -> None:
    """Fit the networks that estimate declarer's tricks.

    A new conf/tricks.toml is printed. Random deals are solved in all strains, which takes some
    minutes.
    """
    work = partial(tricks.solved_deals, seed)
    solved = list(done_in_chunks(work, range(1, deals + 1), jobs, "deals"))
    layouts, tables = (np.concatenate(part) for part in zip(*solved, strict=True))
    title = f"the deals 1 to {deals} of seed {seed} by `bluechip-bot lab fit tricks`"
    click.echo(tricks.fitted_text(layouts, tables, title), nl=False)


@command.command("prices")
@_DATA
@_BOARDS
@JOBS
def _prices(data: tuple[str, ...], boards: int, jobs: int) -> None:
    """Fit the prices of contracts to recorded boards.

    This fits how often our contracts are doubled, and by how many tricks declarers do better or
    worse than double dummy. A new conf/simulation.toml is printed. Held-out boards, about half of
    a file, are left out.
    """
    parts = done_in_chunks(prices.count_chunk, _read(data, boards), jobs, "boards")
    click.echo(
        config_text(prices.fitted(sum(parts, Counter()), PlayerAssembly().simulation)), nl=False
    )


@command.command("play")
@_DATA
@_BOARDS
def _play(data: tuple[str, ...], boards: int) -> None:
    """Fit the model of players' card choices to recorded boards.

    A new conf/inference.toml is printed. Held-out boards are left out, as are sources that are not
    robots.
    """
    settings = PlayerAssembly().inference
    click.echo(
        config_text(evolve(settings, play=refitted(gather(_read(data, boards)), settings.play))),
        nl=False,
    )


@command.command("calls")
@_DATA
@_BOARDS
@click.option(
    "--own",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Auctions of our own players who think, made by `lab bidding selfplay --think --records`: "
    "how firmly partner is believed is fitted to them.",
)
def _calls(data: tuple[str, ...], boards: int, own: Path | None) -> None:
    """Fit the softness profiles: how firmly calls are believed.

    A new conf/bidding.toml, fitted to recorded boards, is printed. Held-out boards are left out.
    """
    assembly = PlayerAssembly()
    settings, book = assembly.systems.settings, assembly.partnership().ours.book
    ours = [] if own is None else list(read_records(own))
    profiles = fitted_profiles(_read(data, boards), book, settings.softness, ours)
    click.echo(config_text(evolve(settings, softness=profiles)), nl=False)

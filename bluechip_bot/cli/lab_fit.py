"""`bluechip-bot lab fit`: the fits of the numbers in conf, and what the evidence is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import click
import numpy as np
from attrs import evolve

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.cli.failure import told
from bluechip_bot.cli.lab_run import done
from bluechip_bot.cli.options import JOBS, search_option
from bluechip_bot.cli.ranges import Whole
from bluechip_bot.config import BiddingConfig, ConfigError, config_text
from bluechip_bot.inference.records import AuctionRecord, AuctionRecordError, read_records
from bluechip_bot.lab.fit import prices, tricks
from bluechip_bot.lab.fit.decisions import gather
from bluechip_bot.lab.fit.information import auction_worth, rebid
from bluechip_bot.lab.fit.profiles import fitted_profiles
from bluechip_bot.lab.fit.rules import refitted, worths
from bluechip_bot.lab.fit.truth import decisions_of, moment, stage_table
from bluechip_bot.player.assembly import Assembly

_CHUNK: Final = 20
"""Deals that a process solves at a time."""
_ERRORS: Final = (AuctionRecordError, ConfigError)
_DATA: Final = click.argument(
    "data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz...", nargs=-1, required=True
)
_BOARDS: Final = click.option(
    "--boards", type=Whole(1), default=2000, show_default=True, help="Boards of each file."
)


@click.group("fit")
def command() -> None:
    """Fit the numbers in conf to recorded boards and solved deals."""


def _read(data: Sequence[str], boards: int, *, held_out: bool) -> list[AuctionRecord]:
    """The boards of all files that are held out of fits, or those that are not."""
    return [
        record
        for name in data
        for record in islice(
            (one for one in read_records(name) if one.held_out is held_out), boards
        )
    ]


@command.command("tricks")
@click.option(
    "--deals", type=Whole(12), default=3300, show_default=True, help="The number of deals."
)
@search_option("seed", 777, help="The seed of the deals.", show_default=True)
@JOBS
def _tricks(deals: int, seed: int, jobs: int) -> None:
    """Fit the estimate of tricks at a glance.

    The file conf/tricks.toml is printed. Random deals are solved in all strains; that takes some
    minutes.
    """
    numbers = range(1, deals + 1)
    chunks = [numbers[at : at + _CHUNK] for at in range(0, deals, _CHUNK)]
    work = partial(tricks.solved_deals, seed)
    solved = list(done(work, chunks, jobs, "deals", len(chunks)))
    layouts, tables = (np.concatenate(parts) for parts in zip(*solved, strict=True))
    title = f"the deals 1 to {deals} of seed {seed} by `bluechip-bot lab fit tricks`"
    with told(ConfigError):
        click.echo(tricks.fitted_text(layouts, tables, title), nl=False)


@command.command("prices")
@_DATA
@_BOARDS
@JOBS
def _prices(data: tuple[str, ...], boards: int, jobs: int) -> None:
    """Fit how contracts are priced to recorded boards.

    The file conf/simulation.toml is printed. What is fitted: how often contracts of ours are
    doubled, and how many tricks more or fewer than double dummy declarers take. Held-out boards,
    about half of a file, are left out.
    """
    with told(*_ERRORS):
        records = _read(data, boards, held_out=False)
        chunks = [records[at : at + _CHUNK] for at in range(0, len(records), _CHUNK)]
        counts = sum(done(prices.count_chunk, chunks, jobs, "boards", len(chunks)), prices.NOTHING)
        click.echo(config_text(prices.fitted(counts, Assembly().simulation)), nl=False)


@command.command("play")
@_DATA
@_BOARDS
def _play(data: tuple[str, ...], boards: int) -> None:
    """Fit how players choose their cards to recorded boards.

    The file conf/inference.toml is printed. Held-out boards are left out, as are sources that are
    not robots.
    """
    with told(*_ERRORS):
        settings = Assembly().inference
        found = gather(_read(data, boards, held_out=False))
        click.echo(config_text(evolve(settings, play=refitted(found, settings.play))), nl=False)


@command.command("calls")
@_DATA
@_BOARDS
@click.option(
    "--own",
    type=click.Path(path_type=Path),
    help="Auctions of our own players who think, made by `lab bidding selfplay --think --records`: "
    "how firmly partner is believed is fitted to them.",
)
def _calls(data: tuple[str, ...], boards: int, own: Path | None) -> None:
    """Fit how firmly calls are believed to recorded boards.

    The file conf/bidding.toml is printed. Held-out boards are left out.
    """
    with told(*_ERRORS):
        assembly = Assembly()
        ours = [] if own is None else list(read_records(own))
        records = _read(data, boards, held_out=False)
        settings = assembly.systems.settings
        profiles = fitted_profiles(
            records, assembly.partnership().ours.book, settings.softness, ours
        )
        click.echo(config_text(evolve(settings, softness=profiles)), nl=False)


@command.command("worth")
@_DATA
@click.option("--boards", type=Whole(1), default=40, show_default=True, help="Boards of each file.")
def _worth(data: tuple[str, ...], boards: int) -> None:
    """Print what the evidence is worth on held-out boards, in bits.

    There are three tables: the rules of the play, per decision; the calls, per hidden hand; and
    the true layout under all evidence, by stage of the play, over show-outs alone. All four
    players are taken to bid our system.
    """
    with told(*_ERRORS):
        our = Assembly().systems.settings.our
        assembly = Assembly(bidding=BiddingConfig(opponents=our))
        records = _read(data, boards, held_out=True)
        click.echo("Rules of the play, bits per decision that each adds.")
        for worth in worths(gather(records), assembly.inference.play):
            click.echo(worth)
        for line in (*_worth_of_calls(records, assembly), *_stages(records, assembly)):
            click.echo(line)


def _worth_of_calls(records: Sequence[AuctionRecord], assembly: Assembly) -> Iterator[str]:
    book, settings = assembly.partnership().ours.book, assembly.inference.auction
    profiles = assembly.systems.settings.softness
    yield "\nThe calls, bits per hidden hand."
    for profile in (profiles.declared, profiles.unknown):
        yield f"profile {profile.name}:"
        bidder = Bidder((book, book), (profile, profile))
        for source, worth in auction_worth(records, bidder, settings).items():
            yield f"{source:20} {worth}"
    yield "our own system bids the same deals:"
    bidder = Bidder((book, book), (profiles.partner, profiles.partner))
    for source, worth in auction_worth(rebid(records, bidder), bidder, settings).items():
        yield f"{source:20} {worth}"


def _stages(records: Sequence[AuctionRecord], assembly: Assembly) -> Iterator[str]:
    yield "\nThe true layout under all evidence, in bits over show-outs only."
    loose = assembly.systems.settings.softness.unknown  # nobody in the records bids by our system
    strangers = evolve(assembly.partnership(), partner=loose, opponents=loose)
    for source in dict.fromkeys(record.source for record in records):
        yield f"\n{source}:"
        boards = [record.board for record in records if record.source == source]
        yield from stage_table(
            moment(now, seat, assembly.inference, strangers, seed=index)
            for index, board in enumerate(boards)
            for now, seat in decisions_of(board)
        )

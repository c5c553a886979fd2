"""`bluechip-bot lab`: experiments without a table."""

from __future__ import annotations

import click

from bluechip_bot.engine import double_dummy_tables
from bluechip_bot.lab import bidding


@click.group("lab")
def command() -> None:
    """Experiments: how good the bot's bidding and play are, measured without a table."""


@command.command("bidding")
@click.option("--deals", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--worst", type=click.IntRange(0), default=0, help="So many of the worst boards.")
def _bidding(deals: int, seed: int, worst: int) -> None:
    """Bid seeded deals in self-play and compare the contracts with double-dummy par."""
    boards = bidding.measure(deals, seed, double_dummy_tables)
    click.echo(bidding.report(boards))
    for line in bidding.worst(boards, worst):
        click.echo(line)

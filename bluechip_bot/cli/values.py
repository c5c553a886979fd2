"""`bluechip-bot values`: the double-dummy values of one board, for the page of a match."""

from __future__ import annotations

import json
import sys
from typing import Final

import click

from bluechip_bot.cli.failure import told
from bluechip_bot.dataformats import parse_json
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.analysis.postmortem import card_values
from bluechip_bot.match.record.document import board_of
from bluechip_bot.model import BoardError

MEMORY_MB: Final = 32


@click.command("values", hidden=True)
def command() -> None:
    """Read the document of a board, and print what each legal card was worth at each card.

    The list holds an object for each card: declarer's tricks in all, by card; it is empty where a
    hand is unknown or there is no contract.
    """
    with told(ValueError, KeyError, TypeError):
        board = board_of(parse_json(sys.stdin.read()))
    try:
        values = card_values(board, DoubleDummy(MEMORY_MB).cards)
    except BoardError:
        values = ()
    click.echo(json.dumps([{str(card): made for card, made in each.items()} for each in values]))

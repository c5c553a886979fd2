"""`bluechip-bot claim`: whether a claim stands, for the page at which a person sits."""

from __future__ import annotations

import json
import sys

import click

from bluechip_bot.cli.failure import told
from bluechip_bot.cli.values import MEMORY_MB
from bluechip_bot.dataformats import parse_json
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.record.document import board_of
from bluechip_bot.model import Side
from bluechip_bot.sitting.script import line_of_claim


@click.command("claim", hidden=True)
def command() -> None:
    """Read a board, a side and the tricks it claims; print the rest of the cards, or null."""
    with told(ValueError, KeyError, TypeError):
        asked = parse_json(sys.stdin.read())
        scores = DoubleDummy(MEMORY_MB).cards
        line = line_of_claim(board_of(asked["board"]), Side(asked["side"]), asked["tricks"], scores)
    click.echo(json.dumps(None if line is None else [str(card) for card in line]))

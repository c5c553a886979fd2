"""`bluechip-bot values`: double-dummy answers about one board, for the pages of other commands."""

from __future__ import annotations

import json
import sys
from typing import Final

import click

from bluechip_bot.dataformats import parse_json
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.match.analysis.postmortem import card_values
from bluechip_bot.match.record.document import board_of
from bluechip_bot.model import BoardError, Side
from bluechip_bot.sitting.script import line_of_claim

_MEMORY_MB: Final = 32


@click.command("values", hidden=True)
def command() -> None:
    """Read a board from standard input, and print what the legal cards are worth at each turn.

    The answer is a list with an object for each turn: declarer's tricks in all, by legal card. It
    is empty if a hand is unknown or there is no contract. An object with `board`, `side` and
    `tricks` is a claim instead; the answer to it is the rest of the play, as a list of cards, or
    null if the claim does not stand.
    """
    asked = parse_json(sys.stdin.read())
    scores = DoubleDummy(_MEMORY_MB).cards
    if "tricks" in asked:
        line = line_of_claim(board_of(asked["board"]), Side(asked["side"]), asked["tricks"], scores)
        click.echo(json.dumps(None if line is None else [str(card) for card in line]))
        return
    try:
        values = card_values(board_of(asked), scores)
    except BoardError:
        values = ()
    click.echo(json.dumps([{str(card): made for card, made in each.items()} for each in values]))

"""`bluechip-bot bots`: let our players play a deal, for the page on which a person plays."""

from __future__ import annotations

import json
import sys

import click

from bluechip_bot.api.table import Table
from bluechip_bot.cli.call_statements import call_reader
from bluechip_bot.config import BiddingConfig
from bluechip_bot.dataformats import parse_json
from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import board_document, board_of, statements
from bluechip_bot.model import Decision, DecisionRequest, Side
from bluechip_bot.player import Player
from bluechip_bot.player.process import load_player


class _RecordingPlayer:
    def __init__(self, player: Player, remarks: list[Remark]) -> None:
        self._player = player
        self._remarks = remarks

    def decide(self, request: DecisionRequest) -> Decision:
        """Return the player's decision, and add its thoughts to the remarks on the board."""
        decision = self._player.decide(request)
        after = request.board.made + 1
        self._remarks.extend(Remark(after, text) for text in decision.thoughts)
        return decision

    def stop(self) -> None:
        """Stop the player."""
        self._player.stop()


@click.command("bots", hidden=True)
@click.option("--engine", required=True)
@click.option("--ns", required=True, help="The settings of North and South, as JSON.")
@click.option("--ew", required=True, help="The settings of East and West.")
@click.option("--seconds", type=float, required=True, help="For each call and card.")
@click.option("--seed", type=int, required=True)
def command(engine: str, ns: str, ew: str, seconds: float, seed: int) -> None:
    """Read a board without calls as JSON, let bots play it, and print the result as JSON."""
    board = board_of(parse_json(sys.stdin.read()))
    settings = [parse_json(text) for text in (ns, ew)]
    remarks: list[Remark] = []
    players = [_RecordingPlayer(load_player(engine, side), remarks) for side in settings]
    played = Table([*players, *players], seed=seed, seconds=seconds).play(board)
    read = call_reader(BiddingConfig(**settings[Side.NS]["bidding"]))
    shows = list(statements(played, lambda before, call: read(Side.NS, before, call)))
    click.echo(json.dumps(board_document(played, remarks=remarks, shows=shows)))

"""What each consumer of the settings says, as JSON, with a folder's files in place of `conf`.

`python consumers.py FOLDER NAME...` is run in a process of its own, so that files which are read
once are read from that folder. Without a name all consumers speak.
"""

# ruff: noqa: E402
# The folder is set before anything that reads files is imported.

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import bluechip_bot.config
import bluechip_bot.config.loading

FOLDER: Final = Path(sys.argv[1])
bluechip_bot.config.conf_dir = bluechip_bot.config.loading.conf_dir = lambda: FOLDER

from click.testing import CliRunner

from bluechip_bot.api.bot import Bot
from bluechip_bot.cli import main
from bluechip_bot.codec import to_data
from bluechip_bot.engine import Question, WorldPool
from bluechip_bot.lab.bidding.side import SystemSpec, ThinkingSide, ThoughtSpec, open_side
from bluechip_bot.lab.duel.knowledge import DuelKnowledge
from bluechip_bot.lab.leads import series
from bluechip_bot.lab.leads.series import LeadPlan
from bluechip_bot.model import Board, Call, Called, Card, Deal, DecisionRequest, Played, Seat
from bluechip_bot.player import make_player
from bluechip_bot.player.assembly import PlayerAssembly

DEAL: Final = Deal.parse("N:AKJ43.K8.Q72.J65 T65.AJ94.K53.Q97 Q2.QT63.AJ98.K82 987.752.T64.AT43")
CALLS: Final = "1S 2H 2NT P 3NT P P P"
LEAD: Final = "S9"


def called(count: int) -> Board:
    """The board after so many calls."""
    board = Board.begin(1, deal=DEAL)
    for text in CALLS.split()[:count]:
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    return board


def led() -> Board:
    """The board after the opening lead, South to declare."""
    before = called(8)
    assert before.turn is not None
    return before.apply(Played(before.turn, Card.parse(LEAD)))


def request(board: Board) -> DecisionRequest:
    """What the one to decide is asked."""
    seat = board.decider
    assert seat is not None
    return DecisionRequest(1, board.seen_by(seat), seat, 1000.0, 1)


def printed(command: str, *words: str) -> Any:
    """What a command prints, as JSON where it is."""
    done = CliRunner().invoke(main, [command, *words])
    assert done.exit_code == 0, done.output
    return json.loads(done.output) if "--json" in words else done.output


def position(command: str, *words: str) -> Any:
    """What a command prints of the position after the lead."""
    problem = {
        "contract": "3NT",
        "declarer": "S",
        "vulnerable": "None",
        "deal": {"declarer_hand": str(DEAL[Seat.SOUTH]), "dummy_hand": str(DEAL[Seat.NORTH])},
        "cards_played": [LEAD],
        "to_play": "N",
        "dealer": "N",
        "auction": CALLS.split(),
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "position.json"
        path.write_text(json.dumps(problem))
        return printed(command, str(path), *words)


def without_times(value: Any) -> Any:
    """The value without what depends on the machine."""
    value = to_data(value)
    if isinstance(value, Mapping):
        return {key: without_times(part) for key, part in value.items() if key != "seconds"}
    return [without_times(part) for part in value] if isinstance(value, list | tuple) else value


def seat_player() -> Any:
    """`play` and `match`: a call, a card, and what they were based on."""
    player = make_player("pimc", {"worlds": 3, "memory_mb": 1})
    return [player.decide(request(board)).record for board in (called(4), led())]


def bot() -> Any:
    """The public interface."""
    player = Bot("pimc", worlds=8)
    gains = player.call(called(4)).gains
    record = player.decide(request(led())).record
    return [{str(call): gain for call, gain in gains.items()}, str(player.play(led())), record]


def thinking_side() -> Any:
    """A side of `lab bidding`."""
    spec = SystemSpec("sayc", ThoughtSpec(layouts=3))
    side = open_side("A", spec, SystemSpec("sayc"), patience=1.0)
    assert isinstance(side, ThinkingSide)
    return side.deliberate(called(4).seen_by(Seat.NORTH)).record


def duel_knowledge() -> Any:
    """A player of `lab declarer` and `lab defender`: the weights of its layouts."""
    known = DuelKnowledge(PlayerAssembly().partnership(), play_inference=True)
    board = led().seen_by(Seat.SOUTH)
    question = Question(board, Seat.SOUTH, known.of(board, Seat.SOUTH), seed=1)
    return WorldPool().worlds(question, 16).summary


def leader() -> Any:
    """The leader of `lab leads`."""
    plan = LeadPlan(budget=None, worlds=3, memory_mb=1)
    return series.our_lead(plan, led()).record


BID: Final = ("--hand", str(DEAL[Seat.NORTH]), "--auction", "1S 2H 2NT P", "--budget", "1000")
CONSUMERS: Final[Mapping[str, Any]] = {
    "play, match": seat_player,
    "bid": lambda: printed("bid", *BID, "--worlds", "3", "--json"),
    "advise": lambda: position("advise", "--engine", "pimc", "--worlds", "16", "--json"),
    "plan": lambda: position("plan", "--depth", "1", "--json"),
    "worlds": lambda: position("worlds"),
    "interface": bot,
    "lab bidding": thinking_side,
    "lab declarer": duel_knowledge,
    "lab leads": leader,
}

if __name__ == "__main__":
    names = sys.argv[2:] or CONSUMERS
    print(json.dumps({name: without_times(CONSUMERS[name]()) for name in names}))

"""The examples that end the help of commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import click

_HAND: Final = "AKQ95.AT3.KJ2.97"
_DEAL: Final = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
_RECORDS: Final = "records.jsonl.gz"
EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "advise": ("position.json --budget 5", "position.json --engine htn --json"),
    "bid": (f'--hand {_HAND} --auction "1H P"', "--batch hands.jsonl"),
    "check client": (
        (
            '--command "bluechip-bot play --host {host} --port {port} --seat {seat} --no-clock'
            ' --budget 0.1"'
        ),
        "--wait --port 2000",
    ),
    "check rules": ("",),
    "check server": (
        'localhost:0 --command "bluechip-bot serve --port {port} --deals 4"',
        "192.0.2.7:2000",
    ),
    "check table": ("results.json",),
    "convert": ("match.pbn match.lin", "match.pbn match.lin --check"),
    "dd": (f'"{_DEAL}"', "--batch positions.csv"),
    "doctor": (
        "",
        "match --config mine.toml --clock 30 --out night",
        "--quick play --port 2000 --seat North --seat South",
    ),
    "explain": ('--auction "1NT P 2C P 2D"', '--auction "1NT P 2C P 2D" --exact --system-ns floor'),
    "lab bidding cases": ("cases.json",),
    "lab bidding contracts": (f"{_RECORDS} --boards 500",),
    "lab bidding duel": ("--a sayc --b floor", '--a "sayc think seconds=1" --b sayc'),
    "lab bidding holes": (f"{_RECORDS} --boards 500",),
    "lab bidding random": ("--deals 100",),
    "lab bidding selfplay": ("--deals 100 --system two_over_one",),
    "lab bidding statements": ("--deals 100",),
    "lab bidding strangers": (f"{_RECORDS} --boards 100",),
    "lab compare": ("old.csv new.csv --plot difference.svg",),
    "lab declarer": ("--contract 3NT --a alphamu --b pimc",),
    "lab defender": ("--contract 4S --a alphamu --b pimc --auctions sayc",),
    "lab fit calls": (f"{_RECORDS} --own selfplay.jsonl",),
    "lab fit play": (_RECORDS,),
    "lab fit prices": (_RECORDS,),
    "lab fit tricks": ("--deals 3300",),
    "lab haste": (f"{_RECORDS} --boards 50",),
    "lab leads": (f"{_RECORDS} --boards 400 --budget 2",),
    "lab paper": ("wins-3nt", "wins-7nt --long --docs docs"),
    "match": (
        "--boards 4 --seed 7",
        "--boards 64 --team-a alphamu --team-b pimc --web 8000 --out night",
        '--boards 32 --command-b "client --server {host} --port {port} --seat {seat}"',
        "--resume night",
    ),
    "plan": ("position.json --tree 4 --svg tree.svg",),
    "play": (
        '--port 2000 --seat North --seat South --team "My Team"',
        "--host 192.0.2.7 --port 2000 --seat East --clock 90",
        "--profile openspiel --port 4001 --port 4002",
    ),
    "replay": (
        "night/logs/open.wire.log",
        "night/logs/open.wire.log --clients --think --worlds 40",
        "logs/North-2000.wire.log --board 1 --save tests/data/transcripts/bug",
    ),
    "report": ("results/match-1", "results/match-1 --sprt 0 0.5"),
    "score": ("open.pbn closed.pbn --carry-over 3.7", "open.pbn closed.pbn --json"),
    "serve": (
        "--port 2000 --deals 16 --web 8000",
        "--host 0.0.0.0 --port 2000 --boards deals.pbn --out played.pbn",
    ),
    "system card": ("sayc", "sayc --html sayc.html"),
    "system check": ("mine.toml", "mine.toml --gaps"),
    "system list": ("",),
    "worlds": ("position.json -n 40 --seed 1 --explain",),
}
"""The words behind `bluechip-bot COMMAND`, by command."""
_POSITION: Final = (
    "Example position.json:",
    '  {"contract": "3NT", "declarer": "S", "vulnerable": "None",',
    '   "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},',
    '   "cards_played": ["SK", "S5", "S4"], "to_play": "S"}',
)


def add_examples(command: click.Command, path: str) -> None:
    """Let the help of a command, and of those below it, end with its examples."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            add_examples(each, f"{path} {name}")
    elif path in EXAMPLES:
        lines = (f"  bluechip-bot {path} {words}".rstrip() for words in EXAMPLES[path])
        epilog = ["\b", "Examples:", *lines]
        if any(words.startswith("position.json") for words in EXAMPLES[path]):
            epilog += ["", "\b", *_POSITION]
        command.epilog = "\n".join(epilog)

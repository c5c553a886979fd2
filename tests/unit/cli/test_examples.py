"""The examples that end the help of every command, and what completes a command line."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bluechip_bot.cli.examples import EXAMPLES
from bluechip_bot.cli.main import main
from support.commands import invoke, on_position

ROOT = Path(__file__).parents[3]
DEAL = "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87"
QUICK = (
    "bid", "check rules", "convert", "dd", "explain", "score",
    "system card", "system list", "worlds",
)  # fmt: skip
"""Commands whose examples are run, and not only read."""


def leaves(command: click.Command, path: str = "") -> Iterator[str]:
    """The path of each command that is not a group."""
    if not isinstance(command, click.Group):
        yield path
        return
    ctx = click.Context(command)
    for name in command.list_commands(ctx):
        below = command.get_command(ctx, name)
        assert below is not None
        yield from leaves(below, f"{path} {name}".strip())


@pytest.mark.parametrize("path", [*leaves(main)])
def test_every_command_shows_an_example(path: str) -> None:
    """Its help has a line that begins with the command."""
    lines = [line.strip() for line in invoke(*path.split(), "--help").output.splitlines()]
    assert any(line.startswith(f"bluechip-bot {path}") for line in lines)
    for words in EXAMPLES.get(path, ()):
        assert f"bluechip-bot {path} {words}".rstrip() in lines


def test_no_example_is_of_no_command() -> None:
    """The table has the paths of commands alone."""
    assert set(EXAMPLES) <= set(leaves(main))


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_can_be_read(path: str) -> None:
    """Every option is there, and takes the value that it is given."""
    for words in EXAMPLES[path]:
        ctx: click.Context | None = None
        command: click.Command = main
        rest = [*path.split(), *shlex.split(words)]
        while isinstance(command, click.Group):
            parent = command.make_context(
                command.name, rest[:1], parent=ctx, resilient_parsing=True
            )
            below = command.get_command(parent, rest[0])
            assert below is not None
            ctx, command, rest = parent, below, rest[1:]
        command.make_context(path, rest)


@pytest.mark.parametrize("path", QUICK)
def test_examples_work(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are done at once end with status 0, where the files are that they name."""
    on_position("worlds", tmp_path, "-n", "1")  # It leaves position.json there.
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "data" / "formats" / "open.pbn", "match.pbn")
    for name, tricks in (("open.pbn", 10), ("closed.pbn", 9)):
        Path(name).write_text(
            f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
            f'[Contract "4H"]\n[Declarer "S"]\n[Result "{tricks}"]\n\n'
        )
    hand = '{"hand": "AKQ95.AT3.KJ2.97", "dealer": "N", "vul": "NS", "auction": ["1H", "P"]}\n'
    Path("hands.jsonl").write_text(hand)
    for words in EXAMPLES[path]:
        if words == "--batch positions.csv":
            continue  # tests/e2e/test_commands.py has one.
        result = invoke(*path.split(), *shlex.split(words))
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bluechip-bot ", {"play", "match", "dd"}),
        ("bluechip-bot lab bid", {"bidding"}),
        ("bluechip-bot match --boa", {"--boards"}),
        ("bluechip-bot convert --to l", {"lin"}),
    ],
)
def test_completion(words: str, offered: set[str]) -> None:
    """A shell gets commands, options and values; the first word needs no large library."""
    code = "from bluechip_bot.cli import main; main(prog_name='bluechip-bot')"
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", "-c", code],
        env={
            **os.environ,
            "_BLUECHIP_BOT_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert offered <= {line.rpartition(",")[2] for line in done.stdout.splitlines()}
    if words == "bluechip-bot ":
        assert "numpy" not in done.stderr
        assert "twisted" not in done.stderr

"""The examples that end the help of every command, and what completes a command line."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from bluechip_bot.cli.main import EXAMPLES, main
from bluechip_bot.cli.ranges import FiniteNumber, SecondsNumber, WholeNumber
from support.commands import invoke, on_position

ROOT = Path(__file__).parents[3]
DEAL = "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87"
QUICK = ("bid", "check rules", "convert", "dd", "explain", "score", "worlds")
"""Commands whose examples are run, and not only read."""


def below(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield a command and those below it, each with its path."""
    yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None
            yield from below(found, f"{path} {name}".strip())


COMMANDS = dict(below(main))
GROUPS = [path for path, command in COMMANDS.items() if isinstance(command, click.Group)]


def help_of(path: str) -> str:
    """What `--help` prints on a terminal of 80 columns."""
    done = invoke(*path.split(), "--help")
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("path", sorted({*COMMANDS} - {*GROUPS}))
def test_every_command_shows_an_example(path: str) -> None:
    """Its help ends with lines that begin with the command."""
    lines = [line.strip() for line in help_of(path).splitlines()]
    assert EXAMPLES[path]
    for words in EXAMPLES[path]:
        assert f"bluechip-bot {path} {words}".rstrip() in lines


def test_no_example_is_of_no_command() -> None:
    """The table has the paths of commands alone."""
    assert set(EXAMPLES) == {*COMMANDS} - {*GROUPS}


@pytest.mark.parametrize("path", ["advise", "plan", "worlds"])
def test_an_example_position_can_be_copied(path: str, tmp_path: Path) -> None:
    """The help of a command that reads a position shows one, which it can read."""
    shown = help_of(path).partition("Example position.json:")[2]
    (tmp_path / "position.json").write_text(shown)
    short = {"advise": ("--worlds", 1), "plan": ("--worlds", 1), "worlds": ("-n", 1)}
    done = invoke(path, tmp_path / "position.json", *short[path])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("path", GROUPS)
def test_summaries_are_whole(path: str) -> None:
    """Each command of a group has a line that ends with its full stop, and is not cut."""
    _, _, rows = help_of(path).partition("\nCommands:\n")
    (lines := rows.splitlines()).sort()
    group = COMMANDS[path]
    assert isinstance(group, click.Group)
    names = group.list_commands(click.Context(group))
    assert [line.split()[0] for line in lines] == sorted(names)
    assert [line for line in lines if not line.endswith(".") or line.endswith("..")] == []


OF_CLICK = r"\b(TEXT|INTEGER|FLOAT|RANGE|PATH|FILENAME|DIRECTORY)\b|x[<>]|[<>]=?x"
"""Types and ranges as click writes them."""


@pytest.mark.parametrize("path", COMMANDS)
def test_values_and_ranges_are_words(path: str) -> None:
    """An option says what its value is, as FILE or SECONDS, and its range as people write it."""
    context = click.Context(COMMANDS[path])
    for parameter in COMMANDS[path].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            record = parameter.get_help_record(context)
            assert record is not None
            assert not re.search(OF_CLICK, " ".join(record)), record
            assert record[1].partition("[")[0].strip(), f"{parameter.opts} says nothing"


@pytest.mark.parametrize(
    ("kind", "words", "refused"),
    [
        (WholeNumber(0), "0 or more", "-1"),
        (WholeNumber(1, 4), "1 to 4", "5"),
        (WholeNumber(0, 2**63 - 1), "0 to 2^63 - 1", str(2**63)),
        (WholeNumber(max=4), "at most 4", "5"),
        (SecondsNumber(0, min_open=True), "more than 0", "0"),
        (SecondsNumber(0, 86400, min_open=True), "more than 0, at most 86400", "86401"),
        (FiniteNumber(0, 0.5, max_open=True), "0 or more, less than 0.5", "0.5"),
        (FiniteNumber(0.1, 3600), "0.1 to 3600", "0"),
    ],
)
def test_a_range_in_words(kind: WholeNumber | FiniteNumber, words: str, refused: str) -> None:
    """The error that refuses a number says it as the help does."""
    option = click.Option(["--x"], type=kind, help="X.")
    assert option.get_help_record(click.Context(main)) == (
        f"--x {'SECONDS' if isinstance(kind, SecondsNumber) else 'NUMBER'}",
        f"X.  [{words}]",
    )
    with pytest.raises(click.BadParameter, match=re.escape(words)):
        option.type_cast_value(click.Context(main), refused)


def test_nan_is_no_number_of_a_range() -> None:
    """Every comparison with it fails, so that it would be within any range."""
    with pytest.raises(click.BadParameter, match="nan is not a number"):
        FiniteNumber(0, 1).convert("nan", None, None)


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
            found = command.get_command(parent, rest[0])
            assert found is not None
            ctx, command, rest = parent, found, rest[1:]
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
            continue  # test_dd.py has one.
        # To start processes takes far longer than the work.
        alone = ("--jobs", "1") if words.startswith("match.pbn --out") else ()
        result = invoke(*path.split(), *shlex.split(words), *alone)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("", {"play", "match", "dd"}),
        ("lab bid", {"bidding"}),
        ("match --boa", {"--boards"}),
        ("convert --to l", {"lin"}),
    ],
)
def test_completion(words: str, offered: set[str]) -> None:
    """A shell gets commands, options and values."""
    *before, last = words.split(" ")
    found = ShellComplete(main, {}, "bluechip-bot", "").get_completions(before, last)
    assert offered <= {item.value for item in found}


def test_the_first_completion_is_quick() -> None:
    """Commands are offered before any large library is imported."""
    code = (
        "import os, sys; os.environ.update(_BLUECHIP_BOT_COMPLETE='bash_complete', "
        "COMP_WORDS='bluechip-bot ', COMP_CWORD='1'); import atexit; "
        "atexit.register(lambda: print({'numpy', 'twisted'} & {*sys.modules}, file=sys.stderr)); "
        "from bluechip_bot.cli import main; main(prog_name='bluechip-bot')"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert "plain,match" in done.stdout.splitlines()
    assert done.stderr == "set()\n"

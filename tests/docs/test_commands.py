"""Every command that README.md and docs/ show is run, or at least its options are read.

The commands of a page are run in turn in a folder with the files that pages name. How they are
changed for that, to take seconds instead of hours, is told command by command in
`support.documented`. What takes long is run with `-m slow`; its options are read here.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from bluechip_bot.cli import main
from bluechip_bot.cli.options import overrides
from bluechip_bot.config import ClientConfig, MatchConfig, ServerConfig, conf_dir, load_config
from bluechip_bot.formats import pbn
from bluechip_bot.model import Board
from support.commands import invoke
from support.documentation import PAGES, ROOT, blocks, commands, languages
from support.documented import RULES, rule

LANGUAGES = {"", "bid", "ini", "json", "pycon", "python", "sh", "text", "toml"}
"""The languages that blocks may have; those without one are text."""
DATA = ROOT / "tests/data"
MATCH = "bluechip-bot match --boards 1 --team-a random --team-b random --fallback-limit 1"
PORTS = re.compile(r"\b(?:200[0-3]|400[12]|8000)\b")
WITH_COMMANDS = {page: list(commands(page)) for page in PAGES if blocks(page, "sh")}
"""The commands of each page that has some."""
CONFIGS: dict[str, type[ClientConfig | MatchConfig | ServerConfig]] = {
    "match": MatchConfig,
    "play": ClientConfig,
    "serve": ServerConfig,
}
BIDDER = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"call": "P"}), flush=True)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, finished_board: Callable[[int], Board]) -> Path:
    """A folder with the files that pages name; those that they show are as they show them."""
    tmp_path = tmp_path_factory.mktemp("files")
    position, hand, board = blocks("docs/reference/files.md", "json")
    (tmp_path / "position.json").write_text(position)
    (tmp_path / "hands.jsonl").write_text(hand)
    (tmp_path / "client.toml").write_text(blocks("docs/how-to/championship.md", "toml")[0])
    (tmp_path / "scale.toml").write_text(blocks("docs/how-to/boards.md", "toml")[0])
    (tmp_path / "league.toml").write_text(blocks("docs/how-to/league.md", "toml")[0])
    (tmp_path / "lowest.py").write_text(blocks("docs/how-to/engine.md", "python")[0])
    (tmp_path / "low.py").write_text(blocks("docs/how-to/cards.md", "python")[0])
    (tmp_path / "PROBLEMS.jsonl").write_text(blocks("docs/how-to/bidding.md", "json")[0])
    (tmp_path / "mine.toml").write_text('boards = 4\nteam_b.name = "Guests"\n')
    (tmp_path / "their_bidder.py").write_text(BIDDER)
    shutil.copy(DATA / "auctions/bluechip_bot.jsonl.gz", tmp_path / "DATA.jsonl.gz")
    (tmp_path / "FOLDER").mkdir()
    with gzip.open(tmp_path / "FOLDER/records.jsonl.gz", "wt") as file:
        file.write(board)
    shutil.copy(DATA / "bidding/sayc_sample.json", tmp_path / "FILE.json")
    played = [finished_board(seed) for seed in (6, 7)]  # boards 7 and 8
    records = [pbn.record_from_board(board, {}) for board in played]
    (tmp_path / "deals.pbn").write_text(pbn.dumps(records))
    (tmp_path / "a.pbn").write_text(pbn.dumps(records))
    (tmp_path / "results/match-1").mkdir(parents=True)
    for room in ("open", "closed"):
        text = pbn.dumps([pbn.record_from_board(board, {}, room=room) for board in played])
        (tmp_path / f"{room}.pbn").write_text(text)
        (tmp_path / f"results/match-1/{room}.pbn").write_text(text)
    for name in ("show", "other"):
        assert invoke("convert", tmp_path / "a.pbn", tmp_path / f"{name}.lin").exit_code == 0
    for made in ("conf", "docs", "tests/data/transcripts"):
        (tmp_path / made).mkdir(parents=True)
    shutil.copytree(conf_dir() / "systems", tmp_path / "conf/systems")
    page = "docs/how-to/convention.md"
    (tmp_path / "conf/systems/rules/drury.bid").write_text(blocks(page, "bid")[0])
    (tmp_path / "conf/systems/mine.toml").write_text(blocks(page, "toml")[0])
    return tmp_path


@pytest.fixture
def folder(files: Path, tmp_path: Path) -> Path:
    """A copy of the folder, for one page."""
    return Path(shutil.copytree(files, tmp_path, dirs_exist_ok=True))


def test_pages_are_found() -> None:
    """There are pages of each kind, and the languages of their blocks are known."""
    assert {"README.md", "docs/how-to/convention.md", "docs/results.md"} <= set(PAGES)
    assert {name for page in PAGES for name in languages(page)} <= LANGUAGES


def test_rules_are_needed() -> None:
    """Each rule is the first that fits some command."""
    used = {rule(command) for page in WITH_COMMANDS.values() for command in page}
    assert [each.pattern for each in RULES if each not in used] == []


def first_shown() -> dict[str, list[str]]:
    """The commands of each page, without those that are run as an earlier one is."""
    known: set[str] = set()
    found: dict[str, list[str]] = {}
    for page, shown in WITH_COMMANDS.items():
        for command in shown:
            run = rule(command).run(command)
            if run not in known or run == "true":
                found.setdefault(page, []).append(command)
            known.add(run)
    return found


@pytest.mark.parametrize(("page", "shown"), first_shown().items())
def test_commands(
    page: str, shown: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of a page can be run; of those that take long the options are read."""
    monkeypatch.chdir(folder)
    if page == "docs/how-to/championship.md":
        Path("night/logs").mkdir(parents=True)
        log = DATA / "transcripts/20_our_table_passed_out.wire.log"
        shutil.copy(log, "night/logs/open.wire.log")
    for command in shown:
        how = rule(command)
        words = [shlex.split(each) for each in (how.run(command), command)]
        assert words[0], command
        if words[0][0] != "bluechip-bot":
            # What is run instead of a command may be nothing, said by a rule, or a program that
            # the slow suite runs.
            assert words[0] == ["true"] or how.slow, command
        elif how.slow:
            for each in words:
                read(each[1:])
        else:
            done = invoke(*expanded(words[0][1:]))
            assert done.exit_code in how.status, (command, done.output, done.exception)


def read(words: list[str]) -> None:
    """Read the options of a command, and those of a table by their definitions."""
    words = words[: words.index(">")] if ">" in words else words
    words = [word for word in words if word != "doctor"]
    command: click.Command = main
    context = click.Context(main, info_name="bluechip-bot")
    while isinstance(command, click.Group):
        name, *words = words
        found = command.get_command(context, name)
        assert found is not None, name
        command, context = found, click.Context(found, info_name=name, parent=context)
    if "--help" in words:
        return
    parameters = command.make_context(command.name, list(words)).params
    # `lab fit play` has the name of a command with settings of its own.
    if (kind := CONFIGS.get(str(command.name))) and "config" in parameters:
        given = load_config(kind, parameters["config"], overrides(kind, parameters))
        assert isinstance(given, kind)


def expanded(words: list[str]) -> list[str]:
    """The words with the files for which a pattern stands, as a shell writes them."""
    return [
        name
        for word in words
        for name in (sorted(map(str, Path().glob(word))) if word.startswith("*.") else [word])
    ]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_long_commands(page: str, folder: Path) -> None:
    """All commands of a page can be run by a shell, one after the other."""
    if page == "docs/how-to/championship.md":
        assert (
            shell(
                folder, "bluechip-bot match --boards 1 --team-a random --team-b random --out night"
            )
            == 0
        )
    for command in WITH_COMMANDS[page]:
        how = rule(command)
        status = shell(folder, how.run(command), how.beside)
        assert status in how.status, (command, (folder / "output").read_text()[-3000:])


def shell(folder: Path, command: str, beside: str = "") -> int:
    """The exit status of a command in a shell, beside others; ports are exchanged for free ones.

    What is printed goes to the file `output`. What is still running then is ended.
    """
    ports: dict[str, str] = {}
    text = f"{beside} &\n{command}" if beside else command
    with contextlib.ExitStack() as stack:
        for port in sorted(set(PORTS.findall(text))):
            held = stack.enter_context(socket.socket())
            held.bind(("127.0.0.1", 0))
            ports[port] = str(held.getsockname()[1])
    text = PORTS.sub(lambda found: ports[found[0]], text)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "CHECKOUT": str(ROOT)}
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            ["bash", "-c", text],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return process.wait(300)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)

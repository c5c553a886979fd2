"""`bluechip-bot check`: check whether another program keeps to the rules of the protocol."""

from __future__ import annotations

import json
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import click

from bluechip_bot import __version__
from bluechip_bot.cli.failure import BROKEN, FAILED, INTERRUPTED, Failure
from bluechip_bot.cli.options import JSON, together
from bluechip_bot.cli.ranges import SecondsNumber, WholeNumber
from bluechip_bot.conformance.manager import CLIENT_SCRIPTS
from bluechip_bot.conformance.players import SERVER_SCRIPTS
from bluechip_bot.conformance.report import page, summary, to_document, verdict_lines
from bluechip_bot.conformance.script import Script, ScriptOutcome, ScriptVerdict, rules_text
from bluechip_bot.dataformats import parse_json
from bluechip_bot.match.work import WorkError, check_command, split
from bluechip_bot.net.conformance import CheckPlan, check_client, check_server
from bluechip_bot.protocol.dialect import DIALECTS, dialect_named


def _options(scripts: Sequence[Script[Any]]) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that adds the options of both commands; `--script` offers `scripts`."""
    return together(
        click.option(
            "--script",
            "names",
            type=click.Choice([script.name for script in scripts]),
            multiple=True,
            help="Only this script; may be given several times.",
        ),
        click.option(
            "--profile",
            type=click.Choice(list(DIALECTS)),
            default="standard",
            help="How we write to the program.",
        ),
        click.option(
            "--patience",
            type=SecondsNumber(0.1, 3600),
            default=30.0,
            help="The most seconds to wait for an expected line.",
        ),
        click.option(
            "--arrival",
            type=SecondsNumber(0.1, 86400),
            default=60.0,
            help="The most seconds to wait for a connection.",
        ),
        click.option(
            "--logs",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="A folder for the lines and outputs of each script.",
        ),
        click.option("--name", metavar="NAME", help="What the program is called in the result."),
        JSON,
    )


@click.group("check")
def command() -> None:
    """Check whether a client or a table manager keeps the rules.

    The rules of the protocol are in docs/protocol.md (`check rules` prints them). Exit status: 0
    nothing failed, 1 a script failed, 2 wrong usage, 4 broken off.
    """


@command.command("rules")
def rules() -> None:
    """Print docs/protocol.md."""
    click.echo(rules_text(), nl=False)


@command.command("table")
@click.argument("files", type=click.Path(dir_okay=False), nargs=-1, required=True)
def table(files: Sequence[str]) -> None:
    """Print a page like docs/conformance.md.

    FILES are results that `check client --json` and `check server --json` have printed.
    """
    documents = [_document(Path(name)) for name in files]
    click.echo(page(documents), nl=False)


def _document(path: Path) -> dict[str, Any]:
    with suppress(ValueError, TypeError, KeyError):
        document = parse_json(path.read_bytes())
        if document["kind"] in ("client", "server") and document["scripts"]:
            return dict(document)
    raise Failure(f"{path}: not a result of `check ... --json`")


@command.command("client")
@click.option(
    "--command",
    "text",
    metavar="COMMAND",
    help="Start the client by this line, with {host}, {port} and {seat}.",
)
@click.option("--wait", is_flag=True, help="Wait for a client that somebody else starts.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Where to listen.")
@click.option(
    "--port", type=WholeNumber(1, 65535), default=2000, help="Where to listen with --wait."
)
@_options(CLIENT_SCRIPTS)
def client(*, text: str | None, wait: bool, host: str, port: int, **options: Any) -> None:
    """Check a client at a table of ours.

    We manage the table and play the other three seats. With --command, each script has a client of
    its own. A client that you start yourself plays all scripts in one session, as far as they can
    be played in one; it must connect again after that session, and after a fault.
    """
    if bool(text) == wait:
        raise WorkError("give --command LINE, or --wait for a client that somebody else starts")
    if text:
        check_command(tuple(split(text)))
    _run(check_client, "client", CLIENT_SCRIPTS, (host, (port,)), text, **options)


@command.command("server")
@click.argument("address", metavar="HOST:PORT[,PORT...]")
@click.option(
    "--command",
    "text",
    metavar="COMMAND",
    help="Start the manager by this line before each script.",
)
@_options(SERVER_SCRIPTS)
def server(address: str, text: str | None, **options: Any) -> None:
    """Check a table manager: we play all four seats.

    Give one PORT, or four for N E S W. As each script takes all four seats, a manager that is
    running must let the same teams connect again; if it does not, give --command. PORT 0 is any
    free port; its number replaces {port} in the command.
    """
    place = _address(address)
    if 0 in place[1] and not any("{port}" in word for word in split(text or "")):
        raise WorkError("port 0, any free one, needs a --command with {port}")
    _run(check_server, "server", SERVER_SCRIPTS, place, text, **options)


def _address(text: str) -> tuple[str, tuple[int, ...]]:
    host, _, rest = text.rpartition(":")
    ports = rest.split(",")
    good = all(port.isascii() and port.isdigit() and int(port) < 65536 for port in ports)
    if not host or not good or len(ports) not in (1, 4):
        raise WorkError(f"{text!r}: give HOST:PORT, or HOST: and four ports with commas")
    return host, tuple(map(int, ports))


def _run(  # noqa: PLR0913 - the options
    check: Callable[[CheckPlan], Iterator[ScriptVerdict]],
    kind: str,
    scripts: Sequence[Script[Any]],
    place: tuple[str, tuple[int, ...]],
    text: str | None,
    *,
    names: Sequence[str],
    profile: str,
    patience: float,
    arrival: float,
    logs: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    host, ports = place
    shown = text or (f"{host}:{','.join(map(str, ports))}" if kind == "server" else "")
    verdicts: list[ScriptVerdict] = []
    is_interrupted = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        folder = Path(logs or stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        plan = CheckPlan(
            [script for script in scripts if not names or script.name in names],
            tuple(split(text)) if text else (),
            host,
            ports,
            dialect_named(profile),
            patience,
            arrival,
            folder,
            lambda port: click.echo(f"waiting for a client on {host}, port {port}", err=True),
        )
        try:
            for verdict in check(plan):
                verdicts.append(verdict)
                if not as_json:
                    click.echo("\n".join(verdict_lines(verdict)))
                if verdict.unreachable:
                    break
        except KeyboardInterrupt:
            is_interrupted = True
        last_words = _last_words(folder)
    if as_json:
        head = {"kind": kind, "checked": name or shown or "a client", "command": shown}
        head |= {"profile": "" if profile == "standard" else profile, "version": __version__}
        click.echo(json.dumps(to_document(verdicts, **head), indent=1))
    else:
        click.echo(summary(verdicts))
    if is_interrupted:
        raise Failure("interrupted", INTERRUPTED)
    if verdicts[-1].unreachable:
        raise Failure(f"broken off: {verdicts[-1].text}{last_words}", BROKEN)
    failed = sum(verdict.outcome is ScriptOutcome.FAILED for verdict in verdicts)
    if failed:
        raise Failure(f"{failed} of {len(verdicts)} scripts failed", FAILED)


def _last_words(folder: Path) -> str:
    """The last line that the program has written, for a message; empty if there is none."""
    logs = [path for path in folder.glob("*.log") if not path.name.endswith(".wire.log")]
    if not logs:
        return ""
    latest = max(logs, key=lambda path: path.stat().st_mtime)
    lines = latest.read_text("utf-8", errors="replace").split("\n")
    last = next((line for line in reversed(lines) if line.strip()), "")
    return f"; its last line: {last[:200]!r}" if last else ""

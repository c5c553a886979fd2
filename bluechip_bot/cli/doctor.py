"""`bluechip-bot doctor`: whether this machine, as it is set up, can play a match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs
import click
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from bluechip_bot.cli.deployment import USUAL, Deployment, deployment_of
from bluechip_bot.cli.escape import printable
from bluechip_bot.cli.failure import BROKEN, Failure, told
from bluechip_bot.cli.options import JSON
from bluechip_bot.cli.rehearsal import longest, rehearse
from bluechip_bot.cli.terminal import table_console
from bluechip_bot.config import ConfigError
from bluechip_bot.doctor.finding import Finding, Verdict
from bluechip_bot.doctor.installed import Build, Software
from bluechip_bot.doctor.machine import ClockWatch, Disk, Memory, PortState, Processors
from bluechip_bot.doctor.origin import DEFAULT
from bluechip_bot.doctor.speed import CardSpeed, card_speeds, speed_finding
from bluechip_bot.match.record.store import StoreError
from bluechip_bot.match.work import WorkError
from bluechip_bot.player import EngineError
from bluechip_bot.protocol.errors import LocalProtocolError

_SPEED_SECONDS: Final = 2.0
_CLOCK_SECONDS: Final = 3.0
_STYLES: Final = {Verdict.GOOD: "green", Verdict.WARNING: "yellow", Verdict.FAULT: "bold red"}
_WRONG: Final = (
    ConfigError, EngineError, StoreError, WorkError, LocalProtocolError, OSError,
)  # fmt: skip


@click.command("doctor", context_settings={"allow_interspersed_args": False})
@click.option("--quick", is_flag=True, help="Leave the rehearsal out.")
@click.option("--defaults", is_flag=True, help="List the options that have their defaults, too.")
@JSON
@click.argument("words", nargs=-1, metavar="[COMMAND [OPTIONS]]", type=click.UNPROCESSED)
def command(
    words: tuple[str, ...],
    quick: bool,  # noqa: FBT001
    defaults: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Check whether this machine is fit for a match.

    Write `doctor` before the command that is to be run: `match`, `play` or `serve` with all its
    options. Nothing of it is started, and nothing is left behind. Without a command it is
    `match --clock 60`.

    Every option that is set is listed with its value and where that comes from: a file, or the
    command line; with --defaults all others, too. Then each check is good, a warning or a fault,
    and says what to do: software, compiled modules, processors, speed (layouts a second, and what
    cards get with the clock), memory, clock, ports and disk. At last our players play two boards
    with the clock, in a temporary folder: overruns, decisions by rule, the slowest decision.
    --quick takes seconds.

    Exit status: 0 no fault, 2 the command is wrong, 4 there is a fault.
    """
    watch = ClockWatch()
    with told(*_WRONG):
        wanted = deployment_of(words)
    if not as_json:
        _print_settings(wanted, defaults=defaults)
    found = []
    for finding, facts in _checks(wanted, watch, quick=quick):
        found.append((finding, facts))
        if not as_json:
            _print_finding(finding)
    verdict = max(finding.verdict for finding, _ in found)
    if as_json:
        checks = [
            {**attrs.asdict(finding), "verdict": str(finding.verdict), "facts": _plain(facts)}
            for finding, facts in found
        ]
        settings = [attrs.asdict(setting) for setting in wanted.settings]
        head = {"command": list(wanted.words), "verdict": str(verdict)}
        click.echo(json.dumps({**head, "settings": settings, "checks": checks}))
    if verdict is Verdict.FAULT:
        raise Failure("there are faults: see above", BROKEN)


def _checks(wanted: Deployment, watch: ClockWatch, *, quick: bool) -> Iterator[tuple[Finding, Any]]:
    """Yield each finding, with the facts that it follows from, as they are found."""
    software = Software.probe()
    yield software.finding(), software
    build = Build.probe()
    yield build.finding(), build
    speeds: tuple[CardSpeed, ...] = ()
    processors = Processors.probe()
    search = None if build.failure else wanted.search
    if search is not None:
        speeds = tuple(card_speeds(search, wanted.clock, _SPEED_SECONDS))
    yield processors.finding(speeds, wanted.tables), processors
    if search is not None:
        yield speed_finding(speeds), speeds
        memory = Memory.probe(search.memory_mb << 20)
        yield memory.finding(wanted.players), memory
    for host, port, listens in wanted.ports:
        state = PortState.probe(host, port, listens=listens)
        yield state.finding(), state
    disk = None if wanted.folder is None else Disk.probe(wanted.folder)
    clocks = watch.clocks(_CLOCK_SECONDS)
    yield clocks.finding(), clocks
    size = 0
    if wanted.trial is not None and not quick and not build.failure:
        seconds = longest(wanted.trial)
        click.echo(f"rehearsal: two boards, at most {seconds:.0f} s and the start", err=True)
        rehearsed = rehearse(wanted.trial)
        size = rehearsed.size
        yield rehearsed.finding(), rehearsed
    if disk is not None:
        yield disk.finding(wanted.boards, size), disk


def _print_settings(wanted: Deployment, *, defaults: bool) -> None:
    words = " ".join(wanted.words)
    shown = f"{words} (nothing else was given)" if wanted.words == USUAL else words
    table = Table(
        title=Text(f"bluechip-bot {printable(shown)}"), box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for heading in ("option", "value", "from", ""):
        table.add_column(heading, overflow="fold")
    listed = [one for one in wanted.settings if defaults or one.origin != DEFAULT]
    for setting in listed:
        value = json.dumps(setting.value, ensure_ascii=False)
        unit = f" ({setting.unit})" if setting.unit else ""
        row = (setting.key, value, printable(setting.origin), setting.text + unit)
        table.add_row(*map(Text, row))
    console = table_console()
    console.print(table)
    if left := len(wanted.settings) - len(listed):
        console.print(f"{left} options have their defaults: --defaults lists them\n")


def _print_finding(finding: Finding) -> None:
    console = table_console()
    verdict = Text(f"{finding.verdict!s:>7}", style=_STYLES[finding.verdict])
    line = Text.assemble(verdict, f"  {finding.check}: {printable(finding.text)}")
    console.print(line, soft_wrap=True)
    if finding.advice:
        console.print(Text(f"         -> {printable(finding.advice)}"), soft_wrap=True)


def _plain(facts: Any) -> Any:
    """Facts as JSON can hold them."""
    if isinstance(facts, Sequence):
        return [_plain(each) for each in facts]
    return attrs.asdict(
        facts,
        value_serializer=lambda *named: sorted(v) if isinstance(v := named[2], frozenset) else v,
    )

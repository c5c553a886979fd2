"""`bluechip-bot doctor`: check whether this machine, as it is set up, can play a match."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

import attrs
import click
import psutil
from rich.text import Text

from bluechip_bot import release
from bluechip_bot.cli.deployment import DeploymentPlan, deployment_of
from bluechip_bot.cli.failure import BROKEN, Failure, printable
from bluechip_bot.cli.options import JSON
from bluechip_bot.cli.terminal import print_table, table_console
from bluechip_bot.config.loading import DEFAULT, OptionOrigin
from bluechip_bot.doctor import machine
from bluechip_bot.doctor.finding import DoctorFinding, FindingVerdict
from bluechip_bot.doctor.rehearsal import longest, rehearse
from bluechip_bot.doctor.speed import POSITIONS, card_speed, speed_finding

_USUAL: Final = ("match", "--clock", "60")
"""The command line that is looked at if none is given."""
_SPEED_SECONDS: Final = 2.0
_STYLES: Final = {
    FindingVerdict.GOOD: "green",
    FindingVerdict.WARNING: "yellow",
    FindingVerdict.FAULT: "bold red",
}


@click.command("doctor", context_settings={"allow_interspersed_args": False})
@click.option("--quick", is_flag=True, help="Leave the rehearsal out.")
@JSON
@click.argument("words", nargs=-1, metavar="[COMMAND [OPTIONS]]", type=click.UNPROCESSED)
def command(*, words: tuple[str, ...], quick: bool, as_json: bool) -> None:
    """Check whether this machine is fit for a match.

    Write `doctor` before the command that is to be run: `match`, `play` or `serve` with all its
    options. That command is not started, and nothing is left behind. Without a command,
    `match --clock 60` is assumed.

    Every option that is set is listed with its value and the source of it, a file or the command
    line; --json lists all options. Then each check says whether all is good, and what to do about a
    warning or a fault: software, compiled modules, processors, speed (layouts a second, and layouts
    for a card with the clock), memory, clock, ports and disk. Finally our players play two boards
    with the clock in a temporary folder, which shows overruns, decisions by rule and the slowest
    decision; --quick leaves that out and takes seconds.

    Exit status: 0 no fault, 2 the command is wrong, 4 there is a fault.
    """
    wanted = deployment_of(words or _USUAL)
    if not as_json:
        title = " ".join(words) if words else f"{' '.join(_USUAL)} (nothing else was given)"
        _print_settings(title, wanted.settings)
    found = []
    for finding in _findings(wanted, quick=quick):
        found.append(finding)
        if not as_json:
            _print_finding(finding)
    verdict = max(finding.verdict for finding in found)
    if as_json:
        value = {
            "command": words or _USUAL,
            "verdict": str(verdict),
            "settings": [attrs.asdict(setting) for setting in wanted.settings],
            "checks": [{**attrs.asdict(one), "verdict": str(one.verdict)} for one in found],
        }
        click.echo(json.dumps(value))
    if verdict is FindingVerdict.FAULT:
        raise Failure("there are faults: see above", BROKEN)


def _findings(wanted: DeploymentPlan, *, quick: bool) -> Iterator[DoctorFinding]:
    commit, changed = release.commit()
    yield machine.software_finding(commit, changed=changed)
    failure = machine.import_failure()
    yield machine.build_finding(failure, *machine.processor())
    search = None if failure else wanted.search
    speeds = []
    if search is not None:
        speeds = [card_speed(each, search, wanted.clock, _SPEED_SECONDS) for each in POSITIONS]
    share = fmean(each.share for each in speeds) if speeds else None
    yield machine.processors_finding(machine.usable_processors(), share, wanted.tables)
    if search is not None:
        yield speed_finding(speeds)
        # This process is like a player's, whose tables are not full yet.
        player = psutil.Process().memory_info().rss
        yield machine.memory_finding(
            machine.available_memory(), player, search.memory_mb << 20, wanted.players
        )
    for host, port, listens in wanted.ports:
        yield machine.port_finding(host, port, listens=listens)
    yield machine.clock_finding(
        time.time(), machine.newest_file(), synchronised=machine.is_synchronised()
    )
    if wanted.folder is not None:
        yield machine.disk_finding(wanted.folder)
    if wanted.trial is not None and not quick and not failure:
        seconds = longest(wanted.trial)
        click.echo(f"rehearsal: two boards, at most {seconds:.0f} s and the start", err=True)
        yield rehearse(wanted.trial)


def _print_settings(title: str, settings: Sequence[OptionOrigin]) -> None:
    listed = [one for one in settings if one.origin != DEFAULT]
    rows = [
        (one.key, json.dumps(one.value, ensure_ascii=False), one.origin, one.text) for one in listed
    ]
    print_table(("option", "value", "from", ""), rows, title=f"bluechip-bot {title}")
    if left := len(settings) - len(listed):
        click.echo(f"{left} options have their defaults: --json lists them\n")


def _print_finding(finding: DoctorFinding) -> None:
    console = table_console()
    verdict = Text(f"{finding.verdict!s:>7}", style=_STYLES[finding.verdict])
    line = Text.assemble(verdict, f"  {finding.check}: {printable(finding.text)}")
    console.print(line, soft_wrap=True)
    if finding.advice:
        click.echo(printable(f"         -> {finding.advice}"))

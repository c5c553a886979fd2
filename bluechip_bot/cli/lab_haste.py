"""`bluechip-bot lab haste`: what a card loses when there was little time for it."""

from __future__ import annotations

import shlex
from functools import partial
from itertools import chain, islice
from typing import Any

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.lab_run import LabCommand, count_option, done
from bluechip_bot.cli.ranges import Seconds, Whole
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.haste import HastePlan, HasteReport, moments_of
from bluechip_bot.lab.leads.series import boards_with_lead, strangers


@click.command("haste", cls=LabCommand)
@click.argument("data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz")
@count_option("boards", 50)
@click.option("--held-out", is_flag=True, help="The half of the boards to which nothing is fitted.")
@click.option(
    "--layouts",
    type=Whole(2, 10_000),
    default=500,
    show_default=True,
    help="Layouts that judge a card.",
)
@click.option(
    "--seconds",
    type=Seconds(0, 3600, min_open=True),
    default=3.0,
    show_default=True,
    help="Processor time for all of them.",
)
@options.SYSTEM
@options.search_option("seed", 1, help="The seed of the layouts.", show_default=True)
@options.JOBS
def command(data: str, *, boards: int, held_out: bool, **given: Any) -> None:
    """Measure what haste costs at each card of recorded play.

    The figures are by trick and side.
    All cards are judged in many layouts; then the card is chosen by those of them for which 0.01 to
    1 s of processor time are enough, and compared with the best one: by how many per cent of the
    layouts it makes, or beats, the contract less often. That is less than it is where --seconds end
    before most layouts are judged. Intervals are 95 %. The record's auction is read as that of
    strangers.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    plan = HastePlan(given["layouts"], given["seconds"], given["system"], given["seed"])
    strangers(plan.system)  # so that an unusable system is told at once
    chosen = list(islice(boards_with_lead(read_records(data), held_out=held_out), boards))
    if not chosen:
        half = "held out" if held_out else "not held out"
        raise Failure(f"{data}: no board with play and all four hands that is {half}")
    played = done(partial(moments_of, plan), chosen, given["jobs"], "boards", len(chosen))
    found = list(chain.from_iterable(played))
    if not found:
        raise Failure(f"{data}: no card to choose on {len(chosen)} boards")
    click.echo(HasteReport(found))
    words = [shlex.quote(data), *["--held-out"] * held_out, f"--boards {boards}"]
    words.append(f"--layouts {plan.layouts} --seconds {plan.seconds:g}")
    words.append(f"--system {shlex.quote(plan.system)} --seed {plan.seed}")
    click.echo(f"\nagain: bluechip-bot lab haste {' '.join(words)}")

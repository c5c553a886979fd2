"""`bluechip-bot lab leads` and `lab haste`: leads and cards on recorded boards."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import Any, Final

import click

from bluechip_bot.cli import lab_run, options
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.ranges import SecondsNumber
from bluechip_bot.config import SearchConfig
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference.records import read_records
from bluechip_bot.lab.estimates import check_extra
from bluechip_bot.lab.haste import HastePlan, moments_of, report
from bluechip_bot.lab.leads.series import (
    LEAD_ENGINES,
    TEXTBOOK_RULES,
    LeadPlan,
    boards_with_lead,
    lead_experiment,
    strangers,
)
from bluechip_bot.model import Board

_SYSTEM: Final = click.option(
    "--system",
    metavar="SYSTEM",
    default=LeadPlan().system,
    help="The system by which calls are read, by name or as a .toml file.",
)

_HELD_OUT: Final = click.option(
    "--held-out", is_flag=True, help="The half of the boards to which nothing is fitted."
)


@click.command("leads")
@lab_run.DATA
@lab_run.count_option("boards", 200)
@_HELD_OUT
@click.option("--engine", type=click.Choice(LEAD_ENGINES), default="pimc", help="How we lead.")
@options.budget(help="Seconds for a lead; 1 if no number of layouts is given.")
@lab_run.count_option("worlds", 0, "Layouts; 0: as time allows.", low=0)
@_SYSTEM
@click.option(
    "--rule", type=click.Choice(TEXTBOOK_RULES), default="habit", help="The rule to compare with."
)
@options.search_option("seed", 1, help="The seed of the layouts.")
@lab_run.WORKERS
@options.search_option("memory_mb", SearchConfig().memory_mb, low=8)
@lab_run.OUT
@lab_run.TIMES
@lab_run.ANY_VERSION
def leads(data: str, *, boards: int, held_out: bool, **given: Any) -> None:
    """Compare our opening leads with recorded ones and a rule's.

    Each lead is judged by the double-dummy tricks of all leads on the actual deal: the tricks and
    IMPs that it gives away, and the contracts that it lets through. We know our hand and the
    auction, which is read by the system as that of strangers; the engine "none" leaves our leads
    out. The rule "habit" leads what the model of conf/inference.toml, which was fitted to robots,
    finds the likeliest; "fourth" and "passive" are those of `lab declarer`.

    The boards come from the half of the file to which numbers may be fitted, or with --held-out
    from the other. With a budget alone the results depend on the machine.

    With --out, the same command continues where it was interrupted, if the code is the same.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    worlds, budget = given["worlds"] or None, given["budget"]
    if budget is None and worlds is None:
        budget = 1.0
    names = ("system", "rule", "seed", "memory_mb")
    plan = LeadPlan(given["engine"], budget, worlds, *(given[name] for name in names))
    strangers(plan.system)  # An unusable system is an error before the first lead.
    version = partial(code_version, (*lab_run.CARD_PLAY, *lab_run.BIDDING), conf=True)
    chosen = _boards(data, boards, held_out=held_out)
    experiment = lead_experiment(plan, chosen, lab_run.row_title())
    lab_run.carry_out(experiment, given["out"], version, len(chosen), given)


def _boards(data: str, count: int, *, held_out: bool) -> list[Board]:
    """The first boards with an opening lead, of the held-out or of the other half of a file."""
    boards = list(islice(boards_with_lead(read_records(data), held_out=held_out), count))
    if not boards:
        half = "held out" if held_out else "not held out"
        raise Failure(f"{data}: no board with a lead and all four hands that is {half}")
    return boards


@click.command("haste")
@lab_run.DATA
@lab_run.count_option("boards", 50)
@_HELD_OUT
@lab_run.count_option("layouts", 500, "Layouts that judge a card.", 2, 10_000)
@click.option(
    "--seconds",
    type=SecondsNumber(0, 3600, min_open=True),
    default=3.0,
    help="Processor time for all of them.",
)
@_SYSTEM
@options.search_option("seed", 1, help="The seed of the layouts.")
@options.JOBS
def haste(data: str, *, boards: int, held_out: bool, **given: Any) -> None:
    """Show the cost of playing each card of recorded play faster.

    All cards are judged in many layouts. Then a card is chosen by as many of these layouts as 0.01
    to 1 s of processor time allow. Its cost is the percentage of layouts by which it makes, or
    beats, the contract less often than the best card. If --seconds end before most layouts are
    judged, the cost is underestimated. Figures are by trick and side, with 95 % intervals. The
    recorded auction is read as that of strangers.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    check_extra()
    plan = HastePlan(given["layouts"], given["seconds"], given["system"], given["seed"])
    strangers(plan.system)  # An unusable system is an error before the first lead.
    chosen = _boards(data, boards, held_out=held_out)
    played = lab_run.done(partial(moments_of, plan), chosen, given["jobs"], "boards", len(chosen))
    found = list(chain.from_iterable(played))
    if not found:
        raise Failure(f"{data}: no card to choose on {len(chosen)} boards")
    click.echo(report(found))
    click.echo(f"\nagain: {lab_run.command_text('jobs')}")

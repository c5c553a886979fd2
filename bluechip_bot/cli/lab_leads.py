"""`bluechip-bot lab leads`: opening leads on recorded boards."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure, told
from bluechip_bot.cli.lab_rows import ANY_VERSION, TIMES, fill
from bluechip_bot.cli.lab_workers import workers_of, workers_options
from bluechip_bot.cli.ranges import Whole
from bluechip_bot.config import ConfigError, SearchConfig
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference.records import AuctionRecordError, read_records
from bluechip_bot.lab.journal import Journal, JournalError
from bluechip_bot.lab.leads.outcome import LeadOutcome
from bluechip_bot.lab.leads.report import LeadReport
from bluechip_bot.lab.leads.series import (
    LEAD_ENGINES,
    TEXTBOOK_RULES,
    LeadPlan,
    LeadPlanError,
    boards_with_lead,
    lead_outcomes,
)
from bluechip_bot.lab.version import BIDDING, CARD_PLAY
from bluechip_bot.lab.workers import WorkersError


@click.command("leads")
@click.argument("data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz")
@click.option(
    "--boards", type=Whole(1), default=200, show_default=True, help="The number of boards."
)
@click.option("--held-out", is_flag=True, help="The half of the boards to which nothing is fitted.")
@click.option(
    "--engine",
    type=click.Choice(LEAD_ENGINES),
    default="pimc",
    show_default=True,
    help="How we lead.",
)
@options.budget(help="Seconds for a lead; 1 if no number of layouts is given.")
@click.option("--worlds", type=Whole(0), default=0, help="Layouts; 0: as time allows.")
@options.SYSTEM
@click.option(
    "--rule",
    type=click.Choice(TEXTBOOK_RULES),
    default="habit",
    show_default=True,
    help="The rule to compare with.",
)
@options.search_option("seed", 1, help="The seed of the layouts.", show_default=True)
@workers_options
@options.search_option("memory_mb", SearchConfig().memory_mb, low=8, show_default=True)
@click.option("--out", metavar="FILE", help="A file that gets a row for each board.")
@TIMES
@ANY_VERSION
def command(data: str, *, boards: int, held_out: bool, **given: Any) -> None:
    """Compare our opening leads with recorded ones and a rule's.

    Each lead is judged by the double-dummy tricks of all leads on the actual deal: the tricks and
    IMPs that it gives away, and the contracts that it lets through. We know our hand and the
    auction, which is read by the system as that of strangers; the engine "none" leaves our leads
    out. The rule "habit" leads what the model of conf/inference.toml, which was fitted to robots,
    holds the likeliest; "fourth" and "passive" are those of `lab declarer`.

    The boards come from the half of the file to which numbers may be fitted, or with --held-out
    from the other. With a budget alone the results depend on the machine.

    With --out, the same command continues where it was interrupted, if the code is the same.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    rows: list[LeadOutcome] = []
    with told(AuctionRecordError, ConfigError, LeadPlanError, JournalError, OSError, WorkersError):
        plan = _plan(given)
        plan.partnership()  # so that an unusable system is told at once
        title = command_line(plan, data, held_out=held_out)
        version = partial(code_version, (*CARD_PLAY, *BIDDING), conf=True)
        workers = workers_of(given["jobs"], given["cluster"], version)
        journal = None
        if given["out"] is not None:
            journal = Journal(
                Path(given["out"]),
                LeadOutcome,
                title,
                version(),
                any_version=given["any_version"],
                timed=plan.budget is not None if given["times"] is None else given["times"],
            )
        chosen = list(islice(boards_with_lead(read_records(data), held_out=held_out), boards))
        if not chosen:
            half = "held out" if held_out else "not held out"
            raise Failure(f"{data}: no board with a lead and all four hands that is {half}")
        work = partial(lead_outcomes, plan, chosen, workers=workers)
        trouble = fill(rows, journal, _Boards(len(chosen)), work)
    if rows:
        click.echo(LeadReport(rows))
    out = f" --out {shlex.quote(str(journal.path))}" if journal else ""
    click.echo(f"\nagain: {title} --boards {boards}{out}")
    if trouble:
        raise trouble


def _plan(given: dict[str, Any]) -> LeadPlan:
    worlds = given["worlds"] or None
    budget = given["budget"]
    if budget is None and worlds is None:
        budget = 1.0
    return LeadPlan(
        given["engine"],
        budget,
        worlds,
        given["system"],
        given["rule"],
        given["seed"],
        given["memory_mb"],
    )


def command_line(plan: LeadPlan, data: str, *, held_out: bool) -> str:
    """The command with the options on which a row depends."""
    words = ["bluechip-bot lab leads", shlex.quote(data), *["--held-out"] * held_out]
    words.append(f"--engine {plan.engine}")
    if plan.engine != "none":
        words += [f"--budget {plan.budget:g}"] if plan.budget is not None else []
        words.append(f"--worlds {plan.worlds or 0} --seed {plan.seed}")
    return " ".join([*words, f"--system {shlex.quote(plan.system)} --rule {plan.rule}"])


@frozen
class _Boards:
    """The number of boards after which a measurement ends."""

    deals: int

    def met(self, rows: Sequence[LeadOutcome]) -> bool:
        """Whether these rows are enough."""
        return len(rows) >= self.deals

    def so_far(self, rows: Sequence[LeadOutcome]) -> str:
        """The tricks given away."""
        ours, theirs = (
            sum(row.cost(who).tricks for row in rows if who in row.leads)
            for who in ("ours", "record")
        )
        return f"tricks: ours {ours}, the record's {theirs}"

"""`bluechip-bot lab`: experiments without a table manager."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import click
import numpy as np
from attrs import evolve, frozen

from bluechip_bot.cli import lab_bidding, lab_compare, lab_haste, lab_leads, lab_paper
from bluechip_bot.cli.failure import told
from bluechip_bot.cli.lab_rows import ANY_VERSION, PLOT, TIMES, draw, fill
from bluechip_bot.cli.lab_workers import done, workers_of, workers_options
from bluechip_bot.cli.options import JOBS, budget, search_option
from bluechip_bot.cli.ranges import Number, Whole
from bluechip_bot.config import ConfigError, SearchConfig, config_text, load_config
from bluechip_bot.engine import MOST_DRAWS, SLIP
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference.records import AuctionRecord, AuctionRecordError, read_records
from bluechip_bot.lab import prices, tricks
from bluechip_bot.lab.duel.auctions import (
    ANY,
    Auctions,
    AuctionSource,
    WantedContract,
    WantedContractError,
)
from bluechip_bot.lab.duel.conditions import CONDITIONS
from bluechip_bot.lab.duel.contender import DEEP, SKILLS, Contender, ContenderError, Skill
from bluechip_bot.lab.duel.duel import DuelPlan, DuelRole, Leader
from bluechip_bot.lab.duel.outcome import Outcome
from bluechip_bot.lab.duel.report import DuelReport
from bluechip_bot.lab.duel.series import outcomes
from bluechip_bot.lab.duel.source import DealSourceError, Sieve
from bluechip_bot.lab.journal import Journal, JournalError
from bluechip_bot.lab.version import AFTER_AUCTIONS, CARD_PLAY
from bluechip_bot.lab.workers import WorkersError
from bluechip_bot.simulation import SimulationSettings

_FOLDER: Final = "duels"
_CHUNK: Final = 20
"""Deals that a process solves at a time."""
_OPPONENTS: Final[dict[DuelRole, str]] = {"declarer": "defence", "defender": "declarer"}
"""The option that names the opponent of A and B, by their role."""
_ERRORS: Final = (
    *(AuctionRecordError, ConfigError, ContenderError, DealSourceError),
    *(JournalError, OSError, WantedContractError, WorkersError),
)
"""What a duel may fail with."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group("lab")
def command() -> None:
    """Measure without a table how good bidding and play are."""


command.add_command(lab_bidding.command)
command.add_command(lab_leads.command)
command.add_command(lab_haste.command)
command.add_command(lab_compare.command)
command.add_command(lab_paper.command)


@command.command("tricks")
@click.option(
    "--deals", type=Whole(12), default=3300, show_default=True, help="The number of deals."
)
@search_option("seed", 777, help="The seed of the deals.", show_default=True)
@JOBS
def _tricks(deals: int, seed: int, jobs: int) -> None:
    """Fit the estimate of tricks at a glance.

    The file conf/tricks.toml is printed. Random deals are solved in all strains; that takes some
    minutes.
    """
    numbers = range(1, deals + 1)
    chunks = [numbers[at : at + _CHUNK] for at in range(0, deals, _CHUNK)]
    work = partial(tricks.solved_deals, seed)
    solved = list(done(work, chunks, jobs, "deals", len(chunks)))
    layouts, tables = (np.concatenate(parts) for parts in zip(*solved, strict=True))
    title = f"the deals 1 to {deals} of seed {seed} by `bluechip-bot lab tricks`"
    click.echo(tricks.fitted_text(layouts, tables, title), nl=False)


@command.command("prices")
@click.argument("data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz", nargs=-1)
@click.option(
    "--boards", type=Whole(1), default=2000, show_default=True, help="Boards of each file."
)
@JOBS
def _prices(data: tuple[str, ...], boards: int, jobs: int) -> None:
    """Fit how contracts are priced to recorded boards.

    The file conf/simulation.toml is printed. What is fitted: how often contracts of ours are
    doubled, and how many tricks more or fewer than double dummy declarers take. Held-out boards,
    about half of a file, are left out.
    """
    if not data:
        raise click.UsageError("name at least one file of records")
    with told(AuctionRecordError, ConfigError):
        records: list[AuctionRecord] = []
        for name in data:
            records += islice((one for one in read_records(name) if not one.held_out), boards)
        chunks = [records[at : at + _CHUNK] for at in range(0, len(records), _CHUNK)]
        counts = prices.together(done(prices.count_chunk, chunks, jobs, "boards", len(chunks)))
        doubles, real = prices.fitted(counts)
        settings = evolve(load_config(SimulationSettings), doubles=doubles, real=real)
    click.echo(config_text(settings), nl=False)


def _duel_options(function: _Command) -> _Command:
    """Add the options that both duels have."""
    options = (
        click.option(
            "--contract",
            metavar="BID",
            help=f"What is played: {', '.join(CONDITIONS)}, by default 3NT. With --auctions which"
            " contracts are: a bid like 4S, notrump, suit, or by default any.",
        ),
        click.option(
            "--auctions",
            metavar="SYSTEM|DATA",
            help="Play after real auctions: random deals bid by a system, or boards of a file of"
            " records (.jsonl.gz), which are not filtered.",
        ),
        click.option(
            "--held-out", is_flag=True, help="Of records, play the half that is held out."
        ),
        click.option(
            "--leader",
            type=click.Choice(get_args(Leader)),
            help="Who leads: a rule that everybody knows (by default for declarer), or the player.",
        ),
        click.option(
            "--deals", type=Whole(1), default=500, show_default=True, help="The number of deals."
        ),
        click.option("--until-differ", type=Whole(1), help="End after this many that differ."),
        search_option("seed", 1, help="The seed of deals and players.", show_default=True),
        click.option(
            "--a",
            type=click.Choice(SKILLS),
            default="alphamu",
            show_default=True,
            help="How A plays.",
        ),
        click.option(
            "--b", type=click.Choice(SKILLS), default="pimc", show_default=True, help="How B plays."
        ),
        *_limits("worlds", 20, "Layouts by which a card is judged; 0: as time allows."),
        *_limits("depth", 3, "Own cards that alphamu looks ahead; 0: as time allows."),
        click.option("--classes-a", is_flag=True, help="Low-card classes for A."),
        click.option("--classes-b", is_flag=True, help="Low-card classes for B."),
        click.option(
            "--draws-a",
            type=Whole(0, MOST_DRAWS),
            default=0,
            help="The defenders' next cards that A's alphamu, as declarer, draws by the models of"
            " defence; 0: they see all cards from the start.",
        ),
        click.option("--draws-b", type=Whole(0, MOST_DRAWS), default=0, help="The same of B."),
        click.option(
            "--slip",
            type=Number(0, 1),
            default=SLIP,
            show_default=True,
            help="What a drawn card counts that gives the contract away.",
        ),
        click.option("--plans-a", is_flag=True, help="Plans order A's cards, equal ones too."),
        click.option("--plans-b", is_flag=True, help="Plans order B's cards, equal ones too."),
        search_option("scoring", "win", show_default=True),
        budget(help="Seconds for a card; results then depend on the machine."),
        *(
            budget(who, help=f"--budget of {told_as}.")
            for who, told_as in (("a", "A"), ("b", "B"), ("opponents", "the other side"))
        ),
        click.option(
            "--filter/--no-filter",
            "sieve",
            default=True,
            show_default=True,
            help="Play only deals whose contract the layouts' vote makes in 30-70 % of them.",
        ),
        click.option("--likelihood", is_flag=True, help="Use the inference from cards played."),
        click.option("--likelihood-a", is_flag=True, help="--likelihood of A."),
        click.option("--likelihood-b", is_flag=True, help="--likelihood of B."),
        click.option("--likelihood-opponents", is_flag=True, help="--likelihood of the others."),
        click.option("--mute-a", is_flag=True, help="A's defenders do not signal."),
        click.option("--mute-b", is_flag=True, help="B's defenders do not signal."),
        click.option("--play-out", is_flag=True, help="Play all cards of all deals."),
        workers_options,
        search_option("memory_mb", SearchConfig().memory_mb, low=8, show_default=True),
        click.option(
            "--out",
            default=_FOLDER,
            show_default=True,
            metavar="FOLDER|FILE.csv",
            help="The file that gets a row for each deal, or its folder.",
        ),
        TIMES,
        PLOT,
        ANY_VERSION,
    )
    for option in reversed(options):
        function = option(function)
    return function


def _limits(name: str, default: int, text: str) -> list[Callable[[_Command], _Command]]:
    """An option for all players, and the same for A, B and their opponents alone."""
    single = [
        click.option(f"--{name}-{who}", type=Whole(0), help=f"--{name} of {told_as}.")
        for who, told_as in (("a", "A"), ("b", "B"), ("opponents", "the other side"))
    ]
    common = click.option(f"--{name}", type=Whole(0), default=default, show_default=True, help=text)
    return [common, *single]


@command.command("declarer")
@_duel_options
@click.option(
    "--defence",
    type=click.Choice(SKILLS),
    default="pimc",
    show_default=True,
    help="How the defenders play.",
)
def _declarer(**options: Any) -> None:
    """Compare two ways to play a contract.

    Deals, leads and defenders are the same. South plays; West leads by a fixed rule that declarer
    knows. The file gets a row for each deal. The same command continues where it was interrupted,
    if the code is the same.

    Exit status: 0 done, 2 wrong usage, 4 a process was lost, 130 interrupted.
    """
    _run("declarer", options)


@command.command("defender")
@_duel_options
@click.option(
    "--declarer",
    type=click.Choice(SKILLS),
    default="pimc",
    show_default=True,
    help="How declarer plays.",
)
def _defender(**options: Any) -> None:
    """Compare two ways to defend a contract.

    They defend from the opening lead, against the same declarer. Both defenders play like A, then
    like B. All else is as in `lab declarer`.
    """
    _run("defender", options)


def _run(role: DuelRole, options: dict[str, Any]) -> None:
    rows: list[Outcome] = []
    with told(*_ERRORS):
        plan = _plan(role, options)
        title = command_line(plan)
        version = _version(plan)
        journal = Journal(
            _path(options["out"], plan, title),
            Outcome,
            title,
            version(),
            any_version=options["any_version"],
            timed=plan.is_timed if options["times"] is None else options["times"],
        )
        wanted = _Wanted(_deals(plan, options["deals"]), options["until_differ"])
        workers = workers_of(options["jobs"], options["cluster"], version)
        play = partial(outcomes, plan, workers=workers, memory_mb=options["memory_mb"])
        trouble = fill(rows, journal, wanted, play)
    if rows:
        click.echo(DuelReport.of(plan, rows))
        with told(OSError):
            draw(options["plot"], [row.swing for row in rows], "net gain of A, share of deals")
    click.echo(f"rows                {journal.path}")
    again = f"{title} {wanted.options} --out {shlex.quote(str(journal.path))}"
    click.echo(f"again               {again}")
    if trouble:
        raise trouble


@frozen
class _Wanted:
    """The number of deals, or of deals that differ, after which a duel ends."""

    deals: int
    differing: int | None

    def met(self, rows: Sequence[Outcome]) -> bool:
        """Whether these rows are enough."""
        enough = self.differing is not None and _differing(rows) >= self.differing
        return enough or len(rows) >= self.deals

    def so_far(self, rows: Sequence[Outcome]) -> str:
        """How many deals differ, and how many of these A won."""
        return f"{_differing(rows)} differ, A won {sum(row.swing > 0 for row in rows)}"

    @property
    def options(self) -> str:
        """The same as options of the command."""
        until = "" if self.differing is None else f" --until-differ {self.differing}"
        return f"--deals {self.deals}{until}"


def _differing(rows: Sequence[Outcome]) -> int:
    return sum(row.swing != 0 for row in rows)


def _plan(role: DuelRole, options: dict[str, Any]) -> DuelPlan:
    auctions = _auctions(options)
    is_sieved = options["sieve"] and (auctions is None or not auctions.is_recorded)
    return DuelPlan(
        role,
        _contract(options),
        options["seed"],
        _contender(options["a"], "a", options),
        _contender(options["b"], "b", options),
        _contender(options[_OPPONENTS[role]], "opponents", options),
        sieve=Sieve() if is_sieved else None,
        play_out=options["play_out"],
        auctions=auctions,
        leader=options["leader"],
    )


def _contract(options: dict[str, Any]) -> str:
    """The contract of the options, checked."""
    text: str | None = options["contract"]
    if options["auctions"] is not None:
        return WantedContract(text or ANY).text
    text = text or next(iter(CONDITIONS))
    if text not in CONDITIONS:
        expected = ", ".join(CONDITIONS)
        raise WantedContractError(f"--contract {text!r} needs --auctions (without: {expected})")
    return text


def _auctions(options: dict[str, Any]) -> Auctions | None:
    """Where the auctions of the options come from, checked."""
    origin: str | None = options["auctions"]
    if origin is None or not Auctions(origin).is_recorded:
        if options["held_out"]:
            raise DealSourceError("--held-out of which records? give --auctions DATA.jsonl.gz")
        if origin is None:
            return None
    return Auctions(origin, options["held_out"])


def _deals(plan: DuelPlan, asked: int) -> int:
    """How many deals are played: no more than there are."""
    if plan.auctions is None:
        return asked
    _ = plan.auctions.partnership  # so that an unusable system is told at once
    source = plan.source
    assert isinstance(source, AuctionSource)
    if not source.count:
        raise DealSourceError(f"{plan.auctions.origin}: no board of contract {plan.contract}")
    return min(asked, source.count)


def _version(plan: DuelPlan) -> Callable[[], str]:
    """Tells what the rows of a plan depend on, besides the plan."""
    if plan.auctions is None:
        return partial(code_version, CARD_PLAY)
    own = Path(plan.auctions.origin)
    folders = (own.resolve().parent,) if own.suffix == ".toml" else ()
    return partial(code_version, AFTER_AUCTIONS, folders, conf=True)


def _contender(skill: Skill, who: str, options: dict[str, Any]) -> Contender:
    def limit(name: str) -> int | None:
        own = options[f"{name}_{who}"]
        return (options[name] if own is None else own) or None

    own_budget = options[f"budget_{who}"]
    return Contender.of(
        skill,
        worlds=limit("worlds"),
        depth=limit("depth"),
        budget=options["budget"] if own_budget is None else own_budget,
        scoring=options["scoring"],
        classes=options.get(f"classes_{who}", False),
        plans=options.get(f"plans_{who}", False),
        draws=options.get(f"draws_{who}", 0),
        slip=options["slip"],
        reads=options["likelihood"] or options[f"likelihood_{who}"],
        mute=options.get(f"mute_{who}", False),
    )


def _budgets(contenders: Mapping[str, Contender]) -> list[str]:
    """The options for the time of a card: one where all have the same."""
    timed = {who: one.budget for who, one in contenders.items() if one.skill != "dd"}
    if len(set(timed.values())) == 1:
        timed = {"": next(iter(timed.values()))}
    return [
        word
        for who, seconds in timed.items()
        if seconds is not None
        for word in (f"--budget-{who}".rstrip("-"), f"{seconds:g}")
    ]


def command_line(plan: DuelPlan) -> str:
    """The command that plays a plan, with exactly the options on which a row depends."""
    words = [
        *("bluechip-bot", "lab", plan.role, "--contract", plan.contract, "--seed", str(plan.seed)),
        *(() if plan.auctions is None else _told(plan.auctions)),
        *(() if plan.leader is None else ("--leader", plan.leader)),
        *("--a", plan.a.skill, "--b", plan.b.skill),
        *(f"--{_OPPONENTS[plan.role]}", plan.opponents.skill),
    ]
    contenders = {"a": plan.a, "b": plan.b, "opponents": plan.opponents}
    all_read = all(one.reads or one.skill == "dd" for one in contenders.values())
    for who, one in contenders.items():
        if one.skill != "dd":
            words += [f"--worlds-{who}", str(one.worlds or 0)]
        if one.skill in DEEP:
            words += [f"--depth-{who}", str(one.depth or 0)]
        words += [f"--classes-{who}"] * one.classes
        words += [f"--plans-{who}"] * one.plans
        words += [f"--draws-{who}", str(one.draws)] * bool(one.draws)
        words += [f"--likelihood-{who}"] * (one.reads and not all_read)
        words += [f"--mute-{who}"] * one.mute
    scorings = {one.scoring for one in contenders.values() if one.skill in DEEP}
    words += [word for scoring in scorings for word in ("--scoring", scoring)]
    slips = {one.slip for one in contenders.values() if one.draws}
    words += [word for slip in slips for word in ("--slip", f"{slip:g}")]
    words += _budgets(contenders)
    is_recorded = plan.auctions is not None and plan.auctions.is_recorded
    any_reads = any(one.reads for one in contenders.values())
    flags = {
        "--no-filter": plan.sieve is None and not is_recorded,
        "--likelihood": all_read and any_reads,
        "--play-out": plan.play_out,
    }
    return " ".join([*words, *(flag for flag, given in flags.items() if given)])


def _told(auctions: Auctions) -> list[str]:
    """Where auctions come from, as options."""
    return ["--auctions", shlex.quote(auctions.origin), *["--held-out"] * auctions.held_out]


def _path(out: str, plan: DuelPlan, title: str) -> Path:
    """The file `out`, or a file in the folder `out` whose name depends on the command."""
    if out.endswith(".csv"):
        return Path(out)
    key = hashlib.sha256(title.encode()).hexdigest()[:8]
    name = f"{plan.role}-{plan.contract}-{plan.a.skill}-{plan.b.skill}-{key}.csv"
    return Path(out) / name

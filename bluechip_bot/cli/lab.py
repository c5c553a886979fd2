"""`bluechip-bot lab`: experiments without a table manager."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

import click

from bluechip_bot.cli import lab_bidding, lab_cards, lab_fit, lab_leads, lab_paper, lab_train
from bluechip_bot.cli.lab_run import (
    ANY_VERSION,
    PLOT,
    TIMES,
    LabGroup,
    carry_out,
    count_option,
    workers_options,
)
from bluechip_bot.cli.options import budget, search_option
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.config import SearchConfig, load_config
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference import InferenceSettings
from bluechip_bot.lab.comparison import comparison
from bluechip_bot.lab.duel.contender import DEEP, SCORED, SKILLS, Contender, Skill
from bluechip_bot.lab.duel.duel import DuelPlan, DuelRole, Leader
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelPlanError
from bluechip_bot.lab.duel.report import card_experiment
from bluechip_bot.lab.duel.source import ANY, AuctionOrigin, AuctionSource, Sieve, WantedContract
from bluechip_bot.lab.estimates import check_extra
from bluechip_bot.lab.plots import draw_convergence
from bluechip_bot.lab.version import AFTER_AUCTIONS, CARD_PLAY

_OPPONENTS: Final[dict[DuelRole, str]] = {"declarer": "defence", "defender": "declarer"}
"""The option that names the opponent of A and B, by their role."""
_BOTH: Final = {"a": "A", "b": "B"}
_ALL: Final = {**_BOTH, "opponents": "the other side"}
"""The players as the help calls them, by the suffix of their options."""

_Option = Callable[[Callable[..., Any]], Callable[..., Any]]


@click.group("lab", cls=LabGroup)
def command() -> None:
    """Measure without a table how good bidding and play are."""


command.add_command(lab_bidding.command)
command.add_command(lab_cards.command)
command.add_command(lab_fit.command)
command.add_command(lab_leads.leads)
command.add_command(lab_leads.haste)
command.add_command(lab_paper.command)
command.add_command(lab_train.command)


@command.command("compare")
@click.argument("first", type=click.Path(dir_okay=False, path_type=Path), metavar="FIRST.csv")
@click.argument("second", type=click.Path(dir_okay=False, path_type=Path), metavar="SECOND.csv")
@PLOT
def _compare(first: Path, second: Path, plot: Path | None) -> None:
    """Compare two runs of an experiment over the same deals.

    The comparison is paired, and has 95 % intervals.
    The files are those that `lab` commands write with --out. If one is longer, its last rows are
    left out. The plot shows how the difference of the first figure settles.

    Exit status: 0 done, 2 the files cannot be compared.
    """
    check_extra()
    table, measures = comparison((first, second))
    click.echo(table)
    if plot is not None:
        main = measures[0]
        draw_convergence(plot, main.differences, f"{main.name}, first less second")


def _skill(name: str, default: Skill, text: str) -> _Option:
    return click.option(
        f"--{name}", type=click.Choice(SKILLS), default=default, show_default=True, help=text
    )


def _each(name: str, default: int, text: str) -> Iterator[_Option]:
    """Yield an option for all players, and the same for each alone."""
    yield click.option(
        f"--{name}", type=WholeNumber(0), default=default, show_default=True, help=text
    )
    for who, called in _ALL.items():
        yield click.option(f"--{name}-{who}", type=WholeNumber(0), help=f"--{name} of {called}.")


def _flags(name: str, text: str) -> Iterator[_Option]:
    """Yield a flag for A, and the same for B."""
    for who, called in _BOTH.items():
        yield click.option(f"--{name}-{who}", is_flag=True, help=text.format(called))


def _inference() -> Iterator[_Option]:
    """Yield an option for the inference of each player."""
    for who, called in _ALL.items():
        text = f"A file like conf/inference.toml, by which {called} reads and signals."
        yield click.option(f"--inference-{who}", default="", metavar="FILE", help=text)


def _duel_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that both duels have."""
    options: tuple[_Option, ...] = (
        click.option(
            "--contract",
            metavar="BID",
            help=f"What is played: {', '.join(CONDITIONS)}, by default 3NT. With --auctions which"
            " contracts are: a bid like 4S, notrump, suit, or by default any; the last three also"
            " with -part, -game or -slam, like suit-game.",
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
        count_option("deals", 500),
        click.option(
            "--until-differ", type=WholeNumber(1), help="End after this many that differ."
        ),
        search_option("seed", 1, help="The seed of deals and players.", show_default=True),
        _skill("a", "alphamu", "How A plays."),
        _skill("b", "pimc", "How B plays."),
        *_each("worlds", 20, "Layouts by which a card is judged; 0: as time allows."),
        *_each("depth", 3, "Own cards that alphamu looks ahead; 0: as time allows."),
        *_flags("classes", "Low-card classes for {}."),
        search_option("scoring", "win", show_default=True),
        budget(help="Seconds of the processor for a card; results then depend on the machine."),
        *(budget(who, help=f"--budget of {called}.") for who, called in _ALL.items()),
        click.option(
            "--filter/--no-filter",
            "sieve",
            default=True,
            show_default=True,
            help="Play only deals whose contract the layouts' vote makes in 30-70 % of them.",
        ),
        click.option("--likelihood", is_flag=True, help="Use the inference from cards played."),
        *_flags("likelihood", "--likelihood of {}."),
        click.option("--likelihood-opponents", is_flag=True, help="--likelihood of the others."),
        *_inference(),
        click.option("--play-out", is_flag=True, help="Play all cards of all deals."),
        workers_options,
        search_option("memory_mb", SearchConfig().memory_mb, low=8, show_default=True),
        click.option(
            "--out",
            default="duels",
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


@command.command("declarer")
@_duel_options
@_skill("defence", "pimc", "How the defenders play.")
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
@_skill("declarer", "pimc", "How declarer plays.")
def _defender(**options: Any) -> None:
    """Compare two ways to defend a contract.

    They defend from the opening lead, against the same declarer. Both defenders play like A, then
    like B. All else is as in `lab declarer`.
    """
    _run("defender", options)


def _run(role: DuelRole, options: dict[str, Any]) -> None:
    plan = _plan(role, options)
    title, deals, until = (
        command_line(plan),
        _deals(plan, options["deals"]),
        options["until_differ"],
    )
    carry_out(
        card_experiment(plan, title, options["memory_mb"]),
        _path(options["out"], plan, title),
        _version(plan),
        deals,
        options,
        f"--deals {deals}" + ("" if until is None else f" --until-differ {until}"),
        lambda rows: until is not None and sum(row.swing != 0 for row in rows) >= until,
    )


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
    text: str | None = options["contract"]
    if options["auctions"] is not None:
        return WantedContract(text or ANY).text
    text = text or next(iter(CONDITIONS))
    if text not in CONDITIONS:
        expected = ", ".join(CONDITIONS)
        raise DuelPlanError(f"--contract {text!r} needs --auctions (without: {expected})")
    return text


def _auctions(options: dict[str, Any]) -> AuctionOrigin | None:
    origin: str | None = options["auctions"]
    found = None if origin is None else AuctionOrigin(origin, options["held_out"])
    if options["held_out"] and not (found and found.is_recorded):
        raise DuelPlanError("--held-out of which records? give --auctions DATA.jsonl.gz")
    return found


def _deals(plan: DuelPlan, asked: int) -> int:
    """How many deals are played: no more than there are."""
    source = plan.source
    if not isinstance(source, AuctionSource):
        return asked
    _ = source.auctions.partnership  # so that an unusable system is told at once
    if not source.count:
        raise DuelPlanError(f"{source.auctions.origin}: no board of contract {plan.contract}")
    return min(asked, source.count)


def _version(plan: DuelPlan) -> Callable[[], str]:
    """Tells what the rows of a plan depend on, besides the plan."""
    players = (plan.a, plan.b, plan.opponents)
    files = tuple(Path(one.inference) for one in players if one.inference)
    if plan.auctions is None:
        return partial(code_version, CARD_PLAY, files)
    own = Path(plan.auctions.origin)
    folders = (own.resolve().parent,) if own.suffix == ".toml" else ()
    return partial(code_version, AFTER_AUCTIONS, (*folders, *files), conf=True)


def _contender(skill: Skill, who: str, options: dict[str, Any]) -> Contender:
    def limit(name: str) -> int | None:
        own = options[f"{name}_{who}"]
        return (options[name] if own is None else own) or None

    own_budget, inference = options[f"budget_{who}"], options[f"inference_{who}"]
    load_config(InferenceSettings, inference)  # an unusable file is an error before any deal
    return Contender.of(
        skill,
        worlds=limit("worlds"),
        depth=limit("depth"),
        budget=options["budget"] if own_budget is None else own_budget,
        scoring=options["scoring"],
        classes=options.get(f"classes_{who}", False),
        reads=options["likelihood"] or options[f"likelihood_{who}"],
        inference=inference,
    )


def command_line(plan: DuelPlan) -> str:
    """The command that plays a plan, with exactly the options on which a row depends."""
    players = {"a": plan.a, "b": plan.b, "opponents": plan.opponents}
    own = {who: one for who, one in players.items() if one.skill != "dd"}
    words = [
        *("bluechip-bot", "lab", plan.role, "--contract", plan.contract, "--seed", str(plan.seed)),
    ]
    if plan.auctions is not None:
        words += ["--auctions", shlex.quote(plan.auctions.origin)]
        words += ["--held-out"] * plan.auctions.held_out
    words += [] if plan.leader is None else ["--leader", plan.leader]
    words += ["--a", plan.a.skill, "--b", plan.b.skill]
    words += [f"--{_OPPONENTS[plan.role]}", plan.opponents.skill]
    all_read = all(one.reads for one in own.values())
    for who, one in own.items():
        words += [f"--worlds-{who}", str(one.worlds or 0)]
        words += [f"--depth-{who}", str(one.depth or 0)] * (one.skill in DEEP)
        words += [f"--classes-{who}"] * one.classes
        words += [f"--likelihood-{who}"] * (one.reads and not all_read)
        words += [f"--inference-{who}", shlex.quote(one.inference)] * bool(one.inference)
    for scoring in {one.scoring for one in own.values() if one.skill in SCORED}:
        words += ["--scoring", scoring]
    budgets = {f"-{who}": one.budget for who, one in own.items()}
    if len(set(budgets.values())) == 1:
        budgets = {"": next(iter(budgets.values()))}
    for who, seconds in budgets.items():
        words += [] if seconds is None else [f"--budget{who}", f"{seconds:g}"]
    is_recorded = plan.auctions is not None and plan.auctions.is_recorded
    words += ["--no-filter"] * (plan.sieve is None and not is_recorded)
    words += ["--likelihood"] * (all_read and bool(own))
    words += ["--play-out"] * plan.play_out
    return " ".join(words)


def _path(out: str, plan: DuelPlan, title: str) -> Path:
    """The file `out`, or a file in the folder `out` whose name depends on the command."""
    if out.endswith(".csv"):
        return Path(out)
    key = hashlib.sha256(title.encode()).hexdigest()[:8]
    name = f"{plan.role}-{plan.contract}-{plan.a.skill}-{plan.b.skill}-{key}.csv"
    return Path(out) / name

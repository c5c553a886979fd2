"""`bluechip-bot lab`: experiments without a table manager."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args

import click

from bluechip_bot.cli import (
    lab_bidding,
    lab_cards,
    lab_fit,
    lab_leads,
    lab_paper,
    lab_run,
    lab_train,
)
from bluechip_bot.cli.options import budget, search_option, together
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.config import SearchConfig, load_config
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference import InferenceSettings
from bluechip_bot.lab.comparison import comparison
from bluechip_bot.lab.duel.contender import SKILLS, Contender, Skill
from bluechip_bot.lab.duel.duel import DuelPlan, DuelRole, Leader, card_experiment
from bluechip_bot.lab.duel.knowledge import CONDITIONS, DuelPlanError
from bluechip_bot.lab.duel.source import (
    ANY,
    AuctionOrigin,
    AuctionSource,
    DealSieve,
    WantedContract,
)
from bluechip_bot.lab.estimates import check_extra
from bluechip_bot.lab.plots import draw_convergence

_OPPONENTS: Final[dict[DuelRole, str]] = {"declarer": "defence", "defender": "declarer"}
"""The option that names the opponent of A and B, by their role."""
_BOTH: Final = {"a": "A", "b": "B"}
_ALL: Final = {**_BOTH, "opponents": "the other side"}
"""The players as the help calls them, by the suffix of their options."""


@click.group("lab")
def command() -> None:
    """Measure how good bidding and play are, without a table."""


for _added in (
    *(lab_bidding.command, lab_cards.command, lab_fit.command, lab_leads.leads, lab_leads.haste),
    *(lab_paper.command, lab_train.command),
):
    command.add_command(_added)


@command.command("compare")
@click.argument("first", type=click.Path(dir_okay=False, path_type=Path), metavar="FIRST.csv")
@click.argument("second", type=click.Path(dir_okay=False, path_type=Path), metavar="SECOND.csv")
@lab_run.PLOT
def _compare(first: Path, second: Path, plot: Path | None) -> None:
    """Compare two runs of an experiment over the same deals.

    The comparison is paired, and has 95 % intervals. The files are those that `lab` commands write
    with --out. If one is longer, its last rows are left out. The plot shows how the difference in
    the first figure settles as deals are added.

    Exit status: 0 done, 2 the files cannot be compared.
    """
    check_extra()
    table, measures = comparison((first, second))
    click.echo(table)
    if plot is not None:
        main = measures[0]
        draw_convergence(plot, main.differences, f"{main.name}, first less second")


def _skill(name: str, default: Skill, text: str) -> lab_run.Option:
    return click.option(f"--{name}", type=click.Choice(SKILLS), default=default, help=text)


def _each(name: str, default: int, text: str) -> Iterator[lab_run.Option]:
    """Yield the option `--NAME` for all players, and an option `--NAME-WHO` for each player."""
    yield lab_run.count_option(name, default, text, low=0)
    for who, called in _ALL.items():
        yield click.option(f"--{name}-{who}", type=WholeNumber(0), help=f"--{name} of {called}.")


def _flags(name: str, text: str) -> Iterator[lab_run.Option]:
    """Yield a flag for A, and a flag for B."""
    for who, called in _BOTH.items():
        yield click.option(f"--{name}-{who}", is_flag=True, help=text.format(called))


_DUEL_OPTIONS: Final = together(
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
    click.option("--held-out", is_flag=True, help="Of records, play the half that is held out."),
    click.option(
        "--leader",
        type=click.Choice(get_args(Leader)),
        help="Who leads: a rule that everybody knows (by default for declarer), or the player.",
    ),
    lab_run.count_option("deals", 500),
    click.option("--until-differ", type=WholeNumber(1), help="End after this many that differ."),
    search_option("seed", 1, help="The seed of deals and players."),
    _skill("a", "alphamu", "How A plays."),
    _skill("b", "pimc", "How B plays."),
    *_each("worlds", 20, "Layouts by which a card is judged; 0: as time allows."),
    *_each("depth", 3, "Own cards that alphamu looks ahead; 0: as time allows."),
    *_flags("classes", "Low-card classes for {}."),
    search_option("scoring", "win"),
    budget(help="Seconds of the processor for a card; results then depend on the machine."),
    *(budget(who, help=f"--budget of {called}.") for who, called in _ALL.items()),
    click.option(
        "--filter/--no-filter",
        "sieve",
        default=True,
        help="Play only deals whose contract the layouts' vote makes in 30-70 % of them.",
    ),
    click.option("--likelihood", is_flag=True, help="Use the inference from cards played."),
    *_flags("likelihood", "--likelihood of {}."),
    click.option("--likelihood-opponents", is_flag=True, help="--likelihood of the others."),
    *(
        click.option(
            f"--inference-{who}",
            default="",
            metavar="FILE",
            help=f"A file like conf/inference.toml, by which {called} reads and signals.",
        )
        for who, called in _ALL.items()
    ),
    lab_run.WORKERS,
    search_option("memory_mb", SearchConfig().memory_mb, low=8),
    click.option(
        "--out",
        default="duels",
        metavar="FOLDER|FILE.csv",
        help="The file that gets a row for each deal, or its folder.",
    ),
    lab_run.TIMES,
    lab_run.PLOT,
    lab_run.ANY_VERSION,
)
"""The options that both duels have."""


@command.command("declarer")
@_DUEL_OPTIONS
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
@_DUEL_OPTIONS
@_skill("declarer", "pimc", "How declarer plays.")
def _defender(**options: Any) -> None:
    """Compare two ways to defend a contract.

    They defend from the opening lead, against the same declarer. Both defenders play like A, then
    like B. All else is as in `lab declarer`.
    """
    _run("defender", options)


def _run(role: DuelRole, options: dict[str, Any]) -> None:
    plan = _plan(role, options)
    title, until, deals = lab_run.row_title(), options["until_differ"], options["deals"]
    if isinstance(source := plan.source, AuctionSource):
        _ = source.auctions.partnership  # An unusable system is an error before any deal.
        if not source.count:
            raise DuelPlanError(f"{source.auctions.origin}: no board of contract {plan.contract}")
        deals = min(deals, source.count)
    path = Path(options["out"])
    if path.suffix != ".csv":
        key = hashlib.sha256(title.encode()).hexdigest()[:8]
        path /= f"{role}-{plan.contract}-{plan.a.skill}-{plan.b.skill}-{key}.csv"
    lab_run.carry_out(
        card_experiment(plan, title, options["memory_mb"]),
        path,
        _version(plan),
        deals,
        options,
        lambda rows: until is not None and sum(row.swing != 0 for row in rows) >= until,
    )


def _plan(role: DuelRole, options: dict[str, Any]) -> DuelPlan:
    contract, origin, auctions = options["contract"], options["auctions"], None
    if origin is not None:
        auctions = AuctionOrigin(origin, options["held_out"])
        contract = WantedContract(contract or ANY).text
    is_recorded = auctions is not None and auctions.is_recorded
    if options["held_out"] and not is_recorded:
        raise DuelPlanError("--held-out needs records: give --auctions DATA.jsonl.gz")
    contract = contract or next(iter(CONDITIONS))
    if auctions is None and contract not in CONDITIONS:
        expected = ", ".join(CONDITIONS)
        raise DuelPlanError(f"--contract {contract!r} needs --auctions (without: {expected})")
    return DuelPlan(
        role,
        contract,
        options["seed"],
        _contender(options["a"], "a", options),
        _contender(options["b"], "b", options),
        _contender(options[_OPPONENTS[role]], "opponents", options),
        sieve=DealSieve() if options["sieve"] and not is_recorded else None,
        auctions=auctions,
        leader=options["leader"],
    )


def _version(plan: DuelPlan) -> Callable[[], str]:
    """A function that returns the version of the code and files on which the rows depend."""
    players = (plan.a, plan.b, plan.opponents)
    files = tuple(Path(one.inference) for one in players if one.inference)
    if plan.auctions is None:
        return partial(code_version, lab_run.CARD_PLAY, files)
    own = Path(plan.auctions.origin)
    folders = (own.resolve().parent,) if own.suffix == ".toml" else ()
    return partial(code_version, lab_run.AFTER_AUCTIONS, (*folders, *files), conf=True)


def _contender(skill: Skill, who: str, options: dict[str, Any]) -> Contender:
    own = {name: options[f"{name}_{who}"] for name in ("worlds", "depth", "budget")}
    limits = {name: options[name] if value is None else value for name, value in own.items()}
    inference = options[f"inference_{who}"]
    load_config(InferenceSettings, inference)  # An unusable file is an error before any deal.
    return Contender.of(
        skill,
        **{name: limit or None for name, limit in limits.items()},
        scoring=options["scoring"],
        classes=options.get(f"classes_{who}", False),
        reads=options["likelihood"] or options[f"likelihood_{who}"],
        inference=inference,
    )

"""`bluechip-bot lab bidding`: measurements of the bidding, each printed as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from attrs import evolve

from bluechip_bot.cli import lab_run, options
from bluechip_bot.cli.bidding_input import BiddingInputError, side_of, system_path, thought_of
from bluechip_bot.cli.failure import Failure, printable
from bluechip_bot.cli.ranges import SecondsNumber
from bluechip_bot.fingerprint import code_version
from bluechip_bot.inference.records import AuctionRecord, read_records, record_line
from bluechip_bot.lab.bidding import (
    contracts,
    expectations,
    holes,
    meanings,
    par,
    problems,
    selfplay,
    strangers,
)
from bluechip_bot.lab.bidding.duel import BiddingDuelPlan, bidding_experiment
from bluechip_bot.lab.bidding.side import SideSpec, SystemSpec, ThoughtSpec, open_side
from bluechip_bot.lab.bidding.table import PROFILES, BiddingTable
from bluechip_bot.lab.estimates import check_extra
from bluechip_bot.lab.journal import read_file

_Result = TypeVar("_Result")

_SEED: Final = options.search_option("seed", 1, help="The seed of the deals.")
_BIDDER: Final = click.option(
    "--bidder", metavar="SPEC", default="sayc", help="Who bids: a side of `lab bidding duel`."
)
_THOUGHT: Final = options.together(
    click.option("--think", is_flag=True, help="Close calls are decided by simulation."),
    click.option(
        "--seconds", type=SecondsNumber(), metavar="SECONDS", help="The most seconds of a thought."
    ),
    click.option("--layouts", type=int, metavar="NUMBER", help="The most layouts of a thought."),
)
"""The options by which players think, which `_spec` reads."""


def _spec(*, think: bool, seconds: float | None, layouts: int | None) -> ThoughtSpec | None:
    """Return the limits of players who think, from the options of `_THOUGHT`; None if none do."""
    if not think and (seconds is not None or layouts is not None):
        raise BiddingInputError("--seconds and --layouts are for players who --think")
    return thought_of(seconds, layouts, "--") if think else None


@click.group("bidding")
def command() -> None:
    """Measure the bidding; each command prints a table."""


@command.command("selfplay")
@lab_run.count_option("deals", 1000)
@_SEED
@options.SYSTEM
@click.option("--opponents", metavar="SYSTEM", help="East-West's system; by default the same.")
@click.option("--strangers", is_flag=True, help="East-West make random calls.")
@click.option(
    "--switch",
    "switches",
    metavar="KEY=VALUE",
    multiple=True,
    help="A switch of the system that differs from its file; may be repeated.",
)
@_THOUGHT
@lab_run.path_option("records", "FILE", "A new file that gets all auctions.")
@options.JOBS
@lab_run.count_option("show", 10, "The faults to list.", low=0)
def _selfplay(
    *,
    system: str,
    opponents: str | None,
    switches: tuple[str, ...],
    records: Path | None,
    **given: Any,
) -> None:
    """Bid random deals in self-play, and count faults.

    All four players bid by the same system, unless another one is given for East-West. Faults are
    exceptions, illegal calls, endless auctions, passes of forcing calls, and hands that do not
    match what their own calls are read to show, which is checked after every call. The processor
    time of calls is reported.

    With --strangers, on every second deal East-West's bids are at most six steps above the last
    bid, which makes auctions longer.

    With --records, the auctions are also written as records (JSON lines), which other commands of
    `lab` read.

    With --think, a player may depart from the system. Such calls are counted, and so are those that
    partner misreads: the hand does not match what they are read to show.

    Exit status: 0 no faults, 1 faults, 2 wrong usage.
    """
    thought = _spec(**{name: given[name] for name in ("think", "seconds", "layouts")})
    if thought is not None and switches:
        raise BiddingInputError("--switch: write a system file for players who --think")
    table = evolve(_table(system), ns_switches=switches, ew_switches=switches)
    if opponents is not None:
        table = evolve(table, ew=_table(opponents, "--opponents").ew, ew_switches=())
    table.bidder()
    plan = selfplay.SelfPlayPlan(table, given["seed"], given["strangers"], thought)
    if records is not None and records.exists():
        raise Failure(f"{records}: there is such a file")
    work = partial(selfplay.play_chunk, plan)
    numbers = range(1, given["deals"] + 1)
    played = selfplay.together(lab_run.done_in_chunks(work, numbers, given["jobs"], "deals"))
    if records is not None:
        boards = (board for _, board in sorted(played.boards.items()) if board.auction.is_over)
        lines = "".join(f"{record_line(board, 'selfplay')}\n" for board in boards)
        records.write_text(lines, "utf-8")
    click.echo(selfplay.report(played))
    _echo(selfplay.fault_lines(played, given["show"]))
    if played.faults:
        raise Failure(f"{len(played.faults)} faults", 1)


@command.command("meanings")
@lab_run.count_option("deals", 20000)
@_SEED
@options.SYSTEM
@lab_run.count_option("calls", 50, "Calls to list.")
@click.option(
    "--rare",
    is_flag=True,
    help="Bid on rare auctions, too; they are listed and checked only with many --calls.",
)
def _meanings(deals: int, seed: int, system: str, calls: int, *, rare: bool) -> None:
    """Check what is said of a system's calls against the hands.

    Random deals are bid by all four players. Each of the calls made most often is explained in a
    line. The command prints for which share of the hands that made the call the line is true, and
    for which share of those that made another call in that position. Auctions that fewer than 0.2 %
    of the deals begin with are continued only with --rare.

    Further figures of the same calls follow: the length of their lines, the hands that lie outside
    what the rules of their calls show, the hands that lie inside but for which the line is not
    true, and how much rules and lines say, in bits. A last line shows how often the system
    deceives.

    Exit status: 0 every line is true of the hands that its rules show, 1 some are not, 2 wrong
    usage.
    """
    bidder = _table(system).bidder()
    groups = meanings.bid_groups(bidder, deals, seed, 0 if rare else meanings.COMMON)
    found = meanings.checked_calls(bidder, groups, calls)
    click.echo(meanings.report(found, meanings.deceptions(bidder, groups)))
    if any(one.wrong for one in found):
        raise Failure("a line does not hold a hand that its rules show", 1)


@command.command("strangers")
@click.argument(
    "data", type=click.Path(dir_okay=False), metavar="DATA.jsonl.gz...", nargs=-1, required=True
)
@lab_run.count_option("boards", 200, "Boards of each file.")
@click.option(
    "--profile",
    "names",
    type=click.Choice(list(PROFILES)),
    multiple=True,
    default=("unknown",),
    help="A profile of softness by which the calls are read; may be repeated.",
)
@click.option("--held-out", is_flag=True, help="Read only boards to which no number was fitted.")
@options.SYSTEM
@options.JOBS
def _strangers(
    data: tuple[str, ...], *, boards: int, names: tuple[str, ...], system: str, **given: Any
) -> None:  # fmt: skip
    """Compare readings of strangers' auctions with the hands.

    Recorded auctions of strangers are read by a system. The first table has a row for each file:
    the share of hands within the outer limits of all their calls, and by how many bits the weights
    favour them over random hands. Explained calls are also read with their explanations. Two more
    tables are by role and by kind of call. About half of the boards of a file are held out.
    """
    table = _table(system)
    for profile in names:
        work = partial(strangers.read_chunk, evolve(table, profile=profile))
        found = {}
        for name in data:
            plain = Path(name).name.removesuffix(".gz").removesuffix(".jsonl")
            found[plain] = _figures(work, name, boards, **given)
        click.echo(f"{system}, {profile}{', held-out boards' * given['held_out']}")
        click.echo(strangers.report(found) + "\n")


@command.command("contracts")
@lab_run.DATA
@lab_run.count_option("boards", 2000)
@click.option(
    "--held-out", is_flag=True, help="Only the half of the boards that `holes` leaves out."
)
@options.SYSTEM
@_THOUGHT
@options.JOBS
def _contracts(
    data: str, *, boards: int, held_out: bool, system: str, jobs: int, **limits: Any
) -> None:
    """Compare contracts, double dummy, with recorded ones.

    All four players bid by the system. Each figure has a 95 % interval. Auctions in which only one
    side bids are listed apart. With --think the players decide close calls by simulation.
    """
    side = SystemSpec(str(_table(system).ns), _spec(**limits))
    work = partial(contracts.contract_chunk, side)
    click.echo(contracts.report(_figures(work, data, boards, jobs, held_out=held_out)))


@command.command("holes")
@lab_run.DATA
@lab_run.count_option("boards", 2000)
@options.SYSTEM
@lab_run.count_option("contexts", 40, "Contexts to list.")
@click.option(
    "--context", "wanted", metavar="CONTEXT", help='List decisions of this one: "1M (2m)".'
)
@lab_run.count_option("show", 10, "Decisions to list.")
@options.JOBS
def _holes(data: str, boards: int, system: str, wanted: str | None, **given: Any) -> None:
    """Compare a system's calls with recorded ones, by context.

    Where they differ, the system bids the board on from its own call for all four players; the cost
    is how much worse its contract is than the recorded one, double dummy. The costliest contexts
    come first. In a context the opponents' calls stand in brackets, M and m are the major and the
    minor that were named first, oM and om the other ones.

    Held-out boards, about half of a file, are left out, so that the system can be measured on them:
    see `contracts --held-out`.
    """
    table = _table(system)
    open_half = (one for one in read_records(data) if not one.held_out)
    work = partial(holes.compare_chunk, table)
    parts = lab_run.done_in_chunks(work, islice(open_half, boards), given["jobs"], Path(data).name)
    found = holes.together(parts)
    if not found.boards:
        raise Failure(f"{data}: no board with all four hands that is not held out")
    if wanted is None:
        click.echo(holes.report(found, given["contexts"]))
    elif not _echo(holes.examples(found, wanted, given["show"])):
        raise Failure(f"no call differs in the context {wanted!r}")


@command.command("cases")
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE.json")
@options.SYSTEM
@click.option(
    "--failures", metavar="FAMILY", help="List the failed cases of families with this text."
)
def _cases(file: str, system: str, failures: str | None) -> None:
    """Compare calls with those that a file of cases expects.

    Firm cases are explicit and undoubted. --failures "" lists all cases that fail.
    """
    cases = expectations.read_cases(Path(file))
    found = expectations.outcomes(cases, _table(system).bidder())
    if failures is None:
        click.echo(expectations.report(found))
    else:
        _echo(expectations.failures(found, failures))


@command.command("problems")
@click.argument(
    "files",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE...",
    nargs=-1,
    required=True,
)
@_BIDDER
@lab_run.PATIENCE
@lab_run.count_option("show", 10, "The boards to list.", low=0)
@options.JOBS
def _problems(files: tuple[Path, ...], *, bidder: str, patience: float, **given: Any) -> None:
    """Bid problems with marks for contracts; opponents are silent.

    A FILE is JSON lines with `board`, `dealer`, `vul`, `deal` and `marks`, an object like
    {"4H": 10, "3NT": 7}, or PBN with a table of marks in the commentary of each board: contracts
    and marks, in either order. Both partners bid by the same SPEC, as `lab bidding duel` takes it;
    they are North and South if those hands are known.

    A contract without marks gets those of the next higher contract in its strain that has marks, or
    else none. The marks of each file are printed, and the boards that lose most.

    A board that cannot be used is named on standard error, and the others are bid.

    Exit status: 0 done, 2 wrong usage or a board that cannot be used, 4 no legal call or a process
    was lost, 130 interrupted.
    """
    spec = side_of(bidder, "--bidder")
    open_side("the bidder", spec, spec, patience=patience).close()
    read = {str(path): problems.read_problems(path) for path in files}
    left_out = [fault for _, faults in read.values() for fault in faults]
    for fault in left_out:
        click.echo(printable(f"left out: {fault}"), err=True)
    work = partial(problems.solve_chunk, spec, patience)
    found = {
        name: [*chain.from_iterable(lab_run.done_in_chunks(work, group, given["jobs"], name))]
        for name, (group, _) in read.items()
    }
    click.echo(problems.report(found))
    _echo(problems.worst(found, given["show"]))
    if left_out:
        raise Failure(f"{len(left_out)} boards or lines were left out")
    if not any(found.values()):
        raise Failure("no problem in the files")


@command.command("duel")
@click.option("--a", metavar="SPEC", required=True, help="One side; see above.")
@click.option("--b", metavar="SPEC", required=True, help="The other side.")
@lab_run.count_option("boards", 200)
@_SEED
@lab_run.WORKERS
@lab_run.OUT
@lab_run.count_option("worst", 0, "Costliest boards to list, both ways.", low=0)
@lab_run.PATIENCE
@lab_run.TIMES
@lab_run.PLOT
@lab_run.ANY_VERSION
def _duel(a: str, b: str, seed: int, patience: float, **given: Any) -> None:
    """Bid random deals at two tables, and compare the contracts.

    Contracts are scored double dummy. A is North-South at the first table of each board, East-West
    at the second. The report has the IMPs a board that A wins, with a 95 % interval, and a table by
    kind of contract.

    A SPEC is a system, by name or as a .toml file. With `think` after it, close calls are decided
    by simulation, for at most `seconds=S` a call (by default as long as it takes) and on at most
    `layouts=N` layouts (by default as in conf/simulation.toml). `reads=SYSTEM` says how the
    opponents' calls are read; by default by their own system, and as those of strangers if they
    have none. With a limit of seconds the rows depend on the machine.

    Any other SPEC is the command of a program that answers JSON lines as `bluechip-bot bid --batch`
    does: {"hand", "dealer", "vul", "auction"} comes in, {"call"} goes out.

    With --out, the same command continues where it was interrupted, if the code is the same.

    Exit status: 0 done, 2 wrong usage, 4 a side gave no legal call or a process was lost, 130
    interrupted.
    """
    plan = BiddingDuelPlan(side_of(a, "--a"), side_of(b, "--b"), seed, patience)
    plan.open().close()  # An unusable side is an error before the first deal.
    duel = bidding_experiment(plan, lab_run.row_title(), given["worst"])
    lab_run.carry_out(duel, given["out"], _version(plan.a, plan.b), given["boards"], given)


@command.command("par")
@_BIDDER
@lab_run.count_option("deals", 2000)
@_SEED
@lab_run.count_option("points", 20, "The fewest high-card points of the two hands.", 20, 37)
@lab_run.count_option(
    "layouts", 8, "Layouts of the opponents' cards, the deal itself the first.", 1, 100
)
@lab_run.PATIENCE
@lab_run.WORKERS
@lab_run.OUT
@lab_run.path_option(
    "tricks", "FILE", "What another run wrote by --out, whose deals need not be solved again."
)
@lab_run.count_option("contexts", 40, "Contexts to list.")
@click.option("--context", "only", metavar="CONTEXT", default="", help="List only this one.")
@lab_run.count_option("least", 20, "Deals of a context.")
@lab_run.count_option("show", 2, "Examples of each.", low=0)
@lab_run.PLOT
@lab_run.ANY_VERSION
def _par(*, bidder: str, seed: int, tricks: Path | None, **given: Any) -> None:
    """Compare contracts with the best ones; opponents are silent.

    In each random deal the side with more points bids, both partners by the same SPEC, as `lab
    bidding duel` takes it. Its best contract is the one with the highest mean score, double dummy,
    over the deal and other layouts of the opponents' cards. The command prints the IMPs that the
    contracts reached lose to the best ones on these layouts, with a 95 % interval, and the contexts
    that lose most, with examples.

    A context is the longest beginning of an auction that --least deals share: the side's own
    calls, M and m for the major and the minor that were named first, oM and om for the other ones.
    `...` stands for more calls.

    With --out, the same command continues where it was interrupted, if the code is the same. With
    --tricks, another bidder bids the deals of such a file without solving them again; the report
    ends with the calls where the two differ, by context, and the IMPs that the file's bidder won.

    Exit status: 0 done, 2 wrong usage, 4 no legal call or a process was lost, 130 interrupted.
    """
    spec = side_of(bidder, "--bidder")
    limits = {name: given[name] for name in ("points", "layouts", "patience")}
    plan = par.ParPlan(spec, seed, **limits)
    plan.open().close()  # An unusable side is an error before the first deal.
    known: Sequence[par.ParOutcome] = ()
    if tricks is not None:
        head, known = read_file(tricks, (par.ParOutcome,))
        if not head.command.endswith(f" {plan.dealt}"):
            raise Failure(f"{tricks} has other deals than {plan.dealt}: {head.command}")
    listed = par.ContextList(given["least"], given["contexts"], given["show"], given["only"])
    experiment = par.par_experiment(plan, lab_run.row_title(), listed, known)
    lab_run.carry_out(experiment, given["out"], _version(spec), given["deals"], given)


def _version(*sides: SideSpec) -> Callable[[], str]:
    """A function that returns the version of the code and of the user's own system files."""
    systems = [one for one in sides if isinstance(one, SystemSpec)]
    names = [name for one in systems for name in (one.system, one.reads) if name]
    own = (Path(name).resolve().parent for name in names if name.endswith(".toml"))
    return partial(code_version, lab_run.BIDDING, tuple(dict.fromkeys(own)), conf=True)


def _table(name: str, where: str = "--system") -> BiddingTable:
    """Return a `BiddingTable` with one system for both sides, loaded now to report its errors."""
    path = system_path(name, where)
    table = BiddingTable(path, path)
    table.bidder()
    return table


def _echo(lines: Iterable[object]) -> bool:
    """Print lines, and return whether there are any."""
    text = "".join(f"{line}\n" for line in lines)
    click.echo(text, nl=False)
    return bool(text)


def _figures(
    work: Callable[[Sequence[AuctionRecord]], list[_Result]],
    name: str,
    count: int,
    jobs: int,
    *,
    held_out: bool,
) -> list[_Result]:
    """The results of `work` on the first `count` boards of a file, or the first held-out ones."""
    check_extra()
    wanted = (one for one in read_records(name) if one.held_out or not held_out)
    parts = lab_run.done_in_chunks(work, islice(wanted, count), jobs, Path(name).name)
    if found := list(chain.from_iterable(parts)):
        return found
    raise Failure(f"{name}: no board with all four hands")

"""`bluechip-bot bid`: the call for a hand, what it shows, and the rule that makes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.bid_file import FileOptions, bid_file
from bluechip_bot.cli.bidding_input import BiddingInputError, system_name, words_of
from bluechip_bot.cli.failure import Failure
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.model import Board, ModelError
from bluechip_bot.player.calling import SideCallers
from bluechip_bot.quoting import brief
from bluechip_bot.service.call import board_to_call, call_answer

_FIELDS: Final = {
    "hand": "a text",
    "dealer": "a text",
    "vul": "a text",
    "auction": "a list of calls",
}
"""The keys of a line of a batch, and what their values are."""

_PATH: Final = click.Path(dir_okay=False, path_type=Path)


@click.command("bid")
@click.argument("file", type=_PATH, metavar="[FILE.pbn|FILE.lin]", required=False)
@click.option("--hand", "cards", metavar="S.H.D.C", help="The hand, as AKQ95.AT3.KJ2.97.")
@options.DEALER
@options.VULNERABILITY
@click.option(
    "--auction",
    metavar='"1H P"',
    default="",
    show_default=False,
    help="The calls so far, dealer's first.",
)
@options.SYSTEM
@click.option("--opponents", metavar="SYSTEM", help="The opponents' system; by default the same.")
@click.option("--batch", metavar="FILE.jsonl", help="A file with a hand on each line; - is stdin.")
@click.option("--no-think", is_flag=True, help="The system alone, without simulation.")
@options.budget(default=1.0, help="Seconds for a close call.")
@options.search_option(
    "worlds", 0, help="The layouts by which calls are compared; 0: as in conf/simulation.toml."
)
@click.option("--exact", is_flag=True, help="All limits of the call, besides what it shows.")
@options.JSON
@click.option("--out", type=_PATH, metavar="FILE.pbn", help="Where the boards of FILE go.")
@click.option(
    "--side", type=click.Choice(["NS", "EW"]), help="The side of FILE that bids; the other passes."
)
@click.option("--given", is_flag=True, help="The other side makes the calls of FILE.")
@options.JOBS
def command(  # noqa: PLR0913 - an option each
    *,
    file: Path | None,
    cards: str | None,
    dealer: str,
    vul: str,
    auction: str,
    system: str,
    opponents: str | None,
    batch: str | None,
    no_think: bool,
    budget: float,
    worlds: int,
    exact: bool,
    as_json: bool,
    out: Path | None,
    side: str | None,
    given: bool,
    jobs: int,
) -> None:
    """Print the call for a hand, what it shows, and why.

    Other calls that the rules allow are printed, too. The hand is that of the player to call. A
    close call is decided by simulation: the reasonable calls are compared on layouts of the hidden
    hands, in IMPs over the system's call.

    The keys of the --json output are `call`, `explanation` (what the call shows, in a line),
    `exact` (the same with all limits), `alert`, `runners_up` (each with `call` and `explanation`),
    `reason`, `rule` (`file`, `line` and `column`; null if no rule of a file made the call), and
    `thought` (null if there was none; `candidates`, the system's call first, each with `call`,
    `motive`, `imps`, `advantage`, `solved` and `auction`; and the figures of the simulation).

    --batch reads JSON lines with `hand`, `dealer`, `vul` and `auction` (a list of calls). It prints
    a line with `call`, `explanation` and `alert`, or with `error`, for each in the same order.

    With FILE, all its boards are bid to the end and added to --out, with the meanings of calls as
    notes. The tags BidSystemNS and BidSystemEW name the systems; without them it is sayc. --system
    is for --side, or else for North-South, and --opponents for the other side. With --given, the
    other side makes the calls of the file while they are legal, and then passes. A board that
    cannot be bid is reported and left out. The same command continues where an earlier one ended.

    Exit status: 0 done, 2 wrong usage, an impossible hand or auction, an unusable system, a bad
    line of a batch, or boards of FILE left out, 4 a process was lost, 130 interrupted.
    """
    named = _check_usage(file, cards, batch, side)
    budget = 0.0 if no_think else budget
    asked = None
    if cards is not None:
        try:
            asked = board_to_call(cards, dealer, vul, words_of(auction))
        except ModelError as error:
            raise Failure(f"--{error}") from None
    ours = system_name(system, "--system")
    theirs = ours if opponents is None else system_name(opponents, "--opponents")
    if file is not None and out is not None:
        systems = (ours if named else None), (theirs if named or opponents else None)
        bid_file(file, out, FileOptions(*systems, side, given, budget, worlds), jobs)
        return
    callers = SideCallers(ours, theirs, budget, worlds)
    if asked is not None:
        _print(call_answer(callers, asked), exact=exact, as_json=as_json)
    if batch is None:
        return
    good = True
    # Text that is not UTF-8 is an error of its line only.
    with click.open_file(batch, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                answer = call_answer(callers, _read(line), others=False)
            except (ModelError, BiddingInputError) as error:
                good = False
                place = f"line {number}{',' if isinstance(error, ModelError) else ':'}"
                answer = {"error": brief(f"{place} {error}")}
            click.echo(json.dumps(answer))
    if not good:
        raise Failure("a line of the batch is wrong; see the lines with `error`")


def _check_usage(file: Path | None, cards: str | None, batch: str | None, side: str | None) -> bool:
    """Check that the options given go together; return whether --system is one of them."""
    if [file, cards, batch].count(None) != 2:
        raise click.UsageError("give --hand, or --batch or a file of boards for many")
    source = click.get_current_context().get_parameter_source

    def given(*names: str) -> list[str]:
        return [name for name in names if source(name) is not click.core.ParameterSource.DEFAULT]

    if cards is None and (wrong := given("dealer", "vul", "auction")):
        place = "lines of a batch" if file is None else "boards of a file"
        raise click.UsageError(f"--{wrong[0]} stands in the {place}")
    if file is None and (wrong := given("out", "side", "given", "jobs")):
        raise click.UsageError(f"--{wrong[0]} is for a file of boards")
    if file is not None and (given("exact", "as_json") or not given("out")):
        raise click.UsageError("a file of boards is bid into another one: give --out FILE.pbn")
    if given("given") and side is None:
        raise click.UsageError("--given is for the other side: give --side, too")
    return bool(given("system"))


def _print(answer: Mapping[str, Any], *, exact: bool, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(answer))
        return
    alert = "  (alert)" if answer["alert"] else ""
    rule, thought = answer["rule"], answer["thought"]
    why = answer["reason"]
    # The reason of a policy names the policy.
    if not why.startswith("policy"):
        why = f"natural floor: {why}"
    if rule:
        why = f"{rule['file']}, line {rule['line']}"
    elif thought and answer["call"] != thought["candidates"][0]["call"]:
        why = answer["reason"]
    click.echo(f"{answer['call']}{alert}")
    click.echo(f"shows    {answer['explanation']}")
    if exact:
        click.echo(f"exactly  {answer['exact']}")
    click.echo(f"why      {why}")
    for other in answer["runners_up"]:
        click.echo(f"or       {other['call']:<4} {other['explanation']}")
    if thought:
        _print_thought(thought)


def _print_thought(thought: Mapping[str, Any]) -> None:
    """Print how calls were compared: for each its gain over the book's, and an example auction."""
    click.echo(
        f"thought  {thought['solved']} of {thought['layouts']} layouts, "
        f"{thought['contracts']} contracts solved in {thought['seconds']:.2f} s"
    )
    for one in thought["candidates"]:
        gain = "the book" if one["motive"] == "book" else f"{one['imps']:+.2f} IMPs"
        click.echo(f"         {one['call']:<4} {gain:>11}  {one['auction']}")


def _read(line: str) -> Board:
    try:
        data = parse_json(line)
    except DataFormatError as error:
        raise BiddingInputError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BiddingInputError(f"an object with {', '.join(_FIELDS)} expected")
    for name, kind in _FIELDS.items():
        if name not in data:
            raise BiddingInputError(f"{name} is missing")
        items = data[name] if kind == "a list of calls" else [data[name]]
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise ModelError(f"{name}: {data[name]!r} ({kind} expected)")
    return board_to_call(*(data[name] for name in _FIELDS))

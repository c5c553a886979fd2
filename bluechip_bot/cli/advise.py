"""`bluechip-bot advise`: the card to play in a position, or a review of a recorded call or card."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, get_args

import click

from bluechip_bot.api.bot import Bot, EngineName
from bluechip_bot.cli import options
from bluechip_bot.cli.bidding_input import system_name
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.figures import counted, mean, share
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.cli.record_advice import MoveKind, moment_of, place_of
from bluechip_bot.cli.record_advice import advise as advice_on_record
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.config import DEFAULT_ENGINE, SearchConfig
from bluechip_bot.engine import Question, SearchLimits
from bluechip_bot.formats.problem import read_problem
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.service.card import card_advice

_MEMORY_MB: Final = 256
_STAKES: Final = {"imps": "IMPs", "points": "points", "matchpoints": "tricks", "win": "layouts"}


@click.command("advise")
@click.argument("position", type=click.Path(dir_okay=False), metavar="POSITION.json|FILE")
@click.option("--board", type=WholeNumber(1), help="The number of the board in a PBN or LIN file.")
@click.option("--room", type=click.Choice(["open", "closed"]), help="Its room, if both are there.")
@click.option(
    "--card", metavar="NUMBER", help="The card of the play: 1 to 52, or trick and place as 3.2."
)
@click.option("--call", type=WholeNumber(1), help="The call of the auction, from 1.")
@click.option(
    "--system",
    metavar="SYSTEM",
    default="sayc",
    help="The system of the player and his partner, for a file.",
)
@click.option(
    "--opponents",
    metavar="SYSTEM",
    default="unknown",
    help="By which system the opponents' calls are read, for a file.",
)
@click.option(
    "--engine",
    type=click.Choice(get_args(EngineName)),
    default=DEFAULT_ENGINE,
    help="How cards are chosen; htn plans declarer's play of a board.",
)
@click.option(
    "--worlds",
    type=WholeNumber(1, 10_000),
    help="The most layouts to judge by; by default as many as time allows.",
)
@click.option(
    "--depth",
    type=WholeNumber(1, 52),
    help="The most of its own cards that the side looks ahead; by default as many as time allows.",
)
@options.budget(default=5.0, help="Thinking time in seconds.")
@options.SEED
@options.search_option("scoring", "imps", help="The scoring.")
@options.JSON
def command(  # noqa: PLR0913 - an option each
    *,
    position: str,
    board: int | None,
    room: str | None,
    card: str | None,
    call: int | None,
    system: str,
    opponents: str,
    engine: EngineName,
    worlds: int | None,
    depth: int | None,
    budget: float,
    seed: int,
    scoring: Scoring,
    as_json: bool,
) -> None:
    """Print the card to play, or judge a recorded card or call.

    For a board of a PBN or LIN FILE, --card or --call names the move to judge. The command prints
    what the player knew at that moment (the player's hand, dummy, the calls and what they showed),
    what the player did, what we would do and why, and what each card costs by our layouts and
    double dummy. With --json the keys are `board`, `card` or `call`, `seat`, `player`, `auction`,
    `played`, `shown` (what is known of each hidden hand, in words), `made`, `ours`, `reason` and
    `loss` (how much worse `made` is than `ours`, in IMPs or as a share; null if not judged). For a
    card there are also `plan`, `cards`, `makes` (declarer's tricks in all, double dummy) and `cost`
    (in tricks); for a call, `shows`, `meant` (what `made` shows by our system), `rule`, `others`,
    `gains` and `double_dummy`: the results of the auction `made`, and of that after `ours` if our
    system bids all four hands to its end, `par`, and the `cost` of `made` in IMPs by these two.

    POSITION.json has the form that the command `worlds` reads. A position without an auction is a
    problem: constraint_spec holds all that is known of the hidden hands, and the cards played show
    only what they prove. With --worlds, --depth and enough time, the same position and seed give
    the same answer.

    For a position, --json writes cards suit first (SA, DT). The keys are `card`, `engine`, `cards`
    (the value of each legal card, best first, as a share, 0 to 1, of what can be won), `exact`
    (whether the value is exact at this depth, or an upper bound), `tricks` (the mean number of
    double-dummy tricks from here), `worth` (the value with other tricks added, by which cards are
    compared), `asked` (the layouts in which each card was judged), `target` (the tricks needed from
    here), `worlds`, `depth`, `layouts` (the number that agree with the cards), `complete` (whether
    all of them were judged), `forced` (whether all legal cards are equal; they are not judged then,
    and their values are null) and `seconds`.

    Exit status: 0 done, 2 wrong usage, no such board, call or card, or an impossible position.
    """
    if card is not None and call is not None:
        raise Failure("--card and --call: give one of them")
    if card is not None or call is not None:
        place: tuple[MoveKind, int] = ("call", call or 0)
        if card is not None:
            place = ("card", place_of(card))
        moment = moment_of(Path(position), board, room, place, ProblemPrinter())
        ours = system_name(system, "--system")
        bot = Bot(
            engine,
            system=ours,
            opponents=opponents,
            worlds=worlds,
            depth=depth,
            seconds=budget,
            scoring=scoring,
        )
        click.echo(advice_on_record(moment, bot, ours, seed, as_json=as_json))
        return
    if board is not None or room or Path(position).suffix.casefold() in {".pbn", ".lin"}:
        raise Failure(f"{position}: give --card or --call of a board")
    if engine == "htn":
        raise Failure("`bluechip-bot plan` prints the plan of a position: give another --engine")
    search = SearchConfig(memory_mb=_MEMORY_MB, error=0.0, threads=1)
    limits = SearchLimits(budget=budget, worlds=worlds, depth=depth)
    advice = card_advice(
        read_problem(Path(position)), PlayerAssembly(engine, search), limits, seed, scoring
    )
    if advice is None:
        raise Failure(f"no layout was judged within {budget:g} s: give more --budget")
    click.echo(json.dumps(advice[1]) if as_json else _text(*advice))


def _text(question: Question, advice: Mapping[str, Any]) -> str:
    lines = [_heading(question, advice), "", f"play {advice['card']}"]
    if advice["forced"]:
        return "\n".join([*lines, "the legal cards are all the same", ""])
    worlds = counted(advice["worlds"], "layout")
    worlds = f"all {worlds}" if advice["complete"] else worlds
    ahead = f"{counted(advice['depth'], 'card')} ahead, {advice['seconds']:.2f} s"
    tricks = "" if set(advice["tricks"].values()) == {None} else "  tricks"
    lines += [f"value: {_stake(question, advice)}; {worlds}, {ahead}", ""]
    lines += [f"card           value{tricks}", *(_row(name, advice) for name in advice["cards"])]
    if advice.get("variation"):
        lines += ["", "expected: " + " ".join(map(str, advice["variation"]))]
    return "\n".join([*lines, ""])


def _row(name: str, advice: Mapping[str, Any]) -> str:
    """A line on the card `name`: its value or an upper bound, and its mean tricks if counted."""
    asked, tricks = advice["asked"][name], advice["tricks"][name]
    value = share(advice["cards"][name], asked)
    bound = "" if advice["exact"][name] else "at most"
    made = "" if tricks is None else mean(tricks, asked)
    return f"{name}  {bound:>7} {value:>8}  {made:>6}".rstrip()


def _heading(question: Question, advice: Mapping[str, Any]) -> str:
    turn, seat, target = question.play.turn, question.seat, question.stake.target
    left = question.stake.left
    of_dummy = "" if turn is seat else f" for {turn}"
    wanted = f"{counted(target, 'trick')} of {left} wanted"
    if target <= 0:
        wanted = "has all the tricks wanted"
    elif target > left:
        wanted += ", out of reach"
    return (
        f"{advice['name'] or 'position'}: {question.board.contract}, {seat} decides{of_dummy}, "
        f"{wanted}; {counted(advice['layouts'], 'layout')}"
    )


def _stake(question: Question, advice: Mapping[str, Any]) -> str:
    target = question.stake.target
    if advice.get("levels", [target]) == [target]:
        done = "made" if question.stake.declares else "beaten"
        return f"the share of layouts in which the contract is {done}"
    return f"the share of the {_STAKES[advice['scoring']]} that are at stake"

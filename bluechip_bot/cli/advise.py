"""`bluechip-bot advise`: the card to play in a position, and what each card is worth."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, get_args

import click

from bluechip_bot.cli.failure import Failure, told
from bluechip_bot.cli.position import POSITION_ERRORS, known_of, layouts_of
from bluechip_bot.engine import SCORINGS, CardChoice, CardEngine, Method, Scoring
from bluechip_bot.formats.problem import Problem, read_problem
from bluechip_bot.inference import Evidence, card_fits
from bluechip_bot.player.planned import CardChooser, PlanningEngine, goal_of

_LONGEST: Final = 86_400.0
"""The largest budget, in seconds: a day."""
_MEMORY_MB: Final = 256


def _finite(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """The value of an option that must be a number: nan is within any range."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number of seconds")
    return value


@click.command("advise")
@click.argument("position", type=click.Path(dir_okay=False), metavar="POSITION.json")
@click.option(
    "--engine",
    "method",
    type=click.Choice([*get_args(Method), "htn"]),
    default="alphamu",
    help="The search; htn plans declarer's play.",
)
@click.option(
    "--worlds",
    type=click.IntRange(1, 10_000),
    help="Layouts to judge by, at most; as time allows, or all of them, unless given.",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 52),
    help="Cards of its own that the side looks ahead; as time allows unless given.",
)
@click.option(
    "--budget",
    type=click.FloatRange(0.0, _LONGEST, min_open=True),
    callback=_finite,
    default=5.0,
    help="Thinking time in seconds.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Of the randomness.")
@click.option(
    "--scoring", type=click.Choice(SCORINGS), default="imps", help="What alphamu plays for."
)
@click.option(
    "--carding/--no-carding",
    default=None,
    help="Read habits from the cards played; only with an auction unless given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def command(  # noqa: PLR0913, PLR0917 - an option each
    position: str,
    method: Method | Literal["htn"],
    worlds: int | None,
    depth: int | None,
    budget: float,
    seed: int,
    scoring: Scoring,
    carding: bool | None,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Print the card to play in a position, and what each card is worth.

    POSITION.json is of the form that the command `worlds` reads. A position without an auction is
    taken for a problem: constraint_spec holds all that is known of the hidden hands, and the cards
    played say only what they prove. With --worlds, --depth and time enough the same position and
    seed give the same answer.

    With --json cards are written suit first (SA, DT): `card`, `engine`, `cards` (the value of each
    legal card, best first: the share, 0 to 1, of what there is to win), `exact` (whether that is
    the value at this depth, or a bound from above), `tricks` (the mean of double-dummy tricks from
    here), `worth` (the value with other tricks added, by which cards are compared), `target`
    (the tricks that are wanted from here), `worlds`, `depth`, `layouts` (that agree
    with the cards), `complete` (whether all of them were judged), `forced` (legal cards that are
    all the same are not judged: their values are null) and `seconds`.

    With htn `value` is in units of the goal that fits the scoring (IMPs, points, tricks, or the
    chance of making the contract), and there are `tasks`, the methods that led to each card, and
    `explanation`; cards that no method thought of have no value.

    Exit status: 0 done, 2 wrong usage or a position that cannot be.
    """
    with told(*POSITION_ERRORS):
        problem = read_problem(Path(position))
        known = known_of(problem, cards=problem.has_auction if carding is None else carding)
        layouts = layouts_of(problem, known)
    if method == "htn":
        search = CardEngine(_MEMORY_MB, method="pimc", scoring=scoring)
        engine: CardChooser = PlanningEngine(search, goal=goal_of(scoring))
    else:
        engine = CardEngine(_MEMORY_MB, method=method, scoring=scoring)
    choice = _chosen(engine, problem, known, budget=budget, worlds=worlds, depth=depth, seed=seed)
    advice = {**_advice(problem, choice, layouts), "engine": method, "seed": seed}
    click.echo(json.dumps(advice) if as_json else _text(problem, choice, advice))


def _chosen(engine: CardChooser, problem: Problem, known: Evidence, **limits: Any) -> CardChoice:
    board = problem.board
    contract = board.contract
    assert contract is not None, "problems have one"
    defends = problem.observer.side is not contract.declarer.side
    choice = engine.choose(
        board,
        problem.observer,
        known,
        most=None,
        votes=None,
        fit=partial(card_fits, board) if defends else None,
        **limits,
    )
    if choice is None:
        raise Failure(f"no layout was judged within {limits['budget']:g} s: give more --budget")
    return choice


def _advice(problem: Problem, choice: CardChoice, layouts: int) -> dict[str, Any]:
    """What `--json` prints, but for the arguments of the command."""
    record = choice.record
    if record["method"] == "htn":
        return _planned(problem, choice, layouts)
    forced = "cards" not in record
    cards: Mapping[str, Mapping[str, Any]] = record.get("cards", {})
    names = list(cards) or [str(choice.card)]
    names += [str(card) for card in problem.board.legal_cards if str(card) not in names]
    sample: Mapping[str, Any] = record.get("sample", {"complete": False})
    return {
        "name": problem.name,
        "card": str(choice.card),
        "cards": {name: cards[name]["value"] if name in cards else None for name in names},
        "exact": {name: cards[name]["exact"] for name in cards},
        "tricks": {name: cards[name]["tricks"] for name in cards},
        "worth": {name: cards[name]["worth"] for name in cards if "worth" in cards[name]},
        "reached": {name: cards[name]["reached"] for name in cards},
        "target": _target(problem),
        "worlds": record["worlds"],
        "depth": record.get("depth", 0 if forced else 1),
        "layouts": layouts,
        "complete": bool(sample["complete"]) and record["worlds"] >= sample["pool"],
        "forced": forced,
        "method": record["method"],
        "seconds": record["seconds"],
        **{key: record[key] for key in ("scoring", "levels", "variation") if key in record},
    }


def _planned(problem: Problem, choice: CardChoice, layouts: int) -> dict[str, Any]:
    """What `--json` prints of a plan, but for the arguments of the command."""
    record = choice.record
    cards: Mapping[str, Mapping[str, Any]] = record["cards"]
    names = list(cards)
    names += [str(card) for card in problem.board.legal_cards if str(card) not in names]
    kept = ("worlds", "goal", "complete", "nodes", "leaves", "method", "seconds")
    return {
        "name": problem.name,
        "card": str(choice.card),
        "cards": {name: cards[name]["value"] if name in cards else None for name in names},
        "tasks": {name: cards[name]["task"] for name in cards},
        "explanation": record["plan"],
        "target": _target(problem),
        "layouts": layouts,
        **{key: record[key] for key in kept},
    }


def _target(problem: Problem) -> int:
    """The tricks from here that make the contract, or for a defender those that beat it."""
    play = problem.board.play
    assert play is not None, "a card is wanted"
    side = problem.observer.side
    wanted = play.contract.target
    if side is not play.contract.declarer.side:
        wanted = 14 - wanted
    return wanted - play.won[side]


def _text(problem: Problem, choice: CardChoice, advice: Mapping[str, Any]) -> str:
    lines = [_heading(problem, advice), "", f"play {choice.card}"]
    if advice["method"] == "htn":
        lines[-1] += f": {advice['explanation']}"
        lines += [
            f"{advice['worlds']} layouts, {advice['seconds']:.2f} s",
            "",
            "card     value  task",
        ]
        for name, value in advice["cards"].items():
            told_as = "" if value is None else f"{value:8.3f}  {advice['tasks'][name]}"
            lines.append(f"{name}  {told_as}".rstrip())
        return "\n".join([*lines, ""])
    if advice["forced"]:
        return "\n".join([*lines, "the legal cards are all the same", ""])
    worlds = f"all {advice['worlds']}" if advice["complete"] else str(advice["worlds"])
    ahead = f"{_count(advice['depth'], 'card')} ahead, {advice['seconds']:.2f} s"
    lines += [f"value: {_stake(problem, advice)}; {worlds} layouts, {ahead}", ""]
    lines.append("card     value              tricks")
    for name, value in advice["cards"].items():
        bound = "exact" if advice["exact"][name] else "at most"
        tricks = advice["tricks"][name]
        mean = "" if tricks is None else f"{tricks:.2f}"
        line = f"{name}    {100 * value:6.1f} %  {bound:<8} {mean:>6}"
        lines.append(line.rstrip())
    if advice.get("variation"):
        lines += ["", "expected: " + " ".join(map(str, advice["variation"]))]
    return "\n".join([*lines, ""])


def _heading(problem: Problem, advice: Mapping[str, Any]) -> str:
    board = problem.board
    assert board.turn is not None, "a card is wanted"
    of_dummy = "" if board.turn is problem.observer else f" for {board.turn}"
    target, left = advice["target"], 13 - sum(map(int.bit_count, board.played)) // 4
    wanted = f"{_count(target, 'trick')} of {left} wanted"
    if target <= 0:
        wanted = "has all the tricks wanted"
    elif target > left:
        wanted += ", out of reach"
    return (
        f"{problem.name or 'position'}: {board.contract}, {problem.observer} decides{of_dummy}, "
        f"{wanted}; {_count(advice['layouts'], 'layout')}"
    )


def _stake(problem: Problem, advice: Mapping[str, Any]) -> str:
    """What values are shares of."""
    levels = advice.get("levels", [advice["target"]])
    if levels == [advice["target"]]:
        contract = problem.board.contract
        assert contract is not None, "problems have one"
        declares = problem.observer.side is contract.declarer.side
        return f"the share of layouts in which the contract is {'made' if declares else 'beaten'}"
    name = {"imps": "IMPs", "points": "points", "matchpoints": "tricks", "win": "layouts"}
    return f"the share of the {name[advice['scoring']]} that are at stake"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")

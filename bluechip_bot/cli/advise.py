"""`bluechip-bot advise`: the card to play in a position, and what each card is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, get_args

import click
from attrs import evolve

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure, told
from bluechip_bot.cli.figures import GOAL_TEXTS, counted, mean, share, worth
from bluechip_bot.cli.position import POSITION_ERRORS, known_of, layouts_of
from bluechip_bot.cli.ranges import Number, Whole
from bluechip_bot.config import DEFAULT_ENGINE, SearchConfig
from bluechip_bot.engine import CardChoice, Limits, Question, SearchMethod
from bluechip_bot.formats.problem import read_problem
from bluechip_bot.inference import card_fits
from bluechip_bot.model import CardRecord, PlanSummary
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import Assembly

_MEMORY_MB: Final = 256


@click.command("advise")
@options.POSITION
@click.option(
    "--engine",
    "method",
    type=click.Choice([*get_args(SearchMethod), "htn"]),
    default=DEFAULT_ENGINE,
    show_default=True,
    help="How cards are chosen; htn plans declarer's play.",
)
@click.option(
    "--worlds",
    type=Whole(1, 10_000),
    help="The most layouts to judge by; by default as many as time allows.",
)
@click.option(
    "--depth",
    type=Whole(1, 52),
    help="The most of its own cards that the side looks ahead; by default as many as time allows.",
)
@options.budget(default=5.0, help="Thinking time in seconds.")
@options.SEED
@options.search_option("scoring", "imps", help="The scoring.")
@click.option(
    "--error",
    type=Number(0, 0.5, max_open=True),
    default=0.0,
    show_default=True,
    help="The chance with which a card as good as the best is dropped; 0 judges all to the end.",
)
@click.option(
    "--carding/--no-carding",
    default=None,
    help="Read habits from the cards played; by default only with an auction.",
)
@options.JSON
def command(  # noqa: PLR0913, PLR0917 - an option each
    position: str,
    method: SearchMethod | Literal["htn"],
    worlds: int | None,
    depth: int | None,
    budget: float,
    seed: int,
    scoring: Scoring,
    error: float,
    carding: bool | None,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Print the card to play in a position, and the value of each card.

    POSITION.json has the form that the command `worlds` reads. A position without an auction is
    a problem: constraint_spec holds all that is known of the hidden hands, and the cards played
    show only what they prove. With --worlds, --depth and enough time, the same position and seed
    give the same answer.

    With --json cards are written suit first (SA, DT). The keys are `card`, `engine`, `cards` (the
    value of each legal card, best first: the share, 0 to 1, of what there is to win), `exact`
    (whether the value is exact at this depth, or an upper bound), `tricks` (the mean number of
    double-dummy tricks from here), `worth` (the value with other tricks added, by which cards are
    compared), `asked` (the layouts in which each card was judged), `target` (the tricks needed from
    here), `worlds`, `depth`, `layouts` (the number that agree with the cards), `complete` (whether
    all of them were judged), `forced` (whether all legal cards are equal; they are not judged then,
    and their values are null) and `seconds`.

    With htn, values are in units of the goal that fits the scoring (IMPs, points, tricks, or the
    chance of making the contract); cards that no method considers have none. The keys `tasks` (the
    methods that led to each card), `reached` (the share of the layouts in which double-dummy play
    makes the contract after it) and `explanation` are added; both together choose the card.

    Exit status: 0 done, 2 wrong usage or an impossible position.
    """
    with told(*POSITION_ERRORS):
        problem = read_problem(Path(position))
        search = SearchConfig(memory_mb=_MEMORY_MB, error=error, threads=1)
        parts = Assembly(method, search)
        known = known_of(problem, parts, cards=problem.has_auction if carding is None else carding)
        layouts = layouts_of(problem, known)
    question = Question(problem.board, problem.observer, known, scoring=scoring, seed=seed)
    if question.observer is not None:
        fits = partial(card_fits, problem.board, settings=parts.inference)
        question = evolve(question, tie_break=fits)
    limits = Limits(budget=budget, worlds=worlds, depth=depth)
    choice = parts.card_engine().choose(question, limits)
    if choice is None:
        raise Failure(f"no layout was judged within {budget:g} s: give more --budget")
    plan = choice.record.plan
    found = _searched(question, choice) if plan is None else _planned(question, choice, plan)
    advice = {"name": problem.name, "card": str(choice.card), **found, "layouts": layouts}
    advice |= {"engine": method, "seed": seed}
    click.echo(json.dumps(advice) if as_json else _text(question, advice))


def _searched(question: Question, choice: CardChoice) -> dict[str, Any]:
    """The part of the `--json` output that describes a search."""
    record, sample = choice.record, choice.record.sample
    found = {
        "cards": _values(question, choice),
        **_columns(record, "exact", "tricks", "worth", "asked", "reached"),
        "target": question.stake.target,
        "worlds": record.worlds,
        "depth": record.depth,
        "complete": sample is not None and sample.complete and record.worlds >= sample.pool,
        "forced": record.method == "forced",
        "method": record.method,
        "seconds": record.seconds,
    }
    if record.method == "alphamu":
        found["scoring"] = question.scoring
    if record.levels:
        found |= {"levels": record.levels, "variation": list(map(str, record.variation))}
    return found


def _planned(question: Question, choice: CardChoice, plan: PlanSummary) -> dict[str, Any]:
    """The part of the `--json` output that describes a plan."""
    record = choice.record
    return {
        "cards": _values(question, choice),
        "tasks": {str(one.card): one.methods for one in record.cards},
        **_columns(record, "reached"),
        "explanation": plan.text,
        "target": question.stake.target,
        "worlds": record.worlds,
        "goal": plan.goal,
        "complete": plan.complete,
        "nodes": plan.nodes,
        "leaves": plan.leaves,
        "method": record.method,
        "seconds": record.seconds,
    }


def _columns(record: CardRecord, *names: str) -> dict[str, dict[str, Any]]:
    """For each attribute of the cards, its value by card."""
    return {name: {str(one.card): getattr(one, name) for one in record.cards} for name in names}


def _values(question: Question, choice: CardChoice) -> dict[str, float | None]:
    """The value of each legal card, best first; None for cards that were not judged."""
    values = {str(one.card): one.value for one in choice.record.cards}
    others = map(str, (choice.card, *question.board.legal_cards))
    return {**values, **{name: None for name in others if name not in values}}


def _text(question: Question, advice: Mapping[str, Any]) -> str:
    lines = [_heading(question, advice), "", f"play {advice['card']}"]
    if advice["method"] == "htn":
        size = f"{counted(advice['worlds'], 'layout')}, {advice['seconds']:.2f} s"
        lines += [
            "",
            click.wrap_text(advice["explanation"]),
            "",
            f"plan: {GOAL_TEXTS[advice['goal']]}; {size}",
            "",
            "card         plan  layouts  task",
        ]
        lines += [_planned_row(name, advice) for name in advice["cards"]]
        return "\n".join([*lines, ""])
    if advice["forced"]:
        return "\n".join([*lines, "the legal cards are all the same", ""])
    worlds = counted(advice["worlds"], "layout")
    worlds = f"all {worlds}" if advice["complete"] else worlds
    ahead = f"{counted(advice['depth'], 'card')} ahead, {advice['seconds']:.2f} s"
    lines += [f"value: {_stake(question, advice)}; {worlds}, {ahead}", ""]
    tricks = "" if set(advice["tricks"].values()) == {None} else "  tricks"
    lines.append(f"card           value{tricks}")
    lines += [_searched_row(name, advice) for name in advice["cards"]]
    if advice.get("variation"):
        lines += ["", "expected: " + " ".join(map(str, advice["variation"]))]
    return "\n".join([*lines, ""])


def _searched_row(name: str, advice: Mapping[str, Any]) -> str:
    """A card: its value, or a bound of it, and its tricks, if they were counted."""
    asked, tricks = advice["asked"][name], advice["tricks"][name]
    value = share(advice["cards"][name], asked)
    bound = "" if advice["exact"][name] else "at most"
    made = "" if tricks is None else mean(tricks, asked)
    return f"{name}  {bound:>7} {value:>8}  {made:>6}".rstrip()


def _planned_row(name: str, advice: Mapping[str, Any]) -> str:
    """A card: what the plan says, what the layouts say, and the methods that led to it."""
    value, reached = advice["cards"][name], advice["reached"].get(name)
    plan = "" if value is None else worth(value, advice["goal"], advice["worlds"])
    layouts = "" if reached is None else share(reached, advice["worlds"])
    return f"{name} {plan:>14} {layouts:>8}  {advice['tasks'].get(name) or ''}".rstrip()


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
    """The meaning of the values, in words."""
    target = question.stake.target
    if advice.get("levels", [target]) == [target]:
        done = "made" if question.stake.declares else "beaten"
        return f"the share of layouts in which the contract is {done}"
    name = {"imps": "IMPs", "points": "points", "matchpoints": "tricks", "win": "layouts"}
    return f"the share of the {name[advice['scoring']]} that are at stake"

"""`bluechip-bot plan`: a plan of declarer's play in a position, with its reasons."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.figures import GOAL_TEXTS, counted, worth
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.engine import Question
from bluechip_bot.formats.problem import PlayProblem, ProblemError, read_problem
from bluechip_bot.planning import GOALS, DeclarerView, GoalName, HtnDeclarer, Plan
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.player.planned import believed
from bluechip_bot.service.position import known_of, layouts_of


@click.command("plan")
@options.POSITION
@click.option("--goal", type=click.Choice(GOALS), default="imps", help="The goal of declarer.")
@click.option("--worlds", type=WholeNumber(1, 10_000), help="Layouts that declarer considers.")
@click.option(
    "--depth",
    type=WholeNumber(0, 13),
    help="The most stratagems in a row at which the choice is open.",
)
@options.budget(low=0.01, default=5.0, help="Thinking time in seconds.")
@options.SEED
@click.option("--tree", type=WholeNumber(1, 52), help="Print the tree to this depth, in turns.")
@click.option(
    "--svg", type=click.Path(dir_okay=False), help="Write a drawing of the tree to this file."
)
@options.JSON
def command(  # noqa: PLR0913, PLR0917 - an option each
    position: str,
    goal: GoalName,
    worlds: int | None,
    depth: int | None,
    budget: float,
    seed: int,
    tree: int | None,
    svg: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Print declarer's plan in a position, in words.

    The card, the line of play and the alternatives are printed.
    POSITION.json has the form that the command `worlds` reads; declarer or dummy is to play.

    The keys of the --json output are `card`, `goal`, `value`, `alternatives` (the card, its value
    and the methods that led to it, best first), `explanation`, `complete` (whether the whole tree
    was searched), `nodes`, `leaves`, `stages`, `worlds` and `seconds`.

    Exit status: 0 done, 2 wrong usage or a position that cannot be planned.
    """
    problem = read_problem(Path(position))
    view = _view(problem)
    parts = Assembly()
    known = known_of(problem, parts, cards=problem.has_auction)
    layouts_of(problem, known)
    question = Question(problem.board, problem.observer, known, seed=seed)
    numbers = parts.planning
    sample = parts.world_pool().worlds(question, worlds or numbers.vote.worlds)
    started = time.perf_counter()
    planned = HtnDeclarer(time.perf_counter, numbers).choose(
        view, believed(view, sample), budget=budget, goal=goal, depth=depth
    )
    seconds = time.perf_counter() - started
    if svg is not None:
        Path(svg).write_text(planned.svg(tree or 6), "utf-8")
    counts = {"worlds": len(sample.hands), "seconds": round(seconds, 3)}
    if as_json:
        click.echo(json.dumps({**_data(problem, planned, goal), **counts}))
    else:
        click.echo(_text(problem, planned, goal, tree, counts))


def _view(problem: PlayProblem) -> DeclarerView:
    contract = problem.board.contract
    if contract is None or problem.observer is not contract.declarer:
        raise ProblemError(f"{problem.observer} defends: only declarer's play is planned")
    return DeclarerView.of(problem.board)


def _data(problem: PlayProblem, planned: Plan, goal: GoalName) -> dict[str, Any]:
    return {
        "name": problem.name,
        "card": str(planned.card),
        "goal": goal,
        "value": round(planned.value, 4),
        "alternatives": [
            {"card": str(other.card), "value": round(other.value, 4), "task": other.method}
            for other in planned.root.edges
        ],
        "explanation": planned.explain(),
        "complete": planned.root.complete,
        "nodes": planned.nodes,
        "leaves": planned.root.leaves,
        "stages": planned.stages,
    }


def _text(
    problem: PlayProblem,
    planned: Plan,
    goal: GoalName,
    tree: int | None,
    counts: dict[str, Any],
) -> str:
    leaves = planned.root.leaves
    nodes = counted(planned.nodes, "node")
    size = f"{nodes}, {leaves:,} {'leaf' if leaves == 1 else 'leaves'}, {counts['seconds']:.2f} s"
    whole = "the whole tree" if planned.root.complete else counted(planned.stages, "stage")
    layouts: int = counts["worlds"]
    lines = [
        f"{problem.name or 'position'}: {problem.board.contract}",
        f"play {planned.card}",
        "",
        click.wrap_text(planned.explain()),
        "",
        f"value: {GOAL_TEXTS[goal]}",
        f"{counted(layouts, 'layout')}, {whole}, {size}",
        "",
        "card         value  task",
    ]
    lines += [
        f"{other.card}  {worth(other.value, goal, layouts):>14}  {other.method}"
        for other in planned.root.edges
    ]
    if tree is not None:
        lines += ["", planned.text(tree)]
    return "\n".join(lines)

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
from bluechip_bot.formats.problem import ProblemError, read_problem
from bluechip_bot.planning import GOALS, DeclarerView, GoalName, HtnDeclarer, Plan
from bluechip_bot.player.assembly import PlayerAssembly
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
def command(  # noqa: PLR0913 - an option each
    *,
    position: str,
    goal: GoalName,
    worlds: int | None,
    depth: int | None,
    budget: float,
    seed: int,
    tree: int | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Print declarer's plan in a position, in words.

    The card, the line of play and the alternatives are printed. POSITION.json has the form that the
    command `worlds` reads; declarer or dummy is to play.

    The keys of the --json output are `card`, `goal`, `value`, `alternatives` (the card, its value
    and the methods that led to it, best first), `explanation`, `complete` (whether the whole tree
    was searched), `nodes`, `leaves`, `stages`, `worlds` and `seconds`.

    Exit status: 0 done, 2 wrong usage or a position that cannot be planned.
    """
    problem = read_problem(Path(position))
    contract = problem.board.contract
    if contract is None or problem.observer is not contract.declarer:
        raise ProblemError(f"{problem.observer} defends: only declarer's play is planned")
    view = DeclarerView.of(problem.board)
    parts = PlayerAssembly()
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
    if as_json:
        counts = {"worlds": len(sample.hands), "seconds": round(seconds, 3)}
        click.echo(json.dumps({"name": problem.name, "goal": goal, **_data(planned), **counts}))
        return
    click.echo(f"{problem.name or 'position'}: {contract}")
    click.echo(_text(planned, goal, len(sample.hands), seconds))
    if tree is not None:
        click.echo(f"\n{planned.text(tree)}")


def _data(planned: Plan) -> dict[str, Any]:
    return {
        "card": str(planned.card),
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


def _text(planned: Plan, goal: GoalName, layouts: int, seconds: float) -> str:
    leaves = planned.root.leaves
    whole = "the whole tree" if planned.root.complete else counted(planned.stages, "stage")
    size = f"{counted(planned.nodes, 'node')}, {leaves:,} {'leaf' if leaves == 1 else 'leaves'}"
    lines = [
        f"play {planned.card}",
        "",
        click.wrap_text(planned.explain()),
        "",
        f"value: {GOAL_TEXTS[goal]}",
        f"{counted(layouts, 'layout')}, {whole}, {size}, {seconds:.2f} s",
        "",
        "card         value  task",
    ]
    lines += [
        f"{other.card}  {worth(other.value, goal, layouts):>14}  {other.method}"
        for other in planned.root.edges
    ]
    return "\n".join(lines)

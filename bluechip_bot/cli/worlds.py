"""`bluechip-bot worlds`: the layouts of the hidden hands that a player considers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.figures import counted
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.constraints import Evidence
from bluechip_bot.engine import Question, WorldSample
from bluechip_bot.engine.explain import EvidenceContribution, of_likelihoods, of_statements
from bluechip_bot.formats.problem import PlayProblem, ProblemError, read_problem
from bluechip_bot.model import Hand, Seat
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.service.position import known_of, single_statements

_WIDTH: Final = 18


@click.command("worlds")
@options.POSITION
@click.option(
    "-n", "count", type=WholeNumber(1, 100_000), default=40, help="The number of layouts."
)
@options.SEED
@click.option("--explain", is_flag=True, help="Add what each call, lead and discard contributes.")
def command(position: str, count: int, seed: int, explain: bool) -> None:  # noqa: FBT001
    """Print layouts of the hidden hands, with weights.

    POSITION.json holds a position of the play as one player sees it: contract, declarer, deal
    (declarer_hand, dummy_hand, or hands by seat), cards_played and to_play. The keys
    constraint_spec, auction and dealer are optional. The same position and seed give the same
    layouts.
    """
    problem = read_problem(Path(position))
    parts = PlayerAssembly()
    known = known_of(problem, parts)
    pool = parts.world_pool()
    question = Question(problem.board, problem.observer, known, seed=seed)
    try:
        worlds = pool.worlds(question, count)
    except ValueError as error:
        text = f"no layout agrees with the cards played: {error}"
        raise ProblemError(text) from None
    click.echo(_heading(problem, worlds))
    click.echo(_layouts(problem, known, worlds))
    if explain:
        whole = pool.pool(question, count)
        said = of_statements(known.facts, single_statements(problem, parts), seed)
        click.echo(_explanation([*said, *of_likelihoods(whole, known.likelihoods)]))


def _heading(problem: PlayProblem, worlds: WorldSample) -> str:
    summary = worlds.summary
    layouts = counted(summary.layouts, "layout")
    some = "all of them" if summary.complete else f"{summary.pool} weighed"
    effective = f"{summary.effective:g} of equal weight"
    lines = [
        f"{problem.name or 'position'}: {problem.board.contract}, {problem.observer} decides",
        f"the hard facts allow {layouts}; {some}, as many as {effective}",
    ]
    lines += [f"left out, contradicted by better evidence: {text}" for text in summary.relaxed]
    return "\n".join([*lines, ""])


def _layouts(problem: PlayProblem, known: Evidence, worlds: WorldSample) -> str:
    hidden = [seat for seat in Seat if known.facts.vacant[seat]]
    played = problem.board.played
    lines = ["weight  " + "  ".join(f"{seat!s:<{_WIDTH}}" for seat in hidden).rstrip()]
    total = int(worlds.counts.sum())
    for hands, count in zip(worlds.hands.tolist(), worlds.counts.tolist(), strict=True):
        dealt = [str(Hand(hands[seat] | played[seat])) for seat in hidden]
        text = "  ".join(f"{hand:<{_WIDTH}}" for hand in dealt).rstrip()
        lines.append(f"{count / total:.4f}  {text}")
    return "\n".join([*lines, ""])


def _explanation(found: list[EvidenceContribution]) -> str:
    """A table of the evidence: for each, bits, and mean points and lengths with their change."""
    lines = [" bits  hand   HCP          S      H      D      C      evidence"]
    for one in found:
        bits = "  out" if one.bits is None else f"{one.bits:5.2f}"
        hand, more = one.with_it, one.with_it - one.without
        suits = "  ".join(f"{hand[suit]:.1f}{more[suit]:+.1f}" for suit in range(1, 5))
        points = f"{hand[0]:4.1f}{more[0]:+5.1f}"
        lines.append(f"{bits}  {one.seat!s:<5}  {points}  {suits}  {one.source}")
    return "\n".join([*lines, ""])

"""The card of a position as JSON; the help of `bluechip-bot advise` describes the keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from attrs import evolve, frozen

from bluechip_bot.engine import CardChoice, Limits, Question
from bluechip_bot.formats.problem import PlayProblem
from bluechip_bot.inference import card_fits
from bluechip_bot.model import CardRecord, PlanSummary
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.service.position import known_of, layouts_of


@frozen
class Advice:
    """The card to play in a position, and what each card is worth, as JSON has them."""

    question: Question
    found: Mapping[str, Any]

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - a question in full
        cls,
        problem: PlayProblem,
        parts: Assembly,
        limits: Limits,
        seed: int,
        scoring: Scoring,
        carding: bool | None,  # noqa: FBT001
    ) -> Self | None:
        """The advice for a position; None if no layout was judged in time.

        `carding` says whether habits are read from the cards played; None is only with an auction.
        """
        known = known_of(problem, parts, cards=problem.has_auction if carding is None else carding)
        layouts = layouts_of(problem, known)
        question = Question(problem.board, problem.observer, known, scoring=scoring, seed=seed)
        if question.observer is not None:
            fits = partial(card_fits, problem.board, settings=parts.inference)
            question = evolve(question, tie_break=fits)
        choice = parts.card_engine().choose(question, limits)
        if choice is None:
            return None
        plan = choice.record.plan
        found = _searched(question, choice) if plan is None else _planned(question, choice, plan)
        first = {"name": problem.name, "card": str(choice.card)}
        last = {"layouts": layouts, "engine": parts.engine, "seed": seed}
        return cls(question, {**first, **found, **last})


def _searched(question: Question, choice: CardChoice) -> dict[str, Any]:
    """The part of the answer that describes a search."""
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
    """The part of the answer that describes a plan."""
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

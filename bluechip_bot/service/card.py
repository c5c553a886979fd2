"""The card to play in a position as JSON; the help of `bluechip-bot advise` describes the keys."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve

from bluechip_bot.engine import CardChoice, Question, SearchLimits
from bluechip_bot.formats.problem import PlayProblem
from bluechip_bot.inference import card_fits
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.service.position import known_of, layouts_of


def card_advice(
    problem: PlayProblem, parts: PlayerAssembly, limits: SearchLimits, seed: int, scoring: Scoring
) -> tuple[Question, dict[str, Any]] | None:
    """Find the card to play in a position, and the value of each card.

    Return the question and the answer as a value for JSON; None if no layout was judged in time.
    """
    known = known_of(problem, parts, cards=problem.has_auction)
    layouts = layouts_of(problem, known)
    question = Question(problem.board, problem.observer, known, scoring=scoring, seed=seed)
    fits = partial(card_fits, problem.board, settings=parts.inference)
    choice = parts.card_engine().choose(evolve(question, tie_break=fits), limits)
    if choice is None:
        return None
    first = {"name": problem.name, "card": str(choice.card)}
    last = {"layouts": layouts, "engine": parts.engine, "seed": seed}
    return question, {**first, **_searched(question, choice), **last}


def _searched(question: Question, choice: CardChoice) -> dict[str, Any]:
    """The part of the answer that describes the search; a card that was not judged has None."""
    record, sample = choice.record, choice.record.sample
    columns = {
        name: {str(one.card): getattr(one, name) for one in record.cards}
        for name in ("exact", "tricks", "worth", "asked", "reached")
    }
    values = {str(one.card): one.value for one in record.cards}
    others = map(str, (choice.card, *question.board.legal_cards))
    found = {
        "cards": {**values, **{name: None for name in others if name not in values}},
        **columns,
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

"""Answers by rule, for a search that has had no time."""

from __future__ import annotations

from typing import Final

from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import Question, WorldPool
from bluechip_bot.model import Board, Card, Decision, DecisionRequest, Phase
from bluechip_bot.planning import DeclarerView, HtnDeclarer, PlanningError, PlanningSettings
from bluechip_bot.player.planned import believed

_NO_TIME: Final = "no time for a search"


def fallback(request: DecisionRequest, numbers: PlanningSettings) -> Decision:
    """A legal answer that needs no search.

    Declarer plays the first card of a short plan; everybody else, and declarer where no plan can be
    made, answers with the request's last resort. The answer depends on the board alone: the limit
    of the plan is its size, not the clock. This takes milliseconds, too long for a process that
    serves a socket.

    Args:
        numbers: of the planner; the plan is that of the first tree.
    """
    board, seat = request.board, request.seat
    contract = board.contract
    if board.phase is Phase.AUCTION or contract is None or seat is not contract.declarer:
        return request.last_resort(_NO_TIME)
    try:
        card = _planned(board, numbers)
    except PlanningError as error:
        return request.last_resort(f"{_NO_TIME}, and no plan: {error}")
    thoughts = (f"{_NO_TIME}: the first card of a short plan",)
    return Decision(request.id, card, fallback=True, reason=_NO_TIME, thoughts=thoughts)


def _planned(board: Board, numbers: PlanningSettings) -> Card:
    """Declarer's card by what is certain of the hidden hands."""
    position = DeclarerView.of(board)
    known = Evidence(HardFacts.of(board, position.contract.declarer), (), ())
    question = Question(board, position.contract.declarer, known, seed=0)
    sample = WorldPool().worlds(question, numbers.vote.hint)
    declarer = HtnDeclarer(lambda: 0.0, numbers, stages=numbers.tree.limits[:1])
    return declarer.choose(position, believed(position, sample), budget=0.0).card

"""Matches of two teams: the boards that are played and what came of them."""

from bluechip_bot.match.plan import PlanError, PlannedBoard, boards_from_pbn, boards_from_seed
from bluechip_bot.match.result import BoardResult, MatchResult, ResultError, result_text

__all__ = [
    "BoardResult",
    "MatchResult",
    "PlanError",
    "PlannedBoard",
    "ResultError",
    "boards_from_pbn",
    "boards_from_seed",
    "result_text",
]

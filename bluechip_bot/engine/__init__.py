"""The bot's access to the solver: boards and evidence in, cards and double-dummy tables out.

Nothing else in the bot imports `solver`.
"""

from bluechip_bot.engine.ballot import CardPoll
from bluechip_bot.engine.card import DEFAULT_ERROR, CardEngine, SearchMethod
from bluechip_bot.engine.choice import CardChoice, plain_card, thought_of
from bluechip_bot.engine.doubledummy import DoubleDummy, solve_each
from bluechip_bot.engine.pool import LayoutSample, WorldPool, WorldSample, draw_layouts
from bluechip_bot.engine.prior import FactError, make_prior
from bluechip_bot.engine.question import Question, QuestionError, SearchLimits
from bluechip_bot.engine.settings import EngineSettings
from solver import SearchStopped, SolverError
from solver.core.cpu import target as solver_target

__all__ = [
    "DEFAULT_ERROR",
    "CardChoice",
    "CardEngine",
    "CardPoll",
    "DoubleDummy",
    "EngineSettings",
    "FactError",
    "LayoutSample",
    "Question",
    "QuestionError",
    "SearchLimits",
    "SearchMethod",
    "SearchStopped",
    "SolverError",
    "WorldPool",
    "WorldSample",
    "draw_layouts",
    "make_prior",
    "plain_card",
    "solve_each",
    "solver_target",
    "thought_of",
]

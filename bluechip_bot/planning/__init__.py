"""Declarer play by planning: stratagems instead of cards, beliefs instead of sampled layouts.

Source: Tignum 2, the planner of Bridge Baron (Smith, Nau and Throop, "Computer Bridge: A Big Win
for AI Planning", 1998; Ghallab, Nau and Traverso, "Automated Planning", chapter 23).
"""

from bluechip_bot.planning.declarer import GOALS, GoalName, HtnDeclarer, Plan
from bluechip_bot.planning.error import BeliefError, DeclarerViewError, PlanningError
from bluechip_bot.planning.settings import PlanningSettings, TreeLimits
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.view import DeclarerView

__all__ = [
    "GOALS",
    "BeliefError",
    "Beliefs",
    "DeclarerView",
    "DeclarerViewError",
    "GoalName",
    "HtnDeclarer",
    "Plan",
    "PlanningError",
    "PlanningSettings",
    "TreeLimits",
]

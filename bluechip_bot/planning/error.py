"""Errors of the planner."""

from __future__ import annotations


class PlanningError(ValueError):
    """A position, belief or goal that cannot be planned."""


class DeclarerViewError(PlanningError):
    """A position in which declarer has nothing to decide, or does not see his side's cards."""


class BeliefError(PlanningError):
    """Beliefs that fit no layout of the hidden cards."""

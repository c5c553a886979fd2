"""Errors of the planner."""

from __future__ import annotations


class PlanningError(ValueError):
    """A position, belief or goal cannot be planned for."""


class DeclarerViewError(PlanningError):
    """Declarer has nothing to decide in a position, or does not see both hands of the side."""


class BeliefError(PlanningError):
    """Beliefs fit no layout of the hidden cards."""

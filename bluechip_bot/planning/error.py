"""Errors of the planner."""

from __future__ import annotations


class PlanningError(ValueError):
    """A plan cannot be made of this."""


class DeclarerViewError(PlanningError):
    """A position in which declarer's side has nothing to decide, or does not see its cards."""


class BeliefError(PlanningError):
    """Beliefs that leave no place for the cards."""

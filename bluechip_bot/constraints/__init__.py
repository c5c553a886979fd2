"""Knowledge of hidden hands: boxes, weights, cards and predicates; no I/O or state."""

from bluechip_bot.constraints.box import ANY, Box, BoxError, Range, outermost
from bluechip_bot.constraints.constraint import (
    ConstraintError,
    HandConstraint,
    constraints_from_spec,
)
from bluechip_bot.constraints.cover import cover
from bluechip_bot.constraints.predicate import Predicate, PredicateError
from bluechip_bot.constraints.spec import SpecError
from bluechip_bot.constraints.statement import (
    Evidence,
    HardFacts,
    Likelihood,
    Reliability,
    Statement,
)
from bluechip_bot.constraints.union import ConstraintUnion, UnionError

__all__ = [
    "ANY",
    "Box",
    "BoxError",
    "ConstraintError",
    "ConstraintUnion",
    "Evidence",
    "HandConstraint",
    "HardFacts",
    "Likelihood",
    "Predicate",
    "PredicateError",
    "Range",
    "Reliability",
    "SpecError",
    "Statement",
    "UnionError",
    "constraints_from_spec",
    "cover",
    "outermost",
]

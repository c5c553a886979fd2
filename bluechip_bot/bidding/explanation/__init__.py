"""Explanations of calls: read in any dialect, applied to readings, overridden by the operator."""

from bluechip_bot.bidding.explanation.amending import (
    NO_WORDS,
    SILENCE,
    Said,
    Words,
    amend,
    amend_meaning,
)
from bluechip_bot.bidding.explanation.overrides import (
    NO_OVERRIDES,
    Override,
    OverrideFile,
    Overrides,
    Poll,
    SeatedTeams,
)
from bluechip_bot.bidding.explanation.understanding import (
    Explanation,
    ExplanationDialect,
    understand,
)
from bluechip_bot.bidding.explanation.vocabulary import Setting

__all__ = [
    "NO_OVERRIDES",
    "NO_WORDS",
    "SILENCE",
    "Explanation",
    "ExplanationDialect",
    "Override",
    "OverrideFile",
    "Overrides",
    "Poll",
    "Said",
    "SeatedTeams",
    "Setting",
    "Words",
    "amend",
    "amend_meaning",
    "understand",
]

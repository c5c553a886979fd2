"""Explanations of calls: read in any dialect, applied to readings, overridden by the operator."""

from bluechip_bot.bidding.explanation.amending import (
    NO_WORDS,
    SILENCE,
    CallExplanation,
    CallWords,
    amend,
    amend_meaning,
)
from bluechip_bot.bidding.explanation.overrides import (
    NO_OVERRIDES,
    FileState,
    Override,
    OverrideFile,
    Overrides,
    SeatedTeams,
)
from bluechip_bot.bidding.explanation.understanding import (
    Explanation,
    ExplanationDialect,
    understand,
)
from bluechip_bot.bidding.explanation.vocabulary import CallSetting

__all__ = [
    "NO_OVERRIDES",
    "NO_WORDS",
    "SILENCE",
    "CallExplanation",
    "CallSetting",
    "CallWords",
    "Explanation",
    "ExplanationDialect",
    "FileState",
    "Override",
    "OverrideFile",
    "Overrides",
    "SeatedTeams",
    "amend",
    "amend_meaning",
    "understand",
]

"""Explanations of calls: read in any dialect, applied to readings, overridden by the operator."""

from bluechip_bot.bidding.explanation.amending import NO_WORDS, CallExplanation, CallWords
from bluechip_bot.bidding.explanation.overrides import NO_OVERRIDES, OverrideFile, SeatedTeams
from bluechip_bot.bidding.explanation.understanding import understand
from bluechip_bot.bidding.explanation.vocabulary import CallSetting

__all__ = [
    "NO_OVERRIDES",
    "NO_WORDS",
    "CallExplanation",
    "CallSetting",
    "CallWords",
    "OverrideFile",
    "SeatedTeams",
    "understand",
]

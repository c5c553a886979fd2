"""Settings of the default files, read once for all tests of a process."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.config import load_config
from bluechip_bot.inference import InferenceSettings
from bluechip_bot.inference.settings import PlaySettings

INFERENCE: Final = load_config(InferenceSettings)
NO_SYSTEM: Final = {"bidding": {"our": "floor", "opponents": "floor"}}
"""Settings of a player without a system, which is made at once."""
FLOOR: Final = Partnership()
"""The natural floor on both sides."""


def without(settings: PlaySettings, model: str, rule: str) -> PlaySettings:
    """Settings of the play with one rule switched off."""
    rules = {**settings.models[model], rule: evolve(settings.models[model][rule], on=False)}
    return evolve(settings, models={**settings.models, model: rules})

"""Inference about the hands that a player does not see; without I/O or state."""

from bluechip_bot.inference.evidence import card_fits, evidence
from bluechip_bot.inference.settings import InferenceSettings

__all__ = ["InferenceSettings", "card_fits", "evidence"]

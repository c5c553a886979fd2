"""Inference about the hands that a player does not see; without I/O or state."""

from bluechip_bot.inference.evidence import evidence
from bluechip_bot.inference.play import card_fits
from bluechip_bot.inference.settings import InferenceSettings

__all__ = [
    "InferenceSettings",
    "card_fits",
    "evidence",
]

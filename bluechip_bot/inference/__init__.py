"""What a player may conclude about the hands that he does not see. Pure."""

from bluechip_bot.inference.evidence import Evidence, evidence
from bluechip_bot.inference.play import card_fits
from bluechip_bot.inference.settings import InferenceSettings, SettingsError, load_settings

__all__ = [
    "Evidence",
    "InferenceSettings",
    "SettingsError",
    "card_fits",
    "evidence",
    "load_settings",
]

"""Settings of the default files, read once for all tests of a process."""

from __future__ import annotations

from typing import Final

from bluechip_bot.config import load_config
from bluechip_bot.inference import InferenceSettings

INFERENCE: Final = load_config(InferenceSettings)

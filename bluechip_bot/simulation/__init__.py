"""Calls chosen by simulation: what each of a few calls leads to on layouts of the hidden hands."""

from bluechip_bot.simulation.estimate import Networks, load_networks
from bluechip_bot.simulation.settings import SimulationSettings
from bluechip_bot.simulation.thinker import CallQuestion, Deliberation, Thinker, reasons

__all__ = [
    "CallQuestion",
    "Deliberation",
    "Networks",
    "SimulationSettings",
    "Thinker",
    "load_networks",
    "reasons",
]

"""Calls chosen by simulation: the results of a few calls on layouts of the hidden hands."""

from bluechip_bot.simulation.estimate import TrickNetworks, load_networks
from bluechip_bot.simulation.settings import SimulationSettings
from bluechip_bot.simulation.thinker import CallDeliberation, CallQuestion, CallThinker, reasons

__all__ = [
    "CallDeliberation",
    "CallQuestion",
    "CallThinker",
    "SimulationSettings",
    "TrickNetworks",
    "load_networks",
    "reasons",
]

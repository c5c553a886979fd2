"""The packages on whose code the rows of an experiment depend, see `fingerprint.code_version`."""

from __future__ import annotations

from typing import Final

CARD_PLAY: Final = (
    *("bluechip_bot.constraints", "bluechip_bot.engine", "bluechip_bot.inference"),
    *(
        "bluechip_bot.lab",
        "bluechip_bot.match.boards",
        "bluechip_bot.model",
        "bluechip_bot.planning",
        "bluechip_bot.player",
    ),
    "solver",
)
"""Packages on whose code the deals, the cards and the results may depend."""
AFTER_AUCTIONS: Final = (
    *CARD_PLAY,
    *("bluechip_bot.bidding", "bluechip_bot.config", "bluechip_bot.simulation"),
)
"""The same where the deals are bid."""
BIDDING: Final = (
    *("bluechip_bot.bidding", "bluechip_bot.config", "bluechip_bot.constraints"),
    *("bluechip_bot.engine", "bluechip_bot.inference", "bluechip_bot.lab"),
    *("bluechip_bot.match.boards", "bluechip_bot.model", "bluechip_bot.simulation", "solver"),
)
"""Packages on whose code the deals, the calls and the results may depend."""

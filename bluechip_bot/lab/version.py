"""The packages on whose code the rows of an experiment depend, see `fingerprint.code_version`."""

from __future__ import annotations

from typing import Final


def _ours(names: str) -> tuple[str, ...]:
    return *(f"bluechip_bot.{name}" for name in names.split()), "solver"


CARD_PLAY: Final = _ours("constraints engine inference lab match.boards model planning player")
"""Packages on whose code the deals, the cards and the results may depend."""
AFTER_AUCTIONS: Final = (*CARD_PLAY, *_ours("bidding config simulation")[:-1])
"""The same where the deals are bid."""
BIDDING: Final = _ours(
    "bidding config constraints engine inference lab match.boards model simulation"
)
"""Packages on whose code the deals, the calls and the results may depend."""

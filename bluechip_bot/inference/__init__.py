"""What a player may conclude about the hands that he does not see. Pure."""

from bluechip_bot.inference.evidence import Evidence, evidence

__all__ = ["Evidence", "evidence"]

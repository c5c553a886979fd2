"""Counts of a seat's decisions: how many, how they were made, and the time that they took."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

from attrs import asdict, frozen

from bluechip_bot.codec import CodecError, from_json


@frozen
class DecisionCounts:
    """Counts of the decisions of one seat, or of several together.

    Attributes:
        fallbacks: decisions by a rule, because there was no time for a search.
        last_resort: of the fallbacks, those of the seat's own rule: the player had not answered.
        cut_short: decisions by a provisional answer of the player, because no final one came.
        relaxed: decisions by samples that leave contradictory evidence out.
        over: boards on which the pair exceeded its time, by the seat's own count.
        processor: the processor time that players got for their answers, in seconds.
    """

    decisions: int = 0
    fallbacks: int = 0
    last_resort: int = 0
    cut_short: int = 0
    failed: int = 0
    sampled: int = 0
    relaxed: int = 0
    over: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    error: str = ""

    def __add__(self, other: DecisionCounts) -> DecisionCounts:
        """The sums of both; the error is that of `other` if it has one."""
        mine, theirs = asdict(self), asdict(other)
        error = theirs.pop("error") or mine["error"]
        sums = {name: mine[name] + count for name, count in theirs.items()}
        return DecisionCounts(**sums, error=error)

    @property
    def fallback_share(self) -> float:
        """The share of the decisions that a rule made, 0 to 1."""
        return self.fallbacks / max(1, self.decisions)

    @property
    def processor_share(self) -> float:
        """The share of one processor that a player got while it thought; 1 if it never thought."""
        return min(1.0, self.processor / self.seconds) if self.seconds else 1.0


def counts_of(content: bytes) -> DecisionCounts | None:
    """The counts that a file holds; None if it holds something else."""
    try:
        counts = from_json(content.decode(errors="replace"), DecisionCounts)
    except CodecError:
        return None
    return counts if isfinite(counts.seconds + counts.processor) else None


def read_counts(path: Path) -> DecisionCounts | None:
    """The counts in a file; None if they are missing or cannot be read."""
    try:
        return counts_of(path.read_bytes())
    except OSError:
        return None

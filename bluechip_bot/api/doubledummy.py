"""Double-dummy tables of deals."""

from __future__ import annotations

from typing import Final, Self

from attrs import frozen

from bluechip_bot.engine import DoubleDummy
from bluechip_bot.model import Deal, Seat, Strain, Vulnerability
from bluechip_bot.model.diagram import as_html
from bluechip_bot.model.par import Par, par

_MEMORY_MB: Final = 128
_STRAINS: Final = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
"""The strains in the order of bids."""


@frozen
class DoubleDummyTable:
    """The tricks that each declarer takes in each strain when all four hands are open.

    `table[strain, declarer]` is a number of tricks, 0 to 13. `str(table)` has a line for each
    declarer.

    Attributes:
        tricks: the tricks by strain (spades, hearts, diamonds, clubs, notrump) and declarer (North,
            East, South, West).
    """

    tricks: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, deal: Deal, solver: DoubleDummy) -> Self:
        """The table of a deal, found by a solver."""
        return cls(tuple(map(tuple, solver.table(deal).tolist())))

    def __getitem__(self, place: tuple[Strain, Seat]) -> int:
        strain, declarer = place
        return self.tricks[strain][declarer]

    def par(self, vulnerability: Vulnerability, dealer: Seat = Seat.NORTH) -> Par:
        """The score of North and South, and the contracts, when both sides bid perfectly.

        Args:
            vulnerability: who is vulnerable.
            dealer: who calls first; it matters where both sides can make the same contract.
        """
        return par(self.tricks, vulnerability, dealer)

    def __str__(self) -> str:
        lines = ["     " + "".join(f"{strain!s:>4}" for strain in _STRAINS)]
        for seat in Seat:
            numbers = "".join(f"{self[strain, seat]:>4}" for strain in _STRAINS)
            lines.append(f"{seat!s:<5}{numbers}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return as_html(str(self))


def double_dummy(deal: Deal, *, memory_mb: int = _MEMORY_MB) -> DoubleDummyTable:
    """The double-dummy table of a deal; the solver's transposition table has `memory_mb` MiB."""
    return DoubleDummyTable.of(deal, DoubleDummy(memory_mb))

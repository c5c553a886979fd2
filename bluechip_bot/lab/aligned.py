"""Tables as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest


def aligned(sides: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a table, whose columns are as wide as their longest cells.

    The sides, `<` or `>`, say where the cells of each column stand. Headings are the first row;
    short rows are filled up with empty cells.
    """
    texts = [list(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*texts, fillvalue="")]
    forms = [f"{side}{width}" for side, width in zip(sides, widths, strict=False)]
    return ["  ".join(map(format, row, forms)).rstrip() for row in texts]

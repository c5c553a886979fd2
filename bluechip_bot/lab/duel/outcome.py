"""The outcome of one deal of a duel."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import field, frozen

from bluechip_bot.lab.rows import ColumnMeaning, Row
from bluechip_bot.model import Board, Card, Deal


@frozen
class SideOutcome:
    """The result of one contender on a deal; times are None if the file does not have them."""

    won: Annotated[
        bool, ColumnMeaning("1 if it reached its aim: made the contract, or beat it; else 0")
    ]
    tricks: Annotated[
        int, ColumnMeaning("of its side; double dummy from where the aim was decided")
    ]
    cards: Annotated[int, ColumnMeaning("how many it chose where there was a choice")]
    seconds: Annotated[float | None, ColumnMeaning("the time that these took", ".4f", seconds=True)]
    slowest: Annotated[float | None, ColumnMeaning("the longest of them", ".4f", seconds=True)]
    missed: Annotated[int, ColumnMeaning("cards that a rule played because there was no time")]
    play: Annotated[tuple[Card, ...], ColumnMeaning("all cards of the deal, as far as played")]


@frozen
class DuelOutcome(Row):
    """The outcome of a deal that A and B have played."""

    KIND: ClassVar[str] = "duel of card players"
    DEALT = ("deal",)
    number: Annotated[int, ColumnMeaning("of the deal, from 1")]
    deal: Annotated[Deal, ColumnMeaning("the four hands, as in PBN")]
    auction: Annotated[str, ColumnMeaning("the dealer, who is vulnerable, and the calls")]
    chance: Annotated[
        float | None, ColumnMeaning("0 to 1, what the layouts' vote gave the contract", ".4f")
    ]
    tried: Annotated[int, ColumnMeaning("deals that were dealt for it")]
    imps: Annotated[int, ColumnMeaning("that A wins by the tricks of both; negative if B does")]
    parted: Annotated[
        int | None, ColumnMeaning("the place, from 1, of the first card that differs")
    ] = field(init=False)
    a: Annotated[SideOutcome, ColumnMeaning("A")]
    b: Annotated[SideOutcome, ColumnMeaning("B")]

    def __attrs_post_init__(self) -> None:
        pairs = enumerate(zip(self.a.play, self.b.play, strict=False), start=1)
        parted = next((place for place, (one, other) in pairs if one != other), None)
        object.__setattr__(self, "parted", parted)

    @property
    def swing(self) -> int:
        """1 if only A reached its aim, -1 if only B did, else 0."""
        return self.a.won - self.b.won

    @property
    def measures(self) -> dict[str, float]:
        """The aims reached, tricks and IMPs of A and B, and their time for a card, by name."""
        found: dict[str, float] = {}
        for letter, side in (("A", self.a), ("B", self.b)):
            found |= {f"aim of {letter}": side.won, f"tricks of {letter}": side.tricks}
            if side.seconds is not None and side.cards:
                found[f"seconds a card of {letter}"] = side.seconds / side.cards
        return {**found, "IMPs of A over B": self.imps}


def auction_text(board: Board) -> str:
    """Return a board's dealer, vulnerability and calls as text: `S None 1NT P 3NT P P P`."""
    return f"{board.dealer.letter} {board.vulnerability} {board.auction}"

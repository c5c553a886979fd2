"""The outcome of one deal of a duel, as a value and as a row of text."""

from __future__ import annotations

from itertools import product
from typing import ClassVar, Final, Self

from attrs import asdict, frozen

from bluechip_bot.lab.journal import Column, RowError
from bluechip_bot.model import Board, Card, Deal


@frozen
class SideOutcome:
    """How one contender did on a deal.

    Attributes:
        won: whether it reached its aim: made the contract, or beat it.
        tricks: of its side; double dummy from the card on at which the aim was decided.
        cards: how many cards it chose where there was a choice.
        seconds: the time that these took; None if the file that it was read from does not say.
        slowest: the longest of them; likewise.
        missed: cards that a rule played because there was no time.
        play: all cards of the deal, as far as played.
    """

    won: bool
    tricks: int
    cards: int
    seconds: float | None
    slowest: float | None
    missed: int
    play: tuple[Card, ...]


_SIDE: Final = (
    Column("won", "integer", "1 if it reached its aim: made the contract, or beat it; else 0"),
    Column("tricks", "integer", "of its side; double dummy from where the aim was decided"),
    Column("cards", "integer", "how many it chose where there was a choice"),
    Column("seconds", "seconds", "the time that these took"),
    Column("slowest", "seconds", "the longest of them"),
    Column("missed", "integer", "cards that a rule played because there was no time"),
    Column("play", "text", "all cards of the deal, as far as played"),
)
"""The columns of a contender."""


@frozen
class Outcome:
    """One deal played twice.

    Attributes:
        number: of the deal, from 1.
        deal: the cards.
        auction: the dealer, who is vulnerable, and the calls, in one text.
        chance: what the sieve thought of it, 0..1; None without a sieve.
        tried: deals dealt for it.
        a: how A did.
        b: how B did.
    """

    KIND: ClassVar[str] = "duel of card players"
    COLUMNS: ClassVar[tuple[Column, ...]] = (
        Column("number", "integer", "of the deal, from 1"),
        Column("deal", "text", "the four hands, as in PBN"),
        Column("auction", "text", "the dealer, who is vulnerable, and the calls"),
        Column("chance", "number", "0 to 1, what the layouts' vote gave the contract"),
        Column("tried", "integer", "deals that were dealt for it"),
        Column("parted", "integer", "the place, from 1, of the first card that differs"),
        *(
            Column(f"{name}_{letter}", kind, f"{letter.upper()}: {meaning}")
            for letter, (name, kind, meaning) in product("ab", _SIDE)
        ),
    )

    number: int
    deal: Deal
    auction: str
    chance: float | None
    tried: int
    a: SideOutcome
    b: SideOutcome

    @property
    def parted(self) -> int | None:
        """The place, from 1, of the first card that differs; None if none does."""
        for place, (one, other) in enumerate(zip(self.a.play, self.b.play, strict=False), start=1):
            if one != other:
                return place
        return None

    @property
    def swing(self) -> int:
        """1 if only A reached its aim, -1 if only B did, else 0."""
        return self.a.won - self.b.won

    @property
    def dealt(self) -> str:
        """The deal."""
        return str(self.deal)

    @property
    def measures(self) -> dict[str, float]:
        """The aims reached and the tricks taken by A and B, and the cards that took time."""
        found: dict[str, float] = {}
        for letter, side in (("A", self.a), ("B", self.b)):
            found |= {f"aim of {letter}": side.won, f"tricks of {letter}": side.tricks}
            if side.seconds is not None and side.cards:
                found[f"seconds a card of {letter}"] = side.seconds / side.cards
        return found

    def to_row(self) -> dict[str, str]:
        """The texts of `COLUMNS`."""
        chance = "" if self.chance is None else f"{self.chance:.4f}"
        row = {
            "number": str(self.number),
            "deal": str(self.deal),
            "auction": self.auction,
            "chance": chance,
            "tried": str(self.tried),
            "parted": str(self.parted or ""),
        }
        for letter, side in (("a", self.a), ("b", self.b)):
            row |= {f"{key}_{letter}": _text(value) for key, value in asdict(side).items()}
        return row

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """The outcome of the texts that `to_row` makes.

        Raises:
            RowError: if they are not.
        """
        try:
            return cls(
                int(row["number"]),
                Deal.parse(row["deal"]),
                row["auction"],
                float(row["chance"]) if row["chance"] else None,
                int(row["tried"]),
                _side(row, "a"),
                _side(row, "b"),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RowError.of(row, error) from None


def auction_text(board: Board) -> str:
    """The dealer, who is vulnerable, and the calls of a board, as `S None 1NT P 3NT P P P`."""
    return f"{board.dealer.letter} {board.vulnerability} {board.auction}"


def _text(value: bool | float | tuple[Card, ...] | None) -> str:  # noqa: FBT001
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _side(row: dict[str, str], letter: str) -> SideOutcome:
    if row[f"won_{letter}"] not in ("0", "1"):
        raise ValueError(f"won_{letter} is {row[f'won_{letter}']!r}")
    return SideOutcome(
        won=row[f"won_{letter}"] == "1",
        tricks=int(row[f"tricks_{letter}"]),
        cards=int(row[f"cards_{letter}"]),
        seconds=_seconds(row[f"seconds_{letter}"]),
        slowest=_seconds(row[f"slowest_{letter}"]),
        missed=int(row[f"missed_{letter}"]),
        play=tuple(map(Card.parse, row[f"play_{letter}"].split())),
    )


def _seconds(text: str) -> float | None:
    return float(text) if text else None

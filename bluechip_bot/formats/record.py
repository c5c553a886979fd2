"""A board and its result, read from a file: the common form for PBN and LIN."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from bluechip_bot.formats.error import FormatError
from bluechip_bot.model import Board, Card, Contract, Phase, Seat, Side, side_score
from bluechip_bot.model.diagram import as_html, with_signs

NOBODY: Final = ("", "", "", "")
ROOMS: Final = ("Open", "Closed")


@frozen
class Remark:
    """Commentary on a board; `after` is the number of calls and cards before it."""

    after: int
    text: str


@frozen
class BoardRecord:
    """A board as a file has it.

    Attributes:
        board: the known hands, and the auction and the play as far as the file has them.
        contract: what was played; None if passed out or unknown.
        result: the tricks of declarer's side, by play, claim or tag; None when not known.
        names: the players N E S W; empty if unknown.
        room: `Open`, `Closed`, or empty.
        facts: everything else, as PBN tags: (name, value) in order.
        told_score: the score of North-South in the file; None if it is missing or not understood;
            not compared.
        line: where the board begins in its file; not compared.
        replay: the board with the cards of the file, after an auction made up from the contract,
            where the file has no auction that leads there; not compared.
        omitted: what the file has and `board` cannot hold, such as irregular calls and what follows
            them; not compared.
    """

    board: Board
    contract: Contract | None = None
    is_passed_out: bool = False
    result: int | None = None
    names: tuple[str, str, str, str] = NOBODY
    room: str = ""
    remarks: tuple[Remark, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    told_score: int | None = field(default=None, eq=False)
    line: int = field(default=0, eq=False)
    replay: Board | None = field(default=None, eq=False)
    omitted: tuple[FormatError, ...] = field(default=(), eq=False)

    @property
    def number(self) -> int:
        """The board's number."""
        return self.board.number

    @property
    def lead(self) -> Card | None:
        """The opening lead; None where it is not known."""
        play = self.board.play
        return play.cards[0] if play is not None and play.cards else None

    @property
    def replayed(self) -> Board:
        """The board with all cards of the file that the rules allow."""
        return self.board if self.replay is None else self.replay

    @classmethod
    def of_board(cls, board: Board, result: int | None = None) -> BoardRecord:
        """The record of a board of the model; if the board is over, the play gives the result."""
        if board.play is not None and board.phase is Phase.OVER:
            result = board.play.declarer_tricks
        return cls(board, board.contract, board.auction.is_passed_out, result)

    @property
    def is_scored(self) -> bool:
        """Whether the result is known."""
        return self.is_passed_out or (self.contract is not None and self.result is not None)

    def fact(self, name: str) -> str:
        """The value of a fact by its name, in upper or lower case; empty if unknown."""
        folded = name.casefold()
        return next((value for key, value in self.facts if key.casefold() == folded), "")

    def score(self, side: Side = Side.NS) -> int:
        """The duplicate score from a side's view; raises ValueError if the result is not known."""
        if self.is_passed_out:
            return 0
        if self.contract is None or self.result is None:
            raise ValueError(f"board {self.board.number} has no result")
        return side_score(self.contract, self.result, self.board.vulnerability, side)

    @property
    def result_text(self) -> str:
        """Contract, declarer and tricks: `4SX S -1`, `3NT N =`, `Pass`; `?` where not known."""
        if self.is_passed_out:
            return "Pass"
        if self.contract is None:
            return "?"
        over = "?" if self.result is None else self.result - self.contract.target
        margin = over if isinstance(over, str) else f"{over:+d}" if over else "="
        return f"{self.contract.bid} {self.contract.declarer.letter} {margin}"

    def __str__(self) -> str:
        """The players, the board, and its result where the play does not end with one."""
        named = (
            f"{seat.letter} {name}" for seat, name in zip(Seat, self.names, strict=True) if name
        )
        result = "" if self.replayed.phase is Phase.OVER else with_signs(self.result_text)
        parts = (", ".join(named), str(self.replayed), "" if result == "?" else result)
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self) -> str:
        return as_html(str(self))

"""Random boards, boards written as text, and the boards of files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from bluechip_bot.formats import boards as files
from bluechip_bot.formats.lin import writer
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Dealt,
    ModelError,
    Phase,
    Played,
    Seat,
    Vulnerability,
)
from bluechip_bot.model.cards import parse_hands
from bluechip_bot.model.errors import TextError


def random_board(number: int = 1, *, seed: int) -> Board:
    """A board dealt from a seed and a number, before the first call and with all hands known.

    It is the board that `bluechip-bot match --seed SEED` plays under this number. Dealer and
    vulnerability are the standard ones for the number.

    Args:
        number: the board's number, from 1.
        seed: the seed of the deal, 0 or more.

    Raises:
        PlanError: if a number is out of range; a `ValueError`.
    """
    (planned,) = boards_from_seed(seed, 1, number)
    return planned.dealt()


def position(  # noqa: PLR0913 - the parts of a position
    hands: str,
    *,
    auction: str = "",
    cards: str = "",
    number: int = 1,
    dealer: str | None = None,
    vulnerability: str | None = None,
) -> Board:
    """The board described by texts, after some calls and cards.

    Args:
        hands: the hands as dealt, written as in PBN: a seat, a colon, and four hands clockwise from
            it, each as spades.hearts.diamonds.clubs; `-` for a hand that is not known.
        auction: the calls, dealer's first, separated by blanks: `1NT P 3NT P P P`.
        cards: the cards played, in order, separated by blanks: `SK S5 S4`.
        number: the board's number, from 1.
        dealer: `N`, `E`, `S` or `W`; by default the dealer of the number.
        vulnerability: `None`, `NS`, `EW` or `All`; by default the vulnerability of the number.

    Raises:
        ModelError: if a text is wrong, or a call or card is not legal; the message names the place.
    """
    if number < 1:
        raise ModelError(f"number: {number} (1 or more expected)")
    with part("hands"):
        known = parse_hands(hands)
    with part("dealer", "N, E, S or W"):
        first = None if dealer is None else Seat.parse(dealer)
    with part("vulnerability", "None, NS, EW or All"):
        vulnerable = None if vulnerability is None else Vulnerability.parse(vulnerability)
    board = Board.begin(number, first, vulnerable)
    with part("hands"):
        for seat, hand in zip(Seat, known, strict=True):
            board = board if hand is None else board.apply(Dealt(seat, hand))
    for place, text in enumerate(auction.split(), start=1):
        with part(f"auction, call {place}", "P, X, XX or 1C to 7NT"):
            board = board.apply(Called(board.auction.turn, Call.parse(text)))
    for place, text in enumerate(cards.split(), start=1):
        with part(f"cards, card {place}"):
            turn = board.turn
            if board.phase is not Phase.PLAY or turn is None:
                raise ModelError(f"no card is to be played: the board is in {board.phase.value}")
            board = board.apply(Played(turn, Card.parse(text)))
    return board


def read_boards(
    path: str | os.PathLike[str], problems: list[ValueError] | None = None
) -> list[BoardRecord]:
    """The boards of a PBN or LIN file, with their auctions and their play.

    Args:
        path: the file; its format follows from its suffix, or else from its text.
        problems: a list that collects what is not understood in the file; boards that cannot be
            read are then left out. Without a list the first such board is an error.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if a board cannot be read, or the file is not PBN or LIN; names the line.
    """

    def report(problem: ValueError, *, lost: bool) -> None:
        if problems is not None:
            problems.append(problem)
        elif lost:
            raise problem

    return files.read_boards(path, report=report)


def viewer_link(board: Board | BoardRecord) -> str:
    """The address of BridgeBase's page for a board with its auction and play."""
    return writer.viewer_link(
        board if isinstance(board, BoardRecord) else BoardRecord.of_board(board)
    )


@contextmanager
def part(name: str, expected: str = "") -> Iterator[None]:
    """Context manager that adds to a `ModelError` the name of a part, and what is expected."""
    try:
        yield
    except ModelError as error:
        wanted = f" ({expected} expected)" if expected and isinstance(error, TextError) else ""
        raise ModelError(f"{name}: {error}{wanted}") from None

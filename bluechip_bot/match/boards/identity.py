"""Whether two boards are the same one, perhaps with its cards turned around the table. Pure."""

from __future__ import annotations

from bluechip_bot.model import Board, Seat, Vulnerability


def difference(a: Board, b: Board) -> str:
    """In what two boards of one number differ; empty if they are the same.

    Hands that are not known are not compared.
    """
    if a.vulnerability is not b.vulnerability:
        return f"{a.vulnerability} vulnerable at one table, {b.vulnerability} at another"
    if a.dealer is not b.dealer:
        return f"{a.dealer} deals at one table, {b.dealer} at another"
    for seat in Seat:
        if len({a.hands[seat], b.hands[seat]} - {None}) > 1:
            return f"the hands of {seat} differ"
    return ""


def turns_between(a: Board, b: Board) -> int:
    """By how many seats, clockwise, the second board is the first one turned; 0 if it is not.

    Dealer and vulnerability are turned with the cards, which must all be known. Programs at one
    table play a board again in this way, each with the cards that its opponent had.
    """
    if None in a.hands:
        return 0
    return next((turns for turns in (1, 2, 3) if _is_turned(a, b, turns)), 0)


def _is_turned(a: Board, b: Board, turns: int) -> bool:
    side = a.vulnerability if turns == 2 else swapped(a.vulnerability)
    hands = all(b.hands[seat.plus(turns)] == a.hands[seat] for seat in Seat)
    return hands and b.dealer is a.dealer.plus(turns) and b.vulnerability is side


def swapped(vulnerability: Vulnerability) -> Vulnerability:
    """The vulnerability of boards that are turned by one seat: each side has the other's."""
    return Vulnerability(vulnerability >> 1 | (vulnerability & 1) << 1)

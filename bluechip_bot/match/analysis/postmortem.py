"""The double-dummy cost of each card of a finished or broken-off play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from bluechip_bot.model import Board, BoardError, Card, Hand, Played, Seat, Strain

CardScores = Callable[[Sequence[Hand], Strain, Seat, Sequence[Card]], Mapping[Card, int]]
"""The tricks of the mover's side from a position, by legal card (`engine.DoubleDummy.cards`)."""


@frozen
class CardCost:
    """One card of the play.

    Attributes:
        cost: the tricks that its side lost by it, against best play by all from there; 0 or more.
        makes: the tricks that declarer takes in all with best play from then on.
    """

    seat: Seat
    card: Card
    cost: int
    makes: int


def card_costs(board: Board, scores: CardScores) -> tuple[CardCost, ...]:
    """The cost of every card played so far, in order."""
    return costs_of(board, card_values(board, scores))


def costs_of(board: Board, values: Sequence[Mapping[Card, int]]) -> tuple[CardCost, ...]:
    """The cost of every card, from the values of `card_values`."""
    play = board.play
    if play is None:
        return ()
    declarers = play.contract.declarer.side
    costs = []
    cards = ((seat, card) for trick in play.tricks for seat, card in trick.by_seat().items())
    for (seat, card), worth in zip(cards, values, strict=False):
        makes = worth[card]
        best = max(worth.values()) if seat.side is declarers else min(worth.values())
        costs.append(CardCost(seat, card, abs(best - makes), makes))
    return tuple(costs)


def card_values(board: Board, scores: CardScores) -> tuple[dict[Card, int], ...]:
    """The double-dummy worth of each legal card, before every card of the play so far.

    Args:
        board: with all four hands known and a contract.

    Returns:
        For each card played, and for the next one if the board is not over: the tricks that
        declarer takes in all with best play from there on, by legal card.

    Raises:
        BoardError: if a hand is unknown, or there is no contract.
    """
    if board.play is None or None in board.hands:
        raise BoardError(f"board {board.number}: the play or a hand is missing")
    now = board.until(0)
    values = []
    for card in (*board.play.cards, None):
        play = now.play
        if play is None or play.is_over:
            break
        hands = [now.remaining(seat) or Hand() for seat in Seat]
        found = scores(hands, play.contract.strain, play.leader, play.trick.cards)
        made, left = play.declarer_tricks, 13 - sum(play.won)
        is_declarers = play.turn.side is play.contract.declarer.side
        values.append(
            {one: made + (rest if is_declarers else left - rest) for one, rest in found.items()}
        )
        if card is not None:
            now = now.apply(Played(play.turn, card))
    return tuple(values)


def describe(costs: Sequence[CardCost]) -> str:
    """The play as text, trick by trick; a card that cost tricks is followed by `-1` and so on."""
    lines = []
    for start in range(0, len(costs), 4):
        trick = costs[start : start + 4]
        cards = "  ".join(
            f"{cost.seat.letter} {cost.card!s}{f'-{cost.cost}' if cost.cost else '':<2}"
            for cost in trick
        )
        lines.append(f"{start // 4 + 1:>2}: {cards}  makes {trick[-1].makes}".rstrip())
    total = {seat: sum(cost.cost for cost in costs if cost.seat is seat) for seat in Seat}
    lost = ", ".join(f"{seat} {tricks}" for seat, tricks in total.items() if tricks)
    return "\n".join([*lines, f"tricks lost: {lost or 'none'}"])

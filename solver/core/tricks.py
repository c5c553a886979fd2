"""Tricks and touching cards: the rules of play that callers of the searches need."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

DECK: Final = 52
"""The number of cards."""
SUIT: Final = 0x1FFF
"""The 13 ranks of a suit as bits; those of suit s are `SUIT << 13 * s`."""
ALL_CARDS: Final = (1 << DECK) - 1


class TrickState(NamedTuple):
    """The part of a position that all worlds of a decision share: everything but the hands.

    Attributes:
        trump: 0..4 for S H D C NT.
        leader: the seat that led to the trick, or is to lead, 0..3 for N E S W.
        trick: the cards already played to the trick.
        target: the tricks that the mover's side wants from here, the current one included.
    """

    trump: int
    leader: int
    trick: Sequence[int]
    target: int


def touching_groups(hands: npt.NDArray[np.uint64], state: TrickState) -> list[list[int]]:
    """Return the legal cards in groups of touching cards, low to high.

    Cards touch when no card between them is in another hand or the trick. `hands` are uint64[4],
    those of any world.
    """
    mover = (state.leader + len(state.trick)) % 4
    hand = int(hands[mover])
    if state.trick:
        suit = SUIT << 13 * (state.trick[0] // 13)
        hand = hand & suit or hand
    others = sum(1 << card for card in state.trick)
    for seat in range(4):
        others |= 0 if seat == mover else int(hands[seat])
    groups: list[list[int]] = []
    for card in (card for card in range(52) if hand >> card & 1):
        last = groups[-1][-1] if groups else -1
        between = (1 << card) - (1 << last + 1)
        if last // 13 == card // 13 and groups and not others & between:
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def trick_winner(trick: Sequence[int], trump: int) -> int:
    """Return the place, 0..3, of the winning card in a complete trick; trump is 4 at notrump."""
    best = 0
    for place, card in enumerate(trick):
        top = trick[best]
        if card // 13 == top // 13:
            best = place if card > top else best
        elif card // 13 == trump:
            best = place
    return best

"""Check callers' arguments (deals, cards, targets) and convert them to numbers and arrays."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.core.errors import SolverError

SEATS = "NESW"
RANKS = "23456789TJQKA"

HandsLike: TypeAlias = npt.NDArray[np.uint64] | Sequence[SupportsIndex] | str
"""The input of `read_hands`: a PBN deal, a uint64[4] array or four whole numbers."""

NOT_ASKED, COUNT = -1, 14
"""Questions about a strain and a declarer: none, and how many tricks; 0 to 13 are targets."""


def parse_pbn(text: str) -> tuple[int, int, int, int]:
    """Return the hands N E S W of a PBN deal such as "N:AK.. QJ.. 32.. .32." as 52-bit sets."""
    first, colon, rest = text.strip().partition(":")
    words = rest.split()
    if colon != ":" or len(first) != 1 or first.upper() not in SEATS or len(words) != 4:
        raise SolverError(f"not a PBN deal: {text!r}")
    hands = [0, 0, 0, 0]
    start = SEATS.index(first.upper())
    for i, word in enumerate(words):
        suits = word.upper().split(".")
        if len(suits) != 4:
            raise SolverError(f"not a PBN hand: {word!r}")
        for suit, ranks in enumerate(suits):
            for rank in ranks:
                if rank not in RANKS:
                    raise SolverError(f"not a rank: {rank!r} in {word!r}")
                bit = 1 << (13 * suit + RANKS.index(rank))
                if any(hand & bit for hand in hands):
                    raise SolverError(f"{'SHDC'[suit]}{rank} occurs twice in {text!r}")
                hands[(start + i) % 4] |= bit
    return hands[0], hands[1], hands[2], hands[3]


def read_hands(hands: HandsLike) -> tuple[int, int, int, int]:
    """Return four 52-bit sets from a PBN deal, a uint64[4] array or four whole numbers."""
    if isinstance(hands, str):
        return parse_pbn(hands)
    if isinstance(hands, np.ndarray) and hands.dtype != np.uint64:
        raise SolverError(f"hands must be uint64, not {hands.dtype}")
    try:
        four = [index(hand) for hand in hands]
    except TypeError:
        raise SolverError(
            f"hands must be four whole numbers or a PBN deal, not {hands!r}"
        ) from None
    if len(four) != 4:
        raise SolverError(f"there must be four hands, not {len(four)}")
    for hand in four:
        if not 0 <= hand < 1 << 52:
            raise SolverError(f"not a set of 52 cards: {hand:#x}")
    return four[0], four[1], four[2], four[3]


def read_frame(
    trump: SupportsIndex, leader: SupportsIndex, trick: Sequence[SupportsIndex]
) -> tuple[int, int, list[int]]:
    """Return trump, leader and the cards of the current trick, at most three.

    A number that is out of range stays so, but fits a C int; `solver.core.question` refuses it.
    """
    try:
        cards = list(trick)
    except TypeError:
        raise SolverError(f"trick must be a sequence of cards, not {trick!r}") from None
    if len(cards) > 3:
        raise SolverError(f"the current trick has at most 3 cards, not {len(cards)}")
    numbers = [small_int(card, "a card of the trick", 0, 51) for card in cards]
    return small_int(trump, "trump", 0, 4), small_int(leader, "leader", 0, 3), numbers


def read_asked(
    strains: Iterable[SupportsIndex],
    declarers: Iterable[SupportsIndex],
    targets: npt.ArrayLike | None,
    deals: int,
) -> npt.NDArray[np.int8]:
    """Return int8[deals, 5, 4]: the question about each strain and declarer of each deal.

    Each entry is `NOT_ASKED`, `COUNT` or a target; where a target is `NOT_ASKED`, so is the entry.
    """
    asked = np.zeros((5, 4), dtype=np.bool_)
    rows, columns = (
        [read_range(one, f"a {name}", 0, high) for one in read_items(values, f"{name}s")]
        for values, name, high in ((strains, "strain", 4), (declarers, "declarer", 3))
    )
    asked[np.ix_(rows, columns)] = True
    try:
        wanted = np.broadcast_to(COUNT if targets is None else targets, (deals, 5, 4))
    except ValueError:
        shape = f"({deals}, 5, 4)"
        raise SolverError(f"targets must have shape {shape}, or one that fits it") from None
    if wanted.dtype.kind not in "iu":
        raise SolverError(f"targets must be whole numbers, not {wanted.dtype}")
    if targets is not None and wanted.size and not -1 <= wanted.min() <= wanted.max() <= 13:
        wrong = wanted.min() if wanted.min() < -1 else wanted.max()
        raise SolverError(f"a target must be 0..13, or -1 for none, not {wrong}")
    return np.where(asked, wanted, NOT_ASKED).astype(np.int8)


def read_items(values: Iterable[SupportsIndex], name: str) -> list[SupportsIndex]:
    """Return the items of an argument that may be any iterable."""
    try:
        return list(values)
    except TypeError:
        raise SolverError(f"{name} must be a sequence of whole numbers, not {values!r}") from None


def small_int(value: object, name: str, low: int, high: int) -> int:
    """Return a whole number; beyond low..high it becomes low - 1 or high + 1, to fit a C int."""
    try:
        n = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SolverError(f"{name} must be a whole number, not {value!r}") from None
    return max(low - 1, min(high + 1, n))


def read_range(value: object, name: str, low: int, high: int) -> int:
    """Return a whole number; raise `SolverError` unless it is low..high."""
    n = small_int(value, name, low, high)
    if not low <= n <= high:
        # Hexadecimal, since Python limits the digits of decimal numbers.
        raise SolverError(f"{name} must be {low}..{high}, not {index(value):#x}")  # type: ignore[arg-type]
    return n


def as_worlds(worlds: object) -> npt.NDArray[np.uint64]:
    """Return a C-contiguous, aligned copy of a uint64[n, 4] array.

    It is a copy because a search checks the hands once, and callers may write to theirs meanwhile.
    """
    if not isinstance(worlds, np.ndarray) or worlds.dtype != np.uint64:
        kind = worlds.dtype if isinstance(worlds, np.ndarray) else type(worlds).__name__
        raise SolverError(f"worlds must be a uint64 array, not {kind}")
    if worlds.ndim != 2 or worlds.shape[1] != 4:
        raise SolverError(f"worlds must have shape (n, 4), not {worlds.shape}")
    return np.array(worlds, order="C")

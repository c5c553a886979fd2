"""Hard facts about the hidden cards, checked, with their immediate consequences."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple, SupportsIndex

from solver.core.deals import RANKS, read_range
from solver.core.errors import SolverError
from solver.core.tricks import ALL_CARDS, SUIT

SEATS = ("North", "East", "South", "West")
SUITS = "SHDC"


class CardFacts(NamedTuple):
    """The seats where each card can be.

    Attributes:
        hidden: the cards that more than one seat can hold.
        seats: the seats that take some of them, in order; none, two or three.
        vacant: how many of them each seat takes.
        may: which of them each seat can take.
        own: by seat, the cards that it must have now.
        dealt: by seat, the cards of `own` and those that it has played.
        settled: the seats whose cards were hidden but follow from the facts.
    """

    hidden: int
    seats: tuple[int, ...]
    vacant: list[int]
    may: list[int]
    own: list[int]
    dealt: list[int]
    settled: tuple[int, ...]


def read_facts(  # noqa: PLR0913, PLR0917 - the facts of WorldSampler
    hidden: SupportsIndex,
    vacant: Sequence[SupportsIndex],
    held: Sequence[SupportsIndex],
    played: Sequence[SupportsIndex],
    shown_out: Sequence[SupportsIndex],
    lacks: Sequence[SupportsIndex],
) -> CardFacts:
    """Check and return the facts; cards that only one seat can hold are given to that seat.

    Raises:
        SolverError: an argument is malformed, or there is no layout; the text names the fact.
    """
    cards = read_range(hidden, "hidden", 0, ALL_CARDS)
    places = _four(vacant, "vacant", 13)
    own, gone = _four(held, "held", ALL_CARDS), _four(played, "played", ALL_CARDS)
    void, never = _four(shown_out, "shown_out", 15), _four(lacks, "lacks", ALL_CARDS)
    _check_cards(cards, own, gone)
    hidden_hands = [seat for seat in range(4) if places[seat]]
    if len(hidden_hands) > 3:
        raise SolverError(f"at most three hands may be hidden, not vacant={places}")
    if sum(places) != cards.bit_count():
        raise SolverError(f"{sum(places)} vacant places for {cards.bit_count()} hidden cards")
    may, free = [0, 0, 0, 0], len(hidden_hands) > 1
    for seat in hidden_hands:
        may[seat] = cards & ~(never[seat] | _suits(void[seat]))
        free = free and may[seat] == cards
        size = (own[seat] | gone[seat]).bit_count() + places[seat]
        if size > 13:
            raise SolverError(f"{SEATS[seat]} would have {size} cards as dealt, more than 13")
    rest = cards
    if not free:
        _check_places(cards, places, may, hidden_hands)
        rest = _settle(cards, places, may, own, hidden_hands)
    dealt = [a | b for a, b in zip(own, gone, strict=True)]
    seats = tuple(seat for seat in hidden_hands if places[seat])
    settled = tuple(seat for seat in hidden_hands if not places[seat])
    return CardFacts(rest, seats, places, may, own, dealt, settled)


def _four(values: Iterable[object], name: str, high: int) -> list[int]:
    """Return four whole numbers from 0 to high, one for each seat."""
    try:
        numbers = list(values)
    except TypeError:
        raise SolverError(f"{name} must be four whole numbers, not {values!r}") from None
    if len(numbers) != 4:
        raise SolverError(f"{name} must be four whole numbers, not {len(numbers)}")
    if all(type(number) is int and 0 <= number <= high for number in numbers):
        return numbers  # type: ignore[return-value]
    return [
        read_range(number, f"{name} of {seat}", 0, high)
        for number, seat in zip(numbers, SEATS, strict=True)
    ]


def _names(cards: int) -> str:
    """The names of the cards in a mask, such as "S2 HA"."""
    return " ".join(SUITS[card // 13] + RANKS[card % 13] for card in range(52) if cards >> card & 1)


def _suits(bits: int) -> int:
    return sum(SUIT << 13 * suit for suit in range(4) if bits >> suit & 1) if bits else 0


def _check_cards(hidden: int, held: list[int], played: list[int]) -> None:
    """Raise SolverError if a card is in two places."""
    places = (hidden, *held, *played)
    if reduce(or_, places).bit_count() == sum(map(int.bit_count, places)):
        return
    names = ("hidden", *(f"{verb} by {seat}" for verb in ("held", "played") for seat in SEATS))
    for (one, cards), (two, others) in combinations(zip(names, places, strict=True), 2):
        if cards & others:
            raise SolverError(f"{_names(cards & others)} cannot be both {one} and {two}")


def _check_places(hidden: int, vacant: list[int], may: list[int], seats: list[int]) -> None:
    """Raise SolverError if hidden cards do not fit (Hall's condition, for every set of seats)."""
    for chosen in range(1 << len(seats)):
        inside = [seat for i, seat in enumerate(seats) if chosen >> i & 1]
        only, places = hidden, 0
        for i, seat in enumerate(seats):
            if chosen >> i & 1:
                places += vacant[seat]
            else:
                only &= ~may[seat]
        if only.bit_count() > places:
            names = " and ".join(SEATS[seat] for seat in inside)
            where = f"only {names}" if names else "nobody"
            raise SolverError(
                f"{only.bit_count()} hidden cards ({_names(only)}) for {places} vacant places: "
                f"{where} can hold them"
            )


def _settle(
    hidden: int, vacant: list[int], may: list[int], own: list[int], seats: list[int]
) -> int:
    """Give cards that only one seat can hold to that seat, in place; return the other ones."""
    changed = True
    while changed:
        changed = False
        for seat in seats:
            others = 0
            for other in seats:
                others |= 0 if other == seat else may[other]
            mine = hidden & ~others
            if mine:
                changed = True
                hidden &= ~mine
                own[seat] |= mine
                vacant[seat] -= mine.bit_count()
        for seat in seats:
            may[seat] &= hidden if vacant[seat] else 0
    return hidden

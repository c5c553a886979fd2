"""Sequences that are made as far as somebody reads them."""

from collections.abc import Iterator

from bluechip_bot.bidding.language.kept import LazyItems


def test_items_are_made_once_for_readers_that_take_turns() -> None:
    """Each reader sees every item in order; an item is made when the first of them asks for it."""
    made: list[int] = []

    def source() -> Iterator[int]:
        for number in range(4):
            made.append(number)
            yield number

    kept = LazyItems(source())
    one, other = iter(kept), iter(kept)
    assert next(one) == 0
    assert made == [0]
    assert [next(other), next(other), next(one)] == [0, 1, 1]
    assert made == [0, 1]
    assert list(one) == list(other) == [2, 3]
    assert list(kept) == made == [0, 1, 2, 3]

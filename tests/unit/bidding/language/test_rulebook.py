"""Contexts: which rules an auction meets, and the calls of many hands."""

from collections.abc import Iterator

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import NO_CALL, LazyItems, Rulebook, label
from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.cards import Vulnerability
from support import call_tables


def labels(book: Rulebook, auction: str, *hands: str) -> list[str | None]:
    """Return the texts of the calls of some hands."""
    called = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    rules = Bidder((book, book)).position(called, Vulnerability.NONE).rules
    found = label(rules, HandFeatures(batch.masks(map(Hand.parse, hands))))
    return [None if call == NO_CALL else str(Call(int(call))) for call in found]


def test_answers_to_one_notrump() -> None:
    """Stayman, transfers and notrump by length and strength; passes before count for nothing."""
    hands = ("KQ74.K84.Q872.32", "QT965.84.Q872.32", "52.QT965.Q872.32", "Q74.K84.KQ872.32")
    assert labels(call_tables.book(), "P P 1NT P", *hands) == ["2C", "2H", "2D", "3NT"]


def test_interference_tail() -> None:
    """Opener answers a doubled Stayman, passing without a major."""
    hands = ("A62.Q8.AKT8.KT82", "A862.Q8.AKT.KT82")
    assert labels(call_tables.book(), "1NT P 2C X", *hands) == ["P", "2S"]


def test_variables() -> None:
    """The suit named in the context is the rule's; a variable of the call stands for each left."""
    book = Rulebook(parse("@after 1M (P)\n2M need 3+ M\n3X need 6+ X prio 60", "test.bid"))
    hands = ("Q32.K8764.Q87.32", "2.K864.K8.QJ8732", "32.K864.K82.Q873")
    assert labels(book, "1S P", *hands) == ["2S", "3C", None]
    assert labels(book, "1H P", *hands) == ["2H", "3C", "2H"]
    assert labels(book, "1H X", *hands) == [None, None, None]


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

"""Contexts found by the auction: the index finds what comparing each context finds."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.language.context import ContextIndex, match
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import scene_of
from bluechip_bot.model import Auction, Call, Hand, Seat, Suit
from bluechip_bot.model.cards import Vulnerability
from support import call_tables


def found(index: ContextIndex, state: AuctionState) -> list[tuple[int, int, dict[str, Suit]]]:
    """Return the sections that the index finds, with how closely they fit and their suits."""
    return [
        (id(each.section), each.specificity, dict(each.suits))
        for sections in index.find(state, scene_of(state))
        for each in sections
    ]


def states(count: int) -> Iterator[AuctionState]:
    """Yield the states of some auctions in self-play."""
    rng, bidder = np.random.default_rng(3), call_tables.bidder()
    for board in range(count):
        cards = rng.permutation(52).reshape(4, 13).tolist()
        made = Auction(Seat(board % 4))
        while not made.is_over:
            position = bidder.position(made, Vulnerability.of_board(board + 1))
            yield position.state
            made = made.with_call(position.choose(Hand.of(cards[made.turn])).call)


def test_sequences_are_found_as_one_by_one() -> None:
    """Every pattern that fits is found once, exact ones before tails, in the order of files."""
    sections = [each for each in call_tables.book().sections if not each.context.first]
    index = ContextIndex(sections)
    for state in states(3):
        calls = state.opened_meanings
        expected = []
        for tails in (False, True):
            for section in sections:
                for pattern in section.context.patterns:
                    if (bool(pattern) and pattern[0].text == "...") is not tails:
                        continue
                    specificity, suits = match(pattern, calls)
                    if specificity:
                        expected.append((id(section), specificity, dict(suits)))
        assert found(index, state)[: len(expected)] == expected


def test_the_closest_list_of_facts_counts() -> None:
    """A section with several lists of facts is found once, by the closest that holds."""
    text = """
    @when responder responds | responder responds, opener bid 1X
    2C need 5+ C
    @when responder responds, our_bid
    2D need 5+ D
    """
    sections = parse(text, "a.bid")
    index = ContextIndex(sections)
    made = Auction(Seat.NORTH, tuple(map(Call.parse, ("1H", "P"))))
    state = call_tables.bidder().position(made, Vulnerability.NONE).state
    both = found(index, state)
    assert [section for section, *_ in both] == [id(section) for section in sections]
    assert both[0][2]["X"].letter == "H"
    first = call_tables.bidder().position(Auction(Seat.NORTH), Vulnerability.NONE).state
    assert found(index, first) == []


def test_what_goes_first_is_found_first() -> None:
    """Sections are found in the order in which they count: first ones, sequences, tails, facts."""
    book = call_tables.book()
    index = ContextIndex(book.sections)
    for state in states(3):
        stages = [
            [each.specificity for each in sections]
            for sections in index.find(state, scene_of(state))
        ]
        met = [each for each in stages if each]
        assert all(min(a) > max(b) for a, b in pairwise(met))

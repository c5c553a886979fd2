"""Auctions in bulk against `model.Auction`, call by call."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.policy.tables import OBSERVATION_BITS, Tables

_SUITS = np.array([[0x1FFF << 13 * suit for suit in range(4)]], dtype=np.uint64)
_ONE = np.zeros(1, dtype=np.int64)


def _table(vulnerable: int = 2) -> Tables:
    return Tables(_SUITS, np.array([vulnerable], np.uint8))


def _call(text: str) -> np.ndarray:
    return np.array([Call.parse(text)], np.int8)


def _seen(tables: Tables) -> set[int]:
    """The bits that the player to call sees, by number."""
    words = tables.observe(_ONE)[0]
    return {bit for bit in range(64 * len(words)) if int(words[bit // 64]) >> bit % 64 & 1}


@settings(max_examples=50, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(3, 37))
def test_tables_agree_with_auctions_call_by_call(random: Random, highest: int) -> None:
    """Turns, legal calls, the end and the contract are those of the model."""
    tables, auction = _table(), Auction(Seat.NORTH)
    while not auction.is_over:
        assert tables.rows().tolist() == [0]
        assert tables.turns()[0] == auction.turn
        bits = int(tables.legal(_ONE)[0])
        assert [Call(call) for call in range(38) if bits >> call & 1] == [*auction.legal_calls]
        call = random.choice([one for one in auction.legal_calls if one <= highest])
        tables.step(_ONE, np.array([call], np.int8))
        auction = auction.with_call(call)
    assert not len(tables.rows())
    assert not tables.legal(_ONE)[0]
    assert tables.calls()[0] == len(auction.calls)
    bid, declarer, doubled = tables.contracts()[0].tolist()
    contract = auction.contract
    if contract is None:
        assert (bid, declarer) == (0, -1)
    else:
        assert bid == Call.bid(contract.level, contract.strain)
        assert (declarer, doubled) == (contract.declarer, contract.doubled)


@settings(deadline=None)
@given(st.permutations(range(52)))
def test_an_observation_holds_the_hand(cards: list[int]) -> None:
    """Cards, points and lengths are those of `constraints.batch`."""
    hands = batch.masks(Hand.of(cards[13 * seat : 13 * seat + 13]) for seat in range(4))
    tables = Tables(hands.reshape(1, 4), np.zeros(1, np.uint8))
    seen = _seen(tables)
    points, *lengths = batch.features(hands[:1])[0].tolist()
    assert {bit for bit in seen if bit < 52} == set(cards[:13])
    assert {bit - 52 for bit in seen if 52 <= bit < 82} == {min(points, 29)}
    assert {bit - 82 for bit in seen if 82 <= bit < 122} == {
        10 * suit + min(length, 9) for suit, length in enumerate(lengths)
    }
    assert max(seen) < OBSERVATION_BITS


def test_different_auctions_look_different() -> None:
    """Who doubled, who passed, who dealt and who is vulnerable is seen."""
    lines = [
        "", "P", "P P", "1H", "P 1H", "1H X", "1H P P X", "1H X XX", "1H 1S", "1H P 1S", "1H P",
    ]  # fmt: skip
    found = []
    for line in lines:
        for vulnerable in range(4):
            tables = _table(vulnerable)
            for text in line.split():
                tables.step(_ONE, _call(text))
            # The hand is left out, which differs by whose turn it is.
            found.append(frozenset(bit for bit in _seen(tables) if bit >= 145))
    assert len(set(found)) == len(found)


def test_copies_go_on_by_themselves() -> None:
    """Tables that were taken, put together or dealt anew share nothing with their origin."""
    tables = _table()
    tables.step(_ONE, _call("1S"))
    copies = tables.take(np.array([0, 0]))
    copies.step(np.array([1]), _call("2S"))
    both = Tables.together([tables, copies])
    assert both.calls().tolist() == [1, 1, 2]
    assert tables.dealt(_SUITS[:, ::-1]).observe(_ONE).tolist() != tables.observe(_ONE).tolist()


@pytest.mark.parametrize("text", ["X", "XX", "1C", "1S"])
def test_an_illegal_call_is_refused(text: str) -> None:
    """Nothing is called then at any table."""
    tables = _table().take(np.array([0, 0]))
    tables.step(np.array([0, 1]), np.array([Call.parse("1S")] * 2, np.int8))
    tables.step(np.array([0, 1]), np.array([Call.parse("P")] * 2, np.int8))
    with pytest.raises(ValueError, match="table 1: call"):
        tables.step(np.array([0, 1]), np.array([Call.parse("2C"), Call.parse(text)], np.int8))
    assert tables.calls().tolist() == [2, 2]

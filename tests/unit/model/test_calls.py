"""Calls, contracts and the legality of auctions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    IllegalCallError,
    Seat,
    Strain,
)
from bluechip_bot.model.errors import CallError, ContractError
from support.tables import rows


def auction(text: str, dealer: Seat = Seat.NORTH) -> Auction:
    """The auction of these calls."""
    so_far = Auction(dealer)
    for word in text.split():
        so_far = so_far.with_call(Call.parse(word))
    return so_far


@given(st.integers(0, 37))
def test_call_text(index: int) -> None:
    """A call is read from its text in any case, and bids from their level and strain."""
    call = Call(index)
    assert Call.parse(str(call).lower()) == call
    if call.is_bid:
        assert Call.bid(call.level, call.strain) == call


def test_bids_rise() -> None:
    """1C is the lowest bid, 7NT the highest; notrump outranks spades, spades hearts."""
    bids = [Call(index) for index in range(3, 38)]
    assert [str(bid) for bid in bids[:6]] == ["1C", "1D", "1H", "1S", "1NT", "2C"]
    assert str(bids[-1]) == "7NT"
    assert [bid.level for bid in bids] == sorted(bid.level for bid in bids)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("passes", PASS),
        ("P", PASS),
        ("Dbl", DOUBLE),
        ("doubles", DOUBLE),
        ("xx", REDOUBLE),
        ("Redouble", REDOUBLE),
        (" 3n ", Call.bid(3, Strain.NOTRUMP)),
        ("3NT", Call.bid(3, Strain.NOTRUMP)),
    ],
)
def test_call_words(text: str, call: Call) -> None:
    """The words of files and protocols name calls."""
    assert Call.parse(text) == call


@pytest.mark.parametrize("text", ["", "0C", "8C", "1X", "NT", "1", "XXX", "1NTX", "11C"])
def test_no_call(text: str) -> None:
    """Another text is a CallError that holds it."""
    with pytest.raises(CallError) as caught:
        Call.parse(text)
    assert caught.value.text == text


def test_numbers_and_levels_that_are_no_call() -> None:
    """There are 38 calls and seven levels; a pass has no strain."""
    for number in (-1, 38):
        with pytest.raises(CallError):
            Call(number)
    for level in (0, 8):
        with pytest.raises(CallError):
            Call.bid(level, Strain.CLUBS)
    with pytest.raises(CallError):
        _ = PASS.strain
    assert PASS.level == 0


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4SXX by South", Contract(4, Strain.SPADES, Seat.SOUTH, 2)),
        ("4sxx-s", Contract(4, Strain.SPADES, Seat.SOUTH, 2)),
        ("3NTN", Contract(3, Strain.NOTRUMP, Seat.NORTH)),
        ("1CXW", Contract(1, Strain.CLUBS, Seat.WEST, 1)),
    ],
)
def test_contract_text(text: str, contract: Contract) -> None:
    """Contracts are read from several notations, and from what they are written as."""
    assert Contract.parse(text) == Contract.parse(str(contract)) == contract


@pytest.mark.parametrize("text", ["", "4S", "8SN", "4SXXXN", "4S by Q", "SN"])
def test_no_contract(text: str) -> None:
    """Another text is a ContractError."""
    with pytest.raises(ContractError):
        Contract.parse(text)


def test_contract_seats() -> None:
    """Dummy is declarer's partner, the opening leader his left-hand opponent."""
    contract = Contract(6, Strain.CLUBS, Seat.WEST)
    assert (contract.dummy, contract.leader, contract.target) == (Seat.EAST, Seat.NORTH, 12)


@pytest.mark.parametrize(("calls", "contract"), rows("model", "declarer_and_doubling"))
def test_declarer_and_doubling(calls: str, contract: str) -> None:
    """The contract is the last bid, declared by the first of its side in that strain."""
    over = auction(calls)
    assert over.is_over
    assert str(over.contract) == contract


def test_passed_out() -> None:
    """Four passes end an auction without contract; three do not."""
    assert not auction("P P P").is_over
    over = auction("P P P P")
    assert over.is_passed_out
    assert over.contract is None
    assert over.legal_calls == ()


def test_three_passes_after_a_bid() -> None:
    """Three passes after a bid in fourth seat end the auction, not before."""
    assert not auction("P P P 1C P P").is_over
    assert auction("P P P 1C P P P").is_over
    assert not auction("1C P P").is_over


@pytest.mark.parametrize(("calls", "wrong"), rows("model", "illegal_calls"))
def test_illegal_calls(calls: str, wrong: str) -> None:
    """Insufficient bids, doubles of the own side or of nothing, and calls after the end."""
    with pytest.raises(IllegalCallError, match="may not call"):
        auction(calls).with_call(Call.parse(wrong))


@pytest.mark.parametrize(
    ("calls", "right"),
    [("1D P P", "X"), ("1D X P P", "XX"), ("1D X", "XX"), ("7NT X", "XX"), ("1D X 1H", "X")],
)
def test_legal_doubles(calls: str, right: str) -> None:
    """Doubles of the opponents' last bid and redoubles of it by its side, also after passes."""
    assert auction(calls).is_legal(Call.parse(right))


@given(st.integers(0, 2**32), st.sampled_from(Seat))
def test_random_auctions(seed: int, dealer: Seat) -> None:
    """Whatever legal calls are made: pass is always legal, bids rise, all auctions end."""
    chance = random.Random(seed)
    so_far = Auction(dealer)
    while not so_far.is_over:
        legal = so_far.legal_calls
        assert legal[0] == PASS
        assert so_far.turn is dealer.plus(len(so_far.calls))
        assert not {DOUBLE, REDOUBLE} <= set(legal)
        last = so_far.last_bid
        floor = 2 if last is None else so_far.calls[last]
        assert [call for call in legal if call.is_bid] == list(map(Call, range(floor + 1, 38)))
        so_far = so_far.with_call(chance.choice(legal))
    bids = [call for call in so_far.calls if call.is_bid]
    assert bids == sorted(set(bids))
    assert so_far.calls[-3:] == (PASS,) * 3
    contract = so_far.contract
    assert (contract is None) == so_far.is_passed_out == (not bids)
    if contract is not None:
        mine = [
            i
            for i, call in enumerate(so_far.calls)
            if call.is_bid and call.strain == contract.strain
        ]
        assert contract.declarer in {so_far.caller(i) for i in mine}
        assert contract.declarer.side is so_far.caller(so_far.last_bid or 0).side

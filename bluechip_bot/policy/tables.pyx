"""Auctions of many deals at once: whose turn it is, what is legal, what a player sees.

Seats are counted from the dealer, who is 0; calls are the numbers of `model.calls`. Nothing is
checked here but what would leave memory: `model.Auction` is the judge of single auctions, and a
property test compares the two call by call.
"""

import numpy as np

from libc.math cimport INFINITY
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from solver.core.bits cimport bits_count, bits_low

cdef enum:
    PASS = 0
    DOUBLE = 1
    REDOUBLE = 2
    FIRST_BID = 3
    CALLS = 38
    BIDS = 35
    NOBODY = -1


cdef packed struct Table:
    uint16_t calls           # calls made
    uint8_t passes           # passes in a row, at the end
    uint8_t opening_passes   # passes before the first bid
    int8_t bid               # the last bid, as a call; 0 if there is none
    int8_t bidder            # who made it
    uint8_t doubled          # 0 undoubled, 1 doubled, 2 redoubled
    uint8_t vulnerable       # bit 0: the dealer's side; bit 1: the other
    int8_t last[4]           # the last call of each seat; NOBODY if there is none
    int8_t bid_by[BIDS]      # who made each bid, or NOBODY
    int8_t doubled_by[BIDS]
    int8_t redoubled_by[BIDS]
    int8_t first[10]         # who of each side first named each strain: 5 * side + strain


# Where each group of bits begins in an observation. Seats in it are counted from the observer.
cdef enum:
    CARDS_AT = 0
    POINTS_AT = CARDS_AT + 52          # 0 to 28, 29 and more
    LENGTHS_AT = POINTS_AT + 30        # of each suit 0 to 8, 9 and more
    TOPS_AT = LENGTHS_AT + 40          # of each suit the number of A, K, Q
    ACES_AT = TOPS_AT + 16
    SHAPE_AT = ACES_AT + 5             # balanced, semibalanced
    BID_BY_AT = SHAPE_AT + 2
    DOUBLED_BY_AT = BID_BY_AT + 4 * BIDS
    REDOUBLED_BY_AT = DOUBLED_BY_AT + 4 * BIDS
    DEALER_AT = REDOUBLED_BY_AT + 4 * BIDS
    OPENING_PASSES_AT = DEALER_AT + 4
    VULNERABLE_AT = OPENING_PASSES_AT + 4   # we, they
    LEVEL_AT = VULNERABLE_AT + 4       # no bid, 1 to 7
    STRAIN_AT = LEVEL_AT + 8
    BIDDER_AT = STRAIN_AT + 5
    DOUBLED_AT = BIDDER_AT + 4
    PASSES_AT = DOUBLED_AT + 3
    TURNS_AT = PASSES_AT + 4           # own calls so far, 0 to 5 and more
    LAST_AT = TURNS_AT + 6             # the last call of each seat, or none
    NAMED_AT = LAST_AT + 4 * (CALLS + 1)   # which strains each seat has bid
    BITS = NAMED_AT + 20
    WORDS = (BITS + 63) // 64

OBSERVATION_BITS = BITS
OBSERVATION_WORDS = WORDS
_TABLE_SIZE = sizeof(Table)


cdef inline void light(uint64_t* seen, int bit) noexcept nogil:
    seen[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef void start(Table* table, uint8_t vulnerable) noexcept nogil:
    memset(table, NOBODY, sizeof(Table))
    table.calls = 0
    table.passes = 0
    table.opening_passes = 0
    table.bid = 0
    table.doubled = 0
    table.vulnerable = vulnerable


cdef inline bint is_over(const Table* table) noexcept nogil:
    return table.passes == 4 or (table.passes == 3 and table.bid > 0)


cdef uint64_t legal_calls(const Table* table) noexcept nogil:
    """Return the legal calls as bits; none after the end."""
    cdef uint64_t found
    cdef bint theirs
    if is_over(table):
        return 0
    found = ((<uint64_t>1 << CALLS) - 1) & ~((<uint64_t>1 << (table.bid + 1)) - 1)
    found &= ~<uint64_t>7
    found |= 1 << PASS
    if table.bid > 0:
        theirs = (table.bidder ^ table.calls) & 1
        if table.doubled == 0 and theirs:
            found |= 1 << DOUBLE
        elif table.doubled == 1 and not theirs:
            found |= 1 << REDOUBLE
    return found


cdef void make_call(Table* table, int call) noexcept nogil:
    cdef int seat = table.calls & 3
    cdef int side = 5 * (seat & 1)
    table.calls += 1
    table.last[seat] = call
    if call == PASS:
        table.passes += 1
        table.opening_passes += table.bid == 0
        return
    table.passes = 0
    if call == DOUBLE:
        table.doubled = 1
        table.doubled_by[table.bid - FIRST_BID] = seat
    elif call == REDOUBLE:
        table.doubled = 2
        table.redoubled_by[table.bid - FIRST_BID] = seat
    else:
        table.bid = call
        table.bidder = seat
        table.doubled = 0
        call -= FIRST_BID
        table.bid_by[call] = seat
        if table.first[side + call % 5] == NOBODY:
            table.first[side + call % 5] = seat


cdef inline int observed(int seat, int observer) noexcept nogil:
    return (seat - observer) & 3


cdef void see_hand(uint64_t hand, uint64_t* seen) noexcept nogil:
    cdef uint64_t suit
    cdef int s, length, points = 0, aces = 0, doubletons = 0, singletons = 0, longest = 0
    seen[0] |= hand
    for s in range(4):
        suit = hand >> 13 * s & 0x1FFF
        length = bits_count(suit)
        light(seen, LENGTHS_AT + 10 * s + least(length, 9))
        light(seen, TOPS_AT + 4 * s + bits_count(suit >> 10))
        points += (bits_count(suit & 0x1E00) + bits_count(suit & 0x1C00)
                   + bits_count(suit & 0x1800) + bits_count(suit & 0x1000))
        aces += <int>(suit >> 12)
        doubletons += length == 2
        singletons += length < 2
        if length > longest:
            longest = length
    light(seen, POINTS_AT + least(points, 29))
    light(seen, ACES_AT + aces)
    if singletons == 0:
        if doubletons < 2:
            light(seen, SHAPE_AT)
        elif longest < 7:
            light(seen, SHAPE_AT + 1)


cdef void see_auction(const Table* table, uint64_t* seen) noexcept nogil:
    cdef int me = table.calls & 3
    cdef int i, seat
    for i in range(BIDS):
        if table.bid_by[i] == NOBODY:
            continue
        seat = observed(table.bid_by[i], me)
        light(seen, BID_BY_AT + 4 * i + seat)
        light(seen, NAMED_AT + 5 * seat + i % 5)
        if table.doubled_by[i] != NOBODY:
            light(seen, DOUBLED_BY_AT + 4 * i + observed(table.doubled_by[i], me))
        if table.redoubled_by[i] != NOBODY:
            light(seen, REDOUBLED_BY_AT + 4 * i + observed(table.redoubled_by[i], me))
    light(seen, DEALER_AT + observed(0, me))
    light(seen, OPENING_PASSES_AT + least(table.opening_passes, 3))
    light(seen, VULNERABLE_AT + 2 * (table.vulnerable >> (me & 1) & 1)
          + (table.vulnerable >> ((me & 1) ^ 1) & 1))
    if table.bid > 0:
        i = table.bid - FIRST_BID
        light(seen, LEVEL_AT + 1 + i // 5)
        light(seen, STRAIN_AT + i % 5)
        light(seen, BIDDER_AT + observed(table.bidder, me))
        light(seen, DOUBLED_AT + table.doubled)
    else:
        light(seen, LEVEL_AT)
    light(seen, PASSES_AT + least(table.passes, 3))
    light(seen, TURNS_AT + least(table.calls >> 2, 5))
    for i in range(4):
        seat = observed(i, me)
        light(seen, LAST_AT + (CALLS + 1) * seat
              + (CALLS if table.last[i] == NOBODY else table.last[i]))


cdef class Tables:
    """The auctions of n deals.

    Args:
        hands: uint64[n, 4], the hands from the dealer on; bit number = card.
        vulnerable: uint8[n], bit 0 for the dealer's side and bit 1 for the other.
    """

    cdef readonly object hands
    cdef readonly object states
    cdef uint64_t[:, ::1] _hands
    cdef uint8_t[:, ::1] _states

    def __init__(self, hands, vulnerable):
        cdef Py_ssize_t i
        cdef uint8_t[::1] sides = np.ascontiguousarray(vulnerable, dtype=np.uint8)
        self._keep(hands, np.empty((len(hands), sizeof(Table)), np.uint8))
        if sides.shape[0] != self._hands.shape[0]:
            raise ValueError(f"{sides.shape[0]} vulnerabilities for {self._hands.shape[0]} deals")
        for i in range(sides.shape[0]):
            start(self._table(i), sides[i])

    cdef void _keep(self, hands, states):
        self.hands = np.ascontiguousarray(hands, dtype=np.uint64)
        self.states = states
        self._hands = self.hands
        self._states = states

    cdef inline Table* _table(self, Py_ssize_t row) noexcept nogil:
        return <Table*>&self._states[row, 0]

    def __len__(self):
        return self._hands.shape[0]

    def take(self, rows):
        """Return copies of some tables, which go on by themselves; rows may be repeated."""
        cdef Tables found = Tables.__new__(Tables)
        found._keep(self.hands[rows], self.states[rows])
        return found

    def dealt(self, hands):
        """Return tables with the same auctions and other hands, uint64[n, 4]."""
        cdef Tables found = Tables.__new__(Tables)
        if len(hands) != len(self):
            raise ValueError(f"{len(hands)} deals for {len(self)} tables")
        found._keep(hands, self.states.copy())
        return found

    @staticmethod
    def together(parts):
        """Return the tables of several parts, one after the other, as one."""
        cdef Tables found = Tables.__new__(Tables)
        found._keep(np.concatenate([part.hands for part in parts]),
                    np.concatenate([part.states for part in parts]))
        return found

    def rows(self):
        """Return the tables whose auction is not over: int64[k]."""
        found = np.empty(len(self), np.bool_)
        cdef uint8_t[::1] going = found.view(np.uint8)
        cdef Py_ssize_t i
        for i in range(going.shape[0]):
            going[i] = not is_over(self._table(i))
        return np.flatnonzero(found)

    def calls(self):
        """Return how many calls were made: int64[n]."""
        found = np.empty(len(self), np.int64)
        cdef int64_t[::1] out = found
        cdef Py_ssize_t i
        for i in range(out.shape[0]):
            out[i] = self._table(i).calls
        return found

    def turns(self):
        """Return whose turn it is, or would be, from the dealer: int64[n]."""
        return self.calls() & 3

    def legal(self, int64_t[::1] rows):
        """Return which calls are legal at some tables, as bits: uint64[k]; none after the end."""
        found = np.empty(rows.shape[0], np.uint64)
        cdef uint64_t[::1] out = found
        cdef Py_ssize_t i
        with nogil:
            for i in range(rows.shape[0]):
                out[i] = legal_calls(self._table(rows[i]))
        return found

    def observe(self, int64_t[::1] rows):
        """Return what the players to call see, as bits: uint64[k, OBSERVATION_WORDS]."""
        found = np.zeros((rows.shape[0], WORDS), np.uint64)
        cdef uint64_t[:, ::1] out = found
        cdef Py_ssize_t i
        cdef const Table* table
        with nogil:
            for i in range(rows.shape[0]):
                table = self._table(rows[i])
                see_hand(self._hands[rows[i], table.calls & 3], &out[i, 0])
                see_auction(table, &out[i, 0])
        return found

    def step(self, int64_t[::1] rows, calls):
        """Make a legal call, int8[k], at each of some tables.

        Raises:
            ValueError: if a call is not legal there; no call is made then.
        """
        cdef int8_t[::1] made = np.ascontiguousarray(calls, dtype=np.int8)
        cdef Py_ssize_t i
        if made.shape[0] != rows.shape[0]:
            raise ValueError(f"{made.shape[0]} calls for {rows.shape[0]} tables")
        for i in range(made.shape[0]):
            if not 0 <= made[i] < CALLS or not legal_calls(self._table(rows[i])) >> made[i] & 1:
                raise ValueError(f"table {rows[i]}: call {made[i]} is not legal")
        with nogil:
            for i in range(made.shape[0]):
                make_call(self._table(rows[i]), made[i])

    def contracts(self):
        """Return the last bid, who plays it from the dealer, and its doubling: int8[n, 3].

        The bid is 0, and the player -1, where nobody has bid.
        """
        found = np.empty((len(self), 3), np.int8)
        cdef int8_t[:, ::1] out = found
        cdef Py_ssize_t i
        cdef const Table* table
        for i in range(out.shape[0]):
            table = self._table(i)
            out[i, 0] = table.bid
            out[i, 1] = NOBODY
            if table.bid > 0:
                out[i, 1] = table.first[5 * (table.bidder & 1) + (table.bid - FIRST_BID) % 5]
            out[i, 2] = table.doubled
        return found


cdef void add_row(float* total, const float* row, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(width):
        total[k] += row[k]


def first_layer(const uint64_t[:, ::1] seen, const float[:, ::1] weights, const float[::1] bias):
    """Return the sums of the rows of `weights` whose bit is on: float32[k, width].

    Args:
        seen: uint64[k, words], observations.
        weights: float32[bits, width].
        bias: float32[width], added to each sum.

    Raises:
        ValueError: if the weights have no row for a bit, or the bias has another width.
    """
    cdef Py_ssize_t i, w, width = weights.shape[1]
    cdef uint64_t word
    if weights.shape[0] > 64 * seen.shape[1] or weights.shape[0] <= 64 * (seen.shape[1] - 1):
        raise ValueError(f"{weights.shape[0]} rows for {seen.shape[1]} words of 64 bits")
    if bias.shape[0] != width:
        raise ValueError(f"a bias of {bias.shape[0]} for rows of {width}")
    found = np.empty((seen.shape[0], width), np.float32)
    found[:] = bias
    cdef float[:, ::1] out = found
    with nogil:
        for i in range(seen.shape[0]):
            for w in range(seen.shape[1]):
                word = seen[i, w]
                while word:
                    add_row(&out[i, 0], &weights[64 * w + bits_low(word), 0], width)
                    word &= word - 1
    return found


def forbid(float[:, ::1] logits, const uint64_t[::1] legal):
    """Set the logits of calls that are not legal to minus infinity: float32[k, 38], uint64[k]."""
    cdef Py_ssize_t i
    cdef int call
    if logits.shape[0] != legal.shape[0] or logits.shape[1] != CALLS:
        raise ValueError(f"{logits.shape[0]} x {logits.shape[1]} logits, {legal.shape[0]} masks")
    with nogil:
        for i in range(logits.shape[0]):
            for call in range(CALLS):
                if not legal[i] >> call & 1:
                    logits[i, call] = -INFINITY

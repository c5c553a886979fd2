# cython: auto_pickle=False, autotestdict=False
"""Deals of the hidden cards that agree with what a player knows.

Method: all layouts that hard facts and length ranges allow are counted suit by suit, by the vacant
places left in the hidden hands (dynamic programming). The counts give every layout a number, and a
random number gives a random layout, so that the choice is exactly uniform. Three hands take at most
39 cards: there are never more than 39!/(13!)^3 = 8.4e16 layouts, and all counts are exact in 64
bits. Point ranges are met by rejection, within a fixed number of deals.
"""
from operator import index
from typing import NamedTuple

from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

import numpy as np

from solver.errors import SolverError
from solver.rng cimport Rng, rng_below, rng_seed

cdef enum:
    HIDDEN = 3              # hidden hands at most
    PLACES = 14             # 0..13 vacant places
    LIMIT = 1 << 24         # deals that one call may look at

SEATS = ("North", "East", "South", "West")
SUITS = "SHDC"
RANKS = "23456789TJQKA"


cdef struct Layouts:
    # All layouts of the hidden cards. Hands are numbered 0..2 here; unused ones take no card.
    int vacant[HIDDEN]
    int size[4]                             # hidden cards of each suit
    int card[4][13]                         # which they are, low to high
    int low[4][HIDDEN]                      # bounds on the hidden cards of a suit in a hand
    int high[4][HIDDEN]
    int points[HIDDEN]                      # high-card points already known in a hand
    int fewest[HIDDEN]                      # bounds on the points of a hand as dealt
    int most[HIDDEN]
    uint64_t choose[PLACES][PLACES]         # binomial coefficients
    uint64_t ways[5][PLACES][PLACES]        # layouts of suits s.., by places left in hands 0 and 1


class Worlds(NamedTuple):
    """Deals of the hidden cards.

    Attributes:
        hands: uint64[m, 4], the cards in the hands of N E S W, those played left out; in random
            order. m is the number asked for, or less when fewer layouts exist: then each of them is
            here once.
        violation: int16[m], by how many points each world misses the point ranges.
        refuted: how many length ranges contradict the hard facts each by itself.
        widened: by how many cards the length ranges had to be widened; 13 leaves hard facts only.
        layouts: how many layouts the hard facts and the (widened) length ranges allow.
        looked_at: how many of them were looked at.
        relaxed: whether a range was refuted, widened or missed.
    """
    hands: object
    violation: object
    refuted: int
    widened: int
    layouts: int
    looked_at: int
    relaxed: bool


cdef void binomials(Layouts* q) noexcept nogil:
    cdef int n, k
    memset(q.choose, 0, sizeof(q.choose))
    for n in range(PLACES):
        q.choose[n][0] = 1
        for k in range(1, n + 1):
            q.choose[n][k] = q.choose[n - 1][k - 1] + (q.choose[n - 1][k] if k < n else 0)


cdef inline bint fits(const Layouts* q, int s, int c, int z) noexcept nogil:
    """Whether hand 2 with c places left may take z cards of a suit."""
    return q.low[s][2] <= z <= q.high[s][2] and 0 <= z <= c


cdef uint64_t count(Layouts* q) noexcept nogil:
    """How many layouts there are; fills `ways`."""
    cdef int s, a, b, c, x, y, left = 0
    cdef uint64_t total
    memset(q.ways, 0, sizeof(q.ways))
    q.ways[4][0][0] = 1
    for s in range(3, -1, -1):
        left += q.size[s]
        for a in range(min(q.vacant[0], left) + 1):
            for b in range(min(q.vacant[1], left - a) + 1):
                c = left - a - b
                if c > q.vacant[2]:
                    continue
                total = 0
                for x in range(max(q.low[s][0], 0), min(q.high[s][0], a, q.size[s]) + 1):
                    for y in range(max(q.low[s][1], 0), min(q.high[s][1], b, q.size[s] - x) + 1):
                        if fits(q, s, c, q.size[s] - x - y):
                            total += (q.choose[q.size[s]][x] * q.choose[q.size[s] - x][y]
                                      * q.ways[s + 1][a - x][b - y])
                q.ways[s][a][b] = total
    return q.ways[0][q.vacant[0]][q.vacant[1]]


cdef inline uint64_t split(
    const Layouts* q, int s, int a, int b, int c, uint64_t number, int* cards
) noexcept nogil:
    """The lengths of a suit in hands 0 and 1 in layout `number`; what is left of the number."""
    cdef int x, y
    cdef uint64_t block
    for x in range(max(q.low[s][0], 0), min(q.high[s][0], a, q.size[s]) + 1):
        for y in range(max(q.low[s][1], 0), min(q.high[s][1], b, q.size[s] - x) + 1):
            if fits(q, s, c, q.size[s] - x - y):
                block = (q.choose[q.size[s]][x] * q.choose[q.size[s] - x][y]
                         * q.ways[s + 1][a - x][b - y])
                if number < block:
                    cards[0] = x
                    cards[1] = y
                    return number
                number -= block
    cards[0] = 0            # not reached: number is below the sum of the blocks
    cards[1] = 0
    return 0


cdef inline uint64_t pick(
    const Layouts* q, const int* card, int n, int k, uint64_t number, int* rest
) noexcept nogil:
    """The set of k cards out of n with this number (combinatorial number system); fills `rest`."""
    cdef int p
    cdef uint64_t chosen = 0
    for p in range(n - 1, -1, -1):
        if k and number >= q.choose[p][k]:
            number -= q.choose[p][k]
            k -= 1
            chosen |= <uint64_t>1 << card[p]
        else:
            rest[p - k] = card[p]
    return chosen


cdef void layout(const Layouts* q, uint64_t number, uint64_t* hand) noexcept nogil:
    """The layout with this number: the hidden cards of the three hands."""
    cdef int s, i
    cdef int cards[2]
    cdef int rest[13]
    cdef int last[13]
    cdef int a = q.vacant[0]
    cdef int b = q.vacant[1]
    cdef int c = q.vacant[2]
    cdef uint64_t later, sets, seconds
    hand[0] = hand[1] = hand[2] = 0
    for s in range(4):
        number = split(q, s, a, b, c, number, cards)
        a -= cards[0]
        b -= cards[1]
        c -= q.size[s] - cards[0] - cards[1]
        later = q.ways[s + 1][a][b]
        sets = number // later
        number = number % later
        seconds = q.choose[q.size[s] - cards[0]][cards[1]]
        hand[0] |= pick(q, q.card[s], q.size[s], cards[0], sets // seconds, rest)
        hand[1] |= pick(q, rest, q.size[s] - cards[0], cards[1], sets % seconds, last)
        for i in range(q.size[s] - cards[0] - cards[1]):
            hand[2] |= <uint64_t>1 << last[i]


cdef inline int points(uint64_t hand) noexcept nogil:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    cdef int s, total = 0
    cdef unsigned top
    for s in range(4):
        top = <unsigned>(hand >> (13 * s + 9)) & 15
        total += 4 * (top >> 3) + 3 * (top >> 2 & 1) + 2 * (top >> 1 & 1) + (top & 1)
    return total


cdef inline int misses(const Layouts* q, const uint64_t* hand) noexcept nogil:
    """By how many points a layout misses the ranges, all hands together."""
    cdef int h, p, total = 0
    for h in range(HIDDEN):
        p = q.points[h] + points(hand[h])
        if p < q.fewest[h]:
            total += q.fewest[h] - p
        elif p > q.most[h]:
            total += p - q.most[h]
    return total


cdef uint64_t draw(
    const Layouts* q, Rng* rng, uint64_t total, uint64_t attempts,
    uint64_t[:, ::1] hands, int16_t[::1] violation,
) noexcept nogil:
    """Fill all worlds with random layouts, the first fitting one or else the best; the number seen.

    Each world may look at `attempts` layouts, and at those that the worlds before it did not need.
    """
    cdef Py_ssize_t i
    cdef int h, miss, best
    cdef uint64_t seen = 0
    cdef uint64_t hand[HIDDEN]
    for i in range(hands.shape[0]):
        best = 32767
        while seen < attempts * <uint64_t>(i + 1) and best > 0:
            layout(q, rng_below(rng, total), hand)
            seen += 1
            miss = misses(q, hand)
            if miss < best:
                best = miss
                for h in range(HIDDEN):
                    hands[i, h] = hand[h]
        violation[i] = <int16_t>best
    return seen


cdef uint64_t survey(const Layouts* q, uint64_t total, int* least) noexcept nogil:
    """How many of all layouts miss the point ranges by least, and by how much."""
    cdef uint64_t number, equal = 0
    cdef uint64_t hand[HIDDEN]
    cdef int miss
    least[0] = 32767
    for number in range(total):
        layout(q, number, hand)
        miss = misses(q, hand)
        if miss < least[0]:
            least[0] = miss
            equal = 0
        equal += miss == least[0]
    return equal


cdef void select(
    const Layouts* q, Rng* rng, uint64_t total, uint64_t left, int least, uint64_t[:, ::1] hands
) noexcept nogil:
    """Fill the worlds with different ones of the `left` layouts that miss by `least`, shuffled.

    Selection sampling, then a shuffle (Knuth, *The Art of Computer Programming* 2, 3.4.2, S and P).
    """
    cdef uint64_t number, other, place = 0
    cdef uint64_t wanted = <uint64_t>hands.shape[0]
    cdef uint64_t hand[HIDDEN]
    cdef int h
    for number in range(total):
        layout(q, number, hand)
        if misses(q, hand) != least:
            continue
        if rng_below(rng, left) < wanted - place:
            other = rng_below(rng, place + 1)
            for h in range(HIDDEN):
                hands[place, h] = hands[other, h]
                hands[other, h] = hand[h]
            place += 1
        left -= 1


def deal_worlds(
    n, hidden, vacant, *, held=(0, 0, 0, 0), played=(0, 0, 0, 0), shown_out=(0, 0, 0, 0),
    lengths=None, hcp=None, attempts=256, seed=0,
):
    """Return up to n random deals of the hidden cards, as `Worlds`.

    Cards are 13*suit+rank (suits S H D C = 0..3, ranks 2..A = 0..12), sets of cards are 52-bit
    masks, seats N E S W = 0..3. Hard facts hold in every world. Among all layouts that agree with
    them and with the length ranges, each is equally likely. A length range that the hard facts
    refute by itself gives way to the nearest length that they allow. If the ranges leave no layout
    between them, all are widened by one card at both ends, again and again, until one is left.

    Of these layouts, up to n * attempts are looked at for some that meet the point ranges; where
    that fails, the nearest are taken. If there are no more layouts than that, each is looked at
    once, and no world comes twice.

    The same arguments give the same worlds on every machine. Runs without the GIL.

    Args:
        n: worlds wanted, at least 1.
        hidden: the cards whose place is unknown, as a mask.
        vacant: how many of them each seat takes; at most three seats take any.
        held: the cards known to be in each hand now, as masks.
        played: the cards that each seat has played, as masks.
        shown_out: for each seat the suits of which it takes no hidden card, bit number = suit.
        lengths: 4 x 4 x 2, the fewest and most cards of a seat in a suit, as dealt (what it holds
            and has played included); None is no limit.
        hcp: 4 x 2, the fewest and most high-card points of a seat, as dealt; None is no limit.
        attempts: layouts that may be looked at for each world.
        seed: where the randomness begins, 0 to 2**64-1.

    Raises:
        SolverError: an argument is malformed, or the hard facts leave no layout; the text names
            the fact.
    """
    cdef Layouts q
    cdef Rng rng
    cdef int widened, least = 0
    cdef int refuted = 0
    cdef uint64_t total = 0, seen, found, tries
    n, attempts = whole(n, "n", 1, LIMIT), whole(attempts, "attempts", 1, LIMIT)
    if n * attempts > LIMIT:
        raise SolverError(f"n * attempts must be at most {LIMIT}, not {n * attempts}")
    rng_seed(&rng, whole(seed, "seed", 0, (1 << 64) - 1))
    hidden = whole(hidden, "hidden", 0, (1 << 52) - 1)
    vacant = four(vacant, "vacant", 13)
    held = four(held, "held", (1 << 52) - 1)
    played = four(played, "played", (1 << 52) - 1)
    shown_out = four(shown_out, "shown_out", 15)
    check_cards(hidden, held, played)
    check_places(hidden, vacant, shown_out)
    known = [a | b for a, b in zip(held, played)]
    length_limits = limits(lengths, (4, 4, 2), "lengths")
    hcp_limits = limits(hcp, (4, 2), "hcp")
    seats = [seat for seat in range(4) if vacant[seat]]
    fill(&q, seats, hidden, vacant, known, hcp_limits)
    for widened in range(PLACES):
        contradicted = bound(&q, seats, shown_out, known, length_limits, widened)
        refuted = contradicted if widened == 0 else refuted
        with nogil:
            total = count(&q)
        if total:
            break
    tries = n * attempts
    if total <= tries:
        with nogil:
            found = survey(&q, total, &least)
        hidden_hands = np.zeros((min(n, found), HIDDEN), dtype=np.uint64)
        violation = np.full(min(n, found), least, dtype=np.int16)
        fill_all(&q, &rng, total, found, least, hidden_hands)
        seen = total
    else:
        hidden_hands = np.zeros((n, HIDDEN), dtype=np.uint64)
        violation = np.zeros(n, dtype=np.int16)
        seen = fill_some(&q, &rng, total, attempts, hidden_hands, violation)
    hands = np.empty((len(hidden_hands), 4), dtype=np.uint64)
    hands[:] = np.array(held, dtype=np.uint64)
    for hand, seat in enumerate(seats):
        hands[:, seat] |= hidden_hands[:, hand]
    relaxed = refuted > 0 or widened > 0 or bool(np.any(violation > 0))
    return Worlds(hands, violation, refuted, widened, total, seen, relaxed)


cdef fill_all(Layouts* q, Rng* rng, uint64_t total, uint64_t found, int least, hands):
    cdef uint64_t[:, ::1] out = hands
    with nogil:
        select(q, rng, total, found, least, out)


cdef uint64_t fill_some(
    Layouts* q, Rng* rng, uint64_t total, uint64_t attempts, hands, violation
) except? 0:
    cdef uint64_t[:, ::1] out = hands
    cdef int16_t[::1] miss = violation
    cdef uint64_t seen
    with nogil:
        seen = draw(q, rng, total, attempts, out, miss)
    return seen


cdef fill(Layouts* q, seats, hidden, vacant, known, hcp):
    """Enter what no widening changes."""
    cdef int s, h, rank
    memset(q, 0, sizeof(Layouts))
    binomials(q)
    for s in range(4):
        for rank in range(13):
            if hidden >> (13 * s + rank) & 1:
                q.card[s][q.size[s]] = 13 * s + rank
                q.size[s] += 1
    for h, seat in enumerate(seats):
        q.vacant[h] = vacant[seat]
        q.points[h] = points(known[seat])
        q.fewest[h], q.most[h] = (0, 40) if hcp is None else hcp[seat]


cdef bound(Layouts* q, seats, shown_out, known, lengths, int widened):
    """Enter the bounds on the hidden cards by suit and hand; how many ranges are refuted."""
    cdef int s, h, refuted = 0
    for h, seat in enumerate(seats):
        for s in range(4):
            room = 0 if shown_out[seat] >> s & 1 else min(q.size[s], q.vacant[h])
            q.low[s][h], q.high[s][h] = 0, room
            if lengths is not None and widened < PLACES - 1:
                shown = (known[seat] >> 13 * s & 0x1FFF).bit_count()
                fewest, most = lengths[seat][s]
                refuted += fewest - shown > room or most < shown or fewest > most
                q.low[s][h] = min(max(fewest - widened - shown, 0), room)
                q.high[s][h] = min(max(most + widened - shown, 0), room)
    return refuted


cdef whole(value, name, low, high):
    """Return a whole number within bounds."""
    try:
        number = index(value)
    except TypeError:
        raise SolverError(f"{name} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise SolverError(f"{name} must be {low}..{high}, not {number:#x}")
    return number


cdef four(values, name, high):
    """Return four whole numbers from 0 to high, one for each seat."""
    try:
        numbers = list(values)
    except TypeError:
        raise SolverError(f"{name} must be four whole numbers, not {values!r}") from None
    if len(numbers) != 4:
        raise SolverError(f"{name} must be four whole numbers, not {len(numbers)}")
    return [whole(number, f"{name} of {seat}", 0, high) for number, seat in zip(numbers, SEATS)]


cdef limits(values, shape, name):
    """Return ranges as nested lists, or None."""
    if values is None:
        return None
    try:
        array = np.asarray(values)
    except ValueError:
        raise SolverError(f"{name} must have shape {shape}") from None
    if array.shape != shape or array.dtype.kind not in "iu":
        raise SolverError(
            f"{name} must be whole numbers of shape {shape}, not {array.dtype} of {array.shape}")
    return np.clip(array, -100, 100).tolist()


cdef names(cards):
    return " ".join(SUITS[card // 13] + RANKS[card % 13] for card in range(52) if cards >> card & 1)


cdef check_cards(hidden, held, played):
    """Raise when a card is in two places."""
    places = [("hidden", hidden)]
    for seat in range(4):
        places.append((f"held by {SEATS[seat]}", held[seat]))
        places.append((f"played by {SEATS[seat]}", played[seat]))
    for i in range(len(places)):
        for j in range(i):
            twice = places[i][1] & places[j][1]
            if twice:
                raise SolverError(f"{names(twice)} both {places[j][0]} and {places[i][0]}")


cdef check_places(hidden, vacant, shown_out):
    """Raise when the hidden cards have no place (Hall's condition, for every set of suits)."""
    seats = [seat for seat in range(4) if vacant[seat]]
    if len(seats) > HIDDEN:
        raise SolverError(f"at most three hands may be hidden; vacant places: {vacant}")
    if sum(vacant) != hidden.bit_count():
        raise SolverError(f"{sum(vacant)} vacant places for {hidden.bit_count()} hidden cards")
    for suits in range(1, 16):
        mask = 0
        for s in range(4):
            if suits >> s & 1:
                mask |= 0x1FFF << 13 * s
        places = sum([vacant[seat] for seat in seats if suits & ~shown_out[seat]])
        if (hidden & mask).bit_count() > places:
            which = "".join([SUITS[s] for s in range(4) if suits >> s & 1])
            raise SolverError(
                f"{(hidden & mask).bit_count()} hidden cards in {which} ({names(hidden & mask)}), "
                f"but {places} vacant places in the hands not void there")

r"""Three hidden hands: all layouts counted, one combination of boxes (one for each hand) at a time.

A share of a suit is how many of its cards and points the first two hands take; the third takes the
rest. Points are counted for as many of the first two hands as limits on points need.

The layouts are counted from the suits up; a random number is led down again to its layout:

    spades      hearts         diamonds    clubs      ThreeSuit. Its shares: x cards and a points
        \        /                  \        /         to the first hand, y and b to the second,
         \      /                    \      /          in so many ways
       Joint, side 0              Joint, side 1       Two suits: cards and points add up, ways
       (x, y, a, b)               (v, w, p, q)        multiply. Side 1 is summed over q, so that
              \                      /                ways with q in a range are a difference.
               \                    /
                \                  /                  The cards of side 0 leave v = places[0] - x
               `walk`, with `window`                  and w = places[1] - y. Of those entries the
                         |                            points count that keep a + p, b + q and the
                         |                            third hand's rest within the boxes.
                         |
                    Combination                       `upto`: layouts up to each entry of side 0

    number below the count -> entry of side 0, and two numbers: the way of side 0 (`give_two`), and
    the way of side 1 (`window` names its points, `give_two` gives the cards)

Joining two suits is most of the work: combinations with equal limits on two suits share a table.
Counts are exact in 64 bits: at most 39!/(13!)^3 = 8.4e16.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset

from solver.core.rng cimport Rng, rng_below, rng_part
from solver.core.bits cimport bits_count, bits_low
from solver.core.cards cimport SUIT
from solver.worlds.output cimport Output, put
from solver.worlds.subsets cimport PLACES, Tables, subset, tables
from solver.worlds.two_hands cimport SUIT_POINTS
from solver.worlds.unions cimport ALL_HONOURS, Union, containing, length, points, sum_of

cdef enum:
    NO_LIMIT = 100
    MOST_COMBINATIONS = 1 << 15
    MOST_JOINTS = 1 << 11
    LISTED = 32             # combinations whose entries are listed as they are counted

cdef extern from *:
    """
    #define MOST_WORK (1ULL << 31)      // products of shares that a count may take
    #define MOST_MEMORY (1ULL << 28)    // and bytes
    """
    const uint64_t MOST_WORK
    const uint64_t MOST_MEMORY


cdef inline uint32_t* at(const ThreeSuit* q, int x, int y, int a, int b) noexcept nogil:
    """The ways to give x and y cards, a and b points to the first two hands."""
    return &q.grid[x * q.stride[0] + y * q.stride[1] + a * q.stride[2] + b]


cdef void count_spots(ThreeSuit* q) noexcept nogil:
    """Count the ways to give the small cards from each one on."""
    cdef int c, i, j, left
    cdef uint32_t n
    q.ways[q.small][0][0] = 1
    for c in range(q.small - 1, -1, -1):
        left = q.small - c
        for i in range(left + 1):
            for j in range(left - i + 1):
                n = 0
                if q.may[c] & 1 and i:
                    n += q.ways[c + 1][i - 1][j]
                if q.may[c] & 2 and j:
                    n += q.ways[c + 1][i][j - 1]
                if q.may[c] & 4 and i + j < left:
                    n += q.ways[c + 1][i][j]
                q.ways[c][i][j] = n


cdef void give_honours(ThreeSuit* q, const uint64_t* may) noexcept nogil:
    """List the ways to give the honours, sorted by points."""
    cdef int k, n, hand, code, total, before, a, b, found = 0
    cdef uint64_t bits, bit
    cdef uint64_t given[3]
    cdef bint fits
    cdef uint64_t all_given[GIVEN][2]
    cdef int key[GIVEN]
    cdef int ways = 1
    for _k in range(bits_count(q.honours)):
        ways *= 3
    for code in range(ways):
        given[0] = given[1] = given[2] = 0
        bits, n = q.honours, code
        while bits:
            bit = bits & (~bits + 1)
            given[n % 3] |= bit
            n //= 3
            bits &= bits - 1
        fits = not (given[0] & ~may[0] or given[1] & ~may[1] or given[2] & ~may[2])
        if fits:
            a = points(given[0]) if q.top[0] else 0
            b = points(given[1]) if q.top[1] else 0
            all_given[found][0], all_given[found][1] = given[0], given[1]
            key[found] = a * SUIT_POINTS + b
            found += 1
    total = 0
    for k in range(SUIT_POINTS * SUIT_POINTS):
        q.first[k] = total
        before = total
        for n in range(found):
            if key[n] == k:
                for hand in range(2):
                    q.given[total][hand] = all_given[n][hand]
                    q.size[total][hand] = bits_count(all_given[n][hand])
                total += 1
        if total > before:
            q.kind[q.kinds][0], q.kind[q.kinds][1] = k // SUIT_POINTS, k % SUIT_POINTS
            q.kinds += 1
    q.first[SUIT_POINTS * SUIT_POINTS] = total


cdef bint three_suit_fill(
    ThreeSuit* q, uint64_t cards, const uint64_t* may, int counted
) noexcept nogil:
    """Enter the hidden cards of a suit; False without memory.

    `may`: the cards that each hand may take; `counted`: for how many of the first two hands points
    are counted.
    """
    cdef uint64_t high = ALL_HONOURS & cards
    cdef uint64_t bits
    cdef int x, y, a, b, k, i, j, total
    cdef uint32_t* cell
    q.honours = high if counted else 0
    q.spots = cards & ~q.honours
    q.cards, q.small = bits_count(cards), bits_count(q.spots)
    q.top[0] = points(q.honours) if counted > 0 else 0
    q.top[1] = points(q.honours) if counted > 1 else 0
    q.open = True
    bits = q.spots
    for k in range(q.small):
        q.card[k] = bits_low(bits)
        q.may[k] = <int>(may[0] >> q.card[k] & 1 | (may[1] >> q.card[k] & 1) << 1
                         | (may[2] >> q.card[k] & 1) << 2)
        q.open = q.open and q.may[k] == 7
        bits &= bits - 1
    count_spots(q)
    give_honours(q, may)
    q.stride[2] = q.top[1] + 1
    q.stride[1] = q.stride[2] * (q.top[0] + 1)
    q.stride[0] = q.stride[1] * (q.cards + 1)
    q.grid = <uint32_t*>calloc((q.cards + 1) * q.stride[0], sizeof(uint32_t))
    if q.grid == NULL:
        return False
    for a in range(q.top[0] + 1):
        for b in range(q.top[1] + 1):
            for k in range(q.first[a * SUIT_POINTS + b], q.first[a * SUIT_POINTS + b + 1]):
                for i in range(q.small + 1):
                    cell = at(q, q.size[k][0] + i, q.size[k][1], a, b)
                    for j in range(q.small - i + 1):
                        cell[j * q.stride[1]] += q.ways[0][i][j]
    total = 0
    for k in range((q.cards + 1) * q.stride[0]):
        total += q.grid[k] > 0
    q.share = <Share*>malloc(max(total, 1) * sizeof(Share))
    if q.share == NULL:
        return False
    total = 0
    for x in range(PLACES):
        for y in range(PLACES):
            q.row[x * PLACES + y] = total
            if x + y > q.cards:
                continue
            for a in range(q.top[0] + 1):
                for b in range(q.top[1] + 1):
                    if at(q, x, y, a, b)[0]:
                        q.share[total] = Share(
                            at(q, x, y, a, b)[0], [<uint8_t>x, <uint8_t>y],
                            [<uint8_t>a, <uint8_t>b])
                        total += 1
    q.row[ROWS] = total
    return True


cdef void give_spots(
    const Tables* t, const ThreeSuit* q, int i, int j, uint64_t number, uint64_t* hand
) noexcept nogil:
    """Give the small cards, i and j of them to the first two hands, in the way of this number."""
    cdef uint64_t taken, ways, rest
    cdef int c
    if q.open:
        ways = t.choose[q.small - i][j]
        taken = subset(t, q.spots, i, number // ways)
        rest = subset(t, q.spots ^ taken, j, number % ways)
        hand[0] |= taken
        hand[1] |= rest
        hand[2] |= q.spots ^ taken ^ rest
        return
    for c in range(q.small):
        if q.may[c] & 1 and i:
            ways = q.ways[c + 1][i - 1][j]
            if number < ways:
                hand[0] |= <uint64_t>1 << q.card[c]
                i -= 1
                continue
            number -= ways
        if q.may[c] & 2 and j:
            ways = q.ways[c + 1][i][j - 1]
            if number < ways:
                hand[1] |= <uint64_t>1 << q.card[c]
                j -= 1
                continue
            number -= ways
        hand[2] |= <uint64_t>1 << q.card[c]


cdef void give_suit(
    const Tables* t, const ThreeSuit* q, const Share* share, uint64_t number, uint64_t* hand
) noexcept nogil:
    """Give a suit as a share says, in the way of this number below its count."""
    cdef int key = share.points[0] * SUIT_POINTS + share.points[1]
    cdef int k, i, j
    cdef uint64_t ways
    for k in range(q.first[key], q.first[key + 1]):
        i = share.cards[0] - q.size[k][0]
        j = share.cards[1] - q.size[k][1]
        if i < 0 or j < 0 or i + j > q.small:
            continue
        ways = q.ways[0][i][j]
        if number < ways:
            hand[0] |= q.given[k][0]
            hand[1] |= q.given[k][1]
            hand[2] |= q.honours & ~(q.given[k][0] | q.given[k][1])
            give_spots(t, q, i, j, number, hand)
            return
        number -= ways


cdef void three_suit_free(ThreeSuit* q) noexcept nogil:
    free(q.grid)
    free(q.share)


cdef struct Ranges:
    # Hidden cards of the four suits, and hidden points, in three hands.
    int low[5][3]
    int high[5][3]


cdef bint tighten(Ranges* r, const int* cards, const int* places) noexcept nogil:
    """Cut the limits to what the others allow; False when nothing is left."""
    cdef int s, h, k, least, most
    for _k in range(3):
        for s in range(5):
            for h in range(3):
                least = most = cards[s]
                for k in range(3):
                    if k != h:
                        least -= r.high[s][k]
                        most -= r.low[s][k]
                r.low[s][h] = max(r.low[s][h], least)
                r.high[s][h] = min(r.high[s][h], most)
        for h in range(3):
            for s in range(4):
                least = most = places[h]
                for k in range(4):
                    if k != s:
                        least -= r.high[k][h]
                        most -= r.low[k][h]
                r.low[s][h] = max(r.low[s][h], least)
                r.high[s][h] = min(r.high[s][h], most)
    for s in range(5):
        for h in range(3):
            if r.low[s][h] > r.high[s][h]:
                return False
    return True


cdef uint64_t shares_within(
    const ThreeSuit* q, const Limits* l, int which
) noexcept nogil:
    cdef int x, y, z
    cdef uint64_t n = 0
    for x in range(l.cards[which][0][0], l.cards[which][0][1] + 1):
        for y in range(l.cards[which][1][0], min(l.cards[which][1][1], q.cards - x) + 1):
            z = q.cards - x - y
            if l.cards[which][2][0] <= z <= l.cards[which][2][1]:
                n += q.row[x * PLACES + y + 1] - q.row[x * PLACES + y]
    return n


cdef int find_joint(ThreeHands* t, int side, const Limits* limits) noexcept nogil:
    """The joint with these limits, begun if need be; -1 without memory."""
    cdef int i, h
    cdef Joint* j
    cdef const ThreeSuit* s = &t.suit[2 * side]
    cdef const ThreeSuit* r = &t.suit[2 * side + 1]
    for i in range(t.joints):
        if t.joint[i].side == side and memcmp(&t.joint[i].limits, limits, sizeof(Limits)) == 0:
            return i
    if t.joints & (t.joints + 1) == 0:
        j = <Joint*>realloc(t.joint, (2 * t.joints + 1) * sizeof(Joint))
        if j == NULL:
            return -1
        t.joint = j
    j = &t.joint[t.joints]
    memset(j, 0, sizeof(Joint))
    j.limits, j.side = limits[0], side
    for h in range(2):
        j.low[h] = limits.cards[0][h][0] + limits.cards[1][h][0]
        j.size[h] = min(limits.cards[0][h][1] + limits.cards[1][h][1], t.places[h]) + 1 - j.low[h]
        j.size[2 + h] = s.top[h] + r.top[h] + 1
    t.work += shares_within(s, limits, 0) * shares_within(r, limits, 1)
    t.memory += <uint64_t>(j.size[0] * j.size[1]) * (j.size[2] * j.size[3]) * sizeof(uint64_t)
    t.joints += 1
    return t.joints - 1


cdef bint combine(ThreeHands* t, const int* box) noexcept nogil:
    """Enter a combination of boxes unless nothing meets it; False without memory."""
    cdef Ranges r
    cdef int cards[5]
    cdef int s, h, k, own
    cdef Limits limits[2]
    cdef Combination* c
    for s in range(4):
        cards[s] = t.suit[s].cards
    cards[4] = t.points
    for h in range(3):
        for s in range(5):
            k = (s + 1) % 5                     # a box begins with points
            own = length(t.known[h], s) if s < 4 else points(t.known[h])
            r.low[s][h] = max(t.said[h].bound[box[h]][2 * k] - own, 0)
            r.high[s][h] = min(t.said[h].bound[box[h]][2 * k + 1] - own, cards[s])
            if s < 4:
                r.high[s][h] = min(r.high[s][h], t.places[h])
    if not tighten(&r, cards, t.places):
        return True
    if t.combinations & (t.combinations + 1) == 0:
        c = <Combination*>realloc(
            t.combination, (2 * t.combinations + 1) * sizeof(Combination))
        if c == NULL:
            return False
        t.combination = c
    c = &t.combination[t.combinations]
    memset(c, 0, sizeof(Combination))
    c.weight = 1
    for h in range(3):
        c.box[h] = box[h]
        c.weight *= t.said[h].weight[box[h]]
        c.low[h], c.high[h] = r.low[4][h], r.high[4][h]
        if (h if h < 2 else 1) >= t.counted:
            c.low[h], c.high[h] = -NO_LIMIT, NO_LIMIT
        for s in range(4):
            limits[s // 2].cards[s % 2][h][0] = <uint8_t>r.low[s][h]
            limits[s // 2].cards[s % 2][h][1] = <uint8_t>r.high[s][h]
    for s in range(2):
        c.joint[s] = find_joint(t, s, &limits[s])
        if c.joint[s] < 0:
            return False
    t.combinations += 1
    return True


cdef bint is_bounded(const ThreeHands* t) noexcept nogil:
    """Whether the count, as far as planned, takes bounded time and memory."""
    return (t.work <= MOST_WORK and t.memory <= MOST_MEMORY and t.joints <= MOST_JOINTS
            and t.combinations <= MOST_COMBINATIONS)


cdef bint list_all(
    ThreeHands* t, uint64_t hidden, const uint64_t* may
) noexcept nogil:
    """List the combinations and joints to be counted; False without memory.

    The list ends early where it is not bounded.
    """
    cdef int box[3]
    cdef int s
    for s in range(4):
        if not three_suit_fill(
            &t.suit[s], hidden & <uint64_t>SUIT << (13 * s), may, t.counted
        ):
            return False
    for box[0] in range(t.said[0].size):
        for box[1] in range(t.said[1].size):
            for box[2] in range(t.said[2].size):
                if not combine(t, box):
                    return False
                if not is_bounded(t):
                    return True
    return True


cdef ThreeHands* three_plan(
    const Union* const* u, uint64_t hidden, const int* places, const uint64_t* known,
    const uint64_t* may, const bint* limited,
) noexcept nogil:
    """Return what a count has to do, for `three_count` and `three_free`; NULL without memory.

    By hand: unions, which must outlive the plan; places for hidden cards; cards held or played
    besides; hidden cards that it may take; whether its points are limited.
    """
    cdef ThreeHands* t = <ThreeHands*>calloc(1, sizeof(ThreeHands))
    cdef uint64_t free_to_take[3]
    cdef int h, k = 0
    if t == NULL:
        return NULL
    t.tables, t.points = tables(), points(hidden)
    for h in range(6):                      # those with limits on points come first
        if limited[h % 3] == (h < 3):
            t.order[k] = h % 3
            k += 1
    for k in range(3):
        h = t.order[k]
        t.said[k], t.places[k], t.known[k] = u[h], places[h], known[h]
        free_to_take[k] = may[h]
        t.counted = min(t.counted + limited[h], 2)
    if not list_all(t, hidden, free_to_take):
        three_free(t)
        return NULL
    return t


cdef bint join(ThreeHands* t, Joint* j) noexcept nogil:
    """Count the shares of two suits together; False without memory."""
    cdef const ThreeSuit* s = &t.suit[2 * j.side]
    cdef const ThreeSuit* r = &t.suit[2 * j.side + 1]
    cdef int b_step = 1
    cdef int a_step = j.size[3]
    cdef int y_step = a_step * j.size[2]
    cdef int x_step = y_step * j.size[1]
    cdef int n = s.cards + r.cards
    cdef int x, y, v, w, z, i, k, rows = 0, shares = 0
    cdef const Share* e
    cdef const Share* f
    cdef uint64_t* count_at
    cdef uint64_t m
    cdef int row_x[PLACES * PLACES]
    cdef int row_y[PLACES * PLACES]
    cdef int row_end[PLACES * PLACES]
    cdef uint32_t* step
    cdef uint32_t* count
    j.count = <uint64_t*>calloc(<size_t>(x_step * j.size[0]), sizeof(uint64_t))
    step = <uint32_t*>malloc(2 * max(r.row[PLACES * PLACES], 1) * sizeof(uint32_t))
    if j.count == NULL or step == NULL:
        free(step)
        return False
    count = step + max(r.row[PLACES * PLACES], 1)
    for v in range(j.limits.cards[1][0][0], j.limits.cards[1][0][1] + 1):
        for w in range(j.limits.cards[1][1][0], min(j.limits.cards[1][1][1], r.cards - v) + 1):
            z = r.cards - v - w
            if not j.limits.cards[1][2][0] <= z <= j.limits.cards[1][2][1]:
                continue
            for k in range(r.row[v * PLACES + w], r.row[v * PLACES + w + 1]):
                f = &r.share[k]
                step[shares] = f.points[0] * a_step + f.points[1] * b_step
                count[shares] = f.count
                shares += 1
            row_x[rows], row_y[rows], row_end[rows] = v, w, shares
            rows += 1
    for x in range(j.limits.cards[0][0][0], j.limits.cards[0][0][1] + 1):
        for y in range(j.limits.cards[0][1][0], min(j.limits.cards[0][1][1], s.cards - x) + 1):
            z = s.cards - x - y
            if not j.limits.cards[0][2][0] <= z <= j.limits.cards[0][2][1]:
                continue
            for i in range(rows):
                v, w = x + row_x[i], y + row_y[i]
                if (v - j.low[0] >= j.size[0] or w - j.low[1] >= j.size[1]
                        or n - v - w > t.places[2]):
                    continue
                for z in range(s.row[x * PLACES + y], s.row[x * PLACES + y + 1]):
                    e = &s.share[z]
                    m = e.count
                    count_at = j.count + ((v - j.low[0]) * x_step + (w - j.low[1]) * y_step
                                          + e.points[0] * a_step + e.points[1] * b_step)
                    for k in range(row_end[i - 1] if i else 0, row_end[i]):
                        count_at[step[k]] += m * count[k]
    free(step)
    if j.side == 1:
        for i in range(x_step * j.size[0]):
            if i % a_step:
                j.count[i] += j.count[i - 1]
    return True


cdef uint64_t window(
    const ThreeHands* t, const Combination* c, const uint64_t* row, const int* size, int a, int b,
    uint64_t number, int* key, uint64_t* rest,
) noexcept nogil:
    """How many layouts of two suits go with a and b points in the others.

    Where `number` is below that, `key` becomes the points of the layout with this number, `rest`
    its number among those with equal points, and the result is 0.
    """
    cdef int p, q, low, high
    cdef int left = t.points - a - b
    cdef uint64_t block, before, total = 0
    for p in range(max(0, c.low[0] - a), min(size[2] - 1, c.high[0] - a) + 1):
        low = max(c.low[1] - b, left - p - c.high[2], 0)
        high = min(c.high[1] - b, left - p - c.low[2], size[3] - 1)
        if low > high:
            continue
        before = row[p * size[3] + low - 1] if low else 0
        block = row[p * size[3] + high] - before
        if number < total + block:
            number += before - total
            q = low
            while row[p * size[3] + q] <= number:
                q += 1
            key[0], key[1] = p, q
            rest[0] = number - (row[p * size[3] + q - 1] if q else 0)
            return 0
        total += block
    return total


cdef uint64_t walk(ThreeHands* t, Combination* c, bint listed) noexcept nogil:
    """Count a combination; `listed`: its keys are filled."""
    cdef const Joint* left = &t.joint[c.joint[0]]
    cdef const Joint* right = &t.joint[c.joint[1]]
    cdef int block = right.size[2] * right.size[3]
    cdef int x, y, v, w, a, b, i = 0
    cdef int key[2]
    cdef uint64_t m, ways, rest, total = 0
    cdef const uint64_t* row
    c.keys = 0
    for x in range(left.size[0]):
        for y in range(left.size[1]):
            v = t.places[0] - left.low[0] - x - right.low[0]
            w = t.places[1] - left.low[1] - y - right.low[1]
            if not (0 <= v < right.size[0] and 0 <= w < right.size[1]):
                i += left.size[2] * left.size[3]
                continue
            row = right.count + (v * right.size[1] + w) * block
            for a in range(left.size[2]):
                for b in range(left.size[3]):
                    m = left.count[i]
                    i += 1
                    if m == 0 or a > c.high[0] or b > c.high[1]:
                        continue
                    ways = window(t, c, row, right.size, a, b, <uint64_t>-1, key, &rest)
                    if ways:
                        total += m * ways
                        if listed:
                            c.key[c.keys] = <uint32_t>(i - 1)
                            c.upto[c.keys] = total
                        c.keys += 1
    return total


cdef int entries(const ThreeHands* t, const Combination* c) noexcept nogil:
    cdef const int* size = t.joint[c.joint[0]].size
    return size[0] * size[1] * size[2] * size[3]


cdef bint make_list(Combination* c, int n) noexcept nogil:
    """Room for n entries; False without memory."""
    c.key = <uint32_t*>malloc(max(n, 1) * sizeof(uint32_t))
    c.upto = <uint64_t*>malloc(max(n, 1) * sizeof(uint64_t))
    if c.key == NULL or c.upto == NULL:
        free(c.key)
        free(c.upto)
        c.key, c.upto = NULL, NULL
        return False
    return True


cdef bint three_count(ThreeHands* t) noexcept nogil:
    """Count what `three_plan` listed; False without memory."""
    cdef int i
    cdef Combination* c
    for i in range(t.joints):
        if t.joint[i].count == NULL and not join(t, &t.joint[i]):
            return False
    free(t.upto)
    t.upto = <double*>malloc(max(t.combinations, 1) * sizeof(double))
    if t.upto == NULL:
        return False
    t.mass, t.layouts, t.most = 0, 0, 0
    for i in range(t.combinations):
        c = &t.combination[i]
        if t.combinations <= LISTED and c.key == NULL and not make_list(c, entries(t, c)):
            return False
        c.count = walk(t, c, c.key != NULL)
        t.mass += c.weight * <double>c.count
        t.layouts += <double>c.count
        t.most = max(t.most, c.count)
        t.upto[i] = t.mass
    return True


cdef bint list_keys(ThreeHands* t, Combination* c) noexcept nogil:
    """Prepare draws from a combination; False without memory."""
    if c.key != NULL:
        return True
    if not make_list(c, c.keys):
        return False
    walk(t, c, True)
    return True


cdef void give_two(
    const ThreeHands* t, const Joint* j, int x, int y, int a, int b, uint64_t number,
    uint64_t* hand,
) noexcept nogil:
    """Give two suits, so many cards and points to the first two hands, in the way of this number.

    The ways are sorted by the cards that the hands take of the first of the suits, then by points.
    """
    cdef const ThreeSuit* s = &t.suit[2 * j.side]
    cdef const ThreeSuit* r = &t.suit[2 * j.side + 1]
    cdef int v, w, z, i, p, q
    cdef int kinds = 0
    cdef uint32_t left[GIVEN]                   # places of the possible kinds in both grids
    cdef uint32_t right[GIVEN]
    cdef const uint32_t* g
    cdef const uint32_t* h
    cdef uint64_t ways
    cdef Share one
    cdef Share other
    for i in range(s.kinds):
        p, q = a - s.kind[i][0], b - s.kind[i][1]
        if 0 <= p <= r.top[0] and 0 <= q <= r.top[1]:
            left[kinds] = s.kind[i][0] * s.stride[2] + s.kind[i][1]
            right[kinds] = p * r.stride[2] + q
            kinds += 1
    for v in range(max(<int>j.limits.cards[0][0][0], x - j.limits.cards[1][0][1]),
                   min(<int>j.limits.cards[0][0][1], x - j.limits.cards[1][0][0]) + 1):
        for w in range(max(<int>j.limits.cards[0][1][0], y - j.limits.cards[1][1][1]),
                       min(<int>j.limits.cards[0][1][1], y - j.limits.cards[1][1][0],
                           s.cards - v) + 1):
            z = s.cards - v - w
            if not j.limits.cards[0][2][0] <= z <= j.limits.cards[0][2][1]:
                continue
            z = r.cards - (x - v) - (y - w)
            if not j.limits.cards[1][2][0] <= z <= j.limits.cards[1][2][1]:
                continue
            g, h = at(s, v, w, 0, 0), at(r, x - v, y - w, 0, 0)
            ways = 0
            for i in range(kinds):
                ways += <uint64_t>g[left[i]] * h[right[i]]
            if number >= ways:
                number -= ways
                continue
            i = 0
            while number >= <uint64_t>g[left[i]] * h[right[i]]:
                number -= <uint64_t>g[left[i]] * h[right[i]]
                i += 1
            one.cards[0], one.cards[1] = v, w
            one.points[0], one.points[1] = left[i] // s.stride[2], left[i] % s.stride[2]
            other.cards[0], other.cards[1] = x - v, y - w
            other.points[0], other.points[1] = a - one.points[0], b - one.points[1]
            give_suit(t.tables, s, &one, number // h[right[i]], hand)
            give_suit(t.tables, r, &other, number % h[right[i]], hand)
            return


cdef void three_layout(
    const ThreeHands* t, const Combination* c, uint64_t number, uint64_t* hand
) noexcept nogil:
    """The hidden cards of the three hands in the layout of a combination with this number."""
    cdef const Joint* left = &t.joint[c.joint[0]]
    cdef const Joint* right = &t.joint[c.joint[1]]
    cdef int low = 0, high = c.keys - 1
    cdef int middle, x, y, a, b, place
    cdef uint64_t ways, rest = 0
    cdef int key[2]
    cdef const uint64_t* row
    while low < high:
        middle = (low + high) >> 1
        if c.upto[middle] > number:
            high = middle
        else:
            low = middle + 1
    if low:
        number -= c.upto[low - 1]
    place = c.key[low]
    ways = left.count[place]
    b = place % left.size[3]
    place //= left.size[3]
    a = place % left.size[2]
    place //= left.size[2]
    y = place % left.size[1] + left.low[1]
    x = place // left.size[1] + left.low[0]
    hand[0] = hand[1] = hand[2] = 0
    give_two(t, left, x, y, a, b, number % ways, hand)
    x, y = t.places[0] - x, t.places[1] - y
    row = right.count + (((x - right.low[0]) * right.size[1] + y - right.low[1])
                         * right.size[2] * right.size[3])
    key[0] = key[1] = 0
    window(t, c, row, right.size, a, b, number // ways, key, &rest)
    give_two(t, right, x, y, key[0], key[1], rest, hand)


cdef bint three_draw(ThreeHands* t, Rng* rng, uint64_t* hand) noexcept nogil:
    """The hidden cards of the three hands in a random layout; False without memory.

    There must be a layout that has a weight.
    """
    cdef double mass = rng_part(rng) * t.mass
    cdef int low = 0, high = t.combinations - 1
    cdef int middle
    cdef Combination* c
    while low < high:
        middle = (low + high) >> 1
        if t.upto[middle] > mass:
            high = middle
        else:
            low = middle + 1
    c = &t.combination[low]
    if not list_keys(t, c):
        return False
    three_layout(t, c, rng_below(rng, c.count), hand)
    return True


cdef bint three_some(ThreeHands* t, Rng* rng, Output* o) noexcept nogil:
    """Fill the output with random layouts; False without memory."""
    cdef uint64_t drawn[3]
    cdef uint64_t hand[3]
    cdef int k
    while o.made < o.size:
        if not three_draw(t, rng, drawn):
            return False
        for k in range(3):
            hand[t.order[k]] = drawn[k]
        put(o, hand, 1)
    return True


cdef bint three_every(ThreeHands* t, bint* enough, Output* o) noexcept nogil:
    """Write all layouts that have a weight, if there is room for them; False without memory.

    They are ordered by combination of boxes and by number. A layout belongs to the first
    combination that has it. `enough` becomes whether there was room.
    """
    cdef uint64_t drawn[3]
    cdef uint64_t hand[3]
    cdef uint64_t boxes, number
    cdef double weight
    cdef int i, k
    cdef bint mine
    cdef Combination* c
    enough[0] = True
    for i in range(t.combinations):
        c = &t.combination[i]
        if c.count and not list_keys(t, c):
            return False
        for number in range(c.count):
            three_layout(t, c, number, drawn)
            weight, mine = 1, True
            for k in range(3):
                hand[t.order[k]] = drawn[k]
                boxes = containing(t.said[k], t.known[k] | drawn[k])
                mine = mine and bits_low(boxes) == c.box[k]
                weight *= sum_of(t.said[k], boxes)
            if mine:
                if o.made == o.size:
                    enough[0] = False
                    return True
                put(o, hand, weight)
    return True


cdef void three_free(ThreeHands* t) noexcept nogil:
    """Free a plan and its count; NULL is allowed."""
    cdef int i
    if t == NULL:
        return
    for i in range(4):
        three_suit_free(&t.suit[i])
    for i in range(t.joints):
        free(t.joint[i].count)
    for i in range(t.combinations):
        free(t.combination[i].key)
        free(t.combination[i].upto)
    free(t.joint)
    free(t.combination)
    free(t.upto)
    free(t)

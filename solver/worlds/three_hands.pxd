"""Three hidden hands: all layouts counted, one combination of boxes (one for each hand) at a time.

The shares of spades and hearts are joined to a table by the cards and points of the first two
hands, those of diamonds and clubs to another; the layouts are the pairs of entries that fill the
hands and meet the limits on points. Joining two suits is most of the work: combinations with equal
limits on two suits share a table. Counts are exact in 64 bits: at most 39!/(13!)^3 = 8.4e16.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset

from solver.worlds.subsets cimport PLACES, Tables
from solver.worlds.three_suits cimport Share, ThreeSuit, three_suit_fill
from solver.core.types cimport SUIT
from solver.worlds.unions cimport Union, length, points

cdef enum:
    NO_LIMIT = 100
    MOST_COMBINATIONS = 1 << 15
    MOST_JOINTS = 1 << 11

cdef extern from *:
    """
    #define MOST_WORK (1ULL << 31)      // products of shares that a count may take
    #define MOST_MEMORY (1ULL << 28)    // and bytes
    """
    const uint64_t MOST_WORK
    const uint64_t MOST_MEMORY


cdef struct Limits:
    # The least and most hidden cards of two suits in three hands.
    uint8_t cards[2][3][2]


cdef struct Joint:
    # Two suits together.
    Limits limits
    int side                                # 0 for spades and hearts, 1 for diamonds and clubs
    int low[2]                              # the least cards of the first two hands
    int size[4]                             # how many numbers of their cards and points there are
    uint64_t* count                         # side 1: summed over the points of the second hand


cdef struct Combination:
    int box[3]
    double weight
    int joint[2]
    int low[3]                              # the hidden points of each hand
    int high[3]
    uint64_t count
    int keys                                # the entries of side 0, when something was drawn
    uint32_t* key
    uint64_t* upto
    uint32_t* guide                         # by part of the count, the first entry that it meets


cdef struct ThreeHands:
    const Tables* tables
    ThreeSuit suit[4]
    int places[3]
    int points                              # all that are hidden
    int counted                             # hands whose points are counted, and one by difference
    Joint* joint
    int joints
    Combination* combination
    double* upto                            # the mass up to and including each combination
    int combinations
    uint64_t work                           # products of shares that counting takes
    uint64_t memory                         # bytes of the joints
    double mass
    uint64_t most                           # layouts of the largest combination
    double layouts                          # layouts of all combinations together


cdef struct Ranges:
    # Hidden cards of the four suits, and hidden points, in three hands.
    int low[5][3]
    int high[5][3]


cdef inline bint tighten(Ranges* r, const int* cards, const int* places) noexcept nogil:
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


cdef inline uint64_t shares_within(
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


cdef inline int find_joint(ThreeHands* t, int side, const Limits* limits) noexcept nogil:
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


cdef inline bint combine(
    ThreeHands* t, const Union* const* u, const int* box, const uint64_t* known
) noexcept nogil:
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
            own = length(known[h], s) if s < 4 else points(known[h])
            r.low[s][h] = max(u[h].bound[box[h]][2 * k] - own, 0)
            r.high[s][h] = min(u[h].bound[box[h]][2 * k + 1] - own, cards[s])
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
        c.weight *= u[h].weight[box[h]]
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


cdef inline bint is_bounded(const ThreeHands* t) noexcept nogil:
    """Whether the count, as far as planned, takes bounded time and memory."""
    return (t.work <= MOST_WORK and t.memory <= MOST_MEMORY and t.joints <= MOST_JOINTS
            and t.combinations <= MOST_COMBINATIONS)


cdef inline bint three_plan(
    ThreeHands* t, const Union* const* u, uint64_t hidden, const int* places,
    const uint64_t* known, const uint64_t* may, int counted,
) noexcept nogil:
    """List what is to be counted; False without memory.

    By hand: unions, places for hidden cards, cards held or played besides, hidden cards that it may
    take. `counted`: how many of the first two hands have limits on points; the third may have some
    if both have. The list ends early where it is not bounded.
    """
    cdef int box[3]
    cdef int s, h
    for h in range(3):
        t.places[h] = places[h]
    t.counted = counted
    t.points = points(hidden)
    for s in range(4):
        if not three_suit_fill(
            &t.suit[s], hidden & <uint64_t>SUIT << (13 * s), may, counted
        ):
            return False
    for box[0] in range(u[0].size):
        for box[1] in range(u[1].size):
            for box[2] in range(u[2].size):
                if not combine(t, u, box, known):
                    return False
                if not is_bounded(t):
                    return True
    return True


cdef inline bint join(ThreeHands* t, Joint* j) noexcept nogil:
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


cdef inline uint64_t window(
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


cdef inline uint64_t walk(ThreeHands* t, Combination* c, bint listed) noexcept nogil:
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

"""Move generation, and the fitted weights: of the lead, and of second and third hand at notrump.

The other seats have the weights of Haglund's paper, see haglund.pxd. README.md tells how these
were fitted, and why.
"""
from libc.stdint cimport int32_t

from solver.dd.trick cimport (
    Frame, card_power, heads, legal, length, power, rank_power,
)
from solver.core.bits cimport bits_count, bits_high, bits_low
from solver.core.cards cimport ACE, NOTRUMP, SUIT, hand_t, lane, lane_mask


cdef extern from "weights.h":
    ctypedef struct LeadWeights:
        short owners[512]
        short left[32]
        short partner[32]
        short right[32]
        short own[32]
        short low[4]
        short group[12]
        short ruff[8]
        short single
        short cut
        short table
        short table_suit

    ctypedef struct FollowWeights:
        short relation[128]
        short rank[16]
        short owners[256]
        short length[16]

    const LeadWeights LEAD_NOTRUMP
    const LeadWeights LEAD_TRUMP
    const FollowWeights FOLLOW_NOTRUMP[2]


# A card that may be played, 16*suit+rank, and 256 times its weight: one number, so that moves are
# exchanged in registers and a list of them is one cache line.
ctypedef int32_t move_t


cdef struct Hints:
    hand_t cut      # card that made the last cut-off in this place, in the frame's ranks, or 0
    hand_t table    # best card that an entry or the shape names, or 0; perhaps of another hand


cdef inline int move_index(move_t m) noexcept nogil:
    """The card of a move, 16*suit+rank."""
    return m & 63


cdef inline int move_suit(move_t m) noexcept nogil:
    """The suit of a move."""
    return (m & 63) >> 4


cdef inline int move_rank(move_t m) noexcept nogil:
    """The relative rank of a move, 0..12."""
    return m & 15


cdef inline hand_t move_card(move_t m) noexcept nogil:
    """The card of a move as a set."""
    return <hand_t>1 << (m & 63)


cdef inline move_t weighed(move_t m, int weight) noexcept nogil:
    """The move with another weight."""
    return 256 * weight + (m & 63)


cdef inline int generate(const Frame* f, int seat, int k, bint touching, move_t* m) noexcept nogil:
    """The highest card of every group of touching cards, or every card; returns how many."""
    cdef hand_t cards = legal(f, seat, k)
    cdef int n = 0
    if touching:
        cards = heads(cards)
    while cards:
        m[n] = bits_low(cards)
        cards &= cards - 1
        n += 1
    return n


cdef inline move_t pick(move_t* m, int i, int n) noexcept nogil:
    """Bring the heaviest of the moves i..n-1 to place i; of equals, the first."""
    cdef int j
    cdef int best = i
    cdef move_t first = m[i]
    cdef move_t top = first
    for j in range(i + 1, n):
        if m[j] > (top | 255):
            best = j
            top = m[j]
    m[best] = first
    m[i] = top
    return top


cdef inline int top_owners(hand_t odd, hand_t high, int suit) noexcept nogil:
    """The seats that hold the three highest cards of a suit, as an index below 64.

    odd, high: the two bits of the seat numbers, spread over the cards; a missing card counts as 0.
    """
    return (<int>(odd >> (16 * suit + 10)) & 7) | (<int>(high >> (16 * suit + 10)) & 7) << 3


cdef inline int rank_class(move_t m) noexcept nogil:
    """0, 1, 2 for the three highest cards of a suit, 3 for all others."""
    cdef int rank = 12 - move_rank(m)
    return rank if rank < 3 else 3


cdef inline int touching_class(hand_t hand, hand_t card) noexcept nogil:
    """0, 1, 2 when no, one, or at least two cards of the hand follow the card without a gap."""
    if not hand & card >> 1:
        return 0
    return 2 if hand & card >> 2 else 1


cdef inline void weigh_lead(const Frame* f, int trump, move_t* m, int n,
                            const Hints* hints) noexcept nogil:
    """Weights for the hand that leads."""
    cdef int me = f.leader
    cdef int left = (me + 1) & 3
    cdef int partner = (me + 2) & 3
    cdef int right = (me + 3) & 3
    cdef const LeadWeights* t = &LEAD_NOTRUMP if trump == NOTRUMP else &LEAD_TRUMP
    cdef hand_t hand = f.hand[me]
    # seats counted from the leader
    cdef hand_t odd = f.hand[left] | f.hand[right]
    cdef hand_t high = f.hand[partner] | f.hand[right]
    cdef hand_t card, below
    cdef hand_t named = hints.table
    cdef int ruffs = 0
    cdef int suit_weight = 0
    cdef int last = -1
    cdef int owners = 0
    cdef int i, s, rank, kind, weight
    if trump != NOTRUMP:
        ruffs = ((length(f, trump, left) > 0) | (length(f, trump, right) > 0) << 1
                 | (length(f, trump, partner) > 0) << 2)
    while named & hand and named << 1 & hand:
        named <<= 1
    for i in range(n):
        s = move_suit(m[i])
        if s != last:
            last = s
            kind = 16 if s == trump else 0
            owners = 4 * top_owners(odd, high, s) + 16 * kind
            suit_weight = (t.left[kind + length(f, s, left)]
                           + t.right[kind + length(f, s, right)]
                           + t.partner[kind + length(f, s, partner)]
                           + t.own[kind + length(f, s, me)])
            if trump != NOTRUMP and s != trump:
                suit_weight += t.ruff[ruffs & ((length(f, s, left) == 0)
                                               | (length(f, s, right) == 0) << 1
                                               | (length(f, s, partner) == 0) << 2)]
                if length(f, s, me) == 1 and length(f, trump, me):
                    suit_weight += t.single
        rank = rank_class(m[i])
        card = move_card(m[i])
        below = hand & lane_mask(s) & (card - 1)
        weight = (suit_weight + t.owners[owners + rank]
                  + t.group[4 * touching_class(hand, card) + rank]
                  + t.low[(below & ~(card >> 1 | card >> 2) == 0) + 2 * (rank == 3)])
        if card == hints.cut:
            weight += t.cut
        if card == named:
            weight += t.table
        elif hints.table & lane_mask(s):
            weight += t.table_suit
        m[i] = weighed(m[i], weight)


cdef inline void weigh_follow(const Frame* f, int k, move_t* m, int n) noexcept nogil:
    """Weights for the second (k = 1) and third hand at notrump."""
    cdef const FollowWeights* t = &FOLLOW_NOTRUMP[k - 1]
    cdef int led = f.suit[0]
    cdef int me = (f.leader + k) & 3
    cdef hand_t hand = f.hand[me]
    cdef hand_t odd, high, rest, card
    cdef int best = f.best[k - 1]
    cdef int top = card_power(f.card[best], f.suit[best], led, NOTRUMP)
    cdef int enemy = power(f.hand[(me + 1) & 3], led, NOTRUMP)
    cdef int before = 0     # power of the next lower card
    cdef bint safe          # partner wins the trick without this hand
    cdef bint x             # second hand: third hand can win; third hand: the lead is winning
    cdef bint y             # second hand: the leader has a higher card; third: cheapest winner
    cdef int i, p, weight
    if length(f, led, me):
        if k == 1:
            p = power(f.hand[(me + 2) & 3], led, NOTRUMP)
            safe = p > top and p > enemy
            x = enemy > top
        else:
            x = best == 0
            safe = x and top > enemy
        rest = f.hand[f.leader] & lane_mask(led) & ~f.card[0]
        for i in range(n):
            card = move_card(m[i])
            p = rank_power(move_rank(m[i]), led, led, NOTRUMP)
            if k == 1:
                y = rest > card
            else:
                y = p > top and p > enemy and not (before > top and before > enemy)
            weight = (t.relation[(p > top) + 2 * (i == 0) + 4 * (p > enemy) + 8 * safe
                                 + 16 * (p > top and before <= top) + 32 * x + 64 * y]
                      + t.rank[4 * touching_class(hand, card) + rank_class(m[i])])
            m[i] = weighed(m[i], weight)
            before = p
        return
    odd = f.hand[(me + 1) & 3] | f.hand[(me + 3) & 3]
    high = f.hand[(me + 2) & 3] | f.hand[(me + 3) & 3]
    for i in range(n):
        weight = (t.length[length(f, move_suit(m[i]), me)]
                  + t.owners[4 * top_owners(odd, high, move_suit(m[i])) + rank_class(m[i])])
        m[i] = weighed(m[i], weight)

"""Move generation and ordering for the four seats of a trick (Haglund, section 5).

Weights follow the paper's scheme, with relative ranks 2..14 (14 is the highest card left).
"""
from libc.stdint cimport uint64_t

from solver.trick cimport (
    Frame, card_power, heads, legal, length, power,
)
from solver.types cimport (
    ACE, NOTRUMP, SUIT, bits_count, bits_high, bits_low, hand_t, lane, lane_mask,
)


cdef extern from "_weights.h":
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

    ctypedef struct FollowWeights:
        short relation[128]
        short rank[16]
        short owners[256]
        short length[16]

    const LeadWeights LEAD_NOTRUMP
    const LeadWeights LEAD_TRUMP
    const FollowWeights FOLLOW_NOTRUMP[2]


cdef struct Move:
    hand_t card
    int suit
    int weight


cdef struct Hints:
    hand_t cut      # card that made the last cut-off in this place, in the frame's ranks, or 0
    hand_t table    # best card that a table entry names, or 0


cdef inline int generate(const Frame* f, int seat, int k, bint touching, Move* m) noexcept nogil:
    """The highest card of every group of touching cards, or every card; returns how many."""
    cdef hand_t cards = legal(f, seat, k)
    cdef int n = 0
    if touching:
        cards = heads(cards)
    while cards:
        m[n].card = cards & (~cards + 1)
        m[n].suit = bits_low(cards) >> 4
        cards &= cards - 1
        n += 1
    return n


cdef inline void pick(Move* m, int i, int n) noexcept nogil:
    """Bring the heaviest of the moves i..n-1 to place i."""
    cdef int j
    cdef int best = i
    cdef Move t
    for j in range(i + 1, n):
        if m[j].weight > m[best].weight:
            best = j
    if best != i:
        t = m[i]
        m[i] = m[best]
        m[best] = t


cdef inline int discard_bonus(const Frame* f, int seat, int suit) noexcept nogil:
    """What the suit of a discard adds to its weight."""
    cdef int n = length(f, suit, seat)
    cdef int add = n * 64 // 36
    if n == 2 and lane(f.hand[seat], suit) & (ACE >> 1):
        add -= 2
    return add


cdef inline void first_of_suits(Move* m, int n) noexcept nogil:
    """The heaviest card of every suit goes before all second ones."""
    cdef int best[4]
    cdef int i
    for i in range(4):
        best[i] = -1
    for i in range(n):
        if best[m[i].suit] < 0 or m[i].weight > m[best[m[i].suit]].weight:
            best[m[i].suit] = i
    for i in range(4):
        if best[i] >= 0:
            m[best[i]].weight += 1000


cdef inline int top_owners(hand_t odd, hand_t high, int suit) noexcept nogil:
    """The seats that hold the three highest cards of a suit, as an index below 64.

    odd, high: the two bits of the seat numbers, spread over the cards; a missing card counts as 0.
    """
    return (<int>(odd >> (16 * suit + 10)) & 7) | (<int>(high >> (16 * suit + 10)) & 7) << 3


cdef inline int rank_class(hand_t card) noexcept nogil:
    """0, 1, 2 for the three highest cards of a suit, 3 for all others."""
    cdef int rank = 12 - (bits_low(card) & 15)
    return rank if rank < 3 else 3


cdef inline int touching_class(hand_t hand, hand_t card) noexcept nogil:
    """0, 1, 2 when no, one, or at least two cards of the hand follow the card without a gap."""
    if not hand & card >> 1:
        return 0
    return 2 if hand & card >> 2 else 1


cdef inline void weigh_lead(const Frame* f, int trump, Move* m, int n,
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
    cdef hand_t below
    cdef int ruffs = 0
    cdef int suit_weight = 0
    cdef int last = -1
    cdef int owners = 0
    cdef int i, s, rank, kind
    if trump != NOTRUMP:
        ruffs = ((length(f, trump, left) > 0) | (length(f, trump, right) > 0) << 1
                 | (length(f, trump, partner) > 0) << 2)
    for i in range(n):
        s = m[i].suit
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
        rank = rank_class(m[i].card)
        below = hand & lane_mask(s) & (m[i].card - 1)
        m[i].weight = (suit_weight + t.owners[owners + rank]
                       + t.group[4 * touching_class(hand, m[i].card) + rank]
                       + t.low[(below & ~(m[i].card >> 1 | m[i].card >> 2) == 0)
                               + 2 * (rank == 3)])
        if m[i].card == hints.cut:
            m[i].weight += t.cut
        if m[i].card == hints.table:
            m[i].weight += t.table


cdef inline void weigh_follow(const Frame* f, int k, Move* m, int n) noexcept nogil:
    """Weights for the second (k = 1) and third hand at notrump."""
    cdef const FollowWeights* t = &FOLLOW_NOTRUMP[k - 1]
    cdef int led = f.suit[0]
    cdef int me = (f.leader + k) & 3
    cdef hand_t hand = f.hand[me]
    cdef hand_t odd, high, rest
    cdef int best = f.best[k - 1]
    cdef int top = card_power(f.card[best], f.suit[best], led, NOTRUMP)
    cdef int enemy = power(f.hand[(me + 1) & 3], led, NOTRUMP)
    cdef int before = 0     # power of the next lower card
    cdef bint safe          # partner wins the trick without this hand
    cdef bint x             # second hand: third hand can win; third hand: the lead is winning
    cdef bint y             # second hand: the leader has a higher card; third: cheapest winner
    cdef int i, p
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
            p = card_power(m[i].card, led, led, NOTRUMP)
            if k == 1:
                y = rest > m[i].card
            else:
                y = p > top and p > enemy and not (before > top and before > enemy)
            m[i].weight = (t.relation[(p > top) + 2 * (i == 0) + 4 * (p > enemy) + 8 * safe
                                      + 16 * (p > top and before <= top) + 32 * x + 64 * y]
                           + t.rank[4 * touching_class(hand, m[i].card) + rank_class(m[i].card)])
            before = p
        return
    odd = f.hand[(me + 1) & 3] | f.hand[(me + 3) & 3]
    high = f.hand[(me + 2) & 3] | f.hand[(me + 3) & 3]
    for i in range(n):
        m[i].weight = (t.length[length(f, m[i].suit, me)]
                       + t.owners[4 * top_owners(odd, high, m[i].suit) + rank_class(m[i].card)])


cdef inline void weigh_second(const Frame* f, int trump, Move* m, int n) noexcept nogil:
    """Weights for the hand after the leader."""
    cdef int led = f.suit[0]
    cdef int leader = f.leader
    cdef int me = (leader + 1) & 3
    cdef int partner = (me + 2) & 3
    cdef int third = (leader + 2) & 3
    cdef int top = card_power(f.card[0], led, led, trump)
    cdef int theirs = power(f.hand[third], led, trump)
    cdef int ours = power(f.hand[partner], led, trump)
    cdef unsigned mine = lane(f.hand[me], led)
    cdef unsigned enemy = lane(f.hand[third], led)
    cdef unsigned part = lane(f.hand[partner], led)
    cdef unsigned lead_hand = lane(f.hand[leader], led)
    cdef unsigned led_card = <unsigned>(f.card[0] >> (16 * led)) & SUIT
    cdef unsigned c, above
    cdef int i, w, p, rank
    cdef bint wins, touching
    if top > theirs:
        theirs = top
    for i in range(n):
        rank = (bits_low(m[i].card) & 15) + 2
        p = card_power(m[i].card, m[i].suit, led, trump)
        wins = (p if p > ours else ours) > theirs
        if not mine:
            w = discard_bonus(f, me, m[i].suit) - rank
            if m[i].suit == trump:
                w += 30 if wins else 15
            else:
                w += 60 if wins else 0
            m[i].weight = w
            continue
        c = <unsigned>(m[i].card >> (16 * led)) & SUIT
        touching = mine & (c >> 1)
        if wins:
            above = part & ~((led_card << 1) - 1)
            if enemy and (enemy & (~enemy + 1)) > c:
                w = 45
            elif above and lead_hand > (above & (~above + 1)):
                # partner can win between the card led and the leader's best one
                w = 60
            elif c > led_card:
                if part and (part & (~part + 1)) > c:
                    w = 75
                elif c > lead_hand:
                    w = 70
                else:
                    w = 60 if touching else 45
            elif part:
                w = 50 if touching else 45
            else:
                w = 45
        else:
            if ((enemy and (enemy & (~enemy + 1)) > c) or (part and (part & (~part + 1)) > c)):
                w = 0
            elif c > led_card:
                w = 20 if touching else 10
            else:
                w = 0
        m[i].weight = w - rank
    if not mine:
        first_of_suits(m, n)


cdef inline void weigh_third(const Frame* f, int trump, Move* m, int n) noexcept nogil:
    """Weights for the leader's partner."""
    cdef int led = f.suit[0]
    cdef int me = (f.leader + 2) & 3
    cdef int fourth = (f.leader + 3) & 3
    cdef unsigned mine = lane(f.hand[me], led)
    cdef int best = f.best[1]
    cdef int top = card_power(f.card[best], f.suit[best], led, trump)
    cdef int theirs = power(f.hand[fourth], led, trump)
    cdef bint partner_best = best == 0
    cdef int i, w, p, rank
    cdef bint wins, highest
    for i in range(n):
        rank = (bits_low(m[i].card) & 15) + 2
        p = card_power(m[i].card, m[i].suit, led, trump)
        highest = p > top
        wins = (p > theirs) if highest else (partner_best and top > theirs)
        if not mine:
            w = discard_bonus(f, me, m[i].suit) - rank
            if wins:
                if partner_best:
                    w += 30 if m[i].suit == trump and led != trump else 60
                elif highest:
                    w += 70
                else:
                    w += 15 if m[i].suit == trump else 30
            elif highest and m[i].suit == trump:
                w += 40
            elif m[i].suit == trump:
                w -= 15
            m[i].weight = w
            continue
        if wins:
            w = 60 - rank
        elif highest:
            if rank == 13:
                w = 25
            elif f.hand[me] & m[i].card >> 1:
                w = 20 - rank
            else:
                w = 10 - rank
        else:
            w = -10 - rank
        m[i].weight = w
    if not mine:
        first_of_suits(m, n)


cdef inline void weigh_fourth(const Frame* f, int trump, Move* m, int n) noexcept nogil:
    """Weights for the last hand."""
    cdef int led = f.suit[0]
    cdef int me = (f.leader + 3) & 3
    cdef unsigned mine = lane(f.hand[me], led)
    cdef int best = f.best[2]
    cdef int top = card_power(f.card[best], f.suit[best], led, trump)
    cdef bint partner_best = best == 1
    cdef int i, w, rank
    cdef bint highest
    for i in range(n):
        rank = (bits_low(m[i].card) & 15) + 2
        highest = card_power(m[i].card, m[i].suit, led, trump) > top
        if not mine:
            w = discard_bonus(f, me, m[i].suit) - rank
            if partner_best:
                w += 14 if m[i].suit == trump else 30
            elif highest:
                w += 30
            elif m[i].suit == trump:
                w = -rank
            else:
                w += 14
        elif partner_best:
            w = (24 if highest else 30) - rank
        elif highest:
            w = 30 - rank
        else:
            w = 14 - rank
        m[i].weight = w
    if not mine:
        first_of_suits(m, n)

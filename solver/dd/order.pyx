"""The order in which moves are searched: fitted weights, and those of Haglund's paper.

The leader, and at notrump second and third hand, have weights that were fitted to searches of
random deals; README.md says how. Fitted weights gained nothing for the other hands, which keep the
cases of Haglund's paper, section 5. The search orders moves once for a hand of a trick, and calls
`order_lead` and `order_follow` through a pointer; all that they call is in this file.

A card is judged by its *power* in the trick. A move *wins* when the side of the hand to play takes
the trick with it, both sides playing their best cards.
"""
from solver.core.bits cimport bits_high, bits_low
from solver.core.cards cimport ACE, NOTRUMP, SUIT, hand_t, lane, lane_mask
from solver.dd.trick cimport length


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


cdef void order_follow(const Frame* f, int k, int trump, move_t* m, int n) noexcept nogil:
    """Give the n moves of the k-th hand of the trick (1..3) their weights."""
    if k < 3 and trump == NOTRUMP:
        weigh_follow(f, k, m, n)
    elif k == 1:
        weigh_second(f, trump, m, n)
    elif k == 2:
        weigh_third(f, trump, m, n)
    else:
        weigh_fourth(f, trump, m, n)


cdef inline int power(hand_t cards, int led, int trump) noexcept nogil:
    """Return the power of a hand's best card: 0 cannot win, 1..13 suit led, 17..29 trump."""
    cdef unsigned x = lane(cards, led)
    if x:
        return bits_high(x) + (17 if led == trump else 1)
    if trump != NOTRUMP:
        x = lane(cards, trump)
        if x:
            return bits_high(x) + 17
    return 0


cdef inline int rank_power(int rank, int suit, int led, int trump) noexcept nogil:
    """Return the power of a rank, 0..12, of a suit."""
    if suit == trump:
        return rank + 17
    return rank + 1 if suit == led else 0


cdef inline int card_power(hand_t card, int suit, int led, int trump) noexcept nogil:
    return rank_power(bits_low(card) & 15, suit, led, trump)


cdef inline int move_rank(move_t m) noexcept nogil:
    """Return the relative rank of a move, 0..12."""
    return m & 15


cdef inline move_t weighed(move_t m, int weight) noexcept nogil:
    return 256 * weight + (m & 63)


cdef inline int top_owners(hand_t odd, hand_t high, int suit) noexcept nogil:
    """Return which seats hold the three highest cards of a suit, as an index below 64.

    `odd` and `high` are the cards of the seats whose number has bit 0 and bit 1. A card that is not
    there counts as seat 0.
    """
    return (<int>(odd >> (16 * suit + 10)) & 7) | (<int>(high >> (16 * suit + 10)) & 7) << 3


cdef inline int rank_class(move_t m) noexcept nogil:
    """Return 0, 1, 2 for the three highest cards of a suit, 3 for all others."""
    cdef int rank = 12 - move_rank(m)
    return rank if rank < 3 else 3


cdef inline int touching_class(hand_t hand, hand_t card) noexcept nogil:
    """Return how many cards of the hand directly follow the card: 0, 1, or 2 for more."""
    if not hand & card >> 1:
        return 0
    return 2 if hand & card >> 2 else 1


cdef void order_lead(const Frame* f, int trump, move_t* m, int n, hand_t named) noexcept nogil:
    """Give the n moves of the hand on lead their weights, by the fitted tables.

    `named` is the best card that the table names, or 0; another hand may hold it.
    """
    cdef int me = f.leader
    cdef int left = (me + 1) & 3
    cdef int partner = (me + 2) & 3
    cdef int right = (me + 3) & 3
    cdef const LeadWeights* t = &LEAD_NOTRUMP if trump == NOTRUMP else &LEAD_TRUMP
    cdef hand_t hand = f.hand[me]
    # Seats are counted from the leader.
    cdef hand_t odd = f.hand[left] | f.hand[right]
    cdef hand_t high = f.hand[partner] | f.hand[right]
    cdef hand_t card, below
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
        if card == named:
            weight += t.table
        elif named & lane_mask(s):
            weight += t.table_suit
        m[i] = weighed(m[i], weight)


cdef inline void weigh_follow(const Frame* f, int k, move_t* m, int n) noexcept nogil:
    """Weigh cards of second (k = 1) or third hand (k = 2) at notrump by the fitted tables."""
    cdef const FollowWeights* t = &FOLLOW_NOTRUMP[k - 1]
    cdef int led = f.suit[0]
    cdef int me = (f.leader + k) & 3
    cdef hand_t hand = f.hand[me]
    cdef hand_t odd, high, rest, card
    cdef int best = f.best[k - 1]
    cdef int top = card_power(f.card[best], f.suit[best], led, NOTRUMP)
    cdef int enemy = power(f.hand[(me + 1) & 3], led, NOTRUMP)
    cdef int before = 0     # power of the next lower card
    cdef bint safe          # partner wins the trick in any case
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


# Section 5 of the paper, case by case, where fitted weights gained nothing. Its ranks are 2..14;
# 14 is the highest card left.

cdef inline int discard_bonus(const Frame* f, int seat, int suit) noexcept nogil:
    """Return what the suit of a discard adds to its weight."""
    cdef int n = length(f, suit, seat)
    cdef int add = n * 64 // 36
    if n == 2 and lane(f.hand[seat], suit) & (ACE >> 1):
        add -= 2
    return add


cdef inline void first_of_suits(move_t* m, int n) noexcept nogil:
    """Move the heaviest card of every suit before all others."""
    cdef int best[4]
    cdef int i, suit
    for i in range(4):
        best[i] = -1
    for i in range(n):
        suit = move_suit(m[i])
        if best[suit] < 0 or m[i] > (m[best[suit]] | 255):
            best[suit] = i
    for i in range(4):
        if best[i] >= 0:
            m[best[i]] += 256 * 1000


cdef inline void weigh_second(const Frame* f, int trump, move_t* m, int n) noexcept nogil:
    """Weigh cards of the hand after the leader as the paper does."""
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
        rank = move_rank(m[i]) + 2
        p = rank_power(move_rank(m[i]), move_suit(m[i]), led, trump)
        wins = (p if p > ours else ours) > theirs
        if not mine:
            w = discard_bonus(f, me, move_suit(m[i])) - rank
            if move_suit(m[i]) == trump:
                w += 30 if wins else 15
            else:
                w += 60 if wins else 0
            m[i] = weighed(m[i], w)
            continue
        c = <unsigned>(move_card(m[i]) >> (16 * led)) & SUIT
        touching = mine & (c >> 1)
        if wins:
            above = part & ~((led_card << 1) - 1)
            if enemy and (enemy & (~enemy + 1)) > c:
                w = 45
            elif above and lead_hand > (above & (~above + 1)):
                # Partner can win between the card led and the leader's best one.
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
        m[i] = weighed(m[i], w - rank)
    if not mine:
        first_of_suits(m, n)


cdef inline void weigh_third(const Frame* f, int trump, move_t* m, int n) noexcept nogil:
    """Weigh cards of the leader's partner as the paper does."""
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
        rank = move_rank(m[i]) + 2
        p = rank_power(move_rank(m[i]), move_suit(m[i]), led, trump)
        highest = p > top
        wins = (p > theirs) if highest else (partner_best and top > theirs)
        if not mine:
            w = discard_bonus(f, me, move_suit(m[i])) - rank
            if wins:
                if partner_best:
                    w += 30 if move_suit(m[i]) == trump and led != trump else 60
                elif highest:
                    w += 70
                else:
                    w += 15 if move_suit(m[i]) == trump else 30
            elif highest and move_suit(m[i]) == trump:
                w += 40
            elif move_suit(m[i]) == trump:
                w -= 15
            m[i] = weighed(m[i], w)
            continue
        if wins:
            w = 60 - rank
        elif highest:
            if rank == 13:
                w = 25
            elif f.hand[me] & move_card(m[i]) >> 1:
                w = 20 - rank
            else:
                w = 10 - rank
        else:
            w = -10 - rank
        m[i] = weighed(m[i], w)
    if not mine:
        first_of_suits(m, n)


cdef inline void weigh_fourth(const Frame* f, int trump, move_t* m, int n) noexcept nogil:
    """Weigh cards of the last hand as the paper does."""
    cdef int led = f.suit[0]
    cdef int me = (f.leader + 3) & 3
    cdef unsigned mine = lane(f.hand[me], led)
    cdef int best = f.best[2]
    cdef int top = card_power(f.card[best], f.suit[best], led, trump)
    cdef bint partner_best = best == 1
    cdef int i, w, rank
    cdef bint highest
    for i in range(n):
        rank = move_rank(m[i]) + 2
        highest = rank_power(move_rank(m[i]), move_suit(m[i]), led, trump) > top
        if not mine:
            w = discard_bonus(f, me, move_suit(m[i])) - rank
            if partner_best:
                w += 14 if move_suit(m[i]) == trump else 30
            elif highest:
                w += 30
            elif move_suit(m[i]) == trump:
                w = -rank
            else:
                w += 14
        elif partner_best:
            w = (24 if highest else 30) - rank
        elif highest:
            w = 30 - rank
        else:
            w = 14 - rank
        m[i] = weighed(m[i], w)
    if not mine:
        first_of_suits(m, n)

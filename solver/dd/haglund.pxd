"""The move ordering of Haglund's paper, section 5, case by case.

Ranks are relative, 2..14 (14 is the highest card left). A move *wins* when the side of the hand to
play takes the trick with it, both sides playing their best cards (`power`). The search uses these
weights where fitted ones gained nothing: second and third hand with trumps, and fourth hand; with
the switch `fitted_weights` off it uses them for all seats.
"""
from solver.dd.order cimport Hints, move_card, move_rank, move_suit, move_t, weighed
from solver.dd.trick cimport Frame, card_power, length, power, rank_power
from solver.core.bits cimport bits_low
from solver.core.cards cimport ACE, NOTRUMP, SUIT, lane


cdef inline int discard_bonus(const Frame* f, int seat, int suit) noexcept nogil:
    """What the suit of a discard adds to its weight."""
    cdef int n = length(f, suit, seat)
    cdef int add = n * 64 // 36
    if n == 2 and lane(f.hand[seat], suit) & (ACE >> 1):
        add -= 2
    return add


cdef inline void first_of_suits(move_t* m, int n) noexcept nogil:
    """The heaviest card of every suit goes before all second ones."""
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


cdef inline int lead_bonus(const Frame* f, int suit, int trump) noexcept nogil:
    """What the suit of a lead adds to its weight (the paper's suitWeightDelta)."""
    cdef int me = f.leader
    cdef int left = (me + 1) & 3
    cdef int partner = (me + 2) & 3
    cdef int right = (me + 3) & 3
    cdef int bonus = 0
    cdef int count_left = 4 * length(f, suit, left)
    cdef int count_right = 4 * length(f, suit, right)
    if trump != NOTRUMP and suit != trump:
        if not count_left and length(f, trump, left):
            bonus = -10
        if not count_right and length(f, trump, right):
            bonus = -10
        if (length(f, suit, me) == 1 and length(f, trump, me)
                and lane(f.hand[partner], suit) & ACE and length(f, suit, partner) >= 2):
            bonus += 16
    if lane(f.hand[right], suit) & (ACE | ACE >> 1):
        bonus -= 18
    if not count_left:
        count_left = 4 * f.tricks
    if not count_right:
        count_right = 4 * f.tricks
    return bonus - (count_left + count_right) * 32 // 15


cdef inline int lead_class(const Frame* f, int suit, int rank, bint wins) noexcept nogil:
    """What the honours of the suit say of a card led, its rank taken off where the paper does."""
    cdef unsigned mine = lane(f.hand[f.leader], suit)
    cdef unsigned partner = lane(f.hand[(f.leader + 2) & 3], suit)
    if (lane(f.hand[(f.leader + 1) & 3], suit) == ACE
            or lane(f.hand[(f.leader + 3) & 3], suit) == ACE):
        return (40 if wins else 29) - rank
    if mine & ACE:
        if partner & ACE >> 1:
            return (50 if wins else 44) - rank
        if rank == 14:
            return 31 if wins else 25
        return (19 if wins else 13) - rank
    if partner & ACE:
        if mine & ACE >> 1:
            return (50 if wins else 44) - rank
        return (35 if wins else 29) - rank
    if mine & ACE >> 1 and mine & ACE >> 2:
        return 40 if wins else 29
    return (30 if wins else 13) - rank


cdef inline void weigh_first(const Frame* f, int trump, move_t* m, int n,
                             const Hints* hints) noexcept nogil:
    """Weights for the hand that leads."""
    cdef int me = f.leader
    cdef int i, s, w, p, ours, theirs, other
    cdef bint wins
    for i in range(n):
        s = move_suit(m[i])
        p = rank_power(move_rank(m[i]), s, s, trump)
        ours = power(f.hand[(me + 2) & 3], s, trump)
        theirs = power(f.hand[(me + 1) & 3], s, trump)
        other = power(f.hand[(me + 3) & 3], s, trump)
        wins = (p if p > ours else ours) > (theirs if theirs > other else other)
        w = lead_bonus(f, s, trump) + lead_class(f, s, move_rank(m[i]) + 2, wins)
        if move_card(m[i]) == hints.cut:
            w += 52 if wins else 20
        if move_card(m[i]) == hints.table:
            w += 11 if wins else 9
        m[i] = weighed(m[i], w)
    first_of_suits(m, n)


cdef inline void weigh_second(const Frame* f, int trump, move_t* m, int n) noexcept nogil:
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
        m[i] = weighed(m[i], w - rank)
    if not mine:
        first_of_suits(m, n)


cdef inline void weigh_third(const Frame* f, int trump, move_t* m, int n) noexcept nogil:
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

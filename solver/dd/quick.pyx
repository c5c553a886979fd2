"""Tricks that can be counted instead of searched (Haglund, sections 3 and 4).

Every function looks at a frame in relative ranks (the top card of a suit is bit 12). A claim is a
way to play that certain cards make safe against any defence, and `win` receives these cards; so the
claim holds for every position that agrees on the owners of these ranks.

The search calls each of these functions at most once for a position, through a pointer; everything
that they call in turn is in this file.
"""
from libc.stdint cimport uint64_t

from solver.core.bits cimport bits_count, bits_high, bits_low
from solver.core.cards cimport (
    ACE, LANE_ACES, LANE_FIFTEEN, LANE_LOW, NOTRUMP, SUIT, hand_t, lane,
)
from solver.dd.trick cimport length


cdef struct Cash:
    int own             # tricks that the hand on lead cashes in the suit
    int more            # tricks that its partner cashes after that
    bint entry          # partner can be put on lead with the suit after `own` tricks
    unsigned own_low    # ranks that `own` needs: its lowest, or 0
    unsigned more_low
    unsigned entry_low


cdef inline int rounds_kept(const Frame* f) noexcept nogil:
    """Return for how many rounds at most the leader's side keeps the lead and can cash tricks.

    A suit counts if the side has its top card, and then for as many rounds as the longer of the two
    hands has cards. All four suits are summed at once, without branches.
    """
    cdef hand_t aces = (f.hand[f.leader] | f.hand[(f.leader + 2) & 3]) & LANE_ACES
    cdef uint64_t x = f.shape >> (4 * f.leader) & LANE_FIFTEEN
    cdef uint64_t y = f.shape >> (4 * ((f.leader + 2) & 3)) & LANE_FIFTEEN
    cdef uint64_t larger = ((x | LANE_LOW << 4) - y) & LANE_LOW << 4
    larger -= larger >> 4
    x = (x & larger) | (y & ~larger)
    return <int>((x & ((aces >> 8) - (aces >> 12))) * LANE_LOW >> 48)


cdef inline unsigned top_run(unsigned cards) noexcept nogil:
    """Return the cards of a suit that form an unbroken run from the ace down, or 0."""
    cdef unsigned gap = ~cards & SUIT
    return SUIT & ~((2U << bits_high(gap)) - 1) if gap else SUIT


cdef inline void cash_suit(unsigned a, unsigned b, int enemy, int safe, int safe_more,
                           Cash* c) noexcept nogil:
    """Count the tricks of one suit for the hand on lead (a) and its partner (b).

    The hand on lead plays its highest cards and partner the lowest ones. A card wins when it is in
    the run of top cards that the two hold together, or when the opponents have no card left.

    `enemy` is the longest holding of an opponent; `safe` and `safe_more` are the rounds that no
    opponent can ruff, before and after partner gains the lead.
    """
    cdef unsigned run = top_run(a | b)
    cdef unsigned hi, low
    cdef int rounds = 0
    c.own = c.more = 0
    c.entry = False
    c.own_low = c.more_low = c.entry_low = 0
    if not run and enemy:
        return
    while a and rounds < safe:
        hi = 1U << bits_high(a)
        low = b & (~b + 1)
        if low > hi or (rounds < enemy and not hi & run):
            break
        # That partner can play a lower card depends on ranks, too.
        if low or rounds < enemy:
            c.own_low = hi
        b ^= low
        a ^= hi
        rounds += 1
    c.own = rounds
    if not b:
        return
    hi = 1U << bits_high(b)
    if a and rounds < safe and (hi & run or rounds >= enemy) and hi > (a & (~a + 1)):
        c.entry = True
        c.entry_low = hi
    while b and rounds < safe_more:
        hi = 1U << bits_high(b)
        low = a & (~a + 1)
        if low > hi or (rounds < enemy and not hi & run):
            break
        if low or rounds < enemy:
            c.more_low = hi
        a ^= low
        b ^= hi
        rounds += 1
    c.more = rounds - c.own


cdef inline int safe_rounds(const Frame* f, int suit, int left, int right,
                            int left_trumps, int right_trumps) noexcept nogil:
    """Return the rounds of a side suit that no opponent can ruff with the trumps left to them."""
    cdef int n = 13
    if left_trumps > 0:
        n = length(f, suit, left)
    if right_trumps > 0 and length(f, suit, right) < n:
        n = length(f, suit, right)
    return n


cdef bint leader_tricks(Frame* f, int trump, int need) noexcept nogil:
    """Return whether the side on lead can cash `need` tricks at once; set f.win if so."""
    cdef int me = f.leader
    cdef int left = (me + 1) & 3
    cdef int partner = (me + 2) & 3
    cdef int right = (me + 3) & 3
    cdef Cash c[4]
    # Only suits whose top card the side holds are counted; `c` of the others is never read, except
    # that of the trumps.
    cdef hand_t tops = (f.hand[me] | f.hand[partner]) & LANE_ACES
    cdef hand_t suits = tops
    cdef hand_t win = 0
    cdef int total = 0
    cdef int s, enemy, safe, safe_more, n
    cdef int left_trumps = 0
    cdef int right_trumps = 0
    cdef int left_after = 0
    cdef int right_after = 0
    cdef int cap = f.tricks
    cdef int entry = -1

    if rounds_kept(f) < need:
        return False
    if trump != NOTRUMP:
        left_trumps = length(f, trump, left)
        right_trumps = length(f, trump, right)
        enemy = left_trumps if left_trumps > right_trumps else right_trumps
        cash_suit(lane(f.hand[me], trump), lane(f.hand[partner], trump), enemy, 13, 13, &c[trump])
        total = c[trump].own
        win |= <hand_t>c[trump].own_low << (16 * trump)
        if total >= need:
            f.win = win
            return True
        left_after = left_trumps - c[trump].own - c[trump].more
        right_after = right_trumps - c[trump].own - c[trump].more
        left_trumps -= total
        right_trumps -= total
        # Partner must not be forced to ruff, which would put him on lead.
        n = length(f, trump, partner)
        if n > total:
            cap = total + f.tricks - n
    while suits:
        s = bits_low(suits) >> 4
        suits &= suits - 1
        if s == trump:
            continue
        enemy = length(f, s, left)
        if length(f, s, right) > enemy:
            enemy = length(f, s, right)
        safe = safe_more = 13
        if trump != NOTRUMP:
            safe = safe_rounds(f, s, left, right, left_trumps, right_trumps)
            safe_more = safe_rounds(f, s, left, right, left_after, right_after)
        cash_suit(lane(f.hand[me], s), lane(f.hand[partner], s), enemy, safe, safe_more, &c[s])
        if c[s].own:
            total += c[s].own
            win |= <hand_t>c[s].own_low << (16 * s)
            if total >= need and need <= cap:
                f.win = win
                return True
    if total > cap:
        return False
    suits = tops
    while suits:
        s = bits_low(suits) >> 4
        suits &= suits - 1
        if c[s].entry:
            if entry < 0 or c[s].entry_low > c[entry].entry_low:
                entry = s
    if entry < 0:
        return False
    if trump != NOTRUMP:
        n = c[trump].own + c[trump].more
        # Neither hand may be forced to ruff the other's winners.
        if length(f, trump, me) > n and n + f.tricks - length(f, trump, me) < need:
            return False
        if length(f, trump, partner) > n and n + f.tricks - length(f, trump, partner) < need:
            return False
        # Trumps drawn from partner's hand rest on their ranks even where they add no trick.
        win |= <hand_t>c[trump].more_low << (16 * trump)
        total += c[trump].more
    win |= <hand_t>c[entry].entry_low << (16 * entry)
    if total >= need:
        f.win = win
        return True
    suits = tops
    while suits:
        s = bits_low(suits) >> 4
        suits &= suits - 1
        if s != trump and c[s].more:
            total += c[s].more
            win |= <hand_t>c[s].more_low << (16 * s)
            if total >= need:
                f.win = win
                return True
    return False


cdef inline int top_tricks(hand_t hand, const Frame* f, int need, hand_t* win) noexcept nogil:
    """Return how many top tricks a hand cashes at notrump, at most `need`; add the cards to win."""
    cdef int s, n
    cdef int total = 0
    cdef unsigned run
    for s in range(4):
        run = top_run(lane(hand, s))
        while run and total < need:
            total += 1
            n = bits_high(run)
            run ^= 1U << n
            win[0] |= <hand_t>1 << (16 * s + n)
    return total


cdef inline bint later_tricks_notrump(Frame* f, int need) noexcept nogil:
    """Return whether the side not on lead takes `need` top tricks later; set f.win if so.

    The leader's side must be without trumps. It keeps the lead for at most as many rounds as the
    suits with its top cards are long. Then it must lead a suit whose top card an opponent has kept,
    and that opponent goes on with his other top cards; one trick is safe however few cards are left
    by then (Haglund, section 4, rules 1 and 2).
    """
    cdef int me = f.leader
    cdef int partner = (me + 2) & 3
    cdef hand_t ours = f.hand[me] | f.hand[partner]
    cdef hand_t win = 0
    cdef hand_t owner
    cdef int s, side, n
    cdef int kept[2]        # top cards of an opponent in suits that may be led to him
    cdef hand_t tops = ours & LANE_ACES
    # If the enemy has the top card of every suit that can be led now, this is the only lead.
    cdef bint out = not f.hand[me] & ((tops << 1) - (tops >> 12))
    cdef int rounds = 0 if out else rounds_kept(f)
    kept[0] = kept[1] = 0
    if rounds >= f.tricks:
        return False
    owner = f.hand[me] if out else ours
    for s in range(4):
        if lane(owner, s) and not lane(ours, s) & ACE:
            win |= <hand_t>ACE << (16 * s)
            side = 0 if lane(f.hand[(me + 1) & 3], s) & ACE else 1
            kept[side] += 1
    if need > 1:
        for side in range(2):
            if kept[side] == 0:
                continue
            n = need if need > kept[side] else kept[side]
            if (rounds + n > f.tricks
                    or top_tricks(f.hand[(me + 1 + 2 * side) & 3], f, need, &win) < need):
                return False
    f.win = win
    return True


cdef inline bint sure_trumps(unsigned own, unsigned enemy, int need, unsigned* low) noexcept nogil:
    """Return whether the trumps of one hand take `need` tricks, however the cards are played.

    Every trump of the hand goes to a trick of its own. The enemy wins that trick only with a higher
    trump, and each of these wins only once. So a card counts if no higher card of the enemy is left
    after the cards above it have been paired off. `low` becomes the lowest rank that matters: cards
    below it are counted as if the enemy's were higher.
    """
    cdef int sure = bits_count(own) - bits_count(enemy)
    cdef unsigned card, above
    cdef int free = 0       # cards without a pair so far
    low[0] = 0
    if sure >= need:
        return True
    while own:
        card = 1U << bits_high(own)
        own ^= card
        above = enemy & ~(card - 1)
        if above:
            enemy ^= 1U << bits_high(above)
            continue
        free += 1
        sure = free + bits_count(own) - bits_count(enemy)
        if sure < free:
            sure = free
        if sure >= need:
            low[0] = card
            return True
    return False


cdef inline bint later_tricks_trump(Frame* f, int trump, int need) noexcept nogil:
    """Return whether the side not on lead takes `need` tricks with its trumps; set f.win if so."""
    cdef int me = f.leader
    cdef int left = (me + 1) & 3
    cdef int right = (me + 3) & 3
    cdef unsigned lho = lane(f.hand[left], trump)
    cdef unsigned rho = lane(f.hand[right], trump)
    cdef unsigned enemy = lane(f.hand[me] | f.hand[(me + 2) & 3], trump)
    cdef unsigned run, low
    if not lho | rho:
        return False
    if sure_trumps(lho, enemy, need, &low) or sure_trumps(rho, enemy, need, &low):
        f.win = <hand_t>low << (16 * trump)
        return True
    run = top_run(lho | rho)
    if run & ACE:
        # The two top trumps need not fall on one trick when either hand has another trump.
        if (need == 2 and run & (ACE >> 1)
                and (length(f, trump, left) > 1 or length(f, trump, right) > 1)):
            f.win = <hand_t>(ACE >> 1) << (16 * trump)
            return True
    elif need == 1:
        # The second highest is guarded and plays after the highest.
        if ((lho & (ACE >> 1) and lho & (lho - 1) and lane(f.hand[me], trump) & ACE)
                or (rho & (ACE >> 1) and rho & (rho - 1)
                    and lane(f.hand[(me + 2) & 3], trump) & ACE)):
            f.win = <hand_t>(ACE >> 1) << (16 * trump)
            return True
    return False


cdef inline bint leader_trumps(Frame* f, int trump, int need) noexcept nogil:
    """Return whether the side on lead takes `need` tricks with its trumps; set f.win if so."""
    cdef int me = f.leader
    cdef unsigned enemy = lane(f.hand[(me + 1) & 3] | f.hand[(me + 3) & 3], trump)
    cdef unsigned low
    if (sure_trumps(lane(f.hand[me], trump), enemy, need, &low)
            or sure_trumps(lane(f.hand[(me + 2) & 3], trump), enemy, need, &low)):
        f.win = <hand_t>low << (16 * trump)
        return True
    return False


cdef int later_tricks(Frame* f, int trump, int mine, int theirs) noexcept nogil:
    """Return which side surely takes its tricks later: 1, -1 or 0; set f.win unless it is 0.

    1 is the side on lead, which wants `mine` tricks; only its trumps are counted. -1 is the other
    side, which wants `theirs`. 0 is neither.
    """
    if trump == NOTRUMP:
        return -1 if later_tricks_notrump(f, theirs) else 0
    if later_tricks_trump(f, trump, theirs):
        return -1
    if not lane(f.hand[f.leader] | f.hand[(f.leader + 2) & 3], trump):
        if later_tricks_notrump(f, theirs):
            return -1
    return 1 if leader_trumps(f, trump, mine) else 0


cdef bint second_hand_trick(Frame* f, int trump) noexcept nogil:
    """Return whether the side of the second hand surely wins this trick; set f.win if so.

    This is the small version of quick tricks after the first card (Haglund, section 3).
    """
    cdef int s = f.suit[0]
    cdef int left = (f.leader + 1) & 3
    cdef int right = (f.leader + 3) & 3
    cdef int partner = (f.leader + 2) & 3
    cdef unsigned lho = lane(f.hand[left], s)
    cdef unsigned rho = lane(f.hand[right], s)
    cdef unsigned p = lane(f.hand[partner], s)
    cdef unsigned led = <unsigned>(f.card[0] >> (16 * s))
    cdef unsigned best, theirs
    if trump != NOTRUMP and s != trump:
        if not p and lane(f.hand[partner], trump):
            # Third hand ruffs; sure overruffs are not counted.
            return False
        if (not lho and lane(f.hand[left], trump)) or (not rho and lane(f.hand[right], trump)):
            f.win = 0
            return True
    best = lho | rho
    theirs = led | p
    if best > theirs:
        f.win = <hand_t>(1U << bits_high(best)) << (16 * s)
        return True
    return False

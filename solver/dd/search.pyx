"""The zero-window search: whether North-South take enough of the tricks left (Haglund, section 2).

`lead` and `follow` call each other along a trick and do nearly all the work; they and the small
functions that they call for every card are in this file and its headers, where the compiler can
inline them. What is called once for a position (counts of tricks, move ordering, the table) is in
modules of its own, behind pointers: that costs less than 1 % of the instructions.

Nothing here allocates or knows Python.
"""
from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from solver.core.atomics cimport flag_load
from solver.core.bits cimport (
    bits_count, bits_deposit, bits_extract, bits_low, bits_prefetch, bits_unlikely,
)
from solver.core.cards cimport (
    ALL_CARDS, LANE_ACES, NOTRUMP, SUIT, bit_card, card_bit, cards_t, lane, lane_mask, pack,
    spread,
)
from solver.dd.order cimport (
    move_card, move_index, move_suit, move_t, order_follow, order_lead,
)
from solver.dd.cutoffs cimport (
    CUTOFF_BITS, cutoff_card, cutoff_key, cutoffs_begin, remember, remembers,
)
from solver.dd.quick cimport later_tricks, leader_tricks, second_hand_trick
from solver.dd.table cimport (
    Lookup, NO_MOVE, lookup_begin, table_find, table_probe, table_reset, table_store,
)
from solver.dd.trick cimport heads, legal, play, to_frame, to_orig

cdef enum:
    POLL = 1024             # nodes between two checks of the stop flag
    PROBE_LATE = 6          # with fewer tricks left, tricks are counted before the table is probed


cdef inline hand_t group_low(hand_t cards, hand_t card) noexcept nogil:
    """Return the lowest card that touches `card` in the same hand."""
    while cards & card >> 1:
        card >>= 1
    return card


cdef inline hand_t rank_winner(const Frame* f, int reached) noexcept nogil:
    """Return the lowest card that must win a full trick by its rank, or 0.

    `reached` is whether North-South reach their need from here. A winner whose suit nobody else
    played wins whatever its rank (Haglund, section 2, Evaluate). The side that gets what it wants
    chose its card, so that card alone counts. A card of the other side stands for all cards that
    touch it, because only one of them is searched. The lowest of them counts in its place, unless
    the hand has a lower card of the suit: that one was searched as well, and answers for whatever
    the hand holds instead of the rest of the group.
    """
    cdef int b = f.best[3]
    cdef int s = f.suit[b]
    cdef hand_t hand = f.hand[(f.leader + b) & 3]
    cdef hand_t low
    if ((f.suit[0] == s) + (f.suit[1] == s) + (f.suit[2] == s) + (f.suit[3] == s)) < 2:
        return 0
    if (((f.leader + b) & 1) == 0) == reached:
        return f.card[b]
    low = group_low(hand, f.card[b])
    return f.card[b] if hand & lane_mask(s) & (low - 1) else low


cdef inline hand_t to_parent(hand_t win, const Frame* parent, const Frame* child) noexcept nogil:
    """Return cards of the next trick's frame as cards of this trick's frame."""
    cdef hand_t gone = parent.card[0] | parent.card[1] | parent.card[2] | parent.card[3]
    return bits_deposit(bits_extract(win, child.all), parent.all & ~gone)


cdef inline void next_frame(const Frame* f, Frame* g) noexcept nogil:
    """Fill g with the position after the full trick in f."""
    cdef hand_t gone = f.card[0] | f.card[1] | f.card[2] | f.card[3]
    cdef hand_t left = f.all & ~gone
    cdef hand_t top = f.all
    cdef hand_t low
    cdef uint64_t shape = f.shape
    cdef int i, h
    for i in range(4):
        # A suit loses its lowest relative rank for each card played.
        low = top & lane_mask(f.suit[i])
        top &= ~(low & (~low + 1))
        shape -= <uint64_t>1 << (16 * f.suit[i] + 4 * ((f.leader + i) & 3))
    for h in range(4):
        g.hand[h] = bits_deposit(bits_extract(f.hand[h], left), top)
    g.all = top
    g.orig = f.orig & ~bits_deposit(bits_extract(gone, f.all), f.orig)
    g.shape = shape
    g.leader = (f.leader + f.best[3]) & 3
    g.tricks = f.tricks - 1
    g.need = f.need - ((g.leader & 1) == 0)


cdef inline int generate(const Frame* f, int seat, int k, bint touching, move_t* m) noexcept nogil:
    """List the highest card of every group of touching cards, or every card; return how many."""
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
    """Move the heaviest of the moves i..n-1 to place i and return it; of equals, the first."""
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


cdef inline int skip_small(const Frame* f, move_t* m, int i, int n) noexcept nogil:
    """Drop the moves after i that move i has shown to be the same; return how many are left.

    f.win is what won by rank below move i. If the card was lower than all of that in its suit, the
    result is the same for every other card that is (Haglund, section 2, NextMove).
    """
    cdef int suit = move_suit(m[i])
    cdef hand_t won = f.win & lane_mask(suit)
    cdef int limit = bits_low(won) if won else 16 * suit + 16
    cdef int j = i + 1
    if move_index(m[i]) >= limit:
        return n
    while j < n:
        if move_suit(m[j]) == suit and move_index(m[j]) < limit:
            n -= 1
            m[j] = m[n]
        else:
            j += 1
    return n


cdef inline bint halted(Search* s) noexcept nogil:
    """Return whether the search must end; if not, set the node count of the next check."""
    if flag_load(&s.stop) or s.nodes > s.limit:
        return True
    if s.watch != NULL and flag_load(s.watch):
        return True
    if s.at_check != NULL:
        s.at_check(s.subject)
    s.check_at = s.nodes + POLL
    if s.check_at > s.limit:
        s.check_at = s.limit
    return False


cdef inline int last_trick(Frame* f, int trump) noexcept nogil:
    """Play the only card of every hand (Haglund, section 2, Evaluate)."""
    cdef int k
    for k in range(4):
        play(f, k, f.hand[(f.leader + k) & 3], bits_low(f.hand[(f.leader + k) & 3]) >> 4, trump)
    k = (((f.leader + f.best[3]) & 1) == 0) >= f.need
    f.win = rank_winner(f, k)
    return k


cdef inline int lead(Search* s, Frame* f) noexcept nogil:
    """Return whether North-South take f.need of the tricks left, -1 when halted; set f.win."""
    cdef int good = (f.leader & 1) == 0
    cdef int mine, theirs, side, got
    cdef Lookup look
    cdef bint found = False
    cdef uint8_t best

    s.nodes += 1
    if s.nodes >= s.check_at and halted(s):
        return -1
    if s.use.target_check or f.tricks == 0:
        f.win = 0
        if f.need <= 0:
            return 1
        if f.need > f.tricks:
            return 0
    if f.tricks == 1:
        return last_trick(f, s.trump)
    mine = f.need if good else f.tricks + 1 - f.need
    theirs = f.tricks + 1 - mine

    # With few tricks left, counting takes less time than waiting for the table's memory.
    look.move = NO_MOVE
    if s.use.table:
        lookup_begin(s.table, f, &look)
    if f.tricks < PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        if s.use.table:
            found = table_find(s.table, &look)
        side = later_tricks(f, s.trump, mine, theirs) if s.use.later_tricks else 0
        if side:
            return good if side > 0 else not good
    if s.use.table:
        if f.tricks >= PROBE_LATE:
            found = table_find(s.table, &look)
        if found and table_probe(s.table, f, &look):
            f.win = look.mask
            return look.reached
    if f.tricks >= PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        side = later_tricks(f, s.trump, mine, theirs) if s.use.later_tricks else 0
        if side:
            return good if side > 0 else not good

    got = search_moves(s, f, 0, <hand_t>1 << look.move if look.move != NO_MOVE else 0, &best)
    if bits_unlikely(got < 0):
        return got
    if s.use.table:
        if not s.use.winning_ranks:
            f.win = f.all
        table_store(s.table, f, &look, got == 1, best)
    return got


cdef inline int follow(Search* s, Frame* f, int k) noexcept nogil:
    """Return what `lead` does, before the k-th card (from 0) of the trick is played."""
    cdef int good = ((f.leader + k) & 1) == 0       # the answer that the seat wants
    cdef uint8_t best
    if k == 1 and s.use.quick_tricks and (f.need if good else f.tricks + 1 - f.need) == 1:
        if second_hand_trick(f, s.trump):
            return good
    return search_moves(s, f, k, 0, &best)


cdef inline int search_moves(
    Search* s, Frame* f, int k, hand_t named, uint8_t* best
) noexcept nogil:
    """Return what `lead` does, before the k-th card (from 0) of the trick is played.

    `best` becomes the card that cut off, or NO_MOVE. `named` is the lead that the table names.
    """
    cdef int seat = (f.leader + k) & 3
    cdef int good = (seat & 1) == 0
    cdef move_t m[13]
    cdef move_t move
    cdef int n
    cdef int i = 0
    cdef int at = -1        # of the remembered card among the moves
    cdef int got
    cdef bint known = s.use.cutoff_cards and remembers(f, k, s.trump)
    cdef bint ordered = not s.use.ordering
    cdef uint64_t key = 0
    cdef hand_t win = 0

    best[0] = NO_MOVE
    if known:
        key = cutoff_key(&s.cutoffs, f, k, s.trump)
        bits_prefetch(&s.cutoffs.slot[key >> (64 - CUTOFF_BITS)])
    n = generate(f, seat, k, s.use.touching, m)
    if n == 1:
        known = False
        ordered = True
    if known:
        at = find_move(m, n, to_frame(cutoff_card(&s.cutoffs, key), f))
    while i < n:
        if at >= 0:
            move = m[at]
        else:
            if not ordered:
                order_moves(s, f, k, named, m, n)
                ordered = True
            move = pick(m, i, n) if s.use.ordering else m[i]
        got = try_move(s, f, k, move)
        if got == good:
            best[0] = <uint8_t>move_index(move)
            if known and at < 0:
                remember(&s.cutoffs, key, bits_low(to_orig(move_card(move), f)))
            return good
        if bits_unlikely(got < 0):
            return got
        win |= f.win
        if at >= 0:
            # The rest is put in order now, with this card in its place, because weights look at
            # the cards next to a card.
            if not ordered:
                order_moves(s, f, k, named, m, n)
                ordered = True
            move = m[at]
            m[at] = m[0]
            m[0] = move
            at = -1
        if s.use.skip_small:
            n = skip_small(f, m, i, n)
        i += 1
    f.win = win
    return not good


cdef inline int find_move(const move_t* m, int n, hand_t card) noexcept nogil:
    """Return the place of a card among moves without weights, or -1."""
    cdef int i
    for i in range(n):
        if move_card(m[i]) == card:
            return i
    return -1


cdef inline void order_moves(
    Search* s, const Frame* f, int k, hand_t named, move_t* m, int n
) noexcept nogil:
    """Give the n moves of the k-th hand of a trick (from 0) their weights."""
    if k == 0:
        order_lead(f, s.trump, m, n, named)
    else:
        order_follow(f, k, s.trump, m, n)


cdef inline int try_move(Search* s, Frame* f, int k, move_t move) noexcept nogil:
    """Return what `lead` does once the k-th hand of the trick has made a move; set f.win."""
    cdef int got
    cdef Frame* g
    play(f, k, move_card(move), move_suit(move), s.trump)
    if k < 3:
        return follow(s, f, k + 1)
    g = f + 1
    next_frame(f, g)
    got = lead(s, g)
    f.win = to_parent(g.win, f, g) | rank_winner(f, got)
    return got


cdef void set_question(Search* s, const Deal* d) noexcept nogil:
    """Make a checked question the root; empty the table if it is of another trump suit."""
    cdef hand_t hands[4]
    cdef hand_t trick[3]
    cdef int k
    if s.trump != d.trump:
        table_reset(s.table)
        s.trump = d.trump
    for k in range(4):
        hands[k] = spread(d.hand[k])
    for k in range(d.played):
        trick[k] = card_bit(d.card[k])
        hands[(d.leader + k) & 3] |= trick[k]
    set_root(s, hands, d.leader, trick, d.played)


cdef void set_root(
    Search* s, const hand_t* hands, int leader, const hand_t* trick, int played
) noexcept nogil:
    """Make a position the root, its trump suit that of the search.

    `hands` are four sets of equal size; the `played` cards of the trick that `leader` began are
    still in them.
    """
    cdef Frame* f = &s.frame[0]
    cdef hand_t cards = hands[0] | hands[1] | hands[2] | hands[3]
    cdef hand_t card
    cdef int suit, seat, k, n
    f.orig = cards
    f.all = 0
    f.shape = 0
    for suit in range(4):
        n = bits_count(lane(cards, suit))
        f.all |= <hand_t>(SUIT & ~(SUIT >> n)) << (16 * suit)
        for seat in range(4):
            f.shape |= <uint64_t>bits_count(lane(hands[seat], suit)) << (16 * suit + 4 * seat)
    for seat in range(4):
        f.hand[seat] = bits_deposit(bits_extract(hands[seat], cards), f.all)
    f.leader = leader
    f.tricks = bits_count(hands[0])
    f.win = 0
    for k in range(played):
        card = to_frame(trick[k], f)
        play(f, k, card, bits_low(card) >> 4, s.trump)
    cutoffs_begin(&s.cutoffs, hands, s.trump)


cdef int first_guess(const Frame* f, int trump) noexcept nogil:
    """Return North-South's part of the tricks left, judged by top ranks and trumps.

    The ranks count 4, 3, 2 and 1. The weights, in 256ths of a trick, were fitted to the tables of
    1,000 random deals; on 1,000 others the guess is 1.0 tricks off at notrump, 0.9 with trumps.
    """
    cdef hand_t ours = f.hand[0] | f.hand[2]
    cdef hand_t theirs = f.hand[1] | f.hand[3]
    cdef hand_t rank = LANE_ACES
    cdef int more = 0       # points of North-South less those of East-West
    cdef int points, guess
    for points in range(4, 0, -1):
        more += points * (bits_count(ours & rank) - bits_count(theirs & rank))
        rank >>= 1
    if trump == NOTRUMP:
        guess = f.tricks * (128 + 5 * more)
    else:
        guess = f.tricks * (128 + 4 * more)
        guess += 140 * (bits_count(lane(ours, trump)) - bits_count(lane(theirs, trump)))
    guess = (guess + 128) >> 8
    return 0 if guess < 0 else f.tricks if guess > f.tricks else guess


cdef int reaches(Search* s, int played, int need) noexcept nogil:
    """Return whether North-South take `need` tricks from the root on, -1 when halted.

    `played` is the number of cards in the root's trick.
    """
    cdef Frame* f = &s.frame[0]
    f.need = need
    if need <= 0:
        return 1
    if need > f.tricks:
        return 0
    if played == 0:
        return lead(s, f)
    s.nodes += 1
    if s.nodes >= s.check_at and halted(s):
        return -1
    return follow(s, f, played)


cdef int reaches_with(Search* s, int played, hand_t card, int need) noexcept nogil:
    """Return what `reaches` does when the player to move plays a given card of frame 0."""
    cdef Frame* f = &s.frame[0]
    f.need = need
    play(f, played, card, bits_low(card) >> 4, s.trump)
    if played < 3:
        return follow(s, f, played + 1)
    next_frame(f, f + 1)
    return lead(s, f + 1)


cdef int exact(Search* s, int played, hand_t card, int guess) noexcept nogil:
    """Return North-South's tricks from the root on, -1 when halted.

    Zero windows around a guess close in on the count (Haglund, section 1). `card` is the card of
    frame 0 that is played next, or 0 for the best one.
    """
    cdef int low = 0
    cdef int high = s.frame[0].tricks
    cdef int need, got
    while low < high:
        need = guess + 1 if guess == low else guess
        got = reaches_with(s, played, card, need) if card else reaches(s, played, need)
        if got < 0:
            return -1
        if got:
            low = guess = need
        else:
            high = guess = need - 1
    return low


cdef int card_tricks(Search* s, const Deal* d, cards_t wanted, int8_t* out) noexcept nogil:
    """Fill out[52] with the tricks of the mover's side for every wanted legal card, else -1.

    Return -1 when halted, else 0.
    """
    cdef Frame* f = &s.frame[0]
    cdef int seat = (d.leader + d.played) & 3
    cdef hand_t cards = asked_cards(f, d, wanted)
    cdef hand_t tops = heads(cards)
    cdef hand_t card
    cdef int guess = first_guess(f, s.trump)
    memset(out, -1, 52)
    while tops:
        card = tops & (~tops + 1)
        tops ^= card
        guess = exact(s, d.played, card, guess)
        if guess < 0:
            return -1
        note_group(f, cards, card, f.tricks - guess if seat & 1 else guess, out)
    return 0


cdef int card_reaches(
    Search* s, const Deal* d, cards_t wanted, int need, int8_t* out
) noexcept nogil:
    """Fill out[52]: whether North-South take `need` tricks after every wanted legal card, else -1.

    Return -1 when halted, else 0.
    """
    cdef Frame* f = &s.frame[0]
    cdef hand_t cards = asked_cards(f, d, wanted)
    cdef hand_t tops = heads(cards)
    cdef hand_t card
    cdef int got
    memset(out, -1, 52)
    while tops:
        card = tops & (~tops + 1)
        tops ^= card
        got = need <= 0
        if 0 < need <= f.tricks:
            got = reaches_with(s, d.played, card, need)
            if got < 0:
                return -1
        note_group(f, cards, card, got, out)
    return 0


cdef int best_cards(Search* s, const Deal* d, cards_t* best) noexcept nogil:
    """Return North-South's tricks with best play, -1 when halted; fill in the best legal cards."""
    cdef Frame* f = &s.frame[0]
    cdef int east = (d.leader + d.played) & 1
    cdef hand_t cards = asked_cards(f, d, ALL_CARDS)
    cdef hand_t tops = heads(cards)
    cdef hand_t found = 0
    cdef hand_t card
    cdef int got
    cdef int value = exact(s, d.played, 0, first_guess(f, s.trump))
    if value < 0:
        return -1
    if value == (f.tricks if east else 0):
        best[0] = pack(to_orig(cards, f))
        return value
    while tops:
        card = tops & (~tops + 1)
        tops ^= card
        got = reaches_with(s, d.played, card, value + east)
        if got < 0:
            return -1
        if got != east:
            found |= cards & ((card << 1) - group_low(cards, card))
    best[0] = pack(to_orig(found, f))
    return value


cdef hand_t asked_cards(const Frame* f, const Deal* d, cards_t wanted) noexcept nogil:
    """Return the root's legal cards that are wanted."""
    cdef hand_t cards = legal(f, (d.leader + d.played) & 3, d.played)
    return cards & bits_deposit(bits_extract(spread(wanted), f.orig), f.all)


cdef void note_group(
    const Frame* f, hand_t cards, hand_t card, int value, int8_t* out
) noexcept nogil:
    """Write the value of a card for those of `cards`, too, that touch it from below."""
    cdef hand_t low = group_low(cards, card)
    while card >= low:
        out[bit_card(to_orig(card, f))] = <int8_t>value
        card >>= 1


cdef int declarer_tricks(Search* s, Deal* d, const int8_t* asked, int8_t* out) noexcept nogil:
    """Fill out[5*4], by strain and declarer, with what is asked there of the declarer's side.

    A negative number asks nothing, and the answer is -1; one up to 13 asks whether the side takes
    so many tricks, 1 or 0; a greater one how many it takes. Strain and leader of the deal are
    overwritten. Return -1 when halted, else 0.
    """
    cdef int strain, declarer, want, left, got
    cdef int guess
    memset(out, -1, 20)
    # strain by strain, because the table serves one trump suit at a time
    for strain in range(4, -1, -1):
        guess = -1
        for declarer in range(4):
            want = asked[4 * strain + declarer]
            if want < 0:
                continue
            d.trump = strain
            d.leader = (declarer + 1) & 3
            set_question(s, d)
            left = s.frame[0].tricks
            if want <= 13:
                # East-West take `want` unless North-South take more than they leave
                got = reaches(s, 0, left - want + 1 if declarer & 1 else want)
                if got >= 0 and declarer & 1:
                    got = 1 - got
            else:
                # the count with another declarer is a better guess than that by ranks and trumps
                got = guess = exact(
                    s, 0, 0, first_guess(&s.frame[0], s.trump) if guess < 0 else guess)
                if got >= 0 and declarer & 1:
                    got = left - got
            if got < 0:
                return -1
            out[4 * strain + declarer] = <int8_t>got
    return 0

"""The zero-window search: whether North-South take enough of the tricks left (Haglund, section 2).

`lead` and `follow` call each other along a trick; `exact` and `cards_of` ask them for counts, and
`ready` makes a question the root. Nothing here allocates or knows Python: a module that cimports
these functions gets its own compiled copy of them.
"""
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from solver.dd.haglund cimport weigh_first, weigh_fourth, weigh_second, weigh_third
from solver.dd.order cimport (
    Hints, generate, move_card, move_index, move_suit, move_t, pick, weigh_follow, weigh_lead,
)
from solver.dd.quick cimport leader_tricks, leader_trumps, second_hand_trick, tricks_later
from solver.dd.trick cimport (
    Frame, group_low, heads, legal, next_frame, play, rank_winner, root_frame, to_frame, to_orig,
    to_parent,
)
from solver.dd.table cimport (
    Probe, Shape, Table, table_find, table_hash, table_key, table_prefetch,
    table_prefetch_entries, table_probe, table_reset,
)
from solver.dd.ttstore cimport table_store
from solver.core.atomics cimport acquire_32, flag_load, load_32, load_8
from solver.core.bits cimport bits_count, bits_low, bits_unlikely
from solver.core.cards cimport LANE_ACES, NOTRUMP, bit_card, card_bit, hand_t, lane_mask, spread
from solver.core.question cimport Deal

cdef enum:
    POLL = 1024             # trick nodes between two looks at the stop flag
    PROBE_LATE = 6          # with fewer tricks left, counting comes before the table
    EARLY_CUT = 7           # tricks left from which moves are probed in the table first


cdef struct Switches:
    # one for each enhancement; none changes an answer
    bint target_check
    bint quick_tricks
    bint later_tricks
    bint table
    bint winning_ranks
    bint touching
    bint ordering
    bint early_cutoffs
    bint skip_small
    bint fitted_weights


ctypedef void (*call_t)(void* subject) noexcept nogil


cdef struct Search:
    Frame frame[14]
    hand_t cut[14][4]       # by tricks left and place in the trick: last card that cut off
    Table* table            # its owner's, or one that several searches share
    Switches use
    int trump
    uint64_t nodes          # trick nodes
    uint64_t check_at       # the count at which to look at the flag and the limit again
    uint64_t limit
    int stop                # raised by another thread
    const int* watch        # another such flag, or NULL
    call_t at_check         # what to do whenever the flag is looked at, or NULL ...
    void* subject           # ... and to what


cdef inline bint halted(Search* s) noexcept nogil:
    """Whether the search must end; sets the node count at which to ask again."""
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
    f.win = rank_winner(f)
    return (((f.leader + f.best[3]) & 1) == 0) >= f.need


cdef inline int skip_small(const Frame* f, move_t* m, int i, int n) noexcept nogil:
    """Drop the moves after i that move i has shown to be the same (Haglund, section 2, NextMove).

    f.win is what won by rank below move i. When the card was lower than all of that in its suit,
    so it is with every other card lower than all of that. Returns how many moves are left.
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


cdef inline int follow(Search* s, Frame* f, int k) noexcept nogil:
    """Whether North-South reach f.need with the k-th card to be played; -1 when halted."""
    cdef int seat = (f.leader + k) & 3
    cdef int good = (seat & 1) == 0     # the answer that the seat wants
    cdef move_t m[13]
    cdef move_t move
    cdef int n, i, got
    cdef hand_t win = 0
    cdef Frame* g

    if k == 1 and s.use.quick_tricks and (f.need if good else f.tricks + 1 - f.need) == 1:
        if second_hand_trick(f, s.trump):
            return good
    n = generate(f, seat, k, s.use.touching, m)
    if n > 1 and s.use.ordering:
        if k < 3 and s.trump == NOTRUMP and s.use.fitted_weights:
            weigh_follow(f, k, m, n)
        elif k == 1:
            weigh_second(f, s.trump, m, n)
        elif k == 2:
            weigh_third(f, s.trump, m, n)
        else:
            weigh_fourth(f, s.trump, m, n)
        if k == 3 and s.use.early_cutoffs and f.tricks > EARLY_CUT:
            if early_cutoff(s, f, m, n, good):
                return good
    i = 0
    while i < n:
        move = pick(m, i, n) if s.use.ordering else m[i]
        play(f, k, move_card(move), move_suit(move), s.trump)
        if k < 3:
            got = follow(s, f, k + 1)
        else:
            g = f + 1
            next_frame(f, g)
            got = lead(s, g)
            f.win = to_parent(g.win, f, g) | rank_winner(f)
        if got == good:
            return good
        if bits_unlikely(got < 0):
            return got
        win |= f.win
        if s.use.skip_small:
            n = skip_small(f, m, i, n)
        i += 1
    f.win = win
    return not good


cdef inline int early_cutoff(Search* s, Frame* f, move_t* m, int n, int good) noexcept nogil:
    """Whether the table knows that a last card of the trick is good enough (Haglund, section 6)."""
    cdef int i
    cdef Frame* g = f + 1
    cdef uint64_t key
    cdef uint32_t epoch = acquire_32(&s.table.epoch)
    cdef Shape* shape
    cdef Probe met
    for i in range(n):
        play(f, 3, move_card(m[i]), move_suit(m[i]), s.trump)
        next_frame(f, g)
        key = table_key(g)
        shape = table_find(s.table, key, table_hash(key))
        if shape == NULL or not table_probe(s.table, shape, epoch, g, g.need, &met):
            continue
        if met.reached == good:
            f.win = to_parent(met.mask, f, g) | rank_winner(f)
            return True
        m[i] += 256 * 100
    return False


cdef inline int lead(Search* s, Frame* f) noexcept nogil:
    """Whether North-South take f.need of the tricks left; -1 when halted. Sets f.win."""
    cdef int good = (f.leader & 1) == 0
    cdef int mine, theirs, n, i, got
    cdef uint64_t key = 0
    cdef uint32_t hash = 0
    cdef uint32_t epoch = 0
    cdef Shape* shape = NULL
    cdef Probe met
    cdef move_t m[13]
    cdef move_t move
    cdef Hints hints
    cdef hand_t win
    cdef uint8_t best, named

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

    met.any = False
    met.move = 255
    if s.use.table:
        key = table_key(f)
        hash = table_hash(key)
        epoch = acquire_32(&s.table.epoch)
        table_prefetch(s.table, hash)
    if f.tricks < PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        if s.use.table:
            shape = table_find(s.table, key, hash)
            if shape != NULL:
                table_prefetch_entries(s.table, shape)
        if s.use.later_tricks and tricks_later(f, s.trump, theirs):
            return not good
        if s.use.later_tricks and s.trump != NOTRUMP and leader_trumps(f, s.trump, mine):
            return good
    if s.use.table:
        if f.tricks >= PROBE_LATE:
            shape = table_find(s.table, key, hash)
        if shape != NULL and table_probe(s.table, shape, epoch, f, f.need, &met):
            f.win = met.mask
            return met.reached
    if f.tricks >= PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        if s.use.later_tricks and tricks_later(f, s.trump, theirs):
            return not good
        if s.use.later_tricks and s.trump != NOTRUMP and leader_trumps(f, s.trump, mine):
            return good

    n = generate(f, f.leader, 0, s.use.touching, m)
    if s.use.ordering and n > 1:
        hints.cut = to_frame(s.cut[f.tricks][0], f)
        hints.table = 0
        named = met.move
        if named == 255 and shape != NULL:
            named = load_8(&shape.move)
        if named != 255:
            hints.table = <hand_t>1 << named
        if s.use.fitted_weights:
            weigh_lead(f, s.trump, m, n, &hints)
        else:
            weigh_first(f, s.trump, m, n, &hints)
    win = 0
    i = 0
    best = 255
    got = not good
    while i < n:
        move = pick(m, i, n) if s.use.ordering else m[i]
        play(f, 0, move_card(move), move_suit(move), s.trump)
        got = follow(s, f, 1)
        if got == good:
            win = f.win
            s.cut[f.tricks][0] = to_orig(move_card(move), f)
            best = <uint8_t>move_index(move)
            break
        if bits_unlikely(got < 0):
            return got
        win |= f.win
        if s.use.skip_small:
            n = skip_small(f, m, i, n)
        i += 1
    f.win = win
    if s.use.table:
        if load_32(&s.table.epoch) != epoch:
            epoch = acquire_32(&s.table.epoch)
            shape = table_find(s.table, key, hash)
        if not s.use.winning_ranks:
            f.win = f.all
        table_store(s.table, f, key, hash, shape, epoch, met.any, got == 1, best)
    return got


cdef inline void set_root(Search* s, const Deal* d) noexcept nogil:
    """Make frame 0 the start of the current trick, the cards played to it back in the hands."""
    cdef hand_t hands[4]
    cdef hand_t bit
    cdef Frame* f = &s.frame[0]
    cdef int k
    for k in range(4):
        hands[k] = spread(d.hand[k])
    for k in range(d.played):
        hands[(d.leader + k) & 3] |= card_bit(d.card[k])
    root_frame(f, hands, d.leader)
    for k in range(d.played):
        bit = to_frame(card_bit(d.card[k]), f)
        play(f, k, bit, bits_low(bit) >> 4, d.trump)
    memset(s.cut, 0, sizeof(s.cut))


cdef inline int first_guess(const Frame* f) noexcept nogil:
    """North-South's share of the tricks left, judged by their share of the four top ranks."""
    cdef hand_t ours = f.hand[0] | f.hand[2]
    cdef hand_t rank = LANE_ACES
    cdef int mine = 0
    cdef int sum = 0
    cdef int points
    for points in range(4, 0, -1):
        mine += points * bits_count(ours & rank)
        sum += points * bits_count(f.all & rank)
        rank >>= 1
    return (2 * f.tricks * mine + sum) // (2 * sum)


cdef inline int reaches(Search* s, int played, int need) noexcept nogil:
    """Whether North-South take `need` tricks from the root on; -1 when halted."""
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


cdef inline int reaches_with(Search* s, int played, hand_t card, int need) noexcept nogil:
    """The same when the player to move plays a given card of frame 0."""
    cdef Frame* f = &s.frame[0]
    f.need = need
    play(f, played, card, bits_low(card) >> 4, s.trump)
    if played < 3:
        return follow(s, f, played + 1)
    next_frame(f, f + 1)
    return lead(s, f + 1)


cdef inline int exact(Search* s, int played, hand_t card, int guess) noexcept nogil:
    """North-South's tricks from the root on by zero windows around a guess; -1 when halted.

    `card` is the card that is played next, or 0 for the best one (Haglund, section 1).
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


cdef inline int cards_of(Search* s, const Deal* d, int8_t* out) noexcept nogil:
    """Fill out[52] with the tricks of the mover's side for every legal card; -1 when halted."""
    cdef Frame* f = &s.frame[0]
    cdef int seat = (d.leader + d.played) & 3
    cdef hand_t cards = legal(f, seat, d.played)
    cdef hand_t tops = heads(cards)
    cdef hand_t card, low
    cdef int guess = first_guess(f)
    cdef int i
    for i in range(52):
        out[i] = -1
    while tops:
        card = tops & (~tops + 1)
        tops ^= card
        guess = exact(s, d.played, card, guess)
        if guess < 0:
            return -1
        low = group_low(cards, card)
        while card >= low:
            out[bit_card(to_orig(card, f))] = <int8_t>(f.tricks - guess if seat & 1 else guess)
            card >>= 1
    return 0


cdef inline int ready(Search* s, const Deal* d) noexcept nogil:
    """Make a checked question the root and keep from the table what is sound for it."""
    if s.trump != d.trump:
        table_reset(s.table)
        s.trump = d.trump
    set_root(s, d)
    return 0

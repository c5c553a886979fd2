# cython: auto_pickle=False, autotestdict=False
"""Double-dummy solver: see README.md for the map from Haglund's paper to these functions."""
cimport cython
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from operator import index

import numpy as np

from solver.deals import read_hands, read_trick
from solver.errors import SearchStopped, SolverError

from solver.haglund cimport weigh_first, weigh_fourth, weigh_second, weigh_third
from solver.order cimport Hints, Move, generate, pick, weigh_follow, weigh_lead
from solver.quick cimport (
    leader_tricks, second_hand_trick, tricks_later,
)
from solver.trick cimport (
    Frame, group_low, heads, legal, next_frame, play, rank_winner, root_frame, to_frame, to_orig,
    to_parent,
)
from solver.tt cimport (
    Entry, Shape, Table, table_find, table_free, table_hash, table_key, table_make, table_prefetch,
    table_probe, table_reset, table_store,
)
from solver.types cimport (
    Deal, LANE_ACES, NOTRUMP, bit_card, bits_count, bits_low, bits_unlikely, card_bit, fault,
    flag_load, flag_store, hand_t, lane_mask, pack, spread,
)

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


cdef struct Search:
    Frame frame[14]
    hand_t cut[14][4]       # by tricks left and place in the trick: last card that cut off
    Table table
    Switches use
    int trump
    uint64_t nodes          # trick nodes
    uint64_t check_at       # the count at which to look at the flag and the limit again
    uint64_t limit
    int stop                # raised by another thread


cdef bint halted(Search* s) noexcept nogil:
    """Whether the search must end; sets the node count at which to ask again."""
    if flag_load(&s.stop) or s.nodes > s.limit:
        return True
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


cdef inline void skip_small(const Frame* f, Move* m, int i, int* n) noexcept nogil:
    """Drop the moves after i that move i has shown to be the same (Haglund, section 2, NextMove).

    f.win is what won by rank below move i. When the card was lower than all of that in its suit,
    so it is with every other card lower than all of that.
    """
    cdef hand_t won = f.win & lane_mask(m[i].suit)
    cdef int j = i + 1
    won &= ~won + 1
    if won and m[i].card >= won:
        return
    while j < n[0]:
        if m[j].suit == m[i].suit and (not won or m[j].card < won):
            n[0] -= 1
            m[j] = m[n[0]]
        else:
            j += 1


cdef int follow(Search* s, Frame* f, int k) noexcept nogil:
    """Whether North-South reach f.need with the k-th card to be played; -1 when halted."""
    cdef int seat = (f.leader + k) & 3
    cdef int good = (seat & 1) == 0     # the answer that the seat wants
    cdef Move m[13]
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
        if s.use.ordering:
            pick(m, i, n)
        play(f, k, m[i].card, m[i].suit, s.trump)
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
            skip_small(f, m, i, &n)
        i += 1
    f.win = win
    return not good


cdef int early_cutoff(Search* s, Frame* f, Move* m, int n, int good) noexcept nogil:
    """Whether the table knows that a last card of the trick is good enough (Haglund, section 6)."""
    cdef int i
    cdef Frame* g = f + 1
    cdef uint64_t key
    cdef Shape* shape
    cdef Entry* e
    cdef Entry* near
    for i in range(n):
        play(f, 3, m[i].card, m[i].suit, s.trump)
        next_frame(f, g)
        key = table_key(g)
        shape = table_find(&s.table, key, table_hash(key))
        if shape == NULL:
            continue
        e = table_probe(&s.table, shape, g, g.need, &near)
        if e == NULL:
            continue
        if (e.lower >= g.need) == good:
            f.win = to_parent(e.mask, f, g) | rank_winner(f)
            return True
        m[i].weight += 100
    return False


cdef int lead(Search* s, Frame* f) noexcept nogil:
    """Whether North-South take f.need of the tricks left; -1 when halted. Sets f.win."""
    cdef int good = (f.leader & 1) == 0
    cdef int mine, theirs, n, i, got
    cdef uint64_t key = 0
    cdef uint32_t hash = 0
    cdef uint32_t epoch
    cdef Shape* shape = NULL
    cdef Entry* e
    cdef Entry* near = NULL
    cdef Move m[13]
    cdef Hints hints
    cdef hand_t win
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

    if s.use.table:
        key = table_key(f)
        hash = table_hash(key)
        table_prefetch(&s.table, hash)
    if f.tricks < PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        if s.use.later_tricks and tricks_later(f, s.trump, theirs):
            return not good
    if s.use.table:
        shape = table_find(&s.table, key, hash)
        if shape != NULL:
            e = table_probe(&s.table, shape, f, f.need, &near)
            if e != NULL:
                f.win = e.mask
                return e.lower >= f.need
    if f.tricks >= PROBE_LATE:
        if s.use.quick_tricks and leader_tricks(f, s.trump, mine):
            return good
        if s.use.later_tricks and tricks_later(f, s.trump, theirs):
            return not good

    n = generate(f, f.leader, 0, s.use.touching, m)
    if s.use.ordering and n > 1:
        hints.cut = to_frame(s.cut[f.tricks][0], f)
        hints.table = 0
        if near != NULL and near.move != 255:
            hints.table = <hand_t>1 << near.move
        if s.use.fitted_weights:
            weigh_lead(f, s.trump, m, n, &hints)
        else:
            weigh_first(f, s.trump, m, n, &hints)
    epoch = s.table.epoch
    win = 0
    i = 0
    best = 255
    got = not good
    while i < n:
        if s.use.ordering:
            pick(m, i, n)
        play(f, 0, m[i].card, m[i].suit, s.trump)
        got = follow(s, f, 1)
        if got == good:
            win = f.win
            s.cut[f.tricks][0] = to_orig(m[i].card, f)
            best = <uint8_t>bits_low(m[i].card)
            break
        if bits_unlikely(got < 0):
            return got
        win |= f.win
        if s.use.skip_small:
            skip_small(f, m, i, &n)
        i += 1
    f.win = win
    if s.use.table:
        if s.table.epoch != epoch:
            shape = table_find(&s.table, key, hash)
        if not s.use.winning_ranks:
            f.win = f.all
        table_store(&s.table, f, key, hash, shape, got == 1, best)
    return got


cdef void set_root(Search* s, const Deal* d) noexcept nogil:
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


cdef int first_guess(const Frame* f) noexcept nogil:
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


cdef int reaches(Search* s, int played, int need) noexcept nogil:
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


cdef int reaches_with(Search* s, int played, hand_t card, int need) noexcept nogil:
    """The same when the player to move plays a given card of frame 0."""
    cdef Frame* f = &s.frame[0]
    f.need = need
    play(f, played, card, bits_low(card) >> 4, s.trump)
    if played < 3:
        return follow(s, f, played + 1)
    next_frame(f, f + 1)
    return lead(s, f + 1)


cdef int exact(Search* s, int played, hand_t card, int guess) noexcept nogil:
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


cdef int cards_of(Search* s, const Deal* d, int8_t* out) noexcept nogil:
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


cdef int ready(Search* s, const Deal* d) noexcept nogil:
    """Make a checked question the root and keep from the table what is sound for it."""
    if s.trump != d.trump:
        table_reset(&s.table)
        s.trump = d.trump
    set_root(s, d)
    return 0


cdef int small_int(value, str name, int low, int high) except? -99:
    """A whole number of Python, clamped just outside low..high so that it fits."""
    try:
        n = index(value)
    except TypeError:
        raise SolverError(f"{name} must be a whole number, not {value!r}") from None
    return <int>max(low - 1, min(high + 1, n))


cdef uint64_t read_node_limit(value) except? 1:
    """A node limit of Python."""
    try:
        n = index(value)
    except TypeError:
        raise SolverError(f"node_limit must be a whole number, not {value!r}") from None
    if not 0 <= n < 1 << 64:
        raise SolverError("node_limit must be 0..2**64-1")
    return n


@cython.final
cdef class DoubleDummySolver:
    """Answers double-dummy questions; owns all memory that it needs for them.

    The method is that of Haglund, *Search Algorithms for a Bridge Double Dummy Solver* (2010), and
    of Ginsberg's partition search (1996).

    Cards are 13*suit+rank (suits S H D C = 0..3, ranks 2..A = 0..12). `hands` is four 52-bit sets
    N E S W with bit = card, as uint64[4] or any sequence of four whole numbers, or a PBN deal such
    as "N:AK.. QJ.. 32.. .32."; the hands may be short. `trump` is 0..4 for S H D C NT, `leader` and
    all seats 0..3 for N E S W. `trick` holds the cards already played to the current trick, which
    `leader` began, in order; they are not in the hands.

    All methods raise `SolverError` when the question is not a bridge position, and `SearchStopped`
    after `stop` or beyond `node_limit`. They run without the GIL. One object serves one thread at a
    time; a second one gets a RuntimeError. What was learnt is kept for the next question with the
    same trump suit; answers do not depend on it.

    Args:
        memory_mb: size of the transposition table, 1 to 65536.
        node_limit: positions at the start of a trick that one call may visit; 0 is no limit.
        target_check, quick_tricks, later_tricks, table, winning_ranks, touching, ordering,
        early_cutoffs, skip_small, fitted_weights: the enhancements of the search. None changes an
        answer. Without fitted_weights moves are ordered as in Haglund's paper, section 5.
    """
    cdef Search* s
    cdef bint busy
    cdef uint64_t allowed   # nodes of one call; 0 is no limit

    def __cinit__(self, *args, **kwargs):
        self.s = <Search*>malloc(sizeof(Search))
        if self.s == NULL:
            raise MemoryError
        memset(self.s, 0, sizeof(Search))

    def __init__(self, memory_mb=256, *, node_limit=0, target_check=True, quick_tricks=True,
                 later_tricks=True, table=True, winning_ranks=True, touching=True, ordering=True,
                 early_cutoffs=True, skip_small=True, fitted_weights=True):
        cdef int megabytes = small_int(memory_mb, "memory_mb", 1, 65536)
        if not 1 <= megabytes <= 65536:
            raise SolverError("memory_mb must be 1..65536")
        cdef uint64_t allowed = read_node_limit(node_limit)
        cdef Switches use = Switches(
            target_check, quick_tricks, later_tricks, table, winning_ranks, touching, ordering,
            early_cutoffs and table, skip_small, fitted_weights)
        # after the last argument is read: reading one may run Python, and start a search
        if self.busy:
            raise RuntimeError("the solver is at work in another thread")
        self.allowed = allowed
        self.s.use = use
        self.s.trump = -1
        table_free(&self.s.table)
        if not table_make(&self.s.table, <uint64_t>megabytes << 20):
            table_free(&self.s.table)
            raise MemoryError(f"no {megabytes} MB for the table")

    def __dealloc__(self):
        if self.s != NULL:
            table_free(&self.s.table)
            free(self.s)

    @property
    def node_limit(self):
        """Positions at the start of a trick that one call may visit; 0 is no limit."""
        return self.allowed

    @node_limit.setter
    def node_limit(self, value):
        self.allowed = read_node_limit(value)

    @property
    def nodes(self):
        """How many positions at the start of a trick were visited by all calls so far."""
        return self.s.nodes

    def stop(self):
        """Make the running call and later ones raise `SearchStopped`; any thread may call it."""
        flag_store(&self.s.stop, 1)

    def clear_stop(self):
        """Take `stop` back."""
        flag_store(&self.s.stop, 0)

    def forget(self):
        """Empty the table."""
        self.begin()
        table_reset(&self.s.table)
        self.busy = False

    cdef int begin(self) except -1:
        """Take the object for one call."""
        if self.busy:
            raise RuntimeError("the solver is at work in another thread")
        if self.s.table.block == NULL:
            raise RuntimeError("the solver was not initialised")
        self.busy = True
        self.s.check_at = self.s.nodes
        self.s.limit = <uint64_t>-1
        if self.allowed and self.allowed < self.s.limit - self.s.nodes:
            self.s.limit = self.s.nodes + self.allowed
        return 0

    cdef int question(self, Deal* d, hands, trump, leader, trick) except -1:
        """Read a question and take the object for it."""
        cdef int k
        self.frame(d, trump, leader, trick)
        four = read_hands(hands)
        for k in range(4):
            d.hand[k] = four[k]
        self.check(d)
        self.begin()
        return 0

    cdef int frame(self, Deal* d, trump, leader, trick) except -1:
        """Read what all worlds of a question share."""
        cdef int k
        d.trump = small_int(trump, "trump", 0, 4)
        d.leader = small_int(leader, "leader", 0, 3)
        cards = read_trick(trick)
        d.played = len(cards)
        for k in range(d.played):
            d.card[k] = small_int(cards[k], "a card of the trick", 0, 51)
        return 0

    cdef int check(self, const Deal* d) except -1:
        cdef const char* what = fault(d)
        if what != NULL:
            raise SolverError(what.decode("ascii"))
        return 0

    cdef int check_worlds(self, Deal* d, const uint64_t[:, ::1] worlds) except -1:
        cdef const char* what
        cdef Py_ssize_t i
        cdef int k
        for i in range(worlds.shape[0]):
            for k in range(4):
                d.hand[k] = worlds[i, k]
            what = fault(d)
            if what != NULL:
                raise SolverError(f"world {i}: {what.decode('ascii')}")
        return 0

    def table(self, hands):
        """Return int8[5, 4]: by strain and declarer, the tricks that the declarer's side takes.

        The opening lead is the card of declarer's left. With short hands the counts are of the
        tricks that are left. Haglund, section 1, for each of the 20 questions.
        """
        cdef Deal d
        cdef int strain, declarer, got
        cdef int guess = -1
        result = np.empty((5, 4), dtype=np.int8)
        cdef int8_t[:, ::1] out = result
        self.question(&d, hands, 0, 0, ())
        try:
            with nogil:
                got = 0
                for strain in range(4, -1, -1):
                    for declarer in range(4):
                        d.trump = strain
                        d.leader = (declarer + 1) & 3
                        ready(self.s, &d)
                        if guess < 0:
                            guess = first_guess(&self.s.frame[0])
                        got = exact(self.s, 0, 0, guess)
                        if got < 0:
                            break
                        guess = got
                        out[strain, declarer] = <int8_t>(
                            self.s.frame[0].tricks - got if declarer & 1 else got)
                    if got < 0:
                        break
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return result

    def tricks(self, hands, trump, leader, trick=()):
        """Return how many tricks North-South take from here, the current trick included."""
        cdef Deal d
        cdef int got
        self.question(&d, hands, trump, leader, trick)
        try:
            with nogil:
                ready(self.s, &d)
                got = exact(self.s, d.played, 0, first_guess(&self.s.frame[0]))
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return got

    def card_tricks(self, hands, trump, leader, trick=()):
        """Return for every legal card of the player to move the tricks that his side takes.

        The tricks count from here, the current trick included, with best play after the card.
        """
        cdef Deal d
        cdef int got
        cdef int8_t out[52]
        self.question(&d, hands, trump, leader, trick)
        try:
            with nogil:
                ready(self.s, &d)
                got = cards_of(self.s, &d, out)
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return {i: out[i] for i in range(52) if out[i] >= 0}

    def reaches(self, hands, trump, leader, trick, target):
        """Return whether North-South take at least `target` tricks from here.

        The current trick counts. Haglund, section 1: one zero-window search.
        """
        cdef Deal d
        cdef int got
        cdef int need = small_int(target, "target", 0, 13)
        self.question(&d, hands, trump, leader, trick)
        try:
            with nogil:
                ready(self.s, &d)
                got = reaches(self.s, d.played, need)
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return got == 1

    def proof(self, hands, trump, leader, trick, target):
        """Return what `reaches` does, and the cards that won by rank on the way: (bool, int).

        The cards are a 52-bit set. Leave the owners of all ranks of a suit that are not below its
        lowest card in the set, give the others of that suit to any hands so that the lengths and
        the cards of the current trick stay the same, and the answer stays the same. Haglund,
        sections 7.1 and 7.2; Ginsberg, partition search.
        """
        cdef Deal d
        cdef Frame* f = &self.s.frame[0]
        cdef int got
        cdef hand_t won = 0
        cdef int need = small_int(target, "target", 0, 13)
        self.question(&d, hands, trump, leader, trick)
        try:
            with nogil:
                ready(self.s, &d)
                got = reaches(self.s, d.played, need)
                won = to_orig(f.win, f)
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return got == 1, pack(won)

    def solve_worlds(self, worlds, trump, leader, trick, target):
        """Return bool[n]: in which worlds North-South take at least `target` tricks from here.

        Args:
            worlds: uint64[n, 4], four hands N E S W for each world.
        """
        cdef Deal d
        cdef int k
        cdef int got = 0
        cdef Py_ssize_t i
        cdef int need = small_int(target, "target", 0, 13)
        cdef const uint64_t[:, ::1] w = as_worlds(worlds)
        result = np.empty(w.shape[0], dtype=np.bool_)
        cdef uint8_t[::1] out = result.view(np.uint8)
        self.frame(&d, trump, leader, trick)
        self.check_worlds(&d, w)
        self.begin()
        try:
            with nogil:
                for i in range(w.shape[0]):
                    for k in range(4):
                        d.hand[k] = w[i, k]
                    ready(self.s, &d)
                    got = reaches(self.s, d.played, need)
                    if got < 0:
                        break
                    out[i] = <uint8_t>got
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return result

    def solve_world_cards(self, worlds, trump, leader, trick=()):
        """Return int8[n, 52]: in each world what `card_tricks` says; -1 where a card is not legal.

        Args:
            worlds: uint64[n, 4], four hands N E S W for each world; solved in order.
        """
        cdef Deal d
        cdef int k
        cdef int got = 0
        cdef Py_ssize_t i
        cdef const uint64_t[:, ::1] w = as_worlds(worlds)
        result = np.empty((w.shape[0], 52), dtype=np.int8)
        cdef int8_t[:, ::1] out = result
        self.frame(&d, trump, leader, trick)
        self.check_worlds(&d, w)
        self.begin()
        try:
            with nogil:
                for i in range(w.shape[0]):
                    for k in range(4):
                        d.hand[k] = w[i, k]
                    ready(self.s, &d)
                    got = cards_of(self.s, &d, &out[i, 0])
                    if got < 0:
                        break
        finally:
            self.busy = False
        if got < 0:
            raise SearchStopped
        return result


cdef as_worlds(worlds):
    """Return a copy, C-contiguous and aligned, of an array that is uint64[n, 4].

    The search does not look at the hands again: nobody else may write to them meanwhile.
    """
    if not isinstance(worlds, np.ndarray) or worlds.dtype != np.uint64:
        kind = worlds.dtype if isinstance(worlds, np.ndarray) else type(worlds).__name__
        raise SolverError(f"worlds must be a uint64 array, not {kind}")
    if worlds.ndim != 2 or worlds.shape[1] != 4:
        raise SolverError(f"worlds must have shape (n, 4), not {worlds.shape}")
    return np.array(worlds, order="C")

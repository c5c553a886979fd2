"""The double-dummy solver as a Python class; README.md maps Haglund's paper to functions."""
cimport cython
from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport calloc, free

import numpy as np

from solver.core.deals import as_worlds, read_asked, read_hands, read_range, small_int
from solver.core.errors import SearchStopped, SolverError

from solver.core.atomics cimport flag_store
from solver.core.cards cimport ALL_CARDS, cards_t, pack
from solver.core.question cimport Deal, check_worlds, fault, take_frame
from solver.dd.search cimport (
    Search, Switches, card_reaches, card_tricks, declarer_tricks, exact, first_guess, reaches,
    set_question,
)
from solver.dd.table cimport table_free, table_make, table_reset
from solver.dd.trick cimport to_orig


@cython.final
cdef class DoubleDummySolver:
    """Answers double-dummy questions, and owns all memory that they need.

    The method is that of Haglund, *Search Algorithms for a Bridge Double Dummy Solver* (2010), and
    of Ginsberg's partition search (1996).

    Cards are 13*suit+rank (suits S H D C = 0..3, ranks 2..A = 0..12). `hands` is four 52-bit sets
    N E S W with bit = card, as uint64[4] or any sequence of four whole numbers, or a PBN deal such
    as "N:AK.. QJ.. 32.. .32."; the hands may be short. `trump` is 0..4 for S H D C NT, `leader` and
    all seats 0..3 for N E S W. `trick` holds the cards already played to the current trick, which
    `leader` began, in order; they are not in the hands.

    All methods raise `SolverError` when the question is not a bridge position, and `SearchStopped`
    after `stop`. They run without the GIL. One object serves one thread at a time; a second one
    gets a RuntimeError. The table is kept for the next question with the same trump suit; answers
    do not depend on it.

    Args:
        memory_mb: size of the transposition table, 1 to 65536.
        target_check: whether this enhancement of the search is on, as each of the eight after it.
            None changes an answer.
    """
    def __cinit__(self, *args, **kwargs):
        self.s = <Search*>calloc(1, sizeof(Search))
        if self.s == NULL:
            raise MemoryError
        self.s.table = &self.memory

    def __init__(self, memory_mb=256, *, target_check=True, quick_tricks=True,
                 later_tricks=True, table=True, winning_ranks=True, touching=True, ordering=True,
                 cutoff_cards=True, skip_small=True):
        cdef int megabytes = read_range(memory_mb, "memory_mb", 1, 65536)
        cdef Switches use = Switches(
            target_check, quick_tricks, later_tricks, table, winning_ranks, touching, ordering,
            cutoff_cards, skip_small)
        # Last, because reading an argument may run Python, which may start a search.
        if self.busy:
            raise RuntimeError("the solver is at work in another thread")
        self.s.use = use
        self.s.trump = -1
        table_free(&self.memory)
        if not table_make(&self.memory, <uint64_t>megabytes << 20):
            table_free(&self.memory)
            raise MemoryError(f"no {megabytes} MB for the table")

    def __dealloc__(self):
        if self.s != NULL:
            table_free(&self.memory)
            free(self.s)

    @property
    def nodes(self):
        """Positions at the start of a trick that all calls together have visited."""
        return self.s.nodes

    def stop(self):
        """Make the running call and later ones raise `SearchStopped`; any thread may call this."""
        flag_store(&self.s.stop, 1)

    def clear_stop(self):
        """Undo `stop`."""
        flag_store(&self.s.stop, 0)

    def forget(self):
        """Empty the table, and what is remembered of cut-off cards."""
        self.begin()
        table_reset(&self.memory)
        self.s.cutoffs.era += 1
        self.busy = False

    cdef int begin(self) except -1:
        """Reserve the object for one call."""
        if self.busy:
            raise RuntimeError("the solver is at work in another thread")
        if self.memory.block == NULL:
            raise RuntimeError("the solver was not initialised")
        self.busy = True
        self.s.check_at = self.s.nodes
        self.s.limit = <uint64_t>-1
        return 0

    cdef int end(self, int got) except -1:
        """Release the object after a call, and return its result; negative is a halted search."""
        self.busy = False
        if got < 0:
            raise SearchStopped
        return got

    cdef int question(self, Deal* d, hands, trump, leader, trick) except -1:
        """Read and check a question, and reserve the object for it."""
        cdef const char* what
        cdef int k
        take_frame(d, trump, leader, trick)
        four = read_hands(hands)
        for k in range(4):
            d.hand[k] = four[k]
        what = fault(d)
        if what != NULL:
            raise SolverError(what.decode("ascii"))
        return self.begin()

    def table(self, hands, *, strains=range(5), declarers=range(4), targets=None):
        """Return int8[5, 4]: by strain and declarer, the tricks that the declarer's side takes.

        The opening lead is made by the declarer's left-hand opponent. With short hands, the counts
        are of the tricks that are left. Haglund, section 1, for each of the 20 questions.

        Args:
            strains: those that are asked for; the others hold -1.
            declarers: those that are asked for, in each of the strains.
            targets: whole numbers 0 to 13 that numpy broadcasts to [5, 4]. The result is then 1
                where the declarer's side takes so many tricks and 0 where it takes fewer, which is
                one zero-window search each. It is -1 where the target is -1.
        """
        cdef Deal d
        cdef int got
        cdef const int8_t[:, ::1] asked = read_asked(strains, declarers, targets, 1)[0]
        result = np.empty((5, 4), dtype=np.int8)
        cdef int8_t[:, ::1] out = result
        self.question(&d, hands, 0, 0, ())
        with nogil:
            got = declarer_tricks(self.s, &d, &asked[0, 0], &out[0, 0])
        self.end(got)
        return result

    def tricks(self, hands, trump, leader, trick=()):
        """Return how many tricks North-South take from here, the current trick included."""
        cdef Deal d
        cdef int got
        self.question(&d, hands, trump, leader, trick)
        with nogil:
            set_question(self.s, &d)
            got = exact(self.s, d.played, 0, first_guess(&self.s.frame[0], self.s.trump))
        return self.end(got)

    def card_tricks(self, hands, trump, leader, trick=()):
        """Return for every legal card of the player to move the tricks that his side takes.

        The tricks count from here, the current trick included, with best play after the card.
        """
        cdef Deal d
        cdef int got
        cdef int8_t out[52]
        self.question(&d, hands, trump, leader, trick)
        with nogil:
            set_question(self.s, &d)
            got = card_tricks(self.s, &d, ALL_CARDS, out)
        self.end(got)
        return {i: out[i] for i in range(52) if out[i] >= 0}

    def reaches(self, hands, trump, leader, trick, target):
        """Return whether North-South take at least `target` tricks from here.

        The current trick counts. Haglund, section 1: one zero-window search.
        """
        return self.proof(hands, trump, leader, trick, target)[0]

    def proof(self, hands, trump, leader, trick, target):
        """Return what `reaches` does, and the cards that won by rank on the way: (bool, int).

        The cards are a 52-bit set. In every suit, fix the owners of all ranks from the highest down
        to the lowest one in the set, and deal the other cards to any hands so that the lengths and
        the cards of the current trick stay the same: the answer stays the same. Haglund, sections
        7.1 and 7.2; Ginsberg, partition search.
        """
        cdef Deal d
        cdef int got
        cdef cards_t won
        cdef int need = small_int(target, "target", 0, 13)
        self.question(&d, hands, trump, leader, trick)
        with nogil:
            set_question(self.s, &d)
            got = reaches(self.s, d.played, need)
            won = pack(to_orig(self.s.frame[0].win, &self.s.frame[0]))
        return self.end(got) == 1, won

    def solve_worlds(self, worlds, trump, leader, trick, target):
        """Return bool[n]: in which worlds North-South take at least `target` tricks from here.

        Args:
            worlds: uint64[n, 4], four hands N E S W for each world.
        """
        need = small_int(target, "target", 0, 13)
        return self.each_world(worlds, trump, leader, trick, ALL_CARDS, WHOLE, need)[:, 0] == 1

    def solve_world_cards(self, worlds, trump, leader, trick=(), cards=ALL_CARDS):
        """Return int8[n, 52]: for each world the result of `card_tricks`.

        It is -1 for cards that are not legal or not asked for.

        Args:
            worlds: uint64[n, 4], four hands N E S W for each world; solved in order.
            cards: a 52-bit set of the cards of the player to move that are asked for.
        """
        return self.each_world(worlds, trump, leader, trick, cards, COUNTED, 0)

    def reach_world_cards(self, worlds, trump, leader, trick, target, cards=ALL_CARDS):
        """Return int8[n, 52]: for each world and card 1 if North-South then take `target` tricks.

        The tricks count from here, the current trick included; 0 if they take fewer, -1 for cards
        that are not legal or not asked for.

        Args:
            worlds: uint64[n, 4], four hands N E S W for each world; solved in order.
            target: 0 to 13.
            cards: a 52-bit set of the cards of the player to move that are asked for.
        """
        need = small_int(target, "target", 0, 13)
        return self.each_world(worlds, trump, leader, trick, cards, TARGETED, need)

    cdef object each_world(self, worlds, trump, leader, trick, cards, Asked asked, int need):
        """Return int8[n, 52], what is asked about each card, or int8[n, 1] about each world."""
        cdef Deal d
        cdef int k
        cdef int got = 0
        cdef Py_ssize_t i
        cdef uint64_t wanted = read_range(cards, "cards", 0, ALL_CARDS)
        cdef const uint64_t[:, ::1] w = as_worlds(worlds)
        result = np.empty((w.shape[0], 1 if asked == WHOLE else 52), dtype=np.int8)
        cdef int8_t[:, ::1] out = result
        take_frame(&d, trump, leader, trick)
        if w.shape[0]:
            check_worlds(&d, &w[0, 0], w.shape[0])
        self.begin()
        with nogil:
            for i in range(w.shape[0]):
                for k in range(4):
                    d.hand[k] = w[i, k]
                set_question(self.s, &d)
                if asked == WHOLE:
                    got = reaches(self.s, d.played, need)
                    out[i, 0] = <int8_t>got
                elif asked == TARGETED:
                    got = card_reaches(self.s, &d, wanted, need, &out[i, 0])
                else:
                    got = card_tricks(self.s, &d, wanted, &out[i, 0])
                if got < 0:
                    break
        self.end(got)
        return result

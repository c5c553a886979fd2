"""Alpha-mu: card play for a player who does not see all cards.

T. Cazenave, V. Ventos, *The alpha-mu Search Algorithm for the Game of Bridge* (2019); T. Cazenave,
S. Legras, V. Ventos, *Optimizing alpha-mu* (2021). See README.md.
"""
cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from dataclasses import asdict

import numpy as np

from solver.alphamu.options import SearchOptions
from solver.alphamu.question import (
    SearchQuestion, SearchTask, lay_out, legal_cards, read_gains, read_order, read_roles,
)
from solver.alphamu.result import CardValue, SearchResult, decided, nothing
from solver.core.deals import as_worlds, read_range
from solver.core.errors import SearchStopped, SolverError

from solver.alphamu.fronts cimport Front, MOST_VECTORS, front_at
from solver.alphamu.layouts cimport (
    COUNTS, Layouts, MOST_BITS, MOST_WORDS, ROWS, layouts_fill, layouts_read,
)
from solver.alphamu.leaves cimport (
    workers_begin, workers_calls, workers_dismiss, workers_flag, workers_free, workers_make,
    workers_nodes, workers_watch,
)
from solver.alphamu.node cimport AlphaMu, Options, PLIES, SETS, node_place
from solver.alphamu.root cimport CARDS, Root, root_begin, root_search, variation
from solver.alphamu.state cimport state_begin, zobrist_fill
from solver.alphamu.table cimport fronts_forget, fronts_free, fronts_make
from solver.core.bits cimport bits_count
from solver.core.cards cimport DECK
from solver.core.question cimport Deal, check_worlds, take_frame
from solver.dd.dd cimport DoubleDummySolver


@cython.final
cdef class AlphaMuSearch:
    """Searches cards for a side that does not see the other hands; owns all memory it needs.

    Max's side knows its own hands only and must play the same card in all worlds that it cannot
    tell apart; Min sees all cards (Frank and Basin, *Search in games with incomplete information*,
    1998, best defence). Max looks `max_moves` of its own cards ahead, then both see all cards.
    With max_moves=1 this is a plain vote of the worlds by double-dummy results.

    Cards, hands, strains and seats are those of `DoubleDummySolver`. One object serves one thread
    at a time; a second one gets a RuntimeError. The search runs without the GIL.

    Args:
        memory_mb: memory of all tables, 8 to 65536.
        solver: a double-dummy solver whose table is used and filled, so that what either learns
            serves both; while the search is at work it is busy, a stop of either stops both.
        threads: the number that share the double-dummy work, 1 to 64. The result is the same for
            any number, but for the counters and for searches that end early.
        options: how it works.
    """
    cdef AlphaMu* a
    cdef uint64_t* sets
    cdef uint64_t* holds
    cdef uint64_t* hands
    cdef Root root
    cdef bint busy
    cdef Options use        # as they were asked for; a search may be without the root cut
    cdef object kept        # the question that the table's fronts answer, or None
    cdef int begun          # the deepest iteration that was begun for it
    cdef DoubleDummySolver solver   # whose table is used, or None

    def __cinit__(self, *args, **kwargs):
        self.a = <AlphaMu*>malloc(sizeof(AlphaMu))
        # of every node; then all bits, and what tricks decide by their number
        self.sets = <uint64_t*>malloc((PLIES * SETS + 1 + COUNTS) * MOST_WORDS * sizeof(uint64_t))
        self.holds = <uint64_t*>malloc(4 * ROWS * MOST_WORDS * sizeof(uint64_t))
        self.hands = <uint64_t*>malloc(2 * 4 * MOST_BITS * sizeof(uint64_t))
        if (self.a == NULL or self.sets == NULL or self.holds == NULL
                or self.hands == NULL):
            raise MemoryError
        memset(self.a, 0, sizeof(AlphaMu))

    def __init__(self, memory_mb=128, threads=1, *, solver=None, options=SearchOptions()):
        cdef uint64_t bytes = <uint64_t>read_range(memory_mb, "memory_mb", 8, 65536) << 20
        cdef int workers = read_range(threads, "threads", 1, 64)
        if type(options) is not SearchOptions:
            raise SolverError(f"options must be SearchOptions, not {type(options).__name__}")
        fields = asdict(options)
        fields["front_limit"] = read_range(options.front_limit, "front_limit", 1, MOST_VECTORS)
        cdef Options use = fields
        if self.busy:
            raise RuntimeError("the search is at work in another thread")
        if solver is not None and type(solver) is not DoubleDummySolver:
            raise SolverError(f"solver must be a DoubleDummySolver, not {type(solver).__name__}")
        self.solver = solver
        self.use = use
        self.kept = None
        self.release()
        self.a.arena.word = <uint64_t*>malloc(bytes // 8)
        self.a.arena.end = self.a.arena.word + bytes // 8 // sizeof(uint64_t)
        # the fronts of the root's cards, and theirs together
        self.root.memory = <uint64_t*>malloc(
            <size_t>2 * CARDS * use.front_limit * MOST_WORDS * sizeof(uint64_t))
        if (not fronts_make(&self.a.table, bytes // 8 * 3) or self.a.arena.word == NULL
                or self.root.memory == NULL or not workers_make(
                    self.a, workers, bytes // 2,
                    NULL if self.solver is None else self.solver.s)):
            self.release()
            raise MemoryError(f"no {memory_mb} MB for the tables")
        zobrist_fill(&self.a.zobrist)

    cdef void release(self) noexcept:
        workers_free(self.a)
        fronts_free(&self.a.table)
        free(self.a.arena.word)
        free(self.root.memory)
        self.a.arena.word = NULL
        self.root.memory = NULL

    def __dealloc__(self):
        if self.a != NULL:
            self.release()
        free(self.a)
        free(self.sets)
        free(self.holds)
        free(self.hands)

    def stop(self):
        """Make the running search and later ones end; any thread may call it."""
        workers_flag(self.a, 1)

    def clear_stop(self):
        """Undo `stop`."""
        workers_flag(self.a, 0)

    def forget(self):
        """Forget the fronts of earlier searches; double-dummy results are kept."""
        if self.busy:
            raise RuntimeError("the search is at work in another thread")
        self.kept = None

    def search(self, worlds, trump, leader, trick, target, max_moves, *, weights=None,
               max_side="NS", observer=None, payoff=None, node_limit=None, stop=None,
               every_card=False, order=(), among=()):
        """Return the best card of the player to move, and what each card is worth.

        Fronts are kept for the next search. If that asks the same with other weights, with more
        worlds after those of this one, or deeper, it begins where this one ended. The worlds count
        in the order in which they first appear. Values do not depend on it; counters do, and
        searches that end early may come deeper.

        Args:
            worlds: uint64[n, 4], hands N E S W without the cards of the trick. Max's hands are the
                same in all worlds; a world may be there several times.
            trump, leader, trick: as for `DoubleDummySolver`.
            target: the tricks that Max wants from here, the current one included; may be None
                with payoff.
            max_moves: how many of Max's cards are looked ahead, forced ones included, the card
                that is asked for among them; None is to the end.
            weights: what each world counts, whole numbers from 0 to 2**40; 1 each if None.
            max_side: "NS" or "EW", the side that knows both its hands and plays them.
            observer: the seat of a defender who is Max alone, instead of max_side; his partner
                sees all cards and helps. The hands of a Min seat may be the same in all worlds.
            payoff: float[n, tricks + 1], instead of the target: what Max gets by the number of
                tricks that he takes from here; it must not fall with more tricks.
            node_limit: positions, those of the double-dummy search included, after which the
                search ends.
            stop: int32[1]; the search ends when another thread makes it other than 0.
            every_card: whether the value of each card must be exact, not the best one's only: this
                search does without the root cut.
            order: legal cards, the most promising first: the root's cards are searched and ranked
                in this order where the search knows of no difference; then those not named. It
                changes no value but bounds.
            among: legal cards, all that touch one of them included, to which the choice is
                confined; none for all. Others are not searched and have no value.

        Raises:
            SolverError: the worlds are not one question; the text says which fact is wrong.
            SearchStopped: the search ended before this call had searched a card.
        """
        cdef const uint64_t[:, ::1] w
        cdef const int[::1] watch
        cdef Deal d
        cdef int deepest = DECK     # more of Max's cards than any search comes to
        cdef uint64_t limit = <uint64_t>-1
        cdef bint all_cards = every_card
        if max_moves is not None:
            deepest = read_range(max_moves, "max_moves", 1, DECK)
        if node_limit is not None:
            limit = read_range(node_limit, "node_limit", 1, 2**64 - 1)
        if stop is not None and (not isinstance(stop, np.ndarray) or stop.dtype != np.int32
                                 or stop.shape != (1,)):
            raise SolverError(f"stop must be int32[1], not {stop!r}")
        copy = as_worlds(worlds)
        take_frame(&d, trump, leader, trick)
        if not len(copy):
            return nothing(scored=payoff is not None)
        w = copy
        check_worlds(&d, &w[0, 0], w.shape[0])
        mover = (d.leader + d.played) & 3
        kinds, known = read_roles(copy, mover, max_side, observer)
        tricks = bits_count(w[0, d.leader]) + (d.played > 0)
        gains = read_gains(len(copy), tricks, target, weights, payoff)
        table = [d.card[k] for k in range(d.played)]
        cards = legal_cards(int(w[0, mover]), table[0] if table else -1)
        ranked = read_order(order, cards)
        chosen = read_order(among, cards, "among") or tuple(cards)
        task = SearchTask(
            copy, kinds, known, d.trump, d.leader, table, gains,
            [card for card in cards if card in chosen],
            tuple(card for card in ranked if card in chosen),
            merge=self.use.low_card_classes and observer is None, scored=payoff is not None)
        if self.busy:
            raise RuntimeError("the search is at work in another thread")
        if self.a.arena.word == NULL:
            raise RuntimeError("the search was not initialised")
        if self.solver is not None:
            self.solver.begin()
        self.busy = True
        try:
            if stop is not None:
                watch = stop
                workers_watch(self.a, &watch[0])
            self.a.use = self.use
            if all_cards:
                self.a.use.root_cut = False
            return self.run(&d, task, deepest, limit)
        finally:
            with nogil:
                workers_dismiss(self.a)
            workers_watch(self.a, NULL)
            self.busy = False
            if self.solver is not None:
                self.solver.busy = False

    cdef object run(self, const Deal* d, task, int deepest, uint64_t limit):
        """Search, splitting classes until none is left that was seen to matter."""
        cdef int got, c, before
        singles = 0
        workers_begin(self.a, d.trump, limit)
        self.a.nodes = 0
        self.a.early_cuts = self.a.alpha_cuts = self.a.world_cuts = self.a.win_cuts = 0
        while True:
            layouts = lay_out(task, singles)
            if not len(layouts.world):
                rest = (card for card in task.cards if card not in task.order)
                return decided(
                    len(task.worlds), [*task.order, *rest], task.gains.base, scored=task.scored)
            self.load(d, layouts, task, deepest)
            before = self.root.depth
            if self.root.cards == 1 and self.a.use.root_cut:
                got = 0
            else:
                with nogil:
                    got = root_search(self.a, &self.root, deepest)
                self.begun = max(self.begun, self.root.depth + (got < 0))
            if got < 0 and self.root.depth == before and not self.root.partial:
                raise SearchStopped
            split = 0
            for c in range(self.a.q.classes):
                if self.a.flagged[c] and self.a.q.size[c] > 1:
                    split |= int(layouts.classes[c])
            if got < 0 or not split or not layouts.closed:
                break
            singles |= split
        return self.result(layouts, task, got >= 0, not split and layouts.closed)

    cdef int load(self, const Deal* d, layouts, task, int deepest) except -1:
        """Make a position with its worlds the root of the search."""
        cdef Layouts* q = &self.a.q
        cdef uint64_t* start
        cdef int rank[DECK]
        cdef int i, k, n
        cdef bint kept, same
        asked = SearchQuestion(task, layouts, self.a.use.root_cut)
        kept = deepest >= self.begun and asked.extends(self.kept)
        same = kept and asked.repeats(self.kept)
        layouts_read(q, layouts, task.kinds, task.known, self.hands)
        layouts_fill(q, self.holds)
        q.trump = d.trump
        q.total = bits_count(layouts.hands[0, d.leader]) + (d.played > 0)
        self.a.k = k = q.words
        for i in range(PLIES):
            node_place(&self.a.node[i], self.sets + <size_t>i * SETS * k, k)
        start = self.sets + <size_t>PLIES * SETS * k
        memset(start, 0, (1 + COUNTS) * k * sizeof(uint64_t))
        for i in range(q.bits):
            start[i >> 6] |= <uint64_t>1 << (i & 63)
        for n in range(COUNTS):
            q.reached[n] = start + (n + 1) * k
            for i in range(q.bits):
                if q.need[i] <= n:
                    q.reached[n][i >> 6] |= <uint64_t>1 << (i & 63)
        self.root.start = start
        # every node on the path holds its front, and that of one side of a fork
        i = <int>((self.a.arena.end - self.a.arena.word) // k - 8)
        i //= 2 * (4 * q.total - d.played) + CARDS + 4
        self.a.arena.limit = max(1, min(i, self.use.front_limit))
        state_begin(&self.a.node[0].st, q, d)
        self.a.above = self.a.floor = 0
        self.a.certify = q.twin != NULL and layouts.closed
        if not kept:
            memset(self.a.flagged, 0, sizeof(self.a.flagged))
            fronts_forget(&self.a.table)
            self.a.arena.merges = 0
            self.begun = 0
        if same:
            self.root.partial = 0
        else:
            for i in range(DECK):
                rank[i] = DECK
            for i, card in enumerate(task.order):
                rank[<int>card] = i
            root_begin(self.a, &self.root, layouts.weight.sum(), rank,
                       sum(1 << card for card in task.cards))
        self.kept = asked
        return 0

    cdef object result(self, layouts, task, bint complete, bint certified):
        """Return what the root holds as a `SearchResult`."""
        cdef Root* r = &self.root
        cdef int i
        cdef int lines = 0
        cdef int line[DECK]
        values = {}
        own = {}
        for i in range(r.cards):
            values[r.card[i].card] = CardValue(
                self.worth(r.card[i].value, task.gains), r.card[i].exact)
            if r.card[i].depth:
                own[r.card[i].card] = self.front(r.card[i].front, layouts, task.scored)
        heads = sorted(values)
        table = {}
        fronts = {}
        for card in task.cards:
            head = max(head for head in heads if head <= card)
            table[card] = values[head]
            if head in own:
                fronts[card] = own[head]
        with nogil:
            lines = variation(self.a, r, line)
        best = r.card[0].card
        return SearchResult(
            best, values[best].value, table,
            self.front(r.front, layouts, task.scored), r.depth, complete, r.to_the_end, certified,
            self.a.nodes, workers_calls(self.a), workers_nodes(self.a),
            {"early": self.a.early_cuts, "alpha": self.a.alpha_cuts, "world": self.a.world_cuts,
             "win": self.a.win_cuts},
            fronts, tuple(line[i] for i in range(lines)), self.a.arena.merges)

    cdef object front(self, Front f, layouts, bint scored):
        """Return a front as an array, by world in the order of the question."""
        cdef int i, j, b
        array = np.zeros((f.count, len(layouts.hands)), dtype=np.int8)
        cdef signed char[:, ::1] out = array
        for i in range(f.count):
            for b in range(self.a.q.bits):
                if front_at(f, i)[b >> 6] >> (b & 63) & 1:
                    j = self.a.q.world[b]
                    if self.a.q.need[b] > out[i, j]:
                        out[i, j] = self.a.q.need[b]
        array = array[:, layouts.index_of]
        return array if scored else array > 0

    cdef object worth(self, uint64_t value, gains):
        if gains.unit == 1:
            return value + gains.base
        return value * gains.unit + gains.base

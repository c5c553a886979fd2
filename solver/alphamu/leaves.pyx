"""Double-dummy answers for the worlds of an alpha-mu node, on several threads.

A class of hidden cards stands for all its layouts. A leaf asks for two of them, all of East's cards
above West's and the other way round, and believes the worse: whatever is played from such a layout,
what is left is one again, so that results never improve down the tree.

Each thread has a double-dummy search, and all share one table. The worlds of a node are a batch.
The search's own thread begins it alone and calls the others once it has taken long enough.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.alphamu.layouts cimport Layouts
from solver.alphamu.node cimport AlphaMu, Batch, PyThread_type_lock, Worker
from solver.alphamu.state cimport State
from solver.core.atomics cimport flag_next, flag_store
from solver.core.bits cimport bits_low
from solver.core.cards cimport DECK, hand_t
from solver.dd.search cimport Search, Switches, reaches, set_root
from solver.dd.table cimport table_free, table_make, table_reset, table_settle
from solver.dd.trick cimport Frame, ranks_from, to_orig

cdef extern from "pythread.h" nogil:
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int wait)
    void PyThread_release_lock(PyThread_type_lock lock)
    unsigned long PyThread_start_new_thread(void (*f)(void*) noexcept nogil, void* subject)
    unsigned long PYTHREAD_INVALID_THREAD_ID

cdef enum:
    ALONE = 128     # positions of a batch before other threads are called: about their wake-up


cdef bint workers_make(AlphaMu* a, int n, uint64_t memory, Search* shared) noexcept:
    """Make n searches with a table of about `memory` bytes; False when there is no such memory.

    If `shared` is not NULL, the first one is that, and its table is used.
    """
    cdef Worker* t
    cdef int i
    a.worker = <Worker*>calloc(n, sizeof(Worker))
    if a.worker == NULL:
        return False
    a.workers = n
    for i in range(n):
        t = &a.worker[i]
        t.owner = a
        t.dd = &t.own
        t.own.use = Switches(True, True, True, True, True, True, True, True, True)
        t.own.trump = -1
        t.own.table = &a.memory if shared == NULL else shared.table
    if shared != NULL:
        a.worker[0].dd = shared
    a.dd = a.worker[0].dd
    a.arena.stop = &a.dd.stop
    for i in range(n):
        t = &a.worker[i]
        t.go = PyThread_allocate_lock()
        t.done = PyThread_allocate_lock()
        if t.go == NULL or t.done == NULL:
            return False
        # both stay taken but for a hand-over
        PyThread_acquire_lock(t.go, 1)
        PyThread_acquire_lock(t.done, 1)
    return shared != NULL or table_make(&a.memory, memory)


cdef void workers_free(AlphaMu* a) noexcept:
    cdef Worker* t
    cdef int i
    for i in range(a.workers):
        t = &a.worker[i]
        if t.go != NULL:
            PyThread_free_lock(t.go)
        if t.done != NULL:
            PyThread_free_lock(t.done)
    table_free(&a.memory)
    free(a.worker)
    a.worker = NULL
    a.dd = NULL
    a.workers = 0


cdef void workers_begin(AlphaMu* a, int trump, uint64_t limit) noexcept nogil:
    """Reset the counters, and the table if it is of another strain."""
    cdef Worker* t
    cdef int i
    a.limit = limit
    a.started = 1
    if a.dd.trump != trump:
        table_reset(a.dd.table)
    for i in range(a.workers):
        t = &a.worker[i]
        t.dd.trump = trump
        t.before = t.dd.nodes
        t.dd.check_at = t.dd.nodes
        t.dd.limit = <uint64_t>-1
        if limit < t.dd.limit - t.dd.nodes:
            t.dd.limit = t.dd.nodes + limit
        t.calls = 0


cdef void workers_flag(AlphaMu* a, int value) noexcept nogil:
    cdef int i
    for i in range(a.workers):
        flag_store(&a.worker[i].dd.stop, value)


cdef void workers_watch(AlphaMu* a, const int* flag) noexcept nogil:
    """Make all searches watch another stop flag too, or none if it is NULL."""
    cdef int i
    a.arena.watch = flag
    for i in range(a.workers):
        a.worker[i].dd.watch = flag


cdef uint64_t workers_calls(const AlphaMu* a) noexcept nogil:
    cdef int i
    cdef uint64_t n = 0
    for i in range(a.workers):
        n += a.worker[i].calls
    return n


cdef void serve(void* worker) noexcept nogil:
    """Take part in batches until the search ends."""
    cdef Worker* t = <Worker*>worker
    while True:
        PyThread_acquire_lock(t.go, 1)
        if t.owner.ending:
            break
        work(t.owner, t)
        PyThread_release_lock(t.done)
    PyThread_release_lock(t.done)


cdef void call_others(void* alphamu) noexcept nogil:
    """Have the other threads take part in the batch, if there are worlds left for them.

    The search's own thread calls this between two positions, while it is alone.
    """
    cdef AlphaMu* a = <AlphaMu*>alphamu
    cdef Batch* h = &a.batch
    cdef int wanted = min(a.workers, 1 + h.count - h.taken)
    if a.working > 1:
        return
    while a.started < wanted:
        if (PyThread_start_new_thread(serve, &a.worker[a.started])
                == PYTHREAD_INVALID_THREAD_ID):
            break
        a.started += 1
    wanted = min(wanted, a.started)
    a.dd.table.shared = wanted > 1
    while a.working < wanted:
        PyThread_release_lock(a.worker[a.working].go)
        a.working += 1


cdef void workers_dismiss(AlphaMu* a) noexcept nogil:
    cdef int i
    a.ending = True
    for i in range(1, a.started):
        PyThread_release_lock(a.worker[i].go)
    for i in range(1, a.started):
        PyThread_acquire_lock(a.worker[i].done, 1)
    a.started = 1
    a.ending = False


cdef void workers_run(AlphaMu* a) noexcept nogil:
    """Do the batch, with the other threads once it has proved long enough."""
    cdef Search* dd = a.dd
    cdef int i
    a.working = 1
    dd.subject = a
    dd.at_check = call_others
    if dd.check_at > dd.nodes + ALONE:
        dd.check_at = dd.nodes + ALONE
    work(a, &a.worker[0])
    dd.at_check = NULL
    for i in range(1, a.working):
        PyThread_acquire_lock(a.worker[i].done, 1)
    if a.working > 1:
        dd.table.shared = False
        table_settle(dd.table)


cdef void restore_hands(
    const Layouts* q, const State* st, const hand_t* dealt, hand_t* hands, hand_t* trick
) noexcept nogil:
    """Fill in the hands that a world has left, the trick's cards back in them, and the trick."""
    cdef int c, i, _j, seat
    cdef hand_t own, low
    for i in range(4):
        hands[i] = dealt[i] & ~st.taken
    for i in range(st.place):
        trick[i] = st.trick[i]
    if q.classes and q.twin != NULL:
        for seat in range(4):
            if q.known[seat]:
                continue
            for c in range(q.classes):
                if q.size[c] == 1 or not st.played[seat][c]:
                    continue
                own = hands[seat] & q.cards[c]
                low = 0
                for _j in range(st.played[seat][c]):
                    low = own & (~own + 1)
                    own ^= low
                    hands[seat] ^= low
                for i in range(st.place):
                    if (st.leader + i) & 3 == seat and st.token[i] == c + DECK:
                        trick[i] = low
    for i in range(st.place):
        hands[(st.leader + i) & 3] |= trick[i]


cdef void ask_root(AlphaMu* a, Worker* t, const State* st, const hand_t* dealt) noexcept nogil:
    """Make a world the root of the double-dummy search."""
    cdef hand_t hands[4]
    cdef hand_t trick[4]
    restore_hands(&a.q, st, dealt, hands, trick)
    set_root(t.dd, hands, st.leader, trick, st.place)


cdef int ask(AlphaMu* a, Worker* t, const State* st, int need) noexcept nogil:
    """Whether Max takes `need` of the tricks left in the root's world; -1 when halted."""
    cdef int got
    t.calls += 1
    if a.q.north_south:
        return reaches(t.dd, st.place, need)
    got = reaches(t.dd, st.place, st.left - need + 1)
    return got if got < 0 else 1 - got


cdef uint64_t mixed_classes(AlphaMu* a, Worker* t) noexcept nogil:
    """The classes (as bits) held by both defenders whose ranks the last answer rests on."""
    cdef const Layouts* q = &a.q
    cdef Frame* f = &t.dd.frame[0]
    cdef hand_t mask = to_orig(ranks_from(f.all, f.win), f)
    cdef uint64_t found = 0
    cdef int c, seat, holders
    for c in range(q.classes):
        if q.size[c] == 1 or not q.cards[c] & mask:
            continue
        holders = 0
        for seat in range(4):
            if not q.known[seat] and f.orig & q.cards[c] & to_orig(f.hand[seat], f):
                holders += 1
        if holders > 1:
            found |= <uint64_t>1 << c
    return found


cdef void flag_classes(AlphaMu* a, uint64_t classes) noexcept nogil:
    """Note that who wins a trick with these classes may matter."""
    while classes:
        flag_store(&a.flagged[bits_low(classes)], 1)
        classes &= classes - 1


cdef int ask_class(
    AlphaMu* a, Worker* t, const State* st, int w, int need
) noexcept nogil:
    """The worse of the answers for a world's two layouts; -1 when halted.

    When it is to be certified, an answer holds for all layouts of the world if it rests on no rank
    of a class that both defenders hold (Ginsberg, partition search); else such classes are flagged.
    """
    cdef const Layouts* q = &a.q
    cdef const hand_t* one = q.hand + 4 * w
    cdef const hand_t* two = q.twin + 4 * w
    cdef uint64_t rests = 0
    cdef uint64_t rest
    cdef int got, other, i
    cdef bint same = True
    for i in range(4):
        same = same and one[i] == two[i]
    ask_root(a, t, st, one)
    got = ask(a, t, st, need)
    if got < 0 or same or (got == 0 and not a.certify):
        return got
    if a.certify:
        rests = mixed_classes(a, t)
        if not rests:
            return got
    ask_root(a, t, st, two)
    other = ask(a, t, st, need)
    if other < 0:
        return other
    if a.certify:
        rest = mixed_classes(a, t)
        if got != other or rest:
            flag_classes(a, rests | rest)
    return got and other


cdef int solve_world(
    AlphaMu* a, Worker* t, const State* st, int b, const uint64_t* asked
) noexcept nogil:
    """The highest need reached among the bits asked of b's world; 0 without any, -1 when halted.

    b is the lowest of them. A need that is missed settles all higher ones.
    """
    cdef const Layouts* q = &a.q
    cdef int w = q.world[b]
    cdef int reached = 0
    cdef int got
    if q.twin == NULL:
        ask_root(a, t, st, q.hand + 4 * w)
    while b < q.bits and q.world[b] == w:
        if asked[b >> 6] >> (b & 63) & 1:
            if q.twin != NULL:
                got = ask_class(a, t, st, w, q.need[b] - st.won)
            else:
                got = ask(a, t, st, q.need[b] - st.won)
            if got < 0:
                return -1
            if not got:
                break
            reached = q.need[b]
        b += 1
    return reached


cdef void work(AlphaMu* a, Worker* t) noexcept nogil:
    """Solve worlds of the batch until none is left to take."""
    cdef Batch* h = &a.batch
    cdef int i = flag_next(&h.taken)
    while i < h.count:
        h.reached[i] = solve_world(a, t, h.st, h.first[i], h.asked)
        i = flag_next(&h.taken)


cdef int fill_leaf(
    AlphaMu* a, const State* st, const uint64_t* p, const uint64_t* known, uint64_t* out
) noexcept nogil:
    """Fill `out` with the bits of p that are won double dummy; return -1 when halted.

    Those of `known` are won and not asked for. out may not be p or known.
    """
    cdef const Layouts* q = &a.q
    cdef Batch* h = &a.batch
    cdef uint64_t x
    cdef int i, b, w
    cdef int last = -1
    h.st = st
    h.asked = out
    h.count = 0
    h.taken = 0
    for i in range(a.k):
        # while worlds are solved, out holds what is asked
        out[i] = x = p[i] & ~known[i]
        while x:
            b = 64 * i + bits_low(x)
            x &= x - 1
            w = q.world[b]
            if w != last:
                h.first[h.count] = b
                h.count += 1
                last = w
    if a.workers > 1 and h.count > 1:
        workers_run(a)
    else:
        work(a, &a.worker[0])
    for i in range(h.count):
        if h.reached[i] < 0:
            return -1
        b = h.first[i]
        w = q.world[b]
        while b < q.bits and q.world[b] == w:
            if q.need[b] > h.reached[i]:
                out[b >> 6] &= ~(<uint64_t>1 << (b & 63))
            b += 1
    for i in range(a.k):
        out[i] |= p[i] & known[i]
    return 0

"""The double-dummy searches of an alpha-mu search, one for each thread, and their one table."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from solver.alphamu.state cimport (
    AlphaMu, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock,
    PyThread_release_lock, Worker,
)
from solver.dd.search cimport Search, Switches
from solver.dd.table cimport table_free, table_make, table_reset
from solver.core.types cimport flag_store


cdef inline bint workers_make(AlphaMu* a, int n, uint64_t memory, Search* shared) noexcept:
    """Make n searches with a table of about `memory` bytes; False when there is no such memory.

    If `shared` is not NULL, the first one is that, and its table is used.
    """
    cdef Worker* t
    cdef int i
    a.worker = <Worker*>malloc(n * sizeof(Worker))
    if a.worker == NULL:
        return False
    memset(a.worker, 0, n * sizeof(Worker))
    a.workers = n
    for i in range(n):
        t = &a.worker[i]
        t.owner = a
        t.dd = &t.own
        t.own.use = Switches(True, True, True, True, True, True, True, True, True, True)
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


cdef inline void workers_free(AlphaMu* a) noexcept:
    """Give the memory back."""
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


cdef inline void workers_begin(AlphaMu* a, int trump, uint64_t limit) noexcept nogil:
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


cdef inline void workers_flag(AlphaMu* a, int value) noexcept nogil:
    """Raise the stop flags, or take them back."""
    cdef int i
    for i in range(a.workers):
        flag_store(&a.worker[i].dd.stop, value)


cdef inline void workers_watch(AlphaMu* a, const int* flag) noexcept nogil:
    """Make all searches look at another flag, too, or NULL."""
    cdef int i
    a.arena.watch = flag
    for i in range(a.workers):
        a.worker[i].dd.watch = flag


cdef inline uint64_t workers_nodes(const AlphaMu* a) noexcept nogil:
    """Positions of all searches."""
    cdef int i
    cdef uint64_t n = 0
    for i in range(a.workers):
        n += a.worker[i].dd.nodes - a.worker[i].before
    return n


cdef inline uint64_t workers_calls(const AlphaMu* a) noexcept nogil:
    """Questions to all searches."""
    cdef int i
    cdef uint64_t n = 0
    for i in range(a.workers):
        n += a.worker[i].calls
    return n

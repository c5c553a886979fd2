"""The threads of a search: each has a double-dummy search, all share one table.

The worlds of a node are a batch. The search's own thread begins it alone and calls the others once
it has taken long enough.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.alphamu.node cimport AlphaMu, Batch, PyThread_type_lock, Worker
from solver.core.atomics cimport flag_store
from solver.dd.search cimport Search, Switches
from solver.dd.table cimport table_free, table_make, table_reset, table_settle

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


cdef void workers_free(AlphaMu* a) noexcept:
    """Free what `workers_make` allocated."""
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
    """Set the stop flags of all searches."""
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
    """Return the number of questions put to all searches."""
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
        t.owner.batch.job(t.owner, t)
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
    """End the other threads."""
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
    a.batch.job(a, &a.worker[0])
    dd.at_check = NULL
    for i in range(1, a.working):
        PyThread_acquire_lock(a.worker[i].done, 1)
    if a.working > 1:
        dd.table.shared = False
        table_settle(dd.table)

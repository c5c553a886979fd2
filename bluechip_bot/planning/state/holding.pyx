"""What a defender may hold of a suit after a line of play, and in which layouts.

Of a card played along a line only the class is known ("his lowest", "the cheapest winner"). Which
card it was depends on the layout: the lowest of its class that he held. Lines of play with a common
beginning share what is worked out for it.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint16_t

from bluechip_bot.planning.state.layouts cimport Layouts, blank
from bluechip_bot.planning.state.ranks cimport ALL_RANKS, RANKS, count, low

cdef enum:
    LENGTHS = RANKS + 2


@cython.final
cdef class Holding:
    """One defender and one suit after a line of play; caches its answers.

    A model of the hidden hands makes one object for each line, so identity is equality.

    Attributes:
        gone: his plays in the suit: the ranks of each card's class.
    """

    def __dealloc__(self):
        PyMem_Free(self.held)

    cdef Layouts meets(self, int ranks):
        """The layouts where he holds one of these ranks."""
        cdef object where
        ranks &= self.ranks
        if not ranks:
            return self.none
        if ranks == self.ranks:
            if self.some is None:
                self.some = found(self, ranks)
            return self.some
        if not ranks & (ranks - 1):
            where = self.by_rank[low(ranks)]
            if where is None:
                where = self.by_rank[low(ranks)] = found(self, ranks)
        else:
            where = self.by_ranks.get(ranks)
            if where is None:
                where = self.by_ranks[ranks] = found(self, ranks)
        return <Layouts>where

    cdef Layouts at_least(self, int cards):
        """The layouts where he holds at least this many cards."""
        cdef Py_ssize_t row
        cdef int length
        cdef list by_length = self.by_length
        if by_length is None:
            by_length = [blank(self.size) for _ in range(LENGTHS)]
            for row in range(self.count):
                for length in range(count(self.held[row]) + 1):
                    (<Layouts>by_length[length]).add(<Layouts>self.where[row])
            self.by_length = by_length
        return <Layouts>by_length[min(max(cards, 0), LENGTHS - 1)]

    cdef Holding after(self, int ranks):
        """His holding after he plays the lowest of a class, in the layouts where he has one."""
        cdef Py_ssize_t row
        cdef int hit, left
        cdef dict rows
        known = self.later.get(ranks)
        if known is None:
            rows = {}
            for row in range(self.count):
                hit = self.held[row] & ranks
                left = self.held[row] & ~(hit & -hit)
                merged = rows.get(left)
                if merged is None:
                    merged = rows[left] = blank(self.size)
                (<Layouts>merged).add(<Layouts>self.where[row])
            known = self.later[ranks] = holding(rows, (*self.gone, ranks), self.size)
        return <Holding>known


cdef Layouts found(Holding self, int ranks):
    cdef Layouts where = blank(self.size)
    cdef Py_ssize_t row
    for row in range(self.count):
        if self.held[row] & ranks:
            where.add(<Layouts>self.where[row])
    return where


cdef Holding holding(dict rows, tuple gone, Py_ssize_t size):
    """What a defender may hold.

    Args:
        rows: the layouts by his holding; each layout is in one row.
        gone: what he has played.
        size: the words of a set of layouts.
    """
    cdef Holding made = Holding.__new__(Holding)
    cdef Py_ssize_t row
    made.held = <uint16_t*>PyMem_Malloc(max(1, len(rows)) * sizeof(uint16_t))
    if made.held == NULL:
        raise MemoryError
    for row, ranks in enumerate(rows):
        made.held[row] = ranks & ALL_RANKS
        made.ranks |= made.held[row]
    made.count, made.where = len(rows), list(rows.values())
    made.gone, made.size, made.none = gone, size, blank(size)
    made.by_rank, made.by_ranks, made.later = [None] * RANKS, {}, {}
    return made

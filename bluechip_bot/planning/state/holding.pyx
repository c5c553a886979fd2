"""What a defender may hold of a suit after a line of play, and in which layouts.

Cards that were played along a line are known by class only ("the lowest he has", "the cheapest that
wins"), and which card that was differs from layout to layout: of every class in turn, the lowest
card that he had. Lines of play that begin alike share what is worked out about their beginning.
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
    """One defender and one suit, after a line of play; remembers its own answers.

    For one model of the hidden hands there is one object for each line: two of them are equal if
    they are the same. Models make them.

    Attributes:
        gone: what he has played of the suit: for each card the ranks of its class.
    """

    def __dealloc__(self):
        PyMem_Free(self.held)

    cdef Layouts meets(self, int ranks):
        """Where he holds one of some ranks."""
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
        """Where he holds so many cards."""
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
        """What he holds when he has played the lowest of a class, where he had one of it."""
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
        rows: the layouts by what he holds in them, each in one.
        gone: what he has played.
        size: words of a set of layouts.
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

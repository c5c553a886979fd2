"""Beliefs about the two hidden hands: a sample of layouts.

A set of layouts is an int: bit i stands for layout i. Every question has the same form: does a
defender still hold one of some ranks of a suit? A line of play leaves a set of layouts;
intersecting sets answers a question and takes a branch.

Of a card played along a line only the class is known ("his lowest", "the cheapest winner"). Which
card it was depends on the layout: the lowest of its class that he held. Lines of play with a common
beginning share what is worked out for it.
"""

cimport cython

from bluechip_bot.planning.state.ranks cimport RANKS, SUITS

import numpy as np

from bluechip_bot.model import Hand
from bluechip_bot.planning.error import BeliefError

cdef enum:
    LARGEST = 255       # weight of a layout; others are scaled
    WORD = 64           # bits of a hand


@cython.final
cdef class Holding:
    """One defender and one suit after a line of play; caches its answers.

    A model of the hidden hands makes one object for each line, so identity is equality.

    Attributes:
        gone: his plays in the suit: the ranks of each card's class.
    """

    def __init__(self, tuple by_rank, tuple gone=()):
        self.by_rank, self.gone, self.by_ranks, self.later = by_rank, gone, {}, {}

    cdef object meets(self, int ranks):
        """The layouts where he holds one of these ranks."""
        cdef int rank
        where = self.by_ranks.get(ranks)
        if where is None:
            where = 0
            for rank in range(RANKS):
                if ranks >> rank & 1:
                    where |= self.by_rank[rank]
            self.by_ranks[ranks] = where
        return where

    cdef object at_least(self, int cards):
        """The layouts where he holds at least this many cards, at least 1."""
        cdef int length, most = 0
        cdef list by_length = self.by_length
        if by_length is None:
            # -1 has all bits set: everywhere he holds no card or more.
            by_length = self.by_length = [-1] + [0] * (RANKS + 1)
            for where in self.by_rank:
                most += 1
                for length in range(most, 0, -1) if where else ():
                    by_length[length] |= by_length[length - 1] & where
        return by_length[min(cards, RANKS + 1)]

    cdef Holding after(self, int ranks):
        """His holding after he plays the lowest of a class, in the layouts where he has one."""
        cdef int rank
        known = self.later.get(ranks)
        if known is None:
            left, done = list(self.by_rank), 0
            for rank in range(RANKS):
                if ranks >> rank & 1:
                    where = left[rank]
                    left[rank] = where & done
                    done |= where
            known = self.later[ranks] = Holding(tuple(left), (*self.gone, ranks))
        return <Holding>known


@cython.final
cdef class Beliefs:
    """A sample of layouts; immutable apart from a cache of its answers.

    Args:
        worlds: the left and the right defender's hand of each layout, as masks of 52 bits.
        weights: of the layouts, at least 1; equal by default.

    Raises:
        BeliefError: if there is no layout, or not one weight for each.
    """

    def __init__(self, worlds, weights=None):
        if not worlds:
            raise BeliefError("the sample has no layout")
        counts = [1] * len(worlds) if weights is None else list(weights)
        if len(counts) != len(worlds) or min(counts) < 1:
            raise BeliefError(f"{len(worlds)} layouts need as many weights, each at least 1")
        largest = max(counts)
        if largest > LARGEST:
            counts = [max(1, round(each * LARGEST / largest)) for each in counts]
        self.all = (<object>1 << len(counts)) - 1
        self.planes = _columns(np.array(counts, "u1")[:, None])[:max(counts).bit_length()]
        by_card = _columns(np.array(worlds, "<u8").view("u1"))
        self.lines = tuple(
            Holding(tuple(by_card[first:first + RANKS]))
            for place in range(2)
            for first in range(WORD * place, WORD * place + SUITS * RANKS, RANKS)
        )

    @classmethod
    def of(cls, position, worlds):
        """The beliefs of a sample for a position.

        Args:
            position: where the plan starts.
            worlds: the left and the right defender's hand, and the weight, of each layout.

        Raises:
            BeliefError: if the cards of a layout, or the lengths of its hands, are not those of
                the position.
        """
        rows = list(worlds)
        for left, right, _ in rows:
            lengths = left.bit_count(), right.bit_count()
            if left & right or left | right != position.out.mask or lengths != position.held:
                raise BeliefError(
                    f"a layout with {Hand(left)} and {Hand(right)} does not fit a position with "
                    f"{position.out} out"
                )
        return cls([row[:2] for row in rows], [row[2] for row in rows])

    cpdef long long weight(self, object alive) except -1:
        """The total weight of some layouts; 0 if there is none."""
        cdef long long total = 0
        cdef int shift = 0
        for plane in self.planes:
            total += <long long>(alive & plane).bit_count() << shift
            shift += 1
        return total


cdef list _columns(object rows):
    """By bit of a row of bytes, the layouts whose row has it set."""
    bits = np.unpackbits(rows, axis=1, bitorder="little")
    packed = np.ascontiguousarray(np.packbits(bits, axis=0, bitorder="little").T)
    return [int.from_bytes(column.tobytes(), "little") for column in packed]

"""What is believed of the two hidden hands: a sample of layouts.

Every question has the same form: does a defender still hold one of some ranks of a suit? A line of
play leaves a set of layouts, kept as bits; intersecting sets answers a question and takes a branch.
Only the class of a card that a defender has played along a line is known: see `holding`.
"""

cimport cython
from libc.stdint cimport uint64_t

from bluechip_bot.planning.state.holding cimport Holding, holding
from bluechip_bot.planning.state.layouts cimport Layouts, blank, words_for
from bluechip_bot.planning.state.ranks cimport SUITS, in_suit

from bluechip_bot.model import Hand
from bluechip_bot.planning.error import BeliefError

cdef enum:
    LARGEST = 255    # weight of a layout; others are scaled


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
        self.all = _chosen([1] * len(counts), 0)
        self.planes = [_chosen(counts, shift) for shift in range(max(counts).bit_length())]
        self.lines = tuple(
            _by_holding([world[place] for world in worlds], suit)
            for place in range(2)
            for suit in range(SUITS)
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

    cpdef Layouts meets(self, int defender, int suit, tuple gone, int ranks):
        """The layouts where a defender who has played `gone` still holds one of these ranks."""
        return self.line(defender, suit, gone).meets(ranks)

    def long(self, int defender, int suit, tuple gone, int cards):
        """The layouts where a defender who has played `gone` still holds this many of a suit."""
        return self.line(defender, suit, gone).at_least(cards)

    cdef Holding line(self, int defender, int suit, tuple gone):
        """What a defender may hold of a suit after a line of play."""
        cdef Holding line = self.lines[suit if defender == 1 else SUITS + suit]
        for ranks in gone:
            line = line.after(ranks)
        return line

    cpdef Layouts narrow(self, Layouts alive, Layouts where):
        """The layouts in `where`, which `meets` or `long` returned."""
        return alive.both(where)

    cpdef Layouts exclude(self, Layouts alive, Layouts where):
        """The layouts not in `where`."""
        return alive.without(where)

    cpdef bint possible(self, Layouts alive, Layouts where) except -1:
        """Whether some layout is in `where`."""
        return alive.shares(where)

    cpdef long long weight(self, Layouts alive) except -1:
        """The total weight of some layouts; 0 if there is none."""
        cdef long long total = 0
        cdef int shift
        if alive.weight < 0:
            for shift in range(<int>len(self.planes)):
                total += alive.count_in((<Layouts>self.planes[shift]).words) << shift
            alive.weight = total
        return alive.weight


cdef Layouts _chosen(list counts, int shift):
    """The layouts whose weight has a bit."""
    cdef Layouts found = blank(words_for(len(counts)))
    cdef Py_ssize_t layout
    for layout in range(len(counts)):
        if <int>counts[layout] >> shift & 1:
            found.put(layout)
    return found


cdef Holding _by_holding(list hands, int suit):
    """What a defender may hold of a suit, from his hand in every layout."""
    cdef dict rows = {}
    cdef Py_ssize_t layout, size = words_for(len(hands))
    cdef object where
    for layout in range(len(hands)):
        ranks = in_suit(<uint64_t>hands[layout], suit)
        where = rows.get(ranks)
        if where is None:
            where = rows[ranks] = blank(size)
        (<Layouts>where).put(layout)
    return holding(rows, (), size)

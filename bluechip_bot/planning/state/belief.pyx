"""What is believed of the two hidden hands: a sample of layouts.

Every question has the same form: does a defender still hold one of some ranks of a suit? A line of
play leaves a set of layouts, kept as bits; intersecting sets answers a question and takes a branch.

Of a card played along a line only the class is known ("his lowest", "the cheapest winner"). Which
card it was depends on the layout: the lowest of its class that he held. Lines of play with a common
beginning share what is worked out for it.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcmp, memset

from bluechip_bot.planning.state.ranks cimport ALL_RANKS, RANKS, SUITS, count, in_suit, low

from bluechip_bot.model import Hand
from bluechip_bot.planning.error import BeliefError

cdef enum:
    BITS = 64
    BLOCK = 16          # words whose bits are counted in bytes of one word: no byte exceeds 128
    LARGEST = 255       # weight of a layout; others are scaled
    LENGTHS = RANKS + 2

cdef uint64_t FIVES = 0x5555555555555555
cdef uint64_t THREES = 0x3333333333333333
cdef uint64_t NIBBLES = 0x0F0F0F0F0F0F0F0F
cdef uint64_t ONES = 0x0101010101010101
cdef uint64_t LOW_BYTES = 0x00FF00FF00FF00FF
cdef uint64_t LOW_SHORTS = 0x0001000100010001


@cython.final
@cython.freelist(256)
cdef class Layouts:
    """A set of the layouts of a sample; immutable for Python. `int` has bit i for layout i."""

    def __cinit__(self):
        self.weight = -1

    def __dealloc__(self):
        PyMem_Free(self.words)

    def __eq__(self, object other):
        cdef Layouts they
        if self is other:
            return True
        if not isinstance(other, Layouts):
            return NotImplemented
        they = <Layouts>other
        return self.size == they.size and not memcmp(
            self.words, they.words, self.size * sizeof(uint64_t)
        )

    def __hash__(self):
        cdef uint64_t mixed = 0x9E3779B97F4A7C15
        cdef Py_ssize_t word
        if not self.known_hash:
            for word in range(self.size):
                mixed = (mixed ^ self.words[word]) * <uint64_t>0xFF51AFD7ED558CCD
                mixed ^= mixed >> 32
            self.known_hash = <Py_hash_t>(mixed >> 1 | 1)
        return self.known_hash

    def __int__(self):
        bits = 0
        for word in reversed(range(self.size)):
            bits = bits << BITS | self.words[word]
        return bits

    cdef Layouts both(self, Layouts other):
        """The intersection with another set; the object itself if that is all of it."""
        cdef const uint64_t* mine = self.words
        cdef const uint64_t* his = other.words
        cdef uint64_t lost = 0
        cdef Py_ssize_t word
        cdef Layouts found
        for word in range(self.size):
            lost |= mine[word] & ~his[word]
        if not lost:
            return self
        found = blank(self.size)
        for word in range(self.size):
            found.words[word] = mine[word] & his[word]
        return found

    cdef Layouts without(self, Layouts other):
        """The difference from another set; the object itself if nothing is taken away."""
        cdef Layouts found
        cdef Py_ssize_t word
        if not self.shares(other):
            return self
        found = blank(self.size)
        for word in range(self.size):
            found.words[word] = self.words[word] & ~other.words[word]
        return found

    cdef bint shares(self, Layouts other) noexcept:
        """Whether some layout is in both sets."""
        cdef Py_ssize_t word
        for word in range(self.size):
            if self.words[word] & other.words[word]:
                return True
        return False

    cdef void add(self, Layouts other) noexcept:
        """Add another set, in place: nothing else may refer to this one yet."""
        cdef Py_ssize_t word
        for word in range(self.size):
            self.words[word] |= other.words[word]

    cdef void put(self, Py_ssize_t layout) noexcept:
        """Add a layout, in place: nothing else may refer to this set yet."""
        self.words[layout // BITS] |= <uint64_t>1 << layout % BITS

    cdef long long count_in(self, const uint64_t* other) noexcept:
        """How many are also in an array of as many words."""
        # Bits are counted in parallel within a word (Warren, "Hacker's Delight", section 5-1),
        # since not every processor has an instruction for it.
        cdef const uint64_t* mine = self.words
        cdef Py_ssize_t first, last, word
        cdef uint64_t bits, bytes_
        cdef long long total = 0
        for first in range(0, self.size, BLOCK):
            last = min(first + BLOCK, self.size)
            bytes_ = 0
            for word in range(first, last):
                bits = mine[word] & other[word]
                bits -= bits >> 1 & FIVES
                bits = (bits & THREES) + (bits >> 2 & THREES)
                bytes_ += bits + (bits >> 4) & NIBBLES
            bytes_ = (bytes_ & LOW_BYTES) + (bytes_ >> 8 & LOW_BYTES)
            total += <long long>(bytes_ * LOW_SHORTS >> 48)
        return total


cdef int allocate(Layouts layouts, Py_ssize_t size) except -1:
    cdef uint64_t* words = <uint64_t*>PyMem_Malloc(max(1, size) * sizeof(uint64_t))
    if words == NULL:
        raise MemoryError
    PyMem_Free(layouts.words)
    layouts.words = words
    layouts.size = size
    return 0


cdef Layouts blank(Py_ssize_t size):
    """An empty set of this many words, for the caller to fill."""
    cdef Layouts found = Layouts.__new__(Layouts)
    allocate(found, size)
    memset(found.words, 0, size * sizeof(uint64_t))
    return found


cdef Py_ssize_t words_for(Py_ssize_t layouts) noexcept:
    """The number of words that a set of this many layouts takes."""
    return (layouts + BITS - 1) // BITS


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

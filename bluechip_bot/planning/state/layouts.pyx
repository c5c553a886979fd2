"""Sets of layouts, as bits."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memset

cdef enum:
    BITS = 64
    BLOCK = 16    # words whose bits are counted in bytes of one word: no byte exceeds 128

cdef uint64_t FIVES = 0x5555555555555555
cdef uint64_t THREES = 0x3333333333333333
cdef uint64_t NIBBLES = 0x0F0F0F0F0F0F0F0F
cdef uint64_t ONES = 0x0101010101010101
cdef uint64_t LOW_BYTES = 0x00FF00FF00FF00FF
cdef uint64_t LOW_SHORTS = 0x0001000100010001


@cython.final
@cython.freelist(256)
cdef class Layouts:
    """A set of layouts, of those that a model of the hidden hands has; immutable for Python.

    Args:
        count: how many layouts there are.
        bits: those in the set; bit i is layout i. Bits from `count` upwards are ignored.
    """

    def __init__(self, Py_ssize_t count, object bits=0):
        cdef Py_ssize_t word
        allocate(self, words_for(count))
        bits &= (1 << count) - 1
        for word in range(self.size):
            self.words[word] = <uint64_t>(bits >> BITS * word & 0xFFFFFFFFFFFFFFFF)

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

    def __bool__(self):
        return not self.is_empty()

    def __len__(self):
        return self.count()

    def __int__(self):
        bits = 0
        for word in reversed(range(self.size)):
            bits = bits << BITS | self.words[word]
        return bits

    def __repr__(self):
        return f"Layouts({BITS * self.size}, {int(self):#x})"

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

    cdef bint is_empty(self) noexcept:
        cdef Py_ssize_t word
        for word in range(self.size):
            if self.words[word]:
                return False
        return True

    cdef void add(self, Layouts other) noexcept:
        """Add another set, in place: nothing else may refer to this one yet."""
        cdef Py_ssize_t word
        for word in range(self.size):
            self.words[word] |= other.words[word]

    cdef void put(self, Py_ssize_t layout) noexcept:
        """Add a layout, in place: nothing else may refer to this set yet."""
        self.words[layout // BITS] |= <uint64_t>1 << layout % BITS

    cdef long long count(self) noexcept:
        """How many there are."""
        return self.count_in(self.words)

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

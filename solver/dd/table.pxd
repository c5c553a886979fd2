"""The transposition table: its memory, and a search's use of it for one position."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from solver.core.atomics cimport acquire_32, acquire_int
from solver.core.bits cimport bits_prefetch
from solver.core.cards cimport hand_t
from solver.dd.trick cimport Frame

cdef enum:
    LINE = 64               # bytes of a cache line: two entries, a fork, or two shapes
    NO_MOVE = 255
    ANY = 4                 # the branch of a fork for entries that hold whoever owns its card


cdef struct Entry:
    hand_t mask         # ranks whose owner matters
    hand_t odd          # of these, the ones that East or West holds
    hand_t high         # of these, the ones that South or West holds
    int8_t lower        # North-South take at least this many tricks ...
    int8_t upper        # ... and at most this many
    uint8_t move        # best card to lead in relative ranks, 16*suit+rank, or NO_MOVE
    uint8_t pad
    uint32_t next       # the line of another chunk, see table.pyx


cdef struct Fork:
    hand_t card         # the card whose owner is asked for
    uint64_t branch[5]  # trees: by the owner's seat, and ANY
    uint32_t next       # the next unused fork
    uint8_t pad[12]


cdef struct Shape:
    uint64_t key
    uint64_t tree           # of its entries: a leaf or a fork, see table.pyx
    uint32_t generation     # of the table when this was written; a slot with an older one is empty
    uint8_t move            # the last best card of any of its entries, or NO_MOVE
    uint8_t lock
    uint8_t pad[10]


cdef struct Table:
    Entry* block
    Shape* slot
    void* block_memory  # what was allocated for them; they begin at a cache line in it
    void* slot_memory
    uint32_t size       # of the block, in lines
    uint32_t generation
    uint32_t epoch      # changes whenever shapes move or entries are forgotten; odd while they do
    int bits            # log2 of the directory in use
    int max_bits
    int touched_bits    # log2 of the largest directory that was ever in use
    bint shared
    # what follows is written while other threads read what precedes it
    uint8_t apart[LINE]
    uint8_t lock
    uint8_t cutting
    uint32_t used           # lines of the block that were ever in use
    uint32_t spare          # unused chunks, linked
    uint32_t spare_fork     # unused lines, linked
    uint32_t outgrown       # chunks that other threads may still read, linked
    uint32_t held[14]       # chunks in use, by the tricks left
    uint32_t shapes


cdef struct Lookup:
    # one position and what the table knows of it
    uint64_t key
    uint32_t hash
    uint32_t epoch      # from before the shape was looked for
    Shape* shape        # NULL when the table has none
    bint matched        # an entry matches, though it may not decide
    bint reached        # when an entry decides: whether North-South reach their need ...
    hand_t mask         # ... and the ranks that this rests on
    uint8_t move        # when none decides: best card of the newest match or of the shape


cdef inline void lookup_begin(const Table* t, const Frame* f, Lookup* l) noexcept nogil:
    """Begin to look for a position, and ask for the memory ahead of time.

    The key is the lengths and the leader; the last length follows from the others and makes room
    for the leader. The directory uses the lower bits of the hash.
    """
    cdef uint32_t size = 1U << acquire_int(&t.bits)
    l.key = (f.shape & 0x0FFFFFFFFFFFFFFFULL) | <uint64_t>f.leader << 60
    l.hash = table_hash(l.key)
    l.epoch = acquire_32(&t.epoch)
    l.shape = NULL
    l.matched = False
    l.move = NO_MOVE
    bits_prefetch(&t.slot[size + (l.hash & (size - 1))])


cdef inline uint32_t table_hash(uint64_t key) noexcept nogil:
    """Return 32 well mixed bits of a key."""
    key *= 0x9E3779B97F4A7C15ULL
    key ^= key >> 32
    key *= 0xD6E8FEB86659FD93ULL
    return <uint32_t>(key >> 32)


cdef bint table_make(Table* t, uint64_t memory) noexcept nogil
cdef void table_free(Table* t) noexcept nogil
cdef void table_reset(Table* t) noexcept nogil
cdef void table_settle(Table* t) noexcept nogil
cdef bint table_find(const Table* t, Lookup* l) noexcept nogil
cdef bint table_probe(const Table* t, const Frame* f, Lookup* l) noexcept nogil
cdef void table_store(
    Table* t, const Frame* f, Lookup* l, bint reached, uint8_t move
) noexcept nogil

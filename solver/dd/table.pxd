"""The transposition table (Haglund, section 7): fixed memory, forgotten in O(1).

The lengths of all hands and the leader select a *shape*. A shape owns an array of entries. An entry
holds the owners of the relative ranks that mattered (`mask`), as two bits of the seat number spread
over two sets, and bounds on the tricks of North-South. It answers every position of its shape whose
owners agree under the mask, whatever the small cards are and whichever deal they come from; only
the trump suit must be the same.

Memory is one block of entries, cut from the front, and one directory of shapes. Arrays of entries
double when they are full; one that has reached its limit starts to overwrite its oldest entries.
When the block or the directory is used up, everything is forgotten. The directory grows with the
number of shapes, so that a small question touches little memory: 2**b slots lie at [2**b, 2**(b+1))
of one array, and only the largest size in use is read.

A table that is `shared` serves several threads; `shared` changes only while one is at work. Readers
take no lock and write nothing. What they may meet, and why no answer is wrong:

* Whatever an entry says is true of every deal, so that an old bound, an old array of entries or an
  old copy of a shape are as good as new ones. Bounds are single bytes that only get tighter.
* A shape's array is one word, given after its entries were written. Arrays that were outgrown stay
  as they are until one thread is alone again (`table_settle`), whoever still reads them.
* An entry that is overwritten has an odd `version` meanwhile, and another one afterwards. A reader
  that meets a match reads the version, the entry and the version again, and passes over an entry
  for which that was not the same even number.
* A reset bumps `epoch` before anything of the old generation can be overwritten, and again at its
  end; growth does the same. Verdicts count only if the epoch is still that from before the shape
  was looked for, so that nothing is believed that was read across a reset.

What writers do for it is said in `ttstore.pxd`.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.dd.trick cimport Frame
from solver.core.atomics cimport (
    acquire_32, acquire_64, acquire_int, fence_loads, load_32, load_64, load_8, load_int8,
    release_32, release_int, spin_lock, spin_unlock, store_32,
)
from solver.core.bits cimport bits_prefetch, bits_unlikely
from solver.core.cards cimport hand_t

cdef enum:
    SMALLEST = 4            # entries of a new shape
    LINE = 64               # bytes of a cache line: two entries, or two shapes
    FIRST_DIRECTORY = 10    # log2 of the directory's size after a reset


cdef struct Entry:
    hand_t mask     # ranks whose owner matters
    hand_t odd      # of these, the ones that East or West holds
    hand_t high     # of these, the ones that South or West holds
    int8_t lower    # North-South take at least this many tricks ...
    int8_t upper    # ... and at most this many
    uint8_t move    # best card to lead in relative ranks, 16*suit+rank; 255 none
    uint8_t pad
    uint32_t version    # odd while it is written; in a freed array's first entry, the next array


cdef struct Shape:
    uint64_t key
    uint64_t array          # of entries: index in the block, then 16 bits each of count and room
    uint32_t generation     # of the table when this was written; an older one is an empty slot
    uint16_t oldest         # the next entry to be overwritten once the array is at its widest
    uint8_t move            # the last best card of any of its entries; 255 none
    uint8_t lock
    uint8_t pad[8]


cdef struct Probe:
    bint reached    # when an entry decides: what it says ...
    hand_t mask     # ... and the ranks that it rests on
    bint any        # an entry matches, though it does not decide
    uint8_t move    # of the newest that names one; 255 none


cdef struct Table:
    Entry* block
    Shape* slot
    void* block_memory  # what was allocated for them; they begin at a cache line in it
    void* slot_memory
    uint32_t size       # of the block, in entries
    uint32_t generation
    uint32_t epoch      # changes whenever shapes move or are forgotten; odd while they do
    int bits            # log2 of the directory in use
    int max_bits
    bint shared
    # what follows is written while other threads read what comes before
    uint8_t apart[LINE]
    uint8_t lock
    uint8_t cutting
    uint32_t used
    uint32_t spare[8]   # freed arrays by log2 of their size: index, linked through their version
    uint32_t outgrown[8]    # the same for arrays that other threads may still read
    uint32_t shapes
    uint64_t resets     # times that memory was used up


cdef inline void* next_line(void* p) noexcept nogil:
    """The first cache line that begins at p or after it."""
    return <void*>((<uintptr_t>p + LINE - 1) & ~<uintptr_t>(LINE - 1))


cdef inline int table_make(Table* t, uint64_t memory) noexcept nogil:
    """Allocate about `memory` bytes; 0 when there is no such memory."""
    cdef uint64_t entries
    t.max_bits = FIRST_DIRECTORY
    while t.max_bits < 24 and (<uint64_t>sizeof(Shape) << (t.max_bits + 2)) <= memory // 4:
        t.max_bits += 1
    entries = (memory - (<uint64_t>sizeof(Shape) << (t.max_bits + 1))) // sizeof(Entry)
    if entries > 0xFFFFFFF0ULL:
        entries = 0xFFFFFFF0ULL
    t.size = <uint32_t>entries
    t.block_memory = malloc(entries * sizeof(Entry) + LINE)
    # zero is no generation, and pages that are never touched cost nothing
    t.slot_memory = calloc((<uint64_t>2 << t.max_bits) + LINE // sizeof(Shape), sizeof(Shape))
    t.generation = 0
    t.epoch = 0
    t.resets = 0
    t.shared = False
    t.lock = t.cutting = 0
    if t.block_memory == NULL or t.slot_memory == NULL:
        return 0
    t.block = <Entry*>next_line(t.block_memory)
    t.slot = <Shape*>next_line(t.slot_memory)
    table_reset(t)
    return 1


cdef inline void table_free(Table* t) noexcept nogil:
    """Give the memory back."""
    free(t.block_memory)
    free(t.slot_memory)
    t.block_memory = NULL
    t.slot_memory = NULL
    t.block = NULL
    t.slot = NULL


cdef inline void table_reset(Table* t) noexcept nogil:
    """Forget everything without touching the memory."""
    cdef int i
    store_32(&t.epoch, t.epoch + 1)
    if t.shared:
        table_await_writers(t)
    # index 0 means none, and arrays begin at a cache line
    t.used = SMALLEST
    t.shapes = 0
    for i in range(8):
        t.spare[i] = t.outgrown[i] = 0
    if t.generation == <uint32_t>-1:
        # 2**32 resets later the oldest stamps would look fresh
        memset(t.slot, 0, (<uint64_t>2 << t.max_bits) * sizeof(Shape))
        store_32(&t.generation, 0)
    store_32(&t.generation, t.generation + 1)
    release_int(&t.bits, FIRST_DIRECTORY)
    release_32(&t.epoch, t.epoch + 1)


cdef inline void table_await_writers(Table* t) noexcept nogil:
    """Return when no other thread writes under an earlier epoch."""
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    for i in range(size, 2 * size):
        spin_lock(&t.slot[i].lock)
        spin_unlock(&t.slot[i].lock)


cdef inline void table_settle(Table* t) noexcept nogil:
    """Make arrays free that were outgrown; no other thread may use the table."""
    cdef int i
    for i in range(8):
        if not t.spare[i]:
            t.spare[i] = t.outgrown[i]
            t.outgrown[i] = 0


cdef inline uint64_t table_key(const Frame* f) noexcept nogil:
    """Lengths and leader; the last length follows from the others and makes room for the leader."""
    return (f.shape & 0x0FFFFFFFFFFFFFFFULL) | <uint64_t>f.leader << 60


cdef inline uint32_t table_hash(uint64_t key) noexcept nogil:
    """32 well mixed bits of a key; the directory uses the lower ones."""
    key *= 0x9E3779B97F4A7C15ULL
    key ^= key >> 32
    key *= 0xD6E8FEB86659FD93ULL
    return <uint32_t>(key >> 32)


cdef inline Shape* table_slot(
    const Table* t, int bits, uint32_t generation, uint64_t key, uint32_t hash
) noexcept nogil:
    """The slot of a key in a directory: its shape, or the empty slot where it would go."""
    cdef uint32_t size = 1U << bits
    cdef uint32_t i = hash & (size - 1)
    cdef Shape* shape
    while True:
        shape = &t.slot[size + i]
        if acquire_32(&shape.generation) != generation or load_64(&shape.key) == key:
            return shape
        i = (i + 1) & (size - 1)


cdef inline void table_prefetch(const Table* t, uint32_t hash) noexcept nogil:
    """Ask for the slot of a key ahead of time."""
    cdef uint32_t size = 1U << acquire_int(&t.bits)
    bits_prefetch(&t.slot[size + (hash & (size - 1))])


cdef inline Shape* table_find(const Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """The shape of a key, or NULL."""
    cdef int bits = acquire_int(&t.bits)
    cdef uint32_t generation = load_32(&t.generation)
    cdef Shape* shape = table_slot(t, bits, generation, key, hash)
    return shape if acquire_32(&shape.generation) == generation else NULL


cdef inline uint32_t array_first(uint64_t array) noexcept nogil:
    """The index of an array's first entry in the block."""
    return <uint32_t>array


cdef inline uint32_t array_count(uint64_t array) noexcept nogil:
    """How many entries it has."""
    return array >> 32 & 0xFFFF


cdef inline uint32_t array_room(uint64_t array) noexcept nogil:
    """How many it has room for."""
    return array >> 48


cdef inline uint64_t array_of(uint32_t first, uint32_t count, uint32_t room) noexcept nogil:
    """An array as a word."""
    return first | <uint64_t>count << 32 | <uint64_t>room << 48


cdef inline void table_prefetch_entries(const Table* t, const Shape* shape) noexcept nogil:
    """Ask for the entries of a shape that a probe looks at first."""
    cdef uint64_t array = load_64(&shape.array)
    cdef const Entry* e = &t.block[array_first(array) + array_count(array)]
    bits_prefetch(e - 1)
    bits_prefetch(e - 3)


cdef inline bint table_probe(const Table* t, const Shape* shape, uint32_t epoch, const Frame* f,
                             int need, Probe* met) noexcept nogil:
    """Whether an entry says if North-South take `need` tricks; `met` tells what it says.

    Without a verdict, `met` tells what the entries that match are good for. `epoch` is that from
    before the shape was looked for.
    """
    cdef hand_t odd = f.hand[1] | f.hand[3]
    cdef hand_t high = f.hand[2] | f.hand[3]
    cdef uint64_t array = acquire_64(&shape.array)
    cdef Entry* first = &t.block[array_first(array)]
    cdef Entry* e = first + array_count(array)
    cdef uint32_t version = 0
    cdef int lower, upper
    cdef hand_t mask
    cdef uint8_t move
    met.any = False
    met.move = 255
    while e != first:
        e -= 1
        if ((load_64(&e.odd) ^ odd) | (load_64(&e.high) ^ high)) & load_64(&e.mask):
            continue
        version = acquire_32(&e.version)
        mask = load_64(&e.mask)
        lower = load_int8(&e.lower)
        upper = load_int8(&e.upper)
        move = load_8(&e.move)
        if bits_unlikely(t.shared):
            if version & 1 or ((load_64(&e.odd) ^ odd) | (load_64(&e.high) ^ high)) & mask:
                continue
            fence_loads()
            if load_32(&e.version) != version:
                continue
        if lower >= need or upper < need:
            if bits_unlikely(t.shared) and load_32(&t.epoch) != epoch:
                met.any = False
                return False
            met.reached = lower >= need
            met.mask = mask
            return True
        met.any = True
        if met.move == 255:
            met.move = move
    return False

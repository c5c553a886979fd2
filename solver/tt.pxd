"""The transposition table (Haglund, section 7): fixed memory, one owner, forgotten in O(1).

The lengths of all hands and the leader select a *shape*. A shape owns an array of entries. An entry
holds the owners of the relative ranks that mattered (`mask`), as two bits of the seat number spread
over two sets, and bounds on the tricks of North-South. It answers every position of its shape whose
owners agree under the mask, whatever the small cards are and whichever deal they come from; only
the trump suit must be the same.

Memory is one block of entries, cut from the front, and one directory of shapes. Arrays of entries
double when they are full; one that has reached `WIDEST` starts to overwrite its oldest entries.
When the block or the directory is used up, everything is forgotten. The directory grows with the
number of shapes, so that a small question touches little memory: 2**b slots lie at [2**b, 2**(b+1))
of one array, and only the largest size in use is read.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from solver.trick cimport Frame, ranks_from
from solver.types cimport bits_prefetch, hand_t

cdef enum:
    SMALLEST = 4            # entries of a new shape
    WIDEST = 128            # entries of a shape at most
    LINE = 64               # bytes of a cache line: two entries, or two shapes
    FIRST_DIRECTORY = 10    # log2 of the directory's size after a reset


cdef struct Entry:
    hand_t mask     # ranks whose owner matters
    hand_t odd      # of these, the ones that East or West holds
    hand_t high     # of these, the ones that South or West holds
    int8_t lower    # North-South take at least this many tricks ...
    int8_t upper    # ... and at most this many
    uint8_t move    # best card to lead in relative ranks, 16*suit+rank; 255 none
    uint8_t pad[5]


cdef struct Shape:
    uint64_t key
    uint32_t generation     # of the table when this was written; an older one is an empty slot
    uint32_t first          # index of the array of entries in the block
    uint16_t count
    uint16_t room
    uint16_t oldest         # the next entry to be overwritten once the array is at its widest
    uint8_t move            # the last best card of any of its entries; 255 none
    uint8_t pad[9]


cdef struct Probe:
    bint any        # an entry matches, though it does not decide
    uint8_t move    # of the newest that names one; 255 none


cdef struct Table:
    Entry* block
    Shape* slot
    void* block_memory  # what was allocated for them; they begin at a cache line in it
    void* slot_memory
    uint32_t size       # of the block, in entries
    uint32_t used
    uint32_t spare[8]   # freed arrays by log2 of their size: index, linked through their mask
    uint32_t generation
    uint32_t epoch      # changes whenever shapes move or are forgotten
    int bits            # log2 of the directory in use
    int max_bits
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
    t.generation += 1
    t.epoch += 1
    # index 0 means none, and arrays begin at a cache line
    t.used = SMALLEST
    t.shapes = 0
    t.bits = FIRST_DIRECTORY
    for i in range(8):
        t.spare[i] = 0
    if t.generation == 0:
        # 2**32 resets later the oldest stamps would look fresh
        memset(t.slot, 0, (<uint64_t>2 << t.max_bits) * sizeof(Shape))
        t.generation = 1


cdef inline uint64_t table_key(const Frame* f) noexcept nogil:
    """Lengths and leader; the last length follows from the others and makes room for the leader."""
    return (f.shape & 0x0FFFFFFFFFFFFFFFULL) | <uint64_t>f.leader << 60


cdef inline uint32_t table_hash(uint64_t key) noexcept nogil:
    """32 well mixed bits of a key; the directory uses the lower ones."""
    key *= 0x9E3779B97F4A7C15ULL
    key ^= key >> 32
    key *= 0xD6E8FEB86659FD93ULL
    return <uint32_t>(key >> 32)


cdef inline Shape* table_slot(const Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """The slot of a key: its shape, or the empty slot where it would go."""
    cdef uint32_t size = 1U << t.bits
    cdef uint32_t i = hash & (size - 1)
    cdef Shape* shape
    while True:
        shape = &t.slot[size + i]
        if shape.generation != t.generation or shape.key == key:
            return shape
        i = (i + 1) & (size - 1)


cdef inline void table_prefetch(const Table* t, uint32_t hash) noexcept nogil:
    """Ask for the slot of a key ahead of time."""
    cdef uint32_t size = 1U << t.bits
    bits_prefetch(&t.slot[size + (hash & (size - 1))])


cdef inline Shape* table_find(const Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """The shape of a key, or NULL."""
    cdef Shape* shape = table_slot(t, key, hash)
    return shape if shape.generation == t.generation else NULL


cdef inline void table_prefetch_entries(const Table* t, const Shape* shape) noexcept nogil:
    """Ask for the entries of a shape that a probe looks at first."""
    cdef const Entry* e = &t.block[shape.first + shape.count]
    bits_prefetch(e - 1)
    bits_prefetch(e - 3)


cdef inline Entry* table_probe(const Table* t, Shape* shape, const Frame* f, int need,
                               Probe* met) noexcept nogil:
    """An entry that says whether North-South take `need` tricks, or NULL.

    Without a verdict, `met` tells what the entries that match are good for.
    """
    cdef hand_t odd = f.hand[1] | f.hand[3]
    cdef hand_t high = f.hand[2] | f.hand[3]
    cdef Entry* first = &t.block[shape.first]
    cdef Entry* e = first + shape.count
    met.any = False
    met.move = 255
    while e != first:
        e -= 1
        if ((e.odd ^ odd) | (e.high ^ high)) & e.mask:
            continue
        if e.lower >= need or e.upper < need:
            return e
        met.any = True
        if met.move == 255:
            met.move = e.move
    return NULL


cdef inline uint32_t table_cut(Table* t, uint32_t n) noexcept nogil:
    """The index of n fresh entries, or 0 when the block is used up."""
    cdef uint32_t at = t.used
    if t.size - at < n:
        return 0
    t.used = at + n
    return at


cdef inline void table_grow(Table* t) noexcept nogil:
    """Move all shapes to the next larger directory."""
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    cdef Shape* shape
    t.bits += 1
    t.epoch += 1
    for i in range(size, 2 * size):
        shape = &t.slot[i]
        if shape.generation == t.generation:
            table_slot(t, shape.key, table_hash(shape.key))[0] = shape[0]


cdef inline Shape* table_add_shape(Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """A new shape with an empty array, or NULL when memory is used up."""
    cdef uint32_t at
    cdef Shape* shape
    if t.shapes >= (1U << t.bits) // 2:
        if t.bits == t.max_bits:
            return NULL
        table_grow(t)
    at = table_cut(t, SMALLEST)
    if at == 0:
        return NULL
    shape = table_slot(t, key, hash)
    shape.key = key
    shape.generation = t.generation
    shape.first = at
    shape.count = 0
    shape.room = SMALLEST
    shape.oldest = 0
    shape.move = 255
    t.shapes += 1
    return shape


cdef inline Entry* table_new_entry(Table* t, Shape* shape) noexcept nogil:
    """Room for one more entry of a shape, or NULL when the block is used up."""
    cdef uint32_t at
    cdef int size
    cdef Entry* e
    if shape.count == shape.room:
        if shape.room >= WIDEST:
            e = &t.block[shape.first + shape.oldest]
            shape.oldest = (shape.oldest + 1) % WIDEST
            return e
        size = 0
        while (2 << size) < shape.room:
            size += 1
        # size = log2(room) - 1; arrays of twice the room are class size + 1
        if t.spare[size + 1]:
            at = t.spare[size + 1]
            t.spare[size + 1] = <uint32_t>t.block[at].mask
        else:
            at = table_cut(t, 2 * shape.room)
            if at == 0:
                return NULL
        memcpy(&t.block[at], &t.block[shape.first], shape.count * sizeof(Entry))
        t.block[shape.first].mask = t.spare[size]
        t.spare[size] = shape.first
        shape.first = at
        shape.room *= 2
    e = &t.block[shape.first + shape.count]
    shape.count += 1
    return e


cdef inline bint table_improve(Table* t, const Frame* f, const Shape* shape, hand_t mask,
                               bint reached, uint8_t move) noexcept nogil:
    """Tighten the bounds of the entry with the same ranks and owners; whether there is one."""
    cdef hand_t odd = (f.hand[1] | f.hand[3]) & mask
    cdef hand_t high = (f.hand[2] | f.hand[3]) & mask
    cdef Entry* first = &t.block[shape.first]
    cdef Entry* e = first + shape.count
    while e != first:
        e -= 1
        if e.mask == mask and e.odd == odd and e.high == high:
            if reached:
                if f.need > e.lower:
                    e.lower = <int8_t>f.need
            elif f.need <= e.upper:
                e.upper = <int8_t>(f.need - 1)
            if move != 255:
                e.move = move
            return True
    return False


cdef inline void table_store(Table* t, const Frame* f, uint64_t key, uint32_t hash,
                             Shape* shape, bint met, bint reached, uint8_t move) noexcept nogil:
    """Keep what was found from f: its `win`, and whether North-South reach its `need`.

    `shape` may be NULL when it was not in the table before. `met` says whether the probe met an
    entry that matches f: without one there is none to improve, since all that was stored after the
    probe has fewer tricks left.
    """
    cdef hand_t mask = ranks_from(f.all, f.win)
    cdef Entry* e
    if shape != NULL and move != 255:
        shape.move = move
    if shape != NULL and met and table_improve(t, f, shape, mask, reached, move):
        return
    if shape == NULL:
        shape = table_add_shape(t, key, hash)
        if shape == NULL:
            table_reset(t)
            t.resets += 1
            shape = table_add_shape(t, key, hash)
        shape.move = move
    e = table_new_entry(t, shape)
    if e == NULL:
        table_reset(t)
        t.resets += 1
        shape = table_add_shape(t, key, hash)
        e = table_new_entry(t, shape)
    e.mask = mask
    e.odd = (f.hand[1] | f.hand[3]) & mask
    e.high = (f.hand[2] | f.hand[3]) & mask
    e.lower = <int8_t>f.need if reached else 0
    e.upper = <int8_t>f.tricks if reached else <int8_t>(f.need - 1)
    e.move = move

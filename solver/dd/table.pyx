"""The transposition table (Haglund, section 7): fixed memory, forgotten in O(1).

The lengths of all hands and the leader select a *shape*. A shape owns an array of entries. An entry
holds the owners of the relative ranks that mattered (`mask`), as two bits of the seat number spread
over two sets, and bounds on the tricks of North-South. It answers every position of its shape whose
owners agree under the mask, whatever the small cards are and whichever deal they come from; only
the trump suit must be the same.

Memory is one block of entries, cut from the front, and one directory of shapes. Arrays of entries
double when they are full; one of the greatest width overwrites its oldest entries. When the block
or the directory is used up, everything is forgotten. The directory grows with the number of shapes,
so that a small question touches little memory: 2**b slots lie at [2**b, 2**(b+1)) of one array, and
only the largest size in use is read.

A table that is `shared` serves several threads; `shared` changes only while one is at work. Readers
take no lock and write nothing. These rules keep their answers right:

* What an entry says is true of every deal, so an old bound, an old array of entries or an old copy
  of a shape is as good as a new one. Bounds are single bytes that only get tighter.
* A shape's array is one word, released after its entries were written. Arrays that were outgrown
  stay as they are until one thread is alone again (`table_settle`), whoever still reads them.
* An entry has an odd `version` while it is overwritten, and a new one afterwards. A reader that
  meets a match reads the version, the entry and the version again, and skips the entry unless it
  read the same even number twice.
* A reset changes `epoch` before anything of the old generation can be overwritten, and again at its
  end; so does growth. An answer counts only if the epoch is still that from before the shape was
  looked for, so that nothing is believed that was read across a reset.

Writers keep to these rules:

* They hold the lock of the shape and compare the epoch once they have it; what they wanted to store
  is dropped unless the epoch is even and unchanged. A reset or growth makes it odd and then takes
  the lock of every shape in turn: whoever held one has finished, whoever gets one later sees the
  new epoch.
* Shapes are added, moved and forgotten under `lock`, entries are cut under `cutting`; locks are
  taken in the order lock, shape, cutting.
* Every writer raises a store fence under its lock before it writes, and every reader a load fence
  before it looks at version and epoch again; so a reader that saw any of what was written sees the
  version and the epoch from before it.

The search calls `table_find`, `table_probe` and `table_store` once for a position, through
pointers; only the prefetch in `lookup_begin`, which must come early, is inline in the header.
"""
from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.core.atomics cimport (
    acquire_64, fence_loads, fence_stores, load_32, load_64, load_8, load_int8, release_32,
    release_64, release_int, spin_lock, spin_unlock, store_32, store_64, store_8, store_int8,
)
from solver.core.bits cimport bits_unlikely
from solver.dd.trick cimport ranks_from

cdef enum:
    SMALLEST = 4            # entries of a new shape
    WIDEST = 128            # entries of a shape at most
    FIRST_DIRECTORY = 10    # log2 of the directory's size after a reset


cdef bint table_make(Table* t, uint64_t memory) noexcept nogil:
    """Allocate about `memory` bytes; return False if they are not to be had."""
    cdef uint64_t entries
    t.max_bits = FIRST_DIRECTORY
    while t.max_bits < 24 and (<uint64_t>sizeof(Shape) << (t.max_bits + 2)) <= memory // 4:
        t.max_bits += 1
    entries = (memory - (<uint64_t>sizeof(Shape) << (t.max_bits + 1))) // sizeof(Entry)
    if entries > 0xFFFFFFF0ULL:
        entries = 0xFFFFFFF0ULL
    t.size = <uint32_t>entries
    t.block_memory = malloc(entries * sizeof(Entry) + LINE)
    # Zero is no generation, and pages that are never touched cost nothing.
    t.slot_memory = calloc((<uint64_t>2 << t.max_bits) + LINE // sizeof(Shape), sizeof(Shape))
    t.generation = 0
    t.epoch = 0
    t.shared = False
    t.lock = t.cutting = 0
    if t.block_memory == NULL or t.slot_memory == NULL:
        return False
    t.block = <Entry*>next_line(t.block_memory)
    t.slot = <Shape*>next_line(t.slot_memory)
    table_reset(t)
    return True


cdef void* next_line(void* p) noexcept nogil:
    """Return the first cache line that begins at p or after it."""
    return <void*>((<uintptr_t>p + LINE - 1) & ~<uintptr_t>(LINE - 1))


cdef void table_free(Table* t) noexcept nogil:
    """Free the memory of a table."""
    free(t.block_memory)
    free(t.slot_memory)
    t.block_memory = NULL
    t.slot_memory = NULL
    t.block = NULL
    t.slot = NULL


cdef void table_reset(Table* t) noexcept nogil:
    """Forget everything without touching the memory."""
    cdef int i
    store_32(&t.epoch, t.epoch + 1)
    if t.shared:
        await_writers(t)
    # Index 0 means none, and arrays begin at a cache line.
    t.used = SMALLEST
    t.shapes = 0
    for i in range(8):
        t.spare[i] = t.outgrown[i] = 0
    if t.generation == <uint32_t>-1:
        # After 2**32 resets the oldest stamps would look fresh.
        memset(t.slot, 0, (<uint64_t>2 << t.max_bits) * sizeof(Shape))
        store_32(&t.generation, 0)
    store_32(&t.generation, t.generation + 1)
    release_int(&t.bits, FIRST_DIRECTORY)
    release_32(&t.epoch, t.epoch + 1)


cdef void await_writers(Table* t) noexcept nogil:
    """Return when no other thread writes under an earlier epoch."""
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    for i in range(size, 2 * size):
        spin_lock(&t.slot[i].lock)
        spin_unlock(&t.slot[i].lock)


cdef void table_settle(Table* t) noexcept nogil:
    """Reuse the arrays that were outgrown; no other thread may be using the table."""
    cdef int i
    for i in range(8):
        if not t.spare[i]:
            t.spare[i] = t.outgrown[i]
            t.outgrown[i] = 0


cdef inline uint32_t array_first(uint64_t array) noexcept nogil:
    """Return the index of an array's first entry in the block."""
    return <uint32_t>array


cdef inline uint32_t array_count(uint64_t array) noexcept nogil:
    """Return how many entries an array has."""
    return array >> 32 & 0xFFFF


cdef inline uint32_t array_room(uint64_t array) noexcept nogil:
    """Return how many entries an array has room for."""
    return array >> 48


cdef inline uint64_t array_of(uint32_t first, uint32_t count, uint32_t room) noexcept nogil:
    """Return an array as a word."""
    return first | <uint64_t>count << 32 | <uint64_t>room << 48


cdef inline Shape* slot_of(
    const Table* t, int bits, uint32_t generation, uint64_t key, uint32_t hash
) noexcept nogil:
    """Return the slot of a key in a directory: its shape, or the empty slot where it belongs."""
    cdef uint32_t size = 1U << bits
    cdef uint32_t i = hash & (size - 1)
    cdef Shape* shape
    while True:
        shape = &t.slot[size + i]
        if acquire_32(&shape.generation) != generation or load_64(&shape.key) == key:
            return shape
        i = (i + 1) & (size - 1)


cdef bint table_find(const Table* t, Lookup* l) noexcept nogil:
    """Return whether the table has the shape of a position; ask for its newest entries if so."""
    cdef int bits = acquire_int(&t.bits)
    cdef uint32_t generation = load_32(&t.generation)
    cdef Shape* shape = slot_of(t, bits, generation, l.key, l.hash)
    cdef const Entry* end
    cdef uint64_t array
    if acquire_32(&shape.generation) != generation:
        return False
    l.shape = shape
    array = load_64(&shape.array)
    end = &t.block[array_first(array) + array_count(array)]
    bits_prefetch(end - 1)
    bits_prefetch(end - 3)
    return True


cdef bint table_probe(const Table* t, const Frame* f, Lookup* l) noexcept nogil:
    """Return whether an entry says if North-South reach the need of f, once the shape is found."""
    cdef hand_t odd = f.hand[1] | f.hand[3]
    cdef hand_t high = f.hand[2] | f.hand[3]
    cdef uint64_t array = acquire_64(&l.shape.array)
    cdef Entry* first = &t.block[array_first(array)]
    cdef Entry* e = first + array_count(array)
    cdef uint32_t version = 0
    cdef int lower, upper
    cdef hand_t mask
    cdef uint8_t move
    cdef uint8_t named = NO_MOVE
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
        if lower >= f.need or upper < f.need:
            if bits_unlikely(t.shared) and load_32(&t.epoch) != l.epoch:
                l.matched = False
                break
            l.reached = lower >= f.need
            l.mask = mask
            return True
        l.matched = True
        if named == NO_MOVE:
            named = move
    l.move = named if named != NO_MOVE else load_8(&l.shape.move)
    return False


cdef void table_store(
    Table* t, const Frame* f, Lookup* l, bint reached, uint8_t move
) noexcept nogil:
    """Store what was found from f: its `win`, and whether North-South reach its `need`.

    If the probe met no entry that matches f, there is none to improve: all that was stored since
    has fewer tricks left.
    """
    cdef Entry new
    cdef Shape* shape
    if load_32(&t.epoch) != l.epoch:
        l.epoch = acquire_32(&t.epoch)
        l.shape = NULL
        table_find(t, l)
    new.mask = ranks_from(f.all, f.win)
    new.odd = (f.hand[1] | f.hand[3]) & new.mask
    new.high = (f.hand[2] | f.hand[3]) & new.mask
    new.lower = <int8_t>f.need if reached else 0
    new.upper = <int8_t>f.tricks if reached else <int8_t>(f.need - 1)
    new.move = move
    if bits_unlikely(t.shared):
        store_shared(t, l, &new)
        return
    shape = l.shape
    if shape != NULL:
        if move != NO_MOVE:
            shape.move = move
        if l.matched and improve_entry(t, shape, &new):
            return
    else:
        shape = add_shape(t, l.key, l.hash)
        if shape == NULL:
            table_reset(t)
            shape = add_shape(t, l.key, l.hash)
        shape.move = move
    if not add_entry(t, shape, &new):
        table_reset(t)
        add_entry(t, add_shape(t, l.key, l.hash), &new)


cdef void store_shared(Table* t, const Lookup* l, const Entry* new) noexcept nogil:
    """Store an entry while other threads use the table; drop it if shapes move meanwhile."""
    cdef Shape* shape = l.shape
    cdef uint32_t epoch = l.epoch
    cdef bint full = False
    if shape == NULL or epoch & 1:
        spin_lock(&t.lock)
        shape = add_shape(t, l.key, l.hash)
        if shape == NULL:
            table_reset(t)
            shape = add_shape(t, l.key, l.hash)
        epoch = t.epoch
        spin_unlock(&t.lock)
    spin_lock(&shape.lock)
    if load_32(&t.epoch) == epoch:
        fence_stores()
        if new.move != NO_MOVE:
            store_8(&shape.move, new.move)
        full = not (l.matched and improve_entry(t, shape, new)) and not add_entry(t, shape, new)
    spin_unlock(&shape.lock)
    if full:
        spin_lock(&t.lock)
        if t.epoch == epoch:
            table_reset(t)
        spin_unlock(&t.lock)


cdef inline Shape* add_shape(Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """Return the shape of a key, a new one if need be; NULL when memory is used up."""
    cdef uint32_t at
    cdef Shape* shape = slot_of(t, t.bits, t.generation, key, hash)
    if shape.generation == t.generation:
        return shape
    if t.shapes >= (1U << t.bits) // 2:
        if t.bits == t.max_bits:
            return NULL
        grow(t)
        shape = slot_of(t, t.bits, t.generation, key, hash)
    if t.shared:
        spin_lock(&t.cutting)
    at = cut(t, SMALLEST)
    if t.shared:
        spin_unlock(&t.cutting)
    if at == 0:
        return NULL
    fill_slot(shape, key, array_of(at, 0, SMALLEST), 0, NO_MOVE, t.generation)
    t.shapes += 1
    return shape


cdef void grow(Table* t) noexcept nogil:
    """Move all shapes to the next larger directory."""
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    cdef Shape* shape
    store_32(&t.epoch, t.epoch + 1)
    for i in range(size, 2 * size):
        shape = &t.slot[i]
        if shape.generation != t.generation:
            continue
        if t.shared:
            spin_lock(&shape.lock)
        fill_slot(slot_of(t, t.bits + 1, t.generation, shape.key, table_hash(shape.key)),
                  shape.key, shape.array, shape.oldest, shape.move, t.generation)
        if t.shared:
            spin_unlock(&shape.lock)
    release_int(&t.bits, t.bits + 1)
    release_32(&t.epoch, t.epoch + 1)


cdef inline void fill_slot(
    Shape* shape, uint64_t key, uint64_t array, uint16_t oldest, uint8_t move, uint32_t generation
) noexcept nogil:
    """Write a shape to an empty slot."""
    fence_stores()
    store_64(&shape.key, key)
    store_64(&shape.array, array)
    shape.oldest = oldest
    store_8(&shape.move, move)
    release_32(&shape.generation, generation)


cdef inline uint32_t cut(Table* t, uint32_t n) noexcept nogil:
    """Return the index of n fresh entries, or 0 when the block is used up."""
    cdef uint32_t at = t.used
    if t.size - at < n:
        return 0
    t.used = at + n
    return at


cdef inline bint improve_entry(Table* t, const Shape* shape, const Entry* new) noexcept nogil:
    """Tighten the entry with the same ranks and owners; return whether there is one."""
    cdef Entry* first = &t.block[array_first(shape.array)]
    cdef Entry* e = first + array_count(shape.array)
    while e != first:
        e -= 1
        if e.mask == new.mask and e.odd == new.odd and e.high == new.high:
            if new.lower > e.lower:
                store_int8(&e.lower, new.lower)
            if new.upper < e.upper:
                store_int8(&e.upper, new.upper)
            if new.move != NO_MOVE:
                store_8(&e.move, new.move)
            return True
    return False


cdef inline bint add_entry(Table* t, Shape* shape, const Entry* new) noexcept nogil:
    """Add an entry to a shape, or overwrite its oldest; return False if the block is used up."""
    cdef uint64_t array = shape.array
    cdef Entry* e
    if array_count(array) == array_room(array):
        if array_room(array) >= WIDEST:
            e = &t.block[array_first(array) + shape.oldest]
            shape.oldest = (shape.oldest + 1) % WIDEST
            write_entry(e, e.version, new)
            return True
        array = widen(t, array)
        if array == 0:
            return False
    write_entry(&t.block[array_first(array) + array_count(array)], 0, new)
    release_64(&shape.array, array + (<uint64_t>1 << 32))
    return True


cdef inline void write_entry(Entry* e, uint32_t version, const Entry* new) noexcept nogil:
    """Overwrite an entry that has the given version."""
    store_32(&e.version, version + 1)
    fence_stores()
    store_64(&e.mask, new.mask)
    store_64(&e.odd, new.odd)
    store_64(&e.high, new.high)
    store_int8(&e.lower, new.lower)
    store_int8(&e.upper, new.upper)
    store_8(&e.move, new.move)
    release_32(&e.version, version + 2)


cdef uint64_t widen(Table* t, uint64_t array) noexcept nogil:
    """Return a copy of a full array with twice the room, or 0 when the block is used up.

    The old one is freed, but can be read for as long as other threads are at work.
    """
    cdef uint32_t first = array_first(array)
    cdef uint32_t room = array_room(array)
    cdef uint32_t at, i
    cdef uint32_t* freed
    cdef int size = 0
    while (2U << size) < room:
        size += 1
    # size = log2(room) - 1; arrays of twice the room are class size + 1
    if t.shared:
        spin_lock(&t.cutting)
    if t.spare[size + 1]:
        at = t.spare[size + 1]
        t.spare[size + 1] = t.block[at].version
    else:
        at = cut(t, 2 * room)
    if t.shared:
        spin_unlock(&t.cutting)
    if at == 0:
        return 0
    for i in range(room):
        write_entry(&t.block[at + i], 0, &t.block[first + i])
    if t.shared:
        spin_lock(&t.cutting)
    freed = &t.outgrown[size] if t.shared else &t.spare[size]
    # A multiple of SMALLEST, hence even: readers skip the entry, or find it as it was.
    store_32(&t.block[first].version, freed[0])
    freed[0] = first
    if t.shared:
        spin_unlock(&t.cutting)
    return array_of(at, room, 2 * room)

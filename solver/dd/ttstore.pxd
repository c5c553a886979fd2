"""What is written into the transposition table (Haglund, section 7): shapes, entries, growth.

`table_store` is the way in. A table in which there is no more room is forgotten and begun anew.

While the table is `shared`, writers keep to what lets readers go without locks (see `tt.pxd`):

* They hold the lock of the shape, and look at the epoch once they have it; what they wanted to keep
  is dropped unless it is even and as before. A reset or growth makes it odd and then takes the lock
  of every shape in turn: whoever held one has finished, whoever gets one later sees the new epoch.
* Shapes are added, moved and forgotten under `lock`, entries are cut under `cutting`; locks are
  taken in the order lock, shape, cutting.
* Every writer raises a store fence under its lock before it writes and every reader a load fence
  before it looks at version and epoch again: one that saw any of what was written sees the version
  and epoch from before it.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from solver.dd.trick cimport Frame, ranks_from
from solver.dd.table cimport (
    Entry, SMALLEST, Shape, Table, array_count, array_first, array_of, array_room, table_hash,
    table_reset, table_slot,
)
from solver.core.atomics cimport (
    fence_stores, load_32, release_32, release_64, release_int, spin_lock, spin_unlock,
    store_32, store_64, store_8, store_int8,
)
from solver.core.bits cimport bits_unlikely

cdef enum:
    WIDEST = 128            # entries of a shape at most


cdef inline uint32_t table_cut(Table* t, uint32_t n) noexcept nogil:
    """The index of n fresh entries, or 0 when the block is used up."""
    cdef uint32_t at = t.used
    if t.size - at < n:
        return 0
    t.used = at + n
    return at


cdef inline void shape_fill(Shape* shape, uint64_t key, uint64_t array, uint16_t oldest,
                            uint8_t move, uint32_t generation) noexcept nogil:
    """Write an empty slot."""
    fence_stores()
    store_64(&shape.key, key)
    store_64(&shape.array, array)
    shape.oldest = oldest
    store_8(&shape.move, move)
    release_32(&shape.generation, generation)


cdef inline void table_grow(Table* t) noexcept nogil:
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
        shape_fill(table_slot(t, t.bits + 1, t.generation, shape.key, table_hash(shape.key)),
                   shape.key, shape.array, shape.oldest, shape.move, t.generation)
        if t.shared:
            spin_unlock(&shape.lock)
    release_int(&t.bits, t.bits + 1)
    release_32(&t.epoch, t.epoch + 1)


cdef inline Shape* table_add_shape(Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """The shape of a key, a new one with an empty array if need be; NULL when memory is used up."""
    cdef uint32_t at
    cdef Shape* shape = table_slot(t, t.bits, t.generation, key, hash)
    if shape.generation == t.generation:
        return shape
    if t.shapes >= (1U << t.bits) // 2:
        if t.bits == t.max_bits:
            return NULL
        table_grow(t)
        shape = table_slot(t, t.bits, t.generation, key, hash)
    if t.shared:
        spin_lock(&t.cutting)
    at = table_cut(t, SMALLEST)
    if t.shared:
        spin_unlock(&t.cutting)
    if at == 0:
        return NULL
    shape_fill(shape, key, array_of(at, 0, SMALLEST), 0, 255, t.generation)
    t.shapes += 1
    return shape


cdef inline void entry_write(Entry* e, uint32_t version, const Entry* from_) noexcept nogil:
    """Write an entry over one of a version."""
    store_32(&e.version, version + 1)
    fence_stores()
    store_64(&e.mask, from_.mask)
    store_64(&e.odd, from_.odd)
    store_64(&e.high, from_.high)
    store_int8(&e.lower, from_.lower)
    store_int8(&e.upper, from_.upper)
    store_8(&e.move, from_.move)
    release_32(&e.version, version + 2)


cdef inline uint64_t table_widen(Table* t, uint64_t array) noexcept nogil:
    """A copy of a full array with twice the room, or 0 when the block is used up.

    The old one is freed, though it can be read for as long as other threads are at work.
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
        at = table_cut(t, 2 * room)
    if t.shared:
        spin_unlock(&t.cutting)
    if at == 0:
        return 0
    for i in range(room):
        entry_write(&t.block[at + i], 0, &t.block[first + i])
    if t.shared:
        spin_lock(&t.cutting)
    freed = &t.outgrown[size] if t.shared else &t.spare[size]
    # a multiple of SMALLEST, hence even: readers pass the entry over, or find it as it was
    store_32(&t.block[first].version, freed[0])
    freed[0] = first
    if t.shared:
        spin_unlock(&t.cutting)
    return array_of(at, room, 2 * room)


cdef inline bint table_add_entry(Table* t, Shape* shape, const Entry* new) noexcept nogil:
    """Add an entry to a shape, or put it in place of the oldest; False if the block is used up."""
    cdef uint64_t array = shape.array
    cdef Entry* e
    if array_count(array) == array_room(array):
        if array_room(array) >= WIDEST:
            e = &t.block[array_first(array) + shape.oldest]
            shape.oldest = (shape.oldest + 1) % WIDEST
            entry_write(e, e.version, new)
            return True
        array = table_widen(t, array)
        if array == 0:
            return False
    entry_write(&t.block[array_first(array) + array_count(array)], 0, new)
    release_64(&shape.array, array + (<uint64_t>1 << 32))
    return True


cdef inline bint table_improve(Table* t, const Shape* shape, const Entry* new) noexcept nogil:
    """Tighten the bounds of the entry with the same ranks and owners; whether there is one."""
    cdef Entry* first = &t.block[array_first(shape.array)]
    cdef Entry* e = first + array_count(shape.array)
    while e != first:
        e -= 1
        if e.mask == new.mask and e.odd == new.odd and e.high == new.high:
            if new.lower > e.lower:
                store_int8(&e.lower, new.lower)
            if new.upper < e.upper:
                store_int8(&e.upper, new.upper)
            if new.move != 255:
                store_8(&e.move, new.move)
            return True
    return False


cdef inline void table_forget(Table* t) noexcept nogil:
    """Forget everything because memory is used up."""
    table_reset(t)
    t.resets += 1


cdef inline void table_store_shared(Table* t, uint64_t key, uint32_t hash, Shape* shape,
                                    uint32_t epoch, bint met, const Entry* new) noexcept nogil:
    """`table_store` while other threads use the table; it is dropped if shapes move meanwhile."""
    cdef bint full = False
    if shape == NULL or epoch & 1:
        spin_lock(&t.lock)
        shape = table_add_shape(t, key, hash)
        if shape == NULL:
            table_forget(t)
            shape = table_add_shape(t, key, hash)
        epoch = t.epoch
        spin_unlock(&t.lock)
    spin_lock(&shape.lock)
    if load_32(&t.epoch) == epoch:
        fence_stores()
        if new.move != 255:
            store_8(&shape.move, new.move)
        full = not (met and table_improve(t, shape, new)) and not table_add_entry(t, shape, new)
    spin_unlock(&shape.lock)
    if full:
        spin_lock(&t.lock)
        if t.epoch == epoch:
            table_forget(t)
        spin_unlock(&t.lock)


cdef inline void table_store(Table* t, const Frame* f, uint64_t key, uint32_t hash, Shape* shape,
                             uint32_t epoch, bint met, bint reached, uint8_t move) noexcept nogil:
    """Keep what was found from f: its `win`, and whether North-South reach its `need`.

    `shape` may be NULL when it was not in the table before; `epoch` is that from before it was
    looked for. `met` says whether the probe met an entry that matches f: without one there is none
    to improve, since all that was stored after the probe has fewer tricks left.
    """
    cdef Entry new
    new.mask = ranks_from(f.all, f.win)
    new.odd = (f.hand[1] | f.hand[3]) & new.mask
    new.high = (f.hand[2] | f.hand[3]) & new.mask
    new.lower = <int8_t>f.need if reached else 0
    new.upper = <int8_t>f.tricks if reached else <int8_t>(f.need - 1)
    new.move = move
    if bits_unlikely(t.shared):
        table_store_shared(t, key, hash, shape, epoch, met, &new)
        return
    if shape != NULL and move != 255:
        shape.move = move
    if shape != NULL and met and table_improve(t, shape, &new):
        return
    if shape == NULL:
        shape = table_add_shape(t, key, hash)
        if shape == NULL:
            table_forget(t)
            shape = table_add_shape(t, key, hash)
        shape.move = move
    if not table_add_entry(t, shape, &new):
        table_forget(t)
        shape = table_add_shape(t, key, hash)
        table_add_entry(t, shape, &new)

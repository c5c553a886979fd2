"""The transposition table (Haglund, section 7): fixed memory, forgotten in O(1).

The lengths of all hands and the leader select a *shape*. A shape owns a tree of entries. An entry
holds the owners of the relative ranks that mattered (`mask`), as two bits of the seat number spread
over two sets, and bounds on the tricks of North-South. It answers every position of its shape whose
owners agree under the mask, whatever the small cards are and whichever deal they come from; only
the trump suit must be the same.

A tree is a *leaf*, a list of entries, or a *fork*, which asks who owns one card. The fork has a
branch for each owner, and one for the entries that hold whoever the owner is; a position has to
look into two of the five. A leaf becomes a fork when it has `LEAF` entries and some card separates
enough of them. So the entries that a position is compared with grow slowly with their number
(a hard deal has shapes with 5,000), and none has to make room for another.

Memory is one block of lines and one directory of shapes. A leaf is a chain of *chunks* of four
entries, the newest first: `next` of the first entry in a chunk is the chunk before. A chunk takes
two lines, a fork one. A tree is one word, 0 when it is empty:

    leaf    the line of the newest chunk, and from bit 32 on the number of entries
    fork    its line, and bit 63

The directory grows with the number of shapes, so that a small question touches little memory: 2**b
slots lie at [2**b, 2**(b+1)) of one array, and only the largest size in use is read.

When the block or the directory is used up, the smallest positions are forgotten, those with one
trick left, then two, and so on until half of both is free (`prune`): they are the ones that are
found again most quickly.

A table that is `shared` serves several threads; `shared` changes only while one is at work. Readers
take no lock and write nothing. These rules keep their answers right:

* What an entry says is true of every deal, so an old bound, an old tree or an old copy of a shape
  is as good as a new one. Bounds are single bytes that only get tighter; nothing else of an entry
  that can be read ever changes, but for its move, which is a hint.
* A tree is released after what it leads to was written. The chunks of a leaf that became a fork
  stay as they are until one thread is alone again (`table_settle`) or the table is pruned, whoever
  still reads them.
* A reset or `prune` changes `epoch` before anything that it forgets can be overwritten, and again
  at its end; so does growth. An answer counts only if the epoch is still that from before the shape
  was looked for, so that nothing is believed that was read across a reset. For the same reason a
  reader looks at the epoch before it follows a branch or a link that it has read.

Writers keep to these rules:

* They hold the lock of the shape and compare the epoch once they have it; what they wanted to store
  is dropped unless the epoch is even and unchanged. A reset, `prune` or growth makes it odd and
  then takes the lock of every shape in turn: whoever held one has finished, whoever gets one later
  sees the new epoch.
* Shapes are added, moved and forgotten under `lock`, lines are taken and given back under
  `cutting`; locks are taken in the order lock, shape, cutting.
* Every writer raises a store fence under its lock before it writes, and every reader a load fence
  before it looks at the epoch again; so a reader that saw any of what was written sees the epoch
  from before it.

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
    CHUNK = 4               # entries of a chunk
    LEAF = 32               # entries of a leaf that may become a fork
    LARGEST_LEAF = 64       # chunks beyond which a leaf that cannot become a fork stays a leaf
    FIRST_DIRECTORY = 10    # log2 of the directory's size after a reset
    PAGE = 4096             # bytes of memory that the system gives at once


cdef bint table_make(Table* t, uint64_t memory) noexcept nogil:
    """Allocate about `memory` bytes; return False if they are not to be had."""
    cdef uint64_t lines
    t.max_bits = FIRST_DIRECTORY
    while t.max_bits < 24 and (<uint64_t>sizeof(Shape) << (t.max_bits + 2)) <= memory // 4:
        t.max_bits += 1
    lines = (memory - (<uint64_t>sizeof(Shape) << (t.max_bits + 1))) // LINE
    if lines > 0xFFFFFFF0ULL:
        lines = 0xFFFFFFF0ULL
    t.size = <uint32_t>lines
    t.block_memory = malloc(lines * LINE + LINE)
    # Zero is no generation, and pages that are never touched cost nothing.
    t.slot_memory = calloc((<uint64_t>2 << t.max_bits) + LINE // sizeof(Shape), sizeof(Shape))
    t.generation = 0
    t.epoch = 0
    t.touched_bits = FIRST_DIRECTORY
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
    free(t.block_memory)
    free(t.slot_memory)
    t.block_memory = NULL
    t.slot_memory = NULL
    t.block = NULL
    t.slot = NULL


cdef void table_reset(Table* t) noexcept nogil:
    """Forget everything without touching the memory."""
    store_32(&t.epoch, t.epoch + 1)
    if t.shared:
        await_writers(t)
    t.used = 2      # line 0 means none, and chunks begin at even lines
    t.shapes = 0
    t.spare = t.spare_fork = t.outgrown = 0
    memset(t.held, 0, sizeof(t.held))
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
    """Reuse the chunks that were outgrown.

    No other thread may be using the table, or the epoch must be odd and all writers awaited.
    """
    cdef uint32_t chunk
    while t.outgrown:
        chunk = t.outgrown
        t.outgrown = t.block[2 * <uint64_t>chunk + 1].next
        release_chunk(t, &t.spare, chunk)


cdef void prune(Table* t) noexcept nogil:
    """Forget the smallest positions, so that half of the chunks and of the directory are free.

    The shapes that stay move to the next smaller directory.
    """
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    cdef uint32_t shapes[14]
    cdef uint32_t gone = 0
    cdef uint64_t in_use = 0
    cdef uint64_t freed = 0
    cdef int most = -1      # tricks left of the largest positions that are forgotten
    cdef Shape* shape
    if t.generation == <uint32_t>-1:
        table_reset(t)
        return
    store_32(&t.epoch, t.epoch + 1)
    if t.shared:
        await_writers(t)
    table_settle(t)
    memset(shapes, 0, sizeof(shapes))
    for i in range(size, 2 * size):
        if t.slot[i].generation == t.generation:
            shapes[tricks_of(t.slot[i].key)] += 1
    for i in range(14):
        in_use += t.held[i]
    while 2 * freed < in_use or 2 * gone < t.shapes:
        most += 1
        freed += t.held[most]
        gone += shapes[most]
        t.held[most] = 0
    t.shapes -= gone
    for i in range(size, 2 * size):
        shape = &t.slot[i]
        if shape.generation != t.generation:
            continue
        if tricks_of(shape.key) <= most:
            release_tree(t, shape.tree)
        else:
            move_shape(t, shape, t.bits - 1, t.generation + 1)
    store_32(&t.generation, t.generation + 1)
    release_int(&t.bits, t.bits - 1)
    release_32(&t.epoch, t.epoch + 1)


cdef inline void move_shape(
    Table* t, const Shape* shape, int bits, uint32_t generation
) noexcept nogil:
    """Copy a shape to another directory."""
    fill_slot(slot_of(t, bits, generation, shape.key, table_hash(shape.key)),
              shape.key, shape.tree, shape.move, generation)


cdef uint32_t release_tree(Table* t, uint64_t tree) noexcept nogil:
    """Make the memory of a tree spare; return how many chunks it has."""
    cdef Fork* fork
    cdef uint32_t chunk, before
    cdef uint32_t n = 0
    cdef int i
    if tree >> 63:
        fork = fork_at(t, tree)
        for i in range(5):
            n += release_tree(t, fork.branch[i])
        fork.next = t.spare_fork
        t.spare_fork = <uint32_t>tree
        return n
    chunk = <uint32_t>tree
    while chunk:
        before = t.block[2 * <uint64_t>chunk].next
        release_chunk(t, &t.spare, chunk)
        chunk = before
        n += 1
    return n


cdef inline void release_chunk(Table* t, uint32_t* pile, uint32_t chunk) noexcept nogil:
    """Put a chunk on a pile. `next` of its first entry stays, for whoever still reads it."""
    t.block[2 * <uint64_t>chunk + 1].next = pile[0]
    pile[0] = chunk


cdef inline uint32_t take_chunk(Table* t, int tricks) noexcept nogil:
    """Return an unused chunk for entries with so many tricks left, or 0 when there is none."""
    cdef uint32_t chunk
    if t.shared:
        spin_lock(&t.cutting)
    chunk = cut_chunk(t)
    if chunk:
        t.held[tricks] += 1
    if t.shared:
        spin_unlock(&t.cutting)
    return chunk


cdef inline uint32_t cut_chunk(Table* t) noexcept nogil:
    """Return an unused chunk, or 0."""
    cdef uint32_t chunk = t.spare
    if chunk:
        t.spare = t.block[2 * <uint64_t>chunk + 1].next
    elif t.size - t.used >= 2:
        chunk = t.used
        t.used += 2
    return chunk


cdef inline uint32_t take_fork(Table* t) noexcept nogil:
    """Return an unused line for a fork, or 0 when there is none."""
    cdef uint32_t line
    if t.shared:
        spin_lock(&t.cutting)
    line = t.spare_fork
    if line:
        t.spare_fork = fork_at(t, line).next
    else:
        line = cut_chunk(t)
        if line:
            fork_at(t, line + 1).next = 0
            t.spare_fork = line + 1
    if t.shared:
        spin_unlock(&t.cutting)
    return line


cdef inline Fork* fork_at(const Table* t, uint64_t tree) noexcept nogil:
    return <Fork*>&t.block[2 * <uint64_t><uint32_t>tree]


cdef inline uint64_t fork_tree(uint32_t line) noexcept nogil:
    return <uint64_t>1 << 63 | line


cdef inline uint64_t leaf_tree(uint32_t chunk, uint32_t count) noexcept nogil:
    return <uint64_t>count << 32 | chunk


cdef inline int owner(hand_t odd, hand_t high, hand_t card) noexcept nogil:
    return ((odd & card) != 0) + 2 * ((high & card) != 0)


cdef inline int tricks_of(uint64_t key) noexcept nogil:
    """Return the tricks left in positions of a shape: the cards of North."""
    return <int>((key & 15) + (key >> 16 & 15) + (key >> 32 & 15) + (key >> 48 & 15))


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
    """Return whether the table has the shape of a position; ask for its first entries if so."""
    cdef int bits = acquire_int(&t.bits)
    cdef uint32_t generation = load_32(&t.generation)
    cdef Shape* shape = slot_of(t, bits, generation, l.key, l.hash)
    cdef const Entry* first
    if acquire_32(&shape.generation) != generation:
        return False
    l.shape = shape
    first = &t.block[2 * <uint64_t><uint32_t>load_64(&shape.tree)]
    bits_prefetch(first)
    bits_prefetch(first + 2)
    return True


cdef bint table_probe(const Table* t, const Frame* f, Lookup* l) noexcept nogil:
    """Return whether an entry says if North-South reach the need of f, once the shape is found.

    Entries that hold whoever owns a card are looked at before those that do not: what rests on
    fewer cards is true of more positions above.
    """
    cdef hand_t odd = f.hand[1] | f.hand[3]
    cdef hand_t high = f.hand[2] | f.hand[3]
    cdef uint64_t tree = acquire_64(&l.shape.tree)
    cdef uint64_t pending[52]       # no path asks for a card twice
    cdef int n = 0
    cdef Fork* fork
    cdef Entry* e
    cdef Entry* first
    cdef uint32_t chunk, count
    cdef uint8_t named = NO_MOVE
    while True:
        while tree >> 63:
            fork = fork_at(t, tree)
            pending[n] = acquire_64(&fork.branch[owner(odd, high, load_64(&fork.card))])
            tree = acquire_64(&fork.branch[ANY])
            if bits_unlikely(t.shared) and outdated(t, l):
                return False
            if pending[n]:
                bits_prefetch(&t.block[2 * <uint64_t><uint32_t>pending[n]])
                bits_prefetch(&t.block[2 * <uint64_t><uint32_t>pending[n] + 2])
                n += 1
        count = <uint32_t>(tree >> 32)
        chunk = <uint32_t>tree
        while count:
            first = &t.block[2 * <uint64_t>chunk]
            e = first + ((count - 1) & (CHUNK - 1))
            count = (count - 1) & ~<uint32_t>(CHUNK - 1)
            chunk = load_32(&first.next)
            bits_prefetch(&t.block[2 * <uint64_t>chunk])
            bits_prefetch(&t.block[2 * <uint64_t>chunk + 2])
            if bits_unlikely(t.shared) and outdated(t, l):
                return False
            while e >= first:
                if ((load_64(&e.odd) ^ odd) | (load_64(&e.high) ^ high)) & load_64(&e.mask):
                    e -= 1
                    continue
                l.reached = load_int8(&e.lower) >= f.need
                if l.reached or load_int8(&e.upper) < f.need:
                    l.mask = load_64(&e.mask)
                    return not (bits_unlikely(t.shared) and outdated(t, l))
                l.matched = True
                if named == NO_MOVE:
                    named = load_8(&e.move)
                e -= 1
        if n == 0:
            break
        n -= 1
        tree = pending[n]
    l.move = named if named != NO_MOVE else load_8(&l.shape.move)
    return False


cdef inline bint outdated(const Table* t, Lookup* l) noexcept nogil:
    """Return whether what was read may have been overwritten; the lookup then knows nothing."""
    fence_loads()
    if load_32(&t.epoch) == l.epoch:
        return False
    l.matched = False
    return True


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
        shape = new_shape(t, l)
        shape.move = move
    if not add_entry(t, shape, &new):
        prune(t)
        add_entry(t, new_shape(t, l), &new)


cdef inline Shape* new_shape(Table* t, const Lookup* l) noexcept nogil:
    """Return the shape of a position, a new one if need be."""
    cdef Shape* shape = add_shape(t, l.key, l.hash)
    if shape == NULL:
        prune(t)
        shape = add_shape(t, l.key, l.hash)
    return shape


cdef void store_shared(Table* t, const Lookup* l, const Entry* new) noexcept nogil:
    """Store an entry while other threads use the table; drop it if shapes move meanwhile."""
    cdef Shape* shape = l.shape
    cdef uint32_t epoch = l.epoch
    cdef bint full = False
    if shape == NULL or epoch & 1:
        spin_lock(&t.lock)
        shape = new_shape(t, l)
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
            prune(t)
        spin_unlock(&t.lock)


cdef inline Shape* add_shape(Table* t, uint64_t key, uint32_t hash) noexcept nogil:
    """Return the shape of a key, a new one if need be; NULL when the directory is full."""
    cdef Shape* shape = slot_of(t, t.bits, t.generation, key, hash)
    if shape.generation == t.generation:
        return shape
    if t.shapes >= (1U << t.bits) // 2:
        if t.bits == t.max_bits:
            return NULL
        grow(t)
        shape = slot_of(t, t.bits, t.generation, key, hash)
    fill_slot(shape, key, 0, NO_MOVE, t.generation)
    t.shapes += 1
    return shape


cdef void grow(Table* t) noexcept nogil:
    """Move all shapes to the next larger directory."""
    cdef uint32_t i
    cdef uint32_t size = 1U << t.bits
    cdef Shape* shape
    store_32(&t.epoch, t.epoch + 1)
    if t.bits == t.touched_bits:
        touch(t)
    for i in range(size, 2 * size):
        shape = &t.slot[i]
        if shape.generation != t.generation:
            continue
        if t.shared:
            spin_lock(&shape.lock)
        move_shape(t, shape, t.bits + 1, t.generation)
        if t.shared:
            spin_unlock(&shape.lock)
    release_int(&t.bits, t.bits + 1)
    release_32(&t.epoch, t.epoch + 1)


cdef void touch(Table* t) noexcept nogil:
    """Write to the pages of the next larger directory.

    A page that is read before it is written costs a second fault, which interrupts all threads.
    """
    cdef uint64_t i = <uint64_t>2 << t.bits
    cdef uint64_t end = 2 * i
    while i < end:
        store_32(&t.slot[i].generation, 0)
        i += PAGE // sizeof(Shape)
    t.touched_bits = t.bits + 1


cdef inline void fill_slot(
    Shape* shape, uint64_t key, uint64_t tree, uint8_t move, uint32_t generation
) noexcept nogil:
    """Write a shape to an empty slot."""
    fence_stores()
    store_64(&shape.key, key)
    store_64(&shape.tree, tree)
    store_8(&shape.move, move)
    release_32(&shape.generation, generation)


cdef inline uint64_t* leaf_of(const Table* t, Shape* shape, const Entry* new) noexcept nogil:
    """Return where the leaf is that an entry belongs to."""
    cdef uint64_t* at = &shape.tree
    cdef Fork* fork
    while at[0] >> 63:
        fork = fork_at(t, at[0])
        at = &fork.branch[branch_of(new, fork.card)]
    return at


cdef inline int branch_of(const Entry* e, hand_t card) noexcept nogil:
    return owner(e.odd, e.high, card) if e.mask & card else ANY


cdef inline bint improve_entry(Table* t, Shape* shape, const Entry* new) noexcept nogil:
    """Tighten the entry with the same ranks and owners; return whether there is one."""
    cdef uint64_t leaf = leaf_of(t, shape, new)[0]
    cdef uint32_t chunk = <uint32_t>leaf
    cdef uint32_t count = <uint32_t>(leaf >> 32)
    cdef Entry* e
    while count:
        count -= 1
        e = &t.block[2 * <uint64_t>chunk + (count & (CHUNK - 1))]
        if e.mask == new.mask and e.odd == new.odd and e.high == new.high:
            if new.lower > e.lower:
                store_int8(&e.lower, new.lower)
            if new.upper < e.upper:
                store_int8(&e.upper, new.upper)
            if new.move != NO_MOVE:
                store_8(&e.move, new.move)
            return True
        if count & (CHUNK - 1) == 0:
            chunk = t.block[2 * <uint64_t>chunk].next
    return False


cdef bint add_entry(Table* t, Shape* shape, const Entry* new) noexcept nogil:
    """Add an entry to a shape; return False if the block is used up."""
    cdef int tricks = tricks_of(shape.key)
    cdef uint64_t* at = leaf_of(t, shape, new)
    cdef uint32_t count = <uint32_t>(at[0] >> 32)
    cdef uint64_t fork
    while LEAF <= count <= LARGEST_LEAF * CHUNK and count & (count - 1) == 0:
        fork = divide(t, at[0], tricks)
        if fork == 0:
            return False
        if fork == at[0]:
            break
        release_64(at, fork)
        at = leaf_of(t, shape, new)
        count = <uint32_t>(at[0] >> 32)
    return append(t, at, new, tricks)


cdef inline bint append(Table* t, uint64_t* at, const Entry* new, int tricks) noexcept nogil:
    """Add an entry to a leaf; return False if the block is used up."""
    cdef uint32_t chunk = <uint32_t>at[0]
    cdef uint32_t count = <uint32_t>(at[0] >> 32)
    cdef uint32_t before = chunk
    cdef Entry* e
    if count & (CHUNK - 1) == 0:
        chunk = take_chunk(t, tricks)
        if chunk == 0:
            return False
        store_32(&t.block[2 * <uint64_t>chunk].next, before)
    e = &t.block[2 * <uint64_t>chunk + (count & (CHUNK - 1))]
    store_64(&e.mask, new.mask)
    store_64(&e.odd, new.odd)
    store_64(&e.high, new.high)
    store_int8(&e.lower, new.lower)
    store_int8(&e.upper, new.upper)
    store_8(&e.move, new.move)
    release_64(at, leaf_tree(chunk, count + 1))
    return True


cdef uint64_t divide(Table* t, uint64_t leaf, int tricks) noexcept nogil:
    """Return a fork with the entries of a leaf, the leaf if no card divides it, or 0: no memory.

    The chunks of the leaf are freed, but can be read for as long as other threads are at work.
    """
    cdef uint32_t chunks[LARGEST_LEAF]
    cdef uint32_t count = <uint32_t>(leaf >> 32)
    cdef uint32_t line
    cdef int n = count // CHUNK
    cdef int i
    cdef Entry* e
    cdef Fork* fork
    cdef hand_t card
    chunks[n - 1] = <uint32_t>leaf
    for i in range(n - 1, 0, -1):
        chunks[i - 1] = t.block[2 * <uint64_t>chunks[i]].next
    card = dividing_card(t, chunks, n)
    if card == 0:
        return leaf
    line = take_fork(t)
    if line == 0:
        return 0
    fork = fork_at(t, line)
    store_64(&fork.card, card)
    for i in range(5):
        store_64(&fork.branch[i], 0)
    # The oldest first, so that the newest stays the first to be found.
    for i in range(<int>count):
        e = &t.block[2 * <uint64_t>chunks[i // CHUNK] + i % CHUNK]
        if not append(t, &fork.branch[branch_of(e, card)], e, tricks):
            undo(t, line, tricks)
            return 0
    if t.shared:
        spin_lock(&t.cutting)
    for i in range(n):
        release_chunk(t, &t.outgrown if t.shared else &t.spare, chunks[i])
    t.held[tricks] -= n
    if t.shared:
        spin_unlock(&t.cutting)
    return fork_tree(line)


cdef void undo(Table* t, uint32_t line, int tricks) noexcept nogil:
    """Free a fork that nobody has seen."""
    if t.shared:
        spin_lock(&t.cutting)
    t.held[tricks] -= release_tree(t, fork_tree(line))
    if t.shared:
        spin_unlock(&t.cutting)


cdef hand_t dividing_card(const Table* t, const uint32_t* chunks, int n) noexcept nogil:
    """Return the card whose owners divide the entries of a leaf best, or 0 if none divides them.

    It is the one that leaves the fewest entries to be compared, when the owners in positions are
    as frequent as in the entries: those that hold whoever owns it, and those of one owner.
    """
    cdef hand_t cards = 0
    cdef hand_t card
    cdef hand_t best = 0
    cdef int least = 3 * n          # of the 4 * n entries: a fork has to spare a quarter
    cdef int counts[5]
    cdef int i, held, left
    cdef const Entry* e
    for i in range(n * CHUNK):
        cards |= t.block[2 * <uint64_t>chunks[i // CHUNK] + i % CHUNK].mask
    while cards:
        card = cards & (~cards + 1)
        cards ^= card
        memset(counts, 0, sizeof(counts))
        for i in range(n * CHUNK):
            e = &t.block[2 * <uint64_t>chunks[i // CHUNK] + i % CHUNK]
            counts[branch_of(e, card)] += 1
        held = n * CHUNK - counts[ANY]
        left = counts[ANY]
        for i in range(4):
            left += counts[i] * counts[i] // held
        if left < least:
            least = left
            best = card
    return best

"""splitmix64, which turns seeds into states."""
from libc.stdint cimport uint64_t


cdef uint64_t split_mix(uint64_t* state) noexcept nogil:
    """Advance a state of splitmix64 and return the number that it gives."""
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


def splitmix64(uint64_t state):
    """Return the next state of splitmix64, and the number that it gives: both 64 bits."""
    cdef uint64_t number = split_mix(&state)
    return state, number


cdef void rng_seed(Rng* rng, uint64_t seed) noexcept nogil:
    """Fill the state with the first four numbers of splitmix64 from this seed."""
    cdef int i
    for i in range(4):
        rng.word[i] = split_mix(&seed)

"""Random numbers that are the same on every machine: integers only, one state per sampler.

xoshiro256** 1.0 (Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2018), its
state filled by splitmix64 (Steele, Lea and Flood, 2014) as its authors advise.
"""
from libc.stdint cimport uint64_t

cdef enum:
    DRAWS = 128     # of a number below a bound, each refused with a chance under one half


cdef struct Rng:
    uint64_t word[4]


cdef void rng_seed(Rng* rng, uint64_t seed) noexcept nogil


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    """Uniform over all 64-bit numbers."""
    cdef uint64_t* s = rng.word
    cdef uint64_t x = s[1] * 5
    cdef uint64_t result = ((x << 7) | (x >> 57)) * 9
    x = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= x
    s[3] = (s[3] << 45) | (s[3] >> 19)
    return result


cdef inline uint64_t rng_below(Rng* rng, uint64_t bound) noexcept nogil:
    """Uniform over 0..bound-1, for a bound of at least 1.

    Numbers of as many bits as bound-1 has are drawn until one is small enough. After DRAWS refusals
    (a chance under 2**-128) the last one is reduced, so that no loop depends on luck to end.
    """
    cdef uint64_t mask = bound - 1
    cdef uint64_t x = 0
    cdef int _i
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    for _i in range(DRAWS):
        x = rng_next(rng) & mask
        if x < bound:
            return x
    return x % bound


cdef inline double rng_part(Rng* rng) noexcept nogil:
    """Uniform over the multiples of 2**-53 below 1."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)

"""Operations on the bits of a 64-bit word, and hints to the compiler; see `bits.h`."""
from libc.stdint cimport uint64_t

cdef extern from "bits.h" nogil:
    int bits_count(uint64_t x)
    int bits_low(uint64_t x)
    int bits_high(uint64_t x)
    uint64_t bits_extract(uint64_t x, uint64_t mask)
    uint64_t bits_deposit(uint64_t x, uint64_t mask)
    bint bits_likely(bint x)
    bint bits_unlikely(bint x)
    void bits_prefetch(const void* p)

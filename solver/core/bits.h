/* Operations on bits that differ between compilers, and the choice of instructions.
 *
 * On x86-64, gcc compiles everything that includes this header for processors with POPCNT, BMI1 and
 * BMI2 (Haswell, Zen and later), and so does MSVC for the intrinsics used here; solver.core.cpu,
 * which is built without, checks that first. clang has no such pragma for a whole file: give it
 * -mpopcnt -mbmi -mbmi2. -DSOLVER_BASELINE builds for any x86-64 processor. LZCNT stays out: on a
 * processor without it the instruction runs as BSR and returns wrong numbers without a fault.
 *
 * -DSOLVER_NO_PEXT replaces PEXT and PDEP alone, which are slow on Zen 1 and Zen 2, by loops.
 */
#ifndef SOLVER_BITS_H
#define SOLVER_BITS_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(SOLVER_BASELINE)
#  pragma GCC target("popcnt,bmi,bmi2")
#endif
#if (defined(__BMI2__) || defined(_M_X64)) && !defined(SOLVER_BASELINE)
#  include <immintrin.h>
#  define SOLVER_X86 1
#endif

#if defined(_MSC_VER)
#  include <intrin.h>
#  define BITS_INLINE static __forceinline
#else
#  define BITS_INLINE static inline __attribute__((always_inline))
#endif

#if defined(__GNUC__) || defined(__clang__)
#  define bits_likely(x) __builtin_expect(!!(x), 1)
#  define bits_unlikely(x) __builtin_expect(!!(x), 0)
#  define bits_prefetch(p) __builtin_prefetch(p)
#else
#  define bits_likely(x) (x)
#  define bits_unlikely(x) (x)
#  if defined(_M_X64)
#    define bits_prefetch(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#  else
#    define bits_prefetch(p) ((void)(p))
#  endif
#endif

BITS_INLINE int bits_count(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(x);
#elif defined(SOLVER_X86)
    return (int)__popcnt64(x);
#else
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
#endif
}

/* The index of the lowest set bit; x must not be 0. */
BITS_INLINE int bits_low(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    unsigned long i;
    _BitScanForward64(&i, x);
    return (int)i;
#endif
}

/* The index of the highest set bit; x must not be 0. */
BITS_INLINE int bits_high(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(x);
#else
    unsigned long i;
    _BitScanReverse64(&i, x);
    return (int)i;
#endif
}

/* The bits of x that lie under mask, packed to the low end. */
BITS_INLINE uint64_t bits_extract(uint64_t x, uint64_t mask)
{
#if defined(SOLVER_X86) && !defined(SOLVER_NO_PEXT)
    return _pext_u64(x, mask);
#else
    uint64_t out = 0, bit;
    for (bit = 1; mask; mask &= mask - 1, bit <<= 1)
        if (x & mask & (~mask + 1)) out |= bit;
    return out;
#endif
}

/* The low bits of x, spread over the set bits of mask. */
BITS_INLINE uint64_t bits_deposit(uint64_t x, uint64_t mask)
{
#if defined(SOLVER_X86) && !defined(SOLVER_NO_PEXT)
    return _pdep_u64(x, mask);
#else
    uint64_t out = 0;
    for (; mask; mask &= mask - 1, x >>= 1)
        if (x & 1) out |= mask & (~mask + 1);
    return out;
#endif
}

#endif

/* Bit tricks and atomics that differ between compilers, and the choice of instructions.
 *
 * On x86-64, gcc compiles everything that includes this header for processors with POPCNT, BMI1 and
 * BMI2 (Haswell, Zen and later), and so does MSVC for the intrinsics used here; solver.core.cpu, which is
 * built without, checks that first. clang has no such pragma for a whole file: give it
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

#if defined(__unix__) || defined(__APPLE__)
#  include <sched.h>
#  define BITS_YIELD() sched_yield()
#else
#  define BITS_YIELD() ((void)0)
#endif
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#  define BITS_PAUSE() __builtin_ia32_pause()
#elif defined(_M_X64)
#  define BITS_PAUSE() _mm_pause()
#else
#  define BITS_PAUSE() ((void)0)
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

/* A flag that one thread raises and another one polls; no order with other memory is promised. */
BITS_INLINE int flag_load(const int *flag)
{
#if defined(__GNUC__) || defined(__clang__)
    return __atomic_load_n(flag, __ATOMIC_RELAXED);
#else
    return *(const volatile int *)flag;
#endif
}

BITS_INLINE void flag_store(int *flag, int value)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
#else
    *(volatile int *)flag = value;
#endif
}

/* The value of a counter before one is added to it; threads share the counter. */
BITS_INLINE int flag_next(int *counter)
{
#if defined(__GNUC__) || defined(__clang__)
    return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
#else
    return (int)_InterlockedExchangeAdd((volatile long *)counter, 1);
#endif
}

/* Memory that several threads use, by type: get and set promise no order; what was written before a
 * give is seen after a take of the value. On x86-64 all four are plain moves. */
#if defined(__GNUC__) || defined(__clang__)
#  define BITS_SHARED(name, type) \
    BITS_INLINE type get_##name(const type *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); } \
    BITS_INLINE type take_##name(const type *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); } \
    BITS_INLINE void set_##name(type *p, type x) { __atomic_store_n(p, x, __ATOMIC_RELAXED); } \
    BITS_INLINE void give_##name(type *p, type x) { __atomic_store_n(p, x, __ATOMIC_RELEASE); }
#else
/* volatile accesses of MSVC on x86-64 take and give */
#  define BITS_SHARED(name, type) \
    BITS_INLINE type get_##name(const type *p) { return *(const volatile type *)p; } \
    BITS_INLINE type take_##name(const type *p) { return *(const volatile type *)p; } \
    BITS_INLINE void set_##name(type *p, type x) { *(volatile type *)p = x; } \
    BITS_INLINE void give_##name(type *p, type x) { *(volatile type *)p = x; }
#endif
BITS_SHARED(64, uint64_t)
BITS_SHARED(32, uint32_t)
BITS_SHARED(8, uint8_t)
BITS_SHARED(int8, int8_t)
BITS_SHARED(int, int)

/* No load after it is done before a load that comes before it. */
BITS_INLINE void fence_loads(void)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
#else
    _ReadWriteBarrier();
#endif
}

/* No store after it is seen before what comes before it. */
BITS_INLINE void fence_stores(void)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_thread_fence(__ATOMIC_RELEASE);
#else
    _ReadWriteBarrier();
#endif
}

/* A lock for a few instructions: 0 free, 1 taken. */
BITS_INLINE void spin_lock(uint8_t *lock)
{
#if defined(__GNUC__) || defined(__clang__)
    int waits = 0;
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) {
        /* its owner may wait for this processor */
        while (__atomic_load_n(lock, __ATOMIC_RELAXED))
            if (++waits % 256 == 0) BITS_YIELD();
            else BITS_PAUSE();
    }
#else
    while (_InterlockedExchange8((volatile char *)lock, 1)) BITS_PAUSE();
#endif
}

BITS_INLINE void spin_unlock(uint8_t *lock)
{
    give_8(lock, 0);
}

#endif

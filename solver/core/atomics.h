/* Memory that several threads share without locks, and a lock for a few instructions.
 *
 * The names follow C11: load and store are relaxed, release is a store, and an acquire that loads
 * the value of a release sees everything stored before it. On x86-64 all four are plain moves.
 */
#ifndef SOLVER_ATOMICS_H
#define SOLVER_ATOMICS_H

#include "bits.h"

#if defined(__unix__) || defined(__APPLE__)
#  include <sched.h>
#  define ATOMICS_YIELD() sched_yield()
#else
#  define ATOMICS_YIELD() ((void)0)
#endif
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#  define ATOMICS_PAUSE() __builtin_ia32_pause()
#elif defined(_M_X64)
#  define ATOMICS_PAUSE() _mm_pause()
#else
#  define ATOMICS_PAUSE() ((void)0)
#endif

#if defined(__GNUC__) || defined(__clang__)
#  define ATOMICS_OF(name, type) \
    BITS_INLINE type load_##name(const type *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); } \
    BITS_INLINE type acquire_##name(const type *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); } \
    BITS_INLINE void store_##name(type *p, type x) { __atomic_store_n(p, x, __ATOMIC_RELAXED); } \
    BITS_INLINE void release_##name(type *p, type x) { __atomic_store_n(p, x, __ATOMIC_RELEASE); }
#else
/* MSVC on x86-64: volatile accesses acquire and release. */
#  define ATOMICS_OF(name, type) \
    BITS_INLINE type load_##name(const type *p) { return *(const volatile type *)p; } \
    BITS_INLINE type acquire_##name(const type *p) { return *(const volatile type *)p; } \
    BITS_INLINE void store_##name(type *p, type x) { *(volatile type *)p = x; } \
    BITS_INLINE void release_##name(type *p, type x) { *(volatile type *)p = x; }
#endif
ATOMICS_OF(64, uint64_t)
ATOMICS_OF(32, uint32_t)
ATOMICS_OF(8, uint8_t)
ATOMICS_OF(int8, int8_t)
ATOMICS_OF(int, int)

/* A flag that one thread raises and another one polls. */
#define flag_load load_int
#define flag_store store_int

/* Add one to a counter that threads share; the value before that is returned. */
BITS_INLINE int flag_next(int *counter)
{
#if defined(__GNUC__) || defined(__clang__)
    return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
#else
    return (int)_InterlockedExchangeAdd((volatile long *)counter, 1);
#endif
}

/* Loads after the fence are not moved before loads that precede it. */
BITS_INLINE void fence_loads(void)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
#else
    _ReadWriteBarrier();
#endif
}

/* Stores after the fence are not seen before what precedes it. */
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
        /* the owner may need this processor to go on */
        while (__atomic_load_n(lock, __ATOMIC_RELAXED))
            if (++waits % 256 == 0) ATOMICS_YIELD();
            else ATOMICS_PAUSE();
    }
#else
    while (_InterlockedExchange8((volatile char *)lock, 1)) ATOMICS_PAUSE();
#endif
}

BITS_INLINE void spin_unlock(uint8_t *lock)
{
    release_8(lock, 0);
}

#endif

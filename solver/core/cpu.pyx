"""Whether this processor can run the other compiled modules.

This module is built for any processor of the architecture and is imported first, because the others
may use instructions that end the process on an old one.
"""
cdef extern from *:
    """
    #if defined(__x86_64__) || defined(_M_X64)
    #  define CPU_NAME "x86-64"
    #elif defined(__aarch64__) || defined(_M_ARM64)
    #  define CPU_NAME "aarch64"
    #else
    #  define CPU_NAME "this processor"
    #endif

    #if defined(SOLVER_BASELINE) || (defined(__clang__) && !defined(__BMI2__))
    #  define CPU_TARGET CPU_NAME
    #  define CPU_MISSING ""
    #elif (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    #  define CPU_TARGET CPU_NAME " with POPCNT, BMI1 and BMI2"
    static const char *cpu_missing(void)
    {
        __builtin_cpu_init();
        if (!__builtin_cpu_supports("popcnt")) return "POPCNT";
        if (!__builtin_cpu_supports("bmi")) return "BMI1";
        if (!__builtin_cpu_supports("bmi2")) return "BMI2";
        return "";
    }
    #  define CPU_MISSING cpu_missing()
    #elif defined(_MSC_VER) && defined(_M_X64)
    #  include <intrin.h>
    #  define CPU_TARGET CPU_NAME " with POPCNT, BMI1 and BMI2"
    static const char *cpu_missing(void)
    {
        int r[4];
        __cpuidex(r, 1, 0);
        if (!(r[2] >> 23 & 1)) return "POPCNT";
        __cpuidex(r, 7, 0);
        if (!(r[1] >> 3 & 1)) return "BMI1";
        if (!(r[1] >> 8 & 1)) return "BMI2";
        return "";
    }
    #  define CPU_MISSING cpu_missing()
    #else
    #  define CPU_TARGET CPU_NAME
    #  define CPU_MISSING ""
    #endif
    """
    const char* CPU_MISSING
    const char* CPU_TARGET


def missing_feature():
    """Return the instruction set that the solver needs and this processor lacks, or ""."""
    return CPU_MISSING.decode("ascii")


def target():
    """Return the processors that the other compiled modules are built for, in words."""
    return CPU_TARGET.decode("ascii")

"""Whether this processor can run the other compiled modules.

This module is built for any processor of the architecture and is imported first, because the others
may use instructions that end the process on an old one.
"""
cdef extern from *:
    """
    #if defined(SOLVER_BASELINE)
    #  define CPU_MISSING ""
    #elif (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
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
    #  define CPU_MISSING ""
    #endif
    """
    const char* CPU_MISSING


def missing_feature():
    """Return the instruction set that the solver needs and this processor lacks, or ""."""
    return CPU_MISSING.decode("ascii")

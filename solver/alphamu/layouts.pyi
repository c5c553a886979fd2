MAX_SIDE: int
MIN_SIDE: int
HELPER: int
MOST_BITS: int
__pyx_capi__: dict[str, object]

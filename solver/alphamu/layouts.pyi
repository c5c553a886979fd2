MAX_SIDE: int
MIN_SIDE: int
HELPER: int
__pyx_capi__: dict[str, object]

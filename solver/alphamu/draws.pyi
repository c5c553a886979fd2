WHOLE_BITS: int
__pyx_capi__: dict[str, object]

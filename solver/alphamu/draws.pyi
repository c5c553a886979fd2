__pyx_capi__: dict[str, object]

from typing import Final, final

__pyx_capi__: dict[str, object]

@final
class Holding:
    gone: Final[tuple[int, ...]]

from typing import final

__pyx_capi__: dict[str, object]

@final
class Holding:
    @property
    def gone(self) -> tuple[int, ...]: ...

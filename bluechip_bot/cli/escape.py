"""Foreign text on a terminal: what it would obey is shown, escaped, instead."""

from __future__ import annotations

from typing import Final

_TURNS: Final = (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_CONTROLS: Final = {
    **{code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(0x7F, 0xA0))},
    **{code: f"\\u{code:04x}" for code in _TURNS},
}
"""Control characters, and changes of direction."""


def printable(text: str) -> str:
    r"""A text that may come from anywhere, with control characters as `\x1b`; lines stay lines."""
    return text.translate(_CONTROLS)

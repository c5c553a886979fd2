"""The pages of the documentation, as far as tests run what they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ("README.md", *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md")))
"""The pages by their path; those that `docs/generated.py` makes are not among them."""
_BLOCK: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a page that are in a language."""
    text = (ROOT / page).read_text("utf-8")
    return [block for name, block in _BLOCK.findall(text) if name == language]


def languages(page: str) -> set[str]:
    """The languages of the blocks of a page; empty for a block that names none."""
    return {name for name, _ in _BLOCK.findall((ROOT / page).read_text("utf-8"))}


def commands(page: str) -> Iterator[str]:
    """Yield each command of the page's `sh` blocks, without comments, lines joined."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            # The lexer keeps quotation marks within a command, and drops what is behind a #.
            lexer = shlex.shlex(line, posix=False, punctuation_chars=True)
            lexer.whitespace_split = True
            lexer.commenters = "#"
            if words := list(lexer):
                yield " ".join(words)

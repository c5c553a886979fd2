"""Words that make a docstring or a comment a riddle, or German in English words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = {".py", ".pyi", ".pyx", ".pxd"}
# The words, and what to write instead. Names in backticks, or before a colon, may be so.
FORBIDDEN = {
    r"\b(?:told|tells|telling)\b(?! apart)(?!:)": "says, prints, shows, reports or sends",
    r"\banew\b": "again",
    r"\blikewise\b": "also, or the whole sentence",
    r"\bbeside\b": "next to, with, or as well as",
    r"\b(?:one|some|most|all|none|each) of which\b": "a second sentence",
    r"\b(?:its|their) like\b": "the noun",
    r"\bwhat came of\b": "the result of",
}
OPENINGS = {
    r"What\b": "the noun",
    r"Tell\b": "Show, Print, Log or Send",
    r"Begin (?:with|before|without)\b": "Create",
}


# Triple-quoted texts, and what follows a # (to parse all files takes far longer).
_TEXT = re.compile(r'"""([\s\S]*?)"""|#((?:(?!""").)*)')


def texts(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield the comments and docstrings of a file: line, text, whether it is a docstring."""
    source = path.read_text(encoding="utf-8")
    for match in _TEXT.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        yield line, match[1] or match[2] or "", match[1] is not None


def faults(path: Path) -> Iterator[str]:
    """Yield each forbidden word of a file, with its line and the better one."""
    for line, text, is_docstring in texts(path):
        plain = re.sub(r"`[^`]*`", "", text)
        for pattern, better in FORBIDDEN.items():
            if found := re.search(pattern, plain, re.IGNORECASE):
                yield f"{path.name}:{line}: {found[0]!r}: write {better}"
        for pattern, better in OPENINGS.items():
            if is_docstring and re.match(pattern, text.strip()):
                yield f"{path.name}:{line}: {text.strip()[:40]!r}: begin with {better}"


@pytest.mark.parametrize("package", ["bluechip_bot", "solver"])
def test_words(package: str) -> None:
    """Docstrings and comments name the thing, and say what it does."""
    files = [path for path in (ROOT / package).rglob("*.p*") if path.suffix in SOURCES]
    assert [fault for path in sorted(files) for fault in faults(path)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('"""What came of a parcel."""', 2),
        ('"""Begin with nobody."""', 1),
        ("x = 1  # told anew", 2),
        ('"""The meaning that `told` has; told: who explained it."""', 0),
    ],
)
def test_riddles_are_found(text: str, count: int, tmp_path: Path) -> None:
    """A riddle has as many faults as words that may not be."""
    path = tmp_path / "a.py"
    path.write_text(text)
    assert len(list(faults(path))) == count

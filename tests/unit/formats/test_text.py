"""The encodings of files of boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.text import read_text

TEXT = '[Event "“Cup” – Łódź"]\r\n'
MARK = "\ufeff"
PACKED = (b"\x1f\x8b", b"PK")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TEXT, "utf-8"),
        (MARK + TEXT, "utf-8"),
        (MARK + TEXT, "utf-16-le"),
        (MARK + TEXT, "utf-16-be"),
        (MARK + TEXT, "utf-32-le"),
        (MARK + TEXT, "utf-32-be"),
        ('[Event "Cup"]\n', "utf-16-le"),
        ('[Event "Cup"]\n', "utf-16-be"),
        ('[Event "it’s a “cup” – 5 €"]', "cp1252"),
        ('[Event "Müller"]', "cp1252"),
        ('[Event "\x81ü"]', "latin-1"),
        ("", "utf-8"),
        ("x", "utf-8"),
    ],
)
def test_encodings(tmp_path: Path, text: str, encoding: str) -> None:
    """The text is what was encoded, and encodes to the same bytes again."""
    path = tmp_path / "a.pbn"
    path.write_bytes(text.encode(encoding))
    assert read_text(path) == (text, encoding)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=60))
def test_any_bytes_are_a_text_or_named(tmp_path: Path, data: bytes) -> None:
    """Any bytes are kept, or are not what their mark says: then file and encoding are named."""
    path = tmp_path / "a.pbn"
    path.write_bytes(data)
    try:
        text, encoding = read_text(path)
    except FormatError as error:
        named = error.path == str(path) and ("UTF-" in error.reason or data[:2] in PACKED)
    else:
        named = text.encode(encoding) == data
    assert named


def test_broken_utf_16_is_named(tmp_path: Path) -> None:
    """Half a character at the end is an error with its line, not a text with signs left out."""
    path = tmp_path / "a.pbn"
    path.write_bytes(f"{MARK}[Event\n".encode("utf-16-le") + b"x")
    with pytest.raises(FormatError, match=r"a\.pbn, line 2: UTF-16-LE by its first bytes"):
        read_text(path)

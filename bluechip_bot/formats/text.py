"""Reading a file of boards in an unknown encoding, and writing files as a whole."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Final

from bluechip_bot.formats.error import FormatError

# PowerShell writes UTF-16 where the output of a program is redirected. A mark of UTF-32 begins with
# one of UTF-16.
_MARKS: Final = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_PACKED: Final = {b"\x1f\x8b": "gzip", b"PK\3\4": "zip"}
_GUESSES: Final = ("utf-8", "cp1252", "latin-1")
"""Windows' code page 1252 is ISO 8859-1 with quotes and dashes; five of its bytes are no text."""


def read_text(path: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the text of a file, line ends and byte-order mark included, and its encoding.

    UTF-16 and UTF-32 are recognized by a byte-order mark, UTF-16 also if every other byte is zero.
    All other text is UTF-8, or else Windows' code page 1252.

    Raises:
        FormatError: if it is compressed, or not in the encoding of its mark; names the file.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        # A file that opens and cannot be read, as on a broken disk, is not named by the system.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    for mark, packer in _PACKED.items():
        if data.startswith(mark):
            raise FormatError(1, packer, "compressed: unpack it first", path=os.fspath(path))
    encoding = _marked_encoding(data)
    if encoding is not None:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError as error:
            line = data[: error.start].decode(encoding, "replace").count("\n") + 1
            text = repr(data[error.start : error.end])
            reason = f"{encoding.upper()} by its first bytes, but {error.reason}"
            raise FormatError(line, text, reason, path=os.fspath(path)) from None
    for encoding in _GUESSES:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            pass
    raise AssertionError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; the old file stays until the new one is on disk.

    Raises:
        OSError: if it cannot be written; it names `path`.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _marked_encoding(data: bytes) -> str | None:
    """The encoding that the first bytes of a file show; None if they show none."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return encoding
    if len(data) > 1 and not any(data[1::2]):
        return "utf-16-le"
    if len(data) > 1 and not any(data[::2]):
        return "utf-16-be"
    return None

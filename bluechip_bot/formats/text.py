"""The text of a file of boards, whose encoding nothing tells."""

from __future__ import annotations

import os
from pathlib import Path


def read_text(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a file and its encoding: UTF-8, or else ISO 8859-1, line ends as they are.

    Raises:
        OSError: if it cannot be read.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        # A file that opens and cannot be read, as on a broken disk, is not named by the system.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"

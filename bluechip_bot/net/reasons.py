"""Why a connection failed or ended, in words for people who do not know Twisted."""

from __future__ import annotations

import os
from typing import Final

from twisted.internet import error

_WORDS: Final = (
    (error.ConnectionRefusedError, "nothing listens there"),
    ((error.TimeoutError, error.TCPTimedOutError), "no answer"),
    ((error.DNSLookupError, error.UnknownHostError), "there is no such host"),
    (error.ConnectionDone, "the other side closed it"),
    (error.ConnectionLost, "it was cut"),
)


def in_words(reason: BaseException | None) -> str:
    """The reason; that of the system, or Twisted's, where there are no words for it."""
    for kinds, words in _WORDS:
        if isinstance(reason, kinds):
            return words
    number = getattr(reason, "osError", None)
    return os.strerror(number) if isinstance(number, int) and number > 0 else str(reason)

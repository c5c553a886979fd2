"""The errors of the model: one class for each kind of value, each with the offending text.

All are `ValueError`s. `ModelError` is their common base, so that a caller that feeds foreign
input (a table manager, a file) can catch what the rules of bridge refuse and nothing else.
"""

from __future__ import annotations


class ModelError(ValueError):
    """A value that bridge does not know, or an action that its rules forbid."""


class _TextError(ModelError):
    """A text that does not parse.

    Attributes:
        text: the offending text.
    """

    noun = "value"

    def __init__(self, text: str, reason: str = "") -> None:
        """Keep the text and say what is wrong with it."""
        self.text = text
        super().__init__(f"not a {self.noun}: {text!r}" + (f" ({reason})" if reason else ""))


class SeatError(_TextError):
    """A text that names no seat."""

    noun = "seat"


class StrainError(_TextError):
    """A text that names no strain."""

    noun = "strain"


class CardError(_TextError):
    """A text or number that is no card."""

    noun = "card"


class HandError(_TextError):
    """A text or set that is no hand."""

    noun = "hand"


class DealError(_TextError):
    """Four hands that are not a deal."""

    noun = "deal"


class CallError(_TextError):
    """A text that is no call."""

    noun = "call"


class ContractError(_TextError):
    """A text that is no contract."""

    noun = "contract"


class VulnerabilityError(_TextError):
    """A text that names no vulnerability."""

    noun = "vulnerability"


class IllegalCallError(ModelError):
    """A call that the auction does not allow."""


class IllegalPlayError(ModelError):
    """A card that the play does not allow."""


class BoardError(ModelError):
    """An event that cannot happen to this board now."""

"""The errors of the model: one class for each kind of value, each with the offending text.

All are `ValueError`s. `ModelError` is their common base, so that a caller that feeds foreign
input (a table manager, a file) can catch what the rules of bridge refuse and nothing else.
"""

from __future__ import annotations


class ModelError(ValueError):
    """A value that bridge does not know, or an action that its rules forbid."""


class _TextError(ModelError):
    """A text that does not parse; the class is called after what was expected.

    Attributes:
        text: the offending text.
    """

    def __init__(self, text: str, reason: str = "") -> None:
        """Keep the text and say what is wrong with it."""
        self.text = text
        noun = type(self).__name__.removesuffix("Error").lower()
        super().__init__(f"not a {noun}: {text!r}" + (f" ({reason})" if reason else ""))


class SeatError(_TextError):
    """A text that names no seat."""


class StrainError(_TextError):
    """A text that names no strain."""


class CardError(_TextError):
    """A text or number that is no card."""


class HandError(_TextError):
    """A text or set that is no hand."""


class DealError(_TextError):
    """Four hands that are not a deal."""


class CallError(_TextError):
    """A text that is no call."""


class ContractError(_TextError):
    """A text that is no contract."""


class VulnerabilityError(_TextError):
    """A text that names no vulnerability."""


class IllegalCallError(ModelError):
    """A call that the auction does not allow."""


class IllegalPlayError(ModelError):
    """A card that the play does not allow."""


class BoardError(ModelError):
    """An event that cannot happen to this board now."""

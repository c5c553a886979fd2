"""The errors of the model: one class for each kind of value, each with the offending text.

All are `ValueError`s. `ModelError` is their common base, so that a caller that feeds input from
outside (a table manager, a file) can catch exactly what the rules of bridge refuse.
"""

from __future__ import annotations

from typing import ClassVar


class ModelError(ValueError):
    """A value that bridge does not know, or an action that its rules forbid."""


class TextError(ModelError):
    """A text that does not parse; each class is named after the thing expected.

    Attributes:
        text: the offending text.
        noun: the thing expected; if empty, it follows from the name of the class.
    """

    noun: ClassVar = ""

    def __init__(self, text: str, reason: str = "") -> None:
        self.text = text
        noun = self.noun or type(self).__name__.removesuffix("Error").lower()
        super().__init__(f"not a {noun}: {text!r}" + (f" ({reason})" if reason else ""))


class SeatError(TextError):
    """A text that names no seat."""


class StrainError(TextError):
    """A text that names no strain."""


class CardError(TextError):
    """A text or number that is not a card."""


class HandError(TextError):
    """A text or set that is not a hand."""


class DealError(TextError):
    """Four hands that are not a deal."""


class CallError(TextError):
    """A text or number that is not a call."""


class ContractError(TextError):
    """A text that is not a contract."""


class VulnerabilityError(TextError):
    """A text that names no vulnerability."""


class IllegalCallError(ModelError):
    """A call that the auction does not allow."""


class IllegalPlayError(ModelError):
    """A card that the play does not allow."""


class BoardError(ModelError):
    """An event that cannot happen to this board now."""

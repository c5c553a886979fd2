"""The phrases for methods, for what to do and for what to hope.

The fields of a phrase are `card`, the card played; `key` and `rank`, the card that the method is
about; `suit`, and `one` of its cards; `seat`, a defender; `hand` and `here`, dummy or declarer's
hand; `honours`, the cards led towards; `answer`, the winning card of the hand opposite; `put`, how
a card is put in third hand; `split`, the worst break of a suit by which length wins a trick. The
name of a method stands in for a phrase that is missing or that has an unknown field.
"""

from __future__ import annotations

from typing import Final

LEADING: Final = {
    "finesse": ("finesse {seat} for the {key}: lead the {card}", "finesse {seat} for the {key}"),
    "finesse in trumps": (
        "draw trumps with a finesse through {seat} for the {key}: lead the {card}",
        "draw trumps with a finesse for the {key}",
    ),
    "deep finesse": (
        "take the deep finesse in {suit} through {seat}: lead the {card}",
        "take the deep finesse in {suit}",
    ),
    "run an honour": (
        "run the {card} through {seat} for the {key}",
        "run an honour through {seat} for the {key}",
    ),
    "lead towards an honour": (
        "lead towards the {honours}: the {card}, in case {seat} has the {key}",
        "lead towards the {honours}",
    ),
    "force out": ("drive out the {key}: lead the {card}", "drive out the {key}"),
    "establish length": ("establish length in {suit}: lead the {card}", "establish the {suit}"),
    "cross to a winner": (
        "cross to {hand} with the {card} to the {rank}",
        "cross to {hand} with the {key}",
    ),
    "overtake": (
        "cross to {hand}: overtake the {card} with the {key}",
        "overtake the {card} with the {key}",
    ),
    "ruff to the other hand": (
        "cross to {hand} by ruffing the {card}",
        "cross to {hand} with a {one} ruff",
    ),
    "draw trumps": ("draw trumps: lead the {card}", "draw trumps"),
    "leave the master": (
        "leave their master trump out, and lead the {card}",
        "leave their master trump out",
    ),
    "play for the drop": (
        "play for the drop of the {key}: lead the {card}",
        "play for the drop of the {key}",
    ),
    "discovery": (
        "discovery: lead the {card}, to learn who has the {key}",
        "learn who has the {key} (discovery)",
    ),
    "cross-ruff": ("cross-ruff: lead the {card}", "cross-ruff"),
    "cash side winners": (
        "cash the side winners: lead the {card}",
        "cash side winners in {suit}",
    ),
    "ruff": ("ruff a {one} in {hand}: lead the {card}", "ruff {suit} in {hand}"),
    "ruff a loser": ("ruff a {one} in {hand}: lead the {card}", "ruff a {one} in {hand}"),
    "eliminate and throw in": (
        "eliminate and throw in: lead the {card}",
        "throw a defender in",
    ),
    "eliminate": ("eliminate the {suit}: lead the {card}", "eliminate the {suit}"),
    "throw in": ("throw a defender in with the {card}", "throw a defender in with the {card}"),
    "discard losers": (
        "discard losers on the {suit}: lead the {card}",
        "discard losers on the {suit}",
    ),
}
"""The phrases for a method of the hand on lead, in full and in brief."""

FOLLOWING: Final = {
    "win the trick": ("win the trick with the {card}", "win with the {card}"),
    "hold up": ("hold up the {key}: play the {card}", "hold up the {key}"),
    "Bath coup": (
        "play the Bath coup: duck with the {card}, keeping the ace and jack over {seat}",
        "play the Bath coup",
    ),
    "safety play in third hand": (
        "make the safety play with the {card}",
        "win with the {card}",
    ),
    "keep the entry": (
        "keep the entry in {here}: play the {card}{answer}",
        "keep the entry in {here}",
    ),
    "insert": ("{put} the {card}", "{put} the {card}"),
    "finesse": ("finesse with the {card} against the {rank}", "finesse with the {card}"),
    "play low": ("play low, the {card}", "play low"),
    "overtake": ("overtake with the {card}", "overtake with the {card}"),
    "overtake with a master": ("overtake with the {card}", "overtake with the {card}"),
    "duck": ("duck with the {card}", "duck"),
    "force out": ("play the {card}", "play the {card}"),
    "standard finesse": ("finesse with the {card}", "put in the {card}"),
    "easy finesse": ("play the {card}", "play the {card}"),
    "busted finesse": ("refuse the finesse: play the {card}", "play the {card}"),
    "finesse in third hand": (
        "finesse {seat} for the {key} with the {card}",
        "finesse {seat} for the {key}",
    ),
    "run the finesse": (
        "run the finesse against {seat} for the {key}: play the {card}",
        "run the finesse for the {key}",
    ),
    "let it run": ("let it run: play the {card}", "let it run"),
    "cover the key card": ("cover with the {card}", "cover with the {card}"),
    "play the honour": ("put up the {card}", "put up the {card}"),
    "honour in third hand": (
        "put up the {card}, in case {seat} has the {key}",
        "put up the {card}",
    ),
    "keep the honour": ("keep the honour: play the {card}", "keep the honour"),
    "discard": ("discard the {card}", "discard the {card}"),
    "discard losers": ("discard the {card}", "discard the {card}"),
    "loser on loser": ("play loser on loser: discard the {card}", "play loser on loser"),
    "ruff": ("ruff with the {card}", "ruff with the {card}"),
    "ruff high": ("ruff high with the {card}", "ruff high"),
}
"""The phrases for a method of a hand that follows."""

_FINESSE: Final = ("the {one} finesse", "the {one} finesse")
_LENGTH: Final = ("{suit}, if they break{split}", "setting up the {suit}")
_TOWARDS: Final = ("leading towards the {honours}", "leading towards the {honours}")
_RUFF: Final = ("a {one} ruff in {hand}", "a {one} ruff in {hand}")
HOPES: Final = {
    "finesse": _FINESSE,
    "finesse in third hand": _FINESSE,
    "run the finesse": _FINESSE,
    "run an honour": _FINESSE,
    "finesse in trumps": _FINESSE,
    "deep finesse": ("the deep finesse in {suit}", "the deep finesse in {suit}"),
    "lead towards an honour": _TOWARDS,
    "honour in third hand": _TOWARDS,
    "force out": ("{suit}, once the {rank} is gone", ""),
    "insert": ("the {card}", "the {card}"),
    "establish length": _LENGTH,
    "play for the drop": ("the drop of the {key}", "the drop of the {key}"),
    "ruff a loser": _RUFF,
    "cross-ruff": ("a cross-ruff", "a cross-ruff"),
    "eliminate and throw in": ("a throw-in", "a throw-in"),
    "discard losers": ("discards on the {suit}", "discards on the {suit}"),
}
"""What a method promises, as a noun: where tricks come from; how a loser is saved, or nothing."""
FINESSES: Final = frozenset(name for name in HOPES if "finesse" in name)
"""Methods that lose to a card in the wrong hand."""

CROSSINGS: Final = frozenset({"cross to a winner", "overtake", "ruff to the other hand"})
"""Methods that cross to the other hand; they are told with the aim of the crossing."""
BEFORE: Final = frozenset({"draw trumps", "eliminate"})
"""Methods told before the stratagem that they prepare."""
NOTHING: Final = frozenset({"stop drawing trumps", "guess"})
"""Steps that play no card themselves."""
MINOR: Final = frozenset({
    "play low", "follow", "win", "keep the honour", "let it run",
    "discard", "easy finesse", "force out", "keep the entry",
})  # fmt: skip
"""Methods of a following hand that are not mentioned in the middle of a line."""

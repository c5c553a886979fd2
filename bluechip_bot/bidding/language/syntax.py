"""The syntax tree of rule files, before names are resolved or rules compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from bluechip_bot.bidding.language.expression import Expression
from bluechip_bot.constraints import Range

DEFAULT_PRIORITY: Final = 50
COMPUTED: Final = "[]"
"""The name of the atom that is an expression alone."""


class SystemFileError(ValueError):
    """A rule file that cannot be used: a place, what is wrong there, and further errors."""

    def __init__(
        self, place: FilePlace, reason: str, more: tuple[SystemFileError, ...] = ()
    ) -> None:
        """Keep the place and say what is wrong there."""
        self.place = place
        self.reason = reason
        self.more = more
        super().__init__(f"{place}: {reason}")


@frozen
class FilePlace:
    """A place in a rule file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class AtomTest:
    """One test of the hand or the auction, as `5+H`, `15-17 hcp`, `bal` or `stop(theirs)`.

    Attributes:
        name: the suit or word that is tested.
        arguments: the names in brackets.
        span: the least and most, or None if the word is a fact.
        ends: expressions that compute the span from the auction, or None if it is as written; for
            an expression without a number, which is true or false, the same expression twice.
    """

    name: str
    arguments: tuple[str, ...] = ()
    span: Range | None = None
    place: FilePlace | None = field(default=None, eq=False)
    ends: tuple[Expression, Expression] | None = None


@frozen
class NotPart:
    """A condition that is met if its part is not."""

    part: Condition


@frozen
class AllParts:
    """A condition that is met if all parts are; without parts, always."""

    parts: tuple[Condition, ...] = ()


@frozen
class AnyPart:
    """A condition that is met if at least one part is; without parts, never."""

    parts: tuple[Condition, ...]


Condition = AtomTest | NotPart | AllParts | AnyPart


def joined(parts: Sequence[Condition], kind: type[AllParts | AnyPart]) -> Condition:
    """Join conditions into one of the class `kind`; a single condition is returned unchanged."""
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


@frozen
class PatternStep:
    """One call of a context's pattern; those of the opponents stand in brackets.

    The text is as written: a literal call, one with a suit variable, a mark, `*`, `bid`, `act` or
    `...`.
    """

    text: str
    theirs: bool


@frozen
class AuctionFact:
    """A fact about one of a player's calls: `opener rebids`, `responder bid 1X or 1NT`."""

    who: str
    verb: str
    calls: tuple[str, ...] = ()


@frozen
class FactList:
    """Facts about players that must all hold, and conditions on the auction."""

    facts: tuple[AuctionFact, ...]
    condition: AllParts = AllParts()


@frozen
class Context:
    """Where rules apply: after one of the sequences, or where all facts of one of the lists hold.

    The switches in `options` must be on, those written with `!` off. A context marked `first` goes
    before closer ones.
    """

    place: FilePlace = field(eq=False)
    patterns: tuple[tuple[PatternStep, ...], ...] = ()
    options: tuple[str, ...] = ()
    whens: tuple[FactList, ...] = ()
    first: bool = False

    @property
    def steps(self) -> list[str]:
        """The steps of its sequences, and the calls of its facts."""
        steps = [step.text for pattern in self.patterns for step in pattern]
        return steps + [call for when in self.whens for fact in when.facts for call in fact.calls]


@frozen
class RuleLine:
    """One rule: the template of a call, and the condition on which it is made.

    Attributes:
        shows: what the call shows, or None if that follows from `need`.
        prio: the priority; of the rules that a hand meets, the one with the highest is taken.
        clauses: all other clauses: the word and its argument, or an empty string.
        text: the words for the call, or an empty string.
        silent: a further condition that the hand must meet, but that the call does not show.
    """

    call: str
    place: FilePlace = field(eq=False)
    need: Condition = AllParts()
    shows: Condition | None = None
    prio: int = DEFAULT_PRIORITY
    clauses: tuple[tuple[str, str], ...] = ()
    text: str = ""
    silent: Condition = AllParts()


@frozen
class RuleSection:
    """A context with its rules, in the order of the file.

    `preferences` are pairs of calls: of two rules with the same priority, the one for the first
    call is taken (`@prefer 1S over 2H`). `layer` is 0 in a system itself and negative in its bases;
    of equally close contexts, the one in the higher layer goes first.
    """

    context: Context
    rules: tuple[RuleLine, ...]
    preferences: tuple[tuple[str, str], ...] = ()
    layer: int = 0

"""The parts of a rule file as read: no part is looked up or checked against another yet."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from bluechip_bot.constraints import Range

DEFAULT_PRIORITY: Final = 50


class SystemFileError(ValueError):
    """A rule file that cannot be used.

    Attributes:
        place: where.
        reason: what is wrong there.
        more: what else is wrong, as far as it was looked for.
    """

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
class Atom:
    """One question to the hand or the auction, as `5+H`, `15-17 hcp`, `bal` or `stop(theirs)`.

    Attributes:
        name: what is asked: a suit or a word.
        arguments: what stands in brackets.
        span: the least and most, or None for a yes or no.
    """

    name: str
    arguments: tuple[str, ...] = ()
    span: Range | None = None
    place: FilePlace | None = field(default=None, eq=False)


@frozen
class Not:
    """What must not hold."""

    part: Condition


@frozen
class All:
    """What must all hold; without parts, anything does."""

    parts: tuple[Condition, ...] = ()


@frozen
class Any:
    """Of what at least one part must hold."""

    parts: tuple[Condition, ...]


Condition = Atom | Not | All | Any


@frozen
class PatternStep:
    """One call of a context's pattern.

    Attributes:
        text: the call as written: literal, with a suit variable, a mark, `*`, `bid`, `act`, `...`.
        theirs: whether it is the opponents', in brackets.
    """

    text: str
    theirs: bool


@frozen
class Fact:
    """What a player is about to do or has done: `opener rebids`, `responder bid 1X or 1NT`.

    Attributes:
        who: the player.
        verb: what he does or did.
        calls: the calls that are meant, any of them, as steps of a pattern.
    """

    who: str
    verb: str
    calls: tuple[str, ...] = ()


@frozen
class When:
    """Facts that must all hold.

    Attributes:
        facts: about the players.
        condition: about the auction.
        size: how many conditions these are.
    """

    facts: tuple[Fact, ...]
    condition: Condition = All()
    size: int = 0


@frozen
class Context:
    """Where rules apply: after any of the sequences, or when the facts of one of the lists hold.

    Attributes:
        patterns: the sequences.
        options: the switches that must be on; one with `!` before it must be off.
        whens: the lists of facts.
        place: where the context stands.
    """

    patterns: tuple[tuple[PatternStep, ...], ...] = ()
    options: tuple[str, ...] = ()
    whens: tuple[When, ...] = ()
    place: FilePlace | None = field(default=None, eq=False)


@frozen
class RuleLine:
    """One rule.

    Attributes:
        call: the call's template.
        place: where it stands.
        need: when it is made.
        shows: what it tells, or None where that follows from `need`.
        prio: of the rules that a hand meets, the highest is taken.
        clauses: all other clauses by their word, with their argument (or an empty text).
        text: the words for it, or an empty text.
    """

    call: str
    place: FilePlace = field(eq=False)
    need: Condition = All()
    shows: Condition | None = None
    prio: int = DEFAULT_PRIORITY
    clauses: tuple[tuple[str, str], ...] = ()
    text: str = ""


@frozen
class RulePreference:
    """Of two rules of one priority, the first is taken: `@prefer 1S over 2H`."""

    first: str
    second: str
    place: FilePlace = field(eq=False)


@frozen
class RuleSection:
    """A context with its rules and preferences, in the order of the file.

    Attributes:
        context: where the rules apply.
        rules: the rules.
        preferences: what is settled between them.
        layer: 0 in a system itself, less in its bases: in equal contexts the higher goes first.
    """

    context: Context
    rules: tuple[RuleLine, ...]
    preferences: tuple[RulePreference, ...] = ()
    layer: int = 0

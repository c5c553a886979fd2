"""The parser of rule files. `conf/systems/README.md` describes the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from bluechip_bot.bidding.language.context import REST, VERBS, WHO
from bluechip_bot.bidding.language.expression import Expression
from bluechip_bot.bidding.language.syntax import (
    COMPUTED,
    DEFAULT_PRIORITY,
    AllParts,
    AnyPart,
    AtomTest,
    AuctionFact,
    Condition,
    Context,
    FactList,
    FilePlace,
    NotPart,
    PatternStep,
    RuleLine,
    RuleSection,
    SystemFileError,
    joined,
)
from bluechip_bot.constraints import Range

_FLAGS: Final = frozenset({"f1", "f2nt", "game", "slam", "signoff", "limit", "reply", "alert"})
"""Clauses without an argument."""
_NAMED: Final = frozenset({"ask", "transfer", "relay", "agree", "as"})
"""Clauses with a word as their argument."""
_CONDITIONS: Final = frozenset({"need", "shows", "if"})
_CLAUSES: Final = _FLAGS | _NAMED | _CONDITIONS | {"prio"}
_WITH_CALLS: Final = frozenset({"bid", "began", "made"})
_MOST: Final = 99
_ENDS: Final = re.compile(r"\[[^]]*\]|\d+")
_WORD: Final = re.compile(r"[a-z_]\w*")
_NOTRUMP: Final = frozenset({"1NT", "2NT"})
_IN_TURN: Final = frozenset({"responds", "rebids", "continues"})
_POINTS: Final = frozenset({"hcp", "pts", "sup"})
_TOKEN: Final = re.compile(
    r'(?P<blank>\s+|#.*)|(?P<text>"[^"]*")|(?P<at>@[a-z]+)'
    r"|(?P<span>(?:\d+|\[[^]]*\])(?:-(?:\d+|\[[^]]*\])|\+)|<=?\d+|>=?\d+|\d+|\$\w+)"
    r"|(?P<computed>\[[^]]*\])|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<sign>\.\.\.|[(),|!*=])"
)
_END: Final = "end of line"
_DEEPEST: Final = 100
"""The most opening brackets and words `not` in a line: the parser recurses into each."""
_DIGITS: Final = 20
"""The most characters of a number or a range."""


class _RuleToken(NamedTuple):  # 30,000 of them are made at the start of a player
    """A token of a line.

    `sort` is its group in `_TOKEN`, or `_END`; it is `glued` if no blank stands before it.
    """

    sort: str
    text: str
    place: FilePlace
    glued: bool = False


def _tokens(line: str, file: str, number: int) -> list[_RuleToken]:
    """Split a line into tokens, without blanks and comment; the last one is the end of the line."""
    found: list[_RuleToken] = []
    at, glued, depth = 0, False, 0
    while at < len(line):
        match = _TOKEN.match(line, at)
        if match is None or match.lastgroup is None:
            raise SystemFileError(FilePlace(file, number, at + 1), f"unexpected {line[at]!r}")
        if match.lastgroup == "blank":
            at, glued = match.end(), False
            continue
        text, place, at = match.group(), FilePlace(file, number, at + 1), match.end()
        depth += text in {"(", "not"}
        if depth > _DEEPEST:
            raise SystemFileError(place, f"more than {_DEEPEST} brackets and 'not' in a line")
        if match.lastgroup == "span" and "[" not in text and len(text) > _DIGITS:
            raise SystemFileError(place, f"a number of {len(text)} characters")
        found.append(_RuleToken(match.lastgroup, text, place, glued))
        glued = True
    return [*found, _RuleToken(_END, "", FilePlace(file, number, len(line) + 1))]


def parse(
    text: str, file: str, ranges: Mapping[str, Range] | None = None
) -> tuple[RuleSection, ...]:
    """Parse the text of a rule file into its sections.

    The name of the file is for messages; `ranges` has the numbers that `$name` stands for.

    Raises:
        SystemFileError: at the first error of syntax.
    """
    found: list[tuple[Context, list[RuleLine], list[tuple[str, str]]]] = []
    is_open, shift, points = False, 0, 0
    named: dict[str, Condition] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        reader = _LineParser(_tokens(line, file, number), ranges or {}, named, points)
        if reader.sort == _END:
            continue
        if reader.sort != "at":
            if not is_open:
                raise SystemFileError(reader.place, "a rule before the first @after")
            found[-1][1].append(reader.rule())
            continue
        place, word = reader.place, reader.take().text
        match word:
            case "@let":
                reader.let(place)
            case "@after" | "@when" | "@first":
                context = reader.context(place, word)
                points = shift and shift * _nearer(context)
                found.append((context, [], []))
                is_open = True
            case "@shift":
                is_open, shift = False, reader.shift()
            case "@prefer" if is_open:
                found[-1][2].append(reader.preference(place))
            case _:
                expected = "@let, @after, @when, @first or @shift"
                if is_open:
                    expected += " or @prefer"
                raise SystemFileError(place, f"{word!r} where {expected} is expected")
    return tuple(RuleSection(where, tuple(rules), tuple(pairs)) for where, rules, pairs in found)


def _nearer(context: Context) -> int:
    """The sign by which a section's points change if our first notrump bid shows fewer points.

    1 for the partner of the notrump bidder, who needs as many more points as the notrump has fewer;
    -1 for the bidder; 0 where nobody is known to have bid notrump.

    Raises:
        SystemFileError: if the section is for both players.
    """
    found = {_nearer_after(steps) for steps in context.patterns}
    found |= {_nearer_when(when) for when in context.whens}
    if len(found) > 1:
        reason = "@shift: who bid notrump and his partner have a section each"
        raise SystemFileError(context.place, reason)
    return found.pop()


def _nearer_after(steps: Sequence[PatternStep]) -> int:
    ours = [step.text for step in steps if not step.theirs]
    first = next((at for at, text in enumerate(ours) if text in _NOTRUMP), None)
    return 0 if first is None else 1 if (len(ours) - first) % 2 else -1


def _nearer_when(when: FactList) -> int:
    who = next((fact.who for fact in when.facts if fact.verb in _IN_TURN), "")
    bidders = [fact.who for fact in when.facts if _NOTRUMP & set(fact.calls)]
    return 0 if not bidders or not who else -1 if who in bidders else 1


T = TypeVar("T")


class _LineParser:
    """The parser of one line; `points` is added to every limit of points in its conditions."""

    def __init__(
        self,
        words: list[_RuleToken],
        ranges: Mapping[str, Range],
        named: dict[str, Condition],
        points: int = 0,
    ) -> None:
        self._words = words
        self._ranges = ranges
        self._named = named
        self._points = points
        self._at = 0

    @property
    def _next(self) -> _RuleToken:
        return self._words[self._at]

    @property
    def sort(self) -> str:
        return self._next.sort

    @property
    def place(self) -> FilePlace:
        return self._next.place

    def take(self) -> _RuleToken:
        word = self._next
        self._at = min(self._at + 1, len(self._words) - 1)
        return word

    def context(self, place: FilePlace, word: str) -> Context:
        patterns = self._listed("|", self._pattern) if word == "@after" else []
        whens = [] if word == "@after" else self._listed("|", self._when)
        options: list[str] = []
        if self._is_at("@if"):
            self.take()
            while self.sort != _END:
                off = "!" if self._skip("!") else ""
                name = off + self._name("a switch")
                options.append(f"{name}={self._name('a value')}" if self._skip("=") else name)
        self._end()
        return Context(place, tuple(patterns), tuple(options), tuple(whens), word == "@first")

    def shift(self) -> int:
        """Parse the name after `@shift`: return the option's number, or 0 if there is none."""
        name = "" if self.sort == _END else self._name("an option")
        self._end()
        return self._ranges.get(name, (0, 0))[0]

    def preference(self, place: FilePlace) -> tuple[str, str]:
        first = self._call()
        if self._name("'over'") != "over":
            raise SystemFileError(place, "'@prefer CALL over CALL' expected")
        second = self._call()
        self._end()
        return first, second

    def let(self, place: FilePlace) -> None:
        name = self._name("a name")
        if name in self._named:
            raise SystemFileError(place, f"{name!r} is defined already")
        self._named[name] = self._any()
        self._end()

    def rule(self) -> RuleLine:
        place, call = self.place, self._call()
        conditions: dict[str, Condition] = {}
        clauses: dict[str, str] = {}
        prio: int | None = None
        text = ""
        if self._skip("!"):
            clauses["alert"] = ""
        while self.sort != _END:
            if self.sort == "text" and not text:
                text = self.take().text[1:-1]
                continue
            here, word = self.place, self._name("a clause")
            if word not in _CLAUSES:
                known = ", ".join(sorted(_CLAUSES))
                raise SystemFileError(here, f"{word!r} where a clause is expected ({known})")
            if word in conditions or word in clauses or (word == "prio" and prio is not None):
                raise SystemFileError(here, f"{word!r} twice")
            if word in _CONDITIONS:
                conditions[word] = self._any()
            elif word == "prio":
                prio = self._span("a priority")[0]
            elif word == "relay":
                clauses[word] = self._call()
            else:
                clauses[word] = self._name(f"the name after {word!r}") if word in _NAMED else ""
        return RuleLine(
            call,
            place,
            conditions.get("need", AllParts()),
            conditions.get("shows"),
            DEFAULT_PRIORITY if prio is None else prio,
            tuple(clauses.items()),
            text,
            conditions.get("if", AllParts()),
        )

    def _when(self) -> FactList:
        facts: list[AuctionFact] = []
        conditions: list[Condition] = []

        def fact() -> None:
            if self._next.text not in WHO:
                conditions.append(self._one())
                return
            who = self.take().text
            if self._next.text not in VERBS:
                raise self._unexpected("one of " + ", ".join(sorted(VERBS)))
            verb = self.take().text
            facts.append(AuctionFact(who, verb, self._calls() if verb in _WITH_CALLS else ()))

        self._listed(",", fact)
        return FactList(tuple(facts), AllParts(tuple(conditions)))

    def _calls(self) -> tuple[str, ...]:
        calls = [self._call()]
        while self._next.text == "or":
            self.take()
            calls.append(self._call())
        return tuple(calls)

    def _pattern(self) -> tuple[PatternStep, ...]:
        place = self.place
        steps: list[PatternStep] = []
        if self._skip(REST):
            steps.append(PatternStep(REST, theirs=False))
        while self.sort != _END and self._next.text != "|" and not self._is_at("@if"):
            if self._skip("("):
                steps.append(PatternStep(self._call(), theirs=True))
                self._expect(")")
            else:
                steps.append(PatternStep(self._call(), theirs=False))
        turns = [step for step in steps if step.text != REST]
        if any(step.theirs is (i % 2 == 0) for i, step in enumerate(reversed(turns), start=1)):
            raise SystemFileError(
                place, "the two sides call in turn, the opponents (in brackets) last"
            )
        return tuple(steps)

    def _call(self) -> str:
        """Parse a call or template, which has no blanks, as `1NT`, `2M`, `cue`, `*`."""
        first = self._next
        if first.sort not in ("span", "name") and first.text != "*":
            raise self._unexpected("a call")
        text = self.take().text
        if first.sort == "span" and self.sort == "name" and self._next.glued:
            text += self.take().text
        return text

    def _any(self) -> Condition:
        return joined(self._listed("|", self._all), AnyPart)

    def _all(self) -> Condition:
        return joined(self._listed(",", self._one), AllParts)

    def _listed(self, sign: str, part: Callable[[], T]) -> list[T]:
        parts = [part()]
        while self._skip(sign):
            parts.append(part())
        return parts

    def _one(self) -> Condition:
        if self.sort == "name" and self._next.text == "not":
            self.take()
            return NotPart(self._one())
        if self._skip("("):
            inner = self._any()
            self._expect(")")
            return inner
        return self._atom()

    def _atom(self) -> Condition:
        place = self.place
        if self._next.text in self._named:
            return self._named[self.take().text]
        if self.sort == "computed":
            found = self._expression(self.take().text, place)
            return AtomTest(COMPUTED, (), None, place, (found, found))
        ends = self._ends() if self._next.text.count("[") else None
        span = self._span("a number") if self.sort == "span" else None
        if self._next.text in _CLAUSES:
            raise self._unexpected("a suit or a word of the hand")
        name = self._name("a suit or a word of the hand")
        arguments: list[str] = []
        if self._next.glued and self._skip("("):
            arguments = self._listed(",", lambda: self._name("a name"))
            self._expect(")")
        if span is not None and self._points and name in _POINTS:
            low, high = span
            low = low and max(low + self._points, 0)
            span = low, high if high == _MOST else max(high + self._points, low)
        return AtomTest(name, tuple(arguments), span if ends is None else (0, _MOST), place, ends)

    def _ends(self) -> tuple[Expression, Expression]:
        """Parse the ends of a range with an expression: `[E]+`, `[E]-[E]`, `5-[E]`."""
        place, text = self.place, self.take().text
        first, second = _ENDS.findall(text.removesuffix("+") + f"-{_MOST}" * text.endswith("+"))
        return self._expression(first, place), self._expression(second, place)

    def _expression(self, text: str, place: FilePlace) -> Expression:
        """Parse a number or an expression in brackets; named expressions are inserted in full."""
        inner = text.strip("[]")
        for name in set(_WORD.findall(inner)) & self._named.keys():
            other = self._named[name]
            if isinstance(other, AtomTest) and other.ends is not None and other.name == COMPUTED:
                inner = re.sub(rf"\b{name}\b", f"({other.ends[0].text})", inner)
        try:
            return Expression.parse(inner)
        except ValueError as error:
            raise SystemFileError(place, str(error)) from None

    def _span(self, wanted: str) -> Range:
        if self.sort != "span":
            raise self._unexpected(wanted)
        place, text = self.place, self.take().text
        if text.startswith("$"):
            if text[1:] not in self._ranges:
                known = ", ".join(f"${name}" for name in self._ranges) or "none"
                raise SystemFileError(place, f"unknown number {text!r} (known: {known})")
            return self._ranges[text[1:]]
        number = int(text.strip("<>=+").partition("-")[0])
        match text[0], text[-1]:
            case "<", _:
                low, high = 0, number - ("=" not in text)
            case ">", _:
                low, high = number + ("=" not in text), _MOST
            case _, "+":
                low, high = number, _MOST
            case _:
                low, high = number, int(text.rpartition("-")[2])
        if low > high:
            raise SystemFileError(place, f"{text!r} is empty")
        return low, high

    def _name(self, wanted: str) -> str:
        if self.sort != "name":
            raise self._unexpected(wanted)
        return self.take().text

    def _is_at(self, text: str) -> bool:
        return self.sort == "at" and self._next.text == text

    def _skip(self, sign: str) -> bool:
        found = self.sort == "sign" and self._next.text == sign
        if found:
            self.take()
        return found

    def _expect(self, sign: str) -> None:
        if not self._skip(sign):
            raise self._unexpected(repr(sign))

    def _end(self) -> None:
        if self.sort != _END:
            raise self._unexpected("the end of the line")

    def _unexpected(self, wanted: str) -> SystemFileError:
        found = repr(self._next.text) if self._next.text else "the end of the line"
        return SystemFileError(self.place, f"{found} where {wanted} is expected")

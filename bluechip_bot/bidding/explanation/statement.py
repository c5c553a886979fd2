"""The explanation of a call in one line: `one over one: 4+ spades, 6+ points, forcing`.

A statement has a title and clauses that hold for every hand that makes the call. The title is the
name of the call's rules, or else follows from the call's place in the auction. Reading a statement
back (`understand`) gives limits that hold for all these hands: a title or remark that would be read
as saying more about the hand is left out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from operator import itemgetter
from typing import Final

from bluechip_bot.bidding.auction.meaning import Forcing, Meaning
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.bidding.explanation.spans import (
    POINTS,
    CommonFacts,
    SpanTerm,
    choice,
    either_bits,
)
from bluechip_bot.bidding.explanation.title import (
    ANSWER,
    LIMIT_RAISE,
    plain_title,
    suit_name,
    title,
)
from bluechip_bot.bidding.explanation.understanding import understand
from bluechip_bot.bidding.explanation.vocabulary import CallSetting
from bluechip_bot.model.calls import DOUBLE, PASS
from bluechip_bot.model.cards import Suit

LONGEST: Final = 100
"""The most characters of a statement; its least informative clauses are left out."""

_TELLING: Final = 0.02
"""Limits of strength are stated from this information on, in bits."""
_DENIAL: Final = 0.5
"""The same for limits that only deny length, and for a choice."""
_CHOICE: Final = 0.3
"""The same for a choice if no strength is shown."""
_VALUES: Final = 5
"""The points of a hand that is not weak; partner must have shown them to be invited."""
_STRONG: Final = 12
"""The most points that "weak" is read to allow."""
_GAME: Final = 25
"""The points of both hands for game, and those for an attempt at it (`_NEAR_GAME`)."""
_NEAR_GAME: Final = 19
_NO_MAJOR: Final = "no four-card major"
_LONG_NAME: Final = 45
_SHAPES: Final = {
    "bal": ("balanced", 1.1), "semibal": ("semibalanced", 0.6), "unbal": ("unbalanced", 1.6),
}  # fmt: skip
"""The words for shapes, with their information in bits."""
_REMARK: Final = re.compile(
    r"invites|forces|strong$|weak$|extra values$|slam try|to play$|minimum|maximum|positive$|values"
    r"|game try|tries|fits|solid|strong suit|choice of|\d|for the lead"
)
"""The beginnings of names that say how good a call is and not what it is."""
_COUNT: Final = re.compile(
    r"(?:no|none|one|two|three|four|all)\b[ \w]*\b(?:aces?|kings?|three|four|queen|key cards)"
)
"""Names of answers by numbers, which a clause states as well."""
_FORCING: Final = {
    Forcing.ROUND: "forcing", Forcing.TWO_NOTRUMP: "forcing to 2NT",
    Forcing.GAME: "forcing to game", Forcing.SLAM: "slam try",
}  # fmt: skip
_QUEEN: Final = {(0, 0): " without the queen", (1, 1): " with the queen"}
QUESTIONS: Final = {"stayman": "asks for a four-card major", "jacoby": "asks for shortness"}
"""The subject of a question, by a part of its name."""


def statement(
    state: AuctionState, meaning: Meaning, shown: CommonFacts, names: Sequence[str] = ()
) -> str:
    """The explanation of the next call in one line, of about `LONGEST` characters at most.

    `shown` describes the hands that make the call; `names` has the name of each of its rules, empty
    where a rule has none.
    """
    setting = CallSetting.of(state, meaning.call)
    clauses = list(_clauses(state, meaning, shown, setting))
    heads, remarks = _heads(state, meaning, names, counted=bool(clauses))
    heads.append(plain_title(state, meaning))
    if not remarks and _invites(state, meaning, shown):
        remarks = ["invites"]
    remarks += [text for text in _tail(meaning, heads[0]) if text not in remarks]
    implied = "invites" if heads[0] == LIMIT_RAISE else heads[0]
    remarks = [text for text in remarks if text not in implied]
    if "forcing to game" in remarks:
        remarks = [text for text in remarks if text != "forces to game"]
    while True:
        line = _sound(heads, [text for text, _ in clauses], remarks, setting)
        if len(line) <= LONGEST or not clauses:
            return line
        clauses.remove(min(clauses, key=itemgetter(1)))


def _sound(
    heads: Sequence[str], clauses: Sequence[str], remarks: Sequence[str], setting: CallSetting
) -> str:
    """Join the clauses with the first title, and the remarks, that add no limits to them."""
    body = ", ".join(clauses)
    wanted = understand(body, setting).condition
    kept: list[str] = []
    for remark in remarks:
        if understand(", ".join([*clauses, *kept, remark]), setting).condition == wanted:
            kept.append(remark)
    asks = [remark for remark in kept if remark in QUESTIONS.values()]
    body = ", ".join([*asks, *clauses, *(remark for remark in kept if remark not in asks)])
    for head in heads:
        if body and head == ANSWER:
            return body
        # Joined by a comma, since a title before canonical words is not read.
        if understand(f"{head}, {body}", setting).condition == wanted:
            return f"{head}: {body}" if body else head
    return body or heads[-1]


def _heads(
    state: AuctionState, meaning: Meaning, names: Sequence[str], *, counted: bool
) -> tuple[list[str], list[str]]:
    """Return possible titles, the best first, and the rules' names that are only remarks.

    A name that counts something is left out if a clause states the count (`counted`).
    """
    place = title(state, meaning)
    said = list(dict.fromkeys(name for name in names if name))
    remarks = [name for name in said if _REMARK.match(name)]
    if len(remarks) > 1 or not all(name in remarks for name in names):
        remarks = []
    found = [name for name in said if not _REMARK.match(name)]
    found = [
        name for name in found if not any(name != other and name in other for other in found)
    ]  # fmt: skip
    complete = all(names) or meaning.artificial or meaning.call == PASS
    if not found or not complete or (counted and any(_COUNT.fullmatch(name) for name in found)):
        return [place], remarks
    if len(found) == 1:
        (name,) = found
        sort = place.removesuffix(" double")
        if sort not in (place, "penalty") and sort not in name and not meaning.ask:
            name = f"{place}, {name}"  # the rule does not name the sort of double
        trumps = state.agreed if meaning.agrees is None else meaning.agrees
        if name.endswith("key cards") and trumps is not None:
            name = f"{name} for {suit_name(trumps)}"
        return [name, place], remarks
    together = " or ".join(found)
    short = len(found) == 2 and len(together) <= _LONG_NAME and "," not in together
    return ([together, place] if short else [place]), remarks


def _invites(state: AuctionState, meaning: Meaning, shown: CommonFacts) -> bool:
    """Whether a limited bid below game invites it: game is on if partner has a maximum."""
    call = meaning.call
    if not meaning.limited or meaning.artificial or not call.is_bid or not 2 <= call.level <= 3:
        return False
    if call.level >= GAME_LEVEL[call.strain] or (call.level == 2 and call.strain.suit is not None):
        return False
    (least, _), (low, high) = _best_strength(shown).span, state.partner_points
    return low >= _VALUES and _NEAR_GAME <= least + low < _GAME <= least + high


def _tail(meaning: Meaning, head: str) -> Iterator[str]:
    """Yield what partner is asked, unless `head` says so, and whether partner may pass."""
    for part, asks in QUESTIONS.items():
        if part in meaning.ask and "ask" not in head:
            yield asks
    if meaning.final:
        if meaning.call != PASS:
            yield "to play"
        return
    obvious = meaning.call == DOUBLE or meaning.ask or meaning.transfer is not None
    if meaning.forcing > Forcing.ROUND or (meaning.forcing is Forcing.ROUND and not obvious):
        yield _FORCING[meaning.forcing]


def _clauses(
    state: AuctionState, meaning: Meaning, shown: CommonFacts, setting: CallSetting
) -> Iterator[tuple[str, float]]:
    """Yield the limits that every hand meets, in players' words, with their information in bits.

    Lengths shown before are not repeated, except in the suit that the call names.
    """
    named = meaning.call.strain.suit if meaning.call.is_bid and not meaning.artificial else None
    known = state.my_box.lengths
    lengths = [SpanTerm("len", suit, shown.lengths[suit]) for suit in Suit]
    news = [
        low > old[0] or high < old[1] for (low, high), old in zip(shown.lengths, known, strict=True)
    ]
    long = [
        term for suit, term in enumerate(lengths)
        if (term.span[0] >= 3 and news[suit])
        or (suit == named and term.span[0] >= max(1, known[suit][0]))
    ]  # fmt: skip
    long.sort(key=lambda term: (-term.span[0], term.suit != named))
    for term in long:
        yield words(term), term.bits + 1 + (term.suit == named)
    if (best := _best_strength(shown)).bits >= _TELLING:
        yield words(best, setting.partner), best.bits + 1
    shape, flat = _SHAPES.get(shown.shape, ("", 0.0))
    if shape:
        yield shape, flat
    yield from _holdings(shown)
    either = _either(shown, {term.suit for term in long}, state, setting)
    if either:
        yield either_words(either, shown.hull.hcp[0]), either_bits(*either)
    most = 2 if shown.shape in ("bal", "semibal") else 3
    short = [
        term for suit, term in enumerate(lengths)
        if term not in long and news[suit] and term.bits >= _DENIAL
    ]  # fmt: skip
    majors = [term for term in short if term.suit in (Suit.SPADES, Suit.HEARTS)]
    if [term.span for term in majors] == [(0, 3), (0, 3)]:
        yield _NO_MAJOR, sum(term.bits for term in majors) - _DENIAL
        short = [term for term in short if term not in majors]
    for term in short:
        if term.span[1] <= most:
            yield words(term), term.bits - _DENIAL


def _best_strength(shown: CommonFacts) -> SpanTerm:
    """The most informative measure of strength; high-card points if the others add little."""
    found = [SpanTerm("hcp", None, shown.span("hcp")), SpanTerm("pts", None, shown.span("pts"))]
    found += [SpanTerm("sup", suit, span) for suit, span in shown.counted("sup").items()]
    return max(found, key=lambda term: term.bits - 0.05 * POINTS.index(term.name))


def _holdings(shown: CommonFacts) -> Iterator[tuple[str, float]]:
    for suit, span in shown.counted("stoppers").items():
        if span[0] >= 2:
            yield f"stopper in {suit_name(suit)}", 1.0
    for noun, one in (("aces", "ace"), ("kings", "king")):
        counts = shown.counts(noun, 4)
        if 1 <= len(counts) <= 2:
            each = (f"{count} {one if count == 1 else noun}" for count in counts)
            yield " or ".join(each), 2.0
    queens = shown.counted("queen")
    for suit in shown.counted("keycards"):
        counts = shown.counts("keycards", 5, suit)
        if 1 <= len(counts) <= 2:
            number = " or ".join(map(str, counts))
            more = _QUEEN.get(queens.get(suit, (0, 1)), "")
            yield f"{number} key cards for {suit_name(suit)}{more}", 2.0


def _either(
    shown: CommonFacts, told: Container[int | None], state: AuctionState, setting: CallSetting
) -> Sequence[SpanTerm]:
    """Return limits such that every hand meets at least one; empty if players would state none.

    A limit that the player has shown before is not offered as a choice.
    """
    known = state.my_box

    def may_be_told(term: SpanTerm) -> bool:
        low, high = term.span
        if term.suit is None:
            return low > known.hcp[0]
        least, most = known.lengths[term.suit]
        if term.suit in told or (low <= least and high >= most):
            return False
        return low >= 4 or high <= (3 if term.suit in setting.theirs else 1)

    found = choice(shown.boxes, may_be_told)
    fits = found and not any(term.suit in told for term in found if term.suit is not None)
    least = _CHOICE if shown.hull.hcp[0] < _VALUES else _DENIAL
    return found if fits and either_bits(*found) >= least else ()


def either_words(terms: Sequence[SpanTerm], least: int) -> str:
    """A choice in words: `18+ HCP or weak with 6+ hearts` if `least`, the fewest HCP, is low."""
    *others, last = terms
    strong = last.name == "hcp" and _VALUES < last.span[0] <= _STRONG + 1
    if len(others) == 1 and strong and least < _VALUES:
        return f"{words(last)} or weak with {words(others[0])}"
    return " or ".join(map(words, terms))


def words(term: SpanTerm, partner: Suit | None = None) -> str:
    """The words for a limit; points with partner's suit as trumps are called support points."""
    (low, high), suit = term.span, "" if term.suit is None else suit_name(term.suit)
    most, noun = 37, "HCP" if term.name == "hcp" else "points"
    if term.name == "len":
        most, noun = 13, suit
        if high <= 1 and low == 0:
            return f"{'shortness' if high else 'void'} in {suit}"
    elif suit:
        noun = "support points" if term.suit is partner else f"points with {suit} as trumps"
    if low == high:
        return f"{'exactly ' if term.name == 'len' and low != 3 else ''}{low} {noun}"
    if low == 0:
        return f"at most {high} {noun}"
    return f"{low}+ {noun}" if high >= most else f"{low}-{high} {noun}"

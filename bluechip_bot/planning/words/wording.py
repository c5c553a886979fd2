"""Cards, plays and stratagems in a bridge player's words; the phrases are in `phrases.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Final

from attrs import frozen

from bluechip_bot.planning.tree.node import PlanEdge, PlanStep
from bluechip_bot.planning.view import DECLARER, DEFENDERS, DUMMY, DeclarerView

_DATA: Final[Mapping[str, Any]] = tomllib.loads(
    files(__package__).joinpath("phrases.toml").read_text("utf-8")
)
LEADING: Final[Mapping[str, tuple[str, str]]] = _DATA["leading"]
FOLLOWING: Final[Mapping[str, tuple[str, str]]] = _DATA["following"]
HOPES: Final[Mapping[str, tuple[str, str]]] = _DATA["hopes"]
FINESSES: Final = frozenset(name for name in HOPES if "finesse" in name)
"""Methods that lose to a card in the wrong hand."""
CROSSINGS, BEFORE, NOTHING, MINOR = (
    frozenset[str](_DATA["kinds"][name]) for name in ("crossings", "before", "nothing", "minor")
)
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
ONE: Final = ("spade", "heart", "diamond", "club")
RANKS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen",
)  # fmt: skip
_JACK: Final = 9
HANDS: Final = {DECLARER: "hand", DUMMY: "dummy"}


@frozen
class CardTurn:
    """One of our cards in a plan, with everything that its wording depends on.

    `agent` plays it, counted from declarer; `gone` are our cards that the line has played before,
    as a mask; `answer` is the card of the hand opposite in the same trick, -1 if none follows.
    """

    position: DeclarerView
    edge: PlanEdge
    agent: int
    leads: bool
    gone: int = 0
    answer: int = -1

    @property
    def card(self) -> int:
        """The card that is played."""
        return self.edge.card

    @property
    def steps(self) -> tuple[PlanStep, ...]:
        """The methods that led to the card, except those that need no mention."""
        path = tuple(step for step in self.edge.path if step.method not in NOTHING)
        return path or self.edge.path[:1]

    def ranks(self, player: int, suit: int) -> int:
        """Return the ranks of a suit that one of our hands still holds, as a mask."""
        return self.position.hand(player).ranks(suit) & ~(self.gone >> 13 * suit)


def stratagem_words(turn: CardTurn, *, brief: bool = False) -> str:
    """Return the purpose of a card in words; `brief` if it is mentioned in passing."""
    steps = turn.steps
    if not steps:
        return f"play the {card_words(turn.card)}"
    whole, step = steps[0], steps[-1]
    if len(steps) > 1 and whole.method != step.method:
        # The aim of a crossing explains more than the crossing.
        if step.method in CROSSINGS:
            aim = _words(turn, whole, brief=True, leads=True)
            return f"{_words(turn, step, brief=brief)}{'' if brief else ','} to {aim}"
        if not turn.leads and whole.method == "discard losers":
            # Nothing can be discarded yet.
            return _words(turn, step, brief=brief)
        if step.method in BEFORE:
            return f"{_words(turn, step, brief=True)} to {_words(turn, whole, brief=True)}"
    return _words(turn, whole, brief=brief)


def filled(turn: CardTurn, step: PlanStep, form: str) -> str:
    """Fill in the fields of the phrase `form` for a step; empty if a field is unknown."""
    try:
        return form.format_map(_fields(turn, step))
    except KeyError:
        return ""


def _words(turn: CardTurn, step: PlanStep, *, brief: bool, leads: bool | None = None) -> str:
    leads = turn.leads if leads is None else leads
    forms = (LEADING if leads else FOLLOWING).get(step.method)
    words = "" if forms is None else filled(turn, step, forms[brief])
    return words or (step.method if brief else f"{step.method}: the {card_words(turn.card)}")


def _fields(turn: CardTurn, step: PlanStep) -> dict[str, str]:
    """Return the fields of phrases that are known for a step, by name."""
    suit = step.suit if step.suit >= 0 else turn.card // 13
    fields = {
        "card": card_words(turn.card),
        "suit": suit_words(turn.position, suit),
        "one": one_words(turn.position, suit),
        "here": HANDS[turn.agent],
        "answer": _answer(turn),
        "split": _split(turn.position, suit),
        "put": "put up" if turn.card % 13 > _JACK else "put in",
    }
    if step.card >= 0:
        fields["key"] = card_words(step.card)
        fields["rank"] = RANKS[step.card % 13]
    if step.player in DEFENDERS:
        fields["seat"] = str(turn.position.seat(step.player))
        fields["honours"] = _honours(turn, (step.player + 1) % 4, suit)
    elif step.player >= 0:
        fields["hand"] = HANDS[step.player]
        fields["honours"] = _honours(turn, 2 - step.player, suit)
    return fields


def _split(position: DeclarerView, suit: int) -> str:
    """Return the worst break, such as ` 3-3`, that gives the longer hand a winner; or empty."""
    out = position.out.length(suit)
    most = max(position.declarer.length(suit), position.dummy.length(suit)) - 1
    if not (out + 1) // 2 <= most < out:
        return ""
    worst = f"{most}-{out - most}"
    return f" {worst}" if most == (out + 1) // 2 else f" no worse than {worst}"


def _answer(turn: CardTurn) -> str:
    """Return words on how the hand opposite wins the trick with a master; empty if it does not."""
    suit, rank = divmod(turn.answer, 13)
    if turn.answer < 0 or suit != turn.card // 13 or turn.position.out.ranks(suit) >> rank:
        return ""
    return f", and win in {HANDS[2 - turn.agent]} with the {RANKS[rank]}"


def _honours(turn: CardTurn, player: int, suit: int) -> str:
    """Return a hand's highest touching honours in words: `king and queen of diamonds`."""
    held = turn.ranks(player, suit)
    out = turn.position.out.ranks(suit)
    floor = (out & ((1 << max(0, held.bit_length() - 1)) - 1)).bit_length()
    cards = [rank for rank in range(12, _JACK - 1, -1) if held >> rank & 1 and rank >= floor]
    cards = cards or [held.bit_length() - 1]
    return f"{listed([RANKS[rank] for rank in cards])} of {SUITS[suit]}"


def suit_words(position: DeclarerView, suit: int) -> str:
    """Return a suit as a player names it: `clubs`, or `trumps`."""
    return "trumps" if suit == position.contract.strain.suit else SUITS[suit]


def one_words(position: DeclarerView, suit: int) -> str:
    """Return the word for one card of a suit: `club`, or `trump`."""
    return "trump" if suit == position.contract.strain.suit else ONE[suit]


def several(count: int, one: str) -> str:
    """Return a number of cards or tricks in words: `a club`, `an eight`, `two clubs`."""
    article = "an" if one[0] in "aeiou" else "a"
    return f"{article} {one}" if count == 1 else f"{NUMBERS[count]} {one}s"


def trick_words(count: int) -> str:
    """Return a number of tricks in words: `one trick`, `two tricks`."""
    return f"{NUMBERS[count]} {'trick' if count == 1 else 'tricks'}"


def card_words(card: int) -> str:
    """Return a card in words: `queen of spades`."""
    return f"{RANKS[card % 13]} of {SUITS[card // 13]}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words by commas, the last two by a conjunction."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def run(cards: Sequence[int], trumps: int) -> str:
    """Return how the sure tricks are run in words: `cash two hearts and a club`.

    `cards` alternate between a lead and the card opposite; `trumps` is -1 for none.
    """
    cash, ruff = [0, 0, 0, 0], [0, 0, 0, 0]
    for lead, answer in zip_longest(cards[::2], cards[1::2], fillvalue=-1):
        is_ruff = answer >= 0 and answer // 13 == trumps != lead // 13
        (ruff if is_ruff else cash)[lead // 13] += 1
    done = (("cash", cash), ("ruff", ruff))
    return ", then ".join(f"{verb} {_counted(counts)}" for verb, counts in done if any(counts))


def _counted(counts: Sequence[int]) -> str:
    found = zip(counts, ONE, strict=True)
    return listed([several(count, one) for count, one in found if count])

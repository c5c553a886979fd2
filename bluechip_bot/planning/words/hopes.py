"""The sources of more tricks: the stratagems of a plan, and what suits offer by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bluechip_bot.model import Suit
from bluechip_bot.planning.tree.node import PlanStep
from bluechip_bot.planning.view import DeclarerView
from bluechip_bot.planning.words.counting import long_trumps, losers, solid, tops
from bluechip_bot.planning.words.wording import (
    CROSSINGS,
    FINESSES,
    HANDS,
    HOPES,
    RANKS,
    CardTurn,
    filled,
    listed,
    one_words,
    suit_words,
)

_TEN: Final = 8
_BEGINNINGS: Final = frozenset({
    "finesse", "finesse in third hand", "run the finesse", "honour in third hand", "insert",
})  # fmt: skip
"""Methods of a following hand that begin a stratagem, not only continue that of the lead."""


class TrickHope(NamedTuple):
    """A stratagem that may win a trick, by the name of its method.

    Two nouns name the source of the trick (`source`) and how it saves a loser (`saving`).
    """

    method: str
    suit: int
    source: str
    saving: str

    @property
    def is_finesse(self) -> bool:
        """Whether the hope fails when one card is in the wrong hand."""
        return self.method in FINESSES


def hopes(turns: Iterable[CardTurn]) -> list[TrickHope]:
    """Return the hopes of a line in the order of its cards, the first for each suit."""
    found: dict[int, TrickHope] = {}
    for turn in turns:
        for hope in (_stratagem(turn), _late_ruff(turn)):
            if hope is not None:
                found.setdefault(hope.suit, hope)
    return list(found.values())


def promotions(position: DeclarerView) -> list[TrickHope]:
    """Return hopes in side suits where we can drive out higher cards and have equal ones left."""
    found = []
    for suit in Suit:
        if suit is position.contract.strain.suit:
            continue
        hands, out = (position.declarer, position.dummy), position.out.ranks(suit)
        longer = max(hand.length(suit) for hand in hands)
        ours = hands[0].ranks(suit) | hands[1].ranks(suit)
        masters = (ours >> out.bit_length()).bit_count()
        rest = ours & ((1 << out.bit_length()) - 1)
        top = rest.bit_length() - 1
        higher = [rank for rank in range(12, top, -1) if out >> rank & 1]
        below = out & ((1 << max(0, top)) - 1)
        equals = (rest >> below.bit_length()).bit_count()
        if rest and min(equals, longer - masters) > len(higher):
            keys = listed([RANKS[rank] for rank in higher])
            gone = f"the {keys} {'is' if len(higher) == 1 else 'are'} gone"
            source = f"{suit_words(position, suit)}, once {gone}"
            found.append(TrickHope("force out", int(suit), source, ""))
    return found


def savings(position: DeclarerView) -> list[TrickHope]:
    """Return hopes in suits whose losers the short trumps can ruff, or that allow discards."""
    trumps, lost, found = position.contract.strain.suit, losers(position), []
    if trumps is None or lost is None:
        return []
    hands, long = (position.declarer, position.dummy), long_trumps(position, trumps) // 2
    short = HANDS[2 - 2 * long]
    won = tops(position)
    for suit in Suit:
        one, few = one_words(position, suit), hands[1 - long].length(suit)
        if suit is trumps:
            continue
        if won[suit] > hands[long].length(suit):
            name = f"a discard on the {suit_words(position, suit)}"
            found.append(TrickHope("discard losers", int(suit), name, name))
        elif lost[suit] and few < hands[long].length(suit) and hands[1 - long].length(trumps):
            name = f"a {one} ruff in {short}"
            found.append(TrickHope("ruff a loser", int(suit), name, name))
    return found


def _stratagem(turn: CardTurn) -> TrickHope | None:
    """Return the hope that a card's stratagem gives; None if it gives none or began earlier."""
    for step in turn.steps:
        if step.method not in HOPES or step.method in CROSSINGS:
            continue
        suit = step.suit if step.suit >= 0 else turn.card // 13
        source, saving = (filled(turn, step, form) for form in HOPES[step.method])
        if source and not _is_idle(turn, step, suit):
            return TrickHope(step.method, suit, source, saving)
    return None


def _is_idle(turn: CardTurn, step: PlanStep, suit: int) -> bool:
    """Whether a step only continues a stratagem, or offers no hope of another trick."""
    position = turn.position
    if not turn.leads and step.method not in _BEGINNINGS:
        return True
    if step.method == "force out":
        return suit == position.contract.strain.suit
    if step.method == "play for the drop":
        return step.card % 13 < _TEN
    # There is nothing to hope for where all the cards win.
    return step.method == "establish length" and solid(position, suit)


def _late_ruff(turn: CardTurn) -> TrickHope | None:
    """Return the hope of a ruff in the short trumps among a line's last sure tricks, if any."""
    position, cards = turn.position, turn.edge.node.cards
    trumps = position.contract.strain.suit
    if trumps is None:
        return None
    for lead, answer in zip(cards[::2], cards[1::2], strict=False):
        ruffer = position.dummy if answer in position.dummy else position.declarer
        lengths = position.declarer.length(trumps), position.dummy.length(trumps)
        if answer // 13 == trumps != lead // 13 and ruffer.length(trumps) == min(lengths):
            name = HANDS[2 * (ruffer is position.dummy)]
            noun = f"a {one_words(position, lead // 13)} ruff in {name}"
            return TrickHope("ruff a loser", lead // 13, noun, noun)
    return None

"""The danger to a plan in words, and the defender's play that beats its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bluechip_bot.model import Suit
from bluechip_bot.planning.state.defence import DefenderAct
from bluechip_bot.planning.tree.node import PlanEdge
from bluechip_bot.planning.view import OURS, DeclarerView
from bluechip_bot.planning.words.counting import missing
from bluechip_bot.planning.words.hopes import TrickHope
from bluechip_bot.planning.words.prospects import LineCard, PlanProspects
from bluechip_bot.planning.words.wording import (
    HANDS,
    ONE,
    RANKS,
    CardTurn,
    card_words,
    one_words,
    suit_words,
)

_LOSS: Final = 0.02
"""The least share of all layouts that a failure has to cost to be worth a word."""
_RUN: Final = 6
"""With this many cards of a suit out, the defenders may run it."""
_DROP: Final = "play for the drop"


class LineFailure(NamedTuple):
    """A way in which a line fails, in words: `the finesse loses`.

    A defender plays `rival` instead of `play`; `cost` is the share of all layouts lost by that.
    """

    words: str
    play: LineCard
    rival: PlanEdge
    cost: float


def failure(
    position: DeclarerView,
    prospects: PlanProspects,
    line: Sequence[LineCard],
    found: Sequence[TrickHope],
) -> LineFailure | None:
    """Return the costliest failure that can be named; None if none costs enough to be mentioned."""
    failures: dict[str, LineFailure] = {}
    for play in line:
        for rival in play.rivals:
            loss = prospects.made(play.edge.node) - prospects.made(rival.node)
            cost = play.reach * float(rival.probability) * loss
            words = _event(position, play, rival, found) if cost > 0 else ""
            if words:
                before = failures.get(words)
                total = cost + (before.cost if before else 0.0)
                failures[words] = (before or LineFailure(words, play, rival, 0.0))._replace(
                    cost=total
                )
    worst = max(failures.values(), key=lambda each: each.cost, default=None)
    return worst if worst is not None and worst.cost >= _LOSS else None


def _event(
    position: DeclarerView, play: LineCard, rival: PlanEdge, found: Sequence[TrickHope]
) -> str:
    """Return the failure that a defender's play `rival` means, in words; empty for none."""
    seat = position.seat(play.agent)
    led = rival.card // 13 if play.leads else play.led
    suit, one = suit_words(position, led), one_words(position, led)
    match rival.act:
        case DefenderAct.WIN if any(hope.is_finesse and hope.suit == led for hope in found):
            return f"the {one} finesse loses"
        case DefenderAct.WIN | DefenderAct.COVER if rival.cards.bit_count() == 1:
            return f"{seat} has the {card_words(rival.card)}"
        case DefenderAct.LOW if (
            play.edge.act is DefenderAct.WIN and play.edge.cards.bit_count() == 1
        ):
            # If he does not win with the card, his partner holds it.
            card = card_words(play.edge.card)
            return f"{position.seat((play.agent + 2) % 4)} has the {card}"
        case DefenderAct.LOW if any(hope.method == _DROP and hope.suit == led for hope in found):
            return f"the {one} honour does not drop"
        case DefenderAct.DISCARD:
            return f"{suit} break badly"
        case DefenderAct.RUFF:
            return f"{seat} ruffs a {one}"
        case DefenderAct.CASH if position.contract.strain.suit is None:
            return f"{seat} can run the {suit}"
    return ""


def danger(position: DeclarerView, first: CardTurn, loses_the_lead: bool) -> str:  # noqa: FBT001
    """Return the danger to a plan in words; empty if none can be named."""
    if found := _open_suit(position, loses_the_lead) or _block(position):
        return found
    draws = first.leads and any(step.method == "draw trumps" for step in first.steps)
    return "the danger is a ruff, so trumps come first" if draws else ""


def _open_suit(position: DeclarerView, loses_the_lead: bool) -> str:  # noqa: FBT001
    """Return words on the suit of the opening lead if the defenders may run it at notrump."""
    suit = position.opening
    if suit is None or position.contract.strain.suit is not None:
        return ""
    if missing(position) <= 0 or not loses_the_lead:
        return ""
    out, led = position.out.ranks(suit), position.trick.suit is suit
    ours = [position.hand(player).ranks(suit) for player in OURS]
    masters = (ours[0] | ours[1]) >> out.bit_length() << out.bit_length()
    if out.bit_count() + led < _RUN or masters.bit_count() > 1:
        return ""
    rests = [(hand & ~masters, hand.bit_count()) for hand in ours]
    # Once the higher ranks are gone, the best of the rest stops the suit.
    if any(rest and length > (out >> rest.bit_length()).bit_count() for rest, length in rests):
        return ""
    if not masters:
        return f"the danger is the {ONE[suit]} suit, which nothing stops"
    rank = RANKS[masters.bit_length() - 1]
    return f"the danger is the {ONE[suit]} suit: once the {rank} is gone, they can run it"


def _block(position: DeclarerView) -> str:
    """Return words on a suit whose winners are cut off, and on the entry to them; else empty."""
    if position.contract.strain.suit is not None:
        return ""
    for suit in Suit:
        out = position.out.ranks(suit)
        for player in OURS:
            short, long = position.hand(player).ranks(suit), position.hand(2 - player).ranks(suit)
            winners = long >> out.bit_length()
            if not short or not winners or short.bit_count() >= long.bit_count():
                continue
            if short & -short < long or short >> out.bit_length() == 0:
                continue
            entries = _entries(position, 2 - player, suit)
            if len(entries) <= 1:
                way = f"the {card_words(entries[0])} is the only" if entries else "there is no"
                hand, blocked = HANDS[2 - player], suit_words(position, suit)
                return f"the {blocked} are blocked, and {way} sure entry to {hand}"
    return ""


def _entries(position: DeclarerView, player: int, but: Suit) -> list[int]:
    """Return the top cards of a hand, except in `but`, that the hand opposite can lead to."""
    return [
        13 * suit + rank
        for suit in Suit
        if suit is not but and position.hand(2 - player).ranks(suit)
        for rank in range(position.out.ranks(suit).bit_length(), 13)
        if position.hand(player).ranks(suit) >> rank & 1
    ]

"""Tricks that have to be worked for: force out higher cards, establish length, duck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import (
    affordable,
    danger,
    entries,
    exhausted,
    missing,
    sequence,
    survives,
)
from bluechip_bot.planning.methods.spare import spare_card
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table

LENGTH = Catalogue()
_WORTH_IT: Final = 0.05
"""The fewest tricks a suit must promise to be worked on."""
_NO_ENTRY: Final = 0.3
"""Factor if the long cards have no entry outside their suit."""
_FAR: Final = 0.8
"""Factor if the lead must be lost twice, or the long hand has no entry outside."""
_LOSS: Final = 0.1
"""Cost of each trick given up to set up long cards: they get the lead."""
_FORCED: Final = 0.2
"""Cost of each trick but the first given up to force out honours: they gain time."""
_WAY_IN: Final = 0.9
"""Factor of a duck after which the winners are the only entry to the long cards."""
_NO_NEED: Final = 0.7
"""Factor of a duck where there are other entries, or no winners."""
_SAFE: Final = 0.1
"""Worth of losing the trick to the safe hand only."""


@LENGTH.method("play on", "force out")
def force_out(table: Table) -> Iterator[Way]:
    """Force out higher honours with equal ones, those of the short hand first."""
    for suit in table.suits:
        if suit == table.trumps:
            continue
        cards = sequence(table, suit)
        if cards is None or cards.higher > affordable(table):
            continue
        mine, his = table.ranks(table.turn, suit), table.ranks(table.other, suit)
        here, there = mine & cards.ranks, his & cards.ranks
        if not mine:
            continue
        longer = table.turn if mine.bit_count() >= his.bit_count() else table.other
        reach = 1.0 if cards.higher == 1 and entries(table, longer, suit) else _FAR
        key = 13 * suit + table.top_out(suit)
        gain = min(cards.tricks, missing(table)) * reach - _FORCED * (cards.higher - 1)
        gain *= survives(table, suit, key, cards.higher)
        if here and (longer != table.turn or not there):
            card = 13 * suit + here.bit_length() - 1
            yield Way((play(card), Task("play low")), gain, suit, key, table.turn)
        elif there:
            card = 13 * suit + there.bit_length() - 1
            tasks = (play(table.lowest(table.turn, suit)), Task("force with", (card,)))
            yield Way(tasks, gain, suit, key, table.turn)


@LENGTH.method("force with", "force")
def force(table: Table, card: int) -> Iterator[Way]:
    """Play the honour, unless second hand has beaten it."""
    if table.beats(card):
        yield Way((play(card),), suit=card // 13, card=card, player=table.turn)


@LENGTH.method("force with", "save the honour")
def save(table: Table, card: int) -> Iterator[Way]:
    """Play low: second hand has played the card that was to be forced out."""
    if not table.beats(card):
        yield Way((Task("play low"),), suit=card // 13, card=card, player=table.turn)


@LENGTH.method("play low", "follow")
def follow_low(table: Table) -> Iterator[Way]:
    """Play the lowest card of the suit led or, if there is none, the card best spared."""
    suit = table.state.round.suit
    card = table.lowest(table.turn, suit)
    if card < 0:
        card = spare_card(table, table.turn)
    yield Way((play(card),), suit=suit, card=card, player=table.turn)


def _promised(table: Table, suit: int, least: int = 0) -> float:
    """The expected length tricks of a suit, beyond its winners.

    Args:
        least: how often the lead is lost in any case.
    """
    winners = (table.masters(table.turn, suit) | table.masters(table.other, suit)).bit_count()
    chances = exhausted(table, suit)[winners:]
    promised, alive, lost = 0.0, 1.0, 0
    for given, chance in enumerate(chances):
        if 0 < chance < 1 and (not table.is_notrump or given <= affordable(table)):
            if max(given, least) > lost:
                lost = max(given, least)
                alive = survives(table, suit, lost=lost)
            promised += chance * alive
    return promised


def _long_hand(table: Table, suit: int) -> int:
    """Our hand with more cards of a suit; with equal lengths, the hand on turn."""
    mine, his = table.length(table.turn, suit), table.length(table.other, suit)
    return table.turn if mine >= his else table.other


@LENGTH.method("play on", "establish length")
def establish(table: Table) -> Iterator[Way]:
    """Play winners of a long suit from the top, to see it break and give up what must be lost."""
    for suit in table.suits:
        lead = table.lowest(table.turn, suit)
        if lead < 0 or suit == table.trumps or not table.out(suit):
            continue
        gain = _promised(table, suit)
        long_hand = _long_hand(table, suit)
        if gain < _WORTH_IT or table.length(long_hand, suit) < 2:
            continue
        here, there = table.masters(table.turn, suit), table.masters(table.other, suit)
        winners = (here | there).bit_count()
        losers = max(0, (table.out(suit).bit_count() + 1) // 2 - winners)
        if losers > affordable(table):
            continue
        if losers and not entries(table, long_hand, suit):
            gain *= _NO_ENTRY
        gain = min(gain, missing(table)) - _LOSS * losers
        player = long_hand
        if here and (table.turn != long_hand or not there):
            card = 13 * suit + here.bit_length() - 1
            yield Way((play(card), Task("play low")), gain, suit, card, player)
        elif there:
            card = 13 * suit + there.bit_length() - 1
            yield Way((play(lead), Task("win with", (card,))), gain, suit, card, player)


@LENGTH.method("win with", "win")
def win_with(table: Table, card: int) -> Iterator[Way]:
    """Play the intended winner, whatever second hand has played."""
    if table.beats(card):
        yield Way((play(card),), suit=card // 13, card=card, player=table.turn)


@LENGTH.method("play on", "duck")
def duck(table: Table) -> Iterator[Way]:
    """Give up an early round of a long suit, so that its winners are the way to the long cards."""
    if not affordable(table):
        return
    for suit in table.suits:
        lead = table.lowest(table.turn, suit)
        if lead < 0 or suit == table.trumps or not table.out(suit):
            continue
        long_hand = _long_hand(table, suit)
        other = partner(long_hand)
        if not table.length(other, suit) or table.length(long_hand, suit) < 3:
            continue
        gain = _promised(table, suit, 1)
        if gain < _WORTH_IT or lead % 13 > table.top_out(suit):
            continue
        tight = not entries(table, long_hand, suit)
        gain *= _WAY_IN if tight and table.masters(long_hand, suit) else _NO_NEED
        gain = min(gain, missing(table)) - _LOSS
        yield Way((play(lead), Task("play low")), gain, suit, lead, long_hand)


@LENGTH.method("play on", "lose to the safe hand")
def duck_safely(table: Table) -> Iterator[Way]:
    """Lead through the dangerous defender and beat his card: his partner may win the trick."""
    found = danger(table) if affordable(table) else None
    if found is None or (table.turn + 1) % 4 != found.defender:
        return
    for suit in table.suits:
        lead = table.lowest(table.turn, suit)
        if lead < 0 or suit == table.trumps or not table.length(table.other, suit):
            continue
        cards = sequence(table, suit)
        gain = max(_promised(table, suit), cards.tricks if cards else 0)
        if gain >= _WORTH_IT and table.masters(table.other, suit):
            tasks = (play(lead), Task("keep out", (found.defender,)))
            yield Way(tasks, min(gain, missing(table)) + _SAFE, suit, lead, found.defender)


@LENGTH.method("keep out", "insert")
def insert(table: Table, defender: int) -> Iterator[Way]:
    """Play the cheapest card that beats the dangerous defender's and that few cards can beat."""
    round_, suit = table.state.round, table.state.round.suit
    his = round_.best == defender and round_.best_suit == suit
    out = table.out(suit)
    floor = (out ^ 1 << out.bit_length() - 1).bit_length() if out else 0
    mine = table.ranks(table.turn, suit)
    # Above all that is out but one card; if there is no such card, just above what he played.
    higher = mine & ~((1 << max(floor, round_.top + 1 if his else 0)) - 1)
    if his:
        higher = higher or mine & ~((2 << round_.top) - 1)
    if higher:
        card = 13 * suit + (higher & -higher).bit_length() - 1
        yield Way((play(card),), suit=suit, card=card, player=defender)


@LENGTH.method("keep out", "let the safe hand win")
def let_win(table: Table, defender: int) -> Iterator[Way]:
    """The dangerous defender cannot win the trick any more."""
    if table.state.round.best != defender:
        yield Way((Task("play low"),), suit=table.state.round.suit, player=defender)

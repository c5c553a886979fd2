"""Discovery: side winners show how their suits lie before a card has to be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.length import top_round
from bluechip_bot.planning.methods.losers import winners
from bluechip_bot.planning.methods.outlook import missing
from bluechip_bot.planning.methods.task import Catalogue, Task, TaskWay
from bluechip_bot.planning.methods.tenace import rungs
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DEFENDERS, LEFT, OURS

DISCOVERY = Catalogue()
_JACK: Final = 9
_DROPS: Final = 8
"""With this many cards in a suit, a missing queen may be played to drop."""


@DISCOVERY.method("play on", "discovery")
def discover(table: Table) -> Iterator[TaskWay]:
    """Cash winners of other suits while a guess is open: voids and lengths are seen."""
    key = _guess(table)
    if key < 0 or any(_is_one_hand_safe(table, suit) for suit in table.suits):
        return
    chance = table.chance(LEFT, key // 13, 1 << key % 13)
    worth = min(2, missing(table)) * max(chance, 1 - chance)
    for suit in table.suits:
        tasks = top_round(table, suit)
        if tasks and suit not in {key // 13, table.trumps} and _is_harmless(table, suit):
            # The long suits of the hand on lead show most.
            gain = worth * (1 + table.numbers.suits.learn * table.length(table.turn, suit))
            yield TaskWay((*tasks, Task("discover more")), gain, suit, key)


@DISCOVERY.method("discover more", "discovery")
def discover_more(table: Table) -> Iterator[TaskWay]:
    """Cash the next winner; when there is none, the card is guessed."""
    yield max(discover(table), key=lambda way: way.gain, default=TaskWay((), method="guess"))


def _guess(table: Table) -> int:
    """A card that may be caught on either side; -1 if there is none."""
    least = table.numbers.suits.guess
    for suit in table.suits:
        if suit == table.trumps or table.top_out(suit) < _JACK:
            continue
        top, cards = table.top_out(suit), table.state.both(suit).bit_count()
        masters = [bool(table.masters(player, suit)) for player in OURS]
        below = [
            any(rung.missing == 1 for rung in rungs(table, player, suit))
            and table.length(player, suit) > 1
            for player in OURS
        ]
        both_ways = all(masters) and all(below)
        if not both_ways and not (any(masters) and any(below) and cards >= _DROPS):
            continue
        if least < table.chance(LEFT, suit, 1 << top) < 1 - least:
            return 13 * suit + top
    return -1


def _is_one_hand_safe(table: Table, suit: int) -> bool:
    """Whether a suit is open and one defender alone can run it: the other may have the lead."""
    if not table.is_notrump or not table.out(suit) or winners(table, suit):
        return False
    safe = [table.chance(player, suit) < table.numbers.suits.guess for player in DEFENDERS]
    return safe[0] != safe[1]


def _is_harmless(table: Table, suit: int) -> bool:
    """Whether a winner can be cashed without opening a suit that they can then run."""
    if not table.out(suit):
        return False
    spare = table.state.left - table.needed
    return winners(table, suit) > 1 or spare <= 0 or table.longest(suit) - 1 < spare

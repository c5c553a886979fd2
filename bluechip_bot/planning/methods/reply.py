"""Third hand in a suit contract: what our honours do to a card that we have led ourselves."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.methods.tenace import rungs
from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Way, play

REPLY = Catalogue()


@REPLY.method("follow", "play an honour")
def play_an_honour(table: Table) -> Iterator[Way]:
    """An honour that only cards still out above it can beat: second hand may hold them."""
    round_ = table.state.round
    suit, left = round_.suit, (table.turn + 3) % 4
    third = round_.played == 2 and round_.leader == table.other
    if table.is_notrump or not third or round_.best_suit != suit:
        return
    if table.masters(table.turn, suit) or round_.top > table.top_out(suit):
        return
    rung = next(rungs(table, table.turn, suit), None)
    if rung is None or not table.beats(13 * suit + rung.top):
        return
    low = rung.cards & ~((2 << round_.top) - 1)
    card = 13 * suit + (low & -low).bit_length() - 1
    gain = 0.5 + 0.4 * table.chance(left, suit, rung.keys, rung.keys_needed())
    yield Way((play(card),), gain, suit, 13 * suit + rung.lowest_key, left)

"""Responses: what to play to a trick that another hand has led to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from bluechip_bot.planning.methods.outlook import entries
from bluechip_bot.planning.methods.task import TaskCatalogue, TaskWay, play
from bluechip_bot.planning.methods.tenace import cheapest, is_sure
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

RESPONSE = TaskCatalogue()
_HIGHER: Final = 3
"""The most missing cards that may beat a card that is put in."""
_JACK: Final = 9


@RESPONSE.method("follow", "win the trick")
def win(table: PlanTable) -> Iterator[TaskWay]:
    """Win the trick with the lowest card that is sure to win."""
    numbers = table.numbers.responses
    card = _winner(table)
    if card < 0 or is_sure(table):
        return
    suit = table.state.round.suit
    if _wins_opposite(table, suit):
        gain = numbers.win_twice
    elif table.is_notrump and table.state.round.leader in OURS and table.state.round.played == 2:
        # Our lead was meant for a finesse, which may well win, rather than for the winner.
        gain = numbers.win_later
    else:
        last = table.state.round.played == 3
        gain = numbers.win if last or _keeps_less(table, suit) else numbers.win_later
    yield TaskWay((play(card),), gain, suit, card, table.turn)


@RESPONSE.method("follow", "hold up")
def hold_up(table: PlanTable) -> Iterator[TaskWay]:
    """Keep our only stopper for a later round, when a defender may be out of the suit."""
    numbers = table.numbers.responses
    suit, low = table.state.round.suit, table.lowest(table.turn, table.state.round.suit)
    winner = _winner(table)
    if winner < 0 or low == winner or table.state.round.best in OURS or _is_gift(table):
        return
    stoppers = table.masters(table.turn, suit) | table.masters(table.other, suit)
    if stoppers.bit_count() > 1 or not _settled(table):
        return
    # Leave the way open for as long as either of them may still be out of cards later.
    chances = [table.chance(defender, suit) for defender in DEFENDERS]
    # A hold-up allows for another lost trick, to the defender who by then has no card to lead.
    spare = table.state.left - table.needed > 1
    useful = table.is_notrump and min(chances) > numbers.fallen and spare
    gain = numbers.hold_up if useful else numbers.hold_up_anyhow
    yield TaskWay((play(low),), gain, suit, winner, table.turn)


def _settled(table: PlanTable) -> bool:
    """Whether this hand plays last, or second and the hand opposite cannot win the trick."""
    round_ = table.state.round
    over = table.ranks(table.other, round_.suit).bit_length() - 1
    return round_.played == 3 or (round_.played == 1 and over < round_.top)


@RESPONSE.method("follow", "keep the entry")
def win_opposite(table: PlanTable) -> Iterator[TaskWay]:
    """Play low, because the hand opposite can win, and the winner here stays as an entry."""
    numbers = table.numbers.responses
    suit = table.state.round.suit
    low = table.lowest(table.turn, suit)
    over = _winners_opposite(table, suit)
    last = table.state.round.played == 1
    if low >= 0 and over and last and _winner(table) >= 0:
        usual = numbers.either if _keeps_less(table, suit) else numbers.opposite
        gain = numbers.opposite_only if _wins_opposite(table, suit) else usual
        yield TaskWay((play(low),), gain, suit, low, table.other)


@RESPONSE.method("follow", "insert")
def insert(table: PlanTable) -> Iterator[TaskWay]:
    """Put in a card that may win or force out a higher one; with a master this is a finesse."""
    numbers, round_, suit = table.numbers.responses, table.state.round, table.state.round.suit
    if round_.leader in OURS or round_.played == 3 or is_sure(table) or round_.best_suit != suit:
        return
    name, gain = "", numbers.insert_anyhow
    if table.masters(table.turn, suit) | table.masters(table.other, suit):
        top, after = 1 << max(table.top_out(suit), 0), (table.turn + 1) % 4
        name, gain = "finesse", numbers.finesse * (1 - table.chance(after, suit, top))
    elif table.is_notrump and _now_or_never(table, suit):
        gain = numbers.insert
    keys = [rank for rank in range(12, -1, -1) if table.out(suit) >> rank & 1]
    for higher, (key, below) in enumerate(pairwise((*keys, -1))):
        enough = table.ranks(table.turn, suit) & (1 << key) - (1 << max(below, round_.top) + 1)
        if higher < _HIGHER and key > round_.top and enough:
            card = 13 * suit + (enough & -enough).bit_length() - 1
            promised = gain - numbers.beaten * higher
            yield TaskWay((play(card),), promised, suit, 13 * suit + key, table.turn, name)


def _now_or_never(table: PlanTable, suit: int) -> bool:
    """Whether to put in an honour now: one of two equals, or with one guard and none opposite."""
    mine, his, out = table.ranks(table.turn, suit), table.ranks(table.other, suit), table.out(suit)
    if (mine >> out.bit_length() - 1 if out else 0) or not mine >> _JACK:
        return False
    below = out & ((1 << mine.bit_length() - 1) - 1)
    above = (out >> his.bit_length()).bit_count()
    return (mine >> below.bit_length()).bit_count() > 1 or (
        mine.bit_count() == 2 and above > his.bit_count()
    )


@RESPONSE.method("follow", "play low")
def play_low(table: PlanTable) -> Iterator[TaskWay]:
    """Follow with the lowest card."""
    numbers = table.numbers.responses
    suit = table.state.round.suit
    card = table.lowest(table.turn, suit)
    if card >= 0 and not _is_gift(table):
        gain = numbers.low_on_ours if is_sure(table) else numbers.low
        yield TaskWay((play(card),), gain, suit, card, table.turn)


def _is_gift(table: PlanTable) -> bool:
    """Whether last hand can win the trick with a card that would lose in a later round."""
    round_, card = table.state.round, _winner(table)
    if round_.played != 3 or card < 0 or table.state.round.best in OURS:
        return False
    return card % 13 < table.top_out(round_.suit)


@RESPONSE.method("follow", "overtake")
def overtake(table: PlanTable) -> Iterator[TaskWay]:
    """Overtake the winning card of the hand opposite, for the lead here or to unblock its suit."""
    numbers = table.numbers.responses
    round_, suit = table.state.round, table.state.round.suit
    if table.state.round.best not in OURS or round_.best_suit != suit or round_.best != table.other:
        return
    card = cheapest(table, suit, round_.top)
    masters = table.masters(table.turn, suit)
    if card < 0 or not masters:
        return
    top = 13 * suit + masters.bit_length() - 1 if round_.played < 3 else card
    yield TaskWay(
        (play(top),),
        numbers.overtake if table.is_notrump and _blocks(table, suit) else numbers.overtake_anyhow,
        suit,
        top,
        table.turn,
    )


def _blocks(table: PlanTable, suit: int) -> bool:
    """Whether playing low leaves winners, in either hand, that can no longer be reached."""
    mine, his = table.ranks(table.turn, suit), table.ranks(table.other, suit)
    rest = mine & mine - 1
    only = rest and not rest & ~table.masters(table.turn, suit)
    longer = his.bit_count() > rest.bit_count()
    good = table.masters(table.other, suit).bit_count() >= rest.bit_count()
    stranded = not his and table.masters(table.turn, suit).bit_count() > 1
    if stranded:
        return not entries(table, table.turn, suit)
    return bool(only and longer and good) and not entries(table, table.other, suit)


def _winner(table: PlanTable) -> int:
    """Return our lowest card that is sure to win if all follow suit; -1 if there is none."""
    round_, suit = table.state.round, table.state.round.suit
    if round_.best_suit != suit:
        return -1
    floor = round_.top if round_.played == 3 else max(round_.top, table.top_out(suit))
    return cheapest(table, suit, floor)


def _wins_opposite(table: PlanTable, suit: int) -> bool:
    """Whether the hand opposite plays last and has nothing but winners in the suit, at notrump."""
    his = table.ranks(table.other, suit)
    return (
        table.is_notrump
        and table.state.round.played == 1
        and 0 < his == _winners_opposite(table, suit)
    )


def _winners_opposite(table: PlanTable, suit: int) -> int:
    """Return the masters of the hand opposite that also beat this trick's cards, as a mask."""
    round_ = table.state.round
    floor = round_.top if round_.best_suit == suit else 13
    return table.masters(table.other, suit) >> floor + 1 << floor + 1


def _keeps_less(table: PlanTable, suit: int) -> bool:
    """Whether an entry in this hand is worth less than one opposite."""
    return _wants_entry(table, table.turn, suit) <= _wants_entry(table, table.other, suit)


def _wants_entry(table: PlanTable, player: int, suit: int) -> int:
    """Return a hand's need of entries: its greatest extra length outside `suit`, less entries."""
    over = partner(player)
    extra = [
        table.length(player, other) - table.length(over, other)
        for other in table.suits
        if other != suit
    ]
    return max(extra) - entries(table, player, suit)

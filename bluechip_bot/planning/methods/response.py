"""Responses: what to play to a trick that another hand has led to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bluechip_bot.planning.methods.outlook import entries, safe
from bluechip_bot.planning.methods.task import Catalogue, Way, play
from bluechip_bot.planning.methods.tenace import cheapest, is_sure
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DEFENDERS, OURS

RESPONSE = Catalogue()
_HIGHER: Final = 3
"""The most cards out that may beat a card put in to win."""
_WIN: Final = 0.8
"""Gain of winning the trick when nothing speaks against it."""
_WIN_LATER: Final = 0.6
"""Gain of winning it when a finesse or the hand opposite may do as well."""
_WIN_TWICE: Final = 0.3
"""Gain of winning it when the hand opposite has only winners to play."""
_HOLD_UP: Final = 0.9
"""Gain of a hold-up when a defender may run out of the suit: more than that of winning."""
_HOLD_UP_ANYHOW: Final = 0.3
"""Gain of a hold-up without a visible purpose."""
_BATH: Final = 0.95
"""Gain of the Bath coup: it comes before almost everything."""
_BATH_LAST: Final = 0.4
"""Gain of the Bath coup when no more trick can be lost."""
_OPPOSITE_ONLY: Final = 0.9
"""Gain of leaving it to the hand opposite when that has only winners to play."""
_OPPOSITE: Final = 0.75
"""Gain of leaving it to the hand opposite when the entry is worth more here."""
_EITHER: Final = 0.5
"""The same when the entry is worth no more here than opposite."""
_INSERTED: Final = 0.55
"""Gain of an honour that wins now or never: a little more than that of playing low."""
_INSERTED_ANYHOW: Final = 0.35
"""Gain of putting in any other card."""
_FINESSE: Final = 0.9
"""Gain of a finesse against the next hand if that cannot hold the highest card out."""
_LOSE_SAFELY: Final = 0.95
"""Gain of a card that can lose only to the safe hand."""
_BEATEN: Final = 0.1
"""Loss of gain for each further card out that beats a card."""
_LOW: Final = 0.5
"""Gain of playing low to a trick that is open."""
_LOW_ON_OURS: Final = 1.0
"""Gain of playing low to a trick that is ours."""
_OVERTAKE: Final = 1.05
"""Gain of overtaking a winner that blocks a suit: more than that of playing low on it."""
_OVERTAKE_ANYHOW: Final = 0.2
"""Gain of overtaking it for an entry."""
_UNBLOCK: Final = 0.1
"""Gain of throwing a high card: the last choice, as it usually costs a trick."""
_BELOW_JACK: Final = (1 << 9) - 1
"""The ranks below the jack."""
_FALLEN: Final = 0.15
"""A defender with a smaller chance than this to have a card of a suit is taken to be void."""


@RESPONSE.method("follow", "win the trick")
def win(table: Table) -> Iterator[Way]:
    """Win the trick as cheaply as is certain."""
    card = _winner(table)
    if card < 0 or is_sure(table):
        return
    suit = table.state.round.suit
    if _wins_opposite(table, suit):
        gain = _WIN_TWICE
    elif table.is_notrump and table.state.round.leader in OURS and table.state.round.played == 2:
        # What we have led is rather meant for a finesse that may well win.
        gain = _WIN_LATER
    else:
        last = table.state.round.played == 3
        gain = _WIN if last or _keeps_less(table, suit) else _WIN_LATER
    yield Way((play(card),), gain, suit, card, table.turn)


@RESPONSE.method("follow", "hold up")
def hold_up(table: Table) -> Iterator[Way]:
    """Leave the trick to them, though the only stopper could win it: one of them may run out."""
    suit, low = table.state.round.suit, table.lowest(table.turn, table.state.round.suit)
    winner = _winner(table)
    if winner < 0 or low == winner or _ours(table) or _bath(table) >= 0 or _is_gift(table):
        return
    stoppers = table.masters(table.turn, suit) | table.masters(table.other, suit)
    if stoppers.bit_count() > 1 or not _settled(table):
        return
    # Leave the way open for as long as either of them may still be out of cards later.
    chances = [table.chance(defender, suit) for defender in DEFENDERS]
    # To hold up is to reckon with another trick lost, to whoever has no card to lead by then.
    spare = table.state.left - table.needed > 1
    useful = table.is_notrump and min(chances) > _FALLEN and spare
    yield Way((play(low),), _HOLD_UP if useful else _HOLD_UP_ANYHOW, suit, winner, table.turn)


def _settled(table: Table) -> bool:
    """Whether none of our hands that is still to play could win the trick in our stead."""
    round_ = table.state.round
    over = table.ranks(table.other, round_.suit).bit_length() - 1
    return round_.played == 3 or (round_.played == 1 and over < round_.top)


@RESPONSE.method("follow", "Bath coup")
def bath_coup(table: Table) -> Iterator[Way]:
    """Low from ace and jack under the king: if he goes on, both of them win."""
    card = _bath(table)
    suit = table.state.round.suit
    if card >= 0:
        low = table.lowest(table.turn, suit)
        # Losing the trick would lose the contract.
        gain = _BATH_LAST if table.needed >= table.state.left else _BATH
        yield Way((play(low),), gain, suit, card, table.state.round.leader)


@RESPONSE.method("follow", "keep the entry")
def win_opposite(table: Table) -> Iterator[Way]:
    """Low, because partner can win: the card here stays as an entry."""
    suit = table.state.round.suit
    low = table.lowest(table.turn, suit)
    over = _winners_opposite(table, suit)
    last = table.state.round.played == 1
    if low >= 0 and over and last and _winner(table) >= 0:
        usual = _EITHER if _keeps_less(table, suit) else _OPPOSITE
        gain = _OPPOSITE_ONLY if _wins_opposite(table, suit) else usual
        yield Way((play(low),), gain, suit, low, table.other)


@RESPONSE.method("follow", "insert")
def insert(table: Table) -> Iterator[Way]:
    """A card that may win, or draws a higher one: from the other hand, or theirs, they lead low."""
    suit = table.state.round.suit
    theirs = table.state.round.leader in DEFENDERS
    if theirs and not table.masters(table.turn, suit) | table.masters(table.other, suit):
        urgent = table.is_notrump and _now_or_never(table, suit)
        yield from _middling(table, _INSERTED if urgent else _INSERTED_ANYHOW)


def _now_or_never(table: Table, suit: int) -> bool:
    """Whether two honours are equal, or one has a single guard and no help opposite."""
    mine, his, out = table.ranks(table.turn, suit), table.ranks(table.other, suit), table.out(suit)
    if (mine >> out.bit_length() - 1 if out else 0) or mine & ~_BELOW_JACK == 0:
        return False
    below = out & ((1 << mine.bit_length() - 1) - 1)
    above = (out >> his.bit_length()).bit_count()
    return (mine >> below.bit_length()).bit_count() > 1 or (
        mine.bit_count() == 2 and above > his.bit_count()
    )


@RESPONSE.method("follow", "finesse")
def finesse(table: Table) -> Iterator[Way]:
    """A card below a higher one that may lie in front of it."""
    suit, after = table.state.round.suit, (table.turn + 1) % 4
    masters = table.masters(table.turn, suit) | table.masters(table.other, suit)
    if masters and table.state.round.leader in DEFENDERS:
        top = 1 << max(table.top_out(suit), 0)
        yield from _middling(table, _FINESSE * (1 - table.chance(after, suit, top)))


@RESPONSE.method("follow", "lose to the safe hand")
def lose_safely(table: Table) -> Iterator[Way]:
    """Third hand: high enough to keep the dangerous defender out; his partner may win."""
    if table.state.round.leader in OURS and safe(table, (table.turn + 1) % 4):
        yield from _middling(table, _LOSE_SAFELY)


def _middling(table: Table, gain: float) -> Iterator[Way]:
    """The cheapest cards that beat the trick, and that only one card out, or two, can beat."""
    round_, suit = table.state.round, table.state.round.suit
    if round_.played == 3 or is_sure(table) or round_.best_suit != suit:
        return
    mine, rest = table.ranks(table.turn, suit), table.out(suit)
    for higher in range(1, _HIGHER + 1):
        if not rest:
            return
        key = rest.bit_length() - 1
        rest ^= 1 << key
        floor = max(rest.bit_length(), round_.top + 1)
        between = mine & ((1 << key) - 1) & ~((1 << floor) - 1)
        if between:
            card = 13 * suit + (between & -between).bit_length() - 1
            promised = gain - _BEATEN * (higher - 1)
            yield Way((play(card),), promised, suit, 13 * suit + key, table.turn)


@RESPONSE.method("follow", "play low")
def play_low(table: Table) -> Iterator[Way]:
    """Follow with the lowest card."""
    suit = table.state.round.suit
    card = table.lowest(table.turn, suit)
    if card >= 0 and not _is_gift(table):
        gain = _LOW_ON_OURS if is_sure(table) else _LOW
        yield Way((play(card),), gain, suit, card, table.turn)


def _is_gift(table: Table) -> bool:
    """Whether last hand can win with a card that would lose later."""
    round_, card = table.state.round, _winner(table)
    if round_.played != 3 or card < 0 or _ours(table):
        return False
    return card % 13 < table.top_out(round_.suit)


@RESPONSE.method("follow", "overtake")
def overtake(table: Table) -> Iterator[Way]:
    """Win partner's trick, to be on lead here or to clear the way for his cards."""
    round_, suit = table.state.round, table.state.round.suit
    if not _ours(table) or round_.best_suit != suit or round_.best != table.other:
        return
    card = cheapest(table, suit, round_.top)
    masters = table.masters(table.turn, suit)
    if card < 0 or not masters:
        return
    top = 13 * suit + masters.bit_length() - 1 if round_.played < 3 else card
    yield Way(
        (play(top),),
        _OVERTAKE if table.is_notrump and _blocks(table, suit) else _OVERTAKE_ANYHOW,
        suit,
        top,
        table.turn,
    )


@RESPONSE.method("follow", "unblock")
def unblock(table: Table) -> Iterator[Way]:
    """Throw a high card under partner's, or theirs, that would stand in the way of a long suit."""
    suit = table.state.round.suit
    mine, his = table.ranks(table.turn, suit), table.ranks(table.other, suit)
    card = table.highest(table.turn, suit)
    low = table.lowest(table.turn, suit)
    if card < 0 or card == low or mine.bit_count() > his.bit_count() or table.beats(card):
        return
    if card % 13 > his.bit_length() - 1 or (his >> card % 13).bit_count() > 0:
        yield Way((play(card),), _UNBLOCK, suit, card, table.turn)


def _blocks(table: Table, suit: int) -> bool:
    """Whether a low card leaves winners where they cannot be reached: partner's, or those here."""
    mine, his = table.ranks(table.turn, suit), table.ranks(table.other, suit)
    rest = mine & mine - 1
    only = rest and not rest & ~table.masters(table.turn, suit)
    longer = his.bit_count() > rest.bit_count()
    good = table.masters(table.other, suit).bit_count() >= rest.bit_count()
    stranded = not his and table.masters(table.turn, suit).bit_count() > 1
    if stranded:
        return not entries(table, table.turn, suit)
    return bool(only and longer and good) and not entries(table, table.other, suit)


def _ours(table: Table) -> bool:
    """Whether the trick is ours as it stands."""
    return table.state.round.best in OURS


def _winner(table: Table) -> int:
    """Our lowest card of the suit led that wins for sure, as far as they follow; -1 for none."""
    round_, suit = table.state.round, table.state.round.suit
    if round_.best_suit != suit:
        return -1
    floor = round_.top if round_.played == 3 else max(round_.top, table.top_out(suit))
    return cheapest(table, suit, floor)


def _bath(table: Table) -> int:
    """Our second card when it wins as soon as the leader goes on, and the first one too."""
    round_, suit, turn = table.state.round, table.state.round.suit, table.turn
    masters = table.masters(turn, suit)
    if round_.played != 3 or round_.best != round_.leader or masters.bit_count() != 1:
        return -1
    rest = table.ranks(turn, suit) ^ masters
    second = rest.bit_length() - 1
    between = table.out(suit) & ~((1 << second + 1) - 1) if second >= 0 else 0
    if between.bit_count() != 1 or rest.bit_count() < 2 or round_.top < second:
        return -1
    return 13 * suit + second


def _wins_opposite(table: Table, suit: int) -> bool:
    """Whether partner, who plays last, has nothing but winners to play."""
    his = table.ranks(table.other, suit)
    return (
        table.is_notrump
        and table.state.round.played == 1
        and 0 < his == _winners_opposite(table, suit)
    )


def _winners_opposite(table: Table, suit: int) -> int:
    """The ranks of partner's masters that also beat what is on the table."""
    round_ = table.state.round
    floor = round_.top if round_.best_suit == suit else 13
    return table.masters(table.other, suit) >> floor + 1 << floor + 1


def _keeps_less(table: Table, suit: int) -> bool:
    """Whether an entry in this hand is worth less than one opposite."""
    return _wants_entry(table, table.turn, suit) <= _wants_entry(table, table.other, suit)


def _wants_entry(table: Table, player: int, suit: int) -> int:
    """How long a suit is that a hand would run, less the ways to it."""
    over = partner(player)
    extra = [
        table.length(player, other) - table.length(over, other)
        for other in table.suits
        if other != suit
    ]
    return max(extra) - entries(table, player, suit)

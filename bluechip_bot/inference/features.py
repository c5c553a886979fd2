"""The features by which a player chooses a suit and a card: leads, following suit, discards.

Each function gives the features of many holdings at once, by "rule.feature"; the weights stand in
`conf/inference.toml`.

* The opening leader has not seen dummy. The suit is chosen by its length and honours, the auction
  and the chance of a ruff, and the card by the agreements of the side.
* A later lead also depends on dummy, on the suits already led and discarded, and on voids: through
  strength and up to weakness, a return of partner's suit, a ruff for partner.
* Second hand plays low except to split honours or to cover one. Third hand plays high, with the
  lower of touching cards, or finesses against dummy. Fourth hand wins as cheaply as possible. A
  player who does otherwise probably could not do so: one who does not beat the winning card, does
  not cover an honour or follows with a nine denies the cards that would have been played instead.
* A player who cannot follow keeps winners, the guards of honours and length against dummy's, and
  ruffs to win a trick that the opponents would win.
* Small cards signal: the rules "count" and "attitude".

A holding is the cards of one suit as a mask of 13 bits (bit r is set if rank r is held, 2..A =
0..12). Functions take int64 arrays of masks and return masks or counts of the same shape; a feature
of a card is the mask of the ranks that have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.facts import Ints, SuitFacts
from bluechip_bot.model.cards import SUIT_MASK

Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Values: TypeAlias = Mapping[str, Ints | Floats | Flags]
"""Features of each holding as a whole, by "rule.feature"; arrays that broadcast to the holdings."""
Masks: TypeAlias = Mapping[str, Ints]
"""Features of the cards of each holding: each is the mask of the ranks that have it."""

ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10
JACK: Final = 1 << 9
TEN: Final = 1 << 8
HONOURS: Final = ACE | KING | QUEEN | JACK
SPOTS: Final = TEN | TEN - 1

_ALL: Final[Ints] = np.arange(SUIT_MASK + 1, dtype=np.int64)

BITS: Final[npt.NDArray[np.float32]] = (_ALL[:, None] >> np.arange(13) & 1).astype(np.float32)
"""float32[8192, 13]: 1 for each rank in the mask."""

LENGTH: Final[Ints] = np.bitwise_count(_ALL).astype(np.int64)
"""int64[8192]: the number of cards."""

HIGHEST: Final[Ints] = np.where(_ALL > 0, 1 << np.frexp(_ALL)[1].astype(np.int64) >> 1, 0)
"""int64[8192]: the highest card, 0 for a void."""

NONE: Final[Ints] = np.zeros(1, dtype=np.int64)
"""No card of any holding; broadcasts to all of them."""


def lowest(held: Ints) -> Ints:
    """The lowest card, 0 for a void."""
    return held & -held


def second_lowest(held: Ints) -> Ints:
    """The second-lowest card, 0 if there is none."""
    return lowest(held & held - 1)


def nth_highest(held: Ints, place: int) -> Ints:
    """The nth-highest card (1 is the highest), 0 if there is none."""
    for _ in range(place - 1):
        held = held & ~HIGHEST[held]
    return HIGHEST[held]


def above(card: Ints) -> Ints:
    """The ranks above a single card; all ranks if there is no card (0)."""
    return SUIT_MASK & ~(card | card - 1) | np.where(card == 0, SUIT_MASK, 0)


def touched_below(held: Ints, gone: Ints) -> Ints:
    """The cards of each sequence except its lowest: the next lower live card is held too.

    Cards in `gone` no longer separate others.
    """
    return _touched(held, gone, np.left_shift)


def touched_above(held: Ints, gone: Ints) -> Ints:
    """The cards of each sequence except its highest: the next higher live card is held too."""
    return _touched(held, gone, np.right_shift)


def _touched(held: Ints, gone: Ints, shift: np.ufunc) -> Ints:
    """The held cards next to a held card in one direction: a Kogge-Stone fill through `gone`."""
    fill, path = held, gone
    for step in (1, 2, 4, 8):
        fill = fill | path & shift(fill, step)
        path = path & shift(path, step)
    return np.asarray(held & shift(fill, 1))


def masters(held: Ints, others: Ints) -> Ints:
    """The held cards that are higher than every card of `others`."""
    return held & above(HIGHEST[others])


def when(condition: Flags, mask: Ints) -> Ints:
    """The mask where the condition holds, 0 elsewhere.

    A condition on public facts is one flag for all holdings. The result is then the mask itself or
    `NONE`.
    """
    if condition.size == 1:
        return mask if condition.item() else NONE
    return np.where(condition, mask, 0)


def has(held: Ints, card: Ints | int) -> Flags:
    """Whether a holding has at least one of the given cards."""
    found: Flags = (held & card) != 0
    return found


_TOPS: Final = {"ace": ACE, "king": KING, "queen": QUEEN, "jack": JACK}
_HIGH_CARDS: Final = {**_TOPS, "ten": TEN, "nine": TEN >> 1}
_PLAYERS: Final = ("self", "partner", "left", "right")


def opening_suit(held: Ints, facts: SuitFacts) -> Values:
    """The features of each suit for the opening lead."""
    count = LENGTH[held]
    notrump = facts.notrump != 0
    trump = facts.trump != 0
    side = ~notrump & ~trump
    ace, king, queen, jack = (has(held, card) for card in (ACE, KING, QUEEN, JACK))
    ten = has(held, TEN)
    nothing = ~has(held, HONOURS)
    partner, left = facts.bid_partner != 0, facts.bid_left != 0
    right, own = facts.bid_right != 0, facts.bid_self != 0
    nobody = ~(partner | left | right | own)
    return {
        **{f"length.nt_{cards}": notrump & (count == cards) for cards in range(2, 6)},
        "length.nt_6": notrump & (count >= 6),
        "length.suit_3": side & (count == 3),
        "length.suit_4": side & (count == 4),
        "length.suit_5": side & (count >= 5),
        "length.major_nt": notrump & (facts.major != 0) & nobody,
        "length.major": side & (facts.major != 0) & nobody,
        "short.singleton": side & (count == 1),
        "short.singleton_honour": side & (count == 1) & ~nothing,
        "short.doubleton": side & (count == 2),
        "short.doubleton_honour": side & (count == 2) & ~nothing,
        "honours.nt_nothing": notrump & nothing,
        **{f"honours.nt_{name}": notrump & has(held, card) for name, card in _TOPS.items()},
        "honours.nt_ace_king": notrump & ace & king,
        "honours.nt_king_queen": notrump & king & queen,
        "honours.nt_queen_jack": notrump & queen & jack,
        "honours.nt_jack_ten": notrump & jack & ten,
        "honours.nt_long_points": np.where(notrump & (count >= 5), _points(held), 0),
        "honours.ace_king": side & ace & king,
        "honours.ace": side & ace & ~king & (count >= 2),
        "honours.ace_queen": side & ace & queen & ~king,
        "honours.king_queen": side & king & queen & ~ace,
        "honours.king": side & king & ~queen & ~ace & (count >= 2),
        "honours.king_jack": side & king & jack & ~queen & ~ace,
        "honours.queen_jack": side & queen & jack & ~king & ~ace,
        "honours.queen": side & queen & ~jack & ~king & ~ace & (count >= 2),
        "honours.jack_ten": side & jack & ten & ~queen & ~king & ~ace,
        "honours.jack": side & jack & ~ten & ~queen & ~king & ~ace & (count >= 2),
        "honours.slam_ace": (facts.level >= 6) & ace,
        "honours.slam_king": (facts.level >= 6) & king & ~ace,
        "honours.low_level": np.where(side & (facts.level <= 2), _points(held), 0),
        "bids.partner": side & partner,
        "bids.partner_nt": notrump & partner,
        "bids.partner_short": ~trump & partner & (count <= 2),
        "bids.partner_singleton": side & partner & (count == 1),
        "bids.partner_four": ~trump & partner & (count >= 4),
        "bids.partner_ace": side & partner & ace,
        "bids.self": side & own,
        "bids.self_nt": notrump & own,
        "bids.dummy": side & left,
        "bids.dummy_nt": notrump & left,
        "bids.declarer": side & right,
        "bids.declarer_nt": notrump & right,
        "bids.dummy_long_nt": notrump & left & (count >= 5),
        "bids.declarer_long_nt": notrump & right & (count >= 5),
        "trump.lead": trump,
        "trump.singleton": trump & (count == 1),
        "trump.doubleton": trump & (count == 2),
        "trump.four": trump & (count >= 4),
        "trump.nothing": trump & nothing,
        **{f"trump.{name}": trump & has(held, card) for name, card in _TOPS.items()},
        "trump.queen_doubleton": trump & queen & ~king & ~ace & (count == 2),
        "trump.low_level": trump & (facts.level <= 2),
        "trump.slam": trump & (facts.level >= 6),
    }


def later_suit(held: Ints, facts: SuitFacts) -> Values:
    """The features of each suit for a lead to a later trick, by a defender or by declarer."""
    count = LENGTH[held]
    notrump, trump = facts.notrump != 0, facts.trump != 0
    side = ~trump
    others = SUIT_MASK & ~(facts.gone | facts.dummy | held)
    unseen = LENGTH[others]
    winners = LENGTH[masters(held, others | facts.dummy)]
    with_dummy = LENGTH[masters(held | facts.dummy, others)]
    dummy = LENGTH[facts.dummy]
    ace, king, queen = (has(held, card) for card in (ACE, KING, QUEEN))
    sequence = touched_below(held, facts.gone) & (HONOURS | TEN)
    return {
        "length.count": side * count,
        "length.count_nt": notrump * count,
        "length.singleton": side & ~notrump & (count == 1),
        "length.doubleton": side & ~notrump & (count == 2),
        "length.unseen": side * unseen,
        "length.unseen_nt": notrump * unseen,
        "length.last_cards": side & (unseen == 0),
        "winners.any": side & (winners > 0),
        "winners.any_nt": notrump & (winners > 0),
        "winners.count": side * np.minimum(winners, 4),
        "winners.late": np.where(side & (winners > 0), facts.number, 0),
        "winners.both": side * np.minimum(with_dummy, 4),
        "winners.long": side & (winners > 0) & (winners == count),
        "honours.ace": side & ace,
        "honours.ace_low": side & ace & ~king & (winners < count),
        "honours.king": side & king & ~queen & ~ace & (winners == 0),
        "honours.queen": side & queen & ~king & ~ace & (winners == 0),
        "honours.sequence": side & (sequence != 0) & (winners == 0),
        "honours.second": side & (masters(held & ~HIGHEST[held], others & ~HIGHEST[others]) != 0),
        "honours.points": side * _points(held),
        "history.again": side & (facts.last_led != 0),
        "history.again_winner": side & (facts.last_led != 0) & (winners > 0),
        "history.self": side & (facts.led_self > 0),
        "history.partner": side & (facts.led_partner > 0),
        "history.partner_again": side & (facts.led_partner > 0) & (facts.last_led != 0),
        "history.them": side & (facts.led_them > 0),
        "history.thrown": side * np.minimum(facts.thrown_self, 3),
        "history.partner_thrown": side * np.minimum(facts.thrown_partner, 3),
        "history.void_partner": side & ~notrump & (facts.void_partner != 0),
        "history.void_partner_nt": notrump & (facts.void_partner != 0),
        **_bids(side, facts),
        "dummy.count": side * dummy,
        "dummy.void": side & ~notrump & (dummy == 0),
        "dummy.winners": side * np.minimum(LENGTH[masters(facts.dummy, others | held)], 4),
        "dummy.through": np.where(side & (facts.dummy_side == 1), _points(facts.dummy), 0),
        "dummy.up_to": np.where(side & (facts.dummy_side == 3), _points(facts.dummy), 0),
        "dummy.partner_points": np.where(side & (facts.dummy_side == 2), _points(facts.dummy), 0),
        "trump.lead": trump,
        "trump.again": trump & (facts.last_led != 0),
        "trump.count": trump * count,
        "trump.unseen": trump * unseen,
        "trump.none_out": trump & (unseen == 0),
        "trump.winners": trump * np.minimum(winners, 4),
        "trump.both": trump * np.minimum(with_dummy, 4),
        "trump.dummy": trump * dummy,
        "trump.points": trump * _points(held),
        "trump.voids": trump & (facts.void_left + facts.void_right > 0),
    }


def lead_card(held: Ints, facts: SuitFacts, agreements: Agreements) -> Masks:
    """The features of each card of a suit when one of them is led."""
    count = LENGTH[held]
    notrump = facts.notrump != 0
    dealt = LENGTH[held | facts.own]
    first = (facts.own == 0) & (facts.trump == 0)
    top, low, second = HIGHEST[held], lowest(held), nth_highest(held, 2)
    nothing, honour = ~has(held, HONOURS), has(held, HONOURS)
    below, over = touched_below(held, facts.gone), touched_above(held, facts.gone)
    agreed = _of_touching(held, notrump, agreements)
    solid = when((below & top) != 0, agreed & (HONOURS | TEN))
    inner = below & ~over & ~top & (HONOURS | TEN)
    others = SUIT_MASK & ~(facts.gone | facts.dummy | held)
    win = masters(held, others | facts.dummy)
    single = held & ~below & ~over
    back = (facts.led_partner > 0) & (facts.own != 0)
    long = first & (count >= 4)
    shown = _length_cards(held, notrump, agreements)
    kept = when(first & nothing, _small_cards(held, notrump, agreements))
    open_3 = first & (count == 3) & nothing & (kept == 0)
    open_long = long & nothing & (kept == 0)
    king = has(held, ACE) & (notrump | (agreements.ace_king != "ace"))
    big = LENGTH[held & (HONOURS | TEN)] >= 3
    return {
        **{key: when(long & (kept == 0), mask) for key, mask in shown.items()},
        "length.agreed": np.where(kept != 0, kept, when(long, shown["length.agreed"])),
        "length.low_honour_3": when(first & (count == 3) & honour, low),
        "length.low_nothing_3": when(open_3, low),
        "length.low_long": when(long & (count >= 5), low),
        "length.top_doubleton": when(first & (count == 2) & nothing, top),
        "length.top_doubleton_honour": when(first & (count == 2) & honour, top),
        "length.top_3": when(open_3, top),
        "length.top_long": when(open_long, top),
        "length.second_long": when(open_long, second),
        "length.trump_low": when(facts.trump != 0, low),
        "length.return_top": when(back & (count == 2), top),
        "length.return_low": when(back & (count >= 3), low),
        "length.fourth_later": when(back & (dealt >= 4), low),
        "length.low": low,
        "length.spot_up": held & SPOTS & ~low & ~(TEN | TEN >> 1),
        "touching.solid": solid,
        "touching.solid_nt": when(notrump, solid),
        "touching.solid_big": when(big, solid),
        "touching.solid_two": when(count == 2, solid),
        "touching.inner": inner,
        "touching.inner_nt": when(notrump, inner),
        "touching.lower": over & (HONOURS | TEN),
        "touching.king_of_ace": when(king & (count >= 3), held & KING),
        "touching.king_of_ace_nt": when(king & notrump, held & KING),
        "honours.ace": held & ACE,
        "honours.ace_nt": when(notrump, held & ACE),
        "honours.king": single & KING,
        "honours.queen": single & QUEEN,
        "honours.jack": single & JACK,
        "honours.ten": single & TEN,
        "honours.trump": when(facts.trump != 0, held & HONOURS),
        "winners.any": win,
        "winners.opening": when(facts.number == 1, win),
        "winners.late": when(facts.number >= 7, win),
        "winners.cheapest": lowest(win),
        "winners.to_dummy": when((facts.dummy_side == 2) & has(facts.dummy, HONOURS), low),
        "winners.dummy_covers": when((facts.dummy_side == 1), held & ~win & HONOURS),
    }


def _points(held: Ints) -> Ints:
    """The high-card points of each holding."""
    held = held[..., np.newaxis]
    points = has(held, np.array([*_TOPS.values()])) * np.array([4, 3, 2, 1])
    return np.asarray(points.sum(axis=-1))


def _bids(side: Flags, facts: SuitFacts) -> dict[str, Flags]:
    return {f"history.bid_{who}": side & (getattr(facts, f"bid_{who}") != 0) for who in _PLAYERS}


def _length_cards(held: Ints, notrump: Flags, agreements: Agreements) -> dict[str, Ints]:
    """The small cards that show length, by feature: as agreed or, if mixed, by either method."""
    fourth = nth_highest(held, 4)
    third = np.where(LENGTH[held] % 2 == 0, nth_highest(held, 3), lowest(held))
    cards, none = {"fourth": fourth, "third_fifth": third}, np.zeros_like(held)
    agreed = np.where(
        notrump, cards.get(agreements.small_notrump, none), cards.get(agreements.small, none)
    )
    mixed = np.where(notrump, agreements.small_notrump == "mixed", agreements.small == "mixed")
    return {
        "length.agreed": agreed,
        "length.fourth": when(mixed, fourth),
        "length.third_fifth": when(mixed, third),
    }


def _small_cards(held: Ints, notrump: Flags, agreements: Agreements) -> Ints:
    """The agreed lead from three small cards, or from four or more; 0 without agreement."""
    cards, none = {"low": lowest(held), "top": HIGHEST[held]}, np.zeros_like(held)
    three = np.where(
        notrump,
        cards.get(agreements.three_small_notrump, none),
        cards.get(agreements.three_small, none),
    )
    second = nth_highest(held, 2) if agreements.long_small == "second" else none
    count = LENGTH[held]
    return np.asarray(np.where(count == 3, three, np.where(count >= 4, second, none)))


def _of_touching(held: Ints, notrump: Flags, agreements: Agreements) -> Ints:
    """The agreed lead from touching honours at the top of a suit."""
    top, second = HIGHEST[held], nth_highest(held, 2)
    if agreements.touching == "rusinow":
        return second
    king = ~notrump & has(held, ACE) & (agreements.ace_king == "king")
    return np.where(king & (LENGTH[held] >= 3), second, top)


def follow_card(held: Ints, facts: SuitFacts, _agreements: Agreements) -> Masks:
    """The features of each card of the suit led."""
    position = facts.position
    wins = facts.partner_wins != 0
    beats = held & above(facts.best)
    # The cards of this trick still separate others: of two cards around one, only the higher wins.
    below, over = touched_below(held, facts.gone), touched_above(held, facts.gone)
    cheapest, low, top = lowest(beats), lowest(held), HIGHEST[held]
    dummy_next = np.where(facts.dummy_after != 0, facts.dummy, 0)
    others = SUIT_MASK & ~(facts.gone | facts.trick | facts.dummy | held)
    sure = masters(beats, others | dummy_next)
    over_dummy = when(facts.dummy_after != 0, beats & above(HIGHEST[dummy_next]))
    enough = lowest(over_dummy)
    cannot = beats == 0
    last, third, second = position == 3, position == 2, position == 1
    honour_led = has(facts.led_card, HONOURS | TEN)
    by_dummy = facts.dummy_led != 0
    return {
        **_win(beats, cheapest, sure, facts),
        "win.over_dummy": over_dummy,
        "win.just_over_dummy": enough,
        "cover.second": when(second & honour_led, beats & HONOURS & ~ACE),
        "cover.second_ace": when(second & honour_led, beats & ACE),
        "cover.dummy": when(second & honour_led & by_dummy, beats & HONOURS),
        "cover.dummy_touching": when(
            second & by_dummy & honour_led & has(facts.dummy, facts.led_card >> 1), beats & HONOURS
        ),
        "cover.ten_small": when(second & has(facts.led_card, TEN | TEN >> 1), beats & HONOURS),
        "second.low": when(second, low),
        "second.low_small": when(second & ~honour_led, low),
        "second.low_through_dummy": when(second & (facts.dummy_after == 0) & ~honour_led, low),
        "second.honour": when(second & ~honour_led, held & HONOURS & ~ACE),
        "second.honour_two": when(
            second & ~honour_led & (LENGTH[held] == 2), held & HONOURS & ~ACE
        ),
        "second.split": when(second & ~honour_led, lowest(below & HONOURS)),
        "third.high": when(third & ~wins & (beats != 0), top),
        "third.high_small": when(
            third & wins & ~has(facts.best, HONOURS | TEN) & (beats != 0), top
        ),
        "third.cheapest_of_top": when(third & (beats != 0), top & ~below),
        "third.finesse": when(third & (facts.dummy_side == 3), cheapest & ~sure),
        "third.run": when(third & (beats != 0), _run_of_top(held, top, below, over)),
        "third.overtake_sure": when(third & wins & (LENGTH[others | facts.dummy] > 0), sure),
        "lowest.cannot": when(cannot, low),
        "lowest.cannot_second": when(cannot, second_lowest(held)),
        "lowest.can": when(~cannot, low),
        "lowest.partner_wins": when(wins, low),
        **{f"lowest.{name}": held & card & ~beats for name, card in _HIGH_CARDS.items()},
        "lowest.doubleton_honour": when(LENGTH[held] == 2, held & HONOURS & ~beats & below),
        "equals.top_beats": beats & below & ~over,
        "equals.low_beats": beats & over & ~below,
        "equals.top_beats_third": when(third, beats & below & ~over),
        "equals.top_beats_last": when(last, beats & below & ~over),
        "equals.top_loses": held & ~beats & below & ~over,
        "equals.low_loses": held & ~beats & over & ~below,
        "equals.higher": over & beats,
        **_signal(held, facts),
    }


def _win(beats: Ints, cheapest: Ints, sure: Ints, facts: SuitFacts) -> dict[str, Ints]:
    wins = facts.partner_wins != 0
    last, third, second = (facts.position == place for place in (3, 2, 1))
    small = ~has(facts.best, HONOURS | TEN)
    return {
        "win.last": when(last & ~wins, beats),
        "win.last_cheapest": when(last & ~wins, cheapest),
        "win.last_ace": when(last & ~wins, beats & ACE),
        "win.last_over_honour": when(last & ~wins & ~small, beats),
        "win.last_early": when(last & ~wins & (facts.number <= 3), beats),
        "win.last_partner": when(last & wins, beats),
        "win.last_partner_small": when(last & wins & small, beats),
        "win.third": when(third & ~wins, beats),
        "win.third_cheapest": when(third & ~wins, cheapest),
        "win.third_sure": when(third & ~wins, sure),
        "win.third_over_honour": when(third & ~wins & ~small, beats),
        "win.third_partner": when(third & wins, beats),
        "win.third_partner_small": when(third & wins & small, beats),
        "win.second": when(second, beats),
        "win.second_cheapest": when(second, cheapest),
        "win.second_sure": when(second, sure),
        "win.second_sure_cheapest": when(second, lowest(sure)),
        "win.second_sure_late": when(second & (facts.number >= 7), sure),
        "win.second_over_honour": when(second & ~small, sure),
        "win.trump": when(facts.trump != 0, beats),
    }


def _signal(held: Ints, facts: SuitFacts) -> dict[str, Ints]:
    high, even, odd = _first_spot(held, held, facts)
    idle = (held & above(facts.best)) == 0
    trump = facts.trump != 0
    them, partner = (facts.partner_led == 0) & ~trump, (facts.partner_led != 0) & ~trump
    seen_by = {"them": them, "them_idle": them & idle, "partner": partner & idle}
    honour = has(held, HONOURS & ~JACK)
    return {
        **{
            f"count.{parity}_{name}": when(length & seen, high)
            for name, seen in seen_by.items()
            for parity, length in (("even", even), ("odd", odd))
        },
        "attitude.honour_partner": when((even | odd) & partner & honour & idle, high),
        "count.even_trump": when(even & trump, high),
        "count.odd_trump": when(odd & trump, high),
    }


def _first_spot(held: Ints, cards: Ints, facts: SuitFacts) -> tuple[Ints, Flags, Flags]:
    """The highest small card, whether it signals an even length, and whether it signals an odd one.

    Only a player's first card of a suit signals, and only from two small cards or more.
    """
    spots = cards & SPOTS & ~TEN
    signals = (facts.own == 0) & (LENGTH[spots] >= 2)
    odd = LENGTH[held | facts.own] % 2 == 1
    return HIGHEST[spots], signals & ~odd, signals & odd


def _run_of_top(held: Ints, top: Ints, below: Ints, over: Ints) -> Ints:
    """The lowest card of the sequence headed by the highest card held."""
    run = top
    for _ in range(3):
        run = np.where((run & below) != 0, HIGHEST[held & run - 1 & over], run)
    return run


def discard_suit(held: Ints, facts: SuitFacts) -> Values:
    """The features of each suit for a player who cannot follow; a trump is a ruff."""
    count = LENGTH[held]
    trump, notrump = facts.trump != 0, facts.notrump != 0
    side = ~trump
    others = SUIT_MASK & ~(facts.gone | facts.trick | facts.dummy | held)
    unseen = LENGTH[others]
    winners = LENGTH[masters(held, others | facts.dummy)]
    dummy = LENGTH[facts.dummy]
    # An honour is guarded if it outlasts the higher cards that are still out.
    top = HIGHEST[held]
    higher = LENGTH[(others | facts.dummy) & above(top)]
    guarded = side & has(held, HONOURS | TEN) & (winners == 0) & (count > higher)
    bare = guarded & (count == higher + 1)
    wins = facts.partner_wins != 0
    last = facts.position == 3
    over = (held & above(facts.best)) != 0
    return {
        "length.count": side * count,
        "length.count_nt": notrump * count,
        "length.one": side & (count == 1),
        "length.one_ruff": side & ~notrump & (count == 1) & (facts.number <= 6),
        "length.five": side & (count >= 5),
        "length.unseen": side * unseen,
        "length.last_cards": side & (unseen == 0),
        "guard.broken": bare,
        "guard.broken_early": bare & (facts.number <= 6),
        "guard.kept": guarded & ~bare,
        "guard.winners": side * np.minimum(winners, 4),
        "guard.all_winners": side & (winners == count),
        "guard.one_winner": side & (winners == 1) & (count == 1),
        "guard.points": side * LENGTH[held & HONOURS],
        "guard.nothing": side & ~has(held, HONOURS | TEN),
        "guard.dummy": side * dummy,
        "guard.dummy_void": side & (dummy == 0),
        "guard.dummy_equal": side & (count <= dummy) & (dummy >= 3),
        "guard.dummy_equal_honour": side & (count <= dummy) & (dummy >= 3) & (top > TEN),
        "guard.dummy_longer": side & (count > dummy + 1),
        "guard.over_dummy": side & (dummy > 0) & (top > HIGHEST[facts.dummy]) & (winners == 0),
        **{
            f"history.{led}": side & (getattr(facts, led) > 0)
            for led in ("led_self", "led_partner", "led_them")
        },
        "history.thrown": side & (facts.thrown_self > 0),
        "history.thrown_more": side * np.minimum(facts.thrown_self, 4),
        "history.thrown_partner": side * np.minimum(facts.thrown_partner, 4),
        **_bids(side, facts),
        "history.void_partner": side & (facts.void_partner != 0),
        "history.void_them": side * (facts.void_left + facts.void_right),
        "ruff.partner_wins": trump & wins,
        "ruff.partner_last": trump & wins & last,
        "ruff.partner_sure": trump & wins & (facts.top_wins != 0),
        "ruff.they_sure": trump & ~wins & over & (facts.top_wins != 0),
        "ruff.they_win": trump & ~wins & over,
        "ruff.they_win_last": trump & ~wins & over & last,
        "ruff.second": trump & (facts.position == 1) & over,
        "ruff.under": trump & ~over,
        "ruff.count": trump * count,
        "ruff.master": trump & (winners > 0),
        "ruff.natural": trump & (winners == count),
        "ruff.honours_only": trump & ((held & ~HONOURS) == 0),
        "ruff.late": trump & (facts.number >= 9),
    }


def discard_card(held: Ints, facts: SuitFacts, _agreements: Agreements) -> Masks:
    """The features of each card of the suit from which a player discards or ruffs."""
    trump = facts.trump != 0
    plain = when(~trump, held)
    low, over = lowest(held), touched_above(held, facts.gone)
    below = touched_below(held, facts.gone)
    beats = when(trump, held & above(facts.best))
    others = SUIT_MASK & ~(facts.gone | facts.trick | facts.dummy | held)
    high, even, odd = _first_spot(held, plain, facts)
    signals = even | odd
    return {
        "lowest.low": when(~trump, low),
        "lowest.low_late": when(~trump & (facts.number >= 8), low),
        "lowest.second": when(~trump, second_lowest(held)),
        "lowest.again": when(~trump & (facts.thrown_self > 0), low),
        **{f"lowest.{name}": plain & card for name, card in _HIGH_CARDS.items()},
        "lowest.master": masters(plain, others | facts.dummy),
        "equals.top": plain & below & ~over,
        "equals.top_honour": plain & below & ~over & HONOURS,
        "equals.lower": plain & over,
        "ruff.low": when(trump, low),
        "ruff.cheapest": lowest(beats),
        "ruff.beats": when(facts.best != 0, beats),
        "ruff.lower": when(trump, over),
        "ruff.honour": when(trump, held & HONOURS),
        "ruff.high_second": when(trump & (facts.position < 3), held & ~low),
        "count.even": when(even, high),
        "count.odd": when(odd, high),
        "attitude.honour": when(signals & has(held, ACE | KING), high),
        "attitude.queen": when(signals & ~has(held, ACE | KING) & has(held, QUEEN), high),
        "attitude.nothing": when(signals & ~has(held, HONOURS), high),
    }

"""Leads: the suit, and the card led from it.

The opening leader has not seen dummy. He chooses his suit by its length and honours, the auction
and the chance of a ruff, and the card by the agreements of his side: the top of a sequence, the
fourth highest, the top of a doubleton.

A later lead also depends on dummy, on the suits already led and discarded, and on voids: through
strength and up to weakness, a return of partner's suit, a ruff for partner. `lead_card` describes
the cards of a suit in both cases; each model has its own weights.
"""

from __future__ import annotations

import numpy as np

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.facts import SuitFacts
from bluechip_bot.inference.holding import (
    ACE,
    HIGHEST,
    HONOURS,
    JACK,
    KING,
    LENGTH,
    QUEEN,
    SPOTS,
    TEN,
    Flags,
    Ints,
    Masks,
    Values,
    has,
    lowest,
    masters,
    nth_highest,
    touched_above,
    touched_below,
    when,
)
from bluechip_bot.model.cards import SUIT_MASK


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
        "length.nt_2": notrump & (count == 2),
        "length.nt_3": notrump & (count == 3),
        "length.nt_4": notrump & (count == 4),
        "length.nt_5": notrump & (count == 5),
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
        "honours.nt_ace": notrump & ace,
        "honours.nt_king": notrump & king,
        "honours.nt_queen": notrump & queen,
        "honours.nt_jack": notrump & jack,
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
        "trump.ace": trump & ace,
        "trump.king": trump & king,
        "trump.queen": trump & queen,
        "trump.jack": trump & jack,
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
        "history.bid_self": side & (facts.bid_self != 0),
        "history.bid_partner": side & (facts.bid_partner != 0),
        "history.bid_left": side & (facts.bid_left != 0),
        "history.bid_right": side & (facts.bid_right != 0),
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
    return sum(
        (value * has(held, card) for value, card in ((4, ACE), (3, KING), (2, QUEEN), (1, JACK))),
        start=np.zeros_like(held),
    )


def _length_cards(held: Ints, notrump: Flags, agreements: Agreements) -> dict[str, Ints]:
    """The small card that shows the length: the agreed one, or either if none is agreed."""
    fourth = nth_highest(held, 4)
    third = np.where(LENGTH[held] % 2 == 0, nth_highest(held, 3), lowest(held))
    cards = {"fourth": fourth, "third_fifth": third}
    none = np.zeros_like(held)
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
    """The agreed lead from three small cards or from four or more; none without agreement."""
    none = np.zeros_like(held)
    three = {"low": lowest(held), "top": HIGHEST[held]}
    agreed = np.where(
        notrump,
        three.get(agreements.three_small_notrump, none),
        three.get(agreements.three_small, none),
    )
    second = nth_highest(held, 2) if agreements.long_small == "second" else none
    count = LENGTH[held]
    found: Ints = np.where(count == 3, agreed, np.where(count >= 4, second, none))
    return found


def _of_touching(held: Ints, notrump: Flags, agreements: Agreements) -> Ints:
    """The agreed lead from touching honours at the top of a suit."""
    top, second = HIGHEST[held], nth_highest(held, 2)
    if agreements.touching == "rusinow":
        return second
    king = ~notrump & has(held, ACE) & (agreements.ace_king == "king")
    return np.where(king & (LENGTH[held] >= 3), second, top)

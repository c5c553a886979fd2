"""Discards and ruffs: the suit, and the card played from it.

A player who cannot follow keeps his winners, the guards of his honours and his length against
dummy's; he discards from a suit that can spare a card. He ruffs to win a trick that the opponents
would win. His first small card of a suit signals: the rules "count" and "attitude".
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
    Ints,
    Masks,
    Values,
    above,
    has,
    lowest,
    masters,
    second_lowest,
    touched_above,
    touched_below,
    when,
)
from bluechip_bot.model.cards import SUIT_MASK


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
        "history.led_self": side & (facts.led_self > 0),
        "history.led_partner": side & (facts.led_partner > 0),
        "history.led_them": side & (facts.led_them > 0),
        "history.thrown": side & (facts.thrown_self > 0),
        "history.thrown_more": side * np.minimum(facts.thrown_self, 4),
        "history.thrown_partner": side * np.minimum(facts.thrown_partner, 4),
        "history.bid_self": side & (facts.bid_self != 0),
        "history.bid_partner": side & (facts.bid_partner != 0),
        "history.bid_left": side & (facts.bid_left != 0),
        "history.bid_right": side & (facts.bid_right != 0),
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
    spots = plain & SPOTS & ~TEN
    choice = LENGTH[spots] >= 2
    high = HIGHEST[spots]
    even = (LENGTH[held | facts.own] % 2 == 0) & choice
    odd = (LENGTH[held | facts.own] % 2 == 1) & choice
    first = facts.own == 0
    again = facts.thrown_self > 0
    return {
        "lowest.low": when(~trump, low),
        "lowest.low_late": when(~trump & (facts.number >= 8), low),
        "lowest.second": when(~trump, second_lowest(held)),
        "lowest.again": when(~trump & again, low),
        "lowest.ace": plain & ACE,
        "lowest.king": plain & KING,
        "lowest.queen": plain & QUEEN,
        "lowest.jack": plain & JACK,
        "lowest.ten": plain & TEN,
        "lowest.nine": plain & TEN >> 1,
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
        "count.even": when(first & even, high),
        "count.odd": when(first & odd, high),
        "attitude.honour": when(first & choice & has(held, ACE | KING), high),
        "attitude.queen": when(first & choice & ~has(held, ACE | KING) & has(held, QUEEN), high),
        "attitude.nothing": when(first & choice & ~has(held, HONOURS), high),
    }

"""Following suit: the card played, and the cards that it denies.

Second hand plays low unless he splits honours or covers one. Third hand plays high, with the lower
of touching cards, or finesses against dummy. Fourth hand wins as cheaply as he can. A player who
does otherwise probably could not do so: one who does not beat the winning card, does not cover an
honour or follows with a nine denies the cards that he would have played instead. His small cards
signal: the rules "count" and "attitude".
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
        "lowest.ace": held & ACE & ~beats,
        "lowest.king": held & KING & ~beats,
        "lowest.queen": held & QUEEN & ~beats,
        "lowest.jack": held & JACK & ~beats,
        "lowest.ten": held & TEN & ~beats,
        "lowest.nine": held & TEN >> 1 & ~beats,
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
    """The features of small cards as signals; none with fewer than two to choose from."""
    spots = held & SPOTS & ~TEN
    choice = LENGTH[spots] >= 2
    high = HIGHEST[spots]
    even = (LENGTH[held | facts.own] % 2 == 0) & choice
    odd = (LENGTH[held | facts.own] % 2 == 1) & choice
    first = facts.own == 0
    idle = (held & above(facts.best)) == 0
    them = (facts.partner_led == 0) & (facts.trump == 0)
    partner = (facts.partner_led != 0) & (facts.trump == 0)
    honour = has(held, HONOURS & ~JACK)
    return {
        "count.even_them": when(first & even & them, high),
        "count.odd_them": when(first & odd & them, high),
        "count.even_them_idle": when(first & even & them & idle, high),
        "count.odd_them_idle": when(first & odd & them & idle, high),
        "count.even_partner": when(first & even & partner & idle, high),
        "count.odd_partner": when(first & odd & partner & idle, high),
        "attitude.honour_partner": when(first & choice & partner & honour & idle, high),
        "count.even_trump": when(first & even & (facts.trump != 0), high),
        "count.odd_trump": when(first & odd & (facts.trump != 0), high),
    }


def _run_of_top(held: Ints, top: Ints, below: Ints, over: Ints) -> Ints:
    """The lowest card of the sequence headed by the highest card held."""
    run = top
    for _ in range(3):
        run = np.where((run & below) != 0, HIGHEST[held & run - 1 & over], run)
    return run

"""Calls as rules write them, turned into the calls that they mean in an auction.

| written | call |
|---|---|
| `2H`, `1NT`, `P`, `X` | itself |
| `2M`, `3theirs`, `4agreed` | of a level in a suit by name, or in each that a variable may mean |
| `raise`, `rebid`, `pref` | the cheapest bid in partner's last suit, one's own, partner's first |
| `new`, `cue`, `NT` | the cheapest bid in each unbid suit, in each suit of theirs, in notrump |
| `2new`, `3raise` | the same, where the cheapest is at this level |
| `jump-new`, `jump2-raise` | one level higher than the cheapest, two levels |
| `game-raise` | at the level of game |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.pattern import CHOICES, free, with_suit
from bluechip_bot.bidding.scene import AUCTION_SUITS, LITERAL_SUITS, Scene, Suits
from bluechip_bot.bidding.state import GAME_LEVEL, State
from bluechip_bot.bidding.syntax import RuleLine, SystemFileError
from bluechip_bot.model.calls import PASS, Call
from bluechip_bot.model.cards import Strain
from bluechip_bot.model.errors import CallError

_TEMPLATE: Final = re.compile(r"([1-7])?(?:(jump|jump2|game)-)?([A-Za-z]\w*)")
_WORDS: Final = {"raise": "partner", "rebid": "mine", "pref": "partner1"}
_EACH: Final = ("new", "cue", "NT")


@frozen
class Bound:
    """A rule whose call and suits are known.

    Attributes:
        call: what it makes.
        rule: the rule.
        scene: what its conditions are asked in.
        specificity: that of its context.
    """

    call: Call
    rule: RuleLine
    scene: Scene
    specificity: int = 0


def check_call(rule: RuleLine, names: frozenset[str]) -> None:
    """Raise unless a rule's call is understood, its suits being bound by the context.

    Raises:
        SystemFileError: if it is not.
    """
    if _literal(rule.call) is not None:
        return
    found = _TEMPLATE.fullmatch(rule.call)
    known = {*names, *CHOICES, *LITERAL_SUITS, *AUCTION_SUITS, *_WORDS, *_EACH} - {"suit"}
    if found is None or found[3] not in known:
        raise SystemFileError(
            rule.place, f"{rule.call!r} is no call (known words: {', '.join(sorted(known))})"
        )


def bind(rule: RuleLine, state: State, scene: Scene, specificity: int = 0) -> Iterator[Bound]:
    """Yield a rule for each call that it means; one that is not legal is left out."""
    call = _literal(rule.call)
    if call is not None:
        if state.is_legal(call):
            yield Bound(call, rule, _named(scene, call), specificity)
        return
    found = _TEMPLATE.fullmatch(rule.call)
    if found is None:
        return
    level, how, word = found.groups()
    for strain, suits in _strains(word, state, scene):
        call = _call(state, strain, int(level or 0), how)
        if word in CHOICES and level is None:
            continue
        if word not in _WORDS and word not in _EACH and level is not None:
            call = Call.bid(int(level), strain)
        if call != PASS and state.is_legal(call):
            yield Bound(call, rule, _named(scene.bind(suits), call), specificity)


def _literal(text: str) -> Call | None:
    try:
        return Call.parse(text)
    except CallError:
        return None


def _strains(word: str, state: State, scene: Scene) -> Iterator[tuple[Strain, Suits]]:
    suits = scene.suits
    if word == "NT":
        yield Strain.NOTRUMP, {}
    elif word == "new":
        yield from ((Strain(suit), {}) for suit in state.unbid)
    elif word == "cue":
        yield from ((Strain(suit), {}) for suit in scene.enemy)
    elif (name := _WORDS.get(word, word)) in suits:
        yield Strain(suits[name]), {}
    elif name in CHOICES:
        for suit in free(name, suits):
            yield Strain(suit), with_suit(suits, name, suit)


def _call(state: State, strain: Strain, level: int, how: str | None) -> Call:
    """The call of a word; PASS where there is none."""
    if how == "game":
        return Call.bid(GAME_LEVEL[strain], strain)
    call = state.cheapest(strain, {None: 0, "jump": 1, "jump2": 2}[how])
    return PASS if level and call.level != level else call


def _named(scene: Scene, call: Call) -> Scene:
    suit = call.strain.suit if call.is_bid else None
    return scene if suit is None else scene.bind({"suit": suit})

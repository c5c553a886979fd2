"""Thoughts in plain words."""

from __future__ import annotations

import re

import pytest

from bluechip_bot.match.record.spoken import spoken

SAID = {
    "all legal cards are equal": "All cards that may be played are equal.",
    "recursive, 128 worlds, 40 played out, 5 tricks wanted: SQ ST 82 % (4.9 tricks), H4 <= 75 %": (
        "I looked at 128 layouts of the hidden cards, and played 40 of them out. "
        "!SQ or !ST wins the 5 tricks we want in 82 % of them (4.9 tricks on average); "
        "!H4 in at most 75 %."
    ),
    "alphamu M=3, 1 world, contract decided, other tricks count: D2 50 %": (
        "I looked at 1 layout of the hidden cards, 3 of our cards ahead; the contract is decided, "
        "other tricks count. !D2 does best in 50 % of them."
    ),
    "the only legal card": "It is the only card that may be played.",
    "htn, 40 worlds": "I looked at 40 layouts of the hidden cards.",
    "openings.bid:18:1 one of a suit; or 1NT, 2H": (
        "By the system: one of a suit. Also allowed: 1NT, 2!H."
    ),
    "24 of 64 layouts: 2NT (1NT P 2NT P P P); 3H +0.84 IMPs (1NT P 3H); P -1.20 IMPs (1NT P P P)": (
        "I bid 24 layouts of the hidden cards to the end. The system's call is 2NT; against it "
        "3!H gains 0.84 IMPs on average, P loses 1.20 IMPs on average."
    ),
    "plan: Draw trumps.": "Draw trumps.",
    "policy 66%, takeout; or 1NT, 2H": (
        "The learned bidder is 66 % sure: takeout. Also allowed: 1NT, 2!H."
    ),
    "policy 100%": "The learned bidder is 100 % sure.",
    "something else: 3S 100 %": "something else: 3S 100 %",
    "": "",
}


@pytest.mark.parametrize("thought", SAID)
def test_thoughts_are_spoken(thought: str) -> None:
    """Without the names of files and searches; what is not ours stays as it is."""
    words = spoken(thought)
    assert words == SAID[thought]
    assert not re.search(r"\.bid|M=|alphamu|recursive|worlds|policy", words)

"""The fitted profiles of softness; equal to those of `conf/bidding.toml`.

Written by `python -m bluechip_bot.inference.calibrate FOLDER --fit-calls --code`: "partner" fitted
to our own bidding, "declared" to auctions of WBridge5, Jack and GIB, "unknown" also to those of
BEN, BBA and others, and of expert matches.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.bidding.softness import CallFactors, CallGrades, CallMargins, Softness
from bluechip_bot.constraints import Reliability

# fmt: off

PARTNER: Final = Softness(
    "partner",
    single=True,
    reliability=Reliability.PARTNER_CALL,
    grades=CallGrades(
        bid=(1.0, 1.0, 1.0, 0.174, 0.00324, 0.00324, 0.00324, 0.003),
        rebid=(1.0, 0.193, 0.193, 0.193, 0.0013, 0.0013, 0.0013, 0.00118),
        natural=(1.0, 0.587, 0.39, 0.39, 0.161, 0.161, 0.113, 0.0955),
        double=(1.0, 0.552, 0.552, 0.552, 0.552, 0.293, 0.293, 0.293),
        opening_pass=(1.0, 1.0, 1.0, 0.827, 0.827, 0.207, 0.207, 0.163),
        limited_pass=(1.0, 0.322, 0.322, 0.322, 0.322, 0.322, 0.322, 0.322),
        first_silence=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        later_silence=(1.0, 0.592, 0.455, 0.455, 0.389, 0.323, 0.246),
    ),
    other=CallFactors(
        bid=0.001,
        rebid=0.001,
        natural=1.0,
        double=0.00539,
        opening_pass=0.0192,
        limited_pass=0.00391,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        bid=(1, 0),
        rebid=(1, 0),
        natural=(4, 5),
        double=(1, 0),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(1, 0),
        later_silence=(1, 0),
    ),
)
"""Our own system, bid by partner."""

DECLARED: Final = Softness(
    "declared",
    single=False,
    reliability=Reliability.OPPONENT_CALL,
    grades=CallGrades(
        bid=(1.0, 0.708, 0.573, 0.535, 0.0753, 0.0753, 0.0114, 0.00695),
        rebid=(1.0, 1.0, 0.66, 0.66, 0.149, 0.149, 0.149, 0.035),
        natural=(1.0, 1.0, 0.501, 0.236, 0.236, 0.236, 0.136, 0.136),
        double=(1.0, 0.588, 0.588, 0.431, 0.431, 0.431, 0.281, 0.0807),
        opening_pass=(1.0, 1.0, 0.432, 0.166, 0.166, 0.125, 0.125, 0.124),
        limited_pass=(1.0, 0.83, 0.753, 0.168, 0.168, 0.101, 0.101, 0.0481),
        first_silence=(1.0, 0.714, 0.714, 0.365, 0.365, 0.365, 0.365),
        later_silence=(1.0, 0.772, 0.542, 0.542, 0.453, 0.373, 0.219),
    ),
    other=CallFactors(
        bid=0.123,
        rebid=0.2,
        natural=1.0,
        double=0.144,
        opening_pass=0.243,
        limited_pass=0.186,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        bid=(4, 1),
        rebid=(5, 3),
        natural=(3, 3),
        double=(9, 5),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(3, 3),
        later_silence=(1, 0),
    ),
)
"""Opponents whose system is known."""

UNKNOWN: Final = Softness(
    "unknown",
    single=False,
    reliability=Reliability.STRANGER_CALL,
    grades=CallGrades(
        bid=(1.0, 0.777, 0.585, 0.251, 0.071, 0.071, 0.00836, 0.00589),
        rebid=(1.0, 1.0, 0.612, 0.478, 0.165, 0.129, 0.0922, 0.0294),
        natural=(1.0, 0.587, 0.39, 0.39, 0.161, 0.161, 0.113, 0.0955),
        double=(1.0, 0.625, 0.625, 0.287, 0.287, 0.287, 0.287, 0.107),
        opening_pass=(1.0, 1.0, 0.171, 0.0634, 0.0634, 0.057, 0.057, 0.0449),
        limited_pass=(1.0, 0.828, 0.828, 0.233, 0.233, 0.0774, 0.0774, 0.024),
        first_silence=(1.0, 0.388, 0.318, 0.318, 0.205, 0.205, 0.205),
        later_silence=(1.0, 0.791, 0.702, 0.551, 0.502, 0.373, 0.316),
    ),
    other=CallFactors(
        bid=0.164,
        rebid=0.38,
        natural=1.0,
        double=0.227,
        opening_pass=0.257,
        limited_pass=0.226,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        bid=(9, 1),
        rebid=(5, 3),
        natural=(4, 5),
        double=(9, 5),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(4, 5),
        later_silence=(1, 0),
    ),
)
"""All other opponents."""
PROFILES: Final = (PARTNER, DECLARED, UNKNOWN)

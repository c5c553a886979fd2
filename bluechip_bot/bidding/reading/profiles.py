"""The fitted profiles of softness; equal to those of `conf/bidding.toml`.

Written by `python -m bluechip_bot.inference.calibrate FOLDER --fit-calls --code`: "partner" fitted
to our own bidding, "declared" to auctions of WBridge5, Jack and GIB, "unknown" also to those of
BEN, BBA and others, and of people, both counting alike; "explained" to what GIB tells of its
calls.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.bidding.reading.softness import CallFactors, CallGrades, CallMargins, Softness
from bluechip_bot.constraints import Reliability

# fmt: off

PARTNER: Final = Softness(
    "partner",
    single=True,
    reliability=Reliability.PARTNER_CALL,
    grades=CallGrades(
        opening=(1.0, 1.0, 0.169, 0.12, 0.001, 0.001, 0.001, 0.001),
        opening_notrump=(1.0, 1.0, 1.0, 1.0, 0.001, 0.001, 0.001, 0.001),
        opening_high=(1.0, 1.0, 0.39, 0.381, 0.0597, 0.0597, 0.0569, 0.0145),
        overcall=(1.0, 1.0, 1.0, 0.0208, 0.001, 0.001, 0.001, 0.001),
        bid=(1.0, 1.0, 1.0, 0.00115, 0.001, 0.001, 0.001, 0.001),
        rebid=(1.0, 1.0, 1.0, 0.001, 0.001, 0.001, 0.001, 0.001),
        natural=(1.0, 0.878, 0.61, 0.61, 0.255, 0.255, 0.127, 0.127),
        double=(1.0, 1.0, 0.302, 0.125, 0.001, 0.001, 0.001, 0.001),
        opening_pass=(1.0, 1.0, 1.0, 0.242, 0.242, 0.001, 0.001, 0.001),
        limited_pass=(1.0, 0.803, 0.803, 0.0197, 0.0197, 0.00156, 0.00156, 0.00156),
        first_silence=(1.0, 0.398, 0.398, 0.398, 0.398, 0.398, 0.398),
        later_silence=(1.0, 1.0, 0.663, 0.663, 0.34, 0.34, 0.34),
    ),
    other=CallFactors(
        opening=0.001,
        opening_notrump=0.001,
        opening_high=0.001,
        overcall=0.001,
        bid=0.001,
        rebid=0.001,
        natural=1.0,
        double=0.001,
        opening_pass=0.001,
        limited_pass=0.001,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        opening=(1, 0),
        opening_notrump=(1, 0),
        opening_high=(1, 0),
        overcall=(1, 0),
        bid=(1, 0),
        rebid=(1, 0),
        natural=(6, 6),
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
        opening=(1.0, 0.496, 0.0666, 0.0666, 0.004, 0.004, 0.004, 0.004),
        opening_notrump=(1.0, 1.0, 1.0, 0.0884, 0.0209, 0.004, 0.004, 0.004),
        opening_high=(1.0, 1.0, 0.0102, 0.0102, 0.004, 0.004, 0.004, 0.004),
        overcall=(1.0, 0.388, 0.388, 0.388, 0.0399, 0.0399, 0.004, 0.004),
        bid=(1.0, 0.955, 0.955, 0.955, 0.191, 0.191, 0.0803, 0.0536),
        rebid=(1.0, 1.0, 0.714, 0.714, 0.187, 0.187, 0.152, 0.00888),
        natural=(1.0, 1.0, 0.345, 0.345, 0.163, 0.163, 0.163, 0.163),
        double=(1.0, 0.97, 0.97, 0.336, 0.336, 0.336, 0.181, 0.0866),
        opening_pass=(1.0, 1.0, 0.453, 0.154, 0.154, 0.106, 0.106, 0.0701),
        limited_pass=(1.0, 1.0, 1.0, 0.197, 0.197, 0.0639, 0.0639, 0.0306),
        first_silence=(1.0, 1.0, 1.0, 0.406, 0.406, 0.406, 0.406),
        later_silence=(1.0, 0.914, 0.555, 0.555, 0.379, 0.185, 0.103),
    ),
    other=CallFactors(
        opening=0.1,
        opening_notrump=0.1,
        opening_high=0.1,
        overcall=0.234,
        bid=0.195,
        rebid=0.1,
        natural=1.0,
        double=0.1,
        opening_pass=0.213,
        limited_pass=0.181,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        opening=(1, 0),
        opening_notrump=(1, 0),
        opening_high=(2, 1),
        overcall=(6, 1),
        bid=(5, 2),
        rebid=(5, 3),
        natural=(3, 5),
        double=(9, 6),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(3, 5),
        later_silence=(1, 0),
    ),
)
"""Opponents whose system is known."""

UNKNOWN: Final = Softness(
    "unknown",
    single=False,
    reliability=Reliability.STRANGER_CALL,
    grades=CallGrades(
        opening=(1.0, 0.711, 0.488, 0.0527, 0.025, 0.0225, 0.00484, 0.004),
        opening_notrump=(1.0, 1.0, 1.0, 1.0, 0.0862, 0.0862, 0.0444, 0.00463),
        opening_high=(1.0, 1.0, 0.0736, 0.045, 0.004, 0.004, 0.004, 0.004),
        overcall=(1.0, 0.844, 0.568, 0.303, 0.0396, 0.0396, 0.004, 0.004),
        bid=(1.0, 0.816, 0.816, 0.706, 0.236, 0.236, 0.0907, 0.0582),
        rebid=(1.0, 1.0, 0.432, 0.432, 0.208, 0.175, 0.0801, 0.0414),
        natural=(1.0, 0.878, 0.61, 0.61, 0.255, 0.255, 0.127, 0.127),
        double=(1.0, 0.934, 0.617, 0.396, 0.396, 0.396, 0.396, 0.144),
        opening_pass=(1.0, 1.0, 0.269, 0.0502, 0.0502, 0.0424, 0.0424, 0.0409),
        limited_pass=(1.0, 0.83, 0.83, 0.83, 0.83, 0.109, 0.0591, 0.0169),
        first_silence=(1.0, 0.482, 0.482, 0.388, 0.0989, 0.0989, 0.0989),
        later_silence=(1.0, 0.891, 0.685, 0.574, 0.43, 0.275, 0.275),
    ),
    other=CallFactors(
        opening=0.1,
        opening_notrump=0.108,
        opening_high=0.157,
        overcall=0.338,
        bid=0.197,
        rebid=0.312,
        natural=1.0,
        double=0.161,
        opening_pass=0.134,
        limited_pass=0.221,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        opening=(2, 2),
        opening_notrump=(9, 1),
        opening_high=(9, 6),
        overcall=(7, 5),
        bid=(9, 5),
        rebid=(9, 5),
        natural=(6, 6),
        double=(9, 6),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(6, 6),
        later_silence=(1, 0),
    ),
)
"""All other opponents."""

EXPLAINED: Final = Softness(
    "explained",
    single=False,
    reliability=Reliability.OPPONENT_CALL,
    grades=CallGrades(
        opening=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        opening_notrump=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        opening_high=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        overcall=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        bid=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        rebid=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        natural=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        double=(1.0, 1.0, 0.527, 0.0844, 0.02, 0.02, 0.02, 0.02),
        opening_pass=(1.0, 1.0, 0.453, 0.154, 0.154, 0.106, 0.106, 0.0701),
        limited_pass=(1.0, 1.0, 1.0, 0.197, 0.197, 0.0639, 0.0639, 0.0306),
        first_silence=(1.0, 1.0, 1.0, 0.406, 0.406, 0.406, 0.406),
        later_silence=(1.0, 0.914, 0.555, 0.555, 0.379, 0.185, 0.103),
    ),
    other=CallFactors(
        opening=1.0,
        opening_notrump=1.0,
        opening_high=1.0,
        overcall=1.0,
        bid=1.0,
        rebid=1.0,
        natural=1.0,
        double=1.0,
        opening_pass=0.213,
        limited_pass=0.181,
        first_silence=1.0,
        later_silence=1.0,
    ),
    margins=CallMargins(
        opening=(4, 3),
        opening_notrump=(4, 3),
        opening_high=(4, 3),
        overcall=(4, 3),
        bid=(4, 3),
        rebid=(4, 3),
        natural=(4, 3),
        double=(4, 3),
        opening_pass=(1, 0),
        limited_pass=(1, 0),
        first_silence=(3, 5),
        later_silence=(1, 0),
    ),
)
"""Calls of which the opponents tell what they show."""
PROFILES: Final = (PARTNER, DECLARED, UNKNOWN, EXPLAINED)

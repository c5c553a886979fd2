"""The fitted weights of all rules: by model, rule and feature.

Written by `python -m bluechip_bot.inference.calibrate FOLDER --fit --code`; equal to those of
`conf/inference.toml`. Fitted to records of robot matches (WBridge5, Jack, BEN, Q-Plus and others).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# fmt: off
DEFAULTS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "opening_suit": {
        "length": {
            "nt_2": -0.68, "nt_3": -0.83, "nt_4": 0.14, "nt_5": 0.49, "nt_6": 0.03, "suit_3":
            -0.47, "suit_4": -0.46, "suit_5": -0.39, "major_nt": 0.5, "major": 0.04
        },
        "short": {
            "singleton": 2.43, "singleton_honour": 0.11, "doubleton": 0.51, "doubleton_honour":
            0.19
        },
        "honours": {
            "nt_nothing": 0.09, "nt_ace": -0.52, "nt_king": -0.05, "nt_queen": 0.07, "nt_jack":
            0.12, "nt_ace_king": 0.93, "nt_king_queen": 0.55, "nt_queen_jack": 0.79,
            "nt_jack_ten": 0.35, "nt_long_points": 0.16, "ace_king": 2.33, "ace": -1.08,
            "ace_queen": -0.25, "king_queen": 0.96, "king": -1.32, "king_jack": -0.52,
            "queen_jack": 0.79, "queen": -0.57, "jack_ten": 0.34, "jack": -0.49, "slam_ace": 1.28,
            "slam_king": 0.46, "low_level": -0.12
        },
        "bids": {
            "partner": 1.98, "partner_nt": 2.31, "partner_short": 0.52, "partner_singleton": 0.32,
            "partner_four": -0.06, "partner_ace": -0.41, "self": 0.3, "self_nt": 0.64, "dummy":
            -0.64, "dummy_nt": -1.04, "declarer": -0.52, "declarer_nt": -1.48, "dummy_long_nt":
            -0.59, "declarer_long_nt": -0.07
        },
        "trump": {
            "lead": -1.62, "singleton": 0.5, "doubleton": 0.14, "four": -0.41, "nothing": 0.83,
            "ace": -0.04, "king": -0.21, "queen": -0.23, "jack": -0.05, "queen_doubleton": -0.16,
            "low_level": 0.26, "slam": 0.19
        },
    },
    "opening_card": {
        "length": {
            "agreed": 3.19, "fourth": -0.18, "third_fifth": 0.73, "low_honour_3": 1.31,
            "low_nothing_3": 0.88, "low_long": 0.56, "top_doubleton": 2.49,
            "top_doubleton_honour": 1.77, "top_3": -0.13, "top_long": -0.15, "second_long": 0.58,
            "trump_low": 0.12, "low": -0.24, "spot_up": -0.22
        },
        "touching": {
            "solid": 3.5, "solid_nt": -0.23, "solid_big": 0.9, "inner": 2.13, "inner_nt": 1.45,
            "lower": -0.26, "king_of_ace": 0.71, "king_of_ace_nt": -0.14
        },
        "honours": {
            "ace": 0.3, "ace_nt": -1.74, "king": -0.54, "queen": -0.88, "jack": -0.66, "ten":
            -0.95, "trump": -0.18
        },
        "winners": {
            "any": 1.21, "opening": 1.21, "cheapest": 0.78, "dummy_covers": 0.46
        },
    },
    "lead_suit": {
        "length": {
            "count": -0.12, "count_nt": -0.29, "singleton": 0.95, "doubleton": 0.23, "unseen":
            -0.04, "unseen_nt": -0.04, "last_cards": -0.22
        },
        "winners": {
            "any": -0.38, "any_nt": 1.03, "count": 0.33, "late": 0.06, "both": -0.17, "long": 0.3
        },
        "honours": {
            "ace": 0.08, "ace_low": -0.46, "king": -0.18, "queen": -0.12, "sequence": 0.32,
            "second": 0.06, "points": -0.01
        },
        "history": {
            "again": 0.39, "again_winner": -0.22, "self": 0.2, "partner": 0.24, "partner_again":
            -0.23, "them": -0.19, "thrown": 0.04, "partner_thrown": -0.09, "bid_self": -0.19,
            "bid_partner": -0.03, "bid_left": -0.27, "bid_right": -0.27, "void_partner": 0.43,
            "void_partner_nt": -0.31
        },
        "dummy": {
            "count": -0.15, "void": -1.5, "winners": -0.12, "through": -0.04, "up_to": -0.16
        },
        "trump": {
            "lead": 0.26, "again": 0.71, "count": -0.61, "unseen": -0.11, "none_out": -0.87,
            "winners": 1.22, "both": -0.04, "dummy": 0.02, "points": -0.21, "voids": -0.78
        },
    },
    "lead_card": {
        "length": {
            "agreed": -0.13, "fourth": -0.79, "third_fifth": 0.55, "low_honour_3": 0.68,
            "low_nothing_3": 0.67, "low_long": 0.31, "top_doubleton": 2.3, "top_doubleton_honour":
            1.69, "top_3": -0.12, "top_long": -0.06, "second_long": 0.73, "trump_low": 0.28,
            "return_top": 0.99, "return_low": -0.24, "fourth_later": 0.71, "low": 0.95, "spot_up":
            0.13
        },
        "touching": {
            "solid": 2.96, "solid_nt": -0.05, "solid_big": 0.42, "solid_two": 0.16, "inner": 1.16,
            "inner_nt": 0.63, "lower": -0.91, "king_of_ace": 0.54, "king_of_ace_nt": 1.08
        },
        "winners": {
            "any": 2.55, "late": -0.56, "cheapest": 0.47, "dummy_covers": 0.02
        },
    },
    "follow": {
        "win": {
            "last": 1.54, "last_cheapest": 2.09, "last_ace": -0.77, "last_over_honour": 0.58,
            "last_early": 0.17, "last_partner": -0.96, "last_partner_small": 0.14, "third": 2.23,
            "third_cheapest": 0.5, "third_sure": 0.78, "third_over_honour": 0.26, "third_partner":
            -0.65, "third_partner_small": 1.25, "second": -0.37, "second_cheapest": 0.5,
            "second_sure": 0.71, "second_sure_cheapest": 0.68, "second_sure_late": 0.02,
            "second_over_honour": -0.22, "trump": -0.64, "over_dummy": -1.09, "just_over_dummy":
            1.83
        },
        "cover": {
            "second": 0.48, "second_ace": 0.18, "dummy": 1.13, "dummy_touching": -1.02,
            "ten_small": -0.44
        },
        "second": {
            "low": 0.27, "low_small": -0.12, "low_through_dummy": -0.12, "honour": -0.14,
            "honour_two": -0.25, "split": -0.73
        },
        "third": {
            "high": 0.43, "high_small": 0.79, "cheapest_of_top": -0.42, "finesse": -0.77, "run":
            0.89, "overtake_sure": 0.58
        },
        "lowest": {
            "cannot": 1.66, "cannot_second": 0.38, "can": 0.81, "partner_wins": -0.11, "ace":
            -1.26, "king": -1.96, "queen": -1.92, "jack": -1.72, "ten": -1.13, "nine": -1.08,
            "doubleton_honour": -0.25
        },
        "equals": {
            "top_beats": -0.41, "low_beats": 1.37, "top_beats_third": -1.22, "top_beats_last":
            -0.06, "top_loses": -0.03, "low_loses": 0.25, "higher": -0.84
        },
        "signal": {
            "even_them": 1.12, "odd_them": -0.37, "even_them_idle": 0.77, "odd_them_idle": -0.17,
            "even_partner": 1.78, "odd_partner": -0.38, "honour_partner": 0.54, "even_trump":
            1.86, "odd_trump": -0.89
        },
    },
    "discard_suit": {
        "length": {
            "count": -0.05, "count_nt": -0.0, "one": 0.19, "one_ruff": 0.59, "five": 0.54,
            "unseen": -0.03, "last_cards": 0.46
        },
        "guard": {
            "broken": -1.19, "broken_early": -0.09, "kept": 0.08, "winners": 0.15, "all_winners":
            -0.43, "one_winner": -0.99, "points": -0.13, "nothing": 0.16, "dummy": -0.02,
            "dummy_void": 0.31, "dummy_equal": 0.1, "dummy_equal_honour": -0.37, "dummy_longer":
            -0.02, "over_dummy": -0.13
        },
        "history": {
            "led_self": -0.12, "led_partner": -0.24, "led_them": -0.2, "thrown": 0.45,
            "thrown_more": -0.01, "thrown_partner": 0.1, "bid_self": -0.05, "bid_partner": -0.11,
            "bid_left": 0.05, "bid_right": -0.04, "void_partner": -0.11, "void_them": 0.14
        },
        "ruff": {
            "partner_wins": 2.0, "partner_last": -0.59, "they_win": 3.0, "they_win_last": -0.24,
            "second": -1.73, "under": 0.21, "count": -0.2, "master": -0.35, "natural": -0.2,
            "honours_only": -0.03, "late": -1.0, "partner_sure": -1.84, "they_sure": 0.74
        },
    },
    "discard_card": {
        "lowest": {
            "low": 1.71, "low_late": 0.73, "second": 0.49, "again": 0.7, "ace": -1.52, "king":
            -1.72, "queen": -1.38, "jack": -1.17, "ten": -1.21, "nine": -1.26, "master": -0.62
        },
        "equals": {
            "top": -0.11, "top_honour": 0.24, "lower": -0.07
        },
        "ruff": {
            "low": 0.36, "cheapest": 1.76, "beats": 1.25, "lower": 0.35, "honour": -0.83,
            "high_second": 0.75
        },
        "signal": {
            "even": 1.22, "odd": -0.86, "honour": 0.62, "queen": 0.14, "nothing": 0.32
        },
    },
    "declarer_lead_suit": {
        "length": {
            "count": -0.15, "count_nt": -0.06, "singleton": 0.74, "doubleton": 0.12, "unseen":
            0.01, "unseen_nt": -0.25, "last_cards": 0.12
        },
        "winners": {
            "any": -0.93, "any_nt": 0.43, "count": 0.17, "late": 0.1, "both": 0.15, "long": 0.18
        },
        "honours": {
            "ace": 0.09, "ace_low": -0.48, "king": -0.37, "queen": -0.18, "sequence": 0.14,
            "second": 0.08, "points": 0.06
        },
        "history": {
            "again": 0.5, "again_winner": 0.23, "self": 0.39, "partner": 0.18, "partner_again":
            -0.02, "them": -0.1, "thrown": -0.05, "partner_thrown": -0.14, "bid_self": 0.19,
            "bid_partner": 0.19, "bid_left": 0.08, "bid_right": -0.0, "void_partner": -0.18,
            "void_partner_nt": 0.25
        },
        "dummy": {
            "count": 0.09, "void": 1.32, "winners": -0.19, "partner_points": 0.17
        },
        "trump": {
            "lead": 1.46, "again": 0.61, "count": -0.19, "unseen": 0.04, "none_out": -2.69,
            "winners": 0.37, "both": 0.22, "dummy": -0.03, "points": -0.07, "voids": 0.12
        },
    },
    "declarer_lead_card": {
        "length": {
            "agreed": 0.3, "fourth": 0.66, "third_fifth": 0.2, "low_honour_3": -0.21,
            "low_nothing_3": 0.12, "low_long": 0.46, "top_doubleton": 0.3, "top_doubleton_honour":
            1.0, "top_3": -0.34, "top_long": -0.04, "second_long": 0.1, "trump_low": 0.04,
            "return_top": 0.79, "return_low": -0.31, "fourth_later": 0.45, "low": 0.66, "spot_up":
            0.0
        },
        "touching": {
            "solid": 0.31, "solid_nt": 0.29, "solid_big": -0.08, "solid_two": 0.32, "inner":
            -0.26, "inner_nt": 0.78, "lower": -0.06, "king_of_ace": -0.28, "king_of_ace_nt": 0.36
        },
        "honours": {
            "ace": -0.31, "ace_nt": -0.09, "king": 0.15, "queen": 0.02, "jack": -0.08, "ten":
            -0.36, "trump": 0.08
        },
        "winners": {
            "any": 1.67, "late": -0.06, "cheapest": 0.1, "to_dummy": 0.89
        },
    },
    "declarer_follow": {
        "win": {
            "last": 1.89, "last_cheapest": 1.11, "last_ace": -0.65, "last_over_honour": 0.21,
            "last_early": 0.41, "last_partner": -1.72, "last_partner_small": -0.05, "third": 3.01,
            "third_cheapest": -0.27, "third_sure": 0.33, "third_over_honour": 1.02,
            "third_partner": -1.02, "third_partner_small": 1.32, "second": -0.42,
            "second_cheapest": 0.52, "second_sure": 0.55, "second_sure_cheapest": 0.11,
            "second_sure_late": -0.28, "second_over_honour": 0.01, "trump": -0.05, "over_dummy":
            0.97, "just_over_dummy": -0.58
        },
        "cover": {
            "second": 0.71, "second_ace": 0.27, "ten_small": 0.13
        },
        "second": {
            "low": -0.11, "low_small": 0.33, "honour": -0.15, "honour_two": 0.53, "split": 0.24
        },
        "third": {
            "high": 0.15, "high_small": 0.46, "cheapest_of_top": 0.14, "run": -0.04,
            "overtake_sure": 0.91
        },
        "lowest": {
            "cannot": 2.25, "cannot_second": 0.81, "can": 0.56, "partner_wins": 0.28, "ace":
            -0.44, "king": -1.48, "queen": -1.89, "jack": -1.1, "ten": -1.11, "nine": -0.85,
            "doubleton_honour": 0.25
        },
        "equals": {
            "top_beats": 0.6, "low_beats": -2.97, "top_beats_third": -0.09, "top_beats_last":
            0.81, "top_loses": 0.16, "low_loses": -0.61, "higher": 1.13
        },
    },
    "declarer_discard_suit": {
        "length": {
            "count": -0.36, "count_nt": 0.42, "one": 0.48, "one_ruff": 0.17, "five": 0.35,
            "unseen": -0.0, "last_cards": 0.64
        },
        "guard": {
            "broken": -0.44, "broken_early": -0.0, "kept": -0.2, "winners": 0.08, "all_winners":
            -1.15, "one_winner": -0.52, "points": -0.3, "nothing": 0.3, "dummy": -0.07,
            "dummy_void": 0.12, "dummy_equal": 0.06, "dummy_equal_honour": 0.14, "dummy_longer":
            -0.15, "over_dummy": 0.4
        },
        "history": {
            "led_self": -0.28, "led_partner": -0.29, "led_them": -0.27, "thrown": 0.76,
            "thrown_more": -0.07, "thrown_partner": 0.14, "bid_self": 0.09, "bid_partner": -0.13,
            "bid_left": -0.21, "bid_right": -0.16, "void_partner": 0.19, "void_them": 0.22
        },
        "ruff": {
            "partner_wins": 0.53, "partner_last": -1.75, "they_win": 1.81, "they_win_last": 0.32,
            "second": -1.47, "under": -0.89, "count": -0.15, "master": 0.1, "natural": -0.41,
            "honours_only": -0.14, "late": 0.54, "partner_sure": -3.42, "they_sure": 0.55
        },
    },
    "declarer_discard_card": {
        "lowest": {
            "low": 2.38, "low_late": 0.29, "second": 0.87, "again": 0.23, "ace": -0.54, "king":
            -1.07, "queen": -0.96, "jack": -0.79, "ten": -0.65, "nine": -0.61, "master": -1.31
        },
        "equals": {
            "top": 0.62, "top_honour": 0.12, "lower": -0.39
        },
        "ruff": {
            "low": 0.03, "cheapest": 0.82, "beats": 1.49, "lower": -0.46, "honour": -0.94,
            "high_second": 0.72
        },
    },
}

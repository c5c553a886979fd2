"""The profiles of softness: how firmly calls are believed, by who makes them.

The numbers were fitted; they stand in `conf/bidding.toml` alone.
"""

from __future__ import annotations

from functools import cache

from attrs import frozen

from bluechip_bot.bidding.reading.softness import Softness
from bluechip_bot.config import ConfigError, conf_dir, options, overlaid, read_toml, section
from bluechip_bot.constraints import Reliability


@frozen
class Profiles:
    """A profile for each kind of caller, without any numbers until a file gives them.

    Attributes:
        partner: our own system, bid by partner: fitted to our own bidding.
        declared: fitted to auctions of WBridge5, Jack and GIB.
        unknown: fitted also to those of BEN, BBA and others, and of people, both counting alike.
        explained: fitted to what GIB tells of its calls.
    """

    partner: Softness = section(
        Softness("partner", reliability=Reliability.PARTNER_CALL), "Our own system, bid by partner"
    )
    declared: Softness = section(
        Softness("declared", reliability=Reliability.OPPONENT_CALL),
        "Opponents whose system is known",
    )
    unknown: Softness = section(
        Softness("unknown", reliability=Reliability.STRANGER_CALL), "All other opponents"
    )
    explained: Softness = section(
        Softness("explained", reliability=Reliability.OPPONENT_CALL),
        "Calls of which the opponents tell what they show",
    )


@cache
def default_profiles() -> Profiles:
    """The profiles as fitted: those of the default file, which is read once.

    Raises:
        ConfigError: if the file cannot be used, or lacks a profile.
    """
    path = conf_dir() / "bidding.toml"
    tables = read_toml(path).get("softness", {})
    found = overlaid(Profiles(), tables, str(path), "softness")
    for name in options(Profiles):
        if name not in tables:
            raise ConfigError(f"{path}: softness.{name}: missing")
    return found

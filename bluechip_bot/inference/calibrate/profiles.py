"""The profiles of softness: their fit, and their text for `conf/bidding.toml` and for code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pprint import pformat
from typing import Final

from attrs import asdict, evolve

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.ladder import CallKind
from bluechip_bot.bidding.profiles import DECLARED, PARTNER, UNKNOWN
from bluechip_bot.bidding.rulebook import Rulebook
from bluechip_bot.bidding.softness import CallMargins, Softness
from bluechip_bot.inference.auction_fit import examples, fitted
from bluechip_bot.inference.auction_score import rebid
from bluechip_bot.inference.margin_fit import fitted_margins, strays
from bluechip_bot.inference.records import Record

Records = Callable[[], Iterator[Record]]

NEAR: Final = ("wbridge5", "jack", "bbo_gib_explained")
"""Sources of pairs whose system is near SAYC: to these the profile "declared" is fitted."""

MISSES: Final = {"declared": 0.02, "unknown": 0.02}
"""The share of the calls of a kind whose true hand may lie outside the outer box, by profile."""

_OWN_MARGIN: Final = (1, 0)
_SAMPLES: Final = 60
_NUMBERS: Final = {
    "grades": """\
# The weights of a hand by how it lies to the limits of a call: two points inside, one inside,
# within, one point outside, one point and one card, three and one, three and two, any other. Of
# passes without limits: at most 5, 7, 9, 11, 13, 16 points, any other. Positive and falling.""",
    "other": "# The factor of a hand with which the rules make another call, above 0 to 1.",
    "margins": """\
# How far the outer box of a call lies outside its limits, in points and in cards of each suit.""",
}
_PROFILES: Final = {
    "partner": "Our own system, bid by partner.",
    "declared": "Opponents whose system is known.",
    "unknown": "All other opponents.",
}
_HEAD: Final = '''\
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
'''
_FOOT: Final = "PROFILES: Final = (PARTNER, DECLARED, UNKNOWN)\n"


def fitted_profiles(records: Records, book: Rulebook) -> tuple[Softness, ...]:
    """The profiles fitted to the boards that are not held out, all calls read by one system."""
    boards = [
        record
        for record in records()
        if not record.held_out and record.board.auction.calls and None not in record.board.hands
    ]
    bidder = Bidder((book, book))
    near = [record for record in boards if record.source in NEAR]
    own = list(rebid(boards, bidder))
    partner = _fitted(own, bidder, PARTNER)
    unknown = _with_margins(_fitted(boards, bidder, UNKNOWN), boards, bidder)
    declared = _with_margins(_fitted(near or boards, bidder, DECLARED), near or boards, bidder)
    # Our own bidder makes no call without a rule: partner's are read as any stranger's.
    natural, other = unknown.grades.natural, unknown.other.natural
    partner = evolve(
        partner,
        grades=evolve(partner.grades, natural=natural),
        other=evolve(partner.other, natural=other),
        margins=evolve(
            CallMargins(**{kind.value: _OWN_MARGIN for kind in CallKind}),
            natural=unknown.margins.natural,
        ),
    )
    return partner, declared, unknown


def _fitted(boards: Sequence[Record], bidder: Bidder, profile: Softness) -> Softness:
    data = examples(boards, bidder, single=profile.single, samples=_SAMPLES)
    return fitted(data, profile)


def _with_margins(profile: Softness, boards: Sequence[Record], bidder: Bidder) -> Softness:
    margins = fitted_margins(strays(boards, bidder), MISSES[profile.name])
    return evolve(profile, margins=margins)


def profiles_toml(profiles: Sequence[Softness]) -> str:
    """The tables of `conf/bidding.toml`."""
    return "\n".join(line for profile in profiles for line in _toml_lines(profile)) + "\n"


def _toml_lines(profile: Softness) -> Iterator[str]:
    yield f"# {_PROFILES[profile.name]}"
    yield f"[softness.{profile.name}]"
    yield "# Whether each rule that makes a call is believed to be meant alone; else all together."
    yield f"single = {str(profile.single).lower()}"
    for name, text in _NUMBERS.items():
        yield text
        yield f"[softness.{profile.name}.{name}]"
        for kind, value in asdict(getattr(profile, name)).items():
            numbers = value if isinstance(value, tuple) else (value,)
            inner = ", ".join(f"{number:g}" for number in numbers)
            yield f"{kind} = [{inner}]" if isinstance(value, tuple) else f"{kind} = {inner}"
    yield ""


def profiles_code(profiles: Sequence[Softness]) -> str:
    """The text of `bidding/profiles.py`."""
    lines = [_HEAD]
    for profile in profiles:
        lines.append(f"{profile.name.upper()}: Final = Softness(")
        lines.append(f'    "{profile.name}",')
        lines.append(f"    single={profile.single},")
        lines.append(f"    reliability=Reliability.{profile.reliability.name},")
        for name in _NUMBERS:
            owner = getattr(profile, name)
            lines.append(f"    {name}={type(owner).__name__}(")
            for kind, value in asdict(owner).items():
                lines.append(f"        {kind}={pformat(value)},")
            lines.append("    ),")
        lines.append(")")
        lines.append(f'"""{_PROFILES[profile.name]}"""\n')
    return "\n".join(lines) + _FOOT

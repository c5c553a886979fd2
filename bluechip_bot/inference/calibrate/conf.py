"""The settings as text: `conf/inference.toml`, and the defaults in code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings, Rule

_HEAD: Final = """\
# What is concluded about hidden hands. Your own file need hold only the keys that you change."""

_PLAY: Final = (
    ("on", "Whether the cards played by hidden hands are read at all."),
    ("trust", "Factor of all weights below: 0 believes nothing, 1 what was fitted, 2 is the most."),
    (
        "floor",
        """\
The share of cards taken to be chosen at random, 0 to 1. One card never speaks for one hand
against another by more than a factor of 13 / floor.""",
    ),
    (
        "signal_trust",
        'Factor of the weights of the rules "signal". Players differ most here, and lie.',
    ),
)

_AUCTION: Final = (
    ("on", "Whether the calls are read at all."),
    (
        "replay",
        """\
Whether the calls are replayed with the hands that are drawn: would we have made them, holding
these?""",
    ),
    ("replay_from", "The thinking time for a decision from which they are replayed, in seconds."),
)

_WEIGHTS: Final = """\
# The rules of each model. A suit, or a card in it, is chosen with probability proportional to
# exp(the sum of the weights of its features); what each feature is stands in lead.py, follow.py
# and discard.py of bluechip_bot/inference. "on = false" takes a rule out: what it tells apart is
# then equally likely. Weights are from -50 to 50; they were fitted to boards of robots (WBridge5,
# Jack, BEN, Q-Plus and others) by `python -m bluechip_bot.inference.calibrate FOLDER --fit`."""

_MODELS: Final = {
    "opening_suit": "The suit of the opening lead.",
    "opening_card": "The card of the opening lead, in its suit.",
    "lead_suit": "The suit of a defender's later lead.",
    "lead_card": "The card of a defender's later lead.",
    "follow": "The card with which a defender follows suit.",
    "discard_suit": "The suit of a defender's discard or ruff.",
    "discard_card": "The card of a defender's discard or ruff.",
    "declarer_lead_suit": "The suit that declarer leads from his hand.",
    "declarer_lead_card": "The card that declarer leads from his hand.",
    "declarer_follow": "The card with which declarer follows suit.",
    "declarer_discard_suit": "The suit of declarer's discard or ruff.",
    "declarer_discard_card": "The card of declarer's discard or ruff.",
}

_CODE_HEAD: Final = '''\
"""The fitted weights of all rules: by model, rule and feature.

Written by `python -m bluechip_bot.inference.calibrate FOLDER --fit --code`; equal to those of
`conf/inference.toml`. Fitted to records of robot matches (WBridge5, Jack, BEN, Q-Plus and others).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# fmt: off
DEFAULTS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {'''


def to_toml(settings: InferenceSettings) -> str:
    """The settings as a commented file that `load_settings` reads back."""
    lines = [_HEAD, *_auction_lines(settings.auction), *_play_lines(settings.play)]
    return "\n".join(lines) + "\n"


def to_code(settings: InferenceSettings) -> str:
    """The weights as the text of `weights.py`; rules that are off have "on" at 0."""
    lines = [_CODE_HEAD]
    for model, rules in settings.play.models.items():
        lines.append(f'    "{model}": {{')
        for name, rule in rules.items():
            switch = {} if rule.on else {"on": 0.0}
            items = ({**switch, **rule.weights}).items()
            text = ", ".join(f'"{key}": {weight!r}' for key, weight in items)
            lines.append(f'        "{name}": {{')
            lines += wrap(text, 98, initial_indent=" " * 12, subsequent_indent=" " * 12)
            lines.append("        },")
        lines.append("    },")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _auction_lines(auction: AuctionSettings) -> Iterator[str]:
    yield ""
    yield "[auction]"
    yield from _option_lines(auction, _AUCTION)


def _option_lines(owner: object, options: Iterable[tuple[str, str]]) -> Iterator[str]:
    for key, text in options:
        yield from (f"# {line}" for line in text.splitlines())
        yield f"{key} = {_value(getattr(owner, key))}"


def _play_lines(play: PlaySettings) -> Iterator[str]:
    yield ""
    yield "[play]"
    yield from _option_lines(play, _PLAY)
    yield ""
    yield _WEIGHTS
    for model, rules in play.models.items():
        yield ""
        yield f"# {_MODELS[model]}"
        for name, rule in rules.items():
            yield from _rule_lines(f"play.{model}.{name}", rule)


def _rule_lines(place: str, rule: Rule) -> Iterator[str]:
    yield f"[{place}]"
    yield f"on = {_value(rule.on)}"
    for key, weight in rule.weights.items():
        yield f"{key} = {_value(weight)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    return repr(value)

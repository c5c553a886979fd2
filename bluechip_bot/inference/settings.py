"""Settings of the inference: the switches and parameters of all rules.

The weights of the rules are fitted, and stand in `conf/inference.toml` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import Factory, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.config import RefusedError, expected, option
from bluechip_bot.inference.choice import MODELS

PlayRules = Mapping[str, "PlayRule"]

_SIGNALS: Final = ("count", "attitude")
"""The rules that are signals, by the agreements that they follow."""
_SENSES: Final = {"standard": 1.0, "upside_down": -1.0, "none": 0.0}
_OPEN: Final = Agreements()
_MOST: Final = 50.0


def _weights(_key: str, value: Mapping[str, float]) -> None:
    for name, weight in value.items():
        if not -_MOST <= weight <= _MOST:
            reason = expected(weight, f"a number from {-_MOST:g} to {_MOST:g}")
            raise RefusedError(name, reason)


def _complete(_key: str, value: Mapping[str, PlayRules]) -> None:
    """Refuse models if any of `MODELS` is missing: its weights have no defaults in the code."""
    for model in MODELS:
        if value and model not in value:
            raise RefusedError(model, "missing")


@frozen
class AuctionSettings:
    """Settings of the inference from calls, which `conf/inference.toml` describes."""

    on: bool = option(True)
    replay: bool = option(True)
    replay_from: float = option(0.2, unit="seconds", low=0, high=86400)


@frozen
class PlayRule:
    """Features of a choice in the play that are switched together, with their weights.

    If the rule is off, choices that differ by its features alone are equally likely.
    """

    on: bool = option(True)
    weights: Mapping[str, float] = option(Factory(dict), rest=True, check=_weights)


@frozen
class PlaySettings:
    """Settings of the inference from cards, which `conf/inference.toml` describes."""

    on: bool = option(True)
    trust: float = option(0.9, low=0, high=2)
    floor: float = option(0.05, low=0, high=1)
    signal_trust: float = option(0.5, low=0, high=10)
    partner_signal_trust: float = option(2.0, low=0, high=10)
    signals_sent: float = option(4.0, low=0, high=10)
    habit: float = option(0.04, low=0, high=10)
    models: Mapping[str, PlayRules] = option(Factory(dict), rest=True, check=_complete)

    def weights(self, model: str, agreements: Agreements = _OPEN) -> dict[str, float]:
        """The weights of a model by "rule.feature", times the trust, without rules switched off.

        The signs of signals follow the agreements of the pair.
        """
        found = {}
        for name, rule in self.models[model].items():
            factor = self.trust
            if name in _SIGNALS:
                factor *= self.signal_trust * _SENSES[getattr(agreements, name)]
            if rule.on and factor:
                for feature, weight in rule.weights.items():
                    found[f"{name}.{feature}"] = factor * weight
        return found


@frozen
class InferenceSettings:
    """Settings of the inference from calls and cards, which `conf/inference.toml` describes."""

    FILE: ClassVar[str] = "inference.toml"

    auction: AuctionSettings = option(Factory(AuctionSettings))
    play: PlaySettings = option(Factory(PlaySettings))

"""Settings of the inference: the switches and parameters of all rules.

The weights of the rules are fitted, and stand in `conf/inference.toml` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Final

from attrs import Factory, evolve, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.config import (
    ConfigError,
    RefusedError,
    conf_dir,
    expected,
    option,
    overlaid,
    read_toml,
    section,
)
from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.inference.choice import MODELS

PlayRules = Mapping[str, "PlayRule"]

_SENSES: Final = {"standard": 1.0, "upside_down": -1.0, "none": 0.0}
_OPEN: Final = Agreements()
_MOST: Final = 50.0
_TITLES: Final = {
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


def _weights(_key: str, value: Mapping[str, float]) -> None:
    for name, weight in value.items():
        if not -_MOST <= weight <= _MOST:
            reason = expected(weight, f"a number from {-_MOST:g} to {_MOST:g}")
            raise RefusedError(name, reason)


def _default_models() -> Mapping[str, PlayRules]:
    return default_models()


@frozen
class PlayRule:
    """Features of a choice in the play that are switched together.

    Attributes:
        on: whether the rule counts; if not, choices that it alone tells apart are equally likely.
        weights: the weight of each feature in the utility of a suit or card, by name.
    """

    on: bool = option(True, "")
    weights: Mapping[str, float] = option(Factory(dict), "", rest=True, check=_weights)


@frozen
class PlaySettings:
    """What is read from the cards that hidden hands play.

    Attributes:
        on: whether the cards are read at all.
        trust: the factor of all weights.
        floor: the share of cards taken to be chosen at random.
        signal_trust: the factor of the weights of the rules called "signal".
        partner_signal_trust: the same where a defender reads his partner's cards.
        signals_sent: the same where a defender chooses between cards of equal worth.
        habit: what the likelihood of a card counts for at our own opening lead.
        models: the rules by the name of the model and of the rule.
    """

    on: bool = option(True, "Whether the cards played by hidden hands are read at all")
    trust: float = option(
        0.9, "The factor of all weights below; 0 believes nothing, 1 what was fitted", low=0, high=2
    )
    floor: float = option(
        0.05,
        "The share of cards taken to be chosen at random",
        low=0,
        high=1,
        more=(
            "One card never speaks for one hand against another by more than a factor of "
            "13 / floor."
        ),
    )
    signal_trust: float = option(
        0.5,
        'The factor of the weights of the rules "signal"',
        low=0,
        high=10,
        more="Players differ most here, and lie.",
    )
    partner_signal_trust: float = option(
        2.0,
        "The same where a defender reads his partner's cards",
        low=0,
        high=10,
        more="A partner who plays as we do signals whenever it costs nothing.",
    )
    signals_sent: float = option(
        4.0,
        "The same where a defender chooses between cards of equal worth; 0 sends no signals",
        low=0,
        high=10,
    )
    habit: float = option(
        0.04,
        "What the habits of leaders count for when we lead to the first trick; 0 is nothing",
        low=0,
        high=10,
        more=(
            "To a card that players lead e times as often from such a hand this share of the "
            "layouts is added: double-dummy play cannot tell how declarer will go wrong."
        ),
    )
    models: Mapping[str, PlayRules] = option(
        Factory(_default_models),
        "The rules of each model",
        rest=True,
        titles=_TITLES,
        more=(
            "A suit, or a card in it, is chosen with probability proportional to exp(the sum of "
            "the weights of its features); lead.py, follow.py and discard.py of "
            'bluechip_bot/inference say what each feature is. "on = false" takes a rule out: '
            "what it tells apart is then equally likely. Weights are from -50 to 50; they were "
            "fitted to boards of robots (WBridge5, Jack, BEN, Q-Plus and others) by\n"
            "`python -m bluechip_bot.inference.calibrate FOLDER --fit`, which prints this file."
        ),
    )

    def weights(self, model: str, agreements: Agreements = _OPEN) -> dict[str, float]:
        """The weight of each feature of a model, by "rule.feature", after switches and trust.

        The signs of signals follow the agreements of the pair.
        """
        found = {}
        for name, rule in self.models[model].items():
            for feature, weight in rule.weights.items() if rule.on else ():
                if factor := self._factor(name, feature, agreements):
                    found[f"{name}.{feature}"] = factor * weight
        return found

    @property
    def of_partner(self) -> PlaySettings:
        """These settings where a defender reads his partner's cards."""
        return evolve(self, signal_trust=self.partner_signal_trust)

    @property
    def of_ourselves(self) -> PlaySettings:
        """These settings where a defender chooses between cards of equal worth."""
        return evolve(self, signal_trust=self.signals_sent)

    def without(self, model: str, rule: str) -> PlaySettings:
        """These settings with one rule switched off."""
        rules = {**self.models[model], rule: evolve(self.models[model][rule], on=False)}
        return evolve(self, models={**self.models, model: rules})

    def _factor(self, rule: str, feature: str, agreements: Agreements) -> float:
        if rule != "signal":
            return self.trust
        is_count = feature.startswith(("even", "odd"))
        sense = _SENSES[agreements.count if is_count else agreements.attitude]
        return self.trust * self.signal_trust * sense


@frozen
class InferenceSettings:
    """The switches and parameters of all rules.

    Attributes:
        auction: what is read from the calls.
        play: what is read from the cards played.
    """

    FILE: ClassVar[str] = "inference.toml"
    HEAD: ClassVar[str] = (
        "What is concluded about hidden hands. Your own file need hold only the keys that you "
        "change."
    )

    auction: AuctionSettings = section(Factory(AuctionSettings))
    play: PlaySettings = section(Factory(PlaySettings))


@cache
def default_models() -> Mapping[str, PlayRules]:
    """The fitted rules of each model, from the default file, which is read once.

    Raises:
        ConfigError: if the file cannot be used, or lacks a model.
    """
    path = conf_dir() / InferenceSettings.FILE
    empty = InferenceSettings(play=PlaySettings(models={}))
    found = overlaid(empty, read_toml(path), str(path)).play.models
    for model in MODELS:
        if model not in found:
            raise ConfigError(f"{path}: play.{model}: missing")
    return found

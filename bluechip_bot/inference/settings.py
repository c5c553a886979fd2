"""Settings of the inference: switches and parameters of every rule, read strictly from TOML.

The defaults here are those of `conf/inference.toml`. A user's own file need hold only the keys that
it changes. Whatever is wrong (an unknown key, a wrong type, a value out of range) is a
`SettingsError` that names the file, the dotted key and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, fields, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.inference.weights import DEFAULTS

Rules = Mapping[str, "Rule"]

_AUCTION_FLAGS: Final = ("on", "replay")
_SENSES: Final = {"standard": 1.0, "upside_down": -1.0, "none": 0.0}
_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "trust": (0.0, 2.0),
    "floor": (0.0, 1.0),
    "signal_trust": (0.0, 2.0),
}
_OPEN: Final = Agreements()


class SettingsError(ValueError):
    """Settings that cannot be used."""


@frozen
class Rule:
    """A group of features that is switched as one.

    Attributes:
        on: whether it counts; without it, what it tells apart is equally likely.
        weights: the weight of each feature in the utility of a suit or card, by name.
    """

    on: bool = True
    weights: Mapping[str, float] = field(factory=dict, hash=False)


def _default_models() -> dict[str, dict[str, Rule]]:
    return {
        model: {
            rule: Rule(on=bool(table.get("on", True)), weights=_without_switch(table))
            for rule, table in rules.items()
        }
        for model, rules in DEFAULTS.items()
    }


def _without_switch(table: Mapping[str, float]) -> dict[str, float]:
    return {key: float(value) for key, value in table.items() if key != "on"}


@frozen
class PlaySettings:
    """What is read from the cards that hidden hands play.

    Attributes:
        on: whether anything is.
        trust: factor of all weights: 0 believes nothing but who can hold the card, 1 all.
        floor: the share of cards taken to be chosen at random, so that no card ever speaks for one
            hand against another by more than a factor of 13 / floor.
        signal_trust: factor of the weights of the rules called "signal".
        models: the rules of each model, by its name and theirs.
    """

    on: bool = True
    trust: float = 0.9
    floor: float = 0.05
    signal_trust: float = 0.5
    models: Mapping[str, Rules] = field(factory=_default_models, hash=False)

    def weights(self, model: str, agreements: Agreements = _OPEN) -> dict[str, float]:
        """The weight of each feature of a model, by "rule.feature", as switches and trust say.

        Signals count as the pair has agreed on them.
        """
        found = {}
        for name, rule in self.models[model].items():
            for feature, weight in rule.weights.items() if rule.on else ():
                if factor := self._factor(name, feature, agreements):
                    found[f"{name}.{feature}"] = factor * weight
        return found

    def without(self, model: str, rule: str) -> PlaySettings:
        """These settings with one rule off."""
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
    """Switches and parameters of all rules.

    Attributes:
        play: those of the cards played.
        auction: those of the calls.
    """

    play: PlaySettings = field(factory=PlaySettings)
    auction: AuctionSettings = field(factory=AuctionSettings)


def load_settings(path: str | Path) -> InferenceSettings:
    """The defaults, overlaid by a file.

    Raises:
        SettingsError: if the file cannot be read, is no TOML, or holds what is not allowed.
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not TOML: {error}") from None
    return settings_of(data, str(path))


def settings_of(data: Mapping[str, Any], source: str) -> InferenceSettings:
    """The defaults, overlaid by values as in a file; `source` names it in errors.

    Raises:
        SettingsError: if a key is unknown or a value is not allowed.
    """
    settings = InferenceSettings()
    for key, value in data.items():
        place = f"{source}: {key}"
        if key == "play":
            settings = evolve(settings, play=_play(settings.play, _table(value, place), place))
        elif key == "auction":
            calls = _auction(settings.auction, _table(value, place), place)
            settings = evolve(settings, auction=calls)
        else:
            raise _unknown(place, [item.name for item in fields(InferenceSettings)])
    return settings


def _auction(settings: AuctionSettings, data: Mapping[str, Any], place: str) -> AuctionSettings:
    changes: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{place}.{key}"
        if key == "replay_from":
            changes[key] = _number(value, where, 0.0, 86400.0)
        elif key in _AUCTION_FLAGS:
            changes[key] = _flag(value, where)
        else:
            raise _unknown(where, [item.name for item in fields(AuctionSettings)])
    return evolve(settings, **changes)


def _play(settings: PlaySettings, data: Mapping[str, Any], place: str) -> PlaySettings:
    models = dict(settings.models)
    changes: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{place}.{key}"
        if key in models:
            models[key] = _model(models[key], _table(value, where), where)
        elif key == "on":
            changes[key] = _flag(value, where)
        elif key in _RANGES:
            changes[key] = _number(value, where, *_RANGES[key])
        else:
            names = [item.name for item in fields(PlaySettings) if item.name != "models"]
            raise _unknown(where, [*names, *models])
    return evolve(settings, models=models, **changes)


def _model(rules: Rules, data: Mapping[str, Any], place: str) -> Rules:
    found = dict(rules)
    for name, value in data.items():
        where = f"{place}.{name}"
        if name not in rules:
            raise _unknown(where, rules)
        found[name] = _rule(rules[name], _table(value, where), where)
    return found


def _rule(rule: Rule, data: Mapping[str, Any], place: str) -> Rule:
    weights, switch = dict(rule.weights), rule.on
    for key, value in data.items():
        where = f"{place}.{key}"
        if key == "on":
            switch = _flag(value, where)
        elif key in weights:
            weights[key] = _number(value, where, -50.0, 50.0)
        else:
            raise _unknown(where, ["on", *weights])
    return Rule(switch, weights)


def _unknown(place: str, known: Any) -> SettingsError:
    return SettingsError(f"{place}: unknown key (known: {', '.join(known)})")


def _table(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SettingsError(f"{place}: {value!r} where a table is expected")
    return value


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise SettingsError(f"{place}: {value!r} where true or false is expected")
    return value


def _number(value: object, place: str, low: float, high: float) -> float:
    # Written so that nan is refused too.
    if type(value) not in (int, float) or not low <= float(value) <= high:  # type: ignore[arg-type]
        raise SettingsError(
            f"{place}: {value!r} where a number from {low:g} to {high:g} is expected"
        )
    return float(value)  # type: ignore[arg-type]

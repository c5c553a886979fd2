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

from bluechip_bot.inference.auction import AuctionSettings, AuctionSettingsError, CallGrades
from bluechip_bot.inference.weights import DEFAULTS

Rules = Mapping[str, "Rule"]

AGREEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "leads": ("mixed", "fourth", "third_fifth"),
    "leads_notrump": ("mixed", "fourth", "third_fifth"),
    "touching": ("top", "rusinow"),
    "signals": ("standard", "upside_down", "none"),
}
_AUCTION_FLAGS: Final = ("on", "partner_on_system", "opponents_on_system", "single_rules")
_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "trust": (0.0, 2.0),
    "floor": (0.0, 1.0),
    "signal_trust": (0.0, 2.0),
}


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
        signals: how count and attitude are shown: "standard", "upside_down" or "none".
        signal_trust: factor of the weights of the rules called "signal".
        leads: small cards are led "fourth" best or "third_fifth" against suit contracts; "mixed"
            when it is not known.
        leads_notrump: the same against notrump.
        touching: of touching honours the "top" is led, or the second ("rusinow").
        models: the rules of each model, by its name and theirs.
    """

    on: bool = True
    trust: float = 0.9
    floor: float = 0.05
    signals: str = "standard"
    signal_trust: float = 0.5
    leads: str = "mixed"
    leads_notrump: str = "fourth"
    touching: str = "top"
    models: Mapping[str, Rules] = field(factory=_default_models, hash=False)

    def weights(self, model: str) -> dict[str, float]:
        """The weight of each feature of a model, by "rule.feature", as switches and trust say."""
        found = {}
        for name, rule in self.models[model].items():
            if factor := self._factor(name) if rule.on else 0.0:
                for feature, weight in rule.weights.items():
                    found[f"{name}.{feature}"] = factor * weight
        return found

    def without(self, model: str, rule: str) -> PlaySettings:
        """These settings with one rule off."""
        rules = {**self.models[model], rule: evolve(self.models[model][rule], on=False)}
        return evolve(self, models={**self.models, model: rules})

    def _factor(self, rule: str) -> float:
        if rule != "signal":
            return self.trust
        sense = {"standard": 1.0, "upside_down": -1.0, "none": 0.0}[self.signals]
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
        if key in ("system", "strangers"):
            grades: CallGrades = getattr(settings, key)
            changes[key] = _grades(grades, _table(value, where), where)
        elif key == "boxes":
            changes[key] = int(_number(value, where, 1, 100))
        elif key in _AUCTION_FLAGS:
            changes[key] = _flag(value, where)
        else:
            raise _unknown(where, [item.name for item in fields(AuctionSettings)])
    return evolve(settings, **changes)


def _grades(grades: CallGrades, data: Mapping[str, Any], place: str) -> CallGrades:
    kinds = [item.name for item in fields(CallGrades)]
    for kind, value in data.items():
        where = f"{place}.{kind}"
        if kind not in kinds:
            raise _unknown(where, kinds)
        if not isinstance(value, list):
            raise SettingsError(f"{where}: {value!r} where a list of numbers is expected")
        numbers = tuple(_number(item, where, 0.0, 1000.0) for item in value)
        try:
            grades = evolve(grades, **{kind: numbers})
        except AuctionSettingsError as error:
            raise SettingsError(f"{place}.{error}") from None
    return grades


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
        elif key in AGREEMENTS:
            changes[key] = _word(value, where, AGREEMENTS[key])
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


def _word(value: object, place: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(map(repr, allowed))
        raise SettingsError(f"{place}: {value!r} where one of {names} is expected")
    return value

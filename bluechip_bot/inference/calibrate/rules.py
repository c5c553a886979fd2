"""What each rule is worth on held-out boards, and the fit of all weights to the others.

Worth is the mean logarithm (base 2) of the probability of what was chosen, against that of a choice
at random among the legal cards; a rule's worth is what is lost when it is switched off. Boards of a
source with many count for less, so that no single player rules the fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.calibrate.design import Acts, Decisions, decisions
from bluechip_bot.inference.calibrate.fit import RIDGE, fitted
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.holding import Flags, Floats
from bluechip_bot.inference.settings import PlaySettings, Rule

FITTED_TO: Final = (
    "wbridge5",
    "wbridge5_vs_ben",
    "jack",
    "qb_vs_ben_2024",
    "ben_camrose2024",
    "robots_misc",
)
"""The sources that parameters are fitted to: robots."""

SOURCE_LIMIT: Final = 400
"""The boards that a source counts for at most, in a fit and in pooled means."""


@frozen
class Worth:
    """A mean over decisions, in bits, with its standard error.

    Attributes:
        count: the decisions.
        mean: bits per decision.
        error: standard error of the mean.
    """

    count: int
    mean: float
    error: float

    @classmethod
    def of(cls, nats: Floats, importance: Floats) -> Worth | None:
        """The mean weighted by importance; None without decisions."""
        total = float(importance.sum())
        if not total:
            return None
        bits = nats / np.log(2)
        mean = float(importance @ bits) / total
        error = float(np.sqrt((importance**2) @ (bits - mean) ** 2)) / total
        return cls(int(np.count_nonzero(importance)), mean, error)

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ±{self.error:.4f}"


@frozen
class RuleWorth:
    """What one rule, or all rules of a model together, are worth.

    Attributes:
        model: the model.
        rule: the rule, or "all".
        robots: over the held-out boards of the sources that were fitted to.
        sources: over the boards of each source that were not fitted to, by its name.
    """

    model: str
    rule: str
    robots: Worth | None
    sources: Mapping[str, Worth | None] = field(hash=False)


def worths(
    found: Mapping[str, Acts], sources: Sequence[str], settings: PlaySettings
) -> Iterator[RuleWorth]:
    """Yield for each model the worth of all its rules, then of each rule that is on."""
    trusting = evolve(settings, trust=1.0)
    for model in MODELS:
        if model not in found:
            continue
        data = decisions(model, found[model], Agreements())
        whole = data.log_chosen(trusting.weights(model))
        yield _worth(model, "all", whole - data.log_chosen({}), data, sources)
        for rule, content in settings.models[model].items():
            if content.on:
                less = data.log_chosen(trusting.without(model, rule).weights(model))
                yield _worth(model, rule, whole - less, data, sources)


def refitted(
    found: Mapping[str, Acts],
    sources: Sequence[str],
    settings: PlaySettings,
    ridge: float = RIDGE,
) -> PlaySettings:
    """The settings with all weights of rules that are on fitted anew, to two decimals.

    Signals are fitted as standard ones, whatever the settings say of them.
    """
    models = dict(settings.models)
    for model, rules in settings.models.items():
        if model not in found:
            continue
        data = _kept(decisions(model, found[model], Agreements()), rules)
        importance = np.where(data.held_out, 0.0, _importance(data, sources, ~data.held_out))
        weights = fitted(data, importance, ridge)
        models[model] = {
            name: evolve(
                rule,
                weights={
                    key: round(weights.get(f"{name}.{key}", weight), 2)
                    for key, weight in rule.weights.items()
                },
            )
            for name, rule in rules.items()
        }
    return evolve(settings, models=models)


def _kept(data: Decisions, rules: Mapping[str, Rule]) -> Decisions:
    """The decisions with the features that have a weight in rules that are on."""
    named = {f"{name}.{key}" for name, rule in rules.items() if rule.on for key in rule.weights}
    lanes = [index for index, key in enumerate(data.keys) if key in named]
    keys = tuple(data.keys[index] for index in lanes)
    return evolve(data, keys=keys, features=np.ascontiguousarray(data.features[:, lanes]))


def _importance(data: Decisions, sources: Sequence[str], part: Flags) -> Floats:
    """How much each decision counts: 0 outside the sources fitted to, less for large ones."""
    importance = np.zeros(len(data.source))
    for index, name in enumerate(sources):
        here = (data.source == index) & part
        boards = len(np.unique(data.board[here]))
        if name in FITTED_TO and boards:
            importance[here] = min(1.0, SOURCE_LIMIT / boards)
    return importance


def _worth(
    model: str, rule: str, nats: Floats, data: Decisions, sources: Sequence[str]
) -> RuleWorth:
    robots = _importance(data, sources, data.held_out)
    single = {}
    for index, name in enumerate(sources):
        unseen = data.held_out if name in FITTED_TO else np.ones_like(data.held_out)
        single[name] = Worth.of(nats, ((data.source == index) & unseen).astype(np.float64))
    return RuleWorth(model, rule, Worth.of(nats, robots), single)

"""The worth of each rule on held-out boards, and the fit of all weights to the other boards.

The worth of all rules is the mean log2 of the probability of the choice over that of a random legal
card. The worth of a single rule is the loss when it is switched off. Boards count for less if their
source has many, so that no single player dominates the fit.
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
from bluechip_bot.inference.settings import PlayRules, PlaySettings

FITTED_TO: Final = (
    "wbridge5",
    "wbridge5_vs_ben",
    "jack",
    "qb_vs_ben_2024",
    "ben_camrose2024",
    "robots_misc",
)
"""The sources to which parameters are fitted: robots."""

SOURCE_LIMIT: Final = 400
"""The most boards for which a source counts, in a fit and in pooled means."""


@frozen
class Worth:
    """A mean over decisions, in bits, with its standard error.

    Attributes:
        count: the number of decisions.
        mean: the mean in bits per decision.
        error: the standard error of the mean.
    """

    count: int
    mean: float
    error: float

    @classmethod
    def of(cls, nats: Floats, importance: Floats) -> Worth | None:
        """The mean of nats in bits, weighted by importance; None without decisions."""
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
    """The worth of one rule, or of all rules of a model together.

    Attributes:
        model: the name of the model.
        rule: the name of the rule, or "all".
        robots: the worth over the held-out boards of all `FITTED_TO`.
        sources: the worth over the unfitted boards of each source, by its name.
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
    """The settings with the weights of all rules that are on refitted, to two decimals.

    Signals are fitted as standard signals, whatever the agreements are.
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


def _kept(data: Decisions, rules: PlayRules) -> Decisions:
    """The decisions with only the features of rules that are on."""
    named = {f"{name}.{key}" for name, rule in rules.items() if rule.on for key in rule.weights}
    lanes = [index for index, key in enumerate(data.keys) if key in named]
    keys = tuple(data.keys[index] for index in lanes)
    return evolve(data, keys=keys, features=np.ascontiguousarray(data.features[:, lanes]))


def _importance(data: Decisions, sources: Sequence[str], part: Flags) -> Floats:
    """The weight of each decision: 0 outside `FITTED_TO` and `part`, less in large sources."""
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

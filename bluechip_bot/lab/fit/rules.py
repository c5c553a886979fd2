"""The worth of each rule on held-out boards, and the fit of all weights to the other boards.

The worth of all rules is the mean log2 of the probability of the choice over that of a random legal
card. The worth of a single rule is the loss when it is switched off. Boards count for less if their
source has many, so that no single player dominates the fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.holding import Flags, Floats
from bluechip_bot.inference.settings import PlaySettings
from bluechip_bot.lab.fit.decisions import Acts, decisions
from bluechip_bot.lab.fit.logit import fitted

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
RIDGE: Final = 2.0


@frozen
class Worth:
    """A mean over decisions, in bits per decision, with its standard error."""

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
        sources: the worth over the unfitted boards of each source that has any, by its name.
    """

    model: str
    rule: str
    robots: Worth | None
    sources: Mapping[str, Worth] = field(hash=False)

    @classmethod
    def of(cls, model: str, rule: str, nats: Floats, acts: Acts) -> RuleWorth:
        """The worth of a rule that adds some nats to each decision."""
        unfitted = acts["held_out"] | ~np.isin(acts["source"], FITTED_TO)
        single = {
            str(name): worth
            for name in dict.fromkeys(acts["source"].tolist())
            if (worth := Worth.of(nats, ((acts["source"] == name) & unfitted).astype(np.float64)))
        }
        return cls(model, rule, Worth.of(nats, _importance(acts, acts["held_out"])), single)

    def __str__(self) -> str:
        robots = "no held-out boards" if self.robots is None else str(self.robots)
        if self.rule == "all":
            head = f"\n{self.model}: all rules against a card at random: robots {robots}"
            rest = [
                f"    {name:20} {one.count:7} decisions {one}" for name, one in self.sources.items()
            ]
            return "\n".join([head, *rest])
        mark = " LOSES" if self.robots is not None and self.robots.mean <= 0 else ""
        parts = (f"{name[:12]} {one.mean:+.3f}" for name, one in self.sources.items())
        return f"  {self.rule:10} {robots}{mark} | {'  '.join(parts)}"


def worths(found: Mapping[str, Acts], settings: PlaySettings) -> Iterator[RuleWorth]:
    """Yield for each model the worth of all its rules, then of each rule that is on."""
    trusting = evolve(settings, trust=1.0)
    for model in MODELS:
        if model not in found:
            continue
        data = decisions(model, found[model], Agreements())
        whole = data.log_chosen(trusting.weights(model))
        yield RuleWorth.of(model, "all", whole - data.log_chosen({}), data.acts)
        for rule, content in settings.models[model].items():
            if content.on:
                less = data.log_chosen(trusting.without(model, rule).weights(model))
                yield RuleWorth.of(model, rule, whole - less, data.acts)


def refitted(found: Mapping[str, Acts], settings: PlaySettings) -> PlaySettings:
    """The settings with the weights of all rules that are on refitted, to two decimals.

    Signals are fitted as standard signals, whatever the agreements are.
    """
    models = dict(settings.models)
    for model, rules in settings.models.items():
        if model not in found:
            continue
        data = decisions(model, found[model], Agreements())
        named = {f"{name}.{key}" for name, rule in rules.items() if rule.on for key in rule.weights}
        lanes = [index for index, key in enumerate(data.keys) if key in named]
        rows = np.ascontiguousarray(data.features[:, lanes])
        importance = _importance(data.acts, ~data.acts["held_out"])
        values = fitted(rows[data.chosen], rows, data.first, importance, RIDGE, data.offset)
        weights = {data.keys[at]: float(value) for at, value in zip(lanes, values, strict=True)}
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


def _importance(acts: Acts, part: Flags) -> Floats:
    """The weight of each decision: 0 outside `FITTED_TO` and `part`, less in large sources."""
    importance = np.zeros(len(acts))
    for name in FITTED_TO:
        here = (acts["source"] == name) & part
        if boards := len(np.unique(acts["board"][here])):
            importance[here] = min(1.0, SOURCE_LIMIT / boards)
    return importance

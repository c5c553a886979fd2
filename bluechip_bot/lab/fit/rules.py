"""The fit of the weights of all rules of the play to the boards that are not held out.

Boards count for less if their source has many, so that no single player dominates the fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.holding import Floats
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
"""The most boards for which a source counts."""
RIDGE: Final = 2.0


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
        importance = _importance(data.acts)
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


def _importance(acts: Acts) -> Floats:
    """The weight of each decision: 0 where it is held out or not of `FITTED_TO`."""
    importance = np.zeros(len(acts))
    for name in FITTED_TO:
        here = (acts["source"] == name) & ~acts["held_out"]
        if boards := len(np.unique(acts["board"][here])):
            importance[here] = min(1.0, SOURCE_LIMIT / boards)
    return importance

"""The options of a training; `conf/training.toml` says what each is."""

from __future__ import annotations

from typing import ClassVar

from attrs import Factory, frozen

from bluechip_bot.config import option


@frozen
class ExampleOptions:
    """Where examples come from: records, else policies, else a book."""

    system: str = option("sayc")
    records: tuple[str, ...] = option(())
    policies: tuple[str, ...] = option(())
    exchanged: float = option(1.0, low=0, high=6)
    files: int = option(60, low=2)
    deals: int = option(40000, low=1)
    smallest: int = option(6, low=1)
    followed: float = option(0.25, low=0, high=1)

    @property
    def numbers(self) -> range:
        """The numbers of the files; records have one of each half, the first is held out."""
        return range(2 if self.records else self.files)


@frozen
class NetworkOptions:
    """The initial network: a given one, or random weights of a shape."""

    start: str = option("")
    width: int = option(256, low=8, high=1024)
    layers: int = option(2, low=0, high=8)


@frozen
class ImitationOptions:
    """How the book's calls are learnt."""

    epochs: int = option(3, low=1)
    batch: int = option(512, low=1)
    rate: float = option(2e-3, low=0)
    decay: float = option(1e-4, low=0)


@frozen
class ImprovementOptions:
    """How a policy learns from self-play."""

    rounds: int = option(2500, low=0)
    deals: int = option(2048, low=4)
    batch: int = option(1024, low=1)
    epochs: int = option(2, low=1)
    rate: float = option(3e-4, low=0)
    temperature: float = option(2.0, low=0.1, high=10)
    tie: float = option(0.005, low=0)
    weak_tie: float = option(0.03, low=0)
    weak: int = option(6, low=0, high=38)
    inertia: float = option(0.3, low=0)
    close: float = option(0.003, low=0, high=1)
    tried: int = option(4, low=2, high=38)
    draws: int = option(4, low=1)


@frozen
class EvaluationOptions:
    """How often, and on how many deals, a policy is measured while it learns."""

    every: int = option(50, low=1)
    deals: int = option(3000, low=2)


@frozen
class TrainingOptions:
    """All options of a training."""

    FILE: ClassVar[str] = "training.toml"

    seed: int = option(1, low=0)
    examples: ExampleOptions = option(Factory(ExampleOptions))
    network: NetworkOptions = option(Factory(NetworkOptions))
    imitation: ImitationOptions = option(Factory(ImitationOptions))
    improvement: ImprovementOptions = option(Factory(ImprovementOptions))
    evaluation: EvaluationOptions = option(Factory(EvaluationOptions))

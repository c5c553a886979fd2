"""The folder of a training: its options, examples, checkpoints and log.

Every file is written, then renamed, so that after a kill there is the old file or the new one. A
checkpoint holds how far its stage has come; the log is cut there when a training goes on.
`conf/training.toml` explains the options.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt
from attrs import Factory, frozen

from bluechip_bot.config import ConfigError, config_text, document, load_config, option
from bluechip_bot.config.document import dotted
from bluechip_bot.policy.network import write_whole


@frozen
class ExampleOptions:
    """The source of examples: records if given, otherwise policies if given, otherwise a book."""

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
        """The numbers of the files; with records two: 0 for the half held out, 1 for the other."""
        return range(2 if self.records else self.files)


@frozen
class NetworkOptions:
    """The initial network: a given one, or one with random weights and this shape."""

    start: str = option("")
    width: int = option(256, low=8, high=1024)
    layers: int = option(2, low=0, high=8)


@frozen
class ImitationOptions:
    """The options for learning the calls of the examples."""

    epochs: int = option(3, low=1)
    batch: int = option(512, low=1)
    rate: float = option(2e-3, low=0)
    decay: float = option(1e-4, low=0)


@frozen
class ImprovementOptions:
    """The options for learning from self-play."""

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


_HEADINGS: Final = ("stage", "step", "name", "value")


class TrainingError(ValueError):
    """A training cannot begin or go on; the message says what to do."""


@frozen
class TrainingFolder:
    """The folder in which a training keeps its files."""

    path: Path

    def open(self, options: TrainingOptions) -> None:
        """Create the folder for a training; raise `TrainingError` if it has other options."""
        file = self.path / "options.toml"
        if not file.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(file, lambda stream: stream.write(config_text(options).encode()))
            return
        try:
            before = load_config(TrainingOptions, file)
        except ConfigError as error:
            raise TrainingError(f"{error}; give another folder") from None
        then, now = dict(dotted(document(before))), dict(dotted(document(options)))
        for key, value in now.items():
            if then.get(key) != value:
                raise TrainingError(
                    f"{self.path} has a training with {key} = {then.get(key)}, not {value}; "
                    "give another folder, or the options that it began with"
                )

    def examples(self, number: int) -> Path:
        """Return the path of the file of examples with this number."""
        return self.path / "examples" / f"{number:04}.npz"

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        """Write a checkpoint, completely or not at all."""
        write_whole(self.path / f"{name}.npz", lambda stream: np.savez(stream, **dict(arrays)))

    def load(self, name: str) -> dict[str, npt.NDArray[Any]] | None:
        """Return the checkpoint of a name, or None; raise `TrainingError` if it is damaged."""
        file = self.path / f"{name}.npz"
        return read_arrays(file) if file.exists() else None

    def log(self, stage: str, step: int, values: Mapping[str, float]) -> None:
        """Add the figures of a step to the log."""
        file = self.path / "log.csv"
        is_new = not file.exists()
        with file.open("a", newline="", encoding="utf-8") as stream:
            rows = csv.writer(stream, lineterminator="\n")
            if is_new:
                rows.writerow(_HEADINGS)
            rows.writerows((stage, step, name, f"{value:.6g}") for name, value in values.items())

    def cut_log(self, stage: str, step: int) -> None:
        """Drop from the log a stage's lines after a step, and any incomplete line."""
        file = self.path / "log.csv"
        if not file.exists():
            return
        with file.open(newline="", encoding="utf-8") as stream:
            rows = [row for row in csv.reader(stream) if len(row) == len(_HEADINGS)]
        kept = [row for row in rows if row[0] != stage or int(row[1]) <= step]
        text = "".join(",".join(row) + "\n" for row in kept)
        write_whole(file, lambda stream: stream.write(text.encode()))


def read_arrays(file: Path, wanted: Collection[str] = ()) -> dict[str, npt.NDArray[Any]]:
    """Return a file's arrays by name; raise `TrainingError` if damaged or lacking one `wanted`."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            found = dict(arrays)
    except Exception as error:  # zipfile, numpy and zlib each have errors of their own
        raise TrainingError(f"{file} is damaged ({error}); delete it, and run again") from None
    if missing := [name for name in wanted if name not in found]:
        raise TrainingError(f"{file} is damaged (no {missing[0]}); delete it, and run again")
    return found

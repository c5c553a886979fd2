"""`bluechip-bot lab train`: train the weights of a bidding policy."""

from __future__ import annotations

import os
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from bluechip_bot.cli.failure import INTERRUPTED, Failure
from bluechip_bot.cli.lab_run import done
from bluechip_bot.cli.options import JOBS
from bluechip_bot.config import load_config
from bluechip_bot.lab.train.examples import write_examples
from bluechip_bot.lab.train.folder import TrainingError, TrainingFolder, TrainingOptions
from bluechip_bot.policy.network import save_network
from bluechip_bot.simulation import load_networks


@click.command("train")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@click.option(
    "--options",
    "file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="What differs from conf/training.toml.",
)
@JOBS
def command(folder: Path, file: str | None, jobs: int) -> None:
    """Train a bidding policy.

    A network learns the calls that a book makes on random deals, or those of records, and then
    improves by self-play. FOLDER gets the weights as policy.npz, with examples, checkpoints and
    log.csv. A command that was stopped continues where it was.
    """
    options = load_config(TrainingOptions, file)
    if missing := [name for name in ("jax", "optax") if find_spec(name) is None]:
        raise TrainingError(
            f"training needs {' and '.join(missing)}: pip install 'bluechip-bot[train]'"
        )
    place = TrainingFolder(folder)
    place.open(options)
    numbers = options.examples.numbers
    # Only what bids is imported where JAX is not wanted: in the processes.
    write = partial(write_examples, place, options.examples, options.seed)
    counts = list(done(write, numbers, jobs, "examples", len(numbers)))
    click.echo(f"examples: {sum(counts)}")
    from bluechip_bot.lab.train.training import PolicyTraining

    threads = jobs or os.cpu_count() or 1
    training = PolicyTraining(place, options, load_networks(), threads, click.echo)
    try:
        policy = training.improve(training.imitate())
    except KeyboardInterrupt:
        raise Failure("interrupted; the same command goes on", INTERRUPTED) from None
    weights = folder / "policy.npz"
    save_network(policy, weights)
    click.echo(f"weights: {weights} ({weights.stat().st_size / 1e6:.2f} MB)")

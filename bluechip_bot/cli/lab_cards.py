"""`bluechip-bot lab cards`: the benchmark of card play."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from bluechip_bot.cli import lab_run, options
from bluechip_bot.cli.failure import BROKEN, Failure
from bluechip_bot.config import DEFAULT_ENGINE, SearchConfig
from bluechip_bot.fingerprint import code_version
from bluechip_bot.lab.cards.bench import COUNT, CardsPlan, cards_experiment
from bluechip_bot.lab.cards.endings import endings, endings_experiment
from bluechip_bot.lab.cards.engines import EngineSpec
from bluechip_bot.lab.comparison import comparison
from bluechip_bot.lab.estimates import mean
from bluechip_bot.lab.paper.document import CARDS, ENDINGS, keep, write
from bluechip_bot.lab.paper.table import PaperFigure
from bluechip_bot.lab.paper.tables import TABLES
from bluechip_bot.lab.rows import LabExperiment


@click.command("cards")
@click.option(
    "--engine",
    default=DEFAULT_ENGINE,
    metavar="NAME|MODULE:FACTORY|COMMAND",
    help="Who plays: alphamu, recursive, pimc, htn, random, a factory, or a program (JSON lines).",
)
@lab_run.count_option("boards", 100, "The first boards of the set.", 1, COUNT)
@click.option("--endings", is_flag=True, help="Play endings whose odds are known instead.")
@lab_run.count_option("worlds", 20, "Layouts of ours.", low=0)
@lab_run.count_option("depth", 3, "Its own cards.", 0, 26)
@options.budget(help="Seconds for a card: of the processor for ours, whose results then vary.")
@options.search_option("scoring", "win")
@lab_run.PATIENCE
@options.search_option("seed", 1, help="The seed of all players.")
@lab_run.WORKERS
@options.search_option("memory_mb", SearchConfig().memory_mb, low=8)
@lab_run.OUT
@lab_run.path_option(
    "docs", "FOLDER", "Write the figures to this folder, and results.md of all that is there."
)
@lab_run.path_option(
    "against",
    "FILE.csv",
    "With --docs: also the differences from this run, of the file that --out wrote.",
)
@click.option(
    "--name", metavar="NAME", help="What results.md calls the engine; by default as --engine does."
)
@lab_run.TIMES
@lab_run.PLOT
@lab_run.ANY_VERSION
def command(*, engine: str, boards: int, seed: int, memory_mb: int, **given: Any) -> None:
    """Measure how an engine plays a set of boards.

    300 boards with their auctions come with the package. Of each twenty, six are part scores, ten
    games and four slams, and half are in notrump; by a vote of layouts the contract has a chance of
    30 to 70 %. The engine plays each board three times: as declarer, as both defenders after an
    opening lead by a rule, and as the opening leader, for the lead alone. The other side is PIMC
    with a fixed number of layouts. Play ends when the contract is decided; tricks are double dummy
    from there.

    With --endings, declarer has one card to play in each of some endings of these boards. Alpha-mu
    has proved the chance of the contract after each card, against the best defence, if all layouts
    that the cards allow are equally likely; what the engine's card gives up is measured. The
    auction is not known there.

    A factory is what `play --engine` takes; a program is asked by lines of JSON, see docs/how-to.
    If an engine fails or plays an illegal card, its row ends and says so; the other side gets the
    tricks that are left.

    `lab compare` compares the files of two engines board by board. With --out, the same command
    continues where it was interrupted, if the code is the same.

    Exit status: 0 done, 2 wrong usage, 4 a row ended by a fault or a process was lost, 130
    interrupted.
    """
    limits = {name: given[name] for name in ("worlds", "depth", "budget", "scoring", "patience")}
    plan = CardsPlan(EngineSpec(engine, **limits), seed, memory_mb)
    name, docs = given["name"] or engine, given["docs"]
    if docs and Path(name).name != name:
        raise Failure(f"--name {name!r} is to be the name of a file")
    against = given["against"]
    if against is not None and not (docs and given["out"] and against.exists()):
        raise Failure(f"--against needs --docs, --out and the file {against}")
    title = f"bluechip-bot lab cards {plan.engine} --seed {seed}"
    experiment: LabExperiment[Any] = cards_experiment(plan, title)
    folder = CARDS
    if given["endings"]:
        title, folder, boards = f"{title} --endings", ENDINGS, min(boards, len(endings()))
        experiment = endings_experiment(plan, title)
    version = partial(code_version, lab_run.AFTER_AUCTIONS, conf=True)
    rows = lab_run.carry_out(experiment, given["out"], version, boards, given)
    if docs and rows:
        figures = list(experiment.report(rows).figures())
        if against is not None:
            for one in comparison((given["out"], against))[1]:
                found = PaperFigure.of(one.name, mean(one.differences), "", len(one.first))
                figures.append(evolve(found, series=f"less {against.stem}, by pairs"))
        command = f"{title} --boards {boards}"
        keep(docs / folder / f"{name}.csv", figures, command, version())
        click.echo(write(docs, TABLES))
    if any(row.fault for row in rows):
        raise Failure("the engine did not play all boards to their end", BROKEN)

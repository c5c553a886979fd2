"""`python -m bluechip_bot.inference.calibrate FOLDER`: the worth of the rules, or their fit."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import click
from attrs import evolve

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import (
    BiddingSettings,
    Systems,
    load_bidding,
)
from bluechip_bot.config import ConfigError, conf_dir, config_text, load_config
from bluechip_bot.inference.calibrate.design import gather
from bluechip_bot.inference.calibrate.information import auction_worth, rebid
from bluechip_bot.inference.calibrate.profiles import Records, fitted_profiles
from bluechip_bot.inference.calibrate.rules import RuleWorth, refitted, worths
from bluechip_bot.inference.calibrate.truth import decisions_of, moment, stage_table
from bluechip_bot.inference.records import (
    AuctionRecord,
    AuctionRecordError,
    read_records,
    record_files,
)
from bluechip_bot.inference.settings import InferenceSettings


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--table",
    "tables",
    type=click.Choice(("rules", "calls", "stages")),
    multiple=True,
    help="Print only this table; may be repeated.",
)
@click.option(
    "--source", "sources", multiple=True, help="Read only this file of records; may be repeated."
)
@click.option(
    "--boards", default=40, show_default=True, help="The most boards of each file; 0: all."
)
@click.option(
    "--settings", "path", type=click.Path(path_type=Path), help="A file like conf/inference.toml."
)
@click.option(
    "--bidding",
    "bidding_path",
    type=click.Path(path_type=Path),
    help="A file like conf/bidding.toml.",
)
@click.option(
    "--system", default="sayc", show_default=True, help="The system that all four are taken to bid."
)
@click.option("--fit", is_flag=True, help="Fit the weights of the play and print their file.")
@click.option("--fit-calls", is_flag=True, help="Fit the softness of calls and print its file.")
@click.option(
    "--own",
    type=click.Path(path_type=Path),
    help="Auctions of our own players who think, made by `lab bidding selfplay --think --records`: "
    "how firmly partner is believed is fitted to them.",
)
def main(  # noqa: PLR0913, PLR0917 - the options of a command
    folder: Path,
    tables: tuple[str, ...],
    sources: tuple[str, ...],
    boards: int,
    path: Path | None,
    bidding_path: Path | None,
    system: str,
    *,
    fit: bool,
    fit_calls: bool,
    own: Path | None,
) -> None:
    """Print the worth of the evidence on the held-out boards of FOLDER, in bits.

    There are three tables: the rules of the play, per decision; the calls, per hidden hand; and
    the true layout under all evidence, by stage of the play, over show-outs alone.
    """
    try:
        settings = load_config(InferenceSettings, path)
        asked = load_bidding(bidding_path)
        bidding = evolve(asked, our=system, opponents=system)
        partnership = Systems(bidding, conf_dir() / "systems", check=False).partnership()
        files = record_files(folder, sources)

        def records() -> Iterator[AuctionRecord]:
            for file in files:
                yield from islice(read_records(file), boards or None)

        if fit:
            settings = _fitted(records, settings)
            click.echo(config_text(settings), nl=False)
            return
        if fit_calls:
            ours = [] if own is None else list(read_records(own))
            profiles = fitted_profiles(records, partnership.ours.book, ours)
            click.echo(config_text(evolve(asked, softness=profiles)), nl=False)
            return
        # Nobody in the records bids by our system.
        loose = bidding.softness.unknown
        strangers = evolve(partnership, partner=loose, opponents=loose)
        shown: dict[str, Iterator[str]] = {
            "rules": _rules(records, settings),
            "calls": _calls(records, settings, bidding, partnership.ours.book),
            "stages": _stages(records, settings, strangers),
        }
        for name, lines in shown.items():
            if not tables or name in tables:
                for line in lines:
                    click.echo(line)
                click.echo()
    except (AuctionRecordError, ConfigError) as error:
        raise click.ClickException(str(error)) from None


def _fitted(records: Records, settings: InferenceSettings) -> InferenceSettings:
    """The settings with all weights fitted to the boards that are not held out."""
    names: list[str] = []
    return evolve(settings, play=refitted(gather(records(), names), names, settings.play))


def _rules(records: Records, settings: InferenceSettings) -> Iterator[str]:
    yield "Rules of the play, bits per decision that each adds on held-out boards."
    names: list[str] = []
    for worth in worths(gather(records(), names), names, settings.play):
        yield from _rule_lines(worth)


def _rule_lines(worth: RuleWorth) -> Iterator[str]:
    robots = "no held-out boards" if worth.robots is None else str(worth.robots)
    if worth.rule == "all":
        yield ""
        yield f"{worth.model}: all rules against a card at random: robots {robots}"
        for name, single in worth.sources.items():
            if single is not None:
                yield f"    {name:20} {single.count:7} decisions {single}"
        return
    mark = " LOSES" if worth.robots is not None and worth.robots.mean <= 0 else ""
    parts = (
        f"{name[:12]} {single.mean:+.3f}"
        for name, single in worth.sources.items()
        if single is not None
    )
    yield f"  {worth.rule:10} {robots}{mark} | {'  '.join(parts)}"


def _calls(
    records: Records, settings: InferenceSettings, bidding: BiddingSettings, book: Rulebook
) -> Iterator[str]:
    yield "The calls, bits per hidden hand on held-out boards."
    for profile in (bidding.softness.declared, bidding.softness.unknown):
        yield f"profile {profile.name}:"
        bidder = Bidder((book, book), (profile, profile))
        held_out = (record for record in records() if record.held_out)
        for source, worth in auction_worth(held_out, bidder, settings.auction).items():
            yield f"{source:20} {worth}"
    yield "our own system bids the same deals:"
    bidder = Bidder((book, book), (bidding.softness.partner, bidding.softness.partner))
    held_out = (record for record in records() if record.held_out)
    for source, worth in auction_worth(rebid(held_out, bidder), bidder, settings.auction).items():
        yield f"{source:20} {worth}"


def _stages(
    records: Records, settings: InferenceSettings, partnership: Partnership
) -> Iterator[str]:
    yield "The true layout under all evidence on held-out boards, in bits over show-outs only."
    for source, boards in _by_source(record for record in records() if record.held_out):
        yield ""
        yield f"{source}:"
        yield from stage_table(
            moment(now, seat, settings, partnership, seed=index)
            for index, record in enumerate(boards)
            for now, seat in decisions_of(record.board)
        )


def _by_source(records: Iterable[AuctionRecord]) -> Iterator[tuple[str, list[AuctionRecord]]]:
    found: dict[str, list[AuctionRecord]] = {}
    for record in records:
        found.setdefault(record.source, []).append(record)
    yield from found.items()


if __name__ == "__main__":
    sys.exit(main())

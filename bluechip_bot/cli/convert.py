"""`bluechip-bot convert`: convert boards from one format to another, or check a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bluechip_bot.cli import options
from bluechip_bot.cli.failure import Failure, printable
from bluechip_bot.formats.boards import FileFormat, read_boards
from bluechip_bot.formats.conversion import convert
from bluechip_bot.formats.pbn.check import problems_of_file
from bluechip_bot.formats.pbn.writer import VERSIONS
from bluechip_bot.formats.text import read_text, write_whole


@click.command("convert")
@click.argument("source", type=click.Path(dir_okay=False), metavar="A.pbn|A.lin")
@click.argument("target", type=click.Path(dir_okay=False), metavar="[B.lin|B.pbn]", required=False)
@click.option(
    "--from", "source_format", type=options.FORMATS, help="The format of A; by default its suffix."
)
@click.option(
    "--to", "target_format", type=options.FORMATS, help="The format of B; by default its suffix."
)
@click.option(
    "--version", type=click.Choice(VERSIONS), default=VERSIONS[-1], help="The version of PBN."
)
@click.option(
    "--check", is_flag=True, help="Write nothing; report all errors against the standard."
)
@click.option("--force", is_flag=True, help="Overwrite B.")
def command(  # noqa: PLR0913 - an option each
    *,
    source: str,
    target: str | None,
    source_format: str | None,
    target_format: str | None,
    version: str,
    check: bool,
    force: bool,
) -> None:
    """Convert a file of boards from PBN to LIN or back.

    All boards are read and checked by the rules first. A wrong file is refused with line and
    column, and B is not touched. From PBN to PBN the file is rewritten in export format, from LIN
    to LIN with a line for each board. Facts that B cannot hold are listed on standard error. If B
    is `-`, the result goes to standard output.

    Exit status: 0 done, 2 wrong usage or a wrong file.
    """
    first = FileFormat(source_format or FileFormat.of_path(source, read_text(source)[0]))
    if check:
        _check(source, first)
        return
    if target is None:
        raise Failure("convert into which file? Give a second one, or - for standard output")
    if target == "-" and target_format is None:
        raise Failure("standard output has no suffix: give --to pbn or --to lin")
    second = FileFormat(target_format) if target_format else FileFormat.of_path(target)
    if target != "-":
        _check_free(Path(target), force=force)
        if Path(target).exists() and Path(target).samefile(source):
            raise Failure(f"{target} is the file that is read: choose another one")
    converted = convert(source, first, second, version=version)
    if not converted.boards:
        raise Failure(f"{source}: no board in it")
    if target == "-":
        sys.stdout.buffer.write(converted.data)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(target), converted.data)
    for text in converted.warnings:
        click.echo(printable(text), err=True)
    if converted.lost:
        name = "LIN" if second is FileFormat.LIN else f"PBN {version}"
        click.echo(printable(f"{name} cannot carry: {', '.join(converted.lost)}"), err=True)
    if target != "-":
        click.echo(f"{converted.boards} boards written to {target}", err=True)


def _check(source: str, file_format: FileFormat) -> None:
    problems: list[ValueError] = []

    def collect(problem: ValueError, *, lost: bool) -> None:  # noqa: ARG001 - a `Report`
        problems.append(problem)

    if file_format is FileFormat.PBN:
        problems += problems_of_file(source)
    else:
        read_boards(source, file_format, collect)
    for problem in problems:
        click.echo(printable(str(problem)))
    if problems:
        raise Failure(f"{source}: {len(problems)} errors against the standard")
    click.echo(f"{source}: nothing wrong")


def _check_free(path: Path, *, force: bool) -> None:
    """Check that a file may be written: it does not exist, or is to be overwritten."""
    if path.exists() and not path.is_file():
        raise Failure(f"{path} is no file that could be overwritten: choose another one")
    if path.exists() and not force:
        raise Failure(f"{path} is there already: choose another file, or give --force")

"""The pages of the reference that are made of the program itself, for MkDocs.

`on_files` adds them: the commands with what their `--help` prints, the settings with the files of
defaults, and two READMEs that lie beside what they describe. Pages link to what these are made of,
so that the links also hold where the sources are read; `on_page_markdown` turns them.
"""  # noqa: INP001 - MkDocs loads it as a file

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from bluechip_bot.cli import main
from bluechip_bot.config import conf_dir

ROOT: Final = Path(__file__).parent.parent
_PROGRAM: Final = "bluechip-bot"
_WIDTH: Final = 78
"""The columns of a block that a page shows without scrolling."""
_COMMANDS: Final = """# Commands

This page is what `--help` prints for each command. `python -m bluechip_bot` is the same program as
`bluechip-bot`.
"""
_SETTINGS_HEAD: Final = """# Settings

Every setting has a commented default in a file of `conf/`. Your own file need hold only the keys
that you change, and options of the command line win over it. Types, ranges and flags are defined in
`bluechip_bot/config/sections.py`; `--help` repeats the comments. `bluechip-bot doctor match
--config mine.toml` says where each value comes from.
"""
_SETTINGS: Final = {
    "client.toml": "`play`: a file like it is given with `--config`.",
    "server.toml": "`serve`: a file like it is given with `--config`.",
    "match.toml": "`match`: a file like it is given with `--config`.",
    "league.toml": "`league`: an example of the file that it plays by.",
    "bidding.toml": "Who bids which system: a file like it is given with `--bidding`.",
    "inference.toml": "How calls and cards are read: a file like it is given with `--inference`.",
    "simulation.toml": "Calls decided by simulation: a file like it is given with `--simulation`.",
    "planning.toml": "How declarer's play is planned.",
    "engine.toml": "How cards are chosen by search.",
    "training.toml": "How a bidding policy is trained: a file like it is given to `lab train`.",
    "overrides.example": "What calls mean, overridden while a match runs.",
}
"""What is said of each file of `conf`."""

_SOURCES: Final = {
    "bluechip_bot/cli": "reference/commands.md",
    "conf": "reference/settings.md",
    "conf/systems/README.md": "reference/systems.md",
    "solver/README.md": "reference/solver.md",
}
"""The page that is made of each source."""
_MADE_OF: Final = {made: source for source, made in _SOURCES.items()}
_LINK: Final = re.compile(r"(?<=\]\()[^)#\s]+")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of the documentation with the pages that are made here."""
    pages = {
        "reference/commands.md": commands(),
        "reference/settings.md": settings(),
        "reference/systems.md": (ROOT / "conf/systems/README.md").read_text("utf-8"),
        "reference/solver.md": (ROOT / "solver/README.md").read_text("utf-8"),
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    for picture in sorted((ROOT / "solver/bench").glob("*.svg")):
        path = f"reference/bench/{picture.name}"
        files.append(File.generated(config, path, abs_src_path=str(picture)))
    return files


def on_page_markdown(
    markdown: str,
    page: Page,
    config: MkDocsConfig,  # noqa: ARG001 - MkDocs gives these by name
    files: Files,  # noqa: ARG001
) -> str:
    """The text of a page whose links to a source lead to the page that is made of it.

    The links of a page that is made of a source are those of the source, where it lies.
    """
    folder = Path("docs", page.file.src_uri).parent
    source = _MADE_OF.get(page.file.src_uri)
    base = folder if source is None else Path(source).parent

    def turned(link: re.Match[str]) -> str:
        target = os.path.normpath(base / link[0])
        made = f"docs/{_SOURCES[target]}" if target in _SOURCES else target
        return os.path.relpath(made, folder) if made.startswith("docs/") else link[0]

    return _LINK.sub(turned, markdown)


def commands() -> str:
    """A page with the help of every command, as the program prints it."""
    parts = [_COMMANDS]
    context = click.Context(
        main, info_name=_PROGRAM, terminal_width=_WIDTH, **main.context_settings
    )
    for level, each in _contexts(context):
        usage = each.command.get_help(each)
        parts.append(f"{'#' * level} {each.command_path}\n\n```text\n{usage}\n```\n")
    return "\n".join(parts)


def settings() -> str:
    """A page with the files of defaults."""
    parts = [_SETTINGS_HEAD]
    for name, about in _SETTINGS.items():
        language = "toml" if name.endswith(".toml") else "text"
        text = (conf_dir() / name).read_text("utf-8")
        parts.append(f"## {name}\n\n{about}\n\n```{language}\n{text}```\n")
    return "\n".join(parts)


def _contexts(parent: click.Context, level: int = 2) -> Iterator[tuple[int, click.Context]]:
    """Yield the level of the heading and the context of a command and of all commands below it."""
    yield level, parent
    if isinstance(parent.command, click.Group):
        for name in parent.command.list_commands(parent):
            command = parent.command.get_command(parent, name)
            if command is not None and not command.hidden:
                below = click.Context(command, info_name=name, parent=parent)
                yield from _contexts(below, min(level + 1, 4))

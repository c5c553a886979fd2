"""The command group. Each command's module is imported only when the command is run."""

from __future__ import annotations

import importlib
import os
import platform
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from bluechip_bot import __version__, release
from bluechip_bot.cli.failure import failures, former_keys_shown, unread_ends
from bluechip_bot.quoting import brief

# Matrices are small here: threads of the linear algebra cost more than they bring, and wait for
# each other on a busy machine. It is read when numpy is imported, which is later.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_HIDDEN: Final = ("bots", "room", "values")
_COMMANDS: Final = (
    "advise", "bid", "check", "convert", "dd", "doctor", "explain", "lab", "league", "match",
    "plan", "play", "replay", "report", "score", "serve", "service", "sit", "system", "worlds",
)  # fmt: skip

_DATA: Final = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))
EXAMPLES: Final[Mapping[str, Sequence[str]]] = _DATA["commands"]
"""The words after `bluechip-bot COMMAND` in the examples of a command, by command."""


class _LazyGroup(click.Group):
    """A group whose commands are the attribute `command` of modules in this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in (*_COMMANDS, *_HIDDEN):
            return None
        command: click.Command = importlib.import_module(f"bluechip_bot.cli.{name}").command
        add_examples(command, name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin with `incomplete`; commands are not imported."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in _COMMANDS if name.startswith(incomplete)]

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Parse the command line; end silently if the reader of the help closes it, like `head`."""
        with unread_ends():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; in the message of a failure, long quotations of input are shortened."""
        try:
            with failures(), former_keys_shown(), unread_ends():
                return super().invoke(ctx)
        except click.ClickException as error:
            error.message = brief(error.message)  # type: ignore[misc]
            raise


def add_examples(command: click.Command, path: str) -> None:
    """Add examples to the end of the help of a command and of each of its subcommands."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            add_examples(each, f"{path} {name}")
    elif path in EXAMPLES:
        lines = (f"  bluechip-bot {path} {words}".rstrip() for words in EXAMPLES[path])
        epilog = ["\b", "Examples:", *lines]
        if any(words.startswith("position.json") for words in EXAMPLES[path]):
            epilog += ["", "\b", *_DATA["position"].splitlines()]
        command.epilog = "\n".join(epilog)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if not wanted or ctx.resilient_parsing:
        return
    commit, changed = release.commit()
    try:
        from bluechip_bot.engine import solver_target

        target = f"solver built for {solver_target()}"
    except ImportError as error:
        target = f"solver cannot be used: {error}"
    python = f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"
    click.echo(
        f"bluechip-bot {__version__} (commit {commit or 'unknown'}"
        f"{' with changes' if changed else ''}; {target}, {python})"
    )
    ctx.exit()


@click.group(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show version, commit and what the solver is built for, and exit.",
)
def main() -> None:
    """A bridge player for table managers that speak the Blue Chip protocol."""

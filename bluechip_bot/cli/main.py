"""The command group. Each command's module is imported only when the command is run."""

from __future__ import annotations

import importlib
from typing import Any, Final

import click

import bluechip_bot
from bluechip_bot.cli.failure import Failure, error_text

_HIDDEN: Final = ("room", "values")
_COMMANDS: Final = (
    "advise", "bid", "check", "convert", "dd", "doctor", "explain", "lab", "match", "plan", "play",
    "replay", "report", "score", "serve", "system", "worlds",
)  # fmt: skip


class _LazyGroup(click.Group):
    """A group whose commands are the attribute `command` of the modules beside this one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in (*_COMMANDS, *_HIDDEN):
            return None
        command: click.Command = importlib.import_module(f"bluechip_bot.cli.{name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an output that cannot be written is a `Failure`, as any other file."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # The reader of our output has closed it.
        except OSError as error:
            raise Failure(error_text(error)) from None


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(bluechip_bot.__version__, prog_name="bluechip-bot")
def main() -> None:
    """A bridge player for table managers that speak the Blue Chip protocol."""

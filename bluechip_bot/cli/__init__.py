"""The console command `bluechip-bot`: builds what a command needs, runs it, prints the result."""

from bluechip_bot.cli.main import main

__all__ = ["main"]

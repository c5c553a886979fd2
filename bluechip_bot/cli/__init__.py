"""The console command `bluechip-bot`: builds what a command needs, runs it, prints the result."""

try:
    from bluechip_bot.cli.main import main
except KeyboardInterrupt:
    # Nothing was begun. The status is `failure.INTERRUPTED`, which may not have been imported yet.
    raise SystemExit(130) from None

__all__ = ["main"]

"""A short match that shows how well players keep to a clock on this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from bluechip_bot.config import MatchConfig, config_text
from bluechip_bot.dataformats import parse_json
from bluechip_bot.doctor.finding import DoctorFinding, FindingVerdict, judged
from bluechip_bot.doctor.speed import MORE_TIME
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.record import ROOMS
from bluechip_bot.match.record.store import MatchStore, StoreError
from bluechip_bot.protocol.seat.clock import ONLY_CARD

_RULES: Final = 0.001
"""The greatest share of decisions by rule that does not call for a warning."""
_DECISIONS: Final = 80
"""Calls and cards of a pair on a board, at most, where each has its budget."""
_START: Final = 120.0
"""Seconds for all processes to start and end."""
_NEAR: Final = 0.95
"""A pair that uses this share of its time on a board has none to spare."""


def longest(settings: MatchConfig) -> float:
    """The most seconds that a match takes, not counting its start and end."""
    search = settings.search
    pair = settings.clock or _DECISIONS * max(search.budget_call, search.budget_card)
    return 2 * pair * settings.boards * len(settings.rooms_scored)


def rehearse(settings: MatchConfig) -> DoctorFinding:
    """Play a match by `bluechip-bot match` in a temporary folder, and judge how it went."""
    planned = settings.boards * len(settings.rooms_scored)
    with tempfile.TemporaryDirectory(prefix="bluechip-bot-") as place:
        folder = MatchFolder(Path(place) / "rehearsal")
        config = Path(place) / "match.toml"
        config.write_text(config_text(settings), "utf-8")
        failure = _play(config, folder.path, longest(settings) + _START)
        seconds: list[float] = []
        with suppress(StoreError, OSError), closing(MatchStore.open(folder.store)) as store:
            boards = [one for room in ROOMS for one in store.finished(room)]
            seconds = [pair for board in boards for pair in board.seconds]
            crashes = sum(trouble.what == "crash" for trouble in store.troubles)
        if len(seconds) < 2 * planned:
            text = f"{len(seconds) // 2} of {planned} boards were played: {failure}"
            return DoctorFinding(
                "rehearsal", FindingVerdict.FAULT, text, "put that right, and try again"
            )
        decisions = list(_decisions(folder))
        fallbacks = folder.counts.fallbacks
    return rehearsal_finding(settings.clock, seconds, decisions, fallbacks, crashes)


def _play(config: Path, out: Path, seconds: float) -> str:
    command = [sys.executable, "-P", "-m", "bluechip_bot", "match"]
    command += ["--config", str(config), "--out", str(out)]
    try:
        # Its players end with the pipes to them, should it be killed.
        match = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it was not over after {seconds:.0f} s"
    return f"status {match.returncode}: {' '.join(match.stderr.split())[-300:]}"


def rehearsal_finding(
    clock: float,
    seconds: Sequence[float],
    decisions: Sequence[Mapping[str, Any]],
    fallbacks: int,
    crashes: int,
) -> DoctorFinding:
    """Whether a short match went as it should.

    Args:
        clock: each pair's time for a board; 0 if there was no clock.
        seconds: the time that each pair used on each board.
        decisions: each call and card, as `DecisionSpent.to_json` has it.
        fallbacks: how many of these a player made by a rule of last resort.
    """
    asked = [each for each in decisions if each["at_once"] != ONLY_CARD]
    thought = [each for each in asked if not each["at_once"]]
    # Without any time left the player is not asked: that is a rule, too.
    rules = fallbacks + len(asked) - len(thought)
    over, most = sum(0 < clock < each for each in seconds), max(seconds)
    text = (
        f"{len(seconds) // 2} boards, {f'clock {clock:g} s' if clock else 'no clock'}: "
        f"{len(asked)} decisions, {rules} by rule; the longest board {most:.1f} s for a pair, "
        f"overruns {over}, crashes {crashes}"
    )
    if thought:
        slowest = max(thought, key=lambda each: float(each["seconds"]))
        allotted = max(slowest["budget"], slowest["most"] or 0.0)
        text += f"; the slowest decision took {slowest['seconds']:.2f} s of {allotted:.2f} s"
    late = f"boards were not played in time: {MORE_TIME}"
    short = f"time was too short to search: {MORE_TIME}"
    near = clock > 0 and most > _NEAR * clock
    return judged(
        "rehearsal",
        text,
        (over > 0, FindingVerdict.FAULT, late),
        (crashes > 0, FindingVerdict.FAULT, "play a match and read the logs in its folder"),
        (rules > _RULES * len(asked), FindingVerdict.WARNING, short),
        (near, FindingVerdict.WARNING, f"no time was left: {MORE_TIME}"),
    )


def _decisions(folder: MatchFolder) -> Iterator[Mapping[str, Any]]:
    """Yield the decisions in the logs of all seats; an unfinished line is left out."""
    for path in sorted(folder.logs.glob("*.times.jsonl")):
        for line in path.read_text("utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield parse_json(line)

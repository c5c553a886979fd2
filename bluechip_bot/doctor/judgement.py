"""What follows from facts of a machine, for a match that is to be played there.

Each function returns what one check found. Nothing is measured here.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final

from bluechip_bot.doctor.facts import (
    Build,
    CardSpeed,
    Clocks,
    Disk,
    Memory,
    PortState,
    Processors,
    Rehearsal,
    Software,
)
from bluechip_bot.doctor.finding import Finding, fault, good, warning

NEEDED: Final = {"popcnt": "POPCNT", "bmi1": "BMI1", "bmi2": "BMI2"}
"""The instruction sets that the solver is compiled for on x86-64, see `solver/core/bits.h`."""
_X86: Final = ("x86_64", "amd64")
_FEWEST: Final = 16
"""Layouts after which cards are compared for the first time."""
_FEW: Final = 40
"""Layouts below which a search does not overrule the vote."""
_SHARE: Final = 0.75
"""The least share of a processor that a search should get."""
_STEP: Final = 0.05
"""Seconds by which the time of day may move against the monotonic clock meanwhile."""
_STEER: Final = 100.0
"""Parts per million; a clock that needs more correction is a poor one."""
_SYNCHRONISED: Final = {
    True: "synchronised",
    False: "not synchronised",
    None: "synchronised or not: unknown",
}
_SPARE: Final = 1 << 30
"""Bytes that should stay free."""
_TIGHT: Final = 100 << 20
"""Bytes that must be free."""
_SYNC: Final = 0.05
"""Seconds that a call or card may take to reach the disk without a clock noticing."""
_SLOW_SYNC: Final = 0.5
_RULES: Final = 0.001
"""The greatest share of decisions by rule that does not call for a warning."""
_LATE: Final = 0.05
"""The share of decisions that may be late: calls cannot be stopped half-way."""
_NEAR: Final = 0.95
"""A pair that uses this share of its time on a board has none to spare."""
_SEARCHED: Final = "--clock with more seconds, or fewer tables at once (--concurrency)"


def software(facts: Software) -> Finding:
    """What is installed; changes that no commit tells of are a warning."""
    listed = ", ".join(f"{name} {number}" for name, number in facts.versions.items())
    text = f"{listed}; code {facts.code}"
    if facts.commit is None:
        return good("software", f"{text}, commit unknown")
    text += f", commit {facts.commit}"
    if facts.changed:
        advice = "commit or drop the changes, so that records can name the code that played"
        return warning("software", f"{text} with changes", advice)
    return good("software", text)


def build(facts: Build) -> Finding:
    """Whether the compiled modules run on this processor, and are those of the sources."""
    text = f"compiled for {facts.platform}, on {facts.processor or 'an unknown processor'}"
    if facts.failure:
        advice = "install the package again on this machine: pip install ."
        return fault("compiled modules", f"{text}: {facts.failure}", advice)
    if facts.stale:
        count = len(facts.stale)
        text += f"; sources newer than what was compiled of them: {count}, as {facts.stale[0]}"
        return warning("compiled modules", text, "install the package again: pip install -e .")
    if facts.features is None or not facts.platform.endswith(_X86):
        return good("compiled modules", text)
    missing = [name for feature, name in NEEDED.items() if feature not in facts.features]
    if missing:
        text += f", which lacks {', '.join(missing)}: it is a build for any processor"
        return warning("compiled modules", text, "play on a newer processor: it searches faster")
    return good("compiled modules", f"{text}, which has {', '.join(NEEDED.values())}")


def speed(facts: Sequence[CardSpeed]) -> Finding:
    """Whether the cards that matter most get enough layouts with the chosen clock."""
    told = [
        f"{each.card} {each.rate:.0f} layouts a second, {each.expected:.0f} in the "
        f"{each.allotted:.2f} s that it gets"
        for each in facts
    ]
    text = "; ".join(told)
    least = min(each.expected for each in facts)
    if least < _FEWEST:
        return fault("speed", text, f"fewer than {_FEWEST} layouts decide nothing: {_SEARCHED}")
    if least < _FEW:
        return warning("speed", text, f"{_FEW} layouts are wanted at least: {_SEARCHED}")
    return good("speed", text)


def processors(facts: Processors, speeds: Sequence[CardSpeed], tables: int) -> Finding:
    """Whether searches get a processor each.

    Args:
        facts: the processors.
        speeds: what searches got of one.
        tables: the tables at which one of our players may think at a time.
    """
    load = "" if facts.load is None else f", load {facts.load:.2f}"
    text = f"processors {facts.usable}{load}"
    seconds = sum(each.seconds for each in speeds)
    if seconds:
        share = sum(each.processor for each in speeds) / seconds
        text += f"; a search got {share:.0%} of one"
        if share < _SHARE:
            advice = "end what else runs here: a clock counts the time that others take"
            return warning("processors", text, advice)
    if tables > facts.usable:
        text += f"; {tables} tables at once"
        advice = f"give --concurrency {facts.usable}: searches that wait for each other are short"
        return warning("processors", text, advice)
    return good("processors", text)


def memory(facts: Memory, players: int) -> Finding:
    """Whether there is room for as many players' processes."""
    least, most = facts.player * players, (facts.player + facts.table) * players
    text = f"players {players}, which take {_size(least)}, in time {_size(most)}"
    if facts.available is None:
        return good("memory", f"{text}; what is available is unknown")
    text += f"; available {_size(facts.available)}"
    advice = "give less --memory-mb, or fewer tables at once (--concurrency)"
    if facts.available < least:
        return fault("memory", text, advice)
    if facts.available < most:
        return warning("memory", text, advice)
    return good("memory", text)


def clocks(facts: Clocks) -> Finding:
    """Whether time goes evenly, and the time of day can be believed."""
    drift = f"{1000 * facts.gained:+.3f} ms ({1e6 * facts.gained / facts.span:+.1f} ppm)"
    told = [
        f"zone {facts.zone}, UTC{facts.offset:+g} h",
        f"in {facts.span:.1f} s the time of day gained {drift} on the monotonic clock",
        _SYNCHRONISED[facts.synchronised],
    ]
    if facts.synchronised and facts.error is not None:
        told[-1] += f", wrong by {1000 * facts.error:.1f} ms at most"
    if facts.correction is not None:
        told.append(f"corrected by {facts.correction:+.1f} ppm")
    text = "; ".join(told)
    if facts.now < facts.installed:
        return fault("clock", f"{text}; it is earlier than what is installed", "set the clock")
    if abs(facts.gained) > _STEP:
        advice = "wait until the clock is set: thinking times are right, times in logs jump"
        return warning("clock", text, advice)
    if facts.synchronised is False:
        advice = "switch NTP on (timedatectl set-ntp true), so that logs of all machines agree"
        return warning("clock", text, advice)
    if facts.correction is not None and abs(facts.correction) > _STEER:
        advice = "compare thinking times with the manager's: this clock is a poor one"
        return warning("clock", text, advice)
    return good("clock", text)


def port(facts: PortState) -> Finding:
    """Whether we can listen at a port, or a manager listens there."""
    where = f"{facts.host}:{facts.port}"
    if facts.listens:
        if facts.free:
            return good("port", f"{where} is free")
        if facts.answered:
            advice = f"end the program that listens there, or choose another port than {facts.port}"
            return fault("port", f"{where} is taken: something answers there", advice)
        text = f"{where} cannot be listened at: {facts.reason}"
        return fault("port", text, "choose another address or port")
    if facts.answered:
        return good("port", f"{where} answers")
    text = f"{where} does not answer: {facts.reason}"
    return warning("port", text, "start the table manager, or give its --host and --port")


def disk(facts: Disk, boards: int = 0, size: int = 0) -> Finding:
    """Whether records and logs have room, and reach the disk soon enough.

    Args:
        facts: the disk.
        boards: the boards that are to be recorded, those of all rooms; 0 if that is unknown.
        size: what a board takes; 0 if that is unknown.
    """
    if facts.failure:
        text = f"{facts.folder} cannot be written: {facts.failure}"
        return fault("disk", text, "choose another folder, or make room")
    middle, slowest = (median(facts.syncs), max(facts.syncs)) if facts.syncs else (0.0, 0.0)
    text = (
        f"{facts.folder}: {_size(facts.free)} free, {_size(facts.rate)} a second; a record is safe "
        f"after {1000 * middle:.1f} ms, {1000 * slowest:.1f} ms at most"
    )
    wanted = boards * size
    if wanted:
        text += f"; {boards} boards take about {_size(wanted)}"
    if facts.free < max(_TIGHT, wanted):
        return fault("disk", text, "make room, or choose another folder")
    if slowest > _SLOW_SYNC:
        advice = "choose a folder on a faster disk: every call and card waits until it is safe"
        return fault("disk", text, advice)
    if middle > _SYNC:
        advice = "choose a folder on a faster disk: every call and card waits until it is safe"
        return warning("disk", text, advice)
    if facts.free < max(_SPARE, 2 * wanted):
        return warning("disk", text, "make room, or choose another folder")
    return good("disk", text)


def rehearsal(facts: Rehearsal) -> Finding:
    """Whether a short match was played as it should be."""
    clock = f"clock {facts.clock:g} s" if facts.clock else "no clock"
    text = f"{facts.played} of {facts.planned} boards, {clock}"
    if facts.failure:
        return fault("rehearsal", f"{text}: {facts.failure}", "put that right, and try again")
    text += (
        f": {facts.decisions} decisions, {facts.rules} by rule; the slowest took "
        f"{facts.slowest:.2f} s of {facts.allotted:.2f} s; late {facts.late}, by "
        f"{facts.latest:.2f} s at most; the longest board {facts.longest:.1f} s for a pair, "
        f"overruns {facts.over}"
    )
    if facts.over:
        return fault("rehearsal", text, f"boards were not played in time: {_SEARCHED}")
    if facts.crashes:
        text += f"; crashes {facts.crashes}"
        return fault("rehearsal", text, "play a match and read the logs in its folder")
    if facts.played < facts.planned or not facts.decisions:
        return fault("rehearsal", text, "play a match and read the logs in its folder")
    if facts.rules > _RULES * facts.decisions:
        return warning("rehearsal", text, f"time was too short to search: {_SEARCHED}")
    if facts.clock and facts.longest > _NEAR * facts.clock:
        return warning("rehearsal", text, f"no time was left: {_SEARCHED}")
    if facts.late > _LATE * facts.decisions:
        advice = "end what else runs here: answers came later than the clock allowed"
        return warning("rehearsal", text, advice)
    return good("rehearsal", text)


def _size(count: float) -> str:
    """A number of bytes in words."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"

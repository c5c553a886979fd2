"""This machine: its processors, memory, clocks, ports and disk."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import psutil
from attrs import frozen

from bluechip_bot.doctor.finding import Finding, Verdict, judged, size
from bluechip_bot.doctor.installed import PACKAGE
from bluechip_bot.doctor.speed import CardSpeed

_SHARE: Final = 0.75
"""The least share of a processor that a search should get."""
_STEP: Final = 0.05
"""Seconds by which the time of day may move against the monotonic clock meanwhile."""
_UNKNOWN_ERROR: Final = 16_000_000
"""Microseconds: the kernel's account of the error where nobody sets its clock."""
_SYNCHRONISED: Final = {
    True: "synchronised",
    False: "not synchronised",
    None: "synchronised or not: unknown",
}
_PATIENCE: Final = 2.0
"""Seconds that a port may take to answer."""
_BULK: Final = 8 << 20
"""Bytes written to measure a disk."""
_RECORDS: Final = 20
_RECORD: Final = b"x" * 200
"""About as long as a call or card in the file of a match."""
_SPARE: Final = 1 << 30
"""Bytes that should stay free."""
_TIGHT: Final = 100 << 20
"""Bytes that must be free."""
_SYNC: Final = 0.05
"""Seconds that a call or card may take to reach the disk without a clock noticing."""
_SLOW_SYNC: Final = 0.5


@frozen
class Processors:
    """The processors.

    Attributes:
        usable: how many this process may use.
        load: the mean number of processes that wanted one during the last minute.
    """

    usable: int
    load: float | None = None

    @classmethod
    def probe(cls) -> Processors:
        """The processors that this process may use, and their load."""
        # macOS has no affinity.
        affinity = getattr(psutil.Process(), "cpu_affinity", None)
        usable = (psutil.cpu_count() or 1) if affinity is None else len(affinity())
        return cls(usable, psutil.getloadavg()[0])

    def finding(self, speeds: Sequence[CardSpeed], tables: int) -> Finding:
        """Whether searches get a processor each.

        Args:
            speeds: what searches got of one.
            tables: the tables at which one of our players may think at a time.
        """
        load = "" if self.load is None else f", load {self.load:.2f}"
        text = f"processors {self.usable}{load}"
        seconds = sum(each.seconds for each in speeds)
        share = sum(each.processor for each in speeds) / seconds if seconds else 1.0
        text += f"; a search got {share:.0%} of one" if seconds else ""
        many = share >= _SHARE and tables > self.usable
        text += f"; {tables} tables at once" if many else ""
        others = "end what else runs here: a clock counts the time that others take"
        fewer = f"give --concurrency {self.usable}: searches that wait for each other are short"
        return judged(
            "processors",
            text,
            (share < _SHARE, Verdict.WARNING, others),
            (many, Verdict.WARNING, fewer),
        )


@frozen
class Memory:
    """The memory.

    Attributes:
        available: what can be had without swapping.
        player: what this process takes, and a player's at first.
        table: what its tables take in time.
    """

    available: int | None
    player: int
    table: int

    @classmethod
    def probe(cls, table: int) -> Memory:
        """What is available within the limits of this process's group; it is like a player's."""
        found = [psutil.virtual_memory().available]
        try:
            most, used = (
                int(Path(f"/sys/fs/cgroup/memory.{name}").read_text("ascii"))
                for name in ("max", "current")
            )
        except (OSError, ValueError):
            pass
        else:
            found.append(max(0, most - used))
        return cls(min(found), psutil.Process().memory_info().rss, table)

    def finding(self, players: int) -> Finding:
        """Whether there is room for as many players' processes."""
        least, most = self.player * players, (self.player + self.table) * players
        known = "what is available is unknown"
        if self.available is not None:
            known = f"available {size(self.available)}"
        text = f"players {players}, which take {size(least)}, in time {size(most)}; {known}"
        available = most if self.available is None else self.available
        advice = "give less --memory-mb, or fewer tables at once (--concurrency)"
        return judged(
            "memory",
            text,
            (available < least, Verdict.FAULT, advice),
            (available < most, Verdict.WARNING, advice),
        )


@frozen
class Clocks:
    """The clocks.

    Attributes:
        zone: the time zone's name.
        offset: its hours ahead of UTC.
        now: the time, in seconds since 1970.
        installed: when the newest file of the package was written, likewise.
        span: how long the clocks were compared, by the monotonic clock.
        gained: what the time of day gained on the monotonic clock meanwhile.
        synchronised: whether the operating system takes the time of day for synchronised.
    """

    zone: str
    offset: float
    now: float
    installed: float
    span: float
    gained: float
    synchronised: bool | None = None

    def finding(self) -> Finding:
        """Whether time goes evenly, and the time of day can be believed."""
        drift = f"{1000 * self.gained:+.3f} ms ({1e6 * self.gained / self.span:+.1f} ppm)"
        text = (
            f"zone {self.zone}, UTC{self.offset:+g} h; in {self.span:.1f} s the time of day gained "
            f"{drift} on the monotonic clock; {_SYNCHRONISED[self.synchronised]}"
        )
        is_early = self.now < self.installed
        text += "; it is earlier than what is installed" if is_early else ""
        wait = "wait until the clock is set: thinking times are right, times in logs jump"
        ntp = "switch NTP on (timedatectl set-ntp true), so that logs of all machines agree"
        return judged(
            "clock",
            text,
            (is_early, Verdict.FAULT, "set the clock"),
            (abs(self.gained) > _STEP, Verdict.WARNING, wait),
            (self.synchronised is False, Verdict.WARNING, ntp),
        )


class ClockWatch:
    """Compares the time of day with the monotonic clock, from its making on."""

    def __init__(self) -> None:
        """Read both clocks."""
        self._began = _both()

    def clocks(self, seconds: float = 0.0) -> Clocks:
        """The clocks, compared for so many seconds at least."""
        began = self._began
        time.sleep(max(0.0, began[0] + seconds - time.monotonic()))
        ended = _both()
        span = ended[0] - began[0]
        here = time.localtime(ended[1])
        installed = max((path.stat().st_mtime for path in PACKAGE.glob("*.py")), default=0.0)
        gained = ended[1] - began[1] - span
        zone, offset = here.tm_zone, here.tm_gmtoff / 3600
        return Clocks(zone, offset, ended[1], installed, span, gained, _is_synchronised())


def _both() -> tuple[float, float]:
    """The monotonic clock and the time of day, read together."""
    before = time.monotonic()
    now = time.time()
    return (before + time.monotonic()) / 2, now


def _is_synchronised() -> bool | None:
    """Whether the kernel's clock is synchronised, as systemd sees it; None if that is unknown.

    It is while its error is below the kernel's greatest.
    """
    if not sys.platform.startswith("linux"):
        return None
    # `struct timex`, see adjtimex(2), begins with modes, offset, freq and maxerror.
    timex = ctypes.create_string_buffer(512)
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(timex)
    except (OSError, AttributeError):
        return None
    return None if state < 0 else bool(struct.unpack_from("@I3l", timex)[3] < _UNKNOWN_ERROR)


@frozen
class PortState:
    """A port of the configuration.

    Attributes:
        host: the address.
        port: the port.
        listens: whether we listen there; else a manager does.
        free: whether we can listen there.
        answered: whether something answers there.
        reason: what the operating system says if it is neither free nor answered.
    """

    host: str
    port: int
    listens: bool
    free: bool = False
    answered: bool = False
    reason: str = ""

    @classmethod
    def probe(cls, host: str, port: int, *, listens: bool) -> PortState:
        """Whether a port is free, if we are to listen there, or answers."""
        reason = ""
        if listens:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            try:
                with socket.create_server((host, port), family=family, reuse_port=False):
                    return cls(host, port, listens, free=True)
            except OSError as error:
                reason = error.strerror or str(error)
        try:
            with socket.create_connection((host, port), _PATIENCE):
                return cls(host, port, listens, answered=True, reason=reason)
        except OSError as error:
            return cls(host, port, listens, reason=reason or error.strerror or str(error))

    def finding(self) -> Finding:
        """Whether we can listen at a port, or a manager listens there."""
        if self.listens and self.answered:
            text = "is taken: something answers there"
        elif self.listens:
            text = "is free" if self.free else f"cannot be listened at: {self.reason}"
        else:
            text = "answers" if self.answered else f"does not answer: {self.reason}"
        taken = f"end the program that listens there, or choose another port than {self.port}"
        wait = "start the table manager, or give its --host and --port"
        return judged(
            "port",
            f"{self.host}:{self.port} {text}",
            (self.listens and self.answered, Verdict.FAULT, taken),
            (self.listens and not self.free, Verdict.FAULT, "choose another address or port"),
            (not self.listens and not self.answered, Verdict.WARNING, wait),
        )


@frozen
class Disk:
    """Where records and logs go.

    Attributes:
        folder: the folder.
        free: what is free there.
        rate: bytes a second that reach the disk.
        syncs: how long short records took to reach the disk, one after the other.
        failure: why it cannot be written; empty if it can.
    """

    folder: str
    free: int = 0
    rate: float = 0.0
    syncs: tuple[float, ...] = ()
    failure: str = ""

    @classmethod
    def probe(cls, folder: Path) -> Disk:
        """How records are written to a folder, or to the nearest folder above it that exists."""
        place = folder.absolute()
        while not place.exists() and place != place.parent:
            place = place.parent
        try:
            free = psutil.disk_usage(str(place)).free
            with tempfile.TemporaryFile(dir=place, buffering=0) as file:
                seconds = _timed(file.fileno(), bytes(_BULK))
                syncs = tuple(_timed(file.fileno(), _RECORD) for _ in range(_RECORDS))
        except OSError as error:
            return cls(str(folder), failure=error.strerror or str(error))
        return cls(str(folder), free, _BULK / max(seconds, 1e-6), syncs)

    def finding(self, boards: int = 0, each: int = 0) -> Finding:
        """Whether records and logs have room, and reach the disk soon enough.

        Args:
            boards: the boards that are to be recorded, those of all rooms; 0 if that is unknown.
            each: what a board takes; 0 if that is unknown.
        """
        if self.failure:
            text = f"{self.folder} cannot be written: {self.failure}"
            return Finding("disk", Verdict.FAULT, text, "choose another folder, or make room")
        middle, slowest = median(self.syncs or (0.0,)), max(self.syncs, default=0.0)
        text = (
            f"{self.folder}: {size(self.free)} free, {size(self.rate)} a second; a record is safe "
            f"after {1000 * middle:.1f} ms, {1000 * slowest:.1f} ms at most"
        )
        wanted = boards * each
        text += f"; {boards} boards take about {size(wanted)}" if wanted else ""
        room = "make room, or choose another folder"
        faster = "choose a folder on a faster disk: every call and card waits until it is safe"
        return judged(
            "disk",
            text,
            (self.free < max(_TIGHT, wanted), Verdict.FAULT, room),
            (slowest > _SLOW_SYNC, Verdict.FAULT, faster),
            (middle > _SYNC, Verdict.WARNING, faster),
            (self.free < max(_SPARE, 2 * wanted), Verdict.WARNING, room),
        )


def _timed(file: int, data: bytes) -> float:
    """The seconds until data has reached the disk."""
    began = time.monotonic()
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)
    return time.monotonic() - began

"""Checks of this machine: processors, memory, clock, ports, disk, and installed software."""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import socket
import struct
import sys
import sysconfig
import tempfile
import time
from collections.abc import Collection, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Final

import psutil

from bluechip_bot.doctor.finding import DoctorFinding, FindingVerdict, judged, size
from bluechip_bot.fingerprint import MATCH, code_version

NEEDED: Final = {"popcnt": "POPCNT", "bmi1": "BMI1", "bmi2": "BMI2"}
"""The instruction sets that the solver is compiled for on x86-64, see `solver/core/bits.h`."""
_LIBRARIES: Final = ("bluechip-bot", "twisted", "numpy", "attrs", "cattrs", "click")
_SHARE: Final = 0.75
"""The least share of a processor that a search should get."""
_UNKNOWN_ERROR: Final = 16_000_000
"""Microseconds: the kernel's account of the error where nobody sets its clock."""
_SYNCHRONISED: Final = {
    True: "synchronised",
    False: "not synchronised",
    None: "synchronised or not: unknown",
}
_PATIENCE: Final = 2.0
"""Seconds that a port may take to answer."""
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


def usable_processors() -> int:
    """The number of processors that this process may use."""
    # macOS has no affinity.
    affinity = getattr(psutil.Process(), "cpu_affinity", None)
    return (psutil.cpu_count() or 1) if affinity is None else len(affinity())


def processors_finding(usable: int, share: float | None, tables: int) -> DoctorFinding:
    """Whether `usable` processors suffice for so many tables; a search got `share` of one."""
    text = f"processors {usable}"
    text += "" if share is None else f"; a search got {share:.0%} of one"
    text += f"; {tables} tables at once" if tables > usable else ""
    others = "end what else runs here: a clock counts the time that others take"
    fewer = f"give --concurrency {usable}: searches that wait for each other are short"
    return judged(
        "processors",
        text,
        (share is not None and share < _SHARE, FindingVerdict.WARNING, others),
        (tables > usable, FindingVerdict.WARNING, fewer),
    )


def available_memory() -> int:
    """The bytes available without swapping, within the limits of this process's control group."""
    found = psutil.virtual_memory().available
    try:
        most, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text("ascii"))
            for name in ("max", "current")
        )
    except (OSError, ValueError):
        return found
    return min(found, max(0, most - used))


def memory_finding(available: int, player: int, table: int, players: int) -> DoctorFinding:
    """Whether memory suffices: a player takes `player` bytes, and `table` more as tables fill."""
    least, most = player * players, (player + table) * players
    text = f"players {players}, which take {size(least)}, in time {size(most)}; "
    advice = "give less --memory-mb, or fewer tables at once (--concurrency)"
    return judged(
        "memory",
        f"{text}available {size(available)}",
        (available < least, FindingVerdict.FAULT, advice),
        (available < most, FindingVerdict.WARNING, advice),
    )


def newest_file() -> float:
    """The time when the newest file of the package was written, in seconds since 1970."""
    return max((path.stat().st_mtime for path in Path(__file__).parents[1].glob("*.py")), default=0)


def clock_finding(now: float, installed: float, *, synchronised: bool | None) -> DoctorFinding:
    """Whether the time of day is credible: later than the installation, and synchronised."""
    text = time.strftime("%Y-%m-%d %H:%M:%S %Z, ", time.localtime(now))
    is_early = now < installed
    text += _SYNCHRONISED[synchronised] + ("; earlier than what is installed" if is_early else "")
    ntp = "switch NTP on (timedatectl set-ntp true), so that logs of all machines agree"
    return judged(
        "clock",
        text,
        (is_early, FindingVerdict.FAULT, "set the clock"),
        (synchronised is False, FindingVerdict.WARNING, ntp),
    )


def is_synchronised() -> bool | None:
    """Whether the kernel's clock is synchronised, judged as systemd does; None if unknown.

    The clock is synchronised while the kernel's estimate of its error is below the maximum.
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


def port_finding(host: str, port: int, *, listens: bool) -> DoctorFinding:
    """Whether we can listen on a port or, if not `listens`, a manager listens there."""
    reason, answers = "", False
    try:
        if listens:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.create_server((host, port), family=family, reuse_port=False):
                return DoctorFinding("port", FindingVerdict.GOOD, f"{host}:{port} is free")
    except OSError as error:
        reason = error.strerror or str(error)
    try:
        with socket.create_connection((host, port), _PATIENCE):
            answers = True
    except OSError as error:
        reason = reason or error.strerror or str(error)
    if listens:
        text = "is taken: something answers there" if answers else f"cannot be had: {reason}"
    else:
        text = "answers" if answers else f"does not answer: {reason}"
    taken = "end the program that listens there, or choose another address or port"
    wait = "start the table manager, or give its --host and --port"
    return judged(
        "port",
        f"{host}:{port} {text}",
        (listens, FindingVerdict.FAULT, taken),
        (not answers, FindingVerdict.WARNING, wait),
    )


def disk_finding(folder: Path) -> DoctorFinding:
    """Whether records can be written to a folder, or to its nearest parent that exists."""
    path = folder.absolute()
    place = next((one for one in (path, *path.parents) if one.exists()), path)
    try:
        with tempfile.TemporaryFile(dir=place, buffering=0) as file:
            syncs = [_sync_seconds(file.fileno()) for _ in range(_RECORDS)]
        free = psutil.disk_usage(str(place)).free
    except OSError as error:
        text = f"{folder} cannot be written: {error.strerror or error}"
        return DoctorFinding(
            "disk", FindingVerdict.FAULT, text, "choose another folder, or make room"
        )
    return room_finding(str(folder), free, syncs)


def room_finding(folder: str, free: int, syncs: Sequence[float]) -> DoctorFinding:
    """Whether there is room for records and logs, and they reach the disk soon enough.

    `syncs` are the seconds that short records took to reach the disk.
    """
    middle, slowest = median(syncs), max(syncs)
    text = (
        f"{folder}: {size(free)} free; a record is safe after {1000 * middle:.1f} ms, "
        f"{1000 * slowest:.1f} ms at most"
    )
    room = "make room, or choose another folder"
    faster = "choose a folder on a faster disk: every call and card waits until it is safe"
    return judged(
        "disk",
        text,
        (free < _TIGHT, FindingVerdict.FAULT, room),
        (slowest > _SLOW_SYNC, FindingVerdict.FAULT, faster),
        (middle > _SYNC, FindingVerdict.WARNING, faster),
        (free < _SPARE, FindingVerdict.WARNING, room),
    )


def _sync_seconds(file: int) -> float:
    began = time.monotonic()
    os.write(file, _RECORD)
    os.fsync(file)
    return time.monotonic() - began


def software_finding(commit: str | None, *, changed: bool) -> DoctorFinding:
    """The installed versions; a warning if the working tree differs from `commit`."""
    versions = ", ".join(f"{name} {version(name)}" for name in _LIBRARIES)
    code = code_version(MATCH, conf=True).rpartition(" ")[2]
    text = f"Python {platform.python_version()}, {versions}; code {code}, commit "
    text += (commit or "unknown") + (" with changes" if changed else "")
    advice = "commit or drop the changes, so that records can name the code that played"
    return judged("software", text, (changed, FindingVerdict.WARNING, advice))


def import_failure() -> str:
    """Why the compiled modules cannot be imported; empty if they can."""
    try:
        importlib.import_module("bluechip_bot.engine")
    except ImportError as error:
        return str(error)
    return ""


def processor() -> tuple[str, Collection[str] | None]:
    """The name of the processor, and its instruction sets as Linux names them (None if unknown)."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor() or "an unknown processor", None
    facts = {key.strip(): value.strip() for key, _, value in (one.partition(":") for one in lines)}
    features = facts.get("flags") or facts.get("Features")
    name = facts.get("model name") or platform.machine()
    return name, None if features is None else set(features.split())


def build_finding(
    failure: str,
    name: str,
    features: Collection[str] | None,
    system: str = sysconfig.get_platform(),
) -> DoctorFinding:
    """Whether the compiled modules run on this processor.

    `failure` is from `import_failure`, `name` and `features` are from `processor`, and `system` is
    the platform that the modules are compiled for.
    """
    text = f"compiled for {system}, on {name}"
    known = features is not None and system.endswith(("x86_64", "amd64"))
    missing = [needed for each, needed in NEEDED.items() if known and each not in (features or ())]
    if failure:
        text += f": {failure}"
    elif missing:
        text += f", which lacks {', '.join(missing)}: it is a build for any processor"
    elif known:
        text += f", which has {', '.join(NEEDED.values())}"
    install = "install the package again on this machine: pip install ."
    newer = "play on a newer processor: it searches faster"
    return judged(
        "compiled modules",
        text,
        (bool(failure), FindingVerdict.FAULT, install),
        (bool(missing), FindingVerdict.WARNING, newer),
    )

"""Measurements of this machine; what the operating system does not tell is None or unknown.

Nothing is judged here, see `judgement`, and nothing is left changed.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import shutil
import socket
import sys
import sysconfig
import tempfile
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bluechip_bot import __version__, release
from bluechip_bot.doctor.facts import Build, Clocks, Disk, PortState, Processors, Software
from bluechip_bot.lab.version import MATCH, code_version

_LIBRARIES: Final = ("twisted", "numpy", "attrs", "cattrs", "click")
_PATIENCE: Final = 2.0
"""Seconds that a port may take to answer."""
_BULK: Final = 8 << 20
"""Bytes written to measure a disk."""
_RECORDS: Final = 20
_RECORD: Final = b"x" * 200
"""About as long as a call or card in the file of a match."""
_PPM: Final = 65536.0
"""`adjtimex` counts its correction in parts per million of this fineness."""
_UNKNOWN_ERROR: Final = 16.0
"""Seconds: the kernel's account of the error where nobody sets its clock."""


def probe_software() -> Software:
    """What is installed."""
    versions = {"Python": platform.python_version(), "bluechip-bot": __version__}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "not installed"
    code = code_version(MATCH, conf=True).rpartition(" ")[2]
    return Software(versions, code, *release.commit())


def _package() -> Path:
    """The folder of the package."""
    return Path(__file__).parents[1]


def probe_build() -> Build:
    """The compiled modules, and whether they can be imported here."""
    processor, features = _processor()
    failure = ""
    try:
        importlib.import_module("bluechip_bot.engine")
    except ImportError as error:
        failure = str(error)
    return Build(sysconfig.get_platform(), processor, features, failure, _stale())


def _processor() -> tuple[str, frozenset[str] | None]:
    """The name of the processor and its instruction sets."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return platform.processor(), None
    pairs = (line.partition(":") for line in text.splitlines())
    told = {key.strip(): value.strip() for key, _, value in pairs}
    features = told.get("flags") or told.get("Features")
    name = told.get("model name") or platform.processor() or platform.machine()
    return name, None if features is None else frozenset(features.split())


def _stale() -> tuple[str, ...]:
    """The Cython sources beside compiled modules that are older."""
    root = _package().parent
    folders = [_package()]
    spec = find_spec("solver")
    folders += map(Path, spec.submodule_search_locations or ()) if spec is not None else ()
    found = []
    for folder in folders:
        for source in sorted(folder.rglob("*.pyx")):
            built = source.with_name(source.stem + EXTENSION_SUFFIXES[0])
            if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
                found.append(str(source.relative_to(root)))
    return tuple(found)


def probe_processors() -> Processors:
    """The processors that this process may use, and their load."""
    affinity = getattr(os, "sched_getaffinity", None)
    usable = os.cpu_count() or 1 if affinity is None else len(affinity(0))
    if sys.platform == "win32":
        return Processors(usable)
    try:
        return Processors(usable, os.getloadavg()[0])
    except OSError:
        return Processors(usable)


def available_memory() -> int | None:
    """What can be had without swapping, within the limits of this process's group, in bytes."""
    told = _number_after("MemAvailable:", Path("/proc/meminfo"))
    found = [] if told is None else [told * 1024]
    group = Path("/sys/fs/cgroup")
    most, used = (_number_after("", group / f"memory.{name}") for name in ("max", "current"))
    if most is not None and used is not None:
        found.append(max(0, most - used))
    return min(found, default=None)


def peak_memory() -> int:
    """The most memory that this process has taken so far, in bytes; 0 if that is unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _number_after(key: str, path: Path) -> int | None:
    """The whole number after a key in a file; None if there is none."""
    try:
        for line in path.read_text("utf-8").splitlines():
            if line.startswith(key):
                return int(line.removeprefix(key).split()[0])
    except (OSError, ValueError, IndexError):
        pass
    return None


class ClockWatch:
    """Compares the time of day with the monotonic clock, from its making on."""

    def __init__(self) -> None:
        """Read both clocks."""
        self._began = _both()

    def facts(self, seconds: float = 0.0) -> Clocks:
        """The clocks, compared for so many seconds at least."""
        began = self._began
        time.sleep(max(0.0, began[0] + seconds - time.monotonic()))
        ended = _both()
        span = ended[0] - began[0]
        here = time.localtime(ended[1])
        files = (path.stat().st_mtime for path in _package().glob("*.py"))
        return Clocks(
            here.tm_zone,
            here.tm_gmtoff / 3600,
            ended[1],
            max(files, default=0.0),
            span,
            ended[1] - began[1] - span,
            *_kernel_clock(),
        )


def _both() -> tuple[float, float]:
    """The monotonic clock and the time of day, read together."""
    before = time.monotonic()
    now = time.time()
    return (before + time.monotonic()) / 2, now


class _Timex(ctypes.Structure):
    """The beginning of `struct timex` of Linux, see adjtimex(2), with room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


def _kernel_clock() -> tuple[bool | None, float | None, float | None]:
    """Whether the kernel's clock is synchronised, its greatest error and its correction in ppm.

    As systemd does: it is synchronised while its error is below the kernel's greatest.
    """
    if not sys.platform.startswith("linux"):
        return None, None, None
    told = _Timex()
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(told))
    except (OSError, AttributeError):
        return None, None, None
    if state < 0:
        return None, None, None
    error = told.maxerror / 1e6
    return error < _UNKNOWN_ERROR, error, told.freq / _PPM


def probe_port(host: str, port: int, *, listens: bool) -> PortState:
    """Whether a port is free, if we are to listen there, or answers."""
    reason = ""
    if listens:
        try:
            with socket.create_server((host, port), family=_family(host), reuse_port=False):
                return PortState(host, port, listens, free=True)
        except OSError as error:
            reason = error.strerror or str(error)
    try:
        with socket.create_connection((host, port), _PATIENCE):
            return PortState(host, port, listens, answered=True, reason=reason)
    except OSError as error:
        return PortState(host, port, listens, reason=reason or error.strerror or str(error))


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def probe_disk(folder: Path) -> Disk:
    """How records are written to a folder, or to the nearest folder above it that exists."""
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        free = shutil.disk_usage(place).free
        with tempfile.TemporaryFile(dir=place, buffering=0) as file:
            seconds = _timed(file.fileno(), bytes(_BULK))
            syncs = tuple(_timed(file.fileno(), _RECORD) for _ in range(_RECORDS))
    except OSError as error:
        return Disk(str(folder), failure=error.strerror or str(error))
    return Disk(str(folder), free, _BULK / max(seconds, 1e-6), syncs)


def _timed(file: int, data: bytes) -> float:
    """The seconds until data has reached the disk."""
    began = time.monotonic()
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)
    return time.monotonic() - began

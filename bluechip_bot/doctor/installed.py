"""What is installed, and whether it runs here."""

from __future__ import annotations

import importlib
import platform
import sysconfig
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from attrs import frozen

from bluechip_bot import __version__, release
from bluechip_bot.doctor.finding import Finding, Verdict, judged
from bluechip_bot.fingerprint import MATCH, code_version

PACKAGE: Final = Path(__file__).parents[1]
NEEDED: Final = {"popcnt": "POPCNT", "bmi1": "BMI1", "bmi2": "BMI2"}
"""The instruction sets that the solver is compiled for on x86-64, see `solver/core/bits.h`."""
_X86: Final = ("x86_64", "amd64")
_LIBRARIES: Final = ("twisted", "numpy", "attrs", "cattrs", "click")


@frozen
class Software:
    """What is installed.

    Attributes:
        versions: of Python, of the package and of the libraries, by name.
        code: a hash of all that runs, the same on machines that play alike.
        commit: the commit that the package comes from, if it can be known.
        changed: whether the working tree differs from it.
    """

    versions: Mapping[str, str]
    code: str
    commit: str | None = None
    changed: bool = False

    @classmethod
    def probe(cls) -> Software:
        """What is installed here."""
        versions = {"Python": platform.python_version(), "bluechip-bot": __version__}
        for name in _LIBRARIES:
            try:
                versions[name] = version(name)
            except PackageNotFoundError:
                versions[name] = "unknown"
        code = code_version(MATCH, conf=True).rpartition(" ")[2]
        return cls(versions, code, *release.commit())

    def finding(self) -> Finding:
        """What is installed; changes that no commit tells of are a warning."""
        listed = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        text = f"{listed}; code {self.code}, commit {self.commit or 'unknown'}"
        changed = self.commit is not None and self.changed
        text += " with changes" if changed else ""
        advice = "commit or drop the changes, so that records can name the code that played"
        return judged("software", text, (changed, Verdict.WARNING, advice))


@frozen
class Build:
    """The compiled modules, and this processor.

    Attributes:
        platform: what they were compiled for.
        processor: its name.
        features: the instruction sets that it has, as the operating system names them.
        failure: why they cannot be imported; empty if they can.
        stale: sources that are newer than what was compiled of them.
    """

    platform: str
    processor: str
    features: frozenset[str] | None = None
    failure: str = ""
    stale: tuple[str, ...] = ()

    @classmethod
    def probe(cls) -> Build:
        """The compiled modules, and whether they can be imported here."""
        failure = ""
        try:
            importlib.import_module("bluechip_bot.engine")
        except ImportError as error:
            failure = str(error)
        return cls(sysconfig.get_platform(), *_processor(), failure, _stale())

    def finding(self) -> Finding:
        """Whether the compiled modules run on this processor, and are those of the sources."""
        text = f"compiled for {self.platform}, on {self.processor or 'an unknown processor'}"
        known = self.features is not None and self.platform.endswith(_X86)
        missing = [name for each, name in NEEDED.items() if each not in (self.features or ())]
        if self.failure:
            text += f": {self.failure}"
        elif self.stale:
            count = len(self.stale)
            text += f"; sources newer than what was compiled of them: {count}, as {self.stale[0]}"
        elif known and missing:
            text += f", which lacks {', '.join(missing)}: it is a build for any processor"
        elif known:
            text += f", which has {', '.join(NEEDED.values())}"
        install = "install the package again"
        return judged(
            "compiled modules",
            text,
            (bool(self.failure), Verdict.FAULT, f"{install} on this machine: pip install ."),
            (bool(self.stale), Verdict.WARNING, f"{install}: pip install -e ."),
            (
                known and bool(missing),
                Verdict.WARNING,
                "play on a newer processor: it searches faster",
            ),
        )


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
    """The Cython sources whose compiled modules are older, or missing."""
    spec = find_spec("solver")
    folders = [PACKAGE]
    folders += map(Path, spec.submodule_search_locations or ()) if spec is not None else ()
    found = []
    for source in (path for folder in folders for path in sorted(folder.rglob("*.pyx"))):
        built = source.with_name(source.stem + EXTENSION_SUFFIXES[0])
        if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
            found.append(str(source.relative_to(PACKAGE.parent)))
    return tuple(found)

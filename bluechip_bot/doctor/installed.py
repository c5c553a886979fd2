"""Checks of the installation: its parts, and whether they run here."""

from __future__ import annotations

import importlib
import platform
import sysconfig
from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bluechip_bot.doctor.finding import Finding, FindingVerdict, judged
from bluechip_bot.fingerprint import MATCH, code_version

NEEDED: Final = {"popcnt": "POPCNT", "bmi1": "BMI1", "bmi2": "BMI2"}
"""The instruction sets that the solver is compiled for on x86-64, see `solver/core/bits.h`."""
_LIBRARIES: Final = ("bluechip-bot", "twisted", "numpy", "attrs", "cattrs", "click")


def software_finding(commit: str | None, *, changed: bool) -> Finding:
    """The versions of what is installed; a warning if the working tree differs from the commit."""
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
    """The name of the processor, and its instruction sets as Linux names them, if known."""
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
) -> Finding:
    """Whether the compiled modules run on this processor.

    Args:
        failure: as `import_failure` returns it.
        features: the instruction sets of the processor; None if they are unknown.
        system: what the modules were compiled for.
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

"""Who imports whom: every package only what stands below it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from support.tables import rows

ROOT = Path(__file__).parents[2]

# What each package or module of bluechip_bot may import from bluechip_bot.
_LOW = {"model", "dataformats", "quoting"}
_CODECS = _LOW | {"formats", "protocol"}
_ALGEBRA = _CODECS | {"constraints"}
_MINDS = _ALGEBRA | {"bidding", "inference", "planning"}
_PLAYER = _MINDS | {"engine", "player", "codec", "simulation"}
_TABLE = _PLAYER | {"config"}
ALLOWED: dict[str, set[str]] = {
    "__init__": _LOW | {"formats", "player", "api"},
    "release": set(),
    "model": set(),
    "quoting": set(),
    "process_group": set(),
    "dataformats": {"quoting"},
    "codec": _LOW,
    "config": _LOW | {"protocol"},
    "formats": _LOW,
    "protocol": _LOW,
    "constraints": _CODECS,
    "policy": _LOW,
    "bidding": _ALGEBRA | {"config", "policy"},
    "inference": _ALGEBRA | {"bidding", "config"},
    "planning": _ALGEBRA | {"bidding", "inference", "config", "pages"},
    "engine": _ALGEBRA | {"config"},
    "simulation": _MINDS | {"engine", "config", "policy"},
    "player": _MINDS | {"engine", "config", "codec", "simulation"},
    "conformance": _CODECS,
    "pages": set(),
    "statistics": set(),
    "match": _TABLE | {"pages", "statistics"},
    "lab": _TABLE | {"policy", "match", "pages", "process_group", "statistics"},
    "fingerprint": {"config"},
    "doctor": _TABLE | {"match", "fingerprint", "release"},
    "vugraph": _CODECS | {"match", "pages", "statistics"},
    "sitting": _CODECS | {"match", "pages", "vugraph"},
    "net": _TABLE | {"match", "conformance", "pages", "process_group", "sitting", "vugraph"},
    "wirelog": _LOW | {"protocol", "codec"},
    "api": _TABLE | {"match", "net"},
    "adapters": _TABLE | {"api"},
    "service": _TABLE | {"api", "pages"},
    "cli": _TABLE
    | {"api", "pages", "policy", "statistics", "match", "lab", "doctor", "net", "service"}
    | {"conformance", "sitting", "vugraph", "wirelog", "release", "fingerprint"},
    "__main__": {"cli"},
}
# Which packages may import what is restricted.
RESTRICTED = {"twisted": {"net", "cli"}, "solver": {"engine", "policy"}, "endplay": set[str]()}
# model imports nothing else from outside the standard library.
MODEL_LIBRARIES = {"attrs"}


# `import`, `cimport`, `from ... import` and `from ... cimport`, which the parser does not know.
_CYTHON = re.compile(r"\s*(?:from\s+([\w.]+)\s+)?c?import\s+([\w.]+|\()")


@cache
def imports(path: Path, package: str) -> tuple[tuple[int, str], ...]:
    """The line and full name of every import of a file, also inside functions."""
    return tuple(_imports(path, package))


def _imports(path: Path, package: str) -> Iterator[tuple[int, str]]:
    if path.suffix in {".pyx", ".pxd"}:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := _CYTHON.match(line):
                yield number, ".".join(name for name in found.groups() if name and name != "(")
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(filter(None, [*parents, base]))
            # `from bluechip_bot import net` imports a layer by its last name.
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def violations(root: Path) -> list[str]:
    """Every import below a root that the tables forbid, as `file:line: what`."""
    found = []
    for path in sorted((root / "bluechip_bot").rglob("*.p*")):
        if path.suffix not in {".py", ".pyx", ".pxd"}:
            continue
        parts = path.relative_to(root).with_suffix("").parts
        layer = ".".join(parts[1:3])
        layer = layer if layer in ALLOWED else parts[1]
        where = path.relative_to(root).as_posix()
        if layer not in ALLOWED:
            found.append(f"{where}:1: {layer} has no place in the table of layers")
            continue
        for line, name in imports(path, ".".join(parts[:-1])):
            if reason := forbidden(layer, name):
                found.append(f"{where}:{line}: {reason}")
    for path in sorted((root / "solver").rglob("*.py")):
        package = ".".join(path.relative_to(root).parts[:-1])
        for line, name in imports(path, package):
            if name.split(".")[0] == "bluechip_bot":
                found.append(f"{path.relative_to(root).as_posix()}:{line}: solver imports {name}")
    return found


def forbidden(layer: str, name: str) -> str:
    """Why a layer may not import a name; empty when it may."""
    top, *rest = name.split(".")
    if top != "bluechip_bot":
        if top in RESTRICTED and layer not in RESTRICTED[top]:
            return f"{layer} imports {name}"
        known = top in sys.stdlib_module_names or top in MODEL_LIBRARIES
        return "" if layer != "model" or known else f"model imports {name}"
    # A name of the package itself (its version) is no layer.
    target = rest[0] if rest else ""
    if target in ALLOWED and target != layer and target not in ALLOWED[layer]:
        return f"{layer} imports {name}"
    return ""


def test_layers() -> None:
    """No package imports what stands above or beside it, nor a restricted library."""
    assert violations(ROOT) == []


def modules(root: Path) -> dict[str, list[Path]]:
    """The files of every module and package below a root, by its full name."""
    found: dict[str, list[Path]] = {}
    for top in ("bluechip_bot", "solver"):
        for path in sorted((root / top).rglob("*.p*")):
            if path.suffix in {".py", ".pyx", ".pxd"}:
                parts = path.relative_to(root).with_suffix("").parts
                parts = parts[:-1] if parts[-1] == "__init__" else parts
                found.setdefault(".".join(parts), []).append(path)
    return found


def imported(root: Path) -> dict[str, set[str]]:
    """The names that every module imports from ours, also inside functions."""
    return {
        name: {
            target
            for path in paths
            for _, target in imports(path, ".".join(path.relative_to(root).parts[:-1]))
            if target.split(".")[0] in {"bluechip_bot", "solver"}
        }
        for name, paths in modules(root).items()
    }


def order(root: Path) -> list[str]:
    """All modules below a root, each after those that it imports; or raise `CycleError`."""
    graph = imported(root)

    def module(target: str) -> str:
        while target and target not in graph:
            target = target.rpartition(".")[0]
        return target

    return [
        *TopologicalSorter(
            {name: {module(target) for target in names} - {name} for name, names in graph.items()}
        ).static_order()
    ]


def test_modules_have_an_order() -> None:
    """No circle of imports, not even one that is closed inside a function."""
    found = order(ROOT)
    assert found.index("bluechip_bot.model.cards") < found.index("bluechip_bot.player.search")
    assert found.index("bluechip_bot.player.search") < found.index("bluechip_bot.player.making")


def test_a_planted_circle_is_found(tmp_path: Path) -> None:
    """Three modules that import each other in a circle, one of them inside a function."""
    folder = tmp_path / "solver"
    folder.mkdir()
    (folder / "a.py").write_text("from solver import b\n")
    (folder / "b.py").write_text("def f():\n    from solver.c import x\n")
    (folder / "c.pyx").write_text("from solver.a cimport y\n")
    with pytest.raises(CycleError):
        order(tmp_path)


def test_no_module_imports_a_private_name() -> None:
    """What begins with an underscore is used in its own module alone."""
    private = [
        (name, target)
        for name, names in imported(ROOT).items()
        for target in names
        if re.search(r"\._(?!_)", target)
    ]
    assert private == []


@pytest.mark.parametrize(("file", "text", "reason"), rows("unit", "a_planted_violation_is_found"))
def test_a_planted_violation_is_found(tmp_path: Path, file: str, text: str, reason: str) -> None:
    """The check is no formality: each kind of forbidden import is reported with file and line."""
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (found,) = violations(tmp_path)
    assert found.startswith(f"{file}:")
    assert reason in found

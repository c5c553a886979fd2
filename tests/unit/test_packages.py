"""What is installed: every package, and every file that is read beside the code."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]


def test_every_package_is_installed() -> None:
    """A folder of modules that is not listed would be missing from an installation."""
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for top in ("bluechip_bot", "solver")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert found | {"bluechip_bot.conf"} == set(SETTINGS["packages"])


def test_every_file_of_conf_is_installed() -> None:
    """Each file of `conf/` matches a pattern of the package data."""
    conf = ROOT / "conf"
    listed = {
        path for pattern in SETTINGS["package-data"]["bluechip_bot.conf"]
        for path in conf.glob(pattern)
    }  # fmt: skip
    missing = {path for path in conf.rglob("*") if path.is_file()} - listed
    assert {path.name for path in missing} <= {"__init__.py"}


def test_every_compiled_module_is_installed() -> None:
    """Each folder of Cython modules is built, and what others need of a module lies beside it."""
    folders = {
        path.parent.relative_to(ROOT).as_posix()
        for top in ("bluechip_bot", "solver")
        for path in (ROOT / top).rglob("*.pyx")
    }
    setup = ast.parse((ROOT / "setup.py").read_text("utf-8"))
    (built,) = (
        node.value
        for node in ast.walk(setup)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "FOLDERS"
    )
    assert isinstance(built, ast.Dict)
    assert folders == {ast.literal_eval(key) for key in built.keys if key is not None}
    for folder in folders:
        for source in (ROOT / folder).glob("*.pyx"):
            assert source.with_suffix(".pyi").is_file()
        assert {"*.pyi", "*.pxd"} <= set(SETTINGS["package-data"][folder.replace("/", ".")])


def test_every_template_is_installed() -> None:
    """Each file of a folder of templates, or of a page, matches a pattern of its package's data."""
    folders = [
        *(ROOT / "bluechip_bot").rglob("templates"),
        *(ROOT / "bluechip_bot").rglob("static"),
    ]
    for folder in folders:
        package = folder.parent
        patterns = SETTINGS["package-data"][".".join(package.relative_to(ROOT).parts)]
        listed = {path for pattern in patterns for path in package.glob(pattern)}
        assert set(folder.iterdir()) <= listed

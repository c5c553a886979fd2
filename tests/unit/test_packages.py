"""What is installed: every package, and every file that is read beside the code."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path, PurePath

import pytest

import bluechip_bot

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
_FOR_PYTHON = re.compile(r"^(def|class|cdef class|cpdef) ", re.MULTILINE)
"""Where a Cython module defines what Python can import."""


def test_every_package_is_installed() -> None:
    """A folder of modules that is not listed would be missing from an installation."""
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for top in ("bluechip_bot", "solver")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert found | {"bluechip_bot.conf"} == set(SETTINGS["packages"])


def test_every_file_of_data_is_installed() -> None:
    """What is read beside the code matches a pattern of its package's data."""
    code = {".py", ".pyc", ".pyx", ".pxd", ".pyi", ".so", ".pyd", ".c"}
    found = {
        path for path in (ROOT / "bluechip_bot").rglob("*")
        if path.is_file() and path.suffix not in code
    }  # fmt: skip
    listed = {
        path
        for package, patterns in SETTINGS["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    assert found <= listed


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
            stub, declared = source.with_suffix(".pyi"), source.with_suffix(".pxd")
            text = source.read_text("utf-8")
            if declared.is_file():
                text += declared.read_text("utf-8")
            assert stub.is_file() or not _FOR_PYTHON.search(text)
        assert {"*.pyi", "*.pxd"} <= set(SETTINGS["package-data"][folder.replace("/", ".")])


def test_sources_that_are_not_compiled_say_what_to_do(tmp_path: Path) -> None:
    """Python in a checkout imports its sources, although the package is installed elsewhere."""
    for name in ("solver", "bluechip_bot"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "*.pyd")
        )
    for words in (
        ["-c", "from bluechip_bot import double_dummy"],
        ["-m", "bluechip_bot", "dd", "x"],
    ):
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == (1 if "-c" in words else 2)
        (line,) = done.stderr.splitlines()[-1:]
        assert re.fullmatch(
            rf"(ImportError|Error): solver in {re.escape(str(tmp_path))} is not compiled for this "
            r"Python: start Python in another folder, or run `pip install -e \.` in that one.*",
            line,
        )


def test_wheels_are_built_for_every_python_that_is_named() -> None:
    """The classifiers, the wheels and the workflow speak of the same versions of Python."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    prefix = "Programming Language :: Python :: "
    named = {
        line.removeprefix(prefix) for line in document["project"]["classifiers"]
        if line.startswith(f"{prefix}3.")
    }  # fmt: skip
    wheels = document["tool"]["cibuildwheel"]["build"].split()
    assert {f"cp{name.replace('.', '')}-*" for name in named} == {*wheels}
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    assert f"python: [{', '.join(json.dumps(name) for name in sorted(named))}]" in workflow
    assert (
        f">={min(named, key=lambda name: [*map(int, name.split('.'))])}"
        == (document["project"]["requires-python"])
    )


def test_the_version_is_that_of_the_change_log() -> None:
    """`__version__` is the last release there, and the only place from which the build takes it."""
    released = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert released is not None
    assert bluechip_bot.__version__ == released[1]
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert document["project"]["dynamic"] == ["version"]
    assert SETTINGS["dynamic"]["version"] == {"attr": "bluechip_bot.__version__"}


def test_the_source_package_has_every_file() -> None:
    """Each file that git knows lies in a folder that MANIFEST.in takes, or is named there."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split() for line in (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()]
    folders = {words[1] for words in lines if words[0] == "graft"}
    names = [name for words in lines if words[0] == "include" for name in words[1:]]
    always = ["pyproject.toml", "setup.py", "MANIFEST.in"]
    for file in map(PurePath, done.stdout.splitlines()):
        if len(file.parts) > 1:
            assert file.parts[0] in folders
        else:
            assert any(file.match(name) for name in (*names, *always)), file


def test_what_pre_commit_runs_is_what_ci_runs() -> None:
    """Each hook is a line of `.ci/run`, with the same program."""
    hooks = re.findall(
        r"^ +entry: (\S+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), re.M
    )
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert set(hooks) == {"ruff", "cython-lint", "mypy"}
    for program in hooks:
        assert re.search(rf"^{program}\b", script, re.M)


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("vendor.github-workflows", ".github/workflows/*.yml"),
        ("vendor.github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("vendor.compose-spec", "deploy/*.yaml"),
    ],
)
def test_files_fit_their_schema(schema: str, pattern: str) -> None:
    """Workflows, forms and compose files are of their published form."""
    tool = shutil.which("check-jsonschema", path=str(Path(sys.executable).parent))
    if tool is None:
        pytest.skip("check-jsonschema is not installed: pip install -e '.[release]'")
    files = sorted(map(str, ROOT.glob(pattern)))
    assert files
    done = subprocess.run(
        [tool, "--builtin-schema", schema, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout

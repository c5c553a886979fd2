"""What a build makes: the compiled modules, and the record of the commit that they are made of."""

import json
import shutil
import subprocess
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = ["-O3", "-g0"]
# No fused multiply-add: the same worlds on every processor.
EXACT = [*FLAGS, "-ffp-contract=off"]
# The folders of Cython sources, with the flags of the C compiler.
FOLDERS = {
    "solver/core": FLAGS,
    "solver/dd": FLAGS,
    "solver/alphamu": FLAGS,
    "solver/worlds": EXACT,
    "solver/rollout": EXACT,
    "bluechip_bot/planning/state": FLAGS,
    "bluechip_bot/policy": FLAGS,
}
DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": "3",
    "embedsignature": True,
    "auto_pickle": False,
    "autotestdict": False,
}


def record_commit() -> None:
    """Write which commit is built to `bluechip_bot/release.json`, for packages without git.

    A source package has that file already.
    """
    git = shutil.which("git")
    if git is None or not Path(".git").exists():
        return

    def git_output(*words: str) -> str:
        return subprocess.run([git, *words], capture_output=True, text=True, check=True).stdout

    try:
        commit = git_output("rev-parse", "HEAD").strip()
        changed = bool(git_output("status", "--porcelain", "-uno"))
    except subprocess.CalledProcessError:
        return
    record = json.dumps({"commit": commit, "changed": changed})
    Path("bluechip_bot/release.json").write_text(f"{record}\n", "utf-8")


record_commit()
setup(
    ext_modules=cythonize(
        [
            Extension(
                f"{folder.replace('/', '.')}.*", [f"{folder}/*.pyx"], extra_compile_args=arguments
            )
            for folder, arguments in FOLDERS.items()
        ],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
    )
)

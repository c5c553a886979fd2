"""The compiled modules: a folder of Cython sources a line, with what the C compiler is told."""

from Cython.Build import cythonize
from setuptools import Extension, setup

FLAGS = ["-O3", "-g0"]
# No fused multiply-add: the same worlds on every processor.
EXACT = [*FLAGS, "-ffp-contract=off"]
FOLDERS = {
    "solver/core": FLAGS,
    "solver/dd": FLAGS,
    "solver/alphamu": FLAGS,
    "solver/worlds": EXACT,
    "bluechip_bot/planning/state": FLAGS,
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

#!/usr/bin/env bash
# Runs the solver's tests on a checked build: bounds and initialisation checks of Cython, address
# and undefined-behaviour sanitizers of gcc. Nothing of the checkout is changed.
#
# usage: tests/solver/checked.sh [pytest arguments]     (default: tests/solver)
# Exit status: that of pytest, or of the first step that failed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/copy"
tar -C "$root" -cf - --exclude='*.so' --exclude=__pycache__ \
    pyproject.toml setup.py README.md LICENSE bluechip_bot conf solver tests | tar -C "$work/copy" -xf -
cd "$work/copy"

sed -i -E 's/"(boundscheck|initializedcheck)": False/"\1": True/' setup.py
[[ $(grep -cE '"(boundscheck|initializedcheck)": True' setup.py) == 2 ]]
# The extensions' own arguments come after CFLAGS and would win.
sed -i 's/^FLAGS = .*/FLAGS = []/' setup.py

python3 -m venv "$work/venv"
# shellcheck disable=SC1091
. "$work/venv/bin/activate"
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
CC=gcc CFLAGS="-O1 -g $sanitize -fno-omit-frame-pointer" LDFLAGS="$sanitize" \
    pip install --quiet -e '.[test]'
for module in solver/*/*.so; do
    symbols=$(nm -D "$module")
    [[ $symbols == *__asan_report_load* && $symbols == *__ubsan_handle* ]] ||
        { echo "$module was built without the sanitizers" >&2; exit 1; }
done

# Leaks are looked for by test_dd_memory.py: the interpreter's own would drown ours here. Memory
# that is asked for in vain must come back as NULL, as it does without the sanitizer.
# Captured at the level of sys only, so that the report of a sanitizer that ends pytest is seen.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
PYTHONMALLOC=malloc \
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
UBSAN_OPTIONS=print_stacktrace=1 \
    python -m pytest -p no:cacheprovider --capture=sys "${@:-tests/solver}"

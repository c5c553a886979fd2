"""The double-dummy search: its signature, its speed, and DDS beside it.

    python -m solver.bench                              signature: positions visited, time
    python -m solver.bench --switches                   positions with each enhancement off
    python -m solver.bench --threads                    what a second thread saves
    python -m solver.bench --against dds WORKLOADS      both engines on stored workloads

See `solver.bench.signature` and `solver.bench.workloads`; `solver.bench.alphamu` is for alpha-mu.
"""

import argparse
import json
import sys
from pathlib import Path

from solver.bench.signature import signature, switches, threads
from solver.bench.workloads import ENGINES, against


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m solver.bench")
    parser.add_argument("--against", nargs="+", metavar=("dds", "WORKLOADS"))
    parser.add_argument("--switches", action="store_true", help="what each enhancement saves")
    parser.add_argument("--threads", action="store_true", help="what a second thread saves")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        engine, mode, path = options.worker
        json.dump(ENGINES[engine](Path(path), int(mode)), sys.stdout)
    elif options.switches:
        switches()
    elif options.threads:
        threads()
    elif options.against:
        if options.against[0] != "dds" or len(options.against) == 1:
            parser.error("--against dds WORKLOADS [NAME ...]")
        against(Path(options.against[1]), options.against[2:])
    else:
        signature()


if __name__ == "__main__":
    main()

"""The signature of the double-dummy search, and its speed: `python -m solver.bench`."""

import argparse

from solver.bench.signature import fixed_deals, solve


def main() -> None:
    """Solve the fixed deals and print a line for each size, then the signature."""
    argparse.ArgumentParser(prog="python -m solver.bench", description=__doc__).parse_args()
    total = 0
    for size, count in ((13, 10), (11, 20), (9, 50), (7, 200), (5, 500), (3, 1000)):
        nodes, spent = solve(fixed_deals(size, count), (size + 1) // 2)
        print(
            f"{size:2d} tricks: {5 * count:5d} questions {nodes:9d} nodes "
            f"{1e3 * spent / (5 * count):9.4f} ms each {1e9 * spent / max(nodes, 1):5.0f} ns a node"
        )
        total += nodes
    print(f"signature {total}")


if __name__ == "__main__":
    main()

"""`python -m solver.bench`: see `solver.bench.doubledummy`."""

from solver.bench.doubledummy import main

if __name__ == "__main__":
    main()

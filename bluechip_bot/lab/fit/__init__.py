"""The fits of the numbers in `conf` to recorded boards and to solved deals."""

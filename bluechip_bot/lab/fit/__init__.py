"""Programs that fit the numbers in `conf` to recorded boards and to solved deals."""

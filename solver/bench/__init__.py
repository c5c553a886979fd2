"""What the solver's parts cost: signature, speed, charts."""

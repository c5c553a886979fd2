"""Benchmarks of the solver's parts: signature, speed, charts."""

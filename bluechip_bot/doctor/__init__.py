"""What an operator checks before a championship: facts of a machine, and what follows from them.

`probes` and `speed` measure and return `facts`; `judgement` alone says what is good and what is
not, from facts, so that it can be tried on any machine.
"""

"""What an operator checks before a championship.

Each check is a class: its attributes are what was measured, `probe` measures it and `finding` says
what follows from it, so that this can be tried on any machine. Times are in seconds, sizes in
bytes; what could not be found out is None.
"""

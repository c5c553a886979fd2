"""Common parts of the solver: card layouts, bits, random numbers, arguments, errors."""

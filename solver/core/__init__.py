"""What the whole solver stands on: card layouts, bits, random numbers, arguments, errors."""

"""The report of a match as one page of HTML."""

"""What the solver raises."""


class SolverError(ValueError):
    """The question is not a bridge position; the text names the fact that is wrong."""


class SearchStopped(Exception):  # noqa: N818 - it is no error to be stopped
    """The search ended before its answer: it was told to stop, or its node limit was reached."""

"""The exceptions of the solver."""


class SolverError(ValueError):
    """An argument is out of range or the question is not a bridge position; the text says which."""


class SearchStopped(Exception):  # noqa: N818 - to be stopped is no error
    """The search ended without an answer: it was stopped, or reached its node limit."""

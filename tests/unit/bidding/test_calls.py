"""The shipped systems, hand by hand: each chapter of `data/calls` says what it wants and why."""

import pytest

from support.call_tables import CallCase, cases


@pytest.mark.parametrize("case", [*cases()], ids=lambda case: case.place)
def test_calls(case: CallCase) -> None:
    """A hand makes the call of its row."""
    assert case.made() == case.call, case.reason

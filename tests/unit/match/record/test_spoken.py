"""Thoughts in plain words."""

from __future__ import annotations

import re

import pytest

from bluechip_bot.match.record.spoken import spoken
from support.tables import rows


@pytest.mark.parametrize(("thought", "said"), rows("match", "thoughts_are_spoken"))
def test_thoughts_are_spoken(thought: str, said: str) -> None:
    """Without the names of files and searches; what is not ours stays as it is."""
    words = spoken(thought)
    assert words == said
    assert not re.search(r"\.bid|M=|alphamu|recursive|worlds|policy", words)

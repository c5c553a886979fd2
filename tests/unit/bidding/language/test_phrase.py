"""Contexts and conditions in words for people."""

from __future__ import annotations

import pytest

from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.phrase import call_phrase, context_phrase, phrase
from support.tables import rows


@pytest.mark.parametrize(("condition", "words"), rows("bidding", "conditions"))
def test_conditions(condition: str, words: str) -> None:
    """A condition reads as a player would say it; words that are new stand for themselves."""
    (section,) = parse(f"@after\n1C! need {condition}", "a.bid")
    assert phrase(section.rules[0].need) == words


@pytest.mark.parametrize(("context", "words"), rows("bidding", "contexts"))
def test_contexts(context: str, words: str) -> None:
    """A context reads as an auction, or as what has happened."""
    (section,) = parse(f"{context}\nP", "a.bid")
    assert context_phrase(section.context) == words


def test_calls() -> None:
    """Calls by words have none of the language's signs."""
    assert [call_phrase(text) for text in ("2oM", "3theirs", "jump2-raise", "4NT", "new")] == [
        "2!oM", "3 their suit", "double jump raise", "4NT", "new",
    ]  # fmt: skip

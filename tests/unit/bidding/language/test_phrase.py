"""Contexts and conditions in words for people."""

from __future__ import annotations

import pytest

from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.phrase import call_phrase, context_phrase, phrase


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("5+ S, 8-16 hcp", "5+ !S, 8–16 HCP"),
        ("<=7 hcp, (6+ C | 6+ D)", "up to 7 HCP, (6+ !C or 6+ !D)"),
        ("not 4+ M, 2 oM", "not 4+ !M, 2 !oM"),
        ("bal, stop(theirs), not vul", "balanced, stopper in their suit, not vulnerable"),
        ("longer(D, C), 10+ sup(H)", "!D longer than !C, 10+ points with !H"),
        ("1-2 seat, 3+ partner", "in first or second seat, 3+ in partner's suit"),
        ("37 hcp | 13 S", "37 HCP or 13 !S"),
        ("4+ novelty(H), strange_word", "4+ novelty !H, strange word"),
    ],
)
def test_conditions(condition: str, words: str) -> None:
    """A condition reads as a player would say it; words that are new stand for themselves."""
    (section,) = parse(f"@after\n1C! need {condition}", "a.bid")
    assert phrase(section.rules[0].need) == words


@pytest.mark.parametrize(
    ("context", "words"),
    [
        ("@after", ""),
        ("@after 1M (P) 2NT (P) | 1NT (X)", "1!M (P) 2NT (P) or 1NT (X)"),
        ("@after ... trump_ask (bid)", "… trump ask (any bid)"),
        ("@after (1-2X)", "(1-2!X)"),
        (
            "@when i calls, partner bid nX or 2NT, <=2 level",
            "the player calls, partner bid any !X or 2NT, the last bid at level up to 2",
        ),
    ],
)
def test_contexts(context: str, words: str) -> None:
    """A context reads as an auction, or as what has happened."""
    (section,) = parse(f"{context}\nP", "a.bid")
    assert context_phrase(section.context) == words


def test_calls() -> None:
    """Calls by words have none of the language's signs."""
    assert [call_phrase(text) for text in ("2oM", "3theirs", "jump2-raise", "4NT", "new")] == [
        "2!oM", "3 their suit", "double jump raise", "4NT", "new",
    ]  # fmt: skip

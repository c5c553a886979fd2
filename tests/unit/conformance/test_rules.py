"""The rules and the page of rules."""

from __future__ import annotations

from pathlib import Path

from bluechip_bot.conformance.script import RULES, rules_text

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_page_is_up_to_date() -> None:
    """`docs/protocol.md` is what `bluechip-bot check rules` prints, with every rule."""
    text = PAGE.read_text("utf-8")
    assert text == rules_text()
    assert len(RULES) == 29
    assert all(f"**{rule}.**" in text.replace("\n", " ") for rule in RULES.values())

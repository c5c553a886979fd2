"""Verdicts for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bluechip_bot.check.script import Outcome, Verdict

_WIDTH: Final = 160
"""The characters of a line that are shown; JSON has all of them."""
_TAIL: Final = 6
"""The lines of the dialogue that are shown before a fault."""


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def verdict_lines(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that tell a verdict."""
    yield from map(_short, _verdict_lines(verdict, titles))


def _verdict_lines(verdict: Verdict, titles: Mapping[str, str]) -> Iterator[str]:
    yield f"{verdict.outcome.value:4}  {verdict.name:14}  {titles[verdict.name]}"
    indent = " " * 6
    if verdict.outcome is Outcome.SKIPPED:
        yield f"{indent}{verdict.text}"
    if verdict.rule is not None:
        yield f"{indent}rule {verdict.rule} (docs/protocol.md)"
        yield f"{indent}line: {verdict.line!r}" if verdict.line else f"{indent}line: none"
        yield f"{indent}{verdict.text}"
        before = [
            each for each in verdict.spoken if not (not each.ours and each.line == verdict.line)
        ]
        for spoken in before[-_TAIL:]:
            yield f"{indent}| {spoken}"
    for remark in verdict.remarks:
        yield f"{indent}note, rule {remark.rule}: {remark.line!r}; {remark.expected}"


def summary(verdicts: Sequence[Verdict]) -> str:
    """The numbers of scripts passed, failed and skipped."""
    count = Counter(verdict.outcome for verdict in verdicts)
    return (
        f"{count[Outcome.PASSED]} passed, {count[Outcome.FAILED]} failed, "
        f"{count[Outcome.SKIPPED]} skipped"
    )


def to_document(
    verdicts: Sequence[Verdict], titles: Mapping[str, str], **head: str
) -> dict[str, Any]:
    """The verdicts as a JSON object.

    Args:
        verdicts: the verdicts.
        titles: what each script tries.
        head: what else is told of the check.
    """
    return {
        **head,
        "summary": summary(verdicts),
        "scripts": [
            {
                "name": verdict.name,
                "title": titles[verdict.name],
                "outcome": verdict.outcome.value.casefold(),
                "rule": None if verdict.rule is None else str(verdict.rule),
                "line": verdict.line,
                "text": verdict.text,
                "notes": [
                    {"rule": str(note.rule), "line": note.line, "text": note.expected}
                    for note in verdict.remarks
                ],
                "dialogue": [str(spoken) for spoken in verdict.spoken],
            }
            for verdict in verdicts
        ],
    }

"""Verdicts for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import jinja2

from bluechip_bot.conformance.script import Outcome, Verdict

_WIDTH: Final = 160
"""The characters of a line that are shown; JSON has all of them."""
_TAIL: Final = 6
"""The lines of the dialogue that are shown before a fault."""
_KINDS: Final = {"client": "Clients", "server": "Table managers"}


def _short(text: str) -> str:
    """A text that may be foreign, escaped and cut."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield the lines that tell a verdict."""
    lines = [f"{verdict.outcome.value:4}  {verdict.name:14}  {verdict.title}"]
    if verdict.outcome is Outcome.SKIPPED:
        lines.append(f"      {verdict.text}")
    if verdict.rule is not None:
        lines.append(f"      rule {verdict.rule} (docs/protocol.md)")
        lines.append(f"      line: {verdict.line!r}" if verdict.line else "      line: none")
        lines.append(f"      {verdict.text}")
        before = [each for each in verdict.spoken if each[0] == ">" or not _is(each, verdict.line)]
        lines += [f"      | {spoken}" for spoken in before[-_TAIL:]]
    for note in verdict.remarks:
        lines.append(f"      note, rule {note.rule}: {note.line!r}; {note.expected}")
    return map(_short, lines)


def _is(spoken: str, line: str) -> bool:
    return spoken.partition(" ")[2] == line


def summary(verdicts: Sequence[Verdict]) -> str:
    """The numbers of scripts passed, failed and skipped."""
    count = Counter(verdict.outcome for verdict in verdicts)
    return (
        f"{count[Outcome.PASSED]} passed, {count[Outcome.FAILED]} failed, "
        f"{count[Outcome.SKIPPED]} skipped"
    )


def to_document(verdicts: Sequence[Verdict], **head: str) -> dict[str, Any]:
    """The verdicts as a JSON object, with what else is told of the check."""
    return {
        **head,
        "summary": summary(verdicts),
        "scripts": [
            {
                "name": verdict.name,
                "title": verdict.title,
                "outcome": verdict.outcome.value.casefold(),
                "rule": None if verdict.rule is None else str(verdict.rule),
                "line": verdict.line,
                "text": verdict.text,
                "notes": [
                    {"rule": str(note.rule), "line": note.line, "text": note.expected}
                    for note in verdict.remarks
                ],
                "dialogue": verdict.spoken,
            }
            for verdict in verdicts
        ],
    }


def page(documents: Sequence[Mapping[str, Any]]) -> str:
    """A page with the results of checks, as `to_document` makes them."""
    kinds = []
    for kind, heading in _KINDS.items():
        programs = [document for document in documents if document["kind"] == kind]
        titles = {each["name"]: each["title"] for one in programs for each in one["scripts"]}
        if programs:
            kinds.append((heading, programs, titles))
    text = files(__package__).joinpath("page.md").read_text("utf-8")
    # The page is Markdown, in which nothing is escaped for HTML.
    template = jinja2.Template(text, trim_blocks=True, lstrip_blocks=True)
    return str(template.render(kinds=kinds, cell=_cell, faults=_faults))


def _cell(document: Mapping[str, Any], name: str) -> str:
    """What a program made of a script, in a word."""
    script = next((each for each in document["scripts"] if each["name"] == name), None)
    if script is None or script["outcome"] == "skip":
        return "-"
    if script["outcome"] == "fail":
        return f"**fails** {script['rule'].partition(' ')[0]}"
    notes = ", ".join(note["rule"].partition(" ")[0] for note in script["notes"])
    return f"passes, notes on {notes}" if notes else "passes"


def _faults(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was wrong with a program, script by script, and its notes once each."""
    for script in document["scripts"]:
        text = _code(script["text"])
        if script["outcome"] == "fail":
            line = f"`{_short(script['line'])}`; " if script["line"] else ""
            yield f"- {script['name']}: rule {script['rule']}: {line}{text}"
        elif script["outcome"] == "skip":
            yield f"- {script['name']}: skipped, {text}"
    yield from dict.fromkeys(
        f"- note: rule {note['rule']}: `{_short(note['line'])}`; {_code(note['text'])}"
        for script in document["scripts"]
        for note in script["notes"]
    )


def _code(text: str) -> str:
    """A text in which Markdown finds nothing to set."""
    return _short(text).replace("*", r"\*").replace("_", r"\_")

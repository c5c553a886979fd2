"""Verdicts as text for people, as JSON, and as a page in Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import jinja2
from attrs import asdict

from bluechip_bot.conformance.script import ScriptOutcome, ScriptVerdict

_WIDTH: Final = 160
"""The characters of a line that are shown; JSON has all of them."""
_TAIL: Final = 6
"""The lines of the dialogue that are shown before a fault."""


def _short(text: str) -> str:
    """Escape a text, perhaps from another program, and shorten it."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def verdict_lines(verdict: ScriptVerdict) -> Iterator[str]:
    """Yield the lines that show a verdict."""
    outcome = verdict.outcome.value
    word = outcome.upper() if verdict.outcome is ScriptOutcome.FAILED else outcome
    lines = [f"{word}  {verdict.name:14}  {verdict.title}"]
    if verdict.outcome is ScriptOutcome.SKIPPED:
        lines.append(f"      {verdict.text}")
    if verdict.rule is not None:
        lines.append(f"      rule {verdict.rule} (docs/protocol.md)")
        lines.append(f"      line: {verdict.line!r}" if verdict.line else "      line: none")
        lines.append(f"      {verdict.text}")
        wrong = re.compile(rf"<\d+ {re.escape(verdict.line)}")
        before = [line for line in verdict.dialogue if not wrong.fullmatch(line)]
        lines += [f"      | {line}" for line in before[-_TAIL:]]
    for note in verdict.notes:
        lines.append(f"      note, rule {note.rule}: {note.line!r}; {note.text}")
    return map(_short, lines)


def summary(verdicts: Sequence[ScriptVerdict]) -> str:
    """The numbers of scripts passed, failed and skipped, as a text."""
    count = Counter(verdict.outcome for verdict in verdicts)
    names = zip(("passed", "failed", "skipped"), ScriptOutcome, strict=True)
    return ", ".join(f"{count[outcome]} {name}" for name, outcome in names)


def to_document(verdicts: Sequence[ScriptVerdict], **head: str) -> dict[str, Any]:
    """Return the verdicts as a JSON object that begins with the facts in `head`."""
    scripts = [{**asdict(verdict), "outcome": verdict.outcome.value} for verdict in verdicts]
    for script in scripts:
        del script["unreachable"]
    return {**head, "summary": summary(verdicts), "scripts": scripts}


def page(documents: Sequence[Mapping[str, Any]]) -> str:
    """Return a Markdown page with the results of checks, each as `to_document` returns it."""
    text = files(__package__).joinpath("page.md").read_text("utf-8")
    # The page is Markdown, in which nothing is escaped for HTML.
    template = jinja2.Template(text, trim_blocks=True, lstrip_blocks=True)
    return str(template.render(documents=documents, cell=_cell, faults=_faults))


def _cell(document: Mapping[str, Any], name: str) -> str:
    """The result of a script for a program, as a cell of a table."""
    script = next((each for each in document["scripts"] if each["name"] == name), None)
    if script is None or script["outcome"] == "skip":
        return "-"
    if script["outcome"] == "fail":
        return f"**fails** {script['rule'].partition(' ')[0]}"
    notes = ", ".join(note["rule"].partition(" ")[0] for note in script["notes"])
    return f"passes, notes on {notes}" if notes else "passes"


def _faults(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield a program's faults and skipped scripts, and then its notes, each once."""
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
    """A short text with the special characters of Markdown escaped."""
    return _short(text).replace("*", r"\*").replace("_", r"\_")

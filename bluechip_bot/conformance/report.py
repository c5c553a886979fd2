"""Verdicts for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bluechip_bot.conformance.script import Outcome, Verdict

_WIDTH: Final = 160
"""The characters of a line that are shown; JSON has all of them."""
_TAIL: Final = 6
"""The lines of the dialogue that are shown before a fault."""


def _short(text: str) -> str:
    """A text that may be foreign, escaped and cut."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
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
        before = [each for each in verdict.spoken if each.ours or each.line != verdict.line]
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


_PAGE_HEAD: Final = """\
# Who keeps to the protocol

What came of `bluechip-bot check`, by the rules of `protocol.md`. The page is written by
`bluechip-bot check table` from the results of checks with `--json`; nothing in it is written by
hand. A script ends with its first fault. It is skipped (-) where its occasion does not arise: a
client did not make the call that is needed, or a program does not offer what it need not offer."""


def page_lines(documents: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a page with the results of checks, as `to_document` makes them."""
    yield from _PAGE_HEAD.split("\n")
    for kind, title in (("client", "Clients"), ("server", "Table managers")):
        found = [document for document in documents if document["kind"] == kind]
        if found:
            yield from ("", f"## {title}", "")
            yield from _table(found)
            for document in found:
                yield from _faults(document)


def _table(documents: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table: a row for each script, a column for each program."""
    names = [document["checked"] for document in documents]
    yield f"| script | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"
    columns = [{each["name"]: each for each in document["scripts"]} for document in documents]
    titles = {each["name"]: each["title"] for document in documents for each in document["scripts"]}
    for name, title in titles.items():
        cells = " | ".join(_cell(column.get(name)) for column in columns)
        yield f"| {name}: {title} | {cells} |"
    counts = " | ".join(document["summary"] for document in documents)
    yield f"| | {counts} |"


def _cell(script: Mapping[str, Any] | None) -> str:
    if script is None or script["outcome"] == "skip":
        return "-"
    if script["outcome"] == "fail":
        return f"**fails** {script['rule'].partition(' ')[0]}"
    notes = ", ".join(note["rule"].partition(" ")[0] for note in script["notes"])
    return f"passes, notes on {notes}" if notes else "passes"


def _faults(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was wrong with a program, script by script, and its notes once each."""
    yield ""
    profile = f", with `--profile {document['profile']}`" if document["profile"] else ""
    yield f"### {document['checked']}"
    yield ""
    yield f"`{document['command']}`{profile}, bluechip-bot {document['version']}."
    told = [_told(script) for script in document["scripts"]]
    notes = dict.fromkeys(
        f"- note: rule {note['rule']}: `{_short(note['line'])}`; {_code(_short(note['text']))}"
        for script in document["scripts"]
        for note in script["notes"]
    )
    lines = [*filter(None, told), *notes]
    if lines:
        yield ""
        yield from lines


def _told(script: Mapping[str, Any]) -> str:
    """A fault or the reason of a skipped script, in one line; empty if it passed."""
    text = _code(_short(script["text"]))
    if script["outcome"] == "fail":
        line = f"`{_short(script['line'])}`; " if script["line"] else ""
        return f"- {script['name']}: rule {script['rule']}: {line}{text}"
    return f"- {script['name']}: skipped, {text}" if script["outcome"] == "skip" else ""


def _code(text: str) -> str:
    """A text in which Markdown finds nothing to set."""
    return text.replace("*", r"\*").replace("_", r"\_")

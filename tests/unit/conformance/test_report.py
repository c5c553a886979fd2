"""What is told of verdicts: on the screen, as JSON, as a page."""

from __future__ import annotations

import json

from bluechip_bot.conformance.manager import CLIENT_SCRIPTS
from bluechip_bot.conformance.report import page, summary, to_document, verdict_lines
from bluechip_bot.conformance.script import ScriptVerdict
from support.checked import check, edit

SCRIPTS = {script.name: script for script in CLIENT_SCRIPTS}


def verdicts() -> list[ScriptVerdict]:
    """One script each that passes with a note, fails for a line and without one, is skipped."""
    found = []
    for name, client in (
        ("voids", {"says": edit("North plays", new="Dummy plays")}),
        ("third-hand", {"says": edit("to trick 2", new="to trick 1")}),
        ("leader", {"says": edit("for teams")}),
        ("lost", {"again": False}),
    ):
        found.append(check(SCRIPTS[name], **client))
    return found


def test_lines() -> None:
    """A fault is told with its rule, its line, what should have come, and what came before."""
    found = verdicts()
    lines = list(verdict_lines(found[1]))
    assert lines[0].startswith("FAIL  third-hand")
    assert "rule 5.3 Asking for a card (docs/protocol.md)" in lines[1]
    assert "ready for East's card to trick 1" in lines[2]
    assert "expected 'North ready for" in lines[3]
    assert len(lines) == 10
    assert summary(found) == "1 passed, 2 failed, 1 skipped"
    (note,) = (line for line in verdict_lines(found[0]) if "note" in line)
    assert "5.5" in note
    assert "'Dummy plays" in note


def test_page() -> None:
    """A page has a row for each script and a column for each program, and every fault."""
    head = {"kind": "client", "command": "x", "profile": "ben", "version": "1"}
    documents = [
        json.loads(json.dumps(to_document(verdicts(), **head, checked="One"))),
        to_document(verdicts()[1:2], **head, checked="Two"),
    ]
    text = page(documents)
    assert "| script | One | Two |\n|---|---|---|" in text
    assert f"| voids: {SCRIPTS['voids'].title} | passes, notes on 5.5 | - |" in text
    assert f"| third-hand: {SCRIPTS['third-hand'].title} | **fails** 5.3 | **fails** 5.3 |" in text
    assert "- lost: skipped, the client does not connect again, which it need not" in text
    assert "- leader: rule 2.2 Seated: nothing came after" in text
    assert "`x`, with `--profile ben`, bluechip-bot 1." in text
    assert "Table managers" not in text


def test_foreign_text() -> None:
    """Control characters of a program do not reach a terminal or a page."""
    found = check(SCRIPTS["leader"], says=edit("ready", new="\x1b[2Jready\u2028"))
    assert "\x1b" in found.line
    head = {"kind": "client", "checked": "x", "command": "x", "profile": "", "version": "1"}
    told = [*verdict_lines(found), *page([to_document([found], **head)]).splitlines()]
    assert any("West \\x1b[2Jready\\u2028" in line for line in told)
    assert all(line.isprintable() for line in told)

"""JSON and TOML that no program can hold, in the parsers and in every command that reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.dataformats import DataFormatError, parse_json, parse_toml
from support.commands import invoke, on_position
from support.tables import rows

LONG, DEEP = "9" * 5000, "[" * 4000 + "]" * 4000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'{{"a": 1,\n "b": {LONG}}}', r"5000 characters.*\(at line 2, column 7\)"),
        (f'{{"b": -{LONG}}}', r"5001 characters.*\(at line 1, column 7\)"),
        (f'{{"a": "[[", "b":\n{DEEP}}}', r"100 brackets .*\(at line 2, column 100\)"),
        ('{"a": [1, NaN]}', r"NaN where a finite number .*\(at line 1, column 11\)"),
        ('{"a": -Infinity}', "-Infinity where a finite number"),
        ('{"a": 9e999}', r"9e999 where a finite number .*\(at line 1, column 7\)"),
        ("{", "line 1 column 2"),
        (b'"\xff"', "utf-8"),
    ],
    ids=("long", "minus", "deep", "nan", "infinity", "exponent", "open", "utf-8"),
)
def test_json_that_is_refused(text: str | bytes, message: str) -> None:
    """What and where, in one line of bearable length."""
    with pytest.raises(DataFormatError, match=message) as caught:
        parse_json(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"a = 1\nb = {LONG}", r"5000 characters.*\(at line 2, column 5\)"),
        (f"# {LONG}\na = '{LONG}'\nb = -{LONG}", r"5001 characters.*\(at line 3, column 5\)"),
        (f"b = 0x{'f' * 5000}", r"5002 characters.*\(at line 1, column 5\)"),
        ("b = 9_223_372_036_854_775_808", r"64 bits cannot hold \(at line 1, column 5\)"),
        (f"a = '[['\nb = {DEEP}", r"100 brackets .*\(at line 2, column 105\)"),
        ("a = {x=" * 4000, "Invalid|brackets"),
        ("a = ", "end of document"),
    ],
    ids=("long", "comment", "hex", "bits", "deep", "tables", "open"),
)
def test_toml_that_is_refused(text: str, message: str) -> None:
    """What and where, in one line of bearable length."""
    with pytest.raises(DataFormatError, match=message) as caught:
        parse_toml(text)
    assert len(str(caught.value)) < 200


def test_what_is_kept() -> None:
    """Brackets in texts are none; many brackets side by side are not deep; 64 bits are held."""
    wide = "[" + ",".join(["[]"] * 500) + "]"
    assert parse_json(f'{{"a": "{"[" * 500}", "b": {wide}}}')["b"] == [[]] * 500
    assert parse_json(b"[9223372036854775807, 1e300]") == [2**63 - 1, 1e300]
    text = f"a = '{'[' * 500}' # {DEEP}\nb = {wide}\nc = -9223372036854775808"
    assert parse_toml(text)["c"] == -(2**63)


@pytest.mark.parametrize("value", [LONG, DEEP, f"0x{LONG}"], ids=("long", "deep", "hex"))
@pytest.mark.parametrize("words", rows("unit", "commands_that_read_toml"))
def test_commands_that_read_toml(tmp_path: Path, words: tuple[str, ...], value: str) -> None:
    """One line with the file and the place, status 2."""
    path = tmp_path / "file.toml"
    path.write_text(f"boards = {value}")
    done = invoke(*words, path)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "file.toml" in done.stderr
    assert "line 1, column 1" in done.stderr
    assert len(done.stderr) < 300 + len(str(tmp_path))


@pytest.mark.parametrize(
    "value", [LONG, DEEP, "NaN", "9e999", "-Infinity"], ids=("long", "deep", "nan", "e", "infinity")
)
@pytest.mark.parametrize("command", ["advise", "plan", "worlds"])
def test_commands_that_read_a_position(tmp_path: Path, command: str, value: str) -> None:
    """One line with the place, status 2."""
    on_position(command, tmp_path, contract="@")
    path = tmp_path / "position.json"
    path.write_text(path.read_text().replace('"@"', value))
    done = invoke(command, path)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "(at line 1, column " in done.stderr
    assert len(done.stderr) < 300


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (f"1NT need {LONG}+ hcp", "r.bid:2:10: a number of 5001 characters"),
        (f"1NT need 1-{LONG} hcp", "r.bid:2:10: a number of 5002 characters"),
        (f"1NT prio {LONG}", "r.bid:2:10: a number of 5000 characters"),
        (f"1NT need {'(' * 4000}12+ hcp", "r.bid:2:110: more than 100 brackets"),
        (f"1NT need {'not ' * 4000}balanced", "r.bid:2:410: more than 100 brackets"),
    ],
    ids=("least", "most", "prio", "brackets", "not"),
)
def test_rules_of_a_system(tmp_path: Path, rule: str, message: str) -> None:
    """Numbers and brackets of the language of rules, too."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "x.toml").write_text('name = "x"\ninclude = ["r"]\n')
    (tmp_path / "rules" / "r.bid").write_text(f"@when advancer advances, opener began 1X\n{rule}\n")
    done = invoke("system", "check", tmp_path / "x.toml")
    assert done.exit_code == 2
    assert message in done.stderr

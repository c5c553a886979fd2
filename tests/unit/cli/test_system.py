"""The command `system`: check, list and card."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import bidding_input, main

RULES = """
@after
1NT  need 15-17 hcp, bal      prio 90  limit
1M   need 12+ hcp, 5+ M       prio 60
@after 1NT (P)  @if transfers
2D!  need 5+ H                transfer H  f1  "to <hearts> & more"
@after (1NT)
X    need 15+ hcp             as penalty
@when opener rebids, responder bid 1X, not contested
raise  need 4+ X, 12-14 hcp   agree X
@after 1NT (2C)  @if !transfers
X    need 4+ C                as penalty
"""
_VOID = frozenset({"meta", "br", "hr", "img", "link"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a small system."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "few.bid").write_text(RULES)
    (tmp_path / "small.toml").write_text(
        'name = "Small & <own>"\ninclude = ["few"]\n[options]\ntransfers = true\n'
    )
    return tmp_path


def run(*arguments: object) -> Result:
    """Return what the command does."""
    return CliRunner().invoke(main, ["system", *map(str, arguments)])


def test_usable(folder: Path) -> None:
    """A usable system is said to be so, by its own file and by one of its rules."""
    for file in ("small.toml", "rules/few.bid"):
        done = run("check", folder / file)
        assert done.exit_code == 0, done.output
        assert "usable" in done.output
        assert "5 rules in 4 contexts" in done.stdout
        assert (
            done.stderr
            == f"{Path(file).name}: all rules are compared, which may take half a minute\n"
        )


def test_errors(folder: Path) -> None:
    """All lines with unknown words are told at once, with file, line and column."""
    text = RULES + "@after 1C (P)\n2H need 5+ Q\n3Q need 5+ S\n"
    (folder / "rules" / "few.bid").write_text(text)
    done = run("check", folder / "small.toml")
    assert done.exit_code == 2
    first, second = done.stderr.splitlines()
    assert first.startswith("Error: few.bid:14:9: unknown word 'Q'")
    assert second.startswith("few.bid:15:1: '3Q' is not a call")


@pytest.mark.parametrize("file", ["small.toml", "rules/few.bid"])
def test_files_that_are_no_text(folder: Path, file: str) -> None:
    """Bytes that are no UTF-8 are an error of their place."""
    (folder / file).write_bytes(b"\n\xff\xfe\n")
    done = run("check", folder / "small.toml")
    assert done.exit_code == 2
    assert f"{Path(file).name}:2:1" in done.output


def test_remarks(folder: Path) -> None:
    """A question without an answer over interference is remarked, and the system usable."""
    path = folder / "new.bid"
    path.write_text(
        "@after 1S (P)\n2NT! need 13+ hcp ask jacoby game\n"
        "@after 1S (P) jacoby (P)\n3NT need 12+ hcp reply\n"
    )
    done = run("check", path, "--system", folder / "small.toml")
    assert done.exit_code == 0, done.output
    assert "remark: new.bid:2:1: no rule answers 2NT after X" in done.output


def test_gaps(folder: Path) -> None:
    """Contexts that leave hands to the floor are listed when asked for."""
    done = run("check", folder / "small.toml", "--gaps")
    assert "gap: few.bid:2:1" in done.output


def test_list(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The systems with names are listed with their switches; one that is broken is an error."""
    monkeypatch.setattr(bidding_input, "conf_dir", lambda: folder.parent)
    (folder.rename(folder.parent / "systems") / "bad.toml").write_text("include = 1\n")
    done = run("list")
    assert done.exit_code == 2, done.output
    assert re.search(r"small +Small & <own> +5 +transfers = true", done.stdout)
    assert re.search(r"bad +not usable", done.stdout)
    assert "bad.toml" in done.stderr


def test_card(folder: Path) -> None:
    """The card has a line for a position; what is switched off is left out."""
    done = run("card", folder / "small.toml", "--width", 70)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0] == "Small & <own> (1/2)"
    assert lines.count("Small & <own> (2/2)") == 1
    assert 65 < max(map(len, lines)) <= 70
    assert f"{'first call':<19}1♣ 1♦ 3+ cards, 10–21; 1♥ 1♠ 5+ cards, 12+; 1NT" in lines
    assert f"{'1NT':<19}2♦* to <♥> & more: 5+ ♥" in lines
    assert f"{'(1NT)':<19}X penalty: 15+" in lines
    assert "4+ ♣" not in done.output


def test_all_rules(folder: Path) -> None:
    """All rules are in words by file, on request; what is switched off is left out."""
    done = run("card", folder / "small.toml", "--all")
    assert done.exit_code == 0, done.output
    text = done.output
    titles = [line for line in text.splitlines() if line.isupper() and line[0] != " "]
    assert titles == ["FEW", "LEADS AND SIGNALS"]
    assert "1NT           15–17 HCP, balanced  (limited)" in text
    assert "1M            12+ HCP, 5+ M" in text
    assert "2♦*           to <hearts> & more: 5+ ♥  (transfer to ♥, forcing)" in text
    assert "opener rebids, responder bid 1X, not both sides have acted" in text
    assert "double        15+ HCP  (penalty)" in text
    assert "4+ ♣" not in text


class _Page(HTMLParser):
    """The elements of a page, refused where they are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert "src" not in found
        if tag not in _VOID:
            self.open.append(tag)
        self.ids += filter(None, [found.get("id")])
        self.links += filter(None, [found.get("href")])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("option", "words"),
    [((), "to <♥> & more: 5+ ♥"), (("--all",), "to <hearts> & more: 5+ ♥")],
    ids=["card", "all rules"],
)
def test_page(folder: Path, option: tuple[str, ...], words: str) -> None:
    """The page is well formed, stands alone, and has the texts of rules escaped."""
    path = folder / "card.html"
    done = run("card", folder / "small.toml", *option, "--html", path)
    assert done.exit_code == 0, done.output
    source = path.read_text(encoding="utf-8")
    assert source.startswith("<!DOCTYPE html>")
    assert "<hearts>" not in source
    assert "<♥>" not in source
    page = _Page()
    page.feed(source)
    page.close()
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert {link.removeprefix("#") for link in page.links} == set(page.ids)
    assert words in page.text
    assert "Small & <own>" in page.text


@pytest.mark.parametrize("option", [(), ("--all",)], ids=["card", "all rules"])
def test_sayc_card(option: tuple[str, ...]) -> None:
    """The card of our SAYC can be made, without a name of the language."""
    text = run("card", "sayc", *option).output
    assert re.search(r"2♣\* +strong", text)
    assert re.search(r"![A-Za-z]|\bn[MmXYZ]\b|\bhcp\b", text) is None


def test_leads_and_signals_are_on_the_card(folder: Path) -> None:
    """The card ends with what a system's file says of the defence."""
    path = folder / "small.toml"
    path.write_text(path.read_text("utf-8") + '\n[signals]\ncount = "upside_down"\n', "utf-8")
    text = run("card", path).output
    assert "count: low-high is even" in text[text.index("LEADS AND SIGNALS") :]
    text = run("card", path, "--all").output
    assert "low-high is even" in text[text.index("LEADS AND SIGNALS") :]

"""The page of a match and its plots."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.formats.lin.writer import viewer_link
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.figures import MatchFigures
from bluechip_bot.match.analysis.roles import Studies
from bluechip_bot.match.record.counts import DecisionCounts
from bluechip_bot.match.record.document import board_of
from bluechip_bot.match.record.record import ROOMS, Crash, MatchRecord, MatchRecordError, SeatCounts
from bluechip_bot.match.report.page import report_html, signed, write_report
from bluechip_bot.match.report.plots import running_plot, sprt_plot, swing_plot
from bluechip_bot.model import Seat
from bluechip_bot.statistics.sprt import Sprt

MakeMatch = Callable[[int, int], MatchRecord]
Timed = Callable[[MatchRecord, int], MatchRecord]
_VOID = frozenset({"meta", "br", "link"})


class _Page(HTMLParser):
    """The elements of a page; raises where one is not closed or closed out of order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    @property
    def sections(self) -> list[str]:
        """The sections of the page without those of single boards."""
        names = [str(found["id"]) for tag, found in self.elements if tag == "section"]
        return [name for name in names if not name.startswith("board-")]

    def count(self, tag: str, name: str = "") -> int:
        return sum(
            found == tag and (not name or attributes.get("class") == name)
            for found, attributes in self.elements
        )


def page_of(record: MatchRecord, studies: Studies, sprt: Sprt | None = None) -> _Page:
    """The page, parsed."""
    return _Page(report_html(record, studies, MatchFigures.of(record, studies, sprt)))


def test_full_page(record: MatchRecord, studies: Studies, timed: Timed) -> None:
    """With all that can be known, every section is there, with four plots and all boards."""
    counts = DecisionCounts(decisions=40, fallbacks=3, sampled=20, relaxed=1)
    full = evolve(
        timed(record, 1),
        planned=8,
        event="Final",
        settings={"clock": 60, "engine of A": "alphamu"},
        seats=(SeatCounts("open", Seat.NORTH, counts),),
        crashes=(Crash("12:30", "closed", "the player of East"),),
    )
    page = page_of(full, studies, Sprt(0, 0.5))
    known = "result running swings roles cards time faults boards biggest settings"
    assert page.sections == known.split()
    assert page.count("svg") == 4
    assert page.count("svg") == page.count("figcaption")
    for part in ("Final", "boards compared of 8", "Sequential test", "alphamu", "12:30"):
        assert part in page.text
    swings = [pair.swing for pair in record.pairs]
    assert page.count("rect") == sum(map(bool, swings)) + 28
    drawn = [number for _, found in page.elements if (number := found.get("data-swing"))]
    assert sorted(drawn) == [str(pair.number) for pair in record.pairs if pair.swing]


def test_sprt_plot_has_both_bounds_and_a_text(record: MatchRecord) -> None:
    """The ratio begins at zero and has a point for each board; the text tells where it ended."""
    swings = [pair.swing for pair in record.pairs]
    picture = sprt_plot([1, 2, 3, 4], swings, test := Sprt(0, 0.5))
    assert picture.count('class="bound"') == 2
    (points,) = re.findall(r'class="running" points="([^"]+)"', picture)
    assert len(points.split()) == len(swings) + 1
    assert f"{test.state(swings).llr:+.2f} after 4 boards" in picture
    assert "H1 2.94" in picture
    assert "H0 -2.94" in picture
    assert "0.00 after 0 boards" in sprt_plot([], [], test)


def test_bare_page(record: MatchRecord) -> None:
    """What is not known is left out: times, faults, roles, costs, settings."""
    assert page_of(record, {}).sections == ["result", "running", "swings", "boards", "biggest"]


def test_one_room_and_one_board(record: MatchRecord) -> None:
    """A match of one room, and one of one board, have a page too."""
    alone = page_of(evolve(record, closed=()), {}, Sprt(0, 0.5))
    assert "no board has a result in both rooms" in alone.text
    assert alone.count("svg") == 0
    single = page_of(evolve(record, open=record.open[:1], closed=record.closed[:1]), {})
    assert "tells nothing of how sure" in single.text


def test_page_stands_alone(record: MatchRecord, studies: Studies) -> None:
    """Own scripts, no address, no file but itself; names of teams are text and nothing else."""
    named = evolve(record, teams=("<script>alert(1)</script>", 'B & "C"'))
    text = report_html(named, studies, MatchFigures.of(named, studies))
    assert report_html(named, studies, MatchFigures.of(named, studies)) == text
    page = _Page(text)
    scripts = [attributes for tag, attributes in page.elements if tag == "script"]
    assert scripts == [{"type": "text/plain", "id": "documents"}, {"type": "module"}]
    own = files("bluechip_bot.pages") / "templates" / "board.js"
    assert own.read_text("utf-8") in text
    assert "alert(1)" not in text.partition('type="module"')[2]
    assert "http" not in text
    assert "@import" not in text
    assert not re.search(r"url\(|\ssrc=", text)
    links = [value for _, attributes in page.elements if (value := attributes.get("href"))]
    assert all(link.startswith("#") or link == "data:," for link in links)
    anchors = {attributes.get("id") for _, attributes in page.elements}
    assert {link[1:] for link in links if link.startswith("#")} <= anchors


def boards_of(text: str) -> dict[str, Any]:
    """The boards that a page holds."""
    (packed,) = re.findall(r'id="documents">([^<]*)<', text)
    return dict(json.loads(gzip.decompress(base64.b64decode(packed))))


def test_a_board_that_ends_with_a_claim(record: MatchRecord) -> None:
    """Its result is that of the record, not of the cards played."""
    claimed = evolve(record.open[0], board=record.open[0].board.until(30))
    alone = evolve(record, open=(claimed,), closed=())
    told = boards_of(report_html(alone, {}, MatchFigures.of(alone, {})))
    board = told[str(claimed.number)]["open"]["board"]
    assert (len(board["cards"]), board["result"]["score"]) == (30, claimed.score())


def test_the_page_holds_its_boards(record: MatchRecord, studies: Studies) -> None:
    """Each board of each room, whole, with the values of its cards."""
    text = report_html(
        record,
        studies,
        MatchFigures.of(record, studies),
        lambda room, board, call: f"{room} {len(board.auction.calls)} {call}",
    )
    told = boards_of(text)
    for room in ROOMS:
        for finished in record.rooms[room]:
            one = told[str(finished.number)][room]
            assert board_of(one["board"]) == finished.board
            assert one["link"] == viewer_link(BoardRecord.of_board(finished.board))
            assert (one["names"], one["ours"]) == (["", "", "", ""], [])
            for index, made in enumerate(one["board"]["calls"]):
                assert made["shows"] == f"{room} {index} {made['call']}"
            cards = finished.board.play.cards if finished.board.play else ()
            assert len(one["values"]) == len(cards)
            if cards:
                assert finished.result == one["values"][-1][str(cards[-1])]


@pytest.fixture(scope="module")
def page(record: MatchRecord) -> str:
    """The page of the match without studies."""
    return report_html(record, {}, MatchFigures.of(record, {}))


def test_file_is_replaced_when_ours(page: str, tmp_path: Path) -> None:
    """A report is replaced, another file is not, and nothing else is left in the folder."""
    path = tmp_path / "report.html"
    for text in (page, page.replace("IMPs", "imps")):
        write_report(path, text)
        assert path.read_text(encoding="utf-8") == text
    path.write_text("<html>precious</html>")
    with pytest.raises(MatchRecordError, match="no report of ours"):
        write_report(path, page)
    assert path.read_text() == "<html>precious</html>"
    assert list(tmp_path.iterdir()) == [path]


def test_failed_write_keeps_the_old_page(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the disk is full the old page stays whole and no other file is left."""
    path = tmp_path / "report.html"
    write_report(path, page)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_report(path, page)
    assert path.read_text(encoding="utf-8") == page
    assert list(tmp_path.iterdir()) == [path]


def test_plots_keep_within_their_pictures() -> None:
    """Every point and label is in the picture, also where the interval is far wider."""
    numbers, swings = list(range(1, 131)), [17, -17, 17, 17, *[0] * 126]
    for plot in (running_plot(numbers, swings), swing_plot(numbers, swings)):
        ((width, height),) = re.findall(r"viewBox=\"0 0 (\d+) (\d+)\"", plot)
        for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)[ \"]", plot):
            assert 0 <= float(x) <= float(width)
            assert 0 <= float(y) <= float(height)
        labels = re.findall(r'text-anchor="middle">(\d+)<', plot)
        assert 10 <= len(labels) <= 32


def test_signed_numbers() -> None:
    """Numbers have their sign, nothing has none."""
    assert [signed(number) for number in (3, -3, 0)] == ["+3", "−3", ""]
    assert [signed(-0.004, 2), signed(-1.25, 1), signed(0, 1)] == ["0.00", "−1.2", "0.0"]

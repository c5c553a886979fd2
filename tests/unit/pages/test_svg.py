"""Drawings: elements, a frame with axes."""

from __future__ import annotations

import pytest

from bluechip_bot.pages.svg import PlotFrame, element, ticks


def test_element() -> None:
    """Texts are escaped, elements are not; numbers are rounded, what is None is left out."""
    inner = element("b", "<x>", title='"')
    assert inner == '<b title="&#34;">&lt;x&gt;</b>'
    found = element("g", inner, "&", class_="c", text_anchor="end", x=1.25, y=40.0, z=None)
    assert found == f'<g class="c" text-anchor="end" x="1.2" y="40">{inner}&amp;</g>'


def test_ticks() -> None:
    """Labels are round values within the limits."""
    assert ticks(0, 10, 5) == (0, 2, 4, 6, 8, 10)
    assert ticks(-13, 29, 6) == (-10, 0, 10, 20)
    assert ticks(0, 0.7, 4) == pytest.approx((0, 0.2, 0.4, 0.6))
    assert ticks(3, 3, 4) == (3,)


def test_frame() -> None:
    """Values at the edges are drawn at the margins, greater ones higher; bars reach to zero."""
    frame = PlotFrame(230, 126, (0, 10), (-5, 5))
    assert frame.at(0, -5) == (46, 92)
    assert frame.at(10, 5) == (216, 12)
    assert 'y="52" width="17" height="40"' in frame.bar(5, 1, -5, "b")
    assert 'y="12" width="17" height="40"' in frame.bar(5, 1, 5, "a")
    assert "<title>&lt;x&gt;</title>" in frame.bar(5, 1, 5, "a", "<x>")

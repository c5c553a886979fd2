"""The drawing of how a mean settles."""

from xml.etree import ElementTree as ET

import pytest

from bluechip_bot.lab.convergence import convergence_svg

SVG = "{http://www.w3.org/2000/svg}"


def _points(drawing: ET.Element, name: str) -> list[tuple[float, float]]:
    """Return the points of a line or an area."""
    (found,) = (one for one in drawing.iter() if one.get("class") == name)
    pairs = (pair.split(",") for pair in found.get("points", "").split())
    return [(float(x), float(y)) for x, y in pairs]


def test_the_mean_and_its_interval() -> None:
    """The line ends at the mean, within a band that gets narrower; the label tells both."""
    drawing = ET.fromstring(convergence_svg([1, 0, -1, 1] * 50, "gain"))
    mean, band = _points(drawing, "mean"), _points(drawing, "band")
    assert len(mean) == 200 - 7
    assert len(band) == 2 * len(mean)
    widths = [
        low[1] - high[1] for low, high in zip(band, reversed(band[len(mean) :]), strict=False)
    ]
    assert all(width > 0 for width in widths)
    assert widths[-1] < widths[0] / 3
    assert drawing.get("aria-label") == "gain: +0.25 (+0.1341 to +0.3659) after 200 deals"
    assert drawing.find(f"{SVG}text") is not None


@pytest.mark.parametrize("count", [1, 2, 5, 5000])
def test_few_and_many_deals(count: int) -> None:
    """A single deal can be drawn; of many not each is a point, but the last one is."""
    drawing = ET.fromstring(convergence_svg([0.5] * count, "x"))
    mean = _points(drawing, "mean")
    assert 1 <= len(mean) <= 600
    assert mean[-1][0] == pytest.approx(906)


def test_no_deals() -> None:
    """There is nothing to draw."""
    with pytest.raises(ValueError, match="no deals"):
        convergence_svg([], "x")

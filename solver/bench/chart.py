"""Line charts with logarithmic axes, as SVG."""

from collections.abc import Mapping
from math import floor, log10

SPACE = "http://www.w3.org/2000/svg"
FONT = 'font-family="sans-serif" font-size="12"'
WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 60, 40, 50
COLOURS = ("#1b4f72", "#2e86c1", "#17a589", "#b7950b", "#ca6f1e", "#a93226")


def log_chart(title: str, across: str, up: str, lines: Mapping[str, Mapping[float, float]]) -> str:
    """An SVG of lines, each with its name at its end.

    Args:
        title: above the chart.
        across, up: what the axes show.
        lines: by name, points above 0, from left to right.
    """
    xs = sorted({x for line in lines.values() for x in line})
    ys = [y for line in lines.values() for y in line.values()]
    low, high = floor(log10(min(ys))), log10(max(ys) * 1.3)

    def place(x: float, y: float) -> tuple[float, float]:
        right = (log10(x) - log10(xs[0])) / (log10(xs[-1]) - log10(xs[0]))
        above = (log10(y) - low) / (high - low)
        return (
            LEFT + right * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - above * (HEIGHT - TOP - BOTTOM),
        )

    parts = [
        f'<svg xmlns="{SPACE}" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(WIDTH / 2, 22, title, "middle"),
        _text(WIDTH / 2, HEIGHT - 12, across, "middle"),
        f'<g transform="rotate(-90 16 {HEIGHT / 2:.0f})">{_text(16, HEIGHT / 2, up, "middle")}</g>',
    ]
    for x in xs:
        at, bottom = place(x, 10**low)
        parts.append(_rule(at, TOP, at, bottom))
        parts.append(_text(at, bottom + 16, f"{x:g}", "middle"))
    for power in range(low, floor(high) + 1):
        left, at = place(xs[0], 10**power)
        parts.append(_rule(left, at, WIDTH - RIGHT, at))
        parts.append(_text(left - 6, at + 4, f"{10.0**power:g}", "end"))
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = [place(x, y) for x, y in sorted(line.items())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(points[-1][0] + 6, points[-1][1] + 4, name, "start"))
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'

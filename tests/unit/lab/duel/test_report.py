"""The figures of a duel."""

from collections.abc import Callable

from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.lab.duel.duel import DuelOutcome, DuelPlan, DuelReport

PLAN = DuelPlan(
    "declarer",
    "7NT",
    5,
    Contender.of("alphamu", worlds=20, depth=3),
    Contender.of("pimc", worlds=40),
    Contender.of("dd"),
)


def test_report(make_outcome: Callable[..., DuelOutcome]) -> None:
    """Wins, losses, shares, tricks and times are those of the rows."""
    results = [(1, 0), (1, 0), (1, 0), (0, 1), (1, 1), (0, 0), (0, 0), (0, 0)]
    rows = [
        make_outcome(number, won_a=bool(a), won_b=bool(b), play_b="S2 SK" if a != b else "S2 SA")
        for number, (a, b) in enumerate(results, start=1)
    ]
    report = DuelReport.of(PLAN, rows)
    assert (report.wins, report.losses, report.differing, report.parted) == (3, 1, 4, 4)
    assert (report.aims[0].value, report.aims[1].value) == (0.5, 0.25)
    assert report.gain.value == 0.25
    assert report.tricks == (9.5, 9.25)
    assert report.more.value == 0.25
    assert (report.paces[0].count, report.paces[0].mean, report.paces[0].slowest) == (
        80,
        0.25,
        1.25,
    )
    assert (report.paces[1].count, report.paces[1].mean) == (160, 0.05)
    assert report.missed == (0, 8)
    text = str(report)
    for line in (
        "declarer in 7NT, the other side: dd",
        "A: alphamu, 20 worlds, depth 3, win",
        "B: pimc, 40 worlds",
        "differing deals     4 (50.00%)",
        "share won by A      75.00 % (30.06 to 95.44)",
        "sign test           p = 0.6250",
        "IMPs of A           +2.750 (-2.640 to +8.140) a deal",
        "cards without time  0 of A, 8 of B",
    ):
        assert line in text


def test_no_difference(make_outcome: Callable[..., DuelOutcome]) -> None:
    """Deals that do not differ give no share."""
    report = DuelReport.of(PLAN, [make_outcome(1, won_a=True, won_b=True)])
    assert "share won by A      -" in str(report)
    assert "p = 1.0000" in str(report)

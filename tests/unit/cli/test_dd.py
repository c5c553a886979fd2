"""`bluechip-bot dd`: tables and par."""

from __future__ import annotations

from pathlib import Path

from support.commands import invoke

DEAL = "N:AJ8.J873.K3.KJT6 64.T654.T9762.Q5 KQ932.KQ9.QJ.987 T75.A2.A854.A432"


def par_lines(*words: object) -> list[str]:
    """The lines of the output that are about par."""
    done = invoke("dd", *words)
    assert done.exit_code == 0, done.output
    return [line for line in done.output.splitlines() if line.startswith("par")]


def test_par_of_a_deal_is_printed_for_each_vulnerability() -> None:
    """A deal says nothing about that; North deals."""
    three, two = "3S by North, 3S by South", "2S by North, 2S by South"
    assert par_lines(DEAL) == [
        f"par, None vulnerable, North deals: N/S +140 ({three})",
        f"par,   NS vulnerable, North deals: N/S +140 ({three})",
        f"par,   EW vulnerable, North deals: N/S +140 ({two})",
        f"par,  All vulnerable, North deals: N/S +140 ({two})",
    ]


def test_par_of_a_board_is_for_its_own_dealer_and_vulnerability(tmp_path: Path) -> None:
    """They are those of the file, or follow from the number."""
    path = tmp_path / "boards.pbn"
    path.write_text(
        f'[Board "2"]\n[Deal "{DEAL}"]\n\n'
        f'[Board "4"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'
    )
    assert par_lines(path) == [
        "par, NS vulnerable, East deals: N/S +140 (3S by North, 3S by South)",
        "par, EW vulnerable, South deals: N/S +140 (2S by North, 2S by South)",
    ]

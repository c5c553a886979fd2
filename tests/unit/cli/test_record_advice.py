"""The command `advise` on a board of a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from bluechip_bot import double_dummy
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.record_advice import place_of
from bluechip_bot.formats import pbn
from bluechip_bot.model import Board, Seat, imps
from bluechip_bot.model.diagram import with_signs
from support.commands import invoke
from support.tables import rows

LIMITS = ("--engine", "pimc", "--worlds", 3, "--depth", 1, "--budget", 100)
PLAYED = 21
"""A card of the second board with a choice, in the sixth trick."""


@pytest.fixture
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Three boards; the last has no hands."""
    return [finished_board(seed) for seed in (1, 2, 3)]


@pytest.fixture
def path(tmp_path: Path, boards: list[Board]) -> Path:
    """A file of them; the first board is in both rooms."""
    names = dict(zip(Seat, ("Ann", "Bob", "Cy", "Di"), strict=True))
    records = [pbn.record_from_board(board, names) for board in boards]
    records += [pbn.record_from_board(boards[0], names, room=room) for room in ("Open", "Closed")]
    path = tmp_path / "club.pbn"
    path.write_text(pbn.dumps(records[1:]), encoding="utf-8")
    return path


def advise(path: Path, *words: object) -> Result:
    """What the command does with limits that give the same answer each time."""
    return invoke("advise", path, *words, *LIMITS)


def told(path: Path, *words: object) -> dict[str, Any]:
    """What it prints with --json."""
    done = advise(path, *words, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("number", [1, PLAYED])
def test_a_card(path: Path, boards: list[Board], number: int) -> None:
    """What was known, what was played, what we would play; what each card costs double dummy."""
    board = boards[1]
    assert board.play is not None
    before = board.until(number - 1)
    found = told(path, "--board", board.number, "--card", number)
    assert found["made"] == str(board.play.cards[number - 1])
    assert found["played"] == list(map(str, board.play.cards[: number - 1]))
    assert found["ours"] in map(str, before.legal_cards)
    assert set(found["makes"]) == set(map(str, before.legal_cards))
    turn, contract = before.turn, board.contract
    assert turn is not None
    assert contract is not None
    declares = turn.side is contract.declarer.side
    assert declares is (number > 1)
    best = (max if declares else min)(found["makes"].values())
    assert found["cost"] == {card: abs(best - made) for card, made in found["makes"].items()}
    assert any(found["cost"].values())
    seen = {before.decider, contract.dummy} if number > 1 else {before.decider}
    assert {Seat.parse(letter) for letter in found["shown"]} == set(Seat) - seen


def test_cards_that_the_player_did_not_see_do_not_count(path: Path, boards: list[Board]) -> None:
    """Our card depends on what the player saw: with hidden hands exchanged it is the same."""
    board = boards[1]
    assert board.contract is not None
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith('[Deal "')]
    found = told(path, "--board", board.number, "--card", 1)
    kept = {board.contract.leader}
    hands = [hand if seat in kept else None for seat, hand in zip(Seat, board.hands, strict=True)]
    texts = " ".join("-" if hand is None else str(hand) for hand in hands)
    path.write_text(text.replace(lines[0], f'[Deal "N:{texts}"]', 1), encoding="utf-8")
    blind = told(path, "--board", board.number, "--card", 1)
    assert (blind["ours"], blind["cards"]) == (found["ours"], found["cards"])
    assert (blind["makes"], blind["cost"]) == ({}, {})


def test_a_call(path: Path, boards: list[Board]) -> None:
    """Our call has its meaning, its reason and its rule; both calls have double-dummy results."""
    board = boards[1]
    found = told(path, "--board", board.number, "--call", 2, "--system", "floor")
    assert found["made"] == str(board.auction.calls[1])
    assert found["auction"] == [str(board.auction.calls[0])]
    assert found["player"] in {"Ann", "Bob", "Cy", "Di"}
    assert len(found["shown"]) == 3
    assert all(found[key] for key in ("reason", "meant"))
    made, ours = (found["double_dummy"][name] for name in ("made", "ours"))
    assert made["auction"] == list(map(str, board.auction.calls))
    assert ours["auction"][:2] == [made["auction"][0], found["ours"]] != made["auction"][:2]
    contract = board.card_play.contract
    assert made["tricks"] == double_dummy(board.deal)[contract.strain, contract.declarer]
    lost = ours["score"] - made["score"]
    assert found["double_dummy"]["cost"] == imps(lost if found["seat"] in "NS" else -lost) != 0


def test_the_text(path: Path, boards: list[Board]) -> None:
    """It names the place and the player, draws what he saw, and marks both cards."""
    board = boards[1]
    done = advise(path, "--board", board.number, "--card", PLAYED)
    assert done.exit_code == 0, done.output
    heading, *_ = done.stdout.splitlines()
    assert heading.startswith(f"{path}, board {board.number}, card {PLAYED}, trick 6, lead: ")
    assert "What the calls showed:" in done.stdout
    table = done.stdout.partition("double dummy\n")[2]
    assert table.count("made") >= 1
    assert table.count("ours") == 1
    assert f"{with_signs(str(board.contract))}\n" in done.stdout


@pytest.mark.parametrize(("words", "message"), rows("cli", "what_cannot_be_asked"))
def test_what_cannot_be_asked(path: Path, words: str, message: str) -> None:
    """No such board, card or call: a line that says what to give, and status 2."""
    done = advise(path, *words.split())
    assert (done.exit_code, message in done.stderr) == (2, True), done.output


def test_an_auction_that_is_not_recorded(tmp_path: Path, boards: list[Board]) -> None:
    """Of a board without its auction the cards are judged; nothing is read from made-up calls."""
    record = pbn.record_from_board(boards[1], {})
    tags = tuple(tag for tag in record.tags if tag.name != "Auction")
    path = tmp_path / "cards.pbn"
    path.write_text(pbn.dumps([pbn.PbnRecord(tags)]), encoding="utf-8")
    found = told(path, "--card", PLAYED)
    assert set(found["shown"].values()) == {""}
    assert "The record has no auction" in advise(path, "--card", PLAYED).stdout


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("52", 52), ("1.1", 1), ("13.4", 52)])
def test_places(text: str, number: int) -> None:
    """A card is named by its number, or by trick and place; anything else is refused."""
    assert place_of(text) == number
    for wrong in ("0", "53", "14.1", "1.0", "1.12", "x", "", "1.", "-1"):
        with pytest.raises(Failure, match="1 to 52"):
            place_of(wrong)

"""The boards of the benchmark, and who plays them."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.formats.problem import parse_problem
from bluechip_bot.lab.bidding.table import contract_level
from bluechip_bot.lab.cards import bench, engines
from bluechip_bot.lab.cards.bench import COUNT, CardsBench, CardsOutcome, CardsPlan, boards
from bluechip_bot.lab.cards.engines import EngineSpec, question
from bluechip_bot.lab.duel.contender import Contender
from bluechip_bot.model import (
    Card,
    DecisionRequest,
    Phase,
    Played,
    Strain,
    Vulnerability,
    dealer_of_board,
)
from bluechip_bot.player import EngineError

LOWEST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    card = min(asked["legal"], key=lambda card: "23456789TJQKA".index(card[1]))
    print(json.dumps({"card": card}), flush=True)
"""
"""A program that plays its lowest legal card."""
FACTORY = """
from bluechip_bot.model import Decision

class Lowest:
    def __init__(self, settings):
        pass

    def decide(self, request):
        return Decision(request.id, min(request.board.legal_cards, key=lambda card: card.rank))

    def stop(self):
        pass
"""


def python(code: str) -> str:
    """Return the command of a Python program in a file of the current folder."""
    Path("engine.py").write_text(code)
    return f"{sys.executable} engine.py"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the other side judge by one layout, and read calls by a system that is soon loaded."""
    monkeypatch.setattr(bench, "OTHERS", Contender("pimc", worlds=1, depth=None))
    for module in (bench, engines):
        monkeypatch.setattr(module, "BOOK", "floor")
    monkeypatch.chdir(tmp_path)


def played(text: str, number: int = 5, *, patience: float = 60) -> CardsOutcome:
    """Return what an engine made of a board, times left out."""
    plan = CardsPlan(EngineSpec(text, worlds=2, depth=1, patience=patience), memory_mb=8)
    with closing(CardsBench(plan, lambda: 0.0)) as opened:
        return opened.play(number)


def test_a_program_is_asked_what_its_seat_sees() -> None:
    """A question is a position that `advise` reads, with the cards that may be played."""
    board = boards()[2]
    for _ in range(3):
        seat, turn = board.decider, board.turn
        assert seat is not None
        assert turn is not None
        seen = board.seen_by(seat)
        asked = question(DecisionRequest(0, seen, seat, 2.5, 7))
        found, data = parse_problem(asked), json.loads(asked)
        assert evolve(found.board, number=seen.number) == seen
        assert (found.observer, found.has_auction) == (seat, True)
        assert (data["seat"], data["seed"], data["budget"]) == (seat.letter, 7, 2.5)
        assert data["legal"] == list(map(str, board.legal_cards))
        board = board.apply(Played(turn, Card.parse(data["legal"][0])))


@pytest.mark.parametrize(
    "engine",
    ["pimc", *(pytest.param(name, marks=pytest.mark.slow) for name in ("alphamu", "htn"))],
)
def test_the_same_seed_gives_the_same_row(engine: str) -> None:
    """Whatever was played before."""
    plan = CardsPlan(EngineSpec(engine, worlds=2, depth=1), memory_mb=8)
    with closing(CardsBench(plan, lambda: 0.0)) as opened:
        assert opened.play(7) == opened.play(7)


def test_programs_and_factories_play_alike() -> None:
    """The same thoughts give the same row, whoever is asked how."""
    Path("lowest.py").write_text(FACTORY)
    row = played(python(LOWEST))
    assert played("lowest:Lowest") == row
    assert row.fault == ""
    assert row.lead == min(row.leads.by_card, key=lambda card: card.rank)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("", "it ended with status 0"),
        ("import sys; input(); sys.exit('no idea')", "error: no idea (board 5, card 2, "),
        (LOWEST.replace("json.dumps(", "str("), "its answer is no card"),
        (LOWEST.replace('"card"', '"call"'), 'its answer is no card ({"card": "SA"} expected)'),
        ("print('{}')", "its answer is no card"),
        ("input(); input()", "it did not answer within 0.2 s"),
    ],
)
def test_a_broken_program_ends_its_row(code: str, text: str) -> None:
    """The row says who failed, where and why; the other side has the tricks that were left."""
    row = played(python(code), patience=0.2 if "did not answer" in text else 60)
    assert text in row.fault
    assert row.fault.count("engine.py: ") == 3
    assert row.lead is None
    tricks = [*row.leads.by_card.values()]
    assert row.cost == max(tricks) - min(tricks)
    assert (row.declarer.won, row.declarer.tricks, len(row.declarer.play)) == (False, 0, 1)
    assert CardsOutcome.from_row(row.to_row()) == row


def test_an_illegal_card_ends_the_row() -> None:
    """It is named; the board is over at that place."""
    row = played(python(LOWEST.replace('asked["legal"]', '["SA"]')))
    assert row.fault.count("engine.py: ") == 2
    assert "engine.py: West played SA, which is not in the hand" in row.fault
    assert "(board 5, card 2, " in row.fault
    assert str(row.lead) == "SA"


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: EngineSpec("nobody"), "no engine is called 'nobody'"),
        (lambda: EngineSpec("nowhere:Engine"), "No module named 'nowhere'"),
        (lambda: EngineSpec("'open"), "No closing quotation"),
        (lambda: EngineSpec("pimc", worlds=0), "without --worlds or --depth needs a budget"),
    ],
)
def test_no_engine(make: Callable[[], EngineSpec], text: str) -> None:
    """The message says what is wrong."""
    with pytest.raises(EngineError, match=text):
        make()


def test_each_twenty_have_the_same_contracts() -> None:
    """All boards wait for the lead; kinds of contracts, dealers and vulnerability are balanced."""
    found = boards()
    assert len(found) == COUNT == 300
    assert len({str(board.hands) for board in found}) == COUNT
    expected = {"part score": 3, "game": 5, "slam": 2}
    for first in range(0, COUNT, 20):
        kinds = Counter[tuple[bool, str]]()
        for board in found[first : first + 20]:
            assert board.contract is not None
            assert board.phase is Phase.PLAY
            assert board.turn is board.contract.leader
            kinds[board.contract.strain is Strain.NOTRUMP, contract_level(board.contract)] += 1
        assert kinds == {
            (notrump, level): count
            for notrump in (True, False)
            for level, count in expected.items()
        }
    for place, board in enumerate(found, 1):
        assert board.number == place
        assert board.dealer is dealer_of_board(place)
        assert board.vulnerability == Vulnerability.of_board(place)
    declarers = Counter(board.contract.declarer for board in found if board.contract)
    assert min(declarers.values()) >= 50

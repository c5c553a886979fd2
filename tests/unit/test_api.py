"""The public names of the packages: their examples, their types, and what they cost to import."""

from __future__ import annotations

import ast
import doctest
import json
import re
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from attrs import evolve

import bluechip_bot
import solver
from bluechip_bot.api.boards import position, random_board, read_boards, viewer_link
from bluechip_bot.api.bot import Bot, CardWorth, ChosenCall, ChosenCard
from bluechip_bot.api.match import MatchError, run_match
from bluechip_bot.api.table import Table, TableError
from bluechip_bot.config import ConfigError
from bluechip_bot.engine import QuestionError
from bluechip_bot.formats import pbn
from bluechip_bot.formats.lin.codec import parse_file
from bluechip_bot.formats.lin.reader import boards_in
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.lab import duels
from bluechip_bot.lab.duels import DuelError, bidding_duel, card_duel
from bluechip_bot.match.boards.plan import PlanError
from bluechip_bot.match.record.folder import FolderError
from bluechip_bot.match.record.store import StoreError
from bluechip_bot.match.work import WorkError
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Card,
    Decision,
    DecisionRequest,
    IllegalCallError,
    ModelError,
    Phase,
    Seat,
    Side,
    imps,
)
from bluechip_bot.player import EngineError
from bluechip_bot.protocol.errors import LocalProtocolError

DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
HOLD_UP = "S:A72.AK4.A63.J843 - 865.Q52.K74.KQT9 -"
NO_TRUMP = "1NT P 3NT P P P"


class Always:
    """A player who gives one answer."""

    def __init__(self, answer: Call) -> None:
        self.answer = answer

    def decide(self, request: DecisionRequest) -> Decision:
        return Decision(request.id, self.answer)

    def stop(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize(
    ("package", "count"),
    [
        (solver, 20),
        pytest.param(bluechip_bot, 20, marks=pytest.mark.slow),
        pytest.param(duels, 5, marks=pytest.mark.slow),
    ],
)
def test_examples(package: object, count: int) -> None:
    """Every line of a package's page prints what the page says."""
    name, text = str(getattr(package, "__name__", "")), str(getattr(package, "__doc__", ""))
    runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
    test = doctest.DocTestParser().get_doctest(text, {"__name__": name}, name, None, 0)
    written: list[str] = []
    assert len(test.examples) > count
    assert runner.run(test, out=written.append).failed == 0, "".join(written)


def test_public_names() -> None:
    """Each public name is there, is documented, and is that which type checkers see."""
    tree = ast.parse(Path(bluechip_bot.__file__).read_text(encoding="utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: node.module
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(seen) == sorted(bluechip_bot.__all__)
    for name, module in seen.items():
        found = getattr(bluechip_bot, name)
        assert found is getattr(sys.modules[str(module)], name)
        assert found.__doc__
    assert set(bluechip_bot.__all__) <= set(dir(bluechip_bot))
    assert set(solver.__all__) <= set(dir(solver))
    with pytest.raises(AttributeError, match="has no attribute 'deal'"):
        bluechip_bot.deal  # type: ignore[attr-defined] # noqa: B018
    with pytest.warns(DeprecationWarning, match=r"card_duel is in bluechip_bot\.lab\.duels"):
        assert bluechip_bot.card_duel is card_duel  # type: ignore[attr-defined]


def test_the_page_of_the_documentation_has_every_public_name() -> None:
    """What `docs/reference/python.md` lists is what the packages offer, no more and no less."""
    root = Path(__file__).parents[2]
    text = (root / "docs/reference/python.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^::: ([\w.]+)\n((?: .*\n)*)", text, re.MULTILINE))
    for package in (bluechip_bot, duels, solver):
        names = re.findall(r"- (\w+)", shown.pop(package.__name__))
        assert sorted(names) == sorted(package.__all__)
    adapters = ("gymnasium", "observation", "openspiel", "pettingzoo")
    assert set(shown) == {f"bluechip_bot.adapters.{name}" for name in adapters}
    for module, members in shown.items():  # read, not imported: their libraries are extras
        tree = ast.parse((root / f"{module.replace('.', '/')}.py").read_text("utf-8"))
        defined = {one.name for one in tree.body if isinstance(one, ast.ClassDef | ast.FunctionDef)}
        assert set(re.findall(r"- (\w+)", members)) <= defined


def test_import_loads_nothing() -> None:
    """Neither the solver nor numpy nor Twisted is loaded before a name needs it."""
    program = (
        "import json, sys; import bluechip_bot as b; first = set(sys.modules); b.Deal; b.Contract;"
        "model = set(sys.modules); b.Bot; b.Table;"
        "print(json.dumps([sorted({m.split('.')[0] for m in found})"
        " for found in (first, model, set(sys.modules))]))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    first, model, everything = map(set, json.loads(done.stdout))
    assert not first & {"attrs", "attr", "numpy", "solver", "twisted"}
    assert not model & {"numpy", "solver", "twisted"}
    assert "solver" in everything
    assert "twisted" not in everything


def test_position() -> None:
    """A board stands where its calls and cards have brought it."""
    board = position(HOLD_UP, auction=NO_TRUMP, cards="SK S5 S4", dealer="S", vulnerability="EW")
    assert str(board.contract) == "3NT by South"
    assert (board.turn, str(board.vulnerability)) == (Seat.SOUTH, "EW")
    assert board.hands[Seat.EAST] is None
    assert position(DEAL, number=2).dealer is Seat.EAST


@pytest.mark.parametrize(
    ("hands", "parts", "message"),
    [
        ("AK7.A42.T76.KQ86", {}, "hands: not a deal"),
        ("N:AK7.A42.T76 - - -", {}, "hands: not a deal"),
        ("N:AK7.A42.T76.KQ8 - - -", {}, "hands: North holds 12 cards"),
        (DEAL, {"dealer": "Q"}, "dealer: not a seat"),
        (DEAL, {"vulnerability": "maybe"}, "vulnerability: not a vulnerability"),
        (DEAL, {"auction": "P 1C Z"}, "auction, call 3: not a call: 'Z'"),
        (DEAL, {"auction": "1S 1H"}, "auction, call 2: East may not call 1H"),
        (DEAL, {"cards": "SA"}, "cards, card 1: no card is to be played: the board is in auction"),
        (DEAL, {"auction": "1S P P P", "cards": "SA"}, "cards, card 1: East played SA"),
        (DEAL, {"number": 0}, "number: 0"),
    ],
)
def test_wrong_positions(hands: str, parts: dict[str, str], message: str) -> None:
    """An error names the argument, and which call or card."""
    with pytest.raises(ModelError) as caught:
        position(hands, **parts)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_random_boards_are_those_of_a_match() -> None:
    """A board depends on seed and number alone, with the standard dealer and vulnerability."""
    board = random_board(6, seed=3)
    assert board == random_board(6, seed=3)
    assert board != random_board(6, seed=4)
    assert (board.dealer, str(board.vulnerability)) == (Seat.EAST, "EW")
    with pytest.raises(ValueError, match="a seed from 0"):
        random_board(1, seed=-1)


def test_boards_of_a_file(tmp_path: Path, finished_board: Callable[[int], Board]) -> None:
    """Boards are read whole; one that cannot be is an error, or left out and named in a list."""
    path = tmp_path / "some.pbn"
    boards = [finished_board(seed) for seed in (1, 2)]
    text = pbn.dumps([pbn.record_from_board(board, {}) for board in boards])
    path.write_text(text, encoding="utf-8")
    assert [record.board for record in read_boards(path)] == boards
    path.write_text(text.replace('[Dealer "', '[Dealer "Q', 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"some\.pbn, line \d+"):
        read_boards(path)
    problems: list[ValueError] = []
    assert [record.board for record in read_boards(path, problems)] == boards[1:]
    assert len(problems) == 1


def test_a_link_holds_the_board(finished_board: Callable[[int], Board]) -> None:
    """What a viewer reads from the address is the board, with its claim and without remarks."""
    record = evolve(
        BoardRecord.of_board(finished_board(3).until(20), 8), remarks=(Remark(2, "oh"),)
    )
    link = viewer_link(record)
    assert set(link) <= set(string.ascii_letters + string.digits + ":/?=.,!%-_~")
    told = unquote(link)
    assert "oh" not in told
    (again,) = boards_in(parse_file(told))
    assert again.whole().board == record.board
    assert again.whole().result == 8
    assert viewer_link(record.board) == viewer_link(evolve(record, result=None))


def test_a_choice_in_words() -> None:
    """A call and a card say what they are, why, and what the others would be worth."""
    call = ChosenCall(Call.parse("2C"), "Stayman", "", True, "rule", "x.bid:1:1", (), {PASS: -3.0})
    assert str(call).splitlines() == [
        "2♣*: Stayman",
        "because: rule (x.bid:1:1)",
        "    P -3.00 IMPs",
    ]
    worth = (
        CardWorth(Card.parse("SA"), 0.5, False, 8.25),
        CardWorth(Card.parse("S2"), None, True, None),
    )
    card = ChosenCard(Card.parse("SA"), "a vote", "Run them.", worth)
    lines = ["♠A: a vote", "Run them.", "♠A: at most  50.0 %, 8.25 tricks", "♠2:      ?"]
    assert str(card).splitlines() == lines
    assert "♠A" in card._repr_html_()


def test_a_bot_repeats_itself() -> None:
    """Equal questions have equal answers, whatever was asked, whatever the others hold."""
    first = position("S:Q4.AJT62.983.K52 - - -", auction="1S 2D")
    known = position("S:Q4.AJT62.983.K52 - K83.K7.AJ764.A43 -", auction="1S 2D")
    play = {"auction": NO_TRUMP, "cards": "S3 S5 S9", "dealer": "S"}
    second = position(HOLD_UP, **play)  # type: ignore[arg-type]
    bot, fresh = Bot(worlds=4), Bot(worlds=4)
    call, card = bot.call(first), bot.play(second)
    assert (bot.call(first), bot.play(second)) == (call, card)
    deal = "S:A72.AK4.A63.J843 K43.J876.QT52.A7 865.Q52.K74.KQT9 QJT9.T93.J98.652"
    assert (fresh.play(position(deal, **play)), fresh.call(known)) == (card, call)  # type: ignore[arg-type]
    assert bot.call(first, seed=1).gains != call.gains


@pytest.mark.parametrize("engine", ["pimc", "htn"])
def test_engines(engine: str) -> None:
    """Each engine holds up, and says why. Without time, few layouts vote."""
    board = position(HOLD_UP, auction=NO_TRUMP, cards="SK S5 S4", dealer="S")
    found = Bot(engine, worlds=4).play(board)  # type: ignore[arg-type]
    assert found.card in (Card.parse("S2"), Card.parse("S7"))
    assert found.reason.startswith(engine)
    assert "Hold up the ace of spades" in found.plan
    assert found.cards[0].card == found.card
    assert "8 worlds" in Bot(seconds=0.0).play(board).reason


def test_what_a_bot_cannot_be() -> None:
    """An unknown engine, an unknown system, and a search without end."""
    with pytest.raises(EngineError, match="no bot has the engine 'random'"):
        Bot("random")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="no system 'none'"):
        Bot(system="none")
    with pytest.raises(QuestionError, match="worlds and depth must be numbers"):
        Bot(worlds=None)
    with pytest.raises(QuestionError, match="worlds must be a whole number"):
        Bot(worlds=0)


def test_what_a_bot_cannot_be_asked() -> None:
    """A call in the play, a card in the auction, anything for a hand that is not known."""
    auction = position("S:Q4.AJT62.983.K52 - - -", auction="1S 2D")
    play = position(HOLD_UP, auction=NO_TRUMP, cards="SK S5 S4", dealer="S")
    bot = Bot(think=False)
    assert bot.call(auction).gains == {}, "the system alone compares nothing"
    with pytest.raises(BoardError, match="no call is wanted: it is in the play"):
        bot.call(play)
    with pytest.raises(BoardError, match="no card is wanted: it is in the auction"):
        bot.play(auction)
    with pytest.raises(BoardError, match="no card is wanted: it is over"):
        bot.play(position(DEAL, auction="P P P P"))
    with pytest.raises(BoardError, match="East decides, and East's hand is not known"):
        bot.call(position("S:Q4.AJT62.983.K52 - - -", auction="1S"))
    with pytest.raises(BoardError, match="South decides, and North's hand is not known"):
        bot.play(position("S:A72.AK4.A63.J843 - - -", auction=NO_TRUMP, cards="SK", dealer="S"))


def test_table_plays_to_the_end() -> None:
    """A board over, the same again with the same players and seed, and another with another."""
    board = random_board(3, seed=1)
    played = Table(["random"] * 4).play(board)
    assert played.phase is Phase.OVER
    assert played == Table(["random"] * 4).play(board)
    assert played != Table(["random"] * 4, seed=5).play(board)
    assert played.hands == board.hands
    passed = Table([Always(PASS)] * 4).play(board)
    assert (str(passed.auction), passed.contract, passed.score()) == ("P P P P", None, 0)


def test_what_a_table_refuses() -> None:
    """Three players, an unknown engine, a board that has begun, and an illegal call."""
    with pytest.raises(TableError, match="four players expected"):
        Table(["random"] * 3)
    with pytest.raises(EngineError, match="no engine is called 'fish'"):
        Table(["fish"] * 4)
    table = Table([Always(Call.parse("1C"))] * 4)
    with pytest.raises(BoardError, match="before the first call"):
        table.play(position(DEAL, auction="P"))
    with pytest.raises(IllegalCallError, match="may not call 1C"):
        table.play(random_board(1, seed=1))


def test_duels() -> None:
    """Both sides alike: no swing."""
    report = card_duel("dd", "dd", deals=2, close=False, opponents="dd", role="defender")
    assert (report.deals, report.parted, report.wins, report.losses) == (2, 0, 0, 0)
    bids = bidding_duel("floor", "floor", boards=2, seed=4)
    assert (bids.boards, bids.contracts, bids.won) == (2, 0, (0, 0))


def test_wrong_duels() -> None:
    """An error names the argument and its value."""
    for name, value, message in (
        ("deals", 0, "deals: 0"),
        ("seed", -1, "seed: -1"),
        ("contract", "5C", "contract: '5C'"),
        ("role", "dummy", "role: 'dummy'"),
        ("opponents", "fish", "opponents: 'fish'"),
    ):
        with pytest.raises(DuelError, match=message):
            card_duel("dd", "dd", **{name: value})  # type: ignore[arg-type]
    for name in ("boards", "worlds"):
        with pytest.raises(DuelError, match=f"{name}: 0"):
            bidding_duel("sayc", "floor", **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="no system 'none'"):
        bidding_duel("none", "floor")


@pytest.mark.slow
def test_a_match(tmp_path: Path) -> None:
    """Nobody is at a keyboard: the boards of both rooms, the IMPs, and where the records are."""
    folder = tmp_path / "match"
    settings: dict[str, Any] = {
        "team_a": {"engine": "random", "name": "Us"},
        "team_b": {"engine": "pimc"},
        "search": {"worlds": 2, "depth": 1, "think": False},
    }
    result = run_match(boards=1, out=folder, **settings)
    (first,), (second,) = result.open, result.closed
    assert (first.number, first.phase, second.phase) == (1, Phase.OVER, Phase.OVER)
    swing = imps(first.score() + second.score(Side.EW))
    assert (result.teams, dict(result.swings)) == (("Us", "B"), {1: swing})
    assert result.imps == (max(swing, 0), max(-swing, 0))
    assert (result.folder, result.crashes) == (folder, 0)
    assert sorted(path.name for path in folder.glob("*.pbn")) == ["closed.pbn", "open.pbn"]
    assert run_match(resume=folder) == result
    with pytest.raises(FolderError, match="holds a match"):
        run_match(boards=1, out=folder, **settings)


def test_a_match_that_breaks_off(tmp_path: Path) -> None:
    """The error says why, and has the folder from which the match can be resumed."""
    folder = tmp_path / "match"
    team = {"command": f"{sys.executable} -c pass {{port}}"}
    with pytest.raises(MatchError, match="ended with status 0") as caught:
        run_match(boards=1, out=folder, team_a=team, team_b=team, rooms="open", restarts=0)
    assert caught.value.folder == folder
    assert (folder / "match.sqlite").exists()


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"bords": 2}, ConfigError, "run_match: bords: unknown key .*; perhaps boards"),
        ({"team_a": {"gap": -1}}, ConfigError, r"run_match: team_a\.gap: -1\.0 where"),
        ({"team_b": {"name": "a"}}, ConfigError, "both teams are called 'A'"),
        ({"team_b": {"engine": "fish"}}, EngineError, "no engine is called 'fish'"),
        ({"team_b": {"system": "fish"}}, ConfigError, "no system 'fish'"),
        ({"team_b": {"name": "\u2660"}}, LocalProtocolError, "2660|ASCII|\u2660"),
        ({"team_b": {"command": "x"}}, WorkError, "lacks {port}"),
        ({"deals": "broken.pbn"}, PlanError, "no board"),
        ({"resume": "absent"}, StoreError, "no match was begun here"),
        ({"config": "absent.toml"}, ConfigError, "absent.toml: cannot be read"),
    ],
)
def test_wrong_matches(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, Any],
    error: type[Exception],
    message: str,
) -> None:
    """Each error is of its documented class, says what is wrong, and leaves no folder behind."""
    monkeypatch.chdir(tmp_path)
    Path("broken.pbn").write_text("")
    # The smallest system is read soonest.
    teams = {name: {"system": "floor", **settings.get(name, {})} for name in ("team_a", "team_b")}
    with pytest.raises(error, match=message):
        run_match(**{**settings, **teams})
    assert [path.name for path in tmp_path.iterdir()] == ["broken.pbn"]

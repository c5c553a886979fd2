"""Players: from a request to a legal decision."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation import OverrideFile
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.system.system import load
from bluechip_bot.codec import from_json, to_json
from bluechip_bot.config import ENGINES, ConfigError, conf_dir
from bluechip_bot.constraints import Evidence
from bluechip_bot.engine import CardChoice, CardEngine, Question, SearchLimits
from bluechip_bot.engine.anytime import Thinking
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Called,
    CallRecord,
    Deal,
    Decision,
    DecisionRequest,
    Hand,
    Phase,
    Played,
    Seat,
)
from bluechip_bot.player import AnytimePlayer, EngineError, Player, check_engine, make_player
from bluechip_bot.player.chance import RandomPlayer
from bluechip_bot.player.planned import fallback
from bluechip_bot.player.search import SearchPlayer
from support.boards import after, at_card, planned_of
from support.planning import PLANNING
from support.settings import INFERENCE, NO_SYSTEM

MakeBoard = Callable[[int], Board]


def at_table(_team: str) -> Partnership:
    """Nobody has a system."""
    return Partnership()


def request(board: Board, seed: int = 0, budget: float = 1000.0) -> DecisionRequest:
    """What the one to decide is asked, through JSON as in a match."""
    seat = board.decider
    assert seat is not None
    whole = DecisionRequest(seed, board.seen_by(seat), seat, budget, seed)
    return from_json(to_json(whole), DecisionRequest)


def play_out(board: Board, players: Mapping[Seat, Player], seed: int) -> list[Decision]:
    """The decisions of four players until the board is over; each is checked."""
    decisions: list[Decision] = []
    while board.phase is not Phase.OVER:
        asked = request(board, seed + len(decisions))
        decision = players[asked.seat].decide(asked)
        asked.check(decision)
        assert board.turn is not None
        action = decision.action
        board = board.apply(
            Called(board.turn, action) if isinstance(action, Call) else Played(board.turn, action)
        )
        decisions.append(decision)
    return decisions


def dealt(finished: Board) -> Board:
    """The board of a finished one, before the first call."""
    return Board.begin(finished.number, deal=planned_of(finished).deal)


@pytest.mark.slow
def test_four_search_players_play_a_board(finished_board: MakeBoard) -> None:
    """A whole board, bid and played by four players of their own, is legal to the last card."""
    players = {seat: make_player("pimc", {"worlds": 2, "memory_mb": 16}) for seat in Seat}
    decisions = play_out(dealt(finished_board(1)), players, 1)
    assert len(decisions) > 52, "the board was not passed out"
    assert not any(decision.fallback for decision in decisions)
    for decision in decisions:
        assert from_json(to_json(decision), Decision) == decision
        assert all(decision.thoughts)
        assert decision.thoughts


def test_same_request_same_answer(finished_board: MakeBoard) -> None:
    """A search player's answer to a request does not depend on those before."""
    player, fresh = (
        make_player("pimc", {"worlds": 3, "memory_mb": 8, **NO_SYSTEM}) for _ in range(2)
    )
    asked = [request(board, 5) for board in late_boards(finished_board, 3)]
    first = [player.decide(one).action for one in asked]
    again = [fresh.decide(one).action for one in reversed(asked)]
    assert first == again[::-1]


def late_boards(finished_board: MakeBoard, count: int) -> list[Board]:
    """Boards in the sixth trick and later."""
    boards = [(seed, finished_board(seed)) for seed in range(3 * count)]
    return [at_card(board, 20 + seed) for seed, board in boards if board.play is not None][:count]


def test_a_call_comes_with_its_reason() -> None:
    """A call is that of our system's bidder, with its explanation, and its reason."""
    deal = Deal.parse("N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9")
    board = after(Board.begin(1, deal=deal), "1NT P")
    board = evolve(board, hands=(None, None, Hand.parse("K862.Q83.KJT.T82"), None))
    settings = {"worlds": 1, "memory_mb": 1, "think": False, "bidding": {"our": "sayc"}}
    player = make_player("pimc", settings)
    decision = player.decide(request(board))
    book = load(conf_dir() / "systems" / "sayc.toml", check=False).book
    hand = board.hands[Seat.SOUTH]
    assert hand is not None
    wanted = Bidder((book, book)).choose(hand, board.auction, board.vulnerability)
    assert decision.action == wanted.call == Call.parse("2C")
    assert decision.explanation == wanted.explanation
    assert wanted.says()[1].startswith("Stayman: ")
    assert (decision.reason, decision.record) == (wanted.reason, None)
    thoughtful = make_player("pimc", {**settings, "think": True}).decide(request(board))
    record = thoughtful.record
    assert isinstance(record, CallRecord)
    assert record.candidates[0].call == wanted.call
    assert thoughtful.thoughts[-1].startswith(f"{record.solved} of 1 layouts: 2C")
    (thought,) = decision.thoughts
    assert thought.startswith(wanted.reason)


def answers(player: Player, asked: DecisionRequest) -> list[Decision]:
    """The provisional answers of a player, and the final one."""
    assert isinstance(player, AnytimePlayer)
    found: list[Decision] = []

    def thinking() -> Iterator[Decision]:
        found.append((yield from player.think(asked)))

    provisional = list(thinking())
    return [*provisional, *found]


def test_the_book_is_heard_before_the_simulation() -> None:
    """What comes first is the book's call, not a pass; the last answer is that of `decide`."""
    board = after(Board.begin(1, Seat.SOUTH), "1S P")
    board = evolve(board, hands=(Hand.parse("A32.K54.AQ5.QJ72"), None, None, None))
    settings = {"worlds": 4, "memory_mb": 1, "bidding": {"our": "sayc"}}
    first, *_, last = answers(make_player("pimc", settings), request(board))
    assert str(first.action) == "2C"
    assert not first.fallback
    assert last == evolve(make_player("pimc", settings).decide(request(board)), record=last.record)


def test_a_rule_is_heard_before_the_search(finished_board: MakeBoard) -> None:
    """A card comes in milliseconds, under a clock unless these milliseconds are short."""
    board = late_boards(finished_board, 1)[0]
    player = make_player("pimc", {"worlds": 2, "memory_mb": 8, **NO_SYSTEM})
    for asked in (request(board, budget=0.05), evolve(request(board), budget=1.0, most=1.0)):
        first, *_, last = answers(player, asked)
        assert first == fallback(asked, PLANNING)
        assert not last.fallback
    assert len(answers(player, evolve(request(board), budget=0.05, most=0.05))) == 1


def test_the_system_is_that_of_the_settings() -> None:
    """The system "floor" has no rules for openings, "sayc" has; an unknown one is refused."""
    board = evolve(Board.begin(1), hands=(Hand.parse("K862.Q83.KJT.AT8"), None, None, None))
    reasons = [
        make_player("pimc", {"memory_mb": 1, "bidding": {"our": name}})
        .decide(request(board))
        .reason
        for name in ("floor", "sayc")
    ]
    assert [".bid:" in reason for reason in reasons] == [False, True]
    with pytest.raises(ConfigError, match="no system 'saic'"):
        make_player("pimc", {"memory_mb": 1, "bidding": {"our": "saic"}})


def test_the_opponents_team_decides_how_they_are_read() -> None:
    """The partnership is asked for by the name of the opponents' team."""
    asked = []

    def partnership(team: str) -> Partnership:
        asked.append(team)
        return Partnership()

    board = evolve(Board.begin(1), hands=(Hand.parse("K862.Q83.KJT.T82"), None, None, None))
    player = SearchPlayer(partnership, INFERENCE, CardEngine(1), planning=PLANNING)
    player.decide(evolve(request(board), opponents="Wolves"))
    assert asked == ["Wolves"]


def after_2d(explanation: str) -> Board:
    """A board on which West has overcalled 1NT with an alerted 2D and South is to call."""
    board = after(Board.begin(1), "1NT P P")
    board = board.apply(Called(Seat.WEST, Call.parse("2D"), explanation, alert=True))
    hand = Hand.parse("AQ32.K76.A873.K2")
    return evolve(board, hands=(hand, None, None, None))


class Evident(CardEngine):
    """An engine that keeps the evidence that it is shown, and has no time for a card."""

    seen: Evidence
    stopped = False

    def stop(self) -> None:
        """Take note."""
        self.stopped = True

    def think(self, question: Question, limits: SearchLimits) -> Thinking[CardChoice | None]:
        """Keep the evidence, and find nothing."""
        assert isinstance(question.evidence, Evidence)
        self.seen = question.evidence
        yield from ()
        return None


def west_of(explanation: str, overrides: OverrideFile | None = None) -> tuple[str, Decision]:
    """What is said of West's calls to North, who is to lead, and North's decision."""
    board = after(after_2d(explanation), "P P P")
    engine = Evident(1)
    player = SearchPlayer(at_table, INFERENCE, engine, overrides=overrides, planning=PLANNING)
    decision = player.decide(DecisionRequest(1, board, Seat.NORTH, 1.0, 0))
    (west,) = (said for said in engine.seen.statements if said.seat is Seat.WEST)
    return west.source, decision


def test_the_opponents_words_are_evidence() -> None:
    """What an opponent says of an alerted call is what it shows."""
    source, _ = west_of("5+ !H; 5+ !S; 8-14 HCP")
    assert "2D 5+ !H; 5+ !S; 8-14 HCP" in source


def test_nothing_is_read_from_calls_that_were_made_up() -> None:
    """In an auction that was made up the calls say nothing; what the cards say stays."""
    board = after(after_2d("5+ !H; 5+ !S"), "P P P")
    engine = Evident(1)
    player = SearchPlayer(at_table, INFERENCE, engine, planning=PLANNING)
    asked = DecisionRequest(1, board, Seat.NORTH, 1.0, 0)
    player.decide(asked)
    assert engine.seen.statements
    assert all(" called " in one.name for one in engine.seen.likelihoods)
    whole = engine.seen
    player.decide(from_json(to_json(evolve(asked, made_up=True)), DecisionRequest))
    assert engine.seen.facts == whole.facts
    assert (engine.seen.statements, engine.seen.likelihoods) == ((), ())


def test_the_operator_has_the_last_word(tmp_path: Path) -> None:
    """A file of overrides is read while the player plays; its mistakes are errors."""
    path = tmp_path / "overrides"
    overrides = OverrideFile(path)
    source, _ = west_of("majors", overrides)
    assert "majors" in source
    path.write_text("them ... 2D = 6+ !C\n", encoding="utf-8")
    source, decision = west_of("majors", overrides)
    assert "6+ !C" in source
    assert not decision.errors
    path.write_text("them ... 2D = nonsense here\n", encoding="utf-8")
    board = after_2d("")
    board = board.apply(Called(Seat.NORTH, PASS)).apply(Called(Seat.EAST, PASS))
    board = evolve(board, hands=(None, None, Hand.parse("K862.Q83.KJT.T82"), None))
    player = SearchPlayer(
        at_table, INFERENCE, CardEngine(1), overrides=overrides, planning=PLANNING
    )
    (error,) = player.decide(DecisionRequest(1, board, Seat.SOUTH, 1.0, 0)).errors
    assert "overrides:1" in error


def test_no_time_is_answered_by_rule(finished_board: MakeBoard) -> None:
    """When not one world could be solved, the answer is the fallback, and says so."""
    board = late_boards(finished_board, 1)[0]
    player = SearchPlayer(at_table, INFERENCE, Evident(1), planning=PLANNING)
    decision = player.decide(request(board))
    assert decision == fallback(request(board), PLANNING)
    assert decision.fallback


def test_stop_reaches_the_engine() -> None:
    """A player's stop is the engine's."""
    engine = Evident(1)
    SearchPlayer(at_table, INFERENCE, engine, planning=PLANNING).stop()
    assert engine.stopped
    RandomPlayer().stop()


def test_unknown_hand() -> None:
    """A player cannot bid on cards that he does not see."""
    board = Board.begin(1)
    player = make_player("pimc", {"memory_mb": 1, **NO_SYSTEM})
    with pytest.raises(BoardError, match="the hand of North is unknown"):
        player.decide(DecisionRequest(1, board, Seat.NORTH, 1.0, 0))


def test_random_players_play_boards(finished_board: MakeBoard) -> None:
    """Random boards are legal, not bid above two notrump, and different seeds differ."""
    players = dict.fromkeys(Seat, RandomPlayer())
    calls: Counter[bool] = Counter()
    contracts = set()
    for seed in range(12):
        decisions = play_out(dealt(finished_board(seed)), players, 1000 * seed)
        bids = [one.action for one in decisions if isinstance(one.action, Call)]
        assert all(call.level <= 2 for call in bids)
        calls.update(call == PASS for call in bids)
        contracts.add(max(bids))
    assert calls[True] > calls[False] > 0
    assert len(contracts) > 4


def test_random_depends_on_the_seed_alone(finished_board: MakeBoard) -> None:
    """The same seed gives the same answer, another one need not."""
    board = late_boards(finished_board, 1)[0]
    one, other = RandomPlayer(), RandomPlayer()
    assert one.decide(request(board, 3)) == other.decide(request(board, 3))
    # Seeds beyond 64 bits, and negative ones, are seeds too.
    seeds = (-1, 2**70, *range(50))
    actions = {one.decide(evolve(request(board), seed=seed)).action for seed in seeds}
    assert actions == set(board.legal_cards)


def test_engines_by_name(faulty: str) -> None:
    """Every name makes a player; another one is an error that names those that exist."""
    for name in ENGINES:
        assert callable(make_player(name, {"memory_mb": 1, **NO_SYSTEM}).decide)
        check_engine(name)
    check_engine(f"{faulty}Crashes")
    for name, reason in (("absent.module:factory", "No module"), ("json:Make", "'Make'")):
        with pytest.raises(EngineError, match=f"the engine '{name}' cannot be loaded: .*{reason}"):
            check_engine(name)
    for name in ("alpha", "", ":", "module:"):
        with pytest.raises(EngineError, match="alphamu, recursive, pimc, htn, random"):
            check_engine(name)
    with pytest.raises(EngineError, match="'alpha'"):
        make_player("alpha", {})


def test_an_engine_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found there, and does not hide what is installed; errors say what is wrong with it."""
    monkeypatch.chdir(tmp_path)
    Path("lowest.py").write_text("import colorsys\ndef make(settings):\n    ...\nmade = 1\n")
    Path("colorsys.py").write_text("raise RuntimeError\n")
    check_engine("lowest:make")
    with pytest.raises(EngineError, match="TypeError: made is of class int, and cannot be called"):
        check_engine("lowest:made")
    Path("broken.py").write_text("import lowest, missing\n")
    with pytest.raises(EngineError, match="No module named 'missing'"):
        check_engine("broken:make")


@pytest.mark.parametrize(
    "settings",
    [
        {"worlds": -1},
        {"worlds": "40"},
        {"depth": 0.5},
        {"threads": None},
        {"scoring": "bam"},
        {"memory_mb": 1.5},
        {"worlds": True},
        {"inference": "inference.toml"},
    ],
)
def test_settings_are_checked(settings: Mapping[str, object]) -> None:
    """A setting of a wrong kind is an error that names it."""
    with pytest.raises(ValueError, match=next(iter(settings))):
        make_player("pimc", settings)


def test_a_seat_does_not_load_what_a_player_needs() -> None:
    """The package and its messages leave numpy, the solver, bidding and planning alone."""
    program = (
        "import sys, bluechip_bot.player.wire\n"
        "heavy = ('numpy', 'solver', 'bluechip_bot.bidding', 'bluechip_bot.planning')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"

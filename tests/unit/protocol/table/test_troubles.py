"""The manager's end when players err, cheat or vanish."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bluechip_bot.model import Seat
from bluechip_bot.protocol.effects import BoardForfeited, DropClient, LogGrade, SeatCut
from bluechip_bot.protocol.table.session import TablePhase

N, E, S, W = range(4)
NAMES = [str(seat) for seat in Seat]


def led(manager: Any, **options: object) -> Any:
    """South plays 4S; West has led the ace of diamonds."""
    table = manager.ready(**options)
    table.four_spades()
    table.say(W, "West plays AD")
    table.hear()
    return table


def check_illegal(table: Any, peer: int, line: str) -> None:
    """Fail unless the line is an error that changes nothing, and its author alone hears of it."""
    before = table.session.board
    told = "Illegal card" if "plays" in line else "Illegal bid"
    assert table.say(peer, line) == [told]
    assert table.hear() == {peer: [told]}
    assert table.session.board is before
    assert table.logs[-1].level is LogGrade.ERROR


@pytest.mark.parametrize(
    ("peer", "line"),
    [
        *((N, "North doubles"), (N, "North redoubles"), (E, "East passes"), (W, "West bids 7NT")),
        *((N, "North plays AS"), (N, "Dummy plays AS")),
    ],
)
def test_illegal_calls(manager: Any, peer: int, line: str) -> None:
    """An illegal call, or one out of turn, changes nothing but that its author hears of it."""
    table = manager.ready()
    check_illegal(table, peer, line)
    table.call("bids 1C")
    assert table.say(E, "East bids 1C") == ["Illegal bid"]


@pytest.mark.parametrize(
    ("peer", "line"),
    [
        (W, "West plays AD"),  # again
        (W, "West plays KD"),  # out of turn
        (E, "East plays 5D"),  # out of turn
        (N, "North plays 6D"),  # dummy himself
        (W, "North plays 6D"),  # a defender for dummy
        (S, "North plays AS"),  # a revoke
        (S, "North plays 5D"),  # another's card
        (S, "East plays 5D"),  # for an opponent
        (S, "West plays 6D"),  # dummy's card under an opponent's name
        (S, "South plays QS"),  # his own card in dummy's turn
        (S, "Dummy plays AD"),  # played before
        (S, "South passes"),  # no card
    ],
)
def test_illegal_cards(manager: Any, peer: int, line: str) -> None:
    """A card out of turn, not held or not following suit changes nothing; he hears of it."""
    table = led(manager)
    check_illegal(table, peer, line)
    assert table.say(S, "Dummy plays 6D") == []
    assert table.session.board.turn is Seat.EAST


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_too_many_illegal_actions_end_the_session(manager: Any, limit: int) -> None:
    """Each seat has so many; if so chosen, the one beyond ends the session for all."""
    table = manager.ready(illegal_limit=limit, on_illegal="stop")
    for _ in range(limit):
        table.say(W, "West passes")
        table.say(E, "East passes")
    assert not table.ended
    assert table.say(W, "West passes") == ["Illegal bid", "End of session"]
    assert not table.ended.complete
    assert "West" in table.ended.text
    assert all(table.got[peer][-1] == "End of session" for peer in range(4))
    assert table.session.phase is TablePhase.ENDED
    assert table.say(N, "North passes") == []
    assert table.session.stop("again") == []


def test_too_many_illegal_actions_cost_the_seat(manager: Any) -> None:
    """Its connection is cut; whoever takes the seat then begins the board, and errs, again."""
    table = manager.ready(illegal_limit=1)
    table.say(E, "East passes")
    table.say(W, "West passes")
    assert table.dropped == []
    table.say(W, "West passes")
    assert table.dropped == [W]
    table.lose(W)
    sit_again(table, 7, Seat.WEST)
    for stage in ("to start", "for deal", "for cards"):
        table.all_say(f"ready {stage}", (N, E, S))
        table.say(7, f"West ready {stage}")
    assert str(table.session.owed) == "North to call on board 1"
    assert table.say(7, "West passes") == ["Illegal bid"]
    assert table.dropped == [W]
    # East, who was not cut, has one on this board already.
    table.say(E, "East passes")
    assert table.dropped == [W, E]
    assert table.ended is None


def test_too_many_illegal_actions_cost_the_board(manager: Any) -> None:
    """If so chosen it is given up, and the next one begins with a clean sheet."""
    table = manager.ready(boards=2, illegal_limit=1, on_illegal="forfeit")
    table.say(W, "West passes")
    table.say(W, "West passes")
    assert table.forfeited == [BoardForfeited(1, (Seat.WEST,))]
    table.prepare("to start", "for deal", "for cards")
    assert str(table.session.owed) == "North to call on board 2"
    table.say(W, "West passes")
    assert len(table.forfeited) == 1
    assert table.dropped == []
    assert table.ended is None


@pytest.mark.parametrize(
    "line",
    [
        *("East passes", "East ready for cards", "East ready for North's bid"),
        *("East received dummy", "Start of board", "Dummy to lead", "North to lead"),
        *("End of session", "Timing", "Explain East's passes", "Illegal bid", "hello \u2660"),
        "Board number 1. Dealer North. Neither vulnerable.",
        "North's cards : S A K 7. H A 4 2. D T 7 6. C K Q 8 6.",
        "North's cards : S A",
        'Connecting "A" as Nord using protocol version 18',
    ],
)
def test_unexpected_lines_are_answered_and_change_nothing(manager: Any, line: str) -> None:
    """A line in another's name, or a manager's own, is refused; the board goes on."""
    table = manager.ready()
    before = table.session.board
    (answer,) = table.say(N, line)
    assert answer.startswith(("ERROR", "Illegal hand"))
    assert answer.isascii()
    assert table.session.board is before
    table.hear()
    table.call("passes")
    assert table.hear() == table.each((E, S, W), "North passes")


@pytest.mark.parametrize("line", ["North passes", "North plays AS", "North ready for dummy"])
def test_actions_outside_a_board_do_nothing(manager: Any, line: str) -> None:
    """A call or card before the cards are dealt is a log entry, and no illegal action."""
    table = manager.make(illegal_limit=0)
    for peer, name in enumerate(NAMES):
        table.sit(peer, name)
        assert table.say(N, line) == []
    for stage in ("for teams", "to start", "for deal", "for cards"):
        assert table.say(N, line) == []
        table.prepare(stage)
    assert str(table.session.owed) == "North to call on board 1"
    assert table.ended is None


def sit_again(table: Any, peer: int, seat: Seat) -> None:
    """A new connection takes the seat, and is told the teams at once."""
    assert table.sit(peer, seat) == [f'{seat} ("{"AB"[seat % 2]}") seated']
    assert table.say(peer, f"{seat} ready for teams") == ['Teams : N/S : "A" E/W : "B"']


@pytest.mark.parametrize(
    "words", ["passes", "plays 5D", "ready for North's bid", "ready for cards"]
)
def test_lines_of_a_board_broken_off_are_harmless(manager: Any, words: str) -> None:
    """After a loss, what the others still send of the old board is no part of the new one."""
    table = led(manager, boards=2, illegal_limit=0)
    table.lose(S)
    assert table.all_say(words, (N, E, W)) == [[], [], []]
    assert str(table.session.owed) == "South to connect"
    sit_again(table, 7, Seat.SOUTH)
    assert str(table.session.owed) == "South to be ready to start"
    table.hear()
    table.say(7, "South ready to start")
    assert table.hear() == table.each((N, E, W, 7), "Start of board")
    assert table.all_say(words, (N, E, W)) == [[], [], []]
    for stage in ("deal", "cards"):
        table.all_say(f"ready for {stage}", (N, E, W))
        table.say(7, f"South ready for {stage}")
    assert table.session.board.auction.calls == ()
    got = table.hear()
    assert all(lines[0].startswith("Board number 1.") for lines in got.values())
    assert all("'s cards : " in lines[1] and len(lines) == 2 for lines in got.values())
    table.say(N, "North passes")
    assert table.hear() == {}
    assert table.ended is None


def test_loss_ends_the_session_where_nobody_may_return(manager: Any) -> None:
    """Without reconnection the first loss of a seat is the end, and nobody is waited for."""
    table = led(manager, reconnect=False)
    table.enter(8)
    table.lose(8)
    assert (table.ended, table.session.phase) == (None, TablePhase.BOARD)
    table.lose(E)
    assert not table.ended.complete
    assert table.ended.text == "East is lost"
    assert table.hear() == table.each((N, S, W), "End of session")
    assert str(table.session.owed) == "nobody"


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))]
)
def test_lost_seats_are_taken_again_and_all_boards_played(
    rig: Callable[..., Any], seed: int
) -> None:
    """Players lost at random moments, one or more at a time, come back: each board counts once."""
    chance = random.Random(seed)
    for number in range(2):
        table = rig(2, 10 * seed + number)
        gone: list[int] = []
        losses = 0
        while not (table.is_idle and not gone):
            if not table.is_idle:
                table.deliver()
            if table.ended is not None:
                continue
            if losses < 12 and chance.random() < 0.02:
                peer = chance.randrange(4)
                if peer not in gone:
                    table.lose(peer)
                    gone.append(peer)
                    losses += 1
                    assert str(Seat(peer)) in str(table.table.owed)
            if gone and (table.is_idle or chance.random() < 0.1):
                table.return_to(gone.pop(chance.randrange(len(gone))))
        assert losses > 2
        table.check([1, 2])
        errors = [log.text for log in table.logs if log.level is LogGrade.ERROR]
        assert all(text.endswith("is lost") for text in errors)


@pytest.mark.parametrize("count", [24, pytest.param(80, marks=pytest.mark.slow)])
def test_whom_the_table_waits_for(rig: Callable[..., Any], count: int) -> None:
    """When one player falls silent at any moment, the others go on until he alone is named."""
    chance = random.Random(1)
    phases = set()
    for seed in range(count):
        table = rig(1, seed)
        silent = chance.randrange(4)
        since = chance.choice([chance.randrange(40), chance.randrange(300)])
        while not table.is_idle:
            target, peer, _ = table._queue[0]
            if target == "table" and peer == silent and len(table.lines) >= since:
                table._queue.popleft()
                since = 0
            else:
                table.deliver()
        if table.ended is None:
            who, _, _ = str(table.table.owed).partition(" to ")
            assert who == NAMES[silent]
            phases.add(table.table.phase)
    assert phases >= set(TablePhase) - {TablePhase.ENDED}


@pytest.mark.parametrize("what", ["forfeit", "restart"])
def test_a_board_is_given_up_or_begins_again(manager: Any, what: str) -> None:
    """Those who owe a line are named; what is left of the board is ignored, and none is counted."""
    table = manager.ready(1 + (what == "forfeit"))
    table.four_spades()
    act = getattr(table.session, what)
    table.carry_out(act(0.0))
    assert table.forfeited == [BoardForfeited(1, (Seat.WEST,))] * (what == "forfeit")
    assert table.hear() == table.each((N, E, S, W), "Start of board")
    assert table.say(W, "West plays AD") == []
    table.prepare("for deal", "for cards")
    table.hear()
    table.call("passes", "passes", "passes", "passes")
    numbers = [one.board.number for one in table.finished if one.board.auction.is_passed_out]
    assert numbers == [2 if what == "forfeit" else 1]
    assert table.ended.complete
    assert act(0.0) == []


def test_who_is_to_lead_is_told_again(manager: Any) -> None:
    """A nudge repeats the prompt to the seat that owes the lead, and changes nothing else."""
    table = manager.ready()
    table.four_spades()
    before = table.session.board
    table.carry_out(table.session.nudge(0.0))
    assert table.hear() == {W: ["West to lead"]}
    assert table.session.board is before
    table.say(W, "West plays AD")
    table.hear()
    table.carry_out(table.session.nudge(0.0))
    assert table.hear() == {}


def senseless(table: Any, peer: int, lines: int) -> None:
    """A client sends lines that no rule knows."""
    for _ in range(lines):
        assert table.say(peer, "hello") == ["ERROR: not a line of the protocol: 'hello'"]


def test_lines_without_sense_cost_the_seat(manager: Any) -> None:
    """Who sends a thousand on a board is cut off and named; its seat may be taken again."""
    table = manager.ready()
    senseless(table, S, 998)
    table.carry_out(table.session.discarded(S, "line of 5000 bytes discarded"))
    assert table.got[S][-1] == "ERROR: line of 5000 bytes discarded"
    assert table.dropped == []
    assert table.say(S, "Start of board")[0].startswith("ERROR: unexpected line")
    assert table.dropped == [S]
    table.lose(S)
    sit_again(table, 7, Seat.SOUTH)
    senseless(table, 7, 999)
    assert table.dropped == [S]


def test_lines_without_sense_are_forgotten_with_the_board(manager: Any) -> None:
    """A client that sends some on every board is not cut."""
    table = manager.ready(boards=2)
    senseless(table, S, 999)
    table.call("passes", "passes", "passes", "passes")
    table.prepare("for deal", "for cards")
    assert str(table.session.owed) == "North to call on board 2"
    senseless(table, S, 999)
    assert table.dropped == []


@pytest.mark.parametrize("line", ["South passes", "South plays QS"])
def test_calls_and_cards_outside_of_a_board_have_no_sense(manager: Any, line: str) -> None:
    """They get no answer, but are counted."""
    table = manager.gathered()
    for _ in range(999):
        assert table.say(S, line) == []
    assert table.dropped == []
    table.say(S, line)
    assert table.dropped == [S]


def test_a_connection_is_cut_for_what_its_wire_has_seen(manager: Any) -> None:
    """A seat is named; a connection without a seat is only closed."""
    table = manager.ready()
    table.enter(9)
    assert table.session.cut(S, "does not read") == [SeatCut(S, Seat.SOUTH, "South does not read")]
    assert table.session.cut(9, "does not read") == [DropClient(9, "does not read")]

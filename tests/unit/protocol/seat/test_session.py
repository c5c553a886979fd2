"""The client's end: its lines in each role, what it puts up with, and auctions that are given.

A seat makes the calls that are given unasked, as long as they fit the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    PASS,
    Board,
    Call,
    Deal,
    Decision,
    DecisionRequest,
    Phase,
    PlannedBoard,
    Seat,
    Vulnerability,
)
from bluechip_bot.protocol.dialect import DIALECTS, OPENSPIEL
from bluechip_bot.protocol.effects import LogGrade, SessionEnding
from bluechip_bot.protocol.messages import BoardHeader, HandShown, NoteKind
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.seat.session import SeatOptions, SeatPhase
from bluechip_bot.protocol.writer import format_message

Lines = list[tuple[str, str]]
WORDS = {"P": "passes", "X": "doubles", "XX": "redoubles"}


def dialogue(board: Board, seat: Seat) -> Lines:
    """The lines of a finished board as its seat sends (C) and gets (S) them, after the rules.

    Written from the protocol's tables, not from the session: readiness for every call and card of
    others, a prompt for every lead of one's own, dummy's hand after the opening lead.
    """
    hand, contract = board.hands[seat], board.contract
    assert hand is not None
    lines = [
        ("S", "Start of board"),
        ("C", f"{seat} ready for deal"),
        ("S", format_message(BoardHeader(board.number, board.dealer, board.vulnerability))),
        ("C", f"{seat} ready for cards"),
        ("S", format_message(HandShown(seat, hand))),
    ]
    for index, call in enumerate(board.auction.calls):
        caller = board.auction.caller(index)
        line = f"{caller} {WORDS.get(str(call), f'bids {call}')}"
        ready = f"{seat} ready for {caller}'s bid"
        lines += [("C", line)] if caller is seat else [("C", ready), ("S", line)]
    if contract is None or board.play is None:
        return lines
    dummy = board.hands[contract.dummy]
    assert dummy is not None
    for number, trick in enumerate(board.play.tricks, start=1):
        for place, (owner, card) in enumerate(trick.by_seat().items()):
            line = f"{owner} plays {card.rank_letter}{card.suit}"
            hand_name = "Dummy" if owner is contract.dummy else str(owner)
            if (contract.declarer if owner is contract.dummy else owner) is seat:
                lines += [("S", f"{hand_name} to lead")] if place == 0 else []
                lines.append(("C", line))
            else:
                named = "dummy" if owner is seat else str(owner)
                lines.append(("C", f"{seat} ready for {named}'s card to trick {number}"))
                lines.append(("S", line))
            if number == 1 and place == 0 and seat is not contract.dummy:
                lines.append(("C", f"{seat} ready for dummy"))
                lines.append(("S", format_message(HandShown(None, dummy))))
    return lines


def sent_by(lines: Lines, end: str = "C") -> list[str]:
    """The lines of an end, the client's or the manager's, of a dialogue."""
    return [line for sender, line in lines if sender == end]


heard_by = partial(sent_by, end="S")


def replay(client: Any, lines: Lines) -> None:
    """Feed the manager's lines; what the client sends to each is what the dialogue says."""
    expected: list[str] = []
    got: list[str] = []
    for end, line in lines:
        if end == "C":
            expected.append(line)
        else:
            assert got == expected
            expected, got = [], client.feed(line)
    assert got == expected


@pytest.fixture(scope="module")
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Finished boards, passed out ones and every role of every seat among them."""
    made = [finished_board(seed) for seed in range(16)]
    assert any(board.contract is None for board in made)
    assert {board.contract.declarer for board in made if board.contract} == set(Seat)
    return made


@pytest.fixture(scope="module")
def played(boards: list[Board]) -> Board:
    """A board with a contract."""
    return next(board for board in boards if board.contract is not None)


@pytest.mark.parametrize("seat", Seat)
def test_every_line_of_every_role(client: Any, boards: list[Board], seat: Seat) -> None:
    """In whole boards the client sends each line when the protocol says so, and no other."""
    for board in boards:
        end = client.seated(seat, board)
        replay(end, dialogue(board, seat))
        assert end.session.boards == 1
        assert end.feed("Timing - N/S : this board  00:14,  total  0:00:14.") == []
        assert not end.grave()


NOISE = ["hello", "undo bid", "Error detected", 'Teams : N/S : "A" E/W : "A"', "Timing"]


def reversed_cards(line: str) -> list[str]:
    """Cards with the suit first, in lower case, with a text after them; tens as 10."""
    if " plays " not in line:
        return [line]
    return [f"{line[:-2]}{line[-1]}{line[-2].replace('T', '10')}.  even".lower()]


def reversed_hands(line: str) -> list[str]:
    """Hands clubs first, without periods, voids without a dash."""
    head, _, hand = line.partition(" : ")
    if "'s cards" not in head:
        return [line]
    return [f"{head}:" + "".join(reversed(hand.replace("-", "").split(".")))]


SPELLINGS: dict[str, Callable[[str], list[str]]] = {
    "in upper case": lambda line: [line.upper()],
    "doubled blanks and a period": lambda line: [
        "  " + line.replace(" ", "  ").removesuffix(".") + ".  "
    ],
    "amid noise": lambda line: [*NOISE, line, *NOISE],
    "leads announced twice": lambda line: [line] * (1 + line.endswith("to lead")),
    "reversed cards": reversed_cards,
    "reversed hands": reversed_hands,
}


@pytest.mark.parametrize("seat", Seat)
def test_an_only_card_is_played_unasked(client: Any, boards: list[Board], seat: Seat) -> None:
    """The player is asked for what leaves a choice, and for nothing else."""
    board = next(b for b in boards if b.play and b.play.contract.declarer is seat)
    one = client.seated(seat, board)
    replay(one, dialogue(board, seat))
    assert board.play is not None
    cards = [asked for asked in one.requests if asked.board.phase is Phase.PLAY]
    assert all(len(asked.board.legal_cards) > 1 for asked in cards)
    assert 0 < len(cards) < 26


def test_without_time_the_last_resort_is_played(client: Any) -> None:
    """The player is not asked when the pair's time is used up; the log says why."""
    north = client.dealt(Seat.NORTH, clock=ClockOptions(0.001), budget_call=0.0)
    assert north.session.board.auction.calls == (PASS,)
    assert north.requests == []
    assert north.grave() == ["request 1 gets the fallback: 0.00 s left for the pair"]


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)
def test_other_spellings_change_nothing(
    client: Any, boards: list[Board], spell: Callable[[str], list[str]]
) -> None:
    """The client's lines do not depend on the spelling of the manager's."""
    for board in boards[:6]:
        for seat in Seat:
            end = client.seated(seat, board)
            lines = dialogue(board, seat)
            sent = end.feed(*(other for line in heard_by(lines) for other in spell(line)))
            assert sent == sent_by(lines)
            assert end.session.boards == 1


def test_declarer_may_be_told_to_lead_for_dummy(client: Any, played: Any) -> None:
    """Where the manager names declarer, not dummy, as the leader, declarer leads from dummy."""
    seat, dummy = played.contract.declarer, played.dummy
    lines = dialogue(played, seat)
    for name in (str(seat), str(dummy), "Dummy"):
        end = client.seated(seat, played)
        heard = [line.replace("Dummy to", f"{name} to") for line in heard_by(lines)]
        assert end.feed(*heard) == sent_by(lines)


def test_to_lead_may_come_early(client: Any, boards: list[Board]) -> None:
    """A prompt that comes before the last card of the trick, or the last call, is remembered."""
    early = 0
    for board in boards:
        for seat in Seat:
            lines = dialogue(board, seat)
            heard = heard_by(lines)
            places = [place for place, (end, _) in enumerate(lines) if end == "S"]
            for index in range(len(heard) - 1, 5, -1):
                is_action = heard[index - 1].split()[1] in ("plays", "passes")
                # The client sends nothing between the two.
                follows = places[index] == places[index - 1] + 1
                if heard[index].endswith("to lead") and is_action and follows:
                    heard[index - 1], heard[index] = heard[index], heard[index - 1]
                    early += 1
            end = client.seated(seat, board)
            assert end.feed(*heard) == sent_by(lines)
            assert end.session.boards == 1
    assert early > 20, early


def test_nobody_leads_without_a_prompt(client: Any, played: Any) -> None:
    """Until `to lead` comes, the player is not asked; after it he is."""
    seat = played.contract.declarer.lho
    end = client.seated(seat, played)
    heard = heard_by(dialogue(played, seat))
    prompt = next(i for i, line in enumerate(heard) if line.endswith("to lead"))
    end.feed(*heard[:prompt])
    assert end.session.asked is None
    assert end.session.board.phase is Phase.PLAY
    end.feed(f"{seat.lho} to lead")
    assert not [r for r in end.requests if r.board.phase is Phase.PLAY]
    end.feed(f"{seat} to lead")
    assert [r for r in end.requests if r.board.phase is Phase.PLAY]


def test_prompts_for_dummy_are_declarer_s(client: Any, boards: list[Board]) -> None:
    """`Dummy to lead`, told to all, prompts declarer alone: a defender awaits his own later."""
    told = 0
    for board in boards:
        for seat in Seat:
            end = client.seated(seat, board)
            for line in heard_by(dialogue(board, seat)):
                ours = end.session.board
                if line.endswith("to lead"):
                    assert ours.decider is seat
                    assert not ours.play.trick.cards
                end.feed(line)
                play = end.session.board and end.session.board.play
                is_lead = play and not play.trick.cards and play.turn is board.dummy
                if is_lead and play.contract.declarer is not seat:
                    assert end.feed("Dummy to lead") == []
                    told += 1
            assert end.session.boards == 1
    assert told > 20


def test_zbridge_echoes_and_four_hands(client: Any, boards: list[Board]) -> None:
    """Echoes of our own calls and cards are dropped; of four hands ours alone is read."""
    for board in boards[:6]:
        for seat in Seat:
            end = client.seated(seat, board)
            lines = dialogue(board, seat)
            sent: list[str] = []
            for line in heard_by(lines):
                others = []
                if line.startswith(f"{seat}'s cards"):
                    hands = zip(Seat, board.hands, strict=True)
                    others = [format_message(HandShown(s, h)) for s, h in hands if h and s != seat]
                new = end.feed(*others, line, *others)
                sent += new
                for own in new:
                    if " ready " not in own:
                        sent += end.feed(own)
            assert sent == sent_by(lines)
            assert end.session.boards == 1
            assert all(
                request.board.hands[other] is None
                for request in end.requests
                for other in Seat
                if other not in (seat, board.dummy)
            )
            assert not [text for text in end.grave() if "cannot follow" in text]


@pytest.mark.parametrize("timing", ["Timing", None])
@pytest.mark.parametrize("last", ["End of session", "end of session.", "NS: 12 EW: 3", None])
def test_sessions_end_cleanly(
    client: Any, played: Any, timing: str | None, last: str | None
) -> None:
    """With or without `Timing`: `End of session`, `NS:` and a closed connection are clean ends."""
    end = client.seated(Seat.NORTH, played)
    for _ in range(2):
        lines = dialogue(played, Seat.NORTH)
        replay(end, lines)
        assert end.feed(*([timing] if timing else [])) == []
    if last is None:
        end.carry_out(end.session.lost())
    else:
        assert end.feed(last) == []
    assert end.close is not None
    assert end.close.ending is SessionEnding.FINISHED
    assert end.session.phase is SeatPhase.ENDED
    assert end.session.boards == 2
    assert end.feed("Start of board") == []
    assert end.session.lost() == []
    assert not end.grave()


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_own_dummy_and_others_dummy_are_named_as_the_dialect_says(
    client: Any, played: Any, name: str
) -> None:
    """Dummy's cards are asked for by seat or by word, as dummy and as another, in each dialect."""
    dialect = DIALECTS[name]
    leader, dummy = played.contract.declarer.lho, played.dummy
    for seat, word, cards in ((dummy, dialect.own_dummy, 4), (leader, dialect.others_dummy, 3)):
        end = client.seated(seat, played, dialect=dialect)
        sent = end.feed(*heard_by(dialogue(played, seat)))
        named = {
            line.split(" ready for ")[1].split("'s card")[0] for line in sent if "'s card" in line
        }
        expected = dialect.seats.apply(str(dummy)) if word.value == "seat" else word.value
        assert expected in named
        assert len(named) == cards


def test_upper_case_manager_makes_openspiel_of_a_client_without_a_dialect(client: Any) -> None:
    """A client told nothing changes to upper case with the manager; one with a dialect does not."""
    for dialect, told, sent in (
        (None, "SOUTH", "SOUTH"),
        (DIALECTS["standard"], "SOUTH", "South"),
        (OPENSPIEL, "South", "SOUTH"),
    ):
        end = client.make(Seat.SOUTH, dialect=dialect)
        assert end.feed(f'{told} ("A") seated') == [f"{sent} ready for teams"]


@pytest.mark.parametrize("kind", [NoteKind.ALERT, NoteKind.INFOS])
def test_notes_are_sent_only_when_wanted(client: Any, kind: NoteKind) -> None:
    """An explanation goes along with the call when the options say so, as one line of ASCII."""
    for notes, tail in ((None, ""), (kind, f" {kind.value}. 5+? Alert, weak")):
        end = client.dealt(Seat.NORTH, notes=notes)
        decision = Decision(end.session.asked.id, PASS, "5+\u2660 Alert.,\nweak")
        assert end.carry_out(end.session.decided(decision))[0] == "North passes" + tail


def test_levels_of_noise(client: Any) -> None:
    """A line that makes no sense is a warning, and answered by nothing."""
    end = client.seated(Seat.NORTH)
    assert end.feed("hello", "West plays AD", "South bids 1C", "South to lead") == []
    assert [log.level for log in end.logs[-4:]] == [LogGrade.WARNING] * 3 + [LogGrade.DEBUG]


BOTH = Vulnerability.BOTH
CALLS = tuple(map(Call.parse, ("P", "1NT", "P", "3NT", "P", "P", "P")))
PLANNED, OTHER = (evolve(board, calls=CALLS) for board in boards_from_seed(5, 2))


def given(**changes: Any) -> dict[int, PlannedBoard]:
    """The auction of board 1, but for the changes."""
    return {changes.get("number", 1): evolve(PLANNED, **changes)}


def begin_planned(client: Any, seat: Seat) -> list[str]:
    """What a seat sends once it has its cards."""
    header = BoardHeader(1, PLANNED.dealer, PLANNED.vulnerability)
    hand = HandShown(seat, PLANNED.deal[seat])
    return list(client.feed("Start of board", format_message(header), format_message(hand)))


def test_a_table_plays_the_auctions_that_are_given(rig: Callable[..., Any]) -> None:
    """All four seats make the calls given, without notes; their players are asked for cards."""
    planned = [evolve(board, calls=CALLS) for board in boards_from_seed(5, 3)]
    given = {board.number: board for board in planned}
    asked: list[DecisionRequest] = []

    def decide(request: DecisionRequest) -> Decision:
        asked.append(request)
        return Decision(request.id, next(iter(request.board.legal_cards)))

    seats = [SeatOptions("AB"[seat % 2], seat, given=given) for seat in Seat]
    table = rig([board.dealt() for board in planned], decide=decide, seats=seats)
    table.run()
    assert [board.auction.calls for board in table.finished] == [CALLS] * 3
    assert not any(board.explanations or board.alerts for board in table.finished)
    assert {request.board.phase for request in asked} == {Phase.PLAY}
    assert not any(request.made_up for request in asked)
    assert not [log for log in table.logs if log.level is LogGrade.WARNING]


@pytest.mark.parametrize("made_up", [True, False])
def test_requests_say_whether_the_auction_was_made_up(client: Any, *, made_up: bool) -> None:
    """The player learns from a request for a card that the calls say nothing."""
    south = client.seated(Seat.SOUTH, given=given(made_up=made_up))
    begin_planned(south, Seat.SOUTH)
    calls = ("North passes", "East bids 1NT", "West bids 3NT", "North passes", "East passes")
    south.feed(*calls, "South to lead")
    (request,) = south.requests
    assert request.board.phase is Phase.PLAY
    assert request.made_up is made_up


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"dealer": Seat.EAST}, "North deals, but the given auction begins with East"),
        ({"vulnerability": BOTH}, "vulnerable: None, but All where the auction is given"),
        ({"deal": OTHER.deal}, "the hand of North is not that of the given auction"),
        ({"number": 2}, "no auction is given for it"),
    ],
)
def test_another_board_is_not_followed(client: Any, changes: dict[str, Any], reason: str) -> None:
    """Where dealer, vulnerability, the own hand or the number differ, a seat bids by itself."""
    north = client.seated(Seat.NORTH, given=given(**changes))
    begin_planned(north, Seat.NORTH)
    assert len(north.requests) == 1
    (warning,) = north.grave()
    assert warning == f"board 1: {reason}; we bid by ourselves"


def test_other_hands_are_not_looked_at(client: Any) -> None:
    """A seat follows an auction whose deal differs from the table's in hands that it cannot see."""
    north, east, south, west = PLANNED.deal.hands
    seat = client.seated(Seat.NORTH, given=given(deal=Deal((north, west, south, east))))
    assert "North passes" in begin_planned(seat, Seat.NORTH)
    assert not seat.grave()


def test_another_call_ends_the_given_auction(client: Any) -> None:
    """From a call of somebody else that is not the one given, a seat bids by itself; told once."""
    north = client.seated(Seat.NORTH, given=given(made_up=True))
    assert "North passes" in begin_planned(north, Seat.NORTH)
    north.feed("East bids 2H", "South passes", "West passes")
    assert north.grave() == ["board 1: East called 2H where 1NT is given; we bid by ourselves"]
    (request,) = north.requests
    assert (request.board.phase, request.made_up) == (Phase.AUCTION, False)
    # `Start of board` forgets it.
    assert "North passes" in begin_planned(north, Seat.NORTH)


def test_a_given_call_wins_over_the_clock(client: Any) -> None:
    """A call that is given is made even where the clock leaves no time to think."""
    clock = {"clock": ClockOptions(0.001), "budget_call": 0.0}
    east = client.seated(Seat.EAST, given=given(), **clock)
    begin_planned(east, Seat.EAST)
    assert "East bids 1NT" in east.feed("North passes")
    assert east.grave() == []

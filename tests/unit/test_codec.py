"""Values as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.codec import CodecError, from_json, to_json
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    CallRecord,
    Card,
    CardRecord,
    ComparedCall,
    ComparedCard,
    Deal,
    Decision,
    DecisionRequest,
    PlanSummary,
    Played,
    SampleSummary,
    Seat,
)

SAMPLE = SampleSummary(layouts=9, pool=9, kept=4, effective=8.5, complete=True, relaxed=("a lie",))
BY_SEARCH = CardRecord(
    "alphamu",
    20,
    (ComparedCard(Card(3), 0.5, exact=False, reached=0.75, tricks=None, asked=20, worth=0.5),),
    target=5,
    depth=2,
    levels=(5, 6),
    variation=(Card(3), Card(4)),
    sample=SAMPLE,
    seconds=0.25,
)
PLAN = PlanSummary("imps", "Draw trumps.", 1.5, complete=True, nodes=7, leaves=3, stages=1)
BY_PLAN = CardRecord("htn", 20, (ComparedCard(Card(3), None, methods="draw"),), plan=PLAN)
BY_SIMULATION = CallRecord(
    (ComparedCall(Call(0), "book", imps=0.0, advantage=0.0, solved=4, auction="1S P P P"),),
    layouts=8,
    solved=4,
    contracts=6,
    effective=7.5,
    relaxed=(),
    lost=1,
    seconds=0.5,
)


def part_of(final: Board, length: int, seat: Seat | None) -> Board:
    """A board after some of another's events, as a seat sees it."""
    board = Board.begin(final.number, deal=Deal(final.hands))  # type: ignore[arg-type]
    for index, call in enumerate(final.auction.calls[:length]):
        board = board.apply(
            Called(
                board.auction.turn, call, dict(final.explanations).get(index, ""), index % 3 == 0
            )
        )
    for card in final.play.cards[: max(0, length - len(final.auction.calls))] if final.play else ():
        assert board.turn is not None
        board = board.apply(Played(board.turn, card))
    return board if seat is None else board.seen_by(seat)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    length=st.integers(0, 70),
    seat=st.sampled_from(Seat),
    budget=st.floats(0, 1e6),
    most=st.none() | st.floats(0, 1e6),
)
def test_request_round_trip(
    finished_board: Callable[[int], Board],
    seed: int,
    length: int,
    seat: Seat,
    budget: float,
    most: float | None,
) -> None:
    """A request of any moment of a board, seen by any seat, comes back equal from one line."""
    board = part_of(finished_board(seed), length, seat)
    request = DecisionRequest(seed, board, seat, budget, 2**63, most=most)
    assert request.limit == max(budget, most or 0.0)
    text = to_json(request)
    assert "\n" not in text
    assert from_json(text, DecisionRequest) == request


@settings(max_examples=40, deadline=None)
@given(
    action=st.one_of(st.integers(0, 37).map(Call), st.integers(0, 51).map(Card)),
    explanation=st.text(),
    fallback=st.booleans(),
    record=st.sampled_from([None, BY_SEARCH, BY_PLAN, BY_SIMULATION]),
    thoughts=st.lists(st.text(), max_size=3).map(tuple),
)
def test_decision_round_trip(
    action: Call | Card,
    explanation: str,
    *,
    fallback: bool,
    record: CallRecord | CardRecord | None,
    thoughts: tuple[str, ...],
) -> None:
    """A decision comes back equal, its action and its record of the same type."""
    decision = Decision(7, action, explanation, fallback, "why", record, ("what",), thoughts)
    text = to_json(decision)
    assert "\n" not in text
    back = from_json(text, Decision)
    assert back == decision
    assert type(back.action) is type(action)
    assert back.record == record


REQUEST = json.loads(to_json(DecisionRequest(1, Board.begin(1), Seat.NORTH, 1.0, 0)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *((Decision, text) for text in ("", "{", "[]", "3", "null", '{"id": 1}')),
        *((Decision, text) for text in ('{"id": 1, "action": "8C"}', '{"action": "P"}')),
        *(
            (DecisionRequest, json.dumps(REQUEST | change))
            for change in (
                *({"seat": "Q"}, {"id": None}, {"board": {}}, {"board": 3}),
                *({"budget": "soon"}, {"seed": []}),
                *(
                    {"board": REQUEST["board"] | wrong}
                    for wrong in (
                        {"calls": ["1D", "1C"]},
                        {"cards": ["SA"]},
                        {"hands": {"N": "A..."}},
                    )
                ),
            )
        ),
    ],
)
def test_what_is_no_value(kind: type, text: str) -> None:
    """A missing or wrong key, or a board that breaks the rules, is an error that shows the text."""
    assert from_json(json.dumps(REQUEST), DecisionRequest).id == 1
    with pytest.raises(CodecError, match=f"not a {kind.__name__}"):
        from_json(text, kind)


def test_the_offending_text_is_kept_whole() -> None:
    """The message shows its beginning, and the error holds all of it."""
    text = "[" + "1," * 500 + "1]"
    with pytest.raises(CodecError) as caught:
        from_json(text, Decision)
    assert text[:200] in str(caught.value)
    assert text[:201] not in str(caught.value)
    assert caught.value.text == text


def test_a_board_of_an_older_match_is_read() -> None:
    """The form of a board in `match.sqlite` is that in which earlier versions wrote it."""
    text = (
        '{"number": 3, "dealer": "S", "vulnerable": "EW", "hands": {"N": "AKQJ.AKQ.AKQ.AKQ",'
        ' "E": "T987.JT9.JT9.JT9", "S": "6543.876.876.876", "W": "2.5432.5432.5432"}, "calls":'
        ' ["P", "P", "7NT", "P", "P", "P"], "explanations": {"2": "to play"}, "alerts": [2],'
        ' "cards": ["ST", "S3", "S2", "SJ"]}'
    )
    board = from_json(text, Board)
    assert board.dealer is Seat.SOUTH
    assert board.explanations == ((2, "to play"),)
    assert board.alerts == (2,)
    assert board.play is not None
    assert str(board.play.contract) == "7NT by North"
    assert list(map(str, board.play.cards)) == ["ST", "S3", "S2", "SJ"]
    assert to_json(board) == text

"""Frames between a seat and its player's child."""

import struct

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import PASS, Board, Call, Card, Deal, Decision, DecisionRequest, Seat
from bluechip_bot.player.wire import (
    Failed,
    FrameDecoder,
    FrameError,
    PlayerMessage,
    Reply,
    Started,
    Stop,
    Think,
    encode,
)

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")
REQUEST = DecisionRequest(7, Board.begin(1, deal=DEAL).seen_by(Seat.NORTH), Seat.NORTH, 2.5, 99)

texts = st.text()
numbers = st.integers(0, 2**40)
messages = st.one_of(
    st.builds(Started, numbers),
    st.builds(lambda number: Think(evolve(REQUEST, id=number)), numbers),
    st.builds(
        lambda number, action, *texts: Reply(Decision(number, action, texts[0], reason=texts[1])),
        numbers,
        st.one_of(st.integers(0, 51).map(Card), st.just(PASS), st.just(Call.parse("3NT"))),
        texts,
        texts,
    ),
    st.builds(Failed, numbers, texts, texts),
    st.builds(Stop, numbers),
)


@given(st.lists(messages, max_size=4), st.data())
def test_frames_survive_any_cutting(sent: list[PlayerMessage], data: st.DataObject) -> None:
    """The decoder gives the messages in order, however the pipe cuts the bytes."""
    stream = b"".join(encode(message) for message in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = FrameDecoder()
    got: list[PlayerMessage] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += decoder.feed(stream[start:end])
    assert got == sent


def test_a_frame_is_a_big_endian_length_and_json() -> None:
    """The bytes are those that the file's head promises."""
    assert encode(Stop(7)) == struct.pack(">I", 25) + b'{"kind": "stop", "id": 7}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "7",
        "[" * 100_000,
        '{"kind": "sleep"}',
        '{"kind": "started"}',
        '{"kind": "stop", "id": "x"}',
        '{"kind": "reply", "decision": {"id": 1, "action": "S1"}}',
        '{"kind": "think", "request": {"id": 1}}',
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    """A frame that holds no message raises an error that shows its text."""
    payload = text.encode()
    with pytest.raises(FrameError, match="not a Started or Think or ") as caught:
        FrameDecoder().feed(struct.pack(">I", len(payload)) + payload)
    assert repr(text[:200]) in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        struct.pack(">I", 101) + b"x",
        struct.pack(">I", 2) + b"\xff\xff",
        b"Hello, world!",
    ],
)
def test_a_broken_stream_is_refused(data: bytes) -> None:
    """A length beyond the limit (as soon as it is seen) and bad UTF-8 raise FrameError."""
    with pytest.raises(FrameError):
        FrameDecoder(limit=100).feed(data)


def test_a_message_beyond_the_limit_is_not_encoded() -> None:
    """What the other end would refuse is refused here."""
    with pytest.raises(FrameError, match="more than 100"):
        encode(Failed(1, "x" * 100, ""), limit=100)

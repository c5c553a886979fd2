"""Tricks: who wins, who leads, what has been won."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.model import Card, Contract, IllegalPlayError, Play, Seat, Strain, Trick
from support.tables import rows

NOTRUMP = Contract(3, Strain.NOTRUMP, Seat.SOUTH)


def trick(leader: str, text: str) -> Trick:
    """The trick of these cards."""
    return Trick(Seat.parse(leader), tuple(Card.parse(word) for word in text.split()))


@pytest.mark.parametrize(("leader", "cards", "strain", "winner"), rows("model", "winner"))
def test_winner(leader: str, cards: str, strain: str, winner: str) -> None:
    """The highest trump, else the highest card of the suit led."""
    assert trick(leader, cards).winner(Strain.parse(strain)).letter == winner


def test_trick_without_a_card() -> None:
    """An empty trick has no suit and no winner; its leader is to play."""
    empty = Trick(Seat.EAST)
    assert empty.suit is None
    assert empty.turn is Seat.EAST
    with pytest.raises(IllegalPlayError):
        empty.winner(Strain.SPADES)


@given(st.permutations(range(52)), st.sampled_from(Strain))
def test_winner_beats_all_others(pack: list[int], strain: Strain) -> None:
    """The winner is the leader or can be told by rank among trumps or the suit led."""
    cards = tuple(map(Card, pack[:4]))
    suit = cards[0].suit
    strength = [
        (2 if card.suit is strain.suit else 1 if card.suit is suit else 0, card.rank)
        for card in cards
    ]
    best = max(range(4), key=strength.__getitem__)
    assert Trick(Seat.WEST, cards).winner(strain) is Seat.WEST.plus(best)


def test_by_seat() -> None:
    """Who played what, clockwise from the leader."""
    assert trick("W", "S2 S3").by_seat() == {
        Seat.WEST: Card.parse("S2"),
        Seat.NORTH: Card.parse("S3"),
    }


@given(st.permutations(range(52)), st.sampled_from(Strain), st.sampled_from(Seat))
def test_any_52_cards(pack: list[int], strain: Strain, declarer: Seat) -> None:
    """The opening leader begins, winners lead on, thirteen tricks are won in all."""
    play = Play.begin(Contract(1, strain, declarer))
    assert play.turn is declarer.lho
    for count, card in enumerate(map(Card, pack)):
        assert play.trick_number == count // 4 + 1
        assert len(play.trick.cards) == count % 4
        before = play
        play = play.with_card(card)
        if count % 4 < 3:
            assert play.turn is before.turn.lho
            assert play.won == before.won
        else:
            assert play.turn is play.leader
            assert play.won[play.leader.side] == before.won[play.leader.side] + 1
    assert play.is_over
    assert sum(play.won) == 13
    assert play.declarer_tricks == play.won[declarer.side]
    assert sum((done.cards for done in play.tricks), ()) == play.cards
    assert [done.leader for done in play.tricks[1:]] == [
        done.winner(strain) for done in play.tricks[:-1]
    ]
    with pytest.raises(IllegalPlayError, match="52nd"):
        play.with_card(Card(0))


def test_a_card_twice() -> None:
    """No card is played twice."""
    play = Play.begin(NOTRUMP).with_card(Card.parse("SA"))
    with pytest.raises(IllegalPlayError, match="before"):
        play.with_card(Card.parse("SA"))

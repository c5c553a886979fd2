"""The exact worth of declarer's cards, where all layouts can be searched to the end."""

from __future__ import annotations

from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine.pool import WorldPool
from bluechip_bot.engine.question import Question
from bluechip_bot.model import Board, Card
from solver import AlphaMuSearch, SearchStopped

_MEMORY_MB = 64


def single_dummy(board: Board, layouts: int, nodes: int) -> dict[Card, float] | None:
    """By card, the chance of the contract with the best play against the best defence.

    All layouts that the cards played allow count alike, whatever the calls say. The defenders see
    all cards; what declarer does depends on the cards that he sees alone.

    Args:
        board: declarer decides; hands that he does not see are not looked at.
        layouts: the most that are searched.
        nodes: the most positions.

    Returns:
        None if there are more layouts, or the search did not prove each value.
    """
    seat = board.decider
    assert seat is not None
    known = Evidence(HardFacts.of(board, seat), (), ())
    question = Question(board, seat, known, scoring="win", seed=0)
    sample = WorldPool().worlds(question, layouts)
    if not sample.summary.complete:
        return None
    state = question.state
    try:
        found = AlphaMuSearch(_MEMORY_MB).search(
            sample.hands,
            state.trump,
            state.leader,
            state.trick,
            question.stake.target,
            None,
            weights=sample.counts,
            max_side="EW" if seat % 2 else "NS",
            node_limit=nodes,
            every_card=True,
        )
    except SearchStopped:
        return None
    is_proved = found.complete and found.to_the_end and found.certified and not found.merges
    if not is_proved or not all(one.exact for one in found.cards.values()):
        return None
    total = int(sample.counts.sum())
    return {Card(card): one.value / total for card, one in found.cards.items()}

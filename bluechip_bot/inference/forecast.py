"""What the defenders are likely to play next, from each of the hands that they may hold.

Declarer looks at his own cards, at the next card of a defender after each of them, and so on. The
models are those by which cards are read (`play.py`); a defender's card depends on his hand and on
what everybody has seen, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.facts import PlayState
from bluechip_bot.inference.holding import Floats
from bluechip_bot.inference.play import Reader
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.model import Board, BoardError, Card, Seat

Chances: TypeAlias = dict[tuple[int, ...], Floats]
"""By the cards from now on, float64[n, 52]: how likely each card is to be a defender's next."""

_RARE: Final = 0.02
"""A defender's card below this mean probability is not followed by another forecast."""
_SUIT: Final = 0x1FFF


@frozen(eq=False)
class Forecast:
    """The defenders' next cards on a board.

    Attributes:
        board: the board, at a card of declarer's side; hidden hands are not looked at.
        draws: cards of the defenders that are foretold on each line of play.
        agreements: how the defenders lead and signal.
        settings: the rules of the models and their parameters; the defaults if None.

    Raises:
        BoardError: if it is not declarer's side that plays.
    """

    board: Board
    draws: int
    agreements: Agreements = field(factory=Agreements, repr=False)
    settings: InferenceSettings | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        play, turn = self.board.play, self.board.turn
        if play is None or turn is None or turn.side is not play.contract.declarer.side:
            raise BoardError(f"board {self.board.number}: declarer is not to play a card")

    def chances(self, hands: npt.NDArray[np.uint64]) -> Chances:
        """The forecast for each line of play that begins with a legal card.

        Args:
            hands: uint64[n, 4], layouts of the cards left, those of the trick left out. Declarer's
                and dummy's hands are the same in all. Rows of layouts that a line of play
                contradicts are 0.
        """
        play = self.board.play
        assert play is not None
        state = PlayState.of(self.board, play.contract)
        for card in play.cards:
            state.play(card)
        settings = InferenceSettings() if self.settings is None else self.settings
        reader = Reader(settings.play, self.agreements)
        walk = _Walk(reader, hands, self.board.played, play.contract.declarer)
        possible = np.ones(len(hands), dtype=np.bool_)
        return dict(walk.lines((), state, possible, self.draws))


@frozen(eq=False)
class _Walk:
    """Follows lines of play.

    Attributes:
        reader: makes the models of choices.
        hands: the layouts now.
        played: the cards that each seat has played by now.
        declarer: whose side's cards are chosen.
    """

    reader: Reader
    hands: npt.NDArray[np.uint64]
    played: tuple[int, ...]
    declarer: Seat

    def lines(
        self,
        line: tuple[int, ...],
        state: PlayState,
        possible: npt.NDArray[np.bool_],
        draws: int,
    ) -> Iterator[tuple[tuple[int, ...], Floats]]:
        """Yield the chances after a line of play, and after the longer ones that begin with it."""
        seat = state.turn
        gone = sum(1 << card for card in line)
        if not draws or not int(self.hands[0, seat]) & ~gone:
            return
        if seat.side is self.declarer.side:
            for card in _legal(int(self.hands[0, seat]) & ~gone, state.led):
                yield from self.lines((*line, card), _after(state, card), possible, draws)
            return
        chances = self.next(state, seat, possible)
        yield line, chances
        mean = chances.sum(axis=0) / possible.sum()
        for card in np.flatnonzero(mean >= _RARE).tolist() if draws > 1 else ():
            there = possible & (chances[:, card] > 0)
            yield from self.lines((*line, card), _after(state, card), there, draws - 1)

    def next(self, state: PlayState, seat: Seat, possible: npt.NDArray[np.bool_]) -> Floats:
        """float64[n, 52]: the chances of a defender's next card; 0 where it is impossible."""
        found = np.zeros((len(self.hands), 52))
        dealt = self.hands[:, seat] | np.uint64(self.played[seat])
        rows = [possible]
        led = state.led
        kinds = [0]
        if led is not None:
            # `dealt` holds earlier cards of the line, too
            now = dealt & np.uint64(~state.before(seat) & (1 << 52) - 1)
            follows = now & np.uint64(_SUIT << 13 * led) != 0
            rows = [possible & follows, possible & ~follows]
            kinds = [13 * led, 13 * ((led + 1) % 4)]
        for some, card in zip(rows, kinds, strict=True):
            if some.any():
                act = state.act(Card(card))
                found[some] = self.reader.choice(act).chances(act, dealt[some])
        return found


def _after(state: PlayState, card: int) -> PlayState:
    after = state.copy()
    after.play(Card(card))
    return after


def _legal(hand: int, led: int | None) -> list[int]:
    cards = [card for card in range(52) if hand >> card & 1]
    return [card for card in cards if led is not None and card // 13 == led] or cards

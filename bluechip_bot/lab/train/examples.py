"""Examples of calls: what the player saw, the legal calls, and the call that was made.

They come from a book, from policies, or from records of real boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import asdict, astuple, frozen

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.constraints import batch
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.inference.records import held_out, read_records
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.lab.train.folder import ExampleOptions, TrainingError, TrainingFolder, read_arrays
from bluechip_bot.model import Auction, Board, Call, Seat, Vulnerability
from bluechip_bot.policy.network import PolicyNetwork, load_network, write_whole
from bluechip_bot.policy.tables import Tables

Words = npt.NDArray[np.uint64]


@frozen(eq=False)
class Examples:
    """Decisions: observations uint64[n, words], legal calls as bits uint64[n], calls int8[n]."""

    seen: Words
    legal: Words
    calls: npt.NDArray[np.int8]

    @classmethod
    def together(cls, parts: Sequence[Examples]) -> Examples:
        """Return the examples of several parts as one, in order."""
        columns = zip(*(astuple(part, recurse=False) for part in parts), strict=True)
        return cls(*map(np.concatenate, columns))

    def part(self, rows: slice | npt.NDArray[np.int64]) -> Examples:
        """Return the examples of some rows."""
        return Examples(self.seen[rows], self.legal[rows], self.calls[rows])

    def save(self, path: Path) -> None:
        """Write the examples to a file, completely or not at all."""
        write_whole(path, lambda stream: np.savez(stream, **asdict(self, recurse=False)))

    @classmethod
    def load(cls, path: Path) -> Examples:
        """Read the examples that `save` wrote; raise `TrainingError` if the file is damaged."""
        arrays = read_arrays(path, ("seen", "legal", "calls"))
        return cls(arrays["seen"], arrays["legal"], arrays["calls"])


def random_hands(count: int, rng: np.random.Generator) -> Words:
    """Return random deals: uint64[count, 4]."""
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.uint64), (count, 1)), axis=1)
    hands: Words = np.bitwise_or.reduce(np.uint64(1) << decks.reshape(count, 4, 13), axis=2)
    return hands


def bid_tree(
    bidder: Bidder,
    hands: Words,
    vulnerability: Vulnerability,
    options: ExampleOptions,
    rng: np.random.Generator,
) -> Examples:
    """Return the book's calls on deals, uint64[n, 4], with one vulnerability; North deals.

    The deals are bid as a tree: all hands that share an auction are one question to the book. Where
    few deals are left in a branch, some branches are followed to their end and the others are
    dropped, so that most examples are cheap and rare endings are included.
    """
    tables = Tables(hands, np.full(len(hands), int(vulnerability), np.uint8))
    found: list[Examples] = []
    branches = [(Auction(Seat.NORTH), tables.rows(), False)]
    while branches:
        auction, rows, is_small = branches.pop()
        held = tables.hands[rows, auction.turn]
        calls = bidder.position(auction, vulnerability).choose_many(held)
        found.append(Examples(tables.observe(rows), tables.legal(rows), calls))
        tables.step(rows, calls)
        for call in np.unique(calls):
            after = auction.with_call(Call(int(call)))
            mine = rows[calls == call]
            if after.is_over:
                continue
            small = is_small or len(mine) < options.smallest
            if small and not is_small and rng.random() >= options.followed:
                continue
            branches.append((after, mine, small))
    return Examples.together(found)


def recorded_examples(files: Sequence[str], *, held: bool) -> Examples:
    """Return the calls of one half of the boards with four known hands in some files.

    Files are JSON lines, as `inference.records` reads them, PBN or LIN. The half held out is for
    measuring, the other half for learning. Raise `TrainingError` if a file has no such board.
    """
    boards: list[Board] = []
    for file in files:
        found = [board for board, half in _boards(Path(file)) if half == held]
        if not found:
            raise TrainingError(
                f"{file}: no auction with all four hands in the half that is "
                f"{'held out' if held else 'learnt'}; give more records"
            )
        boards += found
    return calls_of(boards)


def _boards(file: Path) -> Iterator[tuple[Board, bool]]:
    """Yield a file's boards that have calls and all hands, each with whether it is held out."""
    if ".jsonl" in file.suffixes:
        found = ((record.board, record.held_out) for record in read_records(file))
    else:
        read = read_boards(file, report=lambda *_, **__: None)  # boards that cannot be read
        found = ((record.board, _is_held_out(record.board)) for record in read)
    return ((board, half) for board, half in found if all(board.hands) and board.auction.calls)


def _is_held_out(board: Board) -> bool:
    return held_out(" ".join(map(str, board.hands)), " ".join(map(str, board.auction.calls)))


def calls_of(boards: Sequence[Board]) -> Examples:
    """Return all calls of some boards as examples: first calls, then second calls, and so on."""
    auctions = [board.auction for board in boards]
    hands = np.array(
        [
            np.roll(batch.masks(hand for hand in board.hands if hand), -board.auction.dealer)
            for board in boards
        ]
    )
    vulnerable = [
        sum(board.vulnerability.includes(board.auction.dealer.plus(one)) << one for one in (0, 1))
        for board in boards
    ]
    tables = Tables(hands, np.array(vulnerable, np.uint8))
    parts: list[Examples] = []
    for turn in range(max(len(auction.calls) for auction in auctions)):
        rows = np.array([row for row, one in enumerate(auctions) if len(one.calls) > turn])
        calls = np.array([auctions[row].calls[turn] for row in rows], np.int8)
        parts.append(Examples(tables.observe(rows), tables.legal(rows), calls))
        tables.step(rows, calls)
    return Examples.together(parts)


_MOST: Final = 6  # cards exchanged at most


def bid_softly(
    policies: Sequence[PolicyNetwork],
    hands: Words,
    vulnerable: npt.NDArray[np.uint8],
    exchanged: float,
    rng: np.random.Generator,
) -> Examples:
    """Return policies' calls with hands similar to those dealt; the deals are bid with these calls.

    A stranger may call with a point or a card more or less than our system asks for. So do policies
    here: each calls with a hand in which some cards were exchanged, and a network that learns these
    calls reads strangers whom it has never met. The hands are uint64[n, 4] from the dealer on, bit
    0 of `vulnerable`, uint8[n], is for the dealer's side, and the number of cards exchanged has a
    geometric distribution with mean `exchanged`.
    """
    tables = Tables(hands, vulnerable)
    bidders = rng.integers(len(policies), size=(len(hands), 2))
    parts: list[Examples] = []
    while len(rows := tables.rows()):
        seats = tables.turns()[rows]
        counts = np.minimum(rng.geometric(1 / (1 + exchanged), len(rows)) - 1, _MOST)
        near = tables.hands.copy()
        near[rows, seats] = nearby(near[rows, seats], counts, rng)
        seen, legal = tables.dealt(near).observe(rows), tables.legal(rows)
        calls = np.zeros(len(rows), np.int8)
        for number, policy in enumerate(policies):
            mine = bidders[rows, seats & 1] == number
            calls[mine] = policy.logits(seen[mine], legal[mine]).argmax(axis=1)
        parts.append(Examples(tables.observe(rows), legal, calls))
        tables.step(rows, calls)
    return Examples.together(parts)


def nearby(hands: Words, counts: npt.NDArray[np.int64], rng: np.random.Generator) -> Words:
    """Return hands, uint64[n], with `counts` cards of each exchanged for others."""
    held = hands[:, np.newaxis] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    # Random orders of the deck in which the cards held come first.
    decks = np.argsort(rng.random((len(hands), 52)) - held, axis=1).astype(np.uint64)
    found = hands.copy()
    for index in range(_MOST):
        some = counts > index
        found[some] ^= np.uint64(1) << decks[some, index]
        found[some] ^= np.uint64(1) << decks[some, 13 + index]
    return found


_USE = 0  # the use of a seed for examples


def write_examples(folder: TrainingFolder, options: ExampleOptions, seed: int, number: int) -> int:
    """Write a file of examples if it does not exist; return how many examples it holds.

    Errors are those of `recorded_examples` and `policy_named`.
    """
    file = folder.examples(number)
    if file.exists():
        return len(Examples.load(file).calls)
    examples = _examples(options, seed, number)
    file.parent.mkdir(exist_ok=True)
    examples.save(file)
    return len(examples.calls)


def _examples(options: ExampleOptions, seed: int, number: int) -> Examples:
    if options.records:
        return recorded_examples(options.records, held=number == 0)
    rng = np.random.default_rng([seed, _USE, number])
    hands = random_hands(options.deals, rng)
    if options.policies:
        policies = [policy_named(name) for name in options.policies]
        vulnerable = rng.integers(4, size=len(hands)).astype(np.uint8)
        return bid_softly(policies, hands, vulnerable, options.exchanged, rng)
    book = partnership(options.system, options.system).ours.book
    bidder = Bidder((book, book))
    return bid_tree(bidder, hands, Vulnerability(number % 4), options, rng)


def policy_named(name: str) -> PolicyNetwork:
    """Return the network of a system, or of a file of weights that ends in `.npz`.

    Raise `TrainingError` if the system has no policy.
    """
    if name.endswith(".npz"):
        return load_network(Path(name))
    policy = partnership(name, name).ours.book.policy
    if policy is None:
        raise TrainingError(f"{name} is no policy: its rules make the calls; name one that is")
    return policy.network

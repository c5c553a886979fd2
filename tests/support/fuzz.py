"""Random calls of the solver, a program: `python -m support.fuzz`, run by test_dd_fuzz.py."""

import random
import sys
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from solver import DoubleDummySolver, SearchStopped, SolverError, WorldSampler, solve_many
from solver.bench.signature import SWITCHES
from support.ill_timed import RUNS, SHORT, check_known
from support.positions import random_position

ALLOWED = (SolverError, TypeError, OverflowError, RuntimeError, SearchStopped, MemoryError)
FACTS = (
    *("hand", "card", "trick", "trump", "leader", "target", "world", "memory_mb", "PBN", "rank"),
    *("deal", "hidden", "vacant", "held", "played", "shown_out", "lacks", "boxes"),
    *("seed", "n must", "threads", "limit", "weights", "strain", "declarer"),
)


class Index:
    """A number that runs a function when it is read."""

    def __init__(self, value: Any, before: Callable[[], object] = lambda: None) -> None:
        self.value = value
        self.before = before

    def __index__(self) -> Any:
        self.before()
        return self.value


class Fuzz:
    """Random calls of one solver, right arguments mixed with garbage.

    Args:
        subject: the solver under test.
        seed: decides all calls.
        shared: whether other threads use the subject too; it is not reset between calls then.
    """

    def __init__(self, subject: DoubleDummySolver, seed: int, *, shared: bool = False) -> None:
        self.subject = subject
        self.rng = random.Random(seed)
        self.shared = shared
        self.wrong = 0.15  # the chance that an argument is garbage
        self.outcomes: Counter[str] = Counter()

    def trial(self) -> None:
        """One call; AssertionError when it raises what it should not."""
        call = self.rng.choice(
            (self.ask, self.ask, self.ask, self.ask_worlds, self.ask_worlds, self.deal, self.other)
        )
        raised: Exception | None = None
        try:
            call()
        except ALLOWED as error:
            raised = error
        self.outcomes[type(raised).__name__ if raised else "answer"] += 1
        if isinstance(raised, SolverError):
            assert any(fact in str(raised) for fact in FACTS), f"names no fact: {raised}"

    def maybe(self, value: Any) -> Any:
        """The value, or now and then garbage instead."""
        return self.garbage() if self.rng.random() < self.wrong else value

    def number(self) -> Any:
        """A number that is seldom in range."""
        rng = self.rng
        return rng.choice(
            (
                *(-1, 5, 14, 52, -(10**30), 10**30, 2**31, 2**63, 2**64, -(2**63), True),
                *(1.5, float("nan"), float("inf"), 1j, np.int64(-7), np.uint8(200)),
                *(np.float64(1), np.bool_(True), np.array(3), np.array([1, 2]), Index(-3)),
                *(Index("x"), rng.randrange(-99, 99), rng.getrandbits(52), rng.getrandbits(70)),
            )
        )

    def garbage(self) -> Any:
        """Anything."""
        rng = self.rng
        kind = rng.randrange(5)
        if kind < 2:
            return self.number()
        if kind == 2:
            return [self.number() for _ in range(rng.randrange(6))]
        if kind == 3:
            letters = "NESW:.AKQJT98765432 x\0é\ud800"
            return "".join(rng.choices(letters, k=rng.randrange(30)))
        return rng.choice(
            (
                *(None, "", "N", b"N:A...", (), {}, {1: 2}, set(), object(), int, len, ...),
                *(range(4), iter((1, 2, 4, 8)), np.zeros((2, 2)), np.array(None), slice(3)),
                *(np.zeros(4, np.uint64), np.zeros((4, 4), np.uint64), memoryview(b"abcd")),
                *([[1], [2], [4], [8]], (1, 2, 4, None), [[]], self.subject, Index),
            )
        )

    def question(self) -> list[Any]:
        """Hands, trump, leader and trick, some of them spoilt."""
        rng = self.rng
        hands, trump, leader, trick = random_position(rng, rng.randrange(1, 4), rng.randrange(4))
        hands_now, trick_now = list(hands), list(trick)
        if rng.random() < self.wrong:
            seat, card = rng.randrange(4), rng.randrange(-2, 56)
            match rng.randrange(7):
                case 0:
                    hands_now[seat] ^= 1 << max(card, 0)
                case 1:
                    hands_now[seat] = hands_now[rng.randrange(4)]
                case 2:
                    trick_now.append(card)
                case 3:
                    trick_now = [rng.randrange(52) for _ in range(rng.randrange(5))]
                case 4:
                    hands_now.append(1 << max(card, 0))
                case 5:
                    hands_now[seat] = -hands_now[seat]
                case 6:
                    hands_now[seat] = rng.getrandbits(64)
        forms = (tuple, list, lambda four: [Index(hand) for hand in four], iter)
        return [
            self.maybe(rng.choice(forms)(hands_now)),
            self.maybe(trump),
            self.maybe(leader),
            self.maybe(trick_now),
        ]

    def ask(self) -> None:
        """A question about one position."""
        hands, trump, leader, trick = self.question()
        match self.rng.randrange(5):
            case 0:
                self.subject.table(hands, **self.entries())
            case 1:
                self.subject.tricks(hands, trump, leader, trick)
            case 2:
                self.subject.card_tricks(hands, trump, leader, trick)
            case 3:
                self.subject.reaches(hands, trump, leader, trick, self.maybe(1))
            case 4:
                self.subject.proof(hands, trump, leader, trick, self.maybe(1))

    def entries(self) -> dict[str, Any]:
        """Return arguments that ask for some numbers of a table, or for targets."""
        targets = self.rng.choice((None, 0, [[3]] * 5, np.full((5, 4), -1)))
        return {
            "strains": self.maybe(range(self.rng.randrange(6))),
            "declarers": self.maybe((3,)),
            "targets": self.maybe(targets),
        }

    def worlds(self, hands: tuple[int, ...]) -> Any:
        """An array of worlds in any memory layout, or of a wrong shape or type."""
        rng = self.rng
        rows = np.array([hands] * rng.randrange(4), dtype=np.uint64).reshape(-1, 4)
        if rows.size and rng.random() < self.wrong:
            rows[rng.randrange(len(rows)), rng.randrange(4)] = rng.getrandbits(64)
        layouts: tuple[Callable[[], Any], ...] = (
            lambda: rows,
            lambda: np.asfortranarray(rows),
            lambda: np.repeat(rows, 2, axis=0)[::-2],
            lambda: np.repeat(rows, 3, axis=1)[:, ::3],
            lambda: np.broadcast_to(rows[:1], (min(len(rows), 1) * 3, 4)),
            lambda: np.ma.masked_array(rows),
            lambda: np.frombuffer(b"." + rows.tobytes(), np.uint64, offset=1).reshape(-1, 4),
        )
        kinds: tuple[Callable[[], Any], ...] = (
            lambda: rows.astype(rng.choice(["i8", ">u8", "f8", "O", "u4", "?", "U9", "c16"])),
            lambda: rows[:, : rng.randrange(4)],
            rows.ravel,
            lambda: rows[None],
            rows.tolist,
            lambda: np.array(7, dtype=np.uint64),
        )
        return rng.choice(kinds if rng.random() < self.wrong else layouts)()

    def ask_worlds(self) -> None:
        """A question about several worlds."""
        rng = self.rng
        hands, trump, leader, trick = random_position(rng, rng.randrange(1, 4), rng.randrange(4))
        rest: Any = [self.maybe(trump), self.maybe(leader), self.maybe(trick)]
        worlds = self.maybe(self.worlds(hands))
        if rng.random() < 0.5:
            rest.append(self.maybe(1))
            self.subject.solve_worlds(worlds, *rest)
        else:
            self.subject.solve_world_cards(worlds, *rest)

    def deal(self) -> None:
        """A sampler, and a wish for worlds."""
        rng = self.rng
        hands = random_position(rng, rng.randrange(1, 6), 0).hands
        counts = [hand.bit_count() for hand in hands]
        ranges = np.sort(rng.choices(range(-2, 15), k=40)).reshape(4, 1, 5, 2)
        facts: dict[str, Any] = {
            "held": (0, 0, 0, hands[3]),
            "played": (0, 0, 0, 0),
            "shown_out": [rng.choice((0, 0, 0, 1, 6)) for _ in range(4)],
            "lacks": [rng.choice((0, 0, rng.getrandbits(52) & ~hand)) for hand in hands],
            "boxes": [rng.choice((None, *ranges, ranges[:, 0], ranges[:, 0] + 3)) for _ in hands],
        }
        if rng.random() < 0.3:
            facts["boxes"] = [ranges[:, 0]] * 4
            facts["weights"] = [self.maybe([1, 2.0, 0.5, 1e9]) for _ in range(4)]
        wanted = {name: self.maybe(fact) for name, fact in facts.items() if rng.random() < 0.6}
        if rng.random() < self.wrong:
            counts[rng.randrange(4)] += rng.randrange(-3, 4)
        hidden = hands[0] | hands[1] | hands[2]
        sampler = WorldSampler(self.maybe(hidden), self.maybe((*counts[:3], 0)), **wanted)
        if rng.random() < 0.1:
            sampler = WorldSampler.__new__(WorldSampler)
        self.wish(sampler, hands)

    def wish(self, sampler: WorldSampler, hands: tuple[int, ...]) -> None:
        """Worlds of a sampler."""
        rng, seed = self.rng, self.maybe(self.rng.getrandbits(64))
        # millions of worlds are allowed, and slow
        n: Any = rng.choice((0, -1, 10**30, None, 1.5)) if rng.random() < self.wrong else 3
        calls: tuple[Callable[[], object], ...] = (
            lambda: sampler.draw(n, seed, complete=bool(rng.randrange(2))),
            lambda: sampler.enumerate(n),
            lambda: sampler.weigh(self.maybe(self.worlds(hands))),
            lambda: (sampler.mass, sampler.layouts),
        )
        rng.choice(calls)()

    def other(self) -> None:
        """Everything else that the solver can do."""
        rng, subject = self.rng, self.subject
        match rng.randrange(6):
            case 0:
                subject.forget()
            case 1:
                subject.stop()
                if not self.shared:
                    with pytest.raises(SearchStopped):
                        subject.card_tricks(SHORT, 4, 0)
                subject.clear_stop()
            case 2 if not self.shared:
                odd = (True, False, 0, "", None, 1.5)
                use: dict[str, Any] = {
                    name: rng.choice(odd) for name in SWITCHES if rng.random() < 0.3
                }
                memory: Any = rng.choice(
                    (1, 2, 3, 0, -1, 65537, 10**30, None, "much", 1.5, Index(1))
                )
                subject.__init__(memory, **use)
            case 3:
                bare = DoubleDummySolver.__new__(DoubleDummySolver)
                assert bare.nodes == 0
                bare.stop()
                hands, *rest = self.question()
                rng.choice(
                    (bare.forget, lambda: bare.table(hands), lambda: bare.tricks(hands, *rest))
                )()
            case 4:
                subject.tricks(*self.question(), *[self.garbage()] * rng.randrange(3))
            case _:
                deals = self.maybe([self.question()[0] for _ in range(rng.randrange(3))])
                threads: Any = rng.choice((0, -1, 1, 2, 3, None, "2"))
                entries = self.entries()
                solve_many(deals, **entries, threads=threads, memory_mb=self.maybe(1))


def run_one(trials: int, seed: int) -> Counter[str]:
    """The outcomes of many trials on one solver, which is asked a known question now and then."""
    fuzz = Fuzz(DoubleDummySolver(1), seed)
    for number in range(trials):
        try:
            fuzz.trial()
            if number % 50 == 0:
                check_known(fuzz.subject)
        except Exception as error:
            raise AssertionError(f"trial {number} of seed {seed}") from error
    check_known(fuzz.subject)
    return fuzz.outcomes


def run_two(trials: int, seed: int) -> Counter[str]:
    """The outcomes of many trials in two threads at once on one solver."""
    sys.setswitchinterval(1e-5)
    subject = DoubleDummySolver(1)
    both = [Fuzz(subject, seed + i, shared=True) for i in range(2)]
    wrong: list[BaseException] = []

    def run(fuzz: Fuzz) -> None:
        try:
            for _ in range(trials // 2):
                fuzz.trial()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(fuzz,)) for fuzz in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in wrong:
        raise error
    check_known(subject)
    return both[0].outcomes + both[1].outcomes


def main(how: str, *words: str) -> None:
    """What `child` of test_dd_fuzz.py asks for."""
    if how in ("one", "two"):
        trials, seed = map(int, words)
        for name, count in (run_one if how == "one" else run_two)(trials, seed).items():
            print(name, count)
        return
    for line in RUNS[how](*words):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])

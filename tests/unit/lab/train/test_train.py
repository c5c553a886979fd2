"""Training of a policy: the same weights from the same seed, whatever happened in between."""

from __future__ import annotations

import shutil
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.config import load_config
from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.pbn.writer import dumps
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.inference.records import record_line
from bluechip_bot.lab.bidding.side import BookSide, partnership
from bluechip_bot.lab.bidding.table import bid_out
from bluechip_bot.lab.train import learner, selfplay
from bluechip_bot.lab.train.examples import (
    Examples,
    bid_softly,
    bid_tree,
    nearby,
    random_hands,
    recorded_examples,
)
from bluechip_bot.lab.train.folder import (
    ExampleOptions,
    ImprovementOptions,
    TrainingError,
    TrainingFolder,
    TrainingOptions,
)
from bluechip_bot.lab.train.selfplay import EstimatedDeals
from bluechip_bot.lab.train.training import PolicyTraining
from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Contract,
    Deal,
    Hand,
    Seat,
    Vulnerability,
    duplicate_score,
    four,
)
from bluechip_bot.model.scoring import imps as imps_of
from bluechip_bot.policy.network import load_network, save_network, softmax
from bluechip_bot.policy.tables import Tables
from bluechip_bot.simulation import load_networks
from bluechip_bot.simulation.worth import imps
from support.commands import invoke
from support.policies import random_network
from support.tables import rows

_run = partial(invoke, "lab", "train")
TINY = """
[examples]
system = "floor"
files = 2
deals = 60
[network]
width = 16
[imitation]
batch = 32
[improvement]
rounds = 4
deals = 32
batch = 32
[evaluation]
every = 2
deals = 8
"""


@pytest.fixture
def options(tmp_path: Path) -> Path:
    """A file of options for a training of seconds."""
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    return file


def _training(folder: Path, source: str) -> Path:
    """Train from a source by `tiny.toml` of a folder, beginning with named weights."""
    start, options = folder / "start.npz", folder / "tiny.toml"
    save_network(random_network(width=24), start)
    file = _records(folder, 40)[0] if source == "records" else start
    text = TINY.replace('system = "floor"', f'{source} = ["{file}"]')
    options.write_text(text.replace("width = 16", f'start = "{start}"'))
    done = _run(folder / "a", "--options", options, "--jobs", 1)
    assert done.exit_code == 0, done.output
    return folder / "a"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a training from records that has come to its end."""
    return _training(tmp_path_factory.mktemp("whole"), "records")


def _rows(examples: Examples) -> list[tuple[bytes, int]]:
    """What was seen and called, for each example."""
    return [
        (row.tobytes(), call)
        for row, call in zip(examples.seen, examples.calls.tolist(), strict=True)
    ]


def test_the_learner_is_the_network() -> None:
    """Both compute the same probabilities; parameters go there and back."""
    network = random_network(width=16)
    hands = random_hands(8, np.random.default_rng(1))
    tables = Tables(hands, np.zeros(8, np.uint8))
    seen, legal = tables.observe(tables.rows()), tables.legal(tables.rows())
    parameters = learner.parameters_of(network)
    logs = learner.log_probabilities(parameters, learner.StateBatch.of(seen, legal))
    wanted = softmax(network.logits(seen, legal))
    np.testing.assert_allclose(np.exp(np.asarray(logs)), wanted, rtol=1e-3, atol=1e-6)
    again = learner.network_of(parameters)
    assert np.array_equal(again.first[0], network.first[0])


def test_examples_are_the_calls_of_the_book() -> None:
    """Every hand of a tree is bid as it would be alone; all auctions can be followed to the end."""
    bidder, rng = Bidder((NATURAL, NATURAL)), np.random.default_rng(2)
    hands = random_hands(20, rng)
    options = ExampleOptions(smallest=1)
    found = bid_tree(bidder, hands, Vulnerability.NS, options, rng)
    wanted: list[tuple[bytes, int]] = []
    for deal in hands.tolist():
        auction = Auction(Seat.NORTH)
        one = Tables(np.array([deal], np.uint64), np.array([1], np.uint8))
        while not auction.is_over:
            call = bidder.choose(Hand(deal[auction.turn]), auction, Vulnerability.NS).call
            wanted.append((one.observe(one.rows()).tobytes(), int(call)))
            one.step(one.rows(), np.array([call], np.int8))
            auction = auction.with_call(call)
    assert sorted(_rows(found)) == sorted(wanted)
    # Fewer examples are left where no small branch is followed.
    few = bid_tree(bidder, hands, Vulnerability.NS, evolve(options, smallest=5, followed=0), rng)
    assert len(few.calls) < len(found.calls)


def _records(tmp_path: Path, count: int) -> tuple[Path, list[Board]]:
    """A file of records of the floor's auctions, and its boards."""
    boards = []
    for number, deal in enumerate(random_hands(count, np.random.default_rng(6)).tolist()):
        hands = Deal(four(map(Hand, deal)))
        board = Board.begin(number + 1, Seat(number % 4), Vulnerability(number % 4), hands)
        boards.append(bid_out(board, BookSide(partnership("floor", "floor")).call))
    file = tmp_path / "own.jsonl"
    file.write_text("".join(f"{record_line(board, 'own')}\n" for board in boards))
    return file, boards


def _told(board: Board) -> list[tuple[bytes, int]]:
    """What each caller of a board saw, and what he called."""
    seats = [board.auction.dealer.plus(place) for place in range(4)]
    hands = np.array([[(board.hands[seat] or Hand()).mask for seat in seats]], np.uint64)
    sides = sum(board.vulnerability.includes(seat) << at for at, seat in enumerate(seats[:2]))
    one = Tables(hands, np.array([sides], np.uint8))
    found: list[tuple[bytes, int]] = []
    for call in board.auction.calls:
        found.append((one.observe(one.rows()).tobytes(), int(call)))
        one.step(one.rows(), np.array([call], np.int8))
    return found


def test_examples_of_records(tmp_path: Path) -> None:
    """Every call is an example of one half, and sees what its caller saw; PBN is the same."""
    file, boards = _records(tmp_path, 9)
    other = tmp_path / "own.pbn"
    other.write_text(dumps(pbn_record(BoardRecord.of_board(board)) for board in boards))
    wanted = sorted(one for board in boards for one in _told(board))
    for path in (file, other):
        halves = [recorded_examples([str(path)], held=held) for held in (False, True)]
        assert sorted(one for half in halves for one in _rows(half)) == wanted


def test_nearby_hands() -> None:
    """They hold thirteen cards, as many of them others as were exchanged."""
    hands, counts = random_hands(50, np.random.default_rng(1))[:, 0], np.arange(50) % 7
    found = nearby(hands, counts, np.random.default_rng(2))
    assert (np.bitwise_count(found) == 13).all()
    assert np.bitwise_count(found & ~hands).tolist() == counts.tolist()


@pytest.mark.parametrize("exchanged", [0.0, 2.0])
def test_examples_of_policies(exchanged: float) -> None:
    """Each call is that of a hand close by; of the player's own where no card is exchanged."""
    policy = random_network(2)
    hands = random_hands(30, np.random.default_rng(1))
    found = bid_softly([policy], hands, np.zeros(30, np.uint8), exchanged, np.random.default_rng(2))
    own = policy.logits(found.seen, found.legal).argmax(axis=1) == found.calls
    assert own.all() == (exchanged == 0)
    assert own.mean() > 0.2
    assert (found.legal >> found.calls.astype(np.uint64) & np.uint64(1)).all()


@pytest.mark.parametrize("source", ["records", pytest.param("policies", marks=pytest.mark.slow)])
def test_training_from_records_and_policies(tmp_path: Path, trained: Path, source: str) -> None:
    """It begins with the weights that are named, and learns what is there."""
    folder = trained if source == "records" else _training(tmp_path, source)
    assert load_network(folder / "policy.npz").first[0].shape[1] == 24
    assert ",held-out loss," in (folder / "log.csv").read_text()


def test_points_of_contracts() -> None:
    """Without luck they are those of the estimated tricks; the other side's are their opposite."""
    hands = random_hands(1, np.random.default_rng(3))
    rng = np.random.default_rng(4)
    deals = EstimatedDeals(load_networks(), hands, np.array([2], np.uint8), 0, rng)
    contracts = np.array([[Call.parse("4S"), 2, 1], [Call.parse("3NT"), 1, 0], [0, -1, 0]], np.int8)
    points = deals.points(np.zeros(3, np.int64), contracts)[:, 0].tolist()
    four = round(float(deals.estimates[0, 2, 3]))
    three = round(float(deals.estimates[0, 1, 4]))
    assert points == [
        duplicate_score(Contract.parse("4SX-S"), four, vulnerable=False),
        -duplicate_score(Contract.parse("3NT-E"), three, vulnerable=True),
        0,
    ]
    differences = np.array([0, 10, 20, -50, 90, -430, 4000])
    assert imps(differences).tolist() == [
        int(np.sign(one)) * imps_of(abs(one)) for one in differences.tolist()
    ]


def test_lessons() -> None:
    """Advantages are of calls that were tried, and have a mean of 0 under the policy."""
    options = ImprovementOptions(close=0.01, tried=3, draws=2)
    play = selfplay.SelfPlay(random_network(1), random_network(2), load_networks(), options)
    found = play.lessons(40, np.random.default_rng(5))
    tried = found.advantages != 0
    assert found.close.any()
    assert not tried[~found.close].any()
    assert (tried.sum(axis=1) <= 3).all()
    means = (np.where(tried, found.old, 0) * found.advantages).sum(axis=1)
    np.testing.assert_allclose(means, 0, atol=1e-4)


@pytest.mark.parametrize(("weak", "least", "most"), [(0, 0, 0), (6, 1, 29), (38, 30, 200)])
def test_weak_hands_that_might_open(weak: int, least: int, most: int) -> None:
    """Dealers of the policy, 30 of 40, and those after them are weak with fewer points."""
    options = ImprovementOptions(weak=weak)
    play = selfplay.SelfPlay(random_network(1), random_network(2), load_networks(), options)
    assert least <= play.lessons(40, np.random.default_rng(5)).weak.sum() <= most


@pytest.mark.slow
def test_a_training_that_was_stopped_makes_the_same_weights(tmp_path: Path, trained: Path) -> None:
    """Wherever it was stopped: after each stage, and between two checkpoints."""
    stopped = tmp_path / "stopped"
    shutil.copytree(trained / "examples", stopped / "examples")
    for name in ("options.toml", "imitation.npz"):
        shutil.copy(trained / name, stopped / name)
    kept = load_config(TrainingOptions, stopped / "options.toml")
    training = PolicyTraining(TrainingFolder(stopped), kept, load_networks())
    # The rates depend on the number of rounds, so that only a kill can stop in the middle.
    with pytest.raises(KeyboardInterrupt):
        _stopped_at(training, 3)
    again = _run(stopped, "--options", trained.with_name("tiny.toml"), "--jobs", 1)
    assert again.exit_code == 0, again.output
    one, other = load_network(trained / "policy.npz"), load_network(stopped / "policy.npz")
    assert np.array_equal(one.first[0], other.first[0])
    logs = [(folder / "log.csv").read_text().splitlines() for folder in (trained, stopped)]
    improved = [[line for line in log if line.startswith("improvement")] for log in logs]
    assert improved[0] == improved[1]


def _stopped_at(training: PolicyTraining, round_: int) -> None:
    """Improve until a round has been bid, which is then interrupted."""
    original, rounds = selfplay.SelfPlay.lessons, count(1)

    def lessons(self: selfplay.SelfPlay, *arguments: object) -> selfplay.SelfPlayLessons:
        if next(rounds) == round_:
            raise KeyboardInterrupt
        return original(self, *arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selfplay.SelfPlay, "lessons", lessons)
        training.improve(training.imitate())


def test_a_folder_of_other_options_is_refused(tmp_path: Path, options: Path) -> None:
    """The message names the option and both values."""
    folder = TrainingFolder(tmp_path / "a")
    folder.open(load_config(TrainingOptions, options))
    done = _run(folder.path)
    assert done.exit_code == 2
    assert "has a training with examples.system = floor, not sayc" in done.output


@pytest.mark.parametrize(("text", "message"), rows("lab", "wrong_options"))
def test_wrong_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    """One line that names them, and status 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.jsonl").write_text('{"deal": "AK"}\n')
    (tmp_path / "empty.jsonl").touch()
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    done = _run(tmp_path / "a", "--options", file, "--jobs", 1)
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert len(done.output.splitlines()) == 1


def test_too_few_examples(tmp_path: Path, options: Path) -> None:
    """They are counted, and what a step wants is named."""
    options.write_text(TINY.replace("deals = 60", "deals = 1"))
    done = _run(tmp_path / "a", "--options", options, "--jobs", 1)
    assert done.exit_code == 2, done.output
    assert "are fewer than a step learns (imitation.batch = 32)" in done.output


@pytest.mark.parametrize("name", ["examples/0000.npz", "imitation.npz", "improvement.npz"])
def test_a_damaged_file_is_named(tmp_path: Path, trained: Path, name: str) -> None:
    """With what to do."""
    folder = shutil.copytree(trained, tmp_path / "a")
    file = folder / name
    file.write_bytes(file.read_bytes()[:100])
    done = _run(folder, "--options", trained.with_name("tiny.toml"), "--jobs", 1)
    assert done.exit_code == 2, done.output
    assert f"{file} is damaged" in done.output
    assert "delete it" in done.output


def test_a_log_is_cut_where_a_training_goes_on(tmp_path: Path) -> None:
    """Torn lines and later steps of the stage go; other stages stay."""
    folder = TrainingFolder(tmp_path)
    folder.log("imitation", 5, {"loss": 1.5})
    for step in (2, 4):
        folder.log("improvement", step, {"imps": 0.25})
    with (tmp_path / "log.csv").open("a") as stream:
        stream.write("improvement,6,im")
    folder.cut_log("improvement", 2)
    lines = (tmp_path / "log.csv").read_text().splitlines()
    assert lines == ["stage,step,name,value", "imitation,5,loss,1.5", "improvement,2,imps,0.25"]


def test_a_checkpoint_of_another_shape_is_refused(tmp_path: Path, options: Path) -> None:
    """It is not loaded in part."""
    kept = load_config(TrainingOptions, options)
    folder = TrainingFolder(tmp_path / "a")
    folder.open(kept)
    folder.save("improvement", {"leaf0": np.zeros(3), "step": np.array(1)})
    training = PolicyTraining(folder, evolve(kept), load_networks())
    with pytest.raises(TrainingError, match="damaged"):
        training.improve(random_network())

"""Training of a policy: the same weights from the same seed, whatever happened in between."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.cli import main
from bluechip_bot.config import load_config
from bluechip_bot.lab.train import learner, selfplay
from bluechip_bot.lab.train.examples import Examples, bid_tree, random_hands
from bluechip_bot.lab.train.folder import TrainingError, TrainingFolder
from bluechip_bot.lab.train.options import ExampleOptions, ImprovementOptions, TrainingOptions
from bluechip_bot.lab.train.training import Training
from bluechip_bot.lab.train.worth import EstimatedDeals, imps
from bluechip_bot.model import Auction, Call, Contract, Hand, Seat, Vulnerability, duplicate_score
from bluechip_bot.model.scoring import imps as imps_of
from bluechip_bot.policy.network import softmax
from bluechip_bot.policy.tables import Tables
from bluechip_bot.policy.weights import load_network
from bluechip_bot.simulation import load_networks
from support.policies import random_network

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
deals = 64
batch = 32
[evaluation]
every = 2
deals = 20
"""


def _run(*words: object) -> Result:
    return CliRunner().invoke(main, ["lab", "train", *map(str, words)])


@pytest.fixture
def options(tmp_path: Path) -> Path:
    """A file of options for a training of seconds."""
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    return file


def test_the_learner_is_the_network() -> None:
    """Both compute the same probabilities; parameters go there and back."""
    network = random_network(width=16)
    hands = random_hands(8, np.random.default_rng(1))
    tables = Tables(hands, np.zeros(8, np.uint8))
    seen, legal = tables.observe(tables.rows()), tables.legal(tables.rows())
    parameters = learner.parameters_of(network)
    logs = learner.log_probabilities(parameters, learner.Batch.of(seen, legal))
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
    made = [
        (row.tobytes(), call) for row, call in zip(found.seen, found.calls.tolist(), strict=True)
    ]
    assert sorted(made) == sorted(wanted)


def test_small_branches_are_dropped() -> None:
    """Fewer examples are left where none is followed."""
    bidder, rng = Bidder((NATURAL, NATURAL)), np.random.default_rng(2)
    hands = random_hands(20, rng)
    few = bid_tree(bidder, hands, Vulnerability.NONE, ExampleOptions(smallest=5, followed=0), rng)
    all_ = bid_tree(bidder, hands, Vulnerability.NONE, ExampleOptions(smallest=5, followed=1), rng)
    assert len(few.calls) < len(all_.calls)


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


def test_a_training_that_was_stopped_makes_the_same_weights(tmp_path: Path, options: Path) -> None:
    """Wherever it was stopped: after each stage, and between two checkpoints."""
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    done = _run(whole, "--options", options, "--jobs", 1)
    assert done.exit_code == 0, done.output
    shutil.copytree(whole / "examples", stopped / "examples")
    shutil.copy(whole / "options.toml", stopped / "options.toml")
    shutil.copy(whole / "imitation.npz", stopped / "imitation.npz")
    kept = load_config(TrainingOptions, stopped / "options.toml")
    training = Training(TrainingFolder(stopped), kept, load_networks())
    # The rates depend on the number of rounds, so that only a kill can stop in the middle.
    with pytest.raises(KeyboardInterrupt):
        _stopped_at(training, 3)
    again = _run(stopped, "--options", options, "--jobs", 1)
    assert again.exit_code == 0, again.output
    one, other = load_network(whole / "policy.npz"), load_network(stopped / "policy.npz")
    assert np.array_equal(one.first[0], other.first[0])
    logs = [(folder / "log.csv").read_text().splitlines() for folder in (whole, stopped)]
    improved = [[line for line in log if line.startswith("improvement")] for log in logs]
    assert improved[0] == improved[1]


def _stopped_at(training: Training, round_: int) -> None:
    """Improve until a round has been bid, which is then interrupted."""
    original = selfplay.SelfPlay.lessons
    count = 0

    def lessons(self: selfplay.SelfPlay, *arguments: object) -> selfplay.Lessons:
        nonlocal count
        count += 1
        if count == round_:
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[examples]\nsystem = 'nosuch'", "no system 'nosuch'"),
        ("[improvement]\nrate = 'fast'", "improvement.rate"),
        ("[improvement]\nrounds = -1", "improvement.rounds"),
        ("[improvment]\nrounds = 1", "improvment: unknown key"),
    ],
)
def test_wrong_options(tmp_path: Path, text: str, message: str) -> None:
    """One line that names them, and status 2."""
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    done = _run(tmp_path / "a", "--options", file, "--jobs", 1)
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert len(done.output.splitlines()) == 1


@pytest.mark.parametrize("name", ["examples/0000.npz", "imitation.npz", "improvement.npz"])
def test_a_damaged_file_is_named(tmp_path: Path, options: Path, name: str) -> None:
    """With what to do."""
    folder = tmp_path / "a"
    assert _run(folder, "--options", options, "--jobs", 1).exit_code == 0
    file = folder / name
    file.write_bytes(file.read_bytes()[:100])
    done = _run(folder, "--options", options, "--jobs", 1)
    assert done.exit_code == 2, done.output
    assert f"{file} is damaged" in done.output
    assert "delete it" in done.output


def test_examples_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A disk that is full leaves no file of the name."""
    empty = np.zeros((0, 13), np.uint64)
    examples = Examples(empty, empty[:, 0], np.zeros(0, np.int8))
    examples.save(tmp_path / "a.npz")
    assert len(Examples.load(tmp_path / "a.npz").calls) == 0
    with pytest.raises(OSError, match="No such file"):
        examples.save(tmp_path / "nowhere" / "a.npz")


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
    training = Training(folder, evolve(kept), load_networks())
    with pytest.raises(TrainingError, match="damaged"):
        training.improve(random_network())

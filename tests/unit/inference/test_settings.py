"""Settings of the inference: defaults, files, errors."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.config import ConfigError, conf_dir, config_text, load_config, overlaid
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.settings import InferenceSettings
from support.settings import INFERENCE, without
from support.tables import rows


def test_the_default_file_is_what_the_definitions_say() -> None:
    """`conf/inference.toml` is the text of the defaults, and has every model."""
    text = (conf_dir() / InferenceSettings.FILE).read_text(encoding="utf-8")
    assert text == config_text(InferenceSettings())
    assert evolve(INFERENCE, play=evolve(INFERENCE.play, models={})) == InferenceSettings()
    assert sorted(INFERENCE.play.models) == sorted(MODELS)


def test_a_rule_that_is_off_stays_off_in_the_file() -> None:
    """What is switched off is written as such."""
    off = evolve(INFERENCE, play=without(INFERENCE.play, "follow", "count"))
    assert "[play.follow.count]\non = false\n" in config_text(off)
    assert overlaid(INFERENCE, tomllib.loads(config_text(off)), "text") == off


def test_a_default_file_without_a_model_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weights have no other place: a file that lacks some is told."""
    text = config_text(INFERENCE).replace("[play.lead_suit.", "[play.lead_siut.")
    (tmp_path / "inference.toml").write_text(text)
    monkeypatch.setattr("bluechip_bot.config.loading.conf_dir", lambda: tmp_path)
    with pytest.raises(ConfigError, match=r"inference\.toml: play\.lead_suit: missing"):
        load_config(InferenceSettings)


def test_a_file_changes_only_what_it_says(tmp_path: Path) -> None:
    """Keys of the user's file overlay the defaults; integers do where numbers are wanted."""
    path = tmp_path / "mine.toml"
    path.write_text(
        "play.trust = 1\nauction.replay = false\n[play.follow.win]\non = false\nlast = 3.5\n"
    )
    settings = load_config(InferenceSettings, path)
    play = settings.play
    assert (play.trust, play.floor) == (1.0, INFERENCE.play.floor)
    assert (settings.auction.on, settings.auction.replay) == (True, False)
    assert settings.auction.replay_from == 0.2
    rule = play.models["follow"]["win"]
    assert not rule.on
    assert rule.weights["last"] == 3.5
    assert rule.weights["third"] == INFERENCE.play.models["follow"]["win"].weights["third"]
    assert play.models["lead_suit"] == INFERENCE.play.models["lead_suit"]


@pytest.mark.parametrize(("text", "message"), rows("inference", "what_is_wrong_is_named"))
def test_what_is_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    """Every error has the file, the dotted key and what is allowed."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=f"mine.toml: {message}"):
        load_config(InferenceSettings, path)


def test_weights_follow_switches_and_trust() -> None:
    """Trust scales all weights, the sense of signals those of signals; a switch takes them out."""
    play = evolve(INFERENCE.play, trust=0.5, signal_trust=0.5)
    whole = INFERENCE.play.models["follow"]
    assert play.weights("follow")["win.last"] == 0.5 * whole["win"].weights["last"]
    high = whole["count"].weights["even_them"]
    assert play.weights("follow")["count.even_them"] == 0.25 * high
    turned = play.weights("follow", Agreements(count="upside_down"))
    assert turned["count.even_them"] == -0.25 * high
    assert "count.even_them" not in play.weights("follow", Agreements(count="none"))
    assert "win.last" not in without(play, "follow", "win").weights("follow")
    assert "lowest.can" in without(play, "follow", "win").weights("follow")

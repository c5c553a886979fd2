"""Settings of the inference: defaults, files, errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.config import conf_dir
from bluechip_bot.inference.calibrate.conf import to_code, to_toml
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.settings import (
    InferenceSettings,
    PlaySettings,
    SettingsError,
    load_settings,
    settings_of,
)


def test_the_file_of_defaults_is_the_defaults() -> None:
    """`conf/inference.toml` says every key, each with the default of the code."""
    path = conf_dir() / "inference.toml"
    settings = load_settings(path)
    assert settings == InferenceSettings()
    assert settings.play.models == InferenceSettings().play.models
    assert path.read_text(encoding="utf-8") == to_toml(InferenceSettings())


def test_the_code_of_defaults_is_as_written() -> None:
    """The module of weights is what `--fit --code` writes of them."""
    space: dict[str, object] = {}
    exec(to_code(InferenceSettings()), space)
    defaults = space["DEFAULTS"]
    assert isinstance(defaults, dict)
    assert tuple(defaults) == MODELS
    for model, rules in InferenceSettings().play.models.items():
        for name, rule in rules.items():
            assert defaults[model][name] == rule.weights


def test_a_rule_that_is_off_stays_off_in_code() -> None:
    """What is switched off is written as such, in both forms."""
    off = evolve(InferenceSettings(), play=PlaySettings().without("follow", "signal"))
    space: dict[str, object] = {}
    exec(to_code(off), space)
    assert space["DEFAULTS"]["follow"]["signal"]["on"] == 0.0  # type: ignore[index]
    assert "[play.follow.signal]\non = false\n" in to_toml(off)


def test_a_file_changes_only_what_it_says(tmp_path: Path) -> None:
    """Keys of the user's file overlay the defaults; integers do where numbers are wanted."""
    path = tmp_path / "mine.toml"
    path.write_text(
        "play.trust = 1\nauction.replay = false\n[play.follow.win]\non = false\nlast = 3.5\n"
    )
    settings = load_settings(path)
    play = settings.play
    assert (play.trust, play.floor) == (1.0, PlaySettings().floor)
    assert (settings.auction.on, settings.auction.replay) == (True, False)
    assert settings.auction.replay_from == 0.2
    rule = play.models["follow"]["win"]
    assert not rule.on
    assert rule.weights["last"] == 3.5
    assert rule.weights["third"] == PlaySettings().models["follow"]["win"].weights["third"]
    assert play.models["lead_suit"] == PlaySettings().models["lead_suit"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("paly = 1", r"paly: unknown key \(known: play, auction\)"),
        ("play = 1", "play: 1 where a table is expected"),
        ("[play]\ntrust = 'high'", "play.trust: 'high' where a number from 0 to 2"),
        ("[play]\ntrust = nan", "play.trust: nan where a number"),
        ("[play]\ntrust = true", "play.trust: True where a number"),
        ("[play]\nfloor = 1.5", "play.floor: 1.5 where a number from 0 to 1"),
        ("[play]\non = 1", "play.on: 1 where true or false"),
        ("[auction]\nreplay = 1", "auction.replay: 1 where true or false"),
        ("[auction]\nboxes = 1", "auction.boxes: unknown key .*replay"),
        ("[play]\nfolow = 1", "play.folow: unknown key .*follow"),
        ("[play.follow.wins]", "play.follow.wins: unknown key .*win"),
        ("[play.follow]\nwin = 1", "play.follow.win: 1 where a table"),
        ("[play.follow.win]\nfirst = 1", "play.follow.win.first: unknown key .*last"),
        ("[play.follow.win]\nlast = 99", "play.follow.win.last: 99 where a number from -50 to 50"),
        ("[play.follow.win]\non = 0", "play.follow.win.on: 0 where true or false"),
        ("play = ", "not TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, message: str) -> None:
    """Every error has the file, the dotted key and what is allowed."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=f"mine.toml: {message}"):
        load_settings(path)


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    """A file that is not there is an error with its name."""
    with pytest.raises(SettingsError, match=r"none\.toml: cannot be read"):
        load_settings(tmp_path / "none.toml")


def test_weights_follow_switches_and_trust() -> None:
    """Trust scales all weights, the sense of signals those of signals; a switch takes them out."""
    play = evolve(PlaySettings(), trust=0.5, signal_trust=0.5)
    whole = PlaySettings().models["follow"]
    assert play.weights("follow")["win.last"] == 0.5 * whole["win"].weights["last"]
    high = whole["signal"].weights["even_them"]
    assert play.weights("follow")["signal.even_them"] == 0.25 * high
    turned = play.weights("follow", Agreements(count="upside_down"))
    assert turned["signal.even_them"] == -0.25 * high
    assert "signal.even_them" not in play.weights("follow", Agreements(count="none"))
    assert "win.last" not in play.without("follow", "win").weights("follow")
    assert "lowest.can" in play.without("follow", "win").weights("follow")


def test_values_as_in_a_file() -> None:
    """A mapping is read like a file, under the name given."""
    assert settings_of({}, "here") == InferenceSettings()
    with pytest.raises(SettingsError, match=r"here: play\.x"):
        settings_of({"play": {"x": 1}}, "here")

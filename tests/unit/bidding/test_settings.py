"""Who bids which system: a file of settings, and the partnerships that it makes."""

from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.reading.softness import default_profiles
from bluechip_bot.bidding.settings import BiddingSettings, Systems, load_bidding
from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import ConfigError, conf_dir, config_text, overlaid
from bluechip_bot.model import Side
from support.tables import rows

PROFILES = default_profiles()
RULES = "@after  @if strong\n1C! need 16+ hcp f1\n@after\nP need <16 hcp\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one system, "big", and two without rules, "bare" and "floor"."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "club.bid").write_text(RULES)
    (tmp_path / "big.toml").write_text(
        'include = ["club"]\n[options]\nstrong = true\n[leads]\nsmall = "third_fifth"\n'
    )
    (tmp_path / "bare.toml").write_text('[signals]\ncount = "upside_down"\n')
    (tmp_path / "floor.toml").write_text("")
    return tmp_path


def settings_of(data: dict[str, Any]) -> BiddingSettings:
    """Return the defaults, overlaid by a document."""
    return overlaid(BiddingSettings(source="mine.toml"), data, "mine.toml")


def systems(folder: Path, **data: Any) -> Systems:
    """Return the systems of some settings."""
    return Systems(settings_of({"strangers": "floor", "our": "bare", **data}), folder)


def test_the_default_file_is_what_the_definitions_say() -> None:
    """`conf/bidding.toml` is the text of the defaults, and is read back as them."""
    path = conf_dir() / BiddingSettings.FILE
    assert path.read_text(encoding="utf-8") == config_text(BiddingSettings())
    assert load_bidding() == BiddingSettings(source=str(path))


def test_a_default_file_without_a_profile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The profiles have no other place: a file that lacks one is told."""
    (tmp_path / "bidding.toml").write_text("[softness.partner]\nsingle = true\n")
    monkeypatch.setattr("bluechip_bot.bidding.reading.softness.conf_dir", lambda: tmp_path)
    with pytest.raises(ConfigError, match=r"bidding\.toml: softness\.declared: missing"):
        default_profiles()


def test_unknown_opponents_are_read_as_strangers(folder: Path) -> None:
    """Without a declared system the opponents are read loosely, by the system for strangers."""
    found = systems(folder).partnership("Anybody")
    assert (found.ours.name, found.theirs.name) == ("bare", "floor")
    assert (found.partner, found.opponents) == (PROFILES.partner, PROFILES.unknown)
    assert found.their_agreements == Agreements()


def test_a_team_has_its_system(folder: Path) -> None:
    """Opponents named in the file are read by their system, as declared; others are not."""
    found = systems(folder, teams={"Big Club": "big"})
    declared = found.partnership("big club")
    assert (declared.theirs.name, declared.opponents) == ("big", PROFILES.declared)
    assert declared.their_agreements.small == "third_fifth"
    assert declared.agreements(Side.EW)[0] is declared.their_agreements
    assert declared.agreements(Side.EW)[1].count == "upside_down"
    assert found.partnership("Other").theirs.name == "floor"


def test_explained_calls_have_their_own_numbers(folder: Path) -> None:
    """What a file says of explained calls goes with the opponents' profile; else the default."""
    plain = systems(folder).partnership()
    changed = systems(folder, softness={"explained": {"other": {"bid": 0.5}}}).partnership()
    assert plain.opponents.told == PROFILES.explained
    assert changed.opponents.told is not None
    assert changed.opponents.told.other["bid"] == 0.5
    assert changed.opponents.grades == plain.opponents.grades


def test_switches_change_a_system(folder: Path) -> None:
    """A switch of the file of settings overrules the one of the system."""
    on = systems(folder, opponents="big").partnership()
    off = systems(folder, opponents="big", opponents_switches={"strong": False}).partnership()
    assert len(on.theirs.book.sections) == 2
    assert len(off.theirs.book.sections) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    rows("bidding", "a_wrong_system_is_named"),
)
def test_a_wrong_system_is_named(folder: Path, data: dict[str, Any], message: str) -> None:
    """An unknown system or switch is refused with the key that names it."""
    with pytest.raises(ConfigError, match=f"mine.toml: {message}"):
        systems(folder, **data).partnership()


@pytest.mark.parametrize(("data", "message"), rows("bidding", "what_is_wrong_is_named"))
def test_what_is_wrong_is_named(data: dict[str, Any], message: str) -> None:
    """Every error has the file, the dotted key and what is allowed."""
    with pytest.raises(ConfigError, match=f"mine.toml: .*{message}"):
        settings_of(data)


def test_agreements_stand_in_the_system(folder: Path) -> None:
    """Leads and signals are read from the system's file, those of its base included."""
    (folder / "own.toml").write_text('base = "big"\n[leads]\nthree_small = "top"\n')
    found = load(folder / "own.toml").agreements
    assert found == Agreements(small="third_fifth", three_small="top")
    sayc = load(conf_dir() / "systems" / "sayc.toml", check=False).agreements
    assert (sayc.small, sayc.three_small, sayc.three_small_notrump) == ("fourth", "low", "top")


@pytest.mark.parametrize(
    ("text", "message"),
    rows("bidding", "wrong_agreements_are_refused"),
)
def test_wrong_agreements_are_refused(folder: Path, text: str, message: str) -> None:
    """An unknown lead or signal is refused with file, line and column."""
    (folder / "wrong.toml").write_text(text)
    with pytest.raises(SystemFileError, match=message):
        load(folder / "wrong.toml")

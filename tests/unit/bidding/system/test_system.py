"""Systems: what is read from their files, and that errors in them are found with their place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.system.check import gaps
from bluechip_bot.bidding.system.system import System, load
from bluechip_bot.config import conf_dir
from support.bidding import condition
from support.tables import rows

LoadSystem = Callable[..., System]


@pytest.fixture
def system(tmp_path: Path) -> LoadSystem:
    """Return a function that loads a system of given rules and settings."""

    def make(rules: str, settings: str = 'include = ["a"]') -> System:
        (tmp_path / "rules").mkdir(exist_ok=True)
        (tmp_path / "rules" / "a.bid").write_text(rules)
        (tmp_path / "test.toml").write_text(settings)
        return load(tmp_path / "test.toml")

    return make


@pytest.mark.slow
def test_shipped_systems_are_compared() -> None:
    """The rules of every shipped system but those of policies are without errors."""
    for path in (conf_dir() / "systems").glob("*.toml"):
        assert "policy =" in path.read_text("utf-8") or load(path).sections


def test_options(system: LoadSystem) -> None:
    """Switches turn sections off, and numbers stand for themselves."""
    settings = 'include = ["a"]\n[options]\ntexas = false\nrange = [15, 17]'
    rules = "@after @if texas\n1C need 3+ C\n@after\n1NT need $range hcp, bal"
    (section,) = system(rules, settings).book.sections
    assert section.rules[0].call == "1NT"
    assert section.rules[0].need == condition("15-17 hcp, bal")


def test_base(system: LoadSystem, tmp_path: Path) -> None:
    """A system takes over another one, with its own options and its own rules first."""
    system("@after\n1C need 3+ C", 'include = ["a"]\n[options]\na = 1\nb = 2')
    (tmp_path / "rules" / "b.bid").write_text("@after\n1C need 2+ C")
    (tmp_path / "own.toml").write_text('base = "test"\ninclude = ["b"]\n[options]\nb = 3')
    found = load(tmp_path / "own.toml")
    assert found.options == {"a": 1, "b": 3}
    assert [section.layer for section in found.sections] == [-1, 0]


def test_a_base_of_ours(tmp_path: Path) -> None:
    """A system anywhere may extend one of ours, change its switches and leave out its files."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "minors.bid").write_text("@after 1m (P)\nP")
    (tmp_path / "own.toml").write_text(
        'base = "sayc"\nexclude = ["majors"]\ninclude = ["minors", "inverted"]\n'
        "[options]\ntransfers = false"
    )
    found = load(tmp_path / "own.toml", check=False)
    assert found.options["transfers"] is False
    places = {(each.context.place.file, each.layer) for each in found.sections}
    assert {("minors.bid", 0), ("minors.bid", -1), ("inverted.bid", 0)} <= places
    assert not any(file == "majors.bid" for file, _ in places)
    own = [each for each in found.sections if not each.layer]
    assert [rule.call for rule in own[0].rules] == ["P"]


@pytest.mark.parametrize(("settings", "place", "reason"), rows("bidding", "settings_are_checked"))
def test_settings_are_checked(system: LoadSystem, settings: str, place: str, reason: str) -> None:
    """What is wrong in a system file is refused with file, line and column."""
    with pytest.raises(SystemFileError) as caught:
        system("", settings)
    assert str(caught.value).startswith(f"{place}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(("rules", "place", "reason"), rows("bidding", "rules_are_checked"))
def test_rules_are_checked(system: LoadSystem, rules: str, place: str, reason: str) -> None:
    """What is wrong in rules is found when the system is loaded."""
    with pytest.raises(SystemFileError) as caught:
        system(rules)
    assert str(caught.value).startswith(f"a.bid:{place}: ")
    assert reason in str(caught.value)


def test_missing_answers_are_remarked(system: LoadSystem) -> None:
    """A question that only interference leaves without answer is used, with a remark."""
    rules = "@after\n2C! need 20+ hcp ask how\n@after 2C (P)\n2D!"
    remarks = system(rules).remarks
    assert remarks == (
        "a.bid:2:1: no rule answers 2C after X",
        "a.bid:2:1: no rule answers 2C after 2D",
    )


def test_gaps(system: LoadSystem) -> None:
    """Contexts that leave hands to the floor are found, with a hand."""
    (found,) = gaps(system("@after\n1C need 3+ C").book)
    assert str(found).startswith("a.bid:1:1: ")
    assert " % of hands meet no rule after the deal: " in str(found)
    assert not list(gaps(system("@after\n1C need 3+ C\nP need <3 C").book))

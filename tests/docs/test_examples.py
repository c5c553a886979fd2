"""What pages show besides commands holds: examples, files, excerpts and what is printed."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest

from bluechip_bot.cli import main
from bluechip_bot.config import ClientConfig, conf_dir, load_config
from bluechip_bot.service.answering import answer
from bluechip_bot.service.routes import ROUTES
from support.commands import invoke
from support.documentation import PAGES, ROOT, blocks, commands

SERVICE = "docs/how-to/http.md"
RESEARCH = "docs/how-to/research.md"
CONVENTION = "docs/how-to/convention.md"
POSITION = "docs/reference/files.md"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "pycon")])
def test_sessions(page: str) -> None:
    """Sessions of the interpreter print what they show; those of a page are one session."""
    text = "\n".join(blocks(page, "pycon"))
    session = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    told: list[str] = []
    result = doctest.DocTestRunner().run(session, out=told.append)
    assert result.attempted
    assert not result.failed, "".join(told)


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo", "pyspiel"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_programs_for_research(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The programs that use other libraries run, where those are installed."""
    pytest.importorskip(library, reason=f"the extra for {library} is not installed")
    (program,) = (one for one in blocks(RESEARCH, "python") if uses(one) == library)
    exec(compile(program, RESEARCH, "exec"), {})
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    "command", [each for each in commands(SERVICE) if each.startswith("curl ")]
)
def test_questions_over_http(command: str) -> None:
    """Each question that the page shows is read by the service, and has an answer."""
    words = shlex.split(command)
    path, text = urlsplit(words[1]).path, words[words.index("-d") + 1]
    (route,) = (route for route in ROUTES if route.path == path)
    question = route.read(text.encode())
    if path in {"/lead", "/play"}:
        question["worlds"] = 4
    assert answer(path, question)


def uses(program: str) -> str:
    """The library of a program for research: the first that it names."""
    found = re.search("gymnasium|pettingzoo|pyspiel", program)
    assert found is not None
    return found[0]


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder `conf/systems` with the files that the page on conventions shows."""
    monkeypatch.chdir(tmp_path)
    folder = Path("conf/systems")
    shutil.copytree(conf_dir() / "systems", folder)
    (rules,), (system,) = blocks(CONVENTION, "bid"), blocks(CONVENTION, "toml")
    (folder / "rules/drury.bid").write_text(rules)
    (folder / "mine.toml").write_text(system)
    return folder


@pytest.mark.slow
def test_the_convention_is_usable(systems: Path) -> None:
    """So says the check of the system, which compares all rules."""
    usable, *_ = blocks(CONVENTION, "text")
    done = invoke("system", "check", systems / "mine.toml")
    assert done.exit_code == 0, done.output
    # The numbers of rules and remarks are those of SAYC, which changes.
    assert digits(usable) in digits(done.output)


def test_the_convention_can_be_used(systems: Path) -> None:
    """Each line that the page shows of the commands is printed."""
    _, wrong, bid, explained, card = blocks(CONVENTION, "text")
    hand = ("--hand", "Q82.K7.AJ43.T862", "--auction", "P P 1S P", "--no-think")
    assert invoke("bid", "--system", systems / "mine.toml", *hand).output == bid
    auction = ("--auction", "P P 1S P 2C P 2S", "--system-ns", systems / "mine.toml")
    told = {words(line) for line in invoke("explain", *auction).output.splitlines()}
    assert {words(line) for line in explained.splitlines()} <= told
    printed = invoke("system", "card", systems / "mine.toml").output.splitlines()
    assert {*card.splitlines()} <= {*printed}
    rules = systems / "rules/drury.bid"
    rules.write_text(rules.read_text().replace("<12 hcp", "<12 hpc"))
    done = invoke("system", "check", systems / "mine.toml")
    assert done.exit_code == 2
    assert done.output.startswith(wrong.removesuffix("...\n"))


def digits(text: str) -> str:
    """A text whose numbers are all 0, without what is at its ends."""
    return re.sub(r"[0-9]+", "0", text.strip())


def words(line: str) -> tuple[str, ...]:
    """The words of a line."""
    return tuple(line.split())


def test_the_plan_is_told_as_shown(tmp_path: Path) -> None:
    """The position of one page gives the plan of the other one, but for its chances."""
    path = tmp_path / "position.json"
    path.write_text(blocks(POSITION, "json")[0])
    (shown,) = blocks("docs/explanation/plans.md", "text")
    told = invoke("plan", path, "--worlds", 200, "--depth", 2, "--budget", 60)
    assert told.exit_code == 0, told.output
    expected = words(digits(shown))
    assert words(digits(told.output))[: len(expected)] == expected


@pytest.mark.parametrize("page", [*PAGES, "conf/systems/README.md", "solver/README.md"])
def test_links(page: str) -> None:
    """A link to a file leads to one of the checkout, and its anchor to a heading."""
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), target
        headings = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.M) if anchor else []
        assert not anchor or anchor in map(slug, headings), target


def slug(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def test_json_blocks() -> None:
    """Blocks of JSON are JSON."""
    for page in PAGES:
        for block in blocks(page, "json"):
            assert isinstance(json.loads(block), dict), page


def test_settings_that_are_shown(tmp_path: Path) -> None:
    """A block of settings can be read by its command, or is an excerpt of the defaults."""
    path = tmp_path / "client.toml"
    (text,) = blocks("docs/how-to/championship.md", "toml")
    path.write_text(text)
    assert load_config(ClientConfig, path).min_gap == tomllib.loads(text)["min_gap"]
    (text,) = blocks("docs/explanation/reading.md", "toml")
    own = tomllib.loads(text)["softness"]["partner"]["grades"]
    defaults = tomllib.loads((conf_dir() / "bidding.toml").read_text("utf-8"))
    grades = defaults["softness"]["partner"]["grades"]
    assert own
    assert own.items() <= grades.items()


def test_excerpts_of_the_code() -> None:
    """The method that a page shows is the one in the file that it names."""
    (excerpt,) = blocks("docs/how-to/method.md", "python")
    assert excerpt in (ROOT / "bluechip_bot/planning/methods/transport.py").read_text("utf-8")


def test_the_reference_has_all_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of the commands has each of them, and that of the settings each file of conf."""
    pytest.importorskip("mkdocs")
    monkeypatch.syspath_prepend(ROOT / "docs")
    import generated  # type: ignore[import-not-found]

    text = generated.commands()
    for name in main.list_commands(click.Context(main)):
        assert f"\n### bluechip-bot {name}\n" in text
    assert "\n#### bluechip-bot lab bidding\n" in text
    assert "Usage: bluechip-bot lab bidding duel [OPTIONS]" in text
    settings = generated.settings()
    for path in conf_dir().glob("*.toml"):
        assert path.name == "tricks.toml" or path.read_text("utf-8") in settings

"""How the commands of the documentation are run where they are not run as they stand.

A command that no rule names is run as it stands, in a folder with the files that pages name. The
first rule whose pattern fits counts.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final, NamedTuple


class Rule(NamedTuple):
    """Another way to run some commands.

    Attributes:
        pattern: the commands, with * for anything; a [ stands for itself.
        why: why they are not run as they stand.
        more: options that are added; of an option that is given twice the last one counts.
        instead: what is run instead; by default the command itself.
        beside: what runs at the same time, in the slow suite.
        slow: whether the fast suite only reads the options.
        status: the exit statuses that are expected.
    """

    pattern: str
    why: str
    more: str = ""
    instead: str = ""
    beside: str = ""
    slow: bool = False
    status: tuple[int, ...] = (0,)

    def fits(self, command: str) -> bool:
        """Whether the rule is for a command."""
        return fnmatchcase(command, self.pattern.replace("[", "[[]"))

    def run(self, command: str) -> str:
        """What is run."""
        return f"{self.instead or command} {self.more}".rstrip()


_SMALL: Final = "it takes minutes"
_FEWER: Final = "fewer layouts are enough, and no clock decides"
_LONG: Final = "a match takes minutes: one board, and players that do not think"
_OTHERS: Final = "somebody else's programs: our own"
_TABLE: Final = "a table of ours"
_COMERS: Final = "nobody comes: one board, and players of ours"
_RANDOM: Final = "--team-a random --team-b random --fallback-limit 1"
_PLAY: Final = "bluechip-bot play --engine random"
_NS: Final = f"{_PLAY} --port 2000 --team A --seat North --seat South"
_EW: Final = f"{_PLAY} --port 2000 --team B --seat East --seat West"
_CLOSED_ROOM: Final = f"{_PLAY} --port 2001 --team B --seat North --seat South"
_FOUR_PORTS: Final = (
    f"{_PLAY} --port 2000 --port 2002 --team A --seat North --seat South & "
    f"{_PLAY} --port 2001 --port 2003 --team B --seat East --seat West"
)
_SERVE: Final = "bluechip-bot serve --port 2000 --deals 1"
_NORTH_IS_FREE: Final = f"{_SERVE} & {_PLAY} --port 2000 --team A --seat South & {_EW}"
_CLIENT: Final = (
    "'bluechip-bot play --host {host} --port {port} --seat {seat} --engine random"
    " --no-clock --budget 0.1'"
)
_TEAM: Final = _CLIENT.replace("--seat", "--team {team} --seat")
_DUEL: Final = "--deals 1 --worlds 4 --depth 1 --jobs 1"

RULES: Final = (
    # Installation
    Rule("python3 -m venv *", "tests/e2e/test_install.py and .ci/run do it", instead="true"),
    Rule("pip install -e '.[docs]'", ".ci/run does it", instead="true"),
    Rule("pip install 'bluechip-bot[cluster]'", "it is not on an index", instead="true"),
    Rule("mkdocs build --strict", ".ci/run does it", instead="true"),
    Rule("pip install *", "tests/e2e/test_install.py installs a wheel", instead="true"),
    Rule("pipx install *", "tests/e2e/test_install.py installs a wheel", instead="true"),
    Rule("CFLAGS=* pip install *", "tests/solver/test_portable.py does it", instead="true"),
    Rule("python -m build", "tests/e2e/test_install.py builds a wheel", instead="true"),
    Rule("*_BLUECHIP_BOT_COMPLETE=*", "tests/unit/cli/test_examples.py completes", instead="true"),
    Rule(".venv/bin/bluechip-bot *", "the one that is installed", instead="bluechip-bot --version"),
    # Containers and services: tests/e2e/test_deploy.py runs what they run as plain processes.
    Rule("*docker *", "tests/e2e/test_deploy.py does it without containers", instead="true"),
    Rule("sudo *", "tests/e2e/test_deploy.py does it without systemd", instead="true"),
    Rule("journalctl *", "tests/e2e/test_deploy.py does it without systemd", instead="true"),
    # Questions
    Rule("bluechip-bot advise *", _FEWER, more="--worlds 8 --depth 1 --budget 60"),
    Rule("bluechip-bot plan *", _FEWER, more="--worlds 20 --depth 1 --budget 60"),
    Rule("bluechip-bot bid * --budget 2", _FEWER, more="--worlds 4 --budget 60"),
    Rule("bluechip-bot system check *", "tests/docs/test_examples.py does it", instead="true"),
    Rule("bluechip-bot system list", "tests/unit/cli/test_system.py does it", slow=True),
    Rule("bluechip-bot system card *", "tests/unit/cli/test_system.py does it", slow=True),
    Rule(
        "bluechip-bot report night*",
        "a match of two rooms is needed",
        instead="bluechip-bot report results/match-1",
    ),
    # Tables
    Rule("bluechip-bot match --resume *", "the match must be over soon", slow=True),
    Rule(
        "bluechip-bot match * --command-b *",
        _OTHERS,
        more=f"--boards 1 --team-a random --fallback-limit 1 --command-b {_TEAM}",
        slow=True,
    ),
    Rule(
        "bluechip-bot match * --wait-b * --rooms replay",
        _OTHERS,
        more="--boards 1 --team-a random --name-b B --fallback-limit 1",
        beside=_EW,
        slow=True,
    ),
    Rule(
        "bluechip-bot match * --wait-b *",
        _OTHERS,
        more="--boards 1 --team-a random --name-b B --fallback-limit 1",
        beside=f"{_EW} & {_CLOSED_ROOM}",
        slow=True,
    ),
    Rule("bluechip-bot match --deals * --skip 7", _LONG, more=f"{_RANDOM} --skip 8-12", slow=True),
    Rule("bluechip-bot match --deals *", _LONG, more=_RANDOM, slow=True),
    Rule(
        "bluechip-bot match * --cluster *",
        "tests/e2e/test_cluster.py does it",
        instead="true",
        slow=True,
    ),
    Rule(
        "bluechip-bot match --boards 2 --team-a lowest:Lowest *",
        "the module is in the folder",
        slow=True,
    ),
    Rule("bluechip-bot match *", _LONG, more=f"{_RANDOM} --boards 1", slow=True),
    Rule(
        "bluechip-bot serve * --port 2003 *",
        _COMERS,
        more="--deals 1",
        beside=_FOUR_PORTS,
        slow=True,
    ),
    Rule("bluechip-bot serve *", _COMERS, more="--deals 1", beside=f"{_NS} & {_EW}", slow=True),
    Rule(
        "bluechip-bot play --host *",
        "another machine",
        more="--host 127.0.0.1 --engine random --team A",
        beside=_NORTH_IS_FREE,
        slow=True,
    ),
    Rule(
        "bluechip-bot play --profile openspiel *",
        "tests/e2e/test_openspiel.py does it",
        instead="bluechip-bot play --help",
        slow=True,
    ),
    Rule(
        "bluechip-bot play * --seat North --seat South *",
        _TABLE,
        more="--engine random --team A",
        beside=f"{_SERVE} & {_EW}",
        slow=True,
    ),
    Rule(
        "bluechip-bot play --config *",
        _TABLE,
        more="--port 2000 --engine random --team A",
        beside=f"{_SERVE} & {_EW}",
        slow=True,
    ),
    Rule(
        "bluechip-bot play *",
        _TABLE,
        more="--team A --no-think --worlds 4",
        beside=_NORTH_IS_FREE,
        slow=True,
    ),
    Rule(
        "bluechip-bot doctor *",
        "the rehearsal takes a minute; a machine of tests may be unfit",
        slow=True,
        status=(0, 4),
    ),
    Rule(
        "bluechip-bot replay * --think",
        "players that think differ from those that do not",
        more="--engine random",
        status=(0, 1),
    ),
    Rule(
        'bluechip-bot check client --command "client *',
        _OTHERS,
        more=f"--script passed-out --command {_CLIENT}",
        slow=True,
    ),
    Rule("bluechip-bot check client *", _SMALL, more="--script passed-out", slow=True),
    Rule(
        "bluechip-bot check server *",
        "a manager of ours; one script",
        more="--script passed-out",
        beside=_SERVE,
        slow=True,
    ),
    # Clusters: tests/e2e/test_cluster.py starts a scheduler and workers.
    Rule("dask scheduler", "it does not end", more="--help", slow=True),
    Rule("dask worker *", "it does not end", instead="dask worker --help", slow=True),
    Rule(
        "bluechip-bot lab declarer --cluster *",
        "tests/e2e/test_cluster.py does it",
        instead="true",
        slow=True,
    ),
    # Experiments
    Rule("bluechip-bot lab declarer *", _SMALL, more=f"{_DUEL} --no-filter", slow=True),
    Rule("bluechip-bot lab defender --auctions *", _SMALL, more=_DUEL, slow=True),
    Rule("bluechip-bot lab defender *", _SMALL, more=f"{_DUEL} --no-filter", slow=True),
    Rule("bluechip-bot lab leads *", _SMALL, more="--boards 1 --budget 0.1 --jobs 1", slow=True),
    Rule("bluechip-bot lab haste *", _SMALL, more="--boards 1 --layouts 4 --jobs 1", slow=True),
    Rule(
        "bluechip-bot lab compare *",
        "the runs of the page differ in what they hold",
        instead="bluechip-bot lab compare OLD.csv OLD.csv --plot difference.svg",
        slow=True,
    ),
    Rule("bluechip-bot lab paper", "as it stands"),
    Rule(
        "bluechip-bot lab paper wins-7nt *",
        _SMALL,
        instead="bluechip-bot lab paper wins-7nt",
        more="--deals 1 --jobs 1",
        slow=True,
    ),
    Rule("bluechip-bot lab paper *", _SMALL, more="--deals 1 --jobs 1", slow=True),
    Rule(
        "bluechip-bot lab bidding * DATA.jsonl.gz *", _SMALL, more="--boards 3 --jobs 1", slow=True
    ),
    Rule("bluechip-bot lab bidding duel *", _SMALL, more="--boards 2 --jobs 1", slow=True),
    Rule("bluechip-bot lab bidding cases *", _SMALL, slow=True),
    Rule("bluechip-bot lab bidding *", _SMALL, more="--deals 4", slow=True),
    Rule(
        "bluechip-bot lab fit tricks * > tricks.toml",
        _SMALL,
        instead="bluechip-bot lab fit tricks --deals 12 --jobs 1 > tricks.toml",
        slow=True,
    ),
    Rule(
        "bluechip-bot lab fit prices *",
        _SMALL,
        instead="bluechip-bot lab fit prices DATA.jsonl.gz --boards 3 --jobs 1 > simulation.toml",
        slow=True,
    ),
    Rule("bluechip-bot lab fit * DATA.jsonl.gz*", "the fit takes hours", more="--help", slow=True),
    Rule("python -m solver.bench", _SMALL, more="--help", slow=True),
    Rule(
        "pytest tests/bench",
        _SMALL,
        instead='cd "$CHECKOUT" && pytest tests/bench --collect-only -q',
        slow=True,
    ),
)
"""The rules, by what the commands are about."""


def rule(command: str) -> Rule:
    """The first rule for a command; one that changes nothing, without any."""
    return next((each for each in RULES if each.fits(command)), Rule(command, "as it stands"))

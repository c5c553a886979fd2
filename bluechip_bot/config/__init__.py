"""Settings: every option is defined once, and read strictly from TOML, JSON and command lines.

`option` defines an option, or a table of them. Each class with a `FILE` has a file of commented
defaults in `conf/`, which `config_text` writes with other values; a user's own file need hold only
the keys that it changes. An unknown key, a wrong type or a value out of range is a `ConfigError`,
which names the file, the dotted key and what is allowed.
"""

from bluechip_bot.config.document import (
    document,
    dotted,
    overlaid,
    put,
    read_toml,
    with_present_keys,
)
from bluechip_bot.config.loading import FileConfig, comments, conf_dir, config_text, load_config
from bluechip_bot.config.option import (
    ConfigError,
    FormerKeyWarning,
    OptionField,
    RefusedError,
    check_option,
    expected,
    option,
    options,
)
from bluechip_bot.config.sections import (
    DEFAULT_ENGINE,
    ENGINES,
    BiddingConfig,
    CarryOverConfig,
    ClientConfig,
    ClockConfig,
    ConnectConfig,
    LeagueConfig,
    LogConfig,
    MatchConfig,
    Plans,
    PlayerConfig,
    SearchConfig,
    ServerConfig,
    TableConfig,
    TeamConfig,
    web_place,
)

__all__ = [
    "DEFAULT_ENGINE",
    "ENGINES",
    "BiddingConfig",
    "CarryOverConfig",
    "ClientConfig",
    "ClockConfig",
    "ConfigError",
    "ConnectConfig",
    "FileConfig",
    "FormerKeyWarning",
    "LeagueConfig",
    "LogConfig",
    "MatchConfig",
    "OptionField",
    "Plans",
    "PlayerConfig",
    "RefusedError",
    "SearchConfig",
    "ServerConfig",
    "TableConfig",
    "TeamConfig",
    "check_option",
    "comments",
    "conf_dir",
    "config_text",
    "document",
    "dotted",
    "expected",
    "load_config",
    "option",
    "options",
    "overlaid",
    "put",
    "read_toml",
    "web_place",
    "with_present_keys",
]

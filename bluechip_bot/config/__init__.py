"""Settings: every option is defined once, and read strictly from TOML, JSON and command lines.

`option` defines an option. Each class with a `FILE` has a file of commented defaults in `conf/`,
which `config_text` writes; a user's own file need hold only the keys that it changes. An unknown
key, a wrong type or a value out of range is a `ConfigError`, which names the file, the dotted key
and what is allowed.
"""

from bluechip_bot.config.document import config_text, document, overlaid, read_toml
from bluechip_bot.config.error import ConfigError, RefusedError, expected
from bluechip_bot.config.loading import conf_dir, load_config
from bluechip_bot.config.option import OptionField, check_option, is_table, option, options, section
from bluechip_bot.config.sections import (
    ENGINES,
    BiddingConfig,
    ClientConfig,
    ClockConfig,
    ConnectConfig,
    LogConfig,
    MatchConfig,
    Plans,
    PlayerConfig,
    SearchConfig,
    ServerConfig,
    TableConfig,
    web_place,
)

__all__ = [
    "ENGINES",
    "BiddingConfig",
    "ClientConfig",
    "ClockConfig",
    "ConfigError",
    "ConnectConfig",
    "LogConfig",
    "MatchConfig",
    "OptionField",
    "Plans",
    "PlayerConfig",
    "RefusedError",
    "SearchConfig",
    "ServerConfig",
    "TableConfig",
    "check_option",
    "conf_dir",
    "config_text",
    "document",
    "expected",
    "is_table",
    "load_config",
    "option",
    "options",
    "overlaid",
    "read_toml",
    "section",
    "web_place",
]

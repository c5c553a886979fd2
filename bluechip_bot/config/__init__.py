"""Configuration of the three commands: TOML files, read strictly into frozen values.

Each command has a file of commented defaults in `conf/`, equal to the defaults of its class here.
A user's own file need hold only the keys that it changes. Whatever is wrong (an unknown key, a
wrong type, a value out of range) is a `ConfigError` that names the file, the dotted key and what
is allowed.
"""

from bluechip_bot.config.error import ConfigError
from bluechip_bot.config.loading import conf_dir, load_config
from bluechip_bot.config.sections import (
    BiddingConfig,
    ClientConfig,
    ClockConfig,
    ConnectConfig,
    LogConfig,
    MatchConfig,
    PlayerConfig,
    SearchConfig,
    ServerConfig,
    TableConfig,
    check_clock,
)

__all__ = [
    "BiddingConfig",
    "ClientConfig",
    "ClockConfig",
    "ConfigError",
    "ConnectConfig",
    "LogConfig",
    "MatchConfig",
    "PlayerConfig",
    "SearchConfig",
    "ServerConfig",
    "TableConfig",
    "check_clock",
    "conf_dir",
    "load_config",
]

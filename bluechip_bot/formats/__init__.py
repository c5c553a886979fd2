"""Files of boards: Portable Bridge Notation and BridgeBase's LIN, read into the same records."""

from bluechip_bot.formats.boards import (
    FileFormat,
    FormatNameError,
    read_boards,
    read_deals,
    read_results,
)
from bluechip_bot.formats.conversion import convert
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin.codec import LinError
from bluechip_bot.formats.pbn import (
    PbnError,
    PbnRecord,
    PbnWriter,
    board_from_record,
    record_from_board,
)
from bluechip_bot.formats.record import BoardRecord, Remark

__all__ = [
    "BoardRecord",
    "FileFormat",
    "FormatError",
    "FormatNameError",
    "LinError",
    "PbnError",
    "PbnRecord",
    "PbnWriter",
    "Remark",
    "board_from_record",
    "convert",
    "read_boards",
    "read_deals",
    "read_results",
    "record_from_board",
]

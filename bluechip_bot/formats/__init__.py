"""Files of boards: Portable Bridge Notation."""

from bluechip_bot.formats.pbn import (
    PbnError,
    PbnWriter,
    Record,
    board_from_record,
    record_from_board,
)

__all__ = ["PbnError", "PbnWriter", "Record", "board_from_record", "record_from_board"]

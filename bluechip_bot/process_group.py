"""Process groups: a process can be ended with all processes that it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any


def own_group() -> dict[str, Any]:
    """The options by which `Popen` puts a process into a group of its own.

    Ctrl-C at a terminal, which goes to a whole group, reaches us alone; we then end the others.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that is not yet reaped, and its group if it has one of its own."""
    if sys.platform == "win32":
        process.kill()
    else:
        # A group of zombies alone refuses signals on some systems.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

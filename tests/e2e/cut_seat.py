"""A seat whose connection can be cut: `cut_seat.py HOST PORT ARGUMENT...`, a signal cuts it.

The arguments are those of `bluechip-bot play`, but for the table's place. The seat connects
through us; SIGUSR1 breaks the connection off in both directions, as a network does.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys


class Proxy:
    """Passes bytes on between the seat and the table."""

    def __init__(self, host: str, port: int) -> None:
        self._table = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()

    async def serve(self, arguments: list[str]) -> int:
        """Run the seat to its end: its exit status."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.cut)
        play = (sys.executable, "-P", "-m", "bluechip_bot", "play", "--host", "127.0.0.1")
        # Our standard input is the seat's, too: its end ends the seat.
        process = await asyncio.create_subprocess_exec(*play, "--port", str(port), *arguments)
        return await process.wait()

    def cut(self) -> None:
        """Break all connections off."""
        for writer in self._writers:
            writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            table_reader, table_writer = await asyncio.open_connection(*self._table)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, table_writer}
        await asyncio.gather(_pass(reader, table_writer), _pass(table_reader, writer))
        self._writers -= {writer, table_writer}


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(4096):
            writer.write(data)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(Proxy(sys.argv[1], int(sys.argv[2])).serve(sys.argv[3:])))

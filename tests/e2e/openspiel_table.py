"""OpenSpiel's table manager on sockets: four `BlueChipBridgeBot`s, one TCP port for each seat.

Run as `python openspiel_table.py PORT_N PORT_E PORT_S PORT_W BOARDS SEED`. For every board one
line goes to standard output: the returns of the four players, as OpenSpiel's rules give them.
Nothing of ours is imported: it is a stranger's table manager.
"""

from __future__ import annotations

import random
import socket
import sys

import pyspiel
from open_spiel.python.bots.bluechip_bridge import BlueChipBridgeBot

TIMEOUT = 60


class Controller:
    """One client's connection, as the bot wants it: lines in, lines out."""

    def __init__(self, port: int) -> None:
        listener = socket.create_server(("127.0.0.1", port))
        listener.settimeout(TIMEOUT)
        self.connection, _ = listener.accept()
        listener.close()
        self.connection.settimeout(TIMEOUT)
        self.lines = self.connection.makefile("r", encoding="ascii", newline="\n")

    def read_line(self) -> str:
        """The next line, its blanks collapsed as in OpenSpiel's own example."""
        line = self.lines.readline()
        if not line:
            raise EOFError("the client has gone")
        return " ".join(line.split())

    def send_line(self, line: str) -> None:
        """Send a line."""
        self.connection.sendall((line + "\r\n").encode("ascii"))

    def terminate(self) -> None:
        """Hang up."""
        self.lines.close()
        self.connection.close()


def main() -> None:
    """Play boards until enough are done, then hang up on everybody."""
    *ports, boards, seed = map(int, sys.argv[1:])
    rng = random.Random(seed)
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    bots = [
        BlueChipBridgeBot(game, seat, lambda port=port: Controller(port))
        for seat, port in enumerate(ports)
    ]
    for _ in range(boards):
        state = game.new_initial_state()
        for bot in bots:
            bot.restart()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        for bot in bots:
            bot.inform_state(state)
        print(*state.returns(), flush=True)
    for bot in bots:
        bot.terminate()


if __name__ == "__main__":
    main()

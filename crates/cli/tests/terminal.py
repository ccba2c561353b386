"""Plays `pgg play` in a real terminal: PROGRAM and a HOME of its own are the arguments.

Ends with 0 if everything that was waited for came; else it prints what the terminal showed."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

PROGRAM, HOME = sys.argv[1:3]
# Far above what anything here takes: it only ends a test that would never end.
PATIENCE = 300


class Terminal:
    """The program in a terminal of 90 columns and 30 lines."""

    def __init__(self, *args):
        self.seen = ""
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ.update(HOME=HOME, XDG_DATA_HOME=HOME + "/data", TERM="xterm", LC_ALL="C.UTF-8")
            for name in ["COLUMNS", "LINES"]:
                os.environ.pop(name, None)
            # The program finds the size that it will have all the time.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
            os.execv(PROGRAM, [PROGRAM, *args])

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait(self, text):
        """Until the text is there; what came before it is forgotten."""
        until = time.monotonic() + PATIENCE
        while text not in self.seen:
            if time.monotonic() > until:
                sys.exit(f"no {text!r} in:\n{self.seen}")
            if not select.select([self.fd], [], [], 1)[0]:
                continue
            try:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                sys.exit(f"it ended before {text!r}:\n{self.seen}")
        before, self.seen = self.seen.split(text, 1)
        return before

    def end(self):
        """The exit code."""
        while True:
            try:
                read = os.read(self.fd, 65536)
            except OSError:
                read = b""
            if not read:
                break
            self.seen += read.decode(errors="replace")
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def expect(true, what, terminal):
    if not true:
        sys.exit(f"{what}:\n{terminal.seen}")


# Completion by Tab, and the map as high as the terminal.
game = Terminal("play", "--soviet", "random", "--seed", "7")
shown = game.wait("place up to three")
plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
rows = [line for line in plain.splitlines() if len(re.findall(r"\d{4}", line)) > 5]
expect(15 < len(rows) < 30, f"a map of {len(rows)} lines", game)
game.wait("> ")
game.type("mar\t")
game.wait("mark ")
game.type("1414\r")
game.wait("goes on 1414")
game.wait("> ")
# The last command again, by the history.
game.type("\x1b[A\r")
game.wait("Not allowed.")
game.wait("> ")
# What is typed ahead is not lost.
game.type("mark 1115\rmark 1216\rundo\r")
game.wait("goes on 1115")
game.wait("goes on 1216")
game.wait("Undone.")
game.wait("> ")
# Ctrl-C gives up a line, Ctrl-D leaves.
game.type("half a comm\x03")
game.wait("Type quit")
game.wait("> ")
game.type("\x04")
game.wait("pgg play --resume")
expect(game.end() == 0, "a good end", game)

# The game goes on if the player likes.
game = Terminal("play")
game.wait("Game 1 is not over: human (German) against random (Soviet), turn 1")
game.wait("[Y/n] ")
game.type("\r")
game.wait("the game goes on in turn 1")
game.wait("> ")
# Also what was typed before it ended.
game.type("\x1b[A\r")
game.wait("> ")
game.type("quit\r")
game.wait("The record is in")
expect(game.end() == 0, "a good end", game)

# Or a new one begins.
game = Terminal("play")
game.wait("[Y/n] ")
game.type("perhaps\r")
game.wait("Type y to go on")
game.wait("[Y/n] ")
game.type("q\r")
expect(game.end() == 0, "a good end", game)
game = Terminal("play", "--soviet", "random")
game.wait("; type help")
game.wait("> ")
game.type("quit\r")
expect(game.end() == 0, "a good end", game)

# A program that thinks for more than a moment, here for seconds, is told to think, in a line that goes when it has chosen; through a pipe
# nothing of it is seen.
games = os.path.join(os.path.dirname(__file__), "../../../docs/games")
late = os.path.join(HOME, "late.json")
replay = [PROGRAM, "replay", os.path.join(games, "1-on-the-last-turn.jsonl"), "--to", "1313"]
with open(late, "w", encoding="utf-8") as file:
    subprocess.run(replay, stdout=file, check=True)
both = ["play", "--load", late, "--german", "human", "--soviet", "human", "--seed", "7"]
game = Terminal(*both)
game.wait("> ")
game.type("auto general:200\r")
game.wait("general:200 thinks")
shown = game.wait("> ")
expect(re.search(r"\r {18,}\r", shown), "a line that goes", game)
game.type("quit\r")
expect(game.end() == 0, "a good end", game)
environment = {**os.environ, "HOME": HOME, "XDG_DATA_HOME": HOME + "/data"}
piped = subprocess.run(
    [PROGRAM, *both], input="auto general:200\nquit\n", capture_output=True, text=True, env=environment, check=True
)
for said in [piped.stdout, piped.stderr]:
    expect("thinks" not in said and "\r" not in said, f"nothing of it in a pipe, but\n{said}", game)

#!/usr/bin/env python3
"""Makes a database and a backup with a given pgg, for the tests of later versions: make.py PATH/TO/pgg NAME.

Whoever makes a new schema, version of the rules, or form of entry or snapshot runs it with the program before that change; see
CONTRIBUTING.md. The games are what crates/server/tests/it/older.rs expects."""

import gzip
import json
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request


class Server:
    """A server over a database, and a client that has a session there."""

    def __init__(self, program, database):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            listen = "127.0.0.1:%d" % free.getsockname()[1]
        command = [program, "serve", "--database", "sqlite:%s" % database, "--listen", listen, "--no-open"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self.base, self.cookie = "http://" + listen, None
        for _ in range(100):
            try:
                self.call("GET", "/health")
                return
            except urllib.error.URLError:
                time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Origin": self.base}
        if self.cookie:
            headers["Cookie"] = self.cookie
        while True:
            try:
                answer = urllib.request.urlopen(urllib.request.Request(self.base + path, data, headers, method=method))
                break
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise SystemExit("%s %s: %s" % (method, path, error.read().decode()))
                time.sleep(1)
        if answer.headers["Set-Cookie"]:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        text = answer.read()
        return json.loads(text) if text.startswith((b"{", b"[")) else None


class Game:
    """A game that one person plays for both sides, or as told."""

    def __init__(self, server, name, **more):
        self.server = server
        self.id = server.call("POST", "/api/games", {"side": "both", "name": name, **more})["id"]

    def view(self):
        return self.server.call("GET", "/api/games/" + self.id)

    def over(self):
        return self.view()["view"]["ended"] is not None

    def do(self, what):
        body = {"do": what, "at": self.view()["last"], "key": "k%d" % random.randrange(10**9)}
        self.server.call("POST", "/api/games/%s/do" % self.id, body)

    def legal(self):
        return self.server.call("POST", "/api/games/%s/ask" % self.id, "legal")["answer"]["legal"]

    def step(self, end, fight=False):
        """One action at random, a phase being ended with the probability `end`."""
        legal = self.legal()
        actions = legal["actions"]
        others = [action for action in actions if action != "done"]
        if fight and legal.get("overruns"):
            overrun = legal["overruns"][0]
            action = {"overrun": {"units": overrun["units"], "target": overrun["target"]}}
        elif fight and legal.get("attacks"):
            attack = legal["attacks"][0]
            action = {"attack": {"units": attack["units"], "targets": [attack["target"]]}}
        elif "done" in actions and (not others or random.random() < end):
            action = "done"
        else:
            action = random.choice(others)
        self.do({"action": action})

    def play(self, actions, end=0.4, fight=False):
        for _ in range(actions):
            if self.over():
                return
            self.step(end, fight)

    def undo(self):
        for _ in range(60):
            now = self.view()["view"]["now"]
            if now["undo_to"] < now["ply"]:
                return self.do({"undo": {}})
            self.step(0.4)
        raise SystemExit("nothing can be taken back")


def play(server):
    random.seed(7)
    server.call("POST", "/api/accounts", {"login": "anna", "password": "correct horse battery"})
    # Long enough for a snapshot and entries after it.
    game = Game(server, "Going on")
    game.play(90)
    game.undo()
    game.do("redo")
    game.play(30)
    game.undo()
    game.play(45)
    game = Game(server, "Resigned", visibility="public")
    game.play(20)
    game.do({"say": {"text": "That was it"}})
    game.do({"resign": {"side": "german"}})
    game = Game(server, "Taken back")
    game.play(25)
    game.undo()
    game.do({"say": {"text": "Hm"}})
    units = {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"]}
    game = Game(server, "To the end", position={"turn": 12, "phase": "german_movement", "units": units})
    game.play(60, end=1)
    units |= {"1324": ["r2 untried"], "1323": ["pz10"], "0120": ["inf6"]}
    game = Game(server, "In battle", position={"turn": 7, "phase": "german_movement", "units": units})
    game.play(60, end=0.6, fight=True)
    game = Game(server, "Two sides", side="german", opponent={"program": {"level": "random"}})
    for _ in range(100):
        if game.view()["last"] > 20:
            return
        time.sleep(0.1)
    raise SystemExit("the program does not play")


def main():
    program, name = sys.argv[1:]
    here = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        database, backup = pathlib.Path(folder) / "games.sqlite", pathlib.Path(folder) / "games.backup"
        server = Server(program, database)
        try:
            play(server)
        finally:
            server.stop()
        subprocess.run([program, "backup", "--database", "sqlite:%s" % database, backup], check=True)
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA journal_mode = delete")
            connection.execute("VACUUM")
        for path, ending in [(database, "sqlite"), (backup, "backup")]:
            packed = gzip.compress(path.read_bytes(), 9, mtime=0)
            (here / ("%s.%s.gz" % (name, ending))).write_bytes(packed)


main()

#!/usr/bin/env python3
"""A bot for Panzergruppe Guderian: plays one game over HTTP with random legal actions.

Usage: bot.py URL TOKEN GAME      (a token with the scope "bot"; the game must have a seat of the token's owner)
Nothing but Python's own library is needed. See docs/server-protocol.md for the whole API.
"""
import http.client, json, random, sys
from urllib.parse import urlsplit

url, token, game = sys.argv[1:4]
server = urlsplit(url).netloc
connect = http.client.HTTPSConnection if url.startswith("https") else http.client.HTTPConnection
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
calls = connect(server)


def call(method, path, body=None):
    """One request; the answer as JSON."""
    calls.request(method, path, json.dumps(body), headers)
    response = calls.getresponse()
    answer = json.loads(response.read() or b"{}")
    if response.status >= 400 and answer["error"]["code"] not in ("stale", "over", "not_your_decision"):
        raise SystemExit(f"{method} {path}: {answer['error']['message']}")
    return answer


def choose(legal):
    """Any legal action: now and then an attack by all who may, else something simple; the end of the phase rarely."""
    fights = [{"overrun": {"units": o["units"], "target": o["target"]}} for o in legal["overruns"]]
    fights += [{"attack": {"targets": [a["target"]], "units": a["units"]}} for a in legal["attacks"]]
    if fights and random.random() < 0.3:
        return random.choice(fights)
    others = [action for action in legal["actions"] if action != "done"]
    if others and ("done" not in legal["actions"] or random.random() < 0.9):
        return random.choice(others)
    return "done" if "done" in legal["actions"] else random.choice(fights)


stream = connect(server)
stream.request("GET", f"/api/bot/game/stream/{game}", headers=headers)
response = stream.getresponse()
you = []
for line in response:
    if not line.strip():
        continue  # keeps the connection open
    event = json.loads(line)
    if event["type"] == "gameFull":
        you, now, last = event["you"], event["view"]["now"], event["last"]
    else:
        now, last = event["now"], event["n"]
        if "ended" in event["what"]:
            print(json.dumps(event["what"]["ended"]))
            break
    if now["decision"] and now["decision"]["side"] in you:
        asked = call("POST", f"/api/games/{game}/ask", "legal")
        if asked["at"] == last:  # otherwise a newer line is on its way
            call("POST", f"/api/bot/game/{game}/action", {"action": choose(asked["answer"]["legal"]), "at": last})

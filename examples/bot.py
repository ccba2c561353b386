#!/usr/bin/env python3
"""A bot for Panzergruppe Guderian: plays one game over HTTP with random legal actions.

Usage: bot.py URL TOKEN GAME [SEED]   (a token with the scope "bot"; the game must have a seat of the token's owner)
Nothing but Python's own library is needed. See docs/server-protocol.md for the whole API.
"""
import http.client, json, random, sys, time
from urllib.parse import urlsplit

url, token, game = sys.argv[1:4]
random.seed(*sys.argv[4:5])
connect = http.client.HTTPSConnection if url.startswith("https") else http.client.HTTPConnection
server = urlsplit(url).netloc
calls = connect(server)
BROKEN = (http.client.HTTPException, OSError)
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

def request(connection, method, path, body=None):
    """One request; the response. A server that is asked for too much, or is busy, says when to come back."""
    while True:
        try:
            connection.request(method, path, json.dumps(body), headers)
            response = connection.getresponse()
        except BROKEN:  # an idle connection is closed after a while; an action that arrived is answered with 409
            connection.close()
            time.sleep(0.2)
            continue
        if response.status < 400 or response.status == 409:  # 409: the game has gone on, a newer line is on its way
            return response
        error, wait = json.load(response)["error"], response.headers["Retry-After"]
        if not wait:
            raise SystemExit(f"{method} {path} {json.dumps(body)}: {error['message']}")
        print("waits", wait, file=sys.stderr, flush=True)
        time.sleep(int(wait))

def party(legal, units):
    """Of those who may attack, all whom the duties of Leaders let take part together [9.11, 10.26]."""
    units = set(units)
    for stack, reserves, leaders in (map(set, (d["stack"], d["reserves"], d["leaders"])) for d in legal["leader_duties"]):
        if reserves <= units and not leaders <= units:
            units -= set(sorted(reserves)[:1])  # one stays behind, so that the Leader may
        if not reserves & units:
            units -= stack  # no Leader goes alone
    return sorted(units) if units & set(legal["capable"]) else []

def choose(legal):
    """Any legal action: now and then a fight by all who may, else something simple; the end of the phase rarely."""
    fights = [{"overrun": {"units": o["units"], "target": o["target"]}} for o in legal["overruns"]]
    fights += [{"attack": {"targets": [a["target"]], "units": u}} for a in legal["attacks"] if (u := party(legal, a["units"]))]
    if fights and random.random() < 0.3:
        return random.choice(fights)
    others = [action for action in legal["actions"] if action != "done"]
    if others and ("done" not in legal["actions"] or random.random() < 0.9):
        return random.choice(others)
    return "done" if "done" in legal["actions"] else random.choice(fights)

def lines():
    """What happens in the game, beginning with the whole of it; a stream that breaks off is opened anew."""
    while True:
        try:
            stream = request(connect(server), "GET", f"/api/bot/game/stream/{game}")
            yield from (json.loads(line) for line in stream if line.strip())
        except BROKEN:
            pass

for line in lines():
    if line["type"] == "gameFull":
        you, last, now, ended = line["you"], line["last"], line["view"]["now"], line["view"]["ended"]
    else:
        last, now, ended = line["n"], line["now"], "ended" in line["what"] and line["what"]["ended"]
    if ended:
        print(json.dumps(ended))
        break
    if now["decision"] and now["decision"]["side"] in you:
        asked = json.load(request(calls, "POST", f"/api/games/{game}/ask", "legal"))
        if asked["at"] == last:  # otherwise a newer line is on its way
            move = {"action": choose(asked["answer"]["legal"]), "at": last}
            request(calls, "POST", f"/api/bot/game/{game}/action", move).read()

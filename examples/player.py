#!/usr/bin/env python3
"""A program from outside for `pgg league`, `sim` and `habits`: plays any side with random legal actions.

Usage: pgg sim --german "cmd:python3 examples/player.py" --soviet cadet
It speaks pgg-player 1, see docs/laboratory.md. Nothing but Python's own library is needed.
"""
import json, random, sys

def choose(legal):
    """Any of the actions, the end of the phase rarely: what is listed is legal as it stands."""
    others = [action for action in legal if action != "done"]
    if others and ("done" not in legal or random.random() < 0.9):
        return random.choice(others)
    return "done"

for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "begin":
        random.seed(int(question["seed"]))  # so that its games repeat
        answer = {"ready": True, "legal": True}
    elif question["ask"] == "action":
        answer = {"action": choose(question["legal"])}
    else:
        break  # bye
    print(json.dumps(answer), flush=True)

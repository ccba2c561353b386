"""Plays a whole game, both sides, with the client that was generated from the server's document.

Usage: play.py URL SEED, with the package `pgg_client` in the path. Prints how the game ended, then its id.
"""
import random
import sys

from pgg_client import AuthenticatedClient, Client
from pgg_client.api.bots import bot_action
from pgg_client.api.games import create_game, look_at_game
from pgg_client.api.past import game_history, game_positions
from pgg_client.api.people import begin_session, create_token, me
from pgg_client.api.play import ask_game
from pgg_client.models import ActionAttack, ActionAttackAttack, ActionOverrun, ActionOverrunOverrun, AnswerLegal
from pgg_client.models import BotAction, EntranceGuest, ErrorBody, Guest, NewGame, NewToken

url, seed = sys.argv[1:]
random.seed(seed)
# In seconds, for an answer: only something that hangs takes so long.
LONG = 600


def good(answer):
    """What was asked for; a refusal ends it."""
    if answer is None or isinstance(answer, ErrorBody):
        raise SystemExit(f"refused: {answer}")
    return answer


def choose(legal):
    """The end of the phase, mostly; now and then something else, and a fight where there is one."""
    fights = [ActionOverrun(ActionOverrunOverrun(units=o.units, target=o.target)) for o in legal.overruns]
    if not legal.leader_duties:
        fights += [ActionAttack(ActionAttackAttack(targets=[a.target], units=a.units)) for a in legal.attacks]
    if fights and random.random() < 0.5:
        return random.choice(fights)
    if "done" in legal.actions and random.random() < 0.7:
        return "done"
    return random.choice(legal.actions)


# As somebody at a browser would: a session by its cookie, and a token from it.
visitor = Client(base_url=url, raise_on_unexpected_status=True, timeout=LONG)
good(begin_session.sync(client=visitor, body=EntranceGuest(guest=Guest(name="Generated"))))
assert good(me.sync(client=visitor)).name == "Generated"
made = good(create_token.sync(client=visitor, body=NewToken(name="generated", scopes=["play", "bot"])))

# As a program would.
client = AuthenticatedClient(base_url=url, token=made.token, raise_on_unexpected_status=True, timeout=LONG)
game = good(create_game.sync(client=client, body=NewGame(side="both"))).id
ended = None
while not ended:
    for _ in range(100):
        asked = good(ask_game.sync(game, client=client, body="legal"))
        assert isinstance(asked.answer, AnswerLegal), asked
        if not asked.answer.legal.actions:
            break
        good(bot_action.sync(game, client=client, body=BotAction(action=choose(asked.answer.legal), at=asked.at)))
    ended = good(look_at_game.sync(game, client=client)).view.ended
history = good(game_history.sync(game, client=client))
assert any(entry.events for entry in history.entries)
last = good(game_positions.sync(game, client=client, from_=0))
assert last[0].position.turn == 1
print(ended.how, game)

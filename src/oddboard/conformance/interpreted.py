"""Interpreted and compiled rules agree on every byte: a second process without the compiler plays the same games."""

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np

from oddboard.conformance.players import random_code, sensible_code
from oddboard.conformance.settings import described, settings
from oddboard.core import registry
from oddboard.core.compiling import INTERPRETED
from oddboard.core.match import Match
from oddboard.core.pipes import ourselves
from oddboard.core.randomness import generator
from oddboard.core.records import copy, digest, new
from oddboard.core.rules import pick

GAMES = 8
PLIES = 50
OUTLOOK_EVERY = 9  # plies: without the compiler an outlook may take a second
LONGEST = 600  # seconds for the second process
DIGITS = 9  # of an outlook that must agree: the last bits of a float may differ


def fingerprint(match: Match) -> list[Any]:
    """Everything the rules say of a state: its bytes, the legal codes, scores, outlook, a view, what is imagined."""
    rules, work, state = match.game.rules, new(match.game.work), match.state
    out = np.zeros(match.players)
    if match.ply % OUTLOOK_EVERY == 0:
        rules.outlook(copy(state), work, out)
    view = copy(state)
    rules.hide(view, match.ply % match.players)
    imagined = copy(view)
    rules.imagine(imagined, work, match.ply % match.players, generator(match.ply))
    picked = None if match.is_over else int(pick(state, work, generator(match.ply)))
    rounded = [round(float(value), DIGITS) for value in out]
    return [digest(state), match.codes(), match.scores(), rounded, digest(view), digest(imagined), picked]


def check_interpreted(key: str) -> None:
    """Both ways of running the rules agree; without the compiler an index beyond an array is an error."""
    if INTERPRETED:
        return
    rng = random.Random(key)
    games, expected = [], []
    for number, match in enumerate(settings(key, GAMES, seed=3)):
        prints = [fingerprint(match)]
        while not match.is_over and match.ply < PLIES:
            match.play_code((random_code, sensible_code)[number % 2](match, rng))
            prints.append(fingerprint(match))
        codes = [played.code for played in match.history]
        game = {"key": key, "players": match.players, "options": match.options, "codes": codes}
        games.append((described(match), game))
        expected.append(prints)
    run = subprocess.run(  # noqa: S603 (ourselves)
        ourselves(__name__),
        input="".join(json.dumps(game) + "\n" for _, game in games),
        capture_output=True,
        text=True,
        env=os.environ | {"ODDBOARD_INTERPRETED": "1"},
        timeout=LONGEST,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    for (name, _), ours, line in zip(games, expected, run.stdout.splitlines(), strict=True):
        for ply, (compiled, interpreted) in enumerate(zip(ours, json.loads(line), strict=True)):
            assert compiled == interpreted, f"compiled and interpreted rules differ: {name}: ply {ply}"


def _replay() -> None:
    """Play the games that are given, a line each, and print their fingerprints."""
    for line in sys.stdin:
        game = json.loads(line)
        match = Match(registry.game(game["key"]), game["players"], game["options"])
        prints = [fingerprint(match)]
        for code in game["codes"]:
            match.play_code(code)
            prints.append(fingerprint(match))
        print(json.dumps(prints), flush=True)


if __name__ == "__main__":
    _replay()

"""Games saved before there were the options `chain` and `dog_turns` go on by what held then."""

import json
import random

import pytest

import oddboard
from oddboard.core import saves
from oddboard.core.match import Match
from tests.games.martian_race.drawn import GAME, drawn

SINCE = ("chain", "dog_turns")
HUNT = "4 . . dog> 1.1s^ . 1.2L^ . .\nlaunched 0.1 0.2 0.3 0.4 0.5\nwon 0\nturn 0 1"


def as_saved_before(match: Match) -> str:
    """A saved game as it was written before there were these options."""
    header, *lines = saves.record(match).splitlines(keepends=True)
    content = json.loads(header)
    for holder in [content, content["start"]] if "start" in content else [content]:
        holder["options"] = {name: value for name, value in holder["options"].items() if name not in SINCE}
        holder.pop("dog_turn", None)
    return json.dumps(content) + "\n" + "".join(lines)


@pytest.mark.rule("MAR-24", "MAR-36")
@pytest.mark.parametrize("hunted", [False, True])
def test_an_old_game_is_replayed_and_goes_on_as_it_began(hunted: bool) -> None:
    then = {"mad_dog": True, "chain": "mover", "dog_turns": 1_000_000}
    match = drawn(HUNT, **then) if hunted else oddboard.new("martian-race", 3, **then)
    rng = random.Random(7)
    for _ in range(150):
        match.play_code(rng.choice(match.codes()))
    loaded = saves.load(as_saved_before(match)).match
    assert loaded.options == match.options
    assert [played.decision for played in loaded.history] == [played.decision for played in match.history]
    assert loaded.position() == match.position()


@pytest.mark.rule("MAR-24", "MAR-36")
def test_a_new_game_has_the_new_defaults() -> None:
    assert {name: GAME.check_options(2, {})[name] for name in SINCE} == {"chain": "mover", "dog_turns": 10}

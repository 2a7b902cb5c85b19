"""Races saved before there was the option `limit` go on by what held then: a draw at the limit."""

import json
import random

import pytest

import oddboard
from oddboard.core import saves
from oddboard.core.match import Match
from oddboard.games.yaz.codes import TO_ANNOUNCE


def as_saved_before(match: Match) -> str:
    """A saved game as it was written before there was the option."""
    header, *lines = saves.record(match).splitlines(keepends=True)
    content = json.loads(header)
    for holder in [content, content["start"]] if "start" in content else [content]:
        holder["options"] = {name: value for name, value in holder["options"].items() if name != "limit"}
    return json.dumps(content) + "\n" + "".join(lines)


@pytest.mark.rule("YAZ-38")
def test_an_old_race_is_replayed_and_ends_in_a_draw() -> None:
    match = oddboard.new("yaz", 2, setter="first", turn_limit=2, limit="draw")
    rng = random.Random(5)
    while not match.is_over:
        match.play_code(rng.choice([code for code in match.codes() if code != TO_ANNOUNCE]))
    loaded = saves.load(as_saved_before(match)).match
    assert loaded.options == match.options
    assert [played.decision for played in loaded.history] == [played.decision for played in match.history]
    assert loaded.position() == match.position()
    assert loaded.ranks == [1, 1]


@pytest.mark.rule("YAZ-38")
def test_a_new_race_is_decided_by_bulges() -> None:
    assert oddboard.new("yaz", 2).options["limit"] == "bulges"

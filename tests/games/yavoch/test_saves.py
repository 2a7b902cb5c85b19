"""Games that were saved before the game had all its options, and by the earlier YAV-16."""

import json
from pathlib import Path

import pytest

import oddboard
from oddboard.core import saves
from oddboard.core.errors import BadPosition, BadRecord
from oddboard.core.match import Match
from tests.commands import inside
from tests.games.yavoch.table import GAME, HOME, decision, play, table

OLD = {"game": "decker", "core": "diagonal", "trychs": 10, "fuse": "same_turn", "deck": "standard", "turn_limit": 400}


def saved(match: Match, *more: str) -> str:
    """A match as it was saved before, with further decisions that may not be legal now."""
    lines = [json.loads(line) for line in saves.record(match).splitlines()]
    for option in ("offset", "first"):
        lines[0]["options"].pop(option)
    if "start" in lines[0]:
        for option in ("offset", "first"):
            lines[0]["start"]["options"].pop(option)
        for field in ("first", "chain"):
            lines[0]["start"].pop(field)
    for ply, words in enumerate(more, match.ply):
        lines.append({"ply": ply, "by": 0, "decision": decision(match, words)})
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.rule("YAV-4", "YAV-20")
def test_a_game_from_before_goes_on_by_what_held_then() -> None:
    match = play(Match(GAME, 2, OLD), "levels low", "formation lance", "formation lance", "move 244 334")
    again = saves.load(saved(match))
    assert (again.match.options["offset"], again.match.options["first"]) == ("side", "seats")
    assert again.match.position() == match.position()
    assert again.to_go_on() is again.match


def test_a_game_from_a_position_of_before_loads() -> None:
    match = play(table(HOME + " S333+1"), "move 333 344")
    assert saves.load(saved(match)).match.position() == match.position()


def test_a_position_of_before_in_the_middle_of_passing_rings_is_refused() -> None:
    position = table(HOME).position() | {"pledged": True}
    del position["chain"]
    with pytest.raises(BadPosition, match="no longer"):
        GAME.saved_position(position)


TRANSFERS = ["shuffle 312 311", "shuffle 313 323", "fire 312", "move 345 344"]


@pytest.mark.rule("YAV-16")
def test_a_game_that_passed_rings_otherwise_can_be_looked_at(tmp_path: Path) -> None:
    text = saved(table("C311+1 S312+2 S313+1 N323 T345 c555+3 t551 t331"), *TRANSFERS)
    old = saves.load(text)
    assert old.match.ply == len(TRANSFERS)
    assert old.match.position()["ships"]["323"]["rings"] == 1
    assert old.outdated is not None
    assert old.outdated.rule == "YAV-16"
    with pytest.raises(BadRecord, match="can be looked at") as refusal:
        old.to_go_on()
    assert refusal.value.rule == "YAV-16"
    path = tmp_path / "old.oddboard"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord, match="not gone on with"):
        oddboard.load(path)
    with pytest.raises(BadRecord, match="not gone on with"):
        saves.SaveFile.resume(path)
    shown = inside("replay", path, "--print")
    assert shown.returncode == 0
    assert "by a rule that has changed since" in " ".join(shown.stdout.split())


@pytest.mark.rule("YAV-16")
@pytest.mark.parametrize("wrong", ["shuffle 312 345", "shuffle 345 344", "move 111 112", "fire 333", "end"])
def test_what_was_never_legal_is_refused(wrong: str) -> None:
    match = table("C311+1 S312+2 S313+1 N323 T345 c555+3 t551 t331")
    with pytest.raises(BadRecord):
        saves.load(saved(match, *TRANSFERS[:1], wrong))

"""What is seen and touched: coins, plans that lead somewhere, and what happens by itself when they are shown."""

from typing import Any

from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.views import WATCHER, Choice, choices, moment, view_of
from tests.games.everest.table import EVEREST, at, lay, played, roll

START = "2 0 . . . . . . .\n3 - . . 1 . . . -\n5 . . . . . . . 2"


def found(match: Match, **wanted: Any) -> Choice:
    """The choice of a decision with these fields."""
    view = view_of(match, match.state, int(match.to_move or 0))
    return next(
        each for each in choices(EVEREST, view) if all(each["decision"][name] == wanted[name] for name in wanted)
    )


def test_a_coin_is_touched_then_its_side_then_where_it_points() -> None:
    choice = found(at(START), coin=4, up="value", to="e")
    assert choice["touches"] == ["coin:4", "side:value", "direction:e"]
    assert choice["path"] == ["square:a2", "square:b2", "square:c2"]
    assert choice["note"] == "to c2"


def test_a_coin_goes_on_from_where_those_before_it_lead() -> None:
    match = at(START)
    lay(match, "4e 2s")
    choice = found(match, coin=3, up="value", to="e")
    assert choice["note"] == "stays: too steep for the points" or "pushes Cobalt" in choice["note"]
    assert found(match, coin=5, up="suit", to="e")["note"] == "hits Cobalt on d3, shoved to e3"
    assert found(match, coin=0, up="value", to="e")["note"] == "roars at Cobalt"
    assert found(match, coin=1, up="value", to="w")["note"] == "to b3 · falls, hurt"
    ghosts = EVEREST.scene(view_of(match, match.state, 0))["look"]["ghosts"]
    assert [(ghost["beat"], ghost["at"]) for ghost in ghosts["0"]] == [(1, "square:c2"), (2, "square:c3")]


def test_nobody_sees_another_plan_or_where_it_leads() -> None:
    match = at(START)
    lay(match, "4e 2s")
    for viewer in (1, WATCHER):
        scene = EVEREST.scene(view_of(match, match.state, viewer))
        assert scene["look"]["ghosts"] == {}
        laid = [item for item in scene["items"] if item["kind"] == "laid"]
        assert [item["name"] for item in laid] == ["Rust's 1st coin, face down", "Rust's 2nd coin, face down"]
        assert not any("face" in item or "look" in item for item in laid)
        told = moment(match, 0, viewer)
        assert told is not None
        assert told["words"] == "Rust lays a coin face down"
        assert told["trails"] == {}


def test_what_follows_by_itself_is_told_and_shown() -> None:
    match = at("1 0 1 . . . . . .\n6 . . . . . . . 2\ncoins 0 3\ncoins 1 1\ncoins 2 5")
    lay(match, "3e", "*1s", "*5w")
    told = moment(match, 2, None)
    assert told is not None
    assert told["words"].startswith("Marigold lays the 5 suit up: a snowball west. ")
    assert "Rust moves from a1 to b1. Cobalt is pushed from b1 to c1. Cobalt throws a snowball" in told["words"]
    events = [each for name, each in told["trails"].items() if name.startswith("event:")]
    assert events[:4] == [
        ["beat", "1"],
        ["move", "yeti:0", "square:a1", "square:b1"],
        ["push", "yeti:1", "square:b1", "square:c1"],
        ["throw", "yeti:1", "square:c1", "square:c2"],
    ]
    assert told["trails"]["yeti:0"] == ["square:a1", "square:b1"]


def test_who_heals_goes_home_and_is_pushed_by_nobody() -> None:
    match = at("2 . . . 0 . . . .\n6 . . . . . . . 1\ncoins 0 1 2 3\ncoins 1 1 2 3\nround 2")
    lay(match, "*1n *2n *3n", "*1e *2e *3e")
    match.play({"do": "heal"})
    told = moment(match, match.ply - 1, None)
    assert told is not None
    assert "pushed" not in told["words"]
    assert told["trails"]["event:1"] == ["home", "yeti:0", "square:a2"]


def test_an_order_is_touched_action_by_action() -> None:
    match = played("1 0 1 . . . . . .\n6 . . . . . . . 2", "3e", "2s", "*5w")
    roll(match, 5, 1, 0)
    choice = found(match, order=[1, 0, "snowballs"])
    assert choice["touches"] == ["act:1", "act:0", "act:snowballs"]
    names = [item["name"] for item in EVEREST.scene(match.state)["items"] if item["kind"] == "act"]
    assert names == ["Rust moves 3 east", "Cobalt moves 2 south", "the snowballs"]


def why(match: Match, *touches: str) -> str:
    """The rule against what these touches meant."""
    decision = EVEREST.attempt(match.state, touches)
    assert decision is not None
    refusal = match.why_not(decision)
    assert isinstance(refusal, Refusal), f"{decision} is legal"
    return refusal.rule


def test_a_wrong_touch_names_the_rule() -> None:
    match = at(START + "\ncoins 0 1 2 3 4")
    assert why(match, "coin:5") == "EVE-29"
    lay(match, "4e")
    assert why(match, "coin:4", "side:suit") == "EVE-6"
    assert why(match, "button:heal") == "EVE-6"
    assert EVEREST.attempt(match.state, ["square:d3"]) is None


def test_everybody_has_a_name_and_a_state() -> None:
    scene = EVEREST.scene(at(START + "\ncoins 1 0 1 2\ncoins 2").state)
    assert [piece["name"] for piece in scene["pieces"]] == [
        "Rust's yeti on a2",
        "Cobalt's yeti on d3",
        "Marigold's yeti on h5, dazed",
    ]
    assert scene["seats"][1]["line"] == "on the peak · three coins hurt · wins if alone up there at the end"
    assert scene["caption"] == "Round 1 · secret plans"

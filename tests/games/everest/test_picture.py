"""What a scene, its marks and its texts show in every phase of a round."""

from typing import Any

import oddboard
from oddboard.core.match import Match
from tests.games.everest.table import EVEREST, at, lay, order, phase, played, roll

CONFLICT = "1 0 1 . . . . . .\n6 . . . . . . . 2"


def scene(match: Match) -> Any:
    return EVEREST.scene(match.state)


def marked(match: Match, **decision: Any) -> list[str]:
    code = EVEREST.code(match.state, decision)
    assert isinstance(code, int)
    return EVEREST.marks(match.state, code)


def items(match: Match, kind: str) -> list[dict[str, Any]]:
    return [item for item in scene(match)["items"] if item["kind"] == kind]


def moods(match: Match) -> list[str]:
    return [piece["look"]["mood"] for piece in scene(match)["pieces"]]


def asked_to_flee() -> Match:
    """Marigold between two roarers, about to choose from whom it runs."""
    match = played("1 . 0 2 1 . . . .", "0e", "0w", "")
    roll(match, 4)
    assert phase(match) == "flee"
    return match


def conflict() -> Match:
    match = played(CONFLICT, "3e", "2s", "*5w")
    roll(match, 5, 1, 0)
    return match


def resting() -> Match:
    """Rust was hurt once in a round, Cobalt not."""
    match = at("3 - . 0 . . . . -\n6 . . . . . . . 1\nround 2\ncoins 0 1 2 3")
    lay(match, "1w *2e *3e", "*1e *2e *3e")
    assert phase(match) == "heal"
    return match


def test_what_a_past_decision_was_about() -> None:
    homes = oddboard.new("everest", 2, homes="chosen")
    assert marked(homes, do="home", square="h2") == ["yeti:0", "square:h2"]
    match = at(CONFLICT)
    lay(match, "3e 1e")
    assert marked(match, do="coin", coin=2, up="suit", to="n") == ["laid:0.3"]
    fought = conflict()
    assert marked(fought, do="order", order=[1, "snowballs", 0]) == ["yeti:1", "yeti:0"]
    assert marked(fought, do="roll", seat=1, face=3) == ["die:1", "yeti:1"]
    assert marked(asked_to_flee(), do="flee", **{"from": 1}) == ["yeti:2", "yeti:1"]
    assert marked(resting(), do="heal") == marked(resting(), do="set_aside", coin=1) == ["yeti:0"]


def test_captions() -> None:
    assert scene(oddboard.new("everest", 2, homes="chosen"))["caption"] == "Choosing home bases"
    assert scene(conflict())["caption"] == "Round 1 · 1st coins"
    second = played(CONFLICT, "*1n 3e", "*1n 2s", "")
    assert (phase(second), scene(second)["caption"]) == ("contest", "Round 1 · 2nd coins")
    match = resting()
    assert scene(match)["caption"] == "Round 2 · rest"
    match.play({"do": "stay"})
    assert scene(match)["caption"] == "Round 2 · coins set aside"
    over = played("3 - . . 0 . . . -\n6 . . . . . . . 1", "*5n", "*5e")
    assert scene(over)["caption"] == "Round 1 · over"


def test_help_for_who_decides() -> None:
    match = at(CONFLICT + "\ncoins 0 4 5")
    assert scene(match)["help"] == "Rust lays the 1st of 2 coins, face down."
    lay(match, "4e")
    assert scene(match)["help"] == "Rust lays the 2nd of 2 coins, face down."
    assert scene(conflict())["help"].startswith("These actions are in conflict, and Rust rolled highest")
    assert (
        scene(asked_to_flee())["help"]
        == "Marigold was struck by several roars and runs straight away from one of them."
    )
    match = resting()
    assert scene(match)["help"] == "Staying costs a coin; going home brings all coins back."
    assert [(item["name"], item["main"]) for item in items(match, "button") if item.get("main")] == [
        ("Stay, lose a coin", True)
    ]
    match.play({"do": "stay"})
    assert scene(match)["help"] == "1 to set aside, out of use until the yeti heals."
    match.play({"do": "set_aside", "coin": 2})
    assert scene(match)["help"] == "Staying costs nothing; going home brings all coins back."
    assert [item["name"] for item in items(match, "button")] == ["Stay", "Go home and heal"]
    assert "help" not in scene(played(CONFLICT, "3e", "2s", "*5w"))


def test_who_must_heal_has_one_button() -> None:
    match = played("3 - . 0 . . . . -\n6 . . . . . . . 1", "1w", "*1e")
    assert [(item["id"], item["main"]) for item in items(match, "button")] == [("button:heal", True)]


def test_runs_in_conflict_are_named_as_runs() -> None:
    match = played("2 . . . . 3 . . .\n3 - . 0 1 2 . . -", "0e", "", "", "0s")
    assert moods(match) == ["roaring", "struck", "struck", "roaring"]
    roll(match, 2)
    assert moods(match) == ["roaring", "running", "struck", "roaring"]
    roll(match, 2)
    assert moods(match)[1:3] == ["running", "running"]
    roll(match, 5, 0, 0, 0)
    assert moods(match) == ["calm", "running", "running", "calm"]
    assert scene(match)["help"].startswith("Those that run are in conflict")
    acts = items(match, "act")
    assert [item["name"] for item in acts] == ["Cobalt runs 2 east", "Marigold runs 2 south"]
    assert [item["look"] for item in acts] == [
        {"to": "e", "up": "value", "run": True},
        {"to": "s", "up": "value", "run": True},
    ]


def test_one_that_roars_back_is_seen_roaring() -> None:
    match = played("1 . 0 2 1 . . . .", "0e", "0e", "")
    roll(match, 3)  # Marigold's check against Cobalt
    assert moods(match) == ["roaring", "roaring", "struck"]
    assert "struck by a roar" in scene(match)["pieces"][2]["name"]


def test_actions_to_put_in_order() -> None:
    match = played(CONFLICT, "0e", "2s", "*5w")
    roll(match, 5, 1, 0)
    acts = items(match, "act")
    assert [item["name"] for item in acts] == ["Rust roars east", "Cobalt moves 2 south", "the snowballs"]
    assert [item["face"] for item in acts] == ["0", "2", "snowballs"]
    assert acts[1]["look"] == {"to": "s", "up": "value", "run": False}
    assert [(item["id"], item["name"], item["face"]) for item in items(match, "die")] == [
        ("die:0", "Rust's 5", "5"),
        ("die:1", "Cobalt's ace", "1"),
        ("die:2", "Marigold's null", "0"),
    ]


def test_the_hand_shows_what_is_laid_and_what_is_set_aside() -> None:
    match = at(CONFLICT + "\ncoins 0 0 1 2 4")
    lay(match, "4e")
    hand = items(match, "coin")
    assert [item["used"] for item in hand] == [False, False, False, True, True, True]
    assert [item["look"]["aside"] for item in hand] == [False, False, False, True, False, True]
    assert [item["id"] for item in hand] == [f"coin:{coin}" for coin in range(6)]
    match = resting()
    match.play({"do": "stay"})
    assert [item["id"] for item in items(match, "coin") if not item["used"]] == []
    assert [item["id"] for item in items(match, "coin")] == [f"aside:{coin}" for coin in range(6)]


def test_laid_coins_show_what_is_carried_out_and_what_is_over() -> None:
    match = played(CONFLICT, "*4n 3e 1e", "*4n 2s 1s", "")
    laid = {item["id"]: item for item in items(match, "laid")}
    assert [laid[f"laid:0.{beat}"]["look"]["now"] for beat in (1, 2, 3)] == [False, True, False]
    assert [laid[f"laid:0.{beat}"]["used"] for beat in (1, 2, 3)] == [True, False, False]
    assert laid["laid:0.2"]["look"] == {"up": "value", "to": "e", "now": True, "beat": 1}
    assert laid["laid:0.1"]["look"]["up"] == "suit"
    assert laid["laid:0.2"]["name"] == "Rust's 2nd coin: 3 to move east"
    counts = scene(match)["seats"][0]["counts"]
    assert [count["now"] for count in counts] == [False, True, False]
    assert counts[1] == {"kind": "coin", "seat": 0, "hidden": False, "value": 3, "up": "value", "to": "e", "now": True}
    assert all(item["used"] for item in items(resting(), "laid"))
    assert scene(resting())["seats"][0]["counts"] == []


def test_plans_that_are_being_laid_are_counted() -> None:
    match = at(CONFLICT + "\ncoins 1 2 3\ncoins 2")
    lay(match, "3e")
    seats = scene(match)["seats"]
    assert seats[0]["counts"][-1] == {"kind": "words", "words": "2 more to lay"}
    assert seats[1]["counts"] == [{"kind": "words", "words": "2 more to lay"}]
    assert seats[2]["counts"] == []
    lay(match, "1e 2e")
    assert scene(match)["seats"][0]["counts"][-1] == {"kind": "words", "words": "plan laid"}
    assert not any(item["used"] for item in items(match, "laid"))


def test_lines_about_seats() -> None:
    match = at("3 - . . 0 . . . -\n4 - . . . . . . -\n6 1 . . . . . . 2\nround 3\ncoins 1 1 2 3 4 5\ncoins 2")
    assert [seat["line"] for seat in scene(match)["seats"]] == [
        "on the peak · all six coins · wins if alone up there at the end",
        "a6 · one coin hurt",
        "h6 · all six coins hurt",
    ]
    assert scene(match)["look"]["alone"] == 0
    assert scene(match)["look"]["planning"]
    assert moods(match) == ["calm", "calm", "dazed"]
    left = played("3 - . . 0 . . . -\n1 1 2 . . . . . .", "2n 3s 1s", "*1n 3e", "*1n 2s")
    assert phase(left) == "contest"
    assert scene(left)["seats"][0]["line"] == "d1 · three coins hurt · hurt 2 times now"
    assert "alone" not in scene(left)["look"], "it has left the peak"
    assert scene(left)["look"]["acting"]
    assert not scene(left)["look"]["planning"]
    assert scene(left)["look"]["beat"] == 1


def test_a_yeti_without_a_coin_for_the_beat_is_dazed() -> None:
    match = played(CONFLICT, "*1n 3e", "*1n 2s", "*1e")
    assert moods(match) == ["calm", "calm", "dazed"]


def test_off_the_board_is_said_and_hurts_are_counted() -> None:
    match = played("1 0 1 . . . . . .\n2 . . . . . . . .\n3 - . 2 . . . . -", "*1n 3e", "*1n 2s", "5w *1n")
    assert phase(match) == "contest"
    piece = scene(match)["pieces"][2]
    assert piece["name"] == "Marigold's yeti off the board, hurt"
    assert (piece["at"], piece["spot"]) == (None, None)
    assert piece["look"]["hurt"] == 1
    assert scene(match)["seats"][2]["line"] == "off the board · four coins hurt · hurt now"
    twice = played("1 0 1 . . . . . .\n4 - . . . 2 . . -", "*1n 3e", "*1n 2s", "5s *1n")
    assert scene(twice)["pieces"][2]["name"] == "Marigold's yeti off the board, hurt 2 times"


def test_the_ground_names_peak_and_bases() -> None:
    places = {place["id"]: place for place in EVEREST.ground(at(CONFLICT).state)["places"]}
    assert places["square:d3"]["name"] == "d3, height 5, the peak"
    assert places["square:d3"]["kind"] == "peak, cliffs n"
    assert places["square:a2"]["name"] == "a2, height 1, a home base"
    assert places["square:c3"]["kind"] == "height 4, cliffs w"
    assert places["square:b3"]["kind"] == "height 2"
    assert sum(len(place["kind"].partition(", cliffs ")[2]) for place in places.values()) == 16
    assert places["square:c3"]["at"] == (2.5, 2.5)
    assert places["square:c3"]["outline"] == [(2, 2), (3, 2), (3, 3), (2, 3)]
    assert sorted(places["square:b3"]["near"]) == ["square:b2", "square:b4", "square:c3"]
    assert scene(at(CONFLICT))["pieces"][1]["spot"] == (1.5, 0.5)


def test_homes_are_seen() -> None:
    match = oddboard.new("everest", 2, homes="chosen")
    assert scene(match)["look"]["homes"] == {}
    match.play({"do": "home", "square": "h2"})
    assert scene(match)["look"]["homes"] == {"square:h2": 0}


def test_orders_that_were_chosen_in_words() -> None:
    match = conflict()
    order(match, 1, 0, "snowballs")
    told = EVEREST.account(match.state_at(match.ply - 1), match.history[-1].code)
    assert told.startswith("Rust chooses the order: Cobalt, then Rust, then the snowballs. Cobalt moves")


def told(match: Match, **decision: Any) -> str:
    code = EVEREST.code(match.state, decision)
    assert isinstance(code, int)
    return EVEREST.words(match.state, code)


def test_every_kind_of_decision_in_words() -> None:
    homes = oddboard.new("everest", 2, homes="chosen")
    assert told(homes, do="home", square="h5") == "Rust makes h5 its home"
    assert told(asked_to_flee(), do="flee", **{"from": 1}) == "Marigold runs from Cobalt"
    match = resting()
    assert told(match, do="heal") == "Rust goes home and heals"
    assert told(match, do="stay") == "Rust stays and will set aside a coin"
    match.play({"do": "stay"})
    assert told(match, do="set_aside", coin=1) == "Rust sets aside the ace"
    match.play({"do": "set_aside", "coin": 1})
    assert told(match, do="stay") == "Cobalt stays"


def test_dice_in_words_as_the_rules_take_them() -> None:
    match = played("1 . 0 2 1 . . . .", "0e", "0e", "")
    assert told(match, do="roll", seat=2, face=3) == "Marigold rolls 3 and does not mind Cobalt's roar"
    assert told(match, do="roll", seat=2, face=0) == "Marigold rolls null and is struck by Cobalt's roar"
    answered = played("1 0 1 . . . . . .", "0e", "")
    roll(answered, 1)  # Cobalt roars back, and an ace of Rust's counts as null now
    assert told(answered, do="roll", seat=0, face=1) == "Rust rolls ace and stands and shivers"
    assert told(answered, do="roll", seat=0, face=2) == "Rust rolls 2 and is going to run"


def test_results_count_rounds() -> None:
    draw = played("1 0 . . . . . . .\n6 . . . . . . . 1", "*5n", "*5e", round_limit=1)
    assert EVEREST.result(draw.state) == "Nobody held the peak for a whole round in 1 round: a draw."
    later = played("1 0 . . . . . . .\n6 . . . . . . . 1\nround 2", "*5n", "*5e", round_limit=2)
    assert EVEREST.result(later.state) == "Nobody held the peak for a whole round in 2 rounds: a draw."


def refusal(match: Match, **decision: Any) -> str:
    found = match.why_not(decision)
    assert found is not None
    return found.message


def test_refusals_name_what_is_there() -> None:
    match = at(CONFLICT + "\ncoins 0 1 2 3 4")
    lay(match, "1e")
    assert refusal(match, do="coin", coin=1, up="value", to="n") == "Rust's ace is laid already; left are 2, 3, 4."
    assert refusal(match, do="coin", coin=5, up="value", to="n") == "Rust's 5 is set aside until its yeti heals."
    assert refusal(conflict(), do="order", order=[0]) == (
        "Missing: Cobalt, the snowballs. The order names Rust, Cobalt, the snowballs, each once."
    )
    match = resting()
    match.play({"do": "stay"})
    assert refusal(match, do="set_aside", coin=5) == "Rust's 5 is not in use; one of ace, 2, 3 is to be set aside."
    assert refusal(match, do="stay") == "Rust has still to set aside a coin."
    must = played("3 - . 0 . . . . -\n6 . . . . . . . 1", "1w", "*1e")
    assert refusal(must, do="stay") == "Rust was hurt and would lose its last coin: it must go home and heal."
    none = played("3 - . 0 . . . . -\n6 . . . . . . . 1", "", "*1e")
    assert refusal(none, do="stay") == "Rust has no coin in use, and must go home and heal."


def test_wrong_touches_mean_decisions() -> None:
    homes = oddboard.new("everest", 2, homes="chosen")
    assert EVEREST.attempt(homes.state, ["square:d3"]) == {"do": "home", "square": "d3"}
    assert EVEREST.attempt(asked_to_flee().state, ["yeti:2"]) == {"do": "flee", "from": 2}
    assert EVEREST.attempt(conflict().state, ["act:0", "act:snowballs"]) == {"do": "order", "order": [0, "snowballs"]}
    match = resting()
    assert EVEREST.attempt(match.state, ["button:stay"]) == {"do": "stay"}
    match.play({"do": "stay"})
    assert EVEREST.attempt(match.state, ["aside:5"]) == {"do": "set_aside", "coin": 5}
    planning = at(CONFLICT)
    assert EVEREST.attempt(planning.state, ["coin:2", "side:suit", "direction:w"]) == {
        "do": "coin",
        "coin": 2,
        "up": "suit",
        "to": "w",
    }
    assert EVEREST.attempt(planning.state, []) is None
    assert EVEREST.attempt(planning.state, ["yeti:1"]) is None

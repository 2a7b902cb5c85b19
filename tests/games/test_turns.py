"""A whole turn in one sentence, what threatens, and what one is warned of: positions, and what is said of them."""

import itertools
import json
import random

import pytest

import oddboard
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.views import WATCHER, choices, moments, told_turn, view_of
from tests.games.everest import table as everest
from tests.games.martian_race import drawn as martian
from tests.games.sailboat_regatta.helpers import do, race
from tests.games.yavoch import table as yavoch


def threats(match: Match, seat: int | None) -> dict[str, str]:
    """By piece what may befall it."""
    view = view_of(match, match.state, WATCHER if seat is None else seat)
    return {each["piece"]: each["note"] for each in match.game.threats(view, seat)}


def warnings(match: Match) -> dict[str, str]:
    """By the words of a decision why it may be regretted."""
    found = choices(match.game, match.state)
    return {" ".join(map(str, each["decision"].values())): each["warning"] for each in found if "warning" in each}


def turns(match: Match, viewer: int | None = None) -> list[str]:
    """The turns that have ended, as they are told."""
    return [each["turn"]["words"] for each in moments(match, viewer) if "turn" in each]


PUSHED = """
8 .     .     .     .     .     .     .     .
5 .     .     1.1L> 0.1s^ .     .     .     .
2 0.2s+ .     .     .     .     .     .     .
turn 0 6 2
"""


def test_martians_that_can_be_pushed_are_named_with_the_die_that_does_it() -> None:
    match = martian.drawn(PUSHED)
    assert threats(match, 0) == {"martian:0.1": "Cobalt's large Martian 1 can push it."}
    assert threats(match, 1) == {
        "martian:1.1": "Rust's small Martian 1 and Rust's small Martian 3 can push it, with a 2 or more."
    }


def test_a_wasted_die_is_warned_of() -> None:
    found = warnings(martian.drawn(PUSHED))
    assert found["move 6 0.1 d5 n"] == "It stays as it is: the 6 is wasted."
    assert not any(key.startswith("move 6 0.1 d6") for key in found)


def test_a_turn_of_martians_is_one_sentence() -> None:
    match = oddboard.new("martian-race", 2, order="seats")
    for decision in (
        {"do": "roll", "dice": [2, 1]},
        {"do": "move", "die": 2, "martian": "0.1", "to": "b7", "facing": "e"},
        {"do": "move", "die": 1, "martian": "0.2", "to": "a7", "facing": "e"},
    ):
        match.play(decision)
    assert turns(match) == ["Rust brought in two Martians"]
    assert told_turn(match, range(match.ply - 1), None) is None, "a turn is told when it has ended"


def test_ships_in_the_line_of_fire_and_a_command_ship_without_a_ring() -> None:
    match = yavoch.table("C111 A113+1 S345 c115+1 t551")
    found = threats(match, 0)
    assert found["ship:113"] == "Cobalt's Command ship on 115 can shoot at it."
    assert found["ship:111"] == "It has no ring, and Rust must not end a turn so."
    assert "ship:345" not in found


def test_shots_at_ones_own_and_the_last_ring_are_warned_of() -> None:
    match = yavoch.table("C111+1 A113+1 c555+3 t551")
    assert warnings(match)["fire 113"] == "The Archid on 113 is your own."


def test_a_command_ship_without_a_ring_is_warned_of_before_it_is_left_so() -> None:
    without = "Your Command ship has no ring then: without one at the end of your turn you lose."
    match = yavoch.table("C111+1 A112+2 S121 c555+3 t551")
    yavoch.play(match, "move 112 113")
    assert warnings(match)["shuffle 111 121"] == without
    assert "end" not in warnings(match)
    yavoch.play(match, "shuffle 111 121")
    assert "end" in warnings(match)


def sample(key: str) -> Match:
    """The position that a game's card shows."""
    game = registry.game(key)
    return Match.from_position(game, json.loads(game.folder.joinpath("sample.json").read_text(encoding="utf-8")))


def test_a_carrier_that_can_be_sat_on_and_a_turn_in_which_nobody_moved() -> None:
    match = sample("yaz")
    assert threats(match, 0) == {"yazzite:0.S1": "Cobalt's Luggant 3 can sit on it, 2 steps away."}
    assert warnings(match) == {
        "end": "Nobody has moved in this turn.",
        "announce": "If you do not break your last bulge in this turn, you lose the race.",
    }


def test_boats_whose_wind_is_taken_or_could_be_and_dice_that_stay_unused() -> None:
    match = race("h9: 1.1w 0.1w\nturn 0 sail 3 3 3 1")
    assert [each["sign"] for each in match.game.threats(match.state, None)] == ["hold"]
    match = sample("sailboat-regatta")
    assert threats(match, 0) == {"boat:0.3": "Its wind can be taken: by Marigold's boat 2 with a 1."}
    found = warnings(match)
    assert found["done"].startswith("Three dice are unused: ")
    assert found["enter 5"] == "It covers your own boat 4, which cannot sail then."


def test_a_command_ship_that_starves_is_what_the_last_turn_was_about() -> None:
    match = yavoch.table("C111 A113+1 c555+3 t551")
    yavoch.play(match, "move 113 114")
    yavoch.play(match, "end")
    assert match.is_over
    assert moments(match, None)[-1]["marks"] == ["position:111"]


def test_many_rings_are_told_in_one_word() -> None:
    match = yavoch.table("C111+3 A112+2 S121 c555+3 t551")
    for words in ("move 112 113", "shuffle 111 121", "end"):
        yavoch.play(match, words)
    assert turns(match) == ["Rust moved an Archid from 112 to 113 and passed a ring"]


PEAK = "3 . . . 0 . . . .\n6 . . . . . . . 1"


def test_who_would_win_is_crowned_before_it_happens() -> None:
    match = everest.at(PEAK)
    (crown,) = match.game.threats(match.state, 1)
    assert (crown["sign"], crown["piece"], crown["count"]) == ("crown", "yeti:0", 3)
    assert crown["note"].startswith("Rust wins at the end of this round")


def test_leaving_the_mountain_is_warned_of_and_the_last_coin_waits_for_a_button() -> None:
    match = everest.at(PEAK)
    assert warnings(everest.at("2 0 . . . . . . .\n6 . . . . . . . 1"))["coin 1 value w"] == (
        "Your yeti would leave the mountain."
    )
    assert not any("confirm" in each for each in choices(match.game, match.state))
    everest.lay(match, "1e 2e")
    assert {each.get("confirm") for each in choices(match.game, match.state)} == {"Lay plan"}


def test_a_round_tells_where_everybody_went() -> None:
    match = everest.at("2 . 0 . . . . . .\n6 . . . . . . . 1")
    everest.lay(match, "1s 0n 1s", "1w 0n 1w")
    while "turn" not in moments(match, None)[-1]:
        match.play_code(match.codes()[-1])  # to stay, and not to heal
    assert turns(match)[-1].startswith("Round 1: Rust went to b4, Cobalt went to f6"), turns(match)


def test_a_fleet_that_enters_is_counted_and_boats_that_come_to_the_same_are_named_together() -> None:
    match = race("h9: 1.1w\ni11: 0.1n\nturn 0 sail 3 3 3 1")
    do(match, "sail 1 3", "enter 2", "sail 2 3", "enter 3", "enter 4", "enter 5", "done")
    while match.to_move == 0 and "turn" not in moments(match, None)[-1]:
        match.play_code(match.codes()[-1])
    assert turns(match) == [
        "Rust entered four boats, sailed boat 1 and boat 2 over the line, and took the wind of Cobalt's boat 1"
    ]


def test_nobody_is_asked_to_heal_what_is_not_hurt() -> None:
    match = everest.at("2 . 0 . . . . . .\n5 . . . . . . 1 .")
    everest.lay(match, "1e 0n 2e", "1w 0n 2w")
    idle = {each["decision"]["do"]: each.get("idle", False) for each in choices(match.game, match.state)}
    assert idle == {"heal": True, "stay": False}


@pytest.mark.parametrize("key", ["everest", "martian-race", "sailboat-regatta", "yavoch", "yaz"])
def test_every_turn_that_ends_is_told_to_everybody(key: str) -> None:
    match = oddboard.new(key, 2)
    rng = random.Random(5)
    while not match.is_over and match.ply < 90:
        match.play_code(rng.choice(match.codes()))
    for viewer in (None, 0, WATCHER):
        told = moments(match, viewer)
        ended = [each for each in told if "turn" in each]
        assert ended, "no turn was told"
        for one, other in itertools.pairwise(ended):
            assert one["turn"]["first"] <= one["ply"] < other["turn"]["first"], "turns overlap"
            assert one["turn"]["words"][0].isupper()

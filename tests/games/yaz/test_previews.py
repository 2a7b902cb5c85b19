"""What is said about a decision before it is made is what happens when it is made, wherever play leads."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from oddboard.core.records import copy
from oddboard.games.yaz.names import hex_name, hex_number, piece_name, piece_number
from oddboard.games.yaz.state import (
    BESIDE,
    FIRST_TURN,
    MIRE,
    MUCK,
    MUD,
    NO_LAND,
    NOBODY,
    NOWHERE,
    RACING,
    State,
)
from tests.games.yaz.mirror import crowded
from tests.games.yaz.table import RULES, WORK, YAZ, bulges_left, decided, legal, may, play, race

LETTERS = {"Skadingle": "S", "Flibdill": "F", "Tarnose": "T", "Luggant": "L"}
MOVES = {"S": (6, MUD), "F": (4, MUCK), "T": (3, MIRE), "L": (2, MIRE)}  # YAZ-2
SEEDS = range(40)


def after(s: State, *decisions: Mapping[str, Any]) -> State:
    """The state after decisions, each of which must be legal."""
    s = copy(s)
    for decision in decisions:
        assert decision in legal(s)
        RULES.play(s, WORK, YAZ.code(s, decision))
    return s


def situations(seed: int, plies: int = 25) -> Iterator[State]:
    """Crowded races where a seat is to move."""
    rng = random.Random(seed)
    s = crowded(rng)
    for _ in range(plies):
        if RULES.to_move(s) < 0 or s.phase != RACING:
            return
        yield copy(s)
        RULES.play(s, WORK, rng.choice(WORK.code[: RULES.legal(s, WORK)].tolist()))


def short(called: str) -> str:
    """The short name of a piece: Skadingle 1 is S1."""
    kind, number = called.split()
    return LETTERS[kind] + number


def check_baton(note: str, before: State, then: State, seat: int) -> None:
    """What a note says of the baton and the bulges has happened."""
    broken = bulges_left(before, seat) - bulges_left(then, seat)
    finished = bulges_left(then, seat) == 0 and broken > 0
    said = re.search(r"breaks (it|\d+)", note)
    count = 0 if said is None else 1 if said[1] == "it" else int(said[1])
    assert ("finishes!" in note) == finished, note
    assert count + finished == broken, note
    takes = before.baton_at[seat] != NOWHERE and then.carrier[seat] != NOBODY
    assert ("takes the baton" in note) == takes, note


def check_company(note: str, before: State, then: State, seat: int) -> None:
    """What a note says of stopping on somebody is what stopping there does; it says nothing else."""
    stops = then if then.mover == NOBODY else after(then, {"do": "stop"}) if may(then, "stop") else None
    if then.mover != NOBODY and stops is None:
        aboard = [each["luggant"] for each in legal(then) if each["do"] == "board"]
        said = re.search(r"can climb onto (\w+ \d)", note)
        assert ([short(said[1])] if said else []) == aboard, note
        assert ("only passes" in note) == (not aboard), note
        return
    assert stops is not None
    assert "only passes" not in note
    victims = int(stops.throttled[1 - seat]) & ~int(before.throttled[1 - seat])
    said = re.search(r"can sit on (\w+ \d)", note)
    assert victims == (1 << piece_number(short(said[1])) if said else 0), note  # type: ignore[operator]
    assert ("onto a friend" in note) == (stops.next != NOBODY), note
    runner_frees = stops.pop_baton == seat and not victims
    assert ("can free the baton" in note) == runner_frees, note


@pytest.mark.parametrize("seed", SEEDS)
def test_journeys_do_what_they_say(seed: int) -> None:
    for s in situations(seed):
        if s.pop_baton != NOBODY or s.pop_piece != NOBODY:
            continue
        seat = int(s.turn)
        found = [(each, [each["decision"]]) for each in YAZ.choices(s) if each["decision"]["do"] == "step"]
        found += [(each, each["decisions"]) for each in YAZ.shortcuts(s) if "path" in each]  # type: ignore[misc]
        for each, decisions in found:
            steps = [decision for decision in decisions if decision["do"] == "step"]
            before = after(s, *(decision for decision in decisions if decision["do"] == "stop"))
            piece = piece_number(steps[-1]["piece"])
            assert piece is not None
            then = after(before, *steps)
            assert each["steps"] == len(steps)
            assert each["note"].startswith(f"{len(steps)} step")
            assert each["path"][0] == f"hex:{hex_name(int(before.at[seat, piece]))}"
            assert each["path"][1:] == [f"hex:{step['hex']}" for step in steps]
            assert each["path"][-1] == f"hex:{hex_name(int(then.at[seat, piece]))}"
            check_baton(each["note"], before, then, seat)
            passed = [step["hex"] for step in steps if (before.at == hex_number(step["hex"])).any()]
            if then.phase == RACING and then.turn == seat:
                check_company(each["note"], before, then, seat)
            if "only passes" not in each["note"] and passed and passed[-1] == steps[-1]["hex"]:
                passed.pop()
            assert each.get("through", []) == [f"hex:{place}" for place in passed]


def ground_within(s: State, start: int, piece: str) -> set[int]:
    """The hexes that a piece reaches over open ground, by the rulebook's own table."""
    allowance, roughest = MOVES[piece[0]]
    left = int(s.left) if s.mover == piece_number(piece) else allowance
    reached = {start}
    for _ in range(left):
        beside = {int(other) for place in reached for other in BESIDE[place]}
        reached |= {place for place in beside if NO_LAND < s.terrain[place] <= roughest}
    return reached - {start}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_free_hex_in_reach_is_one_touch(seed: int) -> None:
    """Where nothing bars the way: no baton of one's own about, so no bulge can be broken."""
    for s in situations(seed, 12):
        seat = int(s.turn)
        if s.pop_baton != NOBODY or s.pop_piece != NOBODY or s.carrier[seat] != NOBODY or s.baton_at[seat] != NOWHERE:
            continue
        offered = {(*each.get("touches", ()),) for each in [*YAZ.choices(s), *YAZ.shortcuts(s)]}
        movers = {each["piece"] for each in legal(s) if each["do"] == "step"}
        for name in movers:
            start = int(s.at[seat, piece_number(name)])
            lead = () if s.mover == piece_number(name) else (f"yazzite:{seat}.{name}",)
            for place in ground_within(s, start, name):
                if not (s.at == place).any():
                    assert (*lead, f"hex:{hex_name(place)}") in offered, (name, hex_name(place))


@pytest.mark.parametrize("seed", SEEDS)
def test_other_previews_and_words_come_true(seed: int) -> None:
    for s in situations(seed):
        seat = int(RULES.to_move(s))
        for each in YAZ.choices(s):
            decision, note = each["decision"], each.get("note", "")
            then = after(s, decision)
            words = YAZ.account(s, YAZ.code(s, decision))
            if decision["do"] in ("step", "pop"):
                broken = bulges_left(s, seat) - bulges_left(then, seat)
                last = broken > 0 and bulges_left(then, seat) == 0
                assert words.count("breaks the last bulge!") == last
                assert words.count("breaks the bulge") == broken - last
            if decision["do"] == "pop":
                check_baton(note, s, then, seat)
                piece = piece_number(decision["piece"])
                assert each["path"] == [f"hex:{hex_name(int(state.at[seat, piece]))}" for state in (s, then)]
            if decision["do"] in ("step", "stop") and then.phase == RACING and then.turn == seat:
                victims = int(then.throttled[1 - seat]) & ~int(s.throttled[1 - seat])
                assert ("sits down on" in words) == bool(victims), words
                assert ("stops on a friend" in words) == (then.next != NOBODY), words
                if decision["do"] == "stop" and victims:
                    name = piece_name(victims.bit_length() - 1)
                    assert short(note.split("'s ")[1]) == name
            if decision["do"] == "pass":
                assert short(note.removesuffix(" takes the baton")) == piece_name(int(then.carrier[seat]))
            for touched, trail in YAZ.trails(s, YAZ.code(s, decision)).items():
                piece = piece_number(touched.partition(".")[2])
                assert trail == [f"hex:{hex_name(int(state.at[seat, piece]))}" for state in (s, then)]


def test_ending_a_turn_tells_who_wins_by_it() -> None:
    s = race(".S1! .< .x .x .t1 . .L1")

    def note() -> str:
        return str(YAZ.preview(s, YAZ.code(s, decided("end"))).get("note", ""))

    assert note() == ""
    play(s, "announce")
    assert note() == "ends the race: Cobalt wins"


def test_the_account_tells_what_a_spent_move_ends_in() -> None:
    s = race(".L1 . .t1 . .* .*")
    play(s, "L1 b1")
    code = YAZ.code(s, decided("L1 c1"))
    assert YAZ.words(s, code) == "Rust's Luggant 1 goes to c1"
    assert YAZ.account(s, code) == "Rust's Luggant 1 goes to c1 and sits down on Cobalt's Tarnose"


@pytest.mark.parametrize(("name", "moves"), [("S1", 6), ("F1", 4), ("T1", 3), ("L1", 2)])
def test_numbers_in_sentences_are_those_of_the_rules(name: str, moves: int) -> None:
    s = race(f".{name} . . . . . . . .* .*")
    far = YAZ.why_not(s, YAZ.code(s, decided(f"{name} {'abcdefghij'[moves + 1]}1")))
    assert far.message == f"{'abcdefghij'[moves + 1]}1 is {moves + 1} hexes away, and {name} may still move {moves}."
    play(s, f"{name} b1")
    left = "1 hex" if moves == 2 else f"{moves - 1} hexes"
    assert f"{left} left" in str(YAZ.scene(s).get("help"))
    assert next(each["look"] for each in YAZ.scene(s)["pieces"] if each["id"] == f"yazzite:0.{name}") == {
        "left": moves - 1
    }


def test_the_help_names_the_ground_that_is_open() -> None:
    for name, ground in (("S1", "mud only"), ("F1", "mud and muck"), ("T1", "any ground"), ("L1", "any ground")):
        s = play(race(f".{name} . . . . . . . .* .*"), f"{name} b1")
        assert ground in str(YAZ.scene(s).get("help"))


def test_whoever_may_finish_soon_is_told_to_announce() -> None:
    assert "announce" in str(YAZ.scene(race(".S1! .< .< .x .x .t1")).get("help"))
    assert "announce" not in str(YAZ.scene(race(".S1! .< .< .< .x .x .t1")).get("help"))


def test_the_scene_counts_bulges_turns_and_yazzites_to_place() -> None:
    s = race(".S1! .< .x .> .* .t1\nturn 0 7")
    scene = YAZ.scene(s)
    assert scene["caption"] == "Turn 7 of 60"
    assert [line["counts"][0]["have"] for line in scene["seats"]] == [2, 2]
    assert [line["counts"][0]["of"] for line in scene["seats"]] == [4, 4]
    s = YAZ.start(2, YAZ.check_options(2, {"setter": "first", "scenario": "large"}))
    assert YAZ.scene(s)["caption"] == "Setting · bulge 1 of 9"
    assert YAZ.scene(s)["seats"][1]["line"] == "15 to place"
    play(s, *(f"bulge {each['hex']}" for each in YAZ.shortcuts(s)[0]["decisions"]))
    look = {item["id"]: item["look"] for item in YAZ.scene(s)["items"]}
    assert {name: each["moves"] for name, each in look.items()} == {"kind:S": 6, "kind:F": 4, "kind:T": 3, "kind:L": 2}


def test_nobody_is_said_to_sit_down_on_a_first_turn() -> None:
    s = race(f".L1 .t1 . .* .*\nturn 0 {FIRST_TURN}")
    note = next(each["note"] for each in YAZ.choices(s) if each["touches"] == ["yazzite:0.L1", "hex:b1"])
    assert note == "1 step · only passes"

"""What is shown before a decision is what then happens: previews against the game played on from there."""

import random
import re
from typing import Any

import pytest

from oddboard.core.match import Match
from oddboard.core.views import choices
from tests.games.yavoch.table import GAME, HOME, decision, play, table
from tests.games.yavoch.test_against_referee import crowded, fighting

Position = dict[str, Any]
NAMES = {"command": "Command ship"} | {kind: kind.capitalize() for kind in ("archid", "squam", "neornith", "trych")}


def copied(match: Match) -> Match:
    return Match.from_position(GAME, match.position())


def undefended(match: Match, given: dict[str, Any]) -> Match:
    """The game after a decision that the other does not answer."""
    after = copied(match)
    after.play({name: value for name, value in given.items() if name != "weight"})
    while after.position()["phase"] == "asked":
        after.play({"do": "defend", "with": "none"})
    return after


def rolled(match: Match, given: dict[str, Any]) -> list[Match]:
    """The ten games after an attack; one if no die is rolled."""
    after = undefended(match, given)
    if after.position()["phase"] != "rolling":
        return [after]
    seat = after.position()["turn"]
    return [undefended(after, {"do": "die", "face": face, "seat": seat}) for face in range(10)]


def is_won(before: Position, after: Position) -> bool:
    """Whether the turn goes on after a battle, or ended the game by it."""
    return (after["turn"] == before["turn"] and after["phase"] == "turn") or after["winner"] == before["turn"]


def place_of(before: Position, after: Position, start: str, to: str, seat: int) -> str | None:
    """Where a ship of a seat that was sent from one position to another is, if it is anywhere."""
    stands = {at for at, ship in after["ships"].items() if ship["seat"] == seat}
    fresh = stands - set(before["ships"])
    if fresh:
        return min(fresh)
    return to if to in stands and to in before["ships"] and start not in stands else None


def gone(before: Position, after: Position) -> list[str]:
    """The names of what is no longer there, by position."""
    found = []
    for at in sorted({*before["ships"], *before["gates"], *before["mines"]}):
        if at in before["ships"] and at not in after["ships"]:
            found.append(NAMES[before["ships"][at]["kind"]])
        found += [kind for kind in ("gate", "mine") if at in before[f"{kind}s"] and at not in after[f"{kind}s"]]
    return found


def check_move(match: Match, choice: dict[str, Any], start: str, to: str) -> None:
    before, note = match.position(), choice.get("note", "")
    ends = rolled(match, choice["decision"])
    won = [after.position() for after in ends if len(ends) == 1 or is_won(before, after.position())]
    assert choice["path"][0] == f"position:{start}"
    if start not in before["ships"]:
        assert choice["path"][-1] == f"position:{to}"
        return
    ship, after = before["ships"][start], won[-1]
    now = place_of(before, after, start, to, ship["seat"])
    assert f"position:{to}" in choice["path"]
    assert choice["path"][-1] == f"position:{now or to}", (choice, now)
    assert ("lost" in note.lower()) == (now is None)
    if len(ends) > 1:
        assert f"wins {len(won)} in 10" in note
    assert ("Attack" in note or "Both" in note) == (to in before["ships"])
    assert ("your own" in note) == (to in before["ships"] and before["ships"][to]["seat"] == ship["seat"])
    laid = choice["decision"].get("mine", False)
    assert ("leaves a mine" in note.lower()) == (after["mines"].get(start) == ship["seat"])
    if now and to not in before["ships"]:
        gained = after["ships"][now]["rings"] - ship["rings"] + laid
        takes = re.search(r"[Tt]akes (no|\d+) loose rings?", note)
        assert gained == (0 if not takes or takes[1] == "no" else int(takes[1])) + ("mine: a ring" in note)
        assert bool(takes) == bool(before["loose"].get(to) or before["loose"].get(now))
    if out := re.search(r"out at (\d+)", note):
        assert out[1] == now


def check(match: Match, choice: dict[str, Any]) -> None:
    given, note, before = choice["decision"], choice.get("note", ""), match.position()
    do = given["do"]
    if do == "move":
        check_move(match, choice, given["from"], given["to"])
        return
    after = undefended(match, given).position()
    ships = after["ships"]
    if do == "shuffle":
        left, there = ships[given["from"]]["rings"], ships[given["to"]]["rings"]
        assert note == f"A ring: {left} left, {there} there"
    elif do == "fire":
        (hit,) = gone(before, after)
        at = before["ships"].get(given["at"])
        owner = at["seat"] if at else before["mines"][given["at"]]
        own = "your own" if owner == before["turn"] else "the"
        command = next(at for at, ship in ships.items() if ship == ships[at] and f"position:{at}" == choice["path"][0])
        assert note == f"Destroys {own} {hit}" + (" · its last ring" if ships[command]["rings"] == 0 else "")
        assert choice["path"][-1] == f"position:{given['at']}"
    elif do == "detonate":
        lost = gone(before, after)
        lost.remove("Trych")
        assert sorted(note.removeprefix("Destroys ").split(", ")) == sorted(lost or ["only itself"])
        level, bare, circled = map(int, given["at"])
        around = {
            f"position:{level}{bare + i}{circled + j}"
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if (i or j) and 1 <= bare + i <= 5 and 1 <= circled + j <= 5
        }
        assert set(choice["through"]) == around
    elif do == "end":
        assert ("starves" in note) == (after["ending"] == "starved")
    elif do == "weapon":
        recipe = sum(1 for _ in spends(match, given))
        assert note == f"Spends {recipe} cards, takes the place of the move"
    elif do in ("shift", "jump", "clone"):
        start = before["attack"]["at" if do == "shift" else "from"]
        ship = before["ships"][start]
        if do == "clone":
            after = undefended(copied(undefended(match, given)), {"do": "share", "rings": 1}).position()
        now = place_of(before, after, start, given["to"], ship["seat"])
        assert choice["path"][0] == f"position:{start}"
        assert choice["path"][-1] == f"position:{now or given['to']}"
        assert ("lost" in note.lower()) == (now is None)
        if now:
            gained = after["ships"][now]["rings"] - (1 if do == "clone" else ship["rings"])
            takes = re.search(r"akes (no|\d+) loose rings?", note)
            assert gained == (0 if not takes or takes[1] == "no" else int(takes[1])) + ("mine: a ring" in note)
    elif do == "share":
        left = ships[before["attack"]["from"]]["rings"]
        assert note == f"{given['rings']} with the double, {left} left"
    elif do == "target":
        check_target(before, after, given["at"], note)


def check_target(before: Position, after: Position, at: str, note: str) -> None:
    kind, weapon, user = NAMES[before["ships"][at]["kind"]], before["attack"]["weapon"], before["attack"]["from"]
    ships = after["ships"]
    if weapon == "antimatter_torpedo":
        assert gone(before, after) == [kind]
        assert note == f"Destroys the {kind}"
    elif weapon == "remote_energy_absorber":
        drained = before["ships"][at]["rings"] - ships[at]["rings"]
        gained = ships[user]["rings"] - before["ships"][user]["rings"]
        assert note == f"It loses {drained} ring{'s' * (drained != 1)}, {gained or 'none'} for you"
    elif weapon == "revenant_device":
        assert ships[at]["seat"] == before["turn"]
        rings = ships[at]["rings"]
        assert note == f"The {kind} becomes yours, with {rings or 'no'} ring{'s' * (rings != 1)}"


def spends(match: Match, given: dict[str, Any]) -> Any:
    """The cards that are spent for a weapon, one by one."""
    after = copied(match)
    after.play(given)
    while after.position()["phase"] == "spending":
        yield after.legal()[0]
        after.play(after.legal()[0])


@pytest.mark.rule("YAV-24", "YAV-35", "YAV-36")
@pytest.mark.parametrize("seed", range(24))
def test_previews_come_true(seed: int) -> None:
    rng = random.Random(2000 + seed)
    match, _ = crowded(rng)
    choose = fighting(rng)
    for _ in range(30):
        if match.is_over:
            break
        if isinstance(match.to_move, int):
            found = [dict(each) for each in choices(GAME, match.view(match.to_move))]
            telling = [each for each in found if each.get("note")]
            for choice in rng.sample(telling, min(12, len(telling))) + rng.sample(found, min(6, len(found))):
                check(match, choice)
        match.play(choose(match, match.legal()))


@pytest.mark.rule("YAV-18", "YAV-19", "YAV-61")
def test_rings_are_counted_after_the_mine_that_is_left() -> None:
    match = table(HOME + " A333+5 M343 o332+2 G323 G222 o222+1")
    notes = {each["decision"]["to"]: each.get("note") for each in found_moves(match, "333", mine=True)}
    assert notes["343"] == "Takes up the mine: a ring · leaves a mine"
    assert notes["332"] == "Takes 1 loose ring · leaves a mine"
    assert notes["323"] == "Gate: out at 222 · Takes 1 loose ring · leaves a mine"
    notes = {each["decision"]["to"]: each.get("note") for each in found_moves(match, "333", mine=False)}
    assert notes["343"] == "Takes up the mine"
    assert notes["332"] == "Takes no loose rings"


def found_moves(match: Match, start: str, mine: bool) -> list[dict[str, Any]]:
    found = [dict(each) for each in choices(GAME, match.view(0)) if each["decision"].get("from") == start]
    return [each for each in found if each["decision"]["do"] == "move" and each["decision"].get("mine", False) == mine]


def test_a_command_ship_in_battle_on_a_gate() -> None:
    match = table("C333+3 s343+2 g343 T115 c555+3 t551")
    (note,) = [each["note"] for each in found_moves(match, "333", mine=False) if each["decision"]["to"] == "343"]
    assert note == "Attack Squam · wins, then stands on the gate"


def words(match: Match, text: str) -> str:
    code = GAME.code(match.state, decision(match, text))
    assert isinstance(code, int)
    return GAME.words(match.state, code)


@pytest.mark.rule("YAV-19", "YAV-24", "YAV-35", "YAV-36")
def test_words_tell_what_a_position_does() -> None:
    match = table(HOME + " A333+2 G343 G222 g332 m334 M233 n433+2 s323+1 g323")
    assert words(match, "move 333 343") == "Rust's Archid goes from 333 to 343 and through its gate to 222"
    assert words(match, "move 333 332") == "Rust's Archid goes from 333 to 332 and is lost in Cobalt's gate"
    assert words(match, "move 333 334") == "Rust's Archid goes from 333 to 334 and blows itself up on Cobalt's mine"
    assert words(match, "move 333 233") == "Rust's Archid goes from 333 to 233 and takes up its mine"
    assert words(match, "move 333 433").endswith("and attacks Cobalt's Neornith, and wins with 2 or more")
    assert words(match, "move 333 323").endswith("and is lost in the gate with Cobalt's Squam")
    command = table("C333+3 n433+1 a333 T115 c342+3 t551".replace(" a333", " A343+1"))
    assert words(command, "move 333 433").endswith("and attacks Cobalt's Neornith"), "a Command ship needs no die"
    assert words(command, "move 343 342").endswith("and attacks Cobalt's Command ship, and wins with 7 or more")


def test_numbers_in_texts() -> None:
    full = " ".join(["wild"] * 5)
    match = play(table(HOME, hands=(full, "wild")), "move 115 114", "end", "draw wild", "top component")
    assert GAME.scene(match.state)["help"] == "6 are one too many: it goes face down."
    assert refused_text(match, "end") == "First one of 6 cards is discarded."
    asteroid = play(table(HOME, hands=("wild", "")), "move 115 114", "end", "draw wild", "top impact")
    play(asteroid, "impact unexpected_asteroid_impact")
    assert GAME.scene(asteroid.state)["help"] == "1 to 5: two lines of level 3. 6 to 9: a quadrant. 0: its core."
    (die,) = [item for item in GAME.scene(asteroid.state)["items"] if item["kind"] == "die"]
    assert die["look"] == {"sides": 10}
    battle = play(table(HOME + " S333+1 c344+2".replace(" c344+2", " a344+2")), "move 333 344")
    assert GAME.scene(battle.state)["help"] == "The attacker wins with 2 or more."
    (die,) = [item for item in GAME.scene(battle.state)["items"] if item["kind"] == "die"]
    assert die["look"] == {"sides": 10, "needs": 2}
    assert refused_text(table(HOME + " S333+1"), "move 333 344 mine") == "To leave a mine it needs 2 rings."
    assert refused_text(table(HOME), "move 115 114 mine") == "To leave a mine it needs 1 ring."


def refused_text(match: Match, text: str) -> str:
    refusal = match.why_not(decision(match, text))
    assert refusal is not None
    return refusal.message


@pytest.mark.rule("YAV-51")
def test_shares_of_a_double() -> None:
    hand = "matter_energy_transducer:all base_element_transducer:all dark_energy_collimator:all"
    match = table(HOME + " S333+4", hands=(hand, ""))
    play(match, "weapon cloning 333", *(f"spend {card}" for card in hand.split()), "clone 355")
    names = [item["name"] for item in GAME.scene(match.state)["items"] if item["kind"] == "share"]
    assert names == ["1 ring along, 2 left", "2 rings along, 1 left", "3 rings along, 0 left"]
    assert refused_text(match, "share 4") == "The double takes 1 to 3 rings; 1 is paid for it."
    assert refused_text(table(HOME + " S333+1", hands=(hand, "")), "weapon cloning 333") == (
        "Cloning needs 2 rings or more."
    )


def test_seats_show_what_is_left_of_what_they_began_with() -> None:
    match = play(Match(GAME, 2, {"trychs": 7}), "levels low", "formation lance", "formation lance")
    counts = {each["kind"]: (each["have"], each["of"]) for each in GAME.scene(match.state)["seats"][0]["counts"]}
    assert counts == {"archid": (2, 2), "squam": (4, 4), "neornith": (3, 3), "trych": (7, 7), "gate": (2, 2)}


@pytest.mark.rule("YAV-13", "YAV-32")
def test_a_refusal_names_what_is_in_the_way() -> None:
    match = table("C333+2 S322+1 T115 t344 c355+3 t551 a344".replace(" a344", ""))
    assert refused_text(match, "fire 355") == "A shot hits the first thing in line: Cobalt's Trych on 344."
    assert refused_text(match, "move 322 344") == "Rust's Command ship on 333 is in the way."
    assert refused_text(match, "fire 334") == "A shot needs something to destroy, and 334 is empty."


@pytest.mark.rule("YAV-51")
def test_a_double_takes_what_lies_where_it_lands() -> None:
    hand = "matter_energy_transducer:all base_element_transducer:all dark_energy_collimator:all"
    match = table(HOME + " S333+5 M344 o322+2 g342 m324", hands=(hand, ""))
    play(match, "weapon cloning 333", *(f"spend {card}" for card in hand.split()))
    found = {each["decision"]["to"]: each.get("note", "") for each in choices(GAME, match.view(0))}
    assert [found[to] for to in ("344", "322", "342", "324", "423")] == [
        "Takes up the mine: a ring",
        "Takes 2 loose rings",
        "Lost in the gate",
        "Lost on the mine",
        "",
    ]

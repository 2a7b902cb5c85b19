"""Cards, the deck and paying with them (YAV-41 to YAV-47)."""

import json
from importlib.resources import files
from typing import Any

import pytest

from oddboard.core.errors import BadOptions
from oddboard.core.match import Match
from oddboard.games.yavoch.cards import DECKS, IMPACTS, STANDARD_RECIPES, read
from tests.games.yavoch.table import GAME, HOME, decision, offered, play, refused, table

FULL = {"game": "full"}


def hand(match: Match, seat: int) -> dict[str, int]:
    cards: dict[str, int] = match.position()["cards"]["hands"][seat]["cards"]
    return cards


@pytest.mark.rule("YAV-41")
def test_a_card_at_the_end_of_the_turn() -> None:
    match = play(table(HOME, **FULL), "move 115 114", "end")
    assert match.to_move == "chance"
    play(match, "draw wild", "top component")
    assert match.to_move == 1
    assert hand(match, 0) == {"wild": 1}


@pytest.mark.rule("YAV-41")
def test_with_six_one_is_discarded() -> None:
    match = play(table(HOME, hands=("wild wild wild wild wild", "")), "move 115 114", "end")
    play(match, "draw graviton_polarizer:all", "top component")
    assert (match.to_move, offered(match, "discard", "card")) == (0, {"wild", "graviton_polarizer:all"})
    assert refused(match, "discard magnetic_monopoles:all") == "YAV-41"
    play(match, "discard wild")
    assert match.to_move == 1
    assert match.position()["cards"]["face_down"][0] == {"size": 1, "cards": {"wild": 1}}


@pytest.mark.rule("YAV-41")
def test_no_card_after_an_offensive_weapon() -> None:
    match = table(HOME + " S333+1", hands=("wild wild wild", ""))
    play(match, "weapon hyperdrive 333", "spend wild", "spend wild", "spend wild", "jump 444", "end")
    assert match.to_move == 1


@pytest.mark.rule("YAV-42")
def test_the_decks() -> None:
    for name, wild, other in (("standard", 3, 1), ("arsenal", 12, 0)):
        deck = DECKS[name]
        assert sum(deck.values()) == 54
        assert deck["wild"] == wild
        assert deck.get("graviton_polarizer:squam", 0) == other
        assert sum(deck[impact] for impact in IMPACTS) == 6


@pytest.mark.rule("YAV-42")
@pytest.mark.parametrize("deck", ["royal", 7, {"wild": 11}, {"wild": 12, "joker": 1}, {"wild": -1}, {"wild": True}, []])
@pytest.mark.parametrize("game", ["full", "decker"])
def test_decks_that_are_refused(deck: Any, game: str) -> None:
    with pytest.raises(BadOptions):
        GAME.check_options(2, {"game": game, "deck": deck})


@pytest.mark.rule("YAV-42")
def test_a_deck_of_ones_own() -> None:
    match = table(HOME, game="full", deck={"wild": 12, "core_dump": 0, "core_anomaly": 2})
    assert match.options["deck"] == {"wild": 12, "core_anomaly": 2}, "0 is the same as absent"
    play(match, "move 115 114", "end")
    assert match.legal() == [{"do": "draw", "card": "wild", "weight": 12}]
    assert play(match, "draw wild").legal() == [
        {"do": "top", "kind": "component", "weight": 11},
        {"do": "top", "kind": "impact", "weight": 2},
    ]


@pytest.mark.rule("YAV-43")
def test_a_component_lies_on_top_at_the_start() -> None:
    match = play(table(HOME, **FULL), "move 115 114", "end")
    assert not any(each["card"] in IMPACTS for each in match.legal())
    assert sum(each["weight"] for each in match.legal()) == 48


@pytest.mark.rule("YAV-44")
def test_impacts_come_between_the_turns_one_after_another() -> None:
    match = play(table(HOME, **FULL), "move 115 114", "end", "draw wild", "top impact")
    assert offered(match, "impact", "card") == set(IMPACTS)
    play(match, "impact core_anomaly", "top impact")
    assert offered(match, "impact", "card") == set(IMPACTS) - {"core_anomaly"}
    assert play(match, "impact core_dump", "top component").to_move == 1


@pytest.mark.rule("YAV-44")
def test_the_discard_at_six_comes_before_the_impact() -> None:
    match = play(table(HOME, hands=("wild wild wild wild wild", "")), "move 115 114", "end", "draw wild", "top impact")
    assert match.to_move == 0
    assert play(match, "discard wild").legal()[0]["do"] == "impact"


@pytest.mark.rule("YAV-44")
def test_an_empty_deck_is_renewed_from_the_discards() -> None:
    five = "wild wild wild wild wild"
    match = table(HOME, hands=(five, five), deck={"wild": 12, "core_anomaly": 1})
    play(match, "move 115 114", "end", "draw wild", "top component", "discard wild", "move 551 541", "end")
    play(match, "draw wild", "top impact", "discard wild", "impact core_anomaly")
    deck = match.position()["cards"]["deck"]
    assert deck == {"size": 3, "cards": {"wild": 2, "core_anomaly": 1}}, "two discards and the impact itself"
    assert {each["kind"] for each in match.legal()} == {"component", "impact"}


@pytest.mark.rule("YAV-45")
def test_no_recipe_contains_another() -> None:
    recipes = [set(recipe) for recipe in STANDARD_RECIPES.values()]
    assert not any(one < other for one in recipes for other in recipes)
    assert len(set.union(*recipes)) == 9, "every component serves"


@pytest.mark.rule("YAV-46")
def test_cards_must_agree_on_a_ship() -> None:
    fleet = HOME + " S333+1 N331+1"
    match = table(fleet, hands=("base_element_transducer:squam field_effect_emitter:neornith", ""), deck="standard")
    assert offered(match, "weapon", "ship") == set()
    assert refused(match, "weapon evolution 333") == "YAV-46"
    match = table(fleet, hands=("base_element_transducer:squam field_effect_emitter:all", ""), deck="standard")
    assert offered(match, "weapon", "ship") == {"333"}
    match = table(fleet, hands=("base_element_transducer:all field_effect_emitter:all", ""), deck="standard")
    assert offered(match, "weapon", "ship") == {"333", "331"}, "no Command ship, and nobody without a ring"
    assert refused(match, "weapon evolution 111") == "YAV-46"
    assert refused(match, "weapon evolution 115") == "YAV-46"


@pytest.mark.rule("YAV-46")
def test_which_cards_may_be_spent() -> None:
    cards = "base_element_transducer:squam base_element_transducer:all wild"
    match = play(table(HOME + " S333+1", hands=(cards, ""), deck="standard"), "weapon evolution 333")
    assert offered(match, "spend", "card") == {"base_element_transducer:squam", "base_element_transducer:all"}
    assert refused(match, "spend wild") == "YAV-46", "the second component needs it"
    play(match, "spend base_element_transducer:squam")
    assert offered(match, "spend", "card") == {"wild"}
    assert refused(match, "spend base_element_transducer:all") == "YAV-45"
    play(match, "spend wild")
    assert match.position()["cards"]["discards"] == {"base_element_transducer:squam": 1, "wild": 1}
    assert hand(match, 0) == {"base_element_transducer:all": 1}


@pytest.mark.rule("YAV-47")
def test_an_offensive_weapon_replaces_the_move() -> None:
    match = play(table(HOME + " S333+1", hands=("wild wild wild wild wild", "")), "move 115 114")
    assert refused(match, "weapon evolution 333") == "YAV-47"
    match = play(table(HOME + " S333+1", hands=("wild wild wild wild wild", "")), "weapon evolution 333")
    play(match, "spend wild", "spend wild", "target 333", "become archid")
    assert offered(match, "weapon", "ship") == set()
    assert refused(match, "move 115 114") == "YAV-22"


@pytest.mark.rule("YAV-47")
def test_line_of_sight() -> None:
    pieces = HOME + " S333+1 t323 t313 g343 t353 T334 t332 g332 t433 t153 m243 t345"
    match = table(pieces, hands=("wild wild wild", ""))
    play(match, "weapon antimatter_torpedo 333", "spend wild", "spend wild", "spend wild")
    assert offered(match, "target") == {"323", "332", "433"}, "a ship on a gate, but nothing behind gate or mine"
    assert refused(match, "target 353") == "YAV-47"
    assert refused(match, "target 345") == "YAV-47"
    assert refused(match, "target 334") == "YAV-49"


@pytest.mark.rule("YAV-42", "YAV-45")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("components", ["a", "a"], "named once"),
        ("ships", ["tug"], "ships are"),
        ("impacts", [], "impacts are"),
        ("recipes", {}, "one recipe"),
    ],
)
def test_a_file_of_cards_that_the_rules_cannot_use(field: str, value: Any, message: str) -> None:
    text = files("oddboard.games.yavoch").joinpath("cards.json").read_text(encoding="utf-8")
    data = json.loads(text)
    assert read(text) == data
    with pytest.raises(ValueError, match=message):
        read(json.dumps(data | {field: value}))
    data["recipes"]["cloning"] = ["magnetic_monopoles", "magnetic_monopoles"]
    with pytest.raises(ValueError, match="recipe of cloning"):
        read(json.dumps(data))


@pytest.mark.rule("YAV-45")
def test_a_weapon_takes_what_its_own_recipe_says() -> None:
    own = {"tractor_beam": ["magnetic_monopoles"], "hyperdrive": ["magnetic_monopoles", "worm_hole_initiator"]}
    match = table(HOME + " S333+1 n343+1", hands=("magnetic_monopoles:all", ""), recipes=own)
    assert offered(match, "weapon", "weapon") == {"tractor_beam"}, "one card pays for it, and a Hyperdrive takes two"
    refusal = match.why_not(decision(match, "weapon hyperdrive 333"))
    assert refusal
    assert "it takes magnetic monopoles, worm hole initiator," in refusal.message
    play(match, "weapon tractor_beam 333", "spend magnetic_monopoles:all", "target 343")
    assert match.position()["options"]["recipes"] == own
    assert Match.from_position(GAME, match.position()).position() == match.position()


@pytest.mark.rule("YAV-45")
def test_what_a_recipe_does_not_change_is_as_usual() -> None:
    usual = {"evolution": list(STANDARD_RECIPES["evolution"])}
    assert GAME.check_options(2, {"recipes": usual})["recipes"] == "standard"
    match = table(HOME + " S333+1", hands=("base_element_transducer:all field_effect_emitter:all", ""), recipes={})
    assert offered(match, "weapon", "weapon") == {"evolution"}


@pytest.mark.rule("YAV-45")
@pytest.mark.parametrize(
    ("recipes", "why"),
    [
        (7, "standard or an object from weapon to components is wanted"),
        ({"ray_gun": ["magnetic_monopoles"]}, "weapons are tractor_beam,"),
        ({"cloning": "magnetic_monopoles"}, "the recipe of cloning is a list of 1 to 5 components"),
        ({"cloning": []}, "the recipe of cloning is a list of 1 to 5 components"),
        ({"cloning": ["glue"]}, 'the recipe of cloning has "glue", and components are'),
        ({"cloning": [["glue"]]}, "and components are"),
        ({"cloning": ["magnetic_monopoles"] * 2}, "names magnetic_monopoles twice"),
    ],
)
def test_recipes_that_nobody_can_pay_are_refused(recipes: Any, why: str) -> None:
    with pytest.raises(BadOptions) as error:
        GAME.check_options(2, {"recipes": recipes})
    assert why in str(error.value)
    assert error.value.rule == "YAV-45"


@pytest.mark.rule("YAV-45")
def test_games_saved_before_play_by_the_usual_recipes() -> None:
    from oddboard.core.options import saved_options

    assert saved_options(GAME.options, {"game": "full"})["recipes"] == "standard"

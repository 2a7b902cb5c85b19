"""What a seat sees of the other's cards and questions (YAV-57)."""

import random

import pytest

from oddboard.conformance.secrets import possible_pasts
from oddboard.conformance.states import look_closely
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same, to_bytes
from oddboard.games.yavoch.cards import CARD_NAMES, COMPONENTS
from tests.games.yavoch.table import GAME, HOME, play, table
from tests.games.yavoch.test_against_referee import crowded, fighting

FIVE = "wild wild wild wild wild"
NOTHING = "graviton_polarizer:all graviton_polarizer:all worm_hole_initiator:all worm_hole_initiator:all wild"
DEFLECTOR = "field_effect_emitter:all magnetic_monopoles:all"
DESTRUCTOR = "field_effect_emitter:all antimatter_matter_inverter:all"


def view(match: Match, seat: int) -> object:
    seen = copy(match.state)
    GAME.rules.hide(seen, seat)
    return seen


@pytest.mark.rule("YAV-57")
def test_a_hand_shows_only_its_number() -> None:
    one = table(HOME, hands=("wild", "wild wild wild"), turn=0)
    other = table(HOME, hands=("wild", "magnetic_monopoles:all wild graviton_polarizer:all"), turn=0)
    assert same(view(one, 0), view(other, 0))
    assert not same(view(one, 1), view(other, 1))
    assert one.position(0)["cards"]["hands"] == [{"size": 1, "cards": {"wild": 1}}, {"size": 3, "cards": None}]


@pytest.mark.rule("YAV-57")
def test_the_deck_shows_merged_with_the_hidden_cards() -> None:
    match = play(table(HOME, hands=("wild", FIVE), turn=1), "move 551 541", "end", "draw wild", "top component")
    play(match, "discard wild")
    cards = match.position(0)["cards"]
    assert cards["deck"]["size"] == 54 - 1 - 6
    assert cards["deck"]["cards"]["wild"] == 11, "five in the other hand, one face down, five in the deck"
    assert cards["face_down"][1] == {"size": 1, "cards": None}
    assert match.position(1)["cards"]["deck"]["cards"]["wild"] == 6


@pytest.mark.rule("YAV-57")
def test_the_attacker_sees_the_die_still_to_fall() -> None:
    """Whether the other is asked before the roll, after it, or not at all."""
    fleet = HOME + " S333+1 s344+1"
    asked = play(table(fleet, hands=("", f"{DEFLECTOR} wild wild wild")), "move 333 344")
    rolling = play(table(fleet, hands=("", NOTHING)), "move 333 344")
    rolled = play(table(fleet, hands=("", f"{DESTRUCTOR} {DESTRUCTOR} base_element_transducer:all")), "move 333 344")
    assert (asked.to_move, rolling.to_move, rolled.to_move) == (1, "chance", "chance")
    play(rolled, "die 5")
    assert rolled.to_move == 1
    assert same(view(asked, 0), view(rolling, 0))
    assert same(view(rolled, 0), view(rolling, 0))
    for match in (asked, rolling, rolled):
        situation = match.situation(0)
        assert situation["to_move"] == "chance"
        assert situation["ply"] == 1
        assert {each["face"] for each in situation["legal"]} == set(range(10))
        assert match.position(0)["attack"]["at"] == "344", "the attack is announced, nothing resolved"


@pytest.mark.rule("YAV-57")
@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ("s113+1", ("fire 113",)),
        ("S333+2 g344 s344+1", ("move 333 344",)),
        ("T333 s344+1", ("detonate 333",)),
        ("S333+2 t344+1", ("move 333 344",)),
        ("S333+2 s344+1", ("weapon evolution 333", "spend wild", "spend wild", "target 344", "become trych")),
    ],
)
def test_also_where_no_die_follows(pieces: str, lines: tuple[str, ...]) -> None:
    match = play(table(f"{HOME} {pieces}", hands=("wild wild", FIVE)), *lines)
    assert match.to_move == 1
    assert match.situation(0)["to_move"] == "chance"
    assert {each["face"] for each in match.situation(0)["legal"]} == set(range(10))
    before = match.situation(0)["ply"]
    play(match, "defend none")
    while match.to_move == 1 and match.legal()[0]["do"] == "defend":
        assert match.situation(0)["ply"] == before
        play(match, "defend none")
    assert not any(each["do"] == "defend" for each in match.seen_history(0)), "a refusal is absent"
    assert any(each["do"] == "defend" for each in match.seen_history(1))


@pytest.mark.rule("YAV-57")
def test_the_roll_shows_when_the_answer_is_given() -> None:
    match = play(table(HOME + " S333+1 s344+1", hands=("", FIVE)), "move 333 344", "defend none", "die 5")
    assert [each["do"] for each in match.seen_history(0)] == ["move"]
    assert [each["do"] for each in match.seen_history(1)] == ["move", "defend", "die"]
    declined = play(Match(GAME, 2, match.options, start=match.start), "move 333 344", "defend none", "die 5")
    play(declined, "defend none")
    assert [each["do"] for each in declined.seen_history(0)] == ["move", "die"]
    play(match, "defend self_destruct", "spend wild")
    assert [each["do"] for each in match.seen_history(0)] == ["move", "die", "defend", "spend"]


@pytest.mark.rule("YAV-57")
def test_an_older_roll_stays_known_while_a_shot_is_asked_about() -> None:
    match = table(HOME + " S333+1 s344+1 s113+1", hands=("", f"{DEFLECTOR} wild"))
    play(match, "move 333 344", "defend none", "die 5", "defend none", "fire 113")
    assert match.to_move == 1
    assert [each["do"] for each in match.seen_history(0)] == ["move", "die", "fire"]


@pytest.mark.rule("YAV-57")
def test_a_refusal_does_not_tell_that_the_other_is_asked() -> None:
    asked = play(table(HOME + " S333+1 s344+1", hands=("", FIVE)), "move 333 344")
    rolling = play(table(HOME + " S333+1 s344+1", hands=("", NOTHING)), "move 333 344")
    assert (asked.to_move, rolling.to_move) == (1, "chance")
    for given in ({"do": "end"}, {"do": "fire", "at": "344"}, {"do": "draw", "card": "wild"}):
        assert asked.why_not(given) == rolling.why_not(given)


@pytest.mark.rule("YAV-57")
def test_cards_drawn_and_discarded_are_the_owners_business() -> None:
    match = play(table(HOME, hands=(FIVE, "")), "move 115 114", "end", "draw wild", "top component", "discard wild")
    assert match.seen_history(1)[2] == {"do": "draw"}
    assert match.seen_history(1)[4] == {"do": "discard"}
    assert match.seen_history(0)[4] == {"do": "discard", "card": "wild"}


@pytest.mark.rule("YAV-57", "YAV-59")
def test_both_know_a_stolen_card() -> None:
    match = table(HOME, hands=("wild", "graviton_polarizer:all"))
    play(match, "move 115 114", "end", "draw wild", "top impact", "impact enemy_defector")
    play(match, "steal 0 graviton_polarizer:all", "steal 1 wild")
    for seat in (0, 1):
        assert match.seen_history(seat)[-2]["card"] == "graviton_polarizer:all"


@pytest.mark.rule("YAV-57")
def test_what_is_imagined_can_be_played() -> None:
    """A question with no die is asked again, of a hand that allows an answer."""
    match = play(table(f"{HOME} s113+1", hands=("", f"{DEFLECTOR} wild")), "fire 113")
    for stream in range(40):
        imagined, work = copy(match.state), new(GAME.work)
        GAME.rules.hide(imagined, 0)
        GAME.rules.imagine(imagined, work, 0, generator(stream))
        assert GAME.rules.to_move(imagined) == 1
        assert GAME.rules.legal(imagined, work) == 2
        assert imagined.hand[1].sum() == 3


@pytest.mark.rule("YAV-57")
def test_imagined_hands_come_from_the_unseen_cards() -> None:
    match = table(HOME, hands=("wild wild", "wild graviton_polarizer:squam"), deck="standard")
    seen: set[int] = set()
    for stream in range(300):
        imagined = copy(match.state)
        GAME.rules.imagine(imagined, new(GAME.work), 0, generator(stream))
        cards = [card for card in range(COMPONENTS) if imagined.hand[1, card]]
        seen.update(cards)
        assert imagined.hand[1, COMPONENTS - 1] <= 1, "two of the three wild cards are in Rust's hand"
        assert imagined.left.sum() == match.state.left.sum()
    assert len(seen) == COMPONENTS


@pytest.mark.parametrize("seed", range(6))
def test_views_of_crowded_positions(seed: int) -> None:
    """Everything that the conformance suite asks, in the middle of weapons, questions and impacts."""
    rng = random.Random(seed)
    match, _ = crowded(rng)
    choose = fighting(rng)
    for _ in range(40):
        if match.is_over:
            break
        if match.position()["phase"] != "turn":
            look_closely(match, rng)
        match.play({name: value for name, value in choose(match, match.legal()).items() if name != "weight"})


@pytest.mark.rule("YAV-57")
def test_a_spectator_sees_no_hand() -> None:
    match = table(HOME, hands=("wild wild", "wild"))
    seen = copy(match.state)
    GAME.rules.hide(seen, 2)
    assert not seen.hand.any()
    assert [int(number) for number in seen.held] == [2, 1]
    GAME.rules.imagine(seen, new(GAME.work), 2, generator(5))
    assert [int(hand.sum()) for hand in seen.hand] == [2, 1]


@pytest.mark.xfail(strict=True, reason="a state does not remember which cards in a hand the other player has seen")
@pytest.mark.rule("YAV-57", "YAV-59")
def test_a_card_that_was_seen_to_be_stolen_is_imagined_in_the_thiefs_hand() -> None:
    hands = ("magnetic_monopoles:all", "graviton_polarizer:all")
    match = play(table(HOME, hands=hands), "move 115 114", "end", "draw wild", "top impact", "impact enemy_defector")
    play(match, "steal 0 graviton_polarizer:all", "steal 1 magnetic_monopoles:all", "top component")
    stolen = CARD_NAMES.index("magnetic_monopoles:all")
    for seed in range(20):
        imagined = match.view(0)
        GAME.rules.imagine(imagined, new(GAME.work), 0, generator(seed))
        assert imagined.hand[1, stolen] == 1


@pytest.mark.rule("YAV-57", "YAV-59")
def test_after_a_theft_a_view_tells_less_than_was_known() -> None:
    """Cards are shown only merged, so that nothing is said of what a seat then imagines."""
    rng = random.Random(5)
    match = Match(GAME, 2, {"game": "full", "deck": {"wild": 6, "magnetic_monopoles:all": 6, "enemy_defector": 30}})
    play(match, "levels low", "formation bastion", "formation phalanx")
    while not any(played.decision["do"] == "steal" for played in match.history):
        pasts = possible_pasts(match, 0)
        assert pasts is None or to_bytes(match.state) in pasts
        ending = [code for code in match.codes() if GAME.decision(match.state, code)["do"] == "end"]
        match.play_code(rng.choice(ending or match.codes()))
    assert possible_pasts(match, 0) is None

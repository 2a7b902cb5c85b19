"""Formations of a player's own as text (YAV-21)."""

import pytest

from oddboard.core.errors import BadRequest
from oddboard.core.match import Match
from oddboard.games.yavoch.formations import FORMATIONS
from tests.games.yavoch.table import GAME, play

OWN = """\
command 112
archid 113 145
squam 121 123 212 214
neornith 122 222 224
gate 111 245
trych 125 133 211 213 215 223 231 233 235 242"""


def fleet(match: Match, seat: int) -> dict[str, str]:
    """By position the kinds of a seat's ships."""
    return {at: ship["kind"] for at, ship in match.position()["ships"].items() if ship["seat"] == seat}


def placed(match: Match, seat: int) -> str | None:
    return GAME.formation([each.decision for each in match.history if each.seat == seat])


@pytest.mark.rule("YAV-21")
def test_what_was_placed_by_hand_is_kept_and_placed_again() -> None:
    match = Match(GAME, 2)
    for decision in GAME.formed(match.state, OWN):
        match.play(decision)
    assert placed(match, 0) == OWN
    for decision in GAME.formed(match.state, OWN):
        match.play(decision)
    assert placed(match, 1) == OWN, "on the high side it is written as on the low one"
    mirrored = {"".join(str(6 - int(digit)) for digit in at): kind for at, kind in fleet(match, 0).items()}
    assert fleet(match, 1) == mirrored


@pytest.mark.rule("YAV-21")
def test_a_formation_stands_as_the_ready_made_one_that_it_is_written_from() -> None:
    ready, own = Match(GAME, 2), Match(GAME, 2)
    play(ready, "levels low", "formation bastion")
    places = FORMATIONS["bastion"].split()
    text = (
        f"command {places[0]}\narchids {' '.join(places[1:3])}\nsquams: {', '.join(places[3:7])}\n"
        f"neornith {' '.join(places[7:10])}\nGate {' '.join(places[10:12])}\ntrychs {' '.join(places[12:])}"
    )
    for decision in GAME.formed(own.state, text):
        own.play(decision)
    assert fleet(own, 0) == fleet(ready, 0), "of twelve Trychs the first ten"


@pytest.mark.rule("YAV-21")
def test_nothing_is_kept_but_a_whole_set_up_by_hand_just_made() -> None:
    match = play(Match(GAME, 2), "levels low", "place command 112")
    assert placed(match, 0) is None
    with pytest.raises(BadRequest, match="before the first piece is placed"):
        GAME.formed(match.state, OWN)
    match = play(Match(GAME, 2), "levels low", "formation bastion", "formation lance")
    assert placed(match, 0) is None, "a ready-made one is there anyway"
    match = Match(GAME, 2)
    for decision in GAME.formed(match.state, OWN):
        match.play(decision)
    play(match, "formation lance")
    match.play(next(each for each in match.legal() if each["do"] == "move"))
    assert placed(match, 0) is None


@pytest.mark.rule("YAV-21")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are 1 of command, not 0"),
        ("corvette 112", "line 1 begins with 'corvette'"),
        (OWN.replace("112", "312"), "'312' is no position of the two lowest levels"),
        (OWN.replace("112", "11"), "'11' is no position"),
        (OWN.replace("archid 113", "archid 112"), "line 2: 112 is taken already"),
        (OWN.replace("archid 113 145", "archid 113"), "there are 2 of archid, not 1"),
        (OWN.replace("gate 111 245", "gate 111 245 155"), "there are 2 of gate, not 3"),
        (OWN.replace(" 235 242", ""), "the formation has 8 Trychs, and each side begins with 10"),
        (OWN.replace(" 215 223 231 233 235 242", ""), "there are 6 or more of trych, not 4"),
    ],
)
def test_a_text_that_is_no_formation_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadRequest) as error:
        GAME.formed(Match(GAME, 2).state, text)
    assert why in error.value.message

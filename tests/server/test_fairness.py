"""Bots cannot be foretold, and nobody's bots keep those of others waiting."""

import asyncio
import time
from typing import Any

import pytest

from oddboard import bots
from oddboard.core import registry
from oddboard.core.dice import seal_of
from oddboard.core.match import Match
from oddboard.core.saves import SavedGame
from oddboard.server import thinker
from oddboard.server.bot_seats import bot_question
from oddboard.server.limits import Asker, network_of
from oddboard.server.log import Started
from oddboard.server.new_tables import new_row
from oddboard.server.questions import Question
from oddboard.server.stories import rolls_of, verified
from oddboard.server.tables import BOT, PERSON, Seat, Table, Terms
from oddboard.server.thinkers import Thinkers
from tests.server.client import Refused
from tests.server.running import Guest
from tests.server.test_sitting import refused

QUICK = "sailboat-regatta"
SECRETS = ("11" * 32, "22" * 32)


def table_with(secret: str, level: str = "novice") -> Table:
    """A table of a bot whose name, seats and options are always the same."""
    game = registry.game(QUICK)
    row = new_row(game.key, 2, game.check_options(2, {}), None, Terms(), public=False, host="ann")
    table = Table(row | {"id": "table", "secret": secret}, [Seat(PERSON, "Ann", "ann"), Seat(BOT, "Bot", level=level)])
    table.open([Started(words=["", ""])])
    return table


def test_nothing_public_tells_what_a_bot_will_do() -> None:
    """Two tables that look the same have other bots, unless their secret is the same, as after a restart."""
    first, second, again = (bot_question(table_with(secret), 1) for secret in (*SECRETS, SECRETS[0]))
    assert first.seed != second.seed
    assert first.seed == again.seed
    assert first.seed != bot_question(table_with(SECRETS[0]), 0).seed


@pytest.mark.parametrize("kind", ["search:9999s", "random", "uct:500", "genius"])
def test_tables_take_levels_only(ann: Guest, kind: str) -> None:
    with pytest.raises(Refused, match=r"there is no level .*novice"):
        ann.table(QUICK, ["me", {"bot": kind}])
    table = ann.table(QUICK, ["me", "shared"])
    with pytest.raises(Refused, match="there is no level"):
        ann.post(f"/api/tables/{table}/hand-over", {"seat": 0, "level": kind})
    with pytest.raises(Refused, match="there is no level"):
        ann.post("/api/study/move", {"game": QUICK, "level": kind})


def test_a_bot_that_an_earlier_server_let_in_plays_at_the_lowest_level() -> None:
    question = bot_question(table_with(SECRETS[0], "search:9999s"), 1)
    assert question.level == next(iter(bots.LEVELS))
    assert question.seconds < 60


def test_a_table_is_for_somebody_who_plays(ann: Guest) -> None:
    with pytest.raises(Refused, match="bad_options"):
        ann.table(QUICK, [{"bot": "novice"}, {"bot": "novice"}])


def test_bots_that_are_alone_wait_until_somebody_looks_on(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", {"bot": "novice"}])
    ann.post(f"/api/tables/{table}/leave")
    time.sleep(1)  # what was begun comes to its end
    before = len(ann.get(f"/api/tables/{table}/moments")["moments"])
    time.sleep(1)
    assert len(ann.get(f"/api/tables/{table}/moments")["moments"]) == before

    async def look() -> None:
        async with ann.live(table) as page:
            while len(page.moments) < before + 4:
                await page.next()

    asyncio.run(asyncio.wait_for(look(), 60))


def test_networks_are_those_of_households() -> None:
    assert network_of("192.0.2.7") == network_of("192.0.2.200") != network_of("192.0.3.7")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") != network_of("2001:db8:0:1::1")
    assert network_of(None) == ""


def test_guests_take_turns_however_many_tables_they_have() -> None:
    """Ten tables of one guest, or of ten guests of one network, keep another one waiting for one thought only."""
    match = Match(registry.game("yaz"), registry.game("yaz").players[0])
    while match.to_move == "chance":
        match.roll()

    def question(table: str) -> Question:
        start: Any = {"players": match.players, "options": match.options, "position": None}
        codes = [played.code for played in match.history]
        assert isinstance(match.to_move, int)
        return Question(table, "yaz", start, codes, match.to_move, "search:200", seconds=20.0)

    async def test(crowd: list[Asker]) -> list[str]:
        found, answered = Thinkers(1, 1500, thinker.__name__), []

        async def ask(table: str, asker: Asker) -> None:
            await found.decide(question(table), asker)
            answered.append(asker.network)

        await found.start()
        try:
            await found.decide(question("warm"))
            many = (ask(f"table {number}", asker) for number, asker in enumerate(crowd))
            await asyncio.gather(*many, ask("other", Asker("bob", "elsewhere")))
        finally:
            await found.stop()
        return answered

    for crowd in ([Asker("ann", "here")] * 10, [Asker(f"guest {number}", "here") for number in range(10)]):
        assert "elsewhere" in asyncio.run(asyncio.wait_for(test(crowd), 120))[:3]


# Words for the dice


def test_words_are_sealed_before_any_is_said(ann: Guest, bob: Guest) -> None:
    words = {"ann": "a word of Ann's", "bob": "a word of Bob's"}
    table = ann.post("/api/tables", {"game": QUICK, "seats": ["me", "open"], "seal": seal_of(words["ann"])})
    path = f"/api/tables/{table['id']}"
    assert table["dice"]["commitment"], "the promise is there from the beginning"
    assert (table["seats"][0]["word"], table["seats"][0]["seal"]) == ("", seal_of(words["ann"]))
    with refused("conflict"):  # Bob could still choose his by it
        ann.post(f"{path}/contribute", {"seat": 0, "word": words["ann"]})
    bob.post(f"{path}/join", {"seal": seal_of(words["bob"])})
    with refused("conflict"):
        ann.post(f"{path}/contribute", {"seat": 0, "word": "another word"})
    ann.post(f"{path}/contribute", {"seat": 0, "word": words["ann"]})
    again = bob.post(f"{path}/contribute", {"seat": 1, "seal": seal_of("chosen after Ann's")})
    assert (again["seats"][0]["word"], again["seats"][0]["seal"]) == ("", None), "Ann's must be sealed anew"
    ann.post(f"{path}/contribute", {"seat": 0, "seal": seal_of("fresh")})
    bob.post(f"{path}/contribute", {"seat": 1, "word": "chosen after Ann's"})
    ann.post(f"{path}/contribute", {"seat": 0, "word": "fresh"})
    begun = ann.post(f"{path}/start")
    assert begun["dice"]["contributions"] == ["fresh", "chosen after Ann's"]
    with refused("bad_request"):
        bob.post("/api/tables", {"game": QUICK, "seats": ["me", "open"], "word": "sealed:" + "0" * 64})


def test_a_game_against_bots_and_its_rematch_begin_with_the_word(ann: Guest) -> None:
    seats = ["me", {"bot": "novice"}]
    made = ann.post("/api/tables", {"game": QUICK, "seats": seats, "seal": seal_of("mine")})
    assert (made["state"], made["dice"]["contributions"]) == ("waiting", ["", ""]), "nothing is rolled before"
    begun = ann.post(f"/api/tables/{made['id']}/contribute", {"seat": 0, "word": "mine"})
    assert (begun["state"], begun["dice"]["contributions"]) == ("playing", ["mine", ""])
    ann.post(f"/api/tables/{made['id']}/resign", {"seat": 0})
    again = ann.post(f"/api/tables/{made['id']}/rematch")
    assert again["state"] == "waiting"
    path, seat = f"/api/tables/{again['id']}/contribute", again["you"][0]
    ann.post(path, {"seat": seat, "seal": seal_of("once more")})
    assert ann.post(path, {"seat": seat, "word": "once more"})["state"] == "playing"


def test_rolls_that_were_taken_back_are_part_of_the_verdict() -> None:
    match = Match(registry.game("martian-race"), 2)
    for _ in range(3):
        while match.to_move != "chance":
            match.play_code(match.codes()[0])
        match.roll()
        match.undo()
    match.roll()
    saved = SavedGame(match, ["Ann", "Bob"])
    saved.commitment, saved.secret = match.dice.commitment, match.dice.secret
    saved.rolls = rolls_of(match)
    assert verified(saved) == {
        "ok": True,
        "message": f"All {len(saved.rolls)} rolls are what the promised secret gives. 3 rolls were taken back.",
    }

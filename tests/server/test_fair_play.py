"""What is fair between people: draws by agreement, hints, who watches and what is said beside the table."""

import asyncio
import json

import pytest

from oddboard.core import saves
from oddboard.server.clocks import Clocks
from tests.server.client import Refused
from tests.server.launching import FREELY, Running
from tests.server.running import Guest

QUICK = "martian-race"
IN_ORDER = {"order": "seats"}


def refused(kind: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, match=f"'kind': '{kind}'")


@pytest.fixture
def cid(place: Running) -> Guest:
    """A third."""
    return Guest(place, "Cid")


def seated(ann: Guest, bob: Guest, **more: object) -> str:
    """A game of two people that has begun."""
    table = ann.table(QUICK, ["me", "open"], options=IN_ORDER, **more)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    return table


def test_a_draw_is_offered_declined_and_agreed_to_and_outlives_the_server(database: str) -> None:
    server = Running(database, FREELY).start()
    try:
        ann, bob, cid = Guest(server, "Ann"), Guest(server, "Bob"), Guest(server, "Cid")
        table = seated(ann, bob)
        path = f"/api/tables/{table}"
        with refused("not_yours"):
            cid.post(f"{path}/draw", {"agree": True})
        assert ann.post(f"{path}/draw", {"agree": True})["draw"] == {"seat": 0, "waits_for": [1]}
        assert bob.post(f"{path}/draw", {"agree": False})["draw"] is None
        ann.post(f"{path}/draw", {"agree": True})
        server.kill()
        server.start()
        assert ann.get(path)["draw"] == {"seat": 0, "waits_for": [1]}, "an offer outlives the server"
        over = bob.post(f"{path}/draw", {"agree": True})
        assert (over["state"], over["ranks"], over["result"]) == ("over", [1, 1], "Drawn by agreement.")
        with refused("over"):
            bob.post(f"{path}/draw", {"agree": True})
        server.kill()
        server.start()
        text = ann.get(f"/api/stories/{table}/record")
        end = json.loads(text.splitlines()[-1])
        assert end["drawn"] is True
        saved = saves.load(text)
        assert (saved.drawn, saved.ranks) == (True, [1, 1])
        kept = ann.post_text("/api/records", text)["id"]
        assert ann.get(f"/api/stories/{kept}")["result"] == "Drawn by agreement."
    finally:
        server.stop()


def test_a_wish_for_a_rematch_outlives_the_server_and_is_not_for_others(database: str) -> None:
    server = Running(database, FREELY).start()
    try:
        ann, bob, cid = Guest(server, "Ann"), Guest(server, "Bob"), Guest(server, "Cid")
        table = seated(ann, bob)
        path = f"/api/tables/{table}"
        ann.post(f"{path}/resign", {"seat": 0})
        ann.post(f"{path}/rematch")
        for way in ("rematch", "rematch/decline"):
            with refused("not_yours"):
                cid.post(f"{path}/{way}")
        server.kill()
        server.start()
        assert bob.get(path)["rematch"]["waits_for"] == [1], "what was wished for outlives the server"
        fresh = bob.post(f"{path}/rematch")["id"]
        server.kill()
        server.start()
        assert {guest.post(f"{path}/rematch")["id"] for guest in (ann, bob)} == {fresh} != {table}
        assert ann.get(path)["result"] == "Rust resigned."
    finally:
        server.stop()


def test_who_plays_on_has_not_agreed(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob)
    path = f"/api/tables/{table}"
    bob.post(f"{path}/draw", {"agree": True})
    choice = ann.get(f"{path}/situation")
    ann.post(f"{path}/play", {"seat": 0, "ply": choice["ply"], "decision": choice["choices"][0]["decision"]})
    assert ann.get(path)["draw"] is None


def test_a_draw_is_between_those_who_have_not_resigned(ann: Guest, bob: Guest, cid: Guest) -> None:
    table = ann.table(QUICK, ["me", "open", "open"], options=IN_ORDER)
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join")
    cid.post(f"{path}/join")
    ann.post(f"{path}/start")
    cid.post(f"{path}/resign", {"seat": 2})
    ann.post(f"{path}/draw", {"agree": True})
    with refused("not_yours"):
        cid.post(f"{path}/draw", {"agree": True})
    assert bob.post(f"{path}/draw", {"agree": True})["ranks"] == [1, 1, 3]


def ahead(ann: Guest, leader: int) -> str:
    """A table with a person and a bot, of whom one has launched all Martians but one."""
    position = ann.post("/api/study", {"game": QUICK, "players": 2, "options": IN_ORDER})["position"]
    for number in range(1, 5):
        position["martians"][f"{leader}.{number}"] |= {"at": "launched", "size": "large"}
    return ann.table(QUICK, ["me", {"bot": "novice"}], position=position)


def test_a_bot_agrees_when_it_expects_no_better(ann: Guest) -> None:
    assert ann.post(f"/api/tables/{ahead(ann, 0)}/draw", {"agree": True})["ranks"] == [1, 1]
    table = ahead(ann, 1)
    with pytest.raises(Refused, match="Novice bot expects to do better"):
        ann.post(f"/api/tables/{table}/draw", {"agree": True})
    assert ann.get(f"/api/tables/{table}")["draw"] is None


def test_days_for_each_turn_are_there_again_after_a_decision(ann: Guest, bob: Guest) -> None:
    day = 86_400_000
    clocks = Clocks(2, {"seconds": 86_400, "increment": 0, "per_turn": True})
    clocks.run([0], 0)
    clocks.decided(0)
    clocks.run([1], day // 2)
    assert clocks.left == [day, day], "half a day of thinking costs nothing once it is over"
    clocks.run([0], day)
    assert clocks.left == [day, day // 2], "who has not decided has used it"
    assert clocks.out_of_time(2 * day) == [0]
    kept = clocks.stored()
    clocks.decided(0)
    clocks.load(kept)  # the decision could not be written
    clocks.run([0], day + 5)
    assert clocks.left[0] == day - 5
    path = f"/api/tables/{seated(ann, bob, clock={'seconds': 3 * 86_400, 'per_turn': True})}"
    assert ann.get(path)["clock"] == {"seconds": 3 * 86_400, "increment": 0, "per_turn": True}
    assert ann.get(f"{path}/situation")["clocks"]["left"][1] == 3 * day


def test_there_are_no_hints_against_others_and_the_clock(ann: Guest, bob: Guest) -> None:
    clock = {"seconds": 600, "increment": 0}
    for terms, allowed in (({}, True), ({"clock": clock}, False), ({"hints": False}, False)):
        path = f"/api/tables/{seated(ann, bob, **terms)}"
        assert ann.get(path)["hints"] is bob.get(path)["hints"] is allowed, terms
        if not allowed:
            with pytest.raises(Refused, match="no hints at this table"):
                ann.post(f"{path}/hint", {"seat": 0})
            with pytest.raises(Refused, match="nor reasons, until the game is over"):
                ann.get(f"{path}/reason", ply=0)
    alone = ann.table(QUICK, ["me", {"bot": "novice"}], options=IN_ORDER, clock=clock)
    assert ann.get(f"/api/tables/{alone}")["hints"], "against a bot and the clock one may ask"


def test_who_watches_is_counted_and_heard_by_others_who_watch(ann: Guest, bob: Guest, cid: Guest) -> None:
    table = seated(ann, bob, public=True)

    async def talk() -> None:
        async with ann.live(table) as player, cid.live(table) as watcher:
            while player.table["watchers"] != 1:
                await player.next()
            await watcher.answer({"type": "talk", "text": "I would go left"})
            await player.answer({"type": "talk", "text": "Hello"})
            for page, heard in ((player, ["Hello"]), (watcher, ["I would go left", "Hello"])):
                await page.sync()
                assert [event["text"] for event in page.received if event["type"] == "talk"] == heard

    asyncio.run(asyncio.wait_for(talk(), 60))
    assert [line["text"] for line in ann.get(f"/api/tables/{table}")["talked"]] == ["Hello"]
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    assert len(ann.get(f"/api/tables/{table}")["talked"]) == 2, "after the game everybody may hear it"

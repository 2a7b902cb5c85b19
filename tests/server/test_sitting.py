"""Tables are made, found, sat down at and left."""

import asyncio
import sqlite3
from typing import Any

import httpx
import pytest

from oddboard.core import registry
from tests.server.client import Refused
from tests.server.running import Guest

QUICK = "sailboat-regatta"


def refused(kind: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, match=f"'kind': '{kind}'")


def test_a_guest_is_known_by_a_cookie_that_no_script_reads(ann: Guest) -> None:
    fresh = httpx.get(f"{ann.server.url}/api/me")
    assert "httponly" in fresh.headers["set-cookie"].lower()
    assert ann.get("/api/me")["guest"] == {"id": ann.id, "name": "Ann", "named": True}
    forged = httpx.get(f"{ann.server.url}/api/me", cookies={"oddboard": f"{ann.id}.guessed"})
    assert forged.json()["guest"]["id"] != ann.id


def test_names_are_plain_text_of_some_length(ann: Guest) -> None:
    assert ann.put("/api/me", {"name": "  Zoë\u202e \x07 <b>"})["guest"]["name"] == "Zoë <b>"
    for name in (" ", "\u200b", "x" * 25):
        with refused("bad_request"):
            ann.put("/api/me", {"name": name})


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_is_told_about(ann: Guest, key: str) -> None:
    info = next(game for game in ann.get("/api/games")["games"] if game["key"] == key)
    assert info["least"] <= info["most"]
    assert {option["name"] for option in info["options"]} == set(info["options_schema"]["properties"])
    rulebook = ann.get(f"/api/games/{key}/rulebook")
    assert rulebook["rules"][f"{info['prefix']}-1"]
    assert all(text and not text.startswith("#") for text in rulebook["rules"].values())
    assert ann.get(f"/api/games/{key}/sample")["scene"]


def test_a_table_begins_when_all_seats_are_taken(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"], public=True)
    path = f"/api/tables/{table}"
    assert table in [card["id"] for card in bob.get("/api/tables", which="open")["tables"]]
    with refused("conflict"):
        ann.post(f"{path}/start")
    joined = bob.post(f"{path}/join", {"word": "luck"})
    assert joined["you"] == [1]
    assert joined["dice"]["contributions"] == ["", "luck"]
    with refused("not_yours"):
        bob.post(f"{path}/start")
    assert ann.post(f"{path}/start")["state"] == "playing"
    assert ann.post(f"{path}/start")["state"] == "playing", "a repeated request is harmless"
    with refused("conflict"):
        Guest(ann.server).post(f"{path}/join")
    assert table not in [card["id"] for card in bob.get("/api/tables", which="open")["tables"]]
    assert table in [card["id"] for card in bob.get("/api/tables", which="mine")["tables"]]


def test_options_and_seats_are_checked(ann: Guest) -> None:
    with refused("bad_options"):
        ann.table(QUICK, ["me", {"bot": "novice"}], options={"no_such": 1})
    with refused("bad_options"):
        ann.table(QUICK, ["me"] * 40)
    with refused("bad_request"):
        ann.table(QUICK, ["me", {"bot": "genius"}])
    with refused("unknown_game"):
        ann.table("chess", ["me", "open"])
    with refused("bad_request"):
        ann.table(QUICK, ["me", "nobody"])


def test_the_host_gives_open_seats_to_bots_and_opens_them_again(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"])
    path = f"/api/tables/{table}"
    with refused("not_yours"):
        bob.post(f"{path}/hand-over", {"seat": 1, "level": "novice"})
    assert ann.post(f"{path}/hand-over", {"seat": 1, "level": "novice"})["seats"][1]["kind"] == "bot"
    with refused("bad_request"):
        ann.post(f"{path}/hand-over", {"seat": 1, "level": "genius"})
    with refused("bad_request"):
        ann.post(f"{path}/hand-over", {"seat": 2, "level": "novice"})
    assert ann.post(f"{path}/hand-over", {"seat": 1, "level": "casual"})["seats"][1]["level"] == "casual"
    with refused("not_yours"):
        bob.post(f"{path}/take-back", {"seat": 1})
    with refused("conflict"):
        bob.post(f"{path}/join", {"seat": 1})
    assert ann.post(f"{path}/take-back", {"seat": 1})["seats"][1]["kind"] == "open"
    bob.post(f"{path}/join", {"seat": 1})
    with refused("conflict"):
        ann.post(f"{path}/hand-over", {"seat": 1, "level": "novice"})
    with refused("not_yours"):
        ann.post(f"{path}/take-back", {"seat": 1})
    assert ann.post(f"{path}/leave")["seats"][0]["kind"] == "open"


def test_who_waits_sees_a_seat_given_to_a_bot(ann: Guest, bob: Guest) -> None:
    async def test() -> None:
        table = ann.table(QUICK, ["me", "open", "open"])
        async with bob.live(table) as his:
            for path, wanted in (("hand-over", {"seat": 1, "level": "novice"}), ("take-back", {"seat": 1})):
                ann.post(f"/api/tables/{table}/{path}", wanted)
                kind = "bot" if path == "hand-over" else "open"
                await his.until("table", lambda told, kind=kind: told["table"]["seats"][1]["kind"] == kind)

    asyncio.run(test())


def test_a_seat_is_handed_to_a_bot_and_taken_back(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    path = f"/api/tables/{table}"
    with refused("not_yours"):
        bob.post(f"{path}/hand-over", {"seat": 0, "level": "novice"})
    assert ann.post(f"{path}/hand-over", {"seat": 0, "level": "novice"})["seats"][0]["kind"] == "bot"
    taken = ann.post(f"{path}/take-back", {"seat": 0})["seats"][0]
    assert (taken["kind"], taken["name"]) == ("person", "Ann")


def test_resigning_ends_a_game_of_two_and_a_rematch_rotates_the_seats(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", {"bot": "casual"}])
    over = ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    assert (over["state"], over["ranks"], over["result"]) == ("over", [2, 1], "Rust resigned.")
    assert over["dice"]["secret"]
    again = ann.post(f"/api/tables/{table}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
    assert again["seats"][0]["level"] == "casual"
    assert again["dice"]["secret"] is None
    assert table in [card["id"] for card in ann.get("/api/tables", which="finished")["tables"]]


@pytest.mark.parametrize("people", [2, 4])
def test_a_rematch_of_people_begins_when_all_agreed_and_all_have_come(ann: Guest, people: int) -> None:
    guests = [ann, *(Guest(ann.server) for _ in range(people - 1))]
    table = ann.table("martian-race", ["me", *["open"] * (people - 1)], clock={"seconds": 60, "increment": 0})
    path = f"/api/tables/{table}"
    for guest in guests[1:]:
        guest.post(f"{path}/join", {"word": "a word"})
    ann.post(f"{path}/start")
    with refused("conflict"):
        ann.post(f"{path}/rematch")
    for seat, guest in enumerate(guests[:-1]):
        guest.post(f"{path}/resign", {"seat": seat})
    wish = guests[1].post(f"{path}/rematch")
    assert wish["id"] == table
    waiting = [guest.get("/api/tables", which="finished")["tables"][0]["your_turn"] for guest in guests]
    assert waiting == [guest is not guests[1] for guest in guests], "home tells who is asked"
    assert wish["rematch"] == {
        "seat": 1,
        "waits_for": [seat for seat in range(people) if seat != 1],
        "declined": None,
        "table": None,
    }
    for guest in (*guests[:1], *guests[2:]):
        led = guest.post(f"{path}/rematch")
    fresh = led["id"]
    assert fresh != table
    assert {guest.get(path)["rematch"]["table"] for guest in guests} == {fresh}
    assert {guest.post(f"{path}/rematch")["id"] for guest in guests} == {fresh}, "there is one new table"

    def seat_of(guest: Guest) -> int:
        (seat,) = guest.get(f"/api/tables/{fresh}")["you"]
        return int(seat)

    assert [seat_of(guest) for guest in guests] == [(seat + 1) % people for seat in range(people)]
    for guest in guests:
        assert guest.get(f"/api/tables/{fresh}")["state"] == "waiting", "no clock runs before all are there"
        (card,) = guest.get("/api/tables", which="mine")["tables"]
        assert card["your_turn"], "home tells who is waited for"
        came = guest.post(f"/api/tables/{fresh}/contribute", {"seat": seat_of(guest), "word": "here"})
    assert came["state"] == "playing"


def test_a_rematch_that_somebody_declines_can_be_wished_for_again(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"])
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    ann.post(f"{path}/resign", {"seat": 0})
    with refused("not_yours"):
        Guest(ann.server).post(f"{path}/rematch")
    ann.post(f"{path}/rematch")
    declined = bob.post(f"{path}/rematch/decline")["rematch"]
    assert (declined["declined"], declined["waits_for"], declined["table"]) == (1, [], None)
    assert bob.post(f"{path}/rematch")["rematch"]["waits_for"] == [0]
    assert ann.post(f"{path}/rematch")["id"] != table


def test_in_a_game_of_three_who_resigns_comes_last_and_a_bot_plays_on(ann: Guest, bob: Guest) -> None:
    table = ann.table("martian-race", ["me", "open", "open"])
    carol = Guest(ann.server)
    for guest in (bob, carol):
        guest.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    after = bob.post(f"/api/tables/{table}/resign", {"seat": 1})
    assert (after["state"], after["seats"][1]["kind"]) == ("playing", "resigned")
    over = carol.post(f"/api/tables/{table}/resign", {"seat": 2})
    assert (over["state"], over["ranks"]) == ("over", [1, 3, 2])


def test_a_seat_link_moves_a_seat_once(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", {"bot": "novice"}])
    with refused("not_yours"):
        bob.post(f"/api/tables/{table}/seat-link", {"seat": 0})
    link = ann.post(f"/api/tables/{table}/seat-link", {"seat": 0})["link"]
    secret = link.rpartition("/")[2]
    assert bob.post(f"/api/seat-links/{secret}")["you"] == [0]
    assert ann.get(f"/api/tables/{table}")["you"] == []
    with refused("not_found"):
        ann.post(f"/api/seat-links/{secret}")


def test_finished_games_are_searched_by_name_and_title(ann: Guest) -> None:
    ann.put("/api/me", {"name": "Quetzal%"})
    table = ann.table(QUICK, ["me", {"bot": "novice"}], public=True)
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})

    def found(**query: str) -> list[str]:
        return [card["id"] for card in ann.get("/api/tables", which="finished", **query)["tables"]]

    assert table in found(text="quetzal%")
    assert table in found(text="Regatta")
    assert table in found(game=QUICK)
    assert table not in found(text="quetzal_")
    assert table not in found(game="yaz")


def test_long_lists_come_in_pages(ann: Guest) -> None:
    tables = [ann.table(QUICK, ["me", "open"]) for _ in range(35)]
    first = ann.get("/api/tables", which="mine")
    second = ann.get("/api/tables", which="mine", after=first["next"])
    listed = [card["id"] for card in first["tables"] + second["tables"]]
    assert sorted(listed) == sorted(tables)
    assert second["next"] is None


def test_what_is_not_there_is_said_so(ann: Guest) -> None:
    for path in ("/api/tables/nothing", "/api/stories/nothing", "/api/no/such/thing", "/api/games/chess/rulebook"):
        with pytest.raises(Refused) as caught:
            ann.get(path)
        assert caught.value.status == 404
        assert caught.value.message


def test_a_seat_link_dies_when_the_seat_changes_hands(ann: Guest, bob: Guest) -> None:
    """Whoever got up keeps no way back into a seat that is somebody else's now."""
    table = ann.table(QUICK, ["open", "open"], start=False)
    path = f"/api/tables/{table}"
    eve = Guest(ann.server, "Eve")
    eve.post(f"{path}/join", {"seat": 0})
    link = eve.post(f"{path}/seat-link", {"seat": 0})["link"].rpartition("/")[2]
    eve.post(f"{path}/leave")
    bob.post(f"{path}/join", {"seat": 0})
    with refused("not_found"):
        eve.post(f"/api/seat-links/{link}")
    assert bob.get(path)["you"] == [0]
    mine = bob.post(f"{path}/seat-link", {"seat": 0})["link"].rpartition("/")[2]
    bob.put("/api/me", {"name": "Robert"})
    assert ann.post(f"/api/seat-links/{mine}")["you"] == [0], "a new name is no other holder"


def test_a_seat_link_is_out_of_date_after_a_day(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    link = ann.post(f"/api/tables/{table}/seat-link", {"seat": 0})["link"].rpartition("/")[2]
    with sqlite3.connect(ann.server.database.removeprefix("sqlite:///"), timeout=30) as database:
        database.execute("UPDATE seat_links SET created = created - 24 * 3600 * 1000")
    database.close()
    with refused("not_found"):
        bob.post(f"/api/seat-links/{link}")


def test_one_guest_does_not_take_all_seats_of_a_public_table(ann: Guest, bob: Guest) -> None:
    table = ann.table("everest", ["me", "open", "open"], start=False, public=True)
    bob.post(f"/api/tables/{table}/join", {"seat": 1})
    with refused("conflict"):
        bob.post(f"/api/tables/{table}/join", {"seat": 2})


def test_strangers_do_not_talk_at_private_tables(ann: Guest, bob: Guest) -> None:
    async def talk(table: str) -> str:
        async with bob.live(table) as page:
            return str((await page.ask({"type": "talk", "text": "hello"}))["type"])

    assert asyncio.run(talk(ann.table(QUICK, ["me", "shared"], public=True))) == "ok"
    assert asyncio.run(talk(ann.table(QUICK, ["me", "shared"]))) == "refused"


def test_nothing_is_taken_back_while_its_person_is_away(ann: Guest, bob: Guest) -> None:
    """A bot that plays on for somebody does not agree in his name."""
    table = ann.table(QUICK, ["me", "open"], start=False)
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    guests = (ann, bob)
    deciders: list[Any] = []
    while 0 not in deciders or 1 not in deciders[deciders.index(0) :]:
        seat = ann.get(f"{path}/situation")["to_move"]
        now = guests[seat].get(f"{path}/situation", seat=seat)
        choice = now["choices"][0]["decision"]
        guests[seat].post(f"{path}/play", {"seat": seat, "ply": now["ply"], "decision": choice})
        deciders = [moment["seat"] for moment in ann.get(f"{path}/moments")["moments"]]
    first = deciders.index(0)
    bob.post(f"{path}/leave")
    with refused("conflict"):
        ann.post(f"{path}/undo", {"seat": 0, "ply": first})
    assert not ann.get(f"{path}/situation")["undo"]["allowed"]
    bob.post(f"{path}/take-back", {"seat": 1})
    assert ann.post(f"{path}/undo", {"seat": 0, "ply": first})["asked"]

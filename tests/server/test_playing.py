"""Games are played over real sockets: decisions, refusals, why not, undo, plans laid at once, hints, talk."""

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from oddboard.core import registry, saves
from tests.server.client import Refused
from tests.server.running import Guest, play_at_random

QUICK = "sailboat-regatta"
PLAN = "everest"  # everybody plans at once, in secret


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 90))


def seated(ann: Guest, bob: Guest, game: str, **more: Any) -> str:
    """A table at which both sit."""
    table = ann.table(game, ["me", "open"], start=False, **more)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    return table


def test_a_whole_game_is_played_told_and_verified(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, QUICK, options={"turn_limit": 30})

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his, Guest(ann.server).live(table) as watcher:
            players = (play_at_random(hers, random.Random(1)), play_at_random(his, random.Random(2)))
            await asyncio.gather(*players, watcher.until("over"))
            for page in (hers, his, watcher):
                await page.sync()
            assert hers.moments == his.moments == watcher.moments
            assert sorted(hers.moments) == list(range(len(hers.moments)))
            assert hers.situation["ranks"] == watcher.situation["ranks"] is not None

    run(go())
    text = ann.get(f"/api/tables/{table}/record")
    saved = saves.load(text)
    assert saved.match.is_over
    assert saves.kept_promise(saved)
    assert all(right for _, right in saves.verify(saved))
    story = bob.get(f"/api/stories/{table}")
    assert story["verified"]["ok"], story["verified"]
    assert story["length"] == saved.match.ply
    told = len(story["moments"])
    while told < story["length"]:  # a long one comes in parts
        told += len(bob.get(f"/api/stories/{table}/moments", **{"from": told})["moments"])
    assert told == story["length"]
    upload = ann.http.post("/api/records", content=text).json()["id"]
    assert ann.get(f"/api/stories/{upload}")["moments"] == story["moments"]


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_is_played_against_bots(ann: Guest, key: str) -> None:
    table = ann.table(key, ["me", {"bot": "novice"}])

    async def go() -> None:
        async with ann.live(table) as page:
            await play_at_random(page, random.Random(3), until=60)
            assert {moment["seat"] for moment in page.moments.values()} >= {0, 1}

    run(go())


def test_a_decision_is_checked_in_order_and_refused_with_its_reason(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, QUICK)
    path = f"/api/tables/{table}/play"

    def kind_of(guest: Guest, **content: Any) -> Any:
        with pytest.raises(Refused) as caught:
            guest.post(path, content)
        return caught.value.kind

    situation = ann.get(f"/api/tables/{table}/situation", seat=0)
    mover, waits = (ann, bob) if situation["to_move"] == 0 else (bob, ann)
    seat = situation["to_move"]
    situation = mover.get(f"/api/tables/{table}/situation", seat=seat)
    good = situation["choices"][0]["decision"]
    ply = situation["ply"]
    assert kind_of(mover, seat=seat, ply=ply) == "bad_request"
    assert kind_of(mover, seat=seat, ply=ply, decision=[]) == "bad_request"
    assert kind_of(mover, seat=seat, ply=ply, decision={"do": "x" * 300}) == "too_large"
    assert kind_of(mover, seat=seat, ply=ply, decisions=[good] * 65) == "bad_request"
    assert kind_of(waits, seat=seat, ply=ply, decision=good) == "not_yours"
    assert kind_of(waits, seat=1 - seat, ply=ply, decision=good) == "not_your_turn"
    assert kind_of(mover, seat=seat, ply=ply - 1, decision=good) == "stale"
    assert kind_of(mover, seat=seat, ply=ply + 1, decision=good) == "stale"
    assert kind_of(mover, seat=seat, ply=ply, decision={"do": "no such thing"}) in ("bad_request", "illegal")
    assert kind_of(mover, seat=9, ply=ply, decision=good) == "bad_request"
    assert kind_of(Guest(ann.server), seat=seat, ply=ply, decision=good) == "not_yours"
    mover.post(path, {"seat": seat, "ply": ply, "decision": good})
    again = mover.post(path, {"seat": seat, "ply": ply, "decision": good})
    assert again["ply"] == ply + 1, "a repeated request is harmless"
    other = {"seat": seat, "ply": ply, "decision": situation["choices"][-1]["decision"]}
    if other["decision"] != good:
        assert kind_of(mover, **other) in ("stale", "not_your_turn")


def test_another_decision_about_what_was_laid_already_is_stale(ann: Guest) -> None:
    """Two pages of one person: the second has not seen what the first laid in secret, after others did the same."""
    table = ann.table("everest", ["me", "shared", "shared"])
    path = f"/api/tables/{table}"
    for seat in (1, 2, 0):
        situation = ann.get(f"{path}/situation", seat=seat)
        good, other, *_ = [choice["decision"] for choice in situation["choices"]]
        asked = {"seat": seat, "ply": situation["ply"], "decision": good}
        ann.post(f"{path}/play", asked)
        with pytest.raises(Refused) as caught:
            ann.post(f"{path}/play", asked | {"decision": other})
        assert caught.value.kind == "stale"
        assert ann.get(f"{path}/situation", seat=seat)["ply"] == situation["ply"] + 1


def test_why_not_names_the_rule(ann: Guest) -> None:
    table = ann.table("martian-race", ["me", "shared"])
    situation = ann.get(f"/api/tables/{table}/situation")
    seat = situation["to_move"]
    situation = ann.get(f"/api/tables/{table}/situation", seat=seat)
    choice = situation["choices"][0]["decision"]
    assert ann.post(f"/api/tables/{table}/why", {"seat": seat, "decision": choice})["legal"]
    wrong = choice | {"die": 9 - choice["die"] if 1 <= 9 - choice["die"] <= 6 else 6} if "die" in choice else choice
    for die in range(1, 7):
        wrong = choice | {"die": die}
        answer = ann.post(f"/api/tables/{table}/why", {"seat": seat, "decision": wrong})
        if not answer["legal"]:
            assert answer["rule"].startswith("MAR-")
            assert answer["message"]
            return
    raise AssertionError("one of the dice was not rolled")


def test_a_seat_takes_back_its_own_decision_but_not_behind_dice(ann: Guest) -> None:
    table = ann.table("yavoch", ["me", "shared"])

    async def go() -> None:
        async with ann.live(table, seat=0) as page:
            before = page.situation
            assert not before["undo"]["allowed"]
            await page.play(before["choices"][0]["decision"])
            offered = page.situation["undo"]
            assert (offered["allowed"], offered["by"]) == (True, "self")
            answer = await page.ask({"type": "undo", "seat": 0, "ply": offered["to"]})
            assert answer["type"] == "ok"
            assert not answer["asked"]
            while page.situation["ply"] != before["ply"]:
                await page.next()
            assert page.situation["choices"] == before["choices"]
            assert len(page.moments) == before["ply"]

    run(go())


def test_beyond_dice_all_people_must_agree(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, QUICK)

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            pages = [hers, his]
            while hers.situation["undo"]["by"] != "agreement":
                page = next(each for each in pages if each.situation["choices"])
                await page.play(page.situation["choices"][0]["decision"])
                for each in pages:
                    await each.sync()
            offered = hers.situation["undo"]
            known = len(hers.moments)
            answer = await hers.ask({"type": "undo", "seat": 0, "ply": offered["to"]})
            assert answer["asked"]
            asked = await his.until("undo_asked")
            assert asked["asked"]["waits_for"] == [1]
            assert (await his.ask({"type": "undo_answer", "agree": False}))["type"] == "ok"
            assert len(hers.moments) == known
            await hers.ask({"type": "undo", "seat": 0, "ply": offered["to"]})
            await his.until("undo_asked", lambda event: event["asked"])
            await his.ask({"type": "undo_answer", "agree": True})
            told = await hers.until("undo")
            assert told["to"] <= offered["to"]
            await hers.sync()
            assert hers.situation["seat"] is not None
            rolls = [moment["roll"] for moment in hers.moments.values() if "roll" in moment]
            assert rolls == sorted(set(rolls))

    run(go())


def test_plans_are_laid_at_once_changed_and_shown_when_the_last_has_laid(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, PLAN)

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            assert sorted(his.situation["laying"]) == [0, 1]
            first = his.situation["choices"][0]["decision"]
            assert await his.play(first) == his.situation["ply"] == 1
            repeated = await his.ask({"type": "lay", "seat": 1, "ply": 0, "decision": first})
            assert repeated["type"] == "ok", "a repeated request is harmless"
            assert his.situation["undo"]["by"] == "self"
            await his.ask({"type": "undo", "seat": 1, "ply": 0})
            while his.situation["ply"] != 0:
                await his.next()
            await lay_all(his)
            assert his.situation["laying"] == [0]
            assert not his.moments, "nothing is decided in the game itself yet"
            await hers.until("situation", lambda event: event["situation"]["laying"] == [0])
            assert all("coin" not in str(event.get("moment")) for event in hers.received)
            await lay_all(hers)
            await his.until("situation", lambda event: len(his.moments) >= 6)
            plans = [his.moments[ply] for ply in range(6)]
            assert [moment["seat"] for moment in plans] == [0, 0, 0, 1, 1, 1]
            assert all(len(moment["decision"]) > 1 for moment in plans), "all plans are shown now"

    async def lay_all(page: Any) -> None:
        while page.situation["seat"] is not None and page.situation["laying"]:
            await page.play(page.situation["choices"][-1]["decision"])
            if page.moments:
                return

    run(go())


def test_secrets_of_shared_seats_are_covered_until_asked_for(ann: Guest) -> None:
    table = ann.table("yavoch", ["me", "shared"])
    covered = ann.get(f"/api/tables/{table}/situation")
    assert (covered["seat"], covered["choices"]) == (None, [])
    turn = covered["to_move"]
    assert ann.get(f"/api/tables/{table}/situation", seat=turn)["choices"]
    assert not ann.get(f"/api/tables/{table}/situation", seat=1 - turn)["choices"]


def test_whoever_is_to_move_at_a_shared_device_is_offered_choices_where_nothing_is_secret(ann: Guest) -> None:
    table = ann.table("martian-race", ["me", "shared"], options={"order": "seats"})
    seats = [seat["name"] for seat in ann.get(f"/api/tables/{table}")["seats"]]
    assert seats == ["Ann", "Cobalt"], "nobody is called by another's name and a number"

    async def go() -> None:
        async with ann.live(table) as page:
            while page.situation["to_move"] != 1:
                seat, ply = page.situation["seat"], page.situation["ply"]
                decision = page.situation["choices"][0]["decision"]
                ann.post(f"/api/tables/{table}/play", {"seat": seat, "ply": ply, "decision": decision})
                await page.until("situation", lambda event, made=ply: event["situation"]["ply"] > made)
            assert page.situation["seat"] == 1
            assert page.situation["choices"]

    run(go())


def test_an_open_page_follows_its_guest_into_a_seat_and_out_of_it(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"], start=False, options={"first": "seats"})

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            bob.post(f"/api/tables/{table}/join")
            seated = await his.until("welcome")
            assert seated["viewer"] == 1
            ann.post(f"/api/tables/{table}/start")
            await hers.until("situation", lambda event: event["situation"]["choices"])
            link = ann.post(f"/api/tables/{table}/seat-link", {"seat": 0})["link"]
            carol = Guest(ann.server)
            async with carol.live(table) as hers_now:
                carol.post(f"/api/seat-links/{link.rpartition('/')[2]}")
                taken = await hers_now.until("welcome")
                assert taken["viewer"] == 0
                assert taken["situation"]["choices"]
                left = await hers.until("welcome")
                assert (left["viewer"], left["situation"]["choices"]) == (None, [])

    run(go())


def test_a_page_that_reconnects_gets_exactly_what_it_missed(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, QUICK)

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his, Guest(ann.server).live(table) as steady:
            for _ in range(8):
                page = hers if hers.situation["choices"] else his
                await page.play(page.situation["choices"][0]["decision"])
                await his.close()
                await his.connect()  # `next` checks that no number is missing
                for each in (hers, his, steady):
                    await each.sync()
            assert his.moments == steady.moments
            await his.close()
            his.seq += 1000
            await his.connect()
            assert (await his.next())["type"] == "welcome"

    run(go())


def test_talk_is_plain_and_for_all_who_look_on(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, QUICK)
    silent = ann.table(QUICK, ["me", "shared"], talk=False)

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his, ann.live(silent) as mute:
            await hers.ask({"type": "talk", "text": "good \x00luck <i>\n"})
            said = await his.until("talk")
            assert (said["text"], said["from"]) == ("good luck <i>", {"name": "Ann", "seat": 0})
            assert (await hers.ask({"type": "talk", "text": "x" * 301}))["type"] == "refused"
            assert (await mute.ask({"type": "talk", "text": "hello"}))["error"]["kind"] == "conflict"

    run(go())
    assert [line["text"] for line in bob.get(f"/api/tables/{table}")["talked"]] == ["good luck <i>"]


def test_a_hint_says_what_to_do_and_why(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    seat = ann.get(f"/api/tables/{table}/situation")["to_move"]
    situation = ann.get(f"/api/tables/{table}/situation", seat=seat)
    hint = ann.post(f"/api/tables/{table}/hint", {"seat": seat})
    assert hint["decision"] in [choice["decision"] for choice in situation["choices"]]
    assert hint["why"]
    assert hint["lines"]


def test_a_decision_of_the_log_says_what_it_was_good_for(ann: Guest, bob: Guest) -> None:
    table = ann.table("everest", ["me", "open"])
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    for guest, seat in ((ann, 0), (bob, 1)):
        for _ in range(3):  # whole plans
            situation = guest.get(f"{path}/situation")
            move = next(each for each in situation["choices"] if each["note"].startswith("to "))
            guest.post(f"{path}/play", {"seat": seat, "ply": situation["ply"], "decision": move["decision"]})
    told = ann.get(f"{path}/reason", ply=1)["because"]
    assert "from the peak" in told
    with pytest.raises(Refused, match="hidden from you"):
        bob.get(f"{path}/reason", ply=1)
    with pytest.raises(Refused, match="counted from 0"):
        ann.get(f"{path}/reason", ply=99)
    with pytest.raises(Refused, match="its story is told afterwards"):
        ann.get(f"/api/stories/{table}/reason", ply=0)
    ann.post(f"{path}/resign", {"seat": 0})
    assert bob.get(f"{path}/reason", ply=1)["because"] == told, "after the end nothing is hidden"
    assert bob.get(f"/api/stories/{table}/reason", ply=1)["because"] == told
    with pytest.raises(Refused, match="counted from 0"):
        bob.get(f"/api/stories/{table}/reason", ply=99)


def test_garbage_on_the_socket_is_refused_and_harms_nobody(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])

    async def go() -> None:
        async with ann.live(table) as page:
            for garbage in ("", "nonsense", "[1]", '{"type": "fly"}', '{"type": "play", "seat": "x"}', "{" * 5000):
                await page.say(garbage)
                await page.until("refused")
            assert (await page.ask({"type": "ping"}))["type"] == "pong"
            await page.say("x" * 40_000)
            with pytest.raises(ConnectionClosed):
                await page.until("nothing like it")

    run(go())
    assert ann.get(f"/api/tables/{table}")["state"] == "playing"


def test_a_formation_is_kept_as_text_and_taken_at_another_table(ann: Guest, bob: Guest) -> None:
    table = seated(ann, bob, "yavoch")

    def play(who: Guest, at: str, seat: int, decisions: list[dict[str, Any]]) -> None:
        ply = who.get(f"/api/tables/{at}/situation", seat=seat)["ply"]
        who.post(f"/api/tables/{at}/play", {"seat": seat, "ply": ply, "decisions": decisions})

    assert ann.get(f"/api/tables/{table}/formation", seat=0) == {"text": None}
    play(ann, table, 0, [{"do": "levels", "at": "low"}])
    shortcuts = ann.get(f"/api/tables/{table}/situation", seat=0)["shortcuts"]
    play(ann, table, 0, next(each["decisions"] for each in shortcuts if each["name"] == "At random"))
    text = ann.get(f"/api/tables/{table}/formation", seat=0)["text"]
    assert text.startswith("command ")
    with pytest.raises(Refused, match="seat 0 is not yours"):
        bob.get(f"/api/tables/{table}/formation", seat=0)
    with pytest.raises(Refused, match="seat 0 is not to decide now"):
        ann.post(f"/api/tables/{table}/formation", {"seat": 0, "text": text})
    with pytest.raises(Refused, match="line 1 begins with 'kommando'"):
        bob.post(f"/api/tables/{table}/formation", {"seat": 1, "text": "kommando 111"})
    decisions = bob.post(f"/api/tables/{table}/formation", {"seat": 1, "text": text})["decisions"]
    play(bob, table, 1, decisions)
    assert bob.get(f"/api/tables/{table}/formation", seat=1) == {"text": text}

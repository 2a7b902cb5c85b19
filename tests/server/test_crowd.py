"""Two hundred tables at once, and servers that are killed in the middle of it."""

import asyncio
import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
import websockets

from tests.server.client import Guest, Live, Refused
from tests.server.launching import Running

TABLES = 200
GONE = (OSError, websockets.WebSocketException, httpx.TransportError, EOFError)

Acknowledged = list[tuple[str, int, int, dict[str, Any]]]  # table, seat, ply, decision


async def both_seats(guest: Guest, options: dict[str, Any] | None = None) -> tuple[Live, Live]:
    """A table whose two seats one guest holds, each with a socket."""
    made = await guest.make("yaz", ["me", "shared"], options=options or {})
    lives = Live(guest, made["id"], 0), Live(guest, made["id"], 1)
    for live in lives:
        await live.connect()
    return lives


async def keep_playing(lives: tuple[Live, Live], rng: random.Random, acknowledged: Acknowledged, most: int) -> None:
    """Decide for whoever is to move, noting what the server has acknowledged."""
    for _ in range(most):
        live = next((live for live in lives if live.may_play), None)
        if live is None:
            assert lives[0].over
            return
        decision, ply = rng.choice(live.situation["choices"])["decision"], live.situation["ply"]
        seat = live.situation["seat"]
        await live.decide(decision)
        acknowledged.append((live.id, seat, ply, decision))
        for each in lives:  # the pages are told after it is acknowledged
            while each.situation["ply"] <= ply:
                await each.next()


async def check_all_there(guest: Guest, acknowledged: Acknowledged) -> None:
    """Every acknowledged decision is in its table's history, at its ply."""
    for table in {each[0] for each in acknowledged}:
        moments = {moment["ply"]: moment for moment in (await guest.get(f"/tables/{table}/moments"))["moments"]}
        for _, seat, ply, decision in (each for each in acknowledged if each[0] == table):
            assert moments[ply]["decision"] == decision
            assert moments[ply]["seat"] == seat


def test_two_hundred_tables_at_once(server: Running) -> None:
    async def test() -> None:
        guests = [await Guest.come(server.url) for _ in range(10)]
        acknowledged: Acknowledged = []
        tables = await asyncio.gather(*(both_seats(guests[number % 10]) for number in range(TABLES)))
        await asyncio.gather(
            *(keep_playing(lives, random.Random(number), acknowledged, 5) for number, lives in enumerate(tables))
        )
        assert len(acknowledged) == TABLES * 5
        await check_all_there(guests[0], acknowledged)
        await asyncio.gather(*(live.close() for lives in tables for live in lives))

    asyncio.run(test())


async def under_load(server: Running, end: Callable[[], Any], tables: int, rng: random.Random) -> Acknowledged:
    """Play at many tables until the server is ended at a random moment; what it has acknowledged."""
    guest = await Guest.come(server.url)
    acknowledged: Acknowledged = []

    async def play() -> None:
        with suppress(*GONE):
            while True:
                await keep_playing(await both_seats(guest), random.Random(rng.random()), acknowledged, 10_000)

    players = [asyncio.ensure_future(play()) for _ in range(tables)]
    while len(acknowledged) < tables:
        await asyncio.sleep(0.01)
    await asyncio.sleep(rng.random())
    end()
    await asyncio.wait(players, timeout=30)
    for player in players:
        player.cancel()
    for result in await asyncio.gather(*players, return_exceptions=True):
        if isinstance(result, Exception):
            raise result
    return acknowledged


def kill_and_look(server: Running, times: int, tables: int = 20) -> None:
    """Kill a server at random moments under load, so many times; everything it acknowledged is there afterwards."""
    rng = random.Random(os.urandom(8))
    server.start()
    everything: Acknowledged = []

    async def look(acknowledged: Acknowledged) -> None:
        await check_all_there(await Guest.come(server.url), acknowledged)

    try:
        for _ in range(times):
            acknowledged = asyncio.run(under_load(server, server.kill, tables, rng))
            server.start()
            asyncio.run(look(acknowledged))
            everything += acknowledged
        asyncio.run(look(everything))
    finally:
        server.stop()
    assert "Traceback" not in server.told(), server.told()


def test_kills_lose_nothing(database: str) -> None:
    kill_and_look(Running(database), 2)


@pytest.mark.soak
def test_a_thousand_kills_lose_nothing(database: str) -> None:
    kill_and_look(Running(database), 1000, 12)  # with more tables a kill takes longer, and meets as many writes


def test_a_graceful_stop_tells_pages_to_come_back(sqlite_database: str) -> None:
    """What is being written is finished, pages are told, and the next server goes on."""
    server = Running(sqlite_database).start()

    async def play() -> tuple[Acknowledged, Guest, Live]:
        guest = await Guest.come(server.url)
        lives = await both_seats(guest)
        acknowledged: Acknowledged = []
        await keep_playing(lives, random.Random(1), acknowledged, 6)
        began = time.monotonic()
        stopping = asyncio.get_running_loop().run_in_executor(None, server.stop)
        assert (await lives[0].until("going"))["type"] == "going"
        await stopping
        assert time.monotonic() - began < 8
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await lives[0].next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "come back soon"
        return acknowledged, guest, lives[0]

    async def come_back(acknowledged: Acknowledged, cookie: str | None, old: Live) -> None:
        guest = Guest(server.url, cookie)
        await check_all_there(guest, acknowledged)
        live = Live(guest, old.id, 0)
        live.seq = old.seq
        await live.connect()
        event = await live.next()
        assert event["type"] == "welcome", "numbers of the time before do not count any more"
        assert live.moments == old.moments

    acknowledged, guest, live = asyncio.run(play())
    with server:
        asyncio.run(come_back(acknowledged, guest.cookie, live))


def test_refusals_do_not_stop_a_table(server: Running) -> None:
    """Among good decisions, bad ones of every sort are refused, each with its reason."""

    async def test() -> None:
        guest = await Guest.come(server.url)
        stranger = await Guest.come(server.url)
        lives = await both_seats(guest)
        live = next(each for each in lives if each.may_play)
        good, ply, seat = live.situation["choices"][0]["decision"], live.situation["ply"], live.situation["seat"]
        async with stranger.live(live.id) as other:
            for asked, wanted in [
                (live.play("nonsense"), "bad_request"),  # type: ignore[arg-type]
                (live.play({"do": "fly"}), "bad_request"),
                (live.play({"do": "x" * 300}), "too_large"),
                (live.play(good, seat=7), "bad_request"),
                (live.play(good, seat=1 - seat), "not_your_turn"),
                (live.play(good, ply=ply + 5), "stale"),
                (other.play(good, ply, seat), "not_yours"),
            ]:
                with pytest.raises(Refused) as refused:
                    await asked
                assert refused.value.kind == wanted, refused.value
        assert await live.play(good) > ply
        for each in lives:
            await each.close()

    asyncio.run(test())

"""Two servers of the same tables: one table is played through both, and one of them is killed."""

import asyncio
import random
from collections.abc import Iterator

import pytest

from tests.server import running
from tests.server.client import Guest, Live, Refused, seated
from tests.server.launching import Running


@pytest.fixture
def two(postgres_database: str) -> Iterator[tuple[Running, Running]]:
    with Running(postgres_database) as first, Running(postgres_database) as second:
        yield first, second


async def alternately(lives: list[Live], decisions: int, rng: random.Random) -> None:
    """Play so many decisions, each by whoever is to move, until all pages know of them."""
    for _ in range(decisions):
        while not (able := [live for live in lives if live.may_play]):
            if any(live.over for live in lives):
                return
            await asyncio.gather(*(live.answer({"type": "ping"}) for live in lives))
            await asyncio.sleep(0.01)
        live = able[0]
        try:
            await live.play(rng.choice(live.situation["choices"])["decision"])
        except Refused as refused:
            assert refused.kind in ("stale", "not_your_turn")
        reached = live.situation["ply"]
        for other in lives:
            while other.situation["ply"] < reached:
                await other.next()


def test_one_table_through_both_and_one_is_killed(two: tuple[Running, Running]) -> None:
    first, second = two

    async def test() -> None:
        identifier, guests = await seated(first.url, "yaz", 2)
        guests[1].url = second.url
        watcher = await Guest.come(second.url)
        lives = [Live(guests[0], identifier, 0), Live(guests[1], identifier, 1)]
        watching = Live(watcher, identifier, None)
        for live in [*lives, watching]:
            await live.connect()
        rng = random.Random(1)
        await alternately([*lives, watching], 25, rng)
        assert lives[0].moments == lives[1].moments == watching.moments

        first.kill()
        guests[0].url = second.url
        lives[0].seq = None
        before = dict(lives[0].moments)
        await lives[0].connect()
        assert {ply: lives[0].moments[ply] for ply in before} == before, "nothing acknowledged is lost"
        await alternately([*lives, watching], 15, rng)
        assert lives[0].moments == lives[1].moments == watching.moments
        assert len(lives[0].moments) >= len(before) + 15
        for live in [*lives, watching]:
            await live.close()

    asyncio.run(test())


def test_a_rematch_wished_for_at_one_is_agreed_to_at_the_other(two: tuple[Running, Running]) -> None:
    first, second = two
    ann, bob = running.Guest(first, "Ann"), running.Guest(second, "Bob")
    path = f"/api/tables/{ann.table('martian-race', ['me', 'open'])}"
    bob.post(f"{path}/join")
    ann.post(f"{path}/start")
    bob.post(f"{path}/resign", {"seat": 1})
    ann.post(f"{path}/rematch")
    fresh = bob.post(f"{path}/rematch")["id"]
    assert ann.get(path)["rematch"]["table"] == ann.post(f"{path}/rematch")["id"] == fresh
    assert [bob.get(f"/api/tables/{fresh}")["you"], ann.get(f"/api/tables/{fresh}")["you"]] == [[0], [1]]


def test_a_table_is_left_to_where_it_is_played_and_opened_again_for_who_comes(two: tuple[Running, Running]) -> None:
    """Nobody looks on at the first server, where it was made: that need not follow each decision."""
    first, second = two

    def in_memory() -> int:
        figures = running.Guest(first, "Cy").get("/api/metrics")
        return next(int(line.split()[1]) for line in figures.splitlines() if line.startswith("oddboard_tables "))

    async def test() -> None:
        identifier, guests = await seated(first.url, "martian-race", 2)
        assert in_memory() == 1
        for guest in guests:
            guest.url = second.url
        lives = [Live(guest, identifier, seat) for seat, guest in enumerate(guests)]
        for live in lives:
            await live.connect()
        await alternately(lives, 5, random.Random(1))
        assert in_memory() == 0
        guests[0].url = first.url
        there = Live(guests[0], identifier, 0)
        await there.connect()
        assert there.moments == lives[0].moments
        await alternately([there, *lives], 5, random.Random(2))
        assert there.moments == lives[0].moments
        for live in [there, *lives]:
            await live.close()

    asyncio.run(test())


def test_decisions_at_the_same_moment_are_made_once(two: tuple[Running, Running]) -> None:
    """One seat is open on both servers, and says the same or something else on each: one of them counts."""
    first, second = two

    async def test() -> None:
        host = await Guest.come(first.url)
        made = await host.make("yaz", ["me", "shared"])
        other = Guest(second.url, host.cookie)
        pages = [[Live(guest, made["id"], seat) for seat in (0, 1)] for guest in (host, other)]
        for live in [live for lives in pages for live in lives]:
            await live.connect()
        rng = random.Random(2)
        for _ in range(20):
            seat = pages[0][0].situation["seat"]  # who decides at the device that both share
            ply = pages[0][seat].situation["ply"]
            while pages[1][seat].situation["ply"] < ply:
                await pages[1][seat].next()
            plays = [
                lives[seat].play(rng.choice(lives[seat].situation["choices"])["decision"], ply, seat) for lives in pages
            ]
            results = await asyncio.gather(*plays, return_exceptions=True)
            refused = [each for each in results if isinstance(each, BaseException)]
            assert len(refused) <= 1, refused
            assert all(isinstance(each, Refused) and each.kind in ("stale", "not_your_turn") for each in refused)
            reached = max(each for each in results if isinstance(each, int))
            for live in [live for lives in pages for live in lives]:
                while live.situation["ply"] < reached:
                    await live.next()
        reference = pages[0][0].moments
        assert all(live.moments == reference for lives in pages for live in lives)
        for live in [live for lives in pages for live in lives]:
            await live.close()

    asyncio.run(test())


def test_bots_of_a_killed_server_think_on_elsewhere(two: tuple[Running, Running]) -> None:
    first, second = two

    async def test() -> None:
        guest = await Guest.come(first.url)
        made = await guest.make("everest", ["me", {"bot": "skilled"}], options={"round_limit": 2})
        await guest.post(f"/tables/{made['id']}/hand-over", {"seat": 0, "level": "skilled"})
        first.kill()
        guest.url = second.url
        async with guest.live(made["id"]) as live:
            await live.to_the_end()

    asyncio.run(test())

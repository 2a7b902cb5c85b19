"""Whole games of every kind over real sockets, with the connection lost wherever it can be."""

import asyncio
import random
from typing import Any

import pytest
import websockets

from oddboard.core import registry, saves
from tests.server.client import Guest, Live, Refused, seated
from tests.server.launching import Running

# Settings with which a random game comes to its end soon.
QUICK: dict[str, tuple[int, dict[str, Any]]] = {
    "everest": (3, {"round_limit": 3}),
    "martian-race": (3, {"turn_limit": 3}),
    "sailboat-regatta": (2, {"turn_limit": 3}),
    "yavoch": (2, {"turn_limit": 12}),
    "yaz": (2, {"turn_limit": 2}),
}


def test_every_game_has_quick_settings() -> None:
    assert set(QUICK) == set(registry.keys())


@pytest.mark.parametrize("key", sorted(QUICK))
def test_a_whole_game(server: Running, key: str) -> None:
    """Each seat and a watcher get the same end, and the saved game can be read and verified."""

    async def test() -> None:
        players, options = QUICK[key]
        identifier, guests = await seated(server.url, key, players, options=options)
        watcher = await Guest.come(server.url)
        lives = [Live(guest, identifier, seat) for seat, guest in enumerate(guests)]
        watching = Live(watcher, identifier, None)
        for each in [*lives, watching]:
            await each.connect()
        rng = random.Random(key)
        games = [asyncio.ensure_future(live.play_on(random.Random(rng.random()))) for live in lives]
        await asyncio.gather(*games, watching.play_on(rng))
        await asyncio.gather(*(live.to_the_end() for live in [*lives, watching]))
        for live in lives:
            assert live.over
            assert watching.over
            assert all(live.over[name] == watching.over[name] for name in ("ranks", "result", "dice"))
            assert list(live.moments.values()) == list(watching.moments.values()), "at the end all is shown"
        await check_record(guests[0], identifier, watching)
        for each in [*lives, watching]:
            await each.close()

    asyncio.run(test())


def test_a_long_game_with_secrets_is_told_whole_at_its_end(sqlite_server: Running) -> None:
    """Hundreds of decisions are shown at once then; no page loses its connection over it."""

    async def test() -> None:
        identifier, guests = await seated(sqlite_server.url, "everest", 2, options={"round_limit": 50})
        lives = [Live(guest, identifier, seat) for seat, guest in enumerate(guests)]
        for live in lives:
            await live.connect()
        await asyncio.gather(*(live.play_on(random.Random(live.seat)) for live in lives))
        await asyncio.gather(*(live.to_the_end() for live in lives))
        assert len(lives[0].moments) > 256
        assert lives[0].moments == lives[1].moments
        await check_record(guests[0], identifier, lives[0])
        for live in lives:
            assert (await live.answer({"type": "ping"}))["type"] == "pong"
            await live.close()

    asyncio.run(test())


async def check_record(guest: Guest, identifier: str, live: Live) -> None:
    """The saved game tells the same, and its dice are those that were promised."""
    saved = saves.load(await guest.get(f"/tables/{identifier}/record"))
    assert [played.decision for played in saved.match.history] == [
        live.moments[ply]["decision"] for ply in sorted(live.moments)
    ]
    assert live.over is not None
    assert saved.match.ranks == live.over["ranks"]
    assert saves.kept_promise(saved)
    assert saved.commitment == live.table["dice"]["commitment"]
    assert all(right for _, right in saves.verify(saved))
    story = await guest.get(f"/stories/{identifier}")
    assert story["verified"]["ok"]
    assert story["length"] == saved.match.ply
    told = len(story["moments"])
    while told < story["length"]:  # a long one comes in parts
        told += len((await guest.get(f"/stories/{identifier}/moments", **{"from": told}))["moments"])
    assert told == story["length"]


class Shaky:
    """Plays a seat over a connection that is lost after every message, and sometimes right after a decision."""

    def __init__(self, live: Live, rng: random.Random) -> None:
        self.live = live
        self.rng = rng
        self.events: dict[int, Any] = {}  # by number

    async def next(self) -> None:
        """One message, then the connection is gone, and there again."""
        event = await self.live.next()
        if "seq" in event and event["type"] not in ("welcome", "going"):
            assert event["seq"] not in self.events, "an event came twice"
            self.events[event["seq"]] = event
        self.live.drop()
        await self.live.connect()

    async def play_on(self) -> None:
        live = self.live
        while live.over is None:
            if not live.may_play:
                await self.next()
                continue
            await self.decide()

    async def decide(self) -> None:
        """Decide, lose the answer, and say the same again until it is known that it was heard."""
        live, ply = self.live, self.live.situation["ply"]
        choice = self.rng.choice(live.situation["choices"])
        message = {"type": "play", "seat": live.situation["seat"], "ply": ply, "decision": choice["decision"]}
        await live.say(message | {"id": 1})
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.random() * 0.01)
        live.drop()
        await live.connect()
        try:
            await live.answer(message)
            await live.answer({"type": "ping"})  # it is told after it is acknowledged
        except websockets.ConnectionClosed:
            await live.connect()
        self.note_received()

    def note_received(self) -> None:
        """Note what came beside an answer."""
        for event in self.live.received:
            if "seq" in event and event["type"] not in ("welcome", "going"):
                self.events.setdefault(event["seq"], event)


def is_told_later(number: int, seen: dict[int, Any], got: dict[int, Any]) -> bool:
    """Whether a page that came back got in place of an event what the others were told later.

    That is a moment as it is known by then, or nothing where a later situation says it all.
    """
    was, came = seen[number], got[number]
    later = [at for at in seen if at > number]
    if was["type"] == came["type"] == "moment":
        return any(seen[at]["type"] == "moment" and seen[at]["moment"] == came["moment"] for at in later)
    if came["type"] != "passed" or was["type"] != "situation":
        return False
    return any(seen[at]["type"] == "situation" and seen[at] == got.get(at) for at in later)


@pytest.mark.parametrize("key", ["everest", "yaz"])
def test_losing_the_connection_at_every_point(server: Running, key: str) -> None:
    """Two pages of one seat, of which one is cut off after every message, end up with the same."""

    async def test() -> None:
        players, options = QUICK[key]
        identifier, guests = await seated(server.url, key, players, options=options)
        steady = [Live(guest, identifier, seat) for seat, guest in enumerate(guests)]
        shaky = Shaky(Live(guests[0], identifier, 0), random.Random(1))
        for each in [*steady, shaky.live]:
            await each.connect()
        first = shaky.live.seq
        assert first is not None

        async def follow(live: Live) -> None:
            while live.over is None:
                await live.next()

        others = [live.play_on(random.Random(live.seat)) for live in steady[1:]]
        await asyncio.gather(shaky.play_on(), follow(steady[0]), *others)
        for live in (steady[0], shaky.live):
            await live.sync()  # the last situation is told after the end
        shaky.note_received()
        seen = {
            event["seq"]: event
            for event in steady[0].received
            if "seq" in event and event["type"] not in ("welcome", "going") and event["seq"] > first
        }
        last = min(max(seen), max(shaky.events))
        common = sorted(number for number in seen if number <= last)
        assert common == sorted(number for number in shaky.events if number <= last), "both got the same"
        assert common == list(range(common[0], common[-1] + 1)), "nothing is missing"
        for number in common:
            assert seen[number] == shaky.events[number] or is_told_later(number, seen, shaky.events)
        assert any(seen[number] == shaky.events[number] for number in common if seen[number]["type"] == "situation")
        assert shaky.live.moments == steady[0].moments
        assert shaky.live.situation == steady[0].situation
        for each in [*steady, shaky.live]:
            await each.close()

    asyncio.run(test())


def test_a_repeated_decision_is_harmless(server: Running) -> None:
    async def test() -> None:
        identifier, guests = await seated(server.url, "yaz", 2)
        async with guests[0].live(identifier, 0) as first, guests[1].live(identifier, 1) as second:
            live = first if first.may_play else second
            decision, ply, seat = live.situation["choices"][0]["decision"], live.situation["ply"], live.seat
            after = await live.play(decision)
            assert await live.play(decision, ply, seat) >= after
            moments = (await guests[0].get(f"/tables/{identifier}/moments"))["moments"]
            assert sum(moment["ply"] == ply for moment in moments) == 1
            with pytest.raises(Refused) as refused:
                await live.play({"do": "end"}, ply, seat)
            assert refused.value.kind in ("stale", "not_your_turn", "bad_request", "illegal")

    asyncio.run(test())


def test_bots_play_a_whole_game(server: Running) -> None:
    """A person against bots; the person's seat is handed over, and the bots bring the game to its end."""

    async def test() -> None:
        guest = await Guest.come(server.url)
        made = await guest.make("everest", ["me", {"bot": "novice"}, {"bot": "casual"}], options={"round_limit": 2})
        async with guest.live(made["id"], 0) as live:
            await live.play_on(random.Random(3), 2)
            await guest.post(f"/tables/{made['id']}/hand-over", {"seat": 0, "level": "novice"})
            while live.over is None:
                await live.next()
        await check_record(guest, made["id"], live)

    asyncio.run(test())

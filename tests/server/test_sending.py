"""What waits for a page is sent in order, at once where its socket is free, and what is written is waited for."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import orjson
import pytest

from oddboard.server.change import to_the_end
from oddboard.server.database import Change, Database
from oddboard.server.deltas import KeptChoices, told_choices
from oddboard.server.errors import NotSaved
from oddboard.server.streams import TOGETHER, Later, Page


class Wire:
    """A socket that keeps what is sent, a list for each write."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.writes: list[list[bytes]] = []
        self.is_free = True
        self.has_ended = asyncio.Event()

    def open(self) -> None:
        """It takes texts again."""
        self.is_free = True
        self.page.send_waiting()

    def send_texts(self, texts: Sequence[bytes]) -> None:
        self.writes.append(list(texts))

    @property
    def sent(self) -> list[bytes]:
        return [text for write in self.writes for text in write]


def run(scenario: Any) -> None:
    async def whole() -> None:
        page = Page("guest")
        wire = page.socket = Wire(page)
        page.on_end = wire.has_ended.set
        await scenario(page, wire)
        page.send(None)
        await asyncio.wait_for(wire.has_ended.wait(), 5)

    asyncio.run(whole())


def test_an_answer_is_sent_before_anything_else_is_done() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        page.send(b"told")
        page.send(b"ok")
        page.send_waiting()
        assert wire.writes == [[b"told", b"ok"]]

    run(scenario)


def test_what_is_told_together_is_one_write() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        page.send(b"moment")
        page.send(b"situation")
        assert wire.writes == []
        await asyncio.sleep(0)
        assert wire.writes == [[b"moment", b"situation"]]

    run(scenario)


def test_what_waits_for_a_page_is_sent_together_up_to_a_size() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        large = b"y" * (TOGETHER - 2)
        for text in (b"first", b"second", large, b"third", None, b"never"):
            page.send(text)
        page.send_waiting()
        assert wire.writes == [[b"first", b"second"], [large, b"third"]]

    run(scenario)


def test_nothing_overtakes_what_a_slow_page_has_not_read() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        wire.is_free = False
        page.send(b"1")
        page.send_waiting()
        await asyncio.sleep(0.01)
        page.send(b"2")
        assert wire.sent == []
        wire.open()
        page.send(b"3")
        page.send_waiting()
        assert wire.sent == [b"1", b"2", b"3"]

    run(scenario)


def test_nothing_overtakes_what_is_large_or_still_being_made() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        made: Future[orjson.Fragment] = Future()
        large = b"x" * (TOGETHER + 1)
        page.send(large)
        page.send_whole(Later({"type": "welcome"}, "moments", made))
        page.send(b"after")
        page.send_waiting()
        await asyncio.sleep(0.01)
        page.send(b"last")
        page.send_waiting()
        assert wire.sent == [large]
        made.set_result(orjson.Fragment(b"[]"))
        await asyncio.sleep(0.05)
        assert wire.sent == [large, b'{"type":"welcome","moments":[]}', b"after", b"last"]

    run(scenario)


def test_a_page_is_let_go_when_what_it_was_to_be_sent_cannot_be_made() -> None:
    async def scenario(page: Page, wire: Wire) -> None:
        made: Future[orjson.Fragment] = Future()
        page.send_whole(Later({"type": "welcome"}, "moments", made))
        page.send(b"after")
        made.set_exception(ValueError("a mistake"))
        await asyncio.wait_for(wire.has_ended.wait(), 5)
        assert wire.sent == []

    run(scenario)


def test_who_is_told_to_stop_waits_until_it_is_written() -> None:
    async def whole() -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(to_the_end(written))
        for _ in range(3):
            await asyncio.sleep(0)
            task.cancel()
        await asyncio.sleep(0)
        assert not task.done()
        written.set_result(None)
        assert await task is True

    asyncio.run(whole())


@pytest.mark.parametrize("stopped", [False, True])
def test_what_could_not_be_written_is_an_error_for_who_still_waits(stopped: bool) -> None:
    async def whole() -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(to_the_end(written))
        await asyncio.sleep(0)
        if stopped:
            task.cancel()
            await asyncio.sleep(0)
        written.set_exception(OSError("no room"))
        with pytest.raises(asyncio.CancelledError if stopped else OSError):
            await task

    asyncio.run(whole())


def test_who_comes_after_the_end_is_refused_and_waits_for_nothing(database: str) -> None:
    async def whole() -> None:
        place = Database(database, "me")
        place.start()
        before = asyncio.ensure_future(place.write(lambda _: "written"))
        await asyncio.sleep(0)
        await place.stop()
        assert await before == "written"
        for late in (to_the_end(place.change(Change("T", 0, []))), place.write(lambda _: None)):
            with pytest.raises(NotSaved, match="being stopped"):
                await asyncio.wait_for(late, 5)

    asyncio.run(whole())


def test_a_touch_that_was_an_echo_need_not_stay_one() -> None:
    """Choices of one shape, of which a later one is touched otherwise."""
    plain = [{"decision": {"do": "go", "to": place}, "touches": [f"square:{place}"]} for place in "abcdef"]
    odd = [{"decision": {"do": "go", "to": "g"}, "touches": ["gate:g"]}]
    number = [{"decision": {"do": "go", "to": 7}, "touches": ["square:7"]}]
    kept = KeptChoices()
    for choices, codes in (
        (plain, range(6)),
        (plain[:4] + odd, [0, 1, 2, 3, 6]),
        (plain, range(6)),
        (plain[:4] + number, [0, 1, 2, 3, 7]),
    ):
        told = kept.told(list(codes), lambda choices=choices: choices)  # type: ignore[misc]
        assert told == told_choices(choices)  # type: ignore[arg-type]

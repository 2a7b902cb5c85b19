"""What a process tells the others that share its database: the changes themselves, so that nobody has to read them."""

import asyncio
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.server.change import Changes, Draft
from oddboard.server.database import Change, notices
from oddboard.server.feed import Feed
from oddboard.server.log import Decided, Talked
from tests.server.test_deltas import Game, Onlooker
from tests.server.test_leaks import table_of

DECISIONS = 12
MOST = 8000  # bytes of a notice, less one


def told(change: Change) -> Any:
    """The change as another process hears it."""
    (text,) = notices("me", [change])
    name, news = orjson.loads(text)
    assert name == "me"
    return news


def test_a_notice_has_the_changes_as_far_as_they_fit() -> None:
    decided = Decided(decision={"do": "roll", "dice": [1, 2]}, seat=0, roll=7, at=5)
    assert told(Change("T", 3, [decided])) == ["T", 3, None, [["decision", {"do": "roll", "dice": [1, 2]}, 0, 7, 5]]]
    assert told(Change("T", 3, [decided], {"clocks": "c"}))[2] == "c"
    assert told(Change("T", 3, [decided], {"state": "over"})) == "T", "what else has changed must be read"
    assert told(Change("T", 3, [decided], seats=[])) == "T"
    assert told(Change("T", 3, [Talked(name="Ann", text="ü" * 1500)])) == "T"


def test_many_changes_are_told_in_notices_that_the_database_takes() -> None:
    changes = [Change(f"table-{number}", 0, [Talked(name="Ann", text="ü" * number)]) for number in range(250)]
    texts = notices("me", changes)
    assert max(len(text.encode()) for text in texts) < MOST
    heard = [news for text in texts for news in orjson.loads(text)[1:]]
    assert [news[0] if isinstance(news, list) else news for news in heard] == [change.table for change in changes]


@pytest.mark.parametrize("key", registry.keys())
def test_what_another_process_tells_is_followed_without_reading_it(key: str) -> None:
    async def test() -> None:
        here = Game(key, 4)
        there = table_of(Match(here.table.game, here.table.players), here.table.secret)
        store: Any = SimpleNamespace(tables={there.id: there})
        feed = Feed(store, SimpleNamespace(preparing=lambda _: None))  # type: ignore[arg-type]
        changes = Changes(None, store, feed)  # type: ignore[arg-type]
        draft = Draft(there)
        draft.go_on()
        there.settle(draft.entries)
        assert here.table.version == there.version
        page = Onlooker(feed, there, 0)
        for _ in range(DECISIONS):
            news: list[Any] = []

            def carry_out(change: Any, news: list[Any] = news) -> None:
                draft = Draft(here.table)
                change(draft)
                draft.go_on()
                news.append(told(Change(there.id, here.table.version, draft.entries)))
                here.table.settle(draft.entries)

            here.carry_out = carry_out  # type: ignore[method-assign]
            if here.table.is_over:
                break
            here.decide()
            if isinstance(news[0], str):
                break  # too much for a notice
            assert changes.hear(*news[0])
            assert changes.hear(*news[0]), "what is known is not followed twice"
            assert same(there.played.state, here.table.played.state)
            assert there.version == here.table.version
            identifier, version, clocks, lines = news[0]
            assert not changes.hear(identifier, version + 100, clocks, lines), "something else comes next"
            async with there.lock:
                assert not changes.hear(identifier, there.version, clocks, lines), "somebody is about to add to it"
            feed.tell_now(there)
            page.take_in()
            page.check()

    asyncio.run(test())

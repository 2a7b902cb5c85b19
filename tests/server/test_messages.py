"""What goes over the socket is what `messages` declares, both ways."""

import asyncio
import random
from typing import Any

import pytest
from pydantic import ValidationError
from websockets.frames import Frame, Opcode

from oddboard.core import registry
from oddboard.server.connections import head_of
from oddboard.server.messages import FromPage, FromServer
from tests.server.running import Guest, play_at_random

QUICK = "sailboat-regatta"


def declared(events: list[dict[str, Any]]) -> set[str]:
    """The kinds of messages that came, after each was held against its declaration."""
    for event in events:
        FromServer.model_validate(event)
    return {event["type"] for event in events}


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_tells_what_is_declared(ann: Guest, key: str) -> None:
    table = ann.table(key, ["me", *[{"bot": "novice"}] * (registry.game(key).players[0] - 1)])

    async def go() -> None:
        async with ann.live(table) as page:
            while not page.may_play:
                await page.next()
            await page.sync()  # with what helps to choose
            await play_at_random(page, random.Random(4), until=25)
            assert declared(page.raw) >= {"welcome", "moment", "situation", "extras", "ok"}

    asyncio.run(asyncio.wait_for(go(), 90))


def test_every_kind_of_message_is_declared(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"], start=False)

    async def go() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            bob.post(f"/api/tables/{table}/join")
            ann.post(f"/api/tables/{table}/start")
            await hers.until("situation")
            await hers.sync()
            await his.sync()
            while hers.situation["undo"]["by"] != "agreement":
                page = hers if hers.situation["choices"] else his
                await page.play(page.situation["choices"][0]["decision"])
                await hers.sync()
                await his.sync()
            await hers.answer({"type": "talk", "text": "May I?"})
            await hers.ask({"type": "why", "seat": 0, "touches": ["nothing"]})
            assert (await hers.ask({"type": "fly"}))["type"] == "refused"
            await hers.answer({"type": "undo", "seat": 0, "ply": hers.situation["undo"]["to"]})
            await his.until("undo_asked")
            await his.answer({"type": "undo_answer", "agree": True})
            await hers.until("undo")
            ann.post(f"/api/tables/{table}/resign", {"seat": 0})
            await hers.to_the_end()
            kinds = declared(hers.raw) | declared(his.raw)
            assert kinds == {
                *("welcome", "moment", "situation", "extras", "table", "talk", "undo", "undo_asked", "over"),
                *("ok", "why", "pong", "refused"),
            }

    asyncio.run(asyncio.wait_for(go(), 90))


def test_other_messages_and_fields_are_none() -> None:
    FromPage.model_validate({"type": "ping", "id": 3})
    for wrong in ({"type": "ping", "id": {"a": [1]}}, {"type": "ping", "more": 1}, {"type": "fly"}, {"id": 1}):
        with pytest.raises(ValidationError):
            FromPage.model_validate(wrong)
    with pytest.raises(ValidationError):
        FromServer.model_validate({"type": "thinking", "seq": 1, "thinking": [0]})


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_is_framed_as_the_protocol_says(length: int) -> None:
    """We write frames ourselves, many at once."""
    text = b"x" * length
    assert head_of(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)

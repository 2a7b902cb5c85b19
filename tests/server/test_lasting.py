"""What lasts: decisions through kills and restarts, clocks, tables that wait for a bot."""

import asyncio
import json
import random
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, update

from oddboard.server import schema
from oddboard.server.migration import migrate
from tests.server.launching import Running
from tests.server.running import SMALL, Guest, play_at_random, sqlite

QUICK = "sailboat-regatta"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 90))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Running]:
    place = Running(sqlite(tmp_path), SMALL).start()
    yield place
    if place.process.poll() is None:
        place.stop()


def test_everything_acknowledged_is_there_after_a_kill(place: Running, ann: Guest, bob: Guest) -> None:
    table = ann.table("everest", ["me", "open"], start=False)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    seen: dict[str, Any] = {}

    async def before() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            await asyncio.gather(*(play_at_random(page, random.Random(5), until=40) for page in (hers, his)))
            await hers.sync()
            await his.sync()
            page = hers if hers.situation["choices"] else his
            await page.play(page.situation["choices"][0]["decision"])
            await hers.sync()
            await hers.ask({"type": "talk", "text": "see you"})
            seen.update(moments=hers.moments, situation=hers.situation)

    async def after() -> None:
        async with ann.live(table) as page:
            await page.sync()  # with what helps to choose, as before
            assert page.moments == seen["moments"]
            told = page.situation
            for name in ("ply", "to_move", "choices", "scene", "laying"):
                assert told[name] == seen["situation"][name], name
            assert [line["text"] for line in page.table["talked"]] == ["see you"]

    run(before())
    commitment = ann.get(f"/api/tables/{table}")["dice"]["commitment"]
    place.kill()
    place.start()
    ann.move_to(place)
    run(after())
    assert ann.get(f"/api/tables/{table}")["dice"]["commitment"] == commitment


def test_what_was_laid_beyond_a_plan_is_forgotten(place: Running, ann: Guest, bob: Guest) -> None:
    """A version let the last seat of Everest go on to the end of a round that nobody else had planned."""
    table = ann.table("everest", ["me", "open"], start=False)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")

    async def before() -> None:
        async with bob.live(table) as his:
            while his.situation["choices"]:
                await his.play(his.situation["choices"][0]["decision"])
            assert his.situation["laying"] == [0]

    async def after() -> None:
        async with ann.live(table) as hers, bob.live(table) as his:
            assert his.situation["laying"] == [0]
            await asyncio.gather(*(play_at_random(page, random.Random(5), until=30) for page in (hers, his)))

    run(before())
    place.stop()
    with create_engine(place.database).begin() as connection:
        laid = schema.entries.c.content
        last = connection.execute(select(laid).order_by(schema.entries.c.number.desc())).scalars().first()
        changed = json.dumps([*json.loads(last), {"do": "heal"}])
        connection.execute(update(schema.entries).where(laid == last).values(content=changed))
    place.start()
    run(after())


def test_bots_go_on_after_a_restart(place: Running, ann: Guest) -> None:
    table = ann.table("yaz", ["me", {"bot": "skilled"}])
    situation = ann.get(f"/api/tables/{table}/situation")
    while situation["to_move"] == 0:
        content = {"seat": 0, "ply": situation["ply"], "decision": situation["choices"][0]["decision"]}
        ann.post(f"/api/tables/{table}/play", content)
        situation = ann.get(f"/api/tables/{table}/situation")
    place.kill()
    place.start()
    ann.move_to(place)

    async def go() -> None:
        async with ann.live(table) as page:
            while page.situation["to_move"] != 0:
                await page.next()

    run(go())


def test_who_runs_out_of_time_is_replaced_by_a_bot(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"], clock={"seconds": 0.5, "increment": 0}, on_time="bot")

    async def go() -> None:
        async with ann.live(table) as page:
            assert page.situation["clocks"]["running"] == [page.situation["to_move"]]
            while not any(seat["kind"] == "bot" for seat in page.table["seats"]):
                await page.next()
            late = next(seat["seat"] for seat in page.table["seats"] if seat["kind"] == "bot")
            await page.until("moment", lambda event: event["moment"]["seat"] == late)

    run(go())


def test_who_runs_out_of_time_may_resign_by_the_terms(ann: Guest, bob: Guest) -> None:
    table = ann.table(QUICK, ["me", "open"], clock={"seconds": 0.3, "increment": 0}, on_time="resign", start=False)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    late = ann.get(f"/api/tables/{table}/situation")["to_move"]

    async def go() -> None:
        async with ann.live(table) as page:
            while page.table["state"] != "over":
                await page.next()
            assert page.table["ranks"] == ([2, 1] if late == 0 else [1, 2])
            assert page.table["result"] == ("Rust ran out of time." if late == 0 else "Cobalt ran out of time.")

    run(go())


def test_the_increment_is_credited_and_time_away_is_not_counted(place: Running, ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"], clock={"seconds": 600, "increment": 30})
    situation = ann.get(f"/api/tables/{table}/situation")
    seat = situation["to_move"]
    situation = ann.get(f"/api/tables/{table}/situation", seat=seat)
    content = {"seat": seat, "ply": situation["ply"], "decision": situation["choices"][0]["decision"]}
    ann.post(f"/api/tables/{table}/play", content)
    left = ann.get(f"/api/tables/{table}/situation")["clocks"]["left"]
    assert 629_000 <= left[seat] <= 630_000
    place.stop()
    time.sleep(2)
    place.start()
    ann.move_to(place)
    after = ann.get(f"/api/tables/{table}/situation")["clocks"]
    assert after["running"]
    assert sum(left) - sum(after["left"]) < 1900


def test_pages_are_told_when_the_server_goes(place: Running, ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])

    async def go() -> None:
        async with ann.live(table) as page:
            place.process.terminate()
            await page.until("going")
        assert await asyncio.to_thread(place.process.wait, 10) is not None

    run(go())


def test_undone_rolls_never_come_again(place: Running, ann: Guest) -> None:
    table = ann.table(QUICK, ["me", {"bot": "novice"}])

    def situation() -> Any:
        return ann.get(f"/api/tables/{table}/situation")

    def rolls() -> list[int]:
        found = ann.get(f"/api/tables/{table}/moments")["moments"]
        return [moment["roll"] for moment in found if "roll" in moment]

    while len(rolls()) < 6:
        now = situation()
        if now["choices"]:
            content = {"seat": 0, "ply": now["ply"], "decision": now["choices"][0]["decision"]}
            ann.post(f"/api/tables/{table}/play", content)
        else:
            time.sleep(0.02)
    while not situation()["choices"]:
        time.sleep(0.02)
    before = rolls()
    assert ann.post(f"/api/tables/{table}/undo", {"seat": 0, "ply": situation()["undo"]["to"]})["asked"] is False
    place.kill()
    place.start()
    ann.move_to(place)
    while len(rolls()) <= len(before):
        now = situation()
        if now["choices"]:
            content = {"seat": 0, "ply": now["ply"], "decision": now["choices"][0]["decision"]}
            ann.post(f"/api/tables/{table}/play", content)
    after = rolls()
    kept = [number for number in before if number in after]
    fresh = [number for number in after if number not in kept]
    assert fresh
    assert min(fresh) > max(before)


def test_the_form_of_the_database_is_that_of_the_last_step() -> None:
    folder = Path(schema.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_current_head() == schema.FORM


def test_a_database_of_before_gets_what_is_new(tmp_path: Path) -> None:
    url = sqlite(tmp_path)
    engine = create_engine(url)
    config = Config(attributes={})
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        assert "analyses" not in inspect(connection).get_table_names()
    migrate(engine)
    assert set(inspect(engine).get_table_names()) == {*schema.metadata.tables, "alembic_version"}
    engine.dispose()

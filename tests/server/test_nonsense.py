"""Thousands of requests and messages that nobody would send: all are answered, none with an error of our own."""

import asyncio
import json
import os

import httpx
import pytest

from tests.server.launching import Running
from tests.server.nonsense import told

TOLD = 10_000  # requests and messages on each database, in every run
SOAKED = 500_000  # in `make soak`
SEED = int(os.environ.get("ODDBOARD_SEED", "1"))


def tell(database: str, count: int) -> None:
    async def test() -> None:
        async with told(database, SEED) as app:
            await app.tell(count)
            assert not app.broken, "\n".join(app.broken)
            assert app.statuses.total() + app.frames >= count
            assert {200, 404, 422} <= set(app.statuses), app.statuses
            assert app.frames > count / 10
            status, _ = await app.request("GET", "/api/health")
            assert status == 200

    asyncio.run(test())


def test_nonsense_is_answered(database: str) -> None:
    tell(database, TOLD)


@pytest.mark.soak
def test_a_million_times(database: str) -> None:
    tell(database, SOAKED)


FULL = {"rules": "full"}
WILD = {"deck": [10**30]}, {"deck": [2**63]}, {"stacks": [-1]}, {"hands": [[2**40]]}, {"deck": [-5]}


@pytest.mark.parametrize("spoilt", WILD, ids=["huge", "overflowing", "negative", "held", "less than none"])
def test_a_yavoch_position_that_no_number_holds_is_refused(sqlite_server: Running, spoilt: dict[str, object]) -> None:
    """What overflowed, and what could not be drawn from."""
    study = {"game": "yavoch", "players": 2, "decisions": [], "position": {"players": 2, "options": FULL, **spoilt}}
    answer = httpx.post(
        f"{sqlite_server.url}/api/study",
        content=json.dumps(study),
        timeout=60,
        headers={"content-type": "application/json"},
    )
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]["message"]

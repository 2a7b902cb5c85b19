"""Nonsense, too much of it, and requests from elsewhere: refused with a reason, and nobody else notices."""

import asyncio
import contextlib
import json
import os
import random
import socket
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, given
from hypothesis.errors import Unsatisfiable
from schemathesis import Case
from websockets.asyncio.client import connect

from oddboard.core import registry, saves
from oddboard.core.match import Match
from oddboard.server import limits
from tests.server.client import Guest, Live, Refused
from tests.server.launching import Running
from tests.server.nonsense import told

EXAMPLES = 6  # for each operation of the description
SOAKED = 100  # in `make soak`
SECURITY = ("content-security-policy", "x-content-type-options", "referrer-policy")

FRAMES: list[Any] = [
    "",
    "null",
    "[]",
    "{",
    '"play"',
    "\x00",
    "[" * 5000,
    '{"type":' * 2000,
    '{"type":"play"}',
    '{"type":"play","seat":"0","ply":0,"decision":{}}',
    '{"type":"play","seat":1e99,"ply":0,"decision":{"do":"x"}}',
    '{"type":"play","seat":0,"ply":99999999999999999999999,"decision":{"do":"x"}}',
    '{"type":"play","seat":0,"ply":0,"decision":{"do":"\\ud800"}}',
    '{"type":"play","seat":0,"ply":0,"decision":{"do":{"do":{"do":[]}}}}',
    '{"type":"play","seat":0,"ply":0,"decisions":[]}',
    '{"type":"play","seat":-1,"ply":-1,"decision":{"do":"x"}}',
    '{"type":"play","id":{"a":[1]},"seat":true,"ply":false,"decision":[]}',
    '{"type":"why","seat":0,"touches":[1,null]}',
    '{"type":"why","seat":0,"touches":["' + "x" * 4000 + '"]}',
    '{"type":"undo","seat":0,"ply":-5}',
    '{"type":"undo_answer","agree":"yes"}',
    '{"type":"talk","text":"' + "y" * 1000 + '"}',
    '{"type":"talk","text":"\\u0000\\u202e"}',
    '{"type":"look","seat":[]}',
    '{"type":"hello","since":null}',
    '{"type":["play"]}',
    '{"type":"welcome"}',
    '{"\\ud800":1}',
]
HELLOS: list[Any] = [
    {"type": "hello", "since": "x"},
    {"type": "hello", "since": -1},
    {"type": "hello", "since": 10**30},
    {"type": "hello", "since": 1.5},
    {"type": "hello", "since": True, "seat": "0"},
    {"type": "hello", "since": [], "seat": 10**30},
    {"type": "hello", "since": None, "seat": -1},
]


async def table_of(url: str) -> tuple[Guest, str]:
    guest = await Guest.come(url)
    return guest, (await guest.make("yaz", ["me", "shared"]))["id"]


async def refused_or_closed(live: Live) -> bool:
    """Whether the server says no, or closes the socket."""
    try:
        while (await live.next())["type"] != "refused":
            pass
    except (websockets.ConnectionClosed, OSError):
        pass
    return True


def test_nonsense_is_refused_and_the_socket_lives(sqlite_server: Running) -> None:
    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        async with guest.live(table, 0) as live:
            for frame in FRAMES:
                await live.say(frame)
                event = await live.next()
                while event["type"] in ("table", "situation"):
                    event = await live.next()
                assert event["type"] in ("refused", "why", "welcome"), (frame[:80], event)
                if event["type"] == "refused":
                    assert event["error"]["kind"] not in ("internal", "not_ready"), (frame[:80], event)
                    assert event["error"]["message"]
            assert (await live.answer({"type": "ping"}))["type"] == "pong"

    asyncio.run(test())


def test_frames_of_noise(sqlite_server: Running) -> None:
    """Random bytes and random changes of good messages."""
    rng = random.Random(5)
    good = '{"type":"play","id":1,"seat":0,"ply":0,"decision":{"do":"bulge","hex":"a1"}}'

    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        for _ in range(150):
            spoilt = list(good)
            for _ in range(rng.randrange(1, 6)):
                spoilt[rng.randrange(len(spoilt))] = chr(
                    rng.choice([0, 34, 44, 58, 91, 93, 123, 125, 0x7F, 0x2028, 49])
                )
            async with guest.live(table, 0) as live:
                await live.say("".join(spoilt))
                assert (await live.answer({"type": "ping"}))["type"] == "pong"
        for _ in range(20):
            async with guest.live(table, 0) as live:
                await live.say(rng.randbytes(rng.randrange(200)))
                assert await refused_or_closed(live)
        async with guest.live(table, 0) as live:
            await live.answer({"type": "ping"})

    asyncio.run(test())


@pytest.mark.parametrize("size", [20_000, 40_000, 3_000_000])
def test_a_frame_that_is_too_large_ends_the_socket_alone(sqlite_server: Running, size: int) -> None:
    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        async with guest.live(table, 0) as live, guest.live(table, 1) as other:
            with contextlib.suppress(websockets.ConnectionClosed, OSError):  # closed before all of it is sent
                await live.say({"type": "talk", "text": "z" * size})
            assert await refused_or_closed(live)
            with pytest.raises((websockets.ConnectionClosed, OSError)):
                await live.answer({"type": "ping"})
            assert (await other.answer({"type": "ping"}))["type"] == "pong"

    asyncio.run(test())


def test_strange_greetings(sqlite_server: Running) -> None:
    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        address = f"{sqlite_server.url.replace('http', 'ws')}/api/tables/{table}/live"
        for hello in HELLOS:
            async with connect(address, additional_headers=guest.headers, max_size=None) as socket:
                await socket.send(json.dumps(hello))
                assert json.loads(await socket.recv())["type"] in ("welcome", "refused"), hello
        for first in ("null", "{}", '{"type":"play"}', "x"):
            async with connect(address, additional_headers=guest.headers) as socket:
                await socket.send(first)
                assert json.loads(await socket.recv())["type"] == "refused"
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()
        async with connect(address.replace(table, "nowhere")) as socket:
            with contextlib.suppress(websockets.ConnectionClosed):  # it is told so before it says anything
                await socket.send('{"type":"hello"}')
            assert json.loads(await socket.recv())["error"]["kind"] == "not_found"
        stranger = Guest(sqlite_server.url)
        async with stranger.live(table) as watching:
            with pytest.raises(Refused) as refused:
                await watching.answer({"type": "talk", "text": "hello"})
            assert refused.value.kind == "not_yours"

    asyncio.run(test())


def test_bodies_that_are_too_large_or_no_json(sqlite_server: Running) -> None:
    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        url, headers = f"{sqlite_server.url}/api/tables", guest.headers | {"content-type": "application/json"}

        async def chunks() -> Any:
            for _ in range(40):
                yield b" " * 8192

        async with httpx.AsyncClient() as http:
            for body, wanted in [
                (b"{" + b" " * 100_000 + b"}", 413),
                (chunks(), 413),
                (b"", 400),
                (b"{", 400),
                (b"[" * 50_000, 400),
                (b"\xff\xfe", 400),
                (b'{"game": "\xed\xa0\x80", "seats": []}', 400),
                (b'{"game": "yaz", "seats": "me"}', 400),
                (b'{"game": "chess", "seats": ["me"]}', 404),
                (b'{"game": "yaz", "seats": ["me", "shared", "shared"]}', 422),
                (b'{"game": "yaz", "seats": ["me", "shared"], "options": {"turn_limit": -1}}', 422),
                (b'{"game": "yaz", "seats": ["me", {"bot": "genius"}]}', 400),
            ]:
                answer = await http.post(url, content=body, headers=headers)
                assert answer.status_code == wanted, (answer.status_code, answer.text)
                error = answer.json()["error"]
                assert error["message"]
                assert "Traceback" not in answer.text
            answer = await http.post(
                f"{sqlite_server.url}/api/records", content=b"x" * (5 << 20), headers=guest.headers
            )
            assert answer.status_code == 413
        assert (await guest.get(f"/tables/{table}"))["id"] == table

    asyncio.run(test())


def test_another_sites_page_is_refused(sqlite_server: Running) -> None:
    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        async with httpx.AsyncClient() as http:
            for evil in ("https://evil.example", "null", f"{sqlite_server.url}.evil.example", f"{sqlite_server.url}0"):
                answer = await http.post(
                    f"{sqlite_server.url}/api/tables/{table}/resign",
                    json={"seat": 0},
                    headers=guest.headers | {"Origin": evil},
                )
                assert answer.status_code == 403
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await connect(
                        f"{sqlite_server.url.replace('http', 'ws')}/api/tables/{table}/live",
                        additional_headers=guest.headers,
                        origin=evil,  # type: ignore[arg-type]
                    )
                assert refused.value.response.status_code == 403
            answer = await http.post(
                f"{sqlite_server.url}/api/tables/{table}/resign",
                json={"seat": 0},
                headers=guest.headers | {"Sec-Fetch-Site": "cross-site"},
            )
            assert answer.status_code == 403
        assert (await guest.get(f"/tables/{table}"))["state"] == "playing"

    asyncio.run(test())


def test_every_answer_has_strict_headers(sqlite_server: Running) -> None:
    for path in ("/", "/api/me", "/api/nowhere", "/api/tables/nowhere", "/../../etc/passwd", "/api/openapi.json"):
        answer = httpx.get(f"{sqlite_server.url}{path}")
        for name in SECURITY:
            assert name in answer.headers, (path, name)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy or "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "server" not in answer.headers
        assert "root:" not in answer.text
    cookie = httpx.get(f"{sqlite_server.url}/api/me").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite" in cookie


def test_too_many_requests_are_slowed_down(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest is told to wait, and how long; another is not. No time passes: no machine is too slow for it."""
    monkeypatch.setattr(limits, "monotonic", lambda: 1000.0)

    async def test() -> None:
        async with told(sqlite_database, 1, generosity=1.0) as app:
            table = app.nonsense.known["identifier"][0]
            burst = int(limits.RATES["request"].burst)
            answers = [await app.request("GET", "/api/me") for _ in range(burst + 130)]
            statuses = [status for status, _ in answers]
            slowed = statuses.index(429)
            assert burst - 30 <= slowed <= burst, "what was asked before counts, too"
            assert statuses == [200] * slowed + [429] * (burst + 130 - slowed)
            status, content, headers = await app.answer("GET", "/api/me")
            assert status == 429
            assert json.loads(content)["error"]["kind"] == "too_many"
            assert int(dict(headers)[b"retry-after"]) >= 1
            greedy, app.cookie = app.cookie, b""
            assert (await app.request("GET", "/api/me"))[0] == 200, "another is not slowed down"
            assert app.cookie not in (b"", greedy)
            burst = int(limits.RATES["message"].burst)
            pings = [json.dumps({"type": "ping", "id": number}) for number in range(burst + 5)]
            heard = [json.loads(text) for text in await app.socket(table, 0, pings) if text]
            answers_to_pings = [event for event in heard if event["type"] in ("pong", "refused")]
            assert [event["type"] for event in answers_to_pings[: burst + 1]] == ["pong"] * burst + ["refused"]
            assert answers_to_pings[burst]["error"]["kind"] == "too_many"

    asyncio.run(test())


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(SOAKED, marks=pytest.mark.soak)])
def test_requests_of_every_kind_by_the_description(sqlite_server: Running, examples: int) -> None:
    """Whatever the description allows, and much that it does not: never an error of the server's own."""

    async def prepare() -> tuple[str, str]:
        guest, table = await table_of(sqlite_server.url)
        return str(guest.cookie), table

    cookie, table = asyncio.run(prepare())
    schema = schemathesis.openapi.from_url(f"{sqlite_server.url}/api/openapi.json")
    rng = random.Random(os.environ.get("ODDBOARD_SEED", "1"))
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 25

    def check(case: Case) -> None:
        if "identifier" in (case.path_parameters or {}) and rng.random() < 0.7:
            case.path_parameters["identifier"] = table
        answer = case.call(headers={"Cookie": f"oddboard={cookie}"}, timeout=60)
        assert answer.status_code < 500, f"{answer.status_code} {answer.text}"
        if answer.status_code >= 400:
            assert set(json.loads(answer.content)["error"]) == {"kind", "message", "rule"}

    for operation in operations:
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            wanted = hypothesis.settings(
                max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
            )(given(case=operation.as_strategy(generation_mode=mode))(check))
            try:
                wanted()
            except Unsatisfiable:  # an operation without parameters has no wrong ones
                assert mode == schemathesis.GenerationMode.NEGATIVE


def test_a_page_that_does_not_read_is_let_go(sqlite_server: Running) -> None:
    """It holds up nobody, and the server's memory does not grow for it."""

    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        lives = Live(guest, table, 0), Live(guest, table, 1)
        lazy = await connect(
            f"{sqlite_server.url.replace('http', 'ws')}/api/tables/{table}/live",
            additional_headers=guest.headers,
            max_size=None,
            max_queue=1,
            compression=None,
        )
        await lazy.send('{"type":"hello","since":null,"seat":0}')
        for live in lives:
            await live.connect()
        rng = random.Random(7)
        for _ in range(150):
            live = next((each for each in lives if each.may_play), None)
            if live is None:
                break
            await live.play(rng.choice(live.situation["choices"])["decision"])
            other = lives[1 - lives.index(live)]
            while other.situation["ply"] < live.situation["ply"]:
                await other.next()
        for live in lives:
            await live.close()
        lazy.transport.abort()

    asyncio.run(test())


HALF = "\\ud800"  # half of a character, as JSON can write it
BAD_REQUESTS: list[tuple[str, str, str | None]] = [
    ("GET", "/%00", None),
    ("GET", "/api/tables/%00", None),
    ("GET", "/api/tables?text=%00", None),
    ("GET", "/api/stories/%00", None),
    ("GET", f"/{'x' * 300}", None),
    ("GET", f"/assets/{'x' * 300}", None),
    ("GET", f"/api/tables/{'x' * 300}", None),
    ("PUT", "/api/me", f'{{"name": "{HALF}"}}'),
    ("PUT", "/api/me", f'{{"{HALF}": 1}}'),
    ("POST", "/api/tables", f'{{"game": "{HALF}", "seats": ["me", "shared"]}}'),
    ("POST", "/api/tables", f'{{"game": "yaz", "seats": ["me", "shared"], "word": "{HALF}"}}'),
    ("POST", "/api/tables", '{"game": "yaz", "seats": ["me", "shared"], "word": "\\u0000"}'),
    ("POST", "/api/tables", f'{{"game": "yaz", "seats": ["me", "shared"], "options": {{"{HALF}": 1}}}}'),
    ("POST", "/api/tables", '{"game": "yaz", "seats": ["me", {"bot": "\\u0000"}]}'),
    ("POST", "/api/study", f'{{"game": "yaz", "decisions": [{{"do": "{HALF}"}}]}}'),
    ("POST", "/api/study", '{"game": "yaz", "decisions": [{"do": ' + "[" * 300 + "]" * 300 + "}]}"),
    ("POST", "/api/study", '{"game": "yavoch", "position": {"players": 2, "options": {}, "deck": [1e400]}}'),
]


@pytest.mark.parametrize(("method", "path", "body"), BAD_REQUESTS)
def test_bad_requests_are_refused_with_a_reason(server: Running, method: str, path: str, body: str | None) -> None:
    guest = httpx.get(f"{server.url}/api/me").cookies["oddboard"]
    headers = {"cookie": f"oddboard={guest}", "content-type": "application/json"}
    answer = httpx.request(method, server.url + path, content=body, headers=headers, timeout=60)
    assert answer.status_code < 500, answer.text
    if answer.is_error and path.startswith("/api"):
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//", "\xff"])
def test_an_origin_that_is_no_address_is_refused(sqlite_server: Running, origin: str) -> None:
    answer = httpx.put(
        f"{sqlite_server.url}/api/me", json={"name": "Eve"}, headers=[(b"origin", origin.encode("latin-1"))]
    )
    assert answer.status_code == 403


def test_a_length_that_is_no_number_is_refused(sqlite_server: Running) -> None:
    host, port = "127.0.0.1", sqlite_server.port
    with socket.create_connection((host, port), timeout=10) as connection:
        connection.sendall(b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: \xb2\r\n\r\n")
        assert b" 400 " in connection.recv(200)


def test_a_number_of_a_message_is_a_number(sqlite_server: Running) -> None:
    """What is no number is not said back, however deep it is."""

    async def test() -> None:
        guest, table = await table_of(sqlite_server.url)
        async with guest.live(table, 0) as live:
            for number in ("[" * 400 + "]" * 400, '"' + "x" * 500 + '"', "1e9", "-1", "true"):
                await live.say(f'{{"type": "ping", "id": {number}}}')
                refusal = await live.until("refused")
                assert refusal["id"] is None

    asyncio.run(test())


@pytest.mark.parametrize(
    ("field", "value"), [("roll", 10**30), ("roll", -1), ("seats", ["\ud800", "B"])], ids=["huge", "negative", "half"]
)
def test_a_saved_game_that_could_not_be_told_is_refused(sqlite_server: Running, field: str, value: Any) -> None:
    match = Match(registry.game("sailboat-regatta"), 2)
    match.roll()
    lines = [json.loads(line) for line in saves.record(match, ["A", "B"]).splitlines()]
    spoilt = [line | {field: value} if field in line else line for line in lines]
    assert spoilt != lines
    text = "\n".join(json.dumps(line) for line in spoilt) + "\n"
    guest = httpx.get(f"{sqlite_server.url}/api/me").cookies["oddboard"]
    answer = httpx.post(f"{sqlite_server.url}/api/records", content=text, headers={"cookie": f"oddboard={guest}"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["kind"] == "bad_record"

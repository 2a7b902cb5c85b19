"""Whatever comes in, one reply goes out, with the identifier if there was one to read."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddboard.engine import Engine

KINDS = {
    "bad_request",
    "unknown_match",
    "unknown_game",
    "bad_options",
    "bad_position",
    "bad_record",
    "illegal",
    "over",
}
GAME = "martian-race"


def opened() -> Engine:
    engine = Engine()
    engine.answer(json.dumps({"cmd": "new", "game": GAME, "players": 3, "options": {"order": "seats"}}).encode())
    engine.answer(json.dumps({"cmd": "play", "match": "m1", "decision": {"do": "roll", "dice": [5, 2]}}).encode())
    return engine


ENGINE = opened()


def checked(engine: Engine, line: bytes) -> dict[str, Any]:
    answer = engine.answer(line)
    assert answer.endswith(b"\n")
    assert answer.count(b"\n") == 1
    reply: dict[str, Any] = json.loads(answer, parse_constant=lambda name: pytest.fail(name))
    assert "id" in reply
    if "error" in reply:
        assert reply["error"]["kind"] in KINDS
        assert "bug of ours" not in reply["error"]["message"], reply
        assert (reply["error"]["kind"] == "illegal") <= (reply["error"]["rule"] is not None)
    return reply


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"",
        b"\xff\xfe\n",
        b"\xed\xa0\x80\n",
        b"null\n",
        b"[]\n",
        b'"x"\n',
        b"{\n",
        b"[" * 100_000 + b"\n",
        b'{"id":' * 100_000 + b"\n",
        b'{"id": NaN, "cmd": "games"}\n',
        b'{"id": Infinity}\n',
        b'{"id": 1e999}\n',
        b'{"id": ' + b"9" * 5000 + b"}\n",
        b'{"cmd": "play", "match": "m1", "decision": {"do": "roll", "dice": [NaN]}}',
        b'{"cmd": "undo", "match": "m1", "to": 123456789012345678901234567890}',
        b"\xef\xbb\xbf{}\n",
        b"\x00" * 100,
        b"x" * (1 << 20),
    ],
    ids=lambda line: repr(line[:24]),
)
def test_garbage_gets_an_error(line: bytes) -> None:
    assert "error" in checked(ENGINE, line)


@pytest.mark.parametrize("depth", [100, 300, 900, 950, 990, 1000])
def test_nesting_near_the_limit(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    for line in (
        b'{"id": %s, "cmd": "castle"}',
        b'{"cmd": "why", "match": "m1", "decision": %s}',
        b'{"cmd": "why", "match": "m1", "decision": {"do": %s}}',
        b'{"cmd": "new", "game": "martian-race", "players": 2, "options": {"order": %s}}',
        b'{"cmd": "load", "game": "martian-race", "position": {"players": %s}}',
    ):
        assert "error" in checked(ENGINE, line % nested)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=8,
)
COMMANDS = ["games", "new", "play", "situation", "position", "load", "record", "undo", "why", "suggest", "castle"]
LIKELY = st.sampled_from([0, 1, 2, 3, -1, "a7", "0.1", "h8", "n", "up", "move", "roll", "push", "first", [5, 2], "dog"])
DECISION = st.dictionaries(
    st.sampled_from(["do", "die", "martian", "to", "facing", "dice", "seat", "weight", "x"]), LIKELY | JSON, max_size=6
)
FIELDS = {
    "match": st.sampled_from(["m1", "m1", "m2", 1]) | JSON,
    "game": st.sampled_from([GAME, GAME, "chess"]) | JSON,
    "players": st.integers(0, 6) | JSON,
    "options": st.dictionaries(st.sampled_from(["martians", "order", "turn_limit", "x"]), LIKELY | JSON, max_size=3),
    "decision": DECISION | JSON,
    "decisions": st.lists(DECISION | JSON, max_size=3) | JSON,
    "seat": st.integers(-1, 4) | JSON,
    "position": st.dictionaries(st.sampled_from(["players", "options", "phase", "turn", "dice"]), LIKELY | JSON) | JSON,
    "record": st.text(max_size=40) | JSON,
    "to": st.integers(-1, 3) | JSON,
    "level": st.sampled_from(["random", "greedy"]) | JSON,
    "seconds": JSON,
    "seed": JSON,
}


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_request_gets_one_reply_with_its_identifier(data: st.DataObject) -> None:
    identifier = data.draw(JSON)
    names = data.draw(st.lists(st.sampled_from(sorted(FIELDS)), unique=True, max_size=5))
    request = {name: data.draw(FIELDS[name]) for name in names}
    request |= {"id": identifier, "cmd": data.draw(st.sampled_from(COMMANDS) | JSON)}
    reply = checked(ENGINE, json.dumps(request).encode())
    assert reply["id"] == identifier


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_get_one_reply(line: bytes) -> None:
    checked(ENGINE, line)


POSITION = json.loads(ENGINE.answer(b'{"cmd": "position", "match": "m1"}'))["position"]
RECORD = json.loads(ENGINE.answer(b'{"cmd": "record", "match": "m1"}'))["record"]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_spoiled_position_is_refused_or_played(data: st.DataObject) -> None:
    position = dict(POSITION)
    for name in data.draw(st.lists(st.sampled_from(sorted(POSITION)), min_size=1, max_size=2)):
        position[name] = data.draw(LIKELY | JSON)
    reply = checked(Engine(), json.dumps({"cmd": "load", "game": GAME, "position": position}).encode())
    assert "error" not in reply or reply["error"]["kind"] == "bad_position"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_spoiled_record_is_refused_or_played(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(RECORD)))
    text = RECORD[:at] + data.draw(st.text(max_size=3)) + RECORD[at + data.draw(st.integers(0, 3)) :]
    reply = checked(Engine(), json.dumps({"cmd": "load", "record": text}).encode())
    assert "error" not in reply or reply["error"]["kind"] == "bad_record"

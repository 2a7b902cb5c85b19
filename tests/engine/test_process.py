"""`oddboard engine` as another program drives it: a process of its own, through pipes."""

import json
import time
from typing import Any

from tests.commands import run, start


def dialogue(*lines: Any) -> list[dict[str, Any]]:
    """Send requests, and read the replies until the engine ends by itself."""
    typed = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    done = run("engine", typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_dialogue_of_the_protocol() -> None:
    opened, rolled = dialogue(
        {"id": 1, "cmd": "new", "game": "martian-race", "players": 3, "options": {"order": "seats"}},
        {"id": 2, "cmd": "play", "match": "m1", "decision": {"do": "roll", "dice": [5, 2]}},
    )
    assert list(opened) == ["id", "match", "to_move", "ply", "legal"]
    assert (opened["id"], opened["match"], opened["to_move"], opened["ply"]) == (1, "m1", "chance", 0)
    assert opened["legal"][0] == {"do": "roll", "dice": [1, 1], "weight": 1}
    assert list(rolled) == ["id", "to_move", "ply", "legal"]
    assert (rolled["id"], rolled["to_move"], rolled["ply"]) == (2, 0, 1)
    assert {"do": "move", "die": 5, "martian": "0.1", "to": "b5", "facing": "e"} in rolled["legal"]


def test_garbage_does_not_end_it_and_the_end_of_input_does() -> None:
    replies = dialogue(
        b"\xff\xfe", b"", b"[" * 1_000_000, b'{"id": NaN}', b'"\\ud800"', {"id": "\ud800"}, {"cmd": "games"}
    )
    assert [reply["error"]["kind"] for reply in replies[:-1]] == ["bad_request"] * 6
    assert [reply["id"] for reply in replies] == [None] * 5 + ["\ud800", None]
    assert replies[-1]["games"]


def test_each_reply_comes_at_once() -> None:
    engine = start("engine")
    assert engine.stdin
    assert engine.stdout
    for number in range(3):
        engine.stdin.write(json.dumps({"id": number, "cmd": "close", "match": "m1"}).encode() + b"\n")
        engine.stdin.flush()
        assert json.loads(engine.stdout.readline())["id"] == number
    engine.communicate()
    assert engine.returncode == 0


def test_it_ends_quietly_when_nobody_reads() -> None:
    engine = start("engine")
    assert engine.stdin
    assert engine.stdout
    assert engine.stderr
    engine.stdout.close()
    engine.stdin.write(b'{"cmd": "castle"}\n' * 10)
    engine.stdin.flush()
    assert engine.wait(30) == 0
    assert engine.stderr.read() == b""
    engine.stderr.close()
    engine.stdin.close()


def test_it_answers_while_it_thinks_and_stops_when_the_match_is_closed() -> None:
    engine = start("engine")
    assert engine.stdin
    assert engine.stdout

    def send(identifier: int, **request: Any) -> None:
        assert engine.stdin
        engine.stdin.write(json.dumps({"id": identifier} | request).encode() + b"\n")
        engine.stdin.flush()

    def reply() -> dict[str, Any]:
        assert engine.stdout
        found: dict[str, Any] = json.loads(engine.stdout.readline())
        return found

    send(1, cmd="new", game="everest", players=2)
    send(2, cmd="suggest", match="m1", level="search:5", seed=1)  # loads the rules
    legal, loaded = reply()["legal"], reply()
    assert loaded["id"] == 2
    assert all(line["line"] for line in loaded["lines"][:1])
    send(3, cmd="suggest", match="m1", seconds=600)
    send(4, cmd="play", match="m1", decision=legal[0])
    send(5, cmd="situation", match="m1")
    assert [reply()["id"], reply()["id"]] == [4, 5]
    began = time.monotonic()
    send(6, cmd="close", match="m1")
    answers = {answer["id"]: answer for answer in (reply(), reply())}
    assert time.monotonic() - began < 60  # not 600
    assert answers[6] == {"id": 6}
    assert answers[3]["decision"] in legal, "the position is the one that was asked about"
    engine.communicate()
    assert engine.returncode == 0


def test_the_end_of_input_waits_for_what_was_asked() -> None:
    """A thought of so many iterations is the same whether the engine has time for it or not."""
    requests = [
        {"id": 1, "cmd": "new", "game": "everest", "players": 2},
        {"id": 2, "cmd": "suggest", "match": "m1", "level": "search:400", "seed": 5},
    ]
    first, second = (dialogue(*requests)[1] for _ in range(2))
    assert sum(line["visits"] for line in first["lines"]) > 100
    assert first == second

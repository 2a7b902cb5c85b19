"""The engine protocol: every request and every kind of error, asked in this process."""

import json
from typing import Any

import pytest

from oddboard import engine as protocol
from oddboard.core import registry, saves
from oddboard.engine import Engine

GAME = "martian-race"


def ask(engine: Engine, cmd: str, **fields: Any) -> dict[str, Any]:
    reply = engine.answer(json.dumps({"id": 7, "cmd": cmd, **fields}).encode() + b"\n")
    assert reply.endswith(b"\n")
    assert reply.count(b"\n") == 1
    found: dict[str, Any] = json.loads(reply)
    assert found.pop("id") == 7
    return found


def kind(reply: dict[str, Any]) -> str:
    assert set(reply["error"]) == {"kind", "message", "rule"}
    return str(reply["error"]["kind"])


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def match(engine: Engine) -> str:
    """A match in which seat 0 has rolled 5 and 2."""
    handle = str(ask(engine, "new", game=GAME, players=3, options={"order": "seats"})["match"])
    ask(engine, "play", match=handle, decision={"do": "roll", "dice": [5, 2]})
    return handle


def test_games_are_listed_with_their_players_and_options(engine: Engine) -> None:
    games = {game["key"]: game for game in ask(engine, "games")["games"]}
    assert sorted(games) == registry.keys()
    assert (games[GAME]["title"], games[GAME]["least_players"], games[GAME]["most_players"]) == ("Martian Race", 2, 5)
    assert games[GAME]["options"]["type"] == "object"


def test_a_new_match_has_a_handle_and_its_situation(engine: Engine) -> None:
    reply = ask(engine, "new", game=GAME, players=3, options={"order": "seats"})
    assert (reply["match"], reply["to_move"], reply["ply"]) == ("m1", "chance", 0)
    assert {"do": "roll", "dice": [1, 1], "weight": 1} in reply["legal"]
    assert len(reply["legal"]) == 21
    assert ask(engine, "new", game=GAME, players=2)["match"] == "m2"


def test_play_answers_with_the_situation_after_it(engine: Engine, match: str) -> None:
    reply = ask(engine, "situation", match=match)
    assert (reply["to_move"], reply["ply"]) == (0, 1)
    assert {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"} in reply["legal"]
    assert ask(engine, "situation", match=match, seat=1)["legal"] == []


def test_a_failed_list_keeps_what_was_good(engine: Engine, match: str) -> None:
    good = {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"}
    reply = ask(engine, "play", match=match, decisions=[good, good, good])
    assert kind(reply) == "illegal"
    assert reply["error"]["rule"] == "MAR-6"
    assert reply["played"] == 1
    assert ask(engine, "situation", match=match)["ply"] == 2
    assert ask(engine, "play", match=match, decisions=[])["ply"] == 2


def test_a_refused_decision_changes_nothing(engine: Engine, match: str) -> None:
    reply = ask(engine, "play", match=match, decision={"do": "roll", "dice": [1, 1]})
    assert (kind(reply), reply["played"]) == ("illegal", 0)
    assert ask(engine, "situation", match=match)["ply"] == 1


def test_a_position_goes_out_and_in(engine: Engine, match: str) -> None:
    position = ask(engine, "position", match=match)["position"]
    other = ask(engine, "load", game=GAME, position=position)
    assert ask(engine, "position", match=other["match"])["position"] == position
    assert ask(engine, "position", match=match, seat=2)["position"] == position  # there are no secrets in this game
    assert other["legal"] == ask(engine, "situation", match=match)["legal"]


def test_a_record_goes_out_and_in(engine: Engine, match: str) -> None:
    record = ask(engine, "record", match=match)["record"]
    for fields in ({"game": GAME}, {}):
        other = ask(engine, "load", record=record, **fields)
        assert (other["ply"], other["to_move"]) == (1, 0)
    assert saves.load(record).match.ply == 1


@pytest.mark.parametrize("end", [{"drawn": True}, {"resigned": [1]}])
def test_a_game_that_ended_before_its_time_goes_out_as_it_came_in(engine: Engine, match: str, end: Any) -> None:
    saved = saves.load(ask(engine, "record", match=match)["record"])
    text = saves.record(saved.match, None, end.get("resigned", ()), ended=True, drawn=end.get("drawn", False))
    loaded = ask(engine, "load", record=text)["match"]
    last = json.loads(ask(engine, "record", match=loaded)["record"].splitlines()[-1])
    assert last.items() >= end.items()
    ask(engine, "undo", match=loaded)
    assert "ranks" not in ask(engine, "record", match=loaded)["record"], "it goes on"


def test_undo_goes_back_one_or_to_a_ply(engine: Engine, match: str) -> None:
    good = {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"}
    assert ask(engine, "play", match=match, decision=good)["ply"] == 2
    assert ask(engine, "undo", match=match)["ply"] == 1
    ask(engine, "play", match=match, decision=good)
    assert ask(engine, "undo", match=match, to=0)["to_move"] == "chance"
    assert kind(ask(engine, "undo", match=match)) == "bad_request"
    assert kind(ask(engine, "undo", match=match, to=5)) == "bad_request"


def test_why_names_the_rule(engine: Engine, match: str) -> None:
    good = {"do": "move", "die": 5, "martian": "0.1", "to": "a5", "facing": "s"}
    assert ask(engine, "why", match=match, decision=good) == {"legal": True}
    reply = ask(engine, "why", match=match, decision=good | {"to": "h8"})
    assert (reply["legal"], reply["rule"], set(reply)) == (False, "MAR-8", {"legal", "rule", "message"})
    assert kind(ask(engine, "why", match=match, decision={"do": "fly"})) == "bad_request"
    assert kind(ask(engine, "why", match=match, decision=[1])) == "bad_request"


@pytest.mark.parametrize("wish", [{"level": "random"}, {"level": "greedy"}, {"level": "search:50"}])
def test_suggest_gives_a_legal_decision_the_same_for_a_seed(engine: Engine, match: str, wish: dict[str, Any]) -> None:
    reply = ask(engine, "suggest", match=match, seed=3, **wish)
    assert reply["decision"] in ask(engine, "situation", match=match)["legal"]
    assert len(reply["evaluation"]) == 3
    best = reply["lines"][0]
    assert (best["decision"], best["evaluation"]) == (reply["decision"], reply["evaluation"])
    assert best["visits"] >= 1
    assert reply == ask(engine, "suggest", match=match, seed=3, **wish)


def test_suggest_says_why_in_a_sentence(engine: Engine) -> None:
    match = ask(engine, "new", game="everest", players=2)["match"]
    reasons = []
    for _ in range(60):
        situation = ask(engine, "situation", match=match)
        if situation["to_move"] == "chance":
            decision = {name: value for name, value in situation["legal"][0].items() if name != "weight"}
        else:
            advice = ask(engine, "suggest", match=match, level="greedy", seed=1)
            decision, told = advice["decision"], advice["because"]
            assert not told or (told[0].isupper() and told.endswith("."))
            reasons.append(told)
        ask(engine, "play", match=match, decision=decision)
    assert len(set(reasons)) > 3


@pytest.mark.parametrize("seconds", [0.05, 1])
def test_suggest_thinks_for_a_time(engine: Engine, match: str, seconds: float) -> None:
    reply = ask(engine, "suggest", match=match, seconds=seconds)
    assert reply["decision"] in ask(engine, "situation", match=match)["legal"]
    assert len(reply["lines"]) > 1


@pytest.mark.parametrize(
    "wish",
    [{}, {"level": "divine"}, {"level": 3}, {"seconds": 0}, {"seconds": -1}, {"seconds": True}, {"seed": 1.5}],
)
def test_suggest_refuses_other_wishes(engine: Engine, match: str, wish: dict[str, Any]) -> None:
    assert kind(ask(engine, "suggest", match=match, **wish)) == "bad_request"


def test_nobody_can_advise_chance(engine: Engine, match: str) -> None:
    ask(engine, "undo", match=match)
    assert kind(ask(engine, "suggest", match=match, level="greedy")) == "bad_request"


def test_a_closed_match_is_gone(engine: Engine, match: str) -> None:
    assert ask(engine, "close", match=match) == {}
    for cmd in ("close", "situation", "record", "position", "undo"):
        assert kind(ask(engine, cmd, match=match)) == "unknown_match"


def finished(engine: Engine) -> str:
    reply = ask(engine, "new", game=GAME, players=2, options={"turn_limit": 1})
    while reply["to_move"] is not None:
        reply = ask(engine, "play", match=reply.get("match", "m1"), decision=reply["legal"][0])
    assert sorted(reply["ranks"]) in ([1, 2], [1, 1])
    assert reply["legal"] == []
    return "m1"


def test_a_finished_game_is_over(engine: Engine) -> None:
    match = finished(engine)
    roll = {"do": "roll", "dice": [1, 1]}
    assert kind(ask(engine, "play", match=match, decision=roll)) == "over"
    assert kind(ask(engine, "why", match=match, decision=roll)) == "over"
    assert kind(ask(engine, "suggest", match=match, level="greedy")) == "over"
    assert kind(ask(engine, "play", match=match, decision={"do": "fly"})) == "bad_request"
    assert "ranks" in ask(engine, "situation", match=match)
    assert "secret" in ask(engine, "record", match=match)["record"]


@pytest.mark.parametrize(
    ("cmd", "fields", "expected"),
    [
        ("new", {"game": "chess", "players": 2}, "unknown_game"),
        ("new", {"game": 4, "players": 2}, "bad_request"),
        ("new", {"players": 2}, "bad_request"),
        ("new", {"game": GAME}, "bad_request"),
        ("new", {"game": GAME, "players": "two"}, "bad_request"),
        ("new", {"game": GAME, "players": True}, "bad_request"),
        ("new", {"game": GAME, "players": 9}, "bad_options"),
        ("new", {"game": GAME, "players": 2, "options": {"wings": True}}, "bad_options"),
        ("new", {"game": GAME, "players": 2, "options": {"martians": 3}}, "bad_options"),
        ("new", {"game": GAME, "players": 2, "options": 5}, "bad_request"),
        ("load", {"game": GAME}, "bad_request"),
        ("load", {"game": GAME, "position": {}, "record": ""}, "bad_request"),
        ("load", {"game": GAME, "position": {}}, "bad_position"),
        ("load", {"game": GAME, "position": {"players": 3, "options": {"wings": 1}}}, "bad_position"),
        ("load", {"game": GAME, "position": 5}, "bad_request"),
        ("load", {"game": "chess", "position": {}}, "unknown_game"),
        ("load", {"game": GAME, "record": ""}, "bad_record"),
        ("load", {"game": GAME, "record": "nonsense\n"}, "bad_record"),
        ("load", {"game": GAME, "record": 5}, "bad_request"),
        ("play", {"match": "m9", "decision": {}}, "unknown_match"),
        ("play", {"match": "m1"}, "bad_request"),
        ("play", {"match": "m1", "decision": {}, "decisions": []}, "bad_request"),
        ("play", {"match": "m1", "decisions": {}}, "bad_request"),
        ("play", {"match": "m1", "decisions": [5]}, "bad_request"),
        ("play", {"match": "m1", "decision": {"do": "roll"}}, "bad_request"),
        ("play", {"match": "m1", "decision": {"do": "roll", "dice": [2, 5]}}, "illegal"),
        ("situation", {"match": "m1", "seat": 3}, "bad_request"),
        ("situation", {"match": "m1", "seat": "0"}, "bad_request"),
        ("position", {"match": "m1", "seat": -1}, "bad_request"),
        ("situation", {"match": ["m1"]}, "bad_request"),
        ("undo", {"match": "m1", "to": "0"}, "bad_request"),
        ("why", {"match": "m1"}, "bad_request"),
        ("castle", {}, "bad_request"),
        (["new"], {}, "bad_request"),
        (None, {}, "bad_request"),
    ],
)
def test_errors(engine: Engine, match: str, cmd: Any, fields: dict[str, Any], expected: str) -> None:
    assert kind(ask(engine, cmd, **fields)) == expected
    assert ask(engine, "situation", match=match)["ply"] == 1


@pytest.mark.parametrize("identifier", [None, 0, "x", 1.5, [1, {"a": None}], {"b": [True]}, "\ud800", "é", False])
def test_an_identifier_is_echoed_whatever_it_is(engine: Engine, identifier: Any) -> None:
    for cmd in ("games", "castle"):
        reply = engine.answer(json.dumps({"id": identifier, "cmd": cmd}).encode())
        assert json.loads(reply)["id"] == identifier


def test_an_own_bug_is_told_as_one(
    engine: Engine, match: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error in (ZeroDivisionError("oops"), MemoryError(), RecursionError("deep")):

        def fail(match: Any, error: BaseException = error) -> str:
            raise error

        monkeypatch.setattr(protocol.saves, "record", fail)
        reply = ask(engine, "record", match=match)
        assert kind(reply) == "bad_request"
        assert "bug of ours" in reply["error"]["message"]
        assert type(error).__name__ in capsys.readouterr().err


def test_too_long_a_line_is_refused_and_passed_over(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(protocol, "LONGEST", 100)
    requests = io.BytesIO(b"[" * 1000 + b"\n" + b'{"id": 2, "cmd": "close", "match": "m1"}\n' + b" " * 500)
    lines = list(protocol.lines_of(requests))
    assert len(lines) == 3
    kinds = [json.loads(engine.answer(line))["error"]["kind"] for line in lines]
    assert kinds == ["bad_request", "unknown_match", "bad_request"]

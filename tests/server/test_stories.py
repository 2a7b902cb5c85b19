"""What is told keeps to its models; stories, studies and the analysis of a finished game."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from oddboard.core import registry, saves
from oddboard.core.compiling import INTERPRETED
from oddboard.server import administration, game_models, models, schema, story_models
from tests.server.client import Refused
from tests.server.launching import Running
from tests.server.running import SMALL, Guest

QUICK = "sailboat-regatta"


@pytest.mark.parametrize("key", registry.keys())
def test_what_is_told_keeps_to_its_models(ann: Guest, key: str) -> None:
    game = registry.game(key)
    seats = ["me", *["shared"] * (game.players[0] - 1)]
    table = models.Table.model_validate(ann.post("/api/tables", {"game": key, "seats": seats}))
    path = f"/api/tables/{table.id}"
    for _ in range(6):
        now = ann.get(f"{path}/situation")
        turn = now["laying"][0] if now["laying"] else now["to_move"]
        situation = models.Situation.model_validate(ann.get(f"{path}/situation", seat=turn))
        choice = situation.choices[len(situation.choices) // 2]
        ann.post(f"{path}/play", {"seat": turn, "ply": situation.ply, "decision": choice["decision"]})
    history = models.Moments.model_validate(ann.get(f"{path}/moments"))
    assert history.moments
    assert (
        models.Moments.model_validate(ann.get(f"{path}/moments", **{"from": 2, "to": 3})).moments
        == history.moments[2:3]
    )
    game_models.Sample.model_validate(ann.get(f"/api/games/{key}/sample"))
    game_models.Lessons.model_validate(ann.get(f"/api/games/{key}/lessons"))


@pytest.mark.parametrize("key", registry.keys())
def test_everything_that_a_rulebook_draws_can_be_drawn(ann: Guest, key: str) -> None:
    book = ann.get(f"/api/games/{key}/rulebook")
    drawn = re.findall(r"^ *```board (\S+)", book["markdown"], re.MULTILINE)
    lesson = ann.get(f"/api/games/{key}/lessons")["lessons"][0]
    for name in {*drawn, *book["examples"], lesson["id"]}:
        example = game_models.Sample.model_validate(ann.get(f"/api/games/{key}/examples/{name}"))
        assert example.scene["pieces"] or example.scene["items"], name
    assert example.position
    with pytest.raises(Refused, match="draws nothing called"):
        ann.get(f"/api/games/{key}/examples/nowhere")


def test_a_study_follows_decisions_and_refuses_with_the_rule(ann: Guest) -> None:
    asked: dict[str, Any] = {"game": "martian-race", "players": 2, "options": {"order": "seats"}}
    start = story_models.Studied.model_validate(ann.post("/api/study", asked))
    assert start.to_move == "chance"
    roll = ann.post("/api/study/move", asked)["decision"]
    after = story_models.Studied.model_validate(ann.post("/api/study", asked | {"decisions": [roll]}))
    assert after.to_move == 0
    move = models.Hint.model_validate(ann.post("/api/study/move", asked | {"decisions": [roll], "level": "novice"}))
    assert move.decision in [choice["decision"] for choice in after.choices]
    good = ann.post("/api/study/why", asked | {"decisions": [roll], "decision": move.decision})
    assert good["legal"]
    wrong = move.decision | {"die": next(die for die in range(1, 7) if die not in roll["dice"])}
    why = ann.post("/api/study/why", asked | {"decisions": [roll], "decision": wrong})
    assert (why["legal"], why["rule"][:4]) == (False, "MAR-")
    with pytest.raises(Refused, match=r"decision 1: .*MAR-"):
        ann.post("/api/study", asked | {"decisions": [roll, wrong]})


def test_a_study_begins_anywhere(ann: Guest) -> None:
    sample = ann.get("/api/games/everest/sample")["position"]
    found = story_models.Studied.model_validate(ann.post("/api/study", {"game": "everest", "position": sample}))
    assert found.position == sample
    with pytest.raises(Refused, match="bad_position"):
        ann.post("/api/study", {"game": "everest", "position": sample | {"players": 77}})


def test_a_table_begins_anywhere(ann: Guest) -> None:
    sample = ann.get(f"/api/games/{QUICK}/sample")["position"]
    seats = ["me"] * sample["players"]
    table = ann.post("/api/tables", {"game": QUICK, "seats": seats, "position": sample})
    assert table["options"] == sample["options"]
    with pytest.raises(Refused, match="bad_options"):
        ann.post("/api/tables", {"game": QUICK, "seats": ["me"] * (sample["players"] + 1), "position": sample})


def test_a_finished_game_is_judged_and_what_was_costly_is_counted(place: Running, ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    path = f"/api/tables/{table}"
    for _ in range(3):
        turn = ann.get(f"{path}/situation")["to_move"]
        situation = ann.get(f"{path}/situation", seat=turn)
        decision = situation["choices"][-1]["decision"]
        ann.post(f"{path}/play", {"seat": turn, "ply": situation["ply"], "decision": decision})
    ann.post(f"{path}/resign", {"seat": 0})
    story = story_models.Story.model_validate(ann.get(f"/api/stories/{table}"))
    assert story.ranks == [2, 1]
    assert story.verified.ok
    saved = ann.get(f"/api/stories/{table}/record")
    brought = ann.http.post("/api/records", content=saved).json()["id"]
    assert ann.get(f"/api/stories/{brought}/record") == saved
    end = time.monotonic() + 90
    while time.monotonic() < end:
        analysis = story_models.Analysis.model_validate(ann.post(f"/api/stories/{table}/analysis"))
        if analysis.state == "ready":
            assert [point.ply for point in analysis.points] == [moment["ply"] for moment in story.moments]
            assert {point.kind for point in analysis.points} == {"luck", "skill"}
            with administration.changing(place.database) as connection:
                mistakes = schema.mistakes
                kept = connection.execute(select(mistakes).where(mistakes.c.story == table).order_by(mistakes.c.ply))
                found = [(row.ply, row.kind, row.seat) for row in kept]
            costly = [story.moments[point.ply] for point in analysis.points if point.costly]
            assert found == [(each["ply"], each["decision"]["do"], each["seat"]) for each in costly]
            return
        assert analysis.state == "thinking", analysis.message
        time.sleep(0.1)
    raise AssertionError("the analysis did not come to an end")


def test_an_analysis_is_there_after_a_restart(place: Running, ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    end = time.monotonic() + 90
    while (found := ann.post(f"/api/stories/{table}/analysis"))["state"] != "ready":
        assert found["state"] == "thinking", found
        assert time.monotonic() < end
        time.sleep(0.1)
    place.kill()
    place.start()
    ann.move_to(place)
    assert ann.post(f"/api/stories/{table}/analysis") == found


def test_the_saved_game_of_one_who_resigned_has_ranks_and_the_secret(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared", "shared"])
    path = f"/api/tables/{table}"
    ann.post(f"{path}/resign", {"seat": 2})
    ann.post(f"{path}/resign", {"seat": 0})
    assert ann.get(f"/api/stories/{table}/record") == ann.get(f"{path}/record")
    saved = saves.load(ann.get(f"{path}/record"))
    assert (saved.ranks, saved.resigned) == ([2, 1, 3], [2, 0])
    assert saves.kept_promise(saved)
    again = ann.post_text("/api/records", saves.record(saved.match, saved.names, saved.resigned, True))["id"]
    assert ann.get(f"/api/stories/{again}")["ranks"] == [2, 1, 3]
    cards = ann.get("/api/tables", which="finished")["tables"]
    assert next(card for card in cards if card["id"] == table)["ranks"] == [2, 1, 3]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_while_rules_are_compiled_everything_can_be_done(place: Running, ann: Guest, tmp_path: Path) -> None:
    """A server that never compiled anything, as on the day of its installation, or after an update."""
    finished = ann.table(QUICK, ["me", "shared"])
    ann.post(f"/api/tables/{finished}/resign", {"seat": 0})
    uploaded = ann.post_text("/api/records", ann.get(f"/api/tables/{finished}/record"))["id"]
    place.stop()
    fresh = Running(place.database, SMALL, ODDBOARD_CACHE=str(tmp_path)).start()
    try:
        ann.move_to(fresh)
        assert ann.get(f"/api/tables/{finished}")["ranks"] == [2, 1]
        table = ann.table(QUICK, ["me", {"bot": "novice"}])
        situation = ann.get(f"/api/tables/{table}/situation")
        assert situation["scene"]["pieces"]
        assert situation["preparing"] is None
        _wait_until(lambda: QUICK in ann.get("/api/health")["preparing"])  # its rules are being compiled meanwhile
        for story in (finished, uploaded):
            assert ann.get(f"/api/stories/{story}")["ranks"] == [2, 1]
        _play_until_the_bot_has(ann, table)
        assert f'"game":"{QUICK}"' in ann.get(f"/api/tables/{table}/record").replace(" ", "")
        ann.post(f"/api/tables/{table}/resign", {"seat": 0})
        assert ann.get(f"/api/tables/{table}")["ranks"] == [2, 1]
        # A picture for the home page needs no compiled rules.
        assert ann.get(f"/api/games/{QUICK}/sample")["scene"]["pieces"]
    finally:
        fresh.kill()
        place.start()


def _wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def _play_until_the_bot_has(ann: Guest, table: str) -> None:
    """Take the first choice again and again, until a bot has decided something: it does not wait for the compiler."""
    end = time.monotonic() + 60
    while not any(moment["seat"] == 1 for moment in ann.get(f"/api/tables/{table}/moments")["moments"]):
        assert time.monotonic() < end
        situation = ann.get(f"/api/tables/{table}/situation", seat=0)
        if situation.get("choices"):
            choice = situation["choices"][0]["decision"]
            ann.post(f"/api/tables/{table}/play", {"seat": 0, "ply": situation["ply"], "decision": choice})
        time.sleep(0.02)


def test_a_new_name_is_told_at_the_tables(ann: Guest) -> None:
    table = ann.table(QUICK, ["me", "shared"])
    ann.put("/api/me", {"name": "Anna"})
    end = time.monotonic() + 10
    while ann.get(f"/api/tables/{table}")["seats"][0]["name"] != "Anna":
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_story_from_before_a_rule_changed_says_so(ann: Guest) -> None:
    from tests.games.yavoch.table import table
    from tests.games.yavoch.test_saves import TRANSFERS, saved

    text = saved(table("C311+1 S312+2 S313+1 N323 T345 c555+3 t551 t331"), *TRANSFERS)
    story = ann.get(f"/api/stories/{ann.post_text('/api/records', text)['id']}")
    assert len(story["moments"]) == len(TRANSFERS)
    assert story["outdated"]["rule"] == "YAV-16"
    assert "by a rule that has changed since" in story["outdated"]["message"]

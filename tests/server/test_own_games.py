"""One's own games: listed with how they ended, searched, counted, drawn, removed; everybody's own and nobody else's."""

import json
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, insert, select, text

from oddboard.arena.analysis import Judged, Report
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.saves import SavedGame
from oddboard.server import administration, own_models, schema
from oddboard.server.clocks import now
from oddboard.server.migration import migrate
from oddboard.server.own_games import DAY, PAGE
from oddboard.server.results import results_of
from oddboard.server.stories import COSTLY, Story, mistakes_of
from oddboard.server.tables import Seat
from tests.server.client import Refused
from tests.server.expanding import whole_moments
from tests.server.launching import Running
from tests.server.running import Guest, sqlite

QUICK = "sailboat-regatta"
MANY = 2000  # games of one guest
ENOUGH = 0.25  # seconds for any question about them, on a busy machine
ROW = {
    "game": QUICK,
    "players": 2,
    "options": "{}",
    "terms": '{"clock": null}',
    "public": False,
    "state": "over",
    "secret": "",
    "version": 0,
    "names": "",
    "ranks": "[1, 2]",
    "result": "",
    "moved": 0,
}


def remove(guest: Guest, table: str) -> httpx.Response:
    return guest.http.delete(f"/api/me/games/{table}")


def lost(guest: Guest, game: str = QUICK, seats: list[Any] | None = None) -> str:
    """A game that a guest has given up."""
    table = guest.table(game, seats or ["me", {"bot": "novice"}])
    guest.post(f"/api/tables/{table}/resign", {"seat": 0})
    return table


def entered(connection: Connection, guest: str, games: Iterable[tuple[str, int, dict[str, Any]]]) -> None:
    """Games as the server would have kept them: a name, how many days ago it ended, and what else differs.

    After an even number of days it was won against a bot, otherwise lost against Zoë.
    """
    rows, seats, results = [], [], []
    for table, days, more in games:
        ended, ranks = now() - days * DAY, [2, 1] if days % 2 else [1, 2]
        row = ROW | {"id": table, "host": guest, "created": ended, "ended": ended, "ranks": json.dumps(ranks)} | more
        other = Seat("person", "Zoë", "zoe") if days % 2 else Seat("bot", "casual", None, "casual")
        there = [Seat("person", "Me", guest), other]
        rows.append(row)
        seats += [seat.row(table, place) for place, seat in enumerate(there)]
        results += results_of(table, str(row["game"]), there, ranks, ended)
    connection.execute(insert(schema.tables), rows)
    connection.execute(insert(schema.seats), seats)
    connection.execute(insert(schema.results), results)


def test_whoever_played_finds_it_in_the_own_list_with_its_picture(server: Running) -> None:
    ann, bob, eve = (Guest(server, name) for name in ("Ann", "Bob", "Eve"))
    table = ann.table(QUICK, ["me", "open"], start=False)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    assert ann.http.get(f"/api/stories/{table}/picture").status_code == 403
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    hers, his = (own_models.OwnGames.model_validate(each.get("/api/me/games")) for each in (ann, bob))
    assert [(game.id, game.outcome) for game in hers.games] == [(table, "lost")]
    assert [(game.id, game.outcome) for game in his.games] == [(table, "won")]
    assert [seat.you for seat in his.games[0].seats] == [False, True]
    assert eve.get("/api/me/games")["games"] == []
    answer = ann.http.get(f"/api/stories/{table}/picture")
    picture = own_models.Picture.model_validate(answer.json())
    story = ann.get(f"/api/stories/{table}")
    seen = [moment["scene"] for moment in whole_moments(story["moments"]).values()]
    assert picture.scene == (seen[-1] if seen else story["start"])
    assert "immutable" in answer.headers["cache-control"]
    assert ann.get(f"/api/stories/{table}/picture") == answer.json()
    assert ann.http.get("/api/stories/nowhere/picture").status_code == 404


def test_who_plays_all_seats_neither_wins_nor_loses(server: Running) -> None:
    ann = Guest(server)
    lost(ann, seats=["me", "shared"])
    assert [game["outcome"] for game in ann.get("/api/me/games")["games"]] == ["shared"]
    assert ann.get("/api/me/figures")["levels"] == []


def test_own_games_are_searched_and_counted(server: Running) -> None:
    ann = Guest(server)
    with administration.changing(server.database) as connection:
        others = {3: {"game": "everest"}}
        games = ((f"{ann.id[:12]}-{number}", number, others.get(number, {})) for number in range(4))
        entered(connection, ann.id, games)
        mistake = {"story": f"{ann.id[:12]}-1", "seat": 0, "kind": "sail"}
        rows = [mistake | {"ply": 4, "cost": 0.25}, mistake | {"ply": 9, "cost": 0.5}]
        connection.execute(insert(schema.mistakes), [*rows, mistake | {"ply": 5, "seat": 1, "cost": 0.5}])
        analysis = {"story": f"{ann.id[:12]}-1", "content": "{}", "created": 0}
        connection.execute(insert(schema.analyses), analysis)

    def found(**query: Any) -> list[int]:
        return [int(game["id"][-1]) for game in ann.get("/api/me/games", **query)["games"]]

    assert found() == [0, 1, 2, 3]
    assert found(game="everest") == [3]
    assert found(level="casual") == [0, 2]
    assert found(level="master") == []
    assert found(text="zoë") == [1, 3]
    assert found(text="me") == [], "who asks is there anyway"
    assert found(text="%") == []
    assert found(outcome="won") == [0, 2]
    assert found(days=2) == [0, 1]
    assert [game["costly"] for game in ann.get("/api/me/games")["games"]] == [0, 2, 0, 0]
    figures = own_models.Figures.model_validate(ann.get("/api/me/figures"))
    assert {each.game: (each.won, each.lost) for each in figures.games} == {QUICK: (2, 1), "everest": (0, 1)}
    assert [(each.level, each.won) for each in figures.levels] == [("casual", 2)]
    assert [(each.name, each.lost) for each in figures.people] == [("Zoë", 2)]
    assert sum(each.won + each.lost for each in figures.weeks) == 4
    assert all(
        datetime.fromtimestamp(each.since / 1000, UTC).strftime("%a %T") == "Mon 00:00:00" for each in figures.weeks
    )
    assert figures.costly.analysed == 1
    assert [(each.kind, each.times, each.cost) for each in figures.costly.kinds] == [("sail", 2, 0.75)]
    assert ann.get("/api/me/figures", game="everest")["costly"]["kinds"] == []
    against = ann.get("/api/me/figures", level="casual")
    assert [(each["level"], each["won"]) for each in against["levels"]] == [("casual", 2)]
    assert [each["name"] for each in ann.get("/api/me/figures", text="zoë")["people"]] == ["Zoë"]
    for wrong in ({"outcome": "glorious"}, {"days": 0}, {"after": "x"}, {"text": "a\0"}):
        assert ann.http.get("/api/me/games", params=wrong).status_code == 400, wrong


def test_removing_is_everybodys_own_affair(server: Running) -> None:
    ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
    table = ann.table(QUICK, ["me", "open"], start=False)
    bob.post(f"/api/tables/{table}/join")
    ann.post(f"/api/tables/{table}/start")
    refused = remove(ann, table)
    assert (refused.status_code, "resign or get up first" in refused.text) == (403, True)
    ann.post(f"/api/tables/{table}/resign", {"seat": 0})
    eve = Guest(server)
    refused = remove(eve, table)
    assert (refused.status_code, "you did not play" in refused.text) == (403, True)
    assert remove(ann, table).status_code == 204
    assert ann.get("/api/me/games")["games"] == []
    assert [game["id"] for game in bob.get("/api/me/games")["games"]] == [table], "it stays for the other"
    assert not [card for card in ann.get("/api/tables", which="finished")["tables"] if card["id"] == table]
    assert remove(bob, table).status_code == 204
    with pytest.raises(Refused, match="not_found"):
        bob.get(f"/api/stories/{table}")


def test_a_game_against_bots_goes_whole_also_before_its_end(server: Running) -> None:
    ann = Guest(server)
    going, over = ann.table(QUICK, ["me", {"bot": "novice"}]), lost(ann)
    ann.get(f"/api/stories/{over}/picture")
    for table in (going, over):
        assert remove(ann, table).status_code == 204
        assert ann.http.get(f"/api/tables/{table}").status_code == 404
        assert remove(ann, table).status_code == 404
    with administration.changing(server.database) as connection:
        for kept in (schema.pictures.c.story, schema.entries.c.table_id, schema.results.c.table_id):
            assert connection.execute(select(kept).where(kept.in_([going, over]))).first() is None, kept
    assert remove(ann, "no such thing").status_code == 404


def test_two_thousand_games_are_listed_and_counted_quickly(server: Running) -> None:
    ann = Guest(server)
    with administration.changing(server.database) as connection:
        games = ((f"{ann.id[:10]}-{number}", number // 4, {}) for number in range(MANY))
        entered(connection, ann.id, games)
        if connection.dialect.name == "sqlite":
            plan = (
                "EXPLAIN QUERY PLAN SELECT table_id FROM results WHERE guest = 'x' ORDER BY ended DESC, table_id DESC"
            )
            steps = str(connection.execute(text(plan)).all())
            assert "results_by_guest" in steps
            assert "TEMP B-TREE" not in steps
    questions: list[tuple[str, dict[str, Any]]] = [
        ("/api/me/games", {}),
        ("/api/me/games", {"text": "zoë", "level": "casual"}),
        ("/api/me/games", {"outcome": "lost", "days": 400}),
        ("/api/me/figures", {}),
        ("/api/tables", {"which": "finished"}),
    ]
    for path, query in questions:
        took = []
        for _ in range(3):
            began = time.perf_counter()
            ann.get(path, **query)
            took.append(time.perf_counter() - began)
        assert min(took) < ENOUGH, (path, query, took)
    seen: list[str] = []
    page = ann.get("/api/me/games")
    while page["next"] and len(seen) < 5 * PAGE:
        assert len(page["games"]) == PAGE
        seen += [game["id"] for game in page["games"]]
        page = ann.get("/api/me/games", after=page["next"])
    assert len(set(seen)) == len(seen) == 5 * PAGE
    assert Guest(server).get("/api/me/games")["games"] == []


def test_what_is_deleted_of_a_guest_has_no_list_any_more(server: Running) -> None:
    ann = Guest(server)
    lost(ann)
    assert ann.http.delete("/api/me").status_code == 204
    with administration.changing(server.database) as connection:
        results = schema.results
        assert connection.execute(select(results).where(results.c.guest == ann.id)).first() is None


def test_costly_decisions_are_kept_by_what_was_decided() -> None:
    match = Match(registry.game(QUICK), 2, {})
    while match.to_move == "chance":
        match.play_code(*match.draw())
    match.play_code(match.codes()[0])
    plies = range(match.ply)
    costs = [0.0] * (match.ply - 1) + [COSTLY]
    judged = [Judged(ply, match.history[ply].seat, "", [], [], costs[ply], "") for ply in plies]
    story = Story("story", SavedGame(match, ["Ann", "Bob"]), [], None, "")
    last = match.history[-1]
    row = {"story": "story", "ply": match.ply - 1, "seat": last.seat, "kind": last.decision["do"], "cost": COSTLY}
    assert mistakes_of(story, Report(judged, [], [])) == [row]


def test_games_of_before_are_entered_when_a_database_is_brought_up(tmp_path: Path) -> None:
    engine = create_engine(sqlite(tmp_path))
    config = Config(attributes={})
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        row = ROW | {"id": "t", "host": "ann", "created": 5, "ended": 7, "ranks": "[2, 1, 1]"}
        connection.execute(insert(schema.tables), [row, row | {"id": "goes on", "ranks": None, "ended": None}])
        seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob"), Seat("shared", "Bob 2", "bob")]
        for table in ("t", "goes on"):
            rows = [seat.row(table, place) for place, seat in enumerate(seats)]
            connection.execute(insert(schema.seats), rows)
    migrate(engine)
    with engine.begin() as connection:
        rows = connection.execute(select(schema.results).order_by(schema.results.c.guest)).all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [
        ("t", "ann", 0, QUICK, "lost", 7),
        ("t", "bob", 1, QUICK, "shared", 7),
    ]

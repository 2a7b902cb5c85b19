"""What a guest may take, what becomes of what nobody needs, and one's own data."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, insert, select, update

from oddboard.core import registry, saves
from oddboard.core.match import Match
from oddboard.server import expiry, new_tables, schema, stories
from oddboard.server.clocks import now
from oddboard.server.database import engine_of, migrated
from oddboard.server.new_tables import new_row
from oddboard.server.seats import LEFT_AFTER
from oddboard.server.tables import OVER, PERSON, WAITING, Seat, Terms
from tests.server.test_open_internet import Served

GAME = "everest"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(f"sqlite:///{tmp_path_factory.mktemp('quotas')}/oddboard.db") as served:
        with httpx.Client(base_url=served.url, timeout=60) as client:
            while client.get(f"/api/games/{GAME}/sample").status_code == 503:
                pass
        yield served


@pytest.fixture
def come(served: Served) -> Iterator[Callable[[str], httpx.Client]]:
    clients: list[httpx.Client] = []

    def come(name: str) -> httpx.Client:
        client = httpx.Client(base_url=f"{served.url}/api", timeout=60)
        clients.append(client)
        client.get("/me").raise_for_status()
        client.put("/me", json={"name": name}).raise_for_status()
        return client

    yield come
    for client in clients:
        client.close()


def table_of(client: httpx.Client, seats: list[Any], **more: Any) -> str:
    made = client.post("/tables", json={"game": GAME, "seats": seats, **more})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def refusal(answer: httpx.Response) -> str:
    assert answer.is_error, answer.text
    return str(answer.json()["error"]["message"])


def test_a_guest_sits_at_so_many_tables(
    served: Served, come: Callable[[str], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_tables, "MOST_TABLES", 2)
    monkeypatch.setattr(served.app.state.house.limits, "scale", 1.0)
    ann = come("Ann")
    tables = [table_of(ann, ["me", "open"]) for _ in range(2)]
    assert "finish or leave one first" in refusal(ann.post("/tables", json={"game": GAME, "seats": ["me", "open"]}))
    ann.post(f"/tables/{tables[0]}/leave")
    table_of(ann, ["me", "open"])


def test_a_guest_uploads_so_much(
    served: Served, come: Callable[[str], httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stories, "MOST_UPLOADS", 2)
    monkeypatch.setattr(served.app.state.house.limits, "scale", 1.0)
    ann, record = come("Ann"), saves.record(Match(registry.game(GAME), 2))
    for _ in range(2):
        assert ann.post("/records", content=record).status_code == 201
    assert "as much as this server keeps" in refusal(ann.post("/records", content=record))
    long_name = saves.record(Match(registry.game(GAME), 2), ["x" * 5000, "y"])
    assert "at most 100 characters" in refusal(come("Bob").post("/records", content=long_name))


def test_own_data_are_given_out_and_deleted(served: Served, come: Callable[[str], httpx.Client]) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = table_of(ann, ["me", "open"])
    bob.post(f"/tables/{table}/join", json={}).raise_for_status()
    ann.post(f"/tables/{table}/start").raise_for_status()
    kept = ann.post("/records", content=saves.record(Match(registry.game(GAME), 2))).json()["id"]
    data = ann.get("/me/data").json()
    assert data["guest"]["name"] == "Ann"
    assert [each["id"] for each in data["tables"]] == [table]
    assert [each["id"] for each in data["records"]] == [kept]
    assert [each["name"] for each in data["seats"]] == ["Ann"]
    assert ann.delete("/me").status_code == 204
    assert "Ann" not in bob.get(f"/tables/{table}").text
    assert bob.get(f"/tables/{table}").json()["seats"][0]["kind"] == "bot", "the game goes on"
    assert bob.get(f"/stories/{kept}").status_code == 404
    assert "Ann" not in str(ann.get("/me").json()), "the cookie is worth nothing any more"


def test_nobody_is_called_like_another(come: Callable[[str], httpx.Client]) -> None:
    table = table_of(come("Ann"), ["me", "open", "open", {"bot": "novice"}])
    for name in ("ÁNN", "Novice bot"):
        come(name).post(f"/tables/{table}/join", json={}).raise_for_status()
    names = [seat["name"] for seat in come("Eve").get(f"/tables/{table}").json()["seats"]]
    assert names == ["Ann", "ÁNN 2", "Novice bot 2", "Novice bot"]


def test_the_host_frees_a_seat(come: Callable[[str], httpx.Client]) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = table_of(ann, ["me", "open"])
    bob.post(f"/tables/{table}/join", json={}).raise_for_status()
    assert "only who made the table" in refusal(bob.post(f"/tables/{table}/free", json={"seat": 0}))
    freed = ann.post(f"/tables/{table}/free", json={"seat": 1}).json()
    assert freed["seats"][1]["kind"] == "open"


def test_who_has_left_need_not_be_waited_for(served: Served, come: Callable[[str], httpx.Client]) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = table_of(ann, ["me", "open"])
    bob.post(f"/tables/{table}/join", json={}).raise_for_status()
    ann.post(f"/tables/{table}/start").raise_for_status()
    waited_for = ann.get(f"/tables/{table}/situation").json()
    assert waited_for["laying"] == [0, 1]
    assert "48 hours" in refusal(ann.post(f"/tables/{table}/claim", json={"seat": 1}))
    served.app.state.house.store.tables[table].moved -= LEFT_AFTER
    assert "your own seat" in refusal(ann.post(f"/tables/{table}/claim", json={"seat": 0}))
    ended = ann.post(f"/tables/{table}/claim", json={"seat": 1}).json()
    assert (ended["state"], ended["ranks"], ended["result"]) == ("over", [1, 2], "Cobalt did not come back.")


@pytest.mark.parametrize(
    ("host", "right"),
    [("127.0.0.1:80", True), ("[::1]:80", True), ("LOCALHOST", True), ("evil.example", False), ("games.example", True)],
)
def test_the_server_must_be_meant(served: Served, monkeypatch: pytest.MonkeyPatch, host: str, right: bool) -> None:
    """Otherwise somebody's page could read what a server says at home, under a name that points to it."""
    monkeypatch.setattr(served.app.state.house.limits, "names", frozenset({"games.example"}))
    answer = httpx.get(f"{served.url}/api/games", headers={"Host": host})
    assert (answer.status_code == 200) == right


def test_what_nobody_needs_goes(tmp_path: Path) -> None:
    engine = engine_of(f"sqlite:///{tmp_path}/oddboard.db")
    migrated(engine)
    old = now() - 100 * expiry.DAY

    def count(table: Any) -> int:
        with engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(table)).scalar_one())

    with engine.begin() as connection:
        for state, guest in ((WAITING, "ann"), (OVER, "bob")):
            row = new_row(GAME, 2, {}, None, Terms(), False, guest) | {"state": state, "moved": old, "ended": old}
            connection.execute(insert(schema.tables), row)
            connection.execute(insert(schema.seats), [Seat(PERSON, guest, guest).row(row["id"], 0)])
        for guest in ("ann", "bob", "nobody"):
            connection.execute(insert(schema.guests), {"id": guest, "secret_hash": "", "name": guest, "created": old})
        fresh = new_row(GAME, 2, {}, None, Terms(), False, "eve")
        connection.execute(insert(schema.tables), fresh)
    with engine.begin() as connection:
        assert expiry.swept(connection, expiry.Terms(), ()) == 1
    assert (count(schema.tables), count(schema.seats), count(schema.guests)) == (2, 1, 1)
    with engine.begin() as connection:
        assert expiry.swept(connection, expiry.Terms(finished=30), ()) == 1
        connection.execute(update(schema.tables).values(moved=old))
        assert expiry.swept(connection, expiry.Terms(), [fresh["id"]]) == 0, "somebody looks at it"
    assert count(schema.tables) == 1

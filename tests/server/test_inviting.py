"""What whoever follows a link to a table is told, also by a messenger that runs no script."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from oddboard.server import pages, reach
from tests.server.launching import FREELY, Running
from tests.server.running import Guest, sqlite

INDEX = "<!doctype html><html><head>\n    <title>Oddboard</title>\n  </head><body></body></html>"


class Head(HTMLParser):
    """The properties and the title in the head of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.tags: list[str] = []
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = dict(attrs)
        if name := named.get("property"):
            self.properties[name] = named.get("content") or ""

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["title"]:
            self.title += data


@pytest.fixture
def built_page() -> None:
    if not (pages.WEB / "index.html").is_file():
        pytest.skip("the page is not built")


@pytest.mark.usefixtures("built_page")
def test_a_messenger_is_told_who_invites_to_what(ann: Guest, bob: Guest) -> None:
    ann.put("/api/me", {"name": 'Ann "<script>'})
    table = ann.table("everest", ["me", "open", "open"])
    answer = bob.http.get(f"/table/{table}")
    head = Head(answer.text)
    assert head.properties["og:title"] == 'Ann "<script> invites you to Everest' == head.title.strip()
    assert "2 seats are free" in head.properties["og:description"]
    assert head.properties["og:url"] == f"{ann.server.url}/table/{table}"
    assert answer.text.count("<script") == bob.http.get("/").text.count("<script"), "what was typed is no tag"
    picture = bob.http.get(head.properties["og:image"])
    assert picture.headers["content-type"] == "image/jpeg"

    bob.post(f"/api/tables/{table}/join", {"name": "Bob"})
    ann.post(f"/api/tables/{table}/hand-over", {"seat": 2, "level": "novice"})
    ann.post(f"/api/tables/{table}/start")
    assert "invites" not in Head(bob.http.get(f"/table/{table}").text).title, "there is nothing to sit down at"


@pytest.mark.usefixtures("built_page")
def test_a_link_to_no_table_leads_to_the_page_all_the_same(ann: Guest) -> None:
    for name in ("nobody-knows-it", "x" * 200, "a b"):
        answer = ann.http.get(f"/table/{name}")
        assert (answer.status_code, Head(answer.text).properties) == (200, {}), name


def test_the_invited_are_told_the_name_of_who_invites(ann: Guest, bob: Guest) -> None:
    table = ann.table("everest", ["me", "open"])
    assert bob.get(f"/api/tables/{table}")["inviter"] == "Ann"
    elsewhere = ann.table("everest", ["open", "open"])
    assert bob.get(f"/api/tables/{elsewhere}")["inviter"] is None


def test_a_name_counts_as_chosen_once_it_is(ann: Guest) -> None:
    assert ann.get("/api/me")["guest"]["named"]
    assert not Guest(ann.server).get("/api/me")["guest"]["named"]


def test_a_server_for_the_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.0.2.7")
    assert reach.reached_at("0.0.0.0", 8765) == "http://192.0.2.7:8765"
    assert reach.reached_at("192.0.2.9", 80) == "http://192.0.2.9:80"
    assert [reach.reached_at(host, 1) for host in ("127.0.0.1", "::1", "localhost")] == [None] * 3
    monkeypatch.setattr(reach, "network_address", lambda: None)
    assert reach.reached_at("0.0.0.0", 8765) is None
    with Running(sqlite(tmp_path), (*FREELY, "--lan")) as server:
        found = Guest(server).get("/api/reach")
        assert found["here_only"], "it was asked on its own machine"
        assert found["network"] in (None, f"http://{(found['network'] or '//').split('/')[2]}")
        assert "in your network" in server.told() or "no network" in server.told()


def test_on_one_machine_a_link_works_there_only(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), (*FREELY, "--name", "games.example")) as server:
        guest = Guest(server)
        assert guest.get("/api/reach") == {"here_only": True, "network": None}
        answer = guest.http.get("/api/reach", headers={"host": "games.example"})
        assert answer.json() == {"here_only": False, "network": None}

"""A series at tables: the next game begins as a rematch does, with points that last, on both databases."""

import time
from typing import Any

import pytest

from tests.server.client import Refused
from tests.server.launching import Running
from tests.server.running import SMALL, Guest

FIRST, SECOND = "sailboat-regatta", "everest"


def results(table: dict[str, Any]) -> list[tuple[str, list[float], int]]:
    return [(each["name"], each["points"], each["rank"]) for each in table["series"]["players"]]


def prepared(guest: Guest) -> None:
    """Wait until both games can be played: a server that has just begun may still load their rules."""
    until = time.monotonic() + 120
    while not all(each["ready"] for each in guest.get("/api/games")["games"] if each["key"] in (FIRST, SECOND)):
        assert time.monotonic() < until
        guest.http.get(f"/api/games/{FIRST}/sample")
        guest.http.get(f"/api/games/{SECOND}/sample")
        time.sleep(0.1)


def test_a_series_goes_on_game_by_game_and_survives_a_kill(database: str) -> None:
    place = Running(database, SMALL).start()
    ann, bob = Guest(place, "Ann"), Guest(place, "Bob")
    prepared(ann)
    table = ann.table(FIRST, ["me", "open"], start=False, series=[FIRST, SECOND])
    path = f"/api/tables/{table}"
    bob.post(f"{path}/join")
    begun = ann.post(f"{path}/start")
    assert begun["series"]["number"] == 1
    assert results(begun) == [("Ann", [], 1), ("Bob", [], 1)]
    over = ann.post(f"{path}/resign", {"seat": 0})
    assert results(over) == [("Ann", [0], 2), ("Bob", [1], 1)]
    assert not over["series"]["over"]
    bob.post(f"{path}/rematch")
    place.kill()
    place.start()
    prepared(ann)
    second = ann.post(f"{path}/rematch")
    assert (second["game"], second["series"]["number"], second["series"]["tables"]) == (SECOND, 2, [table])
    assert results(second) == [("Ann", [0], 2), ("Bob", [1], 1)]
    assert [each["seat"] for each in second["series"]["players"]] == [1, 0], "everybody one seat further"
    there = f"/api/tables/{second['id']}"
    ann.post(f"{there}/contribute", {"seat": 1, "word": "a"})
    bob.post(f"{there}/contribute", {"seat": 0, "word": "b"})
    bob.post(f"{there}/resign", {"seat": 0})
    place.kill()
    place.start()
    prepared(ann)
    last = ann.get(there)
    assert results(last) == [("Ann", [0, 1], 1), ("Bob", [1, 0], 1)]
    assert last["series"]["over"]
    bob.post(f"{there}/rematch")
    anew = ann.post(f"{there}/rematch")
    assert (anew["game"], anew["series"]["number"], results(anew)[0][1]) == (FIRST, 1, []), "the whole series again"
    place.stop()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"series": [FIRST]}, "a series has 2 to 20 games, not 1"),
        ({"series": [SECOND, FIRST]}, "the series begins with everest"),
        ({"series": [FIRST, "ludo"]}, "ludo"),
        ({"series": [FIRST, "yavoch"], "seats": ["me", "shared", "shared"]}, "Yavoch is for 2 players"),
        ({"series": "cup"}, "series"),
    ],
)
def test_what_is_no_series_is_refused(ann: Guest, more: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        ann.post("/api/tables", {"game": FIRST, "seats": ["me", "shared"], **more})


def test_a_table_without_a_series_has_none(ann: Guest) -> None:
    assert ann.get(f"/api/tables/{ann.table(FIRST, ['me', 'shared'])}")["series"] is None

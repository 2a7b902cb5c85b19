"""The same guest on several devices, by a phrase or a passkey; and all that is known of him deleted."""

import httpx
import pytest

from oddboard.server import identities
from tests.server.client import Refused
from tests.server.launching import FREELY, Running
from tests.server.running import Guest

QUICK = "sailboat-regatta"


def refused(kind: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, match=f"'kind': '{kind}'")


def test_a_phrase_can_be_said_and_is_known_however_it_is_written() -> None:
    phrases = {identities.new_phrase() for _ in range(50)}
    assert len(phrases) == 50
    assert all(len(phrase.split()) == 5 and phrase.replace(" ", "").isalpha() for phrase in phrases)
    written = identities.hash_of_phrase("lusab babad gutih tugad mudof")
    assert written == identities.hash_of_phrase(" Lusab-BABAD gutih, tugad\tmudof\n")
    assert written != identities.hash_of_phrase("lusab babad gutih tugad mudod")


def test_a_phrase_signs_in_elsewhere_and_both_devices_stay_signed_in(database: str) -> None:
    server = Running(database, FREELY).start()
    try:
        ann, phone = Guest(server, "Ann"), Guest(server)
        assert ann.get("/api/me/keys") == {"phrase": False, "passkeys": 0, "devices": 1}
        old = ann.post("/api/me/phrase")["phrase"]
        phrase = ann.post("/api/me/phrase")["phrase"]
        with refused("not_found"):
            phone.post("/api/sign-in/phrase", {"phrase": old})
        table = ann.table(QUICK, ["me", "open"])
        server.kill()
        server.start()
        assert phone.post("/api/sign-in/phrase", {"phrase": phrase.upper()})["guest"]["id"] == ann.id
        for device in (phone, ann):
            assert device.get("/api/me")["guest"]["name"] == "Ann"
            assert device.get(f"/api/tables/{table}")["you"] == [0]
        assert ann.get("/api/me/keys") == {"phrase": True, "passkeys": 0, "devices": 2}
    finally:
        server.stop()


def test_deleting_leaves_games_to_the_others_without_name_and_words(database: str) -> None:
    server = Running(database, FREELY).start()
    try:
        ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
        phrase = ann.post("/api/me/phrase")["phrase"]
        table = ann.table(QUICK, ["me", "open"])
        path = f"/api/tables/{table}"
        bob.post(f"{path}/join")
        ann.post(f"{path}/start")
        ann.post(f"{path}/resign", {"seat": 0})
        waiting = ann.table(QUICK, ["me", "open"])
        assert ann.http.delete("/api/me").status_code == 204
        server.kill()
        server.start()
        seats = bob.get(path)["seats"]
        assert seats[0]["name"] == "Somebody"
        assert seats[0]["held"] is False
        assert bob.get(f"/api/tables/{waiting}")["seats"][0]["kind"] == "open"
        assert httpx.get(f"{server.url}/api/me", headers=ann.headers).json()["guest"]["id"] != ann.id
        with refused("not_found"):
            bob.post("/api/sign-in/phrase", {"phrase": phrase})
    finally:
        server.stop()


def test_nonsense_is_no_passkey(ann: Guest) -> None:
    for credential in (
        {},
        {"response": 1},
        {"response": {"clientDataJSON": "%%"}},
        {"response": {"clientDataJSON": "e30"}},
    ):
        for path in ("/api/sign-in/passkey", "/api/me/passkey"):
            with refused("bad_request"):
                ann.post(path, {"credential": credential})
    challenge = ann.post("/api/sign-in/passkey/options")["challenge"]
    assert challenge != ann.post("/api/sign-in/passkey/options")["challenge"]
    with pytest.raises(Refused):
        ann.post("/api/me/phrase", {"phrase": "mine"}) and ann.post("/api/sign-in/phrase", {"phrase": "mine"})

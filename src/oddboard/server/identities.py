"""Who somebody is on more than one device: by a recovery phrase or a passkey.

Nobody needs any of this: a guest is known by his cookie. Who wants to be the same guest elsewhere keeps a phrase, of
which only the hash is stored, or a passkey (WebAuthn). Signing in gives the device a cookie of its own.
"""

import hashlib
import json
import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, insert, select, update

from oddboard.core.errors import BadRequest
from oddboard.server import schema
from oddboard.server.clocks import now
from oddboard.server.errors import NotFound, NotYours
from oddboard.server.guests import DEVICE, Guest, hash_of
from oddboard.server.house import House

PHRASE, PASSKEY, CHALLENGE = "phrase", "passkey", "challenge"
WORDS = 5  # of a phrase, each with 16 bits
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"  # of words that can be said, as proquints have them
CHALLENGE_LASTS = 10 * 60 * 1000  # milliseconds
MOST_PASSKEYS = 10
SITE = "Oddboard"


def new_phrase() -> str:
    """Words that nobody can guess, and that can be said."""
    return " ".join(_word(secrets.randbelow(1 << 16)) for _ in range(WORDS))


def _word(number: int) -> str:
    c, v = CONSONANTS, VOWELS
    return c[number >> 12] + v[number >> 10 & 3] + c[number >> 6 & 15] + v[number >> 4 & 3] + c[number & 15]


def hash_of_phrase(phrase: str) -> str:
    """What is stored of a phrase, however it is written."""
    letters = re.sub("[^a-z]", "", phrase.lower())
    return hashlib.sha256(f"phrase {letters}".encode()).hexdigest()


async def kept(house: House, guest: Guest) -> dict[str, Any]:
    """What a guest can be known by."""
    keys = schema.keys
    rows = await house.database.read(
        lambda connection: connection.execute(
            select(keys.c.kind, func.count()).where(keys.c.guest == guest.id).group_by(keys.c.kind)
        ).all()
    )
    counts = {row[0]: row[1] for row in rows}
    return {"phrase": PHRASE in counts, "passkeys": counts.get(PASSKEY, 0), "devices": 1 + counts.get(DEVICE, 0)}


async def make_phrase(house: House, guest: Guest) -> str:
    """A recovery phrase, shown once; an earlier one is worth nothing any more."""
    phrase = new_phrase()

    def keep(connection: Connection) -> None:
        keys = schema.keys
        connection.execute(delete(keys).where(keys.c.guest == guest.id, keys.c.kind == PHRASE))
        _add(connection, hash_of_phrase(phrase), PHRASE, guest.id)

    await house.database.write(keep)
    return phrase


async def by_phrase(house: House, phrase: str) -> tuple[Guest, str]:
    """The guest whose phrase it is, and a cookie for this device."""
    found = await house.database.read(lambda connection: _owner(connection, hash_of_phrase(phrase), PHRASE))
    if found is None:
        raise NotFound("nobody has this phrase: look at each of its words again")
    return await _signed_in(house, found)


async def _signed_in(house: House, identifier: str) -> tuple[Guest, str]:
    """A cookie for one more device of a guest."""
    secret = secrets.token_urlsafe(24)
    await house.database.write(lambda connection: _add(connection, hash_of(secret), DEVICE, identifier))
    house.guests.forget(identifier)
    guest = await house.guests.by_cookie(f"{identifier}.{secret}")
    assert guest is not None
    return guest, f"{identifier}.{secret}"


def _add(connection: Connection, identifier: str, kind: str, guest: str | None, content: str = "") -> None:
    row = {"id": identifier, "kind": kind, "guest": guest, "content": content, "created": now()}
    connection.execute(insert(schema.keys), row)


def _owner(connection: Connection, identifier: str, kind: str) -> str | None:
    keys = schema.keys
    found = select(keys.c.guest).where(keys.c.id == identifier, keys.c.kind == kind)
    return connection.execute(found).scalar_one_or_none()


# Passkeys


def _site(base: str) -> str:
    """What a passkey is for: the name in the address of this server."""
    return urlsplit(base).hostname or ""


async def _challenge(house: House, guest: str | None) -> bytes:
    """Something new to sign, which any process of this database will know again."""
    challenge = secrets.token_bytes(32)

    def keep(connection: Connection) -> None:
        keys = schema.keys
        old = (keys.c.kind == CHALLENGE) & (keys.c.created < now() - CHALLENGE_LASTS)
        connection.execute(delete(keys).where(old))
        _add(connection, challenge.hex(), CHALLENGE, None, guest or "")

    await house.database.write(keep)
    return challenge


async def _spend(house: House, credential: dict[str, Any], guest: str | None) -> bytes:
    """The challenge that a credential answers, used up with this."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge: bytes = base64url_to_bytes(client["challenge"])
    except (KeyError, TypeError, ValueError):
        raise BadRequest("this is no answer of a passkey") from None

    def use(connection: Connection) -> bool:
        keys = schema.keys
        which = (keys.c.id == challenge.hex()) & (keys.c.kind == CHALLENGE) & (keys.c.content == (guest or ""))
        fresh = keys.c.created >= now() - CHALLENGE_LASTS
        return connection.execute(delete(keys).where(which, fresh)).rowcount == 1

    if len(challenge) != 32 or not await house.database.write(use):
        raise NotYours("this was asked for too long ago, or never: try again")
    return challenge


async def passkey_to_make(house: House, guest: Guest, base: str) -> dict[str, Any]:
    """What a browser needs to make a passkey for a guest."""
    import webauthn  # here and below only: it takes its time to load
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=_site(base),
        rp_name=SITE,
        user_id=guest.id.encode(),
        user_name=guest.name,
        challenge=await _challenge(house, guest.id),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


async def keep_passkey(house: House, guest: Guest, credential: dict[str, Any], base: str) -> None:
    """Keep a passkey that a browser has made."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    challenge = await _spend(house, credential, guest.id)
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_site(base),
            expected_origin=base,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise BadRequest("this passkey was not made for this server") from None
    content = json.dumps({"key": made.credential_public_key.hex(), "count": made.sign_count})
    if (await kept(house, guest))["passkeys"] >= MOST_PASSKEYS:
        raise BadRequest(f"at most {MOST_PASSKEYS} passkeys are kept for a guest")
    name = _name_of(made.credential_id)
    await house.database.write(lambda connection: _add(connection, name, PASSKEY, guest.id, content))


def _name_of(credential: bytes) -> str:
    """A passkey's own name is of any length; its hash is stored."""
    return hashlib.sha256(credential).hexdigest()


async def passkey_to_ask(house: House, base: str) -> dict[str, Any]:
    """What a browser needs to sign somebody in with a passkey."""
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=_site(base), challenge=await _challenge(house, None))
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


async def by_passkey(house: House, credential: dict[str, Any], base: str) -> tuple[Guest, str]:
    """The guest whose passkey has answered, and a cookie for this device."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    challenge = await _spend(house, credential, None)
    keys = schema.keys
    try:
        name = _name_of(base64url_to_bytes(credential["rawId"]))
    except (KeyError, TypeError, ValueError):
        raise BadRequest("this is no answer of a passkey") from None
    row = await house.database.read(
        lambda connection: connection.execute(
            select(keys).where(keys.c.id == name, keys.c.kind == PASSKEY)
        ).one_or_none()
    )
    if row is None:
        raise NotFound("this passkey belongs to nobody here")
    known = json.loads(row.content)
    try:
        answer = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_site(base),
            expected_origin=base,
            credential_public_key=bytes.fromhex(known["key"]),
            credential_current_sign_count=known["count"],
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise NotYours("the passkey's answer is not right") from None
    counted = json.dumps(known | {"count": answer.new_sign_count})
    raised = update(keys).where(keys.c.id == name).values(content=counted)
    await house.database.write(lambda connection: connection.execute(raised) and None)
    return await _signed_in(house, row.guest)

"""Guests: known by a secret in a cookie, with a name of their choice."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from oddboard.core.errors import BadRequest
from oddboard.server import schema
from oddboard.server.clocks import now
from oddboard.server.database import Database
from oddboard.server.limits import Asker, network_of
from oddboard.server.tables import is_id, new_id

COOKIE = "oddboard"
DEVICE = "device"  # the kind of key that a further device of a guest has
LONGEST_NAME = 24
REMEMBERED = 10_000  # guests that need not be looked up again
COOKIE_DAYS = 400  # the longest that browsers keep one
GIVEN_NAME = re.compile(r"Guest \d{4}")  # of who has not chosen one yet


@dataclass
class Guest:
    """Somebody who came with a cookie."""

    id: str
    name: str
    secret_hash: str
    devices: frozenset[str] = frozenset()  # hashes of the secrets of further devices
    address: str | None = None  # where he was last seen

    def has_secret(self, hashed: str) -> bool:
        """Whether a secret is that of one of his devices; each is compared, so that the time tells nothing."""
        return sum(hmac.compare_digest(each, hashed) for each in (self.secret_hash, *self.devices)) > 0

    @property
    def is_named(self) -> bool:
        """Whether he chose his name."""
        return GIVEN_NAME.fullmatch(self.name) is None


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def plain_text(text: str, longest: int, what: str) -> str:
    """A text as somebody typed it, without control characters; BadRequest if nothing is left or it is too long."""
    cleaned = "".join(" " if each.isspace() else each for each in unicodedata.normalize("NFC", text))
    cleaned = "".join(each for each in cleaned if unicodedata.category(each) not in ("Cc", "Cs", "Co", "Cn", "Cf"))
    cleaned = re.sub(" +", " ", cleaned).strip()
    if not cleaned or len(cleaned) > longest:
        raise BadRequest(f"{what} has 1 to {longest} characters")
    return cleaned


class Guests:
    """Who the guests are."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def by_cookie(self, cookie: str | None, address: str | None = None) -> Guest | None:
        """The guest whose cookie it is, seen at an address."""
        identifier, dot, secret = (cookie or "").partition(".")
        if not dot or not is_id(identifier) or len(secret) > 100:
            return None
        guest = self._known.get(identifier)
        if guest is None or not guest.has_secret(hash_of(secret)):  # he may have signed in at another process
            guest = await self._database.read(lambda connection: _look_up(connection, identifier))
        if guest is None or not guest.has_secret(hash_of(secret)):
            return None
        guest.address = address or guest.address
        self._remember(guest)
        return guest

    async def welcome(self) -> tuple[Guest, str]:
        """A new guest, and the cookie to know him by."""
        secret = secrets.token_urlsafe(24)
        guest = Guest(new_id(), f"Guest {secrets.randbelow(9000) + 1000}", hash_of(secret))
        row = {"id": guest.id, "name": guest.name, "secret_hash": guest.secret_hash, "created": now()}
        await self._database.write(lambda connection: connection.execute(insert(schema.guests), row) and None)
        self._remember(guest)
        return guest, f"{guest.id}.{secret}"

    async def rename(self, guest: Guest, name: str) -> None:
        """A guest is called something else."""
        guests = schema.guests
        renamed = update(guests).where(guests.c.id == guest.id).values(name=name)
        await self._database.write(lambda connection: connection.execute(renamed) and None)
        guest.name = name

    def forget(self, identifier: str) -> None:
        """Look a guest up again when he next comes."""
        self._known.pop(identifier, None)

    def asker(self, identifier: str) -> Asker:
        """A guest as one who has something thought about; the network is not known before he has been seen."""
        guest = self._known.get(identifier)
        return Asker(identifier, network_of(guest.address) if guest and guest.address else identifier)

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = guest
        self._known.move_to_end(guest.id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _look_up(connection: Connection, identifier: str) -> Guest | None:
    guests = schema.guests
    row = connection.execute(select(guests).where(guests.c.id == identifier)).one_or_none()
    if row is None:
        return None
    keys = schema.keys
    devices = select(keys.c.id).where(keys.c.guest == identifier, keys.c.kind == DEVICE)
    return Guest(row.id, row.name, row.secret_hash, frozenset(connection.execute(devices).scalars()))

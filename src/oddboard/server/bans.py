"""Who may not come in: guests, and networks, that the host has banned (`administration`)."""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from sqlalchemy import select

from oddboard.server import schema
from oddboard.server.clocks import now
from oddboard.server.database import Database
from oddboard.server.errors import NotYours
from oddboard.server.guests import Guest
from oddboard.server.tables import is_id


@dataclass(frozen=True)
class _Ban:
    """Somebody who may not come in."""

    whom: str
    until: int | None
    why: str

    def is_about(self, guest: str | None, address: str | None) -> bool:
        """Whether it keeps somebody out, now."""
        if self.until is not None and self.until < now():
            return False
        if is_id(self.whom):
            return guest == self.whom
        try:
            return address is not None and ip_address(address) in ip_network(self.whom)
        except ValueError:
            return False


class Bans:
    """Who may not come in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._bans: list[_Ban] = []

    async def load(self) -> None:
        """Know what is stored."""
        rows = await self._database.read(lambda connection: connection.execute(select(schema.bans)).all())
        self._bans = [_Ban(row.whom, row.until, row.why) for row in rows]

    def check(self, guest: Guest | None, address: str | None) -> None:
        """Refuse somebody who was banned."""
        for each in self._bans:
            if each.is_about(guest.id if guest else None, address):
                raise NotYours(f"the host does not let you in{f': {each.why}' if each.why else ''}")

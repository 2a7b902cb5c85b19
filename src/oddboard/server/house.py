"""Everything that a running server has, put together once, for requests to find."""

from collections import OrderedDict
from typing import Any

from fastapi import Request

from oddboard.server.bans import Bans
from oddboard.server.bot_seats import BotSeats
from oddboard.server.change import Changes
from oddboard.server.database import Database
from oddboard.server.errors import NoGuest
from oddboard.server.feed import Feed
from oddboard.server.games import Games
from oddboard.server.guests import COOKIE, Guest, Guests
from oddboard.server.histogram import Histogram
from oddboard.server.holds import ANSWER_SECONDS
from oddboard.server.limits import Limits
from oddboard.server.samples import Samples
from oddboard.server.store import Store
from oddboard.server.tables import Table
from oddboard.server.tasks import Tasks
from oddboard.server.thinkers import Thinkers


class House:
    """A running server."""

    def __init__(
        self,
        database: Database,
        thinkers: Thinkers,
        limits: Limits,
        network: str | None = None,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.network = network  # the address for others in the same network
        self.database = database
        self.thinkers = thinkers
        self.limits = limits
        self.guests = Guests(database)
        self.bans = Bans(database)
        self.tasks = Tasks()
        self.requests, self.decisions = Histogram(), Histogram()  # how long they take
        self.games = Games(thinkers, self.tasks)
        self.samples = Samples()
        self.store = Store(database, self.games, self.tasks, answer_seconds)
        self.feed = Feed(self.store, self.games)
        self.changes = Changes(database, self.store, self.feed)
        self.bots = BotSeats(self.changes, thinkers, self.tasks, self.guests, database)
        self.stories: OrderedDict[str, list[bytes]] = OrderedDict()  # in parts, the one asked for last at the end
        self.analyses: dict[str, Any] = {}  # by story: those that are being made
        thinkers.on_preparing = self.feed.tell_preparing
        self.store.on_opened = self._welcome_late
        self.changes.on_changed = self.bots.attend

    async def _welcome_late(self, table: Table) -> None:
        """A table can be played whose rules were compiled while pages waited."""
        async with table.lock:
            self.feed.tell_opened(table)
            self.bots.attend(table)

    def stop(self) -> None:
        """Tell the pages that they should come back soon, and begin nothing more."""
        self.feed.say_goodbye()
        self.tasks.stop()


def house_of(request: Request) -> House:
    """The server that a request has come to."""
    house: House = request.app.state.house
    return house


async def maybe_guest(request: Request) -> Guest | None:
    """Who asks, if his cookie says so."""
    house = house_of(request)
    address = house.limits.address_of(request)
    guest = await house.guests.by_cookie(request.cookies.get(COOKIE), address)
    house.bans.check(guest, address)
    house.limits.spend(guest.id if guest else None, address, "request")
    return guest


async def needed_guest(request: Request) -> Guest:
    """Who asks; NoGuest if there is no cookie to tell."""
    guest = await maybe_guest(request)
    if guest is None:
        raise NoGuest("who are you? GET /api/me gives a cookie")
    return guest

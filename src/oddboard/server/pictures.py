"""The picture of a story: the board with the position in which it ended, made once and kept."""

import asyncio
import contextlib

from sqlalchemy import Connection, insert, select

from oddboard.core import saves
from oddboard.core.match import Match
from oddboard.server import schema
from oddboard.server.errors import NotFound, NotSaved, NotYours
from oddboard.server.house import House
from oddboard.server.store import Stored
from oddboard.server.stories import game_key, uploaded_text
from oddboard.server.streams import packed
from oddboard.server.tables import OVER, Table, is_id


async def picture(house: House, identifier: str) -> bytes:
    """The picture of a story as JSON. A table need not be opened for it: its log is followed beside everything else."""
    if not is_id(identifier):
        raise NotFound("there is no such story: the link may be cut short")
    known = schema.pictures
    kept = select(known.c.content).where(known.c.story == identifier)
    if (content := await house.database.read(lambda connection: connection.execute(kept).scalar())) is not None:
        return str(content).encode()
    made = packed(await _made(house, identifier))
    with contextlib.suppress(NotSaved):  # then it is made again for who asks next
        await house.database.write(lambda connection: _keep(connection, identifier, made.decode()))
    return made


async def _made(house: House, identifier: str) -> dict[str, object]:
    text = await uploaded_text(house, identifier)
    if text is not None:
        await house.games.ready(game_key(text))
        return await asyncio.to_thread(lambda: drawn(saves.load(text).match))
    row, seats, entries = await house.store.read(identifier)
    if row is None:
        raise NotFound("there is no such story: the link may be cut short")
    if row["state"] != OVER:
        raise NotYours("the game is not over: its story is told afterwards")
    await house.games.ready(row["game"])
    return await asyncio.to_thread(_followed, (row, seats, entries))


def _followed(stored: Stored) -> dict[str, object]:
    """The picture of a stored table, on a copy that nobody else has."""
    row, seats, entries = stored
    assert row is not None
    table = Table(row, seats)
    table.open(entries)
    return drawn(table.played)


def drawn(match: Match) -> dict[str, object]:
    """A match as it stands, for everybody: it is over."""
    return {"ground": match.game.ground(match.state), "scene": match.game.scene(match.state)}


def _keep(connection: Connection, story: str, content: str) -> None:
    """Keep a picture; that of another server which was quicker is the same."""
    known = schema.pictures
    if connection.execute(select(known.c.story).where(known.c.story == story)).first() is None:
        connection.execute(insert(known), {"story": story, "content": content})

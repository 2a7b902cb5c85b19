"""Games to look at again: finished tables and uploaded saved games look the same."""

import asyncio
import json
from typing import Any

import orjson
from sqlalchemy import Connection, func, insert, select

from oddboard.arena.analysis import Report
from oddboard.bots.reasons import reason_for
from oddboard.core import saves, views
from oddboard.core.errors import BadRecord, BadRequest, OddboardError
from oddboard.core.game import CHANCE
from oddboard.core.match import Match
from oddboard.core.saves import SavedGame
from oddboard.server import schema
from oddboard.server.change import DRAWN
from oddboard.server.clocks import now
from oddboard.server.database import stored
from oddboard.server.deltas import changed_scene
from oddboard.server.errors import NotSaved, NotYours, TooLarge
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.limits import LARGEST_RECORD
from oddboard.server.models import UNWRITABLE
from oddboard.server.streams import packed
from oddboard.server.tables import is_id, new_id
from oddboard.server.worker import ThinkingFailed

PART = 250  # moments of a story that are sent at once
COSTLY = 0.08  # of an expected result: a decision that cost more is marked
LONGEST_STORY = 5000  # decisions
MOST_UPLOADS = 200  # of a guest
MOST_UPLOADED = 64 << 20  # characters of all of them
LONGEST_NAME = 100  # in a saved game of somebody else
KEPT_STORIES = 64 << 20  # bytes of stories that are kept for who asks next
LONGEST_KIND = 40  # of a decision, as it is stored
HIGHEST_ROLL = 1_000_000  # number of a roll


class Story:
    """A game to look at, and what is known about it."""

    def __init__(self, identifier: str, saved: SavedGame, seats: list[dict[str, Any]], ranks: Any, result: str) -> None:
        self.id = identifier
        self.saved = saved
        self.seats = seats
        self.ranks = ranks
        self.result = result


async def find(house: House, identifier: str) -> Story:
    """A story by its name: a finished table, or an uploaded saved game."""
    text = await uploaded_text(house, identifier)
    if text is not None:
        await house.games.ready(game_key(text))
        return await asyncio.to_thread(_uploaded, identifier, text)
    async with house.changes.looking(identifier) as table:
        if not table.is_over:
            raise NotYours("the game is not over: its story is told afterwards")
        match = table.prepared()
        saved = SavedGame(match, [seat.name for seat in table.seats])
        saved.commitment, saved.secret = match.dice.commitment, table.secret
        saved.resigned, saved.drawn, saved.ranks = table.resigned, table.drawn, table.ranks
        seats = [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in table.seats]
        story = Story(identifier, saved, seats, table.ranks, table.result)
    # The game is over, so nobody changes its match any more.
    story.saved.rolls = await asyncio.to_thread(rolls_of, match)
    return story


async def told(house: House, identifier: str, since: int = 0) -> bytes:
    """A story, or its further moments from one on, as JSON; made beside everything else, once for who asks soon."""
    parts = house.stories.get(identifier)
    if parts is None:
        story = await find(house, identifier)
        parts = house.stories[identifier] = await asyncio.to_thread(in_parts, story)
        while sum(len(part) for each in house.stories.values() for part in each) > KEPT_STORIES:
            house.stories.popitem(last=False)
    else:
        house.stories.move_to_end(identifier)
    number, rest = divmod(since, PART)
    if rest or number >= len(parts):
        raise BadRequest(f"this story has parts from 0 to {PART * (len(parts) - 1)}, {PART} moments each")
    return parts[number]


def in_parts(story: Story) -> list[bytes]:
    """A story with its first moments, and the others in parts, so that neither server nor page has much at once."""
    match, parts = story.saved.match, []
    for first in range(0, max(1, match.ply), PART):
        moments = told_moments(match, first, min(match.ply, first + PART))
        parts.append(packed(story_json(story, moments) if first == 0 else {"moments": moments}))
    return parts


def told_moments(match: Match, first: int, until: int) -> list[dict[str, Any]]:
    """A stretch of a finished game: the first moment whole, the others as what has changed since the one before."""
    found: list[dict[str, Any]] = []
    before: Any = None
    for ply in range(first, until):
        moment = views.moment(match, ply, None)
        assert moment is not None
        told: dict[str, Any] = {**moment}
        if turn := views.told_turn(match, range(ply + 1), None):
            told["turn"] = turn
        if before is not None:
            told["changes"] = changed_scene(before, told.pop("scene"))
        before = moment["scene"]
        found.append(told)
    return found


async def uploaded_text(house: House, identifier: str) -> str | None:
    """A saved game that was uploaded, if it is one."""
    if not is_id(identifier):
        return None
    return await house.database.read(
        lambda connection: connection.execute(
            select(schema.records.c.text).where(schema.records.c.id == identifier)
        ).scalar_one_or_none()
    )


def _uploaded(identifier: str, text: str) -> Story:
    saved = saves.load(text)
    seats = [{"name": name, "kind": "person", "level": None} for name in saved.names]
    result = saved.match.game.result(saved.match.state) if saved.match.is_over else DRAWN if saved.drawn else ""
    return Story(identifier, saved, seats, saved.ranks, result)


def rolls_of(match: Match) -> list[saves.Roll]:
    """The rolls of a match with what is needed to recompute them."""
    found = []
    replayed = Match(match.game, match.players, match.options, start=match.start)
    for ply, played in enumerate(match.history):
        if played.seat == CHANCE:
            weights = [each["weight"] for each in replayed.legal()]
            found.append(saves.Roll(0, ply, played.roll, weights, replayed.codes().index(played.code)))
        replayed.play_code(played.code)
    return found


def story_json(story: Story, moments: list[dict[str, Any]]) -> dict[str, Any]:
    """A story as the page shows it, with its first moments."""
    saved, match, game = story.saved, story.saved.match, story.saved.match.game
    return {
        "id": story.id,
        "game": game.key,
        "title": game.title,
        "options": match.options,
        "players": match.players,
        "seats": story.seats,
        "ground": game.ground(match.start),
        "start": game.scene(match.start),
        "position": game.position(match.start) if match.starts_elsewhere else None,
        "moments": moments,
        "length": match.ply,
        "ranks": story.ranks,
        "result": story.result,
        "dice": {"commitment": saved.commitment, "contributions": match.dice.contributions, "secret": saved.secret},
        "rolls": [
            {"ply": roll.ply, "number": roll.number, "weights": roll.weights, "outcome": roll.outcome}
            for roll in saved.rolls
        ],
        "verified": verified(saved),
        "outdated": vars(saved.outdated) if saved.outdated else None,
    }


def verified(saved: SavedGame) -> dict[str, Any]:
    """Whether every roll is the one that was promised."""
    if saved.secret is None:
        return {"ok": False, "message": "The secret of the dice is shown when a game is over; here it is not."}
    if not saves.kept_promise(saved):
        return {"ok": False, "message": "The secret is not the one that was promised at the start."}
    wrong = [roll for roll, right in saves.verify(saved) if not right]
    if wrong:
        given = wrong[0].number is None
        why = "was given by somebody, not rolled" if given else "is not what the secret gives"
        return {"ok": False, "message": f"The roll at ply {wrong[0].ply} {why}."}
    rolls, back = len(saved.rolls), saves.taken_back(saved)
    more = f" {back} {'roll was' if back == 1 else 'rolls were'} taken back." if back else ""
    return {"ok": True, "message": f"All {rolls} rolls are what the promised secret gives.{more}"}


async def reason(house: House, identifier: str, ply: int) -> str:
    """What a decision of a story was good for, of which nothing is hidden any more."""
    text = await uploaded_text(house, identifier)
    if text is not None:
        await house.games.ready(game_key(text))
        match = (await asyncio.to_thread(saves.load, text)).match
    else:
        async with house.changes.looking(identifier) as table:
            if not table.is_over:
                raise NotYours("the game is not over: its story is told afterwards")
            match = table.prepared()
    if ply >= match.ply:
        raise BadRequest(f"this story has {match.ply} decisions, counted from 0")
    return await asyncio.to_thread(reason_for, match, ply, None) or ""


async def record(house: House, identifier: str) -> tuple[str, str]:
    """The saved game of a story, and a name for its file; an uploaded one as it came."""
    text = await uploaded_text(house, identifier)
    if text is None:
        saved = (await find(house, identifier)).saved
        text = await asyncio.to_thread(
            saves.record, saved.match, saved.names, saved.resigned, ended=True, drawn=saved.drawn
        )
    return f"{game_key(text)}-{identifier}.oddboard", text


async def upload(house: House, guest: Guest, text: str) -> str:
    """Keep a saved game to look at; BadRecord says what is wrong with it."""
    if len(text) > LARGEST_RECORD:
        raise TooLarge(f"a saved game to be looked at has at most {LARGEST_RECORD >> 20} MB")
    key = game_key(text)
    await house.games.ready(key)
    saved = await asyncio.to_thread(saves.load, text)
    if saved.match.ply > LONGEST_STORY:
        raise TooLarge(f"a story has at most {LONGEST_STORY} decisions, and this one {saved.match.ply}")
    check_writable(saved)
    await _check_room(house, guest, len(text))
    row = {"id": new_id(), "game": key, "guest": guest.id, "text": text, "created": now()}
    await house.database.write(lambda connection: connection.execute(insert(schema.records), row) and None)
    return str(row["id"])


async def _check_room(house: House, guest: Guest, more: int) -> None:
    """TooLarge if somebody has uploaded too much already."""
    records, scale = schema.records, house.limits.scale
    query = select(func.count(), func.coalesce(func.sum(func.length(records.c.text)), 0)).where(
        records.c.guest == guest.id
    )
    number, size = await house.database.read(lambda connection: tuple(connection.execute(query).one()))
    if scale and (number >= MOST_UPLOADS * scale or size + more > MOST_UPLOADED * scale):
        raise TooLarge("you have uploaded as much as this server keeps for a guest: DELETE /api/me makes room")


def check_writable(saved: SavedGame) -> None:
    """BadRecord if a story of a saved game could not be told."""
    for name in saved.names:
        if UNWRITABLE.search(name):
            raise BadRecord("a name has a character that cannot be written")
        if len(name) > LONGEST_NAME:
            raise BadRecord(f"a name has at most {LONGEST_NAME} characters")
    for roll in saved.rolls:
        if roll.number is not None and not 0 <= roll.number <= HIGHEST_ROLL:
            raise BadRecord(f"the roll at ply {roll.ply} has no number that a roll can have")


def game_key(text: str) -> str:
    """The game of a saved game, read without its rules."""
    try:
        first = json.loads(text.partition("\n")[0])
        return str(first["game"])
    except (ValueError, RecursionError, TypeError, KeyError):
        raise BadRecord("line 1: a saved game begins with a JSON object that names its game") from None


# Analysis


class Analysis:
    """A story judged, or how far that is."""

    def __init__(self) -> None:
        self.done, self.of = 0, 1
        self.points: list[dict[str, Any]] = []
        self.seats: list[dict[str, Any]] = []
        self.state = "thinking"
        self.message: str | None = None

    def to_json(self) -> dict[str, Any]:
        """What the page asks for until it is ready."""
        return {
            "state": self.state,
            "progress": self.done / max(1, self.of),
            "points": self.points,
            "seats": self.seats,
            "message": self.message,
        }


async def known_analysis(house: House, identifier: str) -> dict[str, Any] | None:
    """A story's analysis if it was made before, by any server of this database, or is being made by this one."""
    under_way: Analysis | None = house.analyses.get(identifier)
    if under_way is not None:
        if under_way.state == "failed":
            del house.analyses[identifier]  # that is told once; who asks again wants it tried again
        return under_way.to_json()
    column = schema.analyses.c.content
    text = await house.database.read(
        lambda connection: connection.execute(
            select(column).where(schema.analyses.c.story == identifier)
        ).scalar_one_or_none()
    )
    return dict(orjson.loads(text)) if text is not None else None


async def analyse(house: House, identifier: str) -> dict[str, Any]:
    """Begin to judge a story."""
    story = await find(house, identifier)
    if identifier not in house.analyses:
        house.analyses[identifier] = Analysis()
        house.tasks.spawn(_judge(house, house.analyses[identifier], story))
    begun: Analysis = house.analyses[identifier]
    return begun.to_json()


async def _judge(house: House, analysis: Analysis, story: Story) -> None:
    """Judge a story, and keep what was found for all who ask later."""
    saved = story.saved

    def progress(done: int, of: int) -> None:
        analysis.done, analysis.of = done, of

    try:
        report = await house.thinkers.analyse(saves.record(saved.match, saved.names), progress)
    except (ThinkingFailed, OddboardError) as error:
        analysis.state, analysis.message = "failed", str(error)
        return
    for each in report.judged:
        change = [after - before for before, after in zip(each.before, each.after, strict=True)]
        if each.seat != CHANCE:
            change = [-each.cost if seat == each.seat else 0.0 for seat in range(len(change))]
        analysis.points.append(
            {
                "ply": each.ply,
                "evaluation": each.after,
                "kind": "luck" if each.seat == CHANCE else "skill",
                "change": change,
                "costly": each.cost >= COSTLY,
                "best": {"words": each.best, "because": each.because} if each.best else None,
            }
        )
    analysis.seats = [{"luck": luck, "skill": -cost} for luck, cost in zip(report.luck, report.cost, strict=True)]
    analysis.done = analysis.of
    content = stored(analysis.to_json() | {"state": "ready"})
    mistakes = mistakes_of(story, report)
    try:
        await house.database.write(lambda connection: _keep(connection, story.id, content, mistakes))
    except NotSaved:
        analysis.state = "ready"  # told by this process until it ends, and it can be made again
    else:
        del house.analyses[story.id]  # ready for everybody, and not before it is kept


def mistakes_of(story: Story, report: Report) -> list[dict[str, Any]]:
    """The costly decisions of a story that was judged, as they are stored."""
    return [
        {"story": story.id, "ply": each.ply, "seat": each.seat, "kind": kind[:LONGEST_KIND], "cost": each.cost}
        for each in report.judged
        if each.seat != CHANCE and each.cost >= COSTLY
        for kind in [str(story.saved.match.history[each.ply].decision.get("do", ""))]
    ]


def _keep(connection: Connection, story: str, content: str, mistakes: list[dict[str, Any]]) -> None:
    """Keep an analysis; that of another server which was quicker is as good."""
    table = schema.analyses
    if connection.execute(select(table.c.story).where(table.c.story == story)).first() is None:
        connection.execute(insert(table), {"story": story, "content": content, "created": now()})
        if mistakes:
            connection.execute(insert(schema.mistakes), mistakes)

"""What a guest gets to see of a table: the table itself, the situation, a card in a list."""

from collections.abc import Iterable
from typing import Any

import orjson

from oddboard.core import views
from oddboard.core.match import named
from oddboard.core.views import WATCHER
from oddboard.server import undoing
from oddboard.server.offering import NOTHING, offer_to
from oddboard.server.referee import ply_of
from oddboard.server.streams import packed
from oddboard.server.tables import OVER, PLAYING, RESIGNED, Table, now

Json = dict[str, Any]
KEPT_PICTURES = 12  # of a table: those of the last few decisions


def table_json(table: Table, guest: str | None, connected: Iterable[int] = ()) -> Json:
    """A table as a guest sees it."""
    mine, there = table.seats_of(guest), set(connected)
    return {
        "id": table.id,
        "game": table.game.key,
        "title": table.game.title,
        "options": table.options,
        "players": table.players,
        "state": table.state,
        "public": table.public,
        "talk": table.terms.talk,
        "clock": table.terms.clock,
        "on_time": table.terms.on_time,
        "host": guest is not None and table.host == guest,
        "seats": [
            {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "held": seat.guest is not None,
                "you": number in mine,
                "connected": number in there,
                "word": seat.word,
            }
            for number, seat in enumerate(table.seats)
        ],
        "you": mine,
        "ground": table.game.ground(table.match.start) if table.match else None,
        "dice": dice_json(table),
        "asked": asked_json(table),
        "talked": table.talk,
        "created": table.created,
        "ended": table.ended,
        "ranks": table.ranks,
        "result": table.result if table.state == OVER else None,
    }


def dice_json(table: Table) -> Json:
    """The promise about the dice; the secret itself once the game is over."""
    from oddboard.core.dice import commitment_of

    shown: Json = {
        "commitment": commitment_of(table.secret),
        "contributions": [seat.word for seat in table.seats],
        "secret": None,
    }
    if table.match and table.state != "waiting":
        shown["contributions"] = table.match.dice.contributions
    if table.state == OVER:
        shown["secret"] = table.secret
    return shown


def asked_json(table: Table) -> Json | None:
    """An undo that waits for agreement."""
    if table.asked is None:
        return None
    waits_for = sorted(undoing.people_to_ask(table, table.asked.seat) - table.asked.agreed)
    return {"seat": table.asked.seat, "agreed": sorted(table.asked.agreed), "waits_for": waits_for}


def situation_json(table: Table, viewer: int, preparing: Json | None = None, whole: bool = True) -> Json:
    """What a viewer needs to draw and to play; what helps to choose may follow later."""
    at = now()
    if table.match is None:
        return _unprepared(table, preparing)
    match, eyes = table.match, table.eyes(viewer)
    seat = viewer if viewer != WATCHER and viewer in table.deciding() and table.seats[viewer].is_person else None
    planning = table.planners()
    now_seen = view_of(table, match.state, eyes)
    view = view_of(table, table.early(viewer), eyes) if viewer in planning else now_seen
    drawn = match.game.scene(view) if viewer in planning else picture(table, match.ply, eyes)
    ply = len(table.knowing(eyes).plies) if viewer == WATCHER or eyes is None else ply_of(table, viewer)
    to_move = named(int(match.game.rules.to_move(now_seen))) if table.state == PLAYING else None
    choices = shortcuts = NOTHING
    if seat is not None:
        offer = offer_to(table, seat, view)
        choices = offer.whole_choices if whole else offer.choices
        shortcuts = offer.shortcuts if whole else NOTHING
    laying = table.laying() if planning else []
    public = laying if planning else [to_move]
    return {
        "table": table.id,
        "ply": ply,
        "to_move": to_move,
        "laying": laying,
        "seat": seat,
        "choices": choices,
        "shortcuts": shortcuts,
        "scene": drawn,
        "clocks": table.clocks.shown(at),
        "undo": undoing.offer(table, viewer if viewer != WATCHER else None),
        "ranks": table.ranks,
        "result": table.result if table.state == OVER else None,
        "thinking": [each for each in public if isinstance(each, int) and not table.seats[each].is_person],
        "preparing": None,
    }


def view_of(table: Table, state: Any, eyes: int | None) -> Any:
    """A state without what somebody must not know, to look at only: without secrets it is the state itself."""
    return views.view_of(table.played, state, eyes) if table.game.secrets else state


def _unprepared(table: Table, preparing: Json | None) -> Json:
    """The situation while the rules are compiled: nothing can be drawn yet."""
    return {
        "table": table.id,
        "ply": 0,
        "to_move": None,
        "laying": [],
        "seat": None,
        "choices": [],
        "shortcuts": [],
        "scene": {"caption": "", "pieces": [], "items": [], "seats": [{"line": ""}] * table.players},
        "clocks": table.clocks.shown(now()),
        "undo": undoing.offer(table, None),
        "ranks": table.ranks,
        "result": None,
        "thinking": [],
        "preparing": preparing or {"done": 0, "of": 1, "what": "rules"},
    }


def moments_json(table: Table, viewer: int, since: int = 0, to: int | None = None) -> list[Any]:
    """The history as a viewer knows it, in its own numbers."""
    if table.match is None:
        return []
    eyes = table.eyes(viewer)
    knowing = table.knowing(eyes)
    last = len(knowing.plies) if to is None else min(to, len(knowing.plies))
    return [moment_json(table, number, viewer) for number in range(max(0, since), last)]


def moment_json(table: Table, number: int, viewer: int) -> orjson.Fragment:
    """A decision as a viewer is told it, ready to be sent."""
    eyes = table.eyes(viewer)
    knowing = table.knowing(eyes)
    key = (eyes if table.game.secrets else None, number, knowing.revised.get(number, 0))
    if key not in table.told:
        drawn = picture(table, knowing.drawn[number], eyes)
        table.told[key] = orjson.Fragment(packed(knowing.moment(table.played, number, eyes, drawn)))
    found: orjson.Fragment = table.told[key]
    return found


def picture(table: Table, ply: int, eyes: int | None) -> orjson.Fragment:
    """The scene after so many decisions, drawn once for all who see the same."""
    key = (ply, eyes if table.game.secrets else None)
    if key not in table.pictures:
        while len(table.pictures) >= KEPT_PICTURES:
            del table.pictures[next(iter(table.pictures))]
        scene = table.game.scene(view_of(table, table.played.state_at(ply), eyes))
        table.pictures[key] = orjson.Fragment(packed(scene))
    drawn: orjson.Fragment = table.pictures[key]
    return drawn


def scene_of(table: Table, state: Any, viewer: int) -> Any:
    """What a viewer sees in a state of the match."""
    return table.game.scene(views.view_of(table.played, state, table.eyes(viewer)))


def viewer_of(table: Table, guest: str | None, asked: int | None) -> int:
    """As whom a guest looks: as the seat that he asks for, or as his only one, otherwise as a watcher.

    Of several seats at one device, a seat's secrets are shown only while it is to decide, and only when asked for.
    """
    mine = [seat for seat in table.seats_of(guest) if table.seats[seat].kind != RESIGNED]
    if not mine:
        return WATCHER
    if not table.game.secrets or len(mine) == 1:
        return asked if asked in mine else mine[0]
    return asked if asked in mine and asked in table.deciding() else WATCHER

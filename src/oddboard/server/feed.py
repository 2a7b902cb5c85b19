"""The feed: everything that pages are told about tables, as soon as it is written.

Who decided is answered first; then the pages are told, one table after another, in between whatever else there is to
do. They are told what has changed. Previews, shortcuts and threats come last, to pages that ask for them, when nobody
waits for anything more urgent.
"""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from oddboard.core.views import WATCHER
from oddboard.server import views
from oddboard.server.deltas import changed_scene
from oddboard.server.games import Games
from oddboard.server.log import (
    Answered,
    Decided,
    DrawAnswered,
    Ended,
    Entry,
    Held,
    Laid,
    RematchAnswered,
    RematchMade,
    Resigned,
    Seated,
    Started,
    Talked,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from oddboard.server.store import Store
from oddboard.server.streams import Later, Page, Stream, packed
from oddboard.server.tables import Table
from oddboard.server.views import MANY

CROWD = 20  # watchers: each further one would have everybody told again that somebody came
LONGEST_WAIT = 0.25  # seconds that previews may be put off for what is more urgent; people look longer than that
# Seconds after which, or at most twice as many, what nobody used is dropped; sooner where there are more than a few
# tables, as what waits for that would be most of the memory.
RESTS, RESTS_SOONEST = 30.0, 3.0
A_FEW = 500
SOME = 200  # tables that are looked at before others have their turn
TURN = 0.003  # seconds for telling before others get theirs: short for who waits for an answer, fair to who looks on
HISTORIC: set[type[Entry]] = {Decided, Answered, Undone, Ended}  # entries that change what the history is
ASKING: set[type[Entry]] = {UndoAsked, UndoAnswered}  # entries that change what everybody is asked to agree to
REMATCHING: set[type[Entry]] = {RematchAnswered, RematchMade}
SEATING: set[type[Entry]] = {Seated, Started, Resigned, DrawAnswered, Ended} | REMATCHING  # change the table itself


@dataclass(eq=False)
class Extras:
    """Previews, shortcuts and threats that a page is still to be told about the situation that it is in."""

    table: Table
    page: Page
    ply: int  # of the situation, as the viewer counts
    since: float = field(default_factory=time.monotonic)


def rests_after(tables: int) -> float:
    """The seconds after which what nobody used is dropped, with so many tables in memory."""
    return max(RESTS_SOONEST, RESTS * A_FEW / max(A_FEW, tables))


class Feed:
    """What is still to be told, and how it is told."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games
        self._untold: deque[Table] = deque()  # tables of which something is written that is not told yet
        self._extras: deque[Extras] = deque()
        self._has_turn = False  # whether the next turn to tell comes by itself

    # What is kept

    async def rest_for_ever(self) -> None:
        """Drop again and again what was made for tables at which nothing happens."""
        while True:
            await asyncio.sleep(rests_after(len(self._store.tables)))
            for number, table in enumerate(list(self._store.tables.values()), 1):
                self.rest(table)
                if number % SOME == 0:
                    await asyncio.sleep(0)

    def rest(self, table: Table) -> None:
        """Drop what was made for a table's pages, if none of it was used since the last time that this was asked.

        It is made again from the match when it is needed. A table without pages is let go as a whole.
        """
        if table.match is None or table.untold or table.lock.locked():
            return
        if table.views.rest():
            table.match.forget_states()
            for stream in table.streams.values():
                stream.rest()
        if table.views.rests:
            self._store.put_away(table)

    # Who listens

    def stream(self, table: Table, viewer: int) -> Stream:
        """The events of a table for a viewer."""
        if viewer not in table.streams:
            table.streams[viewer] = stream = Stream(viewer)
            if table.match is not None:
                stream.keep_up(table.views.history(table.views.eyes(viewer)))
        return table.streams[viewer]

    def connected(self, table: Table) -> set[int]:
        """The seats whose guests have the table open."""
        guests = {page.guest for stream in table.streams.values() for page in stream.pages}
        return {number for number, seat in enumerate(table.seats) if seat.guest is not None and seat.guest in guests}

    def watchers(self, table: Table) -> int:
        """How many have the table open and hold no seat, as far as this process knows and up to a crowd."""
        guests = {page.guest or id(page) for stream in table.streams.values() for page in stream.pages}
        return min(CROWD, len(guests - {seat.guest for seat in table.seats}))

    def present(self, table: Table) -> tuple[set[int], int]:
        """Who is there: the seats whose guests have the table open, and how many watch."""
        return self.connected(table), self.watchers(table)

    def table_json(self, table: Table, guest: str | None) -> dict[str, Any]:
        """A table as a guest sees it, with who has it open."""
        return views.table_json(table, guest, self.connected(table), self.watchers(table))

    def _followed(self, table: Table) -> list[Stream]:
        """The streams that somebody follows."""
        for viewer in [viewer for viewer, stream in table.streams.items() if stream.is_idle()]:
            del table.streams[viewer]
        return list(table.streams.values())

    # When it is told

    def tell_soon(self, table: Table) -> None:
        """Tell what is written as soon as who asked for it has been answered."""
        if table.untold:
            self._untold.append(table)
            self._take_turn()

    def tell_now(self, table: Table) -> None:
        """Tell what was not told yet, before anything else is done at the table."""
        if table.untold:
            entries, table.untold = table.untold, []
            self.tell(table, entries)

    def tell_everything(self, table: Table, page: Page) -> None:
        """Tell a page all that there is to tell."""
        self.tell_now(table)
        if page.extras is not None:
            self._tell_extras(page.extras)

    def promise_extras(self, table: Table, page: Page, ply: int) -> None:
        """Tell a page soon what helps to choose at a ply; nothing if it is elsewhere by now, and will ask anew."""
        stream = page.stream
        if stream is not None and table.is_playing:
            page.extras = Extras(table, page, ply)
            self._extras.append(page.extras)
            self._take_turn()

    def promise_extras_again(self, table: Table) -> None:
        """The situation of a table is again as it was told: what is to be told about it still is."""
        pages = [page for stream in table.streams.values() for page in stream.pages]
        self._extras.extend(page.extras for page in pages if page.extras)
        self._take_turn()

    def _take_turn(self) -> None:
        if not self._has_turn and (self._untold or self._extras):
            self._has_turn = True
            asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_some(self) -> None:
        """Tell the pages of a few tables, then let others have their turn."""
        self._has_turn = False
        began = time.monotonic()
        late = bool(self._extras) and began - self._extras[0].since > LONGEST_WAIT
        try:
            while self._untold and time.monotonic() - began < TURN:
                self.tell_now(self._untold.popleft())
            if self._extras and (late or not self._untold):
                self._tell_extras(self._extras.popleft())
        finally:
            self._take_turn()

    # What is told

    def tell(self, table: Table, entries: list[Entry]) -> None:
        """Tell every page what these entries of the log mean to it."""
        kinds = {type(entry) for entry in entries}
        still_laying = {entry.seat for entry in entries} & set(table.turn.laying) if kinds == {Laid} else set()
        if kinds == {Held} and table.hold and all(entry.seat == table.hold.answerer for entry in entries):
            still_laying = {table.hold.answerer}  # nobody else may know that he was asked
        for stream in self._followed(table):
            watching = stream.viewer == WATCHER
            if still_laying and stream.viewer not in still_laying:
                continue  # what somebody is about to lay concerns nobody else
            if {Undone, Decided} <= kinds:
                self._tell_anew(table, stream)  # numbers were given a second time
            elif kinds & HISTORIC:
                self._tell_moments(table, stream)
            for entry in entries:
                if isinstance(entry, Talked) and (entry.seat is not None or watching or not table.is_playing):
                    stream.tell({"type": "talk", **talk_json(entry)})
            if kinds & ASKING:
                stream.tell({"type": "undo_asked", "asked": views.undo_request_json(table)})
            if Ended in kinds:
                over = {"ranks": table.ranks, "result": table.result, "dice": views.dice_json(table)}
                stream.tell({"type": "over", **over})
            if kinds - {Talked}:
                self._tell_situation(table, stream)
        if kinds & SEATING:
            self.tell_table(table)
        if table.game.secrets or Seated in kinds:
            self._follow_seats(table, Seated in kinds)

    def _tell_moments(self, table: Table, stream: Stream) -> None:
        """New decisions, decisions of which more may be known now, and how far was gone back."""
        history = table.views.history(table.views.eyes(stream.viewer))
        if len(history.plies) < stream.moments:
            stream.tell({"type": "undo", "to": len(history.plies)})
        changed = stream.keep_up(history)
        if table.keeps_secrets and table.is_over:
            changed = list(range(len(history.plies)))  # everything is shown
        if len(changed) > MANY:  # as at the end of a game with secrets
            self._tell_anew(table, stream)
            return
        for number in changed:
            told = {"type": "moment", "moment": table.views.told_moment(history, number)}
            stream.tell(told, partial(self._moment, table, stream, number))

    def _moment(self, table: Table, stream: Stream, number: int, _: str | None) -> dict[str, Any]:
        """A moment as it is known now to who missed it, whole; nothing if it was taken back meanwhile."""
        history = table.views.history(table.views.eyes(stream.viewer))
        if number >= len(history.plies):
            return {"type": "passed"}
        return {"type": "moment", "moment": table.views.moment(history, number)}

    def _tell_anew(self, table: Table, stream: Stream) -> None:
        """Tell a viewer everything in one piece, in place of what it was told before."""
        stream.keep_up(table.views.history(table.views.eyes(stream.viewer)))
        stream.begin_anew()
        for page in stream.pages:
            self.welcome(table, stream, page)

    def _tell_situation(self, table: Table, stream: Stream) -> None:
        """Tell a viewer what is new about its situation, if there is anything."""
        preparing = self._preparing(table) if table.match is None else None
        situation = table.views.situation(stream.viewer, preparing, whole=False)
        if table.keeps_secrets and not table.clocks.counted and stream.knows(situation):
            return
        told = self._news(table, stream, situation)
        stream.show(situation, table.match and table.match.state)
        stream.tell(
            {"type": "situation", "situation": told},
            lambda _: {"type": "situation", "situation": self._known(table, stream)},
        )

    def _known(self, table: Table, stream: Stream) -> dict[str, Any]:
        """The situation that a stream's pages know, made again if it rests; nothing is being done at the table."""
        if stream.situation is None:
            stream.show(table.views.situation(stream.viewer, self._preparing(table), whole=False), stream.state)
        assert stream.situation is not None
        return stream.situation

    def _news(self, table: Table, stream: Stream, situation: dict[str, Any]) -> dict[str, Any]:
        """A situation for who knows the one before it and all moments up to now."""
        before = stream.situation
        if before is None:
            return situation
        told = {name: value for name, value in situation.items() if before[name] != value}
        if situation["clocks"] is not None:
            told["clocks"] = situation["clocks"]  # who came meanwhile knows others
        if table.match is not None:
            history = table.views.history(table.views.eyes(stream.viewer))
            if history.plies and len(history.plies) == stream.moments:
                told.pop("scene", None)
                told["after"] = stream.moments - 1
                told["changes"] = changed_scene(table.views.scene_of(history, stream.moments - 1), situation["scene"])
        return told

    def _tell_extras(self, extras: Extras) -> None:
        """Tell a page what helps to choose and what threatens, unless the game has gone on."""
        table, page = extras.table, extras.page
        stream = page.stream
        self.tell_now(table)
        if page.extras is not extras or stream is None or table.match is None or table.match.state is not stream.state:
            return  # where something is drafted, it may be taken back
        if stream.situation is None and table.lock.locked():
            return
        situation = self._known(table, stream)
        seat = situation["seat"]
        offer = table.views.offers.get(seat) if seat is not None else None
        if situation["ply"] != extras.ply or (seat is not None and offer is None):
            return
        page.extras = None
        content = {
            "ply": situation["ply"],
            "seat": seat,
            "previews": offer.previews if offer else [],
            "shortcuts": offer.shortcuts if offer else [],
            "threats": table.views.threats(stream.viewer if seat is None else seat),
        }
        page.send(packed({"type": "extras", **content}))

    def _follow_seats(self, table: Table, seated: bool) -> None:
        """Every page looks as who it may look as now.

        Who has just sat down is no watcher any more, and who gave a seat away no longer looks as it. Of several seats
        at one device none is shown any longer than it is to decide, nor again before the page asks for it.
        """
        for stream in self._followed(table):
            watching = stream.viewer == WATCHER
            if watching and not seated:
                continue
            for page in list(stream.pages):
                viewer = table.views.viewer_of(page.guest, None if watching else page.asked)
                if viewer != stream.viewer:
                    other = self.stream(table, viewer)
                    self.welcome(table, other, page)
                    other.join(page)

    def welcome(self, table: Table, stream: Stream, page: Page) -> None:
        """Tell a page everything that it must know to begin; a long history is made while others are answered.

        What is told later is what has changed since, so that all pages of a stream must know the same situation.
        """
        situation = table.views.situation(stream.viewer, self._preparing(table), whole=False)
        if stream.has_shown and not stream.knows(situation):
            self._tell_situation(table, stream)
        stream.show(situation, table.match and table.match.state)
        content = {
            "type": "welcome",
            "seq": stream.seq,
            "viewer": stream.viewer if stream.viewer != WATCHER else None,
            "table": self.table_json(table, page.guest),
            "situation": situation,
        }
        if history := table.views.history_to_tell(stream.viewer):
            page.send_whole(Later(content, "moments", history.made))
        else:
            page.send_whole(packed(content | {"moments": table.views.told_moments(stream.viewer)}))

    def tell_table(self, table: Table) -> None:
        """Tell every page who sits where. To each its own, as it says which seats are the page's."""
        for stream in self._followed(table):
            stream.tell_each(lambda guest: {"type": "table", "table": self.table_json(table, guest)})

    def tell_opened(self, table: Table) -> None:
        """Tell every page everything about a table that was opened late."""
        for stream in self._followed(table):
            self._tell_anew(table, stream)

    def tell_preparing(self, key: str) -> None:
        """Tell pages how far the compilation of their game is."""
        for table in self._store.tables.values():
            if table.game.key == key and table.match is None:
                for stream in self._followed(table):
                    self._tell_situation(table, stream)

    def _preparing(self, table: Table) -> dict[str, Any] | None:
        """How far the compilation of a table's rules is, if it still waits for them."""
        found = self._games.preparing(table.game.key)
        return dict(found) if found else None

    def situation_json(self, table: Table, viewer: int) -> dict[str, Any]:
        """The situation as a viewer sees it, or how far the compilation of the rules is."""
        return table.views.situation(viewer, self._preparing(table))

    def say_goodbye(self) -> None:
        """Tell the pages that they should come back soon."""
        for table in list(self._untold):
            self.tell_now(table)
        for table in self._store.tables.values():
            for stream in table.streams.values():
                for page in stream.pages:
                    page.send(packed({"type": "going", "seq": stream.seq}))
                    page.send(None)


def talk_json(entry: Talked) -> dict[str, Any]:
    """Something that was said."""
    return {"from": {"name": entry.name, "seat": entry.seat}, "text": entry.text, "at": entry.at}

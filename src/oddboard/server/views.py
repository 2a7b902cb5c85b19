"""What whom may see of a table: the table itself, the situation, the history. Whatever is found is kept for others.

A *viewer* is a seat or WATCHER. With its *eyes* somebody sees the match: those of the viewer, and after the end those
of None, who sees everything. Moments are kept as JSON texts, since several pages get the same; each is told as what has
changed since the scene after the one before it.
"""

from bisect import bisect_left
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import orjson

from oddboard.core import registry, views
from oddboard.core.dice import commitment_of
from oddboard.core.game import CHANCE
from oddboard.core.match import Match, named
from oddboard.core.scene import Scene, Threat
from oddboard.core.views import WATCHER
from oddboard.server import holds, undoing
from oddboard.server.clocks import now
from oddboard.server.deltas import changed_scene
from oddboard.server.history import History
from oddboard.server.holds import Step
from oddboard.server.offers import Offer
from oddboard.server.streams import packed

if TYPE_CHECKING:
    from oddboard.server.tables import Table

Json = dict[str, Any]
_HISTORIAN = ThreadPoolExecutor(1, "historian")  # one, as each more would take as much from who waits for an answer
KEPT_MOMENTS = 100  # of a table: whoever comes later has the others made again
KEPT_SCENES = 8  # of a table: those of the last few decisions
MANY = 60  # moments, which take some 30 ms to make


class Views:
    """What whom may see of one table, found once and kept until the game goes back or is over."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.forget()

    def forget(self) -> None:
        """What viewers knew and saw counts no more."""
        self._in_use = True
        self.rests = False  # whether everything was dropped, and nothing was made since
        self.offers: dict[int, Offer] = {}  # by seat: what it was last offered
        self.revealing: dict[int, bool] = {}  # by ply: whether the decision brought something hidden to light
        self._histories: dict[int | None, History] = {}  # by eyes
        self._scenes: dict[tuple[int, int | None], Scene] = {}  # by ply and eyes
        self._threats: dict[int, tuple[Any, list[Threat]]] = {}  # by viewer, with the state that they are in
        self.forget_moments()

    def rest(self) -> bool:
        """Drop what can be made again, if nothing was made or shown since this was last asked; whether it was now."""
        if self._in_use or self.rests:
            self.rests = self.rests and not self._in_use
            self._in_use = False
            return False
        self.rests = True
        self.offers, self._scenes, self._threats = {}, {}, {}
        self.forget_moments()
        return True

    def is_empty(self) -> bool:
        """Whether nothing is kept that can be made again."""
        return not (self.offers or self._scenes or self._threats or self._moments or self._told)

    def forget_moments(self) -> None:
        """Nobody looks on any more."""
        # By eyes, number, its revision and that of the one before it.
        self._moments: dict[tuple[int | None, int, int, int], orjson.Fragment] = {}
        self._told: dict[int | None, ToldHistory] = {}  # by eyes

    # Who sees

    def viewer_of(self, guest: str | None, asked: int | None) -> int:
        """As whom a guest looks: as the seat that he asks for, or as his only one, otherwise as a watcher.

        Of several seats at one device, a seat's secrets are shown only while it is to decide, and only when asked for.
        """
        table = self.table
        mine = [seat for seat in table.seats_of(guest) if not table.seats[seat].has_resigned]
        if not mine:
            return WATCHER
        if not table.game.secrets or len(mine) == 1:
            return asked if asked in mine else mine[0]
        covered = table.match is None or asked not in table.turn.deciding
        return WATCHER if asked is None or asked not in mine or covered else asked

    def decider(self, viewer: int) -> int | None:
        """Who decides at a viewer's page: its seat or, where a game has no secrets, another at the same device."""
        table = self.table
        if viewer == WATCHER:
            return None
        here = [viewer] if table.game.secrets else [viewer, *table.seats_of(table.seats[viewer].guest)]
        return next((seat for seat in here if seat in table.turn.deciding and table.seats[seat].is_person), None)

    def eyes(self, viewer: int | None) -> int | None:
        """As whom a viewer sees the match: after the end everything is shown, and where nothing is hidden before."""
        return viewer if self.table.keeps_secrets and not self.table.is_over else None

    # What there is to see

    def history(self, viewer: int | None) -> History:
        """The decisions that a viewer knows of."""
        match, eyes = self.table.match, viewer if self.table.keeps_secrets else None
        assert match is not None
        history = self._histories.get(eyes)
        if history is None:
            history = self._histories[eyes] = History(eyes)
        if history.followed != len(match.history):
            history.follow(match)
        return history

    def next_ply(self, seat: int) -> int:
        """The ply that a seat's next decision answers, as the seat counts; a watcher has none but counts as well."""
        return len(self.history(seat).plies) + len(self.table.laid.get(seat, ())) + len(self.held(seat))

    def held(self, seat: int) -> list[Step]:
        """What a seat knows of what waits for a secret answer: all of it who may answer, the attack the others."""
        hold = self.table.hold
        if hold is None:
            return []
        return [step for step in hold.steps if seat == hold.answerer or step.seat not in (CHANCE, hold.answerer)]

    def known_before(self, ply: int) -> int:
        """How many decisions everybody knows of before a ply of the match."""
        return bisect_left(self.history(WATCHER).plies, ply)

    def view(self, state: Any, viewer: int | None) -> Any:
        """A state without what a viewer must not know, to look at only: where nothing is hidden, the state itself."""
        return views.view_of(self.table.played, state, viewer) if self.table.keeps_secrets else state

    def scene(self, state: Any, viewer: int) -> Any:
        """What a viewer sees in a state of the match."""
        return self.table.game.scene(self.view(state, self.eyes(viewer)))

    def scene_after(self, ply: int, eyes: int | None) -> Scene:
        """The scene after so many decisions. Nobody may change it."""
        key, self._in_use = (ply, eyes), True
        found = self._scenes.get(key)
        if found is None:
            while len(self._scenes) >= KEPT_SCENES:
                del self._scenes[next(iter(self._scenes))]
            found = self._scenes[key] = self.table.game.scene(self.view(self.table.played.state_at(ply), eyes))
        return found

    def scene_of(self, history: History, number: int) -> Scene:
        """The scene after a decision of a viewer's history; `number` is the viewer's own."""
        return self.scene_after(history.drawn[number], history.viewer)

    def moment(self, history: History, number: int) -> Json:
        """A decision of a viewer's history with the scene after it."""
        return {**history.moment(self.table.played, number, self.scene_of(history, number))}

    def told_moment(self, history: History, number: int) -> orjson.Fragment:
        """A decision of a viewer's history, as JSON for who knows the one before it."""
        revised = history.revised.get
        key = (history.viewer, number, revised(number, 0), revised(number - 1, 0))
        found = self._moments.get(key)
        if found is None:
            moment = self.moment(history, number)
            if number > 0:
                moment["changes"] = changed_scene(self.scene_of(history, number - 1), moment.pop("scene"))
            while len(self._moments) >= KEPT_MOMENTS:
                del self._moments[next(iter(self._moments))]
            found = self._moments[key] = orjson.Fragment(packed(moment))
        return found

    def moments(self, viewer: int, since: int = 0, to: int | None = None) -> list[Json]:
        """The history as a viewer knows it."""
        if self.table.match is None:
            return []
        history = self.history(self.eyes(viewer))
        last = min(to, len(history.plies)) if to is not None else len(history.plies)
        return [self.moment(history, number) for number in range(max(0, since), last)]

    def history_to_tell(self, viewer: int) -> "ToldHistory | None":
        """A history so long that others would wait for it, to be made in another thread; once for all who see it."""
        match = self.table.match
        if match is None or match.ply <= MANY:
            return None
        history, self._in_use = self.history(self.eyes(viewer)), True
        found = self._told.get(history.viewer)
        if found is None or not found.is_of(match, history):
            found = self._told[history.viewer] = ToldHistory(match.as_it_stands(), history.as_it_stands())
        return found

    def told_moments(self, viewer: int) -> list[orjson.Fragment]:
        """The whole history as a viewer is told it."""
        if self.table.match is None:
            return []
        history = self.history(self.eyes(viewer))
        return [self.told_moment(history, number) for number in range(len(history.plies))]

    def threats(self, viewer: int) -> list[Threat]:
        """What may befall a viewer's pieces, or anybody's for a watcher, while a seat decides; found once."""
        state, turn, game = self.table.played.state, self.table.turn, self.table.game
        view = self.view(state, self.eyes(viewer))
        seat_decides = int(game.rules.to_move(view)) != CHANCE if turn.hold is None else viewer in turn.deciding
        if not turn.is_playing or not seat_decides:
            return []
        known = self._threats.get(viewer)
        if known is None or known[0] is not state:
            known = self._threats[viewer] = state, game.threats(view, viewer if viewer != WATCHER else None)
        return known[1]

    def offer(self, seat: int) -> Offer:
        """What a seat is offered that is to decide."""
        turn = self.table.turn
        laid = (*self.table.laid.get(seat, ()), *(step.code for step in self.held(seat)))
        found = self.offers.get(seat)
        if found is None or found.state is not turn.state or found.laid != laid:
            view = self.view(turn.state_for(seat), self.eyes(seat))
            found = self.offers[seat] = Offer(self.table.game, turn.state, laid, view)
        return found

    def situation(self, viewer: int, preparing: Json | None = None, whole: bool = True) -> Json:
        """What a viewer needs to draw and to play.

        If not `whole`, without what comes when a page asks for it: previews, shortcuts and threats.
        """
        table, self._in_use = self.table, True
        if table.match is None:
            return unprepared_situation(table, preparing) | ({"threats": []} if whole else {})
        match, eyes, turn = table.match, self.eyes(viewer), table.turn
        seat = self.decider(viewer)
        offer = self.offer(seat) if seat is not None else None
        now_seen = self.view(match.state, eyes)
        own = viewer in turn.planners or (turn.hold is not None and viewer in turn.deciding)
        if own:
            scene = match.game.scene(offer.view if offer else self.view(turn.state_for(viewer), eyes))
        else:
            scene = self.scene_after(match.ply, eyes)
        to_move = named(int(match.game.rules.to_move(now_seen))) if turn.is_playing else None
        if turn.hold is not None:
            to_move = viewer if viewer in turn.deciding else "chance"  # as if a die were still to fall
        choices: Any = []
        shortcuts: Any = []
        if offer is not None:
            choices = offer.whole_choices if whole else offer.told_choices
            shortcuts = offer.shortcuts if whole else []
        openly = turn.laying if turn.planners else [to_move]
        return {
            "table": table.id,
            "ply": self.next_ply(viewer) if turn.is_playing else len(self.history(eyes).plies),
            "to_move": to_move,
            "laying": turn.laying,
            "seat": seat,
            "choices": choices,
            "shortcuts": shortcuts,
            "asks": match.game.asks_now(offer.view) if offer is not None else {},
            "scene": scene,
            "clocks": table.clocks.to_json(now()) if table.clocks.counted else None,
            "undo": undoing.offer(table, viewer if viewer != WATCHER else None),
            "ranks": table.ranks,
            "result": table.result if table.ranks is not None else None,
            "thinking": [each for each in openly if isinstance(each, int) and not table.seats[each].is_person],
            "announced": self.announced(),
            "preparing": None,
        } | ({"threats": self.threats(viewer if seat is None else seat)} if whole else {})

    def announced(self) -> Json | None:
        """An attack that waits in case somebody answers it in secret, told to everybody alike."""
        table, hold = self.table, self.table.hold
        if hold is None:
            return None
        attack = hold.steps[0] if hold.steps and hold.steps[0].seat != CHANCE else None
        public = self.view(table.played.state, WATCHER)
        return {
            "seat": attack.seat if attack else None,
            "words": table.game.words(public, attack.code) if attack else "",
            "answers": hold.answerer,
            "until": holds.ends_at(table, hold),
        }


class ToldHistory:
    """A whole history as who sees it is told it, made once, beside the loop: the match may go on meanwhile."""

    def __init__(self, match: Match, history: History) -> None:
        self._match, self._history = match, history
        self._made: Future[orjson.Fragment] | None = None

    def is_of(self, match: Match, history: History) -> bool:
        """Whether it is still what is known of a match."""
        return self._match.state is match.state and self._history.revised == history.revised

    @property
    def made(self) -> "Future[orjson.Fragment]":
        """The moments as JSON, when they are made."""
        if self._made is None:
            self._made = _HISTORIAN.submit(self._make)
        return self._made

    def _make(self) -> orjson.Fragment:
        match, history, before = self._match, self._history, None
        found: list[bytes] = []
        for number, ply in enumerate(history.drawn):
            state = match.state_at(ply)
            scene = match.game.scene(state if history.viewer is None else views.view_of(match, state, history.viewer))
            moment: Json = {**history.moment(match, number, scene)}
            if before is not None:
                moment["changes"] = changed_scene(before, moment.pop("scene"))
            found.append(packed(moment))
            before = scene
        return orjson.Fragment(b"[%b]" % b",".join(found))


def unprepared_situation(table: "Table", preparing: Json | None) -> Json:
    """The situation while the rules are compiled: nothing can be drawn yet."""
    return {
        "table": table.id,
        "ply": 0,
        "to_move": None,
        "laying": [],
        "seat": None,
        "choices": [],
        "shortcuts": [],
        "asks": {},
        "scene": {"caption": "", "pieces": [], "items": [], "seats": [{"line": ""}] * table.players},
        "clocks": table.clocks.to_json(now()),
        "undo": undoing.offer(table, None),
        "ranks": table.ranks,
        "result": None,
        "thinking": [],
        "announced": None,
        "preparing": preparing or {"done": 0, "of": 1, "what": "rules"},
    }


def table_json(table: "Table", guest: str | None, connected: Iterable[int] = (), watchers: int = 0) -> Json:
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
        "hints": table.allows_hints,
        "clock": table.terms.clock,
        "on_time": table.terms.on_time,
        "host": guest is not None and table.host == guest,
        "inviter": next((seat.name for seat in table.seats if seat.guest == table.host), None),
        "seats": [
            {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "held": seat.guest is not None,
                "you": number in mine,
                "connected": number in there,
                "word": seat.said,
                "seal": seat.seal,
            }
            for number, seat in enumerate(table.seats)
        ],
        "you": mine,
        "watchers": watchers,
        "ground": table.game.ground(table.match.start) if table.match else None,
        "dice": dice_json(table),
        "asked": undo_request_json(table),
        "draw": draw_json(table),
        "rematch": rematch_json(table),
        "series": series_json(table),
        "talked": table.heard_by(mine),
        "created": table.created,
        "ended": table.ended,
        "ranks": table.ranks,
        "result": table.result if table.is_over else None,
    }


def draw_json(table: "Table") -> Json | None:
    """A draw that was offered: by whom, and who has still to agree."""
    if table.draw is None:
        return None
    waits_for = [s for s in range(table.players) if s not in table.resigned and s not in table.draw.agreed]
    return {"seat": table.draw.seat, "waits_for": waits_for}


def rematch_json(table: "Table") -> Json | None:
    """The wish to play the same again: whose it is, who has still to answer or would rather not, and where it led."""
    wish = table.rematch
    if wish is None:
        return None
    waits_for = [] if wish.declined is not None else sorted(table.people() - wish.agreed)
    return {"seat": wish.seat, "waits_for": waits_for, "declined": wish.declined, "table": wish.table}


def series_json(table: "Table") -> Json | None:
    """How a series stands, this table's game included once it is over."""
    series = table.series
    if series is None:
        return None
    seat_of = {series.player_at(seat): seat for seat in range(table.players)}
    so_far = series.after(table.ranks, table.id) if table.ranks else series
    totals = so_far.totals
    return {
        "games": list(series.games),
        "titles": [registry.game(key).title for key in series.games],
        "number": len(series.scored) + 1,
        "over": so_far.game is None,
        "tables": list(so_far.tables),
        "players": [
            {
                "name": table.seats[seat_of[player]].name,
                "seat": seat_of[player],
                "points": [game[player] for game in so_far.scored],
                "total": totals[player],
                "rank": 1 + sum(other > totals[player] for other in totals),
            }
            for player in range(table.players)
        ],
    }


def dice_json(table: "Table") -> Json:
    """The promise about the dice; the secret itself once the game is over."""
    words = [seat.said for seat in table.seats]
    return {
        "commitment": commitment_of(table.secret),
        "contributions": table.match.dice.contributions if table.match and not table.is_waiting else words,
        "secret": table.secret if table.is_over else None,
    }


def undo_request_json(table: "Table") -> Json | None:
    """An undo that waits for agreement."""
    if table.asked is None:
        return None
    waits_for = sorted(undoing.people_to_ask(table, table.asked.seat) - table.asked.agreed)
    return {"seat": table.asked.seat, "agreed": sorted(table.asked.agreed), "waits_for": waits_for}

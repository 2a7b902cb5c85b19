"""What has changed is all that is sent: made whole again it is everything, and it is little."""

import asyncio
import random
import threading
from collections.abc import Callable
from statistics import median
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from oddboard import bots
from oddboard.core import registry
from oddboard.core.game import CHANCE
from oddboard.core.match import Match
from oddboard.core.views import WATCHER
from oddboard.server.change import Draft
from oddboard.server.deltas import KeptChoices, changed_list, changed_scene, told_choices
from oddboard.server.feed import Feed, rests_after
from oddboard.server.streams import Later, Page, packed
from oddboard.server.tables import Table
from tests.server.client import Browser, Live
from tests.server.expanding import whole_choices, whole_list, whole_scene
from tests.server.test_leaks import table_of

DECISIONS = 40  # of each game, for how much is sent
FOLLOWED = 24  # for what is made of it
MOST = 4096  # bytes that a decision sends, at the median
SHAKY = 0.3  # how often a page loses its connection after a decision
LOOKS_AWAY = 0.5  # how often it misses the next one then
RESTS = 0.2  # how often nothing happens for a while before a decision
TAKEN_BACK = 0.08  # how often a decision is taken back
LONG = 160  # decisions of a game, chance included
FEW = 12  # scenes that are drawn while everybody waits: what each sees now, and the last before it


class Onlooker:
    """A page in memory, that takes in what it is sent."""

    def __init__(self, feed: Feed, table: Table, viewer: int) -> None:
        self.feed, self.table, self.viewer = feed, table, viewer
        self.live = Live(Browser(""), table.id, viewer)
        self.sent = 0  # bytes
        self.come()

    def come(self) -> None:
        """Follow, or follow again from where it was."""
        stream = self.feed.stream(self.table, self.viewer)
        self.page = Page(f"guest {self.viewer}")
        missed = stream.missed(self.live.seq, self.page.guest) if self.live.seq is not None else None
        if missed is None:
            self.feed.welcome(self.table, stream, self.page)
        for text in missed or []:
            self.page.send(text)
        stream.join(self.page)
        self.is_there = True

    def go(self) -> None:
        """Lose the connection, with what is on its way."""
        assert self.page.stream
        self.page.stream.leave(self.page)
        self.is_there = False

    def take_in(self) -> None:
        while self.page._waiting:
            text = self.page._waiting.pop(0)
            text = text.text() if isinstance(text, Later) else text
            assert text is not None
            self.sent += len(text)
            event = self.live._whole(orjson.loads(text))
            self.live._take(event)

    def ask(self) -> None:
        """As a page that is looked at does."""
        if self.table.is_playing:
            self.feed.promise_extras(self.table, self.page, self.live.situation["ply"])
            self.feed.tell_everything(self.table, self.page)
            self.take_in()

    def check(self) -> None:
        """It knows exactly what it would be told if it came now."""
        views = self.table.views
        whole = orjson.loads(packed(views.situation(self.viewer)))
        known = self.live.situation | ({} if self.live.has_extras else {"choices": whole["choices"]})
        if not self.live.has_extras:
            known |= {name: whole[name] for name in ("shortcuts", "threats")}
        assert known == whole
        assert list(self.live.moments.values()) == orjson.loads(packed(views.moments(self.viewer)))


class Game:
    """A table in memory at which everybody plays sensibly, and the feed that tells of it."""

    def __init__(self, key: str, seed: int) -> None:
        game = registry.game(key)
        players = max(2, game.players[0])
        self.rng = random.Random(f"{key} {seed}")
        self.table = table_of(Match(game, players), f"{seed:064x}")
        self.feed = Feed(SimpleNamespace(tables={}, put_away=lambda _: None), SimpleNamespace(preparing=lambda _: None))  # type: ignore[arg-type]
        self.crew = [bots.Bot(game, players, seat, bots.budget("greedy"), seed + seat) for seat in range(players)]
        self.carry_out(lambda _: None)

    def carry_out(self, change: Callable[[Draft], None]) -> None:
        draft = Draft(self.table)
        change(draft)
        draft.go_on()
        self.table.settle(draft.entries)
        self.feed.tell(self.table, draft.entries)

    def rest(self) -> None:
        """Nothing happens for a while."""
        for _ in range(2):
            self.feed.rest(self.table)

    def decide(self) -> None:
        """One more decision, of whoever is to make one."""
        table, deciding = self.table, self.table.turn.deciding
        if not deciding:
            self.carry_out(Draft.release)
            return
        seat = self.rng.choice(deciding)
        state = table.turn.state_for(seat)
        if table.turn.planners:
            code = int(self.rng.choice(table.game.codes_of(state)))
            self.carry_out(lambda draft: draft.lay(seat, code))
        elif table.hold is None:
            code = self.crew[seat].decide(table.played).code
            self.carry_out(lambda draft: draft.decide(seat, code))
        else:
            code = int(self.rng.choice(table.game.codes_of(state)))
            self.carry_out(lambda draft: draft.decide(seat, code))


def in_a_loop(test: Callable[[], Any]) -> None:
    async def go() -> None:
        test()

    asyncio.run(go())


def kind_of(waiting: bytes | Later | None) -> Any:
    return (waiting.content if isinstance(waiting, Later) else orjson.loads(waiting or b""))["type"]


@pytest.mark.parametrize("key", registry.keys())
def test_a_decision_sends_little(key: str) -> None:
    """To both seats' pages together, and to each of them and a watcher's with what helps to choose."""

    def test() -> None:
        sizes, alone = [], []
        game = Game(key, 0)
        seats = [Onlooker(game.feed, game.table, seat) for seat in range(2)]
        pages = [*seats, Onlooker(game.feed, game.table, WATCHER)]
        for _ in range(DECISIONS):
            for each in pages:
                each.take_in()
                each.sent = 0
            if game.table.is_over:
                break
            game.decide()
            for each in pages:
                each.take_in()
            sizes.append(sum(each.sent for each in seats))
            for each in seats:
                each.ask()
            alone += [each.sent for each in pages]
        assert median(sizes) <= MOST, "to both seats"
        assert median(alone) <= MOST, "to a page, with what helps to choose"

    in_a_loop(test)


@pytest.mark.parametrize("key", registry.keys())
def test_what_has_changed_makes_a_whole(key: str) -> None:
    """Also for who loses the connection, and comes back in time or late; if something is taken back; after a rest."""

    def test() -> None:
        game = Game(key, 7)
        rng, resting = game.rng, random.Random(key)
        pages = [Onlooker(game.feed, game.table, viewer) for viewer in (0, 1, WATCHER, 0, WATCHER)]
        for _ in range(FOLLOWED):
            if game.table.is_over:
                break
            if rng.random() < TAKEN_BACK and game.table.played.ply:
                back = max(0, game.table.played.ply - 2)
                game.carry_out(lambda draft, back=back: draft.undo(0, back))  # type: ignore[misc]
            if resting.random() < RESTS:
                game.rest()
                for page in [page for page in pages if page.is_there]:
                    page.take_in()
                    page.ask()
            game.decide()
            for page in pages:
                if not page.is_there:
                    page.come()
                elif rng.random() < SHAKY:
                    page.go()
                    if rng.random() < LOOKS_AWAY:
                        continue
                    page.come()
                page.take_in()
                page.check()
                if rng.random() < LOOKS_AWAY:
                    page.ask()
                    page.check()

    in_a_loop(test)


@pytest.mark.parametrize("key", registry.keys())
def test_a_table_that_rests_keeps_nothing_to_show(key: str) -> None:
    """And after a rest nobody is told anything that he was not to be told without it."""

    def test() -> None:
        heard = []
        for rests in (False, True):
            game = Game(key, 3)
            pages = [Onlooker(game.feed, game.table, viewer) for viewer in (0, 1, WATCHER)]
            kinds: list[Any] = []
            for _ in range(FOLLOWED):
                for page in pages:
                    page.live.received.clear()
                    page.take_in()
                if rests:
                    game.rest()
                    assert all(stream.situation is None for stream in game.table.streams.values())
                    assert game.table.views.is_empty()
                game.decide()
                kinds.append([[kind_of(text) for text in page.page._waiting] for page in pages])
            heard.append(kinds)
        assert heard[0] == heard[1]

    in_a_loop(test)


@pytest.mark.parametrize(("key", "how"), [("everest", "over"), ("sailboat-regatta", "taken back"), ("everest", "come")])
def test_a_long_history_is_made_beside_the_loop(key: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a game with secrets is over all of it is told anew, and so it is where numbers are given a second time."""

    def test() -> None:
        game = Game(key, 5)
        table = game.table
        while table.played.ply <= LONG:
            assert not table.is_over
            game.decide()
        pages = [Onlooker(game.feed, table, viewer) for viewer in (0, 1, WATCHER)]
        for page in pages:
            page.take_in()
        drawn: list[int] = []
        scene = type(table.game).scene

        def noted(self: Any, state: Any) -> Any:
            drawn.append(threading.get_ident())
            return scene(self, state)

        monkeypatch.setattr(type(table.game), "scene", noted)
        if how == "over":
            game.carry_out(lambda draft: draft.end("Everybody agreed.", drawn=True))
        elif how == "taken back":
            chance = max(ply for ply, each in enumerate(table.played.history) if each.seat == CHANCE)
            game.carry_out(lambda draft: draft.undo(0, chance))
        else:
            table.views.forget_moments()
            pages.append(Onlooker(game.feed, table, 0))
        assert drawn.count(threading.get_ident()) < FEW
        for page in pages:
            page.take_in()
            page.check()
        assert len(drawn) > LONG / 2

    in_a_loop(test)


def test_lists_and_scenes_are_told_by_what_is_new() -> None:
    before = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    for after, parts in (
        (before, [[0, 3]]),
        ([], []),
        ([{"id": "a"}, {"id": "b", "at": 1}, {"id": "c"}], [[0, 1], {"id": "b", "at": 1}, [2, 1]]),
        ([{"id": "c"}, {"id": "a"}], [[2, 1], [0, 1]]),
        ([{"id": "z"}, *before], [{"id": "z"}, [0, 3]]),
    ):
        assert changed_list(before, after) == parts
        assert whole_list(before, parts) == after
    scene = {"caption": "one", "pieces": before, "items": [], "seats": [{"line": "x"}], "help": "touch"}
    assert changed_scene(scene, dict(scene)) == {}
    later = {"caption": "two", "pieces": before[1:], "items": [], "seats": [{"line": "x"}]}
    changes = changed_scene(scene, later)
    assert changes == {"caption": "two", "pieces": [[1, 2]], "gone": ["help"]}
    assert whole_scene(scene, changes) == later


@pytest.mark.parametrize("key", registry.keys())
def test_choices_that_were_looked_at_once_are_told_the_same(key: str) -> None:
    """Whatever was told before in situations of the same kind, of this table or of others."""
    game, rng, kept = registry.game(key), random.Random(7), dict[Any, KeptChoices]()
    times = 0
    for players in (game.players[0], game.players[-1]):
        match = Match(game, players)
        while not match.is_over and match.ply < LONG:
            if match.to_move == "chance":
                match.roll()
                continue
            if (depends := game.bare_by(match.state)) is not None:
                bare, known = game.bare_choices(match.state), kept.setdefault(depends, KeptChoices())
                told = known.told(match.codes(), lambda bare=bare: bare)  # type: ignore[misc]
                assert packed(told) == packed(told_choices(bare))
                assert packed(whole_choices(told)) == packed(bare)
                times += 1
            match.play_code(rng.choice(match.codes()))
    assert times > LONG // 2 or game.bare_by(Match(game, game.players[0]).state) is None


def test_choices_are_told_as_tables() -> None:
    moves = [
        {"decision": {"do": "move", "die": 3, "to": place, "dice": [1, 2]}, "touches": [f"square:{place}", "die:3"]}
        for place in ("a1", "b2", "c3", "a1", "d4")
    ]
    odd = [{"decision": {"do": "end"}, "touches": ["button:end"]}]
    told = told_choices([*moves, *odd])
    assert [each.get("rows") for each in told] == [5, None]
    assert told[0]["touches"] == [{"field": "to", "kind": "square:"}, {"field": "die", "kind": "die:"}]
    assert whole_choices(told) == [*moves, *odd]


def test_what_nobody_uses_is_dropped_sooner_where_there_are_many_tables() -> None:
    assert [rests_after(tables) for tables in (0, 500, 1000, 10_000)] == [30, 30, 15, 3]

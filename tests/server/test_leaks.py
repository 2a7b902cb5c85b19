"""What a page ever receives is the same when what it must not know is different.

Two tables begin from positions that look alike to a seat but differ in what is hidden from it, and are played on with
decisions that keep it so: the others' differ wherever that cannot be seen. Everything that the seat and a watcher get
over their sockets and by requests is compared, but for names of tables, times and the promise about the dice.
"""

import asyncio
import itertools
import json
import random
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import pytest

from oddboard.conformance.settings import settings
from oddboard.core import registry
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.server import referee, undoing
from oddboard.server.log import Decided, Started
from oddboard.server.new_tables import new_row
from oddboard.server.tables import PERSON, Seat, Table, Terms
from tests.games.yavoch import table as yavoch
from tests.server.client import Guest, Live, Refused
from tests.server.launching import Running

SECRETIVE = [key for key in registry.keys() if registry.game(key).secrets]
PAIRS = 5  # positions for each game
POSITIONS = 5  # of each game in which a seat decides
STEPS = 6  # decisions after each
ATTEMPTS = 8  # decisions of which each is asked why not
TRIES = 300  # pairs of decisions that are looked at for one that cannot be told apart
PASSING = ("seq", "now", "at", "created", "ended", "commitment")  # what differs from table to table anyway
CANNOT_DEFEND = "graviton_polarizer:all graviton_polarizer:all worm_hole_initiator:all worm_hole_initiator:all wild"

Pair = tuple[Match, Match]


def view_of(match: Match, seat: int) -> Any:
    view = copy(match.state)
    match.game.rules.hide(view, seat)
    return view


def alike(pair: Pair, seat: int) -> bool:
    """Whether a seat sees and has seen the same in both, and so has a watcher; and nobody waits for chance."""
    first, second = pair
    if any(match.is_over or match.to_move == "chance" for match in pair):
        return False
    return all(
        same(view_of(first, who), view_of(second, who)) and first.seen_history(who) == second.seen_history(who)
        for who in (seat, first.players)
    )


def pairs(game: Game, seat: int, rng: random.Random) -> Iterator[Pair]:
    """Positions of random play with all sorts of options, each with another that a seat cannot tell from it."""
    for match in settings(game.key, 100_000, rng.getrandbits(32)):
        for _ in range(rng.randrange(1, 150)):
            if not match.is_over:
                match.play_code(rng.choice(match.codes()))
        if match.is_over or match.to_move == "chance":
            continue
        other = view_of(match, seat)
        game.rules.imagine(other, new(game.work), seat, generator(rng.getrandbits(63)))
        if same(other, match.state):
            continue
        pair = tuple(Match.from_position(game, game.position(state)) for state in (match.state, other))
        if alike(pair, seat):  # type: ignore[arg-type]
            yield pair  # type: ignore[misc]


def next_codes(pair: Pair, seat: int, rng: random.Random) -> tuple[int, int] | None:
    """A decision for each match after which the seat still sees the same; different ones rather than equal ones."""
    first, second = pair
    if first.to_move != second.to_move:
        return None
    equal = None
    for _ in range(TRIES):
        codes = rng.choice(first.codes()), rng.choice(second.codes())
        if first.to_move == seat:
            codes = codes[0], codes[0]
        if codes[0] == codes[1] and (equal or codes[1] not in second.codes()):
            continue
        for match, code in zip(pair, codes, strict=True):
            match.play_code(code)
        fits = alike(pair, seat)
        for match in pair:
            match.undo()
        if fits and codes[0] != codes[1]:
            return codes
        if fits:
            equal = codes
    return equal


def attempts(match: Match, seat: int) -> list[Any]:
    """Decisions that somebody might try, as likely as not in vain; the same if he knows the same."""
    game, view = match.game, view_of(match, seat)
    rng = random.Random(len(match.seen_history(seat)))
    return [game.decision(view, rng.randrange(game.codes)) for _ in range(ATTEMPTS)]


class Sitting:
    """A table with a page at every seat, and a watcher's."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats: list[Live] = []
        self.before: list[Live] = []  # pages that were opened earlier

    async def sit_down(self, url: str) -> None:
        players = self.match.players
        guests = [await Guest.come(url) for _ in range(players + 1)]
        for number, guest in enumerate(guests):
            await guest.ask("PUT", "/me", {"name": f"P{number}"})
        position = self.match.game.position(self.match.start)
        made = await guests[-1].make(
            self.match.game.key, ["open"] * players, position=position, start=False, options=self.match.options
        )
        self.id = made["id"]
        for number, guest in enumerate(guests[:-1]):
            await guest.post(f"/tables/{self.id}/join", {"seat": number})
        await guests[-1].post(f"/tables/{self.id}/start")
        self.seats = [Live(guest, self.id, number) for number, guest in enumerate(guests[:-1])]
        self.watcher = Live(guests[-1], self.id, None)
        for live in [*self.seats, self.watcher]:
            await live.connect()

    async def play(self, code: int) -> None:
        """Decide for the seat to move, as its page does."""
        seat = self.match.to_move
        assert isinstance(seat, int)
        decision = self.match.game.decision(self.match.state, code)
        self.match.play_code(code)
        live = self.seats[seat]
        await live.answer({"type": "ping"})
        await live.play(decision, seat=seat)

    async def play_words(self, words: str) -> None:
        """The same, in short."""
        code = self.match.game.code(self.match.state, yavoch.decision(self.match, words))
        assert isinstance(code, int)
        await self.play(code)

    async def known_to(self, seat: int) -> list[Any]:
        """Everything that a seat's page and a watcher's have received, and what they get when they ask."""
        known: list[Any] = []
        for live in (self.seats[seat], self.watcher):
            await live.answer({"type": "ping"})
            known.append(live.received)
            for path in (f"/tables/{self.id}", f"/tables/{self.id}/moments", f"/tables/{self.id}/record"):
                known.append(await answered(live.guest, "GET", path))
            known.append(await answered(live.guest, "GET", "/tables?which=mine"))
            touches = [piece["id"] for piece in live.situation["scene"]["pieces"]][:12]
            for touch in touches:
                why = {"seat": seat, "touches": [touch]}
                known.append(await answered(live.guest, "POST", f"/tables/{self.id}/why", why))
            beyond = {"seat": seat, "ply": live.situation["ply"]}  # as many as the page was told of, and no more
            known.append(await answered(live.guest, "POST", f"/tables/{self.id}/undo", beyond))
            for decision in attempts(self.match, seat):
                why = {"seat": seat, "decision": decision}
                known.append(await answered(live.guest, "POST", f"/tables/{self.id}/why", why))
        return known

    async def taken_back(self, seat: int) -> list[Any]:
        """What a seat's page and a watcher's are told when the seat takes its last decision back, or asks to."""
        live = self.seats[seat]
        await live.answer({"type": "ping"})
        wanted = {"seat": seat, "ply": live.situation["undo"]["to"] or 0}
        known: list[Any] = [await answered(live.guest, "POST", f"/tables/{self.id}/undo", wanted)]
        for each in (live, self.watcher):
            before = len(each.received)
            await each.answer({"type": "ping"})
            known.append(each.received[before:])
        return known

    async def come_again(self) -> None:
        """All pages are opened once more, beside those that are there."""
        self.before = [*self.seats, self.watcher]
        self.seats = [Live(live.guest, self.id, number) for number, live in enumerate(self.seats)]
        self.watcher = Live(self.watcher.guest, self.id, None)
        for live in [*self.seats, self.watcher]:
            await live.connect()

    async def get_up(self) -> None:
        for live in [*self.seats, self.watcher, *self.before]:
            await live.close()


def table_of(match: Match) -> Table:
    """A match as a table in memory, with a guest of its own at every seat."""
    game, players = match.game, match.players
    row = new_row(game.key, players, match.options, game.position(match.start), Terms(), False, "host")
    table = Table(row, [Seat(PERSON, f"P{number}", f"guest {number}") for number in range(players)])
    started = Started(words=[""] * players)
    table.open([started, *(Decided(decision=played.decision, seat=played.seat) for played in match.history)])
    return table


async def answered(guest: Guest, method: str, path: str, body: Any = None) -> Any:
    try:
        return await guest.ask(method, path, body)
    except Refused as refused:
        return [refused.status, refused.kind, refused.message, refused.rule]


def plain(value: Any, table: str) -> Any:
    """Without what differs from table to table anyway."""
    if isinstance(value, dict):
        return {name: 0 if name in PASSING else plain(each, table) for name, each in value.items()}
    if isinstance(value, list):
        return [plain(each, table) for each in value]
    return value.replace(table, "TABLE") if isinstance(value, str) else value


@pytest.mark.parametrize("key", SECRETIVE)
def test_a_seat_is_judged_by_what_it_knows(key: str) -> None:
    """Refusals and legal decisions are found in a state without what is hidden, whatever a game says of it."""
    found = pairs(registry.game(key), 1, random.Random(key))  # not the first seat, from which no plan is hidden yet
    for pair in itertools.islice((pair for pair in found if 1 in table_of(pair[0]).turn.deciding), POSITIONS):
        first, second = (referee.state_for(table_of(match), 1) for match in pair)
        assert same(first, second)


def test_who_attacks_cannot_take_it_back_alone_while_another_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if no imagined world shows that somebody is: that it was granted would tell."""
    monkeypatch.setattr(undoing, "WORLDS", 0)
    match = yavoch.table(f"{yavoch.HOME} s113+1", hands=("wild wild", "wild wild wild wild wild"))
    match.play(yavoch.decision(match, "fire 113"))
    table = table_of(match)
    assert table.turn.deciding == [1]
    assert not undoing.brought_to_light(match, 0)
    assert undoing.undo_needs(table, 0, 0) == undoing.AGREEMENT


@pytest.mark.parametrize("key", SECRETIVE)
def test_nothing_hidden_shows(sqlite_server: Running, key: str) -> None:
    async def test() -> None:
        rng = random.Random(key)
        differed = 0
        for number in range(PAIRS):
            seat = number % max(2, registry.game(key).players[0])
            pair = next(pairs(registry.game(key), seat, rng))
            tables = Sitting(pair[0]), Sitting(pair[1])
            for table in tables:
                await table.sit_down(sqlite_server.url)
            for _ in range(STEPS):
                codes = next_codes(pair, seat, rng)
                if codes is None:
                    break
                differed += codes[0] != codes[1]
                for table, code in zip(tables, codes, strict=True):
                    await table.play(code)
            first, second = [
                json.dumps(plain(await table.known_to(seat), table.id), sort_keys=True, indent=1) for table in tables
            ]
            assert first == second, "\n".join(unified_diff(first.splitlines(), second.splitlines(), n=12))
            undone = [plain(await table.taken_back(seat), table.id) for table in tables]
            assert undone[0] == undone[1]
            for table in tables:
                await table.get_up()
        assert differed or key != "everest", "plans differed"

    asyncio.run(test())


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ("s113+1", ("fire 113",)),
        ("S333+2 g344 s344+1", ("move 333 344",)),
        ("T333 s344+1", ("detonate 333",)),
    ],
)
def test_nobody_learns_that_another_was_asked(sqlite_server: Running, pieces: str, lines: tuple[str, ...]) -> None:
    """One who could defend himself is asked, and declines; one who could not is not asked.

    Whoever waits meanwhile sees the attack announced, but what anybody is told afterwards is the same.
    """

    async def test() -> None:
        asked, unable = (
            Sitting(yavoch.table(f"{yavoch.HOME} {pieces}", hands=("wild wild", hand)))
            for hand in ("wild wild wild wild wild", CANNOT_DEFEND)
        )
        known = []
        for table in (asked, unable):
            await table.sit_down(sqlite_server.url)
            for line in lines:
                await table.play_words(line)
            assert (table.match.to_move == 1) == (table is asked), "only one of them is asked"
            attacker = table.seats[0]
            if table is asked:
                now = await attacker.guest.get(f"/tables/{table.id}/situation?seat=0")
                assert now["to_move"] == "chance", "as if a die were still to fall"
                assert (now["undo"]["by"], now["ply"]) == ("agreement", len(lines))
                while table.match.to_move == 1 and table.match.legal()[0]["do"] == "defend":
                    await table.play_words("defend none")
            await attacker.answer({"type": "ping"})
            moments = (await attacker.guest.get(f"/tables/{table.id}/moments"))["moments"]
            assert [moment["ply"] for moment in moments] == list(range(len(lines)))
            assert attacker.situation["ply"] == len(lines)
            await table.come_again()
            found = [*await table.known_to(0), *await table.taken_back(0)]
            known.append(json.dumps(plain(found, table.id), sort_keys=True, indent=1))
            await table.get_up()
        assert known[0] == known[1], "\n".join(unified_diff(known[0].splitlines(), known[1].splitlines(), n=12))

    asyncio.run(test())

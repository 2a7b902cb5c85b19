"""What a page ever receives is the same when what it must not know is different.

Two tables begin from positions that look alike to a seat but differ in what is hidden from it, and are played on with
decisions that keep it so: the others' differ wherever that cannot be seen. Everything that the seat and a watcher get
over their sockets and by requests is compared, but for names of tables, times and the promise about the dice.
"""

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator
from difflib import unified_diff
from typing import Any

import orjson
import pytest

from oddboard.conformance.settings import settings
from oddboard.core import registry
from oddboard.core.game import CHANCE, Game
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.core.views import WATCHER
from oddboard.server import referee, undoing
from oddboard.server.change import Draft
from oddboard.server.holds import AWAY_SECONDS, LATELY, ends_at, silent_answer
from oddboard.server.log import Came, Decided, Started
from oddboard.server.new_tables import new_row
from oddboard.server.streams import packed
from oddboard.server.tables import BOT, PERSON, Seat, Table, Terms
from tests.games.yavoch import table as yavoch
from tests.games.yavoch.test_against_referee import crowded, fighting
from tests.server.client import Guest, Live, Refused
from tests.server.launching import Running

SECRETIVE = [key for key in registry.keys() if registry.game(key).secrets]
PAIRS = 5  # positions for each game
POSITIONS = 5  # of each game in which a seat decides
STEPS = 6  # decisions after each
ATTEMPTS = 8  # decisions of which each is asked why not
TRIES = 300  # pairs of decisions that are looked at for one that cannot be told apart
PASSING = ("seq", "now", "at", "created", "ended", "commitment", "until")  # what differs from table to table anyway
ANSWER_SECONDS = 1.0  # as the tests' servers are told
SLOW = 2.0  # seconds that a busy machine may need to tell something
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
        while live.situation["seat"] != seat:  # an attack waits, in case it is answered
            await live.next()
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
            known += [live.received, live.raw]
            for path in ("", "/moments", "/record", "/situation", "/situation?seat=" + str(seat)):
                known.append(await answered(live.guest, "GET", f"/tables/{self.id}{path}"))
            for path in ("/tables?which=mine", f"/stories/{self.id}", f"/stories/{self.id}/record"):
                known.append(await answered(live.guest, "GET", path))
            known.append([each["seq"] - live.received[0]["seq"] for each in live.received if "seq" in each])
            known.append([len(json.dumps(each)) for each in live.raw])
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
            before = len(each.raw)
            await each.answer({"type": "ping"})
            known.append(each.raw[before:])
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


def table_of(match: Match, secret: str | None = None) -> Table:
    """A match as a table in memory, with a guest of its own at every seat."""
    game, players = match.game, match.players
    row = new_row(game.key, players, match.options, game.position(match.start), Terms(), False, "host")
    row |= {"id": "TABLE", "secret": secret or row["secret"]}
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
    for hand in ("wild wild wild wild wild", CANNOT_DEFEND):
        match = yavoch.table(f"{yavoch.HOME} s113+1", hands=("wild wild", hand))
        match.play(yavoch.decision(match, "fire 113"))
        table = table_of(match)
        assert table.turn.deciding == ([1] if hand != CANNOT_DEFEND else [0])
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
            await asyncio.gather(*(table.sit_down(sqlite_server.url) for table in tables))
            for _ in range(STEPS):
                codes = next_codes(pair, seat, rng)
                if codes is None:
                    break
                differed += codes[0] != codes[1]
                await asyncio.gather(*(table.play(code) for table, code in zip(tables, codes, strict=True)))
            known = await asyncio.gather(*(table.known_to(seat) for table in tables))
            first, second = [
                json.dumps(plain(all_of_it, table.id), sort_keys=True, indent=1)
                for all_of_it, table in zip(known, tables, strict=True)
            ]
            assert first == second, "\n".join(unified_diff(first.splitlines(), second.splitlines(), n=12))
            undone = await asyncio.gather(*(table.taken_back(seat) for table in tables))
            assert plain(undone[0], tables[0].id) == plain(undone[1], tables[1].id)
            await asyncio.gather(*(table.get_up() for table in tables))
        assert differed or key != "everest", "plans differed"

    asyncio.run(test())


ATTACKS = [
    ("s113+1", "fire 113"),
    ("S333+2 g344 s344+1", "move 333 344"),
    ("T333 s344+1", "detonate 333"),
]


class TooSlow(Exception):
    """The machine was so busy that the wait was over before everything was asked."""


async def asked_during_the_wait(table: Sitting, attack: str) -> list[Any]:
    """What attacker and watcher get who try everything while an attack waits."""
    known: list[Any] = []
    attacker, base = table.seats[0], f"/tables/{table.id}"
    for live in (attacker, table.watcher):
        for path in ("", "/situation", "/situation?seat=0", "/moments", "/record"):
            known.append(await answered(live.guest, "GET", base + path))
        for path in ("/tables?which=mine", "/tables?which=playing", f"/stories/{table.id}"):
            known.append(await answered(live.guest, "GET", path))
        wanted = {"seat": 0, "ply": attacker.situation["ply"], "decision": {"do": "end"}}
        known.append(await answered(live.guest, "POST", base + "/play", wanted))
        known.append(await answered(live.guest, "POST", base + "/why", {"seat": 0, "decision": {"do": "end"}}))
        known.append(await answered(live.guest, "POST", base + "/hint", {"seat": 0}))
        for ply in (0, 1):
            known.append(await answered(live.guest, "POST", base + "/undo", {"seat": 0, "ply": ply}))
        again = {"seat": 0, "ply": 0, "decision": yavoch.decision(table.match, attack)}
        known.append(await answered(live.guest, "POST", base + "/play", again))
    return known


@pytest.mark.parametrize(
    ("pieces", "attack", "speaks"),
    [*((*each, True) for each in ATTACKS), (*ATTACKS[0], False)],
)
def test_nobody_learns_that_another_was_asked(sqlite_server: Running, pieces: str, attack: str, speaks: bool) -> None:
    """One who could defend himself is asked, and declines or says nothing; one who could not is not asked.

    Everything that anybody else gets, over all channels and at all times, is the same, with numbers and sizes, and
    comes after the same time.
    """

    async def one(hand: str) -> tuple[str, float]:
        table = Sitting(yavoch.table(f"{yavoch.HOME} {pieces}", hands=("wild wild", hand)))
        await table.sit_down(sqlite_server.url)
        decision = yavoch.decision(table.match, attack)
        attacker, defender = table.seats[0], table.seats[1]
        began = time.monotonic()
        await attacker.decide(decision, seat=0)
        table.match.play(decision)
        assert (table.match.to_move == 1) == (hand != CANNOT_DEFEND), "only one of them is asked"
        await attacker.sync()
        assert attacker.situation["announced"]["answers"] == 1
        assert attacker.situation["to_move"] == "chance"
        assert not attacker.moments, "what waits is not carried out"
        found = await asked_during_the_wait(table, attack)
        await defender.sync()
        if time.monotonic() - began > ANSWER_SECONDS:
            raise TooSlow
        while speaks and defender.may_play:
            await defender.play({"do": "defend", "with": "none"}, seat=1)
        while not attacker.moments:
            await attacker.next()
        took = time.monotonic() - began
        while attacker.situation["announced"]:  # the die may be answered as well
            await attacker.next()
        await attacker.sync()
        await table.come_again()
        found += [*await table.known_to(0), *await table.taken_back(0)]
        found += [live.raw for live in table.before if live is not defender]
        text = json.dumps(plain(found, table.id), sort_keys=True, indent=1)
        await table.get_up()
        return text, took

    async def both() -> list[tuple[str, float]]:
        for _ in range(5):
            with contextlib.suppress(TooSlow):
                return [await one(hand) for hand in ("wild wild wild wild wild", CANNOT_DEFEND)]
        pytest.fail("the machine is too busy to ask everything while an attack waits")

    async def test() -> None:
        (first, asked), (second, unable) = await both()
        assert first == second, "\n".join(unified_diff(first.splitlines(), second.splitlines(), n=12))
        assert min(asked, unable) >= ANSWER_SECONDS
        assert max(asked, unable) < ANSWER_SECONDS + SLOW

    asyncio.run(test())


def seen(table: Table) -> str:
    """What an attacker and a watcher may see of a table in memory."""
    found = [
        [
            table.views.situation(viewer),
            table.views.moments(viewer),
            undoing.offer(table, viewer if viewer >= 0 else None),
        ]
        for viewer in (0, WATCHER)
    ]
    return json.dumps(plain(orjson.loads(packed(found)), table.id), indent=1)


def carried_out(table: Table, change: Callable[[Draft], None]) -> None:
    """Do something to a table in memory."""
    draft = Draft(table)
    change(draft)
    draft.go_on()
    table.settle(draft.entries)


def course(hand: str, secret: str) -> tuple[list[str], bool]:
    """A battle that a die decides, as attacker and watcher see it step by step; whether the die itself waited."""
    match = yavoch.table(f"{yavoch.HOME} S333+1 s344+4", hands=("wild wild", hand))
    table = table_of(match, secret)
    code = match.game.code(match.state, yavoch.decision(match, "move 333 344"))
    carried_out(table, lambda draft: draft.decide(0, code))  # type: ignore[arg-type]
    found, rolled = [seen(table)], False
    while table.hold is not None:
        rolled = rolled or table.hold.steps[0].seat == CHANCE
        while table.turn.deciding:
            declines = silent_answer(table, table.turn.answering)
            assert declines is not None
            carried_out(table, lambda draft, declines=declines: draft.decide(1, declines))  # type: ignore[misc]
            assert seen(table) == found[-1], "an answer in secret changes nothing for the others"
        carried_out(table, Draft.release)
        found.append(seen(table))
    return found, rolled


def test_a_die_that_may_be_answered_waits_too() -> None:
    waited = 0
    for number in range(8):
        secret = f"{number:064x}"
        (asked, rolled), (unable, _) = course("wild wild wild wild wild", secret), course(CANNOT_DEFEND, secret)
        assert asked == unable
        waited += rolled
    assert 0 < waited < 8


def test_a_defence_is_told_at_once(sqlite_server: Running) -> None:
    """What everybody is told anyway need not wait."""

    async def test() -> None:
        table = Sitting(yavoch.table(f"{yavoch.HOME} s113+1", hands=("wild wild", "wild wild wild wild wild")))
        await table.sit_down(sqlite_server.url)
        await table.play_words("fire 113")
        await table.seats[1].sync()
        defend = next(each for each in table.match.legal() if each["with"] != "none")
        await table.seats[1].play(defend, seat=1)
        await table.seats[0].sync()
        assert [each["decision"]["do"] for each in table.seats[0].moments.values()] == ["fire", "defend"]
        assert table.seats[0].situation["to_move"] == 1
        await table.get_up()

    asyncio.run(test())


def test_who_comes_late_gets_his_time() -> None:
    match = yavoch.table(f"{yavoch.HOME} s113+1", hands=("wild wild", "wild wild"))
    match.play(yavoch.decision(match, "fire 113"))
    table = table_of(match)
    assert table.hold is not None
    table.created = table.hold.since - 2 * LATELY
    assert ends_at(table, table.hold) == table.hold.since + 1000 * AWAY_SECONDS
    Came(seat=1, at=table.hold.since + 5000).settle(table)
    assert ends_at(table, table.hold) == table.hold.since + 5000 + 1000 * table.answer_seconds
    table.acted[1] = table.hold.since - 1000
    assert ends_at(table, table.hold) == table.hold.since + 1000 * table.answer_seconds
    table.seats[1] = Seat(BOT, "Bot", level="novice")
    assert ends_at(table, table.hold) < table.hold.since + 1000 * table.answer_seconds


def test_whoever_is_asked_could_be_for_all_that_everybody_knows() -> None:
    """So that every secret question waits, and the wait depends on nothing hidden."""
    asked = waited = 0
    for seed in range(8):
        rng = random.Random(seed)
        match, _ = crowded(rng)
        choose = fighting(rng)
        for _ in range(60):
            if match.is_over:
                break
            chosen = {name: value for name, value in choose(match, match.legal()).items() if name != "weight"}
            before, code = match.state, match.game.code(match.state, chosen)
            assert isinstance(code, int)
            may = match.game.may_answer(before, code) if not yavoch.is_asked(match) else None
            was_asked = yavoch.is_asked(match)
            match.play_code(code)
            waited += may is not None
            if yavoch.is_asked(match) and not was_asked:
                asked += 1
                assert may == match.to_move
    assert asked
    assert waited > asked

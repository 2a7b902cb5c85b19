"""The searching bot: lawful, repeatable, honest about secrets, and it stops when told to."""

import random
import time
from itertools import pairwise
from typing import Any

import pytest

from oddboard import bots
from oddboard.bots import search
from oddboard.bots.oversight import noticed
from oddboard.bots.search import Searcher
from oddboard.bots.tree import CHILDREN, MEGABYTES, Tree, found
from oddboard.conformance.players import random_code, sensible_code
from oddboard.conformance.settings import described, settings
from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.errors import BadRequest, Over
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, dtype_of, new, same
from oddboard.core.ruleset import CHANCE


def somewhere(match: Match, rng: random.Random, plies: int) -> bool:
    """Play on at random; whether a seat is to decide then."""
    for _ in range(plies):
        if not match.is_over:
            match.play_code(random_code(match, rng))
    while match.to_move == "chance":
        match.play_code(random_code(match, rng))
    return not match.is_over


@pytest.mark.parametrize("key", registry.keys())
def test_it_never_plays_an_illegal_decision(key: str) -> None:
    rng = random.Random(key)
    for match in settings(key, 16, seed=5):
        players = {}
        if not somewhere(match, rng, rng.randrange(80)):
            continue
        for _ in range(12):
            if match.is_over:
                break
            if match.to_move == "chance":
                match.play_code(random_code(match, rng))
                continue
            seat = match.to_move
            assert isinstance(seat, int)
            bot = players.setdefault(seat, bots.Bot(match.game, match.players, seat, bots.budget("search:20"), seat))
            advice = bot.decide(match)
            assert advice.code in match.codes(), described(match)
            assert all(0.0 <= value <= 1.0 for line in advice.lines for value in line.evaluation)
            match.play_code(advice.code)


@pytest.mark.parametrize("key", registry.keys())
def test_the_same_seed_and_iterations_give_the_same_thoughts(key: str) -> None:
    rng = random.Random(key)
    for match in settings(key, 3, seed=6):
        if somewhere(match, rng, 25):
            one, other = (bots.advise(match, "search:60", seed=9) for _ in range(2))
            assert one == other


@pytest.mark.parametrize("key", [key for key in registry.keys() if registry.game(key).secrets])
def test_it_never_peeks(key: str) -> None:
    """Another hidden part that the seat cannot tell from the true one changes nothing."""
    rng = random.Random(key)
    swapped = 0
    for match in settings(key, 80, seed=8):
        for _ in range(rng.randrange(10, 120)):
            if not match.is_over:
                match.play_code(sensible_code(match, rng))
        if swapped == 4 or not somewhere(match, rng, 0):
            continue
        seat = match.to_move
        assert isinstance(seat, int)
        other = match.view(seat)
        match.game.rules.imagine(other, new(match.game.work), seat, generator(rng.getrandbits(60)))
        swapped += not same(other, match.state)
        twin = Match(match.game, match.players, match.options, start=copy(other))
        assert bots.advise(match, "search:40", seed=3) == bots.advise(twin, "search:40", seed=3)
    assert swapped, "the test needs positions with something to hide"


@pytest.mark.parametrize("players", [3, 4])
def test_who_plans_in_secret_knows_its_own_plan_in_the_thoughts_of_others(players: int) -> None:
    """Its second coin is to fit its first: there is a node of its own after each first coin."""
    match = Match(registry.game("everest"), players)
    rules, work = match.game.rules, new(match.game.work)
    searcher = Searcher(match.game, players, 0, 1)
    searcher.think(match.view(0), 3000, None, bots.never)
    state = copy(match.state)
    while rules.to_move(state) == 0:
        code = searcher._most_visited(searcher._node(state, 0), set(match.game.codes_of(state)))
        assert code is not None
        rules.play(state, work, code)
    first = searcher._node(state, 1)
    begun = {}
    for child in range(searcher.tree.first[first], searcher.tree.first[first] + searcher.tree.width[first]):
        after = copy(state)
        rules.play(after, work, int(searcher.tree.code[child]))
        begun[int(searcher.tree.code[child])] = searcher._node(after, 1)
    known = [node for node in begun.values() if node >= 0]
    assert len(known) > 1
    assert len(set(known)) == len(known), "after different first coins the same node"


@pytest.mark.parametrize("key", ["martian-race", "sailboat-regatta"])
def test_with_more_than_two_seats_all_walks_end_at_the_first_answer(key: str) -> None:
    """What is compared was judged after as many answers, however often it was visited."""
    match = Match(registry.game(key), 4)
    while not isinstance(seat := match.to_move, int):
        match.roll()
    searcher = Searcher(match.game, 4, seat, 1)
    searcher.think(match.view(seat), 600, None, bots.never)
    deciding = set(searcher.tree.mover[: searcher.tree.nodes].tolist())
    assert len(deciding - {CHANCE, seat}) == 1


def thinking(key: str, seed: int, plies: int = 12) -> tuple[Match, int, Searcher]:
    """A match somewhere in the middle, the seat to decide there, and a searcher for it with its rules loaded."""
    rng = random.Random(seed)
    while True:
        game = registry.game(key)
        match = Match(game, game.players[0])
        if somewhere(match, rng, plies) and len(match.codes()) > 1:
            break
    seat = match.to_move
    assert isinstance(seat, int)
    searcher = Searcher(match.game, match.players, seat, 1)
    searcher.think(match.view(seat), 2, None, bots.never)
    return match, seat, searcher


@pytest.mark.parametrize("key", registry.keys())
def test_it_stops_within_50_ms_of_being_told_to(key: str) -> None:
    """The time in its own process counts, so that whatever else the machine does makes no difference."""
    match, seat, searcher = thinking(key, 1)

    def stop() -> bool:
        asked.append(time.thread_time())
        return len(asked) >= 25

    asked = [time.thread_time()]
    searcher.think(match.view(seat), None, 60.0, stop)
    assert len(asked) == 25
    assert time.thread_time() - asked[-1] < 0.05
    assert max(later - sooner for sooner, later in pairwise(asked)) < 0.05, "it asks too seldom"


def test_its_time_is_its_limit() -> None:
    match, seat, searcher = thinking("martian-race", 4)
    began = time.monotonic()
    searcher.think(match.view(seat), None, 0.2, bots.never)
    assert time.monotonic() - began < 1.2  # on a busy machine too


@pytest.mark.parametrize("key", registry.keys())
def test_a_forced_decision_is_not_thought_about(key: str) -> None:
    rng = random.Random(key)
    forced = 0
    for match in settings(key, 30, seed=11):
        for _ in range(60):
            if match.is_over:
                break
            seat = match.to_move
            if isinstance(seat, int) and len(match.codes_for(seat)) == 1:
                bot = bots.Bot(match.game, match.players, seat, bots.budget("search:1000s"), 1)
                advice = bot.decide(match, lambda: pytest.fail("it thinks"))
                assert [advice.code] == match.codes()
                forced += 1
                break
            match.play_code(random_code(match, rng))
    assert forced or key == "everest", "there is always a choice of coins"


@pytest.mark.parametrize(
    ("key", "plain", "walks"), [("yaz", False, 8000), ("martian-race", False, 30000), ("everest", True, 80000)]
)
def test_a_full_pool_forgets_what_was_visited_least(key: str, plain: bool, walks: int) -> None:
    match, seat, _ = thinking(key, 3, plies=60)
    searcher = Searcher(match.game, match.players, seat, 1, plain)
    tree = searcher.tree
    searcher.think(match.view(seat), 1, None, bots.never)
    times = 0
    for _ in range(40):
        before = dict(zip(tree.key[: tree.nodes].tolist(), tree.visits[: tree.nodes].tolist(), strict=True))
        searcher._search_from(match.view(seat))(match.game.secrets, walks // 40)
        assert tree.nodes < len(tree.key)
        assert tree.children <= CHILDREN
        left = set(tree.key[: tree.nodes].tolist())
        forgotten = [visits for key, visits in before.items() if key not in left]
        kept = [visits for key, visits in before.items() if key in left]
        if forgotten:
            times += 1
            assert sum(forgotten) / len(forgotten) < 2 < sum(kept) / len(kept)
    assert times
    for node in range(tree.nodes):
        assert tree.slots[found(tree, tree.key[node])] == node + 1
    assert tree.visits[tree.root] == tree.walks, "nothing is lost of the root"


def test_a_full_pool_forgets_first_what_no_walk_comes_to_any_more() -> None:
    rng = random.Random(1)
    match, seat, _ = thinking("yaz", 3, plies=60)
    searcher = Searcher(match.game, match.players, seat, 1)
    tree = searcher.tree
    roots = []
    for walks in (300, 300, 8000):
        searcher.think(match.view(seat), walks, None, bots.never)
        roots.append(int(tree.key[tree.root]))
        match.play_code(random_code(match, rng))
        while match.to_move != seat or len(match.codes()) == 1:
            match.play_code(random_code(match, rng))
    assert [root in tree.key[: tree.nodes] for root in roots] == [False, True, True]


def test_a_tree_takes_no_more_memory_than_is_said() -> None:
    assert dtype_of(Tree).itemsize <= MEGABYTES << 20


@pytest.mark.parametrize("key", registry.keys())
def test_a_match_rebuilt_from_its_decisions_is_the_same_to_a_bot(key: str) -> None:
    """The tree is found again by the position, not by the match."""
    match, seat, _ = thinking(key, 5)
    one, other = (bots.Bot(match.game, match.players, seat, bots.budget("search:80"), 7) for _ in range(2))
    for _ in range(4):
        rebuilt = Match(match.game, match.players, match.options)
        for played in match.history:
            rebuilt.play_code(played.code)
        assert rebuilt.to_move == seat
        advice = one.decide(match)
        assert advice == other.decide(rebuilt)
        match.play_code(advice.code)
        if match.to_move != seat:
            break


def test_a_bot_decides_for_its_own_seat_only() -> None:
    match, seat, _ = thinking("everest", 5, plies=0)
    bot = bots.Bot(match.game, match.players, 1 - seat, bots.budget("search:10"), 7)
    with pytest.raises(BadRequest, match="sits at seat"):
        bot.decide(match)


def test_a_plan_is_laid_before_it_is_ones_turn() -> None:
    """A seat that lays its plan while the one before it still thinks imagines that plan as well."""
    game = registry.game("everest")
    match = Match(game, 2)
    early = Match(game, 2, match.options, start=game.early(match.state, 1))
    bot = bots.Bot(game, 2, 1, bots.budget("search:60"), 3)
    for _ in range(3):
        advice = bot.decide(early)
        assert advice.code in early.codes()
        assert advice.lines[0].visits > 0
        early.play_code(advice.code)


@pytest.mark.parametrize("key", registry.keys())
def test_the_expected_line_can_be_played(key: str) -> None:
    """After every decision that was weighed what is expected is lawful in turn, as far as it is not imagined."""
    for seed in range(6, 20):  # where the dice come next, nothing is expected
        match, seat, _ = thinking(key, seed)
        advice = bots.advise(match, "search:200", seed=4)
        if any(line.following for line in advice.lines):
            break
    assert any(line.following for line in advice.lines)
    for line in advice.lines:
        assert len(line.following) == len(line.story)
        assert line.to_json()["line"] == line.following
        branch = Match(match.game, match.players, match.options, start=copy(match.game.undecided(match.view(seat))))
        branch.play(line.decision)
        for decision in line.following:
            if match.game.worlds and branch.to_move != seat:
                break  # what another seat has is imagined
            branch.play(decision)


@pytest.mark.parametrize("text", ["", "genius", "search", "search:", "search:1m", "uct:x", None, 3, "greedy:5"])
def test_a_level_that_is_none(text: object) -> None:
    with pytest.raises(BadRequest, match="there is no level"):
        bots.budget(text)


def test_levels_rise() -> None:
    assert len(bots.LEVELS) == 8
    assert list(bots.LEVELS)[-1] == bots.STRONGEST
    assert {"novice", "casual", bots.USUAL, "skilled", "master"} <= set(bots.LEVELS)  # tables and programs name them
    limits = [level.seconds or 0.0 for level in bots.LEVELS.values()]
    assert limits == sorted(limits)
    assert limits[-1] <= 5.0


def tables(key: str) -> list[tuple[int, dict[str, object]]]:
    """The fewest and the most seats, and the variants for which levels are set apart."""
    game = registry.game(key)
    variants = {
        "martian-race": [{"mad_dog": True}],
        "yavoch": [{"game": "full"}],
        "yaz": [{"scenario": "large"}, {"lugging": True, "dropping": True}],
    }
    return [
        (players, game.check_options(players, options))
        for players in {game.players[0], game.players[-1]}
        for options in [{}, *variants.get(key, [])]
    ]


@pytest.mark.parametrize("key", registry.keys())
def test_levels_see_and_think_more_and_more_at_every_table(key: str) -> None:
    game = registry.game(key)
    for players, options in tables(key):
        assert len(game.thoughts(players, options).split()) in (0, len(bots.LEVELS))
        found = [bots.budget(level, game, players, options) for level in bots.LEVELS]
        better = [(each.iterations or 0, -each.overlooks) for each in found]
        for (below, seen_below), (above, seen_above) in pairwise(better):
            assert above >= below
            assert seen_above >= seen_below
        assert better == sorted(set(better))
        assert found[0].kind == "careless"
        assert found[-1].overlooks == 0


@pytest.mark.parametrize("key", registry.keys())
def test_levels_think_as_much_as_they_say(key: str) -> None:
    match = thinking(key, 4)[0]
    for level in ("casual", "steady", "skilled"):
        budget = bots.budget(level, match.game, match.players, match.options)
        lines = bots.advise(match, level, seed=1).lines
        assert 1 <= sum(line.visits for line in lines) <= (budget.iterations or bots.SHOWN_LINES)


def test_a_careless_bot_overlooks_the_same_whenever_it_looks() -> None:
    match = thinking("martian-race", 4)[0]
    seat, codes = match.to_move, match.codes()
    assert isinstance(seat, int)
    view = match.view(seat)
    seen = noticed(view, codes, 5, 0.6)
    assert seen == noticed(match.view(seat), codes, 5, 0.6)
    assert seen != noticed(view, codes, 6, 0.6)
    assert set(noticed(view, codes, 5, 0.9)) <= set(seen) < set(noticed(view, codes, 5, 0.2)) < set(codes)
    shares = [len(noticed(view, codes, stream, 0.6)) / len(codes) for stream in range(40)]
    assert 0.35 < sum(shares) / len(shares) < 0.45
    assert noticed(view, codes[:2], 5, 0.999)
    for kind in ("careless:60", "search:20:60"):
        bot = bots.Bot(match.game, match.players, seat, bots.budget(kind), 5)
        advice = bot.decide(match)
        assert advice.code in seen
        assert 0 < sum(advice.evaluation) <= match.players / 2 + 1e-6


def test_what_is_obvious_is_not_thought_about_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends early where one decision is far better, after as many iterations on a slow machine."""
    done: list[list[int]] = []
    for pause in (search.PAUSE, 0.0):
        monkeypatch.setattr(search, "PAUSE", pause)
        done.append([])
        match = Match(registry.game("everest"), 2, dice=FairDice("everest", "7" * 64))
        while not match.is_over and len(done[-1]) < 40:
            seat, codes = match.to_move, match.codes()
            if not isinstance(seat, int):
                match.roll()
                continue
            if len(codes) > 1:
                searcher = Searcher(match.game, 2, seat, 3)
                done[-1].append(searcher.think(match.view(seat), 400, None, bots.never))
            match.play_code(bots.advise(match, "greedy", seed=1).code)
    assert done[0] == done[1]
    assert {each % (400 // search.LOOKS) for each in done[0]} == {0}
    assert min(done[0]) < 400 <= max(done[0])


def test_nothing_to_advise() -> None:
    match = Match(registry.game("martian-race"), 2, {"order": "seats", "turn_limit": 1})
    with pytest.raises(BadRequest, match="chance is to decide"):
        bots.advise(match)
    while not match.is_over:
        match.play_code(match.codes()[0])
    with pytest.raises(Over):
        bots.advise(match)


@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("level", ["casual", "skilled", "strong"])
def test_nothing_is_brought_back_within_a_turn(key: str, level: str) -> None:
    """Rings passed to and fro or a step there and back change nothing: what is about as good is done instead."""
    game = registry.game(key)
    returned = decided = 0
    for number in range(20):
        if decided > 600:
            break
        match = Match(game, 2, dice=FairDice(key, f"{number:064x}"))
        seated = [bots.Bot(game, 2, seat, bots.budget(level, game, 2, match.options), number) for seat in range(2)]
        turn, been = None, set[bytes]()
        while not match.is_over and match.ply < 300:
            if match.to_move == "chance":
                match.roll()
                continue
            assert isinstance(match.to_move, int)
            if game.turn_of(match.state) != turn:
                turn, been = game.turn_of(match.state), set()
            before = game.standing(match.state)
            match.play_code(seated[match.to_move].decide(match).code)
            after = game.standing(match.state)
            returned += after != before and after in been and game.turn_of(match.state) == turn
            decided += 1
            been |= {before, after}
    assert decided > 400
    assert returned <= decided / 200


def test_a_turn_that_begins_as_one_before_is_thought_about_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has come of the turns between: what a bot finds at a glance leads nowhere."""
    game, rng = registry.game("yaz"), random.Random(1)
    match = Match(game, 2, {"setter": "first"})
    while match.to_move == "chance" or match.state.turn_number == 0:
        match.play_code(random_code(match, rng))
    thought: list[int | None] = []
    advise = search.Searcher.advise

    def told(self: search.Searcher, match: Match, iterations: int | None, *rest: Any) -> bots.Advice:
        thought.append(iterations)
        return advise(self, match, iterations, *rest)

    monkeypatch.setattr(search.Searcher, "advise", told)
    bot = bots.Bot(game, 2, 0, bots.budget("search:2"), 1)
    bot.decide(match)
    bot.decide(match)  # in the same turn
    for _ in range(2):
        match.play({"do": "end"})
    bot.decide(match)
    before = game.standing(match.state)
    while match.to_move != 0 or {"do": "end"} not in match.legal() or game.standing(match.state) == before:
        match.play_code(random_code(match, rng))
    for _ in range(2):
        match.play({"do": "end"})
    bot.decide(match)
    assert thought == [2, 2, 2 * bots.LOOKING_FARTHER, 2]

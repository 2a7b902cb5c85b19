"""What every game must keep at every state: its decisions, refusals, positions, results and words."""

import json
import random

import numpy as np

from oddboard.conformance.guards import check_room
from oddboard.conformance.pictures import check_previews, check_scenes
from oddboard.conformance.players import PLAYERS
from oddboard.conformance.secrets import check_early, check_told, check_undecided, check_views
from oddboard.conformance.settings import described, settings
from oddboard.core import saves
from oddboard.core.game import CHANCE, OVER, Refusal
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, digest, dtype_of, from_bytes, new, same, to_bytes
from oddboard.core.rules import pick

SETTINGS = 12  # matches of each game and player
PLIES = 260  # decisions of each match, most of them unchecked
EVERY = 11  # one state in so many is looked at closely
REFUSED = 60  # codes tried against *why not* at each of those
TOLD = 20  # decisions whose words are read
WIDEST = 100  # columns of a board in a terminal, in any setting


def check_every_state(key: str, player: str, matches: int = SETTINGS) -> None:
    """Play many games over all options and numbers of players, and look closely at some states of each."""
    rng = random.Random(f"{key} {player}")
    erased = secret = False
    for match in settings(key, matches, seed=len(player)):
        digests = []
        secret = secret or match.game.keeps_secrets(match.start)
        phase = rng.randrange(EVERY)
        for ply in range(PLIES):
            digests.append(digest(match.state))
            if match.is_over or ply == 0 or ply % EVERY == phase:
                look_closely(match, rng)
                erased = erased or hides_something(match)
            if match.is_over:
                break
            match.play_code(PLAYERS[player](match, rng))
        assert digests == [digest(match.state_at(ply)) for ply in range(len(digests))], "an old state was changed"
        check_replay(match)
    assert erased == secret, f"{key}: `secrets` is {secret}, but `hide` has {'' if erased else 'not '}erased something"


def look_closely(match: Match, rng: random.Random) -> None:
    """All checks of one state."""
    where = f"{described(match)}, ply {match.ply}"
    before = to_bytes(match.state)
    check_room(match, where)
    check_legal(match, where)
    check_scratch(match, rng, where)
    check_refusals(match, rng, where)
    check_position(match, where)
    check_views(match, rng, where)
    check_told(match, rng, where)
    check_scores(match, where)
    check_words(match, where)
    check_scenes(match, where)
    check_early(match, rng, where)
    check_undecided(match, where)
    check_previews(match, rng, where)
    assert to_bytes(match.state) == before, f"looking changed the state: {where}"


def hides_something(match: Match) -> bool:
    """Whether somebody sees less than there is."""
    for seat in range(match.players + 1):
        view = copy(match.state)
        match.game.rules.hide(view, seat)
        if not same(view, match.state):
            return True
    return False


def check_legal(match: Match, where: str) -> None:
    """Every legal decision is offered once, has a JSON object of its own, and is not refused."""
    mover = match.game.rules.to_move(match.state)
    codes, decisions = match.codes(), match.legal()
    assert bool(codes) == (mover != OVER), f"legal decisions and the end do not agree: {where}"
    assert mover in (CHANCE, OVER, *range(match.players)), f"{mover} is to move: {where}"
    assert len(set(codes)) == len(codes), f"a code is offered twice: {where}"
    assert all(0 <= code < match.game.codes for code in codes), f"a code is beyond `codes`: {where}"
    texts = {json.dumps(decision, sort_keys=True) for decision in decisions}
    assert len(texts) == len(decisions), f"two codes have the same JSON: {where}"
    for code, decision in zip(codes, decisions, strict=True):
        if mover == CHANCE:
            assert decision.pop("weight") >= 1, f"{decision} of chance has no weight: {where}"
        back = match.game.code(match.state, json.loads(json.dumps(decision)))
        assert back == code, f"{decision} is code {code} and {back}: {where}"
        assert match.why_not(decision) is None, f"{decision} is legal and refused: {where}"


def check_scratch(match: Match, rng: random.Random, where: str) -> None:
    """What the scratch record held before does not matter, and `pick` picks what is legal."""
    state, rules = match.state, match.game.rules
    work = from_bytes(match.game.work, rng.randbytes(dtype_of(match.game.work).itemsize))
    count = rules.legal(state, work)
    assert [int(code) for code in work.code[:count]] == match.codes(), f"scratch matters: {where}"
    if not match.is_over:
        dice = generator(rng.getrandbits(60))
        assert {int(pick(state, work, dice)) for _ in range(10)} <= set(match.codes()), f"pick: {where}"


def check_refusals(match: Match, rng: random.Random, where: str) -> None:
    """A code is refused just if it is not legal, and always with a rule of the game's."""
    if match.is_over:
        return
    game, legal = match.game, set(match.codes())
    page = game.rulebook
    for code in rng.sample(range(game.codes), min(REFUSED, game.codes)):
        decision = game.decision(match.state, code)
        back = game.code(match.state, decision)
        assert isinstance(back, Refusal) or back == code, f"{decision} is code {code} and {back}: {where}"
        refusal = match.why_not(decision)
        assert (refusal is None) == (code in legal), f"{decision}: {refusal}: {where}"
        if refusal:
            assert refusal.rule.startswith(game.prefix + "-"), refusal
            assert f"**{refusal.rule}**" in page, f"{refusal.rule} is not on the rulebook page, as **{refusal.rule}**"
            assert refusal.message.endswith("."), refusal.message


def check_position(match: Match, where: str) -> None:
    """A position is JSON, and leads back to the state where the game reads positions."""
    position = json.loads(json.dumps(match.position()))
    assert position["players"] == match.players, f"a position has the number of players: {where}"
    assert position["options"] == match.options, f"a position has all options: {where}"
    if reads_positions(match):
        assert same(match.game.from_position(position), match.state), f"position -> JSON -> position: {where}"


def reads_positions(match: Match) -> bool:
    """Whether a game has `bounds` or a reader of its own."""
    from oddboard.core.game import Game

    return bool(match.game.bounds) or type(match.game).from_position is not Game.from_position


def check_scores(match: Match, where: str) -> None:
    """Results and outlooks are shares, and ranks follow the results."""
    scores = match.scores()
    assert all(0.0 <= score <= 1.0 for score in scores), f"score {scores}: {where}"
    out = np.full(match.players, np.nan)
    match.game.rules.outlook(match.state, new(match.game.work), out)
    assert all(0.0 <= value <= 1.0 for value in out), f"outlook {out}: {where}"
    if match.is_over:
        ranks = match.ranks
        assert ranks is not None
        for one, other in zip(range(match.players), range(1, match.players), strict=False):
            assert (ranks[one] < ranks[other]) == (scores[one] > scores[other]), f"{ranks}, {scores}: {where}"


def check_words(match: Match, where: str) -> None:
    """Decisions have words, and the board fits a terminal."""
    for code in match.codes()[:TOLD]:
        assert match.game.words(match.state, code).strip(), f"a decision without words: {where}"
    for seat in {0, match.players - 1}:
        view = copy(match.state)
        match.game.rules.hide(view, seat)
        board = match.game.board(view)
        assert board.plain.strip(), f"an empty board: {where}"
        assert max(line.cell_len for line in board.split()) <= WIDEST, f"the board is too wide: {where}"


def check_replay(match: Match) -> None:
    """The record of a match gives the same states again."""
    again = saves.load(saves.record(match)).match
    assert again.ply == match.ply
    for ply in range(match.ply + 1):
        assert same(again.state_at(ply), match.state_at(ply)), f"{described(match)}: replay differs at ply {ply}"

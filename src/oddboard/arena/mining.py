"""Puzzles found in games: positions where a search finds one decision clearly better than all others.

Bots play a game, weak ones too, so that there are mistakes in it. Of its decisions some are looked at quickly; what
stands out is searched longer, and what still does is verified by a search ten times as long, from nothing but what its
seat may know. A job's result depends on the job alone.
"""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from oddboard.arena.crew import Crew
from oddboard.arena.puzzles import CLEARLY, LEVELS, Level, Puzzle, PuzzleFile, Theme, Try, file_of, rules_of
from oddboard.arena.tournament import dice_of, mixed, play_out
from oddboard.bots import Bot, Line, budget, never
from oddboard.bots.greedy import weighed
from oddboard.bots.search import Searcher
from oddboard.core import registry, seats
from oddboard.core.errors import BadOptions, OddboardError
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.options import Choice, Option, Switch, Whole
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.core.ruleset import OVER

PLAYERS = ("search:30", "search:10", "greedy", "greedy")  # whose games are mined
GLANCE, LOOK = 150, 1500  # iterations: of all positions, and of what stands out
TIMES = 10  # as long what holds is verified
NEARLY = 0.7 * CLEARLY  # what stands out at a glance
ALIKE = 0.03  # decisions that differ by no more, and in one field only, are one solution
MOST_ALIKE = 4
LOST = 0.25  # who can expect no more is as good as lost
WON = 0.95  # who can expect so much has as good as won
IN_THE_GAME = 0.35  # who can expect so much is not: nobody likes to lose a little slower
LEAST_VISITS = 4  # of a decision whose evaluation is believed
LEAST_CHOICE = 3  # decisions that a puzzle leaves
OPENING = 0.25  # the part of a game that is left out: set-ups and openings, where much is as good
TURNS, LAST_TURNS, OF_A_TURN = 8, 2, 3  # that are looked at: of the widest swings, the last, and decisions of each
BRANCH, ENDS = 0.8, 4  # from where on a game is played to other ends, and to how many
MOST_A_GAME = 6  # puzzles
TRIES, TOLD = 6, 3  # other decisions that are kept with a puzzle, and what is told of each
ANSWER = 600  # iterations for what follows another decision
RIVALS, RIVAL = 12, 600  # other decisions that are searched by themselves, and for how many iterations
UNSEEN = 60  # iterations for the rest of them
LAST = 3  # other decisions that are searched as long as the solution in the end
WORLDS = 4  # that are imagined where there are secrets
GLIMPSES: dict[Level, int] = {"medium": 60}  # iterations that find it; one decision ahead it is easy
GLIMPSED = 3  # how often that is tried; most must find it
BATCH = 8  # games that are played before it is seen whether there are puzzles enough
_EVEN = 0.8  # of the seats of a game that play alike: a close game is decided by single decisions
_VARIED = 0.5  # the part of the games that are played otherwise than by default


@dataclass(frozen=True)
class Dig:
    """One game to play and to look through."""

    game: str
    seed: int
    glance: int = GLANCE
    look: int = LOOK
    record: tuple[int, dict[str, Any], Any, tuple[int, ...]] | None = None  # a finished game instead: its codes


@dataclass(frozen=True)
class Standout:
    """A decision that is clearly best, as far as a search can tell."""

    wanted: list[Line]
    others: list[Line]
    seat: int

    @property
    def worth(self) -> float:
        """What the seat can expect."""
        return self.wanted[0].evaluation[self.seat]

    @property
    def next(self) -> float:
        """What it can expect after the best other decision."""
        return max(line.evaluation[self.seat] for line in self.others)


def digs(game: str, count: int, seed: int, first: int = 0, look: int = LOOK) -> list[Dig]:
    """So many games to play, from a number on."""
    return [Dig(game, mixed(seed, number), look=look) for number in range(first, first + count)]


def found_in(dig: Dig) -> list[Puzzle]:
    """Play a game, or take the one that is given, and find the puzzles in it and in other ends of it."""
    game = registry.game(dig.game)
    if dig.record:
        ways = [(_recorded(game, dig), 0)]
    else:
        whole = _played(_begun(game, dig.seed), dig.seed)
        branch = int(BRANCH * whole.ply)
        others = [_played(_until(whole, branch), mixed(dig.seed, number)) for number in range(ENDS)]
        ways = [(whole, int(OPENING * whole.ply)), *((other, branch) for other in others)]
    subjects = file_of(game)
    found: dict[tuple[int, int], Puzzle] = {}  # by the way and the turn that it is from: one of each
    for number, (match, first) in enumerate(ways):
        for ply in _plies(match, first):
            turn = number, _turn_began(match, ply)
            puzzle = None if turn in found else puzzle_at(match, ply, dig, subjects)
            if puzzle is not None and not any(puzzle["wanted"] == each["wanted"] for each in found.values()):
                found[turn] = puzzle
            if len(found) == MOST_A_GAME:
                return list(found.values())
    return list(found.values())


def _begun(game: Game, seed: int) -> Match:
    """A match of its own kind, drawn by the seed."""
    players, options = _terms(game, random.Random(seed))
    return Match(game, players, options, dice=dice_of(game, seed))


def _until(match: Match, ply: int) -> Match:
    """The match as it was at a ply."""
    found = Match(match.game, match.players, match.options, start=copy(match.start))
    for played in match.history[:ply]:
        found.play_code(played.code)
    return found


def _played(match: Match, seed: int) -> Match:
    """A match played to its end by bots, who are drawn by the seed as the dice are."""
    rng, game = random.Random(seed), match.game
    match.dice = dice_of(game, seed)
    usual = rng.choice(PLAYERS)
    names = [usual if rng.random() < _EVEN else rng.choice(PLAYERS) for _ in range(match.players)]
    seated = [Bot(game, match.players, seat, budget(name, game), mixed(seed, seat)) for seat, name in enumerate(names)]
    play_out(match, seated)
    return match


def _terms(game: Game, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """How many play, and by which options: mostly two, and as usual."""
    players = rng.choice(game.players) if rng.random() < _VARIED else game.players[0]
    varied = [option for option in game.options if not isinstance(option, Whole) and _values(option)]
    if varied and rng.random() < _VARIED:
        option = rng.choice(varied)
        options = {option.name: rng.choice(_values(option))}
        try:
            game.check_options(players, options)
        except BadOptions:
            return players, {}
        return players, options
    return players, {}


def _values(option: Option) -> list[Any]:
    """What an option may be set to so that play differs."""
    given = option.samples() if isinstance(option, Choice | Switch) else option.samples()[:2]
    return [value for value in given if value != option.default]


def _recorded(game: Game, dig: Dig) -> Match:
    """The match of a finished game."""
    assert dig.record is not None
    players, options, start, codes = dig.record
    match = Match(game, players, options, start=None if start is None else game.from_position(start))
    for code in codes:
        match.play_code(code)
    return match


def _plies(match: Match, first: int) -> list[int]:
    """The decisions of a game that are looked at: the last ones of those turns after which most was lost or won.

    What is decided early in a turn can mostly be made up for in the same turn.
    """
    turns: list[tuple[int, list[int]]] = []  # whose, and its decisions with a choice
    for ply in range(first, match.ply):
        seat = match.history[ply].seat
        if seat < 0 or len(match.game.codes_of(match.state_at(ply))) < LEAST_CHOICE:
            continue
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        turns[-1][1].append(ply)
    ranked = sorted(range(len(turns)), key=lambda i: -_swing(match, turns, i))
    latest = [i for i in reversed(range(len(turns))) if i not in ranked[:TURNS]][:LAST_TURNS]
    return [ply for i in [*latest, *ranked[:TURNS]] for ply in turns[i][1][: -OF_A_TURN - 1 : -1]]


def _swing(match: Match, turns: Sequence[tuple[int, list[int]]], number: int) -> float:
    """How much the outlook of a seat changes from a turn of its to the next, or to the end."""
    seat, plies = turns[number]
    later = next((each[1][0] for each in turns[number + 1 :] if each[0] == seat), match.ply)
    return abs(_outlook(match, later)[seat] - _outlook(match, plies[0])[seat])


def _outlook(match: Match, ply: int) -> list[float]:
    """The outlook of every seat before a decision, or the result."""
    if ply == match.ply:
        return match.scores()
    out = np.zeros(match.players)
    match.game.rules.outlook(match.state_at(ply), new(match.game.work), out)
    found: list[float] = out.tolist()
    return found


def _turn_began(match: Match, ply: int) -> int:
    """The number of the first decision of the turn that a decision belongs to."""
    turn = match.game.turn_of(match.state_at(ply))
    while ply and match.game.turn_of(match.state_at(ply - 1)) == turn:
        ply -= 1
    return ply


def puzzle_at(match: Match, ply: int, dig: Dig, subjects: PuzzleFile) -> Puzzle | None:
    """The puzzle in the position before a decision of a game; None if there is none."""
    game, played = match.game, match.history[ply].decision
    here = Match(game, match.players, match.options, start=copy(match.state_at(ply)))
    if not same(game.from_position(here.position()), here.state):
        return None
    seed = mixed(dig.seed, ply)
    glanced = standing_out(here, dig.glance, NEARLY, seed)
    looked = glanced and standing_out(here, dig.look, CLEARLY, mixed(seed, 1))
    if looked is None or not _is_worthwhile(here, looked, played, seed):
        return None
    verified = holding(here, looked, dig.look, seed)
    return _told(here, verified, played, TIMES * dig.look, seed, subjects) if verified else None


def standing_out(match: Match, iterations: int, least: float, stream: int) -> Standout | None:
    """The decision that is by so much better than any other, as far as a search finds; None if there is none."""
    seat = match.to_move
    assert isinstance(seat, int)
    advice = Searcher(match.game, match.players, seat, stream).advise(match, iterations, None, never, telling=True)
    lines = [line for line in advice.lines if line.visits >= LEAST_VISITS]
    best = advice.lines[0].evaluation[seat]
    wanted = [advice.lines[0], *(line for line in lines[1:] if line.evaluation[seat] > best - ALIKE)]
    others = [line for line in lines[1:] if line not in wanted] or advice.lines[len(wanted) :]
    most = min(MOST_ALIKE, (len(match.codes_for(seat)) - 1) // 2)  # less than half: nobody is to find it by guessing
    if not others or len(wanted) > most or not is_one(wanted):
        return None
    standout = Standout(wanted, others, seat)
    return standout if standout.worth >= IN_THE_GAME and standout.worth - standout.next >= least else None


def is_one(wanted: Sequence[Line]) -> bool:
    """Whether decisions differ in one field at most, the same one, so that they are one idea."""
    first = wanted[0].decision
    apart = set()
    for line in wanted[1:]:
        if line.decision.keys() != first.keys():
            return False
        apart |= {name for name, value in line.decision.items() if value != first[name]}
    return len(apart) <= 1 < len(first)


def _is_worthwhile(match: Match, standout: Standout, played: Decision, seed: int) -> bool:
    """Whether it wins, or saves the game, or was missed; or else is more than one decision ahead shows anyway."""
    if theme_of(match, standout) != "mistake" or played not in [line.decision for line in standout.wanted]:
        return True
    return not _is_seen(match, standout, seed)


def _is_seen(match: Match, standout: Standout, seed: int) -> bool:
    """Whether who looks one decision ahead finds it."""
    codes = match.codes_for(standout.seat)
    values = weighed(match, standout.seat, codes, seed)[:, standout.seat].tolist()
    best = codes[max(range(len(codes)), key=lambda i: values[i])]
    return match.game.decision(match.view(standout.seat), best) in [line.decision for line in standout.wanted]


def theme_of(match: Match, standout: Standout) -> Theme:
    """What a puzzle is about."""
    if standout.worth >= WON or _wins_now(match, standout):
        return "win"
    return "defence" if standout.next <= LOST else "mistake"


def _wins_now(match: Match, standout: Standout) -> bool:
    return wins_now(match, standout.wanted[0], standout.seat) is not None


def wins_now(match: Match, line: Line, seat: int) -> Match | None:
    """The match at its end, if a line wins it before anybody else has a choice; otherwise None."""
    after = Match(match.game, match.players, match.options, start=copy(match.state))
    try:
        for decision in (line.decision, *line.following):
            if after.to_move != seat and len(after.codes()) > 1:
                return None
            after.play(decision)
    except OddboardError:
        return None  # what was imagined is not so
    ranks = after.ranks
    return after if ranks and ranks[seat] == 1 and ranks.count(1) == 1 else None


def holding(match: Match, standout: Standout, iterations: int, seed: int) -> Standout | None:
    """What stood out, if it does when all others are searched by themselves, and the best of them ten times longer.

    A search from before a decision hardly looks again at what seemed bad at first; one from after it must.
    """
    seat = standout.seat
    scales = Scales(match, seat, seed)
    wanted = [line.decision for line in standout.wanted]
    most = scales.after(wanted[0], iterations)[seat] - CLEARLY
    near: list[tuple[float, str, Decision]] = []
    for number, decision in enumerate(_rivals(match, standout, seed)):
        worth = scales.after(decision, RIVAL if number < RIVALS else UNSEEN)[seat]
        if worth > most and number >= RIVALS:
            worth = scales.after(decision, RIVAL)[seat]
        if worth > most:
            return None
        near.append((worth, _key(decision), decision))
    near.sort(reverse=True)
    lines = {_key(line.decision): line for line in standout.others}
    longest = [
        scales.after(decision, TIMES * iterations) for decision in [wanted[0], *(each[2] for each in near[:LAST])]
    ]
    best = standout.wanted[0]
    others = [
        Line(decision, worth, TIMES * iterations, *_following(lines.get(key)))
        for (_, key, decision), worth in zip(near, longest[1:], strict=False)
    ]
    first = Line(best.decision, longest[0], TIMES * iterations, best.following, best.story)
    found = Standout([first, *standout.wanted[1:]], others, seat)
    return found if found.worth >= IN_THE_GAME and found.worth - found.next >= CLEARLY else None


def _following(line: Line | None) -> tuple[list[Decision], list[str]]:
    return (line.following, line.story) if line else ([], [])


def _rivals(match: Match, standout: Standout, seed: int) -> list[Decision]:
    """All other decisions: first those that the search has looked at, then as good as they look one decision ahead."""
    view, codes = match.view(standout.seat), match.codes_for(standout.seat)
    worths = weighed(match, standout.seat, codes, seed)[:, standout.seat].tolist()
    order = sorted(range(len(codes)), key=lambda i: -worths[i])
    decisions = [match.game.decision(view, codes[i]) for i in order]
    wanted = [line.decision for line in standout.wanted]
    first = [*(line.decision for line in standout.others), *decisions]
    return [each for each in {_key(each): each for each in first}.values() if each not in wanted]


class Scales:
    """Weighs the decisions of a position, each by a search of its own from what the seat then knows."""

    def __init__(self, match: Match, seat: int, seed: int) -> None:
        self.match = match
        self.seat = seat
        self.view = match.view(seat)
        self.worlds = WORLDS if match.game.keeps_secrets(self.view) else 1
        self.searcher = Searcher(match.game, match.players, seat, seed)
        self.rng = generator(seed)

    def after(self, decision: Decision, iterations: int) -> list[float]:
        """What each seat can expect after a decision."""
        game, total = self.match.game, np.zeros(self.match.players)
        code = game.code(self.view, decision)
        assert isinstance(code, int)
        for _ in range(self.worlds):
            world = copy(self.view)
            game.rules.imagine(world, self.searcher.work, self.seat, self.rng)
            game.rules.play(world, self.searcher.work, code)
            if game.rules.to_move(world) == OVER:
                result = np.zeros(self.match.players)
                game.rules.score(world, result)
                total += result
            else:
                game.rules.hide(world, self.seat)
                total += self.searcher.expected(world, max(1, iterations // self.worlds))
        found: list[float] = (total / self.worlds).tolist()
        return found


def level_of(match: Match, standout: Standout, seed: int) -> Level:
    """How hard a puzzle is: by how weak a search finds it."""
    if _is_seen(match, standout, seed):
        return "easy"
    wanted = [line.decision for line in standout.wanted]
    for level, iterations in GLIMPSES.items():
        searchers = [Searcher(match.game, match.players, standout.seat, mixed(seed, n)) for n in range(GLIMPSED)]
        tried = [searcher.advise(match, iterations, None, never).decision in wanted for searcher in searchers]
        if sum(tried) * 2 > GLIMPSED:
            return level
    return LEVELS[-1]


def _told(
    match: Match, standout: Standout, played: Decision, iterations: int, seed: int, subjects: PuzzleFile
) -> Puzzle:
    """A puzzle with its words."""
    seat, best = standout.seat, standout.wanted[0]
    theme = theme_of(match, standout)
    tries = _tries(match, standout, played, seed)
    costly = next((each for each in tries if each["decision"] == played), None)
    rules = rules_of(subjects["rules"], best.decision) + (subjects["win"] if theme == "win" else [])
    words = _words(match, best.decision)
    puzzle: Puzzle = {
        "id": _name(match, seat),
        "theme": theme,
        "level": level_of(match, standout, seed),
        "seat": seat,
        "position": match.position(),
        "say": _question(theme, seat, costly, standout, wins_now(match, best, seat) is not None),
        "wanted": [line.decision for line in standout.wanted],
        "words": words,
        "worth": round(standout.worth, 3),
        "next": round(standout.next, 3),
        "iterations": iterations,
        "reason": "",
        "rules": list(dict.fromkeys(rules)),
        "line": best.following,
        "story": best.story,
        "tries": tries,
    }
    if theme == "mistake" and costly is not None:
        puzzle["played"] = played
    puzzle["reason"] = reason_of(match, puzzle, wins_now(match, best, seat))
    return puzzle


def _name(match: Match, seat: int) -> str:
    """A name that a position always has."""
    return hashlib.sha256(json.dumps([match.position(), seat], sort_keys=True).encode()).hexdigest()[:8]


def _words(match: Match, decision: Decision) -> str:
    code = match.game.code(match.state, decision)
    assert isinstance(code, int)
    return match.game.words(match.state, code)


def _tries(match: Match, standout: Standout, played: Decision, seed: int) -> list[Try]:
    """Other decisions, with what comes of them: what was played in the game first, then what looks best at first."""
    wanted = [line.decision for line in standout.wanted]
    known = {_key(line.decision): line for line in standout.others}
    first = [*([played] if played not in wanted else []), *_rivals(match, standout, seed)]
    chosen = list({_key(each): each for each in first}.values())[:TRIES]
    return [_try(match, decision, known.get(_key(decision)), standout.seat, seed) for decision in chosen]


def _key(decision: Decision) -> str:
    return json.dumps(decision, sort_keys=True)


def _try(match: Match, decision: Decision, line: Line | None, seat: int, seed: int) -> Try:
    """A decision with what comes of it, as far as a search from there tells."""
    after = Match(match.game, match.players, match.options, start=copy(match.state))
    after.play(decision)
    mover, story, following = after.to_move, list[str](), list[Decision]()
    if after.is_over:
        worth = after.scores()
    elif isinstance(mover, int):
        advice = Searcher(match.game, match.players, mover, seed).advise(after, ANSWER, None, never, telling=True)
        worth = advice.evaluation
        story = [match.game.words(after.state, advice.code), *advice.lines[0].story]
        following = [advice.decision, *advice.lines[0].following]
    else:
        worth = Searcher(match.game, match.players, seat, seed).expected(after.view(seat), ANSWER)
    if line is not None:
        worth = line.evaluation  # by a longer search, and by what the seat knows
    words = _words(match, decision)
    return {
        "decision": decision,
        "words": words,
        "worth": round(worth[seat], 3),
        "line": following[:TOLD],
        "story": story[:TOLD],
    }


def _question(theme: Theme, seat: int, costly: Try | None, standout: Standout, at_once: bool) -> str:
    """What is asked."""
    name = seats.name(seat)
    if theme == "win":
        return f"{name} can win in this turn. How?" if at_once else f"{name} can decide the game now. How?"
    if theme == "defence":
        return f"One decision keeps {name} in the game; after any other it is as good as lost. Which one?"
    if costly is not None and standout.worth - costly["worth"] >= CLEARLY:
        return f"In the game it went wrong here: {costly['words']}. What should {name} have decided?"
    return f"One decision is clearly best for {name}. Which one?"


def sentence(words: str) -> str:
    """Words with a full stop, unless they have one."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def reason_of(match: Match, puzzle: Puzzle, end: Match | None) -> str:
    """Why the solution is right, in the game's own words."""
    game, seat = match.game, puzzle["seat"]
    told = [sentence(puzzle["words"])]
    if end is not None:
        result = game.result(end.state)
        told.append(result if result else f"{seats.name(seat)} has won.")
        return " ".join(told)
    if ended := _threats_ended(match, puzzle):
        told.append(f"That ends what threatened: {' '.join(ended)}")
    elif puzzle["story"]:
        told.append(sentence(f"Then: {'; '.join(puzzle['story'][:TOLD])}"))
    worst = next((each for each in puzzle["tries"] if each["decision"] == puzzle.get("played")), puzzle["tries"][0])
    if worst["story"]:
        told.append(sentence(f"Otherwise, after “{worst['words']}”: {'; '.join(worst['story'])}"))
    return " ".join(told)


def _threats_ended(match: Match, puzzle: Puzzle) -> list[str]:
    """What threatened the seat, and does not after the solution."""
    game, seat = match.game, puzzle["seat"]
    after = Match(game, match.players, match.options, start=copy(match.state))
    before = [threat["note"] for threat in game.threats(match.view(seat), seat)]
    after.play(puzzle["wanted"][0])
    if after.to_move == "chance" or after.is_over:
        return []
    left = {threat["note"] for threat in game.threats(after.view(seat), seat)}
    return [note for note in dict.fromkeys(before) if note not in left][:2]


def mine(
    game: str,
    count: int,
    seed: int,
    crew: Crew,
    most: int,
    report: Callable[[int, int], None] | None = None,
    recorded: Sequence[Dig] = (),
) -> list[Puzzle]:
    """So many puzzles of recorded games, or, where there are none, of games between bots, of which `most` are played.

    The same seed gives the same puzzles, whoever does the work.
    """
    found: dict[str, Puzzle] = {}
    done = 0
    jobs = recorded or digs(game, most, seed)
    while len(found) < count and done < len(jobs):
        batch = jobs[done : done + BATCH]
        results: dict[int, list[Puzzle]] = {}
        for number, puzzles in crew.done(found_in, batch):
            results[number] = puzzles
            if report:
                report(done + len(results), len(found) + sum(map(len, results.values())))
        for number in range(len(batch)):
            found |= {each["id"]: each for each in results[number]}
        done += len(batch)
    return spread(list(found.values()))[:count]


def spread(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles in an order in which themes, levels and kinds of decision take turns."""
    left, found = list(puzzles), list[Puzzle]()
    seen: dict[tuple[str, Any], int] = {}
    while left:
        rarest = min(left, key=lambda puzzle: (sum(seen.get(trait, 0) for trait in _traits(puzzle)), puzzle["id"]))
        for trait in _traits(rarest):
            seen[trait] = seen.get(trait, 0) + 1
        found.append(rarest)
        left.remove(rarest)
    return found


def _traits(puzzle: Puzzle) -> list[tuple[str, Any]]:
    """In what puzzles differ."""
    return [
        ("theme", puzzle["theme"]),
        ("level", puzzle["level"]),
        ("do", puzzle["wanted"][0].get("do")),
        ("players", puzzle["position"]["players"]),
        ("say", (puzzle["theme"], _key(puzzle["wanted"][0]))),
    ]

"""Questions about a game, answered by playing it: length, choice, the first seat, luck, options, and what is claimed.

Bots of the same strength play every arm of every question; all games come from one seed, so a study can be repeated
exactly, wherever it is played. A study knows no game: what is claimed of one stands in the game's own folder.
"""

import math
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from oddboard.arena.crew import Crew
from oddboard.arena.figures import Figure, explained, explained_half, mean_figure, resampled, share_figure
from oddboard.arena.tournament import mixed
from oddboard.arena.trials import Facts, Trial, played
from oddboard.bots import budget
from oddboard.core.claims import Arm, Claim
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.core.options import Whole

LUCK_PRECISION = 5 / 3  # times the precision of a share, that what the dice explain gets: ± 0.05 where shares get 0.03
MOST_TIMES = 50  # as many games at most, where a precision is wanted and no limit given
REPLICAS = 4  # games with the same dice, to tell luck from the rest
RUNGS = (2, 4, 8, 16)  # times the iterations, to find out what strength it takes
AIM = 0.6  # the result to reach with it
WIDE = 10  # a number with more values than this is a limit, not a way to play


@dataclass(frozen=True)
class Setting:
    """A way to play, and how it did."""

    name: str
    players: int
    options: dict[str, Any]
    decisions: Figure
    choices: Figure
    width: Figure
    turns: Figure
    lead_changes: Figure  # in a hundred turns
    seats: list[Figure]  # mean result by seat
    even: float  # what each seat would have if none were better
    lengths: list[int]  # decisions of each game
    draws: Figure  # share of games that nobody won alone


@dataclass(frozen=True)
class Verdict:
    """A claim tested."""

    claim: Claim
    arms: list[tuple[str, Figure]]
    words: str


@dataclass(frozen=True)
class Difference:
    """How often, in a hundred choices, a strong and a weak bot decide something of a kind in the same games."""

    kind: str
    strong: Figure
    weak: Figure


@dataclass
class Study:
    """Everything found out about a game."""

    game: str
    bot: str
    games: int
    seed: int
    by_players: list[Setting] = field(default_factory=list)
    by_option: list[Setting] = field(default_factory=list)
    luck: Figure | None = None  # share of the result's variance that the dice explain
    rungs: list[tuple[int, Figure]] = field(default_factory=list)  # times the thinking, and the result with it
    strength: tuple[float | None, float | None, float | None] = (None, None, None)
    """Times the thinking for a result of 60 %, and from where to where that is sure; None: more than the last rung."""
    differences: list[Difference] = field(default_factory=list)  # between the last rung and the bot, widest first
    verdicts: list[Verdict] = field(default_factory=list)
    most: int | None = None  # games of each kind
    precision: float | None = None  # of every share, for which games were added
    beside: float = 1.0  # times that, of stronger bots and other settings


Report = Callable[[Facts], None]


@dataclass(frozen=True)
class Group:
    """Games of one kind: how more of them are made, and how precise what they say is."""

    made: Callable[[], list[Trial]]
    half: Callable[[list[Facts], int], float]  # of a figure's interval
    scale: float = 1.0  # times the precision that is wanted


class Player:
    """Has the games of a study played."""

    def __init__(self, game: Game, bot: str, games: int, seed: int, crew: Crew) -> None:
        if budget(bot, game).seconds is not None and budget(bot, game).iterations is None:
            raise BadOptions(f"{bot} thinks by the clock, so a study with it cannot be repeated: try search:60")
        if games < 2:
            raise BadOptions("a study needs at least two games of each kind")
        self.game, self.bot, self.games, self.seed, self.crew = game, bot, games, seed, crew
        self._numbers: Counter[str] = Counter()

    def _fresh(self, kind: str) -> int:
        """The next seed for games of a kind; how many there are of other kinds does not change it."""
        self._numbers[kind] += 1
        return mixed(mixed(self.seed, zlib.crc32(kind.encode())), self._numbers[kind])

    def settings(self) -> list[tuple[str, int, dict[str, Any]]]:
        """Every number of players with the usual options, then every value of every option with the fewest players."""
        found: list[tuple[str, int, dict[str, Any]]] = []
        for players in self.game.players:
            found.append((f"{players} players", players, self.game.check_options(players, {})))
        least = self.game.players[0]
        usual = self.game.check_options(least, {})
        for option in self.game.options:
            if isinstance(option, Whole) and option.most - option.least >= WIDE:
                continue
            for value in option.samples():
                if value == usual[option.name] or "\n" in str(value) or isinstance(value, dict):
                    continue
                for players in self.game.players:  # some values are for other numbers of players
                    try:
                        options = self.game.check_options(players, {option.name: value})
                    except BadOptions:
                        continue
                    if options != self.game.check_options(players, {}):
                        found.append((f"{option.name} {_value_words(value)}", players, options))
                        break
        return found

    def more(self, groups: list[tuple[Group, list[Facts]]], precision: float, most: int) -> list[list[Trial]]:
        """For each group the games that it still needs: none if it is precise enough, or has as many as it may.

        As many as its precision so far lets expect, but at most as many again: few rounds, and hardly a game too many.
        """
        found = []
        for group, facts in groups:
            lacking = (group.half(facts, self.seed) / (precision * group.scale)) ** 2
            wanted = min(len(facts) * (lacking - 1), len(facts), most - len(facts))
            batches = math.ceil(wanted / self.games) if lacking > 1 else 0
            found.append([trial for _ in range(batches) for trial in group.made()])
        return found

    def trials(self, name: str, players: int, options: dict[str, Any]) -> list[Trial]:
        """So many games of a setting."""
        bots = (self.bot,) * players
        return [
            Trial(self.game.key, players, options, bots, self._fresh(name), self._fresh(name))
            for _ in range(self.games)
        ]

    def replicas(self) -> list[Trial]:
        """Games in groups of the same dice; only the bots' own chance differs."""
        players = self.game.players[0]
        options = self.game.check_options(players, {})
        found = []
        for _ in range(max(2, self.games // REPLICAS)):
            dice = self._fresh("luck")
            bots = (self.bot,) * players
            found += [Trial(self.game.key, players, options, bots, self._fresh("luck"), dice) for _ in range(REPLICAS)]
        return found

    def ladder(self, times: int) -> list[Trial]:
        """One stronger bot against the others, in every seat in turn."""
        players = self.game.players[0]
        options = self.game.check_options(players, {})
        base = budget(self.bot, self.game).iterations
        assert base is not None
        stronger = f"search:{base * times}"
        return [
            Trial(
                self.game.key,
                players,
                options,
                tuple(stronger if seat == number % players else self.bot for seat in range(players)),
                self._fresh(stronger),
                self._fresh(stronger),
                habitual=number % players,
            )
            for number in range(self.games)
        ]

    def arm(self, claim: Claim, arm: Arm) -> list[Trial]:
        """Games of a claim's arm; the habit changes seats."""
        options = self.game.check_options(arm.players, dict(arm.options))
        bots, name = (self.bot,) * arm.players, f"{claim.key}: {arm.name}"
        return [
            Trial(
                self.game.key, arm.players, options, bots, self._fresh(name), self._fresh(name),
                claim.key, arm.name, number % arm.players,
            )
            for number in range(self.games)
        ]  # fmt: skip

    def play(self, groups: list[list[Trial]], report: Report | None) -> list[list[Facts]]:
        """Have groups of trials played; the facts come in the same groups and order."""
        everything = [trial for group in groups for trial in group]
        facts: list[Facts | None] = [None] * len(everything)
        for number, one in self.crew.done(played, everything):
            facts[number] = one
            if report:
                report(one)
        ordered = iter([one for one in facts if one is not None])
        return [[next(ordered) for _ in group] for group in groups]


def study(
    game: Game,
    bot: str,
    games: int,
    seed: int,
    crew: Crew,
    plan: Callable[[int], None] | None = None,
    report: Report | None = None,
    precision: float | None = None,
    most: int | None = None,
    beside: float = 1.0,
) -> Study:
    """Find out everything about a game; `plan` is told how many games that takes, `report` of each.

    With a precision, kinds of games whose results are less certain go on, so many games at a time, until every share is
    as precise (± 0.03, say), and what the dice explain by ± 0.05 then, or until there are `most` games of the kind. Of
    stronger bots, and of other settings than the usual game with the fewest players, `beside` times as much will do.
    """
    player = Player(game, bot, games, seed, crew)
    settings = player.settings()
    ladder = budget(bot).kind == "search"
    arms = [(claim, arm) for claim in game.claims for arm in claim.arms]
    groups = [
        Group(partial(player.trials, *setting), _seats_half, beside if number else 1.0)
        for number, setting in enumerate(settings)
    ]
    groups.append(Group(player.replicas, _luck_half, LUCK_PRECISION))
    groups += [Group(partial(player.ladder, times), _ladder_half, beside) for times in RUNGS if ladder]
    groups += [Group(partial(player.arm, claim, arm), partial(_arm_half, claim, arm)) for claim, arm in arms]
    facts = _played(player, groups, precision, most or MOST_TIMES * games, plan, report)
    found = Study(game.key, bot, games, seed, most=most, precision=precision, beside=beside)
    for number, (name, players, options) in enumerate(settings):
        one = _setting(name, players, options, next(facts), seed)
        (found.by_players if number < len(game.players) else found.by_option).append(one)
    found.luck = _luck(next(facts), seed)
    if ladder:
        climbed = [next(facts) for _ in RUNGS]
        found.rungs = [(times, _stronger(each, seed)) for times, each in zip(RUNGS, climbed, strict=True)]
        found.strength = (
            _needed([(times, figure.value) for times, figure in found.rungs]),
            _needed([(times, figure.high) for times, figure in found.rungs]),
            _needed([(times, figure.low) for times, figure in found.rungs]),
        )
        found.differences = _differences(climbed[-1], seed)
    measured = [(claim, arm, next(facts)) for claim, arm in arms]
    for claim in game.claims:
        mine = [(arm, _measured(claim, arm, each, seed)) for which, arm, each in measured if which is claim]
        found.verdicts.append(Verdict(claim, [(arm.name, figure) for arm, figure in mine], _judged(claim, mine)))
    return found


def _played(
    player: Player,
    groups: list[Group],
    precision: float | None,
    most: int,
    plan: Callable[[int], None] | None,
    report: Report | None,
) -> Iterator[list[Facts]]:
    """The facts of all groups, played until they are precise enough, if a precision is wanted."""
    facts: list[list[Facts]] = [[] for _ in groups]
    wanted, total = [group.made() for group in groups], 0
    while any(wanted):
        total += sum(map(len, wanted))
        if plan:
            plan(total)
        for known, fresh in zip(facts, player.play(wanted, report), strict=True):
            known += fresh
        known_groups = list(zip(groups, facts, strict=True))
        wanted = player.more(known_groups, precision, most) if precision is not None else []
    return iter(facts)


def _seats_half(facts: list[Facts], seed: int) -> float:
    """How precise the results by seat are."""
    players = facts[0].trial.players
    return max(share_figure([one.scores[seat] for one in facts], seed).half for seat in range(players))


def _ladder_half(facts: list[Facts], seed: int) -> float:
    return _stronger(facts, seed).half


def _luck_half(facts: list[Facts], seed: int) -> float:
    """How precise the part of luck is, by the formula alone: resampling would take longer than some games."""
    groups = _with_the_same_dice(facts)
    return explained_half(explained(groups), len(groups), REPLICAS)


def _arm_half(claim: Claim, arm: Arm, facts: list[Facts], seed: int) -> float:
    """How precise the figure of a claim's arm is; turns and changes of the lead are no shares, and always will do."""
    return _measured(claim, arm, facts, seed).half if claim.measure in ("first seat", "habit", "opening") else 0.0


def _value_words(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value).replace("_", " ")


def _setting(name: str, players: int, options: dict[str, Any], facts: list[Facts], seed: int) -> Setting:
    def figure(values: Iterable[float]) -> Figure:
        return mean_figure(list(values), seed)

    even = sum(sum(one.scores) for one in facts) / (len(facts) * players)
    return Setting(
        name=name,
        players=players,
        options=options,
        decisions=figure(one.decisions for one in facts),
        choices=figure(one.choices for one in facts),
        width=figure(one.width for one in facts),
        turns=figure(one.turns for one in facts),
        lead_changes=_lead_changes(facts, seed),
        seats=[share_figure([one.scores[seat] for one in facts], seed) for seat in range(players)],
        even=even,
        lengths=[one.decisions for one in facts],
        draws=share_figure([float(one.scores.count(max(one.scores)) > 1) for one in facts], seed),
    )


def _lead_changes(facts: list[Facts], seed: int) -> Figure:
    """How often the lead changes in a hundred turns."""
    shares = [one.lead_changes / max(1, one.turns) for one in facts]
    return share_figure(shares, seed, sum(one.turns for one in facts)).times(100)


def _with_the_same_dice(facts: list[Facts]) -> list[list[float]]:
    """The first seat's results, in groups of games with the same dice."""
    results = [one.scores[0] for one in facts]
    return [results[first : first + REPLICAS] for first in range(0, len(results), REPLICAS)]


def _luck(facts: list[Facts], seed: int) -> Figure:
    groups = _with_the_same_dice(facts)
    figure = resampled(groups, explained, seed, _any_group)
    half = explained_half(figure.value, len(groups), REPLICAS)
    return Figure(
        figure.value, max(0.0, min(figure.low, figure.value - half)), min(1.0, max(figure.high, figure.value + half))
    )


def _any_group(rng: random.Random) -> list[float]:
    """Results with the same dice as if nothing were known: all alike, or each by itself."""
    if rng.random() < 0.5:
        return [float(rng.random() < 0.5)] * REPLICAS
    return [float(rng.random() < 0.5) for _ in range(REPLICAS)]


def _stronger(facts: list[Facts], seed: int) -> Figure:
    """The mean result of the stronger bot, on a scale where the others' is its complement."""
    return share_figure([_against(one.scores, one.trial.habitual) for one in facts], seed)


def _differences(facts: list[Facts], seed: int) -> list[Difference]:
    """Where the stronger bot decides otherwise than the others in the same games."""
    kinds = sorted({kind for one in facts for counts in one.kinds for kind in counts})
    found = []
    for kind in kinds:
        sides: tuple[list[float], list[float]] = ([], [])  # shares of a seat's choices: of the stronger, of the others
        choices = [0, 0]
        for one in facts:
            for seat, counts in enumerate(one.kinds):
                side, made = int(seat != one.trial.habitual), sum(counts.values())
                sides[side].append(counts.get(kind, 0) / max(1, made))
                choices[side] += made
        strong, weak = (share_figure(sides[side], seed, choices[side]).times(100) for side in range(2))
        found.append(Difference(kind, strong, weak))
    return sorted(found, key=lambda one: -abs(one.strong.value - one.weak.value))


def _against(scores: list[float], seat: int) -> float:
    """How a seat did against each of the others: 1 better, a half the same, 0 worse."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return sum((scores[seat] > each) + 0.5 * (scores[seat] == each) for each in others) / len(others)


def _needed(rungs: list[tuple[int, float]]) -> float | None:
    """How many times the thinking gives a result of 60 %, between the rungs by the logarithm."""
    lower, result = 1, 0.5
    for times, reached in rungs:
        if reached >= AIM:
            part = (AIM - result) / (reached - result) if reached > result else 1.0
            return math.exp(math.log(lower) + part * math.log(times / lower))
        lower, result = times, max(reached, 0.5)
    return None


def _measured(claim: Claim, arm: Arm, facts: list[Facts], seed: int) -> Figure:
    if claim.measure == "first seat":
        return share_figure([_against(one.scores, 0) for one in facts], seed)
    if claim.measure in ("habit", "opening"):
        return share_figure([_against(one.scores, one.trial.habitual) for one in facts], seed)
    if claim.measure == "turns":
        return mean_figure([one.turns for one in facts], seed)
    return _lead_changes(facts, seed)


def _judged(claim: Claim, arms: list[tuple[Arm, Figure]]) -> str:
    """What the figures say of a claim, in a sentence."""
    if claim.measure == "turns":
        assert claim.minutes is not None
        told = ", ".join(f"{claim.minutes * 60 / figure.value:.0f} s a turn ({arm.name})" for arm, figure in arms)
        return f"{claim.minutes:.0f} minutes allow {told}."
    if claim.measure == "opening":
        return _best_opening(arms)
    favoured = [figure for arm, figure in arms if arm.favoured]
    if claim.measure == "lead changes":
        others = [figure for arm, figure in arms if not arm.favoured]
        if min(one.low for one in favoured) > max(one.high for one in others):
            return "Supported: the favoured arms have clearly more changes of the lead."
        if max(one.high for one in favoured) < min(one.low for one in others):
            return "Contradicted: the favoured arms have clearly fewer changes of the lead."
        return "Undecided: the intervals overlap."
    worse, better = [one.high < 0.5 for one in favoured], [one.low > 0.5 for one in favoured]
    if claim.measure == "habit":
        if all(better):
            return "Supported: the habit is clearly better than even."
        return "Contradicted: it is clearly worse than even." if all(worse) else "Undecided: the interval holds even."
    if not any(worse) and not any(better):
        widest = max(max(one.high - 0.5, 0.5 - one.low) for one in favoured)
        return f"Not contradicted: the interval holds an even result; an advantage above {widest:.2f} is ruled out."
    return f"Contradicted: the {'second' if any(worse) else 'first'} seat is clearly better off."


def _best_opening(arms: list[tuple[Arm, Figure]]) -> str:
    """Which ways to begin are better or worse than even, and whether one is better than all others."""
    best, figure = max(arms, key=lambda each: each[1].value)
    if all(figure.low > other.high for arm, other in arms if arm is not best):
        first = f"Best is *{best.name}*, clearly."
    else:
        first = f"*{best.name.capitalize()}* did best, but could not be told apart from the next."
    better = [arm.name for arm, other in arms if other.low > 0.5 and arm is not best]
    worse = [arm.name for arm, other in arms if other.high < 0.5]
    told = [f"Better than even: {', '.join(better)}." if better else "", f"Worse: {', '.join(worse)}." if worse else ""]
    return " ".join(part for part in (first, *told) if part)

"""Ratings of bots from their games: a Bradley-Terry fit, with intervals from resampled games."""

import math
import random
from dataclasses import dataclass, replace

from oddboard.arena.figures import middle, wilson
from oddboard.arena.tournament import Outcome

_POINTS = 400 / math.log(10)  # of a rating: 400 more are ten to one
_RESAMPLES = 300
_PRIOR = 0.5  # half a draw of each bot against an average one, so that a clean sheet has a finite rating


@dataclass(frozen=True)
class Standing:
    """How a bot did."""

    bot: str
    games: int
    wins: int  # alone in the first place
    score: float  # mean result, 0 to 1
    score_low: float  # 95 % interval
    score_high: float
    rating: float  # 0 is the average of the field
    rating_low: float
    rating_high: float
    decisions: int
    seconds_a_decision: float
    slowest: float


def standings(outcomes: list[Outcome], seed: int = 0) -> list[Standing]:
    """All bots of a tournament, the best first."""
    names = sorted({bot for outcome in outcomes for bot in outcome.pairing.bots})
    rng = random.Random(seed)
    fits = [fitted(outcomes, names)]
    scores = [_mean_scores(outcomes, names)]
    for _ in range(_RESAMPLES):
        drawn = rng.choices(outcomes, k=len(outcomes))
        drawn[0] = _anyhow(drawn[0], rng)
        fits.append(fitted(drawn, names))
        scores.append(_mean_scores(drawn, names))
    found = [_standing(name, outcomes, fits, scores) for name in names]
    return sorted(found, key=lambda standing: -standing.rating)


def _standing(
    name: str, outcomes: list[Outcome], fits: list[dict[str, float]], scores: list[dict[str, float]]
) -> Standing:
    seats = [(o, seat) for o in outcomes for seat, bot in enumerate(o.pairing.bots) if bot == name]
    decisions = sum(o.decisions[seat] for o, seat in seats)
    low, high = middle([fit[name] for fit in fits])
    low, high = min(low, fits[0][name]), max(high, fits[0][name])
    least, most = wilson(scores[0][name], len(seats))
    score_low, score_high = middle([score[name] for score in scores[1:]])
    score_low, score_high = min(least, score_low), max(most, score_high)
    return Standing(
        bot=name,
        games=len(seats),
        wins=sum(o.scores[seat] == max(o.scores) and o.scores.count(max(o.scores)) == 1 for o, seat in seats),
        score=scores[0][name],
        score_low=score_low,
        score_high=score_high,
        rating=fits[0][name],
        rating_low=low,
        rating_high=high,
        decisions=decisions,
        seconds_a_decision=sum(o.seconds[seat] for o, seat in seats) / max(1, decisions),
        slowest=max((o.slowest[seat] for o, seat in seats), default=0.0),
    )


def _anyhow(outcome: Outcome, rng: random.Random) -> Outcome:
    """The same game won by anybody, as if nothing were known: a few wins, or a few draws, make nothing certain."""
    last = len(outcome.scores) - 1
    return replace(outcome, scores=rng.sample([place / last for place in range(last + 1)], last + 1))


def _mean_scores(outcomes: list[Outcome], names: list[str]) -> dict[str, float]:
    sums, counts = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0)
    for outcome in outcomes:
        for bot, score in zip(outcome.pairing.bots, outcome.scores, strict=True):
            sums[bot] += score
            counts[bot] += 1
    return {name: sums[name] / counts[name] if counts[name] else 0.5 for name in names}


def fitted(outcomes: list[Outcome], names: list[str]) -> dict[str, float]:
    """Ratings by the minorise-maximise iteration; every two seats of a game are a comparison, a tie counts half."""
    index = {name: number for number, name in enumerate(names)}
    won = [[0.0] * len(names) for _ in names]
    for outcome in outcomes:
        bots = outcome.pairing.bots
        for one in range(len(bots)):
            for other in range(len(bots)):
                if bots[one] != bots[other]:
                    better = outcome.scores[one] - outcome.scores[other]
                    won[index[bots[one]]][index[bots[other]]] += 1.0 if better > 0 else 0.5 if better == 0 else 0.0
    strength = [1.0] * len(names)
    for _ in range(200):
        following = []
        for i in range(len(names)):
            wins = _PRIOR + sum(won[i])
            games = 2 * _PRIOR / (strength[i] + 1.0)
            games += sum((won[i][j] + won[j][i]) / (strength[i] + strength[j]) for j in range(len(names)) if j != i)
            following.append(wins / games)
        change = max(abs(math.log(new / old)) for new, old in zip(following, strength, strict=True))
        strength = following
        if change < 1e-6:
            break
    mean = sum(map(math.log, strength)) / len(strength)
    return {name: _POINTS * (math.log(strength[index[name]]) - mean) for name in names}


def seat_results(outcomes: list[Outcome]) -> list[float]:
    """The mean result of each seat, whoever sat there: the advantage of the first seat."""
    players = len(outcomes[0].scores)
    return [sum(outcome.scores[seat] for outcome in outcomes) / len(outcomes) for seat in range(players)]

"""One step of one game of many: what the processor does in a loop and a graphics card in a thread.

A step is a decision of a seat and whatever chance decides after it. Chance and the players that are played here (at
random, greedily) draw from two generators of the game's own, so that a game is the same however its steps are
made, on whatever machine, whatever the other games do. A game that ends starts again within the same step.
"""

from typing import Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.copying import copy_record
from oddboard.core.randomness import below
from oddboard.core.records import int64, record
from oddboard.core.rules import hide, imagine, legal, observe, outlook, pick, play, score, to_move
from oddboard.core.ruleset import CHANCE, OVER

DICE, PLAYERS = 0, 1  # the generators of a game
GENERATORS = 2
NO_MASK, BITS, FLAGS, CODES = range(4)  # how legal decisions are shown
BYTE = 8
FEW_OUTCOMES = 12  # chance with more is not looked into by greedy play
NO_DECISION = -1
ALL_LEGAL = -1

GOLDEN = 0x9E3779B97F4A7C15
_STREAMS = 1 << 64


@record
class Tally:
    """What happened in a game and those before it in the same place."""

    decisions: int64  # of seats
    rolls: int64  # decisions of chance
    games: int64  # that ended


def streams(seed: int, first: int, count: int) -> Any:
    """The streams of the generators of so many games, from a number of a game on: a hash of seed, game and purpose."""
    numbers = np.arange(GENERATORS * first, GENERATORS * (first + count), dtype=np.uint64)
    with np.errstate(over="ignore"):
        z = np.uint64(seed * 0xD1342543DE82EF95 % _STREAMS) + (numbers + np.uint64(1)) * np.uint64(GOLDEN)
        for _ in range(2):  # twice: seeds and games follow one another closely
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z = z ^ (z >> np.uint64(31))
    return z.reshape(count, GENERATORS)


@rule
def restart_game(i: int, states: Any, start: Any, tally: Any, rewards: Any, done: Any) -> None:
    """Put a game back to its start; chance is still to decide there."""
    copy_record(states[i], start[0])
    tally.decisions = 0
    tally.rolls = 0
    tally.games = 0
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    done[i] = False


@rule
def step_game(
    i: int,
    code: int,
    states: Any,
    start: Any,
    w: Any,
    dice: Any,
    tally: Any,
    result: Any,
    rewards: Any,
    done: Any,
    adding: int,
) -> None:
    """Carry out a decision, or none, in a game, and roll until a seat decides; start again if the game is over.

    With `adding`, rewards are added to those of the steps before. There is one call of `play` for everything, which
    halves what a card's compiler has to do.
    """
    s = states[i]
    if not adding:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        done[i] = False
    if code != NO_DECISION:
        tally.decisions += 1
    while True:
        if code != NO_DECISION:
            play(s, w, code)
        mover = to_move(s)
        if mover == OVER:
            tally.games += 1
            done[i] = True
            score(s, result)
            for seat in range(rewards.shape[1]):
                rewards[i, seat] += result[seat]
            copy_record(s, start[0])
            code = NO_DECISION
        elif mover == CHANCE:
            tally.rolls += 1
            code = pick(s, w, dice)
        else:
            return


@rule
def is_legal(s: Any, w: Any, code: int) -> bool:
    """Whether a code is one of the legal decisions."""
    for k in range(legal(s, w)):
        if w.code[k] == code:
            return True
    return False


@rule
def play_at_random(s: Any, start: Any, w: Any, generators: Any, tally: Any, result: Any, gained: Any, most: int) -> int:
    """So many decisions of seats at random in one game, and then whatever chance decides; how many games ended.

    One loop for seats and chance alike, so that threads of a card stay together.
    """
    steps = 0
    rolls = 0
    games = 0
    while True:
        mover = to_move(s[0])
        if mover == OVER:
            games += 1
            score(s[0], result)
            for seat in range(len(gained)):
                gained[seat] += result[seat]
            copy_record(s[0], start[0])
            continue
        if mover == CHANCE:
            rolls += 1
        elif steps == most:
            break
        else:
            steps += 1
        play(s[0], w, pick(s[0], w, generators[DICE if mover == CHANCE else PLAYERS]))
    tally.decisions += steps
    tally.rolls += rolls
    tally.games += games
    return games


@rule
def prospect(worlds: Any, w: Any, seat: int, outcomes: Any, result: Any) -> float:
    """What a seat can expect of worlds[1]; a few outcomes of chance are tried in worlds[2] and count by weight."""
    s = worlds[1]
    mover = to_move(s)
    if mover == CHANCE:
        count = legal(s, w)
        if count <= FEW_OUTCOMES:
            total = 0
            for k in range(count):
                outcomes[0, k] = w.code[k]
                outcomes[1, k] = w.weight[k]
                total += w.weight[k]
            value = 0.0
            for k in range(count):
                copy_record(worlds[2], worlds[1])
                play(worlds[2], w, outcomes[0, k])
                if to_move(worlds[2]) == OVER:
                    score(worlds[2], result)
                else:
                    outlook(worlds[2], w, result)
                value += result[seat] * outcomes[1, k]
            return value / total
    if mover == OVER:
        score(s, result)
    else:
        outlook(s, w, result)
    return result[seat]  # type: ignore[no-any-return]


@rule
def greedy_choice(s: Any, w: Any, rng: Any, worlds: Any, codes: Any, outcomes: Any, result: Any) -> int:
    """The decision after which the seat's outlook is best, in one world that it imagines; equals are drawn between."""
    seat = to_move(s)
    copy_record(worlds[0], s)
    hide(worlds[0], seat)
    imagine(worlds[0], w, seat, rng)
    count = legal(worlds[0], w)
    for k in range(count):
        codes[k] = w.code[k]
    chosen = codes[0]
    highest = -1.0
    equals = 0
    for k in range(count):
        copy_record(worlds[1], worlds[0])
        play(worlds[1], w, codes[k])
        value = prospect(worlds, w, seat, outcomes, result)
        if value > highest:
            highest = value
            chosen = codes[k]
            equals = 1
        elif value == highest:
            equals += 1
            if below(rng, equals) == 0:
                chosen = codes[k]
    return chosen  # type: ignore[no-any-return]


@rule
def list_legal(i: int, s: Any, w: Any, kind: int, bits: Any, flags: Any, codes: Any, counts: Any) -> None:
    """Show the legal decisions of a game as a row of bits or flags, which are zero before, or of codes."""
    if kind == NO_MASK:
        return
    count = legal(s, w)
    counts[i] = count
    for k in range(count):
        code = w.code[k]
        if kind == BITS:
            bits[i, code // BYTE] = bits[i, code // BYTE] | (1 << code % BYTE)
        elif kind == FLAGS:
            flags[i, code] = True
        else:
            codes[i, k] = code


@rule
def show_game(i: int, s: Any, seen: int, spare: Any, content: Any, observations: Any, turn: Any) -> None:
    """Show whose turn it is and, if `seen`, what that seat may know; the row is zero before."""
    turn[i] = to_move(s)
    if seen:
        observe(s, to_move(s), observations[i], spare, content)

"""Textbook UCT, compiled: every decision a child, and playouts at random to the end. Only to measure against."""

from typing import Any

import numpy as np

from oddboard.bots.tree import DEEPEST, Tree, add_node, carry_back, found, hashed, make_room, marked
from oddboard.core.compiling import rule
from oddboard.core.randomness import Rng
from oddboard.core.rules import hide, imagine, legal, pick, play, random_play, score, to_move
from oddboard.core.ruleset import CHANCE, OVER

CURIOSITY = 1.0  # of UCB1, for results from 0 to 1
LONGEST_PLAYOUT = 5000  # decisions, after which a random playout is scored as it stands


@rule
def chosen(tree: Tree, stamp: Any, node: int, mark: int) -> int:
    """The child with the highest bound of UCB1; one that was never tried comes first."""
    curiosity = CURIOSITY * np.sqrt(np.log(tree.visits[node] + 1.0))
    best = -1
    highest = -1.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if stamp[tree.code[child]] != mark:
            continue
        tried = tree.tried[child]
        if tried == 0:
            return child
        bound = tree.total[child] / tried + curiosity / np.sqrt(tried)
        if bound > highest:
            highest = bound
            best = child
    return best


@rule
def search_plainly(
    tree: Tree, states: Any, words: Any, stamp: Any, w: Any, rng: Rng, seat: int, seats: int, secrets: bool, count: int
) -> None:
    """So many iterations: imagine, go down to a new node, play at random to the end, carry the result back up."""
    for _ in range(count):
        make_room(tree)
        states[0] = states[3]
        s = states[0]
        imagine(s, w, seat, rng)
        depth = 0
        steps = 0
        tree.root = -1
        while to_move(s) != OVER and depth < DEEPEST:
            steps += 1
            mover = to_move(s)
            if mover == CHANCE:
                play(s, w, pick(s, w, rng))
                continue
            many = legal(s, w)
            if many == 1:
                play(s, w, w.code[0])
                continue
            states[1] = states[0]
            hide(states[1], seat)
            key = hashed(words[1])
            slot = found(tree, key)
            if tree.slots[slot] == 0:
                for i in range(many):
                    tree.code[tree.children + i] = w.code[i]
                add_node(tree, slot, key, mover, many, 0.0)
                if steps > 1:
                    break
            node = tree.slots[slot] - 1
            if steps == 1:
                tree.root = node
            child = chosen(tree, stamp, node, marked(tree, stamp, w, many, depth))
            if child < 0:
                break
            tree.path_nodes[depth] = node
            tree.path_children[depth] = child
            depth += 1
            play(s, w, tree.code[child])
        random_play(s, w, rng, LONGEST_PLAYOUT)
        score(s, tree.value[:])
        carry_back(tree, depth, seats)

"""The search tree, compiled: Monte Carlo tree search for chance, secrets and any number of seats.

Every iteration fills what the searching seat does not know with something that agrees with its view, and walks from
there. A node is what that seat would see of a state, found by its hash: so positions reached in several ways are one
node, chance needs no nodes of its own, secrets are never peeked at, and the tree serves the next search as it is.

At a node the seat to decide takes the child with the highest upper bound on its own expected result. A new node
weighs all its decisions by the game's outlook and keeps the best, which are opened one after another as the node is
visited; the walk ends there with the best one's outlook.
"""

from typing import Any, NamedTuple

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng, below
from oddboard.core.rules import hide, imagine, legal, outlook, pick, play, random_play, score, to_move

KEPT = 48  # the most decisions of a node that are kept
DEEPEST = 200  # decisions of one walk
WIDEN = 0.55  # a node visited n times looks at about n**WIDEN of its decisions
OPENED = 2  # and at so many more
BELIEF = 1.0  # the outlook of a decision counts as so many visits
CURIOSITY = 1.1  # weight of the bound, in spreads of the outlooks at the node
LEAST_SPREAD = 0.004
PLAIN_CURIOSITY = 1.0  # of UCB1, for results from 0 to 1
LONGEST_PLAYOUT = 5000  # decisions, after which a random playout is scored as it stands


class Tree(NamedTuple):
    """The nodes and their children in flat arrays."""

    slots: Any  # int32: the hash table, a node's number plus 1, or 0
    key: Any  # uint64 by node: the hash of what the seat sees
    mover: Any  # int8 by node
    first: Any  # int32 by node: its first child
    width: Any  # int16 by node: how many children it has
    visits: Any  # int32 by node
    spread: Any  # float32 by node: how far the outlooks of its children lie apart
    code: Any  # int32 by child
    tried: Any  # int32 by child
    total: Any  # float64 by child: the sum of the results for the node's mover
    belief: Any  # float32 by child: the outlook for the node's mover
    used: Any  # int64: nodes, children and iterations so far


class Desk(NamedTuple):
    """Room to work in."""

    states: Any  # four records: the world of a walk, a view, a child, the root's view
    words: Any  # the same memory as 64-bit words, a row a record
    codes: Any  # int32: the decisions of a new node
    stamp: Any  # int32 by code: the last walk and depth in which it was legal
    nodes: Any  # int32 by depth: the node of a walk
    edges: Any  # int32 by depth: the child taken
    value: Any  # float64 by seat: the result of a walk
    best: Any  # float64 by seat
    root: Any  # float64 [children of the root, seats]: the sums of their results in this search
    rooted: Any  # int64 by child of the root: its visits in this search
    sum: Any  # float64 by seat: the sum of the results of all walks of this search


@rule
def hashed(words: Any) -> Any:
    """A hash of a record's words."""
    h = np.uint64(0x243F6A8885A308D3)
    for i in range(len(words)):
        h = (h ^ np.uint64(words[i])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return h


@rule
def found(tree: Tree, key: Any) -> int:
    """The slot of a key in the table: the one that holds it, or the empty one where it belongs."""
    mask = len(tree.slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while tree.slots[slot] != 0 and tree.key[tree.slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    return int(slot)


@rule
def expand(tree: Tree, desk: Desk, w: Any, slot: int, key: Any, mover: int, count: int) -> None:
    """Add a node for the world's state, whose legal decisions are in desk.codes; its best outlook is the result."""
    node = tree.used[0]
    first = tree.used[1]
    kept = 0
    mean = 0.0
    top = -1.0
    for i in range(count):
        desk.states[2] = desk.states[0]
        child = desk.states[2]
        play(child, w, desk.codes[i])
        if to_move(child) == OVER:
            score(child, desk.best)
        else:
            outlook(child, w, desk.best)
        worth = desk.best[mover]
        mean += worth
        if worth > top:
            top = worth
            for seat in range(len(desk.value)):
                desk.value[seat] = desk.best[seat]
        # Insert among the kept, best first.
        if kept < KEPT:
            kept += 1
        elif worth <= tree.belief[first + kept - 1]:
            continue
        place = first + kept - 1
        while place > first and tree.belief[place - 1] < worth:
            tree.belief[place] = tree.belief[place - 1]
            tree.code[place] = tree.code[place - 1]
            place -= 1
        tree.belief[place] = worth
        tree.code[place] = desk.codes[i]
    for place in range(first, first + kept):
        tree.tried[place] = 0
        tree.total[place] = 0.0
    tree.key[node] = key
    tree.mover[node] = mover
    tree.first[node] = first
    tree.width[node] = kept
    tree.visits[node] = 0
    tree.spread[node] = max(LEAST_SPREAD, top - mean / count)
    tree.slots[slot] = node + 1
    tree.used[0] = node + 1
    tree.used[1] = first + kept


@rule
def chosen(tree: Tree, desk: Desk, node: int, mark: int) -> int:
    """The child with the highest bound, among those opened so far and legal in this world; -1 if none is."""
    visits = tree.visits[node] + 1
    opened = int(OPENED + visits**WIDEN)
    curiosity = CURIOSITY * tree.spread[node] * np.sqrt(np.log(visits + 1.0))
    best = -1
    highest = -1e9
    seen = 0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if mark > 0 and desk.stamp[tree.code[child]] != mark:
            continue
        tried = tree.tried[child]
        mean = (tree.total[child] + BELIEF * tree.belief[child]) / (tried + BELIEF)
        bound = mean + curiosity / np.sqrt(tried + 1.0)
        if bound > highest:
            highest = bound
            best = child
        seen += 1
        if seen >= opened:
            break
    return best


@rule
def open_plainly(tree: Tree, desk: Desk, slot: int, key: Any, mover: int, count: int) -> None:
    """Add a node with all its decisions, none better than another."""
    node, first = tree.used[0], tree.used[1]
    for i in range(count):
        tree.code[first + i] = desk.codes[i]
        tree.tried[first + i] = 0
        tree.total[first + i] = 0.0
    tree.key[node] = key
    tree.mover[node] = mover
    tree.first[node] = first
    tree.width[node] = count
    tree.visits[node] = 0
    tree.slots[slot] = node + 1
    tree.used[0] = node + 1
    tree.used[1] = first + count


@rule
def chosen_plainly(tree: Tree, desk: Desk, node: int, mark: int) -> int:
    """The child with the highest bound of UCB1; one that was never tried comes first."""
    curiosity = PLAIN_CURIOSITY * np.sqrt(np.log(tree.visits[node] + 1.0))
    best = -1
    highest = -1.0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if mark > 0 and desk.stamp[tree.code[child]] != mark:
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
def walk(tree: Tree, desk: Desk, w: Any, rng: Rng, seat: int, secrets: bool, plain: bool) -> None:
    """One iteration: imagine, go down to a new node or the end, and carry the result back up."""
    desk.states[0] = desk.states[3]
    s = desk.states[0]
    imagine(s, w, seat, rng)
    depth = 0
    steps = 0
    root = -1  # the node of the state where the search began, if a seat decides there
    while True:
        mover = to_move(s)
        if mover == OVER:
            score(s, desk.value)
            break
        steps += 1
        if depth == DEEPEST or steps > 4 * DEEPEST:
            outlook(s, w, desk.value)
            break
        if mover == CHANCE:
            play(s, w, pick(s, w, rng))
            continue
        desk.states[1] = desk.states[0]
        hide(desk.states[1], seat)
        key = hashed(desk.words[1])
        slot = found(tree, key)
        node = tree.slots[slot] - 1
        mark = 0
        if node < 0 or (secrets and mover != seat):
            count = legal(s, w)
            if count == 1:
                play(s, w, w.code[0])
                continue
            if node < 0:
                needed = count if plain else KEPT
                full = tree.used[0] + 1 >= len(tree.key) or tree.used[1] + needed >= len(tree.code)
                if full:
                    outlook(s, w, desk.value)
                    break
                for i in range(count):
                    desk.codes[i] = w.code[i]
                if plain:
                    open_plainly(tree, desk, slot, key, mover, count)
                    if steps > 1:
                        random_play(s, w, rng, LONGEST_PLAYOUT)
                        score(s, desk.value)
                else:
                    expand(tree, desk, w, slot, key, mover, count)
                if steps > 1:
                    break
                node = tree.slots[slot] - 1  # the root itself: go on at once
            else:
                mark = int(tree.used[2] * DEEPEST + depth + 1) & 0x3FFFFFFF
                for i in range(count):
                    desk.stamp[w.code[i]] = mark
        if steps == 1:
            root = node
        child = chosen_plainly(tree, desk, node, mark) if plain else chosen(tree, desk, node, mark)
        if child < 0:
            play(s, w, w.code[below(rng, legal(s, w))])
            continue
        desk.nodes[depth] = node
        desk.edges[depth] = child
        depth += 1
        play(s, w, tree.code[child])
    for i in range(depth):
        node, child = desk.nodes[i], desk.edges[i]
        tree.visits[node] += 1
        tree.tried[child] += 1
        tree.total[child] += desk.value[tree.mover[node]]
    for one in range(len(desk.value)):
        desk.sum[one] += desk.value[one]
    if depth > 0 and desk.nodes[0] == root:
        place = desk.edges[0] - tree.first[root]
        desk.rooted[place] += 1
        for one in range(len(desk.value)):
            desk.root[place, one] += desk.value[one]
    tree.used[2] += 1


@rule
def search_on(tree: Tree, desk: Desk, w: Any, rng: Rng, seat: int, secrets: bool, iterations: int) -> None:
    """So many iterations."""
    for _ in range(iterations):
        walk(tree, desk, w, rng, seat, secrets, False)


@rule
def search_plainly(tree: Tree, desk: Desk, w: Any, rng: Rng, seat: int, secrets: bool, iterations: int) -> None:
    """So many iterations of textbook UCT: every decision a child, and playouts at random to the end."""
    for _ in range(iterations):
        walk(tree, desk, w, rng, seat, secrets, True)

"""The search tree, compiled: Monte Carlo tree search for chance, secrets and any number of seats.

Every iteration fills what the searching seat does not know with something that agrees with its view, and walks from
there. A node is what the seat that decides there knows of a state, found by its hash: so positions reached in several
ways are one node, nobody decides by what must be secret from him, and the tree serves the next search as it is.

At a node the seat to decide takes the child with the highest upper bound on its own expected result. A new node weighs
all its decisions by the game's outlook and keeps the best, which are opened one after another as the node is visited. A
network, where a game has one, judges so many of the best as it says, and the others count as much better or worse as
these turned out to be. When the pool of nodes is full, those are forgotten that the latest walks did not come through,
and of the rest those that were visited least: most were visited once, and are weighed again in no time if a walk comes
there again.

Where everything is open, a walk goes on through new nodes, each time with the decision of the best outlook, until the
turn has come round to the searching seat (or to the dice before it), and ends there with the outlook: a turn of many
small decisions that ended anywhere would always look better before the others' answer than after it, and the search
would put that answer off. With more than two seats a walk always ends at the dice after the first answer, so that all
are judged after as many answers: otherwise thinking longer seemed to lose (docs/decisions/0017). What
is carried back up is what the node is worth if the seat to decide takes the best of what is known, and the mean only
over the dice; these are dealt to every node in the same order, evenly spread over what can be thrown, so that decisions
are compared by the same luck.

Where there are secrets the best of what is known would be the best against one imagined world, which nobody can play.
There the dice are thrown, all results count alike, and between two a walk ends at its first new node: going on was
worse. With more seats it goes on as above, because what several others plan is to be found out together. What others
have decided in secret they decide again in the walk (`Game.undecided`), so that they come to do what is good for them.
(Where only what is dealt is secret, `search.py` searches a few possible worlds instead, each as if all were open.)
"""

import math
from typing import Any

import numpy as np

from oddboard.core.compiling import rule
from oddboard.core.network import Network, correct
from oddboard.core.randomness import Rng, below
from oddboard.core.records import float32, float64, int8, int16, int32, int64, record, uint64
from oddboard.core.rules import hide, imagine, legal, outlook, play, score, to_move
from oddboard.core.ruleset import CHANCE, OVER

KEPT = 32  # the most decisions of a node that are kept
DEEPEST = 200  # decisions of one walk
LONGEST = 4 * DEEPEST  # the same with those of chance and the forced ones
NODES = 1 << 16  # the most nodes of a tree
MEGABYTES = 32  # that a tree takes at most, however long it is searched
CHILDREN = NODES * 16
SEATS = 14
RANKS = 33  # of nodes by their visits: never, once, 2 or 3 times, 4 to 7 times, …
WIDEST = 4096  # legal decisions; no game has so many at once
WIDEN = 0.55  # a node visited n times looks at about n**WIDEN of its decisions
OPENED = 2  # and at so many more
BELIEF = 1.0  # the outlook of a decision counts as so many visits
CURIOSITY = 1.1  # weight of the bound, in spreads of the outlooks at the node
LEAST_SPREAD = 0.004
DAWDLING = 0.0003  # what a decision more costs its seat, so that it does not dawdle where nothing is to be gained
DRAWN = 0.2  # by how much a draw of all counts less than it is worth; who is told of it is told the truth
WHIM = 0.001  # the most that chance adds to an outlook, so that games without dice are not all the same
ANYWHERE = 1 << 30
FIRST_OUTCOME = 0.5  # where among the outcomes of chance the first visit falls
NEXT_OUTCOME = (math.sqrt(5) - 1) / 2  # how far on each further one does: by the golden section, never twice alike


@record
class Tree:
    """The nodes and their children, in one block of memory."""

    slots: int32[2 * NODES]  # the hash table: a node's number plus 1, or 0
    key: uint64[NODES]  # by node: the hash of what the seat sees
    mover: int8[NODES]
    first: int32[NODES]  # by node: its first child
    width: int16[NODES]  # by node: how many children it has
    visits: int32[NODES]
    seen: int32[NODES]  # by node: the last walk that came through it
    spread: float64[NODES]  # by node: how far the outlooks of its children lie apart
    worth: float32[NODES, SEATS]  # by node and seat, where everything is open: the result with the best child known
    code: int32[CHILDREN + KEPT]  # by child; behind the last, those of a node that is being weighed
    tried: int32[CHILDREN]
    total: float64[CHILDREN]  # by child: the expected result for the node's mover, times the visits
    belief: float64[CHILDREN + KEPT]  # by child: the outlook for the node's mover
    nodes: int64  # how many there are
    children: int64
    walks: int64  # iterations so far
    late: int64  # the walk with which the latest ones begin: those of this search and the one before
    ranked: int64[RANKS, 2]  # by rank: how many nodes there are, and children of them
    # Of the present search
    searched: int64  # iterations
    root: int64  # the node where it began, or -1 where chance decides
    sums: float64[SEATS]  # by seat: the sum of the results
    root_sums: float64[WIDEST, SEATS]  # the same by child of the root
    root_visits: int32[WIDEST]
    # Of the present walk
    value: float64[SEATS]  # its result, by seat
    weighed: float64[SEATS]
    codes: int32[WIDEST]  # the decisions of a new node
    path_nodes: int32[DEEPEST]
    path_children: int32[DEEPEST]
    path_chance: int8[DEEPEST]  # whether chance came between a decision and the next


@rule
def stirred(h: Any, word: Any) -> Any:
    """A hash with one more word in it."""
    h = (h ^ np.uint64(word)) * np.uint64(0x9E3779B97F4A7C15)
    return h ^ (h >> np.uint64(32))


@rule
def hashed(words: Any) -> Any:
    """A hash of a record's words; four at a time, because each has to wait for the one before."""
    a = np.uint64(0x243F6A8885A308D3)
    b = np.uint64(0x13198A2E03707344)
    c = np.uint64(0xA4093822299F31D0)
    d = np.uint64(0x082EFA98EC4E6C89)
    whole = len(words) // 4 * 4
    for i in range(0, whole, 4):
        a = stirred(a, words[i])
        b = stirred(b, words[i + 1])
        c = stirred(c, words[i + 2])
        d = stirred(d, words[i + 3])
    for i in range(whole, len(words)):
        a = stirred(a, words[i])
    return stirred(stirred(stirred(a, b), c), d)


@rule
def found(tree: Tree, key: Any) -> int:
    """The slot of a key in the table: the one that holds it, or the empty one where it belongs."""
    mask = len(tree.slots) - 1
    slot = int(np.int64(key & np.uint64(mask)))
    while tree.slots[slot] != 0 and tree.key[tree.slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    return int(slot)


@rule
def keep(tree: Tree, kept: int, code: int, worth: float) -> int:
    """Insert a decision among the kept of the node under construction, best first; how many are kept then."""
    first = tree.children
    if kept == KEPT:
        if worth <= tree.belief[first + kept - 1]:
            return kept
    else:
        kept += 1
    rise(tree, first, first + kept - 1, code, worth)
    return kept


@rule
def rise(tree: Tree, first: int, place: int, code: int, worth: float) -> None:
    """Put a decision at a place of the node under construction, or before it where worse ones stand."""
    while place > first and tree.belief[place - 1] < worth:
        tree.belief[place] = tree.belief[place - 1]
        tree.code[place] = tree.code[place - 1]
        place -= 1
    tree.belief[place] = worth
    tree.code[place] = code


@rule
def believe(tree: Tree, kept: int, judged: int, shift: float) -> None:
    """Take the decisions that were not judged for as much better as the others were on average; the best come first."""
    first = tree.children
    for child in range(first + judged, first + kept):
        tree.belief[child] += shift / judged
    for child in range(first + 1, first + kept):
        rise(tree, first, child, int(tree.code[child]), float(tree.belief[child]))


@rule
def add_node(tree: Tree, slot: int, key: Any, mover: int, width: int, spread: float) -> int:
    """Add a node whose children stand ready at the end of the pool; its number."""
    node = tree.nodes
    for child in range(tree.children, tree.children + width):
        tree.tried[child] = 0
        tree.total[child] = 0.0
    tree.key[node] = key
    tree.mover[node] = mover
    tree.first[node] = tree.children
    tree.width[node] = width
    tree.visits[node] = 0
    tree.seen[node] = tree.walks
    tree.spread[node] = spread
    tree.slots[slot] = node + 1
    tree.nodes = node + 1
    tree.children += width
    return node


@rule
def visit(tree: Tree, node: int) -> None:
    """Count a visit of the present walk."""
    tree.visits[node] += 1
    tree.seen[node] = tree.walks


@rule
def rank(tree: Tree, node: int) -> int:
    """How worthy a node is of being kept: the bits of its number of visits, or 0 where walks of late did not come."""
    visits = tree.visits[node] if tree.seen[node] >= tree.late else 0
    bits = 0
    while visits >> bits:
        bits += 1
    return bits


@rule
def make_room(tree: Tree) -> None:
    """See to it that a walk finds room for all its nodes: if need be, forget the less worthy ones, half the pool."""
    if tree.nodes + LONGEST < NODES and tree.children + LONGEST * KEPT < CHILDREN:
        return
    tree.ranked[:] = 0
    for node in range(tree.nodes):
        here = rank(tree, node)
        tree.ranked[here, 0] += 1
        tree.ranked[here, 1] += tree.width[node]
    nodes, children, least = tree.nodes, tree.children, 0
    while least < 2 or nodes > NODES // 2 or children > CHILDREN // 2:
        nodes -= tree.ranked[least, 0]
        children -= tree.ranked[least, 1]
        least += 1
    tree.slots[:] = 0
    nodes = tree.nodes
    tree.nodes = 0
    tree.children = 0
    for node in range(nodes):
        if node == tree.root or rank(tree, node) >= least:
            move(tree, node)


@rule
def move(tree: Tree, node: int) -> None:
    """Move a node and its children to the end of those that are kept."""
    to = tree.nodes
    first = tree.children
    for i in range(tree.width[node]):
        child = tree.first[node] + i
        tree.code[first + i] = tree.code[child]
        tree.tried[first + i] = tree.tried[child]
        tree.total[first + i] = tree.total[child]
        tree.belief[first + i] = tree.belief[child]
    tree.key[to] = tree.key[node]
    tree.mover[to] = tree.mover[node]
    tree.first[to] = first
    tree.width[to] = tree.width[node]
    tree.visits[to] = tree.visits[node]
    tree.seen[to] = tree.seen[node]
    tree.spread[to] = tree.spread[node]
    for seat in range(SEATS):
        tree.worth[to, seat] = tree.worth[node, seat]
    tree.slots[found(tree, tree.key[to])] = to + 1
    tree.nodes = to + 1
    tree.children = first + tree.width[to]


@rule
def chosen(tree: Tree, stamp: Any, node: int, mark: int, secrets: bool) -> int:
    """The child with the highest bound, among those opened so far and legal in this world; -1 if none is."""
    visits = tree.visits[node] + 1
    opened = int(OPENED + visits**WIDEN)
    later = 0.0  # by how much the best child has become better or worse than its outlook; others may, too
    if not secrets and visits > 1:
        later = tree.worth[node, tree.mover[node]] - tree.belief[tree.first[node]]
    curiosity = CURIOSITY * tree.spread[node] * np.sqrt(np.log(visits + 1.0))
    best = -1
    highest = -1e9
    seen = 0
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if mark > 0 and stamp[tree.code[child]] != mark:
            continue
        tried = tree.tried[child]
        mean = (tree.total[child] + BELIEF * (tree.belief[child] + later)) / (tried + BELIEF)
        bound = mean + curiosity / np.sqrt(tried + 1.0)
        if bound > highest:
            highest = bound
            best = child
        seen += 1
        if seen >= opened:
            break
    return best


@rule
def outcome(w: Any, count: int, place: float) -> int:
    """The outcome of chance in the scratch record at a place from 0 to 1 among all, each as wide as its weight."""
    total = 0
    for i in range(count):
        total += w.weight[i]
    left = int(place * total)
    for i in range(count):
        left -= w.weight[i]
        if left < 0:
            return int(w.code[i])
    return int(w.code[count - 1])


@rule
def dealt(visit: int) -> float:
    """The place of the outcome that chance deals to a visit of a node."""
    place = FIRST_OUTCOME + visit * NEXT_OUTCOME
    return place - math.floor(place)


@rule
def marked(tree: Tree, stamp: Any, w: Any, count: int, depth: int) -> int:
    """Mark the decisions legal in this world; the mark."""
    mark = (tree.walks * DEEPEST + depth + 1) & 0x3FFFFFFF
    for i in range(count):
        stamp[w.code[i]] = mark
    return mark


@rule
def carry_back(tree: Tree, depth: int, seats: int) -> None:
    """Add the result of a walk to every node and child it went through: all count alike."""
    for i in range(depth):
        node, child = tree.path_nodes[i], tree.path_children[i]
        visit(tree, node)
        tree.tried[child] += 1
        tree.total[child] += tree.value[tree.mover[node]]
    if depth > 0 and tree.path_nodes[0] == tree.root:
        count_child(tree, seats)
    count_walk(tree, seats)


@rule
def count_child(tree: Tree, seats: int) -> None:
    """Count a walk and its result for the child of the root that it went through."""
    place = tree.path_children[0] - tree.first[tree.root]
    tree.root_visits[place] += 1
    for seat in range(seats):
        tree.root_sums[place, seat] += tree.value[seat]


@rule
def count_walk(tree: Tree, seats: int) -> None:
    """Count a walk and its result."""
    for seat in range(seats):
        tree.sums[seat] += tree.value[seat]
    tree.walks += 1
    tree.searched += 1


@rule
def carry_best(tree: Tree, depth: int, seats: int) -> None:
    """Carry the result of a walk back up: every seat takes what is best for it, chance gives the mean."""
    for back in range(1, depth + 1):
        i = depth - back
        node, child = tree.path_nodes[i], tree.path_children[i]
        mover = tree.mover[node]
        tried = tree.tried[child] + 1
        part = 1.0 / tried if tree.path_chance[i] else 1.0  # of the child's result that this walk tells
        known = tree.total[child] / max(1, tried - 1)
        tree.tried[child] = tried
        tree.total[child] = tried * (known + part * (tree.value[mover] - known))
        visit(tree, node)
        if i == 0 and node == tree.root:
            count_child(tree, seats)
        best = best_child(tree, node)
        if best == child:
            for seat in range(seats):
                tree.worth[node, seat] += part * (tree.value[seat] - tree.worth[node, seat])
        divide(tree, node, seats, tree.total[best] / tree.tried[best])
        for seat in range(seats):
            tree.value[seat] = tree.worth[node, seat]
        tree.value[mover] = max(0.0, tree.value[mover] - DAWDLING)
    count_walk(tree, seats)


@rule
def count_less(result: Any, seats: int) -> None:
    """Count a draw of all less than it is worth, so that nobody settles for one who can still play for more."""
    for seat in range(seats):
        if result[seat] != 0.5:
            return
    for seat in range(seats):
        result[seat] -= DRAWN


@rule
def best_child(tree: Tree, node: int) -> int:
    """The child of a node with the best result so far, of those visited."""
    best = -1
    top = -1e9
    for child in range(tree.first[node], tree.first[node] + tree.width[node]):
        if tree.tried[child] > 0 and tree.total[child] > top * tree.tried[child]:
            top = tree.total[child] / tree.tried[child]
            best = child
    return best


@rule
def divide(tree: Tree, node: int, seats: int, result: float) -> None:
    """Give a node's mover its result, and the others what is left, in the proportion they had."""
    mover = tree.mover[node]
    whole = 0.0
    for seat in range(seats):
        whole += tree.worth[node, seat]
    others = whole - tree.worth[node, mover]
    for seat in range(seats):
        if seat == mover:
            tree.worth[node, seat] = result
        elif others > 0:
            tree.worth[node, seat] *= max(0.0, whole - result) / others


@rule
def search_on(
    tree: Tree,
    states: Any,
    words: Any,
    stamp: Any,
    w: Any,
    rng: Rng,
    seat: int,
    seats: int,
    secrets: bool,
    count: int,
    n: Network,
) -> None:
    """So many iterations: imagine, go down to a new node or the end, and carry the result back up.

    `states` are four records: the world of a walk, a view of it, a child, and what the seat sees at the root; `words`
    is the same memory as numbers, `stamp` has a place for each code; `n` corrects outlooks, where it is one. All of it
    is one function, which calls each rule in as few places as can be: the rules of a game are large, and as large again
    to the compiler wherever one is used.
    """
    for _ in range(count):
        make_room(tree)
        states[0] = states[3]
        s = states[0]
        if secrets:
            imagine(s, w, seat, rng)
        depth = 0
        steps = 0
        tree.root = -1
        answered = False  # whether another seat has decided
        while True:
            mover = to_move(s)
            if mover == OVER:
                score(s, tree.value[:])
                count_less(tree.value, seats)
                break
            steps += 1
            found_legal = 0
            node = -1
            key = np.uint64(0)
            slot = 0
            answered |= mover != CHANCE and mover != seat
            if mover != CHANCE or not secrets:
                if secrets:
                    states[1] = states[0]
                    hide(states[1], mover)
                    key = hashed(words[1])
                else:
                    key = hashed(words[0])
                slot = found(tree, key)
                node = tree.slots[slot] - 1
            code = -1
            mark = 0
            if mover == CHANCE and depth > 0:
                tree.path_chance[depth - 1] = 1
            if mover == CHANCE and not secrets and (node < 0 or (answered and seats > 2)):
                if node < 0:
                    node = add_node(tree, slot, key, mover, 0, 0.0)
                if answered:
                    outlook(s, w, tree.value[:])
                    correct(s, n, seats, tree.value[:])
                    break
            if node < 0 or mover == CHANCE or (secrets and mover != seat):
                found_legal = legal(s, w)
                if mover == CHANCE:
                    if node < 0:
                        place = below(rng, ANYWHERE) / ANYWHERE
                    else:
                        place = dealt(tree.visits[node])
                        visit(tree, node)
                    code = outcome(w, found_legal, place)
                elif found_legal == 1:
                    code = int(w.code[0])
                elif node >= 0:
                    mark = marked(tree, stamp, w, found_legal, depth)
                else:
                    # A new node: weigh all its decisions by the outlook after them.
                    for i in range(found_legal):
                        tree.codes[i] = w.code[i]
                    kept = 0
                    mean = 0.0
                    top = -1.0
                    highest = -1.0
                    shift = 0.0
                    for i in range(found_legal + min(n.judged, found_legal, KEPT)):
                        again = i >= found_legal  # the best of them are judged by the network, too
                        place = tree.children + i - found_legal
                        states[2] = states[0]
                        play(states[2], w, tree.code[place] if again else tree.codes[i])
                        if to_move(states[2]) == OVER:
                            score(states[2], tree.weighed[:])
                            count_less(tree.weighed, seats)
                        else:
                            outlook(states[2], w, tree.weighed[:])
                            if again:
                                correct(states[2], n, seats, tree.weighed[:])
                        worth = tree.weighed[mover]
                        if again:
                            shift += worth - tree.belief[place]
                            tree.belief[place] = worth
                        else:
                            if not secrets:
                                worth += WHIM * below(rng, ANYWHERE) / ANYWHERE
                            mean += worth
                            top = max(top, worth)
                            kept = keep(tree, kept, tree.codes[i], worth)
                        if i == found_legal or worth > highest:
                            highest = worth
                            for one in range(seats):
                                tree.value[one] = tree.weighed[one]
                    if n.judged:
                        believe(tree, kept, min(n.judged, kept), shift)
                    node = add_node(tree, slot, key, mover, kept, max(LEAST_SPREAD, top - mean / found_legal))
                    around = answered and mover == seat
                    if steps > 1 and (around or (secrets and seats == 2)):
                        break
            if steps == 1 and mover != CHANCE:
                tree.root = node
            if depth == DEEPEST or steps == LONGEST:  # too far
                outlook(s, w, tree.value[:])
                break
            if code < 0:
                child = chosen(tree, stamp, node, mark, secrets)
                if child < 0:  # none of the node's decisions is legal in this world
                    code = int(w.code[below(rng, found_legal)])
                else:
                    tree.path_nodes[depth] = node
                    tree.path_children[depth] = child
                    tree.path_chance[depth] = 0
                    depth += 1
                    code = int(tree.code[child])
            play(s, w, code)
        if secrets:
            carry_back(tree, depth, seats)
        else:
            carry_best(tree, depth, seats)

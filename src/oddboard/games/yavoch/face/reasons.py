"""Yavoch: what a decision destroys, attacks, threatens, guards, feeds and brings nearer.

The decision is carried out on a copy, as far as the player himself decides; what ships reach before and after it, and
in how many turns a Trych can blast a position, is asked of the rules.
"""

from collections.abc import Iterable

from oddboard.core import seats
from oddboard.core.reasons import shortly
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import counted, in_words, listed
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.cards import ABSORBER, CLONING, EVOLUTION, HYPERDRIVE, REVENANT, TORPEDO, TRACTOR
from oddboard.games.yavoch.face import outcome
from oddboard.games.yavoch.face.names import A_PIECE, PIECE_NAMES, PLURALS, SHIP_IDS, WEAPON_TITLES, whose
from oddboard.games.yavoch.face.preview import preview
from oddboard.games.yavoch.face.scene import FORMATION_TELLS
from oddboard.games.yavoch.face.threats import threats
from oddboard.games.yavoch.face.unpacked import MINE, Thing, fresh, unpacked
from oddboard.games.yavoch.field import ANY_STEPS, AROUND, FACES, NAMES, NOWHERE, POSITIONS
from oddboard.games.yavoch.rules.battles import is_ram
from oddboard.games.yavoch.rules.hands import rearm
from oddboard.games.yavoch.rules.outlook import LATEST, TURNS_TO_BLAST, turns_to_blast
from oddboard.games.yavoch.rules.reach import reach
from oddboard.games.yavoch.state import (
    COMMAND,
    DRAWN,
    ENDED,
    GATE,
    NEORNITH,
    NOBODY,
    STARVED,
    TRYCH,
    TURN,
    State,
    Work,
    command_of,
    gate_at,
    kind_at,
    positions,
    seat_at,
)

Pairs = set[tuple[int, int]]  # a ship, and one that can attack it, shoot at it or blow it up; by position
AT_ONCE = 1  # turns in which a Trych blasts
SHIP_AT = {name: at for at, name in enumerate(SHIP_IDS)}

PURPOSES = {
    TRACTOR: "pulls a ship out of its place",
    TORPEDO: "destroys a ship without a battle",
    EVOLUTION: "makes another ship of one",
    CLONING: "makes a second ship",
    ABSORBER: "takes another ship's rings",
    REVENANT: "wins a ship over",
    HYPERDRIVE: "jumps anywhere",
}


def reasons(s: State, code: int, seat: int) -> list[str]:
    """What a decision of a seat is good for."""
    block = codes.block(code)
    if block in (codes.FIRST_MOVE, codes.FIRST_FIRE, codes.FIRST_DETONATE, codes.FIRST_TARGET, *_SENT):
        return _deed(s, code, seat)
    if block == codes.FIRST_SHUFFLE:
        return _passing(s, code, seat)
    if block == codes.END:
        return _ending(s, code, seat)
    if block == codes.FIRST_FORMATION:
        tells = FORMATION_TELLS[code - block].rstrip(".")
        return [f"has {tells[0].lower()}{tells[1:]}"]
    if block == codes.FIRST_PLACE:
        return _placing(s, code, seat)
    if block == codes.FIRST_WEAPON:
        return [f"{PURPOSES[codes.weapon_used(code)]}, which takes the place of the move"]
    return _with_cards(s, code, seat)


_SENT = (codes.FIRST_SHIFT, codes.FIRST_JUMP, codes.FIRST_CLONE)


def _with_cards(s: State, code: int, seat: int) -> list[str]:
    """What a card is spent or put aside for, and how an attack is answered."""
    block = codes.block(code)
    if block == codes.FIRST_SPEND:
        weapon = int(s.defence) or int(s.weapon)
        left = int(s.steps[weapon]) - int(s.step) - 1
        return [f"pays for the {WEAPON_TITLES[weapon]}" + (f", with {in_words(left)} more to spend" if left else "")]
    if block == codes.FIRST_DISCARD:
        after, _, _ = outcome.carried_out(s, code)
        return _weapons_left(_weapons(s, seat), _weapons(after, seat))
    if block == codes.FIRST_BECOME:
        return [f"makes {A_PIECE[code - block + 2]} of it"]
    if block == codes.DECLINE:
        return ["keeps the cards for later"]
    if block == codes.DESTRUCT:
        return [f"takes {whose(s, int(s.source))} along"]
    if block in (codes.DEFLECT, codes.FIRST_SAVE):
        saved = int(s.aim) if block == codes.DEFLECT else code - block
        return [f"saves {_called(s, saved, seat)} and ends the attack"]
    note = preview(s, code).get("note", "")
    return [f"{note[0].lower()}{note[1:]}"] if block == codes.FIRST_SHARE and note else []


def _weapons(s: State, seat: int) -> list[int]:
    """For which weapons a hand pays, by the kind of ship that uses them."""
    after = copy(s)
    rearm(after, scratch(Work), seat)
    return [int(arms) for arms in after.arms[seat, COMMAND + 1 : GATE]]


def _weapons_left(before: list[int], after: list[int]) -> list[str]:
    """What a hand still pays for when a card has gone, whichever ship uses it."""
    if not any(before):
        return ["gives away no weapon, as the cards pay for none yet"]
    if after == before:
        return ["gives away no weapon"]
    kept, had = (
        [f"the {title}" for weapon, title in enumerate(WEAPON_TITLES) if any(arms >> weapon & 1 for arms in of)]
        for of in (after, before)
    )
    return [f"keeps what pays for {shortly(kept)}" if kept else f"gives up {shortly(had)}, all that its cards pay for"]


# Moves, shots and blasts


def _deed(s: State, code: int, seat: int) -> list[str]:
    """What a move, a shot, a blast or a weapon destroys, wins, threatens and guards."""
    after, rolled, wins = outcome.carried_out(s, code)
    was, is_now = unpacked(s), fresh(after)
    gone = outcome.lost(was, is_now)
    sent = outcome.journey(was, code) or (NOWHERE, NOWHERE)
    at, to = sent
    now = outcome.arrival(was, is_now, at, to) if at != NOWHERE else NOWHERE
    moved = at != NOWHERE and bool(was.kind(at))
    found = _won(after, seat)
    if moved and was.kind(to) and not is_ram(s, at, to):
        odds = f", with {counted(wins, 'face')} of {in_words(FACES)} to win" if rolled else ""
        verb = "attacks" if rolled else "destroys"
        victim = _called(s, to, seat)
        found.append(f"{verb} {victim.replace('the ', 'its own ', 1) if was.seat(to) == seat else victim}{odds}")
    elif enemies := [_thing(thing, seat) for thing in gone if thing.seat != seat]:
        found.append(f"destroys {listed(enemies)}")
    if after.phase == ENDED or after.winner != NOBODY:
        return found
    if codes.block(code) == codes.FIRST_TARGET:
        found += [note[0].lower() + note[1:] for note in [preview(s, code).get("note", "")] if note]
    found += _changes(s, after, seat, at if moved else NOWHERE, now)
    if moved and now != NOWHERE:
        taken = is_now.rings[now] - was.rings[at]
        found += [f"gains {_rings(taken)}"] if taken > 0 else []
        if codes.block(code) == codes.FIRST_MOVE and codes.move_mine(code):
            found.append(f"leaves a mine on {NAMES[at]}, in the way of whoever comes along there")
        found = found or _standing(s, after, seat, at, now)
    elif at != NOWHERE and not moved:
        found = found or _of_gate(s, after, seat, to)
    own = [f"{PIECE_NAMES[each.kind]} on {NAMES[each.at]}" for each in gone if each.seat == seat and each.kind != MINE]
    return found or ([f"destroys its own {listed(own)}"] if own else [])


def _won(after: State, seat: int) -> list[str]:
    if after.winner == NOBODY:
        return []
    return ["draws the battle"] if after.winner == DRAWN else ["wins the battle"] if after.winner == seat else []


def _changes(s: State, after: State, seat: int, at: int, now: int) -> list[str]:
    """What a side threatens and guards later, and not before; the ship that went from `at` to `now` is the same."""
    theirs, ours = _pairs(s, 1 - seat, at, now), _pairs(s, seat, at, now)  # who of whose can be hit
    theirs_later, ours_later = _pairs(after, 1 - seat), _pairs(after, seat)
    victims = sorted({victim for victim, _ in theirs_later - theirs}, key=lambda each: _weight(after, each))
    found = [f"threatens {shortly([_called(after, each, seat) for each in victims])}"] if victims else []
    still = {victim for victim, _ in ours_later}
    saved = [each for each in {victim for victim, _ in ours} - still if _is_of(after, each, seat)]
    saved.sort(key=lambda each: _weight(after, each))
    if now in saved and at != NOWHERE:
        by = _kinds(s, (who for victim, who in _pairs(s, seat) if victim == at))
        found.append(f"gets out of reach of {by}")
    if others := [each for each in saved if each != now or at == NOWHERE]:
        found.append(f"takes {shortly([_called(after, each, seat) for each in others])} out of danger")
    if now != NOWHERE:
        guards = [
            each
            for each in sorted(_guarded(after, now) & still - (_guarded(s, at) if at != NOWHERE else set()))
            if _is_of(after, each, seat)
        ]
        found += [f"guards {shortly([_called(after, each, seat) for each in guards])}"] if guards else []
    return [*found, *_blasts(s, after, seat)]


def _blasts(s: State, after: State, seat: int) -> list[str]:
    """How much nearer a Trych has come to the other Command ship, and how much farther the other side's are."""
    commands = [(int(command_of(s, side)), int(command_of(after, side))) for side in (0, 1)]
    if NOWHERE in commands[0] + commands[1]:
        return []
    mine, theirs = commands[seat], commands[1 - seat]
    found = []
    before, then = turns_to_blast(s, seat, theirs[0]), turns_to_blast(after, seat, theirs[1])
    if then < before:
        turns = "the next turn" if then == AT_ONCE else f"{in_words(then)} turns"
        found.append(f"has a Trych that can blast {seats.name(1 - seat)}'s Command ship in {turns}")
    before, then = turns_to_blast(s, 1 - seat, mine[0]), turns_to_blast(after, 1 - seat, mine[1])
    if then > before:
        far = f"{in_words(then)} turns" if then < LATEST else "far"
        found.append(f"keeps {seats.name(1 - seat)}'s nearest Trych {far} from {seats.name(seat)}'s Command ship")
    return found


def _standing(s: State, after: State, seat: int, at: int, now: int) -> list[str]:
    """What is good about a ship's new position, where nothing is threatened or guarded by it."""
    kind = kind_at(after, now)
    command, prey = int(command_of(after, seat)), int(command_of(after, 1 - seat))
    if kind == COMMAND:
        before, then = len(_attackable(s, seat)), len(_attackable(after, seat))
        beside = _friends_beside(after, now, seat)
        if then < before:
            return [f"leaves {counted(then, 'ship')} in danger instead of {in_words(before)}"]
        if beside > _friends_beside(s, at, seat):
            return [f"has {in_words(beside)} of its own ships beside it"]
    if kind == TRYCH:
        before, then = _turns(s, at, prey), _turns(after, now, prey)
        if then < before:
            return [f"brings it {in_words(then)} turns from {seats.name(1 - seat)}'s Command ship"]
    if _steps(after, now, prey) < _steps(s, at, prey) and kind in (TRYCH, NEORNITH):
        far = counted(_steps(after, now, prey), "position")
        return [f"brings it {far} from {seats.name(1 - seat)}'s Command ship"]
    if command != NOWHERE and _is_beside(now, command) and not _is_beside(at, command):
        return ["stands beside its Command ship, where rings can be passed on"]
    before, then = (len(positions(*reach(state, place))) for state, place in ((s, at), (after, now)))
    if then > before:
        return [f"has {counted(then, 'position')} to go to instead of {in_words(before)}"]
    if now not in _attackable(after, seat):
        return ["stands where nothing can attack it" + (f", with {counted(then, 'position')} to go to" if then else "")]
    friends = [each for each in range(POSITIONS) if _is_of(after, each, seat) and now in _guarded(after, each)]
    return [f"is guarded by {shortly([_called(after, each, seat) for each in friends])}"] if friends else []


def _of_gate(s: State, after: State, seat: int, to: int) -> list[str]:
    """What a gate of one's own is good for where it goes."""
    beside = _friends_beside(after, to, seat)
    if beside:
        return [f"stands beside {in_words(beside)} of its own ships"]
    others = [at for at in range(POSITIONS) if at != to and gate_at(after, at) == seat]
    return [f"opens a way between {NAMES[to]} and {listed([NAMES[at] for at in others])}"] if others else []


# Rings, and the end of a turn


def _passing(s: State, code: int, seat: int) -> list[str]:
    """What a ring is passed on for."""
    at, to = codes.shuffle_from(code), codes.shuffle_to(code)
    after, _, _ = outcome.carried_out(s, code)
    command = int(command_of(s, seat))
    if to == command:
        return [_feeding(int(s.rings[to]))]
    found = []
    if not s.rings[to] and kind_at(s, to) != TRYCH:
        found.append(f"gives the {PIECE_NAMES[kind_at(s, to)]} on {NAMES[to]} the energy to move")
    passes, before = _passes(after, seat, to, command), _passes(s, seat, at, command)
    if 0 < passes < before:
        found.append(f"has a ring {_passes_words(passes)} from its Command ship")
    if at == command and s.rings[at] > 1:
        found.append("spreads its rings")
    in_danger = _attackable(after, seat)
    if at in in_danger and to not in in_danger:
        found.append("keeps the ring out of danger")
    found += _changes(s, after, seat, NOWHERE, NOWHERE)
    if not found:
        hungry = [each for each in _beside(to) if each != at and _is_of(after, each, seat) and not after.rings[each]]
        some = [_called(after, each, seat) for each in hungry if kind_at(after, each) != TRYCH]
        found += [f"has a ring beside {shortly(some)}, which has none"] if len(some) == 1 else []
    return found


def _feeding(rings: int) -> str:
    if not rings:
        return "feeds the hungry Command ship, which must not end a turn without a ring"
    return "gives the Command ship a ring to shoot with" if rings == 1 else "gives the Command ship one more shot"


def _ending(s: State, code: int, seat: int) -> list[str]:
    """What there would be left to do in a turn that ends, and how it leaves the Command ship."""
    after, _, _ = outcome.carried_out(s, code)
    if after.ending == STARVED:
        return []
    endangered = sorted(_attackable(s, 1 - seat), key=lambda each: _weight(s, each))
    found = [f"goes on threatening {shortly([_called(s, each, seat) for each in endangered])}"] if endangered else []
    command, in_danger = int(command_of(s, seat)), _attackable(s, seat)
    if not in_danger:
        found.append(f"leaves no ship within reach, with {_rings(int(s.rings[command]))} on the Command ship")
    elif command not in in_danger:
        found.append(f"keeps the Command ship out of reach, with {_rings(int(s.rings[command]))} on it")
    elif s.rings[command] > 1:
        found.append(f"keeps {_rings(int(s.rings[command]))} on the Command ship")
    return found


def _placing(s: State, code: int, seat: int) -> list[str]:
    """What a piece is good for where it is set up."""
    after, _, _ = outcome.carried_out(s, code)
    at, kind = codes.place_at(code), codes.place_kind(code)
    if kind == COMMAND:
        return []
    command = int(command_of(after, seat))
    found = ["stands beside its Command ship"] if command != NOWHERE and _is_beside(at, command) else []
    if kind != GATE and after.phase <= TURN:
        many = len(positions(*reach(after, at)))
        found += [f"has {counted(many, 'position')} to go to"] if many else []
    return found


# What the field shows


def _pairs(s: State, seat: int, at: int = NOWHERE, now: int = NOWHERE) -> Pairs:
    """The ships of a seat that could be hit, each with the one that it comes from; what stands on `at` as on `now`."""
    found: Pairs = set()
    for threat in threats(s, seat):
        victim = SHIP_AT[threat["piece"]]
        for each in threat["by"]:
            who = SHIP_AT[each]
            found.add((now if victim == at else victim, now if who == at else who))
    return found


def _attackable(s: State, seat: int) -> set[int]:
    return {victim for victim, _ in _pairs(s, seat)}


def _guarded(s: State, at: int) -> set[int]:
    """The positions of a side's ships on which one of its own that moves there could take revenge."""
    kind = kind_at(s, at)
    return set(positions(*reach(s, at))) - {at} if kind not in (0, TRYCH) and s.rings[at] else set()


def _is_of(s: State, at: int, seat: int) -> bool:
    return bool(at != NOWHERE and kind_at(s, at) and seat_at(s, at) == seat)


def _weight(s: State, at: int) -> tuple[bool, bool, int]:
    """For sorting: a Command ship first, Trychs last."""
    return kind_at(s, at) != COMMAND, kind_at(s, at) == TRYCH, at


def _called(s: State, at: int, seat: int) -> str:
    """A ship within a sentence about a seat: "the Squam on 342", "Cobalt's Archid on 313"."""
    name = f"the {PIECE_NAMES[kind_at(s, at)]}" if seat_at(s, at) == seat else whose(s, at)
    return f"{name} on {NAMES[at]}"


def _thing(thing: Thing, seat: int) -> str:
    kind = "mine" if thing.kind == MINE else PIECE_NAMES[thing.kind]
    return f"{seats.name(thing.seat)}'s {kind} on {NAMES[thing.at]}"


def _kinds(s: State, some: Iterable[int]) -> str:
    """Ships by their kinds: "a Squam and 2 Trychs"."""
    kinds = [int(kind_at(s, at)) for at in some]
    return listed([_many(kind, kinds.count(kind)) for kind in sorted(set(kinds))])


def _many(kind: int, count: int) -> str:
    return A_PIECE[kind] if count == 1 else f"{in_words(count)} {PLURALS[kind]}"


def _rings(count: int) -> str:
    return counted(count, "ring")


def _beside(at: int) -> list[int]:
    return positions(*AROUND[at])


def _is_beside(at: int, other: int) -> bool:
    return other in _beside(at)


def _friends_beside(s: State, at: int, seat: int) -> int:
    """How many ships of a seat are beside a position."""
    return sum(_is_of(s, each, seat) for each in _beside(at))


def _turns(s: State, at: int, target: int) -> int:
    """In how many turns the Trych on a position could blast another."""
    return int(TURNS_TO_BLAST[int(s.offset), int(s.slow_fuse), at, target])


def _steps(s: State, at: int, target: int) -> int:
    """How many positions a target is away, each beside the one before, or above or below."""
    far, known, latest = 0, {at}, {at}
    while target not in latest:
        latest = {each for one in latest for each in positions(*ANY_STEPS[int(s.offset), one])} - known
        known |= latest
        far += 1
    return far


def _passes(s: State, seat: int, at: int, command: int) -> int:
    """How often a ring would be passed on until the Command ship has it; 0 if it cannot come there."""
    far, known, latest = 0, {at}, {at}
    while latest:
        if command in latest:
            return far
        latest = {each for one in latest for each in _beside(one) if _is_of(s, each, seat)} - known
        known |= latest
        far += 1
    return 0


def _passes_words(count: int) -> str:
    return "one pass" if count == 1 else f"{in_words(count)} passes"

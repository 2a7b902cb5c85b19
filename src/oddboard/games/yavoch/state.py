"""Yavoch: the state of a game, and putting, moving and destroying what is on the field."""

from typing import Any

from oddboard.core.bits import NONE, bit, lowest
from oddboard.core.compiling import rule, table
from oddboard.core.records import int8, int16, int32, record, uint64
from oddboard.games.yavoch.cards import CARDS, COMPONENTS
from oddboard.games.yavoch.field import HALF, NOWHERE, POSITIONS

SEATS = 2
# Kinds of piece; the four that weapons can be used by, and evolve into, stand together.
COMMAND, ARCHID, SQUAM, NEORNITH, TRYCH, GATE = range(1, 7)
KINDS = 7
KIND_NAMES = ("", "command", "archid", "squam", "neornith", "trych", "gate")
FULL_LOAD = 5  # rings that a ship carries; a Trych one (YAV-14)
CAPACITY = table([0, FULL_LOAD, FULL_LOAD, FULL_LOAD, FULL_LOAD, 1, 0])
FULL_HAND = 5  # cards that a player keeps (YAV-41)
QUIET_TURNS = 60  # turns without destruction that end the game (YAV-40)

# What is on a position, in one number: kind in 1, 2, 4, the ship's seat in 8; 1 + seat of a gate from 16, of a
# mine from 64. 0 is an empty position.
KIND_BITS, SEAT_SHIFT, GATE_SHIFT, MINE_SHIFT = 7, 3, 4, 6
SHIP_BITS = 15

# Phases.
(
    LEVELS,  # seat 0 chooses its levels
    SETTING,  # pieces are placed
    TURN,  # before the move, or after it
    ROLLING,  # a battle's die is to be rolled; in a view: an attack waits to be decided (YAV-57)
    ASKED,  # the player not on turn may defend
    SPENDING,  # cards are spent for a weapon or a defence
    TARGETING,
    SHIFTING,
    BECOMING,
    DOUBLING,  # where a clone goes
    SHARING,  # how many rings go with it
    JUMPING,
    DRAWING,  # a card
    TOPPING,  # what kind of card lies on top
    DISCARDING,
    STRIKING,  # which impact it is
    FAILING,  # dice of Engineering Failure
    STEALING,  # cards of Enemy Defector
    FALLING,  # the die of the Unexpected Asteroid Impact
    ENDED,
    # Inside one decision only, for `resolve`: how far an attack has come.
    ANNOUNCED,  # all its choices are made
    UNOPPOSED,  # nobody deflects it
    WON,  # a battle is won
    UNAVENGED,  # and the loser does not destroy itself
    # Inside one decision only, for `go_on`: what to do next.
    ACTED,  # an action of the turn is complete
    LEFT,  # the turn is over
    STRUCK_BY,  # an impact is carried out
    PASSED,  # cards and impacts are done with
) = range(28)

NO_ATTACK, BATTLE, RAM, SHOT, BLAST, WEAPON = range(6)  # RAM: onto an enemy ship on an enemy gate (YAV-36)
UNARMED = -1  # no weapon, no impact, no card
UNSEEN = -2  # a stolen card that a spectator may not know
DRAWN = 2  # `winner` of a draw
NOBODY = -1
COMPONENT_TOP, IMPACT_TOP = 0, 1  # kinds of card on top
# How a game ended.
(
    GOES_ON,
    COMMAND_LOST,
    FLEET_LOST,
    STARVED,
    IMMOBILE,
    BOTH_COMMANDS,
    BOTH_FLEETS,
    LAST_RING,
    QUIET,
    LIMIT,
) = range(10)
ENDINGS = (
    "",
    "command lost",
    "fleet lost",
    "starved",
    "immobile",
    "both commands lost",
    "both fleets lost",
    "last ring",
    "quiet",
    "turn limit",
)
SPECTATOR = 2  # the seat of one who sees no hand
CHANGED = 1  # a hand whose weapons are to be found anew
WHOLE = 0  # `veil` of a state with nothing erased; 1 + seat otherwise

BUNCHES = 512  # rows of Work: three for each position of one's own ships, and some for weapons and gates
# Every position a ship with 16 hops, each with and without a mine, 8 transfers and 7 weapons.
MOST = 6144
MOST_CHANCE = CARDS


@record
class State:
    """A game in progress."""

    turn_limit: int32
    turns: int32  # complete turns of both
    cards: int8  # whether it is the full game
    core: int8  # DIAGONAL or CROSS
    slow_fuse: int8  # whether a detonation is always the turn's one move (YAV-30)
    trychs: int8  # that each side begins with
    deck: int8  # the number of a named deck, or OWN_DECK

    phase: int8
    turn: int8  # the seat whose turn it is, or that is setting up
    low: int8  # the seat on the two lowest levels
    placed: int8  # pieces that the seat setting up has placed
    moved: int8  # whether the move is made
    fired: int8
    pledged: int8  # whether rings were passed for a shot or a weapon that is not taken yet (YAV-16)
    fuse: int8  # the position of the Trych that has moved and may still detonate, or NOWHERE
    armed: int8  # whether an offensive weapon was used in this turn
    struck: int8  # whether anything was destroyed since the turn began
    quiet: int8  # turns in a row with nothing destroyed
    winner: int8  # a seat, DRAWN, or NOBODY while the game goes on
    ending: int8

    # An attack or a weapon under way; NO_ATTACK, NOWHERE and UNARMED otherwise.
    attack: int8
    source: int8  # where the attacker, the detonating Trych or the user of a weapon is
    aim: int8  # what is attacked or aimed at
    lays: int8  # whether the attacker leaves a mine
    weapon: int8
    into: int8  # where a shift or a double goes, or what an evolving ship becomes, or NOWHERE
    defence: int8  # the defensive weapon that is asked for or paid
    saved: int8  # the ship saved from a blast
    step: int8  # components spent so far

    # Cards. What a seat does not know is merged into `left` by `hide`; the numbers of cards stay.
    veil: int8  # WHOLE, or 1 + the seat whose view this is
    top: int8  # the kind of card on top
    impact: int8  # the impact that is carried out, or UNARMED
    roller: int8  # the seat that rolls or steals in it
    stolen: int8  # the card that seat 0 stole and has not in hand yet
    held: int8[SEATS]  # cards in hand
    # The weapons that a hand pays for, by the kind of ship that uses them; under 0, inside one decision, CHANGED.
    arms: int16[SEATS, KINDS]
    stack: int32  # cards left in the deck
    buried: int16[SEATS]  # cards discarded face down
    hand: int8[SEATS, COMPONENTS]
    left: int16[CARDS]
    open: int16[CARDS]  # discarded face up
    down: int16[SEATS, COMPONENTS]  # discarded face down

    on: int16[POSITIONS]
    rings: int8[POSITIONS]
    loose: int8[POSITIONS]  # rings that no ship holds (YAV-61)

    # Kept up with every change, two masks for a set of positions.
    ships: uint64[SEATS, KINDS, 2]
    fleet: uint64[SEATS, 2]  # all ships of a seat
    gates: uint64[SEATS, 2]
    mines: uint64[SEATS, 2]
    lit: uint64[2]  # ships with a ring
    full: uint64[2]  # ships without room for another
    gave: uint64[2]  # ships that have passed a ring on in this turn
    got: uint64[2]


@record
class Work:
    """Scratch space: the legal decisions, and bunches of them that differ by a position only."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    first: int32[BUNCHES]  # the code for position 0
    each: int32[BUNCHES]  # ONE_CODE, TWO_APART or BOTH
    upto: int32[BUNCHES]  # decisions in this bunch and those before
    low: uint64[BUNCHES]
    high: uint64[BUNCHES]
    purse: int16[COMPONENTS]  # the cards that may be spent
    able: int16[POSITIONS]  # the weapons that a ship could use if it had the rings


@rule
def kind_at(s: State, at: int) -> int:
    """The kind of ship on a position, 0 for none."""
    return s.on[at] & KIND_BITS  # type: ignore[no-any-return]


@rule
def seat_at(s: State, at: int) -> int:
    """Whose ship is on a position that has one."""
    return (s.on[at] >> SEAT_SHIFT) & 1  # type: ignore[no-any-return]


@rule
def gate_at(s: State, at: int) -> int:
    """The owner of the gate on a position, or NOBODY."""
    return ((s.on[at] >> GATE_SHIFT) & 3) - 1  # type: ignore[no-any-return]


@rule
def mine_at(s: State, at: int) -> int:
    """The owner of the mine on a position, or NOBODY."""
    return ((s.on[at] >> MINE_SHIFT) & 3) - 1  # type: ignore[no-any-return]


@rule
def command_of(s: State, seat: int) -> int:
    """Where a seat's Command ship is, or NOWHERE."""
    low, high = s.ships[seat, COMMAND, 0], s.ships[seat, COMMAND, 1]
    if low != NONE:
        return lowest(low)
    return HALF + lowest(high) if high != NONE else NOWHERE


@rule
def charge(s: State, at: int, rings: int) -> None:
    """Give the ship on a position so many rings, as far as it has room."""
    most = int(CAPACITY[s.on[at] & KIND_BITS])
    rings = min(rings, most)
    half, here = at >> 6, bit(at & 63)
    s.rings[at] = rings
    s.lit[half] = s.lit[half] | here if rings > 0 else s.lit[half] & ~here
    s.full[half] = s.full[half] | here if rings == most else s.full[half] & ~here


@rule
def put_ship(s: State, seat: int, kind: int, at: int, rings: int) -> None:
    """Put a ship on a position without one."""
    half, here = at >> 6, bit(at & 63)
    s.on[at] = s.on[at] | (seat << SEAT_SHIFT) | kind
    s.ships[seat, kind, half] |= here
    s.fleet[seat, half] |= here
    charge(s, at, rings)


@rule
def lift_ship(s: State, at: int) -> None:
    """Take the ship off a position, with its rings."""
    half, others = at >> 6, ~bit(at & 63)
    on = int(s.on[at])
    seat = (on >> SEAT_SHIFT) & 1
    s.ships[seat, on & KIND_BITS, half] &= others
    s.fleet[seat, half] &= others
    s.on[at] = on & ~SHIP_BITS
    s.rings[at] = 0
    s.lit[half] &= others
    s.full[half] &= others
    s.gave[half] &= others
    s.got[half] &= others


@rule
def carry(s: State, at: int, to: int) -> None:
    """Move a ship, with its rings and what it has passed in this turn, to a position without a ship."""
    half, here = at >> 6, bit(at & 63)
    gave, got = (s.gave[half] & here) != NONE, (s.got[half] & here) != NONE
    on, rings = int(s.on[at]), int(s.rings[at])
    lift_ship(s, at)
    put_ship(s, (on >> SEAT_SHIFT) & 1, on & KIND_BITS, to, rings)
    half, here = to >> 6, bit(to & 63)
    if gave:
        s.gave[half] |= here
    if got:
        s.got[half] |= here


@rule
def destroy_ship(s: State, at: int) -> None:
    """A ship is gone, with its rings."""
    lift_ship(s, at)
    s.struck = 1
    if s.fuse == at:
        s.fuse = NOWHERE


@rule
def put_gate(s: State, seat: int, at: int) -> None:
    """Put a gate on a position without gate or mine."""
    s.on[at] = s.on[at] | ((seat + 1) << GATE_SHIFT)
    s.gates[seat, at >> 6] |= bit(at & 63)


@rule
def lift_gate(s: State, at: int) -> None:
    """Take the gate off a position."""
    s.gates[gate_at(s, at), at >> 6] &= ~bit(at & 63)
    s.on[at] = s.on[at] & ~(3 << GATE_SHIFT)


@rule
def put_mine(s: State, seat: int, at: int) -> None:
    """Put a mine on a position without gate or mine."""
    s.on[at] = s.on[at] | ((seat + 1) << MINE_SHIFT)
    s.mines[seat, at >> 6] |= bit(at & 63)


@rule
def lift_mine(s: State, at: int) -> None:
    """Take the mine off a position."""
    s.mines[mine_at(s, at), at >> 6] &= ~bit(at & 63)
    s.on[at] = s.on[at] & ~(3 << MINE_SHIFT)


@rule
def occupied(s: State, half: int) -> Any:
    """The positions with a ship, a gate or a mine, in one of the two masks."""
    things = s.fleet[0, half] | s.fleet[1, half] | s.gates[0, half] | s.gates[1, half]
    return things | s.mines[0, half] | s.mines[1, half]


@rule
def take_loose(s: State, at: int) -> None:
    """The ship on a position takes the loose rings there that it has room for; the rest is lost (YAV-61)."""
    if s.loose[at] > 0:
        charge(s, at, s.rings[at] + s.loose[at])
        s.loose[at] = 0


@rule
def clear_attack(s: State) -> None:
    """No attack and no weapon is under way."""
    s.attack = NO_ATTACK
    s.source = NOWHERE
    s.aim = NOWHERE
    s.lays = 0
    s.weapon = UNARMED
    s.into = NOWHERE
    s.defence = 0
    s.saved = NOWHERE
    s.step = 0


@rule
def clear_turn(s: State) -> None:
    """Forget what was done in the turn, but not whether anything was destroyed or a weapon used."""
    s.moved = 0
    s.fired = 0
    s.pledged = 0
    s.fuse = NOWHERE
    for half in range(2):
        s.gave[half] = NONE
        s.got[half] = NONE


@rule
def judge(s: State) -> None:
    """Note who has won if a Command ship is destroyed or a player has no other ship (YAV-39)."""
    alive0 = (s.ships[0, COMMAND, 0] | s.ships[0, COMMAND, 1]) != NONE
    alive1 = (s.ships[1, COMMAND, 0] | s.ships[1, COMMAND, 1]) != NONE
    if not alive0 or not alive1:
        if alive0 == alive1:
            s.winner = DRAWN
            s.ending = BOTH_COMMANDS
        elif s.winner == NOBODY:  # or it is a draw by the last ring
            s.winner = 0 if alive0 else 1
            s.ending = COMMAND_LOST
        return
    alone0 = s.fleet[0, 0] == s.ships[0, COMMAND, 0] and s.fleet[0, 1] == s.ships[0, COMMAND, 1]
    alone1 = s.fleet[1, 0] == s.ships[1, COMMAND, 0] and s.fleet[1, 1] == s.ships[1, COMMAND, 1]
    if alone0 and alone1:
        s.winner = DRAWN
        s.ending = BOTH_FLEETS
    elif alone0 or alone1:
        s.winner = 1 if alone0 else 0
        s.ending = FLEET_LOST


def positions(low: Any, high: Any) -> list[int]:
    """The positions of a set, in ascending order."""
    whole = int(low) | int(high) << HALF
    return [at for at in range(POSITIONS) if whole >> at & 1]

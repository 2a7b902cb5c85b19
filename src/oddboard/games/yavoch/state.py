"""Yavoch: the state of a game, and what is on a position of it."""

from typing import Any

from oddboard.core.bits import NONE, lowest
from oddboard.core.compiling import rule, table
from oddboard.core.records import int8, int16, int32, record, uint64
from oddboard.games.yavoch.cards import CARDS, COMPONENTS, MOST_STEPS, WEAPONS
from oddboard.games.yavoch.field import HALF, NOWHERE, POSITIONS

SEATS = 2
# Kinds of piece; the four that weapons can be used by, and evolve into, stand together.
COMMAND, ARCHID, SQUAM, NEORNITH, TRYCH, GATE = range(1, 7)
KINDS = 7
KIND_NAMES = ("", "command", "archid", "squam", "neornith", "trych", "gate")
FULL_LOAD = 5  # rings that a ship carries; a Trych one (YAV-14)
CAPACITY = table([0, FULL_LOAD, FULL_LOAD, FULL_LOAD, FULL_LOAD, 1, 0])
MINE_COST = 1  # rings that a mine is made of (YAV-18)
CLONING_COST = 1  # rings that are paid for a double (YAV-51)
COMMAND_STRENGTH = 7  # rings that an attacked Command ship counts as holding (YAV-25)
FULL_HAND = MOST_STEPS  # cards that a player keeps (YAV-41)
QUIET_TURNS = 60  # turns without destruction that end the game (YAV-40)
# What is on a position, in one number: kind in 1, 2, 4, the ship's seat in 8; 1 + seat of a gate from 16, of a
# mine from 64. 0 is an empty position.
KIND_BITS, SEAT_SHIFT, GATE_SHIFT, MINE_SHIFT = 7, 3, 4, 6
SHIP_BITS = 15
# Phases.
(
    LEVELS,  # the first player chooses his levels
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
    OPENING,  # who is the first player (YAV-20)
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
) = range(29)
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
    offset: int8  # SIDE or CORNER
    core: int8  # DIAGONAL or CROSS
    slow_fuse: int8  # whether a detonation is always the turn's one move (YAV-30)
    trychs: int8  # that each side begins with
    drawn: int8  # whether the first player is drawn (YAV-20)
    deck: int8  # the number of a named deck, or OWN_DECK
    recipe: int8[len(WEAPONS), MOST_STEPS]  # the components that each weapon takes (YAV-45)
    steps: int8[len(WEAPONS)]  # how many those are

    phase: int8
    first: int8  # the seat of the first player
    turn: int8  # the seat whose turn it is, or that is setting up
    low: int8  # the seat on the two lowest levels
    placed: int8  # pieces that the seat setting up has placed
    moved: int8  # whether the move is made
    fired: int8
    chain: int8  # where the ring is that was passed before the move to be used at once, or NOWHERE (YAV-16)
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
    linked: uint64[2]  # ships that the ring of the chain has been on


@record
class Work:
    """Scratch space: the legal decisions, and bunches of them that differ by a position only."""

    code: int32[MOST]
    weight: int32[MOST_CHANCE]
    first: int32[BUNCHES]  # the code for position 0
    each: int32[BUNCHES]  # how its positions make codes
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
def occupied(s: State, half: int) -> Any:
    """The positions with a ship, a gate or a mine, in one of the two masks."""
    things = s.fleet[0, half] | s.fleet[1, half] | s.gates[0, half] | s.gates[1, half]
    return things | s.mines[0, half] | s.mines[1, half]


def positions(low: Any, high: Any) -> list[int]:
    """The positions of a set, in ascending order."""
    whole = int(low) | int(high) << HALF
    return [at for at in range(POSITIONS) if whole >> at & 1]

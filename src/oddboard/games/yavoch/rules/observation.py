"""Yavoch: what a seat may know, as numbers for a program that learns."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.observation import Layout, Span, small
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import CARDS, COMPONENTS, EVOLUTION, IMPACTS, SELF_DESTRUCT, WEAPONS
from oddboard.games.yavoch.field import EDGE, NOWHERE, POSITIONS, within
from oddboard.games.yavoch.rules.turn import to_move
from oddboard.games.yavoch.state import State, gate_at, kind_at, mine_at, seat_at

PHASES = state.ENDED + 1
SHIPS = state.TRYCH - state.COMMAND + 1
ARMED_KINDS = state.TRYCH - state.ARCHID + 1
FIELD = (EDGE, EDGE, EDGE)
OBSERVATION = Layout(
    (
        Span(
            "ships",
            (state.SEATS, SHIPS, *FIELD),
            "For each seat five planes of 5 × 5 × 5 positions (level, bare, circled number): 1 where its Command "
            "ship, an Archid, a Squam, a Neornith, a Trych is.",
        ),
        Span("rings", FIELD, "How many rings the ship there carries."),
        Span("loose", FIELD, "Rings that no ship holds."),
        Span("gates", (state.SEATS, *FIELD), "1 where the seat's gates are."),
        Span("mines", (state.SEATS, *FIELD), "1 where the seat's mines are."),
        Span("gave", FIELD, "1 where a ship has passed on a ring in this turn."),
        Span("got", FIELD, "1 where a ship has been passed a ring in this turn."),
        Span(
            "about",
            (5, *FIELD),
            "Five planes of one position: the attacker or user of a weapon, what is aimed at, where it goes, the ship "
            "that a Deflector saves, the Trych that has moved and may still detonate.",
        ),
        Span("hand", (COMPONENTS,), "How many of each component card the observing seat holds; the wild card last."),
        Span(
            "unseen",
            (CARDS,),
            "How many of each card, components and then impacts, the observing seat has not seen: in the deck, in the "
            "other's hand, or discarded face down by the other.",
        ),
        Span("open", (CARDS,), "How many of each card were discarded face up."),
        Span("down", (COMPONENTS,), "How many of each card the observing seat has discarded face down."),
        Span("held", (state.SEATS,), "How many cards each seat holds."),
        Span("buried", (state.SEATS,), "How many cards each seat has discarded face down."),
        Span("stack", (1,), "How many cards the deck has."),
        Span("top", (1,), "1 if the card on top is an impact."),
        Span("impact", (len(IMPACTS),), "1 at the impact that is carried out."),
        Span("roller", (state.SEATS,), "1 for the seat that rolls or steals in it."),
        Span("stolen", (COMPONENTS,), "1 at the card that was stolen and is not in hand yet."),
        Span(
            "arms",
            (ARMED_KINDS, len(WEAPONS)),
            "By kind of ship (Archid to Trych) and weapon: 1 if the observing seat's hand pays for it.",
        ),
        Span("seat", (state.SEATS,), "1 at the number of the observing seat."),
        Span("decides", (state.SEATS,), "1 for the seat to decide, as far as the observing seat may know."),
        Span("turn", (state.SEATS,), "1 for the seat whose turn it is, or that is setting up."),
        Span("low", (state.SEATS,), "1 for the seat on the two lowest levels."),
        Span(
            "phase",
            (PHASES,),
            "1 at what goes on: levels, setting, turn, a battle's die, a defence is asked for, spending, targeting, "
            "shifting, becoming, cloning, sharing rings, jumping, drawing, the kind of card on top, discarding, which "
            "impact, Engineering Failure, Enemy Defector, asteroids, over.",
        ),
        Span("attack", (state.WEAPON,), "1 at the attack under way: battle, ram, shot, blast, weapon."),
        Span("weapon", (len(WEAPONS),), "1 at the weapon that is used."),
        Span("defence", (len(WEAPONS),), "1 at the defence that is asked for or paid."),
        Span("becomes", (ARMED_KINDS,), "1 at the kind that an evolving ship becomes."),
        Span("spent", (1,), "Components spent so far."),
        Span("lays", (1,), "1 if the attacker leaves a mine."),
        Span("placed", (1,), "Pieces that the seat setting up has placed."),
        Span("moved", (1,), "1 if the move of this turn is made."),
        Span("fired", (1,), "1 if a shot was fired in this turn."),
        Span("pledged", (1,), "1 if rings were passed for a shot or a weapon that is not taken yet."),
        Span("armed", (1,), "1 if an offensive weapon was used in this turn."),
        Span("struck", (1,), "1 if anything was destroyed since the turn began."),
        Span("quiet_left", (1,), "Turns without destruction until the game is a draw."),
        Span("turns_left", (1,), "Turns until the limit."),
        Span("options", (4,), "1 if it is the full game; 1 if the core is a cross; 1 if the fuse is slow; Trychs."),
        Span("offset", (1,), "1 if the levels are staggered along the diagonal."),
        Span("first", (state.SEATS,), "1 for the first player; none while he is still to be drawn."),
        Span(
            "chain",
            (2, *FIELD),
            "Two planes: where the ring is that was passed before the move to be used at once, and all ships that it "
            "has been on.",
        ),
    )
)
ON_FIELD = OBSERVATION.start("ships")
RINGS = OBSERVATION.start("rings")
LOOSE = OBSERVATION.start("loose")
GATES = OBSERVATION.start("gates")
MINES = OBSERVATION.start("mines")
GAVE = OBSERVATION.start("gave")
GOT = OBSERVATION.start("got")
ABOUT = OBSERVATION.start("about")
HAND = OBSERVATION.start("hand")
UNSEEN_CARDS = OBSERVATION.start("unseen")
OPEN = OBSERVATION.start("open")
DOWN = OBSERVATION.start("down")
HELD = OBSERVATION.start("held")
BURIED = OBSERVATION.start("buried")
STACK = OBSERVATION.start("stack")
TOP = OBSERVATION.start("top")
IMPACT = OBSERVATION.start("impact")
ROLLER = OBSERVATION.start("roller")
STOLEN = OBSERVATION.start("stolen")
ARMS = OBSERVATION.start("arms")
SEAT = OBSERVATION.start("seat")
DECIDES = OBSERVATION.start("decides")
TURN = OBSERVATION.start("turn")
LOW = OBSERVATION.start("low")
PHASE = OBSERVATION.start("phase")
ATTACK = OBSERVATION.start("attack")
USED = OBSERVATION.start("weapon")
DEFENCE = OBSERVATION.start("defence")
BECOMES = OBSERVATION.start("becomes")
SPENT = OBSERVATION.start("spent")
LAYS = OBSERVATION.start("lays")
PLACED = OBSERVATION.start("placed")
MOVED = OBSERVATION.start("moved")
FIRED = OBSERVATION.start("fired")
PLEDGED = OBSERVATION.start("pledged")
ARMED = OBSERVATION.start("armed")
STRUCK = OBSERVATION.start("struck")
QUIET_LEFT = OBSERVATION.start("quiet_left")
TURNS_LEFT = OBSERVATION.start("turns_left")
OPTIONS = OBSERVATION.start("options")
OFFSET = OBSERVATION.start("offset")
FIRST = OBSERVATION.start("first")
CHAIN = OBSERVATION.start("chain")


@rule
def observe_field(s: State, seat: int, out: Any) -> None:
    """Ships, gates, mines and rings."""
    for at in range(POSITIONS):
        out[LOOSE + at] = small(int(s.loose[at]))
        if s.on[at] == 0:
            continue
        kind = kind_at(s, at)
        if kind != 0:
            side = 0 if seat_at(s, at) == seat else 1
            out[ON_FIELD + (side * SHIPS + kind - state.COMMAND) * POSITIONS + at] = 1
            out[RINGS + at] = s.rings[at]
            out[GAVE + at] = 1 if within(s.gave[0], s.gave[1], at) else 0
            out[GOT + at] = 1 if within(s.got[0], s.got[1], at) else 0
        if gate_at(s, at) != state.NOBODY:
            out[GATES + (0 if gate_at(s, at) == seat else 1) * POSITIONS + at] = 1
        if mine_at(s, at) != state.NOBODY:
            out[MINES + (0 if mine_at(s, at) == seat else 1) * POSITIONS + at] = 1


@rule
def observe_cards(s: State, seat: int, out: Any) -> None:
    """The seat's own cards, and how many of each it has not seen (YAV-57)."""
    other = 1 - seat
    for card in range(CARDS):
        unseen = int(s.left[card])
        if card < COMPONENTS:
            unseen += s.hand[other, card] + s.down[other, card]
            out[HAND + card] = s.hand[seat, card]
            out[DOWN + card] = small(int(s.down[seat, card]))
        out[UNSEEN_CARDS + card] = small(unseen)
        out[OPEN + card] = small(int(s.open[card]))
    out[STACK] = small(int(s.stack))
    out[TOP] = s.top
    if s.impact != state.UNARMED:
        out[IMPACT + s.impact] = 1
        out[ROLLER + (0 if s.roller == seat else 1)] = 1
    if s.stolen >= 0:
        out[STOLEN + s.stolen] = 1
    for side in range(state.SEATS):
        owner = seat if side == 0 else other
        out[HELD + side] = s.held[owner]
        out[BURIED + side] = small(int(s.buried[owner]))
    for kind in range(ARMED_KINDS):
        for weapon in range(SELF_DESTRUCT + 1):
            if s.arms[seat, state.ARCHID + kind] >> weapon & 1:
                out[ARMS + kind * len(WEAPONS) + weapon] = 1


@rule
def observe_attack(s: State, unasked: bool, out: Any) -> None:
    """An attack or a weapon under way. Whether the other is asked to defend shows only to him."""
    if s.fuse != NOWHERE:
        out[ABOUT + 4 * POSITIONS + s.fuse] = 1
    if s.source != NOWHERE:
        out[ABOUT + s.source] = 1
    if s.aim != NOWHERE:
        out[ABOUT + POSITIONS + s.aim] = 1
    if s.saved != NOWHERE:
        out[ABOUT + 3 * POSITIONS + s.saved] = 1
    if s.into != NOWHERE:
        if s.weapon == EVOLUTION:
            out[BECOMES + s.into - state.ARCHID] = 1
        else:
            out[ABOUT + 2 * POSITIONS + s.into] = 1
    if s.attack != state.NO_ATTACK:
        out[ATTACK + s.attack - 1] = 1
    if s.weapon != state.UNARMED:
        out[USED + s.weapon] = 1
    if s.defence > 0 and not unasked:
        out[DEFENCE + s.defence] = 1
    out[SPENT] = s.step
    out[LAYS] = s.lays


@rule
def observe_chain(s: State, out: Any) -> None:
    """The ring that is passed along a chain before the move."""
    if s.chain == NOWHERE:
        return
    out[CHAIN + s.chain] = 1
    for at in range(POSITIONS):
        if within(s.linked[0], s.linked[1], at):
            out[CHAIN + POSITIONS + at] = 1


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat may know."""
    observe_field(s, seat, out)
    if s.cards:
        observe_cards(s, seat, out)
    unasked = s.phase == state.ASKED and seat == s.turn
    observe_attack(s, unasked, out)
    out[PHASE + (state.ROLLING if unasked else s.phase)] = 1
    if not unasked and to_move(s) >= 0:
        out[DECIDES + (0 if to_move(s) == seat else 1)] = 1
    out[SEAT + seat] = 1
    out[TURN + (0 if s.turn == seat else 1)] = 1
    out[LOW + (0 if s.low == seat else 1)] = 1
    out[PLACED] = s.placed
    out[MOVED] = s.moved
    out[FIRED] = s.fired
    out[PLEDGED] = 1 if s.chain != NOWHERE else 0
    out[ARMED] = s.armed
    out[STRUCK] = s.struck
    out[QUIET_LEFT] = state.QUIET_TURNS - s.quiet
    out[TURNS_LEFT] = small(s.turn_limit - s.turns)
    out[OPTIONS] = s.cards
    out[OPTIONS + 1] = s.core
    out[OPTIONS + 2] = s.slow_fuse
    out[OPTIONS + 3] = s.trychs
    out[OFFSET] = s.offset
    observe_chain(s, out)

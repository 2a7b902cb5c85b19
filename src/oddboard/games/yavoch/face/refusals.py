"""Yavoch: why a decision is not legal, with the rule that forbids it."""

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.core.records import new
from oddboard.games.yavoch import codes, state
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    CLONING,
    COMPONENT_NAMES,
    COMPONENTS,
    DEFLECTOR,
    FITS,
    FITS_ALL,
    HYPERDRIVE,
    SELF_DESTRUCT,
    WEAPONS,
    WILD,
)
from oddboard.games.yavoch.decision import TOPS
from oddboard.games.yavoch.face.names import (
    A_PIECE,
    LEVEL_NAMES,
    PIECE_NAMES,
    card_title,
    counted,
    recipe_words,
    title,
    whose,
)
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    ARCHID_FIRST,
    AROUND,
    HOPS,
    NOWHERE,
    RAY,
    SQUAM_FIRST,
    TRYCH_STEPS,
    WAYS,
    name,
)
from oddboard.games.yavoch.formations import LEVELS_OF, ORDER
from oddboard.games.yavoch.rules.cannon import shots
from oddboard.games.yavoch.rules.hands import fill_purse, payer_kind, pays_rest
from oddboard.games.yavoch.rules.landing import rings_for_mine
from oddboard.games.yavoch.rules.reach import (
    SHIPS_ONLY,
    double_reach,
    free_way,
    in_line,
    powered,
    reach,
)
from oddboard.games.yavoch.rules.setting import side_of
from oddboard.games.yavoch.rules.turn import to_move
from oddboard.games.yavoch.rules.weapons import able, most_shared, usable
from oddboard.games.yavoch.state import State, Work, command_of, gate_at, kind_at, positions, seat_at

_NOW = {
    state.OPENING: ("YAV-20", "First it is drawn who is the first player."),
    state.LEVELS: ("YAV-20", "First the player who begins chooses the low or the high levels."),
    state.SETTING: ("YAV-20", "The pieces are being set up."),
    state.TURN: ("YAV-22", "A turn is under way: a shot, a move, a weapon, transfers, then its end."),
    # The same words for both, because an attacker must not learn that the other is asked.
    state.ROLLING: ("YAV-57", "An attack is announced: first it is decided."),
    state.ASKED: ("YAV-57", "An attack is announced: first it is decided."),
    state.SPENDING: ("YAV-46", "First the weapon's cards are spent, one for each component."),
    state.TARGETING: ("YAV-47", "First the weapon is aimed."),
    state.SHIFTING: ("YAV-48", "First the Tractor Beam shifts its target."),
    state.BECOMING: ("YAV-50", "First it is said what the target evolves into."),
    state.DOUBLING: ("YAV-51", "First the double makes its move."),
    state.SHARING: ("YAV-51", "First the rings are shared with the double."),
    state.JUMPING: ("YAV-54", "First the ship jumps."),
    state.DRAWING: ("YAV-41", "First a card is drawn."),
    state.TOPPING: ("YAV-43", "First it shows what kind of card lies on top."),
    state.DISCARDING: ("YAV-41", f"First one of {state.FULL_HAND + 1} cards is discarded."),
    state.STRIKING: ("YAV-44", "First the impact on top is turned up."),
    state.FAILING: ("YAV-58", "First both roll for Engineering Failure."),
    state.STEALING: ("YAV-59", "First cards are stolen for Enemy Defector."),
    state.FALLING: ("YAV-63", "First the die is rolled for the asteroid."),
}
# The phases in which a block of codes is decided, from the highest block down.
_WHEN = (
    (codes.FIRST_OPENER, (state.OPENING,)),
    (codes.FIRST_FORMATION, (state.SETTING,)),
    (codes.FIRST_LEVELS, (state.LEVELS,)),
    (codes.FIRST_DISCARD, (state.DISCARDING,)),
    (codes.FIRST_STEAL, (state.STEALING,)),
    (codes.FIRST_IMPACT, (state.STRIKING,)),
    (codes.FIRST_TOP, (state.TOPPING,)),
    (codes.FIRST_DRAW, (state.DRAWING,)),
    (codes.DECLINE, (state.ASKED,)),
    (codes.FIRST_JUMP, (state.JUMPING,)),
    (codes.FIRST_SHARE, (state.SHARING,)),
    (codes.FIRST_CLONE, (state.DOUBLING,)),
    (codes.FIRST_BECOME, (state.BECOMING,)),
    (codes.FIRST_SHIFT, (state.SHIFTING,)),
    (codes.FIRST_TARGET, (state.TARGETING,)),
    (codes.FIRST_SPEND, (state.SPENDING,)),
    (codes.FIRST_WEAPON, (state.TURN,)),
    (codes.FIRST_DIE, (state.ROLLING, state.FAILING, state.FALLING)),
    (0, (state.TURN,)),
)


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    if not s.cards and (codes.FIRST_WEAPON <= code < codes.FIRST_LEVELS):
        return Refusal("YAV-41", "There are no cards and no weapons in Captain Decker's game.")
    first, phases = next((first, phases) for first, phases in _WHEN if code >= first)
    if s.phase not in phases:
        if code == codes.END and s.phase == state.TURN:
            return Refusal("YAV-23", "The turn cannot end before the move.")
        if first == codes.DECLINE and s.phase == state.TURN:
            return Refusal("YAV-57", "Nobody is attacked now.")
        return Refusal(*_NOW[int(s.phase)])
    if s.phase == state.TURN:
        return _why_not_turn(s, code)
    if s.phase in (state.LEVELS, state.SETTING):
        return _why_not_setting(s, code)
    if first == codes.FIRST_DIE:
        return Refusal(*_die_seat(s, codes.die_seat(code)))
    if s.phase in (state.DRAWING, state.DISCARDING, state.STEALING, state.STRIKING, state.TOPPING):
        return _why_not_card(s, code)
    return _why_not_step(s, code)


def _die_seat(s: State, seat: int) -> tuple[str, str]:
    if s.phase == state.FAILING:
        return "YAV-58", f"Seat 0 rolls first, then seat 1; it is not seat {seat}'s roll."
    rule = "YAV-24" if s.phase == state.ROLLING else "YAV-63"
    return rule, f"The die is {seats.name(int(s.turn))}'s, seat {s.turn}."


def _why_not_setting(s: State, code: int) -> Refusal:
    if code < codes.FIRST_PLACE:
        return Refusal("YAV-21", "A formation is chosen instead of placing, before the first piece.")
    kind, at = codes.place_kind(code), codes.place_at(code)
    wanted = int(ORDER[s.placed])
    if kind != wanted:
        return Refusal(
            "YAV-20",
            f"Now {A_PIECE[wanted]} is placed: the order is Command ship, Archids, Squams, Neorniths, gates, Trychs.",
        )
    seat = int(s.turn)
    side = side_of(s, seat)
    if at not in LEVELS_OF[side]:
        return Refusal("YAV-20", f"{seats.name(seat)} sets up on levels {LEVEL_NAMES[side]}.")
    if s.on[at]:
        return Refusal("YAV-20", f"There is one piece to a position, and {whose(s, at)} is on {name(at)}.")
    alike = positions(*(s.gates[seat] if kind == state.GATE else s.ships[seat, kind]))
    if alike and at < alike[-1]:
        return Refusal("YAV-20", f"Like pieces go to ascending positions: above {name(alike[-1])}.")
    return Refusal("YAV-20", f"Above {name(at)} too few positions are free for the others of the kind.")


def _why_not_turn(s: State, code: int) -> Refusal:
    if code == codes.END:
        return Refusal("YAV-23", "The turn cannot end before the move.")
    if codes.FIRST_FIRE <= code < codes.FIRST_DETONATE:
        return _why_not_fire(s, code - codes.FIRST_FIRE)
    if codes.FIRST_SHUFFLE <= code < codes.FIRST_FIRE:
        return _why_not_shuffle(s, codes.shuffle_from(code), codes.shuffle_to(code))
    if code >= codes.FIRST_WEAPON:
        return _why_not_weapon(s, codes.weapon_used(code), codes.weapon_user(code))
    if codes.FIRST_DETONATE <= code < codes.END:
        return _why_not_detonate(s, code - codes.FIRST_DETONATE)
    return _why_not_move(s, codes.move_from(code), codes.move_to(code), bool(codes.move_mine(code)))


def _in_chain(s: State, at: int = NOWHERE) -> Refusal | None:
    """A refusal if a ring was passed before the move and is not used yet, for all but the ship that has it."""
    if s.chain in (NOWHERE, at):
        return None
    there = int(s.chain)
    return Refusal(
        "YAV-16", f"A ring was passed to {whose(s, there)} on {name(there)}: now it is used there, or passed on."
    )


def _not_mine(s: State, at: int) -> Refusal | None:
    """A refusal if there is no ship of the player on turn on a position."""
    if kind_at(s, at) and seat_at(s, at) == s.turn:
        return None
    there = whose(s, at)
    return Refusal("YAV-22", f"{seats.name(int(s.turn))} has no ship on {name(at)}; there is {there}.")


def _why_not_fire(s: State, at: int) -> Refusal:
    command = command_of(s, int(s.turn))
    if wrong := _in_chain(s, command):
        return wrong
    if s.fired:
        return Refusal("YAV-32", "The cannon is fired once a turn.")
    if s.rings[command] == 0:
        return Refusal("YAV-17", "A Command ship without a ring cannot fire.")
    if at == command:
        return Refusal("YAV-32", "The cannon fires from there.")
    if _way_to(s, command, at) is None:
        return Refusal("YAV-32", f"{name(at)} is not in a straight line or column from {name(command)}.")
    if not s.on[at]:
        return Refusal("YAV-32", f"A shot needs something to destroy, and {name(at)} is empty.")
    blocker = _blocker(s, command, at)
    if blocker != NOWHERE:
        return Refusal("YAV-32", f"A shot hits the first thing in line: {whose(s, blocker)} on {name(blocker)}.")
    if at in positions(*shots(s, int(s.turn))):
        return Refusal("YAV-16", "A ring that was passed before the move is fired at an enemy's ship or mine.")
    return Refusal("YAV-32", f"The empty gate on {name(at)} would swallow the shot.")


def _way_to(s: State, at: int, to: int, ways: range = range(ALL_WAYS)) -> int | None:
    """Which of some directions leads straight from one position to another."""
    return next((way for way in ways if to in RAY[s.offset, at, way]), None)


def _blocker(s: State, at: int, to: int) -> int:
    """What is in the way on the straight line between two positions, or NOWHERE."""
    way = _way_to(s, at, to)
    first = int(RAY[s.offset, at, way, free_way(s, at, way)]) if way is not None else NOWHERE
    return first if first != to else NOWHERE


def _why_not_shuffle(s: State, at: int, to: int) -> Refusal:
    if wrong := _not_mine(s, at) or _not_mine(s, to):
        return Refusal("YAV-15", f"Rings pass between friendly ships. {wrong.message}")
    if wrong := _in_chain(s, at):
        return wrong
    if at == to or to not in positions(*AROUND[at]):
        return Refusal("YAV-15", f"Rings pass between neighbours on a level; {name(at)} and {name(to)} are not.")
    if s.rings[at] == 0:
        return Refusal("YAV-15", f"The ship on {name(at)} has no ring to pass.")
    if s.rings[to] >= state.CAPACITY[kind_at(s, to)]:
        return Refusal("YAV-14", f"The ship on {name(to)} has no room for another ring.")
    if at in positions(*s.gave):
        return Refusal("YAV-15", f"The ship on {name(at)} has passed a ring in this turn already.")
    if to in positions(*s.got):
        return Refusal("YAV-15", f"The ship on {name(to)} has got a ring in this turn already.")
    if to in positions(*s.linked):
        return Refusal("YAV-16", f"The ring has been on the ship on {name(to)} already.")
    return Refusal(
        "YAV-16",
        "Before the move a ring passes only to a ship that then uses a weapon, or to the Command ship, which then "
        "fires at an enemy; else move first.",
    )


def _why_not_detonate(s: State, at: int) -> Refusal:
    if wrong := _not_mine(s, at):
        return wrong
    if kind_at(s, at) != state.TRYCH:
        return Refusal("YAV-30", f"Only a Trych detonates, not {whose(s, at)}.")
    if not s.moved:
        return _in_chain(s) or Refusal("YAV-30", "It cannot detonate now.")
    if s.slow_fuse:
        return Refusal("YAV-30", "With this fuse a detonation is the turn's one move.")
    return Refusal("YAV-30", "After the move only the Trych that moved may detonate, before rings are passed.")


def _why_not_move(s: State, at: int, to: int, mine: bool) -> Refusal:
    if s.moved:
        return Refusal("YAV-22", "The turn's one move is made.")
    if wrong := _in_chain(s):
        return wrong
    if not kind_at(s, at) and gate_at(s, at) == s.turn:
        return _why_not_gate(s, at, to, mine)
    if wrong := _not_mine(s, at):
        return wrong
    kind = kind_at(s, at)
    if at not in positions(*(powered(s, int(s.turn), half) for half in range(2))):
        return Refusal(
            "YAV-17" if kind == state.COMMAND else "YAV-14", f"{whose(s, at)} on {name(at)} has no ring to move with."
        )
    if to not in positions(*reach(s, at)):
        return _why_not_reached(s, at, to, kind)
    if gate_at(s, at) != state.NOBODY:
        return Refusal("YAV-18", "No mine is left on a gate.")
    assert mine
    return Refusal("YAV-18", f"To leave a mine it needs {counted(rings_for_mine(s, at), 'ring')}.")


def _why_not_gate(s: State, at: int, to: int, mine: bool) -> Refusal:
    if mine:
        return Refusal("YAV-18", "A gate has no ring to leave a mine with.")
    if to not in positions(*ANY_STEPS[s.offset, at]):
        return Refusal("YAV-12", "A gate moves one position, or one level along either column.")
    return Refusal("YAV-12", f"A gate moves to an empty position, and {whose(s, to)} is on {name(to)}.")


_WAYS_OF_MOVING = {
    state.COMMAND: ("YAV-11", "A Command ship moves one position, or one level along either column."),
    state.ARCHID: ("YAV-9", "An Archid slides along a short vector or the slant."),
    state.SQUAM: ("YAV-8", "A Squam slides along a long vector or the perpendicular."),
    state.NEORNITH: ("YAV-10", "A Neornith moves one position and one level along the perpendicular."),
    state.TRYCH: ("YAV-7", "A Trych moves one position, or one level along the perpendicular."),
}


def _why_not_reached(s: State, at: int, to: int, kind: int) -> Refusal:
    steps = {state.TRYCH: TRYCH_STEPS, state.NEORNITH: HOPS, state.COMMAND: ANY_STEPS}
    own_command = kind_at(s, to) == state.COMMAND and seat_at(s, to) == s.turn
    if kind in steps:
        if to not in positions(*steps[kind][s.offset, at]):
            return Refusal(*_WAYS_OF_MOVING[kind])
        if kind == state.TRYCH:
            return Refusal("YAV-7", f"A Trych never moves onto a ship or a mine, and {whose(s, to)} is on {name(to)}.")
        return Refusal("YAV-29", "Nobody attacks his own Command ship.")
    first = ARCHID_FIRST if kind == state.ARCHID else SQUAM_FIRST
    if _way_to(s, at, to, range(first, first + WAYS)) is None or at == to:
        return Refusal(*_WAYS_OF_MOVING[kind])
    blocker = _blocker(s, at, to)
    if blocker != NOWHERE:
        return Refusal("YAV-13", f"{whose(s, blocker)} on {name(blocker)} is in the way.")
    assert own_command
    return Refusal("YAV-29", "Nobody attacks his own Command ship.")


def _why_not_weapon(s: State, weapon: int, at: int) -> Refusal:
    seat, what = int(s.turn), title(WEAPONS[weapon])
    if s.moved:
        return Refusal("YAV-47", "An offensive weapon replaces the move, which is made.")
    if wrong := _not_mine(s, at):
        return wrong
    if wrong := _in_chain(s, at):
        return wrong
    kind = kind_at(s, at)
    if kind == state.COMMAND:
        return Refusal("YAV-46", "A Command ship uses no secret weapons.")
    w = new(Work)
    fill_purse(s, w, seat)
    if not pays_rest(s, w, weapon, 0, kind, int(w.purse[WILD])):
        return Refusal(
            "YAV-46",
            f"The hand does not pay for the {what} of {A_PIECE[kind]}: it takes {recipe_words(s, weapon)}, "
            "each for that ship or for all.",
        )
    if s.rings[at] == 0:
        return Refusal("YAV-46", f"The ship on {name(at)} has no ring, and a weapon needs one.")
    if weapon == CLONING and not usable(1 << CLONING, int(s.rings[at])):
        return Refusal("YAV-51", f"Cloning needs {state.CLONING_COST + 1} rings or more.")
    if weapon == CLONING:
        return Refusal("YAV-51", "The double has no position to go to.")
    rule = ("YAV-48", "YAV-49", "YAV-50", "YAV-51", "YAV-52", "YAV-53", "YAV-54")[weapon]
    assert not able(s, at, 1 << weapon)
    if weapon == HYPERDRIVE:
        return Refusal(rule, "No position is free to jump to.")
    return Refusal(rule, f"The {what} has no target in line of sight from {name(at)}.")


def _why_not_step(s: State, code: int) -> Refusal:
    source = int(s.source)
    if s.phase == state.SPENDING:
        return _why_not_spend(s, code - codes.FIRST_SPEND)
    if s.phase == state.ASKED:
        return _why_not_defend(s, code)
    if s.phase == state.TARGETING:
        return _why_not_target(s, code - codes.FIRST_TARGET)
    if s.phase == state.SHIFTING:
        to = code - codes.FIRST_SHIFT
        if to not in positions(*ANY_STEPS[s.offset, s.aim]):
            return Refusal("YAV-48", f"The ship is shifted one position from {name(int(s.aim))}, in any direction.")
        return Refusal("YAV-48", f"It is shifted to an empty position, and {whose(s, to)} is on {name(to)}.")
    if s.phase == state.BECOMING:
        return Refusal("YAV-50", f"It is {A_PIECE[kind_at(s, int(s.aim))]} already, and becomes another kind.")
    if s.phase == state.DOUBLING:
        to = code - codes.FIRST_CLONE
        assert to not in positions(*double_reach(s, source))
        if to in positions(*reach(s, source)):
            return Refusal("YAV-51", f"The double goes to a position without a ship; {whose(s, to)} is on {name(to)}.")
        return Refusal("YAV-51", f"The double moves as {A_PIECE[kind_at(s, source)]} from {name(source)} does.")
    if s.phase == state.SHARING:
        most = most_shared(s)
        return Refusal("YAV-51", f"The double takes 1 to {counted(most, 'ring')}; {state.CLONING_COST} is paid for it.")
    to = code - codes.FIRST_JUMP
    return Refusal("YAV-54", f"The ship jumps to an empty position, and {whose(s, to)} is on {name(to)}.")


def _why_not_spend(s: State, card: int) -> Refusal:
    weapon = int(s.defence) if s.defence else int(s.weapon)
    payer = to_move(s)
    component = COMPONENT_NAMES[s.recipe[weapon, s.step]]
    if not s.hand[payer, card]:
        return Refusal("YAV-46", f"{card_title(CARD_NAMES[card])} is not in {seats.name(payer)}'s hand.")
    if card < WILD and CARD_NAMES[card].partition(":")[0] != component:
        return Refusal("YAV-45", f"Now the {title(component)} of the {title(WEAPONS[weapon])} is paid for.")
    if card < WILD and card % FITS != FITS_ALL and card % FITS + state.ARCHID != payer_kind(s):
        return Refusal("YAV-46", f"The card is for another ship than the {PIECE_NAMES[payer_kind(s)]}.")
    return Refusal("YAV-46", "Without that card the rest of the recipe could not be paid.")


def _why_not_defend(s: State, code: int) -> Refusal:
    if s.defence == SELF_DESTRUCT:
        return Refusal("YAV-56", "The battle is lost: now the ship may only destroy itself with its attacker.")
    if code == codes.DESTRUCT:
        return Refusal("YAV-56", "Self Destruct is for a ship that has lost a battle.")
    assert s.defence == DEFLECTOR
    if s.attack != state.BLAST:
        return Refusal("YAV-55", f"The ship that is attacked, on {name(int(s.aim))}, defends itself and no other.")
    if code < codes.FIRST_SAVE:
        return Refusal("YAV-55", "Against a blast it is said which ship is saved.")
    at = code - codes.FIRST_SAVE
    if not kind_at(s, at) or seat_at(s, at) == s.turn or at not in positions(*AROUND[s.source]):
        return Refusal("YAV-55", f"No ship on {name(at)} is caught in the blast.")
    return Refusal("YAV-55", f"{whose(s, at)} cannot use a Deflector: it needs a ring and cards that fit it.")


def _why_not_target(s: State, at: int) -> Refusal:
    source, weapon = int(s.source), int(s.weapon)
    rule = ("YAV-48", "YAV-49", "YAV-50", "YAV-51", "YAV-52", "YAV-53", "YAV-54")[weapon]
    if not kind_at(s, at):
        return Refusal("YAV-47", f"A weapon is aimed at a ship, and there is none on {name(at)}.")
    if at != source and at not in positions(*in_line(s, source, SHIPS_ONLY)):
        return Refusal("YAV-47", f"{name(at)} is not in unblocked line of sight from {name(source)}.")
    if at == source:
        return Refusal(rule, f"The {title(WEAPONS[weapon])} is not used on the ship that uses it.")
    if WEAPONS[weapon] == "tractor_beam":
        return Refusal(rule, "No position beside it is empty.")
    if kind_at(s, at) == state.COMMAND and weapon in (WEAPONS.index("evolution"), WEAPONS.index("revenant_device")):
        return Refusal(rule, f"The {title(WEAPONS[weapon])} does not work on a Command ship.")
    if seat_at(s, at) == s.turn:
        return Refusal(rule, f"The {title(WEAPONS[weapon])} is for enemy ships.")
    return Refusal(rule, "The target must hold a ring.")


def _why_not_card(s: State, code: int) -> Refusal:
    if s.phase == state.DRAWING:
        return Refusal("YAV-43", f"No {card_title(CARD_NAMES[code - codes.FIRST_DRAW])} is left in the deck.")
    if s.phase == state.TOPPING:
        kind = TOPS[code - codes.FIRST_TOP]
        return Refusal("YAV-43", f"No {kind} is left in the deck.")
    if s.phase == state.STRIKING:
        return Refusal("YAV-44", f"No {title(CARD_NAMES[COMPONENTS + code - codes.FIRST_IMPACT])} is left in the deck.")
    if s.phase == state.STEALING:
        seat, card = codes.steal_seat(code), codes.steal_card(code)
        if seat != s.roller:
            return Refusal("YAV-59", f"Now seat {s.roller} steals.")
        return Refusal("YAV-59", f"{seats.name(1 - seat)} does not hold a {card_title(CARD_NAMES[card])}.")
    card = code - codes.FIRST_DISCARD
    return Refusal("YAV-41", f"{card_title(CARD_NAMES[card])} is not in {seats.name(int(s.turn))}'s hand.")

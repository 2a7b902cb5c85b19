"""Yavoch: why a decision is not legal, with the rule that forbids it."""

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.core.records import new
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    CLONING,
    COMPONENT_NAMES,
    COMPONENTS,
    DEFLECTOR,
    HYPERDRIVE,
    RECIPE,
    SELF_DESTRUCT,
    WEAPONS,
    recipe_words,
)
from oddboard.games.yavoch.choices import to_move
from oddboard.games.yavoch.codes import (
    DECLINE,
    DESTRUCT,
    END,
    FACES,
    FIRST_BECOME,
    FIRST_CLONE,
    FIRST_DETONATE,
    FIRST_DIE,
    FIRST_DISCARD,
    FIRST_DRAW,
    FIRST_FIRE,
    FIRST_FORMATION,
    FIRST_IMPACT,
    FIRST_JUMP,
    FIRST_LEVELS,
    FIRST_PLACE,
    FIRST_SAVE,
    FIRST_SHARE,
    FIRST_SHIFT,
    FIRST_SHUFFLE,
    FIRST_SPEND,
    FIRST_STEAL,
    FIRST_TARGET,
    FIRST_TOP,
    FIRST_WEAPON,
)
from oddboard.games.yavoch.field import (
    ALL_WAYS,
    ANY_STEPS,
    AROUND,
    HOPS,
    NOWHERE,
    POSITIONS,
    RAY,
    TRYCH_STEPS,
    name,
)
from oddboard.games.yavoch.reach import (
    SHIPS_AND_MINES,
    SHIPS_ONLY,
    able,
    double_reach,
    fill_purse,
    in_line,
    payer_kind,
    pays_rest,
    reach,
)
from oddboard.games.yavoch.setting import ORDER, side_of
from oddboard.games.yavoch.state import (
    ARCHID,
    ASKED,
    BECOMING,
    BLAST,
    CAPACITY,
    COMMAND,
    DISCARDING,
    DOUBLING,
    DRAWING,
    FAILING,
    FALLING,
    GATE,
    JUMPING,
    LEVELS,
    NEORNITH,
    NOBODY,
    ROLLING,
    SETTING,
    SHARING,
    SHIFTING,
    SPENDING,
    SQUAM,
    STEALING,
    STRIKING,
    TARGETING,
    TOPPING,
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
from oddboard.games.yavoch.telling import A_PIECE, PIECE_NAMES, card_title, title, whose

_NOW = {
    LEVELS: ("YAV-20", "First the player who begins chooses the low or the high levels."),
    SETTING: ("YAV-20", "The pieces are being set up."),
    TURN: ("YAV-22", "A turn is under way: a shot, a move, a weapon, transfers, then its end."),
    # The same words for both, because an attacker must not learn that the other is asked.
    ROLLING: ("YAV-57", "An attack is announced: first it is decided."),
    ASKED: ("YAV-57", "An attack is announced: first it is decided."),
    SPENDING: ("YAV-46", "First the weapon's cards are spent, one for each component."),
    TARGETING: ("YAV-47", "First the weapon is aimed."),
    SHIFTING: ("YAV-48", "First the Tractor Beam shifts its target."),
    BECOMING: ("YAV-50", "First it is said what the target evolves into."),
    DOUBLING: ("YAV-51", "First the double makes its move."),
    SHARING: ("YAV-51", "First the rings are shared with the double."),
    JUMPING: ("YAV-54", "First the ship jumps."),
    DRAWING: ("YAV-41", "First a card is drawn."),
    TOPPING: ("YAV-43", "First it shows what kind of card lies on top."),
    DISCARDING: ("YAV-41", "First one of six cards is discarded."),
    STRIKING: ("YAV-44", "First the impact on top is turned up."),
    FAILING: ("YAV-58", "First both roll for Engineering Failure."),
    STEALING: ("YAV-59", "First cards are stolen for Enemy Defector."),
    FALLING: ("YAV-63", "First the die is rolled for the asteroid."),
}
# The phases in which a block of codes is decided, from the highest block down.
_WHEN = (
    (FIRST_FORMATION, (SETTING,)),
    (FIRST_LEVELS, (LEVELS,)),
    (FIRST_DISCARD, (DISCARDING,)),
    (FIRST_STEAL, (STEALING,)),
    (FIRST_IMPACT, (STRIKING,)),
    (FIRST_TOP, (TOPPING,)),
    (FIRST_DRAW, (DRAWING,)),
    (DECLINE, (ASKED,)),
    (FIRST_JUMP, (JUMPING,)),
    (FIRST_SHARE, (SHARING,)),
    (FIRST_CLONE, (DOUBLING,)),
    (FIRST_BECOME, (BECOMING,)),
    (FIRST_SHIFT, (SHIFTING,)),
    (FIRST_TARGET, (TARGETING,)),
    (FIRST_SPEND, (SPENDING,)),
    (FIRST_WEAPON, (TURN,)),
    (FIRST_DIE, (ROLLING, FAILING, FALLING)),
    (0, (TURN,)),
)


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    if not s.cards and (FIRST_WEAPON <= code < FIRST_LEVELS):
        return Refusal("YAV-41", "There are no cards and no weapons in Captain Decker's game.")
    first, phases = next((first, phases) for first, phases in _WHEN if code >= first)
    if s.phase not in phases:
        if code == END and s.phase == TURN:
            return Refusal("YAV-23", "The turn cannot end before the move.")
        if first == DECLINE and s.phase == TURN:
            return Refusal("YAV-57", "Nobody is attacked now.")
        return Refusal(*_NOW[int(s.phase)])
    if s.phase == TURN:
        return _why_not_turn(s, code)
    if s.phase in (LEVELS, SETTING):
        return _why_not_setting(s, code)
    if first == FIRST_DIE:
        return Refusal(*_die_seat(s, (code - FIRST_DIE) // FACES))
    if s.phase in (DRAWING, DISCARDING, STEALING, STRIKING, TOPPING):
        return _why_not_card(s, code)
    return _why_not_step(s, code)


def _die_seat(s: State, seat: int) -> tuple[str, str]:
    if s.phase == FAILING:
        return "YAV-58", f"Seat 0 rolls first, then seat 1; it is not seat {seat}'s roll."
    rule = "YAV-24" if s.phase == ROLLING else "YAV-63"
    return rule, f"The die is {seats.name(int(s.turn))}'s, seat {s.turn}."


# Setting up


def _why_not_setting(s: State, code: int) -> Refusal:
    if code < FIRST_PLACE:
        return Refusal("YAV-21", "A formation is chosen instead of placing, before the first piece.")
    kind, at = divmod(code - FIRST_PLACE, POSITIONS)
    kind += 1
    wanted = int(ORDER[s.placed])
    if kind != wanted:
        return Refusal(
            "YAV-20",
            f"Now {A_PIECE[wanted]} is placed: the order is Command ship, Archids, Squams, Neorniths, gates, Trychs.",
        )
    seat = int(s.turn)
    low = side_of(s, seat) == 0
    if at // 25 not in ((0, 1) if low else (3, 4)):
        side = "1 and 2" if low else "4 and 5"
        return Refusal("YAV-20", f"{seats.name(seat)} sets up on levels {side}.")
    if s.on[at]:
        return Refusal("YAV-20", f"There is one piece to a position, and {whose(s, at)} is on {name(at)}.")
    alike = positions(*(s.gates[seat] if kind == GATE else s.ships[seat, kind]))
    if alike and at < alike[-1]:
        return Refusal("YAV-20", f"Like pieces go to ascending positions: above {name(alike[-1])}.")
    return Refusal("YAV-20", f"Above {name(at)} too few positions are free for the others of the kind.")


# A turn


def _why_not_turn(s: State, code: int) -> Refusal:
    if code == END:
        return Refusal("YAV-23", "The turn cannot end before the move.")
    if FIRST_FIRE <= code < FIRST_DETONATE:
        return _why_not_fire(s, code - FIRST_FIRE)
    if FIRST_SHUFFLE <= code < FIRST_FIRE:
        return _why_not_shuffle(s, *divmod(code - FIRST_SHUFFLE, POSITIONS))
    if code >= FIRST_WEAPON:
        return _why_not_weapon(s, *divmod(code - FIRST_WEAPON, POSITIONS))
    if FIRST_DETONATE <= code < END:
        return _why_not_detonate(s, code - FIRST_DETONATE)
    return _why_not_move(s, *divmod(code // 2, POSITIONS), bool(code & 1))


def _pledged(s: State) -> Refusal | None:
    if s.pledged:
        return Refusal("YAV-16", "Rings were passed before the move: now comes a shot or a weapon.")
    return None


def _not_mine(s: State, at: int) -> Refusal | None:
    """A refusal if there is no ship of the player on turn on a position."""
    if kind_at(s, at) and seat_at(s, at) == s.turn:
        return None
    there = whose(s, at)
    return Refusal("YAV-22", f"{seats.name(int(s.turn))} has no ship on {name(at)}; there is {there}.")


def _why_not_fire(s: State, at: int) -> Refusal:
    command = command_of(s, int(s.turn))
    if s.fired:
        return Refusal("YAV-32", "The cannon is fired once a turn.")
    if s.rings[command] == 0:
        return Refusal("YAV-17", "A Command ship without a ring cannot fire.")
    if at == command:
        return Refusal("YAV-32", "The cannon fires from there.")
    if not any(at in RAY[command, way] for way in range(ALL_WAYS)):
        return Refusal("YAV-32", f"{name(at)} is not in a straight line or column from {name(command)}.")
    if not s.on[at]:
        return Refusal("YAV-32", f"A shot needs something to destroy, and {name(at)} is empty.")
    blocker = _blocker(s, command, at)
    if blocker != NOWHERE:
        return Refusal("YAV-32", f"A shot hits the first thing in line: {whose(s, blocker)} on {name(blocker)}.")
    assert at not in positions(*in_line(s, command, SHIPS_AND_MINES))
    return Refusal("YAV-32", f"The empty gate on {name(at)} would swallow the shot.")


def _blocker(s: State, at: int, to: int) -> int:
    """What is in the way on a straight line, or NOWHERE."""
    for way in range(ALL_WAYS):
        line = [int(each) for each in RAY[at, way]]
        if to in line:
            for between in line[: line.index(to)]:
                if s.on[between]:
                    return between
    return NOWHERE


def _why_not_shuffle(s: State, at: int, to: int) -> Refusal:
    if wrong := _not_mine(s, at) or _not_mine(s, to):
        return Refusal("YAV-15", f"Rings pass between friendly ships. {wrong.message}")
    if at == to or to not in positions(*AROUND[at]):
        return Refusal("YAV-15", f"Rings pass between neighbours on a level; {name(at)} and {name(to)} are not.")
    if s.rings[at] == 0:
        return Refusal("YAV-15", f"The ship on {name(at)} has no ring to pass.")
    if s.rings[to] >= CAPACITY[kind_at(s, to)]:
        return Refusal("YAV-14", f"The ship on {name(to)} has no room for another ring.")
    if at in positions(*s.gave):
        return Refusal("YAV-15", f"The ship on {name(at)} has passed a ring in this turn already.")
    if to in positions(*s.got):
        return Refusal("YAV-15", f"The ship on {name(to)} has got a ring in this turn already.")
    return Refusal(
        "YAV-16", "Before the move rings pass only if a shot or a weapon is legal at once after it; else move first."
    )


def _why_not_detonate(s: State, at: int) -> Refusal:
    if wrong := _not_mine(s, at):
        return wrong
    if kind_at(s, at) != TRYCH:
        return Refusal("YAV-30", f"Only a Trych detonates, not {whose(s, at)}.")
    if not s.moved:
        return _pledged(s) or Refusal("YAV-30", "It cannot detonate now.")
    if s.slow_fuse:
        return Refusal("YAV-30", "With this fuse a detonation is the turn's one move.")
    return Refusal("YAV-30", "After the move only the Trych that moved may detonate, before rings are passed.")


def _why_not_move(s: State, at: int, to: int, mine: bool) -> Refusal:
    if s.moved:
        return Refusal("YAV-22", "The turn's one move is made.")
    if wrong := _pledged(s):
        return wrong
    if not kind_at(s, at) and gate_at(s, at) == s.turn:
        return _why_not_gate(s, at, to, mine)
    if wrong := _not_mine(s, at):
        return wrong
    kind = kind_at(s, at)
    if kind != TRYCH and s.rings[at] == 0:
        return Refusal(
            "YAV-17" if kind == COMMAND else "YAV-14", f"{whose(s, at)} on {name(at)} has no ring to move with."
        )
    if to not in positions(*reach(s, at)):
        return _why_not_reached(s, at, to, kind)
    if gate_at(s, at) != NOBODY:
        return Refusal("YAV-18", "No mine is left on a gate.")
    needed = 1 if kind == TRYCH else 2
    assert mine
    return Refusal("YAV-18", f"To leave a mine it needs {needed} {'ring' if needed == 1 else 'rings'}.")


def _why_not_gate(s: State, at: int, to: int, mine: bool) -> Refusal:
    if mine:
        return Refusal("YAV-18", "A gate has no ring to leave a mine with.")
    if to not in positions(*ANY_STEPS[at]):
        return Refusal("YAV-12", "A gate moves one position, or one level along either column.")
    return Refusal("YAV-12", f"A gate moves to an empty position, and {whose(s, to)} is on {name(to)}.")


_WAYS_OF_MOVING = {
    COMMAND: ("YAV-11", "A Command ship moves one position, or one level along either column."),
    ARCHID: ("YAV-9", "An Archid slides along a short vector or the slant."),
    SQUAM: ("YAV-8", "A Squam slides along a long vector or the perpendicular."),
    NEORNITH: ("YAV-10", "A Neornith moves one position and one level along the perpendicular."),
    TRYCH: ("YAV-7", "A Trych moves one position, or one level along the perpendicular."),
}


def _why_not_reached(s: State, at: int, to: int, kind: int) -> Refusal:
    steps = {TRYCH: TRYCH_STEPS, NEORNITH: HOPS, COMMAND: ANY_STEPS}
    own_command = kind_at(s, to) == COMMAND and seat_at(s, to) == s.turn
    if kind in steps:
        if to not in positions(*steps[kind][at]):
            return Refusal(*_WAYS_OF_MOVING[kind])
        if kind == TRYCH:
            return Refusal("YAV-7", f"A Trych never moves onto a ship or a mine, and {whose(s, to)} is on {name(to)}.")
        return Refusal("YAV-29", "Nobody attacks his own Command ship.")
    ways = range(6) if kind == ARCHID else range(6, ALL_WAYS)
    if not any(to in RAY[at, way] for way in ways) or at == to:
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
    kind = kind_at(s, at)
    if kind == COMMAND:
        return Refusal("YAV-46", "A Command ship uses no secret weapons.")
    w = new(Work)
    fill_purse(s, w, seat)
    if not pays_rest(w, weapon, 0, kind, int(w.purse[COMPONENTS - 1])):
        return Refusal(
            "YAV-46",
            f"The hand does not pay for the {what} of {A_PIECE[kind]}: it takes {recipe_words(weapon)}, "
            "each for that ship or for all.",
        )
    if s.rings[at] == 0:
        return Refusal("YAV-46", f"The ship on {name(at)} has no ring, and a weapon needs one.")
    if weapon == CLONING and s.rings[at] < 2:
        return Refusal("YAV-51", "Cloning needs two rings or more.")
    if weapon == CLONING:
        return Refusal("YAV-51", "The double has no position to go to.")
    rule = ("YAV-48", "YAV-49", "YAV-50", "YAV-51", "YAV-52", "YAV-53", "YAV-54")[weapon]
    assert not able(s, at, 1 << weapon)
    if weapon == HYPERDRIVE:
        return Refusal(rule, "No position is free to jump to.")
    return Refusal(rule, f"The {what} has no target in line of sight from {name(at)}.")


# Weapons and defences under way


def _why_not_step(s: State, code: int) -> Refusal:
    source = int(s.source)
    if s.phase == SPENDING:
        return _why_not_spend(s, code - FIRST_SPEND)
    if s.phase == ASKED:
        return _why_not_defend(s, code)
    if s.phase == TARGETING:
        return _why_not_target(s, code - FIRST_TARGET)
    if s.phase == SHIFTING:
        to = code - FIRST_SHIFT
        if to not in positions(*ANY_STEPS[s.aim]):
            return Refusal("YAV-48", f"The ship is shifted one position from {name(int(s.aim))}, in any direction.")
        return Refusal("YAV-48", f"It is shifted to an empty position, and {whose(s, to)} is on {name(to)}.")
    if s.phase == BECOMING:
        return Refusal("YAV-50", f"It is {A_PIECE[kind_at(s, int(s.aim))]} already, and becomes another kind.")
    if s.phase == DOUBLING:
        to = code - FIRST_CLONE
        assert to not in positions(*double_reach(s, source))
        if to in positions(*reach(s, source)):
            return Refusal("YAV-51", f"The double goes to a position without a ship; {whose(s, to)} is on {name(to)}.")
        return Refusal("YAV-51", f"The double moves as {A_PIECE[kind_at(s, source)]} from {name(source)} does.")
    if s.phase == SHARING:
        most = int(s.rings[source]) - 1
        return Refusal("YAV-51", f"The double takes 1 to {most} rings: one of {most + 1} is paid for it.")
    to = code - FIRST_JUMP
    return Refusal("YAV-54", f"The ship jumps to an empty position, and {whose(s, to)} is on {name(to)}.")


def _why_not_spend(s: State, card: int) -> Refusal:
    weapon = int(s.defence) if s.defence else int(s.weapon)
    payer = to_move(s)
    component = COMPONENT_NAMES[RECIPE[weapon, s.step]]
    if not s.hand[payer, card]:
        return Refusal("YAV-46", f"{card_title(CARD_NAMES[card])} is not in {seats.name(payer)}'s hand.")
    if card < COMPONENTS - 1 and CARD_NAMES[card].partition(":")[0] != component:
        return Refusal("YAV-45", f"Now the {title(component)} of the {title(WEAPONS[weapon])} is paid for.")
    if card < COMPONENTS - 1 and card % 5 != 4 and card % 5 + ARCHID != payer_kind(s):
        return Refusal("YAV-46", f"The card is for another ship than the {PIECE_NAMES[payer_kind(s)]}.")
    return Refusal("YAV-46", "Without that card the rest of the recipe could not be paid.")


def _why_not_defend(s: State, code: int) -> Refusal:
    if s.defence == SELF_DESTRUCT:
        return Refusal("YAV-56", "The battle is lost: now the ship may only destroy itself with its attacker.")
    if code == DESTRUCT:
        return Refusal("YAV-56", "Self Destruct is for a ship that has lost a battle.")
    assert s.defence == DEFLECTOR
    if s.attack != BLAST:
        return Refusal("YAV-55", f"The ship that is attacked, on {name(int(s.aim))}, defends itself and no other.")
    if code < FIRST_SAVE:
        return Refusal("YAV-55", "Against a blast it is said which ship is saved.")
    at = code - FIRST_SAVE
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
    if kind_at(s, at) == COMMAND and weapon in (WEAPONS.index("evolution"), WEAPONS.index("revenant_device")):
        return Refusal(rule, f"The {title(WEAPONS[weapon])} does not work on a Command ship.")
    if seat_at(s, at) == s.turn:
        return Refusal(rule, f"The {title(WEAPONS[weapon])} is for enemy ships.")
    return Refusal(rule, "The target must hold a ring.")


# Cards


def _why_not_card(s: State, code: int) -> Refusal:
    if s.phase == DRAWING:
        return Refusal("YAV-43", f"No {card_title(CARD_NAMES[code - FIRST_DRAW])} is left in the deck.")
    if s.phase == TOPPING:
        kind = ("component", "impact")[code - FIRST_TOP]
        return Refusal("YAV-43", f"No {kind} is left in the deck.")
    if s.phase == STRIKING:
        return Refusal("YAV-44", f"No {title(CARD_NAMES[COMPONENTS + code - FIRST_IMPACT])} is left in the deck.")
    if s.phase == STEALING:
        seat, card = divmod(code - FIRST_STEAL, COMPONENTS)
        if seat != s.roller:
            return Refusal("YAV-59", f"Now seat {s.roller} steals.")
        return Refusal("YAV-59", f"{seats.name(1 - seat)} does not hold a {card_title(CARD_NAMES[card])}.")
    card = code - FIRST_DISCARD
    return Refusal("YAV-41", f"{card_title(CARD_NAMES[card])} is not in {seats.name(int(s.turn))}'s hand.")

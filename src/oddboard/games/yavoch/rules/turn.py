"""Yavoch: a fresh game, who decides, and the course of a turn: a decision is carried out, then whatever follows."""

from oddboard.core.bits import NONE
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.games.yavoch import codes, state
from oddboard.games.yavoch.cards import DEFLECTOR, SELF_DESTRUCT
from oddboard.games.yavoch.field import NOWHERE
from oddboard.games.yavoch.formations import LOW
from oddboard.games.yavoch.rules.attacks import announce, clear_attack
from oddboard.games.yavoch.rules.battles import destroy_both, move, needs_roll, roll_battle, take_position
from oddboard.games.yavoch.rules.blasts import blast
from oddboard.games.yavoch.rules.cannon import fire, hit
from oddboard.games.yavoch.rules.defences import can_defend, defend, is_asked
from oddboard.games.yavoch.rules.energy import end_chain, is_starving, shuffle
from oddboard.games.yavoch.rules.hands import after_card, bury, draw, rearm, renew, spend
from oddboard.games.yavoch.rules.impacts import asteroids, end_impact, fail, steal, strike
from oddboard.games.yavoch.rules.landing import lay_mine
from oddboard.games.yavoch.rules.reach import can_move
from oddboard.games.yavoch.rules.setting import place, place_formation
from oddboard.games.yavoch.rules.weapons import apply_weapon, can_use_weapon, jump, ready_weapon, share_out, target
from oddboard.games.yavoch.state import State, Work, seat_at


@rule
def clear_turn(s: State) -> None:
    """Forget what was done in the turn, but not whether anything was destroyed or a weapon used."""
    s.moved = 0
    s.fired = 0
    s.fuse = NOWHERE
    for half in range(2):
        s.gave[half] = NONE
        s.got[half] = NONE
    end_chain(s)


@rule
def setup(
    s: State,
    cards: bool,
    offset: int,
    core: int,
    slow_fuse: bool,
    trychs: int,
    drawn: bool,
    deck: int,
    turn_limit: int,
) -> None:
    """Fill a fresh state; the cards are put into `left` by the caller, who knows the deck."""
    s.cards = cards
    s.offset = offset
    s.core = core
    s.drawn = drawn
    s.slow_fuse = slow_fuse
    s.trychs = trychs
    s.deck = deck
    s.turn_limit = turn_limit
    s.phase = state.OPENING if drawn else state.LEVELS
    s.winner = state.NOBODY
    s.top = state.COMPONENT_TOP  # YAV-43
    s.impact = state.UNARMED
    s.stolen = state.UNARMED
    clear_attack(s)
    clear_turn(s)


@rule
def to_move(s: State) -> int:
    """Who decides now."""
    phase = s.phase
    if phase == state.TURN:
        return s.turn
    if phase == state.ENDED:
        return OVER
    if phase == state.ROLLING or phase == state.DRAWING or phase == state.TOPPING or phase >= state.STRIKING:
        return CHANCE
    if phase == state.ASKED or (phase == state.SPENDING and s.defence):
        return 1 - s.turn
    return s.turn


@rule
def resolve(s: State) -> None:
    """Carry an attack forward until somebody, or the die, has to decide."""
    if s.phase == state.ANNOUNCED:
        asked = is_asked(s)
        s.phase = state.ASKED if asked else state.UNOPPOSED
        s.defence = DEFLECTOR if asked else 0
    if s.phase == state.UNOPPOSED:
        s.defence = 0
        if s.attack == state.BATTLE:
            s.phase = state.ROLLING if needs_roll(s, int(s.source), int(s.aim)) else state.WON
        elif s.attack == state.RAM:
            if s.lays:
                lay_mine(s, int(s.source))
            destroy_both(s)
        elif s.attack == state.SHOT:
            hit(s)
        elif s.attack == state.BLAST:
            blast(s)
        else:
            apply_weapon(s)
    if s.phase == state.WON:
        # Asked after the battle is lost, with or without a roll (YAV-56).
        asked = seat_at(s, int(s.aim)) != s.turn and can_defend(s, int(s.aim), SELF_DESTRUCT)
        s.phase = state.ASKED if asked else state.UNAVENGED
        s.defence = SELF_DESTRUCT if asked else 0
    if s.phase == state.UNAVENGED:
        s.defence = 0
        take_position(s)


@rule
def judge(s: State) -> None:
    """Note who has won if a Command ship is destroyed or a player has no other ship (YAV-39)."""
    alive0 = (s.ships[0, state.COMMAND, 0] | s.ships[0, state.COMMAND, 1]) != NONE
    alive1 = (s.ships[1, state.COMMAND, 0] | s.ships[1, state.COMMAND, 1]) != NONE
    if not alive0 or not alive1:
        if alive0 == alive1:
            s.winner = state.DRAWN
            s.ending = state.BOTH_COMMANDS
        elif s.winner == state.NOBODY:  # or it is a draw by the last ring
            s.winner = 0 if alive0 else 1
            s.ending = state.COMMAND_LOST
        return
    alone0 = s.fleet[0, 0] == s.ships[0, state.COMMAND, 0] and s.fleet[0, 1] == s.ships[0, state.COMMAND, 1]
    alone1 = s.fleet[1, 0] == s.ships[1, state.COMMAND, 0] and s.fleet[1, 1] == s.ships[1, state.COMMAND, 1]
    if alone0 and alone1:
        s.winner = state.DRAWN
        s.ending = state.BOTH_FLEETS
    elif alone0 or alone1:
        s.winner = 1 if alone0 else 0
        s.ending = state.FLEET_LOST


@rule
def close_turn(s: State) -> None:
    """The turn is over: starvation, then the card (YAV-17, YAV-41)."""
    clear_turn(s)
    if is_starving(s, int(s.turn)):
        s.winner = 1 - s.turn
        s.ending = state.STARVED
    s.phase = state.DRAWING if s.cards and not s.armed else state.PASSED


@rule
def pass_turn(s: State) -> None:
    """The other player's turn begins, unless the game is drawn (YAV-40)."""
    s.quiet = 0 if s.struck else s.quiet + 1
    s.struck = 0
    s.armed = 0
    s.turns += 1
    if s.quiet >= state.QUIET_TURNS or s.turns >= s.turn_limit:
        s.winner = state.DRAWN
        s.ending = state.QUIET if s.quiet >= state.QUIET_TURNS else state.LIMIT
        return
    s.turn = 1 - s.turn
    s.phase = state.TURN


@rule
def go_on(s: State, w: Work) -> None:
    """After what was decided: the end of the game, or what is decided next."""
    for seat in range(state.SEATS):
        if s.arms[seat, 0] == state.CHANGED:
            rearm(s, w, seat)
    if s.phase <= state.ENDED and s.phase != state.TOPPING:
        return
    acted, began = s.phase == state.ACTED, False
    clear_attack(s)
    if s.phase != state.PASSED:
        judge(s)
    if s.winner == state.NOBODY:
        if acted:
            s.phase = state.TURN
        elif s.phase == state.STRUCK_BY:
            s.phase = state.TOPPING
        elif s.phase == state.LEFT:
            close_turn(s)
    if s.phase == state.PASSED and s.winner == state.NOBODY:
        pass_turn(s)
        began = True
    if s.winner == state.NOBODY and (began or (acted and not s.moved)):
        seat = int(s.turn)
        if not can_move(s, seat, acted) and not can_use_weapon(s, w, seat):
            if began:
                s.winner = 1 - s.turn  # no valid move as the turn begins (YAV-39)
                s.ending = state.IMMOBILE
            else:
                s.moved = 1  # after a shot nothing is left to move (YAV-23)
    if s.winner != state.NOBODY:
        s.phase = state.ENDED
        clear_turn(s)
    if s.phase == state.TOPPING:
        renew(s)  # before it shows what lies on top (YAV-44)


@rule
def roll(s: State, face: int) -> None:
    """The die of fate."""
    if s.phase == state.ROLLING:
        roll_battle(s, face)
    elif s.phase == state.FAILING:
        fail(s, face)
    else:
        asteroids(s, face)
        end_impact(s)


@rule
def play_card(s: State, code: int) -> None:
    """A decision about the deck or a hand."""
    if code >= codes.FIRST_DISCARD:
        bury(s, int(s.turn), code - codes.FIRST_DISCARD)
        after_card(s)
    elif code >= codes.FIRST_STEAL:
        steal(s, codes.steal_seat(code), codes.steal_card(code))
    elif code >= codes.FIRST_IMPACT:
        strike(s, code - codes.FIRST_IMPACT)
    elif code >= codes.FIRST_TOP:
        s.top = code - codes.FIRST_TOP
        after_card(s)
    else:
        draw(s, code - codes.FIRST_DRAW)


@rule
def play_weapon(s: State, code: int) -> None:
    """A decision about an offensive weapon."""
    if code >= codes.FIRST_JUMP:
        jump(s, code - codes.FIRST_JUMP)
    elif code >= codes.FIRST_SHARE:
        share_out(s, code - codes.FIRST_SHARE)
    elif code >= codes.FIRST_CLONE:
        s.into = code - codes.FIRST_CLONE
        s.phase = state.SHARING
    elif code >= codes.FIRST_BECOME:
        s.into = code - codes.FIRST_BECOME + state.ARCHID
        announce(s, state.WEAPON, int(s.source), int(s.aim))
    elif code >= codes.FIRST_SHIFT:
        s.into = code - codes.FIRST_SHIFT
        announce(s, state.WEAPON, int(s.source), int(s.aim))
    elif code >= codes.FIRST_TARGET:
        target(s, code - codes.FIRST_TARGET)
    elif code >= codes.FIRST_SPEND:
        spend(s, code - codes.FIRST_SPEND)
    else:
        ready_weapon(s, codes.weapon_used(code), codes.weapon_user(code))


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    if code < codes.FIRST_SHUFFLE:
        move(s, codes.move_from(code), codes.move_to(code), codes.move_mine(code))
    elif code < codes.FIRST_FIRE:
        shuffle(s, codes.shuffle_from(code), codes.shuffle_to(code))
    elif code < codes.FIRST_DETONATE:
        fire(s, code - codes.FIRST_FIRE)
    elif code < codes.END:
        announce(s, state.BLAST, code - codes.FIRST_DETONATE, NOWHERE)
    elif code == codes.END:
        s.phase = state.LEFT
    elif code < codes.FIRST_WEAPON:
        roll(s, codes.die_face(code))
    elif code < codes.DECLINE:
        play_weapon(s, code)
    elif code < codes.FIRST_DRAW:
        defend(s, code)
    elif code < codes.FIRST_LEVELS:
        play_card(s, code)
    elif code < codes.FIRST_FORMATION:
        s.low = s.first if code - codes.FIRST_LEVELS == LOW else 1 - s.first
        s.phase = state.SETTING
    elif code < codes.FIRST_PLACE:
        place_formation(s, code - codes.FIRST_FORMATION)
    elif code < codes.FIRST_OPENER:
        place(s, codes.place_kind(code), codes.place_at(code))
    else:
        s.first = code - codes.FIRST_OPENER
        s.turn = s.first
        s.phase = state.LEVELS
    resolve(s)
    go_on(s, w)

"""Yavoch: a fresh game, carrying out a decision, and the result."""

from typing import Any

from oddboard.core.compiling import rule
from oddboard.core.game import Rules
from oddboard.games.yavoch.actions import (
    announce,
    fire,
    jump,
    move,
    ready_weapon,
    resolve,
    roll_battle,
    share_out,
    shuffle,
    spend,
    target,
)
from oddboard.games.yavoch.cards import COMPONENTS, DEFLECTOR
from oddboard.games.yavoch.choices import legal, pick, to_move
from oddboard.games.yavoch.codes import (
    DECLINE,
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
from oddboard.games.yavoch.field import NOWHERE, POSITIONS
from oddboard.games.yavoch.hiding import hide, imagine
from oddboard.games.yavoch.observation import observe
from oddboard.games.yavoch.outlook import outlook
from oddboard.games.yavoch.setting import place, place_formation
from oddboard.games.yavoch.state import (
    ARCHID,
    BLAST,
    COMPONENT_TOP,
    DRAWN,
    FAILING,
    LEFT,
    LEVELS,
    NOBODY,
    ROLLING,
    SEATS,
    SETTING,
    SHARING,
    SPENDING,
    UNARMED,
    UNAVENGED,
    UNOPPOSED,
    WEAPON,
    State,
    Work,
    clear_attack,
    clear_turn,
)
from oddboard.games.yavoch.turns import (
    after_card,
    asteroids,
    bury,
    draw,
    end_impact,
    fail,
    go_on,
    steal,
    strike,
)


@rule
def setup(s: State, cards: bool, core: int, slow_fuse: bool, trychs: int, deck: int, turn_limit: int) -> None:
    """Fill a fresh state; the cards are put into `left` by the caller, who knows the deck."""
    s.cards = cards
    s.core = core
    s.slow_fuse = slow_fuse
    s.trychs = trychs
    s.deck = deck
    s.turn_limit = turn_limit
    s.phase = LEVELS
    s.winner = NOBODY
    s.top = COMPONENT_TOP  # YAV-43
    s.impact = UNARMED
    s.stolen = UNARMED
    clear_attack(s)
    clear_turn(s)


@rule
def roll(s: State, face: int) -> None:
    """The die of fate."""
    if s.phase == ROLLING:
        roll_battle(s, face)
    elif s.phase == FAILING:
        fail(s, face)
    else:
        asteroids(s, face)
        end_impact(s)


@rule
def defend(s: State, code: int) -> None:
    """The player not on turn answers an attack (YAV-55, YAV-56)."""
    if code == DECLINE:
        s.phase = UNOPPOSED if s.defence == DEFLECTOR else UNAVENGED
        return
    if code >= FIRST_SAVE:
        s.saved = code - FIRST_SAVE
    s.phase = SPENDING


@rule
def play_card(s: State, code: int) -> None:
    """A decision about the deck or a hand."""
    if code >= FIRST_DISCARD:
        bury(s, int(s.turn), code - FIRST_DISCARD)
        after_card(s)
    elif code >= FIRST_STEAL:
        steal(s, (code - FIRST_STEAL) // COMPONENTS, (code - FIRST_STEAL) % COMPONENTS)
    elif code >= FIRST_IMPACT:
        strike(s, code - FIRST_IMPACT)
    elif code >= FIRST_TOP:
        s.top = code - FIRST_TOP
        after_card(s)
    else:
        draw(s, code - FIRST_DRAW)


@rule
def play_weapon(s: State, code: int) -> None:
    """A decision about an offensive weapon."""
    if code >= FIRST_JUMP:
        jump(s, code - FIRST_JUMP)
    elif code >= FIRST_SHARE:
        share_out(s, code - FIRST_SHARE)
    elif code >= FIRST_CLONE:
        s.into = code - FIRST_CLONE
        s.phase = SHARING
    elif code >= FIRST_BECOME:
        s.into = code - FIRST_BECOME + ARCHID
        announce(s, WEAPON, int(s.source), int(s.aim))
    elif code >= FIRST_SHIFT:
        s.into = code - FIRST_SHIFT
        announce(s, WEAPON, int(s.source), int(s.aim))
    elif code >= FIRST_TARGET:
        target(s, code - FIRST_TARGET)
    elif code >= FIRST_SPEND:
        spend(s, code - FIRST_SPEND)
    else:
        ready_weapon(s, (code - FIRST_WEAPON) // POSITIONS, (code - FIRST_WEAPON) % POSITIONS)


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    if code < FIRST_SHUFFLE:
        move(s, code // 2 // POSITIONS, code // 2 % POSITIONS, code & 1)
    elif code < FIRST_FIRE:
        shuffle(s, (code - FIRST_SHUFFLE) // POSITIONS, (code - FIRST_SHUFFLE) % POSITIONS)
    elif code < FIRST_DETONATE:
        fire(s, code - FIRST_FIRE)
    elif code < END:
        announce(s, BLAST, code - FIRST_DETONATE, NOWHERE)
    elif code == END:
        s.phase = LEFT
    elif code < FIRST_WEAPON:
        roll(s, (code - FIRST_DIE) % FACES)
    elif code < DECLINE:
        play_weapon(s, code)
    elif code < FIRST_DRAW:
        defend(s, code)
    elif code < FIRST_LEVELS:
        play_card(s, code)
    elif code < FIRST_FORMATION:
        s.low = code - FIRST_LEVELS  # seat 0 is low, or seat 1 is
        s.phase = SETTING
    elif code < FIRST_PLACE:
        place_formation(s, code - FIRST_FORMATION)
    else:
        place(s, (code - FIRST_PLACE) // POSITIONS + 1, (code - FIRST_PLACE) % POSITIONS)
    resolve(s)
    go_on(s, w)


@rule
def score(s: State, out: Any) -> None:
    """1 for the winner, half for each in a draw or while the game goes on."""
    for seat in range(SEATS):
        if s.winner == NOBODY or s.winner == DRAWN:
            out[seat] = 0.5
        else:
            out[seat] = 1.0 if s.winner == seat else 0.0


RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe)

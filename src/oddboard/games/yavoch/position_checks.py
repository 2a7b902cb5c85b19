"""Yavoch: what cannot be in a position that play goes on from."""

from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.yavoch import state
from oddboard.games.yavoch.field import NOWHERE
from oddboard.games.yavoch.formations import BEFORE_TRYCHS, LEVELS_OF
from oddboard.games.yavoch.rules.legal import legal
from oddboard.games.yavoch.rules.setting import side_of
from oddboard.games.yavoch.state import State, Work, kind_at, positions, seat_at

_ATTACKING = (
    state.ROLLING,
    state.ASKED,
    state.SPENDING,
    state.TARGETING,
    state.SHIFTING,
    state.BECOMING,
    state.DOUBLING,
    state.SHARING,
    state.JUMPING,
)
_IN_IMPACTS = (state.FAILING, state.STEALING, state.FALLING)
_ABOUT_CARDS = (state.DRAWING, state.TOPPING, state.DISCARDING, state.STRIKING, *_IN_IMPACTS)


def check(s: State) -> None:
    """Refuse what play could not go on from."""
    if s.phase in (state.OPENING, state.LEVELS, state.SETTING):
        _check_setting(s)
    elif s.phase != state.ENDED:
        for seat in range(state.SEATS):
            if len(positions(*s.ships[seat, state.COMMAND])) != 1:
                raise BadPosition(f"position.ships: seat {seat} has one Command ship while the game goes on", "YAV-39")
    for seat in range(state.SEATS):
        if len(positions(*s.gates[seat])) > 2:
            raise BadPosition(f"position.gates: seat {seat} has two at most", "YAV-6")
    if (s.phase == state.ENDED) != (s.winner != state.NOBODY):
        raise BadPosition("position.winner is there when the phase is over, and only then", "YAV-39")
    if (s.phase in _ATTACKING) != (s.attack != state.NO_ATTACK):
        raise BadPosition("position.attack is there while an attack or a weapon is under way, and only then")
    if s.attack != state.NO_ATTACK:
        _check_attack(s)
    if s.fuse != NOWHERE and (kind_at(s, int(s.fuse)) != state.TRYCH or seat_at(s, int(s.fuse)) != s.turn):
        raise BadPosition("position.fuse is where a Trych of the player on turn has moved", "YAV-30")
    if s.chain != NOWHERE and (s.moved or s.phase != state.TURN or len(positions(*s.linked)) == 1):
        raise BadPosition("position.chain is there while a ring is passed on before the move, and only then", "YAV-16")
    if not s.drawn and (s.phase == state.OPENING or s.first):
        raise BadPosition("position.first is 0 where the option first is seats", "YAV-20")
    if s.phase in _ABOUT_CARDS:
        _check_cards(s)
    if s.phase != state.ENDED and not legal(s, new(Work)):
        raise BadPosition("position: nothing could be decided in it; an ended game has the phase over")


def _check_setting(s: State) -> None:
    pieces = [len(positions(*s.fleet[seat])) + len(positions(*s.gates[seat])) for seat in range(state.SEATS)]
    whole = BEFORE_TRYCHS + int(s.trychs)
    first = int(s.first)
    wanted = [int(s.placed), 0] if s.turn == first else [whole, int(s.placed)]
    early = s.phase != state.SETTING  # before the first piece
    if [pieces[first], pieces[1 - first]] != wanted or s.placed >= whole or (early and (s.turn != first or s.placed)):
        raise BadPosition("position.placed does not agree with the pieces there are", "YAV-20")
    for seat in range(state.SEATS):
        side = LEVELS_OF[side_of(s, seat)]
        if any(at not in side for at in positions(*s.fleet[seat]) + positions(*s.gates[seat])):
            raise BadPosition(f"position.ships: seat {seat} sets up on its own two levels", "YAV-20")


def _check_attack(s: State) -> None:
    source, aim, phase = int(s.source), int(s.aim), int(s.phase)
    wrong = BadPosition("position.attack does not agree with the ships there are, or with the phase")
    if source == NOWHERE or not kind_at(s, source) or seat_at(s, source) != s.turn:
        raise wrong
    kind = kind_at(s, source)
    if s.attack in (state.BATTLE, state.RAM):
        right = kind != state.TRYCH and aim != NOWHERE and kind_at(s, aim) != 0 and aim != source
    elif s.attack == state.SHOT:
        right = kind == state.COMMAND and aim != NOWHERE and s.on[aim] != 0 and aim != source
    elif s.attack == state.BLAST:
        right = kind == state.TRYCH and aim == NOWHERE
    else:
        aimed = phase in (state.SHIFTING, state.BECOMING, state.ASKED, state.ROLLING) or bool(s.defence)
        right = kind != state.COMMAND and s.weapon != state.UNARMED and (aim == NOWHERE or kind_at(s, aim) != 0)
        right = right and aimed == (aim != NOWHERE) and (phase != state.SHARING or s.into != NOWHERE)
        right = right and (phase != state.SHARING or s.rings[source] >= 2)
    if (s.attack == state.WEAPON) != (s.weapon != state.UNARMED) or not right:
        raise wrong
    if s.attack != state.WEAPON and phase not in (state.ROLLING, state.ASKED, state.SPENDING):
        raise wrong
    asked = phase == state.ASKED or (phase == state.SPENDING and s.attack != state.WEAPON)
    if asked and not s.defence:
        raise wrong
    if s.defence and phase not in (state.ASKED, state.SPENDING):
        raise wrong
    if s.defence and s.attack != state.BLAST and (kind_at(s, aim) in (0, state.COMMAND) or seat_at(s, aim) == s.turn):
        raise wrong
    if s.defence and phase == state.SPENDING and s.attack == state.BLAST:
        saved = int(s.saved)
        if saved == NOWHERE or kind_at(s, saved) in (0, state.COMMAND) or seat_at(s, saved) == s.turn:
            raise wrong
    elif s.saved != NOWHERE:
        raise wrong
    paid_for = int(s.defence) if s.defence else int(s.weapon)
    if s.step and (phase != state.SPENDING or s.step >= s.steps[paid_for]):
        raise wrong


def _check_cards(s: State) -> None:
    if not s.cards:
        raise BadPosition("position.phase is about cards, and Captain Decker's game has none", "YAV-41")
    if (s.phase in _IN_IMPACTS) != (s.impact != state.UNARMED):
        raise BadPosition("position.cards.impact is there while one is carried out, and only then", "YAV-44")

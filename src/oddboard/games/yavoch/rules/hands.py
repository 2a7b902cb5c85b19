"""Yavoch: the cards in a hand, what they pay for, and the deck (YAV-41 to YAV-46)."""

from typing import Any

from oddboard.core.bits import NONE, bit
from oddboard.core.compiling import rule
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import (
    CARDS,
    CLONING,
    COMPONENTS,
    DEFLECTOR,
    FITS,
    FITS_ALL,
    HYPERDRIVE,
    SELF_DESTRUCT,
    WILD,
)
from oddboard.games.yavoch.rules.battles import destroy_both
from oddboard.games.yavoch.state import State, Work, kind_at


@rule
def payer_kind(s: State) -> int:
    """The kind of the ship for whose weapon or defence cards are spent."""
    if not s.defence:
        return kind_at(s, int(s.source))
    return kind_at(s, int(s.saved) if s.attack == state.BLAST else int(s.aim))


@rule
def fill_purse(s: State, w: Work, seat: int) -> None:
    """Write down the cards that a seat has in hand, or in a view in which they are hidden, may have."""
    hidden = s.veil != state.WHOLE and s.veil != 1 + seat
    for card in range(COMPONENTS):
        w.purse[card] = s.left[card] if hidden else s.hand[seat, card]


@rule
def is_lacking(s: State, w: Work, weapon: int, step: int, kind: int) -> bool:
    """Whether the purse has no card but a wild one for a component of a weapon for a kind of ship (YAV-46)."""
    first = s.recipe[weapon, step] * FITS
    return bool(w.purse[first + kind - state.ARCHID] == 0 and w.purse[first + FITS_ALL] == 0)


@rule
def pays_rest(s: State, w: Work, weapon: int, step: int, kind: int, wilds: int) -> bool:
    """Whether the purse pays for the components of a weapon from a step on, with so many wild cards (YAV-46)."""
    for i in range(step, s.steps[weapon]):
        if is_lacking(s, w, weapon, i, kind):
            wilds -= 1
    return wilds >= 0


@rule
def spendable(s: State, w: Work, seat: int, weapon: int, step: int, kind: int) -> Any:
    """The cards, as a mask, that a seat may spend for a component of a weapon (YAV-46)."""
    fill_purse(s, w, seat)
    first = int(s.recipe[weapon, step]) * FITS
    wilds = int(w.purse[WILD])
    mask = NONE
    if pays_rest(s, w, weapon, step + 1, kind, wilds):
        if w.purse[first + kind - state.ARCHID] > 0:
            mask |= bit(first + kind - state.ARCHID)
        if w.purse[first + FITS_ALL] > 0:
            mask |= bit(first + FITS_ALL)
    if wilds > 0 and pays_rest(s, w, weapon, step + 1, kind, wilds - 1):
        mask |= bit(WILD)
    return mask


@rule
def rearm(s: State, w: Work, seat: int) -> None:
    """Note which weapons a hand pays for, after it has changed."""
    fill_purse(s, w, seat)
    wilds = int(w.purse[WILD])
    for kind in range(state.ARCHID, state.TRYCH + 1):
        arms = 0
        for weapon in range(SELF_DESTRUCT + 1):
            if s.steps[weapon] <= s.held[seat] and pays_rest(s, w, weapon, 0, kind, wilds):
                arms |= 1 << weapon
        s.arms[seat, kind] = arms
    s.arms[seat, 0] = 0


@rule
def spend(s: State, card: int) -> None:
    """A card is spent for a component; with the last one the weapon is aimed or the defence works (YAV-46)."""
    payer = 1 - s.turn if s.defence else int(s.turn)
    s.hand[payer, card] -= 1
    s.held[payer] -= 1
    s.arms[payer, 0] = state.CHANGED
    s.open[card] += 1
    s.step += 1
    weapon = int(s.defence) if s.defence else int(s.weapon)
    if s.step < s.steps[weapon]:
        return
    s.step = 0
    if weapon == DEFLECTOR:
        # YAV-55: nothing moves and the turn is forfeited, but a blast goes on around the ship saved.
        s.phase = state.UNOPPOSED if s.attack == state.BLAST else state.LEFT
    elif weapon == SELF_DESTRUCT:
        destroy_both(s)
    elif weapon == CLONING:
        s.phase = state.DOUBLING
    elif weapon == HYPERDRIVE:
        s.phase = state.JUMPING
    else:
        s.phase = state.TARGETING


@rule
def renew(s: State) -> None:
    """An empty deck is renewed from the discards (YAV-44)."""
    if s.stack > 0:
        return
    for card in range(CARDS):
        count = int(s.open[card])
        s.open[card] = 0
        if card < COMPONENTS:
            for seat in range(state.SEATS):
                count += s.down[seat, card]
                s.down[seat, card] = 0
        s.left[card] = count
        s.stack += count
    for seat in range(state.SEATS):
        s.buried[seat] = 0


@rule
def draw(s: State, card: int) -> None:
    """The player draws a card; then it shows what kind lies on top."""
    seat = int(s.turn)
    s.left[card] -= 1
    s.stack -= 1
    s.hand[seat, card] += 1
    s.held[seat] += 1
    s.arms[seat, 0] = state.CHANGED
    s.phase = state.TOPPING


@rule
def bury(s: State, seat: int, card: int) -> None:
    """A card of a hand is discarded face down."""
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    s.down[seat, card] += 1
    s.buried[seat] += 1
    s.arms[seat, 0] = state.CHANGED


@rule
def after_card(s: State) -> None:
    """With the deck's top known: a discard at six cards, then impacts, then the next turn."""
    if s.held[s.turn] > state.FULL_HAND:
        s.phase = state.DISCARDING
    elif s.top == state.IMPACT_TOP:
        s.phase = state.STRIKING
    else:
        s.phase = state.PASSED


@rule
def impacts_left(s: State) -> int:
    """Impact cards in the deck, which both players know."""
    count = 0
    for card in range(COMPONENTS, CARDS):
        count += s.left[card]
    return count

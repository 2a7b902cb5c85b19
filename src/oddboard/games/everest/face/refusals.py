"""Everest: why a decision is not legal, with the rule that forbids it."""

from collections.abc import Iterable

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.games.everest.codes import (
    FLEE,
    LAY,
    ORDERS,
    PUT_IN_ORDER,
    REST,
    ROLL,
    SET_ASIDE,
    SNOWBALLS,
    TAKE_HOME,
    base_taken,
    coin_laid,
    coin_of,
    coin_set_aside,
    is_snowball,
    kind_of,
    order_chosen,
)
from oddboard.games.everest.face.names import COIN_NAMES, coins_words, item_words, times_words
from oddboard.games.everest.rules.board import action, hurts
from oddboard.games.everest.rules.conflicts import items_in, misplaced_roar, roarers_in
from oddboard.games.everest.rules.legal import rolling
from oddboard.games.everest.rules.plans import coins_to_lay
from oddboard.games.everest.rules.turn import at_stake
from oddboard.games.everest.state import (
    BASES,
    CHECKING,
    CONTEST,
    FLEEING,
    HOMES,
    ORDERING,
    PLANNING,
    RESTING,
    ROLLING,
    SETTING_ASIDE,
    TABLE,
    State,
    members,
    square_name,
)

# The phases in which decisions of a kind are asked for.
_PHASES = {
    LAY: (PLANNING,),
    ROLL: ROLLING,
    TAKE_HOME: (HOMES,),
    FLEE: (FLEEING,),
    REST: (RESTING,),
    SET_ASIDE: (SETTING_ASIDE,),
    PUT_IN_ORDER: (ORDERING,),
}


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    if s.phase not in _PHASES[kind_of(code)]:
        return _not_now(s, code)
    who = seats.name(int(s.turn))
    if s.phase == HOMES:
        return Refusal("EVE-4", f"{square_name(BASES[base_taken(code)])} is taken already: each takes a free base.")
    if s.phase == PLANNING:
        coin = coin_of(coin_laid(code))
        if not s.coins[s.turn] >> coin & 1:
            return Refusal("EVE-29", f"{who}'s {COIN_NAMES[coin]} is set aside until its yeti heals.")
        return Refusal("EVE-6", f"{who}'s {COIN_NAMES[coin]} is laid already; left are {_coins(coins_to_lay(s))}.")
    if s.phase in ROLLING:
        return _why_not_roll(s)
    if s.phase == ORDERING:
        return _why_not_order(s, order_chosen(code))
    if s.phase == FLEEING:
        others = " or ".join(seats.name(seat) for seat in members(s.flees_from[s.turn]))
        return Refusal("EVE-26", f"{who} runs from one that struck it when it rolled to run: {others}.")
    if s.phase == RESTING:
        hurt = hurts(s.board, int(s.turn))
        if not s.coins[s.turn]:
            return Refusal("EVE-30", f"{who} has no coin in use, and must go home and heal.")
        return Refusal(
            "EVE-30",
            f"{who} was {times_words(hurt)} and would lose its last coin: it must go home and heal.",
        )
    name, left = COIN_NAMES[coin_set_aside(code)], _coins(s.coins[s.turn])
    return Refusal("EVE-29", f"{who}'s {name} is not in use; one of {left} is to be set aside.")


def _not_now(s: State, code: int) -> Refusal:
    """Something else is to be decided first."""
    who = seats.name(int(s.turn))
    if s.phase == HOMES:
        return Refusal("EVE-4", f"First all take their home bases: {who} is next.")
    if s.phase == PLANNING:
        return Refusal("EVE-6", f"First all lay their plans: {who} is to lay a coin.")
    if s.phase == CONTEST:
        die = seats.name(rolling(s))
        return Refusal("EVE-11", f"These actions are in conflict, so dice are rolled for their order: {die}'s is next.")
    if s.phase == ORDERING:
        return Refusal(
            "EVE-11", f"{who} rolled highest and chooses the order of {_listed(members(items_in(at_stake(s))))}."
        )
    if s.phase == CHECKING:
        return Refusal("EVE-23", f"First {seats.name(rolling(s))} rolls whether the roar beside it strikes.")
    if s.phase == TABLE:
        return Refusal("EVE-24", f"First {seats.name(rolling(s))}, struck by a roar, rolls what it does.")
    if s.phase == FLEEING:
        return Refusal("EVE-26", f"First {who} chooses from whom it runs.")
    if s.phase == RESTING:
        return Refusal("EVE-30", f"The round is over: {who} heals or stays.")
    if kind_of(code) == REST and s.left >> s.turn & 1:
        return Refusal("EVE-31", f"{who} left the board this round and cannot heal this time: it sets a coin aside.")
    return Refusal("EVE-29", f"{who} has still to set aside {coins_words(int(s.owed))}.")


def _why_not_roll(s: State) -> Refusal:
    die = seats.name(rolling(s))
    if s.phase == CONTEST:
        return Refusal("EVE-11", f"Dice for the order are rolled by seats, after a tie only by the highest: {die}'s.")
    if s.phase == CHECKING:
        return Refusal("EVE-23", f"The next check against a roar is {die}'s.")
    return Refusal("EVE-25", f"Those struck by roars roll by seats: {die} is next.")


def _why_not_order(s: State, number: int) -> Refusal:
    """The rule against an order, in a conflict."""
    actions, order = at_stake(s), ORDERS[number]
    items = members(items_in(actions))
    every = f"The order names {_listed(items)}, each once."
    for item in order:
        if item in items:
            continue
        if item == SNOWBALLS:
            return Refusal("EVE-11", f"Nobody throws a snowball here. {every}")
        if s.about_runs:
            return Refusal("EVE-27", f"{seats.name(item)} does not run. {every}")
        if is_snowball(action(actions, item)):
            return Refusal("EVE-11", f"{seats.name(item)} throws: the word snowballs stands for all throwers. {every}")
        return Refusal("EVE-11", f"{seats.name(item)} has no action in this beat. {every}")
    if len(order) < len(items):
        return Refusal("EVE-11", f"Missing: {_listed(sorted(set(items) - set(order)))}. {every}")
    at = misplaced_roar(number, roarers_in(actions))
    return Refusal(
        "EVE-12",
        f"Roars next to each other go together and are listed by seats: {_listed((order[at + 1], order[at]))}.",
    )


def _listed(items: Iterable[int]) -> str:
    return ", ".join(map(item_words, items))


def _coins(mask: int) -> str:
    return ", ".join(COIN_NAMES[coin] for coin in members(mask)) or "none"

"""Everest: why a decision is not legal, with the rule that forbids it."""

from collections.abc import Iterable
from itertools import pairwise

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.games.everest.drawing import COIN_NAMES
from oddboard.games.everest.mountain import BASES, square_name
from oddboard.games.everest.moving import action, hurts, is_roar, is_snowball
from oddboard.games.everest.rounds import at_stake
from oddboard.games.everest.rules import coins_to_lay, items_in, rolling
from oddboard.games.everest.state import (
    CHECKING,
    CONTEST,
    FIRST_ASIDE,
    FIRST_COIN,
    FIRST_FLEE,
    FIRST_HOME,
    FIRST_ORDER,
    FIRST_ROLL,
    FLEEING,
    HEAL,
    HOMES,
    ORDERING,
    ORDERS,
    PLANNING,
    RESTING,
    SETTING_ASIDE,
    SNOWBALLS,
    TABLE,
    WAYS,
    State,
    members,
)

_ROLLS = (CONTEST, CHECKING, TABLE)


def listed(items: Iterable[int], between: str = ", ") -> str:
    """Seats and snowballs by name."""
    return between.join("the snowballs" if item == SNOWBALLS else seats.name(item) for item in items)


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    wanted = _phases(code)
    if s.phase not in wanted:
        return _not_now(s, code)
    who = seats.name(int(s.turn))
    if s.phase == HOMES:
        return Refusal("EVE-4", f"{square_name(BASES[code - FIRST_HOME])} is taken already: each takes a free base.")
    if s.phase == PLANNING:
        coin = (code - FIRST_COIN) // WAYS
        if not s.coins[s.turn] >> coin & 1:
            return Refusal("EVE-29", f"{who}'s {COIN_NAMES[coin]} is set aside until its yeti heals.")
        return Refusal("EVE-6", f"{who}'s {COIN_NAMES[coin]} is laid already; left are {_coins(coins_to_lay(s))}.")
    if s.phase in _ROLLS:
        return _why_not_roll(s)
    if s.phase == ORDERING:
        return _why_not_order(s, ORDERS[code - FIRST_ORDER])
    if s.phase == FLEEING:
        others = " or ".join(seats.name(seat) for seat in members(s.flees_from[s.turn]))
        return Refusal("EVE-26", f"{who} runs from one that struck it when it rolled to run: {others}.")
    if s.phase == RESTING:
        hurt = hurts(s.board, int(s.turn))
        if not s.coins[s.turn]:
            return Refusal("EVE-30", f"{who} has no coin in use, and must go home and heal.")
        return Refusal(
            "EVE-30",
            f"{who} was hurt {hurt} times and would lose its last coin: it must go home and heal.",
        )
    return Refusal(
        "EVE-29",
        f"{who}'s {COIN_NAMES[code - FIRST_ASIDE]} is not in use; one of {_coins(s.coins[s.turn])} is to be set aside.",
    )


def _phases(code: int) -> tuple[int, ...]:
    """The phases in which decisions of this kind are asked for."""
    for first, phases in (
        (FIRST_ORDER, (ORDERING,)),
        (FIRST_ASIDE, (SETTING_ASIDE,)),
        (HEAL, (RESTING,)),
        (FIRST_FLEE, (FLEEING,)),
        (FIRST_HOME, (HOMES,)),
        (FIRST_ROLL, _ROLLS),
    ):
        if code >= first:
            return phases
    return (PLANNING,)


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
        return Refusal("EVE-11", f"{who} rolled highest and chooses the order of {listed(_items(s))}.")
    if s.phase == CHECKING:
        return Refusal("EVE-23", f"First {seats.name(rolling(s))} rolls whether the roar beside it strikes.")
    if s.phase == TABLE:
        return Refusal("EVE-24", f"First {seats.name(rolling(s))}, struck by a roar, rolls what it does.")
    if s.phase == FLEEING:
        return Refusal("EVE-26", f"First {who} chooses from whom it runs.")
    if s.phase == RESTING:
        return Refusal("EVE-30", f"The round is over: {who} heals or stays.")
    if code >= HEAL and s.left >> s.turn & 1:
        return Refusal("EVE-31", f"{who} left the board this round and cannot heal this time: it sets a coin aside.")
    return Refusal("EVE-29", f"{who} has still to set aside {s.owed} of its coins.")


def _why_not_roll(s: State) -> Refusal:
    die = seats.name(rolling(s))
    if s.phase == CONTEST:
        return Refusal("EVE-11", f"Dice for the order are rolled by seats, after a tie only by the highest: {die}'s.")
    if s.phase == CHECKING:
        return Refusal("EVE-23", f"The next check against a roar is {die}'s.")
    return Refusal("EVE-25", f"Those struck by roars roll by seats: {die} is next.")


def _items(s: State) -> list[int]:
    return members(items_in(at_stake(s)))


def _why_not_order(s: State, order: tuple[int, ...]) -> Refusal:
    """The rule against an order, in a conflict."""
    actions = at_stake(s)
    items = members(items_in(actions))
    every = f"The order names {listed(items)}, each once."
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
        return Refusal("EVE-11", f"{listed(set(items) - set(order))} is missing. {every}")
    first, second = next(
        (a, b)
        for a, b in pairwise(order)
        if SNOWBALLS not in (a, b) and a > b and is_roar(action(actions, a)) and is_roar(action(actions, b))
    )
    return Refusal(
        "EVE-12",
        f"Roars next to each other go together and are listed by seats: {listed((second, first))}.",
    )


def _coins(mask: int) -> str:
    return ", ".join(COIN_NAMES[coin] for coin in members(mask)) or "none"

"""Yavoch: positions to and from JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddboard.core.bits import bit
from oddboard.core.errors import BadOptions, BadPosition
from oddboard.core.fields import Fields
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.core.records import new
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    COMPONENTS,
    DECK_NAMES,
    EVOLUTION,
    IMPACTS,
    OFFENSIVE,
    OWN_DECK,
    WEAPONS,
    counts,
    recipes_in,
)
from oddboard.games.yavoch.decision import TOPS
from oddboard.games.yavoch.field import CORE_NAMES, NAMES, NOWHERE, OFFSET_NAMES, POSITIONS, name, named
from oddboard.games.yavoch.formations import BEFORE_TRYCHS, MOST_TRYCHS
from oddboard.games.yavoch.position_checks import check
from oddboard.games.yavoch.rules.fleet import put_gate, put_mine, put_ship
from oddboard.games.yavoch.rules.hands import rearm
from oddboard.games.yavoch.rules.hiding import arm_hidden
from oddboard.games.yavoch.state import State, Work, gate_at, kind_at, mine_at, positions, seat_at

PHASES = (
    "levels",
    "setting",
    "turn",
    "rolling",
    "asked",
    "spending",
    "targeting",
    "shifting",
    "becoming",
    "cloning",
    "sharing",
    "jumping",
    "drawing",
    "topping",
    "discarding",
    "impact",
    "failing",
    "stealing",
    "falling",
    "over",
    "opening",
)
ATTACKS = ("", "battle", "ram", "shot", "blast", "weapon")
_VIEWERS = (None, 0, 1, "nobody")  # by veil
_MOST_RINGS = 100  # loose on one position; more cannot come together


def options_of(s: State) -> dict[str, Any]:
    """The options that a state was set up with."""
    deck: str | dict[str, int]
    if s.deck == OWN_DECK:
        deck = {card: int(count) for card, count in zip(CARD_NAMES, _all_cards(s), strict=True) if count}
    else:
        deck = DECK_NAMES[s.deck]
    return {
        "game": "full" if s.cards else "decker",
        "offset": OFFSET_NAMES[s.offset],
        "core": CORE_NAMES[s.core],
        "trychs": int(s.trychs),
        "fuse": "next_turn" if s.slow_fuse else "same_turn",
        "first": "random" if s.drawn else "seats",
        "deck": deck,
        "recipes": recipes_in(s.recipe.tolist()),
        "turn_limit": int(s.turn_limit),
    }


def _all_cards(s: State) -> Any:
    """How many there are of each card, wherever they are."""
    total = s.left + s.open
    for seat in range(state.SEATS):
        total[:COMPONENTS] += s.hand[seat] + s.down[seat]
    if s.stolen >= 0:
        total[s.stolen] += 1
    if s.impact != state.UNARMED:
        total[COMPONENTS + s.impact] += 1
    return total


def _names(masks: Any) -> list[str]:
    return [name(at) for at in positions(*masks)]


def _chain(s: State) -> list[str]:
    """The ships that the ring of a chain has been on, with the one that has it last (YAV-16)."""
    return [] if s.chain == NOWHERE else [at for at in _names(s.linked) if at != NAMES[s.chain]] + [NAMES[s.chain]]


def _place(at: int) -> str | None:
    return None if at == NOWHERE else name(int(at))


def _cards(numbers: Any) -> dict[str, int]:
    return {CARD_NAMES[card]: int(count) for card, count in enumerate(numbers) if count}


def _attack_json(s: State) -> dict[str, Any] | None:
    if s.attack == state.NO_ATTACK:
        return None
    into = None
    if s.into != NOWHERE:
        into = state.KIND_NAMES[s.into] if s.weapon == EVOLUTION else name(int(s.into))
    return {
        "kind": ATTACKS[s.attack],
        "from": _place(s.source),
        "at": _place(s.aim),
        "mine": bool(s.lays),
        "weapon": None if s.weapon == state.UNARMED else WEAPONS[s.weapon],
        "into": into,
        "defence": WEAPONS[s.defence] if s.defence else None,
        "saved": _place(s.saved),
        "paid": int(s.step),
    }


def _cards_json(s: State) -> dict[str, Any] | None:
    if not s.cards:
        return None

    def pile(seat: int, size: int, numbers: Any) -> dict[str, Any]:
        known = s.veil in (state.WHOLE, 1 + seat)
        return {"size": int(size), "cards": _cards(numbers) if known else None}

    stolen = {state.UNARMED: None, state.UNSEEN: "unseen"}.get(int(s.stolen), CARD_NAMES[s.stolen])
    return {
        "seen_by": _VIEWERS[s.veil],
        "top": TOPS[s.top],
        "impact": None if s.impact == state.UNARMED else IMPACTS[s.impact],
        "roller": int(s.roller),
        "stolen": stolen,
        "deck": {"size": int(s.stack), "cards": _cards(s.left)},
        "discards": _cards(s.open),
        "hands": [pile(seat, s.held[seat], s.hand[seat]) for seat in range(state.SEATS)],
        "face_down": [pile(seat, s.buried[seat], s.down[seat]) for seat in range(state.SEATS)],
    }


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state; in a view, without what its seat must not know."""
    on = [int(each) for each in s.on]
    ships = {
        name(at): {"seat": seat_at(s, at), "kind": state.KIND_NAMES[on[at] & 7], "rings": int(s.rings[at])}
        for at in range(POSITIONS)
        if on[at] & 7
    }
    return {
        "players": state.SEATS,
        "options": options_of(s),
        "phase": PHASES[s.phase],
        "first": int(s.first),
        "turn": int(s.turn),
        "turns": int(s.turns),
        "quiet": int(s.quiet),
        "low": int(s.low),
        "placed": int(s.placed),
        "moved": bool(s.moved),
        "fired": bool(s.fired),
        "pledged": bool(s.chain != NOWHERE),
        "chain": _chain(s),
        "fuse": _place(s.fuse),
        "armed": bool(s.armed),
        "destroyed": bool(s.struck),
        "winner": {state.NOBODY: None, state.DRAWN: "draw"}.get(int(s.winner), int(s.winner)),
        "ending": state.ENDINGS[s.ending],
        "ships": ships,
        "gates": {name(at): gate_at(s, at) for at in range(POSITIONS) if on[at] >> 4 & 3},
        "mines": {name(at): mine_at(s, at) for at in range(POSITIONS) if on[at] >> 6 & 3},
        "loose": {name(at): int(s.loose[at]) for at in range(POSITIONS) if s.loose[at]},
        "gave": _names(s.gave),
        "got": _names(s.got),
        "attack": _attack_json(s),
        "cards": _cards_json(s),
    }


class _Reader(Fields):
    """Reads the fields of a position and says which is wrong."""

    def inside(self, key: str) -> "_Reader":
        """An object within this one."""
        return _Reader(self.field(key), f"{self.path}.{key}")

    def among(self, key: str, values: Sequence[Any]) -> int:
        """Which of some values it is."""
        value = self.field(key)
        for index, each in enumerate(values):
            if value == each and type(value) is type(each):
                return index
        raise BadPosition(f"{self.path}.{key} is one of {quoted(list(values))}, not {quoted(value)}")

    def place(self, key: str) -> int:
        value = self.field(key)
        if value is None:
            return NOWHERE
        at = named(value) if isinstance(value, str) else NOWHERE
        if at == NOWHERE:
            raise BadPosition(f"{self.path}.{key} is a position such as 342, or null, not {quoted(value)}")
        return at

    def places(self) -> list[tuple[int, str]]:
        """The keys, which are positions."""
        for key in self.value:
            if key not in NAMES:
                raise BadPosition(f"{self.path} has positions such as 342 for keys, not {quoted(key)}")
        return [(named(key), key) for key in self.value]

    def mask(self, key: str) -> list[int]:
        value = self.field(key)
        if not isinstance(value, list) or any(each not in NAMES for each in value):
            raise BadPosition(f"{self.path}.{key} is a list of positions, not {quoted(value)}")
        return [named(each) for each in value]

    def cards(self, key: str, into: Any, limit: int) -> None:
        numbers = self.inside(key)
        for card in numbers.value:
            if card not in CARD_NAMES[:limit]:
                raise BadPosition(f"{numbers.path} has no card {quoted(card)}")
            into[CARD_NAMES.index(card)] = numbers.whole(card, 1, 30_000)


def completed(saved: dict[str, Any]) -> dict[str, Any]:
    """A position that was saved before it had all its fields, with what held then."""
    if saved.get("pledged") is True and "chain" not in saved:
        raise BadPosition("position.pledged: rings were passed before the move by a rule that is no longer", "YAV-16")
    return {"first": 0, "chain": []} | saved


def from_json(position: Mapping[str, Any], game: Game) -> State:
    """The state of a position; BadPosition names the field that is wrong."""
    reader = _Reader(position, "position")
    if reader.whole("players", state.SEATS, state.SEATS) != state.SEATS:
        raise BadPosition("position.players is 2")
    try:
        options = game.check_options(state.SEATS, reader.field("options"))
    except BadOptions as wrong:
        raise BadPosition(f"position.options: {wrong.message}", wrong.rule) from wrong
    s: State = game.start(state.SEATS, options)
    s.phase = reader.among("phase", PHASES)
    s.first = reader.whole("first", 0, 1)
    s.turn = reader.whole("turn", 0, 1)
    s.turns = reader.whole("turns", 0, options["turn_limit"])
    s.quiet = reader.whole("quiet", 0, state.QUIET_TURNS)
    s.low = reader.whole("low", 0, 1)
    s.placed = reader.whole("placed", 0, BEFORE_TRYCHS + MOST_TRYCHS)
    for key in ("moved", "fired", "armed"):
        setattr(s, key, reader.truth(key))
    reader.truth("pledged")
    s.struck = reader.truth("destroyed")
    s.fuse = reader.place("fuse")
    s.winner = (state.NOBODY, 0, 1, state.DRAWN)[reader.among("winner", (None, 0, 1, "draw"))]
    s.ending = reader.among("ending", state.ENDINGS)
    _read_field(s, reader)
    if reader.field("attack") is not None:
        _read_attack(s, reader.inside("attack"))
    if s.cards or reader.field("cards") is not None:
        _read_cards(s, reader.inside("cards"))
    _check_agreement(s, position, options)
    check(s)
    return s


def _read_field(s: State, reader: _Reader) -> None:
    for what, put in (("gates", put_gate), ("mines", put_mine)):
        things = reader.inside(what)
        for at, key in things.places():
            if s.on[at]:
                raise BadPosition(f"position.mines.{key}: a gate is there; mines are not laid on gates", "YAV-18")
            _put(put)(s, things.whole(key, 0, 1), at)
    ships = reader.inside("ships")
    for at, key in ships.places():
        ship = ships.inside(key)
        kind = ship.among("kind", state.KIND_NAMES[1 : state.TRYCH + 1]) + 1
        if mine_at(s, at) != state.NOBODY:
            raise BadPosition(f"position.ships.{key}: a mine is there", "YAV-19")
        put_ship(s, ship.whole("seat", 0, 1), kind, at, ship.whole("rings", 0, int(state.CAPACITY[kind])))
    loose = reader.inside("loose")
    for at, key in loose.places():
        s.loose[at] = loose.whole(key, 1, _MOST_RINGS)
        if kind_at(s, at):
            raise BadPosition(f"position.loose.{key}: the ship there has taken them", "YAV-61")
    chain = reader.mask("chain")
    s.chain = chain[-1] if chain else NOWHERE
    for what, masks in (("gave", s.gave), ("got", s.got), ("chain", s.linked)):
        for at in reader.mask(what):
            if not kind_at(s, at) or seat_at(s, at) != s.turn:
                raise BadPosition(f"position.{what} names ships of the player on turn, not {name(at)}", "YAV-15")
            masks[at >> 6] |= bit(at & 63)


def _put(put: Callable[[State, int, int], None]) -> Callable[[State, int, int], None]:
    return put


def _read_attack(s: State, reader: _Reader) -> None:
    s.attack = reader.among("kind", ATTACKS[1:]) + 1
    s.source = reader.place("from")
    s.aim = reader.place("at")
    s.lays = reader.truth("mine")
    s.weapon = reader.among("weapon", (*WEAPONS[:OFFENSIVE], None))
    if s.weapon == OFFENSIVE:
        s.weapon = state.UNARMED
    if s.weapon == EVOLUTION:
        into = reader.among("into", (None, *state.KIND_NAMES[2 : state.TRYCH + 1]))
        s.into = into + 1 if into else NOWHERE
    else:
        s.into = reader.place("into")
    defence = reader.among("defence", (None, *WEAPONS[OFFENSIVE:]))
    s.defence = defence - 1 + OFFENSIVE if defence else 0
    s.saved = reader.place("saved")
    s.step = reader.whole("paid", 0, 8)


def _read_cards(s: State, reader: _Reader) -> None:
    for pile in (s.left, s.open):
        pile[:] = 0
    s.veil = reader.among("seen_by", _VIEWERS)
    s.top = reader.among("top", TOPS)
    impact = reader.among("impact", (None, *IMPACTS))
    s.impact = impact - 1 if impact else state.UNARMED
    s.roller = reader.whole("roller", 0, 1)
    stolen = reader.among("stolen", (*CARD_NAMES[:COMPONENTS], None, "unseen"))
    s.stolen = stolen if stolen < COMPONENTS else state.UNARMED if stolen == COMPONENTS else state.UNSEEN
    deck = reader.inside("deck")
    s.stack = deck.whole("size", 0, 1_000_000)
    deck.cards("cards", s.left, len(CARD_NAMES))
    reader.cards("discards", s.open, len(CARD_NAMES))
    for what, sizes, numbers in (("hands", s.held, s.hand), ("face_down", s.buried, s.down)):
        piles = reader.field(what)
        if not isinstance(piles, list) or len(piles) != state.SEATS:
            raise BadPosition(f"position.cards.{what} is a list with a pile for each seat")
        for seat in range(state.SEATS):
            pile = _Reader(piles[seat], f"position.cards.{what}[{seat}]")
            sizes[seat] = pile.whole("size", 0, state.FULL_HAND + 1 if what == "hands" else 30_000)
            if s.veil in (state.WHOLE, 1 + seat):
                pile.cards("cards", numbers[seat], COMPONENTS)
                if numbers[seat].sum() != sizes[seat]:
                    raise BadPosition(f"{pile.path}.size is not the number of its cards")
    for seat in range(state.SEATS):
        if s.veil in (state.WHOLE, 1 + seat):
            rearm(s, new(Work), seat)
        else:
            arm_hidden(s, seat)


def _check_agreement(s: State, position: Mapping[str, Any], options: dict[str, Any]) -> None:
    """Refuse cards that are not the deck's, and whatever is not as the state has it."""
    total, hidden = _all_cards(s), 0
    if s.cards:
        hidden = sum(
            int(s.held[seat] + s.buried[seat]) for seat in range(state.SEATS) if s.veil not in (state.WHOLE, 1 + seat)
        ) + (s.stolen == state.UNSEEN)
        if (total != counts(options["deck"])).any():
            wrong = next(card for card in range(len(total)) if total[card] != counts(options["deck"])[card])
            raise BadPosition(f"position.cards: {CARD_NAMES[wrong]} is there {total[wrong]} times", "YAV-42")
        if s.left.sum() != s.stack + hidden:
            raise BadPosition("position.cards.deck.size does not agree with its cards", "YAV-57")
    back = to_json(s)
    for key, value in position.items():
        if key != "options" and (key not in back or back[key] != value):
            raise BadPosition(f"position.{key} does not agree with the rest; as {quoted(back.get(key))} it would")

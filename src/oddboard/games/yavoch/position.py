"""Yavoch: positions to and from JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddboard.core.bits import bit
from oddboard.core.errors import BadOptions, BadPosition
from oddboard.core.fields import Fields
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.core.records import new
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    COMPONENTS,
    DECK_NAMES,
    EVOLUTION,
    IMPACTS,
    OWN_DECK,
    STEPS,
    WEAPONS,
    counts,
)
from oddboard.games.yavoch.choices import legal
from oddboard.games.yavoch.field import NOWHERE, POSITIONS, name, named
from oddboard.games.yavoch.hiding import arm_hidden
from oddboard.games.yavoch.reach import rearm
from oddboard.games.yavoch.setting import BEFORE_TRYCHS, MOST_TRYCHS
from oddboard.games.yavoch.state import (
    ASKED,
    BATTLE,
    BECOMING,
    BLAST,
    CAPACITY,
    COMMAND,
    DOUBLING,
    DRAWN,
    ENDED,
    ENDINGS,
    JUMPING,
    KIND_NAMES,
    LEVELS,
    NO_ATTACK,
    NOBODY,
    QUIET_TURNS,
    RAM,
    ROLLING,
    SEATS,
    SETTING,
    SHARING,
    SHIFTING,
    SHOT,
    SPENDING,
    TARGETING,
    TRYCH,
    UNARMED,
    UNSEEN,
    WEAPON,
    WHOLE,
    State,
    Work,
    gate_at,
    kind_at,
    mine_at,
    positions,
    put_gate,
    put_mine,
    put_ship,
    seat_at,
)

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
)
ATTACKS = ("", "battle", "ram", "shot", "blast", "weapon")
_ATTACKING = (ROLLING, ASKED, SPENDING, TARGETING, SHIFTING, BECOMING, DOUBLING, SHARING, JUMPING)
_PLACES = tuple(name(at) for at in range(POSITIONS))
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
        "core": ("diagonal", "cross")[s.core],
        "trychs": int(s.trychs),
        "fuse": "next_turn" if s.slow_fuse else "same_turn",
        "deck": deck,
        "turn_limit": int(s.turn_limit),
    }


def _all_cards(s: State) -> Any:
    """How many there are of each card, wherever they are."""
    total = s.left + s.open
    for seat in range(SEATS):
        total[:COMPONENTS] += s.hand[seat] + s.down[seat]
    if s.stolen >= 0:
        total[s.stolen] += 1
    if s.impact != UNARMED:
        total[COMPONENTS + s.impact] += 1
    return total


def _names(masks: Any) -> list[str]:
    return [name(at) for at in positions(*masks)]


def _place(at: int) -> str | None:
    return None if at == NOWHERE else name(int(at))


def _cards(numbers: Any) -> dict[str, int]:
    return {CARD_NAMES[card]: int(count) for card, count in enumerate(numbers) if count}


def _attack_json(s: State) -> dict[str, Any] | None:
    if s.attack == NO_ATTACK:
        return None
    into = None
    if s.into != NOWHERE:
        into = KIND_NAMES[s.into] if s.weapon == EVOLUTION else name(int(s.into))
    return {
        "kind": ATTACKS[s.attack],
        "from": _place(s.source),
        "at": _place(s.aim),
        "mine": bool(s.lays),
        "weapon": None if s.weapon == UNARMED else WEAPONS[s.weapon],
        "into": into,
        "defence": WEAPONS[s.defence] if s.defence else None,
        "saved": _place(s.saved),
        "paid": int(s.step),
    }


def _cards_json(s: State) -> dict[str, Any] | None:
    if not s.cards:
        return None

    def pile(seat: int, size: int, numbers: Any) -> dict[str, Any]:
        known = s.veil in (WHOLE, 1 + seat)
        return {"size": int(size), "cards": _cards(numbers) if known else None}

    stolen = {UNARMED: None, UNSEEN: "unseen"}.get(int(s.stolen), CARD_NAMES[s.stolen])
    return {
        "seen_by": _VIEWERS[s.veil],
        "top": ("component", "impact")[s.top],
        "impact": None if s.impact == UNARMED else IMPACTS[s.impact],
        "roller": int(s.roller),
        "stolen": stolen,
        "deck": {"size": int(s.stack), "cards": _cards(s.left)},
        "discards": _cards(s.open),
        "hands": [pile(seat, s.held[seat], s.hand[seat]) for seat in range(SEATS)],
        "face_down": [pile(seat, s.buried[seat], s.down[seat]) for seat in range(SEATS)],
    }


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state; in a view, without what its seat must not know."""
    on = [int(each) for each in s.on]
    ships = {
        name(at): {"seat": seat_at(s, at), "kind": KIND_NAMES[on[at] & 7], "rings": int(s.rings[at])}
        for at in range(POSITIONS)
        if on[at] & 7
    }
    return {
        "players": SEATS,
        "options": options_of(s),
        "phase": PHASES[s.phase],
        "turn": int(s.turn),
        "turns": int(s.turns),
        "quiet": int(s.quiet),
        "low": int(s.low),
        "placed": int(s.placed),
        "moved": bool(s.moved),
        "fired": bool(s.fired),
        "pledged": bool(s.pledged),
        "fuse": _place(s.fuse),
        "armed": bool(s.armed),
        "destroyed": bool(s.struck),
        "winner": {NOBODY: None, DRAWN: "draw"}.get(int(s.winner), int(s.winner)),
        "ending": ENDINGS[s.ending],
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
            if key not in _PLACES:
                raise BadPosition(f"{self.path} has positions such as 342 for keys, not {quoted(key)}")
        return [(named(key), key) for key in self.value]

    def mask(self, key: str) -> list[int]:
        value = self.field(key)
        if not isinstance(value, list) or any(each not in _PLACES for each in value):
            raise BadPosition(f"{self.path}.{key} is a list of positions, not {quoted(value)}")
        return [named(each) for each in value]

    def cards(self, key: str, into: Any, limit: int) -> None:
        numbers = self.inside(key)
        for card in numbers.value:
            if card not in CARD_NAMES[:limit]:
                raise BadPosition(f"{numbers.path} has no card {quoted(card)}")
            into[CARD_NAMES.index(card)] = numbers.whole(card, 1, 30_000)


def from_json(position: Mapping[str, Any], game: Game) -> State:
    """The state of a position; BadPosition names the field that is wrong."""
    reader = _Reader(position, "position")
    if reader.whole("players", SEATS, SEATS) != SEATS:
        raise BadPosition("position.players is 2")
    try:
        options = game.check_options(SEATS, reader.field("options"))
    except BadOptions as wrong:
        raise BadPosition(f"position.options: {wrong.message}", wrong.rule) from wrong
    s: State = game.start(SEATS, options)
    s.phase = reader.among("phase", PHASES)
    s.turn = reader.whole("turn", 0, 1)
    s.turns = reader.whole("turns", 0, options["turn_limit"])
    s.quiet = reader.whole("quiet", 0, QUIET_TURNS)
    s.low = reader.whole("low", 0, 1)
    s.placed = reader.whole("placed", 0, BEFORE_TRYCHS + MOST_TRYCHS)
    for key in ("moved", "fired", "pledged", "armed"):
        setattr(s, key, reader.truth(key))
    s.struck = reader.truth("destroyed")
    s.fuse = reader.place("fuse")
    s.winner = (NOBODY, 0, 1, DRAWN)[reader.among("winner", (None, 0, 1, "draw"))]
    s.ending = reader.among("ending", ENDINGS)
    _read_field(s, reader)
    if reader.field("attack") is not None:
        _read_attack(s, reader.inside("attack"))
    if s.cards or reader.field("cards") is not None:
        _read_cards(s, reader.inside("cards"))
    _check(s, position, options)
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
        kind = ship.among("kind", KIND_NAMES[1 : TRYCH + 1]) + 1
        if mine_at(s, at) != NOBODY:
            raise BadPosition(f"position.ships.{key}: a mine is there", "YAV-19")
        put_ship(s, ship.whole("seat", 0, 1), kind, at, ship.whole("rings", 0, int(CAPACITY[kind])))
    loose = reader.inside("loose")
    for at, key in loose.places():
        s.loose[at] = loose.whole(key, 1, _MOST_RINGS)
        if kind_at(s, at):
            raise BadPosition(f"position.loose.{key}: the ship there has taken them", "YAV-61")
    for what, masks in (("gave", s.gave), ("got", s.got)):
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
    s.weapon = reader.among("weapon", (*WEAPONS[:7], None))
    if s.weapon == 7:
        s.weapon = UNARMED
    if s.weapon == EVOLUTION:
        into = reader.among("into", (None, *KIND_NAMES[2 : TRYCH + 1]))
        s.into = into + 1 if into else NOWHERE
    else:
        s.into = reader.place("into")
    defence = reader.among("defence", (None, *WEAPONS[7:]))
    s.defence = defence + 6 if defence else 0
    s.saved = reader.place("saved")
    s.step = reader.whole("paid", 0, 8)


def _read_cards(s: State, reader: _Reader) -> None:
    for pile in (s.left, s.open):
        pile[:] = 0
    s.veil = reader.among("seen_by", _VIEWERS)
    s.top = reader.among("top", ("component", "impact"))
    impact = reader.among("impact", (None, *IMPACTS))
    s.impact = impact - 1 if impact else UNARMED
    s.roller = reader.whole("roller", 0, 1)
    stolen = reader.among("stolen", (*CARD_NAMES[:COMPONENTS], None, "unseen"))
    s.stolen = stolen if stolen < COMPONENTS else UNARMED if stolen == COMPONENTS else UNSEEN
    deck = reader.inside("deck")
    s.stack = deck.whole("size", 0, 1_000_000)
    deck.cards("cards", s.left, len(CARD_NAMES))
    reader.cards("discards", s.open, len(CARD_NAMES))
    for what, sizes, numbers in (("hands", s.held, s.hand), ("face_down", s.buried, s.down)):
        piles = reader.field(what)
        if not isinstance(piles, list) or len(piles) != SEATS:
            raise BadPosition(f"position.cards.{what} is a list with a pile for each seat")
        for seat in range(SEATS):
            pile = _Reader(piles[seat], f"position.cards.{what}[{seat}]")
            sizes[seat] = pile.whole("size", 0, 6 if what == "hands" else 30_000)
            if s.veil in (WHOLE, 1 + seat):
                pile.cards("cards", numbers[seat], COMPONENTS)
                if numbers[seat].sum() != sizes[seat]:
                    raise BadPosition(f"{pile.path}.size is not the number of its cards")
    for seat in range(SEATS):
        if s.veil in (WHOLE, 1 + seat):
            rearm(s, new(Work), seat)
        else:
            arm_hidden(s, seat)


def _check(s: State, position: Mapping[str, Any], options: dict[str, Any]) -> None:
    """Refuse what play could not go on from."""
    total, hidden = _all_cards(s), 0
    if s.cards:
        hidden = sum(int(s.held[seat] + s.buried[seat]) for seat in range(SEATS) if s.veil not in (WHOLE, 1 + seat)) + (
            s.stolen == UNSEEN
        )
        if (total != counts(options["deck"])).any():
            wrong = next(card for card in range(len(total)) if total[card] != counts(options["deck"])[card])
            raise BadPosition(f"position.cards: {CARD_NAMES[wrong]} is there {total[wrong]} times", "YAV-42")
        if s.left.sum() != s.stack + hidden:
            raise BadPosition("position.cards.deck.size does not agree with its cards", "YAV-57")
    back = to_json(s)
    for key, value in position.items():
        if key != "options" and (key not in back or back[key] != value):
            raise BadPosition(f"position.{key} does not agree with the rest; as {quoted(back.get(key))} it would")
    if s.phase in (LEVELS, SETTING):
        _check_setting(s)
    elif s.phase != ENDED:
        for seat in range(SEATS):
            if len(positions(*s.ships[seat, COMMAND])) != 1:
                raise BadPosition(f"position.ships: seat {seat} has one Command ship while the game goes on", "YAV-39")
    for seat in range(SEATS):
        if len(positions(*s.gates[seat])) > 2:
            raise BadPosition(f"position.gates: seat {seat} has two at most", "YAV-6")
    if (s.phase == ENDED) != (s.winner != NOBODY):
        raise BadPosition("position.winner is there when the phase is over, and only then", "YAV-39")
    if (s.phase in _ATTACKING) != (s.attack != NO_ATTACK):
        raise BadPosition("position.attack is there while an attack or a weapon is under way, and only then")
    if s.attack != NO_ATTACK:
        _check_attack(s)
    if s.fuse != NOWHERE and (kind_at(s, int(s.fuse)) != TRYCH or seat_at(s, int(s.fuse)) != s.turn):
        raise BadPosition("position.fuse is where a Trych of the player on turn has moved", "YAV-30")
    if PHASES[s.phase] in ("drawing", "topping", "discarding", "impact", "failing", "stealing", "falling"):
        _check_cards(s)
    if s.phase != ENDED and not legal(s, new(Work)):
        raise BadPosition("position: nothing could be decided in it; an ended game has the phase over")


def _check_setting(s: State) -> None:
    pieces = [len(positions(*s.fleet[seat])) + len(positions(*s.gates[seat])) for seat in range(SEATS)]
    whole = BEFORE_TRYCHS + int(s.trychs)
    wanted = [int(s.placed), 0] if s.turn == 0 else [whole, int(s.placed)]
    if pieces != wanted or s.placed >= whole or (s.phase == LEVELS and (s.turn or s.placed)):
        raise BadPosition("position.placed does not agree with the pieces there are", "YAV-20")
    for seat in range(SEATS):
        side = range(50) if s.low == seat else range(75, POSITIONS)
        if any(at not in side for at in positions(*s.fleet[seat]) + positions(*s.gates[seat])):
            raise BadPosition(f"position.ships: seat {seat} sets up on its own two levels", "YAV-20")


def _check_attack(s: State) -> None:
    source, aim, phase = int(s.source), int(s.aim), int(s.phase)
    wrong = BadPosition("position.attack does not agree with the ships there are, or with the phase")
    if source == NOWHERE or not kind_at(s, source) or seat_at(s, source) != s.turn:
        raise wrong
    kind = kind_at(s, source)
    if s.attack in (BATTLE, RAM):
        right = kind != TRYCH and aim != NOWHERE and kind_at(s, aim) != 0 and aim != source
    elif s.attack == SHOT:
        right = kind == COMMAND and aim != NOWHERE and s.on[aim] != 0 and aim != source
    elif s.attack == BLAST:
        right = kind == TRYCH and aim == NOWHERE
    else:
        aimed = phase in (SHIFTING, BECOMING, ASKED, ROLLING) or bool(s.defence)
        right = kind != COMMAND and s.weapon != UNARMED and (aim == NOWHERE or kind_at(s, aim) != 0)
        right = right and aimed == (aim != NOWHERE) and (phase != SHARING or s.into != NOWHERE)
        right = right and (phase != SHARING or s.rings[source] >= 2)
    if (s.attack == WEAPON) != (s.weapon != UNARMED) or not right:
        raise wrong
    if s.attack != WEAPON and phase not in (ROLLING, ASKED, SPENDING):
        raise wrong
    asked = phase == ASKED or (phase == SPENDING and s.attack != WEAPON)
    if asked and not s.defence:
        raise wrong
    if s.defence and phase not in (ASKED, SPENDING):
        raise wrong
    if s.defence and s.attack != BLAST and (kind_at(s, aim) in (0, COMMAND) or seat_at(s, aim) == s.turn):
        raise wrong
    if s.defence and phase == SPENDING and s.attack == BLAST:
        saved = int(s.saved)
        if saved == NOWHERE or kind_at(s, saved) in (0, COMMAND) or seat_at(s, saved) == s.turn:
            raise wrong
    elif s.saved != NOWHERE:
        raise wrong
    paid_for = int(s.defence) if s.defence else int(s.weapon)
    if s.step and (phase != SPENDING or s.step >= STEPS[paid_for]):
        raise wrong


def _check_cards(s: State) -> None:
    phase = PHASES[s.phase]
    if not s.cards:
        raise BadPosition(f"position.phase: there is no {phase} in Captain Decker's game", "YAV-41")
    if (phase in ("failing", "stealing", "falling")) != (s.impact != UNARMED):
        raise BadPosition("position.cards.impact is there while one is carried out, and only then", "YAV-44")

"""Yavoch in words: the game as the core knows it."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Game, Refusal, field, only_fields
from oddboard.core.options import Choice, Option, Whole, quoted
from oddboard.core.records import new
from oddboard.core.scene import Ground, Preview, Scene, Shortcut
from oddboard.games.yavoch import position, previews, rules, scene, touching
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    COMPONENTS,
    DECK_NAMES,
    IMPACTS,
    OFFENSIVE,
    OWN_DECK,
    SELF_DESTRUCT,
    SHIPS,
    WEAPONS,
    Deck,
    counts,
)
from oddboard.games.yavoch.claims import CLAIMS
from oddboard.games.yavoch.codes import (
    CODES,
    DECLINE,
    DEFLECT,
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
    FIRST_MOVE,
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
from oddboard.games.yavoch.drawing import board
from oddboard.games.yavoch.field import NOWHERE, POSITIONS, named
from oddboard.games.yavoch.observation import OBSERVATION
from oddboard.games.yavoch.refusals import why_not
from oddboard.games.yavoch.scene import NAMES
from oddboard.games.yavoch.setting import FORMATION_NAMES
from oddboard.games.yavoch.state import (
    ASKED,
    BOTH_COMMANDS,
    BOTH_FLEETS,
    COMMAND_LOST,
    FLEET_LOST,
    FULL_LOAD,
    IMMOBILE,
    KIND_NAMES,
    LAST_RING,
    LIMIT,
    QUIET,
    ROLLING,
    STARVED,
    State,
    Work,
)
from oddboard.games.yavoch.telling import tell, tell_secret

SIDES = ("low", "high")
TOPS = ("component", "impact")
CORES = ("diagonal", "cross")
_RESULTS = {
    COMMAND_LOST: "A Command ship was destroyed.",
    FLEET_LOST: "A Command ship was left without other ships.",
    STARVED: "A Command ship ended its turn without a ring.",
    IMMOBILE: "A fleet had no valid move as its turn began.",
    BOTH_COMMANDS: "Both Command ships were destroyed at once.",
    BOTH_FLEETS: "Both Command ships were left without other ships.",
    LAST_RING: "A Command ship fired its last ring and destroyed the other.",
    QUIET: "Nothing was destroyed in sixty turns.",
    LIMIT: "The limit of turns was reached.",
}


class Yavoch(Game):
    """Captain Decker's game and the Full Yavoch."""

    key = "yavoch"
    title = "Yavoch"
    tagline = "Five slanted levels of space, one Command ship each, and never enough energy."
    minutes = 50
    players = range(2, 3)
    prefix = "YAV"
    claims = CLAIMS
    secrets = True  # hands, in the full game
    options: ClassVar[tuple[Option, ...]] = (
        Choice(
            "game",
            "decker",
            "YAV-41",
            "Captain Decker's game, or the Full Yavoch with cards.",
            values=("decker", "full"),
        ),
        Choice("core", "diagonal", "YAV-5", "How the dotted lines of the core run.", values=CORES),
        Whole("trychs", 10, "YAV-6", "Trychs that each side begins with.", least=6, most=12),
        Choice(
            "fuse",
            "same_turn",
            "YAV-30",
            "Whether a Trych may move and detonate in one turn.",
            values=("same_turn", "next_turn"),
        ),
        Deck("deck", "standard", "YAV-42", "The cards of the full game: a deck by name, or one of your own."),
        Whole("turn_limit", 400, "YAV-40", "The game is a draw after so many turns of both players."),
    )
    state = State
    work = Work
    codes = CODES
    rules = rules.RULES
    observation = OBSERVATION

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(options["deck"], str):
            # 0 is the same as absent, and the order of an object's names says nothing.
            options["deck"] = {card: options["deck"][card] for card in CARD_NAMES if options["deck"].get(card)}
        return options

    def keeps_secrets(self, s: State) -> bool:
        return bool(s.cards)

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        deck = options["deck"]
        rules.setup(
            s,
            options["game"] == "full",
            CORES.index(options["core"]),
            options["fuse"] == "next_turn",
            options["trychs"],
            DECK_NAMES.index(deck) if isinstance(deck, str) else OWN_DECK,
            options["turn_limit"],
        )
        s.left[:] = counts(deck)
        s.stack = s.left.sum()
        return s

    def decision(self, s: State, code: int) -> Decision:
        return to_json(code)

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        do = field(decision, "do", str)
        if do not in _READERS:
            raise BadRequest(f"'do' is one of {', '.join(_READERS)} in Yavoch, not {quoted(do)}")
        names, read = _READERS[do]
        only_fields(decision, *names)
        return read(decision)

    def why_not(self, s: State, code: int) -> Refusal:
        return why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return tell(s, to_json(code))

    def redacted(self, before: State, code: int, seat: int, now: State) -> Decision | None:
        decision = to_json(code)
        do = decision["do"]
        mine = seat == (1 - before.turn if do == "defend" else before.turn)
        if do == "defend" and decision["with"] == "none" and not mine:
            return None  # nobody is told that the other declined
        asked = now.phase == ASKED and now.defence == SELF_DESTRUCT and now.turns == before.turns
        if do == "die" and before.phase == ROLLING and asked:
            return decision if seat == 1 - before.turn else None  # the roll shows when the answer is given
        if (do in ("draw", "discard") and not mine) or (do == "steal" and seat not in (0, 1)):
            del decision["card"]
        return decision

    def secret_words(self, before: State, shown: Decision) -> str:
        return tell_secret(before, shown)

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self)

    def board(self, s: State) -> Text:
        return board(s)

    asks = touching.ASKS

    def ground(self, s: State) -> Ground:
        return scene.ground(int(s.core))

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touching.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        return previews.preview(s, code)

    def marks(self, s: State, code: int) -> list[str]:
        return touching.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return previews.trails(before, code)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touching.attempt(s, touches)

    def shortcuts(self, s: State) -> list[Shortcut]:
        return touching.shortcuts(s)

    def result(self, s: State) -> str:
        return _RESULTS.get(int(s.ending), "")


def to_json(code: int) -> Decision:
    """The JSON object of a code."""
    if code < FIRST_SHUFFLE:
        at, to = divmod(code // 2, POSITIONS)
        return {"do": "move", "from": NAMES[at], "to": NAMES[to]} | ({"mine": True} if code & 1 else {})
    first, read = _BLOCKS[bisect_right(_FIRSTS, code) - 1]
    return read(code - first)


def _at(do: str, key: str = "at") -> Callable[[int], Decision]:
    return lambda number: {"do": do, key: NAMES[number]}


def _card(do: str) -> Callable[[int], Decision]:
    return lambda number: {"do": do, "card": CARD_NAMES[number]}


_BLOCKS: tuple[tuple[int, Callable[[int], Decision]], ...] = (
    (FIRST_SHUFFLE, lambda i: {"do": "shuffle", "from": NAMES[i // POSITIONS], "to": NAMES[i % POSITIONS]}),
    (FIRST_FIRE, _at("fire")),
    (FIRST_DETONATE, _at("detonate")),
    (END, lambda i: {"do": "end"}),
    (FIRST_DIE, lambda i: {"do": "die", "face": i % FACES, "seat": i // FACES}),
    (FIRST_WEAPON, lambda i: {"do": "weapon", "weapon": WEAPONS[i // POSITIONS], "ship": NAMES[i % POSITIONS]}),
    (FIRST_SPEND, _card("spend")),
    (FIRST_TARGET, _at("target")),
    (FIRST_SHIFT, _at("shift", "to")),
    (FIRST_BECOME, lambda i: {"do": "become", "ship": SHIPS[i]}),
    (FIRST_CLONE, _at("clone", "to")),
    (FIRST_SHARE, lambda i: {"do": "share", "rings": i}),
    (FIRST_JUMP, _at("jump", "to")),
    (DECLINE, lambda i: {"do": "defend", "with": "none"}),
    (DESTRUCT, lambda i: {"do": "defend", "with": "self_destruct"}),
    (DEFLECT, lambda i: {"do": "defend", "with": "deflector"}),
    (FIRST_SAVE, lambda i: {"do": "defend", "with": "deflector", "ship": NAMES[i]}),
    (FIRST_DRAW, _card("draw")),
    (FIRST_TOP, lambda i: {"do": "top", "kind": TOPS[i]}),
    (FIRST_IMPACT, lambda i: {"do": "impact", "card": IMPACTS[i]}),
    (FIRST_STEAL, lambda i: {"do": "steal", "seat": i // COMPONENTS, "card": CARD_NAMES[i % COMPONENTS]}),
    (FIRST_DISCARD, _card("discard")),
    (FIRST_LEVELS, lambda i: {"do": "levels", "at": SIDES[i]}),
    (FIRST_FORMATION, lambda i: {"do": "formation", "name": FORMATION_NAMES[i]}),
    (
        FIRST_PLACE,
        lambda i: {"do": "place", "ship": KIND_NAMES[i // POSITIONS + 1], "at": NAMES[i % POSITIONS]},
    ),
)
_FIRSTS = [first for first, _ in _BLOCKS]


class _NotThere(Exception):
    """A decision names something that does not exist."""

    def __init__(self, rule: str, message: str) -> None:
        self.refusal = Refusal(rule, message)


Reader = Callable[[Mapping[str, Any]], int]


def _position(decision: Mapping[str, Any], key: str = "at") -> int:
    text = field(decision, key, str)
    at = named(text)
    if at == NOWHERE:
        raise _NotThere("YAV-1", f"There is no position {quoted(text)}: level, bare and circled number are 1 to 5.")
    return at


def _word(decision: Mapping[str, Any], key: str, words: tuple[str, ...], rule: str, what: str) -> int:
    word = field(decision, key, str)
    if word not in words:
        raise _NotThere(rule, f"There is no {what} {quoted(word)}: there are {', '.join(words)}.")
    return words.index(word)


def _number(decision: Mapping[str, Any], key: str, most: int, rule: str) -> int:
    number = field(decision, key, int)
    if not 0 <= number <= most:
        raise _NotThere(rule, f"{key.capitalize()} is 0 to {most}, not {number}.")
    return int(number)


def _card_number(decision: Mapping[str, Any]) -> int:
    card = field(decision, "card", str)
    if card not in CARD_NAMES[:COMPONENTS]:
        raise _NotThere(
            "YAV-42", f"There is no card {quoted(card)} in a hand: they are component:ship, component:all or wild."
        )
    return CARD_NAMES.index(card)


def _move(decision: Mapping[str, Any]) -> int:
    mine = 0
    if "mine" in decision:
        if field(decision, "mine", bool) is not True:
            raise BadRequest("field 'mine' of a move appears only when it is true")
        mine = 1
    return FIRST_MOVE + (_position(decision, "from") * POSITIONS + _position(decision, "to")) * 2 + mine


def _defend(decision: Mapping[str, Any]) -> int:
    answers = ("none", "self_destruct", "deflector")
    answer = _word(decision, "with", answers, "YAV-55", "defence")
    if "ship" in decision:
        if answers[answer] != "deflector":
            raise BadRequest("field 'ship' of a defence goes with the deflector only")
        return FIRST_SAVE + _position(decision, "ship")
    return DECLINE + answer


def _reading(read: Reader) -> Callable[[Mapping[str, Any]], int | Refusal]:
    def reader(decision: Mapping[str, Any]) -> int | Refusal:
        try:
            return read(decision)
        except _NotThere as missing:
            return missing.refusal

    return reader


_KINDS = KIND_NAMES[1:]
_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], int | Refusal]]] = {
    do: (names, _reading(read))
    for do, names, read in (
        ("levels", ("at",), lambda d: FIRST_LEVELS + _word(d, "at", SIDES, "YAV-20", "side")),
        (
            "formation",
            ("name",),
            lambda d: FIRST_FORMATION + _word(d, "name", FORMATION_NAMES, "YAV-21", "formation"),
        ),
        (
            "place",
            ("ship", "at"),
            lambda d: FIRST_PLACE + _word(d, "ship", _KINDS, "YAV-6", "kind of piece") * POSITIONS + _position(d),
        ),
        ("fire", ("at",), lambda d: FIRST_FIRE + _position(d)),
        ("move", ("from", "to", "mine"), _move),
        ("detonate", ("at",), lambda d: FIRST_DETONATE + _position(d)),
        (
            "die",
            ("face", "seat"),
            lambda d: FIRST_DIE + _number(d, "face", 9, "YAV-24") + FACES * _number(d, "seat", 1, "YAV-24"),
        ),
        (
            "shuffle",
            ("from", "to"),
            lambda d: FIRST_SHUFFLE + _position(d, "from") * POSITIONS + _position(d, "to"),
        ),
        (
            "weapon",
            ("weapon", "ship"),
            lambda d: (
                FIRST_WEAPON
                + _word(d, "weapon", WEAPONS[:OFFENSIVE], "YAV-45", "offensive weapon") * POSITIONS
                + _position(d, "ship")
            ),
        ),
        ("spend", ("card",), lambda d: FIRST_SPEND + _card_number(d)),
        ("target", ("at",), lambda d: FIRST_TARGET + _position(d)),
        ("shift", ("to",), lambda d: FIRST_SHIFT + _position(d, "to")),
        ("become", ("ship",), lambda d: FIRST_BECOME + _word(d, "ship", SHIPS, "YAV-50", "ship to become")),
        ("clone", ("to",), lambda d: FIRST_CLONE + _position(d, "to")),
        ("share", ("rings",), lambda d: FIRST_SHARE + _number(d, "rings", FULL_LOAD - 1, "YAV-51")),
        ("jump", ("to",), lambda d: FIRST_JUMP + _position(d, "to")),
        ("defend", ("with", "ship"), _defend),
        ("end", (), lambda d: END),
        ("draw", ("card",), lambda d: FIRST_DRAW + _card_number(d)),
        ("top", ("kind",), lambda d: FIRST_TOP + _word(d, "kind", TOPS, "YAV-43", "kind of card")),
        ("impact", ("card",), lambda d: FIRST_IMPACT + _word(d, "card", IMPACTS, "YAV-44", "impact")),
        (
            "steal",
            ("seat", "card"),
            lambda d: FIRST_STEAL + _number(d, "seat", 1, "YAV-59") * COMPONENTS + _card_number(d),
        ),
        ("discard", ("card",), lambda d: FIRST_DISCARD + _card_number(d)),
    )
}

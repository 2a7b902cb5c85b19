"""Yavoch: the game as the core knows it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.face import Past
from oddboard.core.game import Credits, Decision, Game, OnCard, Refusal
from oddboard.core.options import Choice, Option, Whole
from oddboard.core.records import copy, new, scratch
from oddboard.core.scene import Ground, Preview, Scene, Shortcut, Threat
from oddboard.games.yavoch import decision, earlier, position, state
from oddboard.games.yavoch.cards import (
    CARD_NAMES,
    DECK_NAMES,
    OWN_DECK,
    STANDARD,
    Deck,
    Recipes,
    counts,
    recipe_numbers,
    recipes_in,
)
from oddboard.games.yavoch.claims import CLAIMS
from oddboard.games.yavoch.codes import CODES, FIRST_SHUFFLE, block, shuffle_from, shuffle_to
from oddboard.games.yavoch.face import (
    own_formations,
    preview,
    reasons,
    refusals,
    scene,
    terminal,
    threats,
    touch,
    words,
)
from oddboard.games.yavoch.field import CORE_NAMES, OFFSET_NAMES
from oddboard.games.yavoch.formations import FEWEST_TRYCHS, MOST_TRYCHS
from oddboard.games.yavoch.rules import RULES
from oddboard.games.yavoch.rules.features import FEATURES
from oddboard.games.yavoch.rules.observation import OBSERVATION
from oddboard.games.yavoch.rules.turn import setup
from oddboard.games.yavoch.state import ASKED, SEATS, State, Work

# Who plays each level, the weakest first; measured by `benchmarks/opponents.py`.
_DECKER = "careless:70 careless:50 careless:20 search:2 search:5 search:25 search:200 search:8000"
_FULL = "careless:80 careless:60 careless:35 search:2:20 search:12:12 search:30:8 search:400 search:6000"


class Yavoch(Game):
    """Captain Decker's game and the Full Yavoch."""

    key = "yavoch"
    title = "Yavoch"
    tagline = "Five slanted levels of space, one Command ship each, and never enough energy."
    minutes = 50
    credits = Credits("Ron L. Toms", 2019)
    players = range(2, 3)
    prefix = "YAV"
    worlds = 4
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
        Choice(
            "offset",
            "side",
            "YAV-4",
            "How the levels are staggered: along a side, or along the diagonal.",
            before="side",
            values=OFFSET_NAMES,
        ),
        Choice("core", "diagonal", "YAV-5", "How the dotted lines of the core run.", values=CORE_NAMES),
        Whole("trychs", 10, "YAV-6", "Trychs that each side begins with.", least=FEWEST_TRYCHS, most=MOST_TRYCHS),
        Choice(
            "fuse",
            "same_turn",
            "YAV-30",
            "Whether a Trych may move and detonate in one turn.",
            values=("same_turn", "next_turn"),
        ),
        Choice(
            "first",
            "seats",
            "YAV-20",
            "Who sets up first and begins: the first seat, or one that is drawn.",
            before="seats",
            values=("seats", "random"),
        ),
        Deck("deck", "standard", "YAV-42", "The cards of the full game: a deck by name, or one of your own."),
        Recipes(
            "recipes",
            STANDARD,
            "YAV-45",
            "What the weapons of the full game take: the usual components, or your own for some of them.",
            before=STANDARD,
        ),
        Whole("turn_limit", 400, "YAV-40", "The game is a draw after so many turns of both players."),
    )
    state = State
    work = Work
    codes = CODES
    rules = RULES
    observation = OBSERVATION
    features = FEATURES
    ease = 0.02
    on_card = OnCard(state="global")
    asks = touch.ASKS
    has_formations = True
    forgets = frozenset({"steal"})  # one knows what was taken from one's hand, but cards are shown only merged (YAV-57)

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        return _FULL if options.get("game") == "full" else _DECKER

    def network(self, s: State) -> str:
        return "network.bin" if s.cards else ""

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(options["deck"], str):
            # 0 is the same as absent, and the order of an object's names says nothing.
            options["deck"] = {card: options["deck"][card] for card in CARD_NAMES if options["deck"].get(card)}
        options["recipes"] = recipes_in(recipe_numbers(options["recipes"]))
        return options

    def keeps_secrets(self, s: State) -> bool:
        return bool(s.cards)

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        deck = options["deck"]
        setup(
            s,
            options["game"] == "full",
            OFFSET_NAMES.index(options["offset"]),
            CORE_NAMES.index(options["core"]),
            options["fuse"] == "next_turn",
            options["trychs"],
            options["first"] == "random",
            DECK_NAMES.index(deck) if isinstance(deck, str) else OWN_DECK,
            options["turn_limit"],
        )
        s.left[:] = counts(deck)
        s.stack = s.left.sum()
        s.recipe[:] = recipe_numbers(options["recipes"])
        s.steps[:] = (s.recipe >= 0).sum(axis=1)
        return s

    def decision(self, s: State, code: int) -> Decision:
        return decision.to_json(s, code)

    def code(self, s: State, given: Mapping[str, Any]) -> int | Refusal:
        return decision.from_json(s, given)

    def why_not(self, s: State, code: int) -> Refusal:
        return refusals.why_not(s, code)

    def was_legal(self, s: State, code: int) -> Refusal | None:
        return earlier.was_legal(s, code)

    def words(self, s: State, code: int) -> str:
        return words.words(s, code)

    def redacted(self, before: State, code: int, seat: int, now: State) -> Decision | None:
        return decision.redacted(before, code, seat, now)

    def may_answer(self, s: State, code: int) -> int | None:
        if not s.cards:
            return None
        # What everybody sees: there a hand pays for whatever the unseen cards may be.
        public = copy(s)
        RULES.hide(public, SEATS)
        RULES.play(public, scratch(Work), code)
        return 1 - int(public.turn) if public.phase == ASKED else None

    def secret_words(self, before: State, shown: Decision) -> str:
        return words.secret_words(before, shown)

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def saved_position(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        return position.completed(super().saved_position(saved))

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self)

    def board(self, s: State) -> Text:
        return terminal.board(s)

    def ground(self, s: State) -> Ground:
        return scene.ground(int(s.offset), int(s.core))

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touch.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        return preview.preview(s, code)

    def reasons(self, s: State, code: int, seat: int) -> list[str]:
        return reasons.reasons(s, code, seat)

    def marks(self, s: State, code: int) -> list[str]:
        return preview.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return preview.trails(before, code)

    def asks_now(self, s: State) -> Mapping[str, str]:
        return touch.asks_now(s)

    def threats(self, s: State, seat: int | None) -> list[Threat]:
        return threats.threats(s, seat)

    def turn_of(self, s: State) -> Hashable:
        return int(s.turns), int(s.turn), s.phase in (state.OPENING, state.LEVELS, state.SETTING)

    def standing(self, s: State) -> bytes:
        return b"".join(part.tobytes() for part in (s.on, s.rings, s.loose, s.held, s.open, s.buried))

    def arranges(self, s: State, code: int) -> tuple[Hashable, Hashable, Hashable] | None:
        if block(code) != FIRST_SHUFFLE:
            return None
        one, other = shuffle_from(code), shuffle_to(code)
        return (int(s.turns), min(one, other), max(one, other)), one, other

    def turn_words(self, turn: Sequence[Past]) -> str:
        return words.turn_words(turn)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touch.attempt(s, touches)

    def shortcuts(self, s: State) -> list[Shortcut]:
        return touch.shortcuts(s)

    def formation(self, decisions: Sequence[Decision]) -> str | None:
        return own_formations.kept(decisions)

    def formed(self, s: State, text: str) -> list[Decision]:
        return own_formations.decisions_for(s, text)

    def result(self, s: State) -> str:
        return words.result(s)

"""The games there are, their rulebooks, lessons and samples."""

import asyncio
import re
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from oddboard import bots
from oddboard.arena.puzzles import file_of
from oddboard.core import options as settings
from oddboard.core import registry
from oddboard.core.drawing import Drawing
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.server.errors import NotFound, NotReady
from oddboard.server.game_models import (
    BrokenInfo,
    BrushInfo,
    CreditsInfo,
    DrawingInfo,
    GameInfo,
    GameList,
    Lessons,
    LevelInfo,
    OptionInfo,
    Puzzles,
    Rulebook,
    Sample,
)
from oddboard.server.house import house_of, maybe_guest
from oddboard.server.routes import ERRORS, reply, reply_text
from oddboard.server.samples import own_file, sample_of
from oddboard.server.streams import packed

router = APIRouter(prefix="/api/games", tags=["games"], responses=ERRORS, dependencies=[Depends(maybe_guest)])

LEVEL_TELLS = {
    "beginner": "Overlooks most of what it could do: a child can beat it.",
    "novice": "Overlooks a good deal, and takes what it likes best.",
    "casual": "Sees more, and still forgets that you play, too.",
    "steady": "Misses little, and hardly looks ahead.",
    "skilled": "Looks at what you could answer.",
    "strong": "Thinks ahead, and punishes mistakes.",
    "expert": "Thinks ahead for long, and gives little away.",
    "master": "The strongest there is: thinks for a moment or two.",
}
GUEST_TELLS = "A bot that this house has brought along."


def option_info(option: settings.Option, drawing: Drawing | None = None) -> OptionInfo:
    """A setting as the page offers it."""
    described: dict[str, Any] = {"kind": "own", "samples": option.samples()}
    if isinstance(option, settings.Switch):
        described = {"kind": "switch"}
    elif isinstance(option, settings.Choice):
        described = {"kind": "choice", "values": list(option.values)}
    elif isinstance(option, settings.Whole):
        described = {"kind": "whole", "least": option.least, "most": option.most}
    if drawing:
        described["drawing"] = DrawingInfo(
            brushes=[BrushInfo(**vars(brush)) for brush in drawing.brushes],
            heights=list(drawing.heights),
            widths=list(drawing.widths),
            palette=drawing.palette,
        )
    return OptionInfo(name=option.name, default=option.default, rule=option.rule, tells=option.help, **described)


def level_info(name: str) -> LevelInfo:
    """Somebody to play against: a level with its place among them, or a guest."""
    ranks = {level: rank for rank, level in enumerate(bots.LEVELS, 1)}
    return LevelInfo(name=name, tells=LEVEL_TELLS.get(name, GUEST_TELLS), rank=ranks.get(name))


def minutes_of(game: Game) -> dict[int, int]:
    """How long a game takes, by the number of players; nothing where nobody knows."""
    known = ((players, game.minutes_for(players)) for players in game.players)
    return {players: minutes for players, minutes in known if minutes is not None}


def credits_of(game: Game) -> CreditsInfo | None:
    """Whose game it is."""
    return CreditsInfo(**vars(game.credits)) if game.credits else None


def game_info(game: Game, ready: bool) -> GameInfo:
    """A game for who chooses one."""
    return GameInfo(
        key=game.key,
        title=game.title,
        tagline=game.tagline,
        least=game.players[0],
        most=game.players[-1],
        minutes=minutes_of(game),
        credits=credits_of(game),
        secrets=game.secrets,
        formations=game.has_formations,
        options_schema=game.options_schema(),
        options=[option_info(option, game.drawings.get(option.name)) for option in game.options],
        asks=dict(game.asks),
        later=list(game.later),
        levels=[level_info(name) for name in bots.levels(game)],
        usual_level=bots.USUAL,
        prefix=game.prefix,
        ready=ready,
    )


@router.get("", operation_id="games")
async def games(request: Request) -> GameList:
    """All games."""
    house = house_of(request)
    found = [game_info(game, house.thinkers.is_ready(game.key)) for game in await house.games.all()]
    return GameList(games=found, broken=[BrokenInfo(key=key, why=why) for key, why in house.games.broken().items()])


@cache
def rule_texts(key: str) -> dict[str, str]:
    """The text of each rule of a rulebook page, by its identifier."""
    game = registry.game(key)
    begins = rf"^[ \t]*(?:[-*]|\d+\.)?[ \t]*\*\*({game.prefix}-\d+[a-e]?)\*\*[.:]?[ \t]*"
    parts = re.split(begins, game.rulebook, flags=re.MULTILINE)[1:]
    return {
        name: re.split(r"^#", text, flags=re.MULTILINE)[0].strip()
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }


@router.get("/{key}/rulebook", operation_id="rulebook")
async def rulebook(key: str) -> Rulebook:
    """A game's rules to read."""
    game = registry.game(key)
    return Rulebook(
        title=game.title,
        markdown=game.rulebook,
        rules=rule_texts(key),
        decisions=game.decisions_page,
        examples=game.examples,
    )


@router.get("/{key}/lessons", operation_id="lessons")
async def lessons(key: str) -> Lessons:
    """A game's lessons and guided first game."""
    content = own_file(registry.game(key), "lessons.json")
    if content is None:
        raise NotFound("this game has no lessons yet")
    return Lessons(**content)


@cache
def puzzles_of(key: str) -> bytes:
    """The puzzles of a game as they are sent; a game's folder does not change."""
    return packed({"puzzles": file_of(registry.game(key))["puzzles"]})


@router.get("/{key}/puzzles", operation_id="puzzles", response_model=Puzzles)
async def puzzles(key: str) -> Response:
    """A game's puzzles; none where it brings none along."""
    return reply_text(await asyncio.to_thread(puzzles_of, key))


@router.get("/{key}/sample", operation_id="sample", response_model=Sample)
async def sample(request: Request, key: str) -> Response:
    """A position that shows what a game is like; the rules are compiled meanwhile, if they never were."""
    house = house_of(request)
    try:
        return reply(sample_of(await house.games.ready(key, waited_for=False)))
    except NotReady:
        content = await house.samples.of(key)
        if content is None:
            raise
        return Response(content, media_type="application/json")


def drawn_position(game: Game, name: str) -> tuple[dict[str, Any], int]:
    """A position that the rulebook draws, an example's or a lesson's, and the seat that looks at it."""
    lessons = (own_file(game, "lessons.json") or {}).get("lessons", [])
    found = game.examples.get(name) or next((lesson for lesson in lessons if lesson["id"] == name), None)
    if found is None:
        raise NotFound(f"the rulebook of {game.title} draws nothing called {settings.quoted(name)}")
    return found["position"], found.get("seat", 0)


@router.get("/{key}/examples/{name}", operation_id="example", response_model=Sample)
async def example(request: Request, key: str, name: str) -> Response:
    """A position that the rulebook draws, as the seat sees it that it is about."""
    game = await house_of(request).games.ready(key)
    position, seat = drawn_position(game, name)
    view = Match.from_position(game, position).view(seat)
    return reply({"ground": game.ground(view), "scene": game.scene(view), "position": position})

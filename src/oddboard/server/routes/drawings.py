"""Drawing an option of a game: paint places, see it on the board, and hear what it lacks to be played on."""

import asyncio
import re

from fastapi import APIRouter, Depends, Request

from oddboard.core.drawing import Cell
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.core.options import quoted
from oddboard.server.errors import NotFound
from oddboard.server.game_models import Lacks, Sketch, Sketched
from oddboard.server.house import house_of, maybe_guest
from oddboard.server.routes import ERRORS

router = APIRouter(prefix="/api/games", tags=["games"], responses=ERRORS, dependencies=[Depends(maybe_guest)])


@router.post("/{key}/drawings/{option}", operation_id="sketch")
async def sketch(request: Request, key: str, option: str, wanted: Sketch) -> Sketched:
    """A drawing after some strokes. It is checked as the option is when somebody makes a table with it."""
    game = await house_of(request).games.ready(key)
    return await asyncio.to_thread(sketched, game, option, wanted)


def sketched(game: Game, option: str, wanted: Sketch) -> Sketched:
    """A drawing with its picture, made beside everything else."""
    drawing = game.drawings.get(option)
    if drawing is None:
        raise NotFound(f"{game.title} has no option {quoted(option)} that can be drawn")
    rows = drawing.rows_of(wanted.value)
    if wanted.height or wanted.width:
        height, width = wanted.height or len(rows), wanted.width or len(rows[0])
        drawing.check_size(height, width)
        rows = drawing.resized(rows, height, width)
    for stroke in wanted.strokes:
        drawing.check_stroke(rows, stroke.row, stroke.column, stroke.sign)
        rows = drawing.painted(rows, stroke.row, stroke.column, stroke.sign)
    ground, scene = drawing.picture(rows)
    if not ground["places"]:
        raise BadOptions(f"option {option}: nothing would be left of the board")
    text, cells = "\n".join(rows), drawing.cells(rows)
    return Sketched(text=text, ground=ground, scene=scene, cells=cells, lacks=lacks(game, option, text, cells))


def lacks(game: Game, option: str, text: str, cells: list[Cell]) -> Lacks | None:
    """What is wrong with a value by the option's own check, said to who draws it; None if a game can begin with it."""
    try:
        game.check_options(game.players[0], {option: text})
    except BadOptions as error:
        said = error.message.removeprefix(f"option {option}: ").removesuffix(f" ({error.rule})")
        said = re.sub(r"^\(\w\) ", "", said)  # the letter of a reason is for who reads the rule
        words = re.findall(r"\w+", said)
        at = [cell["id"] for cell in cells if cell["name"] in words]
        begins_with_a_place = any(cell["name"] == words[0] for cell in cells)
        message = said if begins_with_a_place else said[:1].upper() + said[1:]
        return Lacks(message=f"{message}.", rule=error.rule, at=at)
    return None

"""My own games: listed, counted, removed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from oddboard.server import own_games
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, needed_guest
from oddboard.server.own_games import Wanted
from oddboard.server.own_models import Figures, Outcome, OwnGames
from oddboard.server.routes import ERRORS, reply

router = APIRouter(prefix="/api/me", tags=["guests"], responses=ERRORS)
Known = Annotated[Guest, Depends(needed_guest)]
LONGEST_AGO = 36_500  # days


def wanted_games(
    game: Annotated[str | None, Query(max_length=64, pattern=r"^[^\x00]*$")] = None,
    text: Annotated[str | None, Query(max_length=100, pattern=r"^[^\x00]*$")] = None,
    level: Annotated[str | None, Query(max_length=40, pattern=r"^[^\x00]*$")] = None,
    outcome: Outcome | None = None,
    days: Annotated[int | None, Query(ge=1, le=LONGEST_AGO)] = None,
) -> Wanted:
    """Which of my games."""
    return Wanted(game, text, level, outcome, days)


Asked = Annotated[Wanted, Depends(wanted_games)]


@router.get("/games", operation_id="ownGames", response_model=OwnGames)
async def games(
    request: Request,
    guest: Known,
    wanted: Asked,
    after: Annotated[str | None, Query(max_length=64, pattern=r"^\d{1,15}\.[\w-]{1,32}$")] = None,
) -> Response:
    """My games that are over, the latest first."""
    return reply(await own_games.listed(house_of(request), guest, wanted, after))


@router.get("/figures", operation_id="figures", response_model=Figures)
async def figures(request: Request, guest: Known, wanted: Asked) -> Response:
    """How my games ended, and what was costly in them."""
    return reply(await own_games.figures(house_of(request), guest, wanted))


@router.delete("/games/{identifier}", operation_id="removeGame", status_code=204)
async def remove(request: Request, identifier: str, guest: Known) -> Response:
    """Take a game off my list; where only I play or have played, all of it goes."""
    await own_games.remove(house_of(request), guest, identifier)
    return Response(status_code=204)

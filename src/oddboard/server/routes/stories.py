"""Stories: finished tables and uploaded saved games, and their analysis."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from oddboard.core.errors import BadRecord
from oddboard.server import pictures, stories
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, maybe_guest, needed_guest
from oddboard.server.models import Reason
from oddboard.server.own_models import Picture
from oddboard.server.routes import ERRORS, reply, reply_text
from oddboard.server.story_models import Analysis, Kept, Story, StoryPart

router = APIRouter(prefix="/api", tags=["stories"], responses=ERRORS)
KEPT_SECONDS = 30 * 86400  # of a picture, by a browser
Known = Annotated[Guest, Depends(needed_guest)]


@router.post(
    "/records",
    operation_id="upload",
    status_code=201,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
)
async def upload(request: Request, guest: Known) -> Kept:
    """Upload a saved game to look at."""
    house = house_of(request)
    house.limits.spend(guest.id, house.limits.address_of(request), "upload")
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"a saved game is UTF-8 text (byte {error.start} is not)") from None
    return Kept(id=await stories.upload(house, guest, text))


@router.get("/stories/{identifier}", operation_id="story", response_model=Story, dependencies=[Depends(maybe_guest)])
async def story(request: Request, identifier: str) -> Response:
    """A game to look at again; of a long one the first moments."""
    return reply_text(await stories.told(house_of(request), identifier))


@router.get(
    "/stories/{identifier}/moments",
    operation_id="story_moments",
    response_model=StoryPart,
    dependencies=[Depends(maybe_guest)],
)
async def story_moments(
    request: Request, identifier: str, since: Annotated[int, Query(alias="from", ge=1, le=1_000_000)]
) -> Response:
    """More moments of a long story, from as many as are known."""
    return reply_text(await stories.told(house_of(request), identifier, since))


@router.get("/stories/{identifier}/reason", operation_id="story_reason")
async def reason(
    request: Request,
    identifier: str,
    guest: Annotated[Guest | None, Depends(maybe_guest)],
    ply: Annotated[int, Query(ge=0, le=1_000_000)],
) -> Reason:
    """What a decision of a story was good for."""
    house = house_of(request)
    house.limits.spend(guest.id if guest else None, house.limits.address_of(request), "reason")
    return Reason(because=await stories.reason(house, identifier, ply))


@router.get(
    "/stories/{identifier}/picture",
    operation_id="picture",
    response_model=Picture,
    dependencies=[Depends(maybe_guest)],
)
async def picture(request: Request, identifier: str) -> Response:
    """The board as it was when a game ended; that never changes, so browsers keep it."""
    drawn = reply_text(await pictures.picture(house_of(request), identifier))
    drawn.headers["Cache-Control"] = f"private, max-age={KEPT_SECONDS}, immutable"
    return drawn


@router.get(
    "/stories/{identifier}/record",
    operation_id="story_record",
    response_class=PlainTextResponse,
    dependencies=[Depends(maybe_guest)],
)
async def record(request: Request, identifier: str) -> PlainTextResponse:
    """The saved game of a story."""
    name, text = await stories.record(house_of(request), identifier)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/stories/{identifier}/analysis", operation_id="analysis", response_model=Analysis)
async def analysis(request: Request, identifier: str, guest: Known) -> Response:
    """Judge a story, or tell how far that is; ask again until it is ready."""
    house = house_of(request)
    known = await stories.known_analysis(house, identifier)
    if known is None:
        house.limits.spend(guest.id, house.limits.address_of(request), "analysis")
        known = await stories.analyse(house, identifier)
    return reply(known)

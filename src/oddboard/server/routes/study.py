"""Studies: positions to look at and to try things in, without a table; used by lessons and by "what if"."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from oddboard import bots
from oddboard.core.errors import BadRequest, OddboardError, Over
from oddboard.core.game import Game, Refusal
from oddboard.core.match import Match, named
from oddboard.core.views import choices, moments, nothing_there, view_of
from oddboard.server.errors import Busy
from oddboard.server.games import match_from
from oddboard.server.guests import Guest
from oddboard.server.house import house_of, maybe_guest
from oddboard.server.limits import Asker
from oddboard.server.models import Because, Hint
from oddboard.server.questions import Question
from oddboard.server.referee import check_size
from oddboard.server.routes import ERRORS, reply, reply_text
from oddboard.server.seats import check_level
from oddboard.server.seeds import PROCESS_SECRET, seed_of
from oddboard.server.story_models import Studied, Study, StudyWhy
from oddboard.server.streams import packed
from oddboard.server.worker import ThinkingFailed

router = APIRouter(prefix="/api/study", tags=["study"], responses=ERRORS)
Anyone = Annotated[Guest | None, Depends(maybe_guest)]
MOVE_SECONDS = 8.0  # for a bot to decide
NO_UNDO = {"allowed": False, "by": None, "to": None, "rule": "Leave out the last decisions instead."}


def match_of(game: Game, wanted: Study) -> Match:
    """The match of a study after its decisions; the error of the first that is not legal names its number."""
    if wanted.position is not None:
        match = match_from(game, wanted.position)
    else:
        match = Match(game, wanted.players or game.players[0], wanted.options)
    for start in range(0, len(wanted.decisions), 64):
        check_size(wanted.decisions[start : start + 64])
    for number, decision in enumerate(wanted.decisions):
        try:
            match.play(decision)
        except OddboardError as error:
            error.message = f"decision {number}: {error.message}"
            raise
    return match


@router.post("", operation_id="study", response_model=Studied)
async def study(request: Request, wanted: Study, guest: Anyone) -> Response:
    """The situation after some decisions; everything is shown unless a viewer is named."""
    game = await house_of(request).games.ready(wanted.game)
    return reply_text(await asyncio.to_thread(studied, game, wanted))


def studied(game: Game, wanted: Study) -> bytes:
    """A study as JSON, made beside everything else."""
    match = match_of(game, wanted)
    if wanted.viewer is not None and wanted.viewer >= match.players:
        raise BadRequest(f"there is no seat {wanted.viewer}: they are 0 to {match.players - 1}")
    view = view_of(match, match.state, wanted.viewer)
    mover = named(int(game.rules.to_move(view)))
    mine = isinstance(mover, int) and wanted.viewer in (None, mover)
    found: dict[str, Any] = {
        "table": "",
        "ply": match.ply,
        "to_move": mover,
        "laying": [],
        "seat": mover if mine else None,
        "choices": choices(game, view) if mine else [],
        "shortcuts": game.shortcuts(view) if mine else [],
        "asks": game.asks_now(view) if mine else {},
        "scene": game.scene(view),
        "threats": game.threats(view, wanted.viewer) if mover != "chance" and not match.is_over else [],
        "clocks": None,
        "undo": NO_UNDO,
        "ranks": match.ranks,
        "result": game.result(match.state) if match.is_over else None,
        "thinking": [],
        "preparing": None,
        "ground": game.ground(match.start),
        "moments": moments(match, wanted.viewer),
        "position": game.position(view),
    }
    return packed(found)


@router.post("/move", operation_id="studyMove", response_model=Hint)
async def move(request: Request, wanted: Study, guest: Anyone) -> Response:
    """What a bot would decide; for chance, what the dice give."""
    house, level = house_of(request), wanted.level or bots.USUAL
    address = house.limits.address_of(request)
    house.limits.spend(guest.id if guest else None, address, "thinking")
    game = await house.games.ready(wanted.game)
    check_level(level, game)
    match = await asyncio.to_thread(match_of, game, wanted)
    if match.is_over:
        raise Over("the game is over")
    if match.to_move == "chance":
        before = match.state
        decision = match.roll()
        code = match.history[-1].code
        words = game.words(before, code)
        return reply({"decision": decision, "touches": [], "words": words, "why": "By chance.", "lines": []})
    assert isinstance(match.to_move, int)
    question = Question(
        table=f"study {game.key}",
        game=game.key,
        start={"players": match.players, "options": match.options, "position": wanted.position},
        codes=[played.code for played in match.history],
        seat=match.to_move,
        level=level,
        seconds=MOVE_SECONDS,
        seed=seed_of(PROCESS_SECRET, "studies"),
    )
    try:
        found = await house.thinkers.hint(question, Asker.of(guest, address))
    except ThinkingFailed:
        raise Busy("no decision was found in time: try again") from None
    best = found.lines[0]
    return reply(
        {
            "decision": best["decision"],
            "touches": best["touches"],
            "words": best["words"],
            "why": found.why,
            "lines": found.lines,
        }
    )


@router.post("/why", operation_id="studyWhy", response_model=Because)
async def why(request: Request, wanted: StudyWhy, guest: Anyone) -> Response:
    """Why something cannot be done in a study."""
    game = await house_of(request).games.ready(wanted.game)
    match = await asyncio.to_thread(match_of, game, wanted)
    if wanted.decision is None and wanted.touches is None:
        raise BadRequest("ask about a field 'decision', or about a list 'touches'")
    decision = wanted.decision if wanted.decision is not None else game.attempt(match.state, wanted.touches or [])
    if decision is None:
        return reply({"legal": False, "rule": None, "message": nothing_there(game, match.state)})
    if not isinstance(decision, Refusal):
        check_size([decision])
    refusal: Refusal | None = decision if isinstance(decision, Refusal) else match.why_not(decision)
    if refusal:
        return reply({"legal": False, "rule": refusal.rule, "message": refusal.message})
    return reply({"legal": True, "rule": None, "message": None})

"""Scenes are whole, what is legal can be touched, and previews and trails tell the truth."""

import itertools
import json
import random
from typing import Any

from oddboard.conformance.shapes import check_shape
from oddboard.core.game import CHANCE, OVER
from oddboard.core.match import Match
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.scene import Choice, Ground, Piece, Scene, Threat
from oddboard.core.views import WATCHER, choices, mover, preview_of, view_of

PREVIEWED = 12  # choices of a state that are played and compared with their previews


def check_scenes(match: Match, where: str) -> None:
    """What a seat or a watcher sees can be drawn, and whatever is legal is made by touching things that are there."""
    game = match.game
    drawn = game.ground(match.state)
    check_shape(drawn, Ground, "ground")
    ground = json.loads(json.dumps(drawn))
    assert ground == json.loads(json.dumps(game.ground(match.start))), f"the ground has changed: {where}"
    places = [place["id"] for place in ground["places"]]
    drawn_already: dict[bytes, tuple[set[str], set[str]]] = {}  # where all is open, everybody sees the same
    for viewer in (None, WATCHER, *range(match.players)):
        view = view_of(match, match.state, viewer)
        if to_bytes(view) not in drawn_already:
            drawn_already[to_bytes(view)] = check_scene(match, view, places, where)
        pieces, known = drawn_already[to_bytes(view)]
        if viewer is not None:
            check_threats(match, view, viewer, pieces, where)
        if viewer is not None and mover(match, viewer) == viewer:
            found = choices(game, view)
            assert found == [game.choice(view, code) for code in game.codes_of(view)], f"one by one differ: {where}"
            plain = [{**each, **preview_of(whole)} for each, whole in zip(game.bare_choices(view), found, strict=True)]
            assert plain == found, f"without previews they differ: {where}"
            check_touches(match, found, known, set(places), where)
            check_shortcuts(match, known, where)


def check_scene(match: Match, view: Any, places: list[str], where: str) -> tuple[set[str], set[str]]:
    """A view can be drawn; the pieces in it, and everything that has an identifier."""
    seen = match.game.scene(view)
    check_shape(seen, Scene, "scene")
    scene = json.loads(json.dumps(seen))
    assert len(scene["seats"]) == match.players, f"a scene has a line for each seat: {where}"
    pieces = [piece["id"] for piece in scene["pieces"]]
    known = [*places, *pieces, *(item["id"] for item in scene["items"])]
    assert len(set(known)) == len(known), f"an identifier is used twice: {where}"
    assert all(":" in each for each in known), f"an identifier is kind:name: {where}"
    for piece in scene["pieces"]:
        check_place(piece, set(places), where)
    return set(pieces), set(known)


def check_threats(match: Match, view: Any, viewer: int, pieces: set[str], where: str) -> None:
    """What may befall somebody is about pieces that are there, and is said in a sentence."""
    for threat in match.game.threats(view, None if viewer == WATCHER else viewer):
        check_shape(threat, Threat, "threat")
        about = {threat["piece"], *threat["by"]}
        assert about <= pieces, f"{about - pieces} threaten or are threatened, and are not there: {where}"
        assert threat["note"].endswith("."), f"a threat is told in a sentence, not {threat['note']!r}: {where}"


def check_place(piece: dict[str, Any], places: set[str], where: str) -> None:
    """A piece stands on a place of the ground, at a spot; or it is beside the board, and has neither."""
    at, name = piece["at"], piece["id"]
    assert at is None or at in places, f"{name} stands on {at}, which is no place of the ground: {where}"
    assert (at is None) == (piece["spot"] is None), f"{name} stands on {at}, but its spot is {piece['spot']}: {where}"


def check_touches(match: Match, found: list[Choice], known: set[str], places: set[str], where: str) -> None:
    """Every choice is touched in its own way, by things that there are and that the page can ask for."""
    for choice in found:
        check_shape(choice, Choice, f"choice {choice['decision']}")
        assert choice["touches"], f"{choice['decision']} needs no touch: {where}"
        assert set(choice["touches"]) <= known, f"{set(choice['touches']) - known} cannot be touched: {where}"
        assert set(choice.get("path", ())) | set(choice.get("through", ())) <= places, f"{choice}: {where}"
        warning = choice.get("warning", "It is right.")
        assert warning.endswith("."), f"a warning is a sentence, not {warning!r}: {where}"
        for touch in choice["touches"] if match.game.asks else ():
            assert {touch, touch.partition(":")[0]} & set(match.game.asks), f"nothing asks for {touch}: {where}"
    json.dumps(found)
    check_ends([choice["touches"] for choice in found], where)


def check_ends(touched: list[list[str]], where: str) -> None:
    """No list of touches is another's beginning."""
    for one, other in itertools.pairwise(sorted(touched)):
        assert other[: len(one)] != one, f"{one} is the beginning of {other}: {where}"


def check_shortcuts(match: Match, known: set[str], where: str) -> None:
    """What a shortcut names can be decided in that order, and its touches lead to nothing else."""
    game, state = match.game, match.state
    touched = [choice["touches"] for choice in choices(game, state)]
    for shortcut in game.shortcuts(state):
        trial, work = copy(state), new(game.work)
        for decision in shortcut["decisions"]:
            code = game.code(trial, decision)
            assert code in work.code[: game.rules.legal(trial, work)], f"{shortcut}: {decision}: {where}"
            assert isinstance(code, int)
            game.rules.play(trial, work, code)
        if "touches" in shortcut:
            assert set(shortcut["touches"]) <= known, f"{shortcut}: {where}"
            touched.append(shortcut["touches"])
    check_ends(touched, where)


def check_previews(match: Match, rng: random.Random, where: str) -> None:
    """After a choice the piece is where its path ends, hits are gone, dice are rolled, every trail ends at its piece.

    The piece of a path is the one that is named, else the last one touched that is not called after its place. Where
    chance decides before anything moves nothing can be said yet.
    """
    if not isinstance(match.to_move, int):
        return
    game, codes = match.game, match.codes()
    seen = game.scene(match.state)
    before = stands(seen)
    for code in rng.sample(codes, min(len(codes), PREVIEWED)):
        choice, after = game.choice(match.state, code), copy(match.state)
        game.rules.play(after, new(game.work), code)
        now = stands(game.scene(after))
        told = f"{choice}: {where}"
        for moved, trail in game.trails(match.state, code).items():
            ends = now.get(moved) or trail[-1]  # what has left the board is nowhere
            assert ends == trail[-1], f"{moved} is on {ends} after its trail {trail}: {told}"
        pieces = [touch for touch in choice["touches"] if touch in before and _name(touch) != _name(before[touch])]
        piece = choice.get("piece", pieces[-1] if pieces else None)
        if path := choice.get("path"):
            assert set(choice.get("through", ())) <= set(path), f"it passes places that are not on its path: {told}"
        asked = game.rules.to_move(after)
        waits = piece and now.get(piece) == before.get(piece) and asked == CHANCE
        if piece and path and not waits:
            assert now.get(piece) == path[-1], f"{piece} is on {now.get(piece)}, not at the end of its path: {told}"
        if asked in (match.to_move, OVER):  # otherwise a die is rolled now, or after somebody has answered
            assert not choice.get("rolls"), f"a die is said to decide, and none is rolled: {told}"
        if asked in (match.to_move, OVER, CHANCE):  # somebody else who is asked may prevent it
            check_hits(choice, _pieces(seen), _pieces(game.scene(after)), told)


def check_hits(choice: Choice, before: dict[str, Piece], now: dict[str, Piece], told: str) -> None:
    """What is said to be destroyed or broken was on the board, and is gone or looks otherwise."""
    for hit in choice.get("hits", ()):
        assert _on_board(before, hit), f"{hit} is said to be hit, and is not there: {told}"
        gone = not _on_board(now, hit)
        assert gone or now[hit].get("look") != before[hit].get("look"), (
            f"{hit} is said to be hit, and is as it was: {told}"
        )


def _on_board(pieces: dict[str, Piece], piece: str) -> bool:
    return piece in pieces and pieces[piece]["at"] is not None


def _pieces(scene: Scene) -> dict[str, Piece]:
    """The pieces by their names."""
    return {piece["id"]: piece for piece in scene["pieces"]}


def stands(scene: Scene) -> dict[str, str | None]:
    """The place of each piece."""
    return {piece["id"]: piece["at"] for piece in scene["pieces"]}


def _name(identifier: str | None) -> str:
    """What follows the kind in an identifier."""
    return (identifier or "").partition(":")[2]

"""The server's description of itself (OpenAPI), with what goes over sockets among its schemas.

What a field is about stands below it in the sources, and is read there when somebody asks: Pydantic would read it at
every start, for each of two hundred classes anew, which takes as long as all else that it does.
"""

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.encoders import jsonable_encoder
from pydantic.json_schema import models_json_schema

from oddboard.core import drawing, scene, views
from oddboard.server import game_models, messages, models, own_models, story_models, thinkers, told

SHAPES = (
    scene,
    views,
    drawing,
    told,
    thinkers,
    models,
    game_models,
    story_models,
    own_models,
    messages,
)  # the modules of what is described


class Shape(NamedTuple):
    """A class that describes something, as it stands in the sources."""

    bases: list[str]
    fields: dict[str, str | None]  # with what stands below them


def described(app: FastAPI) -> dict[str, Any]:
    """The description; made once."""
    if app.openapi_schema is None:
        description = FastAPI.openapi(app)
        sent = [(messages.FromPage, "validation"), (messages.FromServer, "validation")]
        _, definitions = models_json_schema(sent, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
        schemas = description["components"]["schemas"]
        # Without nulls, as everything else in a description: what may be left out has no default that matters.
        for name, definition in jsonable_encoder(definitions["$defs"], exclude_none=True).items():
            schemas.setdefault(name, definition)
        shapes = {name: shape for module in SHAPES for name, shape in _shapes_in(module)}
        for name, schema in schemas.items():
            for field, words in _words_of(shapes, name).items():
                schema.get("properties", {}).get(field, {}).setdefault("description", words)
        app.openapi_schema = description
    return app.openapi_schema


def _words_of(shapes: dict[str, Shape], name: str) -> dict[str, str]:
    """What is said about the fields of a class, those of what it is derived from included."""
    if name not in shapes:
        return {}
    found = {field: words for base in shapes[name].bases for field, words in _words_of(shapes, base).items()}
    own = shapes[name].fields
    return {field: words for field, words in found.items() if field not in own} | {
        field: words for field, words in own.items() if words is not None
    }


def _shapes_in(module: ModuleType) -> Iterator[tuple[str, Shape]]:
    for part in ast.parse(inspect.getsource(module)).body:
        if isinstance(part, ast.ClassDef):
            bases = [base.id for base in part.bases if isinstance(base, ast.Name)]
            yield part.name, Shape(bases, dict(_fields_of(part)))


def _fields_of(part: ast.ClassDef) -> Iterator[tuple[str, str | None]]:
    for line, below in zip(part.body, [*part.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            text = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else None
            yield line.target.id, inspect.cleandoc(text) if isinstance(text, str) else None

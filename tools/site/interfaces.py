"""HTTP and the socket as pages, from the server's own description of both."""

import json
import re
import tempfile
from typing import Any

from pydantic.json_schema import models_json_schema

from oddboard.server import messages
from oddboard.server.app import Settings, build

Schema = dict[str, Any]
ROOMS = {
    "guests": "Guests",
    "games": "Games",
    "tables": "Tables",
    "playing": "Playing",
    "stories": "Stories",
    "study": "Study",
    "health": "For the host",
}
KINDS = {"integer": "whole number", "string": "text", "boolean": "yes or no", "number": "number", "null": "none"}
HTTP_BEGINS = """# HTTP

What can be asked of a running server, made from its own description, which is also at `/api/openapi.json`.
Bodies are JSON. Who asks is known by a cookie that the first answer sets; requests that change something must
come from the server's own page, or have no `Origin` at all. An error is `{"error": {"kind", "message",
"rule"}}` with the status that fits: 400 and 422 for what is not well formed, 403 for what is not yours to do,
404, 409 for what is not legal now, 413, 429 with `Retry-After`, and 503 for what is to be tried again. [A table
over HTTP](../tutorials/a-table-over-http.md) plays with these.
"""
SOCKET_BEGINS = """# The socket

`/api/tables/ID/live` tells a page what happens at a table, and takes its decisions. Messages are JSON
objects, told apart by `type`. The page begins with `hello`; a `welcome` follows, with everything that there
is. What happens then has numbers without gaps (`seq`): whoever comes back says the last one that it knows
(`since`), and gets the rest, or a new `welcome`. An answer has the `id` of what it answers. What the server
promises is in [The server](../server.md).
"""


def description() -> Schema:
    """The server's OpenAPI description."""
    with tempfile.TemporaryDirectory() as folder:
        found = build(Settings(database=f"sqlite:///{folder}/none.db")).openapi()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def http(found: Schema) -> str:
    """The page about HTTP."""
    parts = [HTTP_BEGINS]
    schemas = found["components"]["schemas"]
    for tag, title in _rooms(found).items():
        parts.append(f"## {title}\n")
        for path, methods in found["paths"].items():
            for method, asked in methods.items():
                if tag in asked.get("tags", []):
                    parts.append(_request(method, path, asked))
    parts.append("## What is sent and answered\n")
    parts += [_model(name, schemas[name]) for name in sorted(_of_http(found))]
    return "\n".join(parts)


def _of_http(found: Schema) -> set[str]:
    """The models that requests and good answers are made of."""
    asked = [_own(each) for methods in found["paths"].values() for each in methods.values()]
    return _reached(set(re.findall(r"#/components/schemas/(\w+)", json.dumps(asked))), found["components"]["schemas"])


def socket(found: Schema) -> str:
    """The page about the socket; models that requests have, too, are on the other page."""
    both = [(messages.FromPage, "validation"), (messages.FromServer, "serialization")]
    _, described = models_json_schema(both, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    schemas = described["$defs"]
    parts = [SOCKET_BEGINS]
    ours: set[str] = set()
    for title, model in (("From the page", messages.FromPage), ("To the page", messages.FromServer)):
        parts.append(f"## {title}\n")
        names = re.findall(r"#/components/schemas/(\w+)", json.dumps(schemas[model.__name__]["oneOf"]))
        ours |= set(names)
        for name in names:
            parts.append(_model(name, schemas[name], heading=_type_of(schemas[name])))
    parts.append("## What is in them\n")
    others = _reached(ours, schemas) - ours - _of_http(found)
    parts += [_model(name, schemas[name]) for name in sorted(others)]
    return "\n".join(parts)


def _rooms(found: Schema) -> dict[str, str]:
    """The tags, the known ones first, each with a title."""
    used = {tag for methods in found["paths"].values() for asked in methods.values() for tag in asked.get("tags", [])}
    known = [tag for tag in ROOMS if tag in used]
    return {tag: ROOMS.get(tag, tag.capitalize()) for tag in [*known, *sorted(used - set(known))]}


def _own(asked: Schema) -> Schema:
    """A request without the errors that all requests share."""
    good = {status: answer for status, answer in asked["responses"].items() if status.startswith("2")}
    return {**asked, "responses": good}


def _request(method: str, path: str, asked: Schema) -> str:
    parts = [f"### {method.upper()} `{path}`\n", asked.get("description", "") + "\n"]
    given = [
        [f"`{each['name']}`", f"in the {each['in']}", _kind(each["schema"]), _meaning(each.get("description"))]
        for each in asked.get("parameters", [])
    ]
    if given:
        parts.append(_table(["parameter", "", "is", ""], given))
    for status, answer in _own(asked)["responses"].items():
        body = asked.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        reply = next(iter(answer.get("content", {}).values()), {}).get("schema")
        sent = f"Sent: {_kind(body)}. " if body else ""
        parts.append(f"{sent}Answered: {status}{', ' + _kind(reply) if reply else ''}.\n")
    return "\n".join(parts)


def _model(name: str, schema: Schema, heading: str | None = None) -> str:
    parts = [f"({_anchor(name)})=", f"### {heading or f'`{name}`'}\n", schema.get("description", "") + "\n"]
    if "enum" in schema:
        parts.append("One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + ".\n")
    needed = set(schema.get("required", []))
    fields = [
        [f"`{field}`", _kind(each), "" if field in needed else _default(each), _meaning(each.get("description"))]
        for field, each in schema.get("properties", {}).items()
        if not (heading and field == "type")
    ]
    if fields:
        parts.append(_table(["field", "is", "if left out", ""], fields))
    return "\n".join(parts)


def _type_of(schema: Schema) -> str:
    kind = schema["properties"]["type"]
    return " or ".join(f"`{each}`" for each in kind.get("enum", [kind.get("const")]))


def _reached(names: set[str], schemas: dict[str, Schema]) -> set[str]:
    """Models, and all that they are made of."""
    found: set[str] = set()
    todo = set(names)
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= set(re.findall(r"#/components/schemas/(\w+)", json.dumps(schemas[name]))) - found
    return found


def _kind(schema: Schema) -> str:
    """What a value is, in words."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{_anchor(name)})"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[several])))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}" if schema.get("items") else "list"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        return f"object of {_kind(more)}" if isinstance(more, dict) and more else "object"
    span = [f"from {schema['minimum']:,}"] if "minimum" in schema else []
    span += [f"to {schema['maximum']:,}"] if "maximum" in schema else []
    span += [f"up to {schema['maxLength']:,} letters"] if "maxLength" in schema else []
    return " ".join([KINDS.get(schema.get("type", ""), "anything"), *span])


def _default(schema: Schema) -> str:
    return f"`{json.dumps(schema['default'])}`" if "default" in schema else "–"


def _meaning(text: str | None) -> str:
    return (text or "").replace("\n", " ").replace("|", "\\|")


def _anchor(name: str) -> str:
    return "model-" + name.lower()


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"

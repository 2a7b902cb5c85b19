"""Search, in the reader's own browser: every section of every page with its words, in one script."""

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

TAG = re.compile(r"<[^>]*>|```.*?```", re.DOTALL)
LONGEST = 2000  # letters of a section that are searched


def sections(doctree: nodes.document) -> list[tuple[str, str, str]]:
    """The sections of a page: anchor, title, and what stands in it, without the sections inside."""
    found = []
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title)
        own = [part for part in section.children if not isinstance(part, (nodes.section, nodes.title))]
        words = " ".join(TAG.sub(" ", part.astext()) for part in own)
        anchor = section["ids"][0] if section["ids"] else ""
        found.append((anchor, title.astext() if title else "", " ".join(words.split())[:LONGEST]))
    return found


def _write(app: Sphinx, failure: Exception | None) -> None:
    if failure:
        return
    index: list[Any] = []
    for name in sorted(app.env.found_docs):
        if name.startswith("sources/"):
            continue
        page = app.env.get_doctree(name)
        title = app.env.titles[name].astext()
        for anchor, heading, words in sections(page):
            place = f"{name}.html" + (f"#{anchor}" if heading != title else "")
            index.append([place, title, heading if heading != title else "", words])
    text = "window.oddboardIndex = " + json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / "_static" / "index.js").write_text(text, encoding="utf-8")


def _mood(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Pages of a game have that game's colours."""
    context["mood"] = (context.get("meta") or {}).get("mood", "")
    context["is_source"] = name.startswith("sources/")


def _docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are written as Markdown is: what is indented is code, also directly after a paragraph."""
    made: list[str] = []
    inside = False
    for line in lines:
        indented = line.startswith("    ")
        if indented and not inside and not (made and made[-1].lstrip().startswith(("- ", "* "))):
            made += ["", "::", ""]
            inside = True
        elif line and not indented and inside:
            made.append("")
            inside = False
        made.append(line)
    lines[:] = made


def _begin(app: Sphinx) -> None:
    app.builder.search = False  # Sphinx's own search is another page, and slower


def setup(app: Sphinx) -> dict[str, Any]:
    """Take part in the building."""
    app.connect("builder-inited", _begin)
    app.connect("autodoc-process-docstring", _docstring)
    app.connect("html-page-context", _mood)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True}

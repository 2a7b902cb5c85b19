"""Pages as they are written, made into pages of the site: links go to pages, or to the source that they name."""

import os
import re
from pathlib import Path, PurePosixPath

from tools.site.contents import ROOT

LINK = re.compile(r"(?<!\\)\]\((?!https?:|mailto:|#)([^)\s#]*)(#[^)\s]*)?\)")
IN_HTML = re.compile(r'href="([^"#:]+\.md)"')
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".md": "markdown", ".json": "json", ".toml": "toml", ".yaml": "yaml", ".ts": "typescript"}


class BrokenLink(Exception):
    """A page names something that is not there."""


class Linker:
    """Turns links between files into links between pages; files that are no pages are shown as they stand."""

    def __init__(self, pages: dict[Path, str]) -> None:
        self.pages = pages
        self.shown: dict[Path, str] = {}  # sources that pages link to, and where they are shown

    def page(self, source: Path) -> str:
        """The text of a page, with its links."""
        text = source.read_text(encoding="utf-8")
        kept: list[str] = []

        def keep(block: re.Match[str]) -> str:
            kept.append(block[0].replace("```engine\n", "```text\n", 1))  # which tests run
            return f"\0{len(kept) - 1}\0"

        bare = FENCE.sub(keep, text)
        linked = LINK.sub(lambda link: f"]({self._way(source, link[1])}{link[2] or ''})", bare)
        linked = IN_HTML.sub(lambda link: f'href="{self._way(source, link[1]).removesuffix(".md")}.html"', linked)
        return re.sub(r"\0(\d+)\0", lambda number: kept[int(number[1])], linked)

    def _way(self, source: Path, named: str) -> str:
        """The way from a page to what it names, on the site."""
        target = (source.parent / named).resolve()
        if target.is_dir() and (target / "README.md").exists():
            target = target / "README.md"
        if not target.exists() or not target.is_relative_to(ROOT):
            raise BrokenLink(f"{source.relative_to(ROOT)} links to {named}, which is not there")
        if target in self.pages:
            place = self.pages[target]
        elif target.suffix in (".svg", ".png", ".webp"):
            place = target.relative_to(ROOT / "docs").as_posix()
        else:
            place = f"sources/{target.relative_to(ROOT).as_posix()}.md"
            self.shown[target] = place
        return relative(self.pages[source], place)

    def sources(self) -> dict[str, str]:
        """The pages that show sources, and what stands on them; a folder lists what is in it."""
        made: dict[str, str] = {}
        todo = list(self.shown)
        while todo:
            path = todo.pop()
            place = self.shown[path]
            name = path.relative_to(ROOT).as_posix()
            if path.is_dir():
                inside = sorted(each for each in path.iterdir() if each.name != "__pycache__")
                for each in inside:
                    if each not in self.shown:
                        self.shown[each] = f"sources/{each.relative_to(ROOT).as_posix()}.md"
                        todo.append(each)
                lines = [f"- [`{each.name}`]({relative(place, self.shown[each])})" for each in inside]
                made[place] = f"---\norphan: true\n---\n# `{name}`\n\n" + "\n".join(lines) + "\n"
            else:
                text = path.read_text(encoding="utf-8")
                language = LANGUAGES.get(path.suffix, "text")
                made[place] = f"---\norphan: true\n---\n# `{name}`\n\n````{language}\n{text.rstrip()}\n````\n"
        return made


def relative(page: str, other: str) -> str:
    """The way from a page to another file of the site."""
    return os.path.relpath(other, PurePosixPath(page).parent).replace(os.sep, "/")

"""Whether every link of the built site leads somewhere: pages, places in pages, pictures, scripts."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag


class _Page(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken(site: Path) -> list[str]:
    """A line for each link of the site's pages that leads nowhere."""
    pages: dict[Path, _Page] = {}
    for path in site.rglob("*.html"):
        pages[path] = _Page()
        pages[path].feed(path.read_text(encoding="utf-8"))
    found = []
    for path, page in sorted(pages.items()):
        for link in dict.fromkeys(page.links):
            if ":" in link.split("/")[0] or link.startswith("//"):
                continue
            target, place = urldefrag(unquote(link))
            file = (path.parent / target).resolve() if target else path
            if not file.exists():
                found.append(f"{path.relative_to(site)}: {link} is not there")
            elif place and file in pages and place not in pages[file].places:
                found.append(f"{path.relative_to(site)}: {link} names a place that is not on that page")
    return found

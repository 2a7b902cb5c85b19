"""`make docs`: gathers the pages, lets the page draw the boards, builds the site, and looks at every link.

python -m tools.site [--out build/site] [--letters]     with --letters boards are shown as the terminal shows them
"""

import argparse
import shutil
import sys
from functools import partial
from pathlib import Path

import oddboard
from oddboard.core import registry
from tools.site import boards, charts, commands, interfaces, library, links, rulebooks
from tools.site.contents import ROOT, pages, sections
from tools.site.writing import BrokenLink, Linker

HERE = Path(__file__).parent
GATHERED = "pages"  # beside the site: its pages in Markdown, and Sphinx's own files
FONTS = ROOT / "web" / "src" / "fonts"
TOKENS = ROOT / "web" / "src" / "tokens.css"
PHONE = ("@media (--phone)", "@media (width < 720px)")  # as web/src/breakpoints.ts has it


def gathered(letters: bool) -> dict[str, str]:
    """Every page of the site in Markdown, by its place."""
    written = pages()
    linker = Linker(written)
    made: dict[str, str] = {}
    for source, place in written.items():
        if source != ROOT / "README.md":  # the site begins with a page of its own
            made[place] = linker.page(source)
    for key in oddboard.all_games():
        prefix = registry.game(key).prefix
        drawn = partial(boards.in_letters if letters else boards.picture, key)
        book, about = f"rulebooks/{key}.md", f"reference/decisions/{key}.md"
        made[book] = rulebooks.rulebook(made[book], key, prefix, drawn)
        made[about] = rulebooks.decisions(made[about], key, prefix)
    described = interfaces.description()
    made["reference/http.md"] = interfaces.http(described)
    made["reference/socket.md"] = interfaces.socket(described)
    made["reference/commands.md"] = commands.page()
    made["benchmarks/over-time.md"] = charts.page(charts.runs())
    made |= library.pages()
    made["reference/decisions/index.md"] = _list_of_decisions()
    made["index.md"] += _navigation()
    for folder in ("studies", "decisions"):
        inside = sorted(place for place in made if place.startswith(f"{folder}/") and not place.endswith("index.md"))
        made[f"{folder}/index.md"] += _toctree([Path(place).stem for place in inside])
    return made | linker.sources()


def _list_of_decisions() -> str:
    """The page that leads to every game's decisions and positions."""
    keys = oddboard.all_games()
    lines = [f"- [{registry.game(key).title}]({key}.md)" for key in keys]
    about = "What can be decided in each game, and what a position holds, as JSON: for programs that play or record."
    return "\n".join(["# Decisions and positions\n", about, "", *lines]) + _toctree(keys)


def _navigation() -> str:
    return "".join(_toctree(names, f":caption: {title}\n") for title, names in sections().items())


def _toctree(names: list[str], more: str = "") -> str:
    listed = "\n".join(names)
    return f"\n```{{toctree}}\n:hidden:\n{more}\n{listed}\n```\n"


def build(out: Path, letters: bool) -> int:
    """Build the site; the status that the command ends with."""
    from sphinx.cmd.build import main as sphinx

    source = out.parent / GATHERED
    shutil.rmtree(source, ignore_errors=True)
    try:
        for place, text in gathered(letters).items():
            path = source / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except BrokenLink as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    for picture in (ROOT / "docs").rglob("*.*"):
        if picture.suffix in (".svg", ".png"):
            copied = source / picture.relative_to(ROOT / "docs")
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, copied)
    shutil.rmtree(out, ignore_errors=True)
    status = sphinx(
        ["-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(source / ".doctrees"), str(source), str(out)]
    )
    if status:
        return status
    _furnish(out, letters)
    wrong = links.broken(out)
    for each in wrong:
        print(f"site: {each}", file=sys.stderr)
    return 1 if wrong else 0


def _furnish(out: Path, letters: bool) -> None:
    """Put in what Sphinx does not know of: the page's colours and letters, and the drawn boards."""
    furniture = out / "_static"
    (furniture / "tokens.css").write_text(TOKENS.read_text(encoding="utf-8").replace(*PHONE), encoding="utf-8")
    for font in FONTS.glob("*.woff2"):
        shutil.copyfile(font, furniture / font.name)
    shutil.copytree(ROOT / "docs" / "pictures", out / "pictures")
    if not letters:
        shutil.copytree(boards.KEPT, out / "boards", ignore=shutil.ignore_patterns(boards.STAMP))


def main() -> int:
    """Run from the command line."""
    asked = argparse.ArgumentParser(prog="python -m tools.site", description="Build the documentation site.")
    asked.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where it goes")
    asked.add_argument("--letters", action="store_true", help="boards as the terminal shows them: no browser is needed")
    given = asked.parse_args()
    if not given.letters:
        boards.draw(oddboard.all_games())
    status = build(given.out, given.letters)
    if not status:
        print(f"The site is in {given.out}.")
    return status


if __name__ == "__main__":
    sys.exit(main())

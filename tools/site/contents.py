"""What is on the site, in the order of its navigation, and where it comes from."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "oddboard" / "games"

SECTIONS: dict[str, list[str]] = {
    "Start here": ["play", "host", "research", "a-sixth-game"],
    "Tutorials": [
        "tutorials/a-match-in-python",
        "tutorials/a-bot-of-your-own",
        "tutorials/learning-to-play",
        "tutorials/driving-the-engine",
        "tutorials/a-table-over-http",
    ],
    "Rulebooks": [f"rulebooks/{path.name.replace('_', '-')}" for path in sorted(GAMES.glob("[a-z]*"))],
    "Reference": [
        "reference/commands",
        "reference/variables",
        "reference/protocol",
        "reference/http",
        "reference/socket",
        "reference/decisions/index",
        "environments",
        "your-own-bot",
        "observations",
        "reference/python/index",
    ],
    "How it is made": [
        "architecture",
        "server",
        "many-processes",
        "fair-dice",
        "style",
        "contributing",
        "decisions/index",
    ],
    "Findings": ["studies/index", "benchmarks/index", "benchmarks/over-time"],
    "About": ["changelog", "credits"],
}
"""Headings of the navigation with their pages; pages of `index` pages are named by those themselves."""

ELSEWHERE: dict[str, str] = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CREDITS.md": "credits.md",
    "README.md": "index.md",
    "benchmarks/README.md": "benchmarks/index.md",
}
"""Files outside `docs` that are pages, and which."""


def sections() -> dict[str, list[str]]:
    """The navigation; a page that nobody has given a place stands at the end of how it is made."""
    listed = {name for names in SECTIONS.values() for name in names}
    written = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").glob("*.md")]
    left = sorted(name for name in written if name not in listed and name not in ("index", "README"))
    tutorials = sorted(f"tutorials/{path.stem}" for path in (ROOT / "docs" / "tutorials").glob("*.md"))
    left += [name for name in tutorials if name not in listed]
    return {**SECTIONS, "How it is made": [*SECTIONS["How it is made"], *left]}


def pages() -> dict[Path, str]:
    """Every file that is a page as it is written, with its place on the site."""
    found = {ROOT / source: page for source, page in ELSEWHERE.items()}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page = path.relative_to(ROOT / "docs").as_posix()
        found[path] = page.replace("README.md", "index.md")
    for folder in sorted(GAMES.glob("[a-z]*")):
        if (folder / "rulebook.md").exists():
            key = folder.name.replace("_", "-")
            found[folder / "rulebook.md"] = f"rulebooks/{key}.md"
            found[folder / "decisions.md"] = f"reference/decisions/{key}.md"
    return found

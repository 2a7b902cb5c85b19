"""The documentation site: it builds, every page is there, and a link that leads nowhere is found."""

import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from oddboard.core import registry
from tools.site import charts, links, rulebooks
from tools.site.contents import ROOT, SECTIONS, pages
from tools.site.writing import BrokenLink, Linker


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, with boards in letters; without the compiler, so that nothing has to be compiled for it."""
    out = tmp_path_factory.mktemp("docs") / "site"
    built = subprocess.run(
        [sys.executable, "-m", "tools.site", "--letters", "--out", out],
        cwd=ROOT,
        env=os.environ | {"ODDBOARD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return out


def test_every_page_is_there_and_found(site: Path) -> None:
    index = json.loads((site / "_static" / "index.js").read_text(encoding="utf-8").split(" = ", 1)[1])
    searched = {place.split("#")[0] for place, *_ in index}
    for names in SECTIONS.values():
        for name in names:
            assert (site / f"{name}.html").exists(), name
            assert f"{name}.html" in searched
    front = (site / "index.html").read_text(encoding="utf-8")
    for title in SECTIONS:
        assert f">{title}<" in front


def test_pages_have_what_they_are_made_from(site: Path) -> None:
    def shown(name: str) -> str:
        return (site / f"{name}.html").read_text(encoding="utf-8")

    for key in registry.keys():
        game = registry.game(key)
        book = shown(f"rulebooks/{key}")
        rules = set(re.findall(rf"^- \*\*({game.prefix}-\d+[a-z]?)\*\*", game.rulebook, re.MULTILINE))
        assert rules
        assert all(f'id="{rule}"' in book for rule in rules)
        assert book.count('<figure class="board">') == game.rulebook.count("```board ")
        assert f'data-mood="{key}"' in book
        assert "```" not in book
    assert "/api/tables/{identifier}/play" in shown("reference/http")
    assert "undo_asked" in shown("reference/socket")
    assert "--seats" in shown("reference/commands")
    assert "Nothing that is refused changes the match." in shown("reference/python/matches")
    assert "sailboat-regatta" in shown("benchmarks/over-time")


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here"></a><a href="b.html#there"></a><img src="c.png">')
    (tmp_path / "b.html").write_text('<p id="here"></p><a href="https://example.org/"></a><a href="#nowhere"></a>')
    assert [line.split(" ")[1] for line in links.broken(tmp_path)] == ["b.html#there", "c.png", "#nowhere"]


def test_links_go_to_pages_or_to_sources() -> None:
    page, book = ROOT / "docs" / "play.md", ROOT / "src/oddboard/games/yaz/rulebook.md"
    linker = Linker({page: "play.md", book: "rulebooks/yaz.md"})
    assert linker._way(page, "../src/oddboard/games/yaz/rulebook.md") == "rulebooks/yaz.md"
    assert linker._way(book, "../../../../docs/play.md") == "../play.md"
    assert linker._way(page, "../pyproject.toml") == "sources/pyproject.toml.md"
    assert "[build-system]" in linker.sources()["sources/pyproject.toml.md"]
    with pytest.raises(BrokenLink, match=r"docs/play.md links to nowhere.md"):
        linker._way(page, "nowhere.md")


def test_a_rule_says_whose_word_it_is() -> None:
    made = rulebooks.rulebook("- **YAZ-1** [T/R] Mud (YAZ-2). Our ruling: so.\n", "yaz", "YAZ", lambda name: "")
    assert 'id="YAZ-1"' in made
    assert 'title="the rulebook says so, our ruling"' in made
    assert '<a class="rule" href="#YAZ-2">YAZ-2</a>' in made
    assert '<span class="ruling">Our ruling: so.</span>' in made


def test_speed_is_drawn_over_time() -> None:
    def run(day: int, ratio: float) -> charts.Run:
        one = {"game": "yaz", "ratio_to_openspiel": ratio}
        return charts.Run(date(2026, 11, day), {"games": [one]})

    drawn = charts.drawing([run(1, 50.0), run(9, 100.0), run(17, 200.0)])
    (points,) = re.findall(r'points="([^"]*)"', drawn)
    (x1, y1), (x2, y2), (x3, y3) = (map(float, point.split(",")) for point in points.split())
    assert x3 - x2 == pytest.approx(x2 - x1)
    assert y2 - y3 == pytest.approx(y1 - y2, abs=0.2)  # twice as fast is the same step up, wherever
    assert "stroke-dasharray" not in drawn
    assert charts.runs(), "something is kept"


def test_every_variable_that_is_read_is_on_its_page() -> None:
    page = (ROOT / "docs" / "reference" / "variables.md").read_text(encoding="utf-8")
    read = re.compile(r"""environ(?:\.get\(|\.setdefault\(|\[|\.pop\()\s*["'](\w+)["']|getenv\(["'](\w+)["']""")
    sources = [path for path in (ROOT / "src").rglob("*.py") if "egg-info" not in str(path)]
    found = {
        name for path in sources for pair in read.findall(path.read_text(encoding="utf-8")) for name in pair if name
    }
    assert found
    assert sorted(name for name in found if f"`{name}`" not in page) == []


def test_pages_of_the_navigation_are_written_or_made() -> None:
    written = {place.removesuffix(".md") for place in pages().values()}
    made = {"reference/http", "reference/socket", "reference/commands", "reference/decisions/index",
            "reference/python/index", "benchmarks/over-time"}  # fmt: skip
    assert {name for names in SECTIONS.values() for name in names} <= written | made

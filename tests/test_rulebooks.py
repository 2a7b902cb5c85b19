"""Every rule that the project ships has a test, and every rule that code or messages name is on a rulebook page."""

import re
from pathlib import Path

import pytest

from oddboard.core import registry

TESTS = Path(__file__).parent
HEADINGS = [
    "The story",
    "The goal",
    "What there is",
    "Setting up",
    "A turn",
    "The rules",
    "Tips and tactics",
    "Questions",
    "Player aid",
    "Words",
    "Whose game it is",
]


def rules_on_page(key: str) -> set[str]:
    game = registry.game(key)
    return set(re.findall(rf"\*\*({game.prefix}-\d+[a-e]?)\*\*", game.rulebook))


def rules_with_tests() -> set[str]:
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        for mark in re.findall(r"\brule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found.update(re.findall(r"[A-Z]{3}-\d+[a-e]?", mark))
    return found


@pytest.mark.parametrize("key", registry.keys())
def test_every_rule_has_a_test(key: str) -> None:
    page = rules_on_page(key)
    assert len(page) > 10, f"the rulebook page of {key} names its rules as **{registry.game(key).prefix}-1**"
    missing = sorted(page - rules_with_tests())
    assert not missing, f"no test is marked with {', '.join(missing)}"


@pytest.mark.parametrize("key", registry.keys())
def test_rules_are_numbered_without_a_gap(key: str) -> None:
    numbers = {int(re.findall(r"\d+", rule)[0]) for rule in rules_on_page(key)}
    assert numbers == set(range(1, max(numbers) + 1))


@pytest.mark.parametrize("key", registry.keys())
def test_every_rule_named_in_code_is_on_the_page(key: str) -> None:
    game = registry.game(key)
    page = rules_on_page(key)
    sources = list(Path(str(game.folder)).rglob("*.py"))
    assert {path.name for path in sources} >= {"__init__.py", "state.py"}
    for path in sources:
        named = set(re.findall(rf"\b{game.prefix}-\d+[a-e]?\b", path.read_text(encoding="utf-8")))
        assert named <= page, f"{path.name} names {sorted(named - page)}"


@pytest.mark.parametrize("key", registry.keys())
def test_credits_are_named(key: str) -> None:
    """In CREDITS.md as the game itself has them."""
    game = registry.game(key)
    (line,) = [
        line for line in (TESTS.parent / "CREDITS.md").read_text().splitlines() if line.startswith(f"| {game.title} |")
    ]
    if game.credits:
        assert all(name in line for name in re.findall(r"[A-Z][\w.]*(?: [A-Z]\w*\.?)* [A-Z]\w+", game.credits.by))
        assert game.credits.licence in line
        assert not game.credits.year or str(game.credits.year) in line


@pytest.mark.parametrize("key", registry.keys())
def test_rulebooks_have_the_same_headings(key: str) -> None:
    assert re.findall(r"^## (.*)$", registry.game(key).rulebook, re.MULTILINE) == HEADINGS

"""The rulebook at the terminal."""

import re

import pytest

from oddboard.cli import rulebook
from oddboard.core import registry
from oddboard.core.errors import BadRequest

PAGE = """# A game

Some words.

**GAM-1** The first rule
goes on here.

- **GAM-2** Another.
- **GAM-12** One more,
  in two lines.

## Rulings
"""


def test_a_rule_is_its_paragraph_or_item() -> None:
    assert rulebook.paragraph(PAGE, "GAM-1") == "**GAM-1** The first rule\ngoes on here."
    assert rulebook.paragraph(PAGE, "GAM-2") == "- **GAM-2** Another."
    assert rulebook.paragraph(PAGE, "GAM-12") == "- **GAM-12** One more,\n  in two lines."
    with pytest.raises(BadRequest, match="GAM-3"):
        rulebook.paragraph(PAGE, "GAM-3")


@pytest.mark.parametrize("key", registry.keys())
def test_every_rule_is_found(key: str) -> None:
    game = registry.game(key)
    try:
        page = game.rulebook
    except FileNotFoundError:
        pytest.skip("no page yet")
    for identifier in re.findall(rf"^[-*\d. ]*\*\*({game.prefix}-\d+)\b", page, re.MULTILINE):
        assert identifier in rulebook.paragraph(page, identifier)


def test_a_rule_is_shown_by_its_number(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("martian-race")
    monkeypatch.setattr(type(game), "rulebook", PAGE.replace("GAM", "MAR"))
    for name in ("2", "mar-2"):
        rulebook.show(game, name)
        assert "MAR-2 Another." in capsys.readouterr().out
    rulebook.show(game, None)
    assert "Some words." in capsys.readouterr().out

"""What every game has beside its rules: minutes, credits, and the texts in its folder."""

from pathlib import Path

import pytest

from oddboard.core import registry, warming
from oddboard.core.game import Credits, Game


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    return registry.game("everest")


def test_minutes_for_any_number_of_players_or_by_their_number(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "minutes", 25)
    assert [game.minutes_for(players) for players in (2, 3)] == [25, 25]
    monkeypatch.setattr(type(game), "minutes", {2: 30, 3: 45})
    assert [game.minutes_for(players) for players in (2, 3, 4)] == [30, 45, None]
    monkeypatch.setattr(type(game), "minutes", None)
    assert game.minutes_for(2) is None


def test_credits_may_have_no_licence() -> None:
    assert Credits("Ann Ames", 1999) == Credits(by="Ann Ames", year=1999, licence="")


def test_texts_that_a_game_may_lack(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert (game.decisions_page, game.examples) == ("", {})
    (tmp_path / "decisions.md").write_text("# Decisions\n")
    (tmp_path / "examples.json").write_text('{"start": {"seat": 0}}')
    assert (game.decisions_page, game.examples) == ("# Decisions\n", {"start": {"seat": 0}})


def test_the_size_of_a_game_counts_its_subfolders(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "folder", tmp_path)
    (tmp_path / "rules" / "deep").mkdir(parents=True)
    for size, name in enumerate(("game.py", "rules/turn.py", "rules/deep/more.py", "rulebook.md"), 1):
        (tmp_path / name).write_text("#" * 10**size)
    assert warming.source_size(game) == 10 + 100 + 1000

"""A cup at the terminal."""

import json
from pathlib import Path

import oddboard
from tests.commands import inside


def test_a_cup_is_played_left_and_gone_on_with_and_seats_rotate(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    first = inside("cup", "everest", "--times", "2", "--seats", "random,greedy", "--folder", folder)
    assert (first.returncode, first.stderr) == (0, "")
    assert "The cup goes to" in first.stdout
    games = sorted(folder.glob("*.oddboard"))
    assert [each.name for each in games] == ["1-everest.oddboard", "2-everest.oddboard"]
    assert [json.loads(each.read_text().splitlines()[0])["seats"] for each in games] == [
        ["random", "greedy"],
        ["greedy", "random"],
    ]
    ranks = [oddboard.load(each).ranks for each in games]
    games[1].unlink()
    again = inside("cup", "--folder", folder)
    assert "Game 2 of 2" in again.stdout
    assert "Game 1 of 2" not in again.stdout
    assert oddboard.load(games[0]).ranks == ranks[0]
    third = inside("cup", "everest", "--folder", folder)
    assert third.returncode == 2
    assert "has a cup already" in third.stderr


def test_a_cup_that_is_left_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    left = inside("cup", "everest,everest", "--seats", "me,random", "--folder", folder, typed="quit\n")
    assert f"oddboard cup --folder {folder}" in left.stdout.replace("\n", "")
    assert "Game 2" not in left.stdout
    (folder / "cup.json").write_text('{"games": 3}')
    assert "is no cup that can be gone on with" in inside("cup", "--folder", folder).stderr


def test_what_cannot_be_a_cup_is_refused(tmp_path: Path) -> None:
    for arguments, why in (
        (["everest"], "a series has 2 to 20 games, not 1"),
        (["everest,ludo"], "ludo"),
        (["everest,yavoch", "--seats", "me,me,me"], "Yavoch is for 2 players"),
    ):
        done = inside("cup", *arguments, "--folder", tmp_path / "none")
        assert done.returncode == 2
        assert why in done.stderr
        assert not (tmp_path / "none").exists()

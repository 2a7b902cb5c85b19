"""Saved games: written as they are played, read back exactly, repaired where a line was cut, refused otherwise."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oddboard
from oddboard.core import saves
from oddboard.core.dice import FairDice
from oddboard.core.errors import BadRecord, SaveFailed
from oddboard.core.match import Match
from oddboard.core.records import same


def played(plies: int, seed: int = 1, **options: Any) -> Match:
    match = oddboard.new("martian-race", 3, **options)
    match.dice = FairDice("martian-race", "ab" * 32, ["one", "", "drei"])
    rng = random.Random(seed)
    while not match.is_over and match.ply < plies:
        match.roll() if match.to_move == "chance" else match.play(rng.choice(match.legal()))
    return match


FINISHED = saves.record(played(10_000, turn_limit=3))
LINES = FINISHED.splitlines()


def test_there_and_back() -> None:
    match = played(60)
    again = saves.load(saves.record(match, ["Ann", "Bob", "Çelik"]))
    assert again.names == ["Ann", "Bob", "Çelik"]
    assert again.match.history == match.history
    assert same(again.match.state, match.state)


def test_rolls_that_were_taken_back_do_not_come_again(tmp_path: Path) -> None:
    """Whoever saved in another file after taking a roll back would know the next one otherwise."""
    match = played(60)
    rolls = match.dice.rolled
    match.undo(20)
    saves.SaveFile.create(tmp_path / "game", match)
    again, _ = saves.SaveFile.resume(tmp_path / "game")
    assert again.dice.rolled == saves.load(saves.record(match)).match.dice.rolled == rolls
    while again.to_move != "chance":
        again.play(again.legal()[0])
    again.roll()
    assert again.history[-1].roll == rolls
    assert saves.load((tmp_path / "game").read_text()).match.history == again.history


def test_a_match_from_a_position_keeps_its_start() -> None:
    middle = played(40)
    match = Match.from_position(middle.game, middle.position())
    match.play(match.legal()[0])
    assert same(saves.load(saves.record(match)).match.state, match.state)


def test_every_roll_of_a_finished_game_is_right() -> None:
    saved = saves.load(FINISHED)
    assert saves.kept_promise(saved)
    checks = list(saves.verify(saved))
    assert len(checks) == sum("roll" in json.loads(line) for line in LINES)
    assert all(right for _, right in checks)


def test_a_forged_roll_is_found() -> None:
    """The first roll is made a [6, 6] that the secret does not give; what follows is left out."""
    number = next(n for n, line in enumerate(LINES) if '"do":"roll"' in line)
    forged = json.loads(LINES[number])
    forged["decision"]["dice"] = [6, 6] if forged["decision"]["dice"] != [6, 6] else [5, 5]
    saved = saves.load("\n".join([*LINES[:number], json.dumps(forged)]) + "\n")
    saved.secret = json.loads(LINES[-1])["secret"]
    roll, right = list(saves.verify(saved))[-1]
    assert (roll.line, roll.number, right) == (number + 1, forged["roll"], False)


def test_another_secret_breaks_the_promise() -> None:
    end = json.loads(LINES[-1]) | {"secret": "cd" * 32}
    saved = saves.load("\n".join([*LINES[:-1], json.dumps(end)]) + "\n")
    assert not saves.kept_promise(saved)


def test_a_game_in_which_seats_resigned_has_ranks() -> None:
    match = played(60)
    saved = saves.load(saves.record(match, None, [1, 0], ended=True))
    assert (saved.resigned, saved.ranks) == ([1, 0], [2, 3, 1])
    assert saved.secret == "ab" * 32
    assert saves.load(saves.record(match)).ranks is None


def test_a_game_that_was_drawn_by_agreement_has_ranks() -> None:
    match = played(60)
    saved = saves.load(saves.record(match, None, [1], ended=True, drawn=True))
    assert (saved.drawn, saved.resigned, saved.ranks) == (True, [1], [1, 3, 1])
    assert json.loads(saves.record(match, drawn=True).splitlines()[-1])["drawn"] is True


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ({"ranks": [1, 1, 1], "drawn": 1}, "true or false"),
        ({"ranks": [1, 2, 1], "drawn": True}, r"the ranks are \[1, 1, 1\]"),
        ({"ranks": [1, 2, 3], "drawn": True, "resigned": [2, 1]}, "two or more seats"),
        ({"ranks": [2, 3, 1]}, "nobody has resigned"),
        ({"ranks": [1, 2, 3], "resigned": [1, 0]}, r"the ranks are \[2, 3, 1\]"),
        ({"ranks": [2, 3, 1], "resigned": [1, 1]}, "different seats"),
        ({"ranks": [2, 3, 1], "resigned": [3]}, "different seats"),
        ({"ranks": [2, 3, 1], "resigned": [True]}, "different seats"),
        ({"ranks": [2, 3, 1], "resigned": "0"}, "different seats"),
    ],
)
def test_wrong_ends_are_refused(end: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        saves.load(saves.record(played(60)) + json.dumps(end) + "\n")


def test_a_cut_last_line_is_dropped() -> None:
    text = "\n".join(LINES[:10]) + "\n"
    for cut in range(1, len(LINES[9])):
        assert saves.load(text[: -1 - cut]).match.ply == saves.load("\n".join(LINES[:9]) + "\n").match.ply


def _changed(number: int, **fields: Any) -> str:
    lines = list(LINES)
    content = json.loads(lines[number - 1])
    for name, value in fields.items():
        content[name] = value
    lines[number - 1] = json.dumps({name: value for name, value in content.items() if value is not None})
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: .*the file is empty"),
        ("no line end", "line 1: .*the file is empty"),
        ("nonsense\n", "line 1: this is not a JSON object"),
        ("[]\n", "line 1: a line is a JSON object"),
        ("[" * 100_000 + "\n", "line 1: this is not a JSON object"),
        ("{}\n", "line 1: .*a field 'oddboard'"),
        (_changed(1, oddboard=2), "line 1: the file is of format 2, which is newer"),
        (_changed(1, oddboard=True), "line 1: .*a field 'oddboard'"),
        (_changed(1, game="chess"), 'line 1: there is no game "chess"'),
        (_changed(1, game=None), "line 1: field 'game' is a text"),
        (_changed(1, players=9), "line 1: .*for 2 to 5 players"),
        (_changed(1, players="3"), "line 1: field 'players' is a whole number"),
        (_changed(1, options={"dog": True}), 'line 1: there is no option "dog"'),
        (_changed(1, options=[]), "line 1: field 'options' is an object"),
        (_changed(1, seats=["a"]), "line 1: 'seats' is a list of 3 names"),
        (_changed(1, commitment="xyz"), "line 1: 'commitment' is 64 hexadecimal digits"),
        (_changed(1, start={"players": 3}), "line 1: position lacks the field"),
        (_changed(1, colour="red"), 'line 1: there is no field "colour"'),
        (_changed(2, contributions=["a"]), "line 2: 'contributions' is a list of 3 texts"),
        (_changed(3, ply=7), "line 3: this is ply 7, but 0 is next"),
        (_changed(3, by=1), 'line 3: 1 decides here, but "chance" is to move'),
        (_changed(3, decision={"do": "roll", "dice": [9, 9]}), "line 3:"),
        (_changed(3, decision=7), "line 3: a decision is an object"),
        (_changed(3, roll=-1), "line 3: 'roll' is the number"),
        (_changed(4, roll=0), "line 4: 'roll' is the number"),
        (_changed(len(LINES), ranks=[1, 1, 1, 1]), f"line {len(LINES)}: the ranks are"),
        (_changed(len(LINES), secret="short"), f"line {len(LINES)}: 'secret' is 64"),
        (FINISHED + '{"undo":1}\n', f"line {len(LINES) + 1}: nothing follows"),
        (FINISHED.replace(LINES[5] + "\n", "\n"), "line 6: this is not a JSON object"),
        (FINISHED.replace(LINES[5] + "\n", '{"undo":77}\n'), "line 6: ply 77 is not one of"),
        (FINISHED.replace(LINES[5] + "\n", '{"rolled":0}\n'), "line 6: [0-9]+ fair rolls were made already, not 0"),
        (FINISHED.replace(LINES[5] + "\n", '{"rolled":"2"}\n'), "line 6: field 'rolled' is a whole number"),
        (FINISHED.replace(LINES[5] + "\n", '{"what":77}\n'), "line 6: a line has a decision, undo"),
    ],
)
def test_damage_is_refused_with_line_and_reason(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        saves.load(text)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_damage_brings_down_the_reader(data: st.DataObject) -> None:
    """Any bytes changed, cut out, doubled or put in: it is read or refused with a line, never worse."""
    text = "\n".join(LINES[:14]) + "\n"
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 40)))
    middle = data.draw(
        st.one_of(st.text(max_size=20), st.sampled_from(["", text[start:stop] * 2, "null", "1e999", "\\"]))
    )
    try:
        saves.load(text[:start] + middle + text[stop:])
    except BadRecord as error:
        assert error.message.startswith("line ")


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["oddboard", "game", "players", "options", "decision", "by", "ply"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_no_json_brings_down_the_reader(content: Any) -> None:
    for lines in ([content], [*map(json.loads, LINES[:3]), content]):
        try:
            saves.load("".join(json.dumps(line) + "\n" for line in lines))
        except BadRecord as error:
            assert error.message.startswith("line ")


class TestFile:
    """A file that grows with its match."""

    def test_it_holds_what_was_played(self, tmp_path: Path) -> None:
        match = oddboard.new("martian-race", 3, turn_limit=2)
        save = saves.SaveFile.create(tmp_path / "game.jsonl", match, ["A", "B", "C"])
        assert save.secret_path.stat().st_mode & 0o777 == 0o600
        match.roll()
        match.undo()
        while not match.is_over:
            match.roll() if match.to_move == "chance" else match.play(match.legal()[-1])
            again = oddboard.load(save.path)
            assert same(again.state, match.state)
        saved = saves.load(save.path.read_text())
        assert saves.kept_promise(saved)
        assert all(right for _, right in saves.verify(saved))
        assert not save.secret_path.exists()

    def test_an_existing_file_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "game").write_text("mine")
        with pytest.raises(SaveFailed, match="is there already: choose another name"):
            saves.SaveFile.create(tmp_path / "game", played(0))
        assert (tmp_path / "game").read_text() == "mine"

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(SaveFailed, match="cannot be written"):
            saves.SaveFile.create(tmp_path / "no" / "game", played(0))

    def test_going_on_after_a_cut_line(self, tmp_path: Path) -> None:
        match = oddboard.new("martian-race", 3)
        save = saves.SaveFile.create(tmp_path / "game", match)
        match.roll()
        match.roll() if match.to_move == "chance" else match.play(match.legal()[0])
        whole = save.path.read_text()
        save.path.write_text(whole[:-9])
        again, _ = saves.SaveFile.resume(save.path)
        assert again.ply == 1
        assert save.path.read_text().endswith("\n")
        assert again.dice.secret == match.dice.secret
        again.roll() if again.to_move == "chance" else again.play(again.legal()[0])
        assert same(oddboard.load(save.path).state, again.state)

    def test_a_lost_secret_stops_the_dice_but_not_the_reader(self, tmp_path: Path) -> None:
        match = oddboard.new("martian-race", 3)
        save = saves.SaveFile.create(tmp_path / "game", match)
        match.roll()
        save.secret_path.write_text("ef" * 32)
        with pytest.raises(SaveFailed, match="does not hold the secret of this game's dice"):
            saves.SaveFile.resume(save.path)
        assert oddboard.load(save.path).ply == 1

    def test_a_full_disk_loses_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        match = oddboard.new("martian-race", 3)
        save = saves.SaveFile.create(tmp_path / "game", match)
        match.roll()
        before, state = save.path.read_bytes(), match.state.tobytes()

        def full(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(SaveFailed, match=r"No space left on device.*everything before it is safe"):
            match.play_code(match.codes()[0])
        assert (match.ply, match.state.tobytes(), save.path.read_bytes()) == (1, state, before)
        monkeypatch.undo()
        match.play_code(match.codes()[0])
        assert oddboard.load(save.path).ply == 2

    def test_a_killed_process_loses_nothing_it_had_shown(self, tmp_path: Path) -> None:
        script = (
            "import sys, oddboard\n"
            "from pathlib import Path\n"
            "from oddboard.core import saves\n"
            "match = oddboard.new('martian-race', 3)\n"
            "saves.SaveFile.create(Path(sys.argv[1]), match)\n"
            "while True:\n"
            "    match.roll() if match.to_move == 'chance' else match.play_code(match.codes()[-1])\n"
            "    print(match.ply, flush=True)\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "game")], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGKILL)
        shown = process.stdout.read().split()
        process.wait()
        match, _ = saves.SaveFile.resume(tmp_path / "game")
        assert match.ply >= int(shown[-1] if shown else 1)

    @pytest.mark.parametrize(("content", "message"), [(b"\xff\xfe", "is not UTF-8 text"), (None, "cannot be read")])
    def test_a_file_that_cannot_be_read(self, tmp_path: Path, content: bytes | None, message: str) -> None:
        path = tmp_path / "game"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BadRecord, match=message):
            oddboard.load(path)


def test_half_a_line_is_gone_when_there_is_room_again(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    match = oddboard.new("martian-race", 2, order="seats")
    save = saves.SaveFile.create(tmp_path / "game", match)
    before = save.path.read_bytes()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, most))
    try:
        with pytest.raises(SaveFailed, match="make room"):
            match.roll()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert save.path.read_bytes() == before
    assert match.ply == 0
    match.roll()
    assert oddboard.load(save.path).ply == 1

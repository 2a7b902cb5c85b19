"""The puzzles that games bring along, and how they are found."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from oddboard.arena import mining, puzzles
from oddboard.arena.crew import Processes
from oddboard.arena.puzzles import CLEARLY, Puzzle
from oddboard.bots import Line
from oddboard.core import registry
from oddboard.core.compiling import INTERPRETED
from oddboard.core.match import Match
from tests.commands import inside

SHIPPED = {key: puzzles.file_of(registry.game(key)) for key in registry.keys()}
ALL = [(key, puzzle) for key, found in SHIPPED.items() for puzzle in found["puzzles"]]
LEAST = 40  # of each game
QUICK, SAMPLE = 200, 2  # iterations of a quick look, and puzzles of each game that it is taken at


def standout_of(match: Match, puzzle: Puzzle) -> mining.Standout:
    def line(decision: puzzles.Decision, worth: float) -> Line:
        return Line(decision, [worth] * match.players, 1)

    wanted = [line(each, puzzle["worth"]) for each in puzzle["wanted"]]
    return mining.Standout(wanted, [line(each["decision"], each["worth"]) for each in puzzle["tries"]], puzzle["seat"])


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_has_puzzles_of_several_kinds(key: str) -> None:
    found = SHIPPED[key]["puzzles"]
    assert len(found) >= LEAST
    assert len({each["id"] for each in found}) == len(found)
    assert {each["theme"] for each in found} == set(puzzles.THEMES)
    assert len({each["level"] for each in found}) > 1


@pytest.mark.parametrize("key", registry.keys())
def test_a_puzzle_can_be_posed_solved_and_missed(key: str) -> None:
    game = registry.game(key)
    known = set(re.findall(rf"\*\*({game.prefix}-\d+[a-e]?)\*\*", game.rulebook))
    for puzzle in SHIPPED[key]["puzzles"]:
        match = Match.from_position(game, puzzle["position"])
        legal = match.legal(puzzle["seat"])
        assert match.to_move == puzzle["seat"], puzzle["id"]
        assert all(each in legal for each in puzzle["wanted"]), puzzle["id"]
        assert len(legal) >= mining.LEAST_CHOICE > 0, puzzle["id"]
        assert puzzle["tries"], puzzle["id"]
        for each in puzzle["tries"]:
            assert each["decision"] in legal, puzzle["id"]
            assert each["decision"] not in puzzle["wanted"], puzzle["id"]
        assert puzzle["worth"] - puzzle["next"] >= CLEARLY - 0.001, puzzle["id"]
        assert puzzle["iterations"] >= mining.TIMES * mining.LOOK, puzzle["id"]
        assert puzzle["rules"], puzzle["id"]
        assert set(puzzle["rules"]) <= known, puzzle["id"]
        for sentence in (puzzle["say"], puzzle["reason"]):
            assert re.search(r"[.!?…]$", sentence), sentence


@pytest.mark.skipif(INTERPRETED, reason="hundreds of iterations take minutes without the compiler")
@pytest.mark.parametrize("key", registry.keys())
def test_a_quick_look_agrees(key: str) -> None:
    """Of a few, and with a margin: a search is never quite the same after the bots have learned something."""
    game = registry.game(key)
    for puzzle in [each for each in SHIPPED[key]["puzzles"] if each["theme"] == "win"][:SAMPLE]:
        scales = mining.Scales(Match.from_position(game, puzzle["position"]), puzzle["seat"], seed=1)
        best = scales.after(puzzle["wanted"][0], QUICK)[puzzle["seat"]]
        others = [scales.after(each["decision"], QUICK)[puzzle["seat"]] for each in puzzle["tries"]]
        assert best > max(others), puzzle["id"]


@pytest.mark.soak
@pytest.mark.parametrize(("key", "puzzle"), ALL, ids=lambda each: each if isinstance(each, str) else each["id"])
def test_every_puzzle_holds(key: str, puzzle: Puzzle) -> None:
    match = Match.from_position(registry.game(key), puzzle["position"])
    held = mining.holding(match, standout_of(match, puzzle), mining.LOOK, seed=int(puzzle["id"], 16))
    assert held is not None


@pytest.mark.parametrize("key", registry.keys())
def test_a_day_has_one_puzzle_and_all_have_their_day(key: str) -> None:
    found = SHIPPED[key]["puzzles"]
    today = puzzles.today()
    days = [puzzles.daily(found, today + timedelta(days=day))["id"] for day in range(len(found))]
    assert sorted(days) == sorted(each["id"] for each in found)
    assert puzzles.daily(found, today + timedelta(days=len(found)))["id"] == days[0]


def test_the_page_counts_days_alike() -> None:
    """`web/tests/solved.test.ts` has the same days and numbers."""
    numbers: list[Puzzle] = [{"id": str(number)} for number in range(7)]  # type: ignore[typeddict-item]
    days = {"2026-01-01": "0", "2026-01-08": "0", "2026-11-16": "4", "2028-02-29": "5"}
    assert {day: puzzles.daily(numbers, puzzles.date.fromisoformat(day))["id"] for day in days} == days


@pytest.mark.skipif(INTERPRETED, reason="games between searching bots take minutes without the compiler")
def test_the_same_seed_finds_the_same() -> None:
    """In a game that is over soon, and with little thought; not in every game there is something."""
    jobs = (mining.Dig("everest", seed, glance=60, look=60) for seed in range(34, 60))
    job, found = next((job, found) for job in jobs if (found := mining.found_in(job)))
    assert mining.found_in(job) == found


def test_decisions_alike_are_one_solution() -> None:
    facings = [Line({"do": "move", "to": "h2", "facing": way}, [0.9, 0.1], 9) for way in "nes"]
    assert mining.is_one(facings)
    assert not mining.is_one([*facings, Line({"do": "move", "to": "h3", "facing": "n"}, [0.9, 0.1], 9)])
    assert not mining.is_one([Line({"do": "stop"}, [0.9, 0.1], 9), Line({"do": "end"}, [0.9, 0.1], 9)])


def test_themes_and_levels_take_turns() -> None:
    found = SHIPPED["yavoch"]["puzzles"]
    themes = [each["theme"] for each in mining.spread(found)]
    assert set(themes[:4]) == set(puzzles.THEMES)


# At the terminal


def test_puzzles_are_listed_and_solved() -> None:
    puzzle = SHIPPED["martian-race"]["puzzles"][0]
    listed = inside("puzzles", "martian-race").stdout
    assert all(each["id"] in listed for each in SHIPPED["martian-race"]["puzzles"])
    assert "(today)" in listed
    wrong, right = (json.dumps(each) for each in (puzzle["tries"][0]["decision"], puzzle["wanted"][0]))
    told = " ".join(inside("puzzles", "martian-race", puzzle["id"], typed=f"{wrong}\n{right}\n").stdout.split())
    assert f"Not that one: it is worth {puzzle['tries'][0]['worth']:.0%}" in told
    assert told.index("That is it") < told.index(puzzle["rules"][0])
    shown = " ".join(inside("puzzles", "martian-race", puzzle["id"], typed="solution\n").stdout.split())
    assert " ".join(puzzle["reason"].split()) in shown


def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "puzzles.json"
    wrong.write_text("[]")
    for arguments, message in (
        (("martian-race", "nowhere"), 'has no puzzle "nowhere"'),
        (("martian-race", "today", "--file", wrong), "holds no puzzles of Martian Race"),
        (("martian-race", "--file", tmp_path / "none.json"), "cannot be read"),
        (("--make", "3"), "--make needs a game"),
        (("martian-race", "--out", wrong), "--out and --from need --make"),
    ):
        done = inside("puzzles", *arguments)
        assert done.returncode != 0
        assert message in " ".join(done.stderr.split()), done.stderr


def test_puzzles_are_made_from_a_saved_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written in the form in which they are read again."""
    puzzle = SHIPPED["everest"]["puzzles"][0]
    asked = []

    def found_in(job: mining.Dig) -> list[Puzzle]:
        asked.append(job)
        return [puzzle]

    monkeypatch.setattr(mining, "found_in", found_in)
    monkeypatch.setattr("oddboard.cli.compilation.prepare", lambda key: None)
    inside("play", "everest", "--seats", "random,random", "--option", "round_limit=1", "--save", tmp_path / "game")
    out = tmp_path / "made.json"
    done = inside("puzzles", "everest", "--make", "1", "--from", tmp_path / "game", "--out", out, "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert len(asked) == 1
    assert asked[0].record[0] == 2
    assert puzzle["id"] in inside("puzzles", "everest", "--file", out).stdout


def test_a_crew_finds_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are taken in the order of the games, whoever is done first, and each once."""
    found = SHIPPED["everest"]["puzzles"]

    class Backwards(Processes):
        def done(self, task, jobs):  # type: ignore[no-untyped-def]
            return reversed(list(super().done(task, jobs)))

    monkeypatch.setattr(mining, "found_in", lambda job: [found[job.seed % 5], found[job.seed % 3]])
    one, other = (mining.mine("everest", 4, 3, crew, 16) for crew in (Processes(1), Backwards(1)))
    assert one == other
    assert len({each["id"] for each in one}) == len(one) == 4

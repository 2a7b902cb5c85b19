"""Bots in processes of their own: answers, turns of tables, and what happens to a process that takes too much."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oddboard import bots
from oddboard.arena import analysis
from oddboard.core import registry, saves, seats, warming
from oddboard.core.errors import BadRecord, BadRequest
from oddboard.core.match import Match
from oddboard.games.everest.state import BEATS, PLANNING
from oddboard.server import thinker, worker
from oddboard.server.questions import Question
from oddboard.server.thinkers import PROGRAM, Line, Thinkers, ThinkingFailed, reason

GAMES = registry.keys()
MISBEHAVING = "tests.server.misbehaving"
MEMORY = 1500  # MB
THOUGHTS = 500  # iterations of an analysis, which takes longer than a bot's answer


@asynccontextmanager
async def thinkers(
    processes: int = 1, memory: int = MEMORY, program: str = thinker.__name__
) -> AsyncIterator[Thinkers]:
    found = Thinkers(processes, memory, program)
    await found.start()
    try:
        yield found
    finally:
        await found.stop()


def pids(found: Thinkers) -> list[int | None]:
    return [each.pid for each in found._bots._workers]


def rolled(key: str) -> Match:
    match = Match(registry.game(key), registry.game(key).players[0])
    while match.to_move == "chance":
        match.roll()
    return match


def asked(match: Match, level: str, seconds: float = 20.0, table: str = "t") -> Question:
    """A question to the seat to move."""
    assert isinstance(match.to_move, int)
    return Question(
        table=table,
        game=match.game.key,
        start={"players": match.players, "options": match.options, "position": None},
        codes=[played.code for played in match.history],
        seat=match.to_move,
        level=level,
        seconds=seconds,
        seed=7,
    )


def deciding(question: Question) -> dict[str, Any]:
    """The question as a process gets it."""
    return {"do": "decide", "question": question.to_json()}


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 120))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", GAMES)
def test_a_process_decides_as_the_bot_does(key: str) -> None:
    """The same bot in this process, asked the same questions, is the measure; its tree grows from one to the next."""

    async def test() -> None:
        match = rolled(key)
        mine: dict[int, bots.Bot] = {}
        async with thinkers() as found:
            for _ in range(6):
                while match.to_move == "chance":
                    match.roll()
                seat = match.to_move
                assert isinstance(seat, int)
                thought = await found.decide(asked(match, "search:60"))
                bot = mine.setdefault(seat, bots.Bot(match.game, match.players, seat, bots.budget("search:60"), 7))
                advice = bot.decide(match)
                assert thought.code == advice.code
                assert [line["visits"] for line in thought.lines] == [line.visits for line in advice.lines]
                view = match.view(seat)
                assert thought.lines[0]["words"] == match.game.words(view, thought.code)
                assert thought.lines[0]["touches"] == match.game.touches(view, thought.code)
                match.play_code(thought.code)

    run(test)


def test_taking_back_is_followed() -> None:
    """A history that is not a continuation of the last one is gone back to where both agree."""

    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            for step in range(4):
                match.play_code((await found.decide(asked(match, "greedy"))).code)
                if step == 2:
                    match.undo(1)
                    match.play_code(match.codes()[-1])
            assert (await found.decide(asked(match, "greedy"))).code in match.codes()

    run(test)


def test_a_position_can_be_the_start() -> None:
    async def test() -> None:
        match = rolled("martian-race")
        question = asked(match, "greedy")
        question = replace(question, codes=[], start={**question.start, "position": match.position()})
        async with thinkers() as found:
            assert (await found.decide(question)).code in match.codes()

    run(test)


def test_a_bot_lays_before_its_turn() -> None:
    """Where a game lets a seat lay a secret early, a bot decides there, and goes on after what it laid."""
    game = registry.game("everest")
    match = Match(game, 3)
    while match.state.phase != PLANNING:
        match.play_code(match.codes()[0])
    told: list[dict[str, Any]] = []
    mind = thinker.Thinker(told.append, lambda: False)
    question = replace(asked(match, "search:100", 9.0), seat=1)
    for _ in range(BEATS):
        answer = mind.answer(deciding(question))["answer"]
        assert answer["lines"][0]["decision"]["do"] == "coin"
        assert answer["lines"][0]["words"].startswith(seats.name(1))
        question = replace(question, laid=[*question.laid, answer["code"]])
    assert len({code // 8 for code in question.laid}) == BEATS, "each coin is laid once"
    assert "nothing more to lay" in mind.answer(deciding(question))["error"]["message"]


def test_a_bot_takes_over_what_was_laid() -> None:
    """It is the turn of a seat whose person has laid two coins already, which only the last to lay makes count."""
    match = Match(registry.game("everest"), 3)
    while match.state.phase != PLANNING:
        match.play_code(match.codes()[0])
    mind = thinker.Thinker(lambda told: None, lambda: False)
    for level in ("greedy", "search:50"):
        laid = [match.codes()[0]]
        question = replace(asked(match, level, 9.0), laid=laid)
        assert mind.answer(deciding(question))["answer"]["code"] // 8 != laid[0] // 8


def test_what_cannot_be_asked_is_refused() -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            with pytest.raises(BadRequest, match="there is no level"):
                await found.decide(asked(match, "genius"))
            with pytest.raises(BadRequest, match="nothing to decide"):
                await found.decide(replace(asked(match, "greedy"), seat=1 - match.to_move))  # type: ignore[operator]
            with pytest.raises(BadRecord, match="line 1"):
                await found.analyse("nonsense\n")

    run(test)


def test_tables_take_turns() -> None:
    """A table that asks ten questions at once keeps another one waiting for one of them only."""

    async def test() -> None:
        match = rolled("yaz")
        answered: list[str] = []

        async def ask(table: str) -> None:
            await found.decide(asked(match, "search:200", table=table))
            answered.append(table)

        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))  # the process is up
            await asyncio.gather(*(ask("greedy table") for _ in range(10)), ask("a"), ask("b"), ask("b"))
        assert answered[0] == "greedy table"
        assert sorted(answered[1:4]) == ["a", "b", "greedy table"]
        assert answered.index("b", answered.index("b") + 1) <= 6

    run(test)


def test_a_search_ends_in_time_by_itself() -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))
            before = pids(found)
            began = time.monotonic()
            thought = await found.decide(asked(match, "search:60s", 0.3))
            assert time.monotonic() - began < 0.3 + worker.GRACE
            assert sum(line["visits"] for line in thought.lines) > 10
            assert pids(found) == before

    run(test)


@pytest.mark.parametrize(
    ("level", "what"), [("random", "more than 2 seconds"), ("greedy", "MB of memory"), ("uct:1", "has ended")]
)
def test_what_takes_too_much_is_killed_and_replaced(level: str, what: str) -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers(memory=600, program=MISBEHAVING) as found:
            first = await found.decide(asked(match, "search:5", 0.5))
            [before] = pids(found)
            with pytest.raises(ThinkingFailed, match=what):
                await found.decide(asked(match, level, 0.5 if level == "random" else 30.0))
            assert before is not None
            assert not Path(f"/proc/{before}").exists()
            again = await found.decide(asked(match, "search:5", 0.5))
            assert again == first
            assert pids(found) != [before]

    run(test)


def test_a_stopped_process_is_killed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hangs in the system, and hears nothing; on a slow machine perhaps before it has begun to think."""
    monkeypatch.setattr(worker, "STALLED", 30.0)

    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))
            [pid] = pids(found)
            assert pid is not None
            deciding = asyncio.ensure_future(found.decide(asked(match, "search:60s", 1.0)))
            await asyncio.sleep(0.3)
            os.kill(pid, signal.SIGSTOP)
            with pytest.raises(ThinkingFailed):
                await deciding
            assert not Path(f"/proc/{pid}").exists()

    run(test)


def test_a_bug_in_a_bot_fails_one_thought_only(capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers(program=MISBEHAVING) as found:
            await found.decide(asked(match, "search:5"))
            before = pids(found)
            with pytest.raises(ThinkingFailed, match="the bot broke"):
                await found.decide(asked(match, "uct:2"))
            assert pids(found) == before

    run(test)
    assert "RuntimeError" in capfd.readouterr().err


def test_a_death_in_the_middle_of_a_thought_is_made_good() -> None:
    """Whoever ends a process from outside costs some time, not the answer."""

    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))
            [pid] = pids(found)
            assert pid is not None
            deciding = asyncio.ensure_future(found.decide(asked(match, "search:1s", 1.5)))
            await asyncio.sleep(0.3)
            os.kill(pid, signal.SIGKILL)
            assert (await deciding).code in match.codes()
            assert pids(found) != [pid]

    run(test)


def test_who_gives_up_frees_the_process() -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))
            before = pids(found)
            running = asyncio.ensure_future(found.decide(asked(match, "search:60s", 60.0)))
            waiting = asyncio.ensure_future(found.decide(asked(match, "search:60s", 60.0, table="u")))
            await asyncio.sleep(0.3)
            running.cancel()
            waiting.cancel()
            began = time.monotonic()
            await found.decide(asked(match, "greedy"))
            assert time.monotonic() - began < 1.0
            assert pids(found) == before

    run(test)


def test_stopping_ends_everything() -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers(processes=2) as found:
            await asyncio.gather(*(found.decide(asked(match, "greedy", table=table)) for table in "ab"))
            before = pids(found)
            several = [asyncio.ensure_future(found.decide(asked(match, "search:60s", 60.0, table=t))) for t in "abc"]
            await asyncio.sleep(0.3)
            began = time.monotonic()
            await found.stop()
            assert time.monotonic() - began < worker.FAREWELL
            for each in several:
                with pytest.raises(ThinkingFailed, match="stopping"):
                    await each
            assert not any(Path(f"/proc/{pid}").exists() for pid in before)
            with pytest.raises(ThinkingFailed, match="stopping"):
                await found.decide(asked(match, "greedy"))

    run(test)


def test_a_process_whose_answer_nobody_takes_ends_without_a_word() -> None:
    """As of a server that ended in the middle of a thought: what it says would stand on somebody's screen."""
    command = [sys.executable, "-m", PROGRAM, "2000", "0"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    process.stdin.write(json.dumps({"do": "meet", "number": 1, "game": "everest"}).encode() + b"\n")
    process.stdin.flush()
    assert process.stderr
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stdin.close()


def test_a_process_does_not_outlive_its_server() -> None:
    """Not even one that thinks while the server is killed: its pipe closes."""

    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            await found.decide(asked(match, "greedy"))
            [pid] = pids(found)
            assert pid is not None
            assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
            deciding = asyncio.ensure_future(found.decide(asked(match, "search:60s", 60.0)))
            await asyncio.sleep(0.3)
            process = found._bots._workers[0]._process
            assert process is not None
            assert process.stdin is not None
            process.stdin.close()
            await asyncio.wait_for(process.wait(), 1.0)
            deciding.cancel()

    run(test)


@pytest.mark.parametrize("empty", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_rules_are_compiled_once_for_all_who_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, empty: bool) -> None:
    """Also in an empty cache: the progress is told and rises, and both answers come."""
    if empty:
        monkeypatch.setenv("ODDBOARD_CACHE", str(tmp_path))
    monkeypatch.setattr("oddboard.core.warming.is_warm", lambda game, more=None: False)

    async def test() -> None:
        match = rolled("yaz")
        seen: list[tuple[int, int]] = []
        async with thinkers() as found:

            def note(game: str) -> None:
                if game in found.preparing:
                    seen.append((found.preparing[game]["done"], found.preparing[game]["of"]))

            found.on_preparing = note
            answers = await asyncio.gather(*(found.decide(asked(match, "search:5", table=t)) for t in "ab"))
            assert all(answer.code in match.codes() for answer in answers)
            assert found.preparing == {}
            assert found.is_ready("yaz")
        assert seen[0] == (0, 1)
        assert seen[-1][1] > seen[-1][0] > 5, "told until the rules are there, of which bots need more"
        assert [done for done, _ in seen] == sorted(done for done, _ in seen), "compiled once"

    run(test)


def test_nobody_waits_for_what_only_a_picture_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that somebody waits for overtake those that were asked for before, and can be played before bots think."""
    monkeypatch.setattr("oddboard.core.warming.is_warm", lambda game, more=None: False)

    async def test() -> None:
        async with thinkers() as found:
            keys = [key for key in registry.keys() if key != "yaz"]
            pictures = [asyncio.ensure_future(found.prepare(key, waited_for=False)) for key in keys]
            await asyncio.sleep(0)
            await found.prepare("yaz")
            assert found.is_ready("yaz")
            assert not pictures[-1].done(), "it was asked for first, and nobody waits for it"
            await asyncio.gather(*pictures)

    run(test)


def test_a_simple_bot_compiles_nothing_where_all_bots_could_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """`oddboard warm`, and a released wheel, have what all bots need, and no other mark for what a novice needs."""
    monkeypatch.setattr(warming, "is_warm", lambda game, more=None: more in (None, bots.to_compile))

    async def test() -> None:
        async with thinkers() as found:
            await found.decide(asked(rolled("yavoch"), "novice"))
            assert not found._preparations

    run(test)


def test_it_is_quiet_when_no_bot_thinks() -> None:
    async def test() -> None:
        async with thinkers() as found:
            await found.quiet(60)  # nobody has thought yet
            thought = asyncio.ensure_future(found.decide(asked(rolled("yavoch"), "search:1s")))
            await asyncio.sleep(0)
            await found.quiet(0)
            assert thought.done()

    run(test)


def test_an_analysis_is_that_of_the_arena_and_holds_up_no_bot() -> None:
    async def test() -> None:
        match = rolled("yaz")
        for _ in range(6):
            match.play_code(bots.advise(match, "search:20", 1).code)
        steps: list[tuple[int, int]] = []
        async with thinkers() as found:
            looking = asyncio.ensure_future(
                found.analyse(saves.record(match), lambda done, of: steps.append((done, of)), iterations=THOUGHTS)
            )
            await found.decide(asked(match, "search:20"))
            assert not looking.done()
            assert await looking == analysis.analyse(match, THOUGHTS)
        assert steps == [(done, match.ply) for done in range(match.ply + 1)]

    run(test)


def line(words: str, *evaluation: float) -> Line:
    return {"decision": {}, "words": words, "touches": [], "evaluation": list(evaluation), "visits": 1}


def test_a_hint_says_why() -> None:
    first, second, third = line("A", 0.62, 0.38), line("B", 0.58, 0.42), line("C", 0.622, 0.378)
    assert reason([first], 0, 2, 1) == "There is nothing else to do."
    assert reason([first], 0, 2, 3) == "Wins about 62 games in 100."
    assert reason([first, second], 0, 2, 3) == "Wins about 62 games in 100; the next best, B, about 58."
    assert reason([first, third], 0, 2, 3) == "Wins about 62 games in 100; as good is: C."
    assert reason([line("A", 0.3, 0.7, 0.5)], 1, 3, 2) == "Leaves about 70 in 100 opponents behind."


def test_a_hint_comes_from_a_process() -> None:
    async def test() -> None:
        match = rolled("yaz")
        async with thinkers() as found:
            hint = await found.hint(asked(match, "skilled"))
        assert hint.decision in match.legal()
        # what it does, where there is something to say, and then what it is worth
        assert re.fullmatch(r"([A-Z].*\. )?Wins about \d+ games in 100.*", hint.why)

    run(test)

"""Who plays many games: processes here, or a Ray cluster; the results are the same, also when a worker dies."""

import os
import signal
from pathlib import Path

import pytest

from oddboard.arena import crew, tournament
from oddboard.arena.crew import CrewLost, Processes, RayCluster
from oddboard.arena.tournament import Outcome, Pairing

GAME = "everest"
SHORT = {"round_limit": 3}


def pairings(games: int) -> list[Pairing]:
    return tournament.pairings(GAME, 2, SHORT, ["greedy", "random"], games, 5)


def results(outcomes: list[Outcome]) -> list[tuple[Pairing, list[float], int]]:
    return [(outcome.pairing, outcome.scores, outcome.plies) for outcome in outcomes]


def dies_once(mark: str) -> int:
    """A job whose first worker is killed in the middle of it."""
    if not Path(mark).exists():
        Path(mark).write_text("was here")
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def dies_always(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_a_process_that_dies_is_replaced_and_its_jobs_are_done_once(tmp_path: Path) -> None:
    marks = [str(tmp_path / "mark")] * 8
    done = list(Processes(2).done(dies_once, marks))
    assert sorted(number for number, _ in done) == list(range(8))
    assert Path(marks[0]).exists()


def test_a_job_that_always_kills_its_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "TRIES", 2)  # new workers take seconds to start, each time
    with pytest.raises(CrewLost, match="died 2 times"):
        list(Processes(2).done(dies_always, [1, 2]))


def test_no_cluster_at_an_address_is_said() -> None:
    with pytest.raises(CrewLost, match="there is no Ray cluster"):
        list(RayCluster("127.0.0.1:1").done(dies_always, [1, 2]))


def is_ours(process: int) -> bool:
    """Whether a process descends from this one: others may have a cluster on this machine, too."""
    while process > 1:
        if process == os.getpid():
            return True
        stat = Path(f"/proc/{process}/stat").read_text()
        process = int(stat.rpartition(")")[2].split()[1])  # its parent
    return False


def ray_workers() -> list[int]:
    """The processes of Ray that do a job for us just now; Ray names them after it."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and (process / "cmdline").read_bytes().startswith(b"ray::play"):
                found += [int(process.name)] if is_ours(int(process.name)) else []
        except OSError:
            continue  # it has just ended
    return found


def test_a_ray_cluster_plays_the_same_games_even_if_a_worker_is_killed() -> None:
    rounds = pairings(60)
    alone = tournament.run(rounds, Processes(1))
    killed: list[int] = []

    def kill_one(_: Outcome) -> None:
        if not killed and (workers := ray_workers()):
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    together = tournament.run(rounds, RayCluster("local", 3), kill_one)
    assert killed, "no worker was seen at work, so none was killed"
    assert results(together) == results(alone)

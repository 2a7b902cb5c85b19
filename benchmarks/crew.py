"""Games a second against the number of workers, as processes and on a Ray cluster, next to this process alone.

python benchmarks/crew.py --game everest --games 200 --workers 1,2,4
"""

import argparse
import json
import time

from oddboard.arena import tournament
from oddboard.arena.crew import Crew, Processes, RayCluster


def games_a_second(rounds: list[tournament.Pairing], crew: Crew) -> float:
    """How many games a crew plays in a second, its start not counted: a small round goes before."""
    began, first = time.perf_counter(), 0.0
    done = 0
    for _ in crew.done(tournament.play, rounds):
        if not done:
            first = time.perf_counter() - began  # starting processes and loading the rules
        done += 1
    return (done - 1) / (time.perf_counter() - began - first)


def main() -> None:
    """Measure and print a table and a JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="everest")
    parser.add_argument("--bots", default="search:60,greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", default="1,2")
    chosen = parser.parse_args()
    rounds = tournament.pairings(chosen.game, 2, {}, chosen.bots.split(","), chosen.games, 1)
    alone = games_a_second(rounds, Processes(1))
    print(f"{chosen.game}, {chosen.bots}, {len(rounds)} games; this process alone: {alone:.1f} games/s")
    found = []
    for workers in map(int, chosen.workers.split(",")):
        for name, crew in (("processes", Processes(workers)), ("ray", RayCluster("local", workers))):
            if name == "processes" and workers == 1:
                continue
            speed = games_a_second(rounds, crew)
            found.append({"crew": name, "workers": workers, "games_per_second": speed, "ratio_to_alone": speed / alone})
            print(f"{name:>10} {workers:3} workers: {speed:7.1f} games/s, {speed / alone:.2f} times one process alone")
    print(json.dumps({"game": chosen.game, "alone": alone, "crews": found}))


if __name__ == "__main__":
    main()

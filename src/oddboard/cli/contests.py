"""Tournaments between bots and the analysis of saved games, at the terminal."""

import json
from dataclasses import asdict
from pathlib import Path

from rich.table import Table
from rich.text import Text

from oddboard.arena import analysis, tournament
from oddboard.arena.crew import crew
from oddboard.arena.ratings import Standing, seat_results, standings
from oddboard.arena.tournament import Outcome
from oddboard.bots import budget
from oddboard.cli import compilation, opening
from oddboard.cli.output import bar, console
from oddboard.core import registry, saves, seats
from oddboard.core.game import CHANCE
from oddboard.core.pipes import own_output

COSTLY = 5  # the decisions that cost most, shown for each game


def arena(
    key: str,
    bots: str,
    games: int,
    players: int | None,
    options: list[str],
    seed: int,
    workers: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    """Play a tournament and show how the bots did."""
    game = registry.game(key)
    players = game.players[0] if players is None else players
    settings = game.check_options(players, opening.options_of(options))
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        budget(name, game)  # refused before anything is shown
    rounds = tournament.pairings(key, players, settings, names, games, seed)
    replies = own_output() if as_json else None  # a cluster prints what it likes, and not all of it to standard error
    compilation.prepare(key)
    playing = crew(workers, ray)
    with bar() as progress:
        task = progress.add_task(game.title, total=len(rounds))
        outcomes = tournament.run(rounds, playing, lambda outcome: progress.advance(task))
    found = standings(outcomes, seed)
    if replies is not None:
        with replies:
            found_json = _tournament_json(key, players, settings, seed, outcomes, found)
            replies.write(json.dumps(found_json).encode() + b"\n")
        return
    _show_standings(found)
    shares = ", ".join(f"{seats.name(seat)} {share:.0%}" for seat, share in enumerate(seat_results(outcomes)))
    plies = sum(outcome.plies for outcome in outcomes) / len(outcomes)
    console.print(Text(f"{len(outcomes)} games of {plies:.0f} decisions; mean result by seat: {shares}.", style="dim"))


def _tournament_json(
    key: str, players: int, settings: dict[str, object], seed: int, outcomes: list[Outcome], found: list[Standing]
) -> dict[str, object]:
    return {
        "game": key,
        "players": players,
        "options": settings,
        "seed": seed,
        "games": len(outcomes),
        "bots": [asdict(standing) for standing in found],
        "seats": seat_results(outcomes),
        "decisions_a_game": sum(outcome.plies for outcome in outcomes) / len(outcomes),
    }


def _show_standings(found: list[Standing]) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("bot", "games", "won", "result, 95 %", "rating, 95 %", "a decision"):
        table.add_column(name, justify="left" if name == "bot" else "right", no_wrap=True)
    for one in found:
        table.add_row(
            one.bot,
            str(one.games),
            str(one.wins),
            f"{one.score:.2f} ({one.score_low:.2f}–{one.score_high:.2f})",
            f"{one.rating:+.0f} ({one.rating_low:+.0f} to {one.rating_high:+.0f})",
            f"{one.seconds_a_decision * 1000:.1f} ms",
        )
    console.print(table)


def analyse(file: Path, iterations: int, as_json: bool) -> None:
    """Judge a saved game decision by decision."""
    saved = saves.load(saves.read_text(file))
    compilation.prepare(saved.match.game.key)
    with bar() as progress:
        task = progress.add_task(saved.match.game.title, total=saved.match.ply)
        report = analysis.analyse(saved.match, iterations, report=lambda done: progress.update(task, completed=done))
    if as_json:
        print(json.dumps(asdict(report)))
        return
    costly = sorted(report.judged, key=lambda one: -one.cost)[:COSTLY]
    marked = {one.ply for one in costly if one.cost > 0.005}
    table = Table(box=None, pad_edge=False)
    for name in ("", "", "decision", *map(seats.sign, range(saved.match.players)), "cost"):
        table.add_column(name, justify="left" if name == "decision" else "right")
    for one in report.judged:
        sign = "⚄" if one.seat == CHANCE else seats.sign(one.seat)
        words = Text(one.words)
        if one.ply in marked and one.best:
            words.append(f" (better: {'; '.join([one.best, *one.line])})", style="dim not bold")
            if one.because:
                words.append(f" {one.because}", style="dim italic not bold")
        style = "bold" if one.ply in marked else ""
        cost = f"{one.cost:.2f}" + (" !" if one.ply in marked else "") if one.cost >= 0.005 else ""
        table.add_row(str(one.ply), sign, words, *(f"{value:.2f}" for value in one.after), cost, style=style)
    console.print(table)
    for seat, name in enumerate(saved.names):
        console.print(
            Text(f"{seats.sign(seat)} {name}: luck {report.luck[seat]:+.2f}, own decisions −{report.cost[seat]:.2f}")
        )

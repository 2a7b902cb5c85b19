"""Training a network for a game, at the terminal."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from oddboard.arena import training
from oddboard.arena.crew import Crew, crew
from oddboard.arena.figures import Figure
from oddboard.arena.learning import Round
from oddboard.arena.training import Plan, Seen
from oddboard.cli import compilation, opening
from oddboard.cli.output import bar, console, errors
from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.machine_code import home
from oddboard.core.network_files import from_file

FOLDER = "training"  # within the user's cache folder: games of runs that may go on
EVEN = 0.5  # of the games; a network must surely win more


def train(
    key: str,
    players: int | None,
    options: list[str],
    seed: int,
    games: int,
    iterations: int,
    rounds: int,
    contest: int,
    teacher: Path | None,
    keep: Path | None,
    out: Path | None,
    workers: int | None,
    ray: str | None,
) -> bool:
    """Make a network, let it play against the hand-made outlook, and write it if it wins; whether it did."""
    game = registry.game(key)
    training.check(game)
    players = game.players[0] if players is None else players
    settings = game.check_options(players, opening.options_of(options))
    taught_by = _teacher(key, teacher)
    by = hashlib.sha256(taught_by).hexdigest() if taught_by else ""
    plan = Plan(key, players, settings, seed, games, iterations, rounds, by)
    out = Path(f"{key}.network") if out is None else out
    if not out.parent.is_dir():
        raise BadOptions(f"there is no folder {out.parent} to write {out.name} to")
    playing = crew(workers, ray)
    compilation.prepare(key)
    folder = home() / FOLDER if keep is None else keep
    with bar() as progress:
        task = progress.add_task(f"{game.title}: games to learn from", total=games)
        found = training.play_all(plan, folder, taught_by, playing, lambda done: progress.advance(task, done))
    errors.print(f"{len(found.states):,} positions, kept in {folder}", style="dim")
    network = training.learned(plan, found, _tell_round)
    errors.print(f"The network has {len(network):,} bytes.", style="dim")
    if not _wins(plan, network, found, contest, playing):
        console.print("It does not surely win in equal time: the hand-made outlook stays, and nothing is written.")
        return False
    out.write_bytes(network)
    console.print(f"It wins in equal time, and is written to {out}.")
    return True


def _teacher(key: str, path: Path | None) -> bytes | None:
    """The file of the network that the bots play with to learn from; refused if it is none."""
    if path is None:
        return None
    if not path.is_file():
        raise BadOptions(f"there is no file {path}")
    content = path.read_bytes()
    from_file(registry.game(key), content, str(path))
    return content


def _tell_round(found: Round) -> None:
    errors.print(
        f"Round {found.number}: misjudges by {found.learned:.4f}, in games held back by {found.held_back:.4f} "
        f"(by hand {found.by_hand:.4f}; squares)",
        style="dim",
    )


def _wins(plan: Plan, network: bytes, found: Seen, games: int, playing: Crew) -> bool:
    """Let a network play against the hand-made outlook with as many iterations, and in as much time."""
    slow = training.slowness(plan, network, found)
    equal = (plan.iterations, plan.iterations)
    in_time = (plan.iterations, max(1, round(slow * plan.iterations)))
    for iterations, what in ((equal, "equal iterations"), (in_time, "equal time")):
        with bar() as progress:
            task = progress.add_task(f"{what}, {iterations[0]} v. {iterations[1]}", total=games)
            figure = training.judged(plan, network, games, iterations, playing, _one_more(progress.advance, task))
        console.print(f"{_shown(figure)} of {games} games at {what} ({iterations[0]} v. {iterations[1]} iterations)")
    return figure.low > EVEN


def _one_more(advance: Callable[..., None], task: object) -> Callable[[], None]:
    return lambda: advance(task)


def _shown(figure: Figure) -> str:
    return f"Wins {figure.value:.0%} ({figure.low:.0%} to {figure.high:.0%})"

"""Training a network for a game, at the terminal."""

from collections.abc import Callable
from pathlib import Path

from rich.progress import Progress, TaskID

from oddboard.arena import training
from oddboard.arena.crew import Crew, crew
from oddboard.arena.figures import Figure
from oddboard.arena.learning import Positions, Round, together
from oddboard.arena.training import Plan
from oddboard.cli import compilation, opening
from oddboard.cli.output import bar, console, errors
from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.machine_code import home
from oddboard.core.network_files import from_file

QUICKLY = 400  # quick games by which a network is judged in passing
FOLDER = "training"  # within the user's cache folder: games of runs that may go on
EVEN = 0.5  # of the games; a network must surely win more


def train(
    key: str,
    players: int | None,
    options: list[str],
    seed: int,
    generations: int,
    games: int,
    iterations: int,
    rounds: int,
    result: float,
    judged: int,
    quick: bool,
    teacher: Path | None,
    contest: int,
    keep: Path | None,
    out: Path | None,
    workers: int | None,
    ray: str | None,
) -> bool:
    """Make a network, let it play against the hand-made outlook, and write it if it wins; whether it did."""
    game = registry.game(key)
    training.check(game)
    tables = training.tables(game)
    if players is not None or options:
        players = game.players[0] if players is None else players
        tables = [(players, game.check_options(players, opening.options_of(options)))]
    plan = Plan(key, tables, seed, games, iterations, rounds, result, judged, quick=quick)
    network: bytes | None = None
    if teacher is not None:
        network = _content(teacher)
        from_file(game, network, teacher.name)  # raises BadNetwork if it is not whole
        plan = plan.taught_by(network)
    out = Path(f"{key}.network") if out is None else out
    if not out.parent.is_dir():
        raise BadOptions(f"there is no folder {out.parent} to write {out.name} to")
    playing = crew(workers, ray)
    compilation.prepare(key)
    folder = home() / FOLDER if keep is None else keep
    seen: list[Positions] = []
    for generation in range(1, generations + 1):
        with bar() as progress:
            task = progress.add_task(f"{game.title}, generation {generation}: games", total=games)
            seen.append(training.play_all(plan, folder, network, playing, _some_more(progress, task)))
        errors.print(f"{sum(len(each.seats) for each in seen):,} positions so far, kept in {folder}", style="dim")
        seen = seen[-training.LATEST :] if quick else seen
        network = training.learned(plan, together(seen), _tell_round)
        if quick:
            share = training.quick_share(plan, network, QUICKLY)
            errors.print(f"One decision ahead it wins {share:.0%} of quick games against the hand.", style="dim")
        plan = plan.taught_by(network)
    assert network is not None
    errors.print(f"The network has {len(network):,} bytes.", style="dim")
    if not _wins(plan, network, contest, playing):
        console.print("It does not surely win in equal time: the hand-made outlook stays, and nothing is written.")
        return False
    out.write_bytes(network)
    console.print(f"It wins in equal time, and is written to {out}.")
    return True


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadOptions(f"{path} cannot be read: {error.strerror or error}") from None


def _tell_round(found: Round) -> None:
    errors.print(
        f"Round {found.number}: misjudges by {found.learned:.4f}, in games held back by {found.held_back:.4f} "
        f"(by hand {found.by_hand:.4f}; squares)",
        style="dim",
    )


def _wins(plan: Plan, network: bytes, games: int, playing: Crew) -> bool:
    """Let a network play against the hand-made outlook with as many iterations, and in as much time."""
    slow = training.slowness(plan, network)
    equal = (plan.iterations, plan.iterations)
    in_time = (plan.iterations, max(1, round(slow * plan.iterations)))
    for iterations, what in ((equal, "equal iterations"), (in_time, "equal time")):
        with bar() as progress:
            task = progress.add_task(f"{what}, {iterations[0]} v. {iterations[1]}", total=games)
            figure = training.judged(plan, network, games, iterations, playing, _some_more(progress, task))
        console.print(f"{_shown(figure)} of {games} games at {what} ({iterations[0]} v. {iterations[1]} iterations)")
    return figure.low > EVEN


def _some_more(progress: Progress, task: TaskID) -> Callable[[int], None]:
    return lambda done: progress.advance(task, done)


def _shown(figure: Figure) -> str:
    return f"Wins {figure.value:.0%} ({figure.low:.0%} to {figure.high:.0%})"

"""The subcommands, their arguments and their help."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.main

from oddboard import __version__
from oddboard.cli import admin, helping
from oddboard.cli.helping import Database, examples

HELP_OPTIONS = ["-h", "--help"]
app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": HELP_OPTIONS},
    help=(
        "Oddboard: board games with odd boards, to play and to study.\n\n"
        "Begin with `oddboard games`, then `oddboard play GAME`."
    ),
)


def command() -> Any:
    """The command with its subcommands; their help calls values by a name, and has nothing to say of switches."""
    return _named(typer.main.get_command(app))


def _named(command: Any) -> Any:
    for each in getattr(command, "commands", {}).values():
        _named(each)
    for parameter in (*command.params, command.get_help_option(typer.Context(command, help_option_names=HELP_OPTIONS))):
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        elif parameter.metavar is None and parameter.param_type_name == "option":
            parameter.metavar = "N" if parameter.type_descriptor.annotation in (int, float) else "TEXT"
    return command


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME", autocompletion=helping.games, help="A game's key, such as those `oddboard games` lists."
    ),
]
MaybeGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", autocompletion=helping.games, help="A game's key, as `oddboard games` lists them."),
]
SomeGames = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME...", autocompletion=helping.games, help="Games' keys; all games if none is named."),
]
SavedFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"oddboard {__version__}")
        raise typer.Exit


@app.callback()
def _oddboard(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    pass


@app.command(epilog=examples("oddboard games", "oddboard games GAME"))
def games(game: MaybeGame = None) -> None:
    """List the games; with GAME, tell about one and its options."""
    from oddboard.core import compiling

    compiling.interpret_first()  # nothing is played, so nothing waits for the compiler
    from oddboard.cli import catalogue

    catalogue.show(game)


@app.command(
    epilog=examples(
        "oddboard play",
        "oddboard play GAME --seats me,me,skilled",
        "oddboard play GAME --option NAME=VALUE --seats me,master",
        "oddboard play --resume FILE",
    )
)
def play(
    game: MaybeGame = None,
    players: Annotated[
        int | None, typer.Option(help="How many play.", show_default="as many as --seats names, else the fewest")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="A setting of the game; may be given several times."),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            autocompletion=helping.sitting,
            help=(
                f"Who sits where: `me`, or a computer opponent, from the weakest: {helping.levels()}. "
                "Several `me` share the keyboard."
            ),
            show_default="me,skilled,skilled,...",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the game is saved.", show_default="a new file in your data folder"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    word: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Your own word in the dice, so that nobody can have fixed the rolls."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Ask line by line, and do not fill the terminal.", show_default=False)
    ] = False,
) -> None:
    """Play a game here in the terminal, against the computer or with friends at one keyboard.

    Every move is saved as it is made: a game that was left, or cut off, goes on with --resume.
    """
    if resume is None:
        from oddboard.core import compiling

        compiling.interpret_first()  # a saved game is played through first, which compiled rules do in no time
    from oddboard.cli import opening

    opening.play(game, players, option or [], seats, save, resume, word, plain)


@app.command(epilog=examples("oddboard cup", "oddboard cup GAME --times 3 --seats me,casual"))
def cup(
    games: Annotated[
        str | None,
        typer.Argument(metavar="GAME,GAME,...", help="What is played.", show_default="all games that so many can play"),
    ] = None,
    times: Annotated[int, typer.Option(min=1, help="How often each game is played.")] = 1,
    seats: Annotated[
        str | None, typer.Option(metavar="WHO,WHO,...", help="Who plays, as for `play`.", show_default="me,skilled")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the cup is kept; one that is there goes on.", show_default="a new one"
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Ask line by line, and do not fill the terminal.", show_default=False)
    ] = False,
) -> None:
    """Play a series here in the terminal: several games of one kind, or a cup of all, with points.

    Everybody moves one seat further after each game. You get a point for everyone whom you leave behind, and half a
    point for everyone with whom you share a rank.
    """
    from oddboard.cli import cup

    cup.cup(games, times, seats, folder, plain)


@app.command(epilog=examples("oddboard engine"))
def engine() -> None:
    """Speak the engine protocol: one JSON object a line on standard input and output, for other programs."""
    from oddboard import engine as protocol
    from oddboard.cli import compilation
    from oddboard.core.pipes import own_output

    replies = own_output()
    prepare = compilation.prepare if sys.stderr.isatty() else (lambda key: None)
    protocol.serve(sys.stdin.buffer, replies, prepare)


@app.command(
    epilog=examples(
        "oddboard serve --open",
        "oddboard serve --lan --port 8080",
        "oddboard serve --database postgresql://oddboard@localhost/oddboard --processes 4",
    )
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others on your network in.")] = (
        "127.0.0.1"
    ),
    lan: Annotated[
        bool, typer.Option("--lan", help="Let friends in your network in, and show the address to give them.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8765,
    database: Database = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which bots think.", show_default="cores less one")
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes behind one port, for a PostgreSQL database.")
    ] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    generosity: Annotated[
        float, typer.Option(min=0, help="Of the limits on requests: 2 allows twice as many, 0 any number.")
    ] = 1.0,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe the header X-Forwarded-For, which your proxy sets.")
    ] = False,
    metrics_for: Annotated[
        str | None,
        typer.Option(metavar="NETWORK", help="Who may ask for /api/metrics.", show_default="programs on this machine"),
    ] = None,
    log_level: Annotated[
        str, typer.Option(autocompletion=helping.log_levels, help="debug, info, warning or error.")
    ] = "warning",
    answer_seconds: Annotated[
        float, typer.Option(min=0.2, max=600, help="How long an attack waits that somebody may answer in secret.")
    ] = 15.0,
    keep_days: Annotated[
        int | None,
        typer.Option(min=1, help="Delete finished games and uploads after so many days.", show_default="never"),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A name under which it is reached, such as games.example.org; repeatable.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help=(
                "A bot of your own beside the levels: `mine.npz`, `mine.onnx` or a command, or NAME= and one of them; "
                "may be given again."
            ),
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Start again whenever a file of a game changes, for who makes one.")
    ] = False,
) -> None:
    """Serve tables to browsers: play against bots, with friends by a link, or both.

    Every decision is on the disk before it counts; a server that was stopped goes on with all its tables.
    """
    if watch:
        from oddboard.server import watching

        raise typer.Exit(watching.watch(watching.command_of(sys.argv[1:], port)))
    from oddboard.core import compiling

    compiling.interpret_first()  # before anything that has rules is imported
    from oddboard.core.errors import BadRequest
    from oddboard.server import serving
    from oddboard.server.reach import ANYWHERE

    if bot:
        from oddboard.bots import LEVELS, guests

        guests.introduce(bot, list(LEVELS))
    if lan:
        host = ANYWHERE[0]
    if log_level not in helping.LOG_LEVELS:
        raise BadRequest(f"--log-level is one of {', '.join(helping.LOG_LEVELS)}, not {log_level!r}")
    serving.serve(
        host,
        port,
        database,
        thinkers,
        open_browser,
        generosity,
        behind_proxy,
        log_level,
        answer_seconds,
        metrics_for,
        keep_days,
        name or (),
        processes,
    )


@app.command(epilog=examples("oddboard backup tables.oddboard.gz"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write, such as `tables.oddboard.gz`.")],
    database: Database = None,
) -> None:
    """Copy everything that a server keeps, also while it runs: guests, tables, games, analyses."""
    from oddboard.cli import backup

    backup.back_up(file, database)


@app.command(epilog=examples("oddboard restore tables.oddboard.gz --database sqlite:///new.db"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `oddboard backup` made.")],
    database: Annotated[str, typer.Option(metavar="URL", help="An empty database, of SQLite or PostgreSQL.")],
) -> None:
    """Put a copy back into an empty database, of the same kind or the other; then `oddboard serve --database URL`."""
    from oddboard.cli import backup

    backup.restore(file, database)


app.add_typer(admin.app, name="admin")


@app.command(epilog=examples("oddboard replay FILE", "oddboard replay FILE --print"))
def replay(
    file: SavedFile,
    print_all: Annotated[bool, typer.Option("--print", help="Print the whole game without asking.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Ask line by line, and do not fill the terminal.")] = False,
) -> None:
    """Step through a saved game."""
    from oddboard.cli import replay

    replay.replay(file, print_all, plain)


@app.command(epilog=examples("oddboard verify FILE"))
def verify(file: SavedFile) -> None:
    """Check the dice of a finished game: recompute every roll from the secret shown at its end.

    Status 0: every roll is right. 1: one is not. 2: the file cannot be read. 3: the game is not over yet.
    """
    from oddboard.cli import verification

    raise typer.Exit(verification.verify(file))


@app.command(epilog=examples("oddboard warm", "oddboard warm GAME"))
def warm(game: SomeGames = None) -> None:
    """Compile the rules of all games now, so that nothing has to be compiled later."""
    from oddboard.cli import compilation

    compilation.warm(game or [])


RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on the Ray cluster at this address; `local` starts one here."),
]


@app.command(epilog=examples("oddboard check GAME"))
def check(game: GameKey) -> None:
    """Check that a game keeps what every game must keep.

    It is played over all its options and numbers of players, at random and sensibly; rules, words, secrets, pictures,
    previews and lessons are compared with one another. Ends with 1 if something is wrong.
    """
    from oddboard.cli import check

    if not check.check(game):
        raise typer.Exit(1)


@app.command("new-game", epilog=examples("oddboard new-game three-birds"))
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The key of the game, such as `three-birds`.")],
    folder: Annotated[
        Path | None, typer.Option(help="Where its folder is made.", show_default="the present folder")
    ] = None,
) -> None:
    """Write the package of a new game, playable at once: rules, words, picture and tests."""
    from oddboard.cli import new_game

    new_game.tell(new_game.new_game(name, folder), name)


@app.command(
    epilog=examples(
        "oddboard arena GAME --bots skilled,casual", "oddboard arena GAME --bots search:500,greedy --games 100 --json"
    )
)
def arena(
    game: GameKey,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,...",
            autocompletion=helping.bots,
            help=(
                f"Who plays: levels ({helping.levels()}) or kinds: `random`, `careless`, `greedy`, "
                "`search:500` (iterations), `search:0.5s` (seconds), `handmade:500`, `uct:0.5s`."
            ),
        ),
    ] = "search:200,greedy,random",
    games_: Annotated[int, typer.Option("--games", min=1, help="How many games, at least.")] = 40,
    players: Annotated[int | None, typer.Option(help="How many sit at a table.", show_default="the fewest")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="A setting of the game; may be given several times."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one a core")] = None,
    ray: RayAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play a tournament, in all seats, and rate them."""
    from oddboard.cli import contests

    contests.arena(game, bots, games_, players, option or [], seed, workers, ray, as_json)


@app.command(
    epilog=examples(
        "oddboard train GAME --games 4000 --iterations 200",
        "oddboard train GAME --players 2 --generations 3 --out network.bin",
        "oddboard train GAME --players 2 --teacher network.bin --generations 1",
        "oddboard train GAME --quick --games 12000 --generations 12",
    )
)
def train(
    game: GameKey,
    players: Annotated[
        int | None, typer.Option(help="How many sit at a table.", show_default="tables of all kinds take turns")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="A setting of the game; may be given several times."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same network.")] = 0,
    generations: Annotated[
        int, typer.Option(min=1, help="The bots of each after the first play with the network of the one before.")
    ] = 2,
    games_: Annotated[int, typer.Option("--games", min=1, help="How many games of each generation are played.")] = 1000,
    iterations: Annotated[int, typer.Option(min=1, help="Of the bots' search at each decision.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="How often it goes through all positions.")] = 3,
    result: Annotated[
        float, typer.Option(min=0, max=1, help="How much the result of a game counts beside what a search expects.")
    ] = 0.1,
    judged: Annotated[
        int, typer.Option(min=1, max=100, help="How many decisions of a position it judges, the best by hand.")
    ] = 6,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Play games one decision ahead, in milliseconds: many thousands, and many generations."
        ),
    ] = False,
    teacher: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A network that the bots of the first generation play with."),
    ] = None,
    contest: Annotated[
        int, typer.Option(min=2, help="Games against the hand-made outlook that decide whether it is written.")
    ] = 200,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where games are kept: a run that was broken off goes on with them.",
            show_default="in your cache folder",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the network is written.", show_default="GAME.network")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one a core")] = None,
    ray: RayAddress = None,
) -> None:
    """Make a network for a game's outlook: bots play, it learns from their games, and plays against the hand-made one.

    It is written if it wins for sure (95 %) in equal time. Ends with 1 if it does not.
    """
    from oddboard.cli import training

    if not training.train(
        game,
        players,
        option or [],
        seed,
        generations,
        games_,
        iterations,
        rounds,
        result,
        judged,
        quick,
        teacher,
        contest,
        keep,
        out,
        workers,
        ray,
    ):
        raise typer.Exit(1)


@app.command(epilog=examples("oddboard study GAME", "oddboard study GAME --games 200 --out studies"))
def study(
    game: GameKey,
    bot: Annotated[
        str,
        typer.Option(autocompletion=helping.bots, help="Who plays at every seat: a kind with a number of iterations."),
    ] = "search:60",
    games_: Annotated[int, typer.Option("--games", min=2, help="How many games of each kind.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same report.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one a core")] = None,
    ray: RayAddress = None,
    out: Annotated[Path, typer.Option(help="The folder for the report.")] = Path("studies"),
    precision: Annotated[
        float | None,
        typer.Option(
            min=0.005,
            max=0.5,
            help="Play on until results are as certain, such as 0.03, and the part of luck to 5/3 of that.",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--most", min=2, help="Games of each kind at most, with --precision.", show_default="50 × games"),
    ] = None,
    beside: Annotated[
        float,
        typer.Option(min=1, max=10, help="Times the precision that will do for stronger bots and for other settings."),
    ] = 1.0,
) -> None:
    """Find out about a game by playing it: length, choice, first seat, luck, options, and what is said of it."""
    from oddboard.cli import studies

    studies.study_game(game, bot, games_, seed, workers, ray, out, precision, most, beside)


@app.command(
    epilog=examples(
        "oddboard puzzles",
        "oddboard puzzles GAME",
        "oddboard puzzles GAME today",
        "oddboard puzzles GAME --make 10 --seed 7 --out puzzles.json",
    )
)
def puzzles(
    game: MaybeGame = None,
    name: Annotated[
        str | None, typer.Argument(metavar="PUZZLE", help="The puzzle to solve: its name in the list, or `today`.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Puzzles made before, instead of those that came along.")
    ] = None,
    make: Annotated[int | None, typer.Option(min=1, max=1000, help="Find so many new ones.", metavar="N")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles, with --make.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where new ones are written.", show_default="standard output")
    ] = None,
    saved: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="A saved game to look through; may be given several times."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one a core")] = None,
) -> None:
    """Find the one decision that is clearly best: list a game's puzzles, solve one, or make more.

    New ones are found in games between bots, or in saved games, and each is verified by a search ten times as long as
    the one that found it.
    """
    from oddboard.cli import puzzles

    if make is None:
        if out or saved:
            raise typer.BadParameter("--out and --from need --make")
        puzzles.show(game, name, file)
    elif game is None or name or file:
        raise typer.BadParameter("--make needs a game, and nothing to solve: oddboard puzzles GAME --make 10")
    else:
        puzzles.make(game, make, seed, out, saved or [], workers)


@app.command(epilog=examples("oddboard analyse FILE", "oddboard analyse FILE --iterations 1000 --json"))
def analyse(
    file: SavedFile,
    iterations: Annotated[int, typer.Option(min=1, help="How hard to think about each decision.")] = 300,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Look at a saved game again: what each decision cost, and how much was luck."""
    from oddboard.cli import contests

    contests.analyse(file, iterations, as_json)


@app.command(epilog=examples("oddboard bench", "oddboard bench GAME --json"))
def bench(
    game: SomeGames = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each game is measured.")] = 2.0,
    compiling: Annotated[
        bool, typer.Option("--compile", help="Also measure how long compiling everything anew takes.")
    ] = False,
) -> None:
    """Measure how fast games are played at random, next to OpenSpiel's backgammon on the same machine."""
    from oddboard.cli import bench

    bench.bench(game or [], as_json, seconds, compiling)
